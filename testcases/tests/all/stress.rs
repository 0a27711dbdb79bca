//! `cargo stress`, and the random inputs of `testcases::stress!`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use testcases::package::random_tests::smallest_failure;
use testcases::package::Package;
use testcases::stress::Random;
use testcases::suite::{self, Limits, Match};

/// A folder of this test alone, empty at first.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stress").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A package whose solution is a player of `tests/programs/contest.rs`.
fn package(player: &str) -> Package {
    let root = folder(player);
    let limits = Limits { time: None, memory: None, matching: Match::Lines };
    write(&root, "testcases/permutation.yml", &suite::text("permutation", &limits));
    fs::create_dir_all(root.join("testcases/permutation")).unwrap();
    let program = root.join(player).with_extension(env::consts::EXE_EXTENSION);
    fs::hard_link(env!("CARGO_BIN_EXE_contest"), &program).unwrap();
    Package {
        name: "permutation".to_owned(),
        folder: root.join("permutation"),
        suite: root.join("testcases/permutation.yml"),
        program,
        scratch: root.join("scratch"),
    }
}

fn one_to_nine(random: &mut Random) -> String {
    format!("{}\n", 1 + random.below(9))
}

/// The numbers from N down to 1.
fn downwards(input: &str) -> String {
    let n: u32 = input.trim().parse().unwrap();
    let numbers: Vec<String> = (1..=n).rev().map(|number| number.to_string()).collect();
    numbers.join(" ") + "\n"
}

#[test]
fn a_right_solution_passes_on_random_inputs() {
    let failure = smallest_failure(&package("permutation--right"), one_to_nine, downwards);
    assert!(failure.unwrap().is_none());
}

#[test]
fn the_smallest_failing_input_is_found() {
    let package = package("permutation--wrong-from-4");
    let failure = smallest_failure(&package, one_to_nine, downwards).unwrap().unwrap();
    assert_eq!((failure.input.as_str(), failure.output.as_str()), ("4\n", "4 3 2 1\n"));
    let sentence = "line 1, token 1: expected \"4\", found \"3\"";
    assert!(
        failure.report.starts_with("Wrong Answer\ncase: a random input\n"),
        "{}",
        failure.report
    );
    assert!(failure.report.contains(sentence), "{}", failure.report);
}

#[test]
fn a_brute_force_that_panics_is_named_with_its_input() {
    let found = smallest_failure(&package("permutation--constant"), one_to_nine, |_| panic!("x"));
    assert_eq!(found.err().unwrap(), "the brute force panicked on the input\n1\n");
}

