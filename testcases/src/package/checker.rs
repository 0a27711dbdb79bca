//! A checker decides which outputs are right where there is more than one.
//!
//! It stands in the package's `tests/cases.rs`. The judge runs that executable as `cases --check`.
//! Environment variables, the same as cargo-compete's, name the files with the texts.

use std::env;
use std::fs;
use std::panic::{self, PanicHookInfo};
use std::path::Path;
use std::process;

pub use super::tokens::{Checked, Complaint, Text, Tokens};
use crate::at;
use crate::judge::protocol::{ACCEPTED, EXPECTED, FAULT, FOUND, INPUT, WRONG};
use crate::suite::not_utf8;

/// A package's checker. It reads the case's input, the expected output and the output of the
/// program, and says what is wrong with the last.
///
/// After `Ok` the output must be at its end: what the checker has not read is wrong. The expected
/// output is empty if the case has none.
pub type Check = fn(input: &mut Tokens, expected: &mut Tokens, found: &mut Tokens) -> Checked;

/// Checks the output that the environment names, and ends the process.
pub(crate) fn run(check: Check) -> ! {
    panic::set_hook(Box::new(|panic| {
        println!("{}", describe(panic));
        process::exit(FAULT);
    }));
    let expected = env::var_os(EXPECTED).map_or(Ok(Vec::new()), |_| named(EXPECTED));
    let texts = named(INPUT).and_then(|input| Ok((input, expected?, named(FOUND)?)));
    let answer = texts.map(|(input, expected, found)| answer(check, &input, &expected, &found));
    let (status, line) = answer.unwrap_or_else(|error| (FAULT, error));
    if status != ACCEPTED {
        println!("{line}");
    }
    process::exit(status)
}

/// The content of the file that an environment variable names.
pub(super) fn named(variable: &str) -> Result<Vec<u8>, String> {
    let path = env::var_os(variable)
        .ok_or_else(|| format!("{variable}: expected the path of a file, found none"))?;
    fs::read(&path).map_err(at(Path::new(&path)))
}

/// A panic in one line.
pub(crate) fn describe(panic: &PanicHookInfo) -> String {
    let payload = panic.payload();
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let message = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
    format!("it panicked{place}: {message}")
}

/// What a checker says of three texts: an exit status, and one line on what is wrong.
fn answer(check: Check, input: &[u8], expected: &[u8], found: &[u8]) -> (i32, String) {
    if let Some((line, byte)) = not_utf8(found) {
        return (WRONG, format!("line {line}: expected UTF-8, found the byte {byte:#04x}"));
    }
    let has_expected = !expected.is_empty();
    let tokens = |text, bytes| Tokens::new(text, &String::from_utf8_lossy(bytes));
    let mut input = tokens(Text::Input, input);
    let mut expected = tokens(Text::Expected, expected);
    let mut found = tokens(Text::Found, found);
    let checked = check(&mut input, &mut expected, &mut found).and_then(|()| found.end());
    match checked {
        Ok(()) => (ACCEPTED, String::new()),
        Err(complaint) if complaint.text == Text::Found => (WRONG, complaint.to_string()),
        Err(complaint) if complaint.text == Text::Expected && !has_expected => {
            (FAULT, "it reads the expected output, and the case has none".to_owned())
        }
        Err(complaint) => (FAULT, complaint.to_string()),
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

    #[test]
    fn a_checker_accepts_every_right_output() {
        for found in ["1 2 3\n", "3 1 2", "2\r\n3\r\n1\r\n\r\n"] {
            let answer = answer(permutation, b"3\n", b"", found.as_bytes());
            assert_eq!(answer, (ACCEPTED, String::new()), "{found:?}");
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
            let answer = answer(permutation, b"3\n", b"", found.as_bytes());
            assert_eq!(answer, (WRONG, line), "{found:?}");
        }
        let line = "line 2: expected UTF-8, found the byte 0xff";
        assert_eq!(answer(permutation, b"3\n", b"", b"1\n\xff"), (WRONG, line.to_owned()));
    }

    #[test]
    fn a_bad_case_is_the_checkers_fault() {
        let line = "the input, line 1, column 1: expected N from 1 to 100, found \"three\"";
        assert_eq!(answer(permutation, b"three", b"", b"1 2 3"), (FAULT, line.to_owned()));
    }

    #[test]
    fn an_expected_output_that_is_wrong_is_told_from_one_that_is_missing() {
        let same: Check = |_, expected, _| expected.token("a word").map(drop);
        let missing = "it reads the expected output, and the case has none";
        let wrong = "the expected output, line 1: expected a word, found the end of the output";
        assert_eq!(answer(same, b"", b"word", b""), (ACCEPTED, String::new()));
        assert_eq!(answer(same, b"", b"", b""), (FAULT, missing.to_owned()));
        assert_eq!(answer(same, b"", b"\n", b""), (FAULT, wrong.to_owned()));
    }
}
