//! `cargo stress`: its arguments and its exit status.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use testcases::arguments::{self, unknown, Word, Words};
use testcases::package::oracle::{self, Request};

const HELP: &str = "\
Runs a solution on small random inputs, and judges it by a brute force, a checker or an interactor.

Usage: cargo stress PROBLEM [OPTIONS]

The first time it writes tests/oracle.rs of the problem's package, in which you say what a random
input is and how its output is found.

Options:
      --times N      N times as many inputs
      --store CASE   store the smallest input on which the solution fails, as a case of that name
  -h, --help         show this

Exit status: 0 if the solution passes on all inputs, or the case is stored; 1 if not; 2 for
arguments that are not understood.
";

fn main() -> ExitCode {
    arguments::main(HELP, parse, |request| oracle::run(request).map_err(io::Error::other))
}

/// Reads the arguments; `None` if help is asked for.
fn parse(words: impl Iterator<Item = OsString>) -> Result<Option<Request>, String> {
    let (mut problem, mut store, mut times) = (None, None, None);
    let mut words = Words::new(words);
    while let Some(word) = words.next_word()? {
        match word {
            Word::Operand(name) if problem.is_none() => problem = Some(name),
            Word::Operand(name) => return Err(format!("expected one problem, found {name:?} too")),
            Word::Option(option) => match option.as_str() {
                "--store" => store = Some(words.value("the name of a case")?),
                "--times" => {
                    let number = |text: &str| text.parse().ok().filter(|&times| times > 0);
                    times = Some(words.parsed("a whole number above 0", number)?);
                }
                "-h" | "--help" => return Ok(None),
                _ => return Err(unknown(&option)),
            },
        }
    }
    let problem = problem.ok_or("expected a problem, found none")?;
    Ok(Some(Request { problem, store, times }))
}
