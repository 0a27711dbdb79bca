//! The `main` of a problem's `tests/cases.rs`: every stored case is a trial, which is named,
//! chosen, run and counted as a test of Rust's own harness is.
//!
//! A package with a C twin, `NAME.c` beside its `Cargo.toml`, has a trial `c/CASE` for each case
//! too.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Instant;

use crate::compilers::{self, Compiler};
use crate::judge::{cores, side_by_side, Judge, Judgement, Verdict};
use crate::report::{Color, Style};
use crate::suite::{Case, Suite};

/// The exit status of a test that failed, as that of Rust's own harness.
const FAILED: u8 = 101;

/// How many trials stand in one line of the terse format.
const TERSE_WIDTH: usize = 88;

const HELP: &str = "\
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

/// What the trials of a package need to know of it.
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// The file of its suite.
    pub suite: PathBuf,
    /// Its binary.
    pub program: PathBuf,
    /// A folder for what is made on the way: the compiled C twin, the lock of the judge.
    pub scratch: PathBuf,
}

/// Runs the trials that the arguments of the process ask for.
pub fn main(package: &Package) -> ExitCode {
    let stdout = &mut io::stdout().lock();
    match run(package, env::args_os().skip(1), stdout) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FAILED),
        Err(error) => {
            // A closed pipe, as `| head` leaves it, needs no message.
            if error.kind() != io::ErrorKind::BrokenPipe {
                eprintln!("error: {error}");
            }
            ExitCode::from(FAILED)
        }
    }
}

/// Runs the trials that the arguments ask for; says whether all went well.
///
/// # Errors
/// One line: malformed arguments, a suite that cannot be read, or what went wrong in writing.
pub fn run(
    package: &Package,
    arguments: impl IntoIterator<Item = OsString>,
    out: &mut impl Write,
) -> io::Result<bool> {
    let arguments = Arguments::parse(arguments).map_err(io::Error::other)?;
    if arguments.help {
        out.write_all(HELP.as_bytes())?;
        return Ok(true);
    }
    let suite = Suite::read(&package.suite).map_err(io::Error::other)?;
    let programs = programs(package);
    let all = programs.iter().flat_map(|program| {
        suite.cases.iter().map(move |case| Trial {
            name: format!("{}{}", program.prefix, case.name),
            case,
            program,
        })
    });
    let all: Vec<Trial> = all.collect();
    let chosen: Vec<&Trial> = all.iter().filter(|trial| arguments.choose(trial)).collect();
    if arguments.list {
        return list(&chosen, &arguments, out).map(|()| true);
    }
    if suite.cases.iter().any(|case| case.inline) {
        writeln!(
            out,
            "\nnote: cases stand in the suite itself; `cargo receive --tidy {}` moves them to files",
            package.name
        )?;
    }
    let run = Run {
        style: Style::of_stdout(arguments.color),
        arguments: &arguments,
        filtered_out: all.len() - chosen.len(),
    };
    run.judge(&chosen, out)
}

/// A program that the package has: its binary, or its C twin.
struct Program<'a> {
    /// What stands before the names of its trials.
    prefix: &'static str,
    /// Why it is not judged unless that is asked for.
    ignored: Option<String>,
    build: Box<dyn Fn() -> Result<PathBuf, String> + Sync + 'a>,
    scratch: &'a Path,
    judge: OnceLock<Result<Judge, String>>,
}

impl Program<'_> {
    fn judge(&self, case: &Case) -> Result<Judgement, String> {
        self.judge
            .get_or_init(|| Judge::new(&(self.build)()?, self.scratch))
            .as_ref()
            .map_err(String::clone)?
            .judge(case)
    }
}

struct Trial<'a> {
    name: String,
    case: &'a Case,
    program: &'a Program<'a>,
}

fn programs(package: &Package) -> Vec<Program<'_>> {
    let program = |prefix, ignored, build| Program {
        prefix,
        ignored,
        build,
        scratch: &package.scratch,
        judge: OnceLock::new(),
    };
    let mut programs = vec![program("", None, Box::new(|| Ok(package.program.clone())))];
    let source = package.folder.join(format!("{}.c", package.name));
    if source.exists() {
        let compiler = Compiler::for_twins();
        let missing = (!compiler.exists())
            .then(|| format!("no C compiler: cannot run {}", compiler.command[0]));
        let ignored = missing.filter(|_| !compilers::must_be_complete());
        let build = Box::new(move || compiler.compile_changed(&source, &package.scratch));
        programs.push(program("c/", ignored, build));
    }
    programs
}

