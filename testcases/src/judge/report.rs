//! Verdicts as a person reads them: one line a case, and what went wrong in a case that fails.

use std::env;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::Duration;

use super::compare::{difference, Difference};
use super::{Judged, Judgement, Verdict, DEFAULT_TIME_LIMIT};
use crate::suite::Case;

/// How many lines of the input are shown.
const INPUT_LINES: usize = 16;
/// How many lines are shown before and after the first that differs.
const LINES_BEFORE: usize = 3;
const LINES_AFTER: usize = 6;
/// How many lines of the end of stderr are shown.
const STDERR_LINES: usize = 20;

/// How many characters of a line of the input are shown, or of stderr.
const LINE_WIDTH: usize = 72;
const STDERR_WIDTH: usize = 160;
/// How many characters of a line are shown where two stand side by side, and of a token.
const CELL_WIDTH: usize = 30;

/// Whether colour is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// Where stdout is a terminal that has it, and `NO_COLOR` is unset or empty.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Reads what stands behind `--color`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto),
            "always" => Some(Self::Always),
            "never" => Some(Self::Never),
            _ => None,
        }
    }
}

/// How the report is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// With ANSI colour codes.
    pub color: bool,
    /// With other characters than ASCII.
    pub unicode: bool,
}

impl Style {
    /// What stdout can show, as far as the environment tells.
    pub fn of_stdout(color: Color) -> Self {
        let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let terminal_has_it = if cfg!(windows) {
                    set("WT_SESSION") || set("TERM")
                } else {
                    env::var_os("TERM").is_some_and(|term| term != "dumb")
                };
                terminal_has_it && !set("NO_COLOR") && io::stdout().is_terminal()
            }
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()))
            .unwrap_or_default()
            .to_ascii_lowercase();
        Self {
            color,
            unicode: cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8"),
        }
    }

    /// One line: verdict, time, limit, and the name under which the case is judged.
    pub fn line(&self, name: &str, case: &Case, judged: &Judged) -> String {
        let Ok(judgement) = judged else {
            return format!("{} {:18}  {name}", self.red(&pad("not judged")), "");
        };
        let verdict = pad(&judgement.verdict.to_string());
        let verdict = match judgement.verdict {
            Verdict::Accepted => self.green(&verdict),
            _ => self.red(&verdict),
        };
        let limit = case.time_limit.map_or_else(|| "no limit".to_owned(), duration);
        format!(
            "{verdict} {:>5} ms of {limit:<6}  {name}{}",
            milliseconds(judgement.time),
            line_ends(judgement)
        )
    }

    /// What is to be known of a case that fails; several lines.
    pub fn details(&self, case: &Case, judged: &Judged) -> String {
        let judgement = match judged {
            Ok(judgement) => judgement,
            Err(error) => return format!("{}: {error}\n", self.red("not judged")),
        };
        let mut text = self.red(&judgement.verdict.to_string()) + line_ends(judgement);
        if !judgement.note.is_empty() {
            text += &format!(": {}", judgement.note);
        }
        text += &format!("\ncase: {}\n", case.origin);
        text += &self.input(case, judgement);
        text += &self.comparison(case, &legible(&judgement.output));
        text + &self.stderr(judgement)
    }

    /// What a program printed, to be shown whatever the verdict is.
    pub fn printed(&self, judgement: &Judgement) -> String {
        let mut output = legible(&judgement.output);
        if !output.is_empty() && !output.ends_with('\n') {
            output.push('\n');
        }
        output + &self.stderr(judgement)
    }

    fn input(&self, case: &Case, judgement: &Judgement) -> String {
        let mut text = self.bold("input") + "\n";
        let lines: Vec<&str> = lines(&case.input).collect();
        for (index, line) in lines.iter().take(INPUT_LINES).enumerate() {
            let line =
                if judgement.only_with_crlf { format!("{line}\r") } else { (*line).to_owned() };
            let line = self.cut(&self.visible(&line), 0, LINE_WIDTH);
            let _ = writeln!(text, "{:>6}  {line}", index + 1);
        }
        if lines.len() > INPUT_LINES {
            let more = lines.len() - INPUT_LINES;
            let _ = writeln!(text, "{:>6}  and {more} more lines", self.ellipsis());
        } else if lines.is_empty() {
            text += "        (empty)\n";
        }
        text
    }

    /// The right output beside the program's, around the first difference.
    fn comparison(&self, case: &Case, output: &str) -> String {
        let found = output.replace("\r\n", "\n");
        match difference(case.matching, &case.output, &found) {
            Some(difference) => {
                self.sentence(&difference, &case.output, &found)
                    + &self.table(&difference, &case.output, output)
            }
            None => "the output is right\n".to_owned(),
        }
    }

    fn sentence(&self, difference: &Difference, expected: &str, found: &str) -> String {
        let line = difference.expected_line + 1;
        if difference.expected.is_none() && difference.found.is_none() {
            let same_line = expected.lines().nth(line - 1) == found.lines().nth(line - 1);
            return match (same_line, expected.ends_with('\n')) {
                (false, _) => format!("line {line}: the tokens are right, the spacing is not\n"),
                (true, true) => format!("line {line}: the newline at its end is missing\n"),
                (true, false) => format!("line {line}: the newline at its end is one too many\n"),
            };
        }
        let first = first_difference(
            difference.expected.unwrap_or_default(),
            difference.found.unwrap_or_default(),
        );
        let token = |token: Option<&str>, line: usize, text: &str| match token {
            Some(token) => format!("\"{}\"", self.cut(&self.visible(token), first, CELL_WIDTH)),
            None if text.is_empty() => "nothing".to_owned(),
            None if line < text.lines().count() => "the end of the line".to_owned(),
            None => "the end of the output".to_owned(),
        };
        let place = if difference.found.is_some() && difference.found_line + 1 != line {
            format!(" in line {}", difference.found_line + 1)
        } else {
            String::new()
        };
        format!(
            "line {line}, token {}: expected {}, found {}{place}\n",
            difference.token + 1,
            token(difference.expected, difference.expected_line, expected),
            token(difference.found, difference.found_line, found),
        )
    }

    fn table(&self, difference: &Difference, expected: &str, found: &str) -> String {
        let expected: Vec<String> = lines(expected).map(|line| self.visible(line)).collect();
        let found: Vec<String> = lines(found).map(|line| self.visible(line)).collect();
        let line = |lines: &[String], index: usize| lines.get(index).cloned().unwrap_or_default();
        let first = first_difference(
            &line(&expected, difference.expected_line),
            &line(&found, difference.found_line),
        );
        let before = LINES_BEFORE.min(difference.expected_line.max(difference.found_line));
        let cell = |lines: &[String], marked: usize, row: usize| {
            let index = (marked + row).checked_sub(before)?;
            let text = self.cut(lines.get(index)?, first, CELL_WIDTH);
            Some(format!("{:>6}  {text}", index + 1))
        };
        let rows: Vec<(String, String)> = (0..=before + LINES_AFTER)
            .map(|row| {
                (
                    cell(&expected, difference.expected_line, row),
                    cell(&found, difference.found_line, row),
                )
            })
            .take_while(|(expected, found)| expected.is_some() || found.is_some())
            .map(|(expected, found)| (expected.unwrap_or_default(), found.unwrap_or_default()))
            .collect();
        let width = rows
            .iter()
            .map(|(expected, _)| expected.chars().count())
            .max()
            .unwrap_or(0)
            .max("expected".len());
        let mut text = format!(
            "{}{}  {}\n",
            self.bold("expected"),
            " ".repeat(width - "expected".len()),
            self.bold("found")
        );
        for (row, (expected, found)) in rows.iter().enumerate() {
            let padding = " ".repeat(width - expected.chars().count());
            let line = if row == before {
                format!("{}{padding}  {}", self.green(&mark(expected)), self.red(&mark(found)))
            } else {
                format!("{expected}{padding}  {found}")
            };
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    fn stderr(&self, judgement: &Judgement) -> String {
        let stderr = legible(&judgement.stderr);
        let lines: Vec<&str> = stderr.lines().collect();
        if lines.is_empty() {
            return String::new();
        }
        let mut text = self.bold("stderr") + "\n";
        for line in &lines[lines.len().saturating_sub(STDERR_LINES)..] {
            text += &format!("  {}\n", self.cut(&self.visible(line), 0, STDERR_WIDTH));
        }
        text
    }

    /// A line with what cannot be seen made visible: tabs, carriage returns, spaces at its end,
    /// and all that a terminal would take for a command.
    fn visible(&self, line: &str) -> String {
        let end = line.trim_end().len();
        let mut text = String::new();
        for (place, character) in line.char_indices() {
            match character {
                '\t' => text += if self.unicode { "→" } else { "\\t" },
                '\r' => text += if self.unicode { "␍" } else { "\\r" },
                ' ' if place >= end => text += if self.unicode { "·" } else { "\\s" },
                ' '..='~' => text.push(character),
                _ if self.unicode => text.extend(character.escape_debug()),
                _ => text.extend(character.escape_unicode()),
            }
        }
        text
    }

    /// The part of a line that shows the character at `place`, at most `width` characters long.
    fn cut(&self, line: &str, place: usize, width: usize) -> String {
        let length = line.chars().count();
        if length <= width && place <= width {
            return line.to_owned();
        }
        let start = if place < width * 3 / 4 { 0 } else { (place - width / 2).min(length) };
        let mut text: String = line.chars().skip(start).take(width).collect();
        if start > 0 {
            text.insert_str(0, self.ellipsis());
        }
        if start + width < length {
            text += self.ellipsis();
        }
        text
    }

    fn ellipsis(&self) -> &'static str {
        if self.unicode {
            "…"
        } else {
            "..."
        }
    }

    fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    /// What is right.
    pub fn green(&self, text: &str) -> String {
        self.paint("32", text)
    }

    /// What is wrong.
    pub fn red(&self, text: &str) -> String {
        self.paint("31", text)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.color && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// The case that takes the greatest share of its time limit, and that share; `None` without cases.
pub fn slowest<'a>(judged: impl IntoIterator<Item = (&'a Case, &'a Judgement)>) -> Option<String> {
    judged
        .into_iter()
        .map(|(case, judgement)| {
            let limit = case.time_limit.unwrap_or(DEFAULT_TIME_LIMIT);
            let share = judgement.time.as_secs_f64() / limit.as_secs_f64();
            (share, limit, case, judgement)
        })
        .max_by(|left, right| left.0.total_cmp(&right.0))
        .map(|(share, limit, case, judgement)| {
            format!(
                "slowest: {}, {} ms, {:.0} % of {}",
                case.name,
                milliseconds(judgement.time),
                (share * 100.0).ceil(),
                duration(limit)
            )
        })
}

/// A duration in seconds where it is a whole number of them, else in milliseconds.
pub fn duration(duration: Duration) -> String {
    if duration.subsec_nanos() == 0 {
        format!("{} s", duration.as_secs())
    } else {
        format!("{} ms", duration.as_millis())
    }
}

/// Milliseconds, rounded up: no program takes none.
fn milliseconds(time: Duration) -> u128 {
    time.as_nanos().div_ceil(1_000_000)
}

fn line_ends(judgement: &Judgement) -> &'static str {
    if judgement.only_with_crlf {
        " with CRLF line ends"
    } else {
        ""
    }
}

/// As wide as the longest verdict.
fn pad(verdict: &str) -> String {
    format!("{verdict:<21}")
}

fn mark(cell: &str) -> String {
    match cell.strip_prefix(' ') {
        Some(rest) => format!(">{rest}"),
        None => cell.to_owned(),
    }
}

/// The lines of a text as they stand, without the LF.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_terminator('\n')
}

/// The place of the first character in which two lines differ.
fn first_difference(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count()
}

/// Text as it stands, and every byte that is no UTF-8 as `\xNN`.
fn legible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text += chunk.valid();
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}
