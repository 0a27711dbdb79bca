//! Suites as cargo-compete writes them and as people type them, and everything that is refused.
//!
//! What is read here from the texts in [`FORMS`], cargo-compete 0.10.7 was seen to read from them.

use std::fs;
use std::path::{Path, PathBuf, MAIN_SEPARATOR};
use std::time::Duration;

use testcases::suite::{self, Case, Limits, Match, Suite};

/// What follows `in:` in a suite (the last line end included), and the text that it stands for.
const FORMS: &[(&str, &str)] = &[
    // Literals.
    (" |\n      bwwb\n      4\n", "bwwb\n4\n"),
    (
        " |\n      a\n      \n        b  # no comment\n      \n      'c' \"d\" \\n ü  \n",
        "a\n\n  b  # no comment\n\n'c' \"d\" \\n ü  \n",
    ),
    (" |\n      a\n\n      b\n", "a\n\nb\n"),
    (" |\n     odd\n", "odd\n"),
    (" |   # comment\n      a\n", "a\n"),
    (" |\n      - a: b\n      # no comment\n      ---\n", "- a: b\n# no comment\n---\n"),
    (" |-\n      a\n      b\n\n\n", "a\nb"),
    (" |+\n      a\n\n\n", "a\n\n\n"),
    (" |\n      a\n\n\n", "a\n"),
    (" |+\n\n\n", "\n\n"),
    (" |-\n\n", ""),
    (" |\n", ""),
    (" |\n\n", ""),
    (" |\n\n      a\n", "\na\n"),
    (" |\n      \n      a\n", "\na\n"),
    (" |2\n        a\n      b\n", "  a\nb\n"),
    (" |2-\n        a\n", "  a"),
    (" |-2\n        a\n", "  a"),
    (" |+2\n       a\n      \n", " a\n\n"),
    (" |\n      a\n        \n", "a\n  \n"),
    (" |\n      a\n    # comment\n", "a\n"),
    (" |\n      a\tb\t\n", "a\tb\t\n"),
    // A folded text without lines.
    (" >\n", ""),
    (" >-\n", ""),
    (" >\n\n", ""),
    // Double quotes.
    (" \"\"\n", ""),
    (" \"\\n\"\n", "\n"),
    (" \"bwwb\\nbwww\\r\\n\"\n", "bwwb\nbwww\n"),
    (" \"\\\"\\\\\\b\\t\\n\\f\\r\\u0007\\u00e9\"\n", "\"\\\u{8}\t\n\u{c}\r\u{7}é"),
    (" \"\\0\\a\\v\\e\\x41\\U0001F600\\ \\'\"\n", "\0\u{7}\u{b}\u{1b}A😀 '"),
    (" \"a # b: c\"   # comment\n", "a # b: c"),
    (" \" 1 \"\n", " 1 "),
    // Single quotes.
    (" ''\n", ""),
    (" 'it''s'\n", "it's"),
    (" 'a # b: \\n' # comment\n", "a # b: \\n"),
    // Plain.
    (" 007\n", "007"),
    (" 1_000\n", "1_000"),
    (" 1..2\n", "1..2"),
    (" True\n", "True"),
    (" inf\n", "inf"),
    (" bwwb\n", "bwwb"),
    (" 1 2  3\n", "1 2  3"),
    (" a#b  # comment\n", "a#b"),
    (" it's \"so\"\n", "it's \"so\""),
    (" a:b\n", "a:b"),
    (" -a\n", "-a"),
    (" ?a\n", "?a"),
    (" a, b] {c}\n", "a, b] {c}"),
    (" .\n", "."),
    (" Null\n", "Null"),
    ("   spaced   \n", "spaced"),
    (" \u{a0}a\u{3000} # comment\n", "\u{a0}a\u{3000}"),
];

