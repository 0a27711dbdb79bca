//! The lines of `testcases/README.md`, which say of each edge case what it is there for.

use std::fs;
use std::path::Path;

/// The edge case of which the README says something.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The problem under whose heading the line stands.
    pub problem: String,
    /// The name of the case.
    pub case: String,
}

/// All lines of the README in `folder`: a heading `## PROBLEM`, and below it a line for each case,
/// ``- `CASE`: text``.
///
/// # Errors
/// If the file cannot be read: one line.
pub fn read(folder: &Path) -> Result<Vec<Line>, String> {
    let path = folder.join("README.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(parse(&text))
}

fn parse(text: &str) -> Vec<Line> {
    let mut problem = "";
    let mut lines = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            problem = heading.trim();
        } else if let Some((case, _)) =
            line.strip_prefix("- `").and_then(|rest| rest.split_once("`: "))
        {
            lines.push(Line { problem: problem.to_owned(), case: case.to_owned() });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_belongs_to_the_heading_above_it() {
        let text = "# Title\n- `none`: before any heading.\n\n## poj1\n\
                    - `plain`: why `it` exists.\n- no case\n\n## poj2 \r\n- `odd`: why.\r\n";
        let line =
            |problem: &str, case: &str| Line { problem: problem.to_owned(), case: case.to_owned() };
        assert_eq!(parse(text), [line("", "none"), line("poj1", "plain"), line("poj2", "odd")]);
    }
}
