//! Verdicts as text: one line for each case, and details of a case that fails.

use std::env;
use std::io::{self, IsTerminal};
use std::iter;
use std::time::Duration;

use super::compare::{legible, Difference};
use super::{Judged, Judgement, Verdict, DEFAULT_TIME_LIMIT};
use crate::suite::{Case, Match};

/// How many lines of the input are shown.
const INPUT_LINES: usize = 16;
/// How many lines are shown before and after the first difference.
pub(super) const LINES_BEFORE: usize = 3;
pub(super) const LINES_AFTER: usize = 6;
/// How many lines of stderr are shown: of its beginning, of its end, and of a panic message.
const STDERR_HEAD: usize = 5;
const STDERR_TAIL: usize = 15;
const PANIC_LINES: usize = 3;

/// How many characters of a line are shown, and of a line of stderr.
pub(super) const LINE_WIDTH: usize = 72;
const STDERR_WIDTH: usize = 160;
/// How many characters are shown of a token, and of a line beside another.
const CELL_WIDTH: usize = 30;
/// How many characters the longest verdict has.
const VERDICT_WIDTH: usize = 21;
/// How many characters of a text are quoted in a message.
const QUOTED_WIDTH: usize = 40;

/// Stands for text that is left out. It is ASCII, as all marks are: every terminal shows that.
pub(super) const ELLIPSIS: &str = "...";

/// ANSI codes.
pub(super) const BOLD: &str = "1";
pub(super) const RED: &str = "31";
const GREEN: &str = "32";

/// When the report is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// If stdout is a terminal that supports colour, and `NO_COLOR` is unset or empty.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Parses the argument of `--color`.
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
}

