//! `cargo receive`: brings in a problem with its samples, from the browser or by cargo-compete.
//!
//! - `session`: one run, from what a person asks for to what is printed
//! - `listener`, `connection`, `http`, `task`, `batches`, `journal`: what the browser extension sends
//! - `download`: what cargo-compete downloads
//! - `place`: which package a problem has, or gets
//! - `samples`, `new_problem`, `tidy`: what that changes in the workspace
//! - `changes`: files written together, or not at all
//!
//! A change is whole or not at all. What a crash interrupts all the same leaves a workspace that
//! builds, since a package becomes a member last, and the next run resumes there.

mod batches;
pub(crate) mod changes;
mod connection;
mod download;
mod http;
mod interactive;
mod journal;
pub mod listener;
mod messages;
mod new_problem;
mod place;
mod samples;
mod session;
pub mod task;
mod tidy;

use crate::suite::Match;
use crate::workspace::Workspace;
pub use session::{run, Request, Source, Wish};

/// What is stored now.
#[derive(Debug, Default)]
struct Stored {
    package: String,
    /// The workspace as it is now, if it has a new package.
    workspace: Option<Workspace>,
    /// How outputs are compared if the package is new.
    new_match: Option<Match>,
    /// How many samples were stored before.
    same: usize,
    /// The files that were written, from the workspace's root.
    written: Vec<String>,
    /// What a person should know of the samples that were left out.
    notes: Vec<String>,
}
