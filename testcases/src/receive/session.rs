//! One run of `cargo receive`: what a person asks for, and the tasks that the browser sends.

use std::collections::{BTreeMap, BTreeSet};
use std::env;

use super::listener::Listener;
use super::messages::{note_what_does_not_work, note_what_is_missing, report, say};
use super::task::Task;
use super::{download, receive, tidy, Outcome};
use crate::workspace::Workspace;

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
/// One line: what is in the way.
pub fn run(request: &Request) -> Result<bool, String> {
    let workspace = workspace()?;
    match &request.source {
        Source::Suite(name) => Ok(report(&tidy(&workspace, name, request.replace)?)),
        Source::Page(url) => store(&workspace, &download(&workspace, url)?, request.replace),
        Source::Browser { port, keep } => listen(*port, *keep, request.replace),
    }
}

fn workspace() -> Result<Workspace, String> {
    let folder = env::current_dir().map_err(|error| format!("the current folder: {error}"))?;
    Workspace::find(&folder)
}

fn listen(port: Option<u16>, keep: bool, replace: bool) -> Result<bool, String> {
    let listener = Listener::open(port).map_err(|error| {
        format!("{error}: end the other program that listens there, or choose a --port")
    })?;
    say!(
        "Listening on port {}: open a problem in the browser and press the green plus of \
         Competitive Companion. Ctrl-C ends.",
        listener.port()
    );
    let mut batches = Batches::default();
    let mut all_stored = true;
    for event in listener.receive() {
        match event {
            Err(refusal) => eprintln!("{refusal}"),
            Ok(task) => {
                all_stored &= take(&task, replace);
                batches.add(&task);
                if batches.are_complete() && !keep {
                    break;
                }
            }
        }
    }
    Ok(all_stored)
}

/// Takes one task; the others of its batch are to be taken even if it cannot be stored.
fn take(task: &Task, replace: bool) -> bool {
    say!("\n{} <{}>", task.name, task.url);
    let stored = workspace().and_then(|workspace| store(&workspace, task, replace));
    stored.unwrap_or_else(|error| {
        eprintln!("{error}");
        false
    })
}

/// Returns whether the samples are stored now.
fn store(workspace: &Workspace, task: &Task, replace: bool) -> Result<bool, String> {
    let outcome = receive(workspace, task, replace)?;
    let stored = report(&outcome);
    if stored {
        note_what_does_not_work(task);
    }
    if matches!(outcome, Outcome::New { .. }) {
        note_what_is_missing(task);
    }
    Ok(stored)
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
        batches.all(|(tasks, size)| tasks.len() as u64 >= *size)
    }
}
