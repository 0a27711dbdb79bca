//! A task: a problem with its samples, as Competitive Companion sends it in JSON.

use std::time::Duration;

use crate::is_shown;
use crate::json::Value;
use crate::suite::{self, with_lf, Case};

/// A problem as its page shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    /// The problem's name: one line, safe to print.
    pub name: String,
    /// The problem's page: `http` or `https`, without characters that would need quoting.
    pub url: String,
    /// The time limit; `None` where the page has none.
    pub time_limit: Option<Duration>,
    /// The memory limit in bytes; `None` where the page has none.
    pub memory_limit: Option<u64>,
    /// The samples in the order of the page.
    pub samples: Vec<Sample>,
    /// Whether the judge talks with the program.
    pub interactive: bool,
    /// The file that the program has to read instead of stdin.
    pub input_file: Option<String>,
    /// The file that the program has to write instead of stdout.
    pub output_file: Option<String>,
    /// The batch that it was sent in. Each press of the extension's button makes one.
    pub batch: Batch,
}

/// An input and its right output, as a judge shows them; the lines end in LF.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// What a program reads.
    pub input: String,
    /// What it must print.
    pub output: String,
    /// The name of its case, if somebody gave it one that a file can have.
    pub name: Option<String>,
}

/// The tasks that the extension sends for one page, one after another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// All tasks of the batch have it, and no others.
    pub id: String,
    /// How many tasks it has.
    pub size: u64,
}

impl From<Case> for Sample {
    fn from(case: Case) -> Self {
        // `inline-1` is a case without a name, and `sample1` what cargo-compete calls samples.
        let is_given = |name: &String| {
            !name.starts_with("inline-") && !name.to_ascii_lowercase().starts_with("sample")
        };
        let name = Some(case.name).filter(|name| is_given(name) && suite::can_be_stored(name));
        Self { input: case.input, output: case.output, name }
    }
}

impl Task {
    /// Reads a task as the extension writes it.
    ///
    /// # Errors
    /// One line: what was expected, what was found, and where.
    pub fn parse(json: impl AsRef<[u8]>) -> Result<Self, String> {
        let task = Value::parse(json)?;
        let tests = field(&task, "tests", "an array", Value::as_array)?;
        let samples = tests.unwrap_or_default().iter().map(sample);
        Ok(Self {
            name: title(text(&task, "name")?),
            url: page_url(text(&task, "url")?)?,
            time_limit: limit(&task, "timeLimit")?.map(Duration::from_millis),
            memory_limit: limit(&task, "memoryLimit")?.map(|megabytes| megabytes * 1_000_000),
            samples: samples.collect::<Result<_, _>>()?,
            interactive: field(&task, "interactive", "true or false", Value::as_bool)?
                .unwrap_or(false),
            input_file: file(&task, "input", "stdin")?,
            output_file: file(&task, "output", "stdout")?,
            batch: batch(&task)?,
        })
    }
}

/// A member of an object; `None` if it is missing or null.
fn field<'a, T>(
    object: &'a Value,
    key: &str,
    kind: &str,
    read: impl Fn(&'a Value) -> Option<T>,
) -> Result<Option<T>, String> {
    if object.as_object().is_none() {
        return Err(format!("expected an object with the key {key:?}, found {}", shown(object)));
    }
    let value = object.get(key).filter(|value| **value != Value::Null);
    let unexpected = |value| format!("{key}: expected {kind}, found {}", shown(value));
    value.map(|value| read(value).ok_or_else(|| unexpected(value))).transpose()
}

/// A string that an object must have.
fn text<'a>(object: &'a Value, key: &str) -> Result<&'a str, String> {
    required(field(object, key, "a string", Value::as_str)?, key)
}

fn required<T>(value: Option<T>, key: &str) -> Result<T, String> {
    value.ok_or_else(|| format!("expected the key {key:?}, found none"))
}

fn sample(test: &Value) -> Result<Sample, String> {
    let [input, output] = [text(test, "input")?, text(test, "output")?].map(with_lf);
    Ok(Sample { input, output, name: None })
}

/// A whole number of milliseconds or megabytes; 0 means that the page shows no limit.
fn limit(task: &Value, key: &str) -> Result<Option<u64>, String> {
    let whole = |value: &Value| {
        let number = value.as_f64()?.floor();
        (0.0..=1e12).contains(&number).then_some(number as u64)
    };
    let limit = field(task, key, "a number from 0 to 1e12", whole)?;
    Ok(limit.filter(|&limit| limit > 0))
}

/// The file that is used instead of stdin or stdout: its name, or a pattern.
fn file(task: &Value, key: &str, standard: &str) -> Result<Option<String>, String> {
    let Some(stream) = field(task, key, "an object", Some)? else {
        return Ok(None);
    };
    let text = |key| field(stream, key, "a string", Value::as_str);
    let kind = text("type")?.filter(|kind| *kind != standard);
    let name = text("fileName")?.or(text("pattern")?);
    Ok(kind.map(|kind| title(name.unwrap_or(kind))))
}

fn batch(task: &Value) -> Result<Batch, String> {
    let Some(batch) = field(task, "batch", "an object", Some)? else {
        return Ok(Batch::default());
    };
    let size = field(batch, "size", "a whole number", Value::as_u64)?;
    Ok(Batch { id: text(batch, "id")?.to_owned(), size: required(size, "size")? })
}

