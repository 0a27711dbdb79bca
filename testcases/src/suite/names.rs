//! The names of cases: which are refused, and which can be stored.

use std::collections::BTreeMap;

use super::{is_digit, Case};
use crate::is_legible;

/// Checks that each name can be shown in a report and given to `cargo test` as an argument, and
/// that no two names are the same. Windows and macOS ignore upper and lower case in file names.
pub fn check(cases: &[Case]) -> Result<(), String> {
    let is_argument = |name: &str| is_legible(name) && !name.starts_with('-');
    let mut names = BTreeMap::new();
    for Case { name, origin, .. } in cases {
        let expected = match names.insert(name.to_lowercase(), name) {
            _ if !is_argument(name) => {
                format!("of printable characters that does not begin with -, found {name:?}")
            }
            None => continue,
            Some(other) if other == name => {
                format!("that no other case of the suite has, found {name:?} again")
            }
            Some(other) => format!(
                "that differs from {other:?} in more than upper and lower case, found {name:?}"
            ),
        };
        return Err(format!("{origin}: expected a name {expected}"));
    }
    Ok(())
}

/// Whether a case of this name can be stored on any system.
pub(crate) fn can_be_stored(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let name = name.to_ascii_lowercase();
    // Source: Microsoft, "Naming Files, Paths, and Namespaces".
    let device = name.trim_end_matches(is_digit);
    let is_device = ["con", "prn", "aux", "nul", "com", "lpt"].contains(&device);
    !name.is_empty() && !name.starts_with('-') && name.chars().all(is_plain) && !is_device
}
