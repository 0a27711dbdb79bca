//! `cargo paste` of problems whose outputs cannot be compared: the package's own `tests/cases.rs`
//! judges, which here is one without the crate, so that cargo compiles it at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use testcases::suite::{self, Limits, Match};

/// Prints twice the number that it reads.
const SOLUTION: &str = "fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    println!(\"{}\", 2 * line.trim().parse::<u32>().unwrap());
}
";

/// Accepts the output 8.
const CHECKER: &str = "fn main() {
    assert_eq!(std::env::args().nth(1).as_deref(), Some(\"--check\"));
    let found = std::fs::read_to_string(std::env::var(\"ACTUAL_OUTPUT\").unwrap()).unwrap();
    if found != \"8\\n\" {
        println!(\"line 1: it is not 8\");
        std::process::exit(1);
    }
}
";

/// Tells the program what stands in the case, and takes any line for an answer.
const INTERACTOR: &str = "fn main() {
    assert_eq!(std::env::args().nth(1).as_deref(), Some(\"--interact\"));
    print!(\"<{}\", std::fs::read_to_string(std::env::var(\"INPUT\").unwrap()).unwrap());
    println!(\"?0 an answer\");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    println!(\".\");
    println!(\"=\");
}
";

/// A workspace with the problem `p`, whose only case is the number 4.
fn workspace(test: &str, matching: Match, cases: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("paste-referees").join(test);
    let _ = fs::remove_dir_all(&root);
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let limits = Limits { time: None, memory: None, matching };
    write("Cargo.toml", "[workspace]\nresolver = \"2\"\nmembers = [\"p\"]\n");
    write(
        "p/Cargo.toml",
        "[package]\nname = \"p\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
         [package.metadata.cargo-compete.bin]\n\
         p = { problem = \"https://codeforces.com/contest/1/problem/A\" }\n\
         [[test]]\nname = \"cases\"\nharness = false\n",
    );
    write("p/src/main.rs", SOLUTION);
    write("p/tests/cases.rs", cases);
    write("testcases/p.yml", &suite::text("p", &limits));
    write("testcases/p/in/a.txt", "4\n");
    root
}

fn paste(root: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paste"));
    command.args(["p", "--print"]).current_dir(root).env_remove("CARGO_TARGET_DIR");
    command.output().unwrap()
}

#[track_caller]
fn says(output: &Output, status: i32, texts: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    for text in texts {
        assert!(stderr.contains(text), "expected {text:?} in\n{stderr}");
    }
}

#[test]
fn a_checker_judges_what_is_pasted() {
    let root = workspace("checker", Match::Checker, CHECKER);
    let output = paste(&root);
    says(&output, 0, &["all Accepted: 1 case"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), SOLUTION);
    fs::write(root.join("testcases/p/in/a.txt"), "5\n").unwrap();
    let texts = ["Wrong Answer: line 1: it is not 8\n", "found\n>    1  10\n"];
    says(&paste(&root), 1, &texts);
}

#[test]
fn an_interactor_talks_with_what_is_pasted() {
    let root = workspace("interactor", Match::Interactive, INTERACTOR);
    says(&paste(&root), 0, &["all Accepted: 1 case"]);
    fs::write(root.join("p/src/main.rs"), "fn main() { std::process::exit(3) }\n").unwrap();
    let texts = ["Runtime Error: ", "conversation\n     1  interactor  4\n"];
    says(&paste(&root), 1, &texts);
}

#[test]
fn a_referee_that_does_not_compile_is_the_reason_not_to_paste() {
    let root = workspace("broken", Match::Checker, "no Rust\n");
    says(
        &paste(&root),
        1,
        &["p/tests/cases.rs cannot be built: `cargo test -p p --test cases` shows why\n"],
    );
}
