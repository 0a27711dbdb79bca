//! Where a solution is submitted.

use super::problem::{is_vjudge, Known};
use super::url::Url;
use super::{OnlineJudge, OnlineProblem};
use crate::languages::Language;

/// The name of vjudge on the command line.
pub const VJUDGE: &str = "vjudge";

/// A problem on a judge: where a solution of it can go.
#[derive(Clone, Debug)]
pub struct Destination {
    /// The judge that runs the solution; `None` if it has no row in the table.
    pub judge: Option<&'static OnlineJudge>,
    /// The name on the command line.
    pub key: String,
    /// The name for people.
    pub name: String,
    /// The page to go to.
    pub submit: String,
    /// The problem's id on the judge, or its URL.
    pub id: String,
    /// The problem's page on vjudge, if that carries it.
    vjudge: Option<String>,
}

impl Destination {
    /// Where the problem at `url` is submitted: at its judge, through vjudge if that is the URL's
    /// host, or on the problem's own page if the judge is not known.
    pub fn new(url: &str) -> Self {
        let problem = OnlineProblem::new(url, "");
        let Some(known) = problem.known() else {
            let host = host(url);
            return Self {
                judge: None,
                key: host.to_owned(),
                name: host.to_owned(),
                submit: url.to_owned(),
                id: url.to_owned(),
                vjudge: None,
            };
        };
        let own = Self::of(known);
        match own.through_vjudge() {
            Some(door) if is_vjudge(&Url::parse(url)) => door,
            _ => own,
        }
    }

    fn of(known: &Known) -> Self {
        let Known { judge, set, .. } = known;
        let vjudge = |id| format!("https://vjudge.net/problem/{}", known.filled(id));
        Self {
            judge: Some(judge),
            key: judge.key.to_owned(),
            name: judge.name.to_owned(),
            submit: known.filled(if set.submit.is_empty() { set.page } else { set.submit }),
            id: known.id(),
            vjudge: set.vjudge.map(vjudge),
        }
    }

    /// The same problem by way of vjudge, if that carries it.
    pub fn through_vjudge(&self) -> Option<Self> {
        let judge = self.judge?;
        Some(Self {
            key: VJUDGE.to_owned(),
            name: format!("{} through vjudge", judge.name),
            submit: self.vjudge.clone()?,
            ..self.clone()
        })
    }

    /// The languages that the judge takes; any, and Rust first, where that is not known.
    pub fn languages(&self) -> &'static [Language] {
        match self.judge {
            Some(judge) if !judge.languages.is_empty() => judge.languages,
            _ => Language::plain(),
        }
    }

    /// What is not confirmed and could turn a solution down: the languages, where the table has
    /// none of the judge, or what its row says.
    pub fn unconfirmed(&self) -> Option<String> {
        let doubt = self.judge.and_then(|judge| judge.unconfirmed).map(str::to_owned);
        let has_languages = self.judge.is_some_and(|judge| !judge.languages.is_empty());
        let unknown = || format!("which languages {} accepts", self.name);
        doubt.or_else(|| (!has_languages).then(unknown))
    }
}

fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())]
}
