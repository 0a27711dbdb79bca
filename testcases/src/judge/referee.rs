//! What a package's referee says: the checker or the interactor in its `tests/cases.rs`, which runs
//! as a process of its own. What goes wrong in it is its fault, never that of the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::interaction::{self, Rules};
use super::process::{describe, limited};
use super::protocol::{ACCEPTED, CHECK, EXPECTED, FAULT, FOUND, INPUT, INTERACT, WRONG};
use super::report::duration;
use super::run::{run_command, End, Limits};
use super::Verdict;
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
    /// The executable `program`; `source` is its source as a person finds it.
    pub fn new(program: PathBuf, source: String) -> Self {
        Self { program, source, patience: PATIENCE }
    }

    /// The verdict of the checker on an output, and its line where that is wrong.
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
        let files = Files::write(scratch, &texts)?;
        let command = self.command(CHECK, &files);
        let limits = Limits { time: self.patience, memory: None, output: CHECKER_OUTPUT };
        let finished = run_command(command, "", limits)
            .map_err(|error| self.fault("checker", &error.to_string()))?;
        let printed = String::from_utf8_lossy(&finished.output);
        let line = printed.lines().last().unwrap_or_default().trim();
        let status = match finished.end {
            End::Exited(status) => status,
            End::OverTime => {
                let line = format!("it did not end within {}", duration(self.patience));
                return Err(self.fault("checker", &line));
            }
            End::OverOutput => return Err(self.fault("checker", "it prints without end")),
        };
        match status.code() {
            Some(ACCEPTED) => Ok((Verdict::Accepted, String::new())),
            Some(WRONG) if !line.is_empty() => Ok((Verdict::WrongAnswer, line.to_owned())),
            Some(FAULT) if !line.is_empty() => Err(self.fault("checker", line)),
            _ => {
                let stderr = String::from_utf8_lossy(&finished.stderr);
                let last = stderr.trim_end().lines().last().unwrap_or_default();
                let colon = if last.is_empty() { "" } else { ": " };
                Err(self.fault(
                    "checker",
                    &format!("it ended with {}{colon}{last}", describe(&status.to_string())),
                ))
            }
        }
    }

    /// Lets the interactor talk with a program.
    ///
    /// # Errors
    /// One line: that one of the two cannot be run, or that the case or the interactor is at fault.
    pub(super) fn converse(
        &self,
        program: &Path,
        case: &Case,
        limits: Limits,
        with_crlf: bool,
        scratch: &Path,
    ) -> Result<interaction::Finished, String> {
        let files = Files::write(scratch, &[(INPUT, &case.input)])?;
        let interactor = self.command(INTERACT, &files);
        let command = limited(program, limits.memory);
        let rules = Rules { limits, patience: self.patience, with_crlf };
        let finished = interaction::converse(command, interactor, rules)
            .map_err(|error| format!("{}: cannot run it: {error}", program.display()))?;
        match finished.end {
            interaction::End::Fault(line) => Err(self.fault("interactor", &line)),
            _ => Ok(finished),
        }
    }

    fn command(&self, argument: &str, files: &Files) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(argument).envs(files.variables());
        command
    }

    fn fault(&self, role: &str, line: &str) -> String {
        format!("the {role} in {} is at fault: {line}", self.source)
    }
}

/// Texts in files that variables name. They are removed when this is dropped.
struct Files {
    folder: PathBuf,
    names: Vec<&'static str>,
}

impl Files {
    fn write(scratch: &Path, texts: &[(&'static str, &str)]) -> Result<Self, String> {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = scratch.join(format!("referee-{}-{number}", std::process::id()));
        let files = Self { folder, names: texts.iter().map(|&(variable, _)| variable).collect() };
        let mut written = fs::create_dir_all(&files.folder);
        for (variable, text) in texts {
            written = written.and_then(|()| fs::write(files.folder.join(variable), text));
        }
        written.map_err(|error| format!("{}: {error}", files.folder.display()))?;
        Ok(files)
    }

    /// The variables, and the files that they name.
    fn variables(&self) -> impl Iterator<Item = (&'static str, PathBuf)> + '_ {
        self.names.iter().map(|&variable| (variable, self.folder.join(variable)))
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // Nothing reads it any more: at worst it lies in the target folder.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
