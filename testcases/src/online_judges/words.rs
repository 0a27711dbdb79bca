//! The rule for pages of judges that have no row in the table: it keeps what tells problems apart,
//! and names them by the words of the URL.

use super::names::{number, slug};
use super::pattern::without_leading_zeros;
use super::url::Url;

/// Hosts, or first parts of hosts, that show the same pages.
const SAME_HOSTS: [&str; 7] = ["m", "m1", "m2", "m3", "mirror", "mobile", "www"];
/// Languages that a path may begin with.
const LANGUAGES: [&str; 21] = [
    "en", "ru", "ja", "jp", "zh", "cn", "ko", "kr", "pt", "br", "es", "fr", "de", "uk", "ua", "pl",
    "vi", "en-us", "pt-br", "zh-cn", "zh-tw",
];
/// Files that stand for their folder.
const INDEX_FILES: [&str; 5] =
    ["index.php", "index.html", "index.htm", "index.jsp", "default.aspx"];
/// Last parts of a path that show another view of the same problem.
const VIEWS: [&str; 4] = ["submit", "statement", "description", "text"];
/// Parts of a path that say who looks at the problems: DOMjudge shows each of them the same.
const READERS: [&str; 2] = ["public", "team"];
/// Query keys of sessions, languages, pages of a list, and of those who count visitors.
const IDLE_KEYS: [&str; 29] = [
    "lang",
    "language",
    "locale",
    "lng",
    "hl",
    "setlang",
    "sid",
    "session",
    "sessionid",
    "session_id",
    "phpsessid",
    "jsessionid",
    "fbclid",
    "gclid",
    "yclid",
    "msclkid",
    "uclick_id",
    "spm",
    "ref",
    "referer",
    "referrer",
    "theme",
    "tab",
    "currentpage",
    "pagesize",
    "cursor",
    "csrf_token",
    "_ga",
    "_t",
];
/// Words that are in the URLs of all problems.
const SAY_NOTHING: [&str; 46] = [
    "acm",
    "arena",
    "archive",
    "challenge",
    "challenges",
    "competition",
    "competitions",
    "contest",
    "contests",
    "content",
    "course",
    "courses",
    "dashboard",
    "description",
    "detail",
    "details",
    "exercise",
    "exercises",
    "judge",
    "oj",
    "onlinejudge",
    "p",
    "practice",
    "problem",
    "problems",
    "problemset",
    "problemsets",
    "show",
    "show_problem",
    "showproblem",
    "show-problem",
    "statement",
    "statements",
    "static",
    "submit",
    "task",
    "tasks",
    "view",
    "viewproblem",
    "view-problem",
    "view_problem",
    "problem_statement",
    "problem-set",
    "problem-sets",
    "practice-problems",
    "viewproblem2",
];
/// Names up to this length may have all words of a URL.
const SHORT: usize = 40;

/// What tells a page from the pages of other problems.
#[derive(Clone, Debug)]
pub(super) struct Words {
    host: String,
    path: Vec<String>,
    query: Vec<(String, String)>,
    fragment: String,
}

impl Words {
    pub fn of(url: &Url) -> Self {
        let mut query: Vec<(String, String)> = url
            .query
            .iter()
            .filter(|(key, _)| !IDLE_KEYS.contains(&&**key) && !key.starts_with("utm_"))
            .map(|(key, value)| (key.clone(), plain_number(value)))
            .collect();
        query.sort();
        query.dedup();
        let (first, others) = url.host.split_once('.').unwrap_or(("", &url.host));
        let is_same = SAME_HOSTS.contains(&first) && others.contains('.');
        let host = if is_same { others } else { &url.host }.to_owned();
        let path = path(&url.path);
        let is_empty = path.is_empty() && query.is_empty();
        Self { host, path, query, fragment: fragment(&url.fragment, is_empty) }
    }

    /// The same for all pages of the problem, and for no other's.
    pub fn identity(&self) -> Vec<String> {
        let mut identity = vec![self.host.clone()];
        identity.extend(self.path.iter().map(|segment| format!("/{segment}")));
        identity.extend(self.query.iter().map(|(key, value)| format!("?{key}={value}")));
        identity.push(format!("#{}", self.fragment));
        identity
    }

    /// Names from the short one to the one that says most.
    pub fn names(&self) -> [String; 2] {
        let telling = self.telling();
        let host = slug(registered_name(&self.host));
        let all = [vec![host.clone()], telling.clone()].concat().join("-");
        let short = match &telling[..] {
            _ if all.len() <= SHORT && !telling.is_empty() => all,
            // A problem's place in its contest says nothing without the contest.
            [.., contest, place] if place.len() <= 2 => format!("{host}-{contest}-{place}"),
            [.., last] => format!("{host}-{last}"),
            [] => format!("{host}-problem"),
        };
        let path = self.path.iter().map(|segment| slug(segment));
        let query = self.query.iter().map(|(_, value)| slug(value));
        let words = path.chain(query).chain([slug(&self.fragment)]);
        let words = words.filter(|word| says(word));
        let mut long = slug(&self.host);
        for word in words {
            long = format!("{long}-{word}");
        }
        [short, long]
    }

