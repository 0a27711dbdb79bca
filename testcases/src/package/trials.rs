//! The `main` of a problem's `tests/cases.rs`. Every stored case is a trial: it has a name, can be
//! filtered, and is counted, like a test of Rust's own harness.
//!
//! A package may have a C twin: the same solution in C, in `NAME.c` beside its `Cargo.toml`. Then
//! each case has a trial `c/CASE` as well.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use super::arguments::{Arguments, HELP};
use super::invocation;
use super::printer::{list, Run};
use super::{Package, Role};
use crate::arguments::exit_code;
use crate::compilers::{self, Compiler};
use crate::judge::report::Style;
use crate::judge::{missing_limits, Judge, Judgement, Referee};
use crate::suite::{no_case_yet, Case, Suite};

/// The exit status if a trial fails: the same as that of Rust's own harness.
const FAILED: u8 = 101;

/// Runs the trials that the arguments of the process ask for. If the judge in another process
/// started this one, it is the checker or the interactor instead.
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
    let programs = programs(package, referee);
    let mut trials = Vec::new();
    for program in &programs {
        let name = |case: &Case| format!("{}{}", program.prefix, case.name);
        trials.extend(suite.cases.iter().map(|case| Trial { name: name(case), case, program }));
    }
    let all = trials.len();
    trials.retain(|trial| arguments.choose(&trial.name, trial.program.ignored.is_some()));
    if arguments.list {
        return list(&trials, &arguments, out).map(|()| true);
    }
    for note in notes(package, &suite) {
        writeln!(out, "\n{note}")?;
    }
    let run = Run {
        style: Style::of_stdout(arguments.color),
        arguments: &arguments,
        filtered_out: all - trials.len(),
    };
    let all_well = run.judge(&trials, out)?;
    Ok(all_well && (!suite.cases.is_empty() || !must_have_cases(package)))
}

/// Lines to print before the trials are run.
fn notes(package: &Package, suite: &Suite) -> Vec<String> {
    let name = &package.name;
    let mut notes = Vec::new();
    if suite.cases.iter().any(|case| case.inline) {
        notes.push(format!(
            "note: cases stand in the suite itself; `cargo receive --tidy {name}` moves them to \
             files"
        ));
    }
    if suite.cases.is_empty() {
        notes.push(no_case_yet(name, suite.limits.matching));
    }
    notes.extend(missing_limits(&suite.cases).map(str::to_owned));
    notes
}

/// Whether it is a failure that the package has no case. A new problem without a sample must not
/// make the tests of the whole workspace fail, except in CI.
fn must_have_cases(package: &Package) -> bool {
    compilers::must_be_complete() || invocation::asks_for(package)
}

/// A program that the package has: its binary, or its C twin.
pub(super) struct Program {
    /// What stands before the names of its trials.
    prefix: &'static str,
    /// Why its trials are ignored; `None` if they are not.
    pub ignored: Option<String>,
    /// The program is built when the first trial needs it.
    judge: LazyLock<Result<Judge, String>, Make<Judge>>,
}

type Make<T> = Box<dyn FnOnce() -> Result<T, String> + Send>;

impl Program {
    pub fn judge(&self, case: &Case) -> Result<Judgement, String> {
        self.judge.as_ref().map_err(String::clone)?.judge(case)
    }
}

/// A case that one of the programs is judged on.
pub(super) struct Trial<'a> {
    pub name: String,
    pub case: &'a Case,
    pub program: &'a Program,
}

fn programs(package: &Package, referee: Option<Referee>) -> Vec<Program> {
    let program = |prefix, ignored, build: Make<PathBuf>| {
        let (scratch, referee) = (package.scratch.clone(), referee.clone());
        let judge = move || Ok(Judge::new(&build()?, &scratch)?.with_referee(referee));
        Program { prefix, ignored, judge: LazyLock::new(Box::new(judge)) }
    };
    let binary = package.program.clone();
    let mut programs = vec![program("", None, Box::new(move || Ok(binary)))];
    let source = package.twin();
    if source.exists() {
        let compiler = Compiler::for_twins();
        let missing = (!compiler.exists()).then(|| compiler.how_to_get());
        let ignored = missing.filter(|_| !compilers::must_be_complete());
        let scratch = package.scratch.clone();
        let build = Box::new(move || compiler.compile_changed(&source, &scratch));
        programs.push(program("c/", ignored, build));
    }
    programs
}
