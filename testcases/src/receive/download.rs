//! Samples as cargo-compete downloads them.

use std::process::Command;

use super::task::{page_url, Sample, Task};
use crate::online_judges::OnlineProblem;
use crate::scratch::Scratch;
use crate::suite::Suite;
use crate::workspace::{cargo_command, Workspace};

/// Downloads the samples of the problem at `url` by cargo-compete. It runs in a scratch folder, so
/// that it writes nothing into the workspace.
///
/// # Errors
/// One line: what is missing, and how to get it, or that the download failed.
pub(super) fn download(workspace: &Workspace, url: &str) -> Result<Task, String> {
    let url = page_url(url)?;
    require(
        cargo_command().args(["compete", "--version"]),
        "cargo-compete is missing: `cargo install cargo-compete --locked`",
    )?;
    let problem = OnlineProblem::new(&url, "");
    let url = problem.page();
    // For all other judges cargo-compete calls oj-api.
    let own_judges = ["://atcoder.jp/", "://codeforces.com/", "://yukicoder.me/"];
    if !own_judges.iter().any(|judge| url.contains(judge)) {
        require(
            Command::new("oj-api").arg("--help"),
            "oj-api is missing, which cargo-compete needs for this judge: \
             `pip install online-judge-api-client`",
        )?;
    }
    let package = problem.name();
    let scratch = Scratch::new(&workspace.target, "receive")?;
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
    Ok(Task {
        url,
        time_limit: suite.limits.time,
        memory_limit: suite.limits.memory,
        samples: suite.cases.into_iter().map(Sample::from).collect(),
        ..Task::default()
    })
}

fn require(command: &mut Command, otherwise: &str) -> Result<(), String> {
    match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err(format!("{otherwise}, or use the browser: `cargo receive`")),
    }
}
