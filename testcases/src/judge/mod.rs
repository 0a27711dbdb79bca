//! Runs a program on one case and gives the verdict.
//!
//! `cargo test` (`package`) and `cargo paste` (`paste`) use it. It knows cases, but neither
//! problems nor online judges.
//!
//! - `run`: runs a program on an input, until it ends or exceeds a limit
//! - `process`, `watchdog`: start and kill processes, so that none outlives the judge
//! - `referee`, `protocol`: run the checker or the interactor of a package
//! - `interaction`, `conversation`: pass messages between a program and an interactor
//! - `clock`, `proc`: measure processor time
//! - `compare`: finds the first difference between an output and the right one
//! - `side_by_side`: runs several programs at a time, and reports in order
//! - `report`, `transcript`: show a verdict and what went wrong

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

mod clock;
pub mod compare;
pub mod conversation;
mod interaction;
mod proc;
mod process;
pub(crate) mod protocol;
mod referee;
pub mod report;
mod run;
mod side_by_side;
mod transcript;
#[cfg(unix)]
mod watchdog;

use crate::at;
use crate::suite::units::format_size;
use crate::suite::{not_utf8, with_lf, Case, Match};
use compare::{difference, legible, token_difference, Difference};
use conversation::Conversation;
use process::{check_memory_limit, describe, LIMITS_MEMORY};
pub use referee::Referee;
use run::{run, End, Finished, Limits};
pub use side_by_side::{cores, side_by_side};

/// The time limit of a program where the suite sets none.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(10);

/// How many bytes more than twice the right output a program may print.
const OUTPUT_ALLOWANCE: usize = 1 << 20;

/// How many bytes a program may print if a referee judges it.
const OUTPUT_LIMIT: usize = 16 << 20;

/// A program that fails under its memory limit runs again with more memory: this many times the
/// limit, but at least this many bytes, which any machine can spare for one program.
const MORE_MEMORY: (u64, u64) = (4, 1 << 30);

/// The result of judging a program on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It ended well within its limits, and its output matches.
    Accepted,
    /// The output does not match.
    WrongAnswer,
    /// The output does not match, but its tokens are right.
    PresentationError,
    /// It ended with another exit status than 0, or by a signal.
    RuntimeError,
    /// It was killed when its time was over, twice: the second time it ran alone.
    TimeLimitExceeded,
    /// It failed under its memory limit, and did not fail with more memory.
    MemoryLimitExceeded,
    /// It printed far more than the right output, and was killed if it had not ended by itself.
    OutputLimitExceeded,
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(match self {
            Self::Accepted => "Accepted",
            Self::WrongAnswer => "Wrong Answer",
            Self::PresentationError => "Presentation Error",
            Self::RuntimeError => "Runtime Error",
            Self::TimeLimitExceeded => "Time Limit Exceeded",
            Self::MemoryLimitExceeded => "Memory Limit Exceeded",
            Self::OutputLimitExceeded => "Output Limit Exceeded",
        })
    }
}

/// A verdict and what led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Accepted if the program is right on the input as stored and with CRLF line ends; else the
    /// verdict of the first of the two runs that fails.
    pub verdict: Verdict,
    /// More about the verdict, such as the exit status; may be empty.
    pub note: String,
    /// Wall time; of the slower run if both are Accepted. If a program would exceed its limit, the
    /// time in which it waited for a processor does not count.
    pub time: Duration,
    /// Whether only the input with CRLF line ends gives this verdict.
    pub only_with_crlf: bool,
    /// The first difference from the right output; `None` if there is none, or with a referee.
    pub difference: Option<Difference>,
    /// The output of the program, as far as it was read.
    pub output: Vec<u8>,
    /// The beginning and the end of its stderr.
    pub stderr: Vec<u8>,
    /// What the program and an interactor wrote to each other.
    pub conversation: Conversation,
}

/// A judgement, or one line on why the program could not be judged.
pub type Judged = Result<Judgement, String>;

/// Whether the program was judged, and is Accepted.
pub fn is_accepted(judged: &Judged) -> bool {
    matches!(judged, Ok(judgement) if judgement.verdict == Verdict::Accepted)
}

/// A note for the person, if the cases have limits that cannot be set on this system.
pub fn missing_limits(cases: &[Case]) -> Option<&'static str> {
    (!LIMITS_MEMORY && cases.iter().any(|case| case.memory_limit.is_some()))
        .then_some("note: memory is limited on Linux alone: here no case has a memory limit")
}

