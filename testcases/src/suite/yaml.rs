//! Parses the part of YAML that suites use: block lists and block mappings, scalars on one line,
//! `|` literals, empty `>` texts and `[]`. Everything else is an error.

use std::collections::BTreeMap;

use super::with_lf;

/// What is wrong, and in what line (from 1).
#[derive(Debug)]
pub struct Error {
    pub line: usize,
    pub message: String,
}

impl Error {
    pub fn new(line: usize, expected: &str, found: &str) -> Self {
        Self { line, message: format!("expected {expected}, found {}", shown(found)) }
    }
}

/// The first forty characters of a text in quotes, with escapes.
fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// A value, and the line in which it begins.
#[derive(Debug)]
pub struct Node {
    pub line: usize,
    pub value: Value,
}

impl Node {
    /// The error that this value is not what was expected.
    pub fn unexpected(&self, expected: &str) -> Error {
        let found = match &self.value {
            Value::Text(text) | Value::Number(text) => shown(text),
            Value::Null => shown(""),
            Value::List(_) => "a list".to_owned(),
            Value::Mapping(_) => "keys".to_owned(),
        };
        Error { line: self.line, message: format!("expected {expected}, found {found}") }
    }
}

#[derive(Debug)]
pub enum Value {
    /// No value, `~` or `null`.
    Null,
    /// A scalar without quotes that is a number or a boolean in YAML.
    Number(String),
    /// Any other scalar, in any of its styles.
    Text(String),
    List(Vec<Node>),
    Mapping(Vec<Entry>),
}

/// A key and its value.
#[derive(Debug)]
pub struct Entry {
    pub key: String,
    pub value: Node,
    /// The line of the key, from 1.
    pub line: usize,
    /// The last line of the value, from 1.
    pub last_line: usize,
}

/// Parses a document. Its lines may end in LF or CRLF.
pub fn parse(text: &str) -> Result<Node, Error> {
    let text = with_lf(text);
    let mut parser = Parser {
        // `str::lines` would also remove a CR that does not belong to a line end.
        lines: text.split_terminator('\n').map(str::to_owned).collect(),
        at: 0,
        last: 0,
        depth: 0,
        ends_in_newline: text.ends_with('\n'),
    };
    let is_control = |&c: &char| c.is_control() && c != '\t';
    for (line, content) in (1..).zip(&parser.lines) {
        if let Some(control) = content.chars().find(is_control) {
            let expected = "control characters as escapes in double quotes, such as \"\\r\"";
            return Err(Error::new(line, expected, &control.to_string()));
        }
    }
    if parser.next()?.is_some() && without_comment(&parser.lines[parser.at]) == "---" {
        parser.at += 1;
    }
    let document = parser.block(0, parser.at + 1)?;
    match parser.next()? {
        None => Ok(document),
        Some(_) => Err(parser.unexpected("the end, or a key in the column of the first")),
    }
}

/// The only white space within a line in YAML.
const BLANKS: [char; 2] = [' ', '\t'];

/// Parses line by line: `lines[at]` is the next.
struct Parser {
    /// The lines without their ends. The dash of a list item is replaced by a space when it is
    /// read. The rest of the line is then the beginning of an ordinary block.
    lines: Vec<String>,
    at: usize,
    /// The last line of the value that was read last, from 1.
    last: usize,
    depth: usize,
    ends_in_newline: bool,
}

impl Parser {
    /// Skips blank lines and comments. Gives the first column of the next line, from 0.
    fn next(&mut self) -> Result<Option<usize>, Error> {
        while let Some(line) = self.lines.get(self.at) {
            let column = indentation(line);
            if line[column..].starts_with('\t') {
                return Err(self.unexpected("an indentation of spaces"));
            }
            if !without_comment(&line[column..]).is_empty() {
                return Ok(Some(column));
            }
            self.at += 1;
        }
        Ok(None)
    }

    /// The error that the next line is not what was expected.
    fn unexpected(&self, expected: &str) -> Error {
        let found = self.lines.get(self.at).map_or("", |line| line.trim_matches(' '));
        Error::new(self.at + 1, expected, found)
    }

    /// The list or the mapping that begins in column `least` or to the right of it. If there is
    /// none, it is a null in `line`.
    fn block(&mut self, least: usize, line: usize) -> Result<Node, Error> {
        const DEEPEST: usize = 8;
        let Some(column) = self.next()?.filter(|&column| column >= least) else {
            return Ok(Node { line, value: Value::Null });
        };
        if self.depth == DEEPEST {
            return Err(self.unexpected("a suite, which is not nested so deeply"));
        }
        self.depth += 1;
        let line = self.at + 1;
        let value = if self.is_item(column) { self.list(column)? } else { self.mapping(column)? };
        self.depth -= 1;
        Ok(Node { line, value })
    }

