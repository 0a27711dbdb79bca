//! The packages of the workspace, and checks that they and the stored cases fit together.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::json::Value;
use crate::readme::{self, Section};
use crate::suite::{self, Suite};

/// The workspace around a folder, as cargo sees it.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The folder of the root `Cargo.toml`.
    pub root: PathBuf,
    /// Where cargo puts what it builds.
    pub target: PathBuf,
    /// Every package but the crate `testcases`, by name.
    pub problems: Vec<Problem>,
}

/// A package with a solution.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The package's name, which is the suite's and the binary's too.
    pub name: String,
    /// The package's folder.
    pub folder: PathBuf,
    /// The problem's page, from `[package.metadata.cargo-compete.bin]`.
    pub url: Option<String>,
    /// Its pages on other judges, from `[package.metadata.judge] also`.
    pub also: Vec<String>,
    /// Whether a dependency would make the solution more than one file.
    has_dependencies: bool,
    /// The targets as cargo names them: the kind, and the name.
    targets: BTreeSet<(String, String)>,
}

impl Problem {
    /// The solution: the file that is pasted into a judge.
    pub fn solution(&self) -> PathBuf {
        self.folder.join("src").join("main.rs")
    }

    /// The same solution in C, for a judge that does not accept Rust; `None` if there is none.
    pub fn twin(&self) -> Option<PathBuf> {
        let path = self.folder.join(format!("{}.c", self.name));
        path.is_file().then_some(path)
    }

    /// The message for a problem whose package names no URL.
    pub fn without_url(&self) -> String {
        let name = &self.name;
        format!(
            "{name}/Cargo.toml: expected the problem's URL, found none: add \
             [package.metadata.cargo-compete.bin] with {name} = {{ problem = \"URL\" }}"
        )
    }

    /// Every page of the problem: its own first.
    pub fn urls(&self) -> impl Iterator<Item = &str> {
        self.url.iter().chain(&self.also).map(String::as_str)
    }
}

impl Workspace {
    /// Asks cargo for the workspace that `folder` lies in.
    ///
    /// # Errors
    /// One line: if cargo cannot be run, finds no workspace, or refuses a manifest.
    pub fn find(folder: &Path) -> Result<Self, String> {
        let options = ["--format-version=1", "--no-deps", "--offline"];
        Self::parse(&cargo(folder, "metadata", &options)?)
    }

    /// Reads what `cargo metadata` prints.
    ///
    /// # Errors
    /// One line, if it has another form.
    pub(crate) fn parse(metadata: &[u8]) -> Result<Self, String> {
        Self::from_metadata(&Value::parse(metadata)?)
            .ok_or_else(|| "cargo metadata: expected packages, found another form".to_owned())
    }

    fn from_metadata(metadata: &Value) -> Option<Self> {
        let packages = metadata.get("packages")?.as_array()?.iter();
        // Only packages of a registry have a source.
        let own = packages.filter(|package| package.get("source") == Some(&Value::Null));
        let mut problems = own.map(problem).collect::<Option<Vec<_>>>()?;
        problems.retain(|problem| problem.name != env!("CARGO_PKG_NAME"));
        problems.sort_by(|a, b| a.name.cmp(&b.name));
        Some(Self {
            root: metadata.get("workspace_root")?.as_str()?.into(),
            target: metadata.get("target_directory")?.as_str()?.into(),
            problems,
        })
    }

    /// The folder of the suites.
    pub fn testcases(&self) -> PathBuf {
        self.root.join("testcases")
    }

    /// The suite of a problem, whether it exists or not.
    pub fn suite(&self, name: &str) -> PathBuf {
        self.testcases().join(format!("{name}.yml"))
    }

    /// Reads the suite of a problem.
    ///
    /// # Errors
    /// One line, if there is none, or if [`Suite::read`] fails.
    pub fn read_suite(&self, name: &str) -> Result<Suite, String> {
        Suite::read(&self.existing_suite(name)?)
    }

    fn existing_suite(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.suite(name);
        if path.exists() {
            return Ok(path);
        }
        Err(format!(
            "{name}: expected its suite testcases/{name}.yml, found none: write it after the model \
             of another problem's"
        ))
    }

    /// One line for each inconsistency: what was expected, what was found, and what to do.
    pub fn complaints(&self) -> Vec<String> {
        let mut complaints: Vec<_> = self.problems.iter().flat_map(package_complaints).collect();
        complaints.extend(self.shared_urls());
        complaints.extend(self.suites_without_a_package());
        for problem in &self.problems {
            // A problem without a case is reported by its own tests.
            let suite = self.existing_suite(&problem.name);
            complaints.extend(suite.and_then(|suite| Suite::read_or_empty(&suite)).err());
        }
        for found in
            [suite::orphans(&self.testcases()), self.readme_complaints(), self.registry_packages()]
        {
            complaints.extend(found.unwrap_or_else(|error| vec![error]));
        }
        complaints
    }

    fn shared_urls(&self) -> Vec<String> {
        let mut owners = BTreeMap::<&str, Vec<&str>>::new();
        for problem in &self.problems {
            for url in problem.urls() {
                owners.entry(url).or_default().push(&problem.name);
            }
        }
        owners.retain(|_, names| names.len() > 1);
        let complaint = |(url, names): (&str, Vec<&str>)| {
            let names = names.join(", ");
            format!("{names}: expected one package for {url}: remove it from the others")
        };
        owners.into_iter().map(complaint).collect()
    }

    fn suites_without_a_package(&self) -> Vec<String> {
        let files = file_names(&self.testcases());
        let names = files.iter().filter_map(|file| file.strip_suffix(".yml"));
        let strays = names.filter(|name| !self.has_problem(name));
        let complaint = |name| {
            format!(
                "testcases/{name}.yml: expected a package {name}, found none: remove the suite and \
                 its cases, or add the package to the members of Cargo.toml"
            )
        };
        strays.map(complaint).collect()
    }

