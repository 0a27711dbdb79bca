//! `cargo receive`: brings in a problem with its samples, from the browser or by cargo-compete.
//!
//! - `session`: one run, from what a person asks for to what is printed
//! - `listener`, `connection`, `http`, `task`, `batches`, `journal`: what the browser extension sends
//! - `download`: what cargo-compete downloads
//! - `place`: which package a problem has, or gets
//! - `update`, `new_problem`, `tidy`: what that changes in the workspace
//! - `changes`: files written together, or not at all
//!
//! A change is whole or not at all. What a crash interrupts all the same leaves a workspace that
//! builds, since a package becomes a member last, and the next run resumes there.

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

pub use session::{run, Source, Wish};

/// What is stored now.
#[derive(Debug, Default)]
struct Stored {
    package: String,
    is_new: bool,
    /// How many samples were stored before.
    same: usize,
    /// What a person should know of the samples that were left out.
    left_out: Vec<String>,
    /// The files that were written, from the workspace's root.
    written: Vec<String>,
    /// What a person should know of a new package.
    notes: Vec<String>,
}