#[derive(Default)]
struct Arguments {
    filters: Vec<String>,
    skip: Vec<String>,
    exact: bool,
    list: bool,
    ignored: bool,
    include_ignored: bool,
    no_capture: bool,
    show_output: bool,
    terse: bool,
    threads: Option<NonZero<usize>>,
    color: Color,
    help: bool,
}

impl Arguments {
    fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let mut parsed = Self::default();
        if let Some(threads) = env::var_os("RUST_TEST_THREADS") {
            parsed.threads = Some(threads_from("RUST_TEST_THREADS", &threads.to_string_lossy())?);
        }
        let mut arguments = arguments.into_iter().map(|argument| {
            argument
                .into_string()
                .map_err(|argument| format!("expected UTF-8, found the argument {argument:?}"))
        });
        while let Some(argument) = arguments.next().transpose()? {
            if argument == "--" {
                parsed.filters.extend(arguments.collect::<Result<Vec<_>, _>>()?);
                break;
            }
            if !argument.starts_with('-') || argument == "-" {
                parsed.filters.push(argument);
                continue;
            }
            let (option, mut value) = match argument.split_once('=') {
                Some((option, value)) => (option, Some(value.to_owned())),
                None => (&*argument, None),
            };
            let mut required = || match value.take() {
                Some(value) => Ok(value),
                None => arguments.next().unwrap_or_else(|| Err(format!("{option} needs a value"))),
            };
            match option {
                "--exact" => parsed.exact = true,
                "--skip" => parsed.skip.push(required()?),
                "--list" => parsed.list = true,
                "--ignored" => parsed.ignored = true,
                "--include-ignored" => parsed.include_ignored = true,
                "--nocapture" | "--no-capture" => parsed.no_capture = true,
                "--show-output" => parsed.show_output = true,
                "-q" | "--quiet" => parsed.terse = true,
                "--format" => {
                    parsed.terse = match &*required()? {
                        "pretty" => false,
                        "terse" => true,
                        other => return Err(expected("--format", "pretty or terse", other)),
                    }
                }
                "--test-threads" => parsed.threads = Some(threads_from(option, &required()?)?),
                "--color" => {
                    parsed.color = match &*required()? {
                        "auto" => Color::Auto,
                        "always" => Color::Always,
                        "never" => Color::Never,
                        other => return Err(expected("--color", "auto, always or never", other)),
                    }
                }
                "-h" | "--help" => parsed.help = true,
                _ => return Err(format!("unknown option {option}; --help lists all")),
            }
            if value.is_some() {
                return Err(format!("{option} takes no value"));
            }
        }
        Ok(parsed)
    }

    fn choose(&self, trial: &Trial) -> bool {
        let matches = |filter: &String| {
            if self.exact {
                trial.name == *filter
            } else {
                trial.name.contains(filter.as_str())
            }
        };
        (self.filters.is_empty() || self.filters.iter().any(matches))
            && !self.skip.iter().any(matches)
            && (!self.ignored || self.include_ignored || trial.program.ignored.is_some())
    }
}

fn threads_from(name: &str, value: &str) -> Result<NonZero<usize>, String> {
    value.parse().map_err(|_| expected(name, "a whole number above 0", value))
}

fn expected(option: &str, what: &str, found: &str) -> String {
    format!("{option}: expected {what}, found {found:?}")
}

fn list(trials: &[&Trial], arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    for trial in trials {
        writeln!(out, "{}: test", trial.name)?;
    }
    if !arguments.terse {
        writeln!(out, "\n{}, 0 benchmarks", count(trials.len()))?;
    }
    Ok(())
}

fn count(trials: usize) -> String {
    format!("{trials} test{}", if trials == 1 { "" } else { "s" })
}

/// A run of trials, and how it is shown.
struct Run<'a> {
    style: Style,
    arguments: &'a Arguments,
    filtered_out: usize,
}

