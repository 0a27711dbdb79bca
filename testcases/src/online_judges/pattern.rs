//! The little language in which the table of online judges writes URLs.
//!
//! `{name}` captures text. A sign before the name says which:
//!
//! | capture | takes | as |
//! | --- | --- | --- |
//! | `{name}` | any text | it is |
//! | `{~name}` | any text | it is; upper and lower case are the same |
//! | `{^name}` | ASCII letters and digits | upper case |
//! | `{#name}` | a number | digits without leading zeros |
//! | `{<name}`, `{>name}` | a number below, or from, 100000 | the same |
//!
//! A pattern is a host, which stands for its subdomains, too, and a path. `*` is any one segment,
//! `**` any number of them, `a|b` either. Query keys must be there, in any order, among any others.
//! A fragment counts if the pattern has one. What follows ` title ` captures the index with which
//! the task's title begins: `A` of `A. Watermelon`. Upper and lower case of literals are the same.

use super::url::Url;

/// What a capture found.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub name: &'static str,
    pub value: String,
    /// Whether upper and lower case are the same.
    pub caseless: bool,
}

pub(super) type Parts = Vec<Part>;

/// What `pattern` captures of a page; `None` if it is another page.
pub(super) fn find(pattern: &'static str, url: &Url, title: &str) -> Option<Parts> {
    let (host, rest) = pattern.split_once('/')?;
    let mut parts = Vec::new();
    let is_on_host =
        if host.contains('{') { matches(host, &url.host, &mut parts) } else { url.is_on(host) };
    if !is_on_host {
        return None;
    }
    let (rest, index_pattern) = split(rest, " title ");
    let (rest, fragment) = split(rest, "#/");
    let (path, query) = split(rest, "?");
    let path: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let is_found = match_path(&path, &url.path, &mut parts)
        && query.is_none_or(|query| match_query(query, url, &mut parts))
        && fragment.is_none_or(|fragment| {
            matches(fragment, url.fragment.trim_start_matches(['!', '/']), &mut parts)
        })
        && index_pattern
            .is_none_or(|pattern| index(title).is_some_and(|it| matches(pattern, it, &mut parts)));
    is_found.then_some(parts)
}

fn split(pattern: &'static str, at: &str) -> (&'static str, Option<&'static str>) {
    pattern.split_once(at).map_or((pattern, None), |(before, after)| (before, Some(after)))
}

/// The index of a problem in its contest, with which its title begins.
fn index(title: &str) -> Option<&str> {
    let title = title.trim_start();
    let end = title.find(|c: char| !c.is_ascii_alphanumeric())?;
    let follows = title[end..].trim_start();
    let is_index = (1..=3).contains(&end) && follows.starts_with(['.', ')', ':', '-', '–']);
    is_index.then_some(&title[..end])
}

fn match_path(pattern: &[&'static str], path: &[String], parts: &mut Parts) -> bool {
    match (pattern, path) {
        ([], []) => true,
        (["**", rest @ ..], _) => {
            let known = parts.len();
            (0..=path.len()).any(|skipped| {
                parts.truncate(known);
                match_path(rest, &path[skipped..], parts)
            })
        }
        ([first, rest @ ..], [segment, others @ ..]) => {
            (*first == "*" || matches(first, segment, parts)) && match_path(rest, others, parts)
        }
        _ => false,
    }
}

fn match_query(pattern: &'static str, url: &Url, parts: &mut Parts) -> bool {
    pattern.split('&').all(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or(("", pair));
        let mut found = url.query.iter().filter(|(name, _)| name.eq_ignore_ascii_case(key));
        found.any(|(_, text)| matches(value, text, parts))
    })
}

/// Whether the whole text is as the pattern says.
pub(super) fn matches(pattern: &'static str, text: &str, parts: &mut Parts) -> bool {
    let Some((literal, rest)) = pattern.split_once('{') else {
        return pattern.split('|').any(|literal| literal.eq_ignore_ascii_case(text));
    };
    let begins = text.get(..literal.len()).is_some_and(|text| text.eq_ignore_ascii_case(literal));
    let Some((capture, rest)) = rest.split_once('}').filter(|_| begins) else {
        return false;
    };
    let text = &text[literal.len()..];
    let (sign, name) = sign_and_name(capture);
    let literal = &rest[..rest.find('{').unwrap_or(rest.len())];
    let end = if matches!(sign, '#' | '<' | '>') {
        text.find(|c: char| !c.is_ascii_digit())
    } else if literal.is_empty() {
        None
    } else {
        text.to_ascii_lowercase().find(&literal.to_ascii_lowercase())
    };
    let (value, following) = text.split_at(end.unwrap_or(text.len()));
    let Some(value) = taken(sign, value) else {
        return false;
    };
    parts.push(Part { name, value, caseless: sign == '~' });
    matches(rest, following, parts)
}

/// The sign of a capture, a space if it has none, and its name.
fn sign_and_name(capture: &'static str) -> (char, &'static str) {
    match capture.chars().next() {
        Some(sign) if !sign.is_ascii_alphabetic() => (sign, &capture[sign.len_utf8()..]),
        _ => (' ', capture),
    }
}

/// What a capture takes of a text.
fn taken(sign: char, text: &str) -> Option<String> {
    let number = || {
        let digits = (1..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| without_leading_zeros(text).to_owned())
    };
    let word = text.len() <= 32 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match sign {
        '#' => number(),
        '<' => number().filter(|number| number.len() < 6),
        '>' => number().filter(|number| number.len() >= 6),
        '^' => (word && !text.is_empty()).then(|| text.to_ascii_uppercase()),
        _ => (!text.is_empty()).then(|| text.to_owned()),
    }
}

/// A number as all its spellings are compared.
pub(super) fn without_leading_zeros(number: &str) -> &str {
    match number.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    }
}

/// The template with each capture replaced by what `show` makes of its part, a `-` before one that
/// would run together with a number. `None` if a part was not captured.
pub(super) fn fill(
    template: &str,
    parts: &Parts,
    show: impl Fn(&Part) -> String,
    separate_numbers: bool,
) -> Option<String> {
    let mut pieces = template.split('{');
    let mut text = pieces.next()?.to_owned();
    for piece in pieces {
        let (capture, literal) = piece.split_once('}')?;
        let value = show(part(parts, capture)?);
        let digit = |c: char| c.is_ascii_digit();
        if separate_numbers && text.ends_with(digit) && value.starts_with(digit) {
            text.push('-');
        }
        text += &value;
        text += literal;
    }
    Some(text)
}

/// The part that a capture of a template names, with a sign or without.
fn part<'a>(parts: &'a Parts, capture: &str) -> Option<&'a Part> {
    let name = capture.trim_start_matches(['~', '^', '#', '<', '>']);
    parts.iter().find(|part| part.name == name)
}

/// The parts that a template names, in its order.
pub(super) fn named<'a>(template: &'a str, parts: &'a Parts) -> impl Iterator<Item = &'a Part> {
    let captures = template.split('{').skip(1).filter_map(|piece| piece.split('}').next());
    captures.filter_map(|capture| part(parts, capture))
}
