//! `cargo receive`: brings in a problem with its samples, from the browser or by cargo-compete.
//!
//! - `session`: one run, from what a person asks for to what is printed
//! - `listener`, `connection`, `http`, `task`, `batches`, `journal`: what the extension sends
//! - `download`: what cargo-compete downloads
//! - `place`: which package a problem has, or gets
//! - `update`, `new_problem`, `tidy`: what that changes in the workspace
//! - `changes`: files written together, or not at all
//!
//! The files of a change are written together, or not at all. A crash may still interrupt that. The
//! workspace then still builds, because a package becomes a member last, and the next run completes
//! it.

mod batches;
pub(crate) mod changes;
mod connection;
mod download;
mod http;
mod journal;
pub mod listener;
mod messages;
mod new_problem;
mod place;
mod session;
pub mod task;
mod tidy;
mod update;

use crate::workspace::Workspace;
pub use session::{run, Source, Wish};

/// The result of a change, as it is reported.
#[derive(Debug, Default)]
struct Stored {
    package: String,
    is_new: bool,
    /// The workspace with the new package, once it is written.
    workspace: Option<Workspace>,
    /// How many samples were stored before.
    same: usize,
    /// Notes on samples that were left out.
    left_out: Vec<String>,
    /// The paths of the files that were written, relative to the workspace's root.
    written: Vec<String>,
    /// Notes on a new package.
    notes: Vec<String>,
}
