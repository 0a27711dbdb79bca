//! Texts that are read, in every form in which cargo-compete or a person writes them.

/// What follows `in:` in a suite (the last line end included), and the text that it stands for.
pub const FORMS: &[(&str, &str)] = &[
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
pub const DOCUMENTS: [&str; 10] = [
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
