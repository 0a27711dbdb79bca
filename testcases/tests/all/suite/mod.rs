//! Suites as cargo-compete writes them and as people type them, and everything that is refused.
//!
//! What is read here from the texts in [`FORMS`], cargo-compete 0.10.7 was seen to read from them.

mod files;
mod forms;
mod refused;

use std::fs;
use std::path::{Path, PathBuf, MAIN_SEPARATOR};
use std::time::Duration;

use testcases::suite::{self, Case, Limits, Match, Suite};

use files::EXTENDING;
use forms::{DOCUMENTS, FORMS};
use refused::REFUSED;

/// A folder of the test's own, empty at first.
fn scratch(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suite").join(test).join("testcases");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A path as an error shows it.
fn shown(path: &Path) -> String {
    let testcases = path.ancestors().find(|folder| folder.ends_with("testcases")).unwrap();
    let path = path.strip_prefix(testcases.parent().unwrap()).unwrap();
    path.display().to_string().replace(MAIN_SEPARATOR, "/")
}

/// Writes a file, and the folders that it stands in.
fn write(path: PathBuf, text: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The error for a suite, without the name of its file.
fn refusal(folder: &Path, text: &str) -> String {
    let path = folder.join("x.yml");
    write(path.clone(), text);
    let error = match Suite::read(&path) {
        Ok(suite) => panic!("expected an error for {text:?}, found {suite:?}"),
        Err(error) => error,
    };
    assert!(!error.contains('\n'), "{error}");
    let path = error.find("x.yml:").expect("the name of the file");
    error[path + "x.yml:".len()..].to_owned()
}

#[test]
fn refused() {
    let folder = scratch("refused");
    for (text, error) in REFUSED {
        let error = error.replace("FOLDER", &shown(&folder));
        assert_eq!(refusal(&folder, text), error, "{text:?}");
    }
}

/// A suite with one case, whose input is written in the form given.
fn suite_with(form: &str) -> String {
    format!("type: Batch\nmatch: Exact\ncases:\n  - out: \"\"\n    in:{form}")
}

fn read(folder: &Path, text: &str) -> Suite {
    let path = folder.join("x.yml");
    write(path.clone(), text);
    Suite::read(&path).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn every_form_of_a_text() {
    let folder = scratch("forms");
    for (form, text) in FORMS {
        let suite = read(&folder, &suite_with(form));
        assert_eq!(suite.cases[0].input, *text, "{form:?}");
    }
}

#[test]
fn every_shape_of_a_suite() {
    let folder = scratch("shapes");
    for document in DOCUMENTS {
        let with_crlf = document.replace("\r\n", "\n").replace('\n', "\r\n");
        for document in [document.to_owned(), with_crlf] {
            let mut inputs: Vec<String> =
                read(&folder, &document).cases.into_iter().map(|case| case.input).collect();
            inputs.sort();
            assert_eq!(inputs, ["1", "2\n"], "{document}");
        }
    }
}

#[test]
fn a_literal_may_end_with_the_file() {
    let folder = scratch("ends");
    for (end, output) in [
        ("|\n      a", "a"),
        ("|\n      a\n", "a\n"),
        ("|+\n      a\n      ", "a\n"),
        ("|+\n      a\n\n", "a\n\n"),
        ("|+\n      ", ""),
        ("|\n      ", ""),
    ] {
        let text = format!("type: Batch\nmatch: Exact\ncases:\n  - in: b\n    out: {end}");
        assert_eq!(read(&folder, &text).cases[0].output, output, "{end:?}");
    }
}

#[test]
fn many_cases_are_not_nested_deeply() {
    let folder = scratch("many");
    let cases = "  - in: a\n    out: b\n    match:\n      Float:\n        absolute_error: 1\n";
    let suite = format!("type: Batch\nmatch: Exact\ncases:\n{}", cases.repeat(20));
    assert_eq!(read(&folder, &suite).cases.len(), 20);
}

/// A reader that compares each key with all before it would take half a minute.
#[test]
fn many_unknown_keys_are_refused_at_once() {
    let keys: String = (0..50_000).map(|number| format!("key{number}: a\n")).collect();
    let error = refusal(&scratch("keys"), &format!("type: Batch\nmatch: Exact\n{keys}"));
    assert!(error.starts_with("3: expected one of the keys type, "), "{error}");
}

#[test]
fn names_are_printable_and_no_options() {
    let folder = scratch("names");
    for (name, found) in [
        ("\\u001B[2J", "\\u{1b}[2J"),
        ("\\n", "\\n"),
        ("a\u{202e}b", "a\\u{202e}b"),
        ("\u{200b}", "\\u{200b}"),
        ("-x", "-x"),
    ] {
        let text = format!(
            "type: Batch\nmatch: Exact\ncases:\n  - name: \"{name}\"\n    in: a\n    out: b\n"
        );
        let expected = format!(
            "4: expected a name of printable characters that does not begin with -, found \
             \"{found}\""
        );
        assert_eq!(refusal(&folder, &text), expected);
    }
    let text =
        "type: Batch\nmatch: Exact\ncases:\n  - name: \"é 'q' e\u{301}\"\n    in: a\n    out: b\n";
    assert_eq!(read(&folder, text).cases[0].name, "é 'q' e\u{301}");
}

#[test]
fn inline_cases_have_names_limits_and_lines() {
    let folder = scratch("inline");
    let suite = read(
        &folder,
        "type: Batch\ntimelimit: 1s\nmemorylimit: 64MiB\nmatch: Lines\ncases:\n  \
           - in: a\n    out: b\n  \
           - name: edge\n    in: \"a\\r\\n\"\n    out: c\n    timelimit: 1h 2min 3s 4ms 5us 6ns\n    \
             match: SplitWhitespace\n",
    );
    let limits = Limits {
        time: Some(Duration::from_secs(1)),
        memory: Some(64 << 20),
        matching: Match::Lines,
    };
    assert_eq!(suite.limits, limits);
    let first = Case {
        name: "inline-1".to_owned(),
        input: "a".to_owned(),
        output: "b".to_owned(),
        time_limit: limits.time,
        memory_limit: limits.memory,
        matching: limits.matching,
        origin: shown(&folder.join("x.yml:6")),
        inline: true,
    };
    let second = Case {
        name: "edge".to_owned(),
        input: "a\n".to_owned(),
        output: "c".to_owned(),
        time_limit: Some(Duration::new(3723, 4_005_006)),
        matching: Match::SplitWhitespace,
        origin: shown(&folder.join("x.yml:8")),
        ..first.clone()
    };
    assert_eq!(suite.cases, [second, first]);
}

#[test]
fn memory_limits() {
    let folder = scratch("memory");
    for (text, bytes) in [
        ("1B", 1),
        ("65536KB", 65_536_000),
        ("64 MB", 64_000_000),
        ("1GB", 1_000_000_000),
        ("65536KiB", 64 << 20),
        ("256MiB", 256 << 20),
        ("\"2GiB\"", 2 << 30),
    ] {
        let suite = format!("memorylimit: {text}\n{}", suite_with(" a\n"));
        assert_eq!(read(&folder, &suite).cases[0].memory_limit, Some(bytes), "{text}");
    }
}

#[test]
fn a_written_suite_reads_back() {
    let folder = scratch("written");
    write(folder.join("x/in/a.txt"), "");
    write(folder.join("x/out/a.txt"), "");
    let float = |relative_error, absolute_error| Match::Float { relative_error, absolute_error };
    for (time, memory, matching) in [
        (None, None, Match::Exact),
        (Some(1000), Some(65_000_000), Match::Lines),
        (Some(1500), Some(64 << 20), Match::SplitWhitespace),
        (Some(3_600_001), Some(1), float(Some(1e-6), None)),
        (Some(60_000), Some(65_536_000), float(None, Some(1.0))),
        (None, Some(1), Match::Checker),
    ] {
        let limits = Limits { time: time.map(Duration::from_millis), memory, matching };
        let text = suite::text("x", &limits);
        assert!(!text.contains("\n\n\n"), "{text}");
        let suite = read(&folder, &text);
        assert_eq!(suite.limits, limits, "{text}");
        assert_eq!(suite.cases.len(), 1, "{text}");
    }
}

#[test]
fn a_suite_is_written_in_one_form() {
    let limits = Limits {
        time: Some(Duration::from_millis(1500)),
        memory: Some(65_000_000),
        matching: Match::Lines,
    };
    let text = "---
type: Batch
timelimit: 1s 500ms
memorylimit: 65MB
match: Lines

cases: []

extend:
  - type: Text
    path: \"./poj1753\"
    in: /in/*.txt
    out: /out/*.txt
";
    assert_eq!(suite::text("poj1753", &limits), text);
}

#[test]
fn inline_cases_are_taken_out() {
    let limits = Limits { time: None, memory: None, matching: Match::Exact };
    let plain = suite::text("poj1753", &limits);
    let downloaded = plain.replace(
        "cases: []\n",
        "cases:\n  - in: \"bwwb\\r\\n\"\n    out: \"4\\r\\n\"\n  # more\n\n  \
           - in: |\n      a\n    out: |\n      4\n",
    );
    assert_eq!(suite::without_inline_cases(&downloaded), Ok(plain.clone()));
    assert_eq!(suite::without_inline_cases(&plain), Ok(plain));
    for (text, without) in [
        (
            "cases:\n- in: a\n  out: a\n# match\nmatch: Exact\ntype: Batch",
            "cases: []\n# match\nmatch: Exact\ntype: Batch",
        ),
        (
            "type: Batch\r\nmatch: Exact\r\ncases:\r\n  - in: a\r\n    out: a",
            "type: Batch\r\nmatch: Exact\r\ncases: []\r\n",
        ),
        // The tab is text, not a blank line.
        (
            "type: Batch\nmatch: Exact\ncases:\n- in: a\n  out: |\n    \n    a\n    \t\n    \n",
            "type: Batch\nmatch: Exact\ncases: []\n    \n",
        ),
        ("type: Batch\nmatch: Exact\n", "type: Batch\nmatch: Exact\n"),
    ] {
        assert_eq!(suite::without_inline_cases(text), Ok(without.to_owned()));
    }
    assert_eq!(
        suite::without_inline_cases("type: Batch\nmatch: Exact\ncases: 1\n"),
        Err("3: expected a list, or `[]`, found \"1\"".to_owned())
    );
}

#[test]
fn what_no_suite_reads() {
    let folder = scratch("unread");
    for path in [
        "Cargo.toml",
        "README.md",
        "src/lib.rs",
        "tests/suite.rs",
        "x/.gitkeep",
        "x/in/.gitkeep",
        "x/in/a.txt",
        "x/out/a.txt",
        "y/a.in",
        "y/a.out",
    ] {
        write(folder.join(path), "");
    }
    write(folder.join("x.yml"), EXTENDING);
    assert_eq!(suite::orphans(&folder), Ok(Vec::new()));
    for path in ["x/in/a.text", "x/more/b.txt", "x/c.txt", "z/in/a.txt", "z/out/a.txt", "stray.txt"]
    {
        write(folder.join(path), "");
    }
    let unread = ["stray.txt", "x/c.txt", "x/in/a.text", "x/more", "z"];
    let unread = unread.map(|path| {
        let path = shown(&folder.join(path));
        format!("{path}: expected a suite that reads it, found none: remove it, or extend a suite to it")
    });
    assert_eq!(suite::orphans(&folder), Ok(unread.to_vec()));
    write(folder.join("broken.yml"), "");
    assert_eq!(suite::orphans(&folder), Ok(Vec::new()));
}
