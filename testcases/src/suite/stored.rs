//! What stands in the file of a suite: its keys and their values, before any case is read.

use std::time::Duration;

use super::yaml::{self, Entry, Error, Node, Value};
use super::{referee_command, units, Limits, Match};

/// A suite as it stands in its file.
pub struct StoredSuite {
    pub limits: Limits,
    pub cases: Vec<StoredCase>,
    /// The line of the key `cases`, from 1, and the last line of its value.
    pub lines_of_cases: Option<(usize, usize)>,
    pub extends: Vec<Extend>,
    /// The commands that run a checker.
    commands: Vec<Text>,
}

/// A text, and the line in which it stands.
struct Text {
    line: usize,
    text: String,
}

/// A case that stands in the suite.
pub struct StoredCase {
    pub line: usize,
    pub name: Option<String>,
    pub input: String,
    /// `None` only where a checker or an interactor judges the case.
    pub output: Option<String>,
    pub limits: OwnLimits,
}

/// A folder whose files are cases.
pub struct Extend {
    pub line: usize,
    /// Relative to the folder of the suite.
    pub path: String,
    pub input: Pattern,
    /// `None` only where an interactor judges the cases.
    pub output: Option<Pattern>,
    pub limits: OwnLimits,
}

/// The limits that a case or an `extend` has instead of those of the suite.
pub struct OwnLimits {
    pub time: Option<Duration>,
    pub matching: Option<Match>,
    command: Option<Text>,
}

/// The files of one folder whose names begin and end in a certain way: `/FOLDER/PREFIX*SUFFIX`.
pub struct Pattern {
    pub folder: String,
    pub prefix: String,
    pub suffix: String,
}

impl StoredSuite {
    /// Parses the text of a suite.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::new(yaml::parse(text)?)
    }

    fn new(node: Node) -> Result<Self, Error> {
        const KEYS: [&str; 6] = ["type", "timelimit", "memorylimit", "match", "cases", "extend"];
        let (mut fields, is_interactive) = Fields::of_suite(node, &KEYS)?;
        let memory = fields.optional("memorylimit").map(memory_limit).transpose()?;
        let own = OwnLimits::new(&mut fields)?;
        let matching = match own.matching {
            None if is_interactive => Match::Interactive,
            matching => matching.ok_or_else(|| fields.missing("match"))?,
        };
        let cases = fields.entry("cases");
        let lines_of_cases = cases.as_ref().map(|entry| (entry.line, entry.last_line));
        let extends = fields.entry("extend");
        let mut suite = Self {
            limits: Limits { time: own.time, memory, matching },
            cases: list(cases, |node| StoredCase::new(node, matching))?,
            lines_of_cases,
            extends: list(extends, |node| Extend::new(node, matching))?,
            commands: own.command.into_iter().collect(),
        };
        let cases = suite.cases.iter_mut().map(|case| &mut case.limits);
        let all = cases.chain(suite.extends.iter_mut().map(|extend| &mut extend.limits));
        suite.commands.extend(all.filter_map(|limits| limits.command.take()));
        Ok(suite)
    }

    /// Checks that cargo-compete runs the checker of the package `name`, as the judge does.
    pub fn check_commands(&self, name: &str) -> Result<(), Error> {
        let right = referee_command(name);
        match self.commands.iter().find(|command| command.text != right) {
            Some(Text { line, text }) => Err(Error::new(*line, &format!("`{right}`"), text)),
            None => Ok(()),
        }
    }
}

impl StoredCase {
    fn new(node: Node, of_suite: Match) -> Result<Self, Error> {
        const KEYS: [&str; 5] = ["name", "in", "out", "timelimit", "match"];
        let mut fields = Fields::new(node, &known(&KEYS, of_suite))?;
        let limits = OwnLimits::new(&mut fields)?;
        let output = match limits.matching.unwrap_or(of_suite) {
            Match::Checker | Match::Interactive => fields.optional("out"),
            _ => Some(fields.required("out")?),
        };
        Ok(Self {
            line: fields.line,
            name: fields.optional("name").map(string).transpose()?,
            input: string(fields.required("in")?)?,
            output: output.map(string).transpose()?,
            limits,
        })
    }
}

impl Extend {
    fn new(node: Node, of_suite: Match) -> Result<Self, Error> {
        const KEYS: [&str; 6] = ["type", "path", "in", "out", "timelimit", "match"];
        let mut fields = Fields::typed(node, "Text", &known(&KEYS, of_suite))?;
        let path = fields.required("path")?;
        let output = match of_suite {
            Match::Interactive => None,
            _ => Some(pattern(fields.required("out")?)?),
        };
        Ok(Self {
            line: path.line,
            path: string(path)?,
            input: pattern(fields.required("in")?)?,
            output,
            limits: OwnLimits::new(&mut fields)?,
        })
    }
}

