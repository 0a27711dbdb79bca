//! Which problem a URL names, and what is known of its judge.

use std::collections::{BTreeMap, BTreeSet};

use testcases::online_judges::{Destination, OnlineProblem};
use testcases::stress::Random;
use testcases::suite::Match;

/// What a page of a problem must become.
struct Page {
    url: &'static str,
    title: &'static str,
    package: &'static str,
    canonical: &'static str,
}

impl Page {
    fn problem(&self) -> OnlineProblem {
        OnlineProblem::new(self.url, self.title)
    }
}

/// The pages of `online_judges.txt`.
fn pages() -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    let mut head = ("", "");
    let text = include_str!("online_judges.txt");
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (page, title) = line.trim_start().split_once(" | ").unwrap_or((line.trim_start(), ""));
        pages.push(if line.starts_with("  ") {
            let (url, canonical) = page.split_once(" -> ").unwrap_or((page, head.1));
            Page { url, title, package: head.0, canonical }
        } else {
            head = page.split_once(' ').unwrap();
            Page { url: head.1, title, package: head.0, canonical: head.1 }
        });
    }
    pages
}

#[test]
fn pages_name_their_problems() {
    for page in pages() {
        let problem = page.problem();
        let url = page.url;
        assert_eq!(problem.name(), page.package, "{url}");
        let canonical = OnlineProblem::new(&problem.page(), "");
        assert_eq!(canonical.name(), page.package, "{url}: {}", problem.page());
        assert!(problem == canonical, "{url}: {}", problem.page());
        if problem.judge().is_some() {
            let written = problem.page().replace("%23", "#");
            assert_eq!(written, page.canonical, "{url}");
        } else {
            assert_eq!(problem.page(), url, "{url}");
        }
    }
}

#[test]
fn list_has_150_pages_of_40_judges() {
    let pages = pages();
    let judges: BTreeSet<&str> =
        pages.iter().filter_map(|page| Some(page.problem().judge()?.key)).collect();
    assert!(pages.len() >= 150 && judges.len() >= 40, "{} {}", pages.len(), judges.len());
}

#[test]
fn pages_are_equal_if_they_show_one_problem() {
    let pages = pages();
    let problems: Vec<OnlineProblem> = pages.iter().map(Page::problem).collect();
    for (one, page) in problems.iter().zip(&pages) {
        for (other, another) in problems.iter().zip(&pages) {
            let expected = page.package == another.package;
            assert_eq!(one == other, expected, "{} {}", page.url, another.url);
        }
    }
}

/// Problems whose short names are the same: the second must get another one.
const SAME_NAMES: [&str; 14] = [
    "http://localhost:8000/problem/1",
    "http://localhost:8001/problem/1",
    "https://judge.example/a/same",
    "https://judge.example/A/same",
    "https://judge.example/a/same?x=",
    "https://other.judge.example/a/same",
    "https://judge.test/a/same",
    "https://poj.example/contest/1753",
    "https://poj.test/contest/1753",
    "https://szkopul.edu.pl/problemset/problem/aB/site",
    "https://szkopul.edu.pl/problemset/problem/Ab/site",
    "https://open.kattis.com/problems/a-b",
    "https://open.kattis.com/problems/a.b",
    "https://open.kattis.com/problems/a+b",
];

#[test]
fn problems_get_names_of_their_own_in_any_order() {
    let pages = pages();
    let titled = |page: &Page| (page.url, page.title);
    let mut urls: Vec<(&str, &str)> = pages.iter().map(titled).collect();
    urls.extend(SAME_NAMES.map(|url| (url, "")));
    let mut random = Random::new(9);
    for _ in 0..6 {
        for index in (1..urls.len()).rev() {
            urls.swap(index, random.below(index + 1));
        }
        let mut packages: BTreeMap<String, OnlineProblem> = BTreeMap::new();
        for (url, title) in &urls {
            let problem = OnlineProblem::new(url, title);
            if packages.values().all(|known| *known != problem) {
                let free = problem.names().find(|name| !packages.contains_key(name)).unwrap();
                packages.insert(free, problem);
            }
        }
        let listed: BTreeSet<&str> = pages.iter().map(|page| page.package).collect();
        assert_eq!(packages.len(), listed.len() + SAME_NAMES.len());
        assert!(listed.iter().all(|name| packages.contains_key(*name)));
    }
}

#[test]
fn names_never_end() {
    for url in ["http://poj.org/problem?id=1753", "https://judge.example/a/b", "", "旅行者"] {
        let problem = OnlineProblem::new(url, "");
        let names: BTreeSet<String> = problem.names().take(1000).collect();
        assert!(names.len() >= 999, "{url}: {}", names.len());
    }
    let longest = format!("https://judge.example/{}", "a/bc".repeat(490));
    let names: Vec<String> = OnlineProblem::new(&longest, "").names().take(50).collect();
    assert!(names.iter().all(|name| name.len() <= 64), "{names:?}");
    let other = OnlineProblem::new(&format!("{longest}d"), "");
    assert!(other != OnlineProblem::new(&longest, ""));
}

