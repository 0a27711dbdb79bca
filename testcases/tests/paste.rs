//! `cargo paste` in workspaces of its own. Where no clipboard can be faked, the file is printed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use testcases::suite::{self, Limits, Match};

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
            time: Some(Duration::from_secs(1)),
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
            "submit at: https://judge.example/p/7\nlanguage:  Rust\n",
        ],
    );
}

#[test]
fn a_twin_that_is_missing_is_named() {
    let scratch = Scratch::new("no-twin", "double", &[POJ]);
    scratch.paste(&["double"]).fails(
        1,
        "POJ takes no Rust: expected double/double.c, found none: write it, or --lang rust pastes \
         src/main.rs",
    );
    scratch.paste(&["double", "--lang", "c"]).fails(1, "expected double/double.c, found none");
    let paste = scratch.paste(&["double", "--print", "--lang", "rust"]);
    let paste = paste.says(0, &["POJ takes no Rust: main.rs all the same", "none for Rust"]);
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
    refuse(&long, "it has 65537 bytes, the judge takes at most 65536\n");
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
    scratch.paste(&["--check"]).says(1, &[&format!("FAIL double/src/main.rs: {missing}")]);
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
    scratch.paste(&[]).says(0, &[&format!("cargo paste double  {missing}\n")]);
}

#[test]
fn a_file_that_is_no_text_fails_alone() {
    let scratch = Scratch::new("no-text", "double", &[CODEFORCES]);
    fs::write(scratch.root.join("double/src/main.rs"), b"// \xe9\n").unwrap();
    let refusal = "main.rs: stream did not contain valid UTF-8";
    scratch.paste(&["double"]).says(1, &[refusal]);
    scratch.paste(&["--check"]).says(1, &["\nFAIL double/src/main.rs: ", refusal]);
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
        (&["double", "--check", "--lang=C"], "--check and --lang c cannot be used together"),
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
cargo paste double                  POJ takes no Rust: expected double/double.c, found none: write it, \
or --lang rust pastes src/main.rs
cargo paste double --to codeforces  double/src/main.rs to Codeforces as Rust
cargo paste double --to vjudge      POJ through vjudge takes no Rust: expected double/double.c, found \
none: write it, or --lang rust pastes src/main.rs
";
    assert_eq!(scratch.paste(&[]).says(0, &[]).stdout(), expected);
}

