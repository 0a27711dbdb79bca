//! What a received problem changes in the workspace: a package of its own with its samples, or the
//! samples of a package that is there.
//!
//! A change is whole or not at all. What a crash interrupts all the same leaves a workspace that
//! builds, since a package becomes a member last, and the next run goes on from there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::changes::Changes;
use crate::companion::{self, Sample, Task};
use crate::ids;
use crate::suite::{self, Case, Limits, Match, Suite};
use crate::workspace::{cargo, cargo_command, Workspace};

/// What receiving came to.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    /// The package was made.
    New {
        /// Its name.
        package: String,
        /// What was written, from the workspace's root.
        written: Vec<String>,
    },
    /// The package was there.
    Known {
        /// Its name.
        package: String,
        /// How many samples were stored already.
        same: usize,
        /// What was written, from the workspace's root.
        written: Vec<String>,
    },
    /// Samples are not as they are stored, and nothing was changed.
    Differs {
        /// The package.
        package: String,
        /// Where they differ; never empty.
        differences: Vec<Difference>,
    },
}

/// A sample whose input is stored with another output.
#[derive(Debug, PartialEq)]
pub struct Difference {
    /// The case as it is stored.
    pub stored: Case,
    /// What the judge shows now.
    pub received: Sample,
}

impl Difference {
    /// Whether it is a sample in files: an edge case is somebody's own.
    pub fn can_be_replaced(&self) -> bool {
        !self.stored.inline && self.stored.is_sample()
    }
}

/// Stores a problem: as a new package, or the samples that a known one lacks. Only with `replace`
/// do samples take the place of stored ones; edge cases, limits and solutions are never touched.
///
/// # Errors
/// One line: what is in the way; nothing was changed.
pub fn receive(workspace: &Workspace, task: &Task, replace: bool) -> Result<Outcome, String> {
    let is_same = |url| ids::same_problem(url, &task.url);
    match workspace.problems.iter().find(|problem| problem.urls().any(is_same)) {
        Some(problem) => {
            let path = workspace.suite(&problem.name);
            let cases = Suite::read_or_empty(&path)?.cases;
            let merge = Merge::new(cases, unnamed(&task.samples));
            merge.store(workspace, &problem.name, replace, None)
        }
        None => new_problem(workspace, task),
    }
}

/// Moves the cases that stand in a suite itself, where cargo-compete writes what it downloads, to
/// files; gives a suite that cargo-compete wrote the text back that it had in the last commit.
///
/// # Errors
/// One line: what is in the way; nothing was changed.
pub fn tidy(workspace: &Workspace, package: &str, replace: bool) -> Result<Outcome, String> {
    if !workspace.problems.iter().any(|problem| problem.name == package) {
        return Err(format!("--tidy: expected a problem's package, found {package:?}"));
    }
    let path = workspace.suite(package);
    let suite = Suite::read(&path)?;
    let (inline, stored): (Vec<Case>, Vec<Case>) =
        suite.cases.into_iter().partition(|case| case.inline);
    if inline.is_empty() {
        return Ok(Outcome::Known { package: package.to_owned(), same: 0, written: Vec::new() });
    }
    let named = inline.into_iter().map(|case| {
        let sample = Sample { input: case.input, output: case.output };
        (sample, Some(case.name).filter(|name| is_own_name(name)))
    });
    let merge = Merge::new(stored, named.collect());
    let text = tidied(workspace, package, &suite.limits)?;
    merge.store(workspace, package, replace, Some((path, text)))
}

/// Whether an inline case has a name that somebody gave it and that can be a file's.
fn is_own_name(name: &str) -> bool {
    let given = !name.starts_with("inline-") && !name.starts_with("sample");
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    given && !name.is_empty() && name.chars().all(plain)
}

/// The text of a suite without its inline cases.
///
/// One that cargo-compete wrote has lost what it does not know: the memory limit, a time limit that
/// the judge's page does not say, how outputs are compared, comments. The last commit may have it.
fn tidied(workspace: &Workspace, package: &str, limits: &Limits) -> Result<String, String> {
    let path = workspace.suite(package);
    let found =
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rest = suite::without_inline_cases(&found.replace("\r\n", "\n"))?;
    if rest != suite::text(package, limits) {
        return Ok(rest);
    }
    let (before, known) = committed(workspace, package).unwrap_or_else(|| {
        let matching = Match::Lines;
        (String::new(), Limits { time: None, memory: None, matching })
    });
    let restored = Limits {
        time: limits.time.or(known.time),
        memory: limits.memory.or(known.memory),
        matching: match limits.matching {
            Match::Exact => known.matching,
            other => other,
        },
    };
    if restored == known && !before.is_empty() {
        return Ok(before);
    }
    Ok(suite::text(package, &restored))
}

