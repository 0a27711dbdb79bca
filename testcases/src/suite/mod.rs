//! Suites and cases, as they are stored.
//!
//! A suite is a file `testcases/NAME.yml` in the format of cargo-compete, with one more key,
//! `memorylimit`. Mistakes that cargo-compete ignores are errors here.
//!
//! - `yaml`: parses the part of YAML that suites use
//! - `stored`: reads the keys of a suite, and the cases in it
//! - `units`: times and sizes, such as `1s` and `64MiB`
//! - `names`: which names a case may have

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

mod names;
mod stored;
pub(crate) mod units;
mod yaml;

pub(crate) use names::can_be_stored;
use stored::{Extend, Pattern, StoredSuite};
use units::format_size;

/// How many bytes a suite, an input or an output may have: several times more than any judge uses.
const LONGEST_FILE: u64 = 256 << 20;

/// How an output is compared with the right one. CRLF always equals LF.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Match {
    /// Byte by byte.
    Exact,
    /// Line by line.
    Lines,
    /// Token by token.
    SplitWhitespace,
    /// Line by line, token by token. Two numbers match if either error is small enough. Without
    /// errors they must be equal.
    Float {
        /// The greatest difference that is allowed, divided by the right number.
        relative_error: Option<f64>,
        /// The greatest difference that is allowed.
        absolute_error: Option<f64>,
    },
    /// Several outputs are right: the package has a checker.
    Checker,
    /// There is no right output: the package has an interactor, which talks with the program.
    Interactive,
}

impl Match {
    /// Whether outputs are not compared: the package has a checker or an interactor.
    pub fn needs_referee(self) -> bool {
        matches!(self, Self::Checker | Self::Interactive)
    }
}

/// The limits of a program on a case, and how its output is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Wall time; `None`: no limit.
    pub time: Option<Duration>,
    /// Address space in bytes; `None`: no limit.
    pub memory: Option<u64>,
    /// How an output is compared.
    pub matching: Match,
}

/// An input, its right output, and the limits of a program that finds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The name, such as `sample-1`. The first case that stands in the suite itself is `inline-1`
    /// if it has no name, and so on.
    pub name: String,
    /// The input of the program; its lines end in LF.
    pub input: String,
    /// The right output; its lines end in LF. With a checker it is one of the right outputs, or
    /// empty if none is stored. With an interactor it is empty.
    pub output: String,
    /// Wall time; `None` if the suite sets no limit.
    pub time_limit: Option<Duration>,
    /// Address space in bytes; `None` if the suite sets no limit.
    pub memory_limit: Option<u64>,
    /// How the output is compared.
    pub matching: Match,
    /// Where a person finds the case: the path of its input from the workspace's root. For a case
    /// that stands in the suite, the path and the line there, such as `testcases/poj1753.yml:8`.
    pub origin: String,
    /// Whether it stands in the suite itself, where `cargo compete download` writes samples.
    pub inline: bool,
}

/// All cases of a problem, the samples first, then by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// The cases; after [`Suite::read`] there is at least one.
    pub cases: Vec<Case>,
    /// The limits of the suite. A case or an `extend` may have others.
    pub limits: Limits,
}

impl Case {
    /// Whether the case is a sample of the statement: `sample-1`, `sample-2`, …, or one that stands
    /// in the suite itself.
    pub fn is_sample(&self) -> bool {
        let number = self.name.strip_prefix("sample-").unwrap_or_default();
        self.inline || (!number.is_empty() && number.chars().all(is_digit))
    }
}

impl Suite {
    /// Reads a suite and the cases that it points to.
    ///
    /// # Errors
    /// One line: the file, the line where there is one, what was expected and what was found.
    pub fn read(path: &Path) -> Result<Self, String> {
        let suite = Self::read_or_empty(path)?;
        if suite.cases.is_empty() {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            return Err(no_case_yet(&name, suite.limits.matching));
        }
        Ok(suite)
    }

