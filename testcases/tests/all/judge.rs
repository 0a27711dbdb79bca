//! The verdicts on programs that misbehave in every way, and on outputs that nearly match.

use std::cell::Cell;
use std::fs::File;
use std::io;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use testcases::judge::compare::difference;
use testcases::judge::{missing_limits, Judge, Judgement, Verdict};
use testcases::suite::{Case, Match};

use crate::misbehave::{case, folder, program};

/// Long enough for a program that waits for nothing, even on a busy machine.
const SHORT: Option<Duration> = Some(Duration::from_millis(500));

const IN_BOTH_RUNS: &str =
    "killed at its limit in both of two runs, the second beside no other judged program";

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
    assert_eq!(judgement.difference.unwrap().found, Some("wrong".to_owned()));
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

/// All of them side by side: most of them only wait.
#[test]
fn programs_that_do_not_end_are_killed_at_their_limit() {
    let start = Instant::now();
    let judged = |name| judge(name, &Case { time_limit: SHORT, ..case() });
    thread::scope(|scope| {
        let judge = |name| scope.spawn(move || judged(name));
        let never_ends = judge("never-ends");
        let complains = judge("complains-without-end");
        #[cfg(target_os = "linux")]
        let allocates = judge("allocates-and-never-ends");
        #[cfg(unix)]
        let others = ["waits-for-a-silent-child", "leaves-its-group", "closes-its-pipes-and-hangs"]
            .map(judge);

        let never_ends = never_ends.join().unwrap();
        assert_eq!(never_ends.verdict, Verdict::TimeLimitExceeded);
        assert!(never_ends.note.starts_with(IN_BOTH_RUNS), "{}", never_ends.note);
        assert_eq!(never_ends.output, b"right\n");
        assert!(never_ends.time >= Duration::from_millis(500));
        assert_eq!(complains.join().unwrap().verdict, Verdict::TimeLimitExceeded);
        #[cfg(unix)]
        for (place, other) in others.into_iter().enumerate() {
            let other = other.join().unwrap();
            assert_eq!(other.verdict, Verdict::TimeLimitExceeded, "{place}");
            if place < 2 {
                wait_for_the_end_of(&String::from_utf8(other.stderr).unwrap());
            }
        }
        #[cfg(target_os = "linux")]
        {
            let allocates = allocates.join().unwrap();
            assert_eq!(allocates.verdict, Verdict::MemoryLimitExceeded);
            let note = "it fails with 64MiB; with 1GiB it runs until its time is over";
            assert_eq!(allocates.note, note);
        }
    });
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
        "the suite sets no time limit: killed after 10 s in both of two runs, the second beside no \
         other judged program"
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
        let early = judgement.recv_timeout(Duration::from_secs(1));
        assert!(early.is_err(), "it did not run alone: {early:?}");
        drop(other);
        assert_eq!(judgement.recv().unwrap().verdict, Verdict::Accepted);
    });
}

