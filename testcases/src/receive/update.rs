//! The changes to one package: its samples and its other files.

use super::changes::Changes;
use super::task::Sample;
use super::{messages, Stored};
use crate::suite::{Case, Match, Suite};
use crate::workspace::{cargo, Workspace};

/// The changes to a package, and what is reported of them.
pub(super) struct Update<'a> {
    workspace: &'a Workspace,
    pub changes: Changes,
    pub stored: Stored,
}

impl<'a> Update<'a> {
    /// No change yet.
    pub fn new(workspace: &'a Workspace, package: &str) -> Self {
        let stored = Stored { package: package.to_owned(), ..Stored::default() };
        Self { workspace, changes: Changes::new(&workspace.root), stored }
    }

    /// Adds files for the samples that are not among the `stored` cases. `matching` is the `match`
    /// of the suite. A sample that is stored with another output is an error, or with `replace` its
    /// output is replaced.
    ///
    /// # Errors
    /// What differs, and what to do.
    pub fn add_samples(
        &mut self,
        matching: Match,
        stored: &[Case],
        received: &[Sample],
        replace: bool,
    ) -> Result<(), String> {
        let folder = self.workspace.testcases().join(&self.stored.package);
        let path = |kind: &str, name: &str| folder.join(kind).join(format!("{name}.txt"));
        let mut names: Vec<_> = stored.iter().map(|case| case.name.to_ascii_lowercase()).collect();
        let mut differences = Vec::new();
        for (index, sample) in received.iter().enumerate() {
            let has_input = |input: &str| same_text(input, &sample.input);
            let earlier = received[..index].iter().find(|other| has_input(&other.input));
            let cases: Vec<_> = stored.iter().filter(|case| has_input(&case.input)).collect();
            if let Some(earlier) = earlier {
                if !same_text(&earlier.output, &sample.output) {
                    self.stored.left_out.push(messages::second_output(sample));
                }
            } else if cases.iter().any(|case| is_right_output(case, &sample.output)) {
                self.stored.same += 1;
            } else if let Some(case) = cases.first() {
                differences.push((*case, sample));
            } else {
                let name = free_name(&mut names, sample.name.clone());
                self.changes.add(&path("in", &name), sample.input.clone())?;
                if matching != Match::Interactive {
                    self.changes.add(&path("out", &name), sample.output.clone())?;
                }
            }
        }
        // Edge cases were written by a person and are never replaced.
        let are_samples = differences.iter().all(|(case, _)| !case.inline && case.is_sample());
        let may_replace = replace && are_samples;
        if !differences.is_empty() && !may_replace {
            return Err(messages::differences(&self.stored.package, &differences, are_samples));
        }
        for (case, sample) in differences {
            self.changes.replace(&path("out", &case.name), None, sample.output.clone())?;
        }
        Ok(())
    }

    /// Makes the changes. `None`, and nothing is changed, if another program wrote to the same
    /// files.
    ///
    /// # Errors
    /// One line: what is in the way; nothing was changed.
    pub fn apply(self) -> Result<Option<Stored>, String> {
        let Self { workspace, changes, mut stored } = self;
        let Some(applied) = changes.apply()? else {
            return Ok(None);
        };
        let package = &stored.package;
        if stored.is_new {
            // Updates Cargo.lock, and fails if the workspace does not load.
            let options = ["--format-version=1", "--offline"];
            let metadata = cargo(&workspace.root, "metadata", &options)?;
            stored.workspace = Some(Workspace::parse(&metadata)?);
        }
        let cases = Suite::read_or_empty(&workspace.suite(package))?.cases;
        let inputs = format!("testcases/{package}/in/");
        let is_unread = |path: &&String| {
            let is_input = path.starts_with(&inputs) && path.ends_with(".txt");
            is_input && !cases.iter().any(|case| case.origin == **path)
        };
        if let Some(path) = applied.paths().find(is_unread) {
            return Err(format!(
                "testcases/{package}.yml: expected an extend to in/*.txt and out/*.txt of \
                 ./{package}, found that it would not read {path}"
            ));
        }
        stored.written = applied.keep();
        if stored.is_new {
            stored.written.push("Cargo.lock".to_owned());
        }
        Ok(Some(stored))
    }
}

/// The wanted name if no case has it, or else the next free `sample-N`. Some file systems do not
/// distinguish upper and lower case.
fn free_name(taken: &mut Vec<String>, wanted: Option<String>) -> String {
    let numbers = (1..).map(|number| format!("sample-{number}"));
    let is_free = |name: &String| !taken.contains(&name.to_ascii_lowercase());
    let name = wanted.into_iter().chain(numbers).find(is_free).expect("numbers do not end");
    taken.push(name.to_ascii_lowercase());
    name
}

/// Whether an output is the stored one, or the case stores none.
fn is_right_output(case: &Case, output: &str) -> bool {
    case.output.is_empty() && case.matching.needs_referee() || same_text(&case.output, output)
}

/// Whether two texts are equal but for spaces at the ends of lines and blank lines at the end:
/// judges' pages differ in these.
fn same_text(one: &str, other: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
    };
    lines(one) == lines(other)
}