/// The suite in the last commit, if it is tidy, and its limits.
fn committed(workspace: &Workspace, package: &str) -> Option<(String, Limits)> {
    let output = Command::new("git")
        .args(["show", &format!("HEAD:./{package}.yml")])
        .current_dir(workspace.testcases())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let is_tidy = suite::without_inline_cases(&text).as_ref() == Ok(&text);
    let limits = suite::limits(&text).ok()?;
    (output.status.success() && is_tidy).then_some((text, limits))
}

/// Samples beside the cases that are stored.
struct Merge {
    stored: Vec<Case>,
    same: usize,
    /// Each with its name.
    added: Vec<(Sample, String)>,
    differences: Vec<Difference>,
}

impl Merge {
    /// Tells what is stored from what is not; a sample may come with a name of its own.
    fn new(stored: Vec<Case>, received: Vec<(Sample, Option<String>)>) -> Self {
        let mut merge = Self { stored, same: 0, added: Vec::new(), differences: Vec::new() };
        for (sample, name) in received {
            let mut like: Vec<&Case> = merge.stored.iter().collect();
            like.retain(|case| same_text(&case.input, &sample.input));
            let known = |case: &&Case| same_text(&case.output, &sample.output);
            if like.iter().any(known) || merge.added.iter().any(|(added, _)| *added == sample) {
                merge.same += 1;
            } else if let Some(&stored) = like.first() {
                merge.differences.push(Difference { stored: stored.clone(), received: sample });
            } else {
                let name = name.unwrap_or_else(|| merge.free_name());
                merge.added.push((sample, name));
            }
        }
        merge
    }

    fn free_name(&self) -> String {
        let stored = self.stored.iter().map(|case| &case.name);
        let taken: Vec<&String> = stored.chain(self.added.iter().map(|(_, name)| name)).collect();
        let mut names = (1..).map(|number| format!("sample-{number}"));
        names.find(|name| !taken.contains(&name)).expect("numbers do not end")
    }

    fn store(
        self,
        workspace: &Workspace,
        package: &str,
        replace: bool,
        suite: Option<(PathBuf, String)>,
    ) -> Result<Outcome, String> {
        let package = package.to_owned();
        if !self.differences.is_empty() && !replace {
            let differences = self.differences;
            return Ok(Outcome::Differs { package, differences });
        }
        let mut changes = Changes::new(&workspace.root);
        let folder = workspace.testcases().join(&package);
        for difference in self.differences {
            if !difference.can_be_replaced() {
                return Err(format!(
                    "{}: expected the output that the judge shows, found another; only samples in \
                     files are replaced: mend it by hand",
                    difference.stored.origin
                ));
            }
            let path = folder.join("out").join(format!("{}.txt", difference.stored.name));
            changes.replace(path, difference.received.output)?;
        }
        for (sample, name) in &self.added {
            add_sample(&mut changes, &folder, name, sample)?;
        }
        if let Some((path, text)) = suite {
            changes.replace(path, text)?;
        }
        let applied = changes.apply()?;
        let cases = Suite::read_or_empty(&workspace.suite(&package))?.cases;
        let is_read = |name: &String| cases.iter().any(|case| case.name == *name);
        if let Some((_, name)) = self.added.iter().find(|(_, name)| !is_read(name)) {
            return Err(format!(
                "testcases/{package}.yml: expected an extend to in/*.txt and out/*.txt of \
                 ./{package}, found that it would not read {name}"
            ));
        }
        Ok(Outcome::Known { package, same: self.same, written: applied.keep() })
    }
}

fn unnamed(samples: &[Sample]) -> Vec<(Sample, Option<String>)> {
    samples.iter().map(|sample| (sample.clone(), None)).collect()
}

/// Judges' pages, and what copies them, differ in spaces and blank lines at the ends.
fn same_text(one: &str, other: &str) -> bool {
    let lines = |text: &str| {
        text.trim_end().lines().map(str::trim_end).map(str::to_owned).collect::<Vec<_>>()
    };
    lines(one) == lines(other)
}

fn add_sample(
    changes: &mut Changes,
    folder: &Path,
    name: &str,
    sample: &Sample,
) -> Result<(), String> {
    let file = format!("{name}.txt");
    changes.add(folder.join("in").join(&file), sample.input.clone())?;
    changes.add(folder.join("out").join(&file), sample.output.clone())
}

