//! `cargo paste --check`: every file, as every online judge compiles it.

use std::io;

use super::choice::Choice;
use super::Session;
use crate::compilers::{must_be_complete, Compiler};
use crate::languages::Source;
use crate::online_judges::Destination;
use crate::workspace::Problem;

impl Session<'_> {
    /// Judges every file of the problems for every online judge, warnings denied; says whether all may be
    /// pasted.
    pub(super) fn check(&mut self, problems: &[Problem]) -> io::Result<bool> {
        let c = Compiler::for_twins();
        let skips_c = !c.exists() && !must_be_complete();
        let mut all_well = true;
        for problem in problems {
            if problem.url.is_none() {
                self.say(problem.without_url())?;
                all_well = false;
            }
            for choice in problem.urls().flat_map(|url| choices(problem, url)) {
                if choice.language.source == Source::C && skips_c {
                    continue;
                }
                let what = format!("{}, {}", choice.file, choice.destination.name);
                let judged = match crate::read(&choice.path) {
                    Ok(text) => self.judge(problem, &choice, &text, true)?,
                    Err(error) => Err(error),
                };
                all_well &= judged.is_ok();
                self.say(match judged {
                    Ok(summary) => format!("{} {what}: {summary}", self.style.green("ok  ")),
                    Err(reason) => format!("{} {what}: {reason}", self.style.red("FAIL")),
                })?;
            }
        }
        if skips_c {
            self.say(format!("C programs are not checked: {}", c.how_to_get()))?;
        }
        Ok(all_well)
    }
}

/// The files of the problem, for the online judge at this URL.
fn choices(problem: &Problem, url: &str) -> Vec<Choice> {
    let choice = |source| Choice::new(problem, Destination::new(url), Some(source)).ok();
    [Source::Rust, Source::C].into_iter().filter_map(choice).collect()
}
