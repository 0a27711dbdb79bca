//! Problems whose outputs cannot be compared: the judge with a checker, and with an interactor.
//!
//! The two problems stand in `tests/problems`; the players, good and bad, in
//! `tests/programs/contest.rs`.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use testcases::judge::report::Style;
use testcases::judge::{side_by_side, Judge, Judged, Referee, Verdict};
use testcases::suite::{Case, Match};

/// For a player that never ends.
const SHORT: Option<Duration> = Some(Duration::from_millis(200));

/// More than processors: most players and referees wait, for an answer or for the judge.
const THREADS: NonZero<usize> = NonZero::new(8).unwrap();

const ASCII: Style = Style { color: false };

/// A folder of its own for each call, empty at first: two tests may have the same player, and each
/// test may be a process.
fn folder() -> PathBuf {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let name = format!("{}-{call}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("referees").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The player or referee of this name.
fn program(name: &str, folder: &Path) -> PathBuf {
    let program = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    fs::hard_link(env!("CARGO_BIN_EXE_contest"), &program).unwrap();
    program
}

fn judge(player: &str, referee: &str, case: &Case) -> Judged {
    let folder = folder();
    let mut referee = Referee::new(program(referee, &folder), "x/tests/cases.rs".to_owned());
    referee.patience = Duration::from_secs(1);
    let judge = Judge::new(&program(player, &folder), &folder)?;
    let judged = judge.with_referee(Some(referee)).judge(case);
    let left = fs::read_dir(&folder).unwrap().filter(|entry| {
        entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("referee-")
    });
    assert_eq!(left.count(), 0, "files are left");
    // Windows may hold on to a program that ran a moment ago.
    let _ = fs::remove_dir_all(folder);
    judged
}

fn permutation() -> Case {
    Case {
        name: "sample-1".to_owned(),
        input: "3\n".to_owned(),
        output: "3 1 2\n".to_owned(),
        time_limit: Some(Duration::from_secs(1)),
        memory_limit: Some(64 << 20),
        matching: Match::Checker,
        origin: "suite.yml:5".to_owned(),
        inline: true,
    }
}

fn guess() -> Case {
    let (input, output) = ("42\n".to_owned(), String::new());
    Case { input, output, matching: Match::Interactive, ..permutation() }
}

/// Checks the report of every player in a file `tests/problems/PROBLEM/reports.txt`, in which each
/// stands below its player's name.
#[track_caller]
fn check_reports(problem: &str, case: &Case) {
    let path = format!("{}/tests/problems/{problem}/reports.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let reports: Vec<(&str, &str)> =
        text.split("=== ").skip(1).map(|part| part.split_once('\n').unwrap()).collect();
    let players = |(player, _): &(&str, &str)| {
        judge(&format!("{problem}--{player}"), problem, &limited(player, case))
    };
    let judged = side_by_side(&reports, THREADS, players, |index, judged| {
        let (player, expected) = reports[index];
        let case = &limited(player, case);
        if !is_of_another_system(problem, player) {
            let report = of_any_machine(&ASCII.details(case, &judged));
            assert_eq!(report.trim_end(), expected.trim_end(), "{player}");
        }
        Ok(())
    });
    judged.unwrap();
}

/// The case with a shorter limit for a player that runs into it whatever it is.
fn limited(player: &str, case: &Case) -> Case {
    let time_limit = match player {
        "slow" | "sleepy" => SHORT,
        _ => case.time_limit,
    };
    Case { time_limit, ..case.clone() }
}

/// Whether the report is what only another system than this tells.
fn is_of_another_system(problem: &str, player: &str) -> bool {
    match (problem, player) {
        (_, "closes-its-output") => cfg!(not(unix)),
        // Elsewhere one that computes and one that sleeps look alike.
        ("guess", "slow" | "sleepy") => cfg!(not(target_os = "linux")),
        _ => false,
    }
}

/// The report in the words of Unix, and without what the judge says of a busy machine.
fn of_any_machine(report: &str) -> String {
    let is_of_waiting = |part: &&str| !part.ends_with("waited for a processor do not count");
    let line = |line: &str| line.split("; ").filter(is_of_waiting).collect::<Vec<_>>().join("; ");
    let report = report.replace("exit code: ", "exit status: ");
    report.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn a_checker_judges_good_and_bad_players() {
    check_reports("permutation", &permutation());
}

#[test]
fn an_interactor_judges_good_and_bad_players() {
    check_reports("guess", &guess());
}

#[test]
fn several_outputs_are_accepted() {
    let case = Case { output: String::new(), ..permutation() };
    let judgement = judge("permutation--right", "permutation", &case).unwrap();
    assert_eq!((judgement.verdict, judgement.output), (Verdict::Accepted, b"3 2 1\n".to_vec()));
    let judgement = judge("permutation--rotates", "permutation", &case).unwrap();
    assert_eq!((judgement.verdict, judgement.output), (Verdict::Accepted, b"2 3 1\n".to_vec()));
}

#[test]
fn a_flood_is_cut() {
    let judged = judge("guess--without-end", "guess", &guess());
    let report = ASCII.details(&guess(), &judged);
    let line = "Wrong Answer: line 7: the seventh guess is wrong, too; it printed more without \
                waiting for answers\n";
    assert!(report.starts_with(line), "{report}");
    assert!(report.contains(" lines before\n"), "{report}");
    assert_eq!(report.lines().count(), 26, "{report}");

    let judgement = judge("guess--without-newline-without-end", "guess", &guess()).unwrap();
    assert_eq!(judgement.verdict, Verdict::OutputLimitExceeded);
    assert_eq!(judgement.note, "more than 16777216 bytes");
    assert_eq!(judgement.conversation.lines.len(), 3);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_limited_in_a_conversation() {
    let judgement = judge("guess--greedy", "guess", &guess()).unwrap();
    assert_eq!(judgement.verdict, Verdict::MemoryLimitExceeded);
    assert_eq!(judgement.note, "it fails with 64MiB; with 1GiB it does not fail");
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_only_complains_waits_for_nothing() {
    let short = Case { time_limit: SHORT, ..guess() };
    let judgement = judge("guess--complains-without-end", "guess", &short).unwrap();
    assert_eq!(judgement.verdict, Verdict::TimeLimitExceeded);
    let note = "killed at its limit of processor time in both of two runs, the second beside no \
                other judged program";
    assert_eq!(judgement.note, note);
}

/// On a busy machine the judge hears late what a program has said.
#[test]
#[cfg(target_os = "linux")]
fn a_program_that_pauses_is_not_stuck() {
    let short = Case { time_limit: Some(Duration::from_millis(100)), ..guess() };
    let judgement = judge("guess--pauses", "guess", &short).unwrap();
    assert_eq!(judgement.verdict, Verdict::Accepted, "{}", judgement.note);
}

#[test]
#[cfg(unix)]
fn a_program_that_leaves_a_child_has_ended() {
    let judgement = judge("guess--leaves-a-child", "guess", &guess()).unwrap();
    assert_eq!(judgement.verdict, Verdict::Accepted, "{}", judgement.note);
}

/// The interactor takes 0.7 s in all, the limit is 0.5 s.
#[test]
fn the_time_is_the_programs_own() {
    let case = Case { time_limit: Some(Duration::from_millis(500)), ..guess() };
    let judgement = judge("guess--right", "interactor-is-slow", &case).unwrap();
    assert_eq!(judgement.verdict, Verdict::Accepted, "{}", judgement.note);
    assert!(judgement.time < Duration::from_millis(350), "{:?}", judgement.time);
}

#[test]
fn a_referee_is_named_for_its_own_faults() {
    let case = Case { output: String::new(), ..permutation() };
    let bad_case = Case { input: "three\n".to_owned(), ..permutation() };
    let guess = guess();
    let checker = |name, case, fault| ("permutation--right", name, case, "checker", fault);
    let interactor = |name, fault| ("guess--wrong", name, &guess, "interactor", fault);
    let faults = [
        checker("checker-panics", &case, "it panicked at FILE: no number 3"),
        checker("checker-hangs", &case, "it did not end within 1 s"),
        checker(
            "checker-needs-an-output",
            &case,
            "it reads the expected output, and the case has none",
        ),
        checker("guess", &case, "expected `testcases::main!(checker: check);`"),
        checker(
            "permutation",
            &bad_case,
            "the input, line 1, column 1: expected N from 1 to 100, found \"three\"",
        ),
        interactor("interactor-panics", "it panicked at FILE: no more to say"),
        interactor("interactor-hangs", "it did not answer within 1 s"),
        interactor(
            "interactor-prints",
            "it printed \"hello\" itself; what is for the program goes through `tell`",
        ),
        interactor("interactor-talks-without-end", "it talks without end"),
        interactor("permutation", "expected `testcases::main!(interactor: interact);`"),
    ];
    let judged = |&(player, referee, case, ..): &(&str, &str, &Case, &str, &str)| {
        judge(player, referee, case)
    };
    let checked = side_by_side(&faults, THREADS, judged, |index, judged| {
        let (.., role, fault) = faults[index];
        is_at_fault(judged, role, fault);
        Ok(())
    });
    checked.unwrap();
}

#[test]
#[cfg(unix)]
fn a_referee_is_named_for_the_way_it_ended() {
    let aborted = judge("permutation--right", "checker-aborts", &permutation());
    is_at_fault(aborted, "checker", "it ended with signal: 6 (SIGABRT): abort");
    let exited = judge("guess--wrong", "interactor-exits", &guess());
    let line = "it ended without a verdict, exit status: 3: I leave";
    is_at_fault(exited, "interactor", line);
}

#[track_caller]
fn is_at_fault(judged: Judged, role: &str, fault: &str) {
    let error = judged.expect_err(fault);
    let start = format!("the {role} in x/tests/cases.rs is at fault: ");
    let (before, after) = fault.split_once("FILE").unwrap_or((fault, ""));
    assert!(error.starts_with(&(start + before)) && error.ends_with(after), "{error}");
}

#[test]
fn what_a_checker_prints_besides_is_no_matter() {
    let judgement = judge("permutation--right", "checker-prints", &permutation()).unwrap();
    assert_eq!(judgement.verdict, Verdict::WrongAnswer);
    assert_eq!(judgement.note, "all of it");
}

#[test]
fn a_case_without_its_referee_is_not_judged() {
    let folder = folder();
    let judge = Judge::new(&program("permutation--right", &folder), &folder).unwrap();
    for case in [permutation(), guess()] {
        let error = judge.judge(&case).unwrap_err();
        assert_eq!(error, "the case needs a checker or an interactor");
    }
}

#[test]
fn the_readme_shows_the_two_referees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap().replace("\r\n", "\n");
    let readme = read("../README.md");
    for problem in ["permutation", "guess"] {
        let source = read(&format!("tests/problems/{problem}/tests/cases.rs"));
        assert!(readme.contains(&format!("```rust\n{source}```\n")), "{problem}");
    }
    let suite = read("tests/problems/testcases/permutation.yml");
    let (_, matching) = suite.split_once("\nmatch:").unwrap();
    let (matching, _) = matching.split_once("\n\n").unwrap();
    assert!(readme.contains(&format!("```yaml\nmatch:{matching}\n```\n")));
}
