//! The report as it is printed.

use std::time::Duration;

use testcases::judge::compare::difference;
use testcases::judge::conversation::Conversation;
use testcases::judge::report::{duration, slowest, Style};
use testcases::judge::{Judgement, Verdict};
use testcases::suite::{Case, Match};

use crate::misbehave::case;

const PLAIN: Style = Style { color: false };

fn judged(verdict: Verdict, output: &[u8]) -> Judgement {
    Judgement {
        verdict,
        note: String::new(),
        time: Duration::from_micros(3_100),
        only_with_crlf: false,
        difference: None,
        output: output.to_vec(),
        stderr: Vec::new(),
        conversation: Conversation::default(),
    }
}

fn wrong(case: &Case, output: &str) -> Judgement {
    let difference = difference(case.matching, &case.output, &output.replace("\r\n", "\n"));
    Judgement { difference, ..judged(Verdict::WrongAnswer, output.as_bytes()) }
}

#[test]
fn lines_are_aligned() {
    let none = Case { time_limit: None, ..case() };
    let crlf = Judgement {
        only_with_crlf: true,
        time: Duration::from_millis(5_000),
        ..judged(Verdict::TimeLimitExceeded, b"")
    };
    let lines = [
        PLAIN.line("a", &case(), &Ok(judged(Verdict::Accepted, b"right\n"))),
        PLAIN.line("c/b", &case(), &Ok(crlf)),
        PLAIN.line("c", &none, &Ok(judged(Verdict::MemoryLimitExceeded, b""))),
        PLAIN.line("d", &case(), &Err("no program".to_owned())),
    ];
    assert_eq!(
        lines.join("\n"),
        "\
Accepted                  4 ms of 5 s     a
Time Limit Exceeded    5000 ms of 5 s     c/b with CRLF line ends
Memory Limit Exceeded     4 ms of no limit  c
not judged                                d"
    );
}

/// A checker may name what the program printed.
#[test]
fn a_note_and_an_error_give_a_terminal_no_commands() {
    let note = "line 1: \u{1b}[2J\u{202e} is no é".to_owned();
    let judgement = Judgement { note: note.clone(), ..judged(Verdict::WrongAnswer, b"") };
    for judged in [Ok(judgement), Err(note)] {
        let details = PLAIN.details(&case(), &judged);
        let (_, first_line) = details.lines().next().unwrap().split_once(": ").unwrap();
        assert_eq!(first_line, "line 1: \\u{1b}[2J\\u{202e} is no é");
    }
}

#[test]
fn a_wrong_answer_shows_input_and_difference() {
    let case = Case { output: "1 2 3\n4 5 6\n".to_owned(), ..case() };
    assert_eq!(
        PLAIN.details(&case, &Ok(wrong(&case, "1 2 3\n4 55 6\n7\n"))),
        "\
Wrong Answer
case: suite.yml:5
input
     1  first
     2  second
line 2, token 2: expected \"5\", found \"55\"
expected       found
     1  1 2 3       1  1 2 3
>    2  4 5 6  >    2  4 55 6
                    3  7
"
    );
}