    /// [`Match::Checker`] or [`Match::Interactive`], if its cases need a referee.
    pub fn referee(&self) -> Option<Match> {
        let all = self.cases.iter().map(|case| case.matching).chain([self.limits.matching]);
        all.into_iter().find(|matching| matching.needs_referee())
    }

    /// Reads a suite that may have no case yet.
    ///
    /// # Errors
    /// As [`Suite::read`], but a suite without a case is no error.
    pub fn read_or_empty(path: &Path) -> Result<Self, String> {
        let StoredSuite { mut cases, limits, extends, .. } = read_stored(path)?;
        for extend in extends {
            cases.extend(extend.cases(path)?);
        }
        names::check(&cases)?;
        cases.sort_by_cached_key(sort_key);
        Ok(Self { cases, limits })
    }
}

/// A message on a problem without a case, which says what files to add.
pub fn no_case_yet(name: &str, matching: Match) -> String {
    let input = format!("{name}: no case yet: add testcases/{name}/in/CASE.txt");
    if matching.needs_referee() {
        return input;
    }
    format!("{input} and testcases/{name}/out/CASE.txt")
}

/// The text of a suite whose cases are the files in `testcases/NAME/in` and `testcases/NAME/out`.
pub fn text(name: &str, limits: &Limits) -> String {
    let time = limits.time.map_or("~".to_owned(), units::format_duration);
    let memory = limits.memory.map(|bytes| format!("memorylimit: {}\n", format_size(bytes)));
    let memory = memory.unwrap_or_default();
    let matching = match_text(name, limits.matching);
    let (kind, output) = match limits.matching {
        Match::Interactive => ("Interactive", ""),
        _ => ("Batch", "    out: /out/*.txt\n"),
    };
    format!(
        "---\n\
         type: {kind}\n\
         timelimit: {time}\n\
         {memory}\
         {matching}\
         \n\
         cases: []\n\
         \n\
         extend:\n  \
           - type: Text\n    \
             path: \"./{name}\"\n    \
             in: /in/*.txt\n\
         {output}"
    )
}

/// The key `match` and its value; empty for an interactive suite, which has none.
fn match_text(name: &str, matching: Match) -> String {
    let error = |error: Option<f64>| error.map_or("~".to_owned(), |error| format!("{error:?}"));
    match matching {
        Match::Exact | Match::Lines | Match::SplitWhitespace => format!("match: {matching:?}\n"),
        Match::Float { relative_error, absolute_error } => format!(
            "match:\n  Float:\n    relative_error: {}\n    absolute_error: {}\n",
            error(relative_error),
            error(absolute_error)
        ),
        Match::Checker => {
            format!("match:\n  Checker:\n    cmd: {}\n    shell: Bash\n", referee_command(name))
        }
        Match::Interactive => String::new(),
    }
}

/// The command by which cargo-compete runs the checker of the package `name`. The judge runs the
/// same checker.
pub fn referee_command(name: &str) -> String {
    format!("cargo test --quiet --package {name} --test cases -- --check")
}

