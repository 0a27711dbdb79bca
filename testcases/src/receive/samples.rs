//! Received samples beside the cases that are stored.

use std::path::PathBuf;

use super::changes::Changes;
use super::messages;
use super::task::Sample;
use super::Stored;
use crate::suite::{Case, Match, Suite};
use crate::workspace::Workspace;

/// A sample, and the name of its files if it has one of its own.
pub(super) type Named = (Sample, Option<String>);

/// A sample whose input is stored with another output.
pub(super) struct Difference {
    pub stored: Case,
    pub received: Sample,
}

impl Difference {
    /// Whether it is a sample in files: an edge case is somebody's own.
    pub fn can_be_replaced(&self) -> bool {
        !self.stored.inline && self.stored.is_sample()
    }
}

/// Adds the files of the samples that are not among the `stored` cases of a package, whose suite has
/// this `match`; with `replace` takes the outputs of those that differ.
///
/// # Errors
/// What differs, and what to do.
pub(super) fn add(
    workspace: &Workspace,
    package: &str,
    matching: Match,
    stored: &[Case],
    received: Vec<Named>,
    replace: bool,
    changes: &mut Changes,
) -> Result<Stored, String> {
    let mut result = Stored { package: package.to_owned(), ..Stored::default() };
    let folder = workspace.testcases().join(package);
    let path =
        |kind: &str, name: &str| -> PathBuf { folder.join(kind).join(format!("{name}.txt")) };
    let (mut names, mut seen) = (Names::of(stored), Vec::<Sample>::new());
    let mut differences = Vec::new();
    for (sample, name) in received {
        let twin = seen.iter().find(|other| same_text(&other.input, &sample.input));
        let mut like = stored.iter().filter(|case| same_text(&case.input, &sample.input));
        let first = like.clone().next();
        if let Some(twin) = twin {
            if !same_text(&twin.output, &sample.output) {
                result.notes.push(messages::second_output(&sample));
            }
            continue;
        } else if like.any(|case| is_right_output(case, &sample.output)) {
            result.same += 1;
        } else if let Some(stored) = first {
            differences.push(Difference { stored: stored.clone(), received: sample.clone() });
        } else {
            let name = names.take(name);
            changes.add(&path("in", &name), sample.input.clone())?;
            if matching != Match::Interactive {
                changes.add(&path("out", &name), sample.output.clone())?;
            }
        }
        seen.push(sample);
    }
    let may_replace = replace && differences.iter().all(Difference::can_be_replaced);
    if !differences.is_empty() && !may_replace {
        return Err(messages::differences(package, &differences));
    }
    for Difference { stored, received } in differences {
        changes.replace(&path("out", &stored.name), None, received.output)?;
    }
    Ok(result)
}

/// Makes the changes to a package that is there, which the samples are part of.
///
/// # Errors
/// One line: what is in the way; nothing was changed.
pub(super) fn store(
    workspace: &Workspace,
    mut stored: Stored,
    changes: Changes,
) -> Result<Option<Stored>, String> {
    let Some(applied) = changes.apply()? else {
        return Ok(None);
    };
    let package = &stored.package;
    let cases = Suite::read_or_empty(&workspace.suite(package))?.cases;
    let inputs = format!("testcases/{package}/in/");
    let is_read = |path: &String| cases.iter().any(|case| case.origin == *path);
    let unread = applied.paths().find(|path| path.starts_with(&inputs) && !is_read(path));
    if let Some(path) = unread {
        return Err(format!(
            "testcases/{package}.yml: expected an extend to in/*.txt and out/*.txt of ./{package}, \
             found that it would not read {path}"
        ));
    }
    stored.written = applied.keep();
    Ok(Some(stored))
}

/// Names of cases that are taken. A file system may not tell upper from lower case.
struct Names(Vec<String>);

impl Names {
    fn of(cases: &[Case]) -> Self {
        Self(cases.iter().map(|case| case.name.to_ascii_lowercase()).collect())
    }

    /// Takes the name if it is free, or else the next number.
    fn take(&mut self, wanted: Option<String>) -> String {
        let numbers = (1..).map(|number| format!("sample-{number}"));
        let mut names = wanted.into_iter().chain(numbers);
        let is_free = |name: &String| !self.0.contains(&name.to_ascii_lowercase());
        let name = names.find(is_free).expect("numbers do not end");
        self.0.push(name.to_ascii_lowercase());
        name
    }
}

/// Whether an output is the stored one, or the case does without.
fn is_right_output(case: &Case, output: &str) -> bool {
    case.output.is_empty() && case.matching.needs_referee() || same_text(&case.output, output)
}

/// Judges' pages, and what copies them, differ in spaces and blank lines at the ends.
fn same_text(one: &str, other: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
    };
    lines(one) == lines(other)
}
