//! Runs a program on one case and gives the verdict.
//!
//! `cargo test` (`package`) and `cargo paste` (`paste`) judge with it; it knows cases, but neither
//! problems nor online judges.
//!
//! - `run`: runs the program on an input, to its end or to that of its limits
//! - `process`, `watchdog`: start and kill processes, none of which outlives the judge
//! - `referee`, `protocol`: what a package's own checker or interactor says
//! - `interaction`, `conversation`, `clock`, `proc`: a program and an interactor talk with each other
//! - `compare`: finds the first place in which an output differs from the right one
//! - `side_by_side`: runs several at a time, reports in order
//! - `report`, `transcript`: shows verdicts, and what went wrong

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

use crate::suite::units::format_size;
use crate::suite::{with_lf, Case, Match};
use compare::{compare, legible, no_utf8, Difference};
use conversation::Conversation;
use interaction::End as Talk;
use process::{check_memory_limit, describe, LIMITS_MEMORY};
pub use referee::Referee;
use run::{run, End, Limits};
pub use side_by_side::{cores, side_by_side};

/// The wall time after which a program is killed where the suite sets no limit.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(10);

/// What a program may print beyond twice the right output, in bytes.
const OUTPUT_ALLOWANCE: usize = 1 << 20;

/// What a program may print where no right output is known, in bytes.
const OUTPUT_LIMIT: usize = 16 << 20;

/// How much memory a program gets that fails under its limit: so many times the limit, but so many
/// bytes at least, which any machine can spare for one program.
const MORE_MEMORY: (u64, u64) = (4, 1 << 30);

/// What a judge says of a program on a case.
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
    /// It fails under its memory limit and does not with more memory.
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
    /// The verdict: the first that is not Accepted of the input as stored and with CRLF line ends.
    pub verdict: Verdict,
    /// What the verdict leaves unsaid, such as the exit status; may be empty.
    pub note: String,
    /// Wall time, of the slower run where both are Accepted. Where a program would be over its limit,
    /// the time in which it waited for a processor does not count.
    pub time: Duration,
    /// Whether only the input with CRLF line ends gives this verdict.
    pub only_with_crlf: bool,
    /// Where the output differs from the right one first; `None` if it matches.
    pub difference: Option<Difference>,
    /// What the program printed, as far as it was read.
    pub output: Vec<u8>,
    /// The beginning and the end of what it printed to stderr.
    pub stderr: Vec<u8>,
    /// What it said to an interactor, and was told.
    pub conversation: Conversation,
}

/// A judgement, or the line that says why there is none.
pub type Judged = Result<Judgement, String>;

/// Whether the program was judged, and is Accepted.
pub fn is_accepted(judged: &Judged) -> bool {
    matches!(judged, Ok(judgement) if judgement.verdict == Verdict::Accepted)
}

/// A note on the limits of these cases that this system does not know.
pub fn missing_limits(cases: &[Case]) -> Option<&'static str> {
    (!LIMITS_MEMORY && cases.iter().any(|case| case.memory_limit.is_some()))
        .then_some("note: memory is limited on Linux alone: here no case has a memory limit")
}

/// A program to be judged.
pub struct Judge {
    program: PathBuf,
    /// For what is made on the way.
    folder: PathBuf,
    referee: Option<Referee>,
}

