//! The programs of `tests/programs/misbehave.rs`, and cases to judge them on.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use testcases::suite::{Case, Match};

/// An empty folder in the folder of this test.
pub fn folder(test: &str) -> PathBuf {
    let of_this_test = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("test-{test}"));
    fs::create_dir_all(&of_this_test).unwrap();
    let is_new = |folder: &PathBuf| {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir(folder).is_ok()
    };
    // On Windows a folder stays as long as a program in it runs, under whatever name of its file.
    (0..1000).map(|number| of_this_test.join(number.to_string())).find(is_new).unwrap()
}

/// The program of this name, in the folder.
pub fn program(name: &str, folder: &Path) -> PathBuf {
    let program = folder.join(name).with_extension(env::consts::EXE_EXTENSION);
    // A link, and not a copy: a file that this process writes may be still open for writing in a
    // process that another thread has just started, and then it cannot be run.
    fs::hard_link(env!("CARGO_BIN_EXE_misbehave"), &program).unwrap();
    program
}

/// A case on which `right` is the right output, with limits that are wide for these programs.
pub fn case() -> Case {
    Case {
        name: "sample-1".to_owned(),
        input: "first\nsecond\n".to_owned(),
        output: "right\n".to_owned(),
        time_limit: Some(Duration::from_secs(5)),
        memory_limit: Some(64 << 20),
        matching: Match::Lines,
        origin: "suite.yml:5".to_owned(),
        inline: true,
    }
}
