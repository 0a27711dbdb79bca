//! The online judges that a solution can be pasted into: the one table of what differs between
//! them.
//!
//! [`crate::ids`] reads the id of a problem from any spelling of its URL and gives the one
//! spelling that `page` has here.

use crate::ids;

/// A place where solutions are submitted.
#[derive(Debug, PartialEq)]
pub struct OnlineJudge {
    /// The name on the command line.
    pub key: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The page of a problem: `{}` stands for each part of its id.
    page: &'static str,
    /// The form that takes a solution: `{1}` and `{2}` stand for the parts of the id.
    submit: &'static str,
    /// The problem on vjudge, which submits to other judges in the name of its users.
    vjudge: Option<&'static str>,
    /// What the judge takes, what suits it best first.
    pub languages: &'static [Language],
    /// The longest source in bytes; `None` where it is not known.
    pub source_limit: Option<u64>,
    /// What of all this is not confirmed, if it could turn a solution down.
    pub unconfirmed: Option<&'static str>,
}

/// A language of a judge.
#[derive(Debug, PartialEq)]
pub struct Language {
    /// Which file is pasted.
    pub source: Source,
    /// What to choose in the judge's form.
    pub choice: &'static str,
    /// The compiler and its arguments, but for the file.
    pub compile: &'static [&'static str],
}

/// The files that a problem's package has for judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// `src/main.rs`.
    Rust,
    /// The C twin.
    C,
}

const fn rust(choice: &'static str) -> Language {
    Language {
        source: Source::Rust,
        choice,
        compile: &["rustc", "--edition=2021", "-O", "--cfg", "ONLINE_JUDGE"],
    }
}

/// The strictest way to compile C: what passes it, any C compiler of any judge takes.
const fn c(choice: &'static str) -> Language {
    Language {
        source: Source::C,
        choice,
        compile: &[
            "cc",
            "-std=c89",
            "-pedantic-errors",
            "-Wall",
            "-Wextra",
            "-O2",
            "-DONLINE_JUDGE",
        ],
    }
}

/// Every judge that is known. The name of a language is what its form begins with: version numbers
/// follow there, and change. Confirmed of all: the pages, and the names that vjudge has for them.
/// Not confirmed of any: what vjudge hands on (it may take fewer languages than the judge itself).
pub static JUDGES: [OnlineJudge; 7] = [
    // Confirmed: languages, form, ONLINE_JUDGE; GCC is MinGW GCC 4.4.0. No limit of the source is
    // stated.
    OnlineJudge {
        key: "poj",
        name: "POJ",
        page: "http://poj.org/problem?id={}",
        submit: "http://poj.org/submit?problem_id={1}",
        vjudge: Some("POJ-{1}"),
        languages: &[c("GCC")],
        source_limit: None,
        unconfirmed: None,
    },
    // Confirmed: Rust (64 bits), form. Not confirmed: flags, limit of the source.
    OnlineJudge {
        key: "timus",
        name: "Timus",
        page: "https://acm.timus.ru/problem.aspx?space=1&num={}",
        submit: "https://acm.timus.ru/submit.aspx?space=1&num={1}",
        vjudge: Some("URAL-{1}"),
        languages: &[rust("Rust"), c("GCC")],
        source_limit: None,
        unconfirmed: None,
    },
    // Confirmed: that Codeforces takes Rust, its flags (a linker's `/STACK:268435456` aside, which
    // only Windows has), the limit of the source. Not confirmed: what the archive's own form takes.
    OnlineJudge {
        key: "acmsguru",
        name: "Codeforces (acmsguru)",
        page: "https://www.codeforces.com/problemsets/acmsguru/problem/99999/{}",
        submit: "https://codeforces.com/problemsets/acmsguru/submit",
        vjudge: Some("SGU-{1}"),
        languages: &[rust("Rust"), c("GNU GCC C11")],
        source_limit: Some(64 << 10),
        unconfirmed: Some("that the archive's form offers Rust as Codeforces itself does"),
    },
    // Confirmed: Rust, its flags, form, limit of the source.
    OnlineJudge {
        key: "codeforces",
        name: "Codeforces",
        page: "https://codeforces.com/contest/{}/problem/{}",
        submit: "https://codeforces.com/contest/{1}/submit/{2}",
        vjudge: Some("CodeForces-{1}{2}"),
        languages: &[rust("Rust"), c("GNU GCC C11")],
        source_limit: Some(64 << 10),
        unconfirmed: None,
    },
    // Confirmed: what holds for all of Codeforces. Not confirmed: form.
    OnlineJudge {
        key: "gym",
        name: "Codeforces (gym)",
        page: "https://www.codeforces.com/gym/{}/problem/{}",
        submit: "https://codeforces.com/gym/{1}/submit/{2}",
        vjudge: Some("Gym-{1}{2}"),
        languages: &[rust("Rust"), c("GNU GCC C11")],
        source_limit: Some(64 << 10),
        unconfirmed: None,
    },
    // Confirmed: Rust, form. Not confirmed: flags (crates are compiled in there, which these
    // solutions do not use), limit of the source.
    OnlineJudge {
        key: "atcoder",
        name: "AtCoder",
        page: "https://atcoder.jp/contests/{}/tasks/{}",
        submit: "https://atcoder.jp/contests/{1}/submit?taskScreenName={2}",
        vjudge: Some("AtCoder-{2}"),
        languages: &[rust("Rust"), c("C")],
        source_limit: Some(512 << 10),
        unconfirmed: None,
    },
    // Confirmed: Rust with `-O --crate-type bin`, once in edition 2018. Not confirmed: the edition
    // today (every solution is checked in all), limit of the source.
    OnlineJudge {
        key: "kattis",
        name: "Kattis",
        page: "https://{}.kattis.com/problems/{}",
        submit: "https://{1}.kattis.com/problems/{2}/submit",
        vjudge: Some("Kattis-{2}"),
        languages: &[rust("Rust"), c("C")],
        source_limit: None,
        unconfirmed: None,
    },
];

