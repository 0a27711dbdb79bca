//! `cargo stress`: makes a problem's `tests/oracle.rs`, runs it, and stores what it finds.

use std::env;
use std::fs;
use std::path::Path;

use super::random_tests::{FAILURES, INPUT, OUTPUT};
use crate::receive::changes::Changes;
use crate::scratch::Scratch;
use crate::suite::{can_be_stored, with_lf, Match, Suite};
use crate::workspace::{cargo_command, Problem, Workspace};

/// What a person asks `cargo stress` for.
pub struct Request {
    /// The package.
    pub problem: String,
    /// The name of the case that the smallest failing input becomes.
    pub store: Option<String>,
    /// How many times as many inputs as usual.
    pub times: Option<usize>,
}

/// Does what is asked for; says whether the solution passes on all inputs, or whether the case is stored.
///
/// # Errors
/// One line: what is in the way.
pub fn run(request: &Request) -> Result<bool, String> {
    let folder = env::current_dir().map_err(|error| format!("the current folder: {error}"))?;
    let workspace = Workspace::find(&folder)?;
    let mut problems = workspace.problems.iter();
    let problem = problems
        .find(|problem| problem.name.eq_ignore_ascii_case(&request.problem))
        .ok_or_else(|| format!("there is no problem {:?}", request.problem))?;
    let suite = Suite::read_or_empty(&workspace.suite(&problem.name))?;
    let tests = problem.folder.join("tests");
    let is_there = tests.join("oracle.rs").is_file() || tests.join("oracle/main.rs").is_file();
    match (&request.store, is_there) {
        (None, false) => make(&workspace, problem, &suite).map(|()| true),
        (None, true) => test(&workspace, problem, request, None),
        (Some(case), true) => store(&workspace, problem, &suite, request, case),
        (Some(_), false) => Err(format!(
            "{0}/tests/oracle.rs: there is none that could find a case: `cargo stress {0}` makes it",
            problem.name
        )),
    }
}

/// Writes `tests/oracle.rs`, in which a person has two functions to fill.
fn make(workspace: &Workspace, problem: &Problem, suite: &Suite) -> Result<(), String> {
    let name = &problem.name;
    let (text, what) = match suite.limits.matching {
        Match::Interactive => (template(name, INTERACTIVE), "generate"),
        Match::Checker => (template(name, CHECKED), "generate"),
        _ => (template(name, COMPARED), "generate and brute_force"),
    };
    let mut changes = Changes::new(&workspace.root);
    changes.add(&problem.folder.join("tests").join("oracle.rs"), text)?;
    write(changes)?;
    println!("Next: write {what} in it, then `cargo stress {name}`.");
    Ok(())
}

/// The beginning of an oracle, and the functions that it has besides `generate`.
fn template(name: &str, (call, rest): (&str, &str)) -> String {
    format!(
        r#"//! The solution on small random inputs: `cargo stress {name}`.

use testcases::stress::Random;

{call}

/// A small random input that the statement allows.
fn generate(random: &mut Random) -> String {{
    // Until this is written: a number from 1 to 5.
    format!("{{}}\n", 1 + random.below(5))
}}
{rest}"#
    )
}

const COMPARED: (&str, &str) = (
    "testcases::stress!(generate, brute_force);",
    r#"
/// The right output, found in the plainest way there is.
fn brute_force(input: &str) -> String {
    panic!("{}: write brute_force, which finds the output for {input:?}", file!())
}
"#,
);

const CHECKED: (&str, &str) = (
    "// The checker in tests/cases.rs judges. If it reads the expected output: stress!(generate, brute_force).
testcases::stress!(generate);",
    "",
);

const INTERACTIVE: (&str, &str) =
    ("// The interactor in tests/cases.rs judges.\ntestcases::stress!(generate);", "");