fn new_problem(workspace: &Workspace, task: &Task) -> Result<Outcome, String> {
    let package = ids::package_name(&task.url);
    if workspace.problems.iter().any(|problem| problem.name == package) {
        return Err(format!(
            "{package}: expected {} as its URL, found another: give one of the two problems a \
             package of another name by hand",
            task.url
        ));
    }
    let made = cargo_new(workspace, &package)?;
    let mut changes = Changes::new(&workspace.root);
    let folder = workspace.root.join(&package);
    let url = ids::canonical_url(&task.url);
    changes.add(folder.join("Cargo.toml"), manifest(&made.package_table, &package, &url))?;
    changes.add(folder.join("src").join("main.rs"), solution(&workspace.root, task, &url)?)?;
    changes.add(folder.join("tests").join("cases.rs"), "testcases::main!();\n".to_owned())?;
    changes.add(folder.join("benches").join("speed.rs"), "testcases::bench!();\n".to_owned())?;
    let cases = workspace.testcases().join(&package);
    for (index, sample) in task.samples.iter().enumerate() {
        add_sample(&mut changes, &cases, &format!("sample-{}", index + 1), sample)?;
    }
    if task.samples.is_empty() {
        for kind in ["in", "out"] {
            changes.add(cases.join(kind).join(".gitkeep"), String::new())?;
        }
    }
    let limits =
        Limits { time: task.time_limit, memory: task.memory_limit, matching: Match::Lines };
    changes.add(workspace.suite(&package), suite::text(&package, &limits))?;
    changes.replace(made.root_manifest_path, made.root_manifest)?;
    let applied = changes.apply()?;
    // Brings Cargo.lock up to date, and shows that the workspace still loads.
    cargo(&workspace.root, "metadata", &["--format-version=1", "--offline"])?;
    let mut written = applied.keep();
    written.push("Cargo.lock".to_owned());
    Ok(Outcome::New { package, written })
}

/// What `cargo new` makes of a package, and of the workspace that it becomes a member of.
struct Made {
    package_table: String,
    root_manifest: String,
    root_manifest_path: PathBuf,
}

/// Lets cargo make the package beside the workspace, in a folder with the same root manifest: so
/// nothing is a member before all of it is there.
fn cargo_new(workspace: &Workspace, package: &str) -> Result<Made, String> {
    let mut path = workspace.root.join("Cargo.toml");
    if path.is_symlink() {
        path = fs::canonicalize(path).map_err(|error| format!("Cargo.toml: {error}"))?;
    }
    let scratch = Scratch::new(workspace)?;
    scratch.copy(&path, "Cargo.toml")?;
    cargo(&scratch.folder, "new", &["--quiet", "--vcs=none", "--bin", package])?;
    let manifest = scratch.read(&format!("{package}/Cargo.toml"))?;
    let table = manifest.lines().take_while(|line| !line.starts_with('[') || *line == "[package]");
    // Before the first member cargo leaves out the space.
    let root_manifest = scratch
        .read("Cargo.toml")?
        .replace(&format!("\"{package}\",\""), &format!("\"{package}\", \""));
    Ok(Made {
        package_table: table.collect::<Vec<_>>().join("\n").trim_end().to_owned(),
        root_manifest,
        root_manifest_path: path,
    })
}

/// The manifest of a problem's package: as cargo makes it, and what all of them have.
fn manifest(package_table: &str, package: &str, url: &str) -> String {
    format!(
        r#"{package_table}

[package.metadata.cargo-compete.bin]
{package} = {{ problem = "{url}" }}

[dev-dependencies]
testcases.workspace = true

[[bin]]
name = "{package}"
path = "src/main.rs"
test = false
bench = false

[[test]]
name = "cases"
harness = false

[[bench]]
name = "speed"
harness = false

[lints]
workspace = true
"#
    )
}

/// The template of `compete.toml` with what the judge says of the problem.
fn solution(root: &Path, task: &Task, url: &str) -> Result<String, String> {
    let path = root.join("compete.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("compete.toml: {error}"))?;
    // So that a first line is found like any other.
    let text = format!("\n{}", text.replace("\r\n", "\n"));
    let template = text
        .split_once("\n[template]\n")
        .and_then(|(_, table)| table.split_once("src = '''\n"))
        .and_then(|(_, source)| source.split_once("'''"));
    let Some((template, _)) = template else {
        return Err("compete.toml: expected [template] with src = '''…''', found none".to_owned());
    };
    let mut pieces = template.split("{{");
    let mut source = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (value, rest) = match piece.split_once("}}") {
            Some(("name", rest)) => (as_markdown(&task.name), rest),
            Some(("url", rest)) => (url.to_owned(), rest),
            Some(("limits", rest)) => (limits_as_text(task), rest),
            _ => ("{{".to_owned(), piece),
        };
        source += &value;
        source += rest;
    }
    Ok(source)
}