    fn is_item(&self, column: usize) -> bool {
        let content = &self.lines[self.at][column..];
        content == "-" || content.starts_with("- ")
    }

    fn list(&mut self, column: usize) -> Result<Value, Error> {
        let mut items = Vec::new();
        while let Some(found) = self.next()? {
            if found > column {
                return Err(self.unexpected("a list item in the column of the one before"));
            }
            if found != column || !self.is_item(column) {
                break;
            }
            self.lines[self.at].replace_range(column..=column, " ");
            items.push(self.block(column + 1, self.at + 1)?);
        }
        Ok(Value::List(items))
    }

    fn mapping(&mut self, column: usize) -> Result<Value, Error> {
        let mut entries = Vec::new();
        let mut lines = BTreeMap::new();
        while let Some(found) = self.next()? {
            if found > column {
                return Err(self.unexpected(
                    "a key in the column of the one before (a text of several lines begins with `|`)",
                ));
            }
            if found < column || self.is_item(column) {
                break;
            }
            let entry = self.entry(column)?;
            if let Some(first) = lines.insert(entry.key.clone(), entry.line) {
                let expected = format!("each key once (this one stands in line {first})");
                return Err(Error::new(entry.line, &expected, &entry.key));
            }
            entries.push(entry);
        }
        Ok(Value::Mapping(entries))
    }

    fn entry(&mut self, column: usize) -> Result<Entry, Error> {
        let line = self.at + 1;
        let content = self.lines[self.at][column..].to_owned();
        let (key, rest) = content
            .split_once(':')
            .map(|(key, rest)| (key.trim_end_matches(BLANKS), rest))
            .filter(|(key, rest)| is_key(key) && is_apart(rest))
            .ok_or_else(|| self.unexpected("`key: value`"))?;
        self.at += 1;
        self.last = line;
        let value = self.value(rest.trim_matches(BLANKS), column, line)?;
        Ok(Entry { key: key.to_owned(), value, line, last_line: self.last })
    }

    /// The value of a key in `column`; `first` is the part of it in the line of the key.
    fn value(&mut self, first: &str, column: usize, line: usize) -> Result<Node, Error> {
        let value = match first.chars().next() {
            None | Some('#') => {
                // The items of a list may stand in the key's own column.
                let is_list = self.next()? == Some(column) && self.is_item(column);
                return self.block(if is_list { column } else { column + 1 }, line);
            }
            Some(sign @ ('|' | '>')) => {
                let text = self.literal(first, column, line)?;
                if sign == '>' && !text.is_empty() {
                    return Err(Error::new(line, "`|` before a text of several lines", first));
                }
                Value::Text(text)
            }
            Some('"') => Value::Text(double_quoted(first, line)?),
            Some('\'') => Value::Text(single_quoted(first, line)?),
            Some('[') => empty_list(first, line)?,
            Some(_) => plain(first, line)?,
        };
        Ok(Node { line, value })
    }

    /// The block scalar below a key in `column`. Its lines are kept as they are.
    fn literal(&mut self, header: &str, column: usize, line: usize) -> Result<String, Error> {
        let (indent, chomping) = literal_header(header, line)?;
        let indent = match indent {
            Some(indent) => column + indent,
            None => self.literal_indent(column)?,
        };
        let mut text = String::new();
        for line in &self.lines[self.at..] {
            let spaces = indentation(line);
            if spaces < indent && spaces < line.len() {
                break;
            }
            text += line.get(indent..).unwrap_or_default();
            text.push('\n');
            self.at += 1;
        }
        self.last = self.at;
        if self.at == self.lines.len() && !self.ends_in_newline {
            text.pop();
        }
        let length = text.trim_end_matches('\n').len();
        match chomping {
            Some('+') => {}
            Some(_) => text.truncate(length),
            None if length == 0 => text.clear(),
            // One newline is kept.
            None => text.truncate(length + 1),
        }
        Ok(text)
    }

    /// The indentation of a block scalar: that of its first line that is not blank.
    fn literal_indent(&mut self, column: usize) -> Result<usize, Error> {
        let lines = &self.lines[self.at..];
        let blank_lines = lines.iter().take_while(|line| indentation(line) == line.len());
        let deepest_blank = blank_lines.clone().map(String::len).max().unwrap_or(0);
        let offset = blank_lines.count();
        let spaces = lines.get(offset).map_or(0, |line| indentation(line));
        if spaces <= column {
            return Ok(deepest_blank.max(column + 1));
        }
        if lines[offset][spaces..].starts_with('\t') || deepest_blank > spaces {
            self.at += offset;
            return Err(self.unexpected(
                "a text whose first line begins with neither a space nor a tab (else double quotes)",
            ));
        }
        Ok(spaces)
    }
}