/// The text of a suite without the cases that stand in it, and without the comments between them.
/// The rest is unchanged, byte for byte.
///
/// # Errors
/// One line. It begins with the number of the line in which something is wrong.
pub fn without_inline_cases(text: &str) -> Result<String, String> {
    let Some((key, last)) = StoredSuite::parse(text, None)?.lines_of_cases else {
        return Ok(text.to_owned());
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (before, block, after) = (&lines[..key - 1], &lines[key - 1..last], &lines[last..]);
    let blank_lines =
        block.iter().rev().take_while(|line| line.trim_matches([' ', '\r', '\n']).is_empty());
    let blank_lines = &block[block.len() - blank_lines.count()..];
    let line_end = if block[0].ends_with("\r\n") { "\r\n" } else { "\n" };
    Ok([before, &["cases: []", line_end], blank_lines, after].concat().concat())
}

/// The limits in the text of a suite.
///
/// # Errors
/// One line. It begins with the number of the line in which something is wrong.
pub fn limits(text: &str) -> Result<Limits, String> {
    Ok(StoredSuite::parse(text, None)?.limits)
}

/// The files and folders in `testcases` that no suite reads: one message for each. The files of the
/// crate do not count, nor does `.gitkeep`. If a suite cannot be read, there are no messages.
///
/// # Errors
/// One line, if a folder cannot be listed.
pub fn orphans(testcases: &Path) -> Result<Vec<String>, String> {
    const OF_THE_CRATE: [&str; 4] = ["Cargo.toml", "README.md", "src", "tests"];
    let of_the_crate = |path: &PathBuf| OF_THE_CRATE.iter().any(|name| path.ends_with(name));
    let is_suite = |path: &PathBuf| path.extension() == Some(OsStr::new("yml"));
    let (suites, others): (Vec<_>, Vec<_>) = entries(testcases)?.into_iter().partition(is_suite);
    let mut read = BTreeSet::new();
    for suite in suites {
        match files_read(&suite) {
            Ok(files) => read.extend(files),
            Err(_) => return Ok(Vec::new()),
        }
    }
    let mut unread = Vec::new();
    for path in others.iter().filter(|path| !of_the_crate(path)) {
        collect_unread(path, &read, &mut unread)?;
    }
    Ok(unread
        .iter()
        .map(|path| format!("{path}: expected a suite that reads it, found none: remove it, or extend a suite to it"))
        .collect())
}

/// The files that a suite reads, and their folders.
fn files_read(suite: &Path) -> Result<BTreeSet<PathBuf>, String> {
    let mut read = BTreeSet::new();
    for extend in read_stored(suite)?.extends {
        let folder = extend.folder(suite)?;
        for pattern in [Some(extend.input), extend.output].into_iter().flatten() {
            read.extend(pattern.files(&folder)?.into_values());
            read.insert(folder.join(&pattern.folder));
        }
        read.insert(folder);
    }
    Ok(read)
}

fn collect_unread(
    path: &Path,
    read: &BTreeSet<PathBuf>,
    unread: &mut Vec<String>,
) -> Result<(), String> {
    if path.is_dir() && read.iter().any(|read| read.starts_with(path)) {
        for entry in entries(path)? {
            collect_unread(&entry, read, unread)?;
        }
    } else if !read.contains(path) && !path.ends_with(".gitkeep") {
        unread.push(shown_path(path));
    }
    Ok(())
}

fn read_stored(path: &Path) -> Result<StoredSuite, String> {
    StoredSuite::parse(&read_text(path)?, Some(path))
}

impl Extend {
    fn cases(self, suite: &Path) -> Result<Vec<Case>, String> {
        let folder = self.folder(suite)?;
        let inputs = self.input.files(&folder)?;
        let mut outputs =
            self.output.as_ref().map_or(Ok(BTreeMap::new()), |output| output.files(&folder))?;
        let Limits { time, memory, matching } = self.limits;
        let mut cases = Vec::new();
        for (name, input) in inputs {
            let output = match (outputs.remove(&name), &self.output) {
                (Some(output), _) => read_text(&output)?,
                (None, Some(output)) if matching != Match::Checker => {
                    return Err(output.missing(&folder, "an output", &input));
                }
                (None, _) => String::new(),
            };
            cases.push(Case {
                input: with_lf(&read_text(&input)?),
                output: with_lf(&output),
                time_limit: time,
                memory_limit: memory,
                matching,
                origin: shown_path(&input),
                inline: false,
                name,
            });
        }
        match outputs.values().next() {
            Some(output) => Err(self.input.missing(&folder, "an input", output)),
            None => Ok(cases),
        }
    }

    fn folder(&self, suite: &Path) -> Result<PathBuf, String> {
        let path = self.path.strip_prefix("./").unwrap_or(&self.path);
        let folder = suite.parent().unwrap_or(suite).join(path);
        if folder.is_dir() {
            return Ok(folder);
        }
        let (suite, folder) = (shown_path(suite), shown_path(&folder));
        Err(format!("{suite}:{}: expected a folder {folder}, found none", self.line))
    }
}

impl Pattern {
    /// The files below `base` that match, by their names without extension. There are none if the
    /// folder is missing.
    fn files(&self, base: &Path) -> Result<BTreeMap<String, PathBuf>, String> {
        let folder = base.join(&self.folder);
        let mut files = BTreeMap::new();
        if !folder.is_dir() {
            return Ok(files);
        }
        for path in entries(&folder)? {
            let name = path.file_name().and_then(OsStr::to_str);
            let stem = path.file_stem().and_then(OsStr::to_str);
            let (Some(name), Some(stem)) = (name, stem) else {
                return Err(format!("{}: expected a name in UTF-8", shown_path(&path)));
            };
            if !self.matches(name) || path.is_dir() {
                continue;
            }
            if let Some(other) = files.insert(stem.to_owned(), path.clone()) {
                let (path, other) = (shown_path(&path), shown_path(&other));
                return Err(format!("{path}: expected one file for {stem:?}, found {other} too"));
            }
        }
        Ok(files)
    }

    fn matches(&self, name: &str) -> bool {
        name.strip_prefix(&self.prefix).is_some_and(|rest| rest.ends_with(&self.suffix))
    }

    /// The error that the file `other` has no counterpart that matches.
    fn missing(&self, base: &Path, expected: &str, other: &Path) -> String {
        let folder = shown_path(&base.join(&self.folder));
        let (other, prefix, suffix) = (shown_path(other), &self.prefix, &self.suffix);
        format!("{other}: expected {expected} of the same name, found none in {folder}/{prefix}*{suffix}")
    }
}

/// Sorts samples first, and numbers in names by their values: `a-9` before `a-10`.
fn sort_key(case: &Case) -> (bool, Vec<(String, usize, String)>) {
    let mut parts = Vec::new();
    let mut rest = case.name.as_str();
    while !rest.is_empty() {
        let (text, number) = rest.split_at(rest.find(is_digit).unwrap_or(rest.len()));
        let end = number.find(|c| !is_digit(c)).unwrap_or(number.len());
        let digits = number[..end].trim_start_matches('0');
        parts.push((text.to_owned(), digits.len(), digits.to_owned()));
        rest = &number[end..];
    }
    (!case.is_sample(), parts)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// The entries of a folder, sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let of_folder = |error| format!("{}: {error}", shown_path(folder));
    let mut paths = fs::read_dir(folder)
        .map_err(of_folder)?
        .map(|entry| entry.map(|entry| entry.path()).map_err(of_folder))
        .collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}

/// The text of a regular file. Another file, such as a pipe, might have no end.
fn read_text(path: &Path) -> Result<String, String> {
    let shown = shown_path(path);
    let of_file = |error| format!("{shown}: {error}");
    let data = fs::metadata(path).map_err(of_file)?;
    if !data.is_file() {
        return Err(format!("{shown}: expected a file, found something else"));
    }
    if data.len() > LONGEST_FILE {
        let (most, found) = (format_size(LONGEST_FILE), data.len());
        return Err(format!("{shown}: expected at most {most}, found {found} bytes"));
    }
    String::from_utf8(fs::read(path).map_err(of_file)?).map_err(|error| {
        let (line, byte) = not_utf8(error.as_bytes()).unwrap_or_default();
        format!("{shown}:{line}: expected UTF-8, found the byte {byte:#04x}")
    })
}

/// The line (from 1) and the value of the first byte that is not UTF-8.
pub(crate) fn not_utf8(bytes: &[u8]) -> Option<(usize, u8)> {
    let start = std::str::from_utf8(bytes).err()?.valid_up_to();
    let line = 1 + bytes[..start].iter().filter(|&&byte| byte == b'\n').count();
    Some((line, bytes[start]))
}

/// A text with LF line ends.
pub(crate) fn with_lf(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// A path relative to the workspace's root, with forward slashes.
fn shown_path(path: &Path) -> String {
    let testcases = path.ancestors().find(|folder| folder.ends_with("testcases"));
    let root = testcases.and_then(Path::parent).unwrap_or(Path::new(""));
    crate::shown_path(root, path)
}