/// Suites of other shapes, each with the cases `1` and `2\n`.
const DOCUMENTS: [&str; 10] = [
    // As `cargo compete download` writes it.
    r#"---
type: Batch
timelimit: ~
match: Exact

cases:
  - in: "1"
    out: ""
  - in: |
      2
    out: >

extend: []
"#,
    // As cargo-compete writes a suite that it cannot write in its own form.
    r#"---
type: Batch
timelimit: 2s
match: Exact
cases:
  - name: Sample 1
    in: "1"
    out: ""
    timelimit: ~
    match: ~
  - name: ~
    in: "2\n"
    out: ""
    timelimit: 1s
    match: Lines
extend: []
"#,
    // Keys in another order, comments, blank lines.
    r#"# about

--- # begin

cases: # here
  # one
  - out: ''
    # in
    in: '1'

  # two
  - in: |
      2
# left
    out: ''

extend: []
# all
match: "Exact"
timelimit: '1s 500ms'
type: 'Batch'
# end"#,
    // Other indentations: a list in the column of its key, a dash alone, a dash far from its key.
    r#"type: Batch
match: Exact
cases:
- in: '1'
  out: ''
-
   in: |
    2
   out: ''
extend: []
"#,
    r#"type: Batch
match: Exact
cases:
        -    in: '1'
             out: ''
        -    in: |
              2
             out: ''
"#,
    // Everything indented; a space before a colon; nothing after the last key.
    r#"  type : Batch
  match  :  Exact
  cases :
  - in : '1'
    out : ''
  - in : "2\n"
    out : ''
  timelimit:
"#,
    // Keys and literals without a value, and the next key in the same column.
    r#"type: Batch
timelimit:
match: Exact
cases:
  - out: |
    in: '1'
  - name:
    out: >-
    in: "2\n"
extend: []
"#,
    // CRLF, raw in a literal.
    "type: Batch\r\nmatch: Exact\r\ncases:\r\n  - in: '1'\r\n    out: ''\r\n  \
       - in: |\r\n      2\r\n    out: ''\r\n",
    // No newline at the end.
    r#"type: Batch
match: Exact
cases:
  - out: ''
    in: |
      2
  - out: ''
    in: |
      1"#,
    r#"type: Batch
match:
  Float:
    relative_error: 1e-6
    absolute_error: ~
cases:
  - in: '1'
    out: '0'
    match: Exact
  - in: "2\n"
    out: ''
    match:
      Float: # errors
        absolute_error: 0.5
"#,
];

