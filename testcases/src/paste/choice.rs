//! Which file goes to which online judge, and as what.

use std::path::PathBuf;

use crate::languages::{Language, Source};
use crate::online_judges::{Destination, VJUDGE};
use crate::workspace::Problem;

/// Where a solution of the problem can go: to its own online judge first, through vjudge last.
pub fn destinations(problem: &Problem) -> Vec<Destination> {
    let mut all: Vec<_> = problem.urls().map(Destination::new).collect();
    if all.iter().all(|destination| destination.key != VJUDGE) {
        all.extend(all.iter().find_map(Destination::through_vjudge));
    }
    all
}

/// The language as the online judge has it, if that accepts it.
pub fn accepted(destination: &Destination, source: Source) -> Option<&'static Language> {
    destination.languages().iter().find(|language| language.source == source)
}

/// What is pasted where, and as what.
pub struct Choice {
    pub destination: Destination,
    pub language: &'static Language,
    pub path: PathBuf,
    /// The path as a person at the workspace's root writes it.
    pub file: String,
}

impl Choice {
    /// What is pasted to the destination of that name, or else to the problem's own online judge.
    pub fn find(
        problem: &Problem,
        to: Option<&str>,
        asked: Option<Source>,
    ) -> Result<Self, String> {
        let mut all = destinations(problem);
        if all.is_empty() {
            return Err(problem.without_url());
        }
        let index = match to.map(str::to_lowercase) {
            None => 0,
            Some(to) => all
                .iter()
                .position(|destination| destination.key == to)
                .ok_or_else(|| unknown_destination(problem, &all, &to))?,
        };
        Self::new(problem, all.swap_remove(index), asked)
    }

    /// What the online judge accepts and the problem's package has, unless a language is asked for.
    pub fn new(
        problem: &Problem,
        destination: Destination,
        asked: Option<Source>,
    ) -> Result<Self, String> {
        let languages = destination.languages();
        let language = match asked {
            Some(source) => accepted(&destination, source).unwrap_or(source.plain()),
            None => languages
                .iter()
                .find(|language| file(problem, language.source).0.is_file())
                .unwrap_or(&languages[0]),
        };
        let (path, file) = file(problem, language.source);
        if path.is_file() {
            return Ok(Self { destination, language, path, file });
        }
        if asked.is_none() && accepted(&destination, Source::Rust).is_none() {
            let name = destination.name;
            return Err(format!("{name} does not accept Rust: write {file}, or use --lang rust"));
        }
        Err(format!("there is no {file}"))
    }

    /// One line: what is pasted where.
    pub fn headline(&self) -> String {
        let (name, file) = (&self.destination.name, &self.file);
        match accepted(&self.destination, Source::Rust) {
            Some(_) => format!("{name}: {file}"),
            None => format!("{name} does not accept Rust: {file}"),
        }
    }
}

/// The file in that language, whether it exists or not: its path, and the same as a person at the
/// workspace's root writes it.
fn file(problem: &Problem, source: Source) -> (PathBuf, String) {
    let name = &problem.name;
    match source {
        Source::Rust => (problem.solution(), format!("{name}/src/main.rs")),
        Source::C => (problem.folder.join(format!("{name}.c")), format!("{name}/{name}.c")),
    }
}

fn unknown_destination(problem: &Problem, all: &[Destination], to: &str) -> String {
    let keys: Vec<&str> = all.iter().map(|destination| destination.key.as_str()).collect();
    let (keys, name) = (keys.join(", "), &problem.name);
    format!(
        "--to: expected one of {keys}, which carry {name}, found {to:?}; \
         [package.metadata.judge] also = [\"URL\"] in {name}/Cargo.toml adds another"
    )
}

/// Each command that pastes the problem, and what it pastes.
pub fn commands(problem: &Problem) -> Vec<(String, String)> {
    let command = format!("cargo paste {}", problem.name);
    let mut rows = Vec::new();
    for destination in destinations(problem) {
        let to = if rows.is_empty() { String::new() } else { format!(" --to {}", destination.key) };
        let what = Choice::new(problem, destination, None).map_or_else(
            |error| error,
            |choice| {
                let (name, language) = (choice.destination.name, choice.language.choice);
                format!("{} to {name} as {language}", choice.file)
            },
        );
        rows.push((format!("{command}{to}"), what));
    }
    if rows.is_empty() {
        rows.push((command, problem.without_url()));
    }
    rows
}
