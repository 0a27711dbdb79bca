//! Builds the `tests/cases.rs` of a package, which is its referee if it has one.

use std::path::{Path, PathBuf};

use crate::json::Value;
use crate::judge::Referee;
use crate::suite::Suite;
use crate::workspace::cargo;

/// The referee that a suite needs, compiled; `None` if its outputs are compared.
///
/// # Errors
/// One line, if it does not compile.
pub(crate) fn referee(
    root: &Path,
    package: &str,
    suite: &Suite,
) -> Result<Option<Referee>, String> {
    if suite.referee().is_none() {
        return Ok(None);
    }
    let source = format!("{package}/tests/cases.rs");
    let options =
        ["--quiet", "--no-run", "--message-format=json", "--test=cases", "--package", package];
    // An error is one line, and the messages of the compiler are many.
    let messages = cargo(root, "test", &options).map_err(|_| {
        format!("{source} cannot be built: `cargo test -p {package} --test cases` shows why")
    })?;
    let messages = String::from_utf8_lossy(&messages);
    let program = messages.lines().filter_map(executable).next_back();
    let program = program
        .ok_or_else(|| format!("{source}: expected cargo to name what it built, found nothing"))?;
    Ok(Some(Referee::new(program, source)))
}

/// The executable of the test `cases`, if a message of cargo names it.
///
/// Source: the Cargo book, "External tools", "JSON messages", `compiler-artifact`.
fn executable(message: &str) -> Option<PathBuf> {
    let message = Value::parse(message).ok()?;
    let name = message.get("target")?.get("name")?.as_str()?;
    let executable = message.get("executable")?.as_str()?;
    (name == "cases").then(|| executable.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_executable_stands_in_a_message() {
        let message = |target: &str, executable: &str| {
            format!(
                "{{\"reason\":\"compiler-artifact\",\"target\":{{\"name\":\"{target}\"}},\
                 \"executable\":{executable}}}"
            )
        };
        assert_eq!(executable(&message("cases", "\"/a b\"")), Some("/a b".into()));
        for other in [
            message("cases", "null"),
            message("oracle", "\"/a\""),
            "{\"reason\":\"build-finished\",\"success\":true}".to_owned(),
            "no message".to_owned(),
        ] {
            assert_eq!(executable(&other), None, "{other}");
        }
    }
}
