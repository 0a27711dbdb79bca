//! Builds the programs of `tests/programs/misbehave.rs`, and cases to judge them on.

// No test uses all of it.
#![allow(dead_code)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::OnceLock;
use std::time::Duration;

use testcases::suite::{Case, Match};

/// A folder of this test alone, empty at first.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("test-{test}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program of this name, in the folder.
pub fn program(name: &str, folder: &Path) -> PathBuf {
    let program = folder.join(name).with_extension(env::consts::EXE_EXTENSION);
    // A link, and not a copy: a file that this process writes may be still open for writing in a
    // process that another thread has just started, and then it cannot be run.
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    fs::hard_link(BUILT.get_or_init(build), &program).unwrap();
    program
}

fn build() -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/misbehave.rs");
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("misbehave");
    let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified());
    if modified(&built).is_ok_and(|built| built > modified(&source).unwrap()) {
        return built;
    }
    // Each test may be a process of its own: each writes a file of its own.
    let unfinished = format!("misbehave-{}{}", process::id(), env::consts::EXE_SUFFIX);
    let unfinished = built.with_file_name(unfinished);
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status = Command::new(rustc)
        .args(["--edition=2021", "-O", "-o"])
        .args([&unfinished, &source])
        .status();
    assert!(status.unwrap().success());
    fs::rename(&unfinished, &built).unwrap();
    built
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