impl Judge {
    /// A judge of `program`. All judges of one `folder`, whatever process they are in, take turns
    /// where a program must run alone.
    ///
    /// # Errors
    /// One line, if there is no such program or the folder cannot be made.
    pub fn new(program: &Path, folder: &Path) -> Result<Self, String> {
        let absolute = std::path::absolute(program)
            .map_err(|error| format!("{}: {error}", program.display()))?;
        if !process::is_executable(&absolute) {
            let program = program.display();
            return Err(format!("{program}: expected a program, found no file that can be run"));
        }
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { program: absolute, folder: folder.to_owned(), referee: None })
    }

    /// The same with a referee for the cases that need one.
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
        let is_interactive = case.matching == Match::Interactive;
        let judge = |with_crlf| match with_crlf {
            _ if is_interactive => self.converse(case, with_crlf),
            false => self.judge_input(case, &case.input),
            true => self.judge_input(case, &case.input.replace('\n', "\r\n")),
        };
        let stored = judge(false)?;
        if stored.verdict != Verdict::Accepted || !(is_interactive || case.input.contains('\n')) {
            return Ok(stored);
        }
        let crlf = judge(true)?;
        if crlf.verdict != Verdict::Accepted {
            return Ok(Judgement { only_with_crlf: true, ..crlf });
        }
        Ok(Judgement { time: stored.time.max(crlf.time), ..stored })
    }

    fn judge_input(&self, case: &Case, input: &str) -> Result<Judgement, String> {
        let limits = limits(case);
        let run = |limits| run(&self.program, input, limits);
        let mut finished = self.locked(File::lock_shared, || run(limits))?;
        if matches!(finished.end, End::OverTime) {
            finished = self.locked(File::lock, || run(limits))?;
        }
        let difference = compare(case, &finished.output).2;
        let (verdict, note) = match finished.end {
            End::Exited(status) if status.success() => self.verdict(case, &finished.output)?,
            End::Exited(status) => {
                self.explain_failure(describe(&status.to_string()), limits, |limits| {
                    Ok(match run(limits)?.end {
                        End::Exited(status) if !status.success() => None,
                        End::Exited(_) => Some("it ends well"),
                        End::OverTime => Some("it runs until its time is over"),
                        End::OverOutput => Some("it prints until it is killed"),
                    })
                })?
            }
            End::OverTime => {
                let note = time_note(case.time_limit, finished.time, finished.waited);
                (Verdict::TimeLimitExceeded, note)
            }
            End::OverOutput => (Verdict::OutputLimitExceeded, output_note(case, limits)),
        };
        Ok(Judgement {
            verdict,
            note,
            time: finished.time,
            only_with_crlf: false,
            difference: difference.filter(|_| !case.matching.needs_referee()),
            output: finished.output,
            stderr: finished.stderr,
            conversation: Conversation::default(),
        })
    }

    /// The verdict on an output, and a note where that needs one.
    fn verdict(&self, case: &Case, output: &[u8]) -> Result<(Verdict, String), String> {
        if case.matching != Match::Checker {
            let (verdict, note, _) = compare(case, output);
            return Ok((verdict, note));
        }
        match no_utf8(output) {
            Some(note) => Ok((Verdict::WrongAnswer, note)),
            None => self.referee()?.check(case, &with_lf(&legible(output)), &self.folder),
        }
    }

    /// Lets the program talk with the interactor.
    fn converse(&self, case: &Case, with_crlf: bool) -> Result<Judgement, String> {
        let referee = self.referee()?;
        let talk = |limits| referee.converse(&self.program, case, limits, with_crlf, &self.folder);
        let limits = limits(case);
        let mut finished = self.locked(File::lock_shared, || talk(limits))?;
        if matches!(finished.end, Talk::OverTime(_)) {
            finished = self.locked(File::lock, || talk(limits))?;
        }
        let (verdict, note) = match finished.end {
            Talk::Accepted => (Verdict::Accepted, String::new()),
            Talk::Wrong(line) => (Verdict::WrongAnswer, line),
            Talk::Failed(failure) => self.explain_failure(failure, limits, |limits| {
                let fails = matches!(talk(limits)?.end, Talk::Failed(_));
                Ok((!fails).then_some("it does not fail"))
            })?,
            Talk::OverTime(note) | Talk::Stuck(note) => (Verdict::TimeLimitExceeded, note),
            Talk::OverOutput => (Verdict::OutputLimitExceeded, output_note(case, limits)),
            Talk::Fault(line) => return Err(line),
        };
        Ok(Judgement {
            verdict,
            note,
            time: finished.time,
            only_with_crlf: false,
            difference: None,
            output: Vec::new(),
            stderr: finished.stderr,
            conversation: finished.conversation,
        })
    }

    fn referee(&self) -> Result<&Referee, String> {
        self.referee.as_ref().ok_or_else(|| "the case needs a checker or an interactor".to_owned())
    }

    /// The verdict on a program that failed: what another run with more memory comes to, which is
    /// `None` if it fails again, tells whether its limit is why.
    fn explain_failure(
        &self,
        failure: String,
        limits: Limits,
        run: impl FnOnce(Limits) -> Result<Option<&'static str>, String>,
    ) -> Result<(Verdict, String), String> {
        let failure = (Verdict::RuntimeError, failure);
        let Some(bytes) = limits.memory.filter(|_| LIMITS_MEMORY) else {
            return Ok(failure);
        };
        check_memory_limit(bytes)?;
        let more = bytes.saturating_mul(MORE_MEMORY.0).max(MORE_MEMORY.1);
        // No two of them at once: each takes so much more than the suite foresees.
        let then = self.locked(File::lock, || run(Limits { memory: Some(more), ..limits }))?;
        let Some(then) = then else {
            return Ok(failure);
        };
        let (limit, more) = (format_size(bytes), format_size(more));
        let note = format!("it fails with {limit}; with {more} {then}");
        Ok((Verdict::MemoryLimitExceeded, note))
    }

    /// Runs the program once, while this process has the `lock` by which one program runs alone.
    fn locked<T>(
        &self,
        lock: impl Fn(&File) -> io::Result<()>,
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

fn time_note(limit: Option<Duration>, time: Duration, waited: Duration) -> String {
    let limit = match limit {
        Some(_) => "killed at its limit".to_owned(),
        None => format!(
            "the suite sets no time limit: killed after {}",
            report::duration(DEFAULT_TIME_LIMIT)
        ),
    };
    // Every program waits for some milliseconds.
    let waited = if waited > time / 10 {
        format!("; {} ms in which it waited for a processor do not count", waited.as_millis())
    } else {
        String::new()
    };
    format!("{limit} in both of two runs, the second beside no other judged program{waited}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_names_the_time_in_which_a_program_waited_if_that_is_much() {
        let time = Duration::from_secs(1);
        let note = |waited| time_note(Some(time), time, Duration::from_millis(waited));
        assert_eq!(note(100), note(0));
        let waited = "; 101 ms in which it waited for a processor do not count";
        assert_eq!(note(101), note(0) + waited);
    }
}
