//! The stored testcases of the workspace: reads them, runs programs on them, receives new ones.

use std::path::Path;

pub mod judge;
pub mod report;
pub mod suite;

/// The folder `testcases` of the workspace.
pub fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