/// Runs the oracle, and shows what it prints or lets it store a failing input in the folder
/// `failures`.
fn test(
    workspace: &Workspace,
    problem: &Problem,
    request: &Request,
    failures: Option<&Path>,
) -> Result<bool, String> {
    let mut command = cargo_command();
    command.args(["test", "--quiet", "--package", &problem.name, "--test", "oracle"]);
    // A failure is a report of ours, and where it comes from is no matter.
    command.current_dir(&workspace.root).env("RUST_BACKTRACE", "0");
    command.envs(request.times.map(|times| ("STRESS", times.to_string())));
    let status = match failures {
        None => command.status(),
        Some(folder) => command.env(FAILURES, folder).output().map(|output| output.status),
    };
    Ok(status.map_err(|error| format!("cargo test: {error}"))?.success())
}

/// Finds the smallest failing input once more, and stores it.
fn store(
    workspace: &Workspace,
    problem: &Problem,
    suite: &Suite,
    request: &Request,
    case: &str,
) -> Result<bool, String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !can_be_stored(case) || !case.chars().all(is_plain) || case.starts_with("sample-") {
        return Err(format!(
            "--store: expected a name such as two-equal-rows, of a-z, 0-9 and -, which is neither a \
             sample's nor a device's; found {case:?}"
        ));
    }
    if suite.cases.iter().any(|stored| stored.name == case) {
        return Err(format!("--store: expected a new name, found a case that has it: {case}"));
    }
    let scratch = Scratch::new(&workspace.target, "stress")?;
    let passes = test(workspace, problem, request, Some(&scratch.folder))?;
    let read = |name| fs::read_to_string(scratch.folder.join(name)).ok();
    let Some((input, output)) = read(INPUT).zip(read(OUTPUT)) else {
        println!(
            "nothing was stored: {}",
            if passes {
                "the solution passes on all random inputs"
            } else {
                "the test fails, but on no random input: `cargo stress` shows it"
            }
        );
        return Ok(false);
    };
    if let Some(stored) = suite.cases.iter().find(|stored| stored.input == with_lf(&input)) {
        println!("nothing was stored: the case {} has this input already", stored.name);
        return Ok(false);
    }
    let mut changes = Changes::new(&workspace.root);
    let folder = workspace.testcases().join(&problem.name);
    let file = format!("{case}.txt");
    changes.add(&folder.join("in").join(&file), input)?;
    if !output.is_empty() || suite.referee().is_none() {
        changes.add(&folder.join("out").join(&file), output)?;
    }
    let readme = workspace.testcases().join("README.md");
    let text =
        fs::read_to_string(&readme).map_err(|error| format!("testcases/README.md: {error}"))?;
    let with_line = with_line(&text, &problem.name, case);
    changes.replace(&readme, Some(text), with_line)?;
    write(changes)?;
    println!("Next: `cargo test -p {0} --test cases {case}`.", problem.name);
    Ok(true)
}

/// Makes the changes, and says which.
fn write(changes: Changes) -> Result<(), String> {
    let Some(applied) = changes.apply()? else {
        return Err("somebody changed the files while we were writing them; try again".to_owned());
    };
    for path in applied.keep() {
        println!("{path}: written");
    }
    Ok(())
}

/// The text of `testcases/README.md` with a line for a new case at the end of the problem's section.
fn with_line(text: &str, problem: &str, case: &str) -> String {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let line = format!("- `{case}`: the solution failed on it, as `cargo stress` found.{line_end}");
    let heading = format!("## {problem}");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let Some(start) = lines.iter().position(|line| line.trim_end() == heading) else {
        let gap = if text.ends_with('\n') { "" } else { line_end };
        return format!("{text}{gap}{line_end}{heading}{line_end}{line_end}{line}");
    };
    let section = &lines[start + 1..];
    let length = section.iter().position(|line| line.starts_with("## ")).unwrap_or(section.len());
    let blank = section[..length].iter().rev().take_while(|line| line.trim().is_empty()).count();
    let end = start + 1 + length - blank;
    let before = lines[..end].concat();
    let gap = match end - start {
        1 => line_end.repeat(2 - usize::from(before.ends_with('\n'))),
        _ if before.ends_with('\n') => String::new(),
        _ => line_end.to_owned(),
    };
    before + &gap + &line + &lines[end..].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_added_at_the_end_of_its_section() {
        let line = "- `x`: the solution failed on it, as `cargo stress` found.\n";
        let with = |text: &str| with_line(text, "b", "x");
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
