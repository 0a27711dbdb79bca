//! The report as it is printed.

use std::time::Duration;

use testcases::judge::report::{duration, slowest, Style};
use testcases::judge::{Judgement, Verdict};
use testcases::suite::{Case, Match};

mod misbehave;
use misbehave::case;

const ASCII: Style = Style { color: false, unicode: false };
const UNICODE: Style = Style { color: false, unicode: true };

fn judged(verdict: Verdict, output: &[u8]) -> Judgement {
    Judgement {
        verdict,
        note: String::new(),
        time: Duration::from_micros(3_100),
        only_with_crlf: false,
        output: output.to_vec(),
        stderr: Vec::new(),
    }
}

fn wrong(output: &str) -> Result<Judgement, String> {
    Ok(judged(Verdict::WrongAnswer, output.as_bytes()))
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
        ASCII.line("a", &case(), &Ok(judged(Verdict::Accepted, b"right\n"))),
        ASCII.line("c/b", &case(), &Ok(crlf)),
        ASCII.line("c", &none, &Ok(judged(Verdict::MemoryLimitExceeded, b""))),
        ASCII.line("d", &case(), &Err("no program".to_owned())),
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

#[test]
fn a_wrong_answer_shows_input_and_difference() {
    let case = Case { output: "1 2 3\n4 5 6\n".to_owned(), ..case() };
    assert_eq!(
        ASCII.details(&case, &wrong("1 2 3\n4 55 6\n7\n")),
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
    let case = Case { input: "a\tb  \n".to_owned(), output: "right\n".to_owned(), ..case() };
    let crlf = Judgement {
        only_with_crlf: true,
        output: b"\trighT \r\n\x1b[2J\xff\n".to_vec(),
        ..judged(Verdict::WrongAnswer, b"")
    };
    assert_eq!(
        UNICODE.details(&case, &Ok(crlf.clone())),
        "\
Wrong Answer with CRLF line ends
case: suite.yml:5
input
     1  a→b··␍
line 1, token 1: expected \"right\", found \"righT\"
expected       found
>    1  right  >    1  →righT·␍
                    2  \\u{1b}[2J\\xff
"
    );
    let ascii = ASCII.details(&case, &Ok(crlf));
    assert!(ascii.contains("a\\tb\\s\\s\\r\n"), "{ascii}");
    assert!(ascii.contains("\\trighT\\s\\r\n"), "{ascii}");
    assert!(ascii.is_ascii(), "{ascii}");
}

#[test]
fn long_texts_are_cut_around_the_difference() {
    let numbers = |count: usize| -> String { (1..=count).map(|n| format!("{n}\n")).collect() };
    let case = Case { input: numbers(100), output: numbers(200), ..case() };
    let found = numbers(200).replace("\n150\n", "\nx\n");
    let text = ASCII.details(&case, &wrong(&found));
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
    let text = UNICODE.details(&case, &wrong(&wide("e")));
    let cut = |middle| format!("…{}{middle}{}…", "<".repeat(15), ">".repeat(14));
    assert!(text.contains(&format!(">    1  {}  >    1  {}\n", cut("é"), cut("e"))), "{text}");
    assert!(text.contains(&format!("expected \"{}\", found \"{}\"", cut("é"), cut("e"))), "{text}");
    assert!(text.lines().all(|line| line.chars().count() < 120), "{text}");
}

#[test]
fn the_sentence_says_where_the_output_differs() {
    let sentence = |matching, expected: &str, found: &str| {
        let case = Case { input: String::new(), output: expected.to_owned(), matching, ..case() };
        let text = ASCII.details(&case, &wrong(found));
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
fn a_runtime_error_shows_the_end_of_stderr() {
    let judgement = Judgement {
        note: "exit status: 3".to_owned(),
        stderr: (1..=30).flat_map(|n| format!("line {n}\n").into_bytes()).collect(),
        ..judged(Verdict::RuntimeError, b"")
    };
    let text = ASCII.details(&case(), &Ok(judgement));
    assert!(text.starts_with("Runtime Error: exit status: 3\n"), "{text}");
    assert!(text.contains("\nstderr\n  line 11\n"), "{text}");
    assert!(text.ends_with("  line 30\n"), "{text}");
}

#[test]
fn colour_is_there_only_where_it_is_wanted() {
    let colored = Style { color: true, unicode: false };
    let accepted = Ok(judged(Verdict::Accepted, b"right\n"));
    for judged in [accepted, wrong("wrong\n")] {
        let report = |style: Style| {
            style.line("name", &case(), &judged) + "\n" + &style.details(&case(), &judged)
        };
        assert!(report(colored).contains("\x1b["));
        let bare = ["\x1b[0m", "\x1b[1m", "\x1b[31m", "\x1b[32m"]
            .iter()
            .fold(report(colored), |text, code| text.replace(code, ""));
        assert_eq!(bare, report(ASCII));
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
