//! Finds the first place in which an output differs from the right one.

use std::fmt::Write;

use crate::suite::Match;

/// The first place in which an output differs from the right one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The line of the right output, counted from 0.
    pub expected_line: usize,
    /// The line of the program's output, counted from 0.
    pub found_line: usize,
    /// The token in the line of the right output, counted from 0.
    pub token: usize,
    /// The right token; `None` if the line or the text has no more tokens.
    pub expected: Option<String>,
    /// The token in its place. Both are `None` where only the spacing differs.
    pub found: Option<String>,
}

/// Text as it stands, and every byte that is not UTF-8 as `\xNN`.
pub(super) fn legible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text += chunk.valid();
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// Compares an output with the right one; `None` if it matches. Both have LF line ends.
pub fn difference(matching: Match, expected: &str, found: &str) -> Option<Difference> {
    match matching {
        Match::Exact => {
            line_difference(matching, expected.split_inclusive('\n'), found.split_inclusive('\n'))
        }
        Match::Lines | Match::Float { .. } => {
            line_difference(matching, expected.lines(), found.lines())
        }
        // With a referee other outputs may be right, too: the difference is not shown.
        Match::SplitWhitespace | Match::Checker | Match::Interactive => {
            token_difference(matching, expected, found)
        }
    }
}

fn line_difference<'a>(
    matching: Match,
    mut expected: impl Iterator<Item = &'a str>,
    mut found: impl Iterator<Item = &'a str>,
) -> Option<Difference> {
    let is_same = |right: &str, actual: &str| {
        right == actual
            || matches!(matching, Match::Float { .. })
                && token_difference(matching, right, actual).is_none()
    };
    for line in 0.. {
        let (right, actual) = match (expected.next(), found.next()) {
            (None, None) => break,
            (Some(right), Some(actual)) if is_same(right, actual) => continue,
            (right, actual) => (right.unwrap_or_default(), actual.unwrap_or_default()),
        };
        let mut first = token_difference(matching, right, actual).unwrap_or_default();
        (first.expected_line, first.found_line) = (line, line);
        if first.expected.is_none() && first.found.is_some() {
            first.token = right.split_whitespace().count();
        }
        return Some(first);
    }
    None
}

/// Compares the tokens of two texts; `None` if they are the same.
pub(super) fn token_difference(matching: Match, expected: &str, found: &str) -> Option<Difference> {
    let (mut right, mut actual) = (tokens(expected), tokens(found));
    loop {
        let (right, actual) = match (right.next(), actual.next()) {
            (None, None) => return None,
            (Some(right), Some(actual)) if same_token(matching, right.2, actual.2) => continue,
            other => other,
        };
        return Some(Difference {
            expected_line: right.map_or(expected.lines().count(), |token| token.0),
            found_line: actual.map_or(found.lines().count(), |token| token.0),
            token: right.map_or(0, |token| token.1),
            expected: right.map(|token| token.2.to_owned()),
            found: actual.map(|token| token.2.to_owned()),
        });
    }
}

/// The tokens of a text, each after its line and its index in that line.
fn tokens(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    text.lines().enumerate().flat_map(|(line, text)| {
        text.split_whitespace().enumerate().map(move |(index, token)| (line, index, token))
    })
}

fn same_token(matching: Match, expected: &str, found: &str) -> bool {
    let Match::Float { relative_error, absolute_error } = matching else {
        return expected == found;
    };
    let (Ok(right), Ok(actual)) = (expected.parse::<f64>(), found.parse::<f64>()) else {
        return expected == found;
    };
    match (decimal(expected), decimal(found)) {
        (Some(one), Some(other)) if one == other => true,
        (Some(_), Some(_)) => {
            let error = (right - actual).abs();
            let is_within = |limit: Option<f64>, unit: f64| {
                limit.is_some_and(|limit| limit > 0.0 && error <= limit * unit)
            };
            // The error of a number that is too great for 64 bits cannot be computed.
            error.is_finite()
                && (is_within(absolute_error, 1.0) || is_within(relative_error, right.abs()))
        }
        // Infinity and NaN have several spellings, and equal only themselves.
        (None, None) => right == actual || right.is_nan() && actual.is_nan(),
        _ => false,
    }
}

/// A number as it is written: its sign, its digits without zeros at either end, and the power of
/// ten by which they are multiplied. `None` for infinity and NaN.
fn decimal(number: &str) -> Option<(bool, String, i128)> {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = whole.trim_start_matches(['+', '-']).to_owned() + fraction;
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let significant = digits.trim_end_matches('0');
    let zeros = digits.len() - significant.len();
    let power = exponent.parse::<i128>().ok()? + zeros as i128 - fraction.len() as i128;
    match significant.trim_start_matches('0') {
        "" => Some((false, String::new(), 0)),
        digits => Some((whole.starts_with('-'), digits.to_owned(), power)),
    }
}
