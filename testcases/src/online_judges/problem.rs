//! Which problem a page shows.

use super::names::{fit, number, slug};
use super::pattern::{self, Part, Parts};
use super::table;
use super::url::{encoded, Url};
use super::words::{self, Words};
use super::{OnlineJudge, ProblemSet};
use crate::suite::Match;

/// A problem of an online judge. Two are equal if they are the same problem, whatever page of it
/// each was read from.
#[derive(Clone, Debug)]
pub struct OnlineProblem {
    /// The page it was read from.
    url: String,
    found: Found,
}

#[derive(Clone, Debug)]
enum Found {
    /// By a row of the table.
    InTable(Known),
    /// By the words of the URL.
    ByWords(Words),
}

/// A problem of a judge that has a row in the table.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub judge: &'static OnlineJudge,
    pub set: &'static ProblemSet,
    pub parts: Parts,
}

impl OnlineProblem {
    /// Reads the URL of a page. The `title` of the problem counts where the page shows a whole
    /// contest and the judge's titles begin with the problem's index; elsewhere it may be empty.
    pub fn new(url: &str, title: &str) -> Self {
        let parsed = Url::parse(url);
        let found = match Known::find(&parsed, title) {
            Some(known) => Found::InTable(known),
            None => Found::ByWords(Words::of(&parsed)),
        };
        Self { url: url.trim().to_owned(), found }
    }

    /// One of several problems that a page shows, told from the others by its title: for tasks that
    /// are different problems though their URL says the same. [`Self::page`] then says which.
    #[must_use]
    pub fn told_by_title(self, title: &str) -> Self {
        let page = self.url.split('#').next().unwrap_or_default();
        Self::new(&format!("{page}{}", words::fragment_of_title(title)), title)
    }

    /// The short name of its package, which a person would choose: always `[a-z][a-z0-9_-]*`, no
    /// longer than 64 characters, never a word that cargo or Windows keeps for itself.
    pub fn name(&self) -> String {
        self.names().next().unwrap_or_default()
    }

    /// Names for its package without end: the short one, then those that say more. They depend on
    /// the problem alone, so that the first that no other problem has is free everywhere.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let [short, long] = match &self.found {
            Found::InTable(known) => known.names(),
            Found::ByWords(words) => words.names(),
        };
        // At most 53 characters stay of a long name: the number makes it another one.
        let identity = self.identity().join("\n");
        let short = fit(&short);
        let numbered = fit(&format!("{short:.53}-{}", number(&identity, 10)));
        let last = format!("{numbered:.59}");
        let mut names = vec![short, fit(&long), numbered];
        names.dedup();
        names.into_iter().chain((2_u32..).map(move |count| fit(&format!("{last}-{count}"))))
    }

    /// The URL by which its package names it: the judge's own page where that is known, and always
    /// one that cargo-compete takes.
    pub fn page(&self) -> String {
        match &self.found {
            Found::InTable(known) => known.page(),
            Found::ByWords(_) => as_cargo_compete_takes_it(&self.url),
        }
    }

    /// The judge, if it has a row in the table.
    pub fn judge(&self) -> Option<&'static OnlineJudge> {
        self.known().map(|known| known.judge)
    }

    /// How its outputs are compared, as the judge is known to do it; `outputs` are those of the
    /// samples. Where one has a decimal fraction and the judge compares tokens, numbers may differ
    /// by 1e-6.
    ///
    /// A judge without a row is taken to compare tokens, as most do: to call a right program wrong
    /// for a blank at a line's end misleads more than to miss that blank.
    pub fn comparison<'a>(&self, outputs: impl IntoIterator<Item = &'a str>) -> Match {
        let comparison = self.judge().map_or(Match::SplitWhitespace, |judge| judge.comparison);
        let mut tokens = outputs.into_iter().flat_map(str::split_whitespace);
        if comparison == Match::SplitWhitespace && tokens.any(is_decimal_fraction) {
            Match::Float { relative_error: Some(1e-6), absolute_error: Some(1e-6) }
        } else {
            comparison
        }
    }

    pub(super) fn known(&self) -> Option<&Known> {
        match &self.found {
            Found::InTable(known) => Some(known),
            Found::ByWords(_) => None,
        }
    }

    /// The same for all pages of the problem, and for no other's.
    fn identity(&self) -> Vec<String> {
        match &self.found {
            Found::InTable(known) => known.identity(),
            Found::ByWords(words) => words.identity(),
        }
    }
}