    fn has_problem(&self, name: &str) -> bool {
        self.problems.iter().any(|problem| problem.name == name)
    }

    /// A problem may have no section. If it has one, each edge case needs a line.
    fn readme_complaints(&self) -> Result<Vec<String>, String> {
        let mut complaints = Vec::new();
        for section in readme::read(&self.testcases())? {
            let name = &section.problem;
            if !self.has_problem(name) {
                complaints.extend(section.cases.iter().map(|case| {
                    format!(
                        "testcases/README.md: expected a problem's name above the line of {case}, \
                         found {name:?}"
                    )
                }));
            } else if let Ok(suite) = Suite::read_or_empty(&self.suite(name)) {
                complaints.extend(section_complaints(&section, &suite));
            }
        }
        Ok(complaints)
    }

    fn registry_packages(&self) -> Result<Vec<String>, String> {
        let text = fs::read_to_string(self.root.join("Cargo.lock"))
            .map_err(|error| format!("Cargo.lock: {error}"))?;
        let mut name = "";
        let mut complaints = Vec::new();
        for line in text.lines() {
            if let Some(value) = line.strip_prefix("name = ") {
                name = value;
            } else if line.starts_with("source = ") {
                complaints.push(format!(
                    "Cargo.lock: expected the workspace's own packages only, found {name}: remove \
                     the dependency, a judge has none"
                ));
            }
        }
        Ok(complaints)
    }
}

/// The names of the files in a folder, in order; none if it cannot be read.
fn file_names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// What a subcommand of cargo prints.
///
/// # Errors
/// One line: the subcommand's name, and what it complains of.
pub(crate) fn cargo(folder: &Path, subcommand: &str, options: &[&str]) -> Result<Vec<u8>, String> {
    let output = cargo_command()
        .arg(subcommand)
        .args(options)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("cargo {subcommand}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let causes: Vec<_> = complaint.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Err(format!("cargo {subcommand}: {}", causes.join(" ")))
}

/// The cargo that runs this program, or else the one in `PATH`.
pub(crate) fn cargo_command() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn problem(package: &Value) -> Option<Problem> {
    let name = package.get("name")?.as_str()?;
    let metadata = package.get("metadata")?;
    let page = || metadata.get("cargo-compete")?.get("bin")?.get(name)?.get("problem")?.as_str();
    let also = || metadata.get("judge")?.get("also")?.as_array();
    let target = |target: &Value| {
        let kind = target.get("kind")?.as_array()?.first()?.as_str()?;
        Some((kind.to_owned(), target.get("name")?.as_str()?.to_owned()))
    };
    let mut dependencies = package.get("dependencies")?.as_array()?.iter();
    Some(Problem {
        name: name.to_owned(),
        folder: Path::new(package.get("manifest_path")?.as_str()?).parent()?.to_owned(),
        url: page().map(str::to_owned),
        also: also()
            .unwrap_or_default()
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        has_dependencies: dependencies
            .any(|dependency| dependency.get("kind") == Some(&Value::Null)),
        targets: package.get("targets")?.as_array()?.iter().map(target).collect::<Option<_>>()?,
    })
}

fn package_complaints(problem: &Problem) -> Vec<String> {
    let name = &problem.name;
    let has_target =
        |kind: &str, target: &str| problem.targets.contains(&(kind.to_owned(), target.to_owned()));
    let mut complaints = Vec::new();
    if problem.url.is_none() {
        complaints.push(problem.without_url());
    }
    if !has_target("bin", name) {
        complaints.push(format!(
            "{name}: expected the binary {name}, found none: its solution is src/main.rs"
        ));
    }
    if !has_target("test", "cases") {
        complaints.push(format!(
            "{name}: expected tests/cases.rs, found none: nothing judges the stored cases; copy \
             another problem's, and the [[test]] of its Cargo.toml"
        ));
    } else if !calls_main(&problem.folder.join("tests").join("cases.rs")) {
        complaints.push(format!(
            "{name}/tests/cases.rs: expected testcases::main!, found none: nothing judges the \
             stored cases"
        ));
    }
    // A renamed problem may leave a C program under its old name, which is not judged nor pasted.
    for file in file_names(&problem.folder) {
        if file.ends_with(".c") && file != format!("{name}.c") {
            complaints.push(format!("{name}/{file}: expected the name {name}.c: rename it"));
        }
    }
    if problem.has_dependencies {
        complaints.push(format!(
            "{name}/Cargo.toml: expected no [dependencies], found some: a judge compiles one file"
        ));
    }
    complaints
}

fn section_complaints(section: &Section, suite: &Suite) -> Vec<String> {
    let name = &section.problem;
    let undescribed =
        suite.cases.iter().filter(|case| !case.is_sample() && !section.cases.contains(&case.name));
    let without_line = undescribed.map(|case| {
        format!(
            "{}: expected a line \"- `{}`: what it catches\" under \"## {name}\" in \
             testcases/README.md, found none: write it",
            case.origin, case.name
        )
    });
    let is_stored = |line: &&String| suite.cases.iter().any(|case| case.name == **line);
    let without_case = section.cases.iter().filter(|line| !is_stored(line)).map(|line| {
        format!(
            "testcases/README.md: expected a case {line} of {name}, found none: remove its line"
        )
    });
    without_line.chain(without_case).collect()
}

fn calls_main(cases: &Path) -> bool {
    fs::read_to_string(cases).is_ok_and(|text| text.contains("testcases::main!"))
}
