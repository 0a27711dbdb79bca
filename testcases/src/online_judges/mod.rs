//! Online judges: what a problem's URL says, and what is known of the judge that has the problem.
//!
//! One table (`table`) has a row for each judge: how its URLs are recognised, the names of
//! packages, the problem's page, the form that takes solutions, languages, and how outputs are
//! compared. `cargo receive` reads from it which problem a page shows ([`OnlineProblem`]), `cargo
//! paste` where a solution goes ([`Destination`]).
//!
//! - A new judge is a new row of the table, and lines in `tests/all/online_judges.txt`.
//! - `pattern` explains the language in which the table writes URLs, `url` takes URLs apart.
//! - `words` is the rule for judges without a row, `names` makes names that cargo takes.

mod destination;
mod names;
mod pattern;
mod problem;
mod table;
mod url;
mod words;

pub use destination::{Destination, VJUDGE};
pub use names::chosen_name;
pub use problem::OnlineProblem;

use crate::languages::Language;
use crate::suite::Match;

/// A judge that takes solutions from anyone: a row of the table.
#[derive(Debug)]
pub struct OnlineJudge {
    /// The name on the command line.
    pub key: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The problems, in one part for each way of numbering them.
    problem_sets: &'static [ProblemSet],
    /// What the judge takes, what suits it best first; empty where it is not known.
    languages: &'static [Language],
    /// The longest source in bytes; `None` where it is not known.
    pub source_limit: Option<u64>,
    /// What of all this is not confirmed, if it could turn a solution down.
    unconfirmed: Option<&'static str>,
    /// How the judge compares outputs.
    comparison: Match,
}

/// Problems of a judge whose URLs and names are alike. All texts are in the language of `pattern`.
#[derive(Debug)]
struct ProblemSet {
    /// The pages of a problem.
    urls: &'static [&'static str],
    /// The package of a problem. What is captured here is what tells it from all others.
    package: &'static str,
    /// The page by which its package names it: one that cargo-compete takes.
    page: &'static str,
    /// The form that takes a solution; the page if it is not known.
    submit: &'static str,
    /// The problem on vjudge, which submits to other judges in the name of its users.
    vjudge: Option<&'static str>,
    /// Adds what the page needs and not every URL says.
    complete: fn(&mut pattern::Parts),
}

/// The name of the package for the problem at `url`, if no other problem has it.
pub fn package_name(url: &str) -> String {
    OnlineProblem::new(url, "").name()
}

/// The URL by which the problem's package names it.
pub fn canonical_url(url: &str) -> String {
    OnlineProblem::new(url, "").page()
}

/// Whether two URLs are pages of one problem.
pub fn same_problem(one: &str, other: &str) -> bool {
    OnlineProblem::new(one, "") == OnlineProblem::new(other, "")
}
