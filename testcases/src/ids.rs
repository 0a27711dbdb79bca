//! Which problem a URL names: the same one whatever page of whatever judge it comes from.

/// A URL taken apart, without what does not tell one page from another.
#[derive(PartialEq)]
struct Url<'a> {
    /// In lower case, without `www.`, user and port.
    host: String,
    /// The parts of the path that are not empty.
    path: Vec<&'a str>,
    query: Vec<(&'a str, &'a str)>,
    fragment: &'a str,
}

/// The name of the package for the problem at `url`: always `[a-z][a-z0-9_-]*`, no longer than 64
/// characters, never a word that cargo or Windows keep for themselves, and always the same.
pub fn package_name(url: &str) -> String {
    let parts = parse(url);
    known(&parts).map_or_else(|| name_by_words(&parts), |(name, _)| name)
}

/// The URL by which the problem's package names it: the page of the judge itself where the rule for
/// the judge is known, and always one that cargo-compete takes.
pub fn canonical_url(url: &str) -> String {
    match known(&parse(url)) {
        Some((_, canonical)) => canonical,
        // cargo-compete 0.10.7 takes no URL of the host `codeforces.com` itself but a contest's.
        None => url.trim().replacen("://codeforces.com/", "://www.codeforces.com/", 1),
    }
}

/// Whether two URLs are pages of one problem.
pub fn same_problem(one: &str, other: &str) -> bool {
    let (one, other) = (parse(one), parse(other));
    match (known(&one), known(&other)) {
        (Some((name, _)), Some((other, _))) => name == other,
        (None, None) => one == other,
        _ => false,
    }
}

/// The package and the canonical URL of a problem whose judge is known.
fn known(url: &Url) -> Option<(String, String)> {
    match url.path[..] {
        ["problem"] if url.is_on("poj.org") => poj(url.number("id")?),
        ["problem.aspx"] if url.is_on("timus.ru") || url.is_on("timus.online") => {
            // Each contest is a space of its own; the archive is the first.
            let is_in_archive = url.number("space").is_none_or(|space| space == "1");
            timus(url.number("num").filter(|_| is_in_archive)?)
        }
        ["contests", contest, "tasks", task] if url.is_on("atcoder.jp") => atcoder(contest, task),
        [.., "problems", id] if url.is_on("kattis.com") => kattis(&url.host, id),
        [.., "problem", id] if url.is_on("vjudge.net") => vjudge(id),
        _ if url.is_on("codeforces.com") => codeforces(&url.path),
        _ => None,
    }
}

fn poj(id: &str) -> Option<(String, String)> {
    let name = format!("poj{}", number(id)?);
    Some((name, format!("http://poj.org/problem?id={id}")))
}

fn timus(id: &str) -> Option<(String, String)> {
    let name = format!("timus{}", number(id)?);
    let url = format!("https://acm.timus.ru/problem.aspx?space=1&num={id}");
    Some((name, url))
}

fn codeforces(path: &[&str]) -> Option<(String, String)> {
    match *path {
        ["problemsets", "acmsguru", "problem", _, id] => sgu(id),
        ["contest", contest, "problem", letter] | ["problemset", "problem", contest, letter] => {
            codeforces_contest(contest, letter)
        }
        ["gym", contest, "problem", letter] => gym(contest, letter),
        _ => None,
    }
}

/// On the host that [`canonical_url`] gives to all that is no contest's.
fn sgu(id: &str) -> Option<(String, String)> {
    let name = format!("sgu{}", number(id)?);
    let url = format!("https://www.codeforces.com/problemsets/acmsguru/problem/99999/{id}");
    Some((name, url))
}

fn codeforces_contest(contest: &str, letter: &str) -> Option<(String, String)> {
    let (contest, letter) = (number(contest)?, word(letter)?);
    let name = format!("cf{contest}{}", letter.to_lowercase());
    let url = format!("https://codeforces.com/contest/{contest}/problem/{}", letter.to_uppercase());
    Some((name, url))
}

fn gym(contest: &str, letter: &str) -> Option<(String, String)> {
    let (contest, letter) = (number(contest)?, word(letter)?);
    let name = format!("gym{contest}{}", letter.to_lowercase());
    let url = format!("https://www.codeforces.com/gym/{contest}/problem/{}", letter.to_uppercase());
    Some((name, url))
}

fn atcoder(contest: &str, task: &str) -> Option<(String, String)> {
    let id = task.to_lowercase();
    let plain = id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.contains('_')
        && id.split('_').all(|part| word(part).is_some());
    let name = if plain { id } else { format!("atcoder-{}", slug(&id)?) };
    Some((name, format!("https://atcoder.jp/contests/{contest}/tasks/{task}")))
}

