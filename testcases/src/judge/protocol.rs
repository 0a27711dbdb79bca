//! How the judge and a package's referee, which is a process of its own, tell each other what they
//! know. A referee is a checker or an interactor: the package's compiled `tests/cases.rs`.

/// The first argument of a referee that is to check an output.
pub(crate) const CHECK: &str = "--check";
/// The first argument of a referee that is to talk with a program.
pub(crate) const INTERACT: &str = "--interact";

/// The exit statuses of a checker, which prints one line unless it accepts.
///
/// Source: cargo-compete takes 0 for Accepted and all others for a Wrong Answer.
pub(crate) const ACCEPTED: i32 = 0;
/// What is wrong with the output stands in the line.
pub(crate) const WRONG: i32 = 1;
/// What is wrong with the case or the checker stands in the line.
pub(crate) const FAULT: i32 = 2;

/// The variables that name the files of the texts.
///
/// Source: snowchains_core 0.13, by which cargo-compete judges; the last is unset where a case has
/// no output.
pub(crate) const INPUT: &str = "INPUT";
/// The output of the program.
pub(crate) const FOUND: &str = "ACTUAL_OUTPUT";
/// The output that is stored.
pub(crate) const EXPECTED: &str = "EXPECTED_OUTPUT";

/// What an interactor's process writes to its stdout: lines. The first character of a line says
/// what the line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// `<`: a line for the program.
    Tells(String),
    /// `?`: it has read so many lines of the program and waits for more, in which it expects `what`.
    Waits { read: usize, what: String },
    /// `.`: it has nothing more to tell, and waits for the end of the program.
    Ends,
    /// `=`: all was right, and the program's output is at its end.
    Accepts,
    /// `!`: it has read so many lines of the program, and what is wrong with them.
    Rejects { read: usize, line: String },
    /// `~`: the program's output ended before what was expected.
    Misses(String),
    /// `#`: what is wrong with the case or the interactor.
    Fault(String),
}

impl Frame {
    pub(crate) fn write(&self) -> String {
        match self {
            Self::Tells(line) => format!("<{line}"),
            Self::Waits { read, what } => format!("?{read} {what}"),
            Self::Ends => ".".to_owned(),
            Self::Accepts => "=".to_owned(),
            Self::Rejects { read, line } => format!("!{read} {line}"),
            Self::Misses(what) => format!("~{what}"),
            Self::Fault(line) => format!("#{line}"),
        }
    }

    /// Reads a line without its end; `None` if it is none of the protocol.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let kind = line.chars().next()?;
        let rest = &line[kind.len_utf8()..];
        Some(match kind {
            '<' => Self::Tells(rest.to_owned()),
            '?' => numbered(rest).map(|(read, what)| Self::Waits { read, what })?,
            '.' if rest.is_empty() => Self::Ends,
            '=' if rest.is_empty() => Self::Accepts,
            '!' => numbered(rest).map(|(read, line)| Self::Rejects { read, line })?,
            '~' => Self::Misses(rest.to_owned()),
            '#' => Self::Fault(rest.to_owned()),
            _ => return None,
        })
    }
}

/// A number and the text after it.
fn numbered(text: &str) -> Option<(usize, String)> {
    let (number, text) = text.split_once(' ')?;
    Some((number.parse().ok()?, text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_are_written() {
        for frame in [
            Frame::Tells(String::new()),
            Frame::Tells("<a ?".to_owned()),
            Frame::Waits { read: 12, what: "a b".to_owned() },
            Frame::Ends,
            Frame::Accepts,
            Frame::Rejects { read: 1, line: "a b".to_owned() },
            Frame::Misses("a".to_owned()),
            Frame::Fault("a".to_owned()),
        ] {
            assert_eq!(Frame::read(&frame.write()), Some(frame));
        }
        for line in ["", "é", "50", ".x", "=x", "?x", "?x y", "!a"] {
            assert_eq!(Frame::read(line), None, "{line:?}");
        }
    }
}