    /// The words that name the problem.
    fn telling(&self) -> Vec<String> {
        let has_id = self.query.iter().any(|(key, _)| names_a_problem(key));
        let query = self.query.iter().filter(|(key, _)| !has_id || names_a_problem(key));
        let query: Vec<String> =
            query.map(|(_, value)| slug(value)).filter(|word| says(word)).collect();
        let is_script = |segment: &str| segment.contains('.') && !query.is_empty();
        let path = self.path.iter().filter(|segment| !is_script(segment));
        let path = path.map(|segment| slug(without_form(segment)));
        let fragment = self.fragment.split('/').map(slug);
        path.filter(|word| says(word))
            .chain(query.clone())
            .chain(fragment.filter(|word| says(word)))
            .collect()
    }
}

/// Whether the key of a query is one that problems are named by.
fn names_a_problem(key: &str) -> bool {
    let within = ["prob", "task", "contest", "code"].iter().any(|word| key.contains(word));
    let is_id = key.starts_with("id_") || (key.ends_with("id") && key != "itemid");
    within
        || is_id
        || matches!(
            key,
            "" | "c"
                | "p"
                | "q"
                | "n"
                | "s"
                | "pm"
                | "num"
                | "number"
                | "space"
                | "index"
                | "letter"
        )
}

fn says(word: &str) -> bool {
    !word.is_empty() && !SAY_NOTHING.contains(&word)
}

/// The path without what differs between pages of one problem.
fn path(segments: &[String]) -> Vec<String> {
    let mut path: Vec<String> = segments.iter().map(|segment| plain_number(segment)).collect();
    let is_one_of = |segment: Option<&String>, names: &[&str]| {
        segment.is_some_and(|segment| names.contains(&&*segment.to_ascii_lowercase()))
    };
    if path.len() > 1 && is_one_of(path.first(), &LANGUAGES) {
        path.remove(0);
    }
    if let Some(problems) = path.iter().position(|segment| segment == "problems") {
        if problems > 0 && is_one_of(path.get(problems - 1), &READERS) {
            path.remove(problems - 1);
        }
    }
    if is_one_of(path.last(), &INDEX_FILES) {
        path.pop();
    }
    if path.len() > 1 && is_one_of(path.last(), &VIEWS) {
        path.pop();
    }
    path
}

/// A fragment that leads to another problem, as pages do that are one program in the browser: it
/// has a path, or names a problem by a key, or is a problem's index, or there is nothing else.
fn fragment(fragment: &str, is_all: bool) -> String {
    let (path, value) = fragment.split_once('=').unwrap_or((fragment, ""));
    let key = path.trim_start_matches('!').to_ascii_lowercase();
    let names = !value.is_empty() && names_a_problem(&key);
    let is_text = fragment.starts_with(":~:");
    let leads = is_all || names || is_index(fragment) || (path.contains('/') && !is_text);
    // What follows the problem's key says which part of its page to show.
    let problem = if names { fragment.split('&').next().unwrap_or_default() } else { fragment };
    let path = problem.trim_matches(['/', '!']);
    if leads {
        path.to_owned()
    } else {
        String::new()
    }
}

/// Whether a text looks like a problem's place in its contest: `A`, `G2`, `13`.
fn is_index(text: &str) -> bool {
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word && (text.len() == 1 || (text.len() <= 3 && has_digit))
}

/// A number as all its spellings are compared, and any other text as it is.
fn plain_number(text: &str) -> String {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { without_leading_zeros(text) } else { text }.to_owned()
}

/// A file's name without its form, such as `M` of `M_statement.html`.
fn without_form(segment: &str) -> &str {
    let forms = [".html", ".htm", ".php", ".pdf", ".jsp", ".aspx", ".asp", ".do", ".xhtml"];
    let name = forms.iter().find_map(|form| segment.strip_suffix(form)).unwrap_or(segment);
    let name = name.strip_suffix("statement").unwrap_or(name);
    let name = name.trim_end_matches(['_', '-']);
    if name.is_empty() {
        segment
    } else {
        name
    }
}

/// The part of a host that was registered, without what stands before and after: `hdu` of
/// `acm.hdu.edu.cn`.
fn registered_name(host: &str) -> &str {
    const SHARED: [&str; 14] = [
        "ac", "co", "com", "edu", "gov", "in", "ne", "net", "or", "org", "github", "gitlab",
        "netlify", "vercel",
    ];
    let host = if host.ends_with(']') {
        host
    } else {
        host.rsplit_once(':').map_or(host, |(host, _)| host)
    };
    let mut labels: Vec<&str> = host.split('.').filter(|label| !label.is_empty()).collect();
    if labels.len() < 2 || host.ends_with(|c: char| c.is_ascii_digit()) {
        return if host.bytes().any(|byte| byte.is_ascii_alphanumeric()) { host } else { "host" };
    }
    labels.pop();
    if labels.len() > 1 && labels.last().is_some_and(|last| SHARED.contains(last)) {
        labels.pop();
    }
    labels.pop().unwrap_or(host)
}

/// The fragment by which one of several problems on one page is told from the others.
pub(super) fn fragment_of_title(title: &str) -> String {
    let slug = slug(title);
    format!("#task/{}", if slug.is_empty() { number(title, 6) } else { slug })
}

/// Whether a page's URL has such a fragment.
pub(super) fn is_told_by_title(url: &Url) -> bool {
    url.fragment.starts_with("task/")
}
