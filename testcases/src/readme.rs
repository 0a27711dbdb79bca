//! The lines of `testcases/README.md`, which say of each edge case what it is there for.

use std::fs;
use std::path::Path;

/// What the README says of an edge case.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The problem under whose heading the line stands.
    pub problem: String,
    /// The name of the case.
    pub case: String,
    /// Whether the case is said to go beyond the statement.
    pub beyond: bool,
    /// The wrong rules that the case is said to catch.
    pub catches: Vec<String>,
}

/// All lines of the README in `folder`: a heading `## PROBLEM`, and below it a line a case,
/// ``- `CASE`: text. Catches `rule`, `rule`.``
///
/// # Errors
/// If the file cannot be read: one line.
pub fn read(folder: &Path) -> Result<Vec<Line>, String> {
    let path = folder.join("README.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(parse(&text))
}

/// The end of a case's line that names the rules which it catches; empty if there are none.
pub fn catches(rules: &[&str]) -> String {
    if rules.is_empty() {
        return String::new();
    }
    format!(" Catches `{}`.", rules.join("`, `"))
}

fn parse(text: &str) -> Vec<Line> {
    let mut problem = "";
    let mut lines = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            problem = heading.trim();
        } else if let Some((case, text)) =
            line.strip_prefix("- `").and_then(|rest| rest.split_once("`: "))
        {
            lines.push(Line {
                problem: problem.to_owned(),
                case: case.to_owned(),
                beyond: text.contains("Beyond the statement"),
                catches: caught_rules(text),
            });
        }
    }
    lines
}

fn caught_rules(text: &str) -> Vec<String> {
    let Some((_, names)) = text.rsplit_once(" Catches `") else {
        return Vec::new();
    };
    names.trim_end().trim_end_matches("`.").split("`, `").map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_case_and_what_it_catches() {
        let text = "# Title\n- `none`: before any heading.\n\n## poj1\n\
                    - `plain`: why it exists.\n\
                    - `odd`: Beyond the statement. Catches `a`, `b-c`.\n";
        let line = |problem: &str, case: &str, beyond, catches: &[&str]| Line {
            problem: problem.to_owned(),
            case: case.to_owned(),
            beyond,
            catches: catches.iter().map(|&name| name.to_owned()).collect(),
        };
        assert_eq!(
            parse(text),
            [
                line("", "none", false, &[]),
                line("poj1", "plain", false, &[]),
                line("poj1", "odd", true, &["a", "b-c"]),
            ]
        );
    }

    #[test]
    fn what_is_written_reads_back() {
        for rules in [&[][..], &["a"], &["a", "b-c"]] {
            let line = format!("## p\n- `x`: text.{}\n", catches(rules));
            assert_eq!(parse(&line)[0].catches, rules);
        }
    }
}
