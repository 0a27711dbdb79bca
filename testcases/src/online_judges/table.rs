//! The table of online judges: a row a judge.
//!
//! Rows with a comment "Confirmed" were compared with the judge's own pages. The URLs of the others,
//! and most names that vjudge has, are as generally known: a wrong one leads to a longer name, never
//! to another problem. Not confirmed of any judge: what vjudge hands on (it may take fewer languages
//! than the judge itself). A judge whose languages are not known has none here.

use super::pattern::{Part, Parts};
use super::{OnlineJudge, ProblemSet};
use crate::languages::Language;
use crate::suite::Match;

mod a_to_k;
mod l_to_z;

/// A row of which only the problems are known.
const JUDGE: OnlineJudge = OnlineJudge {
    key: "",
    name: "",
    problem_sets: &[],
    languages: &[],
    source_limit: None,
    unconfirmed: None,
    comparison: Match::SplitWhitespace,
};

const SET: ProblemSet =
    ProblemSet { urls: &[], package: "", page: "", submit: "", vjudge: None, complete: |_| {} };

const fn judge(
    key: &'static str,
    name: &'static str,
    problem_sets: &'static [ProblemSet],
) -> OnlineJudge {
    OnlineJudge { key, name, problem_sets, ..JUDGE }
}

/// A judge that tells a Presentation Error from an accepted output.
const fn strict(
    key: &'static str,
    name: &'static str,
    problem_sets: &'static [ProblemSet],
) -> OnlineJudge {
    OnlineJudge { comparison: Match::Lines, ..judge(key, name, problem_sets) }
}

/// Problems by their package, the page and all pages.
const fn set(
    package: &'static str,
    page: &'static str,
    urls: &'static [&'static str],
) -> ProblemSet {
    ProblemSet { urls, package, page, ..SET }
}

impl ProblemSet {
    const fn on_vjudge(self, id: &'static str) -> Self {
        Self { vjudge: Some(id), ..self }
    }

    const fn completed_by(self, complete: fn(&mut Parts)) -> Self {
        Self { complete, ..self }
    }
}

/// All sets of problems with their judges, in the order in which they are tried.
pub(super) fn sets() -> impl Iterator<Item = (&'static OnlineJudge, &'static ProblemSet)> {
    let judges = JUDGES.iter().chain(&a_to_k::JUDGES).chain(&l_to_z::JUDGES);
    judges.flat_map(|judge| judge.problem_sets.iter().map(move |set| (judge, set)))
}