/// A program to be judged.
pub struct Judge {
    program: PathBuf,
    /// For the lock and temporary files.
    folder: PathBuf,
    referee: Option<Referee>,
}

impl Judge {
    /// A judge of `program`. A program that must run alone waits for the programs of all judges
    /// with the same `folder`, in this process and others.
    ///
    /// # Errors
    /// One line, if there is no such program or the folder cannot be made.
    pub fn new(program: &Path, folder: &Path) -> Result<Self, String> {
        let absolute = std::path::absolute(program).map_err(at(program))?;
        if !process::is_executable(&absolute) {
            let program = program.display();
            return Err(format!("{program}: expected a program, found no file that can be run"));
        }
        fs::create_dir_all(folder).map_err(at(folder))?;
        Ok(Self { program: absolute, folder: folder.to_owned(), referee: None })
    }

    /// The same judge, with a referee for the cases that need one.
    pub fn with_referee(self, referee: Option<Referee>) -> Self {
        Self { referee, ..self }
    }

    /// Judges the program on every case, side by side on all cores, and hands each judgement to
    /// `each` in the order of the cases.
    ///
    /// # Errors
    /// The first error of `each`, which ends the judging.
    pub fn judge_all<'a>(
        &self,
        cases: &'a [Case],
        mut each: impl FnMut(&'a Case, Judged) -> io::Result<()>,
    ) -> io::Result<()> {
        side_by_side(
            cases,
            cores(),
            |case| self.judge(case),
            |index, judgement| each(&cases[index], judgement),
        )
    }

    /// Judges the program on one case: on the input as it is stored and with CRLF line ends.
    ///
    /// # Errors
    /// One line, if the program cannot be run under the limits of the case, or if the case or its
    /// referee is at fault.
    pub fn judge(&self, case: &Case) -> Result<Judgement, String> {
        let stored = self.judge_once(case, "\n")?;
        let has_lines = case.matching == Match::Interactive || case.input.contains('\n');
        if stored.verdict != Verdict::Accepted || !has_lines {
            return Ok(stored);
        }
        let crlf = self.judge_once(case, "\r\n")?;
        if crlf.verdict != Verdict::Accepted {
            return Ok(Judgement { only_with_crlf: true, ..crlf });
        }
        Ok(Judgement { time: stored.time.max(crlf.time), ..stored })
    }

    /// Judges the program once. `line_end` ends the lines of the input, or those of the interactor.
    fn judge_once(&self, case: &Case, line_end: &'static str) -> Result<Judgement, String> {
        let limits = limits(case);
        let input = case.input.replace('\n', line_end);
        let run = |limits| match case.matching {
            Match::Interactive => {
                self.referee()?.converse(&self.program, case, limits, line_end, &self.folder)
            }
            _ => run(&self.program, &input, limits),
        };
        let mut finished = self.locked(File::lock_shared, || run(limits))?;
        if matches!(finished.end, End::OverLimit { .. } | End::OverTime(_)) {
            finished = self.locked(File::lock, || run(limits))?;
        }
        let Finished { end, time, output, stderr, conversation } = finished;
        let text = with_lf(&legible(&output));
        let difference = difference(case.matching, &case.output, &text);
        let difference = difference.filter(|_| !case.matching.needs_referee());
        let (verdict, note) = match end {
            End::Exited(status, _) if status.success() => match not_utf8(&output) {
                Some((line, byte)) => {
                    (Verdict::WrongAnswer, format!("no UTF-8: byte {byte:#04x} in line {line}"))
                }
                None => self.verdict(case, &text, difference.is_none())?,
            },
            End::Exited(status, moment) => match self.memory_note(case, limits, run)? {
                Some(note) => (Verdict::MemoryLimitExceeded, note),
                None => (Verdict::RuntimeError, describe(status) + &moment),
            },
            End::OverLimit { of, waited } => {
                (Verdict::TimeLimitExceeded, time_note(case.time_limit, of, time, waited))
            }
            End::OverTime(note) | End::Stuck(note) => (Verdict::TimeLimitExceeded, note),
            End::OverOutput => (Verdict::OutputLimitExceeded, output_note(case, limits)),
            End::Wrong(note) => (Verdict::WrongAnswer, note),
            End::Fault(line) => return Err(line),
        };
        let only_with_crlf = false;
        Ok(Judgement {
            verdict,
            note,
            time,
            only_with_crlf,
            difference,
            output,
            stderr,
            conversation,
        })
    }

