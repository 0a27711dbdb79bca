//! Reads the keys of a suite and the cases in it. The files that it names are not read here.

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use super::yaml::{self, Entry, Error, Node, Value};
use super::{referee_command, shown_path, units, with_lf, Case, Limits, Match};

/// What the file of a suite contains.
pub struct StoredSuite {
    pub limits: Limits,
    /// The cases that stand in the suite.
    pub cases: Vec<Case>,
    /// The line of the key `cases` and the last line of its value, from 1.
    pub lines_of_cases: Option<(usize, usize)>,
    pub extends: Vec<Extend>,
}

/// A folder whose files are cases.
pub struct Extend {
    pub line: usize,
    /// Relative to the folder of the suite.
    pub path: String,
    pub input: Pattern,
    /// `None` only where an interactor judges the cases.
    pub output: Option<Pattern>,
    pub limits: Limits,
}

/// The pattern `/FOLDER/PREFIX*SUFFIX`, which matches files of one folder.
pub struct Pattern {
    pub folder: String,
    pub prefix: String,
    pub suffix: String,
}

/// What the parts of a suite need to know of the suite.
#[derive(Clone, Copy)]
struct Context<'a> {
    /// The path of the suite and a colon, which a line number follows; empty without a path.
    file: &'a str,
    /// The command that must run a checker; `None` if the name of the package is not known.
    command: Option<&'a str>,
    /// The limits of a part that sets none.
    limits: Limits,
}

impl StoredSuite {
    /// Parses the text of a suite. Without a path the command of a checker is not compared with
    /// that of the package.
    ///
    /// # Errors
    /// One line: the path if there is one, the line, what was expected and what was found.
    pub fn parse(text: &str, path: Option<&Path>) -> Result<Self, String> {
        let file = path.map_or(String::new(), |path| shown_path(path) + ":");
        let name = path.and_then(Path::file_stem).and_then(OsStr::to_str);
        let command = name.map(referee_command);
        let limits = Limits { time: None, memory: None, matching: Match::Interactive };
        let context = Context { file: &file, command: command.as_deref(), limits };
        yaml::parse(text)
            .and_then(|node| Self::new(&node, context))
            .map_err(|Error { line, message }| format!("{file}{line}: {message}"))
    }

    fn new(node: &Node, mut context: Context) -> Result<Self, Error> {
        const KEYS: [&str; 6] = ["type", "timelimit", "memorylimit", "match", "cases", "extend"];
        let fields = Fields::unchecked(node, &KEYS)?;
        let kinds = |node| one_of(node, "type Batch or Interactive", &["Batch", "Interactive"]);
        let is_interactive = fields.required("type", kinds)? == "Interactive";
        fields.check(&known(&KEYS, is_interactive))?;
        context.limits.memory = fields.optional("memorylimit", memory_limit)?;
        context.limits = fields.limits(context)?;
        if !is_interactive && context.limits.matching == Match::Interactive {
            return Err(fields.missing("match"));
        }
        let cases = fields.entry("cases");
        Ok(Self {
            limits: context.limits,
            cases: list(cases, |(index, node)| inline_case(node, index, context))?,
            lines_of_cases: cases.map(|entry| (entry.line, entry.last_line)),
            extends: list(fields.entry("extend"), |(_, node)| Extend::new(node, context))?,
        })
    }
}

/// A case that stands in the suite; `index` counts from 0.
fn inline_case(node: &Node, index: usize, context: Context) -> Result<Case, Error> {
    const KEYS: [&str; 5] = ["name", "in", "out", "timelimit", "match"];
    let fields = Fields::new(node, &known(&KEYS, context.is_interactive()))?;
    let limits = fields.limits(context)?;
    let name = fields.optional("name", text)?;
    let input = fields.required("in", text)?;
    let output = if limits.matching.needs_referee() {
        fields.optional("out", text)?.unwrap_or_default()
    } else {
        fields.required("out", text)?
    };
    Ok(Case {
        name: name.unwrap_or_else(|| format!("inline-{}", index + 1)),
        input: with_lf(&input),
        output: with_lf(&output),
        time_limit: limits.time,
        memory_limit: limits.memory,
        matching: limits.matching,
        origin: format!("{}{}", context.file, node.line),
        inline: true,
    })
}

