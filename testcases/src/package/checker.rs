//! A checker: a problem with several right outputs says by it which they are.
//!
//! It stands in the package's `tests/cases.rs`, which is the checker's process too: called as
//! `cases --check`, with the texts in files that the environment names as cargo-compete does.

use std::env;
use std::fs;
use std::panic::{self, PanicHookInfo};
use std::process;

pub use super::tokens::{Checked, Complaint, Text, Tokens};
use crate::judge::protocol::{ACCEPTED, EXPECTED, FAULT, FOUND, INPUT, WRONG};

/// What a package's checker is: it reads the case's input, the expected output and the output of
/// the program, and says what is wrong with the last.
///
/// What it does not read of the output counts: after `Ok` there must be nothing more in it. The
/// expected output is empty where the case has none.
pub type Check = fn(input: &mut Tokens, expected: &mut Tokens, found: &mut Tokens) -> Checked;

/// What a checker says of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Accepted,
    /// One line on the output.
    Wrong(String),
    /// One line on the case or the checker.
    Fault(String),
}

/// Checks the output that the environment names, and ends the process.
pub(crate) fn run(check: Check) -> ! {
    panic::set_hook(Box::new(|panic| {
        println!("{}", describe(panic));
        process::exit(FAULT);
    }));
    let (status, line) = match answer(check) {
        Answer::Accepted => process::exit(ACCEPTED),
        Answer::Wrong(line) => (WRONG, line),
        Answer::Fault(line) => (FAULT, line),
    };
    println!("{line}");
    process::exit(status)
}

/// A panic in one line.
pub(crate) fn describe(panic: &PanicHookInfo) -> String {
    let payload = panic.payload();
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let message = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match panic.location() {
        Some(place) => format!("it panicked at {place}: {message}"),
        None => format!("it panicked: {message}"),
    }
}

fn answer(check: Check) -> Answer {
    let expected = env::var_os(EXPECTED).map_or(Ok(Vec::new()), |path| {
        fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
    });
    match (named(INPUT), expected, named(FOUND)) {
        (Ok(input), Ok(expected), Ok(found)) => answer_for(check, &input, &expected, found),
        (Err(error), ..) | (_, Err(error), _) | (.., Err(error)) => Answer::Fault(error),
    }
}

/// The content of the file that an environment variable names.
fn named(variable: &str) -> Result<Vec<u8>, String> {
    let path = env::var_os(variable)
        .ok_or_else(|| format!("{variable}: expected the path of a file, found none"))?;
    fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// What a checker says of three texts.
fn answer_for(check: Check, input: &[u8], expected: &[u8], found: Vec<u8>) -> Answer {
    let found = match String::from_utf8(found) {
        Ok(found) => found,
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let line = 1 + error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count();
            let byte = error.as_bytes()[valid];
            return Answer::Wrong(format!(
                "line {line}: expected UTF-8, found the byte {byte:#04x}"
            ));
        }
    };
    let mut input = Tokens::new(Text::Input, &String::from_utf8_lossy(input));
    let has_expected = !expected.is_empty();
    let mut expected = Tokens::new(Text::Expected, &String::from_utf8_lossy(expected));
    let mut found = Tokens::new(Text::Found, &found);
    let checked = check(&mut input, &mut expected, &mut found).and_then(|()| found.end());
    match checked {
        Ok(()) => Answer::Accepted,
        Err(complaint) if complaint.text == Text::Found => Answer::Wrong(complaint.to_string()),
        Err(complaint) if complaint.text == Text::Expected && !has_expected => {
            Answer::Fault("it reads the expected output, and the case has none".to_owned())
        }
        Err(complaint) => Answer::Fault(complaint.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any permutation of the numbers from 1 to N is right.
    fn permutation(input: &mut Tokens, _: &mut Tokens, found: &mut Tokens) -> Checked {
        let n = input.number("N", 1..=100)?;
        let mut seen = vec![false; n];
        for _ in 0..n {
            let number = found.number("a number of the permutation", 1..=n)?;
            if std::mem::replace(&mut seen[number - 1], true) {
                return found.wrong(format!("{number} a second time"));
            }
        }
        Ok(())
    }

    fn wrong(line: &str) -> Answer {
        Answer::Wrong(line.to_owned())
    }

    #[test]
    fn a_checker_accepts_every_right_output() {
        for found in ["1 2 3\n", "3 1 2", "2\r\n3\r\n1\r\n\r\n"] {
            let answer = answer_for(permutation, b"3\n", b"", found.as_bytes().to_vec());
            assert_eq!(answer, Answer::Accepted, "{found:?}");
        }
    }

    #[test]
    fn a_checker_names_what_is_wrong_and_where() {
        let what = "expected a number of the permutation from 1 to 3, found";
        for (found, line) in [
            ("1 2 2\n", "line 1: 2 a second time".to_owned()),
            ("1\n2\n4\n", format!("line 3, column 1: {what} \"4\"")),
            ("1 2", format!("line 1: {what} the end of the output")),
            ("", format!("line 1: {what} the end of the output")),
            (
                "1 2 3\n1\n",
                "line 2, column 1: expected the end of the output, found \"1\"".to_owned(),
            ),
        ] {
            let answer = answer_for(permutation, b"3\n", b"", found.as_bytes().to_vec());
            assert_eq!(answer, wrong(&line), "{found:?}");
        }
        let answer = answer_for(permutation, b"3\n", b"", b"1\n\xff".to_vec());
        assert_eq!(answer, wrong("line 2: expected UTF-8, found the byte 0xff"));
    }

    #[test]
    fn a_bad_case_is_the_checkers_fault() {
        let answer = answer_for(permutation, b"three", b"", b"1 2 3".to_vec());
        let line = "the input, line 1, column 1: expected N from 1 to 100, found \"three\"";
        assert_eq!(answer, Answer::Fault(line.to_owned()));
        let same: Check = |_, expected, _| expected.token("a word").map(drop);
        let line = "it reads the expected output, and the case has none";
        assert_eq!(answer_for(same, b"", b"", Vec::new()), Answer::Fault(line.to_owned()));
        assert_eq!(answer_for(same, b"", b"word", Vec::new()), Answer::Accepted);
        let line = "the expected output, line 1: expected a word, found the end of the output";
        assert_eq!(answer_for(same, b"", b"\n", Vec::new()), Answer::Fault(line.to_owned()));
    }
}
