//! Runs the referee of a package as a process of its own: the checker or the interactor in its
//! `tests/cases.rs`. An error of the referee gives no verdict on the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::interaction::converse;
use super::process::{describe, limited, with_last_line};
use super::protocol::{ACCEPTED, CHECK, EXPECTED, FAULT, FOUND, INPUT, INTERACT, WRONG};
use super::report::duration;
use super::run::{run_command, End, Finished, Limits};
use super::Verdict;
use crate::at;
use crate::suite::Case;

/// How long a referee may take by default.
const PATIENCE: Duration = Duration::from_secs(10);

/// How much a checker may print, in bytes.
const CHECKER_OUTPUT: usize = 1 << 20;

/// The compiled `tests/cases.rs` of a package.
#[derive(Clone, Debug)]
pub struct Referee {
    program: PathBuf,
    source: String,
    /// How long a checker may take as a whole, and an interactor for each answer.
    pub patience: Duration,
}

impl Referee {
    /// The executable `program`. `source` is the path of its source, as messages show it.
    pub fn new(program: PathBuf, source: String) -> Self {
        Self { program, source, patience: PATIENCE }
    }

    /// The verdict of the checker on an output, and its line if the output is wrong.
    ///
    /// # Errors
    /// One line: that the case or the checker is at fault.
    pub(super) fn check(
        &self,
        case: &Case,
        output: &str,
        scratch: &Path,
    ) -> Result<(Verdict, String), String> {
        let texts = [(INPUT, &*case.input), (EXPECTED, &case.output), (FOUND, output)];
        let (command, _files) = self.command(CHECK, &texts, scratch)?;
        let limits = Limits { time: self.patience, memory: None, output: CHECKER_OUTPUT };
        let fault = |line: &str| Err(self.fault("checker", line));
        let finished = match run_command(command, "", limits) {
            Ok(finished) => finished,
            Err(error) => return fault(&error.to_string()),
        };
        let printed = String::from_utf8_lossy(&finished.output);
        let line = printed.lines().last().unwrap_or_default().trim();
        let status = match finished.end {
            End::Exited(status, _) => status,
            End::OverOutput => return fault("it prints without end"),
            _ => return fault(&format!("it did not end within {}", duration(self.patience))),
        };
        match status.code() {
            Some(ACCEPTED) => Ok((Verdict::Accepted, String::new())),
            Some(WRONG) if !line.is_empty() => Ok((Verdict::WrongAnswer, line.to_owned())),
            Some(FAULT) if !line.is_empty() => fault(line),
            _ => {
                let ended = format!("it ended with {}", describe(status));
                fault(&with_last_line(ended, &finished.stderr))
            }
        }
    }

    /// Runs a program with the interactor. `line_end` ends the lines that the program reads.
    ///
    /// # Errors
    /// One line: that one of the two cannot be run, or that the case or the interactor is at fault.
    pub(super) fn converse(
        &self,
        program: &Path,
        case: &Case,
        limits: Limits,
        line_end: &'static str,
        scratch: &Path,
    ) -> Result<Finished, String> {
        let (interactor, _files) = self.command(INTERACT, &[(INPUT, &case.input)], scratch)?;
        let command = limited(program, limits.memory);
        let finished = converse(command, interactor, limits, self.patience, line_end)
            .map_err(|error| format!("{}: cannot run it: {error}", program.display()))?;
        match finished.end {
            End::Fault(line) => Err(self.fault("interactor", &line)),
            _ => Ok(finished),
        }
    }

    /// The command that runs the referee as `role`. Each text is in a file, whose path is in the
    /// environment variable of that name.
    fn command(
        &self,
        role: &str,
        texts: &[(&str, &str)],
        scratch: &Path,
    ) -> Result<(Command, Files), String> {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let files = Files(scratch.join(format!("referee-{}-{number}", std::process::id())));
        let mut command = Command::new(&self.program);
        command.arg(role);
        let mut written = fs::create_dir_all(&files.0);
        for (variable, text) in texts {
            let path = files.0.join(variable);
            written = written.and_then(|()| fs::write(&path, text));
            command.env(variable, path);
        }
        written.map_err(at(&files.0))?;
        Ok((command, files))
    }

    fn fault(&self, role: &str, line: &str) -> String {
        format!("the {role} in {} is at fault: {line}", self.source)
    }
}

/// A folder of files, which is removed when this is dropped.
struct Files(PathBuf);

impl Drop for Files {
    fn drop(&mut self) {
        // An error does no harm: the folder is in the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}