/// Those of `keys` that a suite takes: an interactive one knows no outputs.
fn known<'a>(keys: &[&'a str], of_suite: Match) -> Vec<&'a str> {
    let is_known = |key: &&str| of_suite != Match::Interactive || !["out", "match"].contains(key);
    keys.iter().copied().filter(is_known).collect()
}

impl OwnLimits {
    fn new(fields: &mut Fields) -> Result<Self, Error> {
        let time = fields.optional("timelimit").map(time_limit).transpose()?;
        let (matching, command) = match fields.optional("match").map(matching).transpose()? {
            Some((matching, command)) => (Some(matching), command),
            None => (None, None),
        };
        Ok(Self { time, matching, command })
    }
}

/// The values of a mapping, each of which is taken once.
struct Fields {
    line: usize,
    entries: Vec<Entry>,
}

impl Fields {
    /// Checks that all keys are known.
    fn new(node: Node, keys: &[&str]) -> Result<Self, Error> {
        let fields = Self::unchecked(node, keys)?;
        fields.check(keys)?;
        Ok(fields)
    }

    /// Checks that all keys are known, but first that `type` is the one that the crate reads.
    fn typed(node: Node, expected: &str, keys: &[&str]) -> Result<Self, Error> {
        let mut fields = Self::unchecked(node, keys)?;
        let (line, found) = fields.kind()?;
        if found != expected {
            let help = format!("type {expected} (`cargo compete test` is for the others)");
            return Err(Error::new(line, &help, &found));
        }
        fields.check(keys)?;
        Ok(fields)
    }

    /// The keys of a suite, and whether it is an interactive one, which has no `match`.
    fn of_suite(node: Node, keys: &[&str]) -> Result<(Self, bool), Error> {
        let mut fields = Self::unchecked(node, keys)?;
        let (line, kind) = fields.kind()?;
        let is_interactive = kind == "Interactive";
        if !is_interactive && kind != "Batch" {
            return Err(Error::new(line, "type Batch or Interactive", &kind));
        }
        let keys = if is_interactive { known(keys, Match::Interactive) } else { keys.to_vec() };
        fields.check(&keys)?;
        Ok((fields, is_interactive))
    }

    /// The value of `type`, and its line.
    fn kind(&mut self) -> Result<(usize, String), Error> {
        let found = self.required("type")?;
        Ok((found.line, string(found)?))
    }

    fn unchecked(node: Node, keys: &[&str]) -> Result<Self, Error> {
        let line = node.line;
        match node.value {
            Value::Mapping(entries) => Ok(Self { line, entries }),
            other => Err(unexpected(line, &format!("the keys {}", keys.join(", ")), &other)),
        }
    }

    fn check(&self, keys: &[&str]) -> Result<(), Error> {
        let is_unknown = |entry: &&Entry| !keys.contains(&entry.key.as_str());
        match self.entries.iter().filter(is_unknown).min_by_key(|entry| entry.line) {
            Some(Entry { key, line, .. }) => {
                let expected = format!("one of the keys {}", keys.join(", "));
                Err(Error::new(*line, &expected, key))
            }
            None => Ok(()),
        }
    }

    fn entry(&mut self, key: &str) -> Option<Entry> {
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.swap_remove(index))
    }

    /// The value of a key that may be missing or have no value.
    fn optional(&mut self, key: &str) -> Option<Node> {
        let entry = self.entry(key)?;
        Some(entry.value).filter(|node| !matches!(node.value, Value::Null))
    }

    fn required(&mut self, key: &str) -> Result<Node, Error> {
        match self.entry(key) {
            Some(entry) => Ok(entry.value),
            None => Err(self.missing(key)),
        }
    }

    fn missing(&self, key: &str) -> Error {
        Error {
            line: self.line,
            message: format!("expected the key {key} among those that begin here, found none"),
        }
    }
}

fn unexpected(line: usize, expected: &str, found: &Value) -> Error {
    let message = match found {
        Value::Text(text) | Value::Number(text) => return Error::new(line, expected, text),
        Value::Null => return Error::new(line, expected, ""),
        Value::List(_) => format!("expected {expected}, found a list"),
        Value::Mapping(_) => format!("expected {expected}, found keys"),
    };
    Error { line, message }
}

fn string(node: Node) -> Result<String, Error> {
    match node.value {
        Value::Text(text) => Ok(text),
        other => Err(unexpected(node.line, "a text (a number in quotes)", &other)),
    }
}