impl Style {
    /// The style for stdout. What its terminal supports is read from the environment.
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
        Self { color }
    }

    /// One line: verdict, time, limit, and the name under which the case is judged.
    pub fn line(&self, name: &str, case: &Case, judged: &Judged) -> String {
        let Ok(judgement) = judged else {
            let verdict = format!("{:VERDICT_WIDTH$}", "not judged");
            return format!("{} {:18}  {name}", self.red(&verdict), "");
        };
        let verdict = format!("{:VERDICT_WIDTH$}", judgement.verdict);
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

    /// Several lines on a case that fails: verdict, input, and what is wrong.
    pub fn details(&self, case: &Case, judged: &Judged) -> String {
        let judgement = match judged {
            Ok(judgement) => judgement,
            Err(error) => {
                let lines: Vec<String> = error.lines().map(visible).collect();
                return format!("{}: {}\n", self.red("not judged"), lines.join("\n"));
            }
        };
        let mut text = self.red(&judgement.verdict.to_string()) + line_ends(judgement);
        if !judgement.note.is_empty() {
            text += &format!(": {}", visible(&judgement.note));
        }
        text += &format!("\ncase: {}\n", case.origin);
        text += &self.input(case, judgement);
        text += &match (case.matching, &judgement.difference) {
            (Match::Checker, _) => self.checked(case, judgement),
            (Match::Interactive, _) => self.conversation(&judgement.conversation),
            (_, None) => "the output is right\n".to_owned(),
            (_, Some(difference)) => {
                let found = legible(&judgement.output);
                sentence(difference, &case.output, &found)
                    + &deviation(difference, case.matching).unwrap_or_default()
                    + &self.table(difference, &case.output, &found)
            }
        };
        text + &self.stderr(judgement)
    }

    /// Everything that a program printed.
    pub fn printed(&self, judgement: &Judgement) -> String {
        let mut output = legible(&judgement.output);
        if !output.is_empty() && !output.ends_with('\n') {
            output.push('\n');
        }
        if !judgement.conversation.is_empty() {
            output += &self.conversation(&judgement.conversation);
        }
        output + &self.stderr(judgement)
    }

    fn input(&self, case: &Case, judgement: &Judgement) -> String {
        // An interactor always reads the input as it is stored.
        let with_crlf = judgement.only_with_crlf && case.matching != Match::Interactive;
        let line_end = if with_crlf { "\r\n" } else { "\n" };
        self.numbered("input", &case.input.replace('\n', line_end), None, INPUT_LINES)
    }

    /// The right output and that of the program side by side, around the first difference.
    fn table(&self, difference: &Difference, expected: &str, found: &str) -> String {
        let (left, right) = (difference.expected_line, difference.found_line);
        let expected: Vec<String> = lines(expected).map(visible).collect();
        let found: Vec<String> = lines(found).map(visible).collect();
        let line = |lines: &[String], index: usize| lines.get(index).cloned().unwrap_or_default();
        let place = first_difference(&line(&expected, left), &line(&found, right));
        let before = LINES_BEFORE.min(left.max(right));
        // The two lines that differ are in the same row, whatever their numbers are.
        let cell = |lines: &[String], differs: usize, row: usize| {
            let index = (differs + row).checked_sub(before)?;
            let text = cut(lines.get(index)?, place, CELL_WIDTH);
            let mark = if row == before { '>' } else { ' ' };
            Some(format!("{mark}{:>5}  {text}", index + 1).trim_end().to_owned())
        };
        let rows = (0..=before + LINES_AFTER)
            .map(|row| (cell(&expected, left, row), cell(&found, right, row)))
            .take_while(|row| *row != (None, None))
            .map(|(expected, found)| (expected.unwrap_or_default(), found.unwrap_or_default()));
        let rows: Vec<_> =
            iter::once(("expected".to_owned(), "found".to_owned())).chain(rows).collect();
        let width = rows.iter().map(|(expected, _)| expected.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for (row, (expected, found)) in rows.iter().enumerate() {
            let (left, right) = match row {
                0 => (BOLD, BOLD),
                _ if row == before + 1 => (GREEN, RED),
                _ => ("", ""),
            };
            let padding = if found.is_empty() { 0 } else { width + 2 - expected.chars().count() };
            let (expected, found) = (self.paint(left, expected), self.paint(right, found));
            text += &format!("{expected}{:padding$}{found}\n", "");
        }
        text
    }

    fn stderr(&self, judgement: &Judgement) -> String {
        let stderr = legible(&judgement.stderr);
        let lines: Vec<&str> = stderr.lines().collect();
        if lines.is_empty() {
            return String::new();
        }
        let panic = lines.iter().rposition(|line| line.contains("panicked at "));
        let is_shown = |index: usize| {
            index < STDERR_HEAD
                || index + STDERR_TAIL >= lines.len()
                || panic.is_some_and(|panic| (panic..panic + PANIC_LINES).contains(&index))
        };
        let mut text = self.paint(BOLD, "stderr") + "\n";
        let mut left_out = 0;
        for (index, line) in lines.iter().enumerate() {
            if !is_shown(index) {
                left_out += 1;
                continue;
            }
            if left_out > 0 {
                text += &format!("  {ELLIPSIS} {left_out} lines are left out {ELLIPSIS}\n");
                left_out = 0;
            }
            text += &format!("  {}\n", cut(&visible(line), 0, STDERR_WIDTH));
        }
        text
    }

    /// A text in the colour of what is right.
    pub fn green(&self, text: &str) -> String {
        self.paint(GREEN, text)
    }

    /// A text in the colour of what is wrong.
    pub fn red(&self, text: &str) -> String {
        self.paint(RED, text)
    }

    pub(super) fn paint(&self, code: &str, text: &str) -> String {
        if self.color && !text.is_empty() && !code.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// One line on the first difference.
fn sentence(difference: &Difference, expected: &str, found: &str) -> String {
    let line = difference.expected_line + 1;
    if difference.expected.is_none() && difference.found.is_none() {
        let same_line = expected.lines().nth(line - 1) == found.lines().nth(line - 1);
        return match (same_line, expected.ends_with('\n')) {
            (false, _) => format!("line {line}: the tokens are right, the spacing is not\n"),
            (true, true) => format!("line {line}: the newline at its end is missing\n"),
            (true, false) => format!("line {line}: the newline at its end is one too many\n"),
        };
    }
    let tokens = [&difference.expected, &difference.found].map(Option::as_deref);
    let [one, other] = tokens.map(Option::unwrap_or_default);
    let first = first_difference(one, other);
    let token = |token: Option<&str>, line: usize, text: &str| match token {
        Some(token) => format!("\"{}\"", cut(&visible(token), first, CELL_WIDTH)),
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
        token(tokens[0], difference.expected_line, expected),
        token(tokens[1], difference.found_line, found),
    )
}

/// The errors of a number and those that are allowed; `None` if no two numbers are compared.
fn deviation(difference: &Difference, matching: Match) -> Option<String> {
    let Match::Float { relative_error, absolute_error } = matching else { return None };
    let right: f64 = difference.expected.as_deref()?.parse().ok()?;
    let actual: f64 = difference.found.as_deref()?.parse().ok()?;
    let error = (right - actual).abs();
    let limit = |limit: Option<f64>| limit.map_or("none".to_owned(), |limit| format!("{limit:?}"));
    error.is_finite().then(|| {
        format!(
            "absolute error {} (allowed: {}), relative error {} (allowed: {})\n",
            rounded(error),
            limit(absolute_error),
            rounded(error / right.abs()),
            limit(relative_error)
        )
    })
}

/// A number with three digits, and an exponent if it is very great or small.
fn rounded(number: f64) -> String {
    format!("{:?}", format!("{number:.2e}").parse().unwrap_or(number))
}

/// A line with escapes for what cannot be seen: tabs, carriage returns, spaces at the end, and all
/// that a terminal would obey as a command.
pub(super) fn visible(line: &str) -> String {
    let end = line.trim_end().len();
    let mut text = String::new();
    for (place, character) in line.char_indices() {
        match character {
            ' ' if place >= end => text += "\\s",
            ' '..='~' => text.push(character),
            _ => text.extend(character.escape_debug()),
        }
    }
    text
}

/// The part of a line around the character at `place`: at most `width` characters.
pub(super) fn cut(line: &str, place: usize, width: usize) -> String {
    let length = line.chars().count();
    if length <= width && place <= width {
        return line.to_owned();
    }
    let start = if place < width * 3 / 4 { 0 } else { (place - width / 2).min(length) };
    let part: String = line.chars().skip(start).take(width).collect();
    let before = if start > 0 { ELLIPSIS } else { "" };
    let after = if start + width < length { ELLIPSIS } else { "" };
    format!("{before}{part}{after}")
}

/// The beginning of a text in quotes, with escapes for what cannot be seen.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", cut(&visible(text), 0, QUOTED_WIDTH))
}

/// A message on the case that takes the greatest share of its time limit; `None` without cases.
pub fn slowest<'a>(judged: impl IntoIterator<Item = (&'a Case, &'a Judgement)>) -> Option<String> {
    let limit = |case: &Case| case.time_limit.unwrap_or(DEFAULT_TIME_LIMIT);
    let share = |(case, judgement): &(&Case, &Judgement)| {
        judgement.time.as_secs_f64() / limit(case).as_secs_f64()
    };
    let slowest = judged.into_iter().max_by(|one, other| share(one).total_cmp(&share(other)))?;
    Some(format!(
        "slowest: {}, {} ms, {:.0} % of {}",
        slowest.0.name,
        milliseconds(slowest.1.time),
        (share(&slowest) * 100.0).ceil(),
        duration(limit(slowest.0))
    ))
}

/// A duration in seconds if that is a whole number, else in milliseconds.
pub fn duration(duration: Duration) -> String {
    if duration.subsec_nanos() == 0 {
        format!("{} s", duration.as_secs())
    } else {
        format!("{} ms", duration.as_millis())
    }
}

/// Milliseconds, rounded up: no program runs in 0 ms.
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

/// The lines of a text without the LF. Unlike [`str::lines`] it keeps a CR at the end.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_terminator('\n')
}

/// The index of the first character in which two lines differ.
fn first_difference(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count()
}