/// The judges of which languages are known.
static JUDGES: [OnlineJudge; 8] = [
    // Confirmed: languages, form, ONLINE_JUDGE; GCC is MinGW GCC 4.4.0. No limit of the source is
    // stated.
    OnlineJudge {
        key: "poj",
        name: "POJ",
        problem_sets: &[ProblemSet {
            urls: &[
                "poj.org/problem?id={#id}",
                "poj.org/submit?problem_id={#id}",
                "acm.pku.edu.cn/JudgeOnline/problem?id={#id}",
            ],
            package: "poj{id}",
            page: "http://poj.org/problem?id={id}",
            submit: "http://poj.org/submit?problem_id={id}",
            vjudge: Some("POJ-{#id}"),
            ..SET
        }],
        languages: &[Language::c("GCC")],
        comparison: Match::Lines,
        ..JUDGE
    },
    // Confirmed: Rust (64 bits), form. Not confirmed: flags, limit of the source. Each contest is a
    // space of its own; the archive is the first, and the one that is meant where none is named.
    OnlineJudge {
        key: "timus",
        name: "Timus",
        problem_sets: &[
            ProblemSet {
                urls: &[
                    "timus.ru/problem.aspx|submit.aspx|print.aspx?space=1&num={#num}",
                    "timus.online/problem.aspx|submit.aspx?space=1&num={#num}",
                ],
                ..TIMUS_ARCHIVE
            },
            ProblemSet {
                urls: &[
                    "timus.ru/problem.aspx|submit.aspx|print.aspx?space={#space}&num={#num}",
                    "timus.online/problem.aspx|submit.aspx?space={#space}&num={#num}",
                ],
                package: "timus-{space}-{num}",
                page: "https://acm.timus.ru/problem.aspx?space={space}&num={num}",
                submit: "https://acm.timus.ru/submit.aspx?space={space}&num={num}",
                ..SET
            },
            ProblemSet {
                urls: &[
                    "timus.ru/problem.aspx|submit.aspx|print.aspx?num={#num}",
                    "timus.online/problem.aspx|submit.aspx?num={#num}",
                ],
                ..TIMUS_ARCHIVE
            },
        ],
        languages: &[Language::rust("Rust"), Language::c("GCC")],
        ..JUDGE
    },
    // Confirmed: that Codeforces takes Rust, its flags (a linker's `/STACK:268435456` aside, which
    // only Windows has), the limit of the source. Not confirmed: what the archive's own form takes.
    OnlineJudge {
        key: "acmsguru",
        name: "Codeforces (acmsguru)",
        problem_sets: &[ProblemSet {
            urls: &[
                "codeforces.com/problemsets/acmsguru/problem/*/{#id}",
                "acm.sgu.ru/problem.php?contest=0&problem={#id}",
            ],
            package: "sgu{id}",
            page: "https://www.codeforces.com/problemsets/acmsguru/problem/99999/{id}",
            submit: "https://codeforces.com/problemsets/acmsguru/submit",
            vjudge: Some("SGU-{#id}"),
            ..SET
        }],
        unconfirmed: Some("that the archive's form offers Rust as Codeforces itself does"),
        ..CODEFORCES
    },
    // Confirmed: Rust, its flags, form, limit of the source. Contests are numbered across all of
    // Codeforces: those of the gym, of groups and of courses from 100000.
    OnlineJudge {
        key: "codeforces",
        name: "Codeforces",
        problem_sets: &[ProblemSet {
            urls: &[
                "codeforces.com/contest/{<contest}/problem/{^letter}",
                "codeforces.com/contest/{<contest}/submit/{^letter}",
                "codeforces.com/problemset/problem|submit/{<contest}/{^letter}",
                "codeforces.com/group/*/contest/{<contest}/problem/{^letter}",
                "codeforces.com/contest/{<contest}/problems title {^letter}",
                "codeforces.com/contest/{<contest} title {^letter}",
                "luogu.com.cn/problem/CF{<contest}{^letter}",
            ],
            package: "cf{contest}{letter}",
            page: "https://codeforces.com/contest/{contest}/problem/{letter}",
            submit: "https://codeforces.com/contest/{contest}/submit/{letter}",
            vjudge: Some("CodeForces-{<contest}{^letter}"),
            ..SET
        }],
        ..CODEFORCES
    },
    // Confirmed: what holds for all of Codeforces. Not confirmed: form. Whoever sees a contest of a
    // group sees it there alone.
    OnlineJudge {
        key: "gym",
        name: "Codeforces (gym)",
        problem_sets: &[
            ProblemSet {
                urls: &[
                    "codeforces.com/gym/{#contest}/problem|submit/{^letter}",
                    "codeforces.com/problemset/gymProblem/{#contest}/{^letter}",
                    "codeforces.com/contest/{>contest}/problem|submit/{^letter}",
                    "codeforces.com/gym/{#contest}/problems title {^letter}",
                    "codeforces.com/gym/{#contest} title {^letter}",
                    "codeforces.com/contest/{>contest}/problems title {^letter}",
                ],
                package: "gym{contest}{letter}",
                page: "https://www.codeforces.com/gym/{contest}/problem/{letter}",
                submit: "https://codeforces.com/gym/{contest}/submit/{letter}",
                vjudge: Some("Gym-{#contest}{^letter}"),
                ..SET
            },
            ProblemSet {
                urls: &[
                    "codeforces.com/group/{group}/contest/{>contest}/problem|submit/{^letter}",
                    "codeforces.com/group/{group}/contest/{>contest}/problems title {^letter}",
                ],
                package: "gym{contest}{letter}",
                page: "https://www.codeforces.com/group/{group}/contest/{contest}/problem/{letter}",
                submit: "https://codeforces.com/group/{group}/contest/{contest}/submit/{letter}",
                ..SET
            },
        ],
        ..CODEFORCES
    },
    // Confirmed: what holds for all of Codeforces. Not confirmed: form.
    OnlineJudge {
        key: "edu",
        name: "Codeforces (edu)",
        problem_sets: &[ProblemSet {
            urls: &[
                "codeforces.com/edu/course/{#course}/lesson/{#lesson}/{#step}/practice/contest/\
                 {#contest}/problem|submit/{^letter}",
                "codeforces.com/edu/course/{#course}/lesson/{#lesson}/{#step}/practice/contest/\
                 {#contest}/problems title {^letter}",
            ],
            package: "cf-edu{contest}{letter}",
            page: "https://www.codeforces.com/edu/course/{course}/lesson/{lesson}/{step}/practice/\
                   contest/{contest}/problem/{letter}",
            ..SET
        }],
        ..CODEFORCES
    },
    // Confirmed: Rust, form. Not confirmed: flags (crates are compiled in there, which these
    // solutions do not use), limit of the source. Contests share tasks, whose ids are their own.
    OnlineJudge {
        key: "atcoder",
        name: "AtCoder",
        problem_sets: &[ProblemSet {
            urls: &[
                "atcoder.jp/contests/{contest}/tasks/{~task}",
                "{contest}.contest.atcoder.jp/tasks/{~task}",
                "atcoder.jp/contests/{contest}/submit?taskScreenName={~task}",
                "luogu.com.cn/problem/AT_{~task}",
            ],
            package: "{task}",
            page: "https://atcoder.jp/contests/{contest}/tasks/{task}",
            submit: "https://atcoder.jp/contests/{contest}/submit?taskScreenName={task}",
            vjudge: Some("AtCoder-{~task}"),
            complete: contest_of_task,
        }],
        languages: &[Language::rust("Rust"), Language::c("C")],
        source_limit: Some(512 << 10),
        ..JUDGE
    },
    // Confirmed: Rust with `-O --crate-type bin`, once in edition 2018. Not confirmed: the edition
    // today (every solution is checked in all), limit of the source. All sites share the problems.
    OnlineJudge {
        key: "kattis",
        name: "Kattis",
        problem_sets: &[ProblemSet {
            urls: &[
                "{site}.kattis.com/**/problems/{~id}",
                "{site}.kattis.com/**/problems/{~id}/submit",
                "kattis.com/**/problems/{~id}",
            ],
            package: "kattis-{id}",
            page: "https://{site}.kattis.com/problems/{id}",
            submit: "https://{site}.kattis.com/problems/{id}/submit",
            vjudge: Some("Kattis-{~id}"),
            complete: open_site,
        }],
        languages: &[Language::rust("Rust"), Language::c("C")],
        ..JUDGE
    },
];

