//! `cargo stress`: writes a problem's `tests/oracle.rs`, runs it, and stores a failing input.

use std::env;
use std::fs;
use std::path::Path;

use super::random_tests::{FAILURES, INPUT, OUTPUT};
use crate::readme;
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
    /// The factor by which the usual number of inputs is multiplied.
    pub times: Option<usize>,
}

/// Does what is asked for; says whether the solution passes on all inputs, or whether the case is
/// stored.
///
/// # Errors
/// One line: what is in the way.
pub fn run(request: &Request) -> Result<bool, String> {
    let folder = env::current_dir().map_err(|error| format!("the current folder: {error}"))?;
    let workspace = &Workspace::find(&folder)?;
    let mut problems = workspace.problems.iter();
    let problem = problems
        .find(|problem| problem.name.eq_ignore_ascii_case(&request.problem))
        .ok_or_else(|| format!("there is no problem {:?}", request.problem))?;
    let suite = Suite::read_or_empty(&workspace.suite(&problem.name))?;
    let tests = problem.folder.join("tests");
    let is_there = tests.join("oracle.rs").is_file() || tests.join("oracle/main.rs").is_file();
    let stress = Stress { workspace, problem, suite, times: request.times };
    match &request.store {
        None if is_there => stress.test(None),
        None => stress.make(),
        Some(case) if is_there => stress.store(case),
        Some(_) => Err(format!(
            "{0}/tests/oracle.rs: there is none that could find a case: `cargo stress {0}` makes \
             it",
            problem.name
        )),
    }
}

/// One run of the command.
struct Stress<'a> {
    workspace: &'a Workspace,
    problem: &'a Problem,
    suite: Suite,
    times: Option<usize>,
}

impl Stress<'_> {
    /// Writes `tests/oracle.rs`, in which a person has two functions to fill.
    fn make(&self) -> Result<bool, String> {
        let name = &self.problem.name;
        let (call, rest, what) = match self.suite.limits.matching {
            Match::Interactive => (INTERACTIVE, "", "generate"),
            Match::Checker => (CHECKED, "", "generate"),
            _ => (COMPARED, BRUTE_FORCE, "generate and brute_force"),
        };
        let mut changes = Changes::new(&self.workspace.root);
        let oracle = self.problem.folder.join("tests").join("oracle.rs");
        changes.add(&oracle, template(name, call, rest))?;
        write(changes)?;
        println!("Next: write {what} in it, then `cargo stress {name}`.");
        Ok(true)
    }

    /// Runs the oracle, and shows what it prints or lets it store a failing input in the folder
    /// `failures`.
    fn test(&self, failures: Option<&Path>) -> Result<bool, String> {
        let mut command = cargo_command();
        command.args(["test", "--quiet", "--package", &self.problem.name, "--test", "oracle"]);
        // The panic shows a report, and a backtrace would hide it.
        command.current_dir(&self.workspace.root).env("RUST_BACKTRACE", "0");
        command.envs(self.times.map(|times| ("STRESS", times.to_string())));
        let status = match failures {
            None => command.status(),
            Some(folder) => command.env(FAILURES, folder).output().map(|output| output.status),
        };
        Ok(status.map_err(|error| format!("cargo test: {error}"))?.success())
    }

    /// Finds the smallest failing input once more, and stores it.
    fn store(&self, case: &str) -> Result<bool, String> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !can_be_stored(case) || !case.chars().all(is_plain) || case.starts_with("sample-") {
            return Err(format!(
                "--store: expected a name such as two-equal-rows, of a-z, 0-9 and -, which is \
                 neither a sample's nor a device's; found {case:?}"
            ));
        }
        let mut stored = self.suite.cases.iter();
        if stored.clone().any(|stored| stored.name == case) {
            return Err(format!("--store: expected a new name, found a case that has it: {case}"));
        }
        let scratch = Scratch::new(&self.workspace.target, "stress")?;
        let passes = self.test(Some(&scratch.folder))?;
        let read = |name| fs::read_to_string(scratch.folder.join(name)).ok();
        let why_not = match (read(INPUT).zip(read(OUTPUT)), passes) {
            (Some((input, output)), _) => {
                match stored.find(|stored| stored.input == with_lf(&input)) {
                    None => return self.write_case(case, input, output),
                    Some(stored) => format!("the case {} has this input already", stored.name),
                }
            }
            (None, true) => "the solution passes on all random inputs".to_owned(),
            (None, false) => {
                "the test fails, but on no random input: `cargo stress` shows it".to_owned()
            }
        };
        println!("nothing was stored: {why_not}");
        Ok(false)
    }

    /// Writes the files of a new case, and its line in `testcases/README.md`.
    fn write_case(&self, case: &str, input: String, output: String) -> Result<bool, String> {
        let name = &self.problem.name;
        let testcases = self.workspace.testcases();
        let mut changes = Changes::new(&self.workspace.root);
        let file = |kind| testcases.join(name).join(kind).join(format!("{case}.txt"));
        changes.add(&file("in"), input)?;
        if !output.is_empty() || self.suite.referee().is_none() {
            changes.add(&file("out"), output)?;
        }
        let readme = testcases.join("README.md");
        let text =
            fs::read_to_string(&readme).map_err(|error| format!("testcases/README.md: {error}"))?;
        let line = format!("- `{case}`: the solution failed on it, as `cargo stress` found.");
        let with_line = readme::with_line(&text, name, &line);
        changes.replace(&readme, Some(text), with_line)?;
        write(changes)?;
        println!("Next: `cargo test -p {name} --test cases {case}`.");
        Ok(true)
    }
}

/// Writes the files, and prints their names.
fn write(changes: Changes) -> Result<(), String> {
    let Some(applied) = changes.apply()? else {
        return Err("somebody changed the files while we were writing them; try again".to_owned());
    };
    for path in applied.keep() {
        println!("{path}: written");
    }
    Ok(())
}

/// The text of an oracle: how it calls [`stress!`](crate::stress!), and the functions that it has
/// besides `generate`.
fn template(name: &str, call: &str, rest: &str) -> String {
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

const COMPARED: &str = "testcases::stress!(generate, brute_force);";

const BRUTE_FORCE: &str = r#"
/// The right output, found in the plainest way there is.
fn brute_force(input: &str) -> String {
    panic!("{}: write brute_force, which finds the output for {input:?}", file!())
}
"#;

const CHECKED: &str = "\
// The checker in tests/cases.rs judges. If it reads the expected output: stress!(generate,
// brute_force).
testcases::stress!(generate);";

const INTERACTIVE: &str = "\
// The interactor in tests/cases.rs judges.
testcases::stress!(generate);";