fn list<T>(entry: Option<Entry>, item: impl Fn(Node) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    match entry.map(|entry| entry.value) {
        None => Ok(Vec::new()),
        Some(Node { value: Value::List(items), .. }) => items.into_iter().map(item).collect(),
        Some(Node { line, value }) => Err(unexpected(line, "a list, or `[]`", &value)),
    }
}

fn time_limit(node: Node) -> Result<Duration, Error> {
    scalar(node, "a time such as 1s, 500ms or 1s 500ms", units::parse_duration)
}

fn memory_limit(node: Node) -> Result<u64, Error> {
    let expected = "a whole number with B, KB, MB, GB, KiB, MiB or GiB, such as 64MiB";
    scalar(node, expected, units::parse_size)
}

fn pattern(node: Node) -> Result<Pattern, Error> {
    let expected = "a pattern such as /in/*.txt or /*.in, with one `*` and that in the file's name";
    scalar(node, expected, Pattern::new)
}

/// Reads a text; `None` says that it is not what is expected.
fn scalar<T>(node: Node, expected: &str, read: fn(&str) -> Option<T>) -> Result<T, Error> {
    match &node.value {
        Value::Text(text) => read(text),
        _ => None,
    }
    .ok_or_else(|| unexpected(node.line, expected, &node.value))
}

/// How outputs are compared, and the command where a checker does it.
fn matching(node: Node) -> Result<(Match, Option<Text>), Error> {
    let expected = "Exact, Lines, SplitWhitespace, Float with its errors below, or Checker with \
                    its cmd and shell below";
    let float_below = "below `match:` a line `Float:` and below that `absolute_error: 1e-6`, \
                       `relative_error: 1e-6` or both, each indented further";
    let line = node.line;
    match node.value {
        Value::Text(text) => match text.as_str() {
            "Exact" => Ok((Match::Exact, None)),
            "Lines" => Ok((Match::Lines, None)),
            "SplitWhitespace" => Ok((Match::SplitWhitespace, None)),
            "Float" => Err(Error::new(line, float_below, &text)),
            _ => Err(Error::new(line, expected, &text)),
        },
        Value::Mapping(mut entries) if entries.len() == 1 => match entries.remove(0) {
            entry if entry.key == "Float" => Ok((float(entry.value)?, None)),
            entry if entry.key == "Checker" => Ok((Match::Checker, Some(checker(entry.value)?))),
            Entry { key, line, .. } => Err(Error::new(line, expected, &key)),
        },
        other => Err(unexpected(line, expected, &other)),
    }
}

fn float(node: Node) -> Result<Match, Error> {
    let mut fields = Fields::new(node, &["relative_error", "absolute_error"])?;
    Ok(Match::Float {
        relative_error: fields.optional("relative_error").map(positive).transpose()?,
        absolute_error: fields.optional("absolute_error").map(positive).transpose()?,
    })
}

/// The command that runs a checker.
fn checker(node: Node) -> Result<Text, Error> {
    let mut fields = Fields::new(node, &["cmd", "shell"])?;
    let shell = fields.required("shell")?;
    let line = shell.line;
    let shell = string(shell)?;
    if shell != "Bash" {
        return Err(Error::new(line, "Bash", &shell));
    }
    let command = fields.required("cmd")?;
    Ok(Text { line: command.line, text: string(command)? })
}

fn positive(node: Node) -> Result<f64, Error> {
    let number = match &node.value {
        Value::Number(text) => text.parse().ok(),
        _ => None,
    };
    number
        .filter(|number: &f64| number.is_finite() && number.is_sign_positive())
        .ok_or_else(|| unexpected(node.line, "a number such as 1e-6, not less than 0", &node.value))
}

impl Pattern {
    /// Reads one of the gitignore-style patterns that stand for the files of one folder.
    fn new(text: &str) -> Option<Self> {
        let (folder, name) = text.rsplit_once('/')?;
        let folder = folder.strip_prefix('/').unwrap_or(folder);
        let (prefix, suffix) = name.split_once('*')?;
        let is_special = |part: &str| part.contains(['*', '?', '[', ']', '{', '}', '!', '\\', '#']);
        let is_odd = |segment: &str| ["", ".", ".."].contains(&segment);
        let is_odd_folder = !folder.is_empty() && folder.split('/').any(is_odd);
        if is_odd_folder || [folder, prefix, suffix].into_iter().any(is_special) {
            return None;
        }
        Some(Self {
            folder: folder.to_owned(),
            prefix: prefix.to_owned(),
            suffix: suffix.to_owned(),
        })
    }
}