#[test]
fn what_cannot_be_seen_is_made_visible() {
    let case = Case { input: "a\tb  \n".to_owned(), output: "rîght\n".to_owned(), ..case() };
    let output = "\trîghT \r\n\x1b[2J\u{202e}\\xff\n";
    let crlf = Judgement { only_with_crlf: true, ..wrong(&case, output) };
    assert_eq!(
        PLAIN.details(&case, &Ok(crlf)),
        "\
Wrong Answer with CRLF line ends
case: suite.yml:5
input
     1  a\\tb\\s\\s\\r
line 1, token 1: expected \"rîght\", found \"rîghT\"
expected       found
>    1  rîght  >    1  \\trîghT\\s\\r
                    2  \\u{1b}[2J\\u{202e}\\xff
"
    );
}

#[test]
fn long_texts_are_cut_around_the_difference() {
    let numbers = |count: usize| -> String { (1..=count).map(|n| format!("{n}\n")).collect() };
    let case = Case { input: numbers(100), output: numbers(200), ..case() };
    let found = numbers(200).replace("\n150\n", "\nx\n");
    let text = PLAIN.details(&case, &Ok(wrong(&case, &found)));
    assert!(text.contains("    16  16\n   ...  and 84 more lines\n"), "{text}");
    let table = text.split_once("found\n").unwrap().1;
    assert_eq!(table.lines().next(), Some("   147  147     147  147"), "{text}");
    assert!(table.contains("\n>  150  150  >  150  x\n"), "{text}");
    assert_eq!(table.lines().count(), 10, "{text}");
}

#[test]
fn wide_lines_are_cut_around_the_difference() {
    let wide = |middle| format!("{}{middle}{}\n", "<".repeat(500), ">".repeat(500));
    let case = Case { input: wide("!"), output: wide("é"), ..case() };
    let text = PLAIN.details(&case, &Ok(wrong(&case, &wide("e"))));
    let cut = |middle| format!("...{}{middle}{}...", "<".repeat(15), ">".repeat(14));
    assert!(text.contains(&format!(">    1  {}  >    1  {}\n", cut("é"), cut("e"))), "{text}");
    assert!(text.contains(&format!("expected \"{}\", found \"{}\"", cut("é"), cut("e"))), "{text}");
    assert!(text.lines().all(|line| line.chars().count() < 120), "{text}");
}

#[test]
fn the_sentence_says_where_the_output_differs() {
    let sentence = |matching, expected: &str, found: &str| {
        let case = Case { input: String::new(), output: expected.to_owned(), matching, ..case() };
        let text = PLAIN.details(&case, &Ok(wrong(&case, found)));
        text.lines().nth(4).unwrap().to_owned()
    };
    let cases = [
        (sentence(Match::Lines, "1 2\n", ""), "line 1, token 1: expected \"1\", found nothing"),
        (
            sentence(Match::Lines, "1 2\n3\n", "1\n3\n"),
            "line 1, token 2: expected \"2\", found the end of the line",
        ),
        (
            sentence(Match::Lines, "1 2\n3\n", "1 2\n"),
            "line 2, token 1: expected \"3\", found the end of the output",
        ),
        (
            sentence(Match::Lines, "1 2\n", "1 2\n3\n"),
            "line 2, token 1: expected the end of the output, found \"3\"",
        ),
        (
            sentence(Match::Lines, "1 2\n", "1  2\n"),
            "line 1: the tokens are right, the spacing is not",
        ),
        (sentence(Match::Exact, "1 2\n", "1 2"), "line 1: the newline at its end is missing"),
        (sentence(Match::Exact, "1 2", "1 2\n"), "line 1: the newline at its end is one too many"),
        (
            sentence(Match::SplitWhitespace, "1 2\n", "1\n\n3\n"),
            "line 1, token 2: expected \"2\", found \"3\" in line 3",
        ),
        (sentence(Match::Lines, "1\n", "1\n"), "the output is right"),
    ];
    for (found, right) in cases {
        assert_eq!(found, right);
    }
}

#[test]
fn errors_of_numbers_are_shown_with_those_that_are_allowed() {
    let line = |expected: &str, found: &str, relative_error, absolute_error| {
        let matching = Match::Float { relative_error, absolute_error };
        let case = Case { output: expected.to_owned(), matching, ..case() };
        let text = PLAIN.details(&case, &Ok(wrong(&case, found)));
        text.lines().nth(6).unwrap().to_owned()
    };
    assert_eq!(
        line("2.2360679775\n", "2.2360699775\n", None, Some(1e-6)),
        "absolute error 2e-6 (allowed: 1e-6), relative error 8.94e-7 (allowed: none)"
    );
    assert_eq!(
        line("0\n", "1001.25\n", Some(0.5), None),
        "absolute error 1000.0 (allowed: none), relative error inf (allowed: 0.5)"
    );
    for found in ["inf\n", "x\n", "\n"] {
        let text = line("1\n", found, Some(1.0), None);
        assert!(text.starts_with("expected "), "{text}");
    }
}

#[test]
fn a_runtime_error_shows_both_ends_of_stderr_and_the_panic() {
    let shown = |lines: Vec<String>| {
        let judgement = Judgement {
            note: "exit status: 101".to_owned(),
            stderr: lines.join("\n").into_bytes(),
            ..judged(Verdict::RuntimeError, b"right\n")
        };
        let text = PLAIN.details(&case(), &Ok(judgement));
        assert!(text.starts_with("Runtime Error: exit status: 101\n"), "{text}");
        text.split_once("\nstderr\n").unwrap().1.to_owned()
    };
    let numbered = |count: usize| (1..=count).map(|number| format!("line {number}"));
    let whole: String = numbered(20).map(|line| format!("  {line}\n")).collect();
    assert_eq!(shown(numbered(20).collect()), whole);

    let mut lines: Vec<String> = numbered(100).collect();
    lines[39] = "thread 'main' panicked at src/main.rs:5:9:".to_owned();
    assert_eq!(
        shown(lines).lines().map(str::trim_start).collect::<Vec<_>>()[3..11],
        [
            "line 4",
            "line 5",
            "... 34 lines are left out ...",
            "thread 'main' panicked at src/main.rs:5:9:",
            "line 41",
            "line 42",
            "... 43 lines are left out ...",
            "line 86",
        ]
    );
}

#[test]
fn colour_is_there_only_where_it_is_wanted() {
    let colored = Style { color: true };
    let accepted = Ok(judged(Verdict::Accepted, b"right\n"));
    for judged in [accepted, Ok(wrong(&case(), "wrong\n")), Ok(wrong(&case(), ""))] {
        let report = |style: Style| {
            style.line("name", &case(), &judged) + "\n" + &style.details(&case(), &judged)
        };
        assert!(report(colored).contains("\x1b["));
        let bare = ["\x1b[0m", "\x1b[1m", "\x1b[31m", "\x1b[32m"]
            .iter()
            .fold(report(colored), |text, code| text.replace(code, ""));
        assert_eq!(bare, report(PLAIN));
    }
}

#[test]
fn the_slowest_case_is_the_one_nearest_to_its_limit() {
    let slow = Judgement { time: Duration::from_millis(40), ..judged(Verdict::Accepted, b"") };
    let fast = judged(Verdict::Accepted, b"");
    let tight =
        Case { name: "tight".to_owned(), time_limit: Some(Duration::from_millis(50)), ..case() };
    assert_eq!(
        slowest([(&case(), &slow), (&tight, &fast)]).unwrap(),
        "slowest: tight, 4 ms, 7 % of 50 ms"
    );
    assert_eq!(slowest([]), None);
    assert_eq!(duration(Duration::from_secs(10)), "10 s");
}
