//! `cargo paste --check`: every file, as every judge compiles it, and with other compilers.

use std::io;
use std::path::Path;

use super::choice::{destinations, file, shown, takes};
use super::{read, too_long, Session};
use crate::compilers::{self, Compiler};
use crate::judges::{Destination, Source};
use crate::workspace::Problem;

impl Session<'_> {
    /// Judges every file of the problems for every judge that takes it, and with the other compilers
    /// that a judge might have, warnings denied; says whether all is well.
    pub(super) fn check(&mut self, problems: &[Problem]) -> io::Result<bool> {
        let (for_rust, mut missing) = compilers::for_rust(&self.workspace.target);
        let mut summaries = Vec::new();
        let mut all_well = true;
        for problem in problems {
            for source in [Source::Rust, Source::C] {
                let Ok(path) = file(problem, source) else {
                    continue;
                };
                let mut compilers = for_judges(problem, source);
                match source {
                    Source::Rust => compilers.extend_from_slice(&for_rust),
                    Source::C => compilers.extend(compilers::for_c()),
                }
                let (here, absent): (Vec<_>, Vec<_>) =
                    distinct(compilers).into_iter().partition(Compiler::exists);
                missing.extend(absent.iter().map(Compiler::how_to_get));
                let summary = self.check_file(problem, source, &path, here)?;
                all_well &= summary.is_ok();
                summaries.push(summary);
            }
        }
        missing.sort();
        missing.dedup();
        self.screen.say("")?;
        for compiler in &missing {
            self.screen.say(format!("not checked, for it is missing: {compiler}"))?;
        }
        for summary in summaries {
            self.screen.say(match summary {
                Ok(line) => self.screen.style.green("ok  ") + &line,
                Err(line) => self.screen.style.red("FAIL ") + &line,
            })?;
        }
        let must_be_complete = cfg!(target_os = "linux") && compilers::must_be_complete();
        if must_be_complete && !missing.is_empty() {
            self.screen.say("under CI no compiler may be missing")?;
            all_well = false;
        }
        Ok(all_well)
    }

    /// One line on a file: what all compilers make of it, or what goes wrong.
    fn check_file(
        &mut self,
        problem: &Problem,
        source: Source,
        path: &Path,
        compilers: Vec<Compiler>,
    ) -> io::Result<Result<String, String>> {
        let file = shown(problem, path);
        let suite = self.workspace.read_suite(&problem.name);
        let (suite, text) = match suite.and_then(|suite| Ok((suite, read(path)?))) {
            Ok(both) => both,
            Err(error) => return Ok(Err(format!("{file}: {error}"))),
        };
        let limits = destinations(problem).into_iter().filter_map(|destination| {
            takes(&destination, source)?;
            destination.judge?.source_limit
        });
        let mut names = Vec::new();
        let mut reasons: Vec<String> = too_long(&text, limits.min()).into_iter().collect();
        for compiler in compilers {
            let name = compiler.name.clone();
            let compiler = compiler.denying_warnings();
            let judged = self.judge(&suite.cases, path, &text, &compiler, false)?;
            let line = match &judged {
                Ok(line) | Err(line) => line,
            };
            self.screen.say(format!("{file}, {name}: {line}"))?;
            reasons.extend(judged.err().map(|reason| format!("{name}: {reason}")));
            names.push(name);
        }
        Ok(if reasons.is_empty() {
            Ok(format!("{file}: {}", names.join(", ")))
        } else {
            Err(format!("{file}: {}", reasons.join("; ")))
        })
    }
}

/// The compilers of all judges that carry the problem and take the language.
fn for_judges(problem: &Problem, source: Source) -> Vec<Compiler> {
    let compiler = |destination: Destination| {
        let language = takes(&destination, source)?;
        Some(Compiler::new(&destination.name, language.compile))
    };
    destinations(problem).into_iter().filter_map(compiler).collect()
}

/// One compiler for each command line, named after all that have it.
fn distinct(compilers: Vec<Compiler>) -> Vec<Compiler> {
    let mut distinct: Vec<Compiler> = Vec::new();
    for compiler in compilers {
        match distinct.iter_mut().find(|known| known.command == compiler.command) {
            Some(known) => known.name += &format!(", {}", compiler.name),
            None => distinct.push(compiler),
        }
    }
    distinct
}
