//! Suites that are refused.

/// Suites that are refused, and what is said of them after the name of the file.
pub const REFUSED: &[(&str, &str)] = &[
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
    // One file on Windows and macOS.
    (
        "type: Batch\nmatch: Exact\ncases:\n  - name: a\n    in: a\n    out: a\n  - name: \
         A\n    in: b\n    out: b\n",
        "7: expected a name that differs from \"a\" in more than upper and lower case, found \"A\"",
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
