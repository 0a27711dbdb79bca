//! Which file goes to which online judge, and as what.

use std::path::{Path, PathBuf};

use crate::judges::{Destination, Language, Source, VJUDGE};
use crate::workspace::Problem;

/// Where a solution of the problem can go, its own judge first.
pub fn destinations(problem: &Problem) -> Vec<Destination> {
    problem.urls().map(Destination::new).collect()
}

/// Where a solution of the problem can go, and last the way through vjudge, if there is one.
pub fn destinations_with_vjudge(problem: &Problem) -> Vec<Destination> {
    let mut all = destinations(problem);
    if all.iter().all(|destination| destination.key != VJUDGE) {
        all.extend(all.iter().find_map(Destination::through_vjudge));
    }
    all
}

/// The destination of that name, or the problem's own judge.
pub fn destination(problem: &Problem, to: Option<&str>) -> Result<Destination, String> {
    let all = destinations_with_vjudge(problem);
    let own = all.first().ok_or_else(|| problem.without_url())?;
    let Some(to) = to else {
        return Ok(own.clone());
    };
    let found = all.iter().find(|destination| destination.key == to.to_lowercase());
    found.cloned().ok_or_else(|| {
        let keys: Vec<&str> = all.iter().map(|destination| destination.key.as_str()).collect();
        let keys = keys.join(", ");
        let name = &problem.name;
        format!(
            "--to: expected one of {keys}, which carry {name}, found {to:?}; \
             [package.metadata.judge] also = [\"URL\"] in {name}/Cargo.toml adds another"
        )
    })
}

/// The language as the judge has it, if it takes it.
pub fn takes(destination: &Destination, source: Source) -> Option<&'static Language> {
    let mut languages = destination.languages().iter();
    languages.find(|language| language.source == source)
}

/// The file that is pasted, and as what.
pub struct Choice {
    pub language: &'static Language,
    pub path: PathBuf,
    /// The path as a person writes it from the workspace's root.
    pub file: String,
    /// The language that the judge does not take.
    pub not_taken: Option<Source>,
}

impl Choice {
    /// What the judge takes and the problem's package has, unless a language is asked for.
    pub fn new(
        problem: &Problem,
        destination: &Destination,
        asked: Option<Source>,
    ) -> Result<Self, String> {
        let languages = destination.languages();
        let (language, not_taken) = match asked {
            Some(source) => match takes(destination, source) {
                Some(language) => (language, None),
                None => (source.plain(), Some(source)),
            },
            None => {
                let is_here = |language: &&Language| file(problem, language.source).is_ok();
                let language = languages.iter().find(is_here).unwrap_or(&languages[0]);
                let not_taken = takes(destination, Source::Rust).is_none().then_some(Source::Rust);
                (language, not_taken)
            }
        };
        let path = file(problem, language.source).map_err(|missing| match asked {
            None if not_taken.is_some() => format!(
                "{} takes no Rust: {missing}: write it, or --lang rust pastes src/main.rs",
                destination.name
            ),
            _ => missing,
        })?;
        Ok(Self { language, file: shown(problem, &path), path, not_taken })
    }
}

pub fn file(problem: &Problem, source: Source) -> Result<PathBuf, String> {
    let name = &problem.name;
    match source {
        Source::Rust => Some(problem.solution()).filter(|path| path.is_file()),
        Source::C => problem.twin(),
    }
    .ok_or_else(|| match source {
        Source::Rust => format!("expected {name}/src/main.rs, found none"),
        Source::C => format!("expected {name}/{name}.c, found none"),
    })
}

/// A path in the problem's package, as a person at the workspace's root writes it.
pub fn shown(problem: &Problem, path: &Path) -> String {
    format!("{}/{}", problem.name, crate::shown_path(&problem.folder, path))
}
