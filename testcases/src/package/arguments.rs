//! The arguments of `tests/cases.rs`: those of Rust's own harness that make sense for cases.

use std::env;
use std::ffi::OsString;
use std::num::NonZero;

use crate::arguments::{unexpected, unknown, Word, Words};
use crate::judge::report::Color;

pub(super) const HELP: &str = "\
Judges the package's program on its stored cases.

Usage: [OPTIONS] [FILTER]...

A case is judged if its name contains one of the filters, or if there is none.

Options:
      --exact             a filter is a whole name
      --skip FILTER       leave out the cases whose names contain it; may be repeated
      --list              list the cases and judge none
      --ignored           judge only what is ignored: a C twin where no C compiler is found
      --include-ignored   judge that too
      --no-capture        show what a program prints that is Accepted (also --nocapture)
      --show-output       show that at the end
  -q, --quiet             one character a case (also --format terse)
      --format FORMAT     pretty or terse
      --test-threads N    how many cases are judged side by side
      --color WHEN        auto, always or never
  -h, --help              show this
";

/// What the arguments ask for.
#[derive(Default)]
pub(super) struct Arguments {
    pub filters: Vec<String>,
    pub skip: Vec<String>,
    pub exact: bool,
    pub list: bool,
    pub ignored: bool,
    pub include_ignored: bool,
    pub no_capture: bool,
    pub show_output: bool,
    pub terse: bool,
    pub threads: Option<NonZero<usize>>,
    pub color: Color,
    pub help: bool,
}

impl Arguments {
    /// Reads the arguments.
    ///
    /// # Errors
    /// One line: what was expected, and what was found.
    pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let mut parsed = Self { threads: threads_of_environment()?, ..Self::default() };
        let mut words = Words::new(words);
        while let Some(word) = words.next_word()? {
            let option = match word {
                Word::Operand(filter) => {
                    parsed.filters.push(filter);
                    continue;
                }
                Word::Option(option) => option,
            };
            match option.as_str() {
                "--exact" => parsed.exact = true,
                "--skip" => parsed.skip.push(words.value("a filter")?),
                "--list" => parsed.list = true,
                "--ignored" => parsed.ignored = true,
                "--include-ignored" => parsed.include_ignored = true,
                "--nocapture" | "--no-capture" => parsed.no_capture = true,
                "--show-output" => parsed.show_output = true,
                "-q" | "--quiet" => parsed.terse = true,
                "--format" => parsed.terse = words.parsed("pretty or terse", is_terse)?,
                "--test-threads" => {
                    parsed.threads = Some(words.parsed(THREADS, |text| text.parse().ok())?);
                }
                "--color" => parsed.color = words.parsed("auto, always or never", Color::named)?,
                "-h" | "--help" => parsed.help = true,
                _ => return Err(format!("{}; --help lists all", unknown(&option))),
            }
        }
        Ok(parsed)
    }

    /// Whether the filters choose a trial of this name. `--ignored` chooses only those that are
    /// ignored.
    pub fn choose(&self, name: &str, is_ignored: bool) -> bool {
        let matches = |filter: &String| match self.exact {
            true => name == *filter,
            false => name.contains(filter.as_str()),
        };
        (self.filters.is_empty() || self.filters.iter().any(matches))
            && !self.skip.iter().any(matches)
            && (!self.ignored || self.include_ignored || is_ignored)
    }
}

const THREADS: &str = "a whole number above 0";

fn threads_of_environment() -> Result<Option<NonZero<usize>>, String> {
    const NAME: &str = "RUST_TEST_THREADS";
    let value = env::var_os(NAME).map(|value| value.to_string_lossy().into_owned());
    let threads = |value: String| value.parse().map_err(|_| unexpected(NAME, THREADS, &value));
    value.map(threads).transpose()
}

fn is_terse(format: &str) -> Option<bool> {
    match format {
        "pretty" => Some(false),
        "terse" => Some(true),
        _ => None,
    }
}