impl Run<'_> {
    fn judge(&self, trials: &[&Trial], out: &mut impl Write) -> io::Result<bool> {
        let start = Instant::now();
        let threads = self.arguments.threads.unwrap_or_else(cores);
        let mut judged = Vec::new();
        writeln!(out, "\nrunning {}", count(trials.len()))?;
        side_by_side(
            trials,
            threads,
            |trial| self.try_one(trial),
            |index, result| {
                self.show(index, trials[index], result.as_ref(), out)?;
                judged.push((trials[index], result));
                Ok(())
            },
        )?;
        if self.arguments.terse && !trials.is_empty() {
            writeln!(out)?;
        }
        self.say_what_is_ignored(&judged, out)?;
        if self.arguments.show_output {
            self.show_successes(&judged, out)?;
        }
        let failed = self.show_failures(&judged, out)?;
        let ignored = judged.iter().filter(|(_, result)| result.is_none()).count();
        writeln!(
            out,
            "\ntest result: {}. {} passed; {failed} failed; {ignored} ignored; 0 measured; \
             {} filtered out; finished in {:.2}s\n",
            if failed == 0 { self.style.green("ok") } else { self.style.red("FAILED") },
            judged.len() - failed - ignored,
            self.filtered_out,
            start.elapsed().as_secs_f64(),
        )?;
        out.flush()?;
        Ok(failed == 0)
    }

    /// `None` if the trial is ignored.
    fn try_one(&self, trial: &Trial) -> Option<Judged> {
        let wanted = self.arguments.ignored || self.arguments.include_ignored;
        if trial.program.ignored.is_some() && !wanted {
            return None;
        }
        Some(trial.program.judge(trial.case))
    }

    fn show(
        &self,
        index: usize,
        trial: &Trial,
        result: Option<&Judged>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if self.arguments.terse {
            let mark = match result {
                None => "i".to_owned(),
                Some(judged) if is_accepted(judged) => ".".to_owned(),
                Some(_) => self.style.red("F"),
            };
            write!(out, "{mark}")?;
            if (index + 1).is_multiple_of(TERSE_WIDTH) {
                writeln!(out)?;
            }
        } else {
            let line = match result {
                None => format!("{:21} {:18}  {}", "ignored", "", trial.name),
                Some(judged) => self.style.line(&trial.name, trial.case, judged),
            };
            writeln!(out, "{line}")?;
        }
        if self.arguments.no_capture {
            self.show_printed(result, out)?;
        }
        out.flush()
    }

    fn say_what_is_ignored(&self, judged: &[Outcome], out: &mut impl Write) -> io::Result<()> {
        let ignored = judged.iter().filter(|(_, result)| result.is_none());
        let reason = ignored.clone().find_map(|(trial, _)| trial.program.ignored.as_ref());
        match reason {
            Some(reason) => writeln!(out, "\n{} ignored: {reason}", count(ignored.count())),
            None => Ok(()),
        }
    }

    fn show_successes(&self, judged: &[Outcome], out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nsuccesses:")?;
        for (trial, result) in judged {
            if result.as_ref().is_some_and(is_accepted) {
                writeln!(out, "\n---- {} ----", trial.name)?;
                self.show_printed(result.as_ref(), out)?;
            }
        }
        Ok(())
    }

    /// What a program printed that is Accepted: that of others is among the failures.
    fn show_printed(&self, result: Option<&Judged>, out: &mut impl Write) -> io::Result<()> {
        match result {
            Some(Ok(judgement)) if judgement.verdict == Verdict::Accepted => {
                write!(out, "{}", self.style.printed(judgement))
            }
            _ => Ok(()),
        }
    }

    /// Shows what went wrong in each trial that failed; gives their number.
    fn show_failures(&self, judged: &[Outcome], out: &mut impl Write) -> io::Result<usize> {
        let failures: Vec<(&Trial, &Judged)> = judged
            .iter()
            .filter_map(|(trial, result)| Some((*trial, result.as_ref()?)))
            .filter(|(_, judged)| !is_accepted(judged))
            .collect();
        if failures.is_empty() {
            return Ok(0);
        }
        writeln!(out, "\nfailures:")?;
        let mut last_error = None;
        for (trial, judged) in &failures {
            // A program that cannot be built or run at all fails in the same way each time.
            let error = judged.as_ref().err();
            if error.is_some() && error == last_error {
                continue;
            }
            last_error = error;
            writeln!(out, "\n---- {} ----", trial.name)?;
            write!(out, "{}", self.style.details(trial.case, judged))?;
        }
        writeln!(out, "\n\nfailures:")?;
        for (trial, _) in &failures {
            writeln!(out, "    {}", trial.name)?;
        }
        Ok(failures.len())
    }
}

type Judged = Result<Judgement, String>;

/// A trial and what came of it: `None` if it was ignored.
type Outcome<'a> = (&'a Trial<'a>, Option<Judged>);

fn is_accepted(judged: &Judged) -> bool {
    matches!(judged, Ok(judgement) if judgement.verdict == Verdict::Accepted)
}