/// The name of vjudge on the command line.
pub const VJUDGE: &str = "vjudge";

/// A problem on a judge: where a solution of it can go.
#[derive(Clone, Debug, PartialEq)]
pub struct Destination {
    /// The judge that runs the solution; `None` if nothing is known of it.
    pub judge: Option<&'static OnlineJudge>,
    /// The name on the command line.
    pub key: String,
    /// The name for people.
    pub name: String,
    /// The page to go to.
    pub submit: String,
    /// The problem's id on the judge, or its URL.
    pub id: String,
}

impl Destination {
    /// Where the problem at `url` is submitted: at its judge, through vjudge if that is the URL's
    /// host, or on the problem's own page if the judge is not known.
    pub fn new(url: &str) -> Self {
        let canonical = ids::canonical_url(url);
        let known = JUDGES.iter().find_map(|judge| Some((judge, parts(judge.page, &canonical)?)));
        let Some((judge, parts)) = known else {
            let host = host(url);
            return Self {
                judge: None,
                key: host.to_owned(),
                name: host.to_owned(),
                submit: url.to_owned(),
                id: url.to_owned(),
            };
        };
        let own = Self {
            judge: Some(judge),
            key: judge.key.to_owned(),
            name: judge.name.to_owned(),
            submit: filled(judge.submit, &parts),
            id: parts.join(" "),
        };
        match own.through_vjudge() {
            Some(door) if host(url).ends_with("vjudge.net") => door,
            _ => own,
        }
    }

    /// The same problem by way of vjudge, if that carries it.
    pub fn through_vjudge(&self) -> Option<Self> {
        let judge = self.judge?;
        let parts: Vec<&str> = self.id.split(' ').collect();
        let id = filled(judge.vjudge?, &parts);
        Some(Self {
            judge: Some(judge),
            key: VJUDGE.to_owned(),
            name: format!("{} through vjudge", judge.name),
            submit: format!("https://vjudge.net/problem/{id}"),
            id: self.id.clone(),
        })
    }

    /// The languages that the judge takes; any, and Rust first, if nothing is known of it.
    pub fn languages(&self) -> &'static [Language] {
        match self.judge {
            Some(judge) => judge.languages,
            None => &PLAIN,
        }
    }
}

impl Source {
    /// The language's name for people.
    pub fn language(self) -> &'static str {
        match self {
            Self::Rust => "Rust",
            Self::C => "C",
        }
    }

    /// The language on the command line.
    pub fn option(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::C => "c",
        }
    }

    /// The language as a judge may have it of which nothing is known.
    pub fn plain(self) -> &'static Language {
        match self {
            Self::Rust => &PLAIN[0],
            Self::C => &PLAIN[1],
        }
    }
}

static PLAIN: [Language; 2] = [rust("Rust"), c("C")];

/// What stands in `url` in place of each `{}` of `page`; `None` if it is another page.
fn parts<'a>(page: &str, url: &'a str) -> Option<Vec<&'a str>> {
    let mut literals = page.split("{}");
    let mut rest = url.strip_prefix(literals.next()?)?;
    let mut parts = Vec::new();
    for literal in literals {
        let end = rest.find(['/', '.', '?', '&', '#']).unwrap_or(rest.len());
        parts.push(&rest[..end]);
        rest = rest[end..].strip_prefix(literal)?;
    }
    (rest.is_empty() && parts.iter().all(|part| !part.is_empty())).then_some(parts)
}

fn filled(template: &str, parts: &[&str]) -> String {
    let mut text = template.to_owned();
    for (index, part) in parts.iter().enumerate() {
        text = text.replace(&format!("{{{}}}", index + 1), part);
    }
    text
}

fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_leads_to_a_form() {
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
            (
                "https://vjudge.net/problem/POJ-1753",
                "vjudge",
                "https://vjudge.net/problem/POJ-1753",
            ),
            ("https://judge.example/p/7", "judge.example", "https://judge.example/p/7"),
        ] {
            let found = Destination::new(url);
            assert_eq!((&*found.key, &*found.submit), (key, submit), "{url}");
        }
    }

    #[test]
    fn vjudge_is_another_door() {
        for (url, submit) in [
            ("http://poj.org/problem?id=1753", "https://vjudge.net/problem/POJ-1753"),
            ("https://acm.timus.ru/problem.aspx?num=1060", "https://vjudge.net/problem/URAL-1060"),
            (
                "https://codeforces.com/contest/1/problem/A",
                "https://vjudge.net/problem/CodeForces-1A",
            ),
            (
                "https://atcoder.jp/contests/abc300/tasks/abc300_a",
                "https://vjudge.net/problem/AtCoder-abc300_a",
            ),
            ("https://open.kattis.com/problems/hello", "https://vjudge.net/problem/Kattis-hello"),
        ] {
            let own = Destination::new(url);
            let door = own.through_vjudge().unwrap();
            assert_eq!(door.submit, submit);
            assert_eq!(door.languages(), own.languages());
        }
        assert_eq!(Destination::new("https://judge.example/p/7").through_vjudge(), None);
    }
}
