//! Finds out whether a person asked cargo for this package or for the whole workspace.

use super::Package;

/// Whether cargo was started in the package's folder or with its name. Windows does not tell, so
/// there the answer is no.
#[cfg(not(unix))]
pub(super) fn asks_for(_: &Package) -> bool {
    false
}

#[cfg(unix)]
pub(super) fn asks_for(package: &Package) -> bool {
    let cargo = std::os::unix::process::parent_id();
    let folder = std::fs::read_link(format!("/proc/{cargo}/cwd"));
    folder.is_ok_and(|folder| folder.starts_with(&package.folder))
        || command_line(cargo).is_some_and(|line| names(&line, &package.name))
}

/// The words with which a process was started, with spaces between.
#[cfg(unix)]
fn command_line(process: u32) -> Option<String> {
    let words = std::fs::read(format!("/proc/{process}/cmdline")).or_else(|_| {
        // For systems without `/proc`.
        let mut ps = std::process::Command::new("ps");
        let output = ps.args(["-o", "args=", "-p", &process.to_string()]).output();
        output.map(|output| output.stdout)
    });
    Some(String::from_utf8_lossy(&words.ok()?).replace('\0', " "))
}

/// Whether a cargo command has `-p NAME`, in any spelling, with or without a version. A word with a
/// space in it is split, but no package's name has a space.
#[cfg(unix)]
fn names(command_line: &str, name: &str) -> bool {
    let mut words = command_line.split_whitespace().take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        let package = match word {
            "-p" | "--package" => words.next(),
            _ => word.strip_prefix("--package=").or_else(|| word.strip_prefix("-p")),
        };
        if package.and_then(|package| package.split('@').next()) == Some(name) {
            return true;
        }
    }
    false
}

#[cfg(all(test, unix))]
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
            assert_eq!(names(command, "cf1a"), expected, "{command}");
        }
    }
}
