//! What a person asked cargo for: this package, or the whole workspace.

use super::Package;

/// Whether the package was asked for by its name or by standing in its folder. Where the system
/// does not tell (Windows), it counts as part of the whole workspace.
pub(super) fn asks_for(package: &Package) -> bool {
    let Some(cargo) = Invocation::of_parent() else {
        return false;
    };
    cargo.folder.is_some_and(|folder| folder.starts_with(&package.folder))
        || names(&cargo.words, &package.name)
}

/// How the process that runs this one was started.
struct Invocation {
    words: Vec<String>,
    folder: Option<std::path::PathBuf>,
}

impl Invocation {
    #[cfg(unix)]
    fn of_parent() -> Option<Self> {
        let parent = std::os::unix::process::parent_id();
        let words = match std::fs::read(format!("/proc/{parent}/cmdline")) {
            Ok(words) => words.split(|byte| *byte == 0).map(text).collect(),
            Err(_) => words_by_ps(parent)?,
        };
        Some(Self { words, folder: std::fs::read_link(format!("/proc/{parent}/cwd")).ok() })
    }

    #[cfg(not(unix))]
    fn of_parent() -> Option<Self> {
        None
    }
}

/// For systems without `/proc`. A word with a space in it comes apart, which no package's name has.
#[cfg(unix)]
fn words_by_ps(process: u32) -> Option<Vec<String>> {
    let mut ps = std::process::Command::new("ps");
    let output = ps.args(["-o", "args=", "-p", &process.to_string()]).output().ok()?;
    Some(text(&output.stdout).split_whitespace().map(str::to_owned).collect())
}

#[cfg(unix)]
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Whether the words of a cargo command have `-p NAME` in one of its spellings, version or not.
fn names(words: &[String], name: &str) -> bool {
    let mut words = words.iter().map(String::as_str).take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        let package = match word {
            "-p" | "--package" => words.next(),
            _ => word.strip_prefix("--package=").or_else(|| word.strip_prefix("-p")),
        };
        let package = package.and_then(|package| package.split('@').next());
        if package == Some(name) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn the_package_of_a_command_is_found() {
        for (command, expected) in [
            ("cargo test -p cf1a", true),
            ("cargo test --package=cf1a@0.0.0 all", true),
            ("cargo test -pcf1a -- --exact", true),
            ("cargo test -p cf1 -p cf1a", true),
            ("cargo test", false),
            ("cargo test cf1a", false),
            ("cargo test -p cf1", false),
            ("cargo test -- -p cf1a", false),
        ] {
            let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
            assert_eq!(names(&words, "cf1a"), expected, "{command}");
        }
    }
}
