//! With clipboard programs of its own, and with twins: what it takes is sure to be here on Unix alone.

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

/// A workspace that has a C program too, which compiles faster than Rust, and clipboard programs of
/// which none works.
fn scratch(test: &str, urls: &[&str]) -> Scratch {
    let scratch = Scratch::new(test, "double", urls);
    scratch.write("double/double.c", TWIN);
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
    scratch.working_clipboard();
    scratch.paste(&["double"]).says(
        0,
        &[
            "POJ does not accept Rust: double/double.c\n",
            "\ncompiling: cc -std=c89 -pedantic-errors -Wall -Wextra -O2 -DONLINE_JUDGE\n",
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
    let paste = scratch.paste(&["double", "--print", "--lang", "c"]);
    let paste = paste.says(0, &["judge.example: double/double.c\n", "language:  C\n"]);
    assert_eq!(paste.stdout(), TWIN);
}

#[test]
fn what_is_refused_leaves_the_clipboard_alone() {
    let scratch = scratch("refused-clipboard", &[POJ]);
    scratch.working_clipboard();
    scratch.write("double/double.c", &TWIN.replace("2 *", "3 *"));
    scratch.paste(&["double"]).says(1, &["1 Wrong Answer"]);
    assert_eq!(scratch.copied(), None);
    scratch.paste(&["double", "--force", "--print"]).says(0, &[]);
    assert_eq!(scratch.copied(), None);
    scratch
        .paste(&["double", "--force"])
        .says(0, &["double/double.c is on the clipboard (xclip)\n"]);
    assert!(scratch.copied().is_some());
}

#[test]
fn a_clipboard_that_hangs_is_given_up() {
    let scratch = scratch("hangs", &[POJ]);
    scratch.clipboard("wl-copy", "exec sleep 600");
    scratch.working_clipboard();
    scratch.paste(&["double"]).says(0, &["double/double.c is on the clipboard (xclip)\n"]);
    assert_eq!(scratch.copied().as_deref(), Some(TWIN));
}

#[test]
fn without_a_clipboard_the_file_is_named() {
    let scratch = scratch("no-clipboard", &[POJ]);
    let file = scratch.root.join("double/double.c");
    let file = file.display();
    scratch.paste(&["double"]).says(
        0,
        &[&format!(
            "no clipboard was found: open {file} and copy it, or add --print and pipe it\n"
        )],
    );
}

/// Only Linux has this `script`, which gives a command a terminal.
#[cfg(target_os = "linux")]
#[test]
fn without_a_clipboard_the_terminal_is_asked() {
    let scratch = scratch("terminal", &[POJ]);
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
    assert_eq!(String::from_utf8(decoded.stdout).unwrap(), TWIN);
    assert!(xterm.contains("double/double.c was handed to the terminal"), "{xterm}");
    // It would show what it does not understand.
    let dumb = printed("dumb");
    assert!(!dumb.contains('\x1b') && dumb.contains("no clipboard was found"), "{dumb}");
}

#[test]
fn check_goes_through_every_file_and_judge() {
    let scratch = scratch("check-twin", &[POJ, CODEFORCES]);
    scratch.write("double/double.c", &TWIN.replace("2 *", "3 *"));
    scratch.working_clipboard();
    let wrong = "1 of 1 case not Accepted: 1 Wrong Answer\n";
    scratch.paste(&["--check"]).says(
        1,
        &[
            "ok   double/src/main.rs, POJ: all Accepted: 1 case; ",
            &format!("FAIL double/double.c, POJ: {wrong}"),
            "ok   double/src/main.rs, Codeforces: all Accepted: 1 case; ",
            &format!("FAIL double/double.c, Codeforces: {wrong}"),
        ],
    );
    assert_eq!(scratch.copied(), None);
}

#[test]
fn check_fails_without_a_c_compiler_in_ci_alone() {
    let scratch = scratch("missing", &[POJ]);
    let missing = "no C compiler: cannot run no-compiler: install it, or name another in CC\n";
    let check = |environment: &[(&str, &str)]| scratch.run(&["--check"], environment);
    let skipped = format!("C programs are not checked: {missing}");
    check(&[("CC", "no-compiler")]).says(0, &[&skipped]);
    let failed = format!("FAIL double/double.c, POJ: {missing}");
    check(&[("CC", "no-compiler"), ("CI", "true")]).says(1, &[&failed]);
}

#[test]
fn a_header_that_only_this_machine_has_is_refused() {
    let scratch = scratch("header", &[POJ]);
    scratch.write("own.h", "");
    let header = scratch.root.join("own.h");
    let header = header.display();
    scratch.write("double/double.c", &format!("#include \"{header}\"\n{TWIN}"));
    let refusal = format!("it needs the file {header} to compile, which no online judge has\n");
    scratch.paste(&["double"]).says(1, &[&refusal]);
}
