//! The verdicts on programs that misbehave in every way, and on outputs that nearly match.

use std::cell::Cell;
use std::fs::File;
use std::io;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use testcases::judge::compare::difference;
use testcases::judge::{Judge, Judgement, Verdict};
use testcases::suite::{Case, Match};

mod misbehave;
use misbehave::{case, folder, program};

/// Long enough for a program that waits for nothing, even on a busy machine.
const SHORT: Option<Duration> = Some(Duration::from_millis(500));

fn judge(name: &str, case: &Case) -> Judgement {
    let folder = folder(name);
    let judge = Judge::new(&program(name, &folder), &folder).unwrap();
    judge.judge(case).unwrap()
}

#[test]
fn a_right_program_is_accepted() {
    let echoed = Case { output: "first\nsecond\n".to_owned(), ..case() };
    let judgement = judge("echoes", &echoed);
    assert_eq!(judgement.verdict, Verdict::Accepted);
    assert!(!judgement.only_with_crlf);
    assert!(judgement.time > Duration::ZERO);
}

#[test]
fn a_wrong_output_is_a_wrong_answer() {
    let judgement = judge("is-wrong", &case());
    assert_eq!(judgement.verdict, Verdict::WrongAnswer);
    assert_eq!(judgement.output, b"wrong\n");
    assert_eq!(judgement.note, "");
    assert!(!judgement.only_with_crlf);
}

#[test]
fn right_tokens_in_wrong_lines_are_a_presentation_error() {
    let spaced = Case { output: "ri ght\n".to_owned(), ..case() };
    assert_eq!(judge("spaces-badly", &spaced).verdict, Verdict::PresentationError);
}

#[test]
fn crlf_in_the_output_counts_as_lf() {
    for matching in [Match::Exact, Match::Lines, Match::SplitWhitespace] {
        let case = Case { matching, ..case() };
        assert_eq!(judge("prints-crlf", &case).verdict, Verdict::Accepted);
    }
}

#[test]
fn each_case_is_judged_with_crlf_line_ends_too() {
    let judgement = judge("chokes-on-crlf", &case());
    assert_eq!(judgement.verdict, Verdict::WrongAnswer);
    assert!(judgement.only_with_crlf);
    assert_eq!(judgement.output, b"\rwrong\t\n");
}

#[test]
fn the_time_is_that_of_the_slower_run() {
    let judgement = judge("is-slow-on-crlf", &case());
    assert_eq!(judgement.verdict, Verdict::Accepted);
    assert!(judgement.time >= Duration::from_millis(100));
}

#[test]
fn output_that_is_no_utf8_is_a_wrong_answer() {
    let judgement = judge("prints-no-utf8", &case());
    assert_eq!(judgement.verdict, Verdict::WrongAnswer);
    assert_eq!(judgement.note, "no UTF-8: byte 0xff in line 2");
}

#[test]
fn a_program_need_not_read_its_input() {
    let long = Case { input: "a line\n".repeat(1 << 20), ..case() };
    assert_eq!(judge("never-reads", &long).verdict, Verdict::Accepted);
}

