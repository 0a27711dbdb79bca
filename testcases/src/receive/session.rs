//! One run of `cargo receive`: what a person asks for, and the tasks that the browser sends.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::{self, File};
use std::path::Path;

use super::journal;
use super::listener::Listener;
use super::messages::{notes, report, say};
use super::samples::{self, Named};
use super::task::Task;
use super::{changes::Changes, download, new_problem, tidy, Stored};
use crate::online_judges;
use crate::suite::Suite;
use crate::workspace::Workspace;

/// How often a change is made anew if other programs write to the same files.
const ATTEMPTS: usize = 5;

/// What a person asks `cargo receive` for.
pub struct Request {
    /// Where the samples come from.
    pub source: Source,
    /// Takes samples that differ from the stored ones.
    pub replace: bool,
}

/// Where samples come from.
pub enum Source {
    /// The browser.
    Browser {
        /// The port to listen on; `None`: the first free one of the extension's own.
        port: Option<u16>,
        /// Goes on until Ctrl-C.
        keep: bool,
    },
    /// A page that cargo-compete downloads.
    Page(String),
    /// The suite of this package, into which cargo-compete wrote.
    Suite(String),
}

/// Does what is asked for; returns whether all that was received is stored.
///
/// # Errors
/// What is in the way.
pub fn run(request: &Request) -> Result<bool, String> {
    let folder = env::current_dir().map_err(|error| format!("the current folder: {error}"))?;
    let workspace = Workspace::find(&folder)?;
    let replace = request.replace;
    match &request.source {
        Source::Suite(name) => {
            report(&change(&workspace, |workspace| tidy::tidy(workspace, name, replace))?);
        }
        Source::Page(url) => store(&workspace, &download::download(&workspace, url)?, replace)?,
        Source::Browser { port, keep } => return listen(&workspace, *port, *keep, replace),
    }
    Ok(true)
}

fn listen(
    workspace: &Workspace,
    port: Option<u16>,
    keep: bool,
    replace: bool,
) -> Result<bool, String> {
    let listener = Listener::open(port).map_err(|error| {
        format!("{error}: end the other program that listens there, or choose a --port")
    })?;
    say!(
        "Listening on port {}: open a problem in the browser and press the green plus of \
         Competitive Companion. Ctrl-C ends.",
        listener.port()
    );
    let inbox = listener.receive(&workspace.target, &workspace.root);
    let mut all_stored = true;
    for (json, entry) in journal::left(&workspace.target, &workspace.root) {
        say!("\nAn earlier run ended before it stored this problem.");
        all_stored &= Task::parse(json).is_ok_and(|task| take(workspace, &task, replace));
        entry.remove();
    }
    let mut batches = Batches::default();
    while let Some(event) =
        if keep || !batches.are_complete() { inbox.next() } else { inbox.close() }
    {
        match event {
            Err(refusal) => eprintln!("{refusal}"),
            Ok((task, entry)) => {
                all_stored &= take(workspace, &task, replace);
                entry.remove();
                batches.add(&task);
            }
        }
    }
    Ok(all_stored)
}

/// Takes one task; the others of its batch are to be taken even if it cannot be stored.
fn take(workspace: &Workspace, task: &Task, replace: bool) -> bool {
    say!("\n{} <{}>", task.name, task.url);
    let stored = store(workspace, task, replace);
    stored.inspect_err(|error| eprintln!("{error}")).is_ok()
}

fn store(workspace: &Workspace, task: &Task, replace: bool) -> Result<(), String> {
    let stored = change(workspace, |workspace| receive(workspace, task, replace))?;
    report(&stored);
    if stored.is_new {
        notes(task, &stored.package);
    }
    Ok(())
}

/// Changes the workspace as it is now, while no other receiver does; again if somebody else did.
fn change(
    workspace: &Workspace,
    change: impl Fn(&Workspace) -> Result<Option<Stored>, String>,
) -> Result<Stored, String> {
    let _lock = lock(&workspace.target);
    for _ in 0..ATTEMPTS {
        if let Some(stored) = change(&Workspace::find(&workspace.root)?)? {
            return Ok(stored);
        }
    }
    Err("the files of the workspace changed while we were writing them; try again".to_owned())
}

/// A lock against other receivers, until it is dropped; `None` on a file system without locks.
fn lock(target: &Path) -> Option<File> {
    fs::create_dir_all(target).ok()?;
    let file = File::create(target.join("receive.lock")).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// Stores a problem: as a new package, or the samples that a known one lacks. Only with `replace`
/// do samples take the place of stored ones; edge cases, limits and solutions are never touched.
///
/// # Errors
/// What is in the way; nothing was changed.
fn receive(workspace: &Workspace, task: &Task, replace: bool) -> Result<Option<Stored>, String> {
    let samples: Vec<Named> = task.samples.iter().map(|sample| (sample.clone(), None)).collect();
    let is_same = |url| online_judges::same_problem(url, &task.url);
    let Some(problem) = workspace.problems.iter().find(|problem| problem.urls().any(is_same))
    else {
        return new_problem::make(workspace, task, samples);
    };
    let mut changes = Changes::new(&workspace.root);
    let stored = Suite::read_or_empty(&workspace.suite(&problem.name))?.cases;
    let added = samples::add(workspace, &problem.name, &stored, samples, replace, &mut changes)?;
    samples::store(workspace, added, changes)
}

/// The tasks of each batch that have come, and how many it has.
#[derive(Default)]
struct Batches(BTreeMap<String, (BTreeSet<(String, String)>, u64)>);

impl Batches {
    fn add(&mut self, task: &Task) {
        let (tasks, size) = self.0.entry(task.batch.id.clone()).or_default();
        tasks.insert((task.url.clone(), task.name.clone()));
        *size = task.batch.size;
        if *size > tasks.len() as u64 {
            say!("{} of {size} received, waiting for the others", tasks.len());
        }
    }

    fn are_complete(&self) -> bool {
        let mut batches = self.0.values();
        !self.0.is_empty() && batches.all(|(tasks, size)| tasks.len() as u64 >= *size)
    }
}
