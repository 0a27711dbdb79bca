//! The stored testcases of the workspace: reads them, runs programs on them, receives new ones.
//!
//! A problem's tests call two things of it: [`main!`] makes `tests/cases.rs`, which judges the
//! problem's binary on every stored case, and [`stress`] has what `tests/oracle.rs` compares the
//! solution with a brute force by.

use std::path::Path;

pub mod bench;
mod changes;
pub mod clipboard;
pub mod companion;
pub mod compilers;
pub mod ids;
pub mod json;
pub mod judge;
pub mod judges;
pub mod readme;
pub mod receive;
pub mod report;
pub mod stress;
pub mod suite;
pub mod trials;
pub mod workspace;

/// The folder `testcases` of the workspace.
pub fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The `main` of a problem's `tests/cases.rs`: judges the package's binary on its stored cases.
#[macro_export]
macro_rules! main {
    () => {
        fn main() -> std::process::ExitCode {
            $crate::trials::main(&$crate::trials::Package {
                name: env!("CARGO_PKG_NAME").into(),
                folder: env!("CARGO_MANIFEST_DIR").into(),
                suite: $crate::folder().join(concat!(env!("CARGO_PKG_NAME"), ".yml")),
                program: env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME"))).into(),
                scratch: env!("CARGO_TARGET_TMPDIR").into(),
            })
        }
    };
}

/// The `main` of a problem's `benches/speed.rs`: times the package's binary on its stored cases.
#[macro_export]
macro_rules! bench {
    () => {
        fn main() -> ::std::process::ExitCode {
            $crate::bench::main(
                env!("CARGO_PKG_NAME"),
                env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME"))),
                env!("CARGO_TARGET_TMPDIR"),
            )
        }
    };
}
