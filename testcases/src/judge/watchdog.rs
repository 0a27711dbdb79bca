//! Kills the processes that judged programs leave behind, even if the judge itself is killed.
//!
//! One shell runs beside the judge, which reports to it what process groups run. When the judge
//! ends, in whatever way, the stdin of the shell closes, and it kills the groups that are left. It
//! is in a group of its own, so that Ctrl-C does not end it. The judge needs no signal handler.

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

/// `begin`: the group will be killed when the judge ends. `end`: the group is killed now, and this
/// does not wait until it has ended.
pub fn tell(order: &str, group: u32) -> io::Result<()> {
    static WATCHDOG: LazyLock<io::Result<Child>> = LazyLock::new(start);
    let failed = |error: &io::Error| io::Error::new(error.kind(), format!("sh: {error}"));
    let watchdog = WATCHDOG.as_ref().map_err(failed)?;
    // Several threads may write at a time. A line this short is written in one piece.
    let line = format!("{order} {group}\n");
    watchdog.stdin.as_ref().map_or(Ok(()), |mut stdin| stdin.write_all(line.as_bytes()))
}

fn start() -> io::Result<Child> {
    let mut shell = Command::new("sh");
    shell.args(["-c", SCRIPT]).process_group(0);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}
