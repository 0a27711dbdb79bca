//! The `main` of a problem's `tests/cases.rs`: every stored case is a trial, which is named,
//! chosen, run and counted as a test of Rust's own harness is.
//!
//! A package with a C twin, `NAME.c` beside its `Cargo.toml`, has a trial `c/CASE` for each case
//! too.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use super::arguments::{Arguments, HELP};
use super::invocation;
use super::printer::{list, Run};
use super::{Package, Role};
use crate::arguments::exit_code;
use crate::compilers::{self, Compiler};
use crate::judge::report::Style;
use crate::judge::{missing_limits, Judge, Judgement, Referee};
use crate::suite::{no_case_yet, Case, Suite};

/// The exit status of a test that failed, as that of Rust's own harness.
const FAILED: u8 = 101;

/// Runs the trials that the arguments of the process ask for, or plays the package's role in the
/// trial of another process.
pub fn main(package: &Package, role: Role) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some(status) = role.play(arguments.first().map(OsString::as_os_str)) {
        return status;
    }
    let stdout = &mut io::stdout().lock();
    exit_code(run(package, role, arguments, stdout), FAILED)
}

/// Runs the trials that the arguments ask for; says whether all went well.
///
/// # Errors
/// One line: malformed arguments, a suite that cannot be read, or what went wrong in writing.
pub fn run(
    package: &Package,
    role: Role,
    arguments: impl IntoIterator<Item = OsString>,
    out: &mut impl Write,
) -> io::Result<bool> {
    let arguments = Arguments::parse(arguments).map_err(io::Error::other)?;
    if arguments.help {
        out.write_all(HELP.as_bytes())?;
        return Ok(true);
    }
    let suite = Suite::read_or_empty(&package.suite).map_err(io::Error::other)?;
    let referee = role.referee(package, &suite).map_err(io::Error::other)?;
    let programs = programs(package, referee.as_ref());
    let all = programs.iter().flat_map(|program| {
        suite.cases.iter().map(move |case| Trial {
            name: format!("{}{}", program.prefix, case.name),
            case,
            program,
        })
    });
    let all: Vec<Trial> = all.collect();
    let chosen: Vec<&Trial> = all
        .iter()
        .filter(|trial| arguments.choose(&trial.name, trial.program.ignored.is_some()))
        .collect();
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
    if suite.cases.is_empty() {
        writeln!(out, "\n{}", no_case_yet(&package.name, suite.limits.matching))?;
    }
    if let Some(note) = missing_limits(&suite.cases) {
        writeln!(out, "\n{note}")?;
    }
    let run = Run {
        style: Style::of_stdout(arguments.color),
        arguments: &arguments,
        filtered_out: all.len() - chosen.len(),
    };
    let all_well = run.judge(&chosen, out)?;
    Ok(all_well && (!suite.cases.is_empty() || !must_have_cases(package)))
}

/// A problem that was received without a sample is no fault of the others: only who asks for it
/// is stopped, and CI.
fn must_have_cases(package: &Package) -> bool {
    compilers::must_be_complete() || invocation::asks_for(package)
}

/// A program that the package has: its binary, or its C twin.
pub(super) struct Program<'a> {
    /// What stands before the names of its trials.
    prefix: &'static str,
    /// Why it is not judged unless that is asked for.
    pub ignored: Option<String>,
    build: Box<dyn Fn() -> Result<PathBuf, String> + Sync + 'a>,
    scratch: &'a Path,
    referee: Option<&'a Referee>,
    judge: OnceLock<Result<Judge, String>>,
}

impl Program<'_> {
    pub fn judge(&self, case: &Case) -> Result<Judgement, String> {
        self.judge
            .get_or_init(|| {
                let judge = Judge::new(&(self.build)()?, self.scratch)?;
                Ok(judge.with_referee(self.referee.cloned()))
            })
            .as_ref()
            .map_err(String::clone)?
            .judge(case)
    }
}

pub(super) struct Trial<'a> {
    pub name: String,
    pub case: &'a Case,
    pub program: &'a Program<'a>,
}

fn programs<'a>(package: &'a Package, referee: Option<&'a Referee>) -> Vec<Program<'a>> {
    let program = |prefix, ignored, build| Program {
        prefix,
        ignored,
        build,
        scratch: &package.scratch,
        referee,
        judge: OnceLock::new(),
    };
    let mut programs = vec![program("", None, Box::new(|| Ok(package.program.clone())))];
    let source = package.twin();
    if source.exists() {
        let compiler = Compiler::for_twins();
        let missing = (!compiler.exists()).then(|| compiler.how_to_get());
        let ignored = missing.filter(|_| !compilers::must_be_complete());
        let build = Box::new(move || compiler.compile_changed(&source, &package.scratch));
        programs.push(program("c/", ignored, build));
    }
    programs
}
