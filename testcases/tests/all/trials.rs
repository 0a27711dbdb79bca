//! The trials of a package: chosen, judged and counted as the tests of Rust's own harness are.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use testcases::compilers::Compiler;
use testcases::package::trials::run;
use testcases::package::{Package, Role};

use crate::misbehave::{folder, program};

const SUITE: &str = r#"---
type: Batch
timelimit: 5s
match: Lines

cases: []

extend:
  - type: Text
    path: "./NAME"
    in: /in/*.txt
    out: /out/*.txt
"#;

/// A package with the cases `all-black`, `right` and `right-too`; `all-black` is not `right`.
fn package(name: &str, program_name: &str) -> Package {
    let folder = folder(name);
    for kind in ["in", "out"] {
        fs::create_dir_all(folder.join(name).join(kind)).unwrap();
    }
    for (case, output) in [("all-black", "0\n"), ("right", "right\n"), ("right-too", "right\n")] {
        let file = format!("{case}.txt");
        fs::write(folder.join(name).join("in").join(&file), "input\n").unwrap();
        fs::write(folder.join(name).join("out").join(&file), output).unwrap();
    }
    let suite = folder.join(format!("{name}.yml"));
    fs::write(&suite, SUITE.replace("NAME", name)).unwrap();
    Package {
        name: name.to_owned(),
        suite,
        program: program(program_name, &folder),
        scratch: folder.clone(),
        folder,
    }
}

/// Runs the trials; gives whether all went well, and what was printed, without times.
fn trials(package: &Package, arguments: &[&str]) -> io::Result<(bool, String)> {
    let mut out = Vec::new();
    let well = run(package, Role::None, arguments.iter().map(OsString::from), &mut out)?;
    let out = String::from_utf8(out).unwrap();
    Ok((well, without_times(&out)))
}

fn without_times(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let columns = line
            .split_once(" ms of ")
            .and_then(|(left, right)| Some((left.split_once("  ")?.0, right.rsplit_once("  ")?.1)));
        if let Some((verdict, name)) = columns {
            lines.push(format!("{verdict}  {name}"));
        } else if let Some((result, _)) = line.split_once("; finished in ") {
            lines.push(result.to_owned());
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn every_case_is_a_trial_and_one_that_fails_is_explained() {
    let package = package("explained", "never-reads");
    let (well, text) = trials(&package, &["--color", "never"]).unwrap();
    assert!(!well);
    let before = "
running 3 tests
Wrong Answer  all-black
Accepted  right
Accepted  right-too

failures:

---- all-black ----
Wrong Answer
case: ";
    assert!(text.starts_with(before), "{text}");
    let after = "

failures:
    all-black

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out

";
    assert!(text.ends_with(after), "{text}");
}

#[test]
fn cases_in_the_suite_itself_are_noticed() {
    let package = package("noticed", "never-reads");
    let note = "note: cases stand in the suite itself; `cargo receive --tidy noticed` moves";
    let (_, text) = trials(&package, &[]).unwrap();
    assert!(!text.contains("note:"), "{text}");
    let inline = "cases:\n  - in: a\n    out: right\n";
    let suite = SUITE.replace("NAME", "noticed").replace("cases: []\n", inline);
    fs::write(&package.suite, suite).unwrap();
    let (_, text) = trials(&package, &["--exact", "right"]).unwrap();
    assert!(text.starts_with(&format!("\n{note}")), "{text}");
    let (_, text) = trials(&package, &["--list"]).unwrap();
    assert!(!text.contains("note:"), "{text}");
}

#[test]
fn filters_choose_trials() {
    let package = package("filters", "never-reads");
    let chosen = |arguments: &[&str]| {
        let all = [arguments, &["--list", "--format=terse"]].concat();
        let (well, text) = trials(&package, &all).unwrap();
        assert!(well);
        text.trim_end().replace(": test", "").replace('\n', " ")
    };
    assert_eq!(chosen(&[]), "all-black right right-too");
    assert_eq!(chosen(&["right"]), "right right-too");
    assert_eq!(chosen(&["black", "too"]), "all-black right-too");
    assert_eq!(chosen(&["--exact", "right", "black"]), "right");
    assert_eq!(chosen(&["--skip", "too", "--skip=black"]), "right");
    assert_eq!(chosen(&["--exact", "--skip", "right"]), "all-black right-too");
    assert_eq!(chosen(&["--ignored"]), "");
    assert_eq!(chosen(&["--include-ignored", "black"]), "all-black");

    let (_, list) = trials(&package, &["--list", "too"]).unwrap();
    assert_eq!(list, "right-too: test\n\n1 test, 0 benchmarks\n");
    let (_, none) = trials(&package, &["--", "--list"]).unwrap();
    assert!(none.starts_with("\nrunning 0 tests\n"), "{none}");
}

#[test]
fn the_terse_format_has_a_character_a_trial() {
    let package = package("terse", "never-reads");
    for terse in ["-q", "--quiet", "--format=terse"] {
        let (well, text) = trials(&package, &[terse, "--test-threads", "1", "right"]).unwrap();
        assert!(well);
        assert_eq!(
            text,
            "
running 2 tests
..

test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 1 filtered out

"
        );
    }
    let (_, text) = trials(&package, &["-q", "--color=never"]).unwrap();
    assert!(text.starts_with("\nrunning 3 tests\nF..\n\nfailures:\n"), "{text}");
}

#[test]
fn what_programs_print_is_shown_on_demand() {
    let package = package("printed", "echoes");
    let file = package.folder.join("printed/out/right.txt");
    fs::write(file, "input\n").unwrap();
    let (_, text) = trials(&package, &["--exact", "right"]).unwrap();
    assert!(!text.contains("input\n"), "{text}");
    let (_, text) = trials(&package, &["--nocapture", "--exact", "right"]).unwrap();
    assert!(text.contains("Accepted  right\ninput\n\ntest result"), "{text}");
    let (_, text) = trials(&package, &["--show-output", "--exact", "right"]).unwrap();
    assert!(text.contains("successes:\n\n---- right ----\ninput\n"), "{text}");
}

#[test]
fn a_package_without_a_case_says_what_to_write() {
    let package = package("caseless", "never-reads");
    for kind in ["in", "out"] {
        let folder = package.folder.join("caseless").join(kind);
        fs::remove_dir_all(&folder).unwrap();
        fs::create_dir(folder).unwrap();
    }
    let (well, text) = trials(&package, &[]).unwrap();
    // Nobody asked cargo for this package.
    assert_eq!(well, env::var_os("CI").is_none());
    let line = "\ncaseless: no case yet: add testcases/caseless/in/CASE.txt and \
                testcases/caseless/out/CASE.txt\n";
    assert!(text.starts_with(line), "{text}");
}

#[test]
fn malformed_arguments_get_one_line() {
    let package = package("malformed", "never-reads");
    let error = |arguments: &[&str]| trials(&package, arguments).unwrap_err().to_string();
    assert_eq!(error(&["--exat"]), "unknown option --exat; --help lists all");
    assert_eq!(error(&["--skip"]), "--skip: expected a filter, found nothing");
    assert_eq!(error(&["--list=3"]), "--list: expected no value, found one");
    assert_eq!(
        error(&["--test-threads", "0"]),
        "--test-threads: expected a whole number above 0, found \"0\""
    );
    assert_eq!(error(&["--format=json"]), "--format: expected pretty or terse, found \"json\"");
    assert_eq!(
        error(&["--color", "red"]),
        "--color: expected auto, always or never, found \"red\""
    );
    let (well, help) = trials(&package, &["--help"]).unwrap();
    assert!(well && help.contains("--test-threads N"));
}

#[test]
fn a_suite_that_cannot_be_read_is_one_line() {
    let mut package = package("unreadable", "never-reads");
    package.suite = package.folder.join("missing.yml");
    let error = trials(&package, &[]).unwrap_err().to_string();
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains("missing"), "{error}");
}

#[test]
fn a_program_that_cannot_be_run_fails_every_trial_and_is_explained_once() {
    let mut package = package("no-binary", "never-reads");
    package.program = package.folder.join("missing");
    let (well, text) = trials(&package, &["--color=never"]).unwrap();
    assert!(!well);
    assert_eq!(text.matches("expected a program, found no file").count(), 1, "{text}");
    assert!(text.contains("    all-black\n    right\n    right-too\n"), "{text}");
    assert!(text.contains(". 0 passed; 3 failed;"), "{text}");
}

#[test]
fn a_closed_pipe_ends_the_run() {
    struct Closed;
    impl io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let package = package("closed", "never-reads");
    let error = run(&package, Role::None, [], &mut Closed).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

/// The trials of a package with this C twin, in a process of their own with this environment.
/// Gives whether all went well, and what was printed.
fn trials_with_twin(name: &str, twin: &str, environment: &[(&str, &str)]) -> (bool, String) {
    let package = package(name, "never-reads");
    fs::write(package.folder.join(format!("{name}.c")), twin).unwrap();
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "trials::process_of_its_own", "--nocapture"])
        .env_remove("CC")
        .env_remove("CI")
        .envs(environment.iter().copied())
        .env("TRIALS_OF", name)
        .env("TRIALS_IN", &package.folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.success(), without_times(&text))
}

/// What `trials_with_twin` runs.
#[test]
fn process_of_its_own() {
    let Ok(name) = env::var("TRIALS_OF") else {
        return;
    };
    let folder = PathBuf::from(env::var_os("TRIALS_IN").unwrap());
    let package = Package {
        suite: folder.join(format!("{name}.yml")),
        program: folder.join(format!("never-reads{}", env::consts::EXE_SUFFIX)),
        scratch: folder.clone(),
        folder,
        name,
    };
    let mut arguments = vec!["right", "--color=never"];
    if env::var_os("TRIALS_IGNORED").is_some() {
        arguments.push("--ignored");
    }
    let well =
        run(&package, Role::None, arguments.into_iter().map(OsString::from), &mut io::stdout());
    assert!(well.unwrap());
}

const NO_COMPILER: (&str, &str) = ("CC", "there-is-no-such-compiler -m32");

#[test]
fn a_missing_c_compiler_is_said_and_only_a_failure_in_ci() {
    let (well, text) = trials_with_twin("no-compiler", "", &[NO_COMPILER]);
    assert!(well, "{text}");
    let reason =
        "no C compiler: cannot run there-is-no-such-compiler: install it, or name another in CC";
    assert!(text.contains(&format!("\n2 tests ignored: {reason}\n")), "{text}");
    assert!(text.contains(". 2 passed; 0 failed; 2 ignored; "), "{text}");

    for demand in [("CI", "true"), ("TRIALS_IGNORED", "1")] {
        let (well, text) = trials_with_twin("no-compiler", "", &[NO_COMPILER, demand]);
        assert!(!well, "{text}");
        assert_eq!(text.matches(reason).count(), 1, "{text}");
        assert!(text.contains("    c/right\n    c/right-too\n"), "{text}");
    }
}

#[test]
fn a_c_twin_is_compiled_and_judged() {
    if !has_c_compiler() {
        return;
    }
    let right = "#include <stdio.h>\nint main(void) { puts(\"right\"); return 0; }\n";
    let (well, text) = trials_with_twin("twin", right, &[]);
    assert!(well, "{text}");
    assert!(text.contains("Accepted  c/right\nAccepted  c/right-too\n"), "{text}");

    let wrong = right.replace("right", "wrong");
    let (well, text) = trials_with_twin("wrong-twin", &wrong, &[]);
    assert!(!well, "{text}");
    assert!(text.contains("Wrong Answer  c/right\n"), "{text}");

    let warned = right.replace("int main(void)", "int main(int unused)");
    let (well, text) = trials_with_twin("warned-twin", &warned, &[]);
    assert!(!well, "{text}");
    assert_eq!(text.matches("warned-twin.c does not compile:\n").count(), 1, "{text}");
}

#[test]
fn a_c_twin_is_compiled_again_only_when_it_has_changed() {
    if !has_c_compiler() {
        return;
    }
    let package = package("changed-twin", "never-reads");
    let twin = package.folder.join("changed-twin.c");
    let judge = |text: &str| {
        fs::write(&twin, format!("#include <stdio.h>\nint main(void) {{ {text} }}\n")).unwrap();
        trials(&package, &["c/right", "--color=never"]).unwrap()
    };
    let (well, text) = judge("puts(\"right\"); return 0;");
    assert!(well, "{text}");
    let built = Compiler::for_twins().compile_changed(&twin, &package.scratch).unwrap();
    let modified = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
    let first = modified(&built);
    trials(&package, &["c/right"]).unwrap();
    assert_eq!(modified(&built), first);

    // A file system may count time in whole seconds.
    let is_wrong = |_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        !judge("puts(\"wrong\"); return 0;").0
    };
    assert!((0..50).any(is_wrong), "it was not compiled again");
    assert!(modified(&built) > first);
}

#[test]
fn a_c_twin_is_compiled_again_by_another_command() {
    if !has_c_compiler() {
        return;
    }
    let package = package("twice-compiled-twin", "never-reads");
    let twin = package.folder.join("twice-compiled-twin.c");
    fs::write(&twin, "int main(void) { return 0; }\n").unwrap();
    let built =
        |command: &[&str]| Compiler::new(command).compile_changed(&twin, &package.scratch).unwrap();
    assert_ne!(built(&["cc", "-std=c89"]), built(&["cc", "-std=c89", "-O2"]));
}

fn has_c_compiler() -> bool {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    Command::new(compiler).arg("--version").output().is_ok()
}

#[test]
fn the_suite_and_the_cases_target_say_the_same() {
    let package = package("roles", "never-reads");
    let checked = SUITE.replace("NAME", "roles").replace(
        "match: Lines",
        "match:\n  Checker:\n    cmd: cargo test --quiet --package roles --test cases -- --check\n    \
         shell: Bash",
    );
    let interactive = SUITE
        .replace("NAME", "roles")
        .replace("type: Batch", "type: Interactive")
        .replace("match: Lines\n", "")
        .replace("    out: /out/*.txt\n", "");
    let compared = SUITE.replace("NAME", "roles");
    let checker = Role::Checker(|_, _, _| Ok(()));
    let interactor = Role::Interactor(|_, _| Ok(()));
    let source = format!("{}/tests/cases.rs", package.folder.file_name().unwrap().display());
    let checker_missing = format!(
        "{source}: expected `testcases::main!(checker: check);`, for testcases/roles.yml has a Checker"
    );
    let interactor_missing = format!(
        "{source}: expected `testcases::main!(interactor: interact);`, for testcases/roles.yml has \
         type Interactive"
    );
    let checker_unused = format!(
        "testcases/roles.yml: expected match Checker, with shell Bash and cmd `cargo test --quiet \
         --package roles --test cases -- --check`, for {source} has a checker"
    );
    let interactor_unused = format!(
        "testcases/roles.yml: expected type Interactive, without match and out, for {source} has an \
         interactor"
    );
    for (suite, role, error) in [
        (&checked, Role::None, Some(&checker_missing)),
        (&checked, interactor, Some(&checker_missing)),
        (&checked, checker, None),
        (&interactive, Role::None, Some(&interactor_missing)),
        (&interactive, checker, Some(&interactor_missing)),
        (&interactive, interactor, None),
        (&compared, checker, Some(&checker_unused)),
        (&compared, interactor, Some(&interactor_unused)),
        (&compared, Role::None, None),
    ] {
        fs::write(&package.suite, suite).unwrap();
        let listed = run(&package, role, [OsString::from("--list")], &mut Vec::new());
        assert_eq!(listed.err().map(|error| error.to_string()).as_ref(), error, "{suite}");
    }
}
