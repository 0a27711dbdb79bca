//! What the targets of a problem's package call, as macros and functions of this crate.
//!
//! - `trials`, `arguments`, `invocation`, `printer`: for `tests/cases.rs`, which judges the
//!   solution on every stored case
//! - `role`, `checker`, `interactor`, `tokens`: for the same file where outputs cannot be compared
//! - `stress`, `random_tests`: for the test `oracle`, which compares the solution with a brute
//!   force
//! - `oracle`: `cargo stress`, which writes that test, runs it and stores a failing input as a case
//! - `bench`: for `benches/speed.rs`, which measures how fast the solution is
//!
//! Nothing here depends on a particular problem: cargo says the package's name and folder.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

mod arguments;
pub mod bench;
pub mod checker;
pub mod interactor;
mod invocation;
pub mod oracle;
mod printer;
pub mod random_tests;
mod role;
pub mod stress;
mod tokens;
pub mod trials;

pub use role::Role;

/// A problem's package, as its own targets see it.
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// The file of its suite.
    pub suite: PathBuf,
    /// Its binary.
    pub program: PathBuf,
    /// A folder for temporary files: the compiled C twin, the lock of the judge.
    pub scratch: PathBuf,
}

impl Package {
    /// The package that cargo built; the arguments are what cargo told the compiler.
    ///
    /// Two checkouts may share one target folder, and so the same executable. Cargo says at run
    /// time which checkout it runs for. `folder` is used only if cargo does not run the executable.
    pub fn new(name: &str, folder: &str, program: &str, scratch: &str) -> Self {
        let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| folder.into());
        let folder = PathBuf::from(folder);
        Self {
            name: name.to_owned(),
            suite: testcases_of(&folder).join(format!("{name}.yml")),
            folder,
            program: program.into(),
            scratch: scratch.into(),
        }
    }

    /// The C twin of the solution, whether it exists or not.
    fn twin(&self) -> PathBuf {
        self.folder.join(format!("{}.c", self.name))
    }
}

/// The folder `testcases` of the workspace whose target runs.
fn testcases() -> PathBuf {
    let folder = env::var_os("CARGO_MANIFEST_DIR");
    testcases_of(&folder.map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from))
}

/// The folder `testcases` of the workspace in which the package at `folder` lies.
fn testcases_of(folder: &Path) -> PathBuf {
    let mut folders = folder.ancestors().map(|folder| folder.join("testcases"));
    let found = folders.find(|folder| folder.join("Cargo.toml").is_file());
    found.unwrap_or_else(|| folder.with_file_name(OsStr::new("testcases")))
}
