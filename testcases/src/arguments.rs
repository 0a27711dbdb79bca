//! Reads a command line: options, their values, and operands.
//!
//! All commands and the trials of a package use it, so that all of them accept `--option value` and
//! `--option=value`, and refuse with the same messages.

use std::env::{self, ArgsOs};
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::iter::Skip;
use std::process::ExitCode;

/// Reads the words of a command line one after another.
pub struct Words<I> {
    words: I,
    /// The option that was read last.
    option: String,
    /// What follows its `=`, until [`value`](Self::value) takes it.
    value: Option<String>,
    /// Whether `--` was read: after it all words are operands.
    only_operands: bool,
}

/// A word of a command line.
#[derive(Debug, PartialEq)]
pub enum Word {
    /// An option with its dashes, without its value.
    Option(String),
    /// Anything else.
    Operand(String),
}

impl<I: Iterator<Item = OsString>> Words<I> {
    /// The words without the program's own name.
    pub fn new(words: impl IntoIterator<Item = OsString, IntoIter = I>) -> Self {
        let words = words.into_iter();
        Self { words, option: String::new(), value: None, only_operands: false }
    }

    /// The next word; `None` at the end.
    ///
    /// # Errors
    /// One line: if the option before it has a value and takes none, or if the word is not UTF-8.
    pub fn next_word(&mut self) -> Result<Option<Word>, String> {
        if self.value.take().is_some() {
            return Err(format!("{}: expected no value, found one", self.option));
        }
        let Some(word) = self.text()? else {
            return Ok(None);
        };
        if self.only_operands || !word.starts_with('-') || word == "-" {
            return Ok(Some(Word::Operand(word)));
        }
        if word == "--" {
            self.only_operands = true;
            return self.next_word();
        }
        let (option, value) = match word.split_once('=') {
            Some((option, value)) => (option.to_owned(), Some(value.to_owned())),
            None => (word, None),
        };
        self.option.clone_from(&option);
        self.value = value;
        Ok(Some(Word::Option(option)))
    }

    /// The value of the option that was read last; `expected` says what it should be.
    ///
    /// # Errors
    /// One line: if there is none, or it is not UTF-8.
    pub fn value(&mut self, expected: &str) -> Result<String, String> {
        let value = match self.value.take() {
            Some(value) => Some(value),
            None => self.text()?,
        };
        value.ok_or_else(|| format!("{}: expected {expected}, found nothing", self.option))
    }

    /// The value of the option that was read last, as `read` understands it.
    ///
    /// # Errors
    /// One line: if there is none, or `read` gives `None`.
    pub fn parsed<T>(
        &mut self,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, String> {
        let value = self.value(expected)?;
        read(&value).ok_or_else(|| unexpected(&self.option, expected, &value))
    }

    fn text(&mut self) -> Result<Option<String>, String> {
        let text = self.words.next().map(OsString::into_string).transpose();
        text.map_err(|word| format!("expected UTF-8, found the argument {word:?}"))
    }
}

/// The `main` of a command. `parse` reads the arguments, and gives `None` where they ask for help;
/// `run` says whether all went well.
///
/// The exit status is 2 for arguments that are not understood, by `parse` or by `run`, which says
/// so by [`ErrorKind::InvalidInput`].
pub fn main<T>(
    help: &str,
    parse: impl FnOnce(Skip<ArgsOs>) -> Result<Option<T>, String>,
    run: impl FnOnce(&T) -> io::Result<bool>,
) -> ExitCode {
    let all_well = match parse(env::args_os().skip(1)) {
        Ok(Some(request)) => run(&request),
        Ok(None) => {
            let _ = io::stdout().write_all(help.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(error) => Err(io::Error::new(ErrorKind::InvalidInput, error)),
    };
    match all_well {
        Err(error) if error.kind() == ErrorKind::InvalidInput => {
            let _ = writeln!(io::stderr(), "error: {error}; --help lists all");
            ExitCode::from(2)
        }
        all_well => exit_code(all_well, 1),
    }
}

/// The exit status of a command: `failed` if not all went well. An error is shown on stderr.
pub fn exit_code(all_well: io::Result<bool>, failed: u8) -> ExitCode {
    match all_well {
        Ok(true) => return ExitCode::SUCCESS,
        Ok(false) => {}
        // A closed pipe, as `| head` leaves it, needs no message.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
        }
    }
    ExitCode::from(failed)
}

/// The message for a value that an option or an environment variable does not accept.
pub fn unexpected(name: &str, expected: &str, found: &str) -> String {
    format!("{name}: expected {expected}, found {found:?}")
}

/// The message for an option that does not exist.
pub fn unknown(option: &str) -> String {
    format!("unknown option {option}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Words<impl Iterator<Item = OsString> + '_> {
        Words::new(line.split(' ').map(OsString::from))
    }

    #[test]
    fn options_are_told_from_operands() {
        let mut words = words("a -q --to=b=c --to d - -- --e");
        assert_eq!(words.next_word(), Ok(Some(Word::Operand("a".to_owned()))));
        assert_eq!(words.next_word(), Ok(Some(Word::Option("-q".to_owned()))));
        for value in ["b=c", "d"] {
            assert_eq!(words.next_word(), Ok(Some(Word::Option("--to".to_owned()))));
            assert_eq!(words.value("a judge"), Ok(value.to_owned()));
        }
        assert_eq!(words.next_word(), Ok(Some(Word::Operand("-".to_owned()))));
        assert_eq!(words.next_word(), Ok(Some(Word::Operand("--e".to_owned()))));
        assert_eq!(words.next_word(), Ok(None));
    }
}