#[test]
fn check_denies_warnings_and_goes_through_the_editions() {
    let scratch = Scratch::new("check", "double", &[CODEFORCES]);
    scratch.paste(&["--check"]).says(
        0,
        &[
            "double/src/main.rs, Codeforces, edition 2021: all Accepted: 1 case; ",
            "\nok  double/src/main.rs: Codeforces, edition 2021, edition 2015, edition 2018, \
             edition 2024",
        ],
    );
    let warned = format!("fn unused() {{}}\n{RIGHT}");
    scratch.write("double/src/main.rs", &warned);
    let failure = "\nFAIL double/src/main.rs: Codeforces, edition 2021: it does not compile";
    scratch.paste(&["--check", "double"]).says(1, &[failure]);
    let later = format!("#![allow(unused)]\nfn unused() {{ let async = 1; }}\n{RIGHT}");
    scratch.write("double/src/main.rs", &later);
    scratch
        .paste(&["--check", "double"])
        .says(1, &[failure, "; edition 2018: it does not compile"]);
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

/// With clipboard programs of its own, and with twins: what it takes is sure to be here on Unix alone.
#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// Doubles a number in C.
    const TWIN: &str = "#include <stdio.h>

int main(void)
{
    unsigned number;
    if (scanf(\"%u\", &number) != 1)
        return 1;
    printf(\"%u\\n\", 2 * number);
    return 0;
}
";

    /// The same with a folder of clipboard programs, of which none works.
    fn scratch(test: &str, urls: &[&str]) -> Scratch {
        let scratch = Scratch::new(test, "double", urls);
        for program in ["wl-copy", "xclip", "xsel", "pbcopy", "clip.exe"] {
            scratch.clipboard(program, "exit 1");
        }
        scratch
    }

    impl Scratch {
        /// Replaces a clipboard program by a script.
        fn clipboard(&self, program: &str, script: &str) {
            let path = format!("programs/{program}");
            self.write(&path, &format!("#!/bin/sh\n{script}\n"));
            let executable = fs::Permissions::from_mode(0o755);
            fs::set_permissions(self.root.join(path), executable).unwrap();
        }

        /// Makes `xclip` work; what it is given can be had from [`Self::copied`].
        fn working_clipboard(&self) {
            let clipboard = self.root.join("clipboard");
            self.clipboard("xclip", &format!("cat >'{}'", clipboard.display()));
        }

        fn copied(&self) -> Option<String> {
            fs::read_to_string(self.root.join("clipboard")).ok()
        }
    }

    #[test]
    fn a_judge_without_rust_gets_the_twin() {
        let scratch = scratch("twin", &[POJ]);
        scratch.write("double/double.c", TWIN);
        scratch.working_clipboard();
        scratch.paste(&["double"]).says(
            0,
            &[
                "POJ takes no Rust: double.c\n",
                "Accepted ",
                "all Accepted: 1 case; slowest: sample-1, ",
                "double/double.c is on the clipboard (xclip)\n",
                "submit at: http://poj.org/submit?problem_id=1000\nproblem:   1000\nlanguage:  GCC\n",
            ],
        );
        assert_eq!(scratch.copied().as_deref(), Some(TWIN));
    }

    #[test]
    fn any_language_is_pasted_where_nothing_is_known() {
        let scratch = scratch("unknown-c", &["https://judge.example/p/7"]);
        scratch.write("double/double.c", TWIN);
        let paste = scratch.paste(&["double", "--print", "--lang", "c"]);
        let paste = paste.says(0, &["judge.example: double/double.c\n", "language:  C\n"]);
        assert_eq!(paste.stdout(), TWIN);
    }

    #[test]
    fn what_is_refused_leaves_the_clipboard_alone() {
        let scratch = scratch("refused-clipboard", &[CODEFORCES]);
        scratch.working_clipboard();
        scratch.write("double/src/main.rs", &RIGHT.replace("2 *", "3 *"));
        scratch.paste(&["double"]).says(1, &["1 Wrong Answer"]);
        assert_eq!(scratch.copied(), None);
        scratch.paste(&["double", "--force", "--print"]).says(0, &[]);
        assert_eq!(scratch.copied(), None);
        scratch
            .paste(&["double", "--force"])
            .says(0, &["double/src/main.rs is on the clipboard (xclip)\n"]);
        assert!(scratch.copied().is_some());
    }

    #[test]
    fn a_clipboard_that_hangs_is_given_up() {
        let scratch = scratch("hangs", &[CODEFORCES]);
        scratch.clipboard("wl-copy", "exec sleep 600");
        scratch.working_clipboard();
        scratch.paste(&["double"]).says(0, &["double/src/main.rs is on the clipboard (xclip)\n"]);
        assert_eq!(scratch.copied().as_deref(), Some(RIGHT));
    }

    #[test]
    fn without_a_clipboard_the_file_is_named() {
        let scratch = scratch("no-clipboard", &[POJ, CODEFORCES]);
        let file = scratch.root.join("double/src/main.rs");
        let file = file.display();
        scratch.paste(&["double", "--to=codeforces", "--lang=rust"]).says(
            0,
            &[&format!(
                "no clipboard was found: open {file} and copy it, or pipe `cargo paste double --to \
                 codeforces --lang rust --print`\n"
            )],
        );
    }

    /// Only Linux has this `script`, which gives a command a terminal.
    #[cfg(target_os = "linux")]
    #[test]
    fn without_a_clipboard_the_terminal_is_asked() {
        let scratch = scratch("terminal", &[CODEFORCES]);
        let paste = format!("'{}' double", env!("CARGO_BIN_EXE_paste"));
        let printed = |terminal: &str| {
            let mut command = scratch.command("script", &["-qec", &paste, "/dev/null"]);
            let output = command.env("TERM", terminal).output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let xterm = printed("xterm");
        let (_, request) = xterm.split_once("\x1b]52;c;").expect(&xterm);
        let (request, _) = request.split_once('\x07').expect(&xterm);
        scratch.write("request", request);
        let decoded = scratch.command("base64", &["-d", "request"]).output().unwrap();
        assert_eq!(String::from_utf8(decoded.stdout).unwrap(), RIGHT);
        assert!(xterm.contains("double/src/main.rs was handed to the terminal"), "{xterm}");
        // It would show what it does not understand.
        let dumb = printed("dumb");
        assert!(!dumb.contains('\x1b') && dumb.contains("no clipboard was found"), "{dumb}");
    }

    #[test]
    fn check_goes_through_every_file() {
        let scratch = scratch("check-twin", &[POJ, CODEFORCES]);
        scratch.write("double/double.c", TWIN);
        scratch.working_clipboard();
        scratch.paste(&["--check"]).says(
            0,
            &[
                "\nok  double/src/main.rs: Codeforces, edition 2021, ",
                "\nok  double/double.c: POJ, Codeforces",
            ],
        );
        assert_eq!(scratch.copied(), None);
        scratch.write("double/double.c", &TWIN.replace("2 *", "3 *"));
        let failure =
            "\nFAIL double/double.c: POJ, Codeforces: 1 of 1 case not Accepted: 1 Wrong Answer";
        scratch
            .paste(&["--check", "double"])
            .says(1, &["\nok  double/src/main.rs: Codeforces", failure]);
    }

    #[test]
    fn check_names_missing_compilers() {
        let scratch = scratch("missing", &[POJ]);
        scratch.write("double/double.c", TWIN);
        let missing = "not checked, for it is missing: no-compiler: install it, or name another";
        let check = scratch.run(&["--check"], &[("CC", "no-compiler")]);
        check.says(0, &[missing]);
        if cfg!(target_os = "linux") {
            let check = scratch.run(&["--check"], &[("CC", "no-compiler"), ("CI", "true")]);
            check.says(1, &[missing, "under CI no compiler may be missing\n"]);
        }
    }
}
