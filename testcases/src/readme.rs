//! The lines of `testcases/README.md`, which say of each edge case what it is there for.

use std::fs;
use std::path::Path;

/// What the README says of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The heading; empty for what stands above the first.
    pub problem: String,
    /// The names of the cases, in the order of their lines.
    pub cases: Vec<String>,
}

/// The sections of the README in `folder`: a heading `## PROBLEM`, and below it a line for each
/// case, ``- `CASE`: text``.
///
/// # Errors
/// If the file cannot be read: one line.
pub fn read(folder: &Path) -> Result<Vec<Section>, String> {
    let path = folder.join("README.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(parse(&text))
}

fn parse(text: &str) -> Vec<Section> {
    let section = |problem: &str| Section { problem: problem.to_owned(), cases: Vec::new() };
    let mut sections = vec![section("")];
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            sections.push(section(heading.trim()));
        } else if let Some((case, _)) =
            line.strip_prefix("- `").and_then(|rest| rest.split_once("`: "))
        {
            let last = sections.last_mut().expect("there is one from the start");
            last.cases.push(case.to_owned());
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_belongs_to_the_heading_above_it() {
        let text = "# Title\n- `none`: before any heading.\n\n## poj1\n\
                    - `plain`: why `it` exists.\n- no case\n\n## poj2 \r\n- `odd`: why.\r\n";
        let section = |problem: &str, case: &str| Section {
            problem: problem.to_owned(),
            cases: vec![case.to_owned()],
        };
        assert_eq!(
            parse(text),
            [section("", "none"), section("poj1", "plain"), section("poj2", "odd")]
        );
    }
}