    /// The verdict and the note on an output. `matches` says whether it is the right one.
    fn verdict(
        &self,
        case: &Case,
        output: &str,
        matches: bool,
    ) -> Result<(Verdict, String), String> {
        let verdict = match case.matching {
            Match::Checker => return self.referee()?.check(case, output, &self.folder),
            Match::Interactive => Verdict::Accepted,
            _ if matches => Verdict::Accepted,
            matching if token_difference(matching, &case.output, output).is_none() => {
                Verdict::PresentationError
            }
            _ => Verdict::WrongAnswer,
        };
        Ok((verdict, String::new()))
    }

    fn referee(&self) -> Result<&Referee, String> {
        self.referee.as_ref().ok_or_else(|| "the case needs a checker or an interactor".to_owned())
    }

    /// Runs a program that failed again, with more memory. Gives a note if its limit is why it
    /// failed, and `None` if it fails again or has no limit.
    fn memory_note(
        &self,
        case: &Case,
        limits: Limits,
        run: impl FnOnce(Limits) -> Result<Finished, String>,
    ) -> Result<Option<String>, String> {
        let Some(bytes) = limits.memory.filter(|_| LIMITS_MEMORY) else {
            return Ok(None);
        };
        check_memory_limit(bytes)?;
        let more = bytes.saturating_mul(MORE_MEMORY.0).max(MORE_MEMORY.1);
        // Only one at a time: it may use much more memory than the suite allows.
        let then = self.locked(File::lock, || run(Limits { memory: Some(more), ..limits }))?;
        let then = match then.end {
            End::Exited(status, _) if !status.success() => return Ok(None),
            _ if case.matching == Match::Interactive => "it does not fail",
            End::Exited(..) => "it ends well",
            End::OverOutput => "it prints until it is killed",
            _ => "it runs until its time is over",
        };
        let (limit, more) = (format_size(bytes), format_size(more));
        Ok(Some(format!("it fails with {limit}; with {more} {then}")))
    }

    /// Calls `run` while this process holds the lock: shared with other runs, or alone.
    fn locked<T>(
        &self,
        lock: fn(&File) -> io::Result<()>,
        run: impl FnOnce() -> Result<T, String>,
    ) -> Result<T, String> {
        let path = self.folder.join("judge.lock");
        let mut options = File::options();
        let file = options.create(true).truncate(false).write(true).open(&path);
        let _locked = file
            .and_then(|file| lock(&file).map(|()| file))
            .map_err(|error| format!("{}: cannot lock it: {error}", path.display()))?;
        run()
    }
}

fn limits(case: &Case) -> Limits {
    let output = if case.matching.needs_referee() {
        OUTPUT_LIMIT
    } else {
        case.output.len().saturating_mul(2) + OUTPUT_ALLOWANCE
    };
    let time = case.time_limit.unwrap_or(DEFAULT_TIME_LIMIT);
    Limits { time, memory: case.memory_limit, output }
}

fn output_note(case: &Case, limits: Limits) -> String {
    let note = format!("more than {} bytes", limits.output);
    if case.matching.needs_referee() {
        return note;
    }
    format!("{note}; {} are right", case.output.len())
}

fn time_note(limit: Option<Duration>, of: &str, time: Duration, waited: Duration) -> String {
    let limit = match limit {
        Some(_) => "killed at its limit".to_owned(),
        None => format!(
            "the suite sets no time limit: killed after {}",
            report::duration(DEFAULT_TIME_LIMIT)
        ),
    };
    // Every program waits some milliseconds for a processor.
    let waited = if waited > time / 10 {
        format!("; {} ms in which it waited for a processor do not count", waited.as_millis())
    } else {
        String::new()
    };
    format!("{limit}{of} in both of two runs, the second beside no other judged program{waited}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_names_the_time_in_which_a_program_waited_if_that_is_much() {
        let time = Duration::from_secs(1);
        let note = |waited| time_note(Some(time), "", time, Duration::from_millis(waited));
        assert_eq!(note(100), note(0));
        let waited = "; 101 ms in which it waited for a processor do not count";
        assert_eq!(note(101), note(0) + waited);
    }
}