fn kattis(host: &str, id: &str) -> Option<(String, String)> {
    let name = format!("kattis-{}", slug(id)?);
    Some((name, format!("https://{host}/problems/{id}")))
}

/// vjudge's problems are other judges' problems, named by the judge and the judge's own id.
fn vjudge(id: &str) -> Option<(String, String)> {
    let (judge, id) = id.split_once('-')?;
    match judge.to_ascii_lowercase().as_str() {
        "poj" => poj(id),
        "sgu" => sgu(id),
        "ural" | "timus" => timus(id),
        "kattis" => kattis("open.kattis.com", id),
        "codeforces" => {
            let (contest, letter) = id.split_at(id.find(|c: char| !c.is_ascii_digit())?);
            codeforces_contest(contest, letter)
        }
        "gym" => {
            let (contest, letter) = id.split_at(id.find(|c: char| !c.is_ascii_digit())?);
            gym(contest, letter)
        }
        "atcoder" => {
            let (contest, _) = id.rsplit_once('_')?;
            atcoder(&contest.replace('_', "-"), id)
        }
        _ => None,
    }
}

/// A name from the host and the last part of the URL that says anything.
fn name_by_words(url: &Url) -> String {
    const SAY_NOTHING: [&str; 22] = [
        "contest",
        "contests",
        "challenge",
        "challenges",
        "problem",
        "problems",
        "problemset",
        "problemsets",
        "task",
        "tasks",
        "statement",
        "description",
        "show",
        "view",
        "en",
        "ru",
        "ja",
        "zh",
        "index.php",
        "index.html",
        "default.aspx",
        "submit",
    ];
    const NAMES_A_PROBLEM: [&str; 10] =
        ["problem", "problem_id", "problemid", "pid", "id", "num", "number", "p", "task", "code"];
    let query = NAMES_A_PROBLEM.iter().find_map(|key| {
        let found = url.query.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(_, value)| *value)
    });
    let words: Vec<String> = url
        .path
        .iter()
        .copied()
        .filter(|part| query.is_none() || !part.contains('.'))
        .chain(query)
        .chain(url.fragment.split('/'))
        .filter(|part| !SAY_NOTHING.contains(&part.to_lowercase().as_str()))
        .filter_map(slug)
        .collect();
    let host = slug(&registered_name(&url.host)).unwrap_or_else(|| "host".to_owned());
    // One letter, or two, is a problem's place in its contest: the contest belongs to the name.
    let telling = match &words[..] {
        [.., contest, letter] if letter.len() <= 2 => format!("{contest}-{letter}"),
        [.., last] => last.clone(),
        [] => "problem".to_owned(),
    };
    let mut name = format!("{host}-{telling}");
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        name.insert_str(0, "judge-");
    }
    name.truncate(64);
    name.trim_end_matches(['-', '_']).to_owned()
}

/// The part of a host that was registered, without what stands before and after: `hdu` of
/// `acm.hdu.edu.cn`.
fn registered_name(host: &str) -> String {
    let mut labels: Vec<&str> = host.split('.').collect();
    if labels.len() > 1 && !host.ends_with(|c: char| c.is_ascii_digit()) {
        labels.pop();
        let generic = ["ac", "co", "com", "edu", "ne", "net", "or", "org"];
        if labels.len() > 1 && labels.last().is_some_and(|last| generic.contains(last)) {
            labels.pop();
        }
        return labels.pop().unwrap_or_default().to_owned();
    }
    host.to_owned()
}

/// A whole number as its digits.
fn number(text: &str) -> Option<&str> {
    let digits = !text.is_empty() && text.len() <= 12 && text.bytes().all(|b| b.is_ascii_digit());
    digits.then_some(text)
}

/// Letters and digits, as short as a problem's letter in its contest.
fn word(text: &str) -> Option<&str> {
    let letters =
        !text.is_empty() && text.len() <= 32 && text.bytes().all(|b| b.is_ascii_alphanumeric());
    letters.then_some(text)
}

/// The letters and digits of a text in lower case, all else one `-` between them; `None` if it has
/// none.
fn slug(text: &str) -> Option<String> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .map(str::to_ascii_lowercase)
        .filter(|word| word.bytes().any(|byte| byte != b'_'))
        .collect();
    let mut slug = words.join("-");
    slug.truncate(48);
    (!slug.is_empty()).then_some(slug)
}

impl<'a> Url<'a> {
    fn is_on(&self, domain: &str) -> bool {
        let subdomain = self.host.strip_suffix(domain);
        subdomain.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    }

