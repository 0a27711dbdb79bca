//! `cargo paste`: its arguments and its exit status.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use testcases::arguments::{unknown, Word, Words};
use testcases::judges::Source;
use testcases::paste::{self, Request};

const HELP: &str = "\
Judges a solution as it would be pasted, puts it on the clipboard, and says where to go with it.

Usage: cargo paste [PROBLEM] [OPTIONS]

Without a problem it lists what can be pasted where.

Options:
      --to JUDGE    another judge that carries the problem, or vjudge
      --lang LANG   rust or c, whatever the judge takes
      --force       paste it even if it is not Accepted, or too long
      --print       write the file to stdout, and nothing else there
      --check       judge every file for every judge and with other compilers; paste none
  -h, --help        show this

What is pasted is the file as it stands. It is compiled alone, as the judge does, and judged on all
stored cases under the limits of the suite. [package.metadata.judge] also = [\"URL\"] in a problem's
Cargo.toml names its pages on other judges. CC names the C compiler. Exit status: 0 if it may be
pasted, 1 if not, 2 for arguments that are not understood.
";

fn main() -> ExitCode {
    let request = match parse(env::args_os().skip(1)) {
        Ok(Some(request)) => request,
        Ok(None) => {
            let _ = io::stdout().write_all(HELP.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error}; --help lists all");
            return ExitCode::from(2);
        }
    };
    match paste::run(&request) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // A closed pipe, as `| head` leaves it, needs no message.
            if error.kind() != io::ErrorKind::BrokenPipe {
                let _ = writeln!(io::stderr(), "error: {error}");
            }
            ExitCode::FAILURE
        }
    }
}

/// Reads the arguments; `None` if help is asked for.
fn parse(words: impl Iterator<Item = OsString>) -> Result<Option<Request>, String> {
    let mut request = Request::default();
    let mut words = Words::new(words);
    while let Some(word) = words.next_word()? {
        match word {
            Word::Operand(problem) if request.problem.is_none() => request.problem = Some(problem),
            Word::Operand(problem) => {
                return Err(format!("expected one problem, found {problem:?} too"));
            }
            Word::Option(option) => match option.as_str() {
                "--to" => request.to = Some(words.value("an online judge")?),
                "--lang" => request.language = Some(words.parsed("rust or c", source)?),
                "--force" => request.force = true,
                "--print" => request.print = true,
                "--check" => request.check = true,
                "-h" | "--help" => return Ok(None),
                _ => return Err(unknown(&option)),
            },
        }
    }
    match (request.options().first(), &request.problem) {
        (Some(option), _) if request.check => {
            Err(format!("--check and {option} cannot be used together"))
        }
        (Some(option), None) => Err(format!("{option}: expected a problem, found none")),
        _ => Ok(Some(request)),
    }
}

fn source(name: &str) -> Option<Source> {
    let is_named = |source: &Source| source.option().eq_ignore_ascii_case(name);
    [Source::Rust, Source::C].into_iter().find(is_named)
}
