//! Runs the trials, and shows the results in the form of Rust's own harness.

use std::io::{self, Write};
use std::time::Instant;

use super::arguments::Arguments;
use super::trials::Trial;
use crate::judge::report::Style;
use crate::judge::{cores, is_accepted, side_by_side, Judged};

/// How many trials stand in one line of the terse format.
const TERSE_WIDTH: usize = 88;

pub(super) fn list(
    trials: &[Trial],
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

/// A trial and its result: `None` if it was ignored.
type Outcome<'a> = (&'a Trial<'a>, Option<Judged>);

impl Run<'_> {
    pub fn judge(&self, trials: &[Trial], out: &mut impl Write) -> io::Result<bool> {
        let start = Instant::now();
        let threads = self.arguments.threads.unwrap_or_else(cores);
        let mut judged = Vec::new();
        writeln!(out, "\nrunning {}", count(trials.len()))?;
        side_by_side(
            trials,
            threads,
            |trial| self.try_one(trial),
            |index, result| {
                let outcome = (&trials[index], result);
                self.show(index, &outcome, out)?;
                judged.push(outcome);
                Ok(())
            },
        )?;
        if self.arguments.terse && !trials.is_empty() {
            writeln!(out)?;
        }
        let ignored = judged.iter().filter(|(_, result)| result.is_none());
        let reason = ignored.clone().find_map(|(trial, _)| trial.program.ignored.as_ref());
        let ignored = ignored.count();
        if let Some(reason) = reason {
            writeln!(out, "\n{} ignored: {reason}", count(ignored))?;
        }
        if self.arguments.show_output {
            self.show_successes(&judged, out)?;
        }
        let failed = self.show_failures(&judged, out)?;
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
        (wanted || trial.program.ignored.is_none()).then(|| trial.program.judge(trial.case))
    }

    fn show(
        &self,
        index: usize,
        (trial, result): &Outcome,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if self.arguments.terse {
            let mark = match result {
                None => "i".to_owned(),
                Some(judged) if is_accepted(judged) => ".".to_owned(),
                Some(_) => self.style.red("F"),
            };
            let is_last_of_line = (index + 1).is_multiple_of(TERSE_WIDTH);
            write!(out, "{mark}{}", if is_last_of_line { "\n" } else { "" })?;
        } else {
            let line = match result {
                None => format!("{:21} {:18}  {}", "ignored", "", trial.name),
                Some(judged) => self.style.line(&trial.name, trial.case, judged),
            };
            writeln!(out, "{line}")?;
        }
        if self.arguments.no_capture {
            write!(out, "{}", self.printed(result).unwrap_or_default())?;
        }
        out.flush()
    }

    /// What an Accepted program printed; the outputs of the others are shown among the failures.
    fn printed(&self, result: &Option<Judged>) -> Option<String> {
        let judgement = result.as_ref().filter(|judged| is_accepted(judged))?.as_ref().ok()?;
        Some(self.style.printed(judgement))
    }

    fn show_successes(&self, judged: &[Outcome], out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nsuccesses:")?;
        for (trial, result) in judged {
            if let Some(printed) = self.printed(result) {
                write!(out, "\n---- {} ----\n{printed}", trial.name)?;
            }
        }
        Ok(())
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
            // A program that cannot be built has the same error in every trial: show it once.
            let error = judged.as_ref().err();
            if error.is_none() || error != last_error {
                let details = self.style.details(trial.case, judged);
                write!(out, "\n---- {} ----\n{details}", trial.name)?;
            }
            last_error = error;
        }
        writeln!(out, "\n\nfailures:")?;
        for (trial, _) in &failures {
            writeln!(out, "    {}", trial.name)?;
        }
        Ok(failures.len())
    }
}
