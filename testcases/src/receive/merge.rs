//! Received samples beside the cases that are stored.

use std::path::{Path, PathBuf};

use super::changes::Changes;
use super::task::Sample;
use super::{Difference, Outcome};
use crate::suite::{Case, Suite};
use crate::workspace::Workspace;

/// Samples beside the cases that are stored.
pub(super) struct Merge {
    stored: Vec<Case>,
    same: usize,
    /// Each with its name.
    added: Vec<(Sample, String)>,
    differences: Vec<Difference>,
}

impl Merge {
    /// Tells what is stored from what is not; a sample may come with a name of its own.
    pub fn new(stored: Vec<Case>, received: Vec<(Sample, Option<String>)>) -> Self {
        let mut merge = Self { stored, same: 0, added: Vec::new(), differences: Vec::new() };
        for (sample, name) in received {
            let mut like: Vec<&Case> = merge.stored.iter().collect();
            like.retain(|case| same_text(&case.input, &sample.input));
            let known = |case: &&Case| same_text(&case.output, &sample.output);
            if like.iter().any(known) || merge.added.iter().any(|(added, _)| *added == sample) {
                merge.same += 1;
            } else if let Some(&stored) = like.first() {
                merge.differences.push(Difference { stored: stored.clone(), received: sample });
            } else {
                let name = name.unwrap_or_else(|| merge.free_name());
                merge.added.push((sample, name));
            }
        }
        merge
    }

    fn free_name(&self) -> String {
        let stored = self.stored.iter().map(|case| &case.name);
        let taken: Vec<&String> = stored.chain(self.added.iter().map(|(_, name)| name)).collect();
        let mut names = (1..).map(|number| format!("sample-{number}"));
        names.find(|name| !taken.contains(&name)).expect("numbers do not end")
    }

    pub fn store(
        self,
        workspace: &Workspace,
        package: &str,
        replace: bool,
        suite: Option<(PathBuf, String)>,
    ) -> Result<Outcome, String> {
        let package = package.to_owned();
        if !self.differences.is_empty() && !replace {
            let differences = self.differences;
            return Ok(Outcome::Differs { package, differences });
        }
        let mut changes = Changes::new(&workspace.root);
        let folder = workspace.testcases().join(&package);
        for difference in self.differences {
            if !difference.can_be_replaced() {
                return Err(format!(
                    "{}: expected the output that the judge shows, found another; only samples in \
                     files are replaced: mend it by hand",
                    difference.stored.origin
                ));
            }
            let path = folder.join("out").join(format!("{}.txt", difference.stored.name));
            changes.replace(path, difference.received.output)?;
        }
        for (sample, name) in &self.added {
            add_sample(&mut changes, &folder, name, sample)?;
        }
        if let Some((path, text)) = suite {
            changes.replace(path, text)?;
        }
        let applied = changes.apply()?;
        let cases = Suite::read_or_empty(&workspace.suite(&package))?.cases;
        let is_read = |name: &String| cases.iter().any(|case| case.name == *name);
        if let Some((_, name)) = self.added.iter().find(|(_, name)| !is_read(name)) {
            return Err(format!(
                "testcases/{package}.yml: expected an extend to in/*.txt and out/*.txt of \
                 ./{package}, found that it would not read {name}"
            ));
        }
        Ok(Outcome::Known { package, same: self.same, written: applied.keep() })
    }
}

pub(super) fn unnamed(samples: &[Sample]) -> Vec<(Sample, Option<String>)> {
    samples.iter().map(|sample| (sample.clone(), None)).collect()
}

/// Judges' pages, and what copies them, differ in spaces and blank lines at the ends.
fn same_text(one: &str, other: &str) -> bool {
    let lines = |text: &str| {
        text.trim_end().lines().map(str::trim_end).map(str::to_owned).collect::<Vec<_>>()
    };
    lines(one) == lines(other)
}

pub(super) fn add_sample(
    changes: &mut Changes,
    folder: &Path,
    name: &str,
    sample: &Sample,
) -> Result<(), String> {
    let file = format!("{name}.txt");
    changes.add(folder.join("in").join(&file), sample.input.clone())?;
    changes.add(folder.join("out").join(&file), sample.output.clone())
}
