//! An interactor talks with the program that is judged, over its stdin and stdout.
//!
//! It stands in the package's `tests/cases.rs`. The judge runs that executable as
//! `cases --interact`. Its stdin is the output of the program. Its stdout is not the input of the
//! program but a protocol, which tells the judge who waits for whom: see `judge/protocol.rs`.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::RangeInclusive;
use std::panic;
use std::process;
use std::rc::Rc;
use std::str::FromStr;

use super::checker::{describe, named};
pub use super::tokens::{Checked, Complaint, Text, Tokens};
use crate::judge::protocol::{Frame, INPUT};

/// A package's interactor. It reads the case's input, talks with the program, and says what is
/// wrong with what the program says.
///
/// After `Ok` the program must end and print nothing more.
pub type Interact = fn(input: &mut Tokens, program: &mut Program) -> Checked;

/// The program that an interactor talks with.
pub struct Program {
    output: Tokens,
    frames: Frames,
}

impl Program {
    /// The program with this output; the frames of the protocol are written to `frames`.
    fn new(output: impl io::Read + 'static, frames: impl Write + 'static) -> Self {
        let frames = Frames(Rc::new(RefCell::new(frames)));
        let asking = frames.clone();
        let mut output = BufReader::new(output);
        let mut read = 0;
        let lines = move |what: &str| {
            if !output.buffer().contains(&b'\n') {
                asking.send(&Frame::Waits { read, what: what.to_owned() });
            }
            let mut line = Vec::new();
            // An error of the pipe counts as its end.
            if output.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
                return None;
            }
            read += 1;
            Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
        };
        Self { output: Tokens::from_lines(Text::Found, lines), frames }
    }

    /// Sends one or more lines to the program. The newline of the last may be left out.
    pub fn tell(&mut self, text: impl Display) {
        let text = text.to_string();
        for line in text.strip_suffix('\n').unwrap_or(&text).split('\n') {
            self.frames.send(&Frame::Tells(line.to_owned()));
        }
    }

    /// Waits for the next token: see [`Tokens::token`].
    ///
    /// # Errors
    /// If the program ends without it.
    pub fn token(&mut self, what: &str) -> Result<String, Complaint> {
        self.output.token(what)
    }

    /// Waits for a whole number: see [`Tokens::number`].
    ///
    /// # Errors
    /// If the program says something else, or ends without it.
    pub fn number<T: FromStr + Ord + Display>(
        &mut self,
        what: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, Complaint> {
        self.output.number(what, range)
    }

    /// Waits for a number that may have a fraction: see [`Tokens::decimal`].
    ///
    /// # Errors
    /// If the program says something else, or ends without it.
    pub fn decimal(&mut self, what: &str, range: RangeInclusive<f64>) -> Result<f64, Complaint> {
        self.output.decimal(what, range)
    }

    /// Waits for a line: see [`Tokens::line`].
    ///
    /// # Errors
    /// If the program ends without it.
    pub fn line(&mut self, what: &str) -> Result<String, Complaint> {
        self.output.line(what)
    }

    /// The complaint that what the program said last is wrong: see [`Tokens::wrong`].
    ///
    /// # Errors
    /// Always.
    pub fn wrong<T>(&self, message: impl Display) -> Result<T, Complaint> {
        self.output.wrong(message)
    }
}

/// The writer of frames: the program and the reader of its output share it.
#[derive(Clone)]
struct Frames(Rc<RefCell<dyn Write>>);

impl Frames {
    fn send(&self, frame: &Frame) {
        let mut out = self.0.borrow_mut();
        // If the judge has ended, nobody reads the frame.
        let _ = writeln!(out, "{}", frame.write()).and_then(|()| out.flush());
    }
}

/// Talks with the program at the other end of stdin and stdout, and ends the process.
pub(crate) fn run(interact: Interact) -> ! {
    panic::set_hook(Box::new(|panic| {
        println!("{}", Frame::Fault(describe(panic)).write());
        process::exit(0);
    }));
    let mut program = Program::new(io::stdin(), io::stdout());
    let input = named(INPUT)
        .and_then(|bytes| String::from_utf8(bytes).map_err(|error| format!("{INPUT}: {error}")));
    let last = match input {
        Ok(input) => talk(interact, &input, &mut program),
        Err(error) => Frame::Fault(error),
    };
    program.frames.send(&last);
    process::exit(0)
}