#[test]
fn a_program_that_never_ends_is_killed_at_its_limit() {
    let short = Case { time_limit: SHORT, ..case() };
    let start = Instant::now();
    let judgement = judge("never-ends", &short);
    assert_eq!(judgement.verdict, Verdict::TimeLimitExceeded);
    assert_eq!(judgement.note, "killed at its limit, also when it ran alone");
    assert_eq!(judgement.output, b"right\n");
    assert!(judgement.time >= Duration::from_millis(500));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
#[ignore = "takes 20 s"]
fn a_program_without_a_limit_is_killed_after_10_s() {
    let unlimited = Case { time_limit: None, ..case() };
    let judgement = judge("never-ends", &unlimited);
    assert_eq!(judgement.verdict, Verdict::TimeLimitExceeded);
    assert_eq!(
        judgement.note,
        "the suite sets no time limit: killed after 10 s, also when it ran alone"
    );
}

#[test]
fn a_program_that_is_slow_beside_others_runs_again_alone() {
    let short = Case { time_limit: SHORT, ..case() };
    let folder = folder("is-slow-once");
    let judge = Judge::new(&program("is-slow-once", &folder), &folder).unwrap();
    let other = File::create(folder.join("judge.lock")).unwrap();
    other.lock_shared().unwrap();
    thread::scope(|scope| {
        let (sender, judgement) = mpsc::channel();
        scope.spawn(move || sender.send(judge.judge(&short).unwrap()).unwrap());
        let early = judgement.recv_timeout(Duration::from_secs(2));
        assert!(early.is_err(), "it did not run alone: {early:?}");
        other.unlock().unwrap();
        assert_eq!(judgement.recv().unwrap().verdict, Verdict::Accepted);
    });
}

#[test]
fn endless_output_is_cut_off() {
    let judgement = judge("prints-without-end", &case());
    assert_eq!(judgement.verdict, Verdict::OutputLimitExceeded);
    assert!(judgement.output.len() < 2 << 20);
}

#[test]
fn twice_the_right_output_and_1_mib_are_read_to_the_end() {
    let judgement = judge("prints-what-is-allowed", &case());
    assert_eq!(judgement.verdict, Verdict::WrongAnswer);
    assert_eq!(judgement.output.len(), 2 * "right\n".len() + (1 << 20));
}

#[test]
fn endless_complaints_do_not_keep_a_program_alive() {
    let short = Case { time_limit: SHORT, ..case() };
    let judgement = judge("complains-without-end", &short);
    assert_eq!(judgement.verdict, Verdict::TimeLimitExceeded);
    assert!(judgement.stderr.len() <= 4 << 10);
}

#[test]
fn an_exit_status_is_a_runtime_error_with_the_end_of_stderr() {
    let judgement = judge("exits-3", &case());
    assert_eq!(judgement.verdict, Verdict::RuntimeError);
    assert!(judgement.note.ends_with(": 3"), "{}", judgement.note);
    let stderr = String::from_utf8(judgement.stderr).unwrap();
    assert!(stderr.ends_with("line 1000\n"));
    assert!(stderr.len() <= 4 << 10);
}

#[test]
#[cfg(unix)]
fn a_signal_is_a_runtime_error() {
    let judgement = judge("aborts", &case());
    assert_eq!(judgement.verdict, Verdict::RuntimeError);
    assert!(judgement.note.contains("SIGABRT"), "{}", judgement.note);
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_needs_more_memory_exceeds_its_limit() {
    let judgement = judge("allocates", &case());
    assert_eq!(judgement.verdict, Verdict::MemoryLimitExceeded);
    assert_eq!(judgement.note, "without its limit of 64MiB it does not fail");
    let unlimited = Case { memory_limit: None, ..case() };
    assert_eq!(judge("allocates", &unlimited).verdict, Verdict::Accepted);
}

/// As does a search that never ends: without a limit it would go on taking memory.
#[test]
#[cfg(target_os = "linux")]
fn a_program_that_fails_at_its_limit_and_else_never_ends_exceeds_it() {
    let judgement = judge("allocates-and-never-ends", &Case { time_limit: SHORT, ..case() });
    assert_eq!(judgement.verdict, Verdict::MemoryLimitExceeded);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_and_processor_time_are_limited() {
    let limited = Case { time_limit: Some(Duration::from_millis(2500)), ..case() };
    let output = String::from_utf8(judge("prints-its-limits", &limited).output).unwrap();
    let limit = |name: &str| {
        let line = output.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().next().unwrap()
    };
    assert_eq!(limit("Max address space"), "67108864");
    let cores = thread::available_parallelism().unwrap().get();
    assert_eq!(limit("Max cpu time"), (3 * cores).to_string());
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_fails_without_its_memory_limit_too_is_a_runtime_error() {
    assert_eq!(judge("allocates-and-fails", &case()).verdict, Verdict::RuntimeError);
}

#[test]
fn a_child_that_is_left_behind_is_killed() {
    let start = Instant::now();
    let judgement = judge("leaves-a-child", &case());
    assert_eq!(judgement.verdict, Verdict::Accepted);
    assert_eq!(judgement.output, b"right\n");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
#[cfg(unix)]
fn a_child_that_left_the_group_is_not_waited_for() {
    let judgement = judge("leaves-a-child-in-another-group", &case());
    assert_eq!(judgement.verdict, Verdict::Accepted);
    assert_eq!(judgement.output, b"right\n");
    let child = String::from_utf8(judgement.stderr).unwrap();
    assert!(is_alive(child.trim()), "it was in the program's group");
}

#[test]
#[cfg(unix)]
fn the_whole_group_is_killed() {
    let short = Case { time_limit: SHORT, ..case() };
    let judgement = judge("waits-for-a-silent-child", &short);
    assert_eq!(judgement.verdict, Verdict::TimeLimitExceeded);
    wait_for_the_end_of(judgement.stderr);
}

#[test]
#[cfg(unix)]
fn a_program_that_left_its_group_is_killed_all_the_same() {
    let short = Case { time_limit: SHORT, ..case() };
    let judgement = judge("leaves-its-group", &short);
    assert_eq!(judgement.verdict, Verdict::TimeLimitExceeded);
    wait_for_the_end_of(judgement.stderr);
}

/// Fails if the process whose number was printed is not gone in a moment.
#[cfg(unix)]
fn wait_for_the_end_of(printed: Vec<u8>) {
    let id = String::from_utf8(printed).unwrap();
    for _ in 0..100 {
        if !is_alive(id.trim()) {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("process {id} is still alive");
}

#[cfg(unix)]
fn is_alive(id: &str) -> bool {
    assert!(id.parse::<u32>().is_ok(), "{id:?}");
    let output = std::process::Command::new("ps").args(["-o", "stat=", "-p", id]).output().unwrap();
    let state = String::from_utf8(output.stdout).unwrap();
    !state.trim().is_empty() && !state.contains('Z')
}

#[test]
#[cfg(unix)]
fn a_program_that_closes_its_pipes_is_killed_all_the_same() {
    let short = Case { time_limit: SHORT, ..case() };
    let judgement = judge("closes-its-pipes-and-hangs", &short);
    assert_eq!(judgement.verdict, Verdict::TimeLimitExceeded);
}

#[test]
fn what_cannot_be_run_is_no_verdict() {
    let folder = folder("no-program");
    let text = folder.join("text");
    std::fs::write(&text, "no program\n").unwrap();
    let files =
        if cfg!(unix) { vec![folder.join("missing"), text] } else { vec![folder.join("missing")] };
    for file in files {
        assert_eq!(
            Judge::new(&file, &folder).err().unwrap(),
            format!("{}: expected a program, found no file that can be run", file.display())
        );
    }
}

#[test]
fn judgements_come_in_the_order_of_the_cases_and_stop_when_nobody_listens() {
    let folder = folder("order");
    let judge = Judge::new(&program("echoes", &folder), &folder).unwrap();
    let cases: Vec<Case> = (0..20)
        .map(|index| Case {
            name: format!("{index}"),
            output: "first\nsecond\n".to_owned(),
            ..case()
        })
        .collect();
    let mut names = Vec::new();
    judge
        .judge_all(&cases, |case, judgement| {
            assert_eq!(judgement.unwrap().verdict, Verdict::Accepted);
            names.push(case.name.clone());
            Ok(())
        })
        .unwrap();
    assert!(names.iter().eq(cases.iter().map(|case| &case.name)));

    let heard = Cell::new(0);
    let error = judge.judge_all(&cases, |_, _| {
        heard.set(heard.get() + 1);
        Err(io::ErrorKind::BrokenPipe.into())
    });
    assert_eq!(error.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    assert_eq!(heard.get(), 1);
}

#[test]
fn lines_match_line_by_line() {
    let matches = |found| difference(Match::Lines, "1 2\n3\n", found).is_none();
    assert!(matches("1 2\n3\n"));
    assert!(matches("1 2\n3"));
    assert!(!matches("1 2\n3\n\n"));
    assert!(!matches("1  2\n3\n"));
    assert!(!matches("1 2 \n3\n"));
    assert!(!matches("1 2\n"));
    assert!(!matches(""));
}

#[test]
fn exact_matches_the_last_newline_too() {
    let matches = |found| difference(Match::Exact, "1 2\n3\n", found).is_none();
    assert!(matches("1 2\n3\n"));
    assert!(!matches("1 2\n3"));
    assert!(!matches("1 2\n3\n\n"));
}

#[test]
fn split_whitespace_matches_token_by_token() {
    let matches = |found| difference(Match::SplitWhitespace, "1 2\n3\n", found).is_none();
    assert!(matches(" 1\n\n2 3"));
    assert!(!matches("12 3"));
    assert!(!matches("1 2"));
    assert!(!matches("1 2 3 4"));
}

#[test]
fn floats_match_within_either_error() {
    let matches = |expected, found, relative_error, absolute_error| {
        let matching = Match::Float { relative_error, absolute_error };
        difference(matching, expected, found).is_none()
    };
    assert!(matches("1000\n", "1000.9\n", Some(1e-3), None));
    assert!(!matches("1000\n", "1001.1\n", Some(1e-3), None));
    assert!(matches("1000\n", "1000.01\n", None, Some(0.1)));
    assert!(!matches("1000\n", "1000.9\n", None, Some(0.1)));
    assert!(matches("0\n", "0.05\n", Some(1e-9), Some(0.1)));
    assert!(matches("-1.5 x\n", "-15e-1  x", None, None));
    assert!(!matches("1 x\n", "1 y\n", Some(1.0), Some(1.0)));
    assert!(!matches("1\n", "nan\n", Some(1.0), Some(1.0)));
    assert!(!matches("1 2\n", "1\n2\n", Some(1.0), Some(1.0)));
}

#[test]
fn the_first_difference_is_found() {
    let find = |matching, found| {
        let found = difference(matching, "1 2\n3 4\n", found).unwrap();
        let lines = (found.expected_line, found.found_line, found.token);
        (lines, found.expected, found.found)
    };
    assert_eq!(find(Match::Lines, "1 2\n3 5\n"), ((1, 1, 1), Some("4"), Some("5")));
    assert_eq!(find(Match::Lines, "1 2\n3\n"), ((1, 1, 1), Some("4"), None));
    assert_eq!(find(Match::Lines, "1 2\n3 4\n5\n"), ((2, 2, 0), None, Some("5")));
    assert_eq!(find(Match::Lines, "1 2 \n3 4\n"), ((0, 0, 0), None, None));
    assert_eq!(find(Match::SplitWhitespace, "1\n2\n3\n5"), ((1, 3, 1), Some("4"), Some("5")));
    assert_eq!(find(Match::SplitWhitespace, "1 2 3"), ((1, 1, 1), Some("4"), None));
}
