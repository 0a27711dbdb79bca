//! Times and sizes as they are written in a suite.

use std::time::Duration;

/// Units of time: names and nanoseconds, from the greatest to the least.
///
/// Source: humantime 2.1, by which cargo-compete reads `timelimit`. Its units from a day on are
/// left out: no program has such a limit.
const TIMES: [(&[&str], u64); 6] = [
    (&["h", "hr", "hrs", "hour", "hours"], 3600 * SECOND),
    (&["m", "min", "mins", "minute", "minutes"], 60 * SECOND),
    (&["s", "sec", "secs", "second", "seconds"], SECOND),
    (&["ms", "msec", "millis"], 1_000_000),
    (&["us", "usec"], 1000),
    (&["ns", "nsec", "nanos"], 1),
];
const SECOND: u64 = 1_000_000_000;

/// Units of memory: names and bytes, from the greatest to the least.
const SIZES: [(&str, u64); 7] = [
    ("GiB", 1 << 30),
    ("GB", 1_000_000_000),
    ("MiB", 1 << 20),
    ("MB", 1_000_000),
    ("KiB", 1 << 10),
    ("KB", 1000),
    ("B", 1),
];

/// Parses whole numbers with units, such as `1s 500ms`. The sum must be greater than 0.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let mut nanoseconds: u64 = 0;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (number, after) = split_number(rest)?;
        let end = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let unit = &after[..end];
        let (_, size) = TIMES.iter().find(|(names, _)| names.contains(&unit))?;
        nanoseconds = nanoseconds.checked_add(number.checked_mul(*size)?)?;
        rest = after[end..].trim_start();
    }
    (nanoseconds > 0).then(|| Duration::from_nanos(nanoseconds))
}

/// Writes a duration so that [`parse_duration`] and cargo-compete read it back.
pub fn format_duration(duration: Duration) -> String {
    let mut rest = duration.as_nanos();
    let mut parts = Vec::new();
    for (names, size) in TIMES {
        let size = u128::from(size);
        if rest >= size {
            parts.push(format!("{}{}", rest / size, names[0]));
            rest %= size;
        }
    }
    parts.join(" ")
}

/// Parses a whole number with a unit, such as `64MiB`. Gives bytes, which must be more than 0.
pub fn parse_size(text: &str) -> Option<u64> {
    let (number, unit) = split_number(text.trim())?;
    let (_, size) = SIZES.iter().find(|(name, _)| *name == unit)?;
    number.checked_mul(*size).filter(|&bytes| bytes > 0)
}

/// Writes a number of bytes in the greatest unit in which it is a whole number.
pub fn format_size(bytes: u64) -> String {
    let (unit, size) =
        SIZES.iter().find(|(_, size)| bytes.is_multiple_of(*size)).unwrap_or(&("B", 1));
    format!("{}{unit}", bytes / size)
}

/// Splits a text into the number at its beginning and the rest, without the spaces between.
fn split_number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, text[end..].trim_start()))
}