/// The conversation; gives the last frame.
fn talk(interact: Interact, input: &str, program: &mut Program) -> Frame {
    let mut input = Tokens::new(Text::Input, input);
    let checked = interact(&mut input, program).and_then(|()| {
        program.frames.send(&Frame::Ends);
        program.output.end()
    });
    match checked {
        Ok(()) => Frame::Accepts,
        Err(Complaint { text: Text::Found, missing: Some(what), .. }) => Frame::Misses(what),
        Err(complaint) if complaint.text == Text::Found => {
            Frame::Rejects { read: program.output.number, line: complaint.to_string() }
        }
        Err(complaint) => Frame::Fault(complaint.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program adds one to a number, twice.
    fn add_one(input: &mut Tokens, program: &mut Program) -> Checked {
        for _ in 0..2 {
            let number: u32 = input.number("a number", 0..=9)?;
            program.tell(number);
            let answer = program.number("the number after it", 0..=10)?;
            if answer != number + 1 {
                return program.wrong(format!("{answer} is not the number after {number}"));
            }
        }
        Ok(())
    }

    /// What is written to a program that says all of `output` at once, and the last frame.
    fn frames(input: &str, output: &str) -> Vec<Frame> {
        frames_of(add_one, input, output)
    }

    fn frames_of(interact: Interact, input: &str, output: &str) -> Vec<Frame> {
        struct Shared(Rc<RefCell<Vec<u8>>>);
        impl Write for Shared {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.borrow_mut().write(bytes)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let written = Rc::new(RefCell::new(Vec::new()));
        let output = io::Cursor::new(output.as_bytes().to_vec());
        let mut program = Program::new(output, Shared(written.clone()));
        let last = talk(interact, input, &mut program);
        let text = String::from_utf8(written.take()).unwrap();
        text.lines().map(|line| Frame::read(line).unwrap()).chain([last]).collect()
    }

    fn waits(read: usize, what: &str) -> Frame {
        Frame::Waits { read, what: what.to_owned() }
    }

    #[test]
    fn a_right_conversation_is_accepted() {
        let what = "the number after it from 0 to 10";
        let expected = [
            Frame::Tells("4".to_owned()),
            waits(0, what),
            Frame::Tells("7".to_owned()),
            // The second line came with the first: nobody waits.
            Frame::Ends,
            waits(2, "the end of the output"),
            Frame::Accepts,
        ];
        assert_eq!(frames("4 7", "5\n8\n"), expected);
        assert_eq!(frames("4 7", "5 8\r\n").last(), Some(&Frame::Accepts));
    }

    #[test]
    fn what_the_program_says_wrong_is_named_with_its_line() {
        let last = |output| frames("4 7", output).pop().unwrap();
        let rejects = |read, line: &str| Frame::Rejects { read, line: line.to_owned() };
        assert_eq!(last("5\n9\n"), rejects(2, "line 2: 9 is not the number after 7"));
        let line = "line 1, column 1: expected the number after it from 0 to 10, found \"x\"";
        assert_eq!(last("x\n8\n"), rejects(1, line));
        let line = "line 3, column 2: expected the end of the output, found \"9\"";
        assert_eq!(last("5\n8\n 9\n"), rejects(3, line));
        let what = "the number after it from 0 to 10";
        assert_eq!(last("5\n"), Frame::Misses(what.to_owned()));
    }

    #[test]
    fn lines_of_any_length_are_told() {
        let several: Interact = |_, program| {
            program.tell("");
            program.tell("a\n\n b\n");
            assert_eq!(program.line("a line"), Ok(" two words".to_owned()));
            assert_eq!(program.token("a word"), Ok("1.50".to_owned()));
            program.decimal("a number", 0.0..=1.0).map(drop)
        };
        let told: Vec<Frame> = ["", "a", "", " b"].map(|line| Frame::Tells(line.to_owned())).into();
        let frames = frames_of(several, "", " two words\n1.50 0.5\n");
        assert_eq!(frames[..4], told);
        assert_eq!(frames.last(), Some(&Frame::Accepts));
    }

    #[test]
    fn a_bad_case_is_the_interactors_fault() {
        let line = "the input, line 1, column 1: expected a number from 0 to 9, found \"x\"";
        assert_eq!(frames("x", ""), [Frame::Fault(line.to_owned())]);
    }
}
