//! Runs a program on one case and gives the verdict.
//!
//! `cargo test` (`package`) and `cargo paste` (`paste`) judge with it; it knows cases, but neither
//! problems nor online judges.
//!
//! - `run`: runs the program on an input, to its end or to that of its limits
//! - `process`, `watchdog`: start and kill processes, none of which outlives the judge
//! - `compare`: finds the first place in which an output differs from the right one
//! - `side_by_side`: runs several at a time, reports in order
//! - `report`: shows verdicts, and what went wrong

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

pub mod compare;
mod process;
pub mod report;
mod run;
mod side_by_side;
#[cfg(unix)]
mod watchdog;

use crate::suite::units::format_size;
use crate::suite::Case;
use compare::{compare, Difference};
use process::{check_memory_limit, describe, LIMITS_MEMORY};
use run::{run, End, Finished, Limits};
pub use side_by_side::{cores, side_by_side};

/// The wall time after which a program is killed where the suite sets no limit.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(10);

/// What a program may print beyond twice the right output, in bytes.
const OUTPUT_ALLOWANCE: usize = 1 << 20;

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
    lock: PathBuf,
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
        Ok(Self { program: absolute, lock: folder.join("judge.lock") })
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
    /// One line, if the program cannot be run under the limits of the case.
    pub fn judge(&self, case: &Case) -> Result<Judgement, String> {
        let stored = self.judge_input(case, &case.input)?;
        if stored.verdict != Verdict::Accepted || !case.input.contains('\n') {
            return Ok(stored);
        }
        let crlf = self.judge_input(case, &case.input.replace('\n', "\r\n"))?;
        if crlf.verdict != Verdict::Accepted {
            return Ok(Judgement { only_with_crlf: true, ..crlf });
        }
        Ok(Judgement { time: stored.time.max(crlf.time), ..stored })
    }

    fn judge_input(&self, case: &Case, input: &str) -> Result<Judgement, String> {
        let limits = Limits {
            time: case.time_limit.unwrap_or(DEFAULT_TIME_LIMIT),
            memory: case.memory_limit,
            output: case.output.len().saturating_mul(2) + OUTPUT_ALLOWANCE,
        };
        let mut run = self.run(File::lock_shared, input, limits)?;
        if matches!(run.end, End::OverTime) {
            run = self.run(File::lock, input, limits)?;
        }
        let (verdict, note, difference) = compare(case, &run.output);
        let (verdict, note) = match run.end {
            End::Exited(status) if status.success() => (verdict, note),
            End::Exited(status) => self.explain_failure(input, limits, status)?,
            End::OverTime => {
                (Verdict::TimeLimitExceeded, time_note(case.time_limit, run.time, run.waited))
            }
            End::OverOutput => (
                Verdict::OutputLimitExceeded,
                format!("more than {} bytes; {} are right", limits.output, case.output.len()),
            ),
        };
        Ok(Judgement {
            verdict,
            note,
            time: run.time,
            only_with_crlf: false,
            difference,
            output: run.output,
            stderr: run.stderr,
        })
    }

    /// The verdict on a program that failed: another run with more memory tells whether its limit
    /// is why.
    fn explain_failure(
        &self,
        input: &str,
        limits: Limits,
        status: ExitStatus,
    ) -> Result<(Verdict, String), String> {
        let failure = (Verdict::RuntimeError, describe(&status.to_string()));
        let Some(bytes) = limits.memory.filter(|_| LIMITS_MEMORY) else {
            return Ok(failure);
        };
        check_memory_limit(bytes)?;
        let more = bytes.saturating_mul(MORE_MEMORY.0).max(MORE_MEMORY.1);
        // No two of them at once: each takes so much more than the suite foresees.
        let end = self.run(File::lock, input, Limits { memory: Some(more), ..limits })?.end;
        let then = match end {
            End::Exited(status) if !status.success() => return Ok(failure),
            End::Exited(_) => "it ends well",
            End::OverTime => "it runs until its time is over",
            End::OverOutput => "it prints until it is killed",
        };
        let (limit, more) = (format_size(bytes), format_size(more));
        let note = format!("it fails with {limit}; with {more} {then}");
        Ok((Verdict::MemoryLimitExceeded, note))
    }

    /// Runs the program once, while this process has the `lock` by which one program runs alone.
    fn run(
        &self,
        lock: impl Fn(&File) -> io::Result<()>,
        input: &str,
        limits: Limits,
    ) -> Result<Finished, String> {
        let mut options = File::options();
        let file = options.create(true).truncate(false).write(true).open(&self.lock);
        let _locked = file
            .and_then(|file| lock(&file).map(|()| file))
            .map_err(|error| format!("{}: cannot lock it: {error}", self.lock.display()))?;
        run(&self.program, input, limits)
    }
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