impl Extend {
    fn new(node: &Node, context: Context) -> Result<Self, Error> {
        const KEYS: [&str; 6] = ["type", "path", "in", "out", "timelimit", "match"];
        let keys = known(&KEYS, context.is_interactive());
        let fields = Fields::unchecked(node, &keys)?;
        let expected = "type Text (`cargo compete test` is for the others)";
        fields.required("type", |node| one_of(node, expected, &["Text"]))?;
        fields.check(&keys)?;
        let (line, path) = fields.required("path", |node| Ok((node.line, text(node)?)))?;
        let output =
            if context.is_interactive() { None } else { Some(fields.required("out", pattern)?) };
        let input = fields.required("in", pattern)?;
        Ok(Self { line, path, input, output, limits: fields.limits(context)? })
    }
}

impl Context<'_> {
    fn is_interactive(&self) -> bool {
        self.limits.matching == Match::Interactive
    }
}

/// The keys that are allowed: an interactive suite has no outputs and compares none.
fn known<'a>(keys: &[&'a str], is_interactive: bool) -> Vec<&'a str> {
    let is_known = |key: &&str| !is_interactive || !["out", "match"].contains(key);
    keys.iter().copied().filter(is_known).collect()
}

/// The values of a mapping.
struct Fields<'a> {
    line: usize,
    entries: &'a [Entry],
}

impl<'a> Fields<'a> {
    /// The entries of a mapping with no other keys than `keys`.
    fn new(node: &'a Node, keys: &[&str]) -> Result<Self, Error> {
        let fields = Self::unchecked(node, keys)?;
        fields.check(keys)?;
        Ok(fields)
    }

    fn unchecked(node: &'a Node, keys: &[&str]) -> Result<Self, Error> {
        match &node.value {
            Value::Mapping(entries) => Ok(Self { line: node.line, entries }),
            _ => Err(node.unexpected(&format!("the keys {}", keys.join(", ")))),
        }
    }

    fn check(&self, keys: &[&str]) -> Result<(), Error> {
        match self.entries.iter().find(|entry| !keys.contains(&entry.key.as_str())) {
            Some(Entry { key, line, .. }) => {
                let expected = format!("one of the keys {}", keys.join(", "));
                Err(Error::new(*line, &expected, key))
            }
            None => Ok(()),
        }
    }

    /// The limits in the mapping, completed by those of the context.
    fn limits(&self, context: Context) -> Result<Limits, Error> {
        let time = self.optional("timelimit", time_limit)?;
        let matching = self.optional("match", |node| matching(node, context.command))?;
        Ok(Limits {
            time: time.or(context.limits.time),
            memory: context.limits.memory,
            matching: matching.unwrap_or(context.limits.matching),
        })
    }

