//! `cargo receive`: brings in a problem with its samples, from the browser or by cargo-compete.
//!
//! - `listener`, `http`, `task`: what the browser extension sends
//! - `download`: what cargo-compete downloads
//! - `new_problem`, `merge`, `tidy`: what that changes in the workspace
//! - `changes`: files written together, or not at all
//!
//! A change is whole or not at all. What a crash interrupts all the same leaves a workspace that
//! builds, since a package becomes a member last, and the next run resumes there.

mod changes;
mod download;
mod http;
pub mod listener;
mod merge;
mod messages;
mod new_problem;
mod session;
pub mod task;
mod tidy;

use crate::online_judges;
use crate::suite::{Case, Suite};
use crate::workspace::Workspace;
use download::download;
use merge::Merge;
pub use session::{run, Request, Source};
use task::{Sample, Task};
use tidy::tidy;

/// What receiving came to.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    /// The package was made.
    New {
        /// Its name.
        package: String,
        /// What was written, from the workspace's root.
        written: Vec<String>,
    },
    /// The package was there.
    Known {
        /// Its name.
        package: String,
        /// How many samples were stored already.
        same: usize,
        /// What was written, from the workspace's root.
        written: Vec<String>,
    },
    /// Samples are not as they are stored, and nothing was changed.
    Differs {
        /// The package.
        package: String,
        /// Where they differ; never empty.
        differences: Vec<Difference>,
    },
}

/// A sample whose input is stored with another output.
#[derive(Debug, PartialEq)]
pub struct Difference {
    /// The case as it is stored.
    pub stored: Case,
    /// What the judge shows now.
    pub received: Sample,
}

impl Difference {
    /// Whether it is a sample in files: an edge case is somebody's own.
    pub fn can_be_replaced(&self) -> bool {
        !self.stored.inline && self.stored.is_sample()
    }
}

/// Stores a problem: as a new package, or the samples that a known one lacks. Only with `replace`
/// do samples take the place of stored ones; edge cases, limits and solutions are never touched.
///
/// # Errors
/// One line: what is in the way; nothing was changed.
pub fn receive(workspace: &Workspace, task: &Task, replace: bool) -> Result<Outcome, String> {
    let is_same = |url| online_judges::same_problem(url, &task.url);
    match workspace.problems.iter().find(|problem| problem.urls().any(is_same)) {
        Some(problem) => {
            let path = workspace.suite(&problem.name);
            let cases = Suite::read_or_empty(&path)?.cases;
            let merge = Merge::new(cases, merge::unnamed(&task.samples));
            merge.store(workspace, &problem.name, replace, None)
        }
        None => new_problem::make(workspace, task),
    }
}