/// Parses `|`, `|-` (keep no newline at the end) or `|+` (keep all). The indentation may follow as
/// a digit, before or after the sign.
fn literal_header(header: &str, line: usize) -> Result<(Option<usize>, Option<char>), Error> {
    let mut indent = None;
    let mut chomping = None;
    for sign in without_comment(header)[1..].chars() {
        match sign {
            '-' | '+' if chomping.is_none() => chomping = Some(sign),
            '1'..='9' if indent.is_none() => indent = sign.to_digit(10).map(|digit| digit as usize),
            _ => return Err(Error::new(line, "`|`, `|-` or `|+`", header)),
        }
    }
    Ok((indent, chomping))
}

/// How many spaces a line begins with.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A text without the comment and the white space at its end. Not for texts in quotes.
fn without_comment(text: &str) -> &str {
    let comment = text
        .match_indices('#')
        .map(|(start, _)| start)
        .find(|&start| start == 0 || text[..start].ends_with(BLANKS));
    text[..comment.unwrap_or(text.len())].trim_end_matches(BLANKS)
}

/// Whether `rest` is separated from what precedes it.
fn is_apart(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(BLANKS)
}

/// Checks that only a comment follows a closing quote or bracket.
fn check_rest(rest: &str, line: usize) -> Result<(), Error> {
    if is_apart(rest) && without_comment(rest).trim_start_matches(BLANKS).is_empty() {
        return Ok(());
    }
    Err(Error::new(line, "the end of the line after the value", rest))
}

fn empty_list(first: &str, line: usize) -> Result<Value, Error> {
    match first[1..].trim_start_matches(BLANKS).strip_prefix(']') {
        Some(rest) => check_rest(rest, line)?,
        None => return Err(Error::new(line, "`[]`, or items below, each after `- `", first)),
    }
    Ok(Value::List(Vec::new()))
}

fn plain(first: &str, line: usize) -> Result<Value, Error> {
    let text = without_comment(first);
    let is_indicator = text.starts_with(|c| "&*!%@`{}],".contains(c))
        || text.starts_with(['-', '?']) && is_apart(&text[1..]);
    let has_key = text.match_indices(':').any(|(colon, _)| is_apart(&text[colon + 1..]));
    if is_indicator || has_key {
        return Err(Error::new(line, "a text in quotes, or one without special characters", text));
    }
    Ok(match text {
        "~" | "null" => Value::Null,
        _ if is_number(text) => Value::Number(text.to_owned()),
        _ => Value::Text(text.to_owned()),
    })
}

/// Whether a scalar without quotes is a number or a boolean.
///
/// Source: serde_yaml 0.8, by which cargo-compete reads suites.
fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    if digits.len() > 1 && digits.starts_with('0') && digits.chars().all(|c| c.is_ascii_digit()) {
        return false;
    }
    let is_in_base = |(prefix, base)| {
        let digits = digits.strip_prefix(prefix);
        digits.is_some_and(|digits| u64::from_str_radix(digits, base).is_ok())
    };
    ["true", "false"].contains(&text)
        || [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(&digits)
        || [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().any(is_in_base)
        || text.parse().is_ok_and(f64::is_finite)
}

fn single_quoted(first: &str, line: usize) -> Result<String, Error> {
    let mut text = String::new();
    let mut rest = &first[1..];
    while let Some((before, after)) = rest.split_once('\'') {
        text += before;
        match after.strip_prefix('\'') {
            Some(after) => {
                text.push('\'');
                rest = after;
            }
            None => return check_rest(after, line).map(|()| text),
        }
    }
    Err(Error::new(line, "a closing quote in the same line", first))
}

fn double_quoted(first: &str, line: usize) -> Result<String, Error> {
    let mut text = String::new();
    let mut rest = first[1..].chars();
    while let Some(next) = rest.next() {
        match next {
            '"' => return check_rest(rest.as_str(), line).map(|()| text),
            '\\' => {
                let escape = rest.as_str();
                let character = escaped(&mut rest);
                text.push(character.ok_or_else(|| {
                    let found: String = escape.chars().take(1).collect();
                    Error::new(line, r"an escape such as \n or \u000a", &format!("\\{found}"))
                })?);
            }
            other => text.push(other),
        }
    }
    Err(Error::new(line, "a closing quote in the same line", first))
}

/// The character that an escape stands for, after its backslash.
fn escaped(rest: &mut std::str::Chars) -> Option<char> {
    let digits = match rest.next()? {
        '0' => return Some('\0'),
        'a' => return Some('\x07'),
        'b' => return Some('\x08'),
        't' => return Some('\t'),
        'n' => return Some('\n'),
        'v' => return Some('\x0b'),
        'f' => return Some('\x0c'),
        'r' => return Some('\r'),
        'e' => return Some('\x1b'),
        same @ (' ' | '"' | '\'' | '\\') => return Some(same),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => return None,
    };
    let mut code = 0;
    for _ in 0..digits {
        code = code * 16 + rest.next()?.to_digit(16)?;
    }
    char::from_u32(code)
}
