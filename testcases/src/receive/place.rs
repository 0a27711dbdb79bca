//! Which package a problem is stored in: an existing or a new one.

use std::fs;

use super::new_problem::as_markdown;
use super::task::Task;
use crate::online_judges::OnlineProblem;
use crate::workspace::{Problem, Workspace};

/// Where a problem is stored.
pub(super) enum Place<'a> {
    /// In an existing package.
    Known(&'a Problem),
    /// In a new package of that name.
    New(String, OnlineProblem),
}

/// Finds the package of a problem. Two problems never share a package. The URL identifies a problem
/// if the table of online judges has it; for any other URL the title must agree as well.
///
/// # Errors
/// One line that says what to do: if the titles differ, or `name` cannot be used.
pub(super) fn find<'a>(
    workspace: &'a Workspace,
    task: &Task,
    problem: &OnlineProblem,
    name: Option<&str>,
) -> Result<Place<'a>, String> {
    let stored = |problem: &OnlineProblem| {
        let is_same = |url| OnlineProblem::new(url, "") == *problem;
        workspace.problems.iter().find(|stored| stored.urls().any(is_same))
    };
    let (known, problem) = match stored(problem) {
        Some(known) if problem.judge().is_none() && has_other_title(known, task) => {
            let told = problem.clone().told_by_title(&task.name);
            match (stored(&told), name) {
                (None, Some(name)) if name == known.name => (Some(known), told),
                (None, None) => return Err(ask(known, task, &told)),
                (own, _) => (own, told),
            }
        }
        known => (known, problem.clone()),
    };
    let is_taken = |name: &str| workspace.problems.iter().any(|problem| problem.name == name);
    match (known, name) {
        (Some(known), Some(name)) if name != known.name => {
            Err(format!("this problem is here already, as {}: leave out --name", known.name))
        }
        (Some(known), _) => Ok(Place::Known(known)),
        (None, Some(name)) if is_taken(name) => {
            Err(format!("--name: {name} is another problem; choose another name"))
        }
        (None, name) => {
            let mut names = name.map(str::to_owned).into_iter().chain(problem.names());
            let name = names.find(|name| !is_taken(name)).unwrap_or_default();
            Ok(Place::New(name, problem))
        }
    }
}

/// Whether the header of the stored solution begins with another title.
fn has_other_title(problem: &Problem, task: &Task) -> bool {
    !task.name.is_empty() && title(problem) != as_markdown(&task.name)
}

/// The title in the first line of a solution: `//! TITLE: <URL>`.
fn title(problem: &Problem) -> String {
    let text = fs::read_to_string(problem.solution()).unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    let line = line.strip_prefix("//! ").unwrap_or(line);
    let title = line.rsplit_once(" <").map_or(line, |(title, _)| title);
    title.strip_suffix(':').unwrap_or(title).to_owned()
}

fn ask(known: &Problem, task: &Task, told: &OnlineProblem) -> String {
    let (package, stored) = (&known.name, title(known));
    format!(
        "{package} has this URL and the title {stored:?}, not {:?}: `cargo receive --name {package}` \
         if they are one problem, else `cargo receive --name {}`, and send it again",
        task.name,
        told.name()
    )
}