impl PartialEq for OnlineProblem {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

/// cargo-compete 0.10.7 takes no URL of the host `codeforces.com` itself but a contest's.
fn as_cargo_compete_takes_it(url: &str) -> String {
    url.replacen("://codeforces.com/", "://www.codeforces.com/", 1)
}

/// Whether a token is a number with a decimal point between digits.
fn is_decimal_fraction(token: &str) -> bool {
    let between_digits = |(before, after): (&str, &str)| {
        before.ends_with(|c: char| c.is_ascii_digit())
            && after.starts_with(|c: char| c.is_ascii_digit())
    };
    token.split_once('.').is_some_and(between_digits) && token.parse::<f64>().is_ok()
}

impl Known {
    /// The first set of problems that has the page, or the problem to which a page of vjudge leads.
    fn find(url: &Url, title: &str) -> Option<Self> {
        if words::is_told_by_title(url) {
            return None;
        }
        let known = |judge, set: &'static ProblemSet, mut parts: Parts| {
            (set.complete)(&mut parts);
            Self { judge, set, parts }
        };
        let on_vjudge = vjudge_id(url);
        table::sets().find_map(|(judge, set)| {
            let by_vjudge = |pattern| {
                let mut parts = Vec::new();
                pattern::matches(pattern, on_vjudge?, &mut parts).then_some(parts)
            };
            let mut urls = set.urls.iter();
            let parts = urls.find_map(|pattern| pattern::find(pattern, url, title));
            parts.or_else(|| set.vjudge.and_then(by_vjudge)).map(|parts| known(judge, set, parts))
        })
    }

    fn identity(&self) -> Vec<String> {
        let values = pattern::named(self.set.package, &self.parts).map(|part| {
            if part.caseless {
                part.value.to_lowercase()
            } else {
                part.value.clone()
            }
        });
        [self.judge.key, self.set.package].into_iter().map(str::to_owned).chain(values).collect()
    }

    fn names(&self) -> [String; 2] {
        let slugs: Vec<String> = pattern::named(self.set.package, &self.parts)
            .map(|part| slug(&part.value))
            .filter(|slug| !slug.is_empty())
            .collect();
        let long = format!("{}-{}", self.judge.key, slugs.join("-"));
        let short = pattern::fill(self.set.package, &self.parts, |part| slug(&part.value), true);
        // An id that stands alone must look like one.
        let stands_alone = self.set.package.starts_with('{');
        let looks_like_an_id = |name: &String| {
            name.contains('_') && name.starts_with(|c: char| c.is_ascii_lowercase())
        };
        let short = short.filter(|name| !stands_alone || looks_like_an_id(name));
        [short.unwrap_or_else(|| long.clone()), long]
    }

    /// The page by which its package names it.
    pub fn page(&self) -> String {
        self.filled(self.set.page)
    }

    /// A URL of the table for this problem.
    pub fn filled(&self, template: &str) -> String {
        let escaped = |part: &Part| encoded(&part.value);
        pattern::fill(template, &self.parts, escaped, false).unwrap_or_default()
    }

    /// The parts of the problem's id, as its page has them.
    pub fn id(&self) -> String {
        let values = pattern::named(self.set.page, &self.parts).map(|part| part.value.as_str());
        values.collect::<Vec<_>>().join(" ")
    }
}

/// The judge's name and the problem's id in a URL of vjudge: `POJ-1753`.
fn vjudge_id(url: &Url) -> Option<&str> {
    match &url.path[..] {
        [.., problem, id] if is_vjudge(url) && problem == "problem" => Some(id),
        _ => None,
    }
}

/// Whether the page is one of vjudge.
pub(super) fn is_vjudge(url: &Url) -> bool {
    ["vjudge.net", "vjudge.net.cn"].iter().any(|domain| url.is_on(domain))
}