const CODEFORCES: OnlineJudge = OnlineJudge {
    languages: &[Language::rust("Rust"), Language::c("GNU GCC C11")],
    source_limit: Some(64 << 10),
    ..JUDGE
};

const TIMUS_ARCHIVE: ProblemSet = ProblemSet {
    package: "timus{num}",
    page: "https://acm.timus.ru/problem.aspx?space=1&num={num}",
    submit: "https://acm.timus.ru/submit.aspx?space=1&num={num}",
    vjudge: Some("URAL-{#num}"),
    ..SET
};

/// AtCoder's tasks are named after the contest for which they were made: `abc300_a`.
fn contest_of_task(parts: &mut Parts) {
    let task = parts.iter().find(|part| part.name == "task").map(|part| part.value.clone());
    let task = task.unwrap_or_default();
    let contest = task.rsplit_once('_').map_or(&*task, |(contest, _)| contest);
    complete(parts, "contest", &contest.replace('_', "-"));
}

/// Kattis' site for everyone.
fn open_site(parts: &mut Parts) {
    complete(parts, "site", "open");
}

/// Adds a part that is missing.
fn complete(parts: &mut Parts, name: &'static str, value: &str) {
    if parts.iter().all(|part| part.name != name) {
        parts.push(Part { name, value: value.to_owned(), caseless: false });
    }
}

/// The folder of a statement at UVa is its number without the last two digits.
fn volume(parts: &mut Parts) {
    let number = parts.iter().find(|part| part.name == "number").map(|part| part.value.clone());
    let number = number.unwrap_or_default();
    complete(parts, "volume", &number[..number.len().saturating_sub(2)]);
}
