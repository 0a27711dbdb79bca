//! `cargo receive --tidy`: moves the cases that cargo-compete wrote into a suite to files.

use std::process::Command;

use super::task::Sample;
use super::update::Update;
use super::Stored;
use crate::online_judges::OnlineProblem;
use crate::suite::{self, Case, Limits, Match, Suite};
use crate::workspace::Workspace;

/// Moves the inline cases of a suite, which `cargo compete download` writes, to files. A suite that
/// cargo-compete overwrote gets back its text from the last commit.
///
/// # Errors
/// What is in the way; nothing was changed.
pub(super) fn tidy(
    workspace: &Workspace,
    package: &str,
    replace: bool,
) -> Result<Option<Stored>, String> {
    let problem = workspace.problems.iter().find(|problem| problem.name == package);
    let problem = problem
        .ok_or_else(|| format!("--tidy: expected a problem's package, found {package:?}"))?;
    let path = workspace.suite(package);
    let suite = Suite::read(&path)?;
    let (inline, stored): (Vec<Case>, Vec<Case>) =
        suite.cases.into_iter().partition(|case| case.inline);
    let mut update = Update::new(workspace, package);
    if inline.is_empty() {
        return Ok(Some(update.stored));
    }
    let outputs = inline.iter().map(|case| case.output.as_str());
    let url = problem.urls().next().unwrap_or_default();
    let matching = OnlineProblem::new(url, "").comparison(outputs);
    let samples: Vec<Sample> = inline.into_iter().map(Sample::from).collect();
    let before = crate::read(&path)?;
    let after = tidied(workspace, package, &before, &suite.limits, matching)?;
    update.add_samples(suite.limits.matching, &stored, &samples, replace)?;
    update.changes.replace(&path, Some(before), after)?;
    update.apply()
}

/// The text of a suite without its inline cases.
///
/// cargo-compete overwrites a suite and keeps neither comments, nor the memory limit, nor `match`,
/// nor a time limit that the judge's page does not show. They are restored from the last commit.
fn tidied(
    workspace: &Workspace,
    package: &str,
    found: &str,
    limits: &Limits,
    matching: Match,
) -> Result<String, String> {
    let rest = suite::without_inline_cases(&found.replace("\r\n", "\n"))?;
    if rest != suite::text(package, limits) {
        return Ok(rest);
    }
    let committed = committed(workspace, package);
    let default = Limits { time: None, memory: None, matching };
    let known = committed.as_ref().map_or(default, |(_, known)| *known);
    let restored = Limits {
        time: limits.time.or(known.time),
        memory: limits.memory.or(known.memory),
        matching: match limits.matching {
            Match::Exact => known.matching,
            other => other,
        },
    };
    Ok(match committed {
        Some((text, _)) if restored == known => text,
        _ => suite::text(package, &restored),
    })
}

/// The suite in the last commit, if it is tidy, and its limits.
fn committed(workspace: &Workspace, package: &str) -> Option<(String, Limits)> {
    let output = Command::new("git")
        .args(["show", &format!("HEAD:./{package}.yml")])
        .current_dir(workspace.testcases())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let is_tidy = suite::without_inline_cases(&text).as_ref() == Ok(&text);
    let limits = suite::limits(&text).ok()?;
    (output.status.success() && is_tidy).then_some((text, limits))
}
