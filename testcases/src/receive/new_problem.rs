//! A problem that the workspace lacks: its package, its suite and its samples.

use std::fs;
use std::path::{Path, PathBuf};

use super::changes::Changes;
use super::merge::add_sample;
use super::task::Task;
use super::Outcome;
use crate::online_judges;
use crate::scratch::Scratch;
use crate::suite::{self, Limits, Match};
use crate::workspace::{cargo, Workspace};

/// Makes the package of a problem.
///
/// # Errors
/// One line: what is in the way; nothing was changed.
pub(super) fn make(workspace: &Workspace, task: &Task) -> Result<Outcome, String> {
    let package = online_judges::package_name(&task.url);
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
    let url = online_judges::canonical_url(&task.url);
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
    let scratch = Scratch::new(&workspace.target, "receive")?;
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
