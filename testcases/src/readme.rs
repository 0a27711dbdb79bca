//! The lines of `testcases/README.md`, which say what each edge case catches.

use std::mem;
use std::path::Path;

/// What the README says of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The heading; empty for the lines above the first heading.
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
    crate::read(&folder.join("README.md")).map(|text| parse(&text))
}

fn parse(text: &str) -> Vec<Section> {
    let section = |problem: &str| Section { problem: problem.to_owned(), cases: Vec::new() };
    let mut last = section("");
    let mut sections = Vec::new();
    for line in text.lines() {
        let case = line.strip_prefix("- `").and_then(|rest| rest.split_once("`: "));
        if let Some(heading) = line.strip_prefix("## ") {
            sections.push(mem::replace(&mut last, section(heading.trim())));
        } else if let Some((case, _)) = case {
            last.cases.push(case.to_owned());
        }
    }
    sections.push(last);
    sections
}

/// Adds a line at the end of the problem's section. If there is no such section, adds one.
pub fn with_line(text: &str, problem: &str, line: &str) -> String {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let is_whole = text.is_empty() || text.ends_with('\n');
    let text = format!("{text}{}", if is_whole { "" } else { line_end });
    let heading = format!("## {problem}{line_end}");
    let line = format!("{line}{line_end}");
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let found = lines.iter().position(|line| line.trim_end() == heading.trim_end());
    let start = 1 + found.unwrap_or_else(|| {
        lines.extend([line_end, &heading]);
        lines.len() - 1
    });
    let section: Vec<_> =
        lines[start..].iter().take_while(|line| !line.starts_with("## ")).collect();
    let last = section.iter().rposition(|line| !line.trim().is_empty());
    let (end, gap) = last.map_or((start, line_end), |last| (start + last + 1, ""));
    lines.splice(end..end, [gap, &line]);
    lines.concat()
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

    #[test]
    fn a_new_line_stands_at_the_end_of_its_section() {
        let line = "- `x`: why.\n";
        let with = |text: &str| with_line(text, "b", line.trim_end());
        assert_eq!(
            with("# T\n\n## a\n\n- `y`: z.\n\n## b\n\n- `y`: z.\n\n## c\n"),
            format!("# T\n\n## a\n\n- `y`: z.\n\n## b\n\n- `y`: z.\n{line}\n## c\n")
        );
        assert_eq!(with("## b\n\n- `y`: z.\n"), format!("## b\n\n- `y`: z.\n{line}"));
        assert_eq!(with("## b\n\n- `y`: z."), format!("## b\n\n- `y`: z.\n{line}"));
        assert_eq!(with("## b\n"), format!("## b\n\n{line}"));
        assert_eq!(with("## bb\n"), format!("## bb\n\n## b\n\n{line}"));
        assert_eq!(with("# T"), format!("# T\n\n## b\n\n{line}"));
        let crlf = line.replace('\n', "\r\n");
        assert_eq!(with("## b\r\n\r\n- `y`: z.\r\n"), format!("## b\r\n\r\n- `y`: z.\r\n{crlf}"));
    }
}