/// A busy machine: the program gets a third of a processor, or less.
#[test]
#[cfg(target_os = "linux")]
fn time_in_which_a_program_waits_for_a_processor_does_not_count() {
    let is_over = AtomicBool::new(false);
    let limit = Duration::from_millis(250);
    let limited = Case { time_limit: Some(limit), input: String::new(), ..case() };
    let judgements = thread::scope(|scope| {
        for _ in 0..2 * testcases::judge::cores().get() {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let judgements = ["computes", "computes-in-a-thread"].map(|name| judge(name, &limited));
        is_over.store(true, Ordering::Relaxed);
        judgements
    });
    for judgement in judgements {
        assert_eq!(judgement.verdict, Verdict::Accepted, "{}", judgement.note);
        assert!(judgement.time <= limit);
    }
}

#[test]
fn endless_output_is_cut_off() {
    let judgement = judge("prints-without-end", &case());
    assert_eq!(judgement.verdict, Verdict::OutputLimitExceeded);
    assert_eq!(judgement.note, "more than 1048588 bytes; 6 are right");
    assert!(judgement.output.len() < 2 << 20);
}

#[test]
fn twice_the_right_output_and_1_mib_are_read_to_the_end() {
    let judgement = judge("prints-what-is-allowed", &case());
    assert_eq!(judgement.verdict, Verdict::WrongAnswer);
    assert_eq!(judgement.output.len(), 2 * "right\n".len() + (1 << 20));
    let judgement = judge("prints-a-byte-too-many", &case());
    assert_eq!(judgement.verdict, Verdict::OutputLimitExceeded);
}

#[test]
fn an_exit_status_is_a_runtime_error_with_both_ends_of_stderr() {
    let judgement = judge("exits-3", &case());
    assert_eq!(judgement.verdict, Verdict::RuntimeError);
    assert!(judgement.note.ends_with(": 3"), "{}", judgement.note);
    let stderr = String::from_utf8(judgement.stderr).unwrap();
    assert!(stderr.starts_with("line 1\nline 2\n"), "{stderr}");
    assert!(stderr.ends_with("\nline 9999\nline 10000\n"), "{stderr}");
    let (_, cut) = stderr.split_once("\n... ").unwrap();
    let (dropped, _) = cut.split_once(" bytes are left out ...\n").unwrap();
    let printed: usize = (1..=10_000).map(|line| format!("line {line}\n").len()).sum();
    assert_eq!(dropped.parse::<usize>().unwrap(), printed - (16 << 10));
}

#[test]
#[cfg(unix)]
fn a_signal_is_a_runtime_error() {
    let judgement = judge("aborts", &case());
    assert_eq!(judgement.verdict, Verdict::RuntimeError);
    assert!(judgement.note.contains("(SIGABRT)"), "{}", judgement.note);
    assert!(judgement.note.ends_with(": abort"), "{}", judgement.note);
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_needs_more_memory_exceeds_its_limit() {
    let judgement = judge("allocates", &case());
    assert_eq!(judgement.verdict, Verdict::MemoryLimitExceeded);
    assert_eq!(judgement.note, "it fails with 64MiB; with 1GiB it ends well");
    let unlimited = Case { memory_limit: None, input: String::new(), ..case() };
    assert_eq!(judge("allocates", &unlimited).verdict, Verdict::Accepted);
}

#[test]
fn a_limit_that_the_system_does_not_know_is_named() {
    let unlimited = Case { memory_limit: None, ..case() };
    let cases = [unlimited, case()];
    assert_eq!(missing_limits(&cases[..1]), None);
    let note = missing_limits(&cases);
    assert_eq!(note.is_none(), cfg!(target_os = "linux"), "{note:?}");
}

/// The run that tells whether the limit is why it fails does not get all memory there is.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_limited_in_each_run() {
    let folder = folder("limits");
    let program = program("notes-its-limits-and-fails", &folder);
    let judgement = Judge::new(&program, &folder).unwrap().judge(&case()).unwrap();
    assert_eq!(judgement.verdict, Verdict::RuntimeError);
    let limits = std::fs::read_to_string(program.with_extension("limits")).unwrap();
    let limits = limits.lines().filter_map(|line| line.strip_prefix("Max address space"));
    let limits: Vec<_> = limits.map(|limits| limits.split_whitespace().next().unwrap()).collect();
    assert_eq!(limits, ["67108864", "1073741824"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_fails_without_its_memory_limit_too_is_a_runtime_error() {
    assert_eq!(judge("allocates-and-fails", &case()).verdict, Verdict::RuntimeError);
}

#[test]
fn a_child_that_is_left_behind_is_not_waited_for() {
    let start = Instant::now();
    let judgement = judge("leaves-a-child", &case());
    assert_eq!(judgement.verdict, Verdict::Accepted);
    assert_eq!(judgement.output, b"right\n");
    assert!(start.elapsed() < Duration::from_secs(20));
    #[cfg(unix)]
    wait_for_the_end_of(String::from_utf8(judgement.stderr).unwrap().trim());
}

#[test]
#[cfg(unix)]
fn a_child_that_left_the_group_is_not_waited_for() {
    let once = Case { input: String::new(), ..case() };
    let judgement = judge("leaves-a-child-in-another-group", &once);
    assert_eq!(judgement.verdict, Verdict::Accepted);
    assert_eq!(judgement.output, b"right\n");
    let child = String::from_utf8(judgement.stderr).unwrap();
    assert!(is_alive(child.trim()), "it was in the program's group");
}

/// The judge is a process of its own, which starts with the signal's default action.
#[test]
#[cfg(unix)]
fn no_program_outlives_a_judge_that_is_killed() {
    for signal in ["INT", "KILL"] {
        let folder = folder(&format!("outlives-{signal}"));
        let ids = program("waits-for-a-child", &folder).with_extension("ids");
        let script = "$SIG{INT} = 'DEFAULT'; exec @ARGV";
        let mut judge = Command::new("perl")
            .args(["-e", script])
            .arg(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "judge::judges_until_it_is_killed"])
            .env(FOLDER, &folder)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let judged = loop {
            match std::fs::read_to_string(&ids) {
                Ok(ids) if ids.ends_with('\n') => break ids,
                _ => thread::sleep(Duration::from_millis(5)),
            }
            assert!(judge.try_wait().unwrap().is_none(), "it judges nothing");
        };
        let killed = Command::new("kill").args(["-s", signal, &judge.id().to_string()]).status();
        assert!(killed.unwrap().success());
        assert!(!judge.wait().unwrap().success());
        for id in judged.split_whitespace() {
            wait_for_the_end_of(id);
        }
    }
}

/// The folder of the program that [`judges_until_it_is_killed`] judges.
#[cfg(unix)]
const FOLDER: &str = "TESTCASES_JUDGED_FOLDER";

#[test]
#[cfg(unix)]
#[ignore = "is run by no_program_outlives_a_judge_that_is_killed"]
fn judges_until_it_is_killed() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let folder = std::path::Path::new(&folder);
        let judge = Judge::new(&folder.join("waits-for-a-child"), folder).unwrap();
        judge.judge(&case()).unwrap();
    }
}

/// Fails if the process of this number is not gone in a moment.
#[cfg(unix)]
fn wait_for_the_end_of(id: &str) {
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
    let output = Command::new("ps").args(["-o", "stat=", "-p", id]).output().unwrap();
    let state = String::from_utf8(output.stdout).unwrap();
    !state.trim().is_empty() && !state.contains('Z')
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
    assert!(!matches("inf\n", "5\n", Some(1.0), Some(1.0)));
    assert!(!matches("inf\n", "-inf\n", Some(1.0), Some(1.0)));
    assert!(!matches("1e999\n", "-3\n", Some(1.0), Some(1.0)));
    assert!(!matches("1e999\n", "inf\n", Some(1.0), Some(1.0)));
    assert!(!matches("1e999\n", "1e998\n", Some(1.0), Some(1.0)));
    assert!(!matches("5\n", "inf\n", Some(1.0), Some(1.0)));
    assert!(!matches("inf\n", "nan\n", Some(1.0), Some(1.0)));
    assert!(matches("1e999\n", "10e998\n", None, None));
    assert!(matches("nan\n", "NaN\n", None, None));
    assert!(matches("inf\n", "+Infinity\n", None, None));
    assert!(!matches("1 2\n", "1\n2\n", Some(1.0), Some(1.0)));
    assert!(!matches("1\n\n", "1\n", Some(1.0), Some(1.0)));
    assert!(!matches("1\n", "1\n\n", Some(1.0), Some(1.0)));
}

#[test]
fn without_an_error_numbers_must_be_the_same_exactly() {
    for limit in [None, Some(0.0)] {
        let matching = Match::Float { relative_error: limit, absolute_error: limit };
        let matches = |expected, found| difference(matching, expected, found).is_none();
        assert!(!matches("9007199254740993", "9007199254740992"));
        assert!(!matches("0.1", "0.10000000000000000001"));
        assert!(!matches("1", "-1"));
        assert!(!matches("100", "10"));
        assert!(!matches("x", "y"));
        assert!(matches("9007199254740993", "+9007199254740993.0"));
        assert!(matches("1200", "0001.2e3"));
        assert!(matches("0.0012", ".12E-2"));
        assert!(matches("0", "-0.00e5"));
    }
}

#[test]
fn the_first_difference_is_found() {
    let find = |matching, found| {
        let found = difference(matching, "1 2\n3 4\n", found).unwrap();
        let lines = (found.expected_line, found.found_line, found.token);
        (lines, found.expected.unwrap_or_default(), found.found.unwrap_or_default())
    };
    let own = str::to_owned;
    assert_eq!(find(Match::Lines, "1 2\n3 5\n"), ((1, 1, 1), own("4"), own("5")));
    assert_eq!(find(Match::Lines, "1 2\n3\n"), ((1, 1, 1), own("4"), own("")));
    assert_eq!(find(Match::Lines, "1 2\n3 4\n5\n"), ((2, 2, 0), own(""), own("5")));
    assert_eq!(find(Match::Lines, "1 2 \n3 4\n"), ((0, 0, 0), own(""), own("")));
    assert_eq!(find(Match::SplitWhitespace, "1\n2\n3\n5"), ((1, 3, 1), own("4"), own("5")));
    assert_eq!(find(Match::SplitWhitespace, "1 2 3"), ((1, 1, 1), own("4"), own("")));
}
