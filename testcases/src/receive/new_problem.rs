//! Makes a new problem: its package, its suite and its samples.

use std::fs;
use std::path::Path;

use super::task::Task;
use super::update::Update;
use super::{messages, Stored};
use crate::online_judges::OnlineProblem;
use crate::scratch::Scratch;
use crate::suite::{self, Limits, Match};
use crate::workspace::{cargo, Workspace};

/// Makes the package of a problem. `None` if another program changed the workspace meanwhile.
///
/// # Errors
/// One line: what is in the way; nothing was changed.
pub(super) fn make(
    workspace: &Workspace,
    task: &Task,
    package: &str,
    problem: &OnlineProblem,
) -> Result<Option<Stored>, String> {
    let before = read(&workspace.root, "Cargo.toml")?;
    let (package_table, after) = cargo_new(workspace, &before, package)?;
    let outputs = task.samples.iter().map(|sample| sample.output.as_str());
    let (matching, cases, kinds) = match task.interactive {
        // The output of an interactive program is not stored.
        true => (Match::Interactive, interactor(package), &["in"][..]),
        false => (problem.comparison(outputs), COMPARED.to_owned(), &["in", "out"][..]),
    };
    let mut update = Update::new(workspace, package);
    let url = problem.page();
    for (path, text) in [
        ("Cargo.toml", manifest(&package_table, package, &url)),
        ("src/main.rs", solution(&workspace.root, task, package, &url)?),
        ("tests/cases.rs", cases),
        ("benches/speed.rs", "testcases::bench!();\n".to_owned()),
    ] {
        update.changes.add(&workspace.root.join(package).join(path), text)?;
    }
    update.add_samples(matching, &[], &task.samples, false)?;
    if task.samples.is_empty() {
        let folder = workspace.testcases().join(package);
        for kind in kinds {
            update.changes.add(&folder.join(kind).join(".gitkeep"), String::new())?;
        }
    }
    let limits = Limits { time: task.time_limit, memory: task.memory_limit, matching };
    update.changes.add(&workspace.suite(package), suite::text(package, &limits))?;
    // Last: a package becomes a member when all its files exist.
    update.changes.replace(&workspace.root.join("Cargo.toml"), Some(before), after)?;
    update.stored.is_new = true;
    update.stored.notes = messages::notes(task, package, matching);
    update.apply()
}

/// Runs `cargo new` in a scratch folder with a copy of the root manifest. Returns the `[package]`
/// table of the new package, and the root manifest with the new member. In the workspace itself
/// `cargo new` would add a member whose files do not exist yet.
fn cargo_new(
    workspace: &Workspace,
    root_manifest: &str,
    package: &str,
) -> Result<(String, String), String> {
    let scratch = Scratch::new(&workspace.target, "receive")?;
    scratch.write("Cargo.toml", root_manifest)?;
    cargo(&scratch.folder, "new", &["--quiet", "--vcs=none", "--bin", package])?;
    let manifest = scratch.read(&format!("{package}/Cargo.toml"))?;
    let table = manifest.lines().take_while(|line| !line.starts_with('[') || *line == "[package]");
    let table: Vec<&str> = table.collect();
    // cargo writes no space after a new first member, and ends every line with LF.
    let mut members = scratch
        .read("Cargo.toml")?
        .replace(&format!("\"{package}\",\""), &format!("\"{package}\", \""));
    if root_manifest.contains("\r\n") {
        members = members.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    Ok((table.join("\n").trim_end().to_owned(), members))
}

fn read(root: &Path, file: &str) -> Result<String, String> {
    fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))
}

/// The manifest of a problem's package: the table that cargo writes, and what all problems have.
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

/// The text of `tests/cases.rs` where outputs are compared.
const COMPARED: &str = "testcases::main!();\n";

/// The text of `tests/cases.rs` where the judge talks with the program.
fn interactor(package: &str) -> String {
    format!(
        r#"//! The judge's side of the conversation.

use testcases::interactor::{{Checked, Program, Tokens}};

testcases::main!(interactor: interact);

/// Reads the input of a case, `testcases/{package}/in/CASE.txt`, and talks with the program, as in
///
///     let secret: u32 = input.number("the secret", 1..=100)?;
///     let guess = program.number("a guess", 1..=100)?;
///     program.tell(if guess < secret {{ "higher" }} else {{ "lower" }});
///     return program.wrong("no guess is left");
///
/// `Ok(())` says that all was right. The files of the samples hold what the statement shows as the
/// input of the program: put there what the interactor is to read.
fn interact(_input: &mut Tokens, _program: &mut Program) -> Checked {{
    panic!("write the interactor here");
}}
"#
    )
}

/// The text of `src/main.rs`: the template in `compete.toml`, filled in.
fn solution(root: &Path, task: &Task, package: &str, url: &str) -> Result<String, String> {
    let text = read(root, "compete.toml")?.replace("\r\n", "\n");
    // The first line is then found like any other.
    let text = format!("\n{text}");
    let template = text
        .split_once("\n[template]\n")
        .and_then(|(_, table)| table.split_once("src = '''\n"))
        .and_then(|(_, source)| source.split_once("'''"));
    let Some((template, _)) = template else {
        return Err("compete.toml: expected [template] with src = '''…''', found none".to_owned());
    };
    let paragraph = |sentence: &String| format!("\n//!\n//! {}", as_markdown(sentence));
    let notes: String = messages::peculiarities(task, package).iter().map(paragraph).collect();
    // The name comes last: a `{{…}}` in it is not replaced.
    Ok(template
        .replace("{{limits}}", &limits_as_text(task))
        .replace("{{notes}}", &notes)
        .replace("{{url}}", url)
        .replace("{{name}}", &as_markdown(if task.name.is_empty() { package } else { &task.name })))
}

/// Escapes what rustdoc would read as a link, a tag or code.
pub(super) fn as_markdown(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if "\\`[]<>".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    // rustdoc warns of a bare URL.
    escaped.replace("://", "\\://")
}

fn limits_as_text(task: &Task) -> String {
    let time = match task.time_limit.map(|limit| limit.as_millis()) {
        None => "time not known".to_owned(),
        Some(milliseconds) if milliseconds % 1000 == 0 => format!("{} s", milliseconds / 1000),
        Some(milliseconds) => format!("{milliseconds} ms"),
    };
    let memory = task.memory_limit.map(|bytes| format!("{} MB", bytes / 1_000_000));
    format!("{time}, {}", memory.unwrap_or("memory not known".to_owned()))
}
