//! `cargo paste`: its arguments and its exit status.

use std::ffi::OsString;
use std::process::ExitCode;

use testcases::arguments::{self, unknown, Word, Words};
use testcases::languages::Source;
use testcases::paste::{self, Request};

const HELP: &str = "\
Judges a solution as it would be pasted, puts it on the clipboard, and says where to go with it.

Usage: cargo paste [PROBLEM] [OPTIONS]

Without a problem it takes the one of the current folder; at the workspace's root it lists what can be
pasted where.

Options:
      --to JUDGE    another online judge that carries the problem, or vjudge
      --lang LANG   rust or c, whether the online judge accepts it or not
      --force       paste it even if it is not Accepted, or too long
      --print       write the file to stdout, and nothing else there
      --check       judge every file as every online judge compiles it; paste none
  -h, --help        show this

What is pasted is the file as it stands. It is compiled alone, as the online judge does, and judged on
all stored cases under the limits of the suite; memory is limited on Linux alone.

[package.metadata.judge] also = [\"URL\"] in a problem's Cargo.toml names its pages on other online judges.
CC names the C compiler. Exit status: 0 if it may be pasted, 1 if not, 2 for arguments that are not
understood.
";

fn main() -> ExitCode {
    arguments::main(HELP, parse, paste::run)
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
            Word::Option(option) => {
                match option.as_str() {
                    "--to" => request.to = Some(words.value("an online judge")?),
                    "--lang" => request.language = Some(words.parsed("rust or c", source)?),
                    "--force" => request.force = true,
                    "--print" => request.print = true,
                    "--check" => request.check = true,
                    "-h" | "--help" => return Ok(None),
                    _ => return Err(unknown(&option)),
                }
                if option != "--check" {
                    request.needs_problem = Some(option);
                }
            }
        }
    }
    match &request.needs_problem {
        Some(option) if request.check => {
            Err(format!("--check and {option} cannot be used together"))
        }
        _ => Ok(Some(request)),
    }
}

fn source(name: &str) -> Option<Source> {
    let is_named = |source: &Source| source.option().eq_ignore_ascii_case(name);
    [Source::Rust, Source::C].into_iter().find(is_named)
}