/// A text in which rustdoc finds no link, no tag and no code.
fn as_markdown(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if "\\`[]<>".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    // A bare URL is no link, and rustdoc warns of it.
    escaped.replace("://", "\\://")
}

fn limits_as_text(task: &Task) -> String {
    let time = match task.time_limit.map(|limit| limit.as_millis()) {
        None => "time not known".to_owned(),
        Some(milliseconds) if milliseconds % 1000 == 0 => format!("{} s", milliseconds / 1000),
        Some(milliseconds) => format!("{milliseconds} ms"),
    };
    match task.memory_limit {
        None => format!("{time}, memory not known"),
        Some(bytes) => format!("{time}, {} MB", bytes / 1_000_000),
    }
}

/// The samples of the problem at `url` as cargo-compete downloads them, in a folder of its own: the
/// workspace is not touched.
///
/// # Errors
/// One line: what is missing, and how to get it, or that the download failed.
pub fn download(workspace: &Workspace, url: &str) -> Result<Task, String> {
    let url = companion::page_url(url)?;
    require(
        cargo_command().args(["compete", "--version"]),
        "cargo-compete is missing: `cargo install cargo-compete --locked`",
    )?;
    let url = ids::canonical_url(&url);
    let own_judges = ["://atcoder.jp/", "://codeforces.com/", "://yukicoder.me/"];
    if !own_judges.iter().any(|judge| url.contains(judge)) {
        require(
            Command::new("oj-api").arg("--help"),
            "oj-api is missing, which cargo-compete needs for this judge: \
             `pip install online-judge-api-client`",
        )?;
    }
    let package = ids::package_name(&url);
    let scratch = Scratch::new(workspace)?;
    scratch.copy(&workspace.root.join("compete.toml"), "compete.toml")?;
    scratch.write(
        "Cargo.toml",
        &format!("[workspace]\nresolver = \"2\"\nmembers = [\"{package}\"]\n"),
    )?;
    scratch.write(
        &format!("{package}/Cargo.toml"),
        &format!(
            "[package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
             [package.metadata.cargo-compete.bin]\n{package} = {{ problem = \"{url}\" }}\n"
        ),
    )?;
    scratch.write(&format!("{package}/src/main.rs"), "fn main() {}\n")?;
    let status = cargo_command()
        .args(["compete", "download", "--overwrite", "--package", &package])
        .current_dir(&scratch.folder)
        .status()
        .map_err(|error| format!("cargo compete: {error}"))?;
    let path = scratch.folder.join("testcases").join(format!("{package}.yml"));
    if !status.success() || !path.exists() {
        return Err(format!(
            "cargo compete download got nothing for {url}: if there is a network, and the judge \
             turns it away, use the browser: `cargo receive`"
        ));
    }
    let suite = Suite::read_or_empty(&path)?;
    let samples =
        suite.cases.into_iter().map(|case| Sample { input: case.input, output: case.output });
    Ok(Task {
        name: package,
        url,
        time_limit: suite.limits.time,
        memory_limit: suite.limits.memory,
        samples: samples.collect(),
        ..Task::default()
    })
}

fn require(command: &mut Command, otherwise: &str) -> Result<(), String> {
    match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err(format!("{otherwise}, or use the browser: `cargo receive`")),
    }
}

/// A folder below cargo's target folder that is removed with all that is in it.
struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    fn new(workspace: &Workspace) -> Result<Self, String> {
        let folder = workspace.target.join(format!("receive-{}", std::process::id()));
        // What a process of the same number left behind.
        let _ = fs::remove_dir_all(&folder);
        let scratch = Self { folder };
        fs::create_dir_all(&scratch.folder).map_err(|error| scratch.failed(error))?;
        Ok(scratch)
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let path = self.folder.join(path);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| self.failed(error))
    }

    fn copy(&self, from: &Path, to: &str) -> Result<(), String> {
        let text =
            fs::read_to_string(from).map_err(|error| format!("{}: {error}", from.display()))?;
        self.write(to, &text)
    }

    fn read(&self, path: &str) -> Result<String, String> {
        fs::read_to_string(self.folder.join(path)).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: std::io::Error) -> String {
        format!("{}: {error}", self.folder.display())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