#[test]
fn long_ids_are_cut_to_names_of_their_own() {
    let task =
        |end: char| format!("https://atcoder.jp/contests/x/tasks/{}_{end}", "ab_".repeat(30));
    let [one, other] = ['a', 'b'].map(|end| OnlineProblem::new(&task(end), "").name());
    assert!(one.len() <= 64 && other.len() <= 64 && one != other, "{one} {other}");
}

#[test]
fn problems_of_one_page_are_told_by_title() {
    let url = "https://judge.example/contest/7/all?lang=en";
    let told = |title: &str| OnlineProblem::new(url, title).told_by_title(title);
    assert!(OnlineProblem::new(url, "A. Sum") == OnlineProblem::new(url, "B. Product"));
    assert!(told("A. Sum") != told("B. Product"));
    assert!(told("A. Sum") != OnlineProblem::new(url, "A. Sum"));
    assert_eq!(told("A. Sum").name(), "judge-7-all-a-sum");
    assert_eq!(told("A. Sum").page(), format!("{url}#task/a-sum"));
    for title in ["A. Sum", "旅行者", "", "😀"] {
        assert!(OnlineProblem::new(&told(title).page(), "") == told(title), "{title:?}");
    }
    assert!(told("旅行者") != told("行者"));
    let known = OnlineProblem::new("http://poj.org/problem?id=1", "").told_by_title("Other");
    assert!(OnlineProblem::new(&known.page(), "") == known);
    assert!(OnlineProblem::new("http://poj.org/problem?id=1", "") != known);
}

/// Pieces of texts that are URLs, nearly URLs, or none.
const PIECES: [&str; 48] = [
    "http://",
    "://",
    "poj.org",
    "/",
    "?",
    "id=",
    "#",
    "&",
    "%",
    "%2F",
    "%FF",
    "..",
    "problem",
    "contests/",
    "tasks/",
    "a_b",
    "_",
    "-",
    "é",
    "旅",
    "\0",
    "\n",
    "codeforces.com",
    "gym/",
    "www.",
    "A",
    "1",
    "00",
    "atcoder.jp/",
    "vjudge.net/problem/",
    "CodeForces-",
    "Gym-",
    "open.kattis.com/problems/",
    "con",
    "com1",
    "&num=",
    "acm.timus.ru/problem.aspx",
    "\"",
    "[",
    "]",
    "@",
    ":",
    ";jsessionid=",
    "{",
    "}",
    "luogu.com.cn/problem/",
    "AT_",
    "task/",
];

#[test]
fn any_text_gives_a_name_that_cargo_and_file_systems_take() {
    let mut random = Random::new(4);
    for _ in 0..10_000 {
        let text = |random: &mut Random| -> String {
            (0..random.below(12)).map(|_| PIECES[random.below(PIECES.len())]).collect()
        };
        let (url, title) = (text(&mut random), text(&mut random));
        let problem = OnlineProblem::new(&url, &title);
        let told = OnlineProblem::new(&url, "").told_by_title(&title);
        for name in problem.names().take(5).chain(told.names().take(5)) {
            assert!(name.starts_with(|c: char| c.is_ascii_lowercase()), "{url:?}: {name}");
            let allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_' | '-');
            assert!(name.chars().all(allowed) && name.len() <= 64, "{url:?}: {name}");
            let has_more = name.contains(|c: char| !c.is_ascii_lowercase());
            assert!(has_more, "{url:?}: {name} may be a keyword");
            let kept = ["com1", "lpt1", "proc-macro", "proc_macro"];
            assert!(!kept.contains(&&*name), "{url:?}: {name}");
        }
        if problem.judge().is_some() {
            let page = problem.page();
            assert!(!page.contains(['"', '\\', '\n', ' ', '<']), "{url:?}: {page}");
            assert!(OnlineProblem::new(&page, "") == problem, "{url:?}: {page}");
        }
    }
}

#[test]
fn every_page_is_one_that_cargo_compete_takes() {
    for page in pages() {
        let page = page.problem().page();
        let path = page.strip_prefix("https://codeforces.com/");
        assert!(path.is_none_or(|path| path.starts_with("contest/")), "{page}");
    }
    let by_words = OnlineProblem::new("https://codeforces.com/blog/entry/1", "");
    assert_eq!(by_words.page(), "https://www.codeforces.com/blog/entry/1");
}

