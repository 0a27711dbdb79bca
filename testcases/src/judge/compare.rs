//! Finds the first place in which an output differs from the right one.

use super::Verdict;
use crate::suite::{Case, Match};

/// The first place in which an output differs from the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    /// The line of the right output, counted from 0.
    pub expected_line: usize,
    /// The line of the program's output, counted from 0.
    pub found_line: usize,
    /// The token in the line of the right output, counted from 0.
    pub token: usize,
    /// The right token; `None` where the line, or the text, has no more.
    pub expected: Option<&'a str>,
    /// The token in its place. Both are `None` where only the spacing differs.
    pub found: Option<&'a str>,
}

/// Compares an output with the right one; `None` if it matches. Both have LF line ends.
pub fn difference<'a>(
    matching: Match,
    expected: &'a str,
    found: &'a str,
) -> Option<Difference<'a>> {
    match matching {
        Match::Exact => {
            line_difference(matching, expected.split_inclusive('\n'), found.split_inclusive('\n'))
        }
        Match::Lines | Match::Float { .. } => {
            line_difference(matching, expected.lines(), found.lines())
        }
        Match::SplitWhitespace => token_difference(expected, found),
    }
}

fn line_difference<'a>(
    matching: Match,
    mut expected: impl Iterator<Item = &'a str>,
    mut found: impl Iterator<Item = &'a str>,
) -> Option<Difference<'a>> {
    for line in 0.. {
        let (right, actual) = (expected.next(), found.next());
        let same = match (right, actual) {
            (None, None) => return None,
            (Some(right), Some(actual)) => match matching {
                Match::Float { .. } => same_tokens(matching, right, actual),
                _ => right == actual,
            },
            _ => false,
        };
        if !same {
            let (token, expected, found) = first_token_that_differs(
                matching,
                right.unwrap_or_default(),
                actual.unwrap_or_default(),
            )
            .unwrap_or_default();
            return Some(Difference {
                expected_line: line,
                found_line: line,
                token,
                expected,
                found,
            });
        }
    }
    None
}

fn token_difference<'a>(expected: &'a str, found: &'a str) -> Option<Difference<'a>> {
    let mut right = tokens(expected);
    let mut actual = tokens(found);
    loop {
        let (right, actual) = (right.next(), actual.next());
        if right.is_none() && actual.is_none() {
            return None;
        }
        if right.map(|token| token.2) != actual.map(|token| token.2) {
            let end = |text: &str| (text.lines().count(), 0, "");
            let place = right.unwrap_or_else(|| end(expected));
            return Some(Difference {
                expected_line: place.0,
                found_line: actual.unwrap_or_else(|| end(found)).0,
                token: place.1,
                expected: right.map(|token| token.2),
                found: actual.map(|token| token.2),
            });
        }
    }
}

/// The tokens of a text, each with its line and its place in that.
fn tokens(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    text.lines().enumerate().flat_map(|(line, text)| {
        text.split_whitespace().enumerate().map(move |(index, token)| (line, index, token))
    })
}

fn first_token_that_differs<'a>(
    matching: Match,
    expected: &'a str,
    found: &'a str,
) -> Option<(usize, Option<&'a str>, Option<&'a str>)> {
    let mut expected = expected.split_whitespace();
    let mut found = found.split_whitespace();
    for index in 0.. {
        match (expected.next(), found.next()) {
            (None, None) => return None,
            (Some(right), Some(actual)) if same_token(matching, right, actual) => {}
            (right, actual) => return Some((index, right, actual)),
        }
    }
    None
}

fn same_tokens(matching: Match, expected: &str, found: &str) -> bool {
    first_token_that_differs(matching, expected, found).is_none()
}

fn same_token(matching: Match, expected: &str, found: &str) -> bool {
    if let Match::Float { relative_error, absolute_error } = matching {
        if let (Ok(right), Ok(actual)) = (expected.parse::<f64>(), found.parse::<f64>()) {
            let error = (right - actual).abs();
            return right == actual
                || absolute_error.is_some_and(|limit| error <= limit)
                || relative_error.is_some_and(|limit| error <= limit * right.abs());
        }
    }
    expected == found
}

/// The verdict on an output, and a note where that needs one.
pub(super) fn compare(case: &Case, output: &[u8]) -> (Verdict, String) {
    let text = match std::str::from_utf8(output) {
        Ok(text) => text.replace("\r\n", "\n"),
        Err(error) => {
            let (valid, rest) = output.split_at(error.valid_up_to());
            let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
            return (
                Verdict::WrongAnswer,
                format!("no UTF-8: byte 0x{:02x} in line {line}", rest[0]),
            );
        }
    };
    if difference(case.matching, &case.output, &text).is_none() {
        (Verdict::Accepted, String::new())
    } else if same_tokens(case.matching, &case.output, &text) {
        (Verdict::PresentationError, String::new())
    } else {
        (Verdict::WrongAnswer, String::new())
    }
}
