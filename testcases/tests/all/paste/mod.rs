//! `cargo paste` in workspaces of its own. Where no clipboard can be faked, the file is printed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use testcases::suite::{self, Limits, Match};

#[cfg(unix)]
mod unix;

const POJ: &str = "http://poj.org/problem?id=1000";
const CODEFORCES: &str = "https://codeforces.com/contest/1/problem/A";

/// Doubles a number.
const RIGHT: &str = "use std::io::Read;

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let number: u32 = input.trim().parse().unwrap();
    println!(\"{}\", 2 * number);
}
";

/// A workspace with one problem, and a folder of clipboard programs.
struct Scratch {
    root: PathBuf,
}

impl Scratch {
    /// A problem on these pages, with one case: the double of 4 is 8.
    fn new(test: &str, name: &str, urls: &[&str]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("paste").join(test);
        let _ = fs::remove_dir_all(&root);
        let scratch = Self { root };
        let limits = Limits {
            time: Some(Duration::from_millis(500)),
            memory: Some(256 << 20),
            matching: Match::Lines,
        };
        scratch.write(
            "Cargo.toml",
            &format!("[workspace]\nresolver = \"2\"\nmembers = [\"{name}\"]\n"),
        );
        scratch.write(
            &format!("{name}/Cargo.toml"),
            &format!(
                "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
                 [package.metadata.cargo-compete.bin]\n{name} = {{ problem = \"{}\" }}\n\
                 [package.metadata.judge]\nalso = {:?}\n",
                urls[0],
                &urls[1..]
            ),
        );
        scratch.write(&format!("{name}/src/main.rs"), RIGHT);
        scratch.write(&format!("testcases/{name}.yml"), &suite::text(name, &limits));
        scratch.write(&format!("testcases/{name}/in/sample-1.txt"), "4\n");
        scratch.write(&format!("testcases/{name}/out/sample-1.txt"), "8\n");
        scratch
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn paste(&self, arguments: &[&str]) -> Paste {
        self.run(arguments, &[])
    }

    fn run(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Paste {
        let mut command = self.command(env!("CARGO_BIN_EXE_paste"), arguments);
        Paste(command.envs(environment.iter().copied()).output().unwrap())
    }

    /// A command in the workspace, for which the workspace's own programs come first.
    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let path = env::var_os("PATH").unwrap();
        let paths = [self.root.join("programs")].into_iter().chain(env::split_paths(&path));
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(&self.root)
            .env("PATH", env::join_paths(paths).unwrap())
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("CC")
            .env_remove("CI");
        command
    }
}

struct Paste(Output);

impl Paste {
    fn stdout(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).unwrap()
    }

    fn stderr(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).unwrap()
    }

    /// Checks the exit status, and that each text is printed.
    #[track_caller]
    fn says(self, status: i32, texts: &[&str]) -> Self {
        let all = format!("{}\n--- stderr\n{}", self.stdout(), self.stderr());
        assert_eq!(self.0.status.code(), Some(status), "{all}");
        for text in texts {
            assert!(all.contains(text), "expected {text:?} in\n{all}");
        }
        self
    }

    /// Checks the exit status, and the only line.
    #[track_caller]
    fn fails(self, status: i32, line: &str) {
        assert_eq!(self.stdout(), "");
        assert_eq!(self.stderr(), format!("error: {line}\n"));
        assert_eq!(self.0.status.code(), Some(status));
    }
}

#[test]
fn print_writes_the_file_and_nothing_else() {
    let scratch = Scratch::new("print", "double", &[CODEFORCES]);
    let text = RIGHT.replace('\n', "\r\n") + "// no newline at the end: é";
    scratch.write("double/src/main.rs", &text);
    let printed = scratch.paste(&["double", "--print"]);
    assert_eq!(printed.stdout(), text);
    assert!(printed.stderr().contains("submit at: "));
}

#[test]
fn another_judge_and_another_door() {
    let scratch = Scratch::new("to", "double", &[POJ, CODEFORCES]);
    scratch.paste(&["double", "--print", "--to", "codeforces"]).says(
        0,
        &[
            "Codeforces: double/src/main.rs\n",
            "submit at: https://codeforces.com/contest/1/submit/A\n",
            "language:  Rust\n",
        ],
    );
    scratch
        .paste(&["double", "--print", "--to=vjudge", "--lang=rust"])
        .says(0, &["submit at: https://vjudge.net/problem/POJ-1000\n"]);
    scratch.paste(&["double", "--to", "kattis"]).fails(
        1,
        "--to: expected one of poj, codeforces, vjudge, which carry double, found \"kattis\"; \
         [package.metadata.judge] also = [\"URL\"] in double/Cargo.toml adds another",
    );
}

#[test]
fn a_judge_of_which_nothing_is_known() {
    let scratch = Scratch::new("unknown", "double", &["https://judge.example/p/7"]);
    scratch.paste(&["double", "--print"]).says(
        0,
        &[
            "judge.example: double/src/main.rs\n",
            "submit at: https://judge.example/p/7\nlanguage:  Rust\n\
             not confirmed: which languages judge.example accepts\n",
        ],
    );
}

#[test]
fn a_twin_that_is_missing_is_named() {
    let scratch = Scratch::new("no-twin", "double", &[POJ]);
    scratch
        .paste(&["double"])
        .fails(1, "POJ does not accept Rust: write double/double.c, or use --lang rust");
    scratch.paste(&["double", "--lang", "c"]).fails(1, "there is no double/double.c");
    let paste = scratch.paste(&["double", "--print", "--lang", "rust"]);
    let headline = "POJ does not accept Rust: double/src/main.rs\n";
    let paste = paste.says(0, &[headline, "language:  none is known for Rust\n"]);
    assert_eq!(paste.stdout(), RIGHT);
}

#[test]
fn what_is_not_accepted_is_not_pasted() {
    let scratch = Scratch::new("refused", "double", &[CODEFORCES]);
    let refuse = |source: &str, reason: &str| {
        scratch.write("double/src/main.rs", source);
        let refused = format!("double/src/main.rs: {reason}");
        let refusal = "not pasted; --force pastes it all the same\n";
        let paste = scratch.paste(&["double", "--print"]).says(1, &[&refused, refusal]);
        assert_eq!(paste.stdout(), "");
        paste
    };
    refuse(&RIGHT.replace("2 *", "3 *"), "1 of 1 case not Accepted: 1 Wrong Answer\n")
        .says(1, &["expected \"8\", found \"12\""]);
    refuse("fn main() { loop {} }", "1 of 1 case not Accepted: 1 Time Limit Exceeded\n");
    if cfg!(target_os = "linux") {
        refuse(
            &RIGHT.replace("2 *", "std::hint::black_box(vec![0; 100 << 20])[1] + 2 *"),
            "1 of 1 case not Accepted: 1 Memory Limit Exceeded\n",
        );
    }
    let broken = refuse(
        "fn main() { let x: u32 = \"\"; }",
        "it does not compile: rustc --edition=2021 -O --cfg ONLINE_JUDGE main.rs\n",
    );
    assert!(broken.stderr().contains("mismatched types"));
    let long = RIGHT.to_owned() + &"/".repeat(65_537 - RIGHT.len());
    refuse(&long, "it has 65537 bytes, the online judge accepts at most 65536\n");
    let paste = scratch.paste(&["double", "--print", "--force"]).says(0, &["it has 65537 bytes"]);
    assert_eq!(paste.stdout(), long);
}

#[test]
fn a_file_reached_through_others_does_not_compile_alone() {
    let scratch = Scratch::new("alone", "double", &[CODEFORCES]);
    scratch.write("double/src/other.rs", "");
    scratch.write("double/src/main.rs", &format!("mod other;\n{RIGHT}"));
    scratch.paste(&["double"]).says(1, &["it does not compile"]);
}

#[test]
fn warnings_are_shown() {
    let scratch = Scratch::new("warnings", "double", &[CODEFORCES]);
    scratch.write("double/src/main.rs", &format!("fn unused() {{}}\n{RIGHT}"));
    let paste = scratch.paste(&["double", "--print"]).says(0, &[]);
    assert!(paste.stderr().contains("function `unused` is never used"));
}

#[test]
fn a_problem_without_cases_is_not_ready() {
    let scratch = Scratch::new("no-cases", "double", &[CODEFORCES]);
    fs::remove_file(scratch.root.join("testcases/double/in/sample-1.txt")).unwrap();
    fs::remove_file(scratch.root.join("testcases/double/out/sample-1.txt")).unwrap();
    scratch.paste(&["double"]).says(1, &["double: no case yet: add "]);
    fs::remove_file(scratch.root.join("testcases/double.yml")).unwrap();
    let missing = "double: expected its suite testcases/double.yml, found none: write it";
    scratch.paste(&["double"]).says(1, &[missing]);
    scratch
        .paste(&["--check"])
        .says(1, &[&format!("FAIL double/src/main.rs, Codeforces: {missing}")]);
}

#[test]
fn a_problem_without_a_url_cannot_go_anywhere() {
    let scratch = Scratch::new("no-url", "double", &[CODEFORCES]);
    let package = "[package]\nname = \"double\"\nversion = \"0.0.0\"\nedition = \"2021\"\n";
    scratch.write("double/Cargo.toml", package);
    let missing = "double/Cargo.toml: expected the problem's URL, found none: add \
                   [package.metadata.cargo-compete.bin] with double = { problem = \"URL\" }";
    scratch.paste(&["double"]).fails(1, missing);
    scratch.paste(&["double", "--to", "vjudge"]).fails(1, missing);
    scratch.paste(&["--check"]).says(1, &[&format!("{missing}\n")]);
    scratch.paste(&[]).says(0, &[&format!("cargo paste double  {missing}\n")]);
}

#[test]
fn a_file_that_is_no_text_fails_alone() {
    let scratch = Scratch::new("no-text", "double", &[CODEFORCES]);
    fs::write(scratch.root.join("double/src/main.rs"), b"// \xe9\n").unwrap();
    let refusal = "main.rs: stream did not contain valid UTF-8";
    scratch.paste(&["double"]).says(1, &[refusal]);
    scratch.paste(&["--check"]).says(1, &["FAIL double/src/main.rs, Codeforces: ", refusal]);
}

#[test]
fn names_and_arguments_that_are_not_understood() {
    let scratch = Scratch::new("arguments", "double", &[CODEFORCES]);
    scratch.paste(&["dubble"]).fails(1, "there is no problem \"dubble\"; `cargo paste` lists all");
    scratch.paste(&["DOUBLE", "--print"]).says(0, &["double/src/main.rs"]);
    for (arguments, error) in [
        (&["--bogus"][..], "unknown option --bogus"),
        (&["a", "b"], "expected one problem, found \"b\" too"),
        (&["--to"], "--to: expected an online judge, found nothing"),
        (&["--lang", "java"], "--lang: expected rust or c, found \"java\""),
        (&["--force=1"], "--force: expected no value, found one"),
        (&["--print"], "--print: expected a problem, found none"),
        (&["double", "--check", "--lang=C"], "--check and --lang cannot be used together"),
    ] {
        scratch.paste(arguments).fails(2, &format!("{error}; --help lists all"));
    }
    let help = scratch.paste(&["--help", "--print"]).says(0, &["Usage: cargo paste"]);
    assert!(help.stdout().lines().count() <= 24);
}

#[test]
fn what_can_be_pasted_is_listed() {
    let scratch = Scratch::new("list", "double", &[POJ, CODEFORCES]);
    let expected = "\
cargo paste double                  POJ does not accept Rust: write double/double.c, or use --lang rust
cargo paste double --to codeforces  double/src/main.rs to Codeforces as Rust
cargo paste double --to vjudge      POJ through vjudge does not accept Rust: write double/double.c, or \
use --lang rust
";
    assert_eq!(scratch.paste(&[]).says(0, &[]).stdout(), expected);
}

#[test]
fn check_denies_warnings() {
    let scratch = Scratch::new("check", "double", &[CODEFORCES]);
    scratch.paste(&["--check"]).says(
        0,
        &["ok   double/src/main.rs, Codeforces: all Accepted: 1 case; slowest: sample-1, "],
    );
    scratch.write("double/src/main.rs", &format!("fn unused() {{}}\n{RIGHT}"));
    let failure = "FAIL double/src/main.rs, Codeforces: it does not compile: rustc ";
    scratch.paste(&["--check", "double"]).says(1, &[failure]);
}

#[test]
fn a_folder_names_its_problem() {
    let scratch = Scratch::new("folder", "double", &[CODEFORCES]);
    let in_folder = |arguments: &[&str]| {
        let mut command = scratch.command(env!("CARGO_BIN_EXE_paste"), arguments);
        Paste(command.current_dir(scratch.root.join("double/src")).output().unwrap())
    };
    assert_eq!(in_folder(&["--print"]).says(0, &[]).stdout(), RIGHT);
    scratch.write("testcases/double/out/sample-1.txt", "9\n");
    in_folder(&["--check"]).says(1, &["FAIL double/src/main.rs, Codeforces: 1 of 1 case "]);
}

#[test]
fn what_only_this_machine_has_is_refused() {
    let scratch = Scratch::new("elsewhere", "double", &[CODEFORCES]);
    scratch.write("else where.rs", "");
    let file = scratch.root.join("else where.rs");
    let text = format!("{:?}", file.to_str().unwrap());
    let file = format!("the file {}", file.display());
    for (line, what) in [
        (format!("#[path = {text}] mod other;"), &*file),
        (format!("const TEXT: &[u8] = include_bytes!({text});"), &file),
        ("const NAME: &str = env!(\"NAME\");".to_owned(), "the environment variable NAME"),
    ] {
        scratch.write("double/src/main.rs", &format!("#![allow(unused)]\n{line}\n{RIGHT}"));
        scratch.run(&["double"], &[("NAME", "")]).says(
            1,
            &[&format!(
                "double/src/main.rs: it needs {what} to compile, which no online judge has\n"
            )],
        );
    }
    // Without the variable it means the same here and there.
    let line = "#![allow(unused)]\nconst NAME: Option<&str> = option_env!(\"NAME\");";
    scratch.write("double/src/main.rs", &format!("{line}\n{RIGHT}"));
    scratch.paste(&["double", "--print"]).says(0, &[]);
}

#[test]
fn what_a_program_writes_to_stderr_is_shown() {
    let scratch = Scratch::new("stderr", "double", &[CODEFORCES]);
    let left = "    dbg!(number);\n    println!";
    scratch.write("double/src/main.rs", &RIGHT.replace("    println!", left));
    let line =
        "warning: double/src/main.rs writes to stderr: [main.rs:7:5] number = 4 (on sample-1)";
    scratch.paste(&["double", "--print"]).says(0, &[line]);
}

#[test]
fn scratch_folders_are_removed() {
    let scratch = Scratch::new("left", "double", &[CODEFORCES]);
    scratch.write("target/scratch/paste-0/1/main.rs", "in use by another process");
    scratch.paste(&["double", "--print"]).says(0, &[]);
    let folders = fs::read_dir(scratch.root.join("target/scratch")).unwrap();
    let names: Vec<_> = folders.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["paste-0"]);
}