/// Suites that are refused, and what is said of them after the name of the file.
const REFUSED: &[(&str, &str)] = &[
    ("", "1: expected the keys type, timelimit, memorylimit, match, cases, extend, found nothing"),
    (
        "# nothing\n",
        "2: expected the keys type, timelimit, memorylimit, match, cases, extend, found \
         nothing",
    ),
    ("- a\n", "1: expected `key: value`, found \"a\""),
    ("text\n", "1: expected `key: value`, found \"text\""),
    ("type: Batch\n", "1: expected the key match among those that begin here, found none"),
    ("match: Exact\n", "1: expected the key type among those that begin here, found none"),
    (
        "\u{feff}type: Batch\nmatch: Exact\n",
        "1: expected `key: value`, found \"\\u{feff}type: Batch\"",
    ),
    (
        "type: Interactive\ntimelimit: 1s\nmatch: Lines\n",
        "3: expected one of the keys type, timelimit, memorylimit, cases, extend, found \
         \"match\"",
    ),
    (
        "type: Interactive\ncases:\n  - in: a\n    out: b\n",
        "4: expected one of the keys name, in, timelimit, found \"out\"",
    ),
    (
        "type: Interactive\nextend:\n  - type: Text\n    path: x\n    in: /in/*\n    out: /out/*\n",
        "6: expected one of the keys type, path, in, timelimit, found \"out\"",
    ),
    (
        "type: Unsubmittable\n",
        "1: expected type Batch or Interactive, found \"Unsubmittable\"",
    ),
    ("type: ~\n", "1: expected a text (a number in quotes), found nothing"),
    (
        "type: Batch\nmatch: Exact\nmemory: 1MB\n",
        "3: expected one of the keys type, timelimit, memorylimit, match, cases, extend, \
         found \"memory\"",
    ),
    (
        "type: Batch\nmatch: Exact\ntype: Batch\n",
        "3: expected each key once (this one stands in line 1), found \"type\"",
    ),
    (
        "type: Batch\nmatch: ~\n",
        "1: expected the key match among those that begin here, found none",
    ),
    (
        "type: Batch\nmatch: exact\n",
        "2: expected Exact, Lines, SplitWhitespace, Float with its errors below, or Checker with \
         its cmd and shell below, found \"exact\"",
    ),
    (
        "type: Batch\nmatch: Float\n",
        "2: expected below `match:` a line `Float:` and below that `absolute_error: 1e-6`, \
         `relative_error: 1e-6` or both, each indented further, found \"Float\"",
    ),
    (
        "type: Batch\nmatch:\n  Checker:\n    shell: Bash\n    cmd: \"true\"\n",
        "5: expected `cargo test --quiet --package x --test cases -- --check`, found \"true\"",
    ),
    (
        "type: Batch\nmatch:\n  Checker:\n    cmd: a\n    shell: Zsh\n",
        "5: expected Bash, found \"Zsh\"",
    ),
    (
        "type: Batch\nmatch:\n  Checker:\n    shell: Bash\n",
        "4: expected the key cmd among those that begin here, found none",
    ),
    ("type: Batch\nmatch:\n  Checker:\n", "3: expected the keys cmd, shell, found nothing"),
    (
        "type: Batch\nmatch: Checker\n",
        "2: expected Exact, Lines, SplitWhitespace, Float with its errors below, or Checker with \
         its cmd and shell below, found \"Checker\"",
    ),
    (
        "type: Batch\nmatch: Lines\ncases:\n  - in: a\n    match:\n      Checker:\n        cmd: b\n        \
         shell: Bash\n",
        "7: expected `cargo test --quiet --package x --test cases -- --check`, found \"b\"",
    ),
    (
        "type: Batch\nmatch:\n  Lines:\n",
        "3: expected Exact, Lines, SplitWhitespace, Float with its errors below, or Checker with \
         its cmd and shell below, found \"Lines\"",
    ),
    (
        "type: Batch\nmatch:\n  Float:\n    absolute_error: 1\n  Lines:\n",
        "3: expected Exact, Lines, SplitWhitespace, Float with its errors below, or Checker with \
         its cmd and shell below, found keys",
    ),
    (
        "type: Batch\nmatch:\n  Float:\n    error: 1\n",
        "4: expected one of the keys relative_error, absolute_error, found \"error\"",
    ),
    (
        "type: Batch\nmatch:\n  Float:\n    relative_error: -1e-6\n",
        "4: expected a number such as 1e-6, not less than 0, found \"-1e-6\"",
    ),
    (
        "type: Batch\nmatch:\n  Float:\n    relative_error: \"1e-6\"\n",
        "4: expected a number such as 1e-6, not less than 0, found \"1e-6\"",
    ),
    (
        "type: Batch\nmatch:\n  Float:\n    relative_error: .inf\n",
        "4: expected a number such as 1e-6, not less than 0, found \".inf\"",
    ),
    (
        "type: Batch\nmatch:\n  Float:\n",
        "3: expected the keys relative_error, absolute_error, found nothing",
    ),
    (
        "type: Batch\nmatch: [Exact]\n",
        "2: expected `[]`, or items below, each after `- `, found \"[Exact]\"",
    ),
    (
        "type: Batch\nmatch: {Float: {relative_error: 1}}\n",
        "2: expected a text in quotes, or one without special characters, found \"{Float: \
         {relative_error: 1}}\"",
    ),
    (
        "type: Batch\ntimelimit: 1\n",
        "2: expected a time such as 1s, 500ms or 1s 500ms, found \"1\"",
    ),
    (
        "type: Batch\ntimelimit: 1.5s\n",
        "2: expected a time such as 1s, 500ms or 1s 500ms, found \"1.5s\"",
    ),
    (
        "type: Batch\ntimelimit: 0s\n",
        "2: expected a time such as 1s, 500ms or 1s 500ms, found \"0s\"",
    ),
    (
        "type: Batch\ntimelimit: s\n",
        "2: expected a time such as 1s, 500ms or 1s 500ms, found \"s\"",
    ),
    (
        "type: Batch\ntimelimit: 99999999999999999999s\n",
        "2: expected a time such as 1s, 500ms or 1s 500ms, found \"99999999999999999999s\"",
    ),
    (
        "type: Batch\ntimelimit: 1 fortnight\n",
        "2: expected a time such as 1s, 500ms or 1s 500ms, found \"1 fortnight\"",
    ),
    (
        "type: Batch\nmemorylimit: 64\n",
        "2: expected a whole number with B, KB, MB, GB, KiB, MiB or GiB, such as 64MiB, \
         found \"64\"",
    ),
    (
        "type: Batch\nmemorylimit: 64M\n",
        "2: expected a whole number with B, KB, MB, GB, KiB, MiB or GiB, such as 64MiB, \
         found \"64M\"",
    ),
    (
        "type: Batch\nmemorylimit: 1.5GB\n",
        "2: expected a whole number with B, KB, MB, GB, KiB, MiB or GiB, such as 64MiB, \
         found \"1.5GB\"",
    ),
    (
        "type: Batch\nmemorylimit: 0MB\n",
        "2: expected a whole number with B, KB, MB, GB, KiB, MiB or GiB, such as 64MiB, \
         found \"0MB\"",
    ),
    ("type: Batch\nmatch: Exact\ncases: ~\n", "3: expected a list, or `[]`, found nothing"),
    ("type: Batch\nmatch: Exact\ncases:\n", "3: expected a list, or `[]`, found nothing"),
    ("type: Batch\nmatch: Exact\ncases: none\n", "3: expected a list, or `[]`, found \"none\""),
    (
        "type: Batch\nmatch: Exact\ncases:\n  in: a\n  out: b\n",
        "4: expected a list, or `[]`, found keys",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - in: a\n",
        "4: expected the key out among those that begin here, found none",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - out: a\n",
        "4: expected the key in among those that begin here, found none",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - in: a\n    out: ~\n",
        "5: expected a text (a number in quotes), found nothing",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - in: a\n    out: 4\n",
        "5: expected a text (a number in quotes), found \"4\"",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - in: a\n    out: true\n",
        "5: expected a text (a number in quotes), found \"true\"",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - in: a\n    out: 0\n",
        "5: expected a text (a number in quotes), found \"0\"",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - in: a\n    out: 0x1F\n",
        "5: expected a text (a number in quotes), found \"0x1F\"",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - in: a\n    out: -.inf\n",
        "5: expected a text (a number in quotes), found \"-.inf\"",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - in:\n      - a\n    out: a\n",
        "5: expected `key: value`, found \"a\"",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - in: a\n    output: a\n",
        "5: expected one of the keys name, in, out, timelimit, match, found \"output\"",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  -\n",
        "4: expected the keys name, in, out, timelimit, match, found nothing",
    ),
    (
        "type: Batch\nmatch: Exact\ncases:\n  -\n  - in: a\n    out: a\n",
        "4: expected the keys name, in, out, timelimit, match, found nothing",
    ),
    ("type: Batch\nmatch: Exact\ncases:\n  - a\n", "4: expected `key: value`, found \"a\""),
    (
        "type: Batch\nmatch: Exact\ncases:\n  - name: a\n    in: a\n    out: a\n  - name: \
         a\n    in: b\n    out: b\n",
        "7: expected a name that no other case of the suite has, found \"a\" again",
    ),
    (
        "type: Batch\nmatch: Exact\nextend:\n  - type: SystemTestCases\n",
        "4: expected type Text (`cargo compete test` is for the others), found \
         \"SystemTestCases\"",
    ),
    (
        "type: Batch\nmatch: Exact\nextend:\n  - type: Text\n    path: nowhere\n    in: \
         /in/*\n    out: /out/*\n",
        "5: expected a folder FOLDER/nowhere, found none",
    ),
    (
        "type: Batch\nmatch: Exact\nextend:\n  - type: Text\n    path: x\n    in: \
         in/**/*.txt\n    out: /out/*\n",
        "6: expected a pattern such as /in/*.txt or /*.in, with one `*` and that in the \
         file's name, found \"in/**/*.txt\"",
    ),
    (
        "type: Batch\nmatch: Exact\nextend:\n  - type: Text\n    path: x\n    in: \
         \"*.in\"\n    out: /out/*\n",
        "6: expected a pattern such as /in/*.txt or /*.in, with one `*` and that in the \
         file's name, found \"*.in\"",
    ),
    // What is no YAML, or not the part of it that is read.
    ("type:Batch\n", "1: expected `key: value`, found \"type:Batch\""),
    (
        "type: Batch\n\tmatch: Exact\n",
        "2: expected an indentation of spaces, found \"\\tmatch: Exact\"",
    ),
    ("type: Batch\n \t\n", "2: expected an indentation of spaces, found \"\\t\""),
    (
        "type: Batch\n match: Exact\n",
        "2: expected a key in the column of the one before (a text of several lines begins \
         with `|`), found \"match: Exact\"",
    ),
    (
        "  type: Batch\nmatch: Exact\n",
        "2: expected the end, or a key in the column of the first, found \"match: Exact\"",
    ),
    ("type: Batch\n---\n", "2: expected `key: value`, found \"---\""),
    ("type: Batch\n...\n", "2: expected `key: value`, found \"...\""),
    ("%YAML 1.2\n---\n", "1: expected `key: value`, found \"%YAML 1.2\""),
    ("{type: Batch}\n", "1: expected `key: value`, found \"{type: Batch}\""),
    (
        "type: &a Batch\n",
        "1: expected a text in quotes, or one without special characters, found \"&a Batch\"",
    ),
    (
        "type: !Batch\n",
        "1: expected a text in quotes, or one without special characters, found \"!Batch\"",
    ),
    (
        "type: a: b\n",
        "1: expected a text in quotes, or one without special characters, found \"a: b\"",
    ),
    ("type: -\n", "1: expected a text in quotes, or one without special characters, found \"-\""),
    (
        "type: - a\n",
        "1: expected a text in quotes, or one without special characters, found \"- a\"",
    ),
    (
        "type: a:\tb\n",
        "1: expected a text in quotes, or one without special characters, found \"a:\\tb\"",
    ),
    (
        "type: -\ta\n",
        "1: expected a text in quotes, or one without special characters, found \"-\\ta\"",
    ),
    (
        "type: Batch\n\r\r\n",
        "2: expected control characters as escapes in double quotes, such as \"\\r\", found \"\\r\"",
    ),
    ("type\u{a0}: Batch\n", "1: expected `key: value`, found \"type\\u{a0}: Batch\""),
    ("type: \"Batch\n", "1: expected a closing quote in the same line, found \"\\\"Batch\""),
    ("type: 'Batch\n", "1: expected a closing quote in the same line, found \"'Batch\""),
    ("type: \"Batch\" 1\n", "1: expected the end of the line after the value, found \" 1\""),
    ("type: \"\\q\"\n", "1: expected an escape such as \\n or \\u000a, found \"\\\\q\""),
    ("type: \"\\ud83d\\ude00\"\n", "1: expected an escape such as \\n or \\u000a, found \"\\\\u\""),
    ("type: >\n  a\n", "1: expected `|` before a text of several lines, found \">\""),
    ("type: |x\n", "1: expected `|`, `|-` or `|+`, found \"|x\""),
    ("type: |--\n", "1: expected `|`, `|-` or `|+`, found \"|--\""),
    ("type: |++\n", "1: expected `|`, `|-` or `|+`, found \"|++\""),
    ("type: |22\n", "1: expected `|`, `|-` or `|+`, found \"|22\""),
    (
        "type: |\n      \n  a\n",
        "3: expected a text whose first line begins with neither a space nor a tab (else \
         double quotes), found \"a\"",
    ),
    (
        "type: |\n  \ta\n",
        "2: expected a text whose first line begins with neither a space nor a tab (else \
         double quotes), found \"\\ta\"",
    ),
    ("type: |\n  a\n\t\n", "3: expected an indentation of spaces, found \"\\t\""),
    (
        "type: \"a\rb\"\n",
        "1: expected control characters as escapes in double quotes, such as \"\\r\", found \
         \"\\r\"",
    ),
    // A YAML reader may take the first for the end of the text, and the second for that of a line.
    (
        "type: Batch\nmatch: Exact\0\n",
        "2: expected control characters as escapes in double quotes, such as \"\\r\", found \
         \"\\0\"",
    ),
    (
        "type: Batch\n# a\u{85}match: Exact\n",
        "2: expected control characters as escapes in double quotes, such as \"\\r\", found \
         \"\\u{85}\"",
    ),
    ("type: [Batch]\n", "1: expected `[]`, or items below, each after `- `, found \"[Batch]\""),
    ("type:\n  Batch\n", "2: expected `key: value`, found \"Batch\""),
    ("type: [] x\n", "1: expected the end of the line after the value, found \" x\""),
    (
        "type: this text is so long that it would fill a line of its own\n",
        "1: expected type Batch or Interactive, found \"this text \
         is so long that it would fill \"…",
    ),
    (
        "a:\n a:\n  a:\n   a:\n    a:\n     a:\n      a:\n       a:\n        a:\n",
        "9: expected a suite, which is not nested so deeply, found \"a:\"",
    ),
];

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
fn names_must_be_printable() {
    let folder = scratch("names");
    for (name, found) in [
        ("\\u001B[2J", "\\u{1b}[2J"),
        ("\\n", "\\n"),
        ("a\u{202e}b", "a\\u{202e}b"),
        ("\u{200b}", "\\u{200b}"),
    ] {
        let text = format!(
            "type: Batch\nmatch: Exact\ncases:\n  - name: \"{name}\"\n    in: a\n    out: b\n"
        );
        let expected = format!("4: expected a name of printable characters, found \"{found}\"");
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

/// Two folders of cases, the second with limits of its own.
const EXTENDING: &str = "type: Batch
timelimit: 1s
match: Lines
extend:
  - type: Text
    path: ./x
    in: /in/*.txt
    out: /out/*.txt
  - type: Text
    path: y
    in: /*.in
    out: /*.out
    timelimit: 2s
    match: Exact
";

#[test]
fn cases_in_files() {
    let folder = scratch("files");
    for name in ["sample-10", "sample-2", "b", "a-10", "a-9"] {
        write(folder.join(format!("x/in/{name}.txt")), "1\r\n2\n");
        write(folder.join(format!("x/out/{name}.txt")), "3\r\n");
    }
    write(folder.join("x/in/.gitkeep"), "");
    write(folder.join("x/in/note.md"), "no case");
    write(folder.join("y/c.in"), "");
    write(folder.join("y/c.out"), "");
    let suite = read(&folder, EXTENDING);
    let names: Vec<&str> = suite.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["sample-2", "sample-10", "a-9", "a-10", "b", "c"]);
    let sample = Case {
        name: "sample-2".to_owned(),
        input: "1\n2\n".to_owned(),
        output: "3\n".to_owned(),
        time_limit: Some(Duration::from_secs(1)),
        memory_limit: None,
        matching: Match::Lines,
        origin: shown(&folder.join("x/in/sample-2.txt")),
        inline: false,
    };
    assert_eq!(suite.cases[0], sample);
    let other = &suite.cases[5];
    assert_eq!(other.time_limit, Some(Duration::from_secs(2)));
    assert_eq!(other.matching, Match::Exact);
    assert_eq!(other.origin, shown(&folder.join("y/c.in")));
}

#[test]
fn files_that_are_refused() {
    type File = (&'static str, &'static [u8]);
    const PAIR: [File; 2] = [("x/in/a.txt", b""), ("x/out/a.txt", b"")];
    let refused: [(&[File], &str); 5] = [
        (
            &[("x/in/b.txt", b"")],
            "x/in/b.txt: expected an output of the same name, found none in FOLDER/x/out/*.txt",
        ),
        (
            &[("x/out/b.txt", b"")],
            "x/out/b.txt: expected an input of the same name, found none in FOLDER/x/in/*.txt",
        ),
        (
            &[("x/in/b.txt", b"1\n2\xff\n"), ("x/out/b.txt", b"")],
            "x/in/b.txt:2: expected UTF-8, found the byte 0xff",
        ),
        (
            &[("y/a.in", b""), ("y/a.out", b"")],
            "y/a.in: expected a name that no other case of the suite has, found \"a\" again",
        ),
        (
            &[("x.yml", b"type: Batch\nmatch: \xff\n")],
            "x.yml:2: expected UTF-8, found the byte 0xff",
        ),
    ];
    for (files, error) in refused {
        let folder = scratch("refused-files");
        write(folder.join("y/.gitkeep"), "");
        write(folder.join("x.yml"), EXTENDING);
        for (path, bytes) in PAIR.iter().chain(files) {
            write(folder.join(path), bytes);
        }
        let error = error.replace("FOLDER", &shown(&folder));
        let error = format!("{}/{error}", shown(&folder));
        assert_eq!(Suite::read(&folder.join("x.yml")), Err(error));
    }
}

#[test]
fn a_suite_without_a_case_says_what_to_write() {
    let path = scratch("caseless").join("x.yml");
    write(path.clone(), "type: Batch\nmatch: Exact\ncases: []\n");
    assert_eq!(Suite::read_or_empty(&path).map(|suite| suite.cases), Ok(Vec::new()));
    let error = "x: no case yet: add testcases/x/in/CASE.txt and testcases/x/out/CASE.txt";
    assert_eq!(Suite::read(&path), Err(error.to_owned()));
    write(path.clone(), "type: Interactive\n");
    let error = "x: no case yet: add testcases/x/in/CASE.txt";
    assert_eq!(Suite::read(&path), Err(error.to_owned()));
}

#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_not_read() {
    let folder = scratch("special-files");
    write(folder.join("y/.gitkeep"), "");
    write(folder.join("x.yml"), EXTENDING);
    write(folder.join("x/out/a.txt"), "");
    let input = folder.join("x/in/a.txt");
    fs::create_dir(folder.join("x/in")).unwrap();
    let refused = || {
        assert_eq!(
            Suite::read(&folder.join("x.yml")),
            Err(format!("{}: expected a file, found something else", shown(&input)))
        )
    };
    let made = std::process::Command::new("mkfifo").arg(&input).status();
    assert!(made.unwrap().success());
    refused();
    fs::remove_file(&input).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &input).unwrap();
    refused();
}

#[test]
fn a_file_may_not_be_too_long() {
    let folder = scratch("long-file");
    write(folder.join("y/.gitkeep"), "");
    write(folder.join("x.yml"), EXTENDING);
    write(folder.join("x/out/a.txt"), "");
    write(folder.join("x/in/a.txt"), "");
    let input = folder.join("x/in/a.txt");
    // It has no bytes on the disk.
    fs::File::create(&input).unwrap().set_len((256 << 20) + 1).unwrap();
    let error = "expected at most 256MiB, found 268435457 bytes";
    assert_eq!(Suite::read(&folder.join("x.yml")), Err(format!("{}: {error}", shown(&input))));
    fs::remove_file(&input).unwrap();
}

#[test]
fn two_files_of_one_name() {
    let folder = scratch("stems");
    write(folder.join("x/in/a.b"), "");
    write(folder.join("x/in/a.c"), "");
    write(folder.join("y/.gitkeep"), "");
    write(folder.join("x.yml"), EXTENDING.replace("*.txt", "*"));
    let found = ["a.c", "a.b"].map(|name| shown(&folder.join("x/in").join(name)));
    let error = format!("{}: expected one file for \"a\", found {} too", found[0], found[1]);
    assert_eq!(Suite::read(&folder.join("x.yml")), Err(error));
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
