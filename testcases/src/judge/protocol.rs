//! The protocol between the judge and the referee of a package. A referee is a checker or an
//! interactor. It runs as a process of its own, the package's compiled `tests/cases.rs`.

/// The first argument that makes the process a checker.
pub(crate) const CHECK: &str = "--check";
/// The first argument that makes the process an interactor.
pub(crate) const INTERACT: &str = "--interact";

/// The exit status of a checker that accepts. With the others it prints one line.
///
/// Source: for cargo-compete 0 is Accepted and every other status a Wrong Answer.
pub(crate) const ACCEPTED: i32 = 0;
/// The line says what is wrong with the output.
pub(crate) const WRONG: i32 = 1;
/// The line says what is wrong with the case or the checker.
pub(crate) const FAULT: i32 = 2;

/// The environment variable with the path of the input. The two below are paths, too.
///
/// Source: snowchains_core 0.13, by which cargo-compete judges. It leaves the last one unset if a
/// case has no output.
pub(crate) const INPUT: &str = "INPUT";
/// The output of the program.
pub(crate) const FOUND: &str = "ACTUAL_OUTPUT";
/// The output that is stored.
pub(crate) const EXPECTED: &str = "EXPECTED_OUTPUT";

/// A line that an interactor writes to its stdout. Its first character says of what kind it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// `<`: a line for the program.
    Tells(String),
    /// `?`: it has read `read` lines of the program, waits for more, and expects `what` in them.
    Waits { read: usize, what: String },
    /// `.`: it has nothing more to tell, and waits for the end of the program.
    Ends,
    /// `=`: it accepts, and the program's output has ended.
    Accepts,
    /// `!`: it has read `read` lines of the program, and `line` says what is wrong with them.
    Rejects { read: usize, line: String },
    /// `~`: the program's output has ended, and the interactor expected this.
    Misses(String),
    /// `#`: this is wrong with the case or the interactor.
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

    /// Parses a line without its end; `None` if it does not belong to the protocol.
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
