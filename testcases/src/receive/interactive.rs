//! What a new package has for an interactive problem: an interactor that is yet to be written.

use super::task::Task;
use crate::suite::Match;

/// How the outputs of the problem are judged: not at all, or as others are.
pub(super) fn matching(task: &Task, of_others: Match) -> Match {
    if task.interactive {
        Match::Interactive
    } else {
        of_others
    }
}

/// The text of the package's `tests/cases.rs`.
pub(super) fn cases_target(package: &str, task: &Task) -> String {
    if !task.interactive {
        return "testcases::main!();\n".to_owned();
    }
    format!(
        r#"//! The judge's side of the conversation.

use testcases::interactor::{{Checked, Program, Tokens}};

testcases::main!(interactor: interact);

/// Reads the input of a case, `testcases/{package}/in/CASE.txt`, and talks with the program, as in
///
///     let secret: u32 = input.number("the secret", 1..=100)?;
///     let guess = program.number("a guess", 1..=100)?;
///     program.tell(if guess < secret {{ "higher" }} else {{ "lower" }});
///     return program.wrong("no guess is left");
///
/// `Ok(())` says that all was right. The files of the samples hold what the statement shows as the
/// input of the program: put there what the interactor is to read.
fn interact(_input: &mut Tokens, _program: &mut Program) -> Checked {{
    panic!("write the interactor here");
}}
"#
    )
}

/// The folders in which a case has a file: of a conversation no output is stored.
pub(super) fn folders(task: &Task) -> &'static [&'static str] {
    if task.interactive {
        &["in"]
    } else {
        &["in", "out"]
    }
}
