//! `cargo receive`: its arguments and its exit status.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use testcases::arguments::{unknown, Word, Words};
use testcases::online_judges::chosen_name;
use testcases::receive::{run, Source, Wish};

const HELP: &str = "\
Brings in the samples of a problem; a problem that the workspace lacks gets its package.

cargo receive              takes what the browser extension Competitive Companion sends
cargo receive URL          downloads the samples by cargo-compete
cargo receive --tidy NAME  moves cases that cargo-compete wrote into the suite to files

  --name NAME makes a package of that name, not of the one that the URL suggests
  --replace   takes samples that differ from the stored ones; else they are only shown
  --keep      goes on taking problems from the browser until Ctrl-C
  --port N    listens on port N, which is to be set in the extension too
  --help      shows this

What is stored already stays as it is: limits, edge cases, solutions.
";

fn main() -> ExitCode {
    let (source, wish) = match parse(env::args_os().skip(1)) {
        Ok(Some(parsed)) => parsed,
        Ok(None) => {
            let _ = io::stdout().write_all(HELP.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("{error}; `cargo receive --help` lists all");
            return ExitCode::from(2);
        }
    };
    match run(&source, &wish) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the arguments; `None` if help is asked for.
fn parse(words: impl Iterator<Item = OsString>) -> Result<Option<(Source, Wish)>, String> {
    let (mut url, mut tidy, mut port, mut keep) = (None, None, None, false);
    let mut wish = Wish::default();
    let mut words = Words::new(words);
    while let Some(word) = words.next_word()? {
        match word {
            Word::Operand(page) if url.is_none() => url = Some(page),
            Word::Operand(page) => return Err(format!("expected one URL, found {page:?} too")),
            Word::Option(option) => match option.as_str() {
                "--tidy" => tidy = Some(words.value("a package")?),
                "--port" => {
                    port = Some(words.parsed("a number up to 65535", |text| text.parse().ok())?);
                }
                "--name" => wish.name = Some(words.parsed(NAME, chosen_name)?),
                "--replace" => wish.replace = true,
                "--keep" => keep = true,
                "-h" | "--help" => return Ok(None),
                _ => return Err(unknown(&option)),
            },
        }
    }
    if wish.name.is_some() && (keep || tidy.is_some()) {
        return Err("--name cannot be used with --keep or --tidy".to_owned());
    }
    let source = match (url, tidy) {
        (Some(_), Some(_)) => return Err("a URL and --tidy cannot be used together".to_owned()),
        (None, None) => Source::Browser { port, keep },
        _ if keep || port.is_some() => {
            return Err("--keep and --port cannot be used with a URL or --tidy".to_owned());
        }
        (Some(url), None) => Source::Page(url),
        (None, Some(package)) => Source::Suite(package),
    };
    Ok(Some((source, wish)))
}

const NAME: &str =
    "a name such as cf1a: a small letter, then up to 63 of a-z 0-9 _ -, and no word that \
                    Rust, cargo or Windows keeps for itself";
