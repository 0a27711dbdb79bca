//! Kills what judged programs leave behind, even where the judge itself is killed.
//!
//! One shell for the whole process is told which process groups run. Its stdin closes when the
//! judge ends, in whatever way: it then kills the groups that are left. It is in a group of its
//! own, so that Ctrl-C does not reach it, and it needs no signal handler in the judge.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

const SCRIPT: &str = r#"
trap '' HUP INT TERM
groups=' '
while read -r order group; do
    case $order in
    begin) groups="$groups$group " ;;
    end)
        kill -s KILL -- "-$group"
        groups="${groups%% $group *} ${groups#* $group }"
        ;;
    esac
done
for group in $groups; do
    kill -s KILL -- "-$group" "$group"
done
"#;

/// `begin`: from now on the group dies with the judge. `end`: the group is killed, which is not
/// waited for, and forgotten.
pub fn tell(order: &str, group: u32) -> io::Result<()> {
    static WATCHDOG: LazyLock<io::Result<Child>> = LazyLock::new(start);
    let failed = |error: &io::Error| io::Error::new(error.kind(), format!("sh: {error}"));
    let watchdog = WATCHDOG.as_ref().map_err(failed)?;
    // So short a line enters the pipe in one piece, whichever threads write at the same time.
    let line = format!("{order} {group}\n");
    watchdog.stdin.as_ref().map_or(Ok(()), |mut stdin| stdin.write_all(line.as_bytes()))
}

fn start() -> io::Result<Child> {
    let mut shell = Command::new("sh");
    shell.args(["-c", SCRIPT]).process_group(0);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}