    fn entry(&self, key: &str) -> Option<&'a Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value of a key that may be missing or have no value.
    fn optional<T>(
        &self,
        key: &str,
        read: impl Fn(&'a Node) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let node = self.entry(key).map(|entry| &entry.value);
        node.filter(|node| !matches!(node.value, Value::Null)).map(read).transpose()
    }

    fn required<T>(
        &self,
        key: &str,
        read: impl Fn(&'a Node) -> Result<T, Error>,
    ) -> Result<T, Error> {
        read(&self.entry(key).ok_or_else(|| self.missing(key))?.value)
    }

    fn missing(&self, key: &str) -> Error {
        let message = format!("expected the key {key} among those that begin here, found none");
        Error { line: self.line, message }
    }
}

fn list<'a, T>(
    entry: Option<&'a Entry>,
    item: impl Fn((usize, &'a Node)) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    match entry.map(|entry| &entry.value) {
        None => Ok(Vec::new()),
        Some(Node { value: Value::List(items), .. }) => {
            items.iter().enumerate().map(item).collect()
        }
        Some(node) => Err(node.unexpected("a list, or `[]`")),
    }
}

fn text(node: &Node) -> Result<String, Error> {
    scalar(node, "a text (a number in quotes)", |text| Some(text.to_owned()))
}

fn one_of(node: &Node, expected: &str, right: &[&str]) -> Result<String, Error> {
    let text = text(node)?;
    if right.contains(&text.as_str()) {
        return Ok(text);
    }
    Err(node.unexpected(expected))
}

fn time_limit(node: &Node) -> Result<Duration, Error> {
    scalar(node, "a time such as 1s, 500ms or 1s 500ms", units::parse_duration)
}

fn memory_limit(node: &Node) -> Result<u64, Error> {
    let expected = "a whole number with B, KB, MB, GB, KiB, MiB or GiB, such as 64MiB";
    scalar(node, expected, units::parse_size)
}

fn pattern(node: &Node) -> Result<Pattern, Error> {
    let expected = "a pattern such as /in/*.txt or /*.in, with one `*` and that in the file's name";
    scalar(node, expected, Pattern::new)
}

/// Reads a text by a function that gives `None` if it is not what is expected.
fn scalar<T>(node: &Node, expected: &str, read: fn(&str) -> Option<T>) -> Result<T, Error> {
    let read = match &node.value {
        Value::Text(text) => read(text),
        _ => None,
    };
    read.ok_or_else(|| node.unexpected(expected))
}

fn positive(node: &Node) -> Result<f64, Error> {
    let number = match &node.value {
        Value::Number(text) => text.parse().ok(),
        _ => None,
    };
    number
        .filter(|number: &f64| number.is_finite() && number.is_sign_positive())
        .ok_or_else(|| node.unexpected("a number such as 1e-6, not less than 0"))
}

/// Reads the value of `match`. A checker must be run by `command`, if that is known.
fn matching(node: &Node, command: Option<&str>) -> Result<Match, Error> {
    let expected = "Exact, Lines, SplitWhitespace, Float with its errors below, or Checker with \
                    its cmd and shell below";
    let float_below = "below `match:` a line `Float:` and below that `absolute_error: 1e-6`, \
                       `relative_error: 1e-6` or both, each indented further";
    match &node.value {
        Value::Text(text) => match text.as_str() {
            "Exact" => Ok(Match::Exact),
            "Lines" => Ok(Match::Lines),
            "SplitWhitespace" => Ok(Match::SplitWhitespace),
            "Float" => Err(node.unexpected(float_below)),
            _ => Err(node.unexpected(expected)),
        },
        Value::Mapping(entries) if entries.len() == 1 => match &entries[0] {
            Entry { key, value, .. } if key == "Float" => float(value),
            Entry { key, value, .. } if key == "Checker" => checker(value, command),
            Entry { key, line, .. } => Err(Error::new(*line, expected, key)),
        },
        _ => Err(node.unexpected(expected)),
    }
}

fn float(node: &Node) -> Result<Match, Error> {
    let fields = Fields::new(node, &["relative_error", "absolute_error"])?;
    let relative_error = fields.optional("relative_error", positive)?;
    let absolute_error = fields.optional("absolute_error", positive)?;
    Ok(Match::Float { relative_error, absolute_error })
}

/// Checks that cargo-compete runs the same checker as the judge.
fn checker(node: &Node, command: Option<&str>) -> Result<Match, Error> {
    let fields = Fields::new(node, &["cmd", "shell"])?;
    fields.required("shell", |node| one_of(node, "Bash", &["Bash"]))?;
    fields.required("cmd", |node| match command {
        Some(command) => one_of(node, &format!("`{command}`"), &[command]),
        None => text(node),
    })?;
    Ok(Match::Checker)
}

impl Pattern {
    /// Parses a gitignore-style pattern, if it is one for files of one folder.
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