/// A workspace with the problem `p`, whose suite has one case.
fn workspace(test: &str, matching: Match) -> PathBuf {
    let root = folder(test);
    let limits = Limits { time: None, memory: None, matching };
    write(&root, "Cargo.toml", "[workspace]\nresolver = \"2\"\nmembers = [\"p\"]\n");
    write(
        &root,
        "p/Cargo.toml",
        "[package]\nname = \"p\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
         [package.metadata.cargo-compete.bin]\np = { problem = \"https://example.com/p\" }\n",
    );
    write(&root, "p/src/main.rs", "fn main() {}\n");
    write(&root, "testcases/p.yml", &suite::text("p", &limits));
    write(&root, "testcases/p/in/a.txt", "1\n");
    if matching != Match::Interactive {
        write(&root, "testcases/p/out/a.txt", "1\n");
    }
    write(&root, "testcases/README.md", "# Cases\n\n## p\n\n- `a`: the first.\n");
    root
}

fn stress(root: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stress"));
    command.args(arguments).current_dir(root).env_remove("CARGO_TARGET_DIR").env_remove("STRESS");
    command.output().unwrap()
}

fn read(root: &Path, path: &str) -> String {
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[track_caller]
fn says(output: &Output, status: i32, stdout: &str, stderr: &str) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert_eq!(
        (text(&output.stdout), text(&output.stderr)),
        (stdout.to_owned(), stderr.to_owned())
    );
    assert_eq!(output.status.code(), Some(status));
}

#[test]
fn an_oracle_is_made_for_each_kind_of_problem() {
    for (test, matching, what, call) in [
        (
            "compared",
            Match::Lines,
            "generate and brute_force",
            "\ntestcases::stress!(generate, brute_force);\n",
        ),
        ("checked", Match::Checker, "generate", "\ntestcases::stress!(generate);\n"),
        ("interactive", Match::Interactive, "generate", "\ntestcases::stress!(generate);\n"),
    ] {
        let root = workspace(test, matching);
        let line = format!(
            "p/tests/oracle.rs: written\nNext: write {what} in it, then `cargo stress p`.\n"
        );
        says(&stress(&root, &["P"]), 0, &line, "");
        let oracle = read(&root, "p/tests/oracle.rs");
        assert!(oracle.contains(call), "{oracle}");
        assert_eq!(oracle.contains("fn brute_force("), matching == Match::Lines, "{oracle}");
    }
}

/// What stands for an oracle here: it finds a failing input, or none, or is no Rust at all.
const FAILS: &str = "#[test]
fn fails() {
    let folder = std::env::var(\"STRESS_FAILURES\").unwrap_or_default();
    let folder = std::path::Path::new(&folder);
    let _ = std::fs::write(folder.join(\"input.txt\"), std::env::var(\"STRESS\").unwrap_or(\"1\".into()) + \"\\n\");
    let _ = std::fs::write(folder.join(\"output.txt\"), \"\");
    panic!(\"it fails\");
}
";
const PASSES: &str = "#[test]\nfn passes() {}\n";

#[test]
fn an_oracle_that_is_there_is_run() {
    let root = workspace("run", Match::Lines);
    write(&root, "p/tests/oracle.rs", FAILS);
    let output = stress(&root, &["p"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("it fails"));
    assert_eq!(read(&root, "p/tests/oracle.rs"), FAILS);
    fs::remove_file(root.join("p/tests/oracle.rs")).unwrap();
    write(&root, "p/tests/oracle/main.rs", PASSES);
    assert_eq!(stress(&root, &["p"]).status.code(), Some(0));
    assert!(!root.join("p/tests/oracle.rs").exists());
}

#[test]
fn a_failing_input_is_stored() {
    let root = workspace("stored", Match::Lines);
    write(&root, "p/tests/oracle.rs", FAILS);
    let lines = "testcases/p/in/new-case.txt: written\n\
                 testcases/p/out/new-case.txt: written\n\
                 testcases/README.md: written\n\
                 Next: `cargo test -p p --test cases new-case`.\n";
    says(&stress(&root, &["p", "--store", "new-case", "--times=7"]), 0, lines, "");
    assert_eq!(read(&root, "testcases/p/in/new-case.txt"), "7\n");
    assert_eq!(read(&root, "testcases/p/out/new-case.txt"), "");
    let readme = "# Cases\n\n## p\n\n- `a`: the first.\n\
                  - `new-case`: the solution failed on it, as `cargo stress` found.\n";
    assert_eq!(read(&root, "testcases/README.md"), readme);

    let again = stress(&root, &["p", "--store=new-case"]);
    let error = "error: --store: expected a new name, found a case that has it: new-case\n";
    says(&again, 1, "", error);
    let again = stress(&root, &["p", "--store", "other", "--times=7"]);
    let line = "nothing was stored: the case new-case has this input already\n";
    says(&again, 1, line, "");
}

#[test]
fn an_output_is_stored_where_it_is_known() {
    for (test, matching) in [("no-output", Match::Checker), ("talk", Match::Interactive)] {
        let root = workspace(test, matching);
        write(&root, "p/tests/oracle.rs", FAILS);
        assert_eq!(stress(&root, &["p", "--store", "b", "--times=2"]).status.code(), Some(0));
        assert!(root.join("testcases/p/in/b.txt").exists());
        assert!(!root.join("testcases/p/out/b.txt").exists());
    }
}

#[test]
fn nothing_is_stored_where_nothing_failed() {
    let root = workspace("nothing", Match::Lines);
    let line = "error: p/tests/oracle.rs: there is none that could find a case: `cargo stress p` \
                makes it\n";
    says(&stress(&root, &["p", "--store", "b"]), 1, "", line);
    write(&root, "p/tests/oracle.rs", PASSES);
    let line = "nothing was stored: the solution passes on all random inputs\n";
    says(&stress(&root, &["p", "--store", "b"]), 1, line, "");
    write(&root, "p/tests/oracle.rs", "no Rust");
    let line =
        "nothing was stored: the test fails, but on no random input: `cargo stress` shows it\n";
    says(&stress(&root, &["p", "--store", "b"]), 1, line, "");
    assert!(!root.join("testcases/p/in/b.txt").exists());
    for name in ["", "sample-1", "a/b", "..", "Two", "é", "-x", "nul", "com1"] {
        let output = stress(&root, &["p", "--store", name]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.starts_with("error: --store: expected a name such as two-equal-rows"),
            "{error}"
        );
    }
}

#[test]
fn arguments_are_checked() {
    let root = workspace("arguments", Match::Lines);
    for (arguments, error) in [
        (&[][..], "expected a problem, found none; --help lists all"),
        (&["p", "q"], "expected one problem, found \"q\" too; --help lists all"),
        (
            &["p", "--times", "0"],
            "--times: expected a whole number above 0, found \"0\"; --help lists all",
        ),
        (&["p", "--all"], "unknown option --all; --help lists all"),
    ] {
        says(&stress(&root, arguments), 2, "", &format!("error: {error}\n"));
    }
    says(&stress(&root, &["q"]), 1, "", "error: there is no problem \"q\"\n");
    assert!(stress(&root, &["--help"])
        .stdout
        .starts_with(b"Runs a solution on small random inputs"));
}
