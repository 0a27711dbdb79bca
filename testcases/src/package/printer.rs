//! A run of trials as Rust's own harness shows one.

use std::io::{self, Write};
use std::time::Instant;

use super::arguments::Arguments;
use super::trials::Trial;
use crate::judge::report::Style;
use crate::judge::{cores, is_accepted, side_by_side, Judged, Verdict};

/// How many trials stand in one line of the terse format.
const TERSE_WIDTH: usize = 88;

pub(super) fn list(
    trials: &[&Trial],
    arguments: &Arguments,
    out: &mut impl Write,
) -> io::Result<()> {
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
pub(super) struct Run<'a> {
    pub style: Style,
    pub arguments: &'a Arguments,
    pub filtered_out: usize,
}

impl Run<'_> {
    pub fn judge(&self, trials: &[&Trial], out: &mut impl Write) -> io::Result<bool> {
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

/// A trial and what came of it: `None` if it was ignored.
type Outcome<'a> = (&'a Trial<'a>, Option<Judged>);
