//! Reads the stored testcases of the workspace, judges programs on them, and receives new ones.
//!
//! A problem's targets call [`main!`], [`bench!`] and [`stress!`]. Where outputs cannot be
//! compared, they use [`checker`] or [`interactor`]. People run `cargo paste`, `cargo receive` and
//! `cargo stress`.
//!
//! | folder | what it does | what is added there |
//! | --- | --- | --- |
//! | `suite/` | reads suites and cases as they are stored | a key of a suite, a way to compare |
//! | `judge/` | runs a program on a case, gives the verdict, shows it | a verdict, a limit, a line of the report |
//! | `package/` | what a problem's own targets call: trials, referees, stress, bench | an option of `cargo test`, what a checker needs, a check that an oracle makes |
//! | `paste/` | the steps of `cargo paste` | a clipboard, a reason not to paste |
//! | `receive/` | the steps of `cargo receive` | a field of a task, a file of a new package |
//! | `online_judges/` | what a problem's URL says, what is known of its judge | a judge, a page of a judge |
//! | `bin/` | arguments and exit statuses | an option of a command |
//!
//! The files beside the folders are used by several of them: `workspace` (the packages, and checks
//! that they fit together), `cases_target` (the compiled `tests/cases.rs`), `languages`,
//! `compilers`, `json`, `arguments`, `scratch` (temporary folders), `readme`.
//!
//! `suite` does not depend on `judge`, and neither of them depends on the other folders.

pub mod arguments;
mod cases_target;
pub mod compilers;
pub mod json;
pub mod judge;
pub mod languages;
pub mod online_judges;
pub mod package;
pub mod paste;
pub mod readme;
pub mod receive;
mod scratch;
pub mod suite;
pub mod workspace;

pub use package::{checker, interactor, stress};

use std::fs;
use std::io;
use std::path::{Path, MAIN_SEPARATOR};

/// A path relative to the folder `root`, with forward slashes. Characters that cannot be printed
/// are escaped.
fn shown_path(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    let path: std::path::PathBuf = path.components().collect();
    let shown = path.display().to_string().replace(MAIN_SEPARATOR, "/");
    if is_legible(&shown) {
        shown
    } else {
        shown.escape_debug().to_string()
    }
}

/// The text of a file.
///
/// # Errors
/// One line, with the path.
fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(at(path))
}

/// Makes an error one line that names the path.
fn at(path: &Path) -> impl FnOnce(io::Error) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

/// Whether a terminal shows every character of a text, and takes none for a command.
fn is_legible(text: &str) -> bool {
    // `escape_debug` escapes these three, and besides them only what cannot be printed.
    let rest = |text: &str| text.replace(['\'', '"', '\\'], "");
    rest(&text.escape_debug().to_string()) == rest(text)
}

/// Whether a terminal shows the character, and does not move its cursor or change the direction of
/// writing.
fn is_shown(c: char) -> bool {
    let turns = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    !c.is_control() && !turns
}

/// The package whose target calls this macro.
#[doc(hidden)]
#[macro_export]
macro_rules! this_package {
    () => {
        $crate::package::Package::new(
            env!("CARGO_PKG_NAME"),
            env!("CARGO_MANIFEST_DIR"),
            env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME"))),
            env!("CARGO_TARGET_TMPDIR"),
        )
    };
}

/// The `main` of a problem's `tests/cases.rs`: judges the package's binary on its stored cases.
///
/// `main!()` where outputs are compared, `main!(checker: check)` where several are right,
/// `main!(interactor: interact)` where the program talks with an interactor.
#[macro_export]
macro_rules! main {
    () => {
        $crate::main!(@ $crate::package::Role::None);
    };
    (checker: $check:path) => {
        $crate::main!(@ $crate::package::Role::Checker($check));
    };
    (interactor: $interact:path) => {
        $crate::main!(@ $crate::package::Role::Interactor($interact));
    };
    (@ $role:expr) => {
        fn main() -> ::std::process::ExitCode {
            $crate::package::trials::main(&$crate::this_package!(), $role)
        }

        // Only Rust's own harness compiles this. It would not call `main`, so nothing would be
        // judged.
        #[test]
        fn harness_is_off() {
            panic!("write harness = false below [[test]] name = \"cases\" in Cargo.toml");
        }
    };
}

/// A test of a problem's `tests/oracle.rs`: the package's binary on small random inputs.
///
/// `stress!(generate, brute_force)`, or `stress!(generate)` where a checker or an interactor needs
/// no expected output.
#[macro_export]
macro_rules! stress {
    ($generate:path) => {
        $crate::stress!($generate, |_| String::new());
    };
    ($generate:path, $brute_force:expr) => {
        #[test]
        fn the_solution_passes_on_random_inputs() {
            $crate::package::random_tests::run(&$crate::this_package!(), $generate, $brute_force);
        }
    };
}

/// The `main` of a problem's `benches/speed.rs`: times the package's binary on its stored cases.
#[macro_export]
macro_rules! bench {
    () => {
        fn main() -> ::std::process::ExitCode {
            $crate::package::bench::main(&$crate::this_package!())
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_shown_without_commands_for_a_terminal() {
        let shown = |path: &str| shown_path(Path::new("root"), Path::new(path));
        assert_eq!(shown("root/a/b é 'c'.txt"), "a/b é 'c'.txt");
        assert_eq!(shown("root/\u{1b}[2J/\u{202e}.txt"), "\\u{1b}[2J/\\u{202e}.txt");
    }
}