#[test]
fn outputs_are_compared_as_the_judge_does() {
    let comparison = |url: &str, output| OnlineProblem::new(url, "").comparison([output]);
    let float = Match::Float { relative_error: Some(1e-6), absolute_error: Some(1e-6) };
    for (url, output, expected) in [
        ("https://codeforces.com/contest/1/problem/A", "4\n", Match::SplitWhitespace),
        ("https://codeforces.com/contest/1/problem/A", "no 1\n-2.5\n", float),
        (
            "https://codeforces.com/contest/1/problem/A",
            "1e-7 .5 5. 1.2.3 v1.2 end.\n",
            Match::SplitWhitespace,
        ),
        ("https://atcoder.jp/contests/abc300/tasks/abc300_a", "1\n", Match::SplitWhitespace),
        ("https://acm.timus.ru/problem.aspx?num=1", "1\n", Match::SplitWhitespace),
        ("https://open.kattis.com/problems/hello", "1\n", Match::SplitWhitespace),
        ("http://poj.org/problem?id=1753", "2.5\n", Match::Lines),
        ("https://acm.hdu.edu.cn/showproblem.php?pid=1", "4\n", Match::Lines),
        ("https://vjudge.net/problem/ZOJ-1001", "4\n", Match::Lines),
        ("https://onlinejudge.org/external/1/100.pdf", "4\n", Match::Lines),
        ("https://judge.example/p/7", "4\n", Match::SplitWhitespace),
        ("https://judge.example/p/7", "4.0\n", float),
    ] {
        assert_eq!(comparison(url, output), expected, "{url}");
    }
}

#[test]
fn urls_lead_to_forms() {
    for (url, key, submit) in [
        ("http://poj.org/problem?id=1753", "poj", "http://poj.org/submit?problem_id=1753"),
        (
            "https://acm.timus.ru/problem.aspx?num=1060",
            "timus",
            "https://acm.timus.ru/submit.aspx?space=1&num=1060",
        ),
        (
            "https://www.codeforces.com/problemsets/acmsguru/problem/99999/536",
            "acmsguru",
            "https://codeforces.com/problemsets/acmsguru/submit",
        ),
        (
            "https://codeforces.com/problemset/problem/1840/G1",
            "codeforces",
            "https://codeforces.com/contest/1840/submit/G1",
        ),
        (
            "https://codeforces.com/gym/100001/problem/A",
            "gym",
            "https://codeforces.com/gym/100001/submit/A",
        ),
        (
            "https://atcoder.jp/contests/abc300/tasks/abc300_a",
            "atcoder",
            "https://atcoder.jp/contests/abc300/submit?taskScreenName=abc300_a",
        ),
        (
            "https://open.kattis.com/problems/hello",
            "kattis",
            "https://open.kattis.com/problems/hello/submit",
        ),
        ("https://vjudge.net/problem/POJ-1753", "vjudge", "https://vjudge.net/problem/POJ-1753"),
        ("https://vjudge.net/problem/TOJ-1", "vjudge", "https://vjudge.net/problem/TOJ-1"),
        ("https://cses.fi/problemset/task/1068/", "cses", "https://cses.fi/problemset/task/1068"),
        ("https://judge.example/p/7", "judge.example", "https://judge.example/p/7"),
    ] {
        let found = Destination::new(url);
        assert_eq!((&*found.key, &*found.submit), (key, submit), "{url}");
    }
}

#[test]
fn vjudge_is_another_way_to_the_judge() {
    for (url, submit) in [
        ("http://poj.org/problem?id=1753", "https://vjudge.net/problem/POJ-1753"),
        ("https://acm.timus.ru/problem.aspx?num=1060", "https://vjudge.net/problem/URAL-1060"),
        ("https://codeforces.com/contest/1/problem/A", "https://vjudge.net/problem/CodeForces-1A"),
        (
            "https://atcoder.jp/contests/abc300/tasks/abc300_a",
            "https://vjudge.net/problem/AtCoder-abc300_a",
        ),
        ("https://open.kattis.com/problems/hello", "https://vjudge.net/problem/Kattis-hello"),
        ("https://acm.hdu.edu.cn/showproblem.php?pid=1000", "https://vjudge.net/problem/HDU-1000"),
    ] {
        let own = Destination::new(url);
        let way = own.through_vjudge().unwrap();
        assert_eq!(way.submit, submit);
        assert_eq!(way.languages(), own.languages());
    }
    for url in ["https://judge.example/p/7", "https://acm.timus.ru/problem.aspx?space=2&num=1"] {
        assert!(Destination::new(url).through_vjudge().is_none(), "{url}");
    }
}

#[test]
fn unknown_languages_are_said_to_be_unconfirmed() {
    for (url, doubt) in [
        ("http://poj.org/problem?id=1753", None),
        ("https://codeforces.com/contest/1/problem/A", None),
        ("https://acm.hdu.edu.cn/showproblem.php?pid=1", Some("which languages HDU accepts")),
        ("http://usaco.org/index.php?cpid=1", Some("which languages USACO accepts")),
        ("https://judge.example/p/7", Some("which languages judge.example accepts")),
        ("https://vjudge.net/problem/HDU-1000", Some("which languages HDU through vjudge accepts")),
        (
            "https://leetcode.com/problems/two-sum/",
            Some("that LeetCode takes a whole program: its forms ask for a function"),
        ),
        (
            "https://vjudge.net/problem/SGU-536",
            Some("that the archive's form offers Rust as Codeforces itself does"),
        ),
    ] {
        assert_eq!(Destination::new(url).unconfirmed().as_deref(), doubt, "{url}");
    }
}
