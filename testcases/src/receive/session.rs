//! One run of `cargo receive`: what a person asks for, and the tasks that the browser sends.

use std::env;
use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use super::batches::Batches;
use super::journal::{Entry, Journal};
use super::listener;
use super::messages::{report, say};
use super::place::{self, Place};
use super::task::Task;
use super::update::Update;
use super::{download, new_problem, tidy, Stored};
use crate::online_judges::OnlineProblem;
use crate::suite::{Match, Suite};
use crate::workspace::Workspace;

/// How often a change is tried if other programs write to the same files.
const ATTEMPTS: usize = 5;
/// How long to wait for the next task of a batch. The extension sends them within moments.
const SILENCE: Duration = Duration::from_secs(5);

/// How samples are stored.
#[derive(Default)]
pub struct Wish {
    /// Replaces stored samples whose outputs differ.
    pub replace: bool,
    /// The package of the problem; `None`: the one that its URL suggests.
    pub name: Option<String>,
}

/// Where samples come from.
pub enum Source {
    /// The browser.
    Browser {
        /// The port to listen on; `None`: the first free one of the extension's own.
        port: Option<u16>,
        /// Receives problems until Ctrl-C, not only one.
        keep: bool,
    },
    /// A page that cargo-compete downloads.
    Page(String),
    /// The suite of this package, into which cargo-compete wrote inline cases.
    Suite(String),
}

/// Receives and stores samples. Returns whether everything that was received is stored.
///
/// # Errors
/// What is in the way.
pub fn run(source: &Source, wish: &Wish) -> Result<bool, String> {
    let folder = env::current_dir().map_err(|error| format!("the current folder: {error}"))?;
    let workspace = Workspace::find(&folder)?;
    match source {
        Source::Suite(name) => {
            let tidy = |workspace: &Workspace| tidy::tidy(workspace, name, wish.replace);
            Locked::new(&workspace)?.change(tidy)?;
        }
        Source::Page(url) => {
            let task = download::download(&workspace, url)?;
            let problem = OnlineProblem::new(&task.url, "");
            store(&mut Locked::new(&workspace)?, &task, &problem, wish)?;
        }
        Source::Browser { port, keep } => return listen(&workspace, *port, *keep, wish),
    }
    Ok(true)
}

fn listen(
    workspace: &Workspace,
    port: Option<u16>,
    keep: bool,
    wish: &Wish,
) -> Result<bool, String> {
    let journal = Journal::new(workspace);
    let left = journal.left();
    let (port, inbox) = listener::listen(port, journal).map_err(|error| {
        format!("{error}: end the other program that listens there, or choose a --port")
    })?;
    say!(
        "Listening on port {port}: open a problem in the browser and press the green plus of \
         Competitive Companion. Ctrl-C ends."
    );
    let mut all_stored = store_what_was_left(workspace, left);
    let (mut batches, mut is_first) = (Batches::default(), true);
    loop {
        let event = if batches.are_waiting() {
            inbox.recv_timeout(SILENCE).ok()
        } else if keep || is_first {
            inbox.recv().ok()
        } else {
            inbox.try_recv().ok()
        };
        let is_silent = event.is_none();
        match event {
            Some(Err(reason)) => eprintln!("refused: {reason}"),
            Some(Ok((task, entry))) => {
                batches.add(task, entry);
                is_first = false;
            }
            None if batches.are_waiting() => {}
            None => return Ok(all_stored),
        }
        all_stored &= take(workspace, &mut batches, is_silent, wish);
        if is_silent {
            eprintln!(
                "The other problems of the page did not come: press the green plus there again."
            );
            all_stored = false;
        }
    }
}

/// Stores the tasks that an earlier run accepted and did not store. The options of this run do not
/// apply to them.
fn store_what_was_left(workspace: &Workspace, entries: Vec<(Vec<u8>, Entry)>) -> bool {
    let mut left = Batches::default();
    for (json, entry) in entries {
        match Task::parse(json) {
            Ok(task) => {
                say!("\nAn earlier run ended before it stored {}.", task.name);
                left.add(task, entry);
            }
            // Another version of this program could read it.
            Err(_) => entry.remove(),
        }
    }
    take(workspace, &mut left, true, &Wish::default())
}

/// Stores the complete batches, or all tasks. If one task cannot be stored, the others are.
fn take(workspace: &Workspace, batches: &mut Batches, all: bool, wish: &Wish) -> bool {
    let received = batches.take(all);
    if received.is_empty() {
        return true;
    }
    let mut locked = match Locked::new(workspace) {
        Ok(locked) => locked,
        Err(error) => {
            eprintln!("{error}\nNothing was stored; the next `cargo receive` does it.");
            return false;
        }
    };
    let mut all_stored = true;
    for (problem, task, entry) in received {
        say!("\n{} <{}>", task.name, task.url);
        if let Err(error) = store(&mut locked, &task, &problem, wish) {
            eprintln!("{error}");
            all_stored = false;
        }
        entry.remove();
    }
    all_stored
}

/// Stores a new problem as a package, or the samples that a known problem lacks. Stored samples are
/// replaced only with `--replace`. Edge cases, limits and solutions are never changed.
///
/// # Errors
/// What is in the way; nothing was changed.
fn store(
    locked: &mut Locked,
    task: &Task,
    problem: &OnlineProblem,
    wish: &Wish,
) -> Result<(), String> {
    if wish.name.is_some() && task.batch.size > 1 {
        return Err(format!("--name is for one problem, and {} were sent", task.batch.size));
    }
    locked.change(|workspace| {
        let known = match place::find(workspace, task, problem, wish.name.as_deref())? {
            Place::New(name, problem) => {
                return new_problem::make(workspace, task, &name, &problem);
            }
            Place::Known(known) => &known.name,
        };
        let Suite { cases, limits } = Suite::read_or_empty(&workspace.suite(known))?;
        let samples = match limits.matching {
            // The cases are inputs of the interactor, which a page does not show.
            Match::Interactive => &[],
            _ => &task.samples[..],
        };
        let mut update = Update::new(workspace, known);
        update.add_samples(limits.matching, &cases, samples, wish.replace)?;
        update.apply()
    })
}

/// The workspace, while no other run of `cargo receive` changes it.
struct Locked {
    workspace: Workspace,
    _lock: Option<File>,
}

impl Locked {
    fn new(workspace: &Workspace) -> Result<Self, String> {
        let _lock = lock(&workspace.target);
        Ok(Self { workspace: Workspace::find(&workspace.root)?, _lock })
    }

    /// Makes a change and reports it. If another program writes to the same files meanwhile, the
    /// change is made again.
    fn change(
        &mut self,
        change: impl Fn(&Workspace) -> Result<Option<Stored>, String>,
    ) -> Result<(), String> {
        for _ in 0..ATTEMPTS {
            if let Some(mut stored) = change(&self.workspace)? {
                report(&stored);
                if let Some(workspace) = stored.workspace.take() {
                    self.workspace = workspace;
                }
                return Ok(());
            }
            self.workspace = Workspace::find(&self.workspace.root)?;
        }
        Err("the files of the workspace changed while we were writing them; try again".to_owned())
    }
}

/// Locks out other runs until it is dropped. `None` on a file system without locks.
fn lock(target: &Path) -> Option<File> {
    fs::create_dir_all(target).ok()?;
    let file = File::create(target.join("receive.lock")).ok()?;
    file.lock().ok()?;
    Some(file)
}