    fn number(&self, key: &str) -> Option<&'a str> {
        let (_, value) = self.query.iter().find(|(name, _)| name.eq_ignore_ascii_case(key))?;
        number(value)
    }
}

fn parse(url: &str) -> Url<'_> {
    let url = url.trim();
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host).to_ascii_lowercase();
    Url {
        host: host.strip_prefix("www.").unwrap_or(&host).to_owned(),
        path: path.split('/').filter(|part| !part.is_empty()).collect(),
        query: query.split('&').filter_map(|pair| pair.split_once('=')).collect(),
        fragment,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_judges_name_their_problems() {
        let cases = [
            ("http://poj.org/problem?id=1753", "poj1753", "http://poj.org/problem?id=1753"),
            (
                "http://www.poj.org/problem?lang=zh-CN&id=1753#top",
                "poj1753",
                "http://poj.org/problem?id=1753",
            ),
            (
                "https://codeforces.com/problemsets/acmsguru/problem/99999/536",
                "sgu536",
                "https://www.codeforces.com/problemsets/acmsguru/problem/99999/536",
            ),
            (
                "https://m1.codeforces.com/problemsets/acmsguru/problem/99999/536?locale=en",
                "sgu536",
                "https://www.codeforces.com/problemsets/acmsguru/problem/99999/536",
            ),
            (
                "https://vjudge.net/problem/POJ-1753#author=x",
                "poj1753",
                "http://poj.org/problem?id=1753",
            ),
            (
                "https://vjudge.net/contest/77/problem/SGU-536",
                "sgu536",
                "https://www.codeforces.com/problemsets/acmsguru/problem/99999/536",
            ),
            (
                "https://vjudge.net/problem/URAL-1060",
                "timus1060",
                "https://acm.timus.ru/problem.aspx?space=1&num=1060",
            ),
            (
                "https://vjudge.net/problem/CodeForces-1840G1",
                "cf1840g1",
                "https://codeforces.com/contest/1840/problem/G1",
            ),
            (
                "https://vjudge.net/problem/Gym-100001A",
                "gym100001a",
                "https://www.codeforces.com/gym/100001/problem/A",
            ),
            (
                "https://vjudge.net/problem/AtCoder-abc300_a",
                "abc300_a",
                "https://atcoder.jp/contests/abc300/tasks/abc300_a",
            ),
            (
                "https://vjudge.net/problem/Kattis-hello",
                "kattis-hello",
                "https://open.kattis.com/problems/hello",
            ),
            (
                "https://codeforces.com/contest/1/problem/A",
                "cf1a",
                "https://codeforces.com/contest/1/problem/A",
            ),
            (
                "https://www.codeforces.com/problemset/problem/1/a/",
                "cf1a",
                "https://codeforces.com/contest/1/problem/A",
            ),
            (
                "https://codeforces.com/gym/100001/problem/A",
                "gym100001a",
                "https://www.codeforces.com/gym/100001/problem/A",
            ),
            (
                "https://acm.timus.ru/problem.aspx?space=1&num=1060",
                "timus1060",
                "https://acm.timus.ru/problem.aspx?space=1&num=1060",
            ),
            (
                "http://timus.online/problem.aspx?num=1060",
                "timus1060",
                "https://acm.timus.ru/problem.aspx?space=1&num=1060",
            ),
            (
                "https://atcoder.jp/contests/abc300/tasks/abc300_a",
                "abc300_a",
                "https://atcoder.jp/contests/abc300/tasks/abc300_a",
            ),
            (
                "https://atcoder.jp/contests/code-festival/tasks/1202Contest_a",
                "atcoder-1202contest_a",
                "https://atcoder.jp/contests/code-festival/tasks/1202Contest_a",
            ),
            (
                "https://atcoder.jp/contests/x/tasks/match",
                "atcoder-match",
                "https://atcoder.jp/contests/x/tasks/match",
            ),
            (
                "https://open.kattis.com/problems/hello",
                "kattis-hello",
                "https://open.kattis.com/problems/hello",
            ),
        ];
        for (url, name, canonical) in cases {
            assert_eq!(package_name(url), name, "{url}");
            assert_eq!(canonical_url(url), canonical, "{url}");
            assert_eq!(package_name(canonical), name, "{canonical}");
            assert!(same_problem(url, canonical), "{url}");
        }
    }

    #[test]
    fn other_judges_are_named_by_host_and_last_word() {
        let cases = [
            ("https://acm.hdu.edu.cn/showproblem.php?pid=1000", "hdu-1000"),
            ("https://www.spoj.com/problems/TEST/", "spoj-test"),
            ("https://www.luogu.com.cn/problem/P1000", "luogu-p1000"),
            ("https://cses.fi/problemset/task/1068/", "cses-1068"),
            ("https://dmoj.ca/problem/aplusb", "dmoj-aplusb"),
            ("https://www.hackerrank.com/challenges/solve-me-first/problem", "hackerrank-solve-me-first"),
            (
                "https://onlinejudge.org/index.php?option=com_onlinejudge&Itemid=8&page=show_problem&problem=36",
                "onlinejudge-36",
            ),
            ("https://judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=ITP1_1_A", "u-aizu-itp1_1_a"),
            ("https://contest.yandex.ru/contest/1234/problems/A1/", "yandex-1234-a1"),
            ("https://vjudge.net/contest/77#problem/A", "vjudge-77-a"),
            ("https://www.codeforces.com/group/xyz/contest/5/problem/A", "codeforces-5-a"),
            ("http://127.0.0.1:8000/problem/x1x", "judge-127-0-0-1-x1x"),
            ("http://[::1]/", "host-problem"),
            ("https://notpoj.org/problem?id=1753", "notpoj-1753"),
            ("https://poj.org.example/problem?id=1753", "poj-1753"),
            ("https://poj.org/problem?id=../../x", "poj-x"),
            ("https://atcoder.jp/contests/a/tasks/..", "atcoder-a"),
            ("https://example.com/../../etc/passwd", "example-passwd"),
            ("https://example.com/問題", "example-problem"),
            ("", "host-problem"),
        ];
        for (url, name) in cases {
            assert_eq!(package_name(url), name, "{url}");
            assert_eq!(canonical_url(url), url, "{url}");
        }
    }

    #[test]
    fn cargo_compete_takes_every_page_of_codeforces() {
        for path in ["group/xyz/contest/5/problem/A", "edu/course/2/contest/5/problem/A"] {
            let url = format!("https://codeforces.com/{path}");
            assert_eq!(canonical_url(&url), format!("https://www.codeforces.com/{path}"));
            assert!(same_problem(&url, &canonical_url(&url)), "{url}");
        }
    }

    #[test]
    fn any_text_gives_a_name_that_cargo_and_file_systems_take() {
        let pieces = [
            "https://",
            "poj.org",
            "/",
            "problem",
            "?",
            "id=",
            "1753",
            "#",
            ":",
            "@",
            "[",
            "..",
            "\\",
            "%2e",
            "contests/",
            "tasks/",
            "a_b",
            "_",
            "-",
            "é",
            "\0",
            "\n",
            "codeforces.com",
            "gym/",
            "www.",
            "A",
            "atcoder.jp/",
            "vjudge.net/problem/",
            "CodeForces-",
            "open.kattis.com/problems/",
            "con",
            "&num=",
        ];
        let mut random = crate::package::stress::Random::new(4);
        for _ in 0..20_000 {
            let url: String =
                (0..random.below(12)).map(|_| pieces[random.below(pieces.len())]).collect();
            let name = package_name(&url);
            let allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_' | '-');
            assert!(name.starts_with(|c: char| c.is_ascii_lowercase()), "{url:?}: {name}");
            assert!(name.chars().all(allowed) && name.len() <= 64, "{url:?}: {name}");
            assert!(
                name.contains(|c: char| !c.is_ascii_lowercase()),
                "{url:?}: {name} may be a keyword"
            );
        }
    }

    #[test]
    fn pages_of_one_problem_are_told_from_pages_of_others() {
        let same = [
            ("https://example.com/p/1/", "http://www.example.com/p/1"),
            (
                "https://atcoder.jp/contests/abc1/tasks/arc1_a",
                "https://atcoder.jp/contests/arc1/tasks/arc1_a",
            ),
            ("https://vjudge.net/problem/POJ-1", "http://poj.org/problem?id=1"),
        ];
        for (one, other) in same {
            assert!(same_problem(one, other), "{one} {other}");
        }
        let different = [
            ("https://example.com/a/x", "https://example.com/b/x"),
            ("https://example.com/?id=1&c=2", "https://example.com/?id=1&c=3"),
            ("https://poj.org/problem?id=1", "https://poj.org/problem?id=2"),
            (
                "https://acm.timus.ru/problem.aspx?space=1&num=1",
                "https://acm.timus.ru/problem.aspx?space=2&num=1",
            ),
            ("https://vjudge.net/contest/7#problem/A", "https://vjudge.net/contest/7#problem/B"),
        ];
        for (one, other) in different {
            assert!(!same_problem(one, other), "{one} {other}");
        }
    }
}