/// Checks that a URL can be written between quotes in a manifest and after `//!` in a source.
pub(super) fn page_url(text: &str) -> Result<String, String> {
    let web = text.starts_with("http://") || text.starts_with("https://");
    let plain = |c: char| is_shown(c) && !c.is_whitespace() && !"\"\\'<>`".contains(c);
    if web && text.len() <= 2000 && text.chars().all(plain) {
        Ok(text.to_owned())
    } else {
        Err(format!("url: expected a page's URL, found {}", quoted(text)))
    }
}

/// A text as one line of at most 200 characters, all of which a terminal can show.
fn title(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || !is_shown(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(200).collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// The beginning of a text from outside, quoted and escaped for a message.
pub(super) fn quoted(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    format!("{start:?}{more}")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub const TASK: &str = r#"{"name":"Flip Game","group":"POJ","url":"http://poj.org/problem?id=1753",
        "interactive":false,"memoryLimit":65,"timeLimit":1000,
        "tests":[{"input":"bwwb\nbbwb\nbwwb\nbwww\n","output":"4\n"}],
        "testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},
        "languages":{"java":{"mainClass":"Main","taskClass":"FlipGame"}},
        "batch":{"id":"123e67c8","size":1}}"#;

    pub fn task() -> Task {
        Task::parse(TASK).unwrap()
    }

    /// [`TASK`] with one member replaced by another text.
    pub fn altered(from: &str, to: &str) -> String {
        assert!(TASK.contains(from), "{from}");
        TASK.replace(from, to)
    }

    #[test]
    fn what_a_page_may_lack_is_none() {
        let least = r#"{"name":"","url":"https://example.com/","tests":[]}"#;
        let task = Task::parse(least).unwrap();
        assert_eq!((task.time_limit, task.memory_limit), (None, None));
        assert_eq!((task.input_file, task.output_file), (None, None));
        assert_eq!((task.samples, task.interactive), (vec![], false));
        assert_eq!(task.batch, Batch::default());
        let unlimited = altered("65", "0").replace("1000", "0.9");
        let task = Task::parse(unlimited).unwrap();
        assert_eq!((task.time_limit, task.memory_limit), (None, None));
    }

    #[test]
    fn a_file_may_be_named_by_a_pattern() {
        let json = altered(r#"{"type":"stdin"}"#, r#"{"type":"regex","pattern":"a.*[.]in"}"#);
        assert_eq!(Task::parse(json).unwrap().input_file.as_deref(), Some("a.*[.]in"));
    }

    #[test]
    fn texts_may_hold_anything() {
        let tests = r#"[{"input":"","output":""},{"input":"é\u00e9\ud83d\ude00\t\"\\\r\n","output":" \u0000x"}]"#;
        let json = altered(r#"[{"input":"bwwb\nbbwb\nbwwb\nbwww\n","output":"4\n"}]"#, tests);
        let samples = Task::parse(json).unwrap().samples;
        assert_eq!((samples[0].input.as_str(), samples[0].output.as_str()), ("", ""));
        assert_eq!(samples[1].input, "éé😀\t\"\\\n");
        assert_eq!(samples[1].output, " \0x");
    }

    #[test]
    fn a_name_is_one_line_that_is_safe_to_print() {
        let json = altered("Flip Game", r"  A\n//! B\u001b[2J\u202e\u2028C é ");
        assert_eq!(Task::parse(json).unwrap().name, "A //! B [2J C é");
    }

    #[test]
    fn a_url_may_have_2000_bytes() {
        let url = format!("http://poj.org/problem?id=1753&x={}", "x".repeat(1967));
        assert_eq!(page_url(&url), Ok(url.clone()));
        assert!(page_url(&(url + "x")).is_err());
    }

    #[test]
    fn what_is_no_task_is_refused_with_a_reason() {
        let url = "http://poj.org/problem?id=1753";
        let cases = [
            ("[]".to_owned(), "expected an object with the key \"tests\", found an array"),
            (
                "{".to_owned(),
                "line 1, column 2: expected a key in double quotes, found the end of the text",
            ),
            (altered("\"name\":\"Flip Game\"", "\"name\":7"), "name: expected a string, found 7"),
            (altered("\"name\"", "\"nom\""), "expected the key \"name\", found none"),
            (altered("\"url\"", "\"uri\""), "expected the key \"url\", found none"),
            (
                altered("\"tests\":[", "\"tests\":[1,"),
                "expected an object with the key \"input\", found 1",
            ),
            (
                altered("\"output\":\"4\\n\"", "\"output\":null"),
                "expected the key \"output\", found none",
            ),
            (
                altered("65", "\"65\""),
                "memoryLimit: expected a number from 0 to 1e12, found \"65\"",
            ),
            (altered("1000", "-1"), "timeLimit: expected a number from 0 to 1e12, found -1"),
            (altered("\"size\":1", "\"size\":1.5"), "size: expected a whole number, found 1.5"),
            (altered(url, "javascript:1"), "url: expected a page's URL, found \"javascript:1\""),
            (altered(url, "http://a b"), "url: expected a page's URL, found \"http://a b\""),
            (altered(url, "http://a\\\"b"), "url: expected a page's URL, found \"http://a\\\"b\""),
            (altered(url, "http://a\\nb"), "url: expected a page's URL, found \"http://a\\nb\""),
            (
                altered(url, "http://a\\u202e"),
                "url: expected a page's URL, found \"http://a\\u{202e}\"",
            ),
        ];
        for (json, expected) in cases {
            assert_eq!(Task::parse(&json), Err(expected.to_owned()), "{json}");
        }
    }
}
