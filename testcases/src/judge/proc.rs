//! Reads what Linux reports of a process in `/proc`. It does so until the process is waited for.

use std::fs;
use std::time::Duration;

/// The unit in which `/proc` counts processor time.
///
/// Source: `man 5 proc`, `sysconf(_SC_CLK_TCK)`: 100 a second on all systems that std supports.
const TICK: Duration = Duration::from_millis(10);

/// The state of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    /// The processor time of all its threads, and of the child processes that it has waited for.
    pub time: Duration,
    /// Whether it has ended and only its status is left.
    pub has_ended: bool,
    /// Whether all its threads wait, and not for a disk.
    pub is_asleep: bool,
}

impl Process {
    /// The process `id`; `None` if the system reports nothing of it.
    pub(super) fn find(id: u32) -> Option<Self> {
        let (state, time) = stat(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)?;
        // It is exact, but counts the first thread only.
        let exact = fs::read_to_string(format!("/proc/{id}/schedstat"));
        let exact = exact.ok().and_then(|text| text.split(' ').next()?.parse().ok());
        Some(Self {
            time: time.max(exact.map_or(Duration::ZERO, Duration::from_nanos)),
            has_ended: matches!(state, 'Z' | 'X'),
            is_asleep: state == 'S'
                && of_threads(id, "stat").all(|text| matches!(stat(&text), Some(('S', _)))),
        })
    }
}

/// How long a process was ready to run and had no processor: the longest time of any of its
/// threads. Zero if the system does not report it.
pub(super) fn waited_for_processor(id: u32) -> Duration {
    // Source: Documentation/scheduler/sched-stats.rst of the kernel. The second field of the file
    // is this time in nanoseconds.
    let waited = |text: String| text.split(' ').nth(1)?.parse().ok();
    Duration::from_nanos(of_threads(id, "schedstat").filter_map(waited).max().unwrap_or(0))
}

/// The text of this file of each thread. A thread that has just ended is left out.
fn of_threads(id: u32, file: &str) -> impl Iterator<Item = String> + use<'_> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    threads.filter_map(move |thread| fs::read_to_string(thread.path().join(file)).ok())
}

/// The state and the processor time in the text of a file `stat`.
fn stat(text: &str) -> Option<(char, Duration)> {
    // The name of the program stands in parentheses before, and may contain any character.
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    // Fields 14 to 17 of the manual page; `fields` begins with its third.
    let ticks = fields.get(11..15)?.iter().map(|field| field.parse::<u32>().ok());
    let ticks = ticks.sum::<Option<u32>>()?;
    Some((fields.first()?.chars().next()?, TICK * ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stat_file_has_state_and_time() {
        let text = "42 (a) S (b) R 1 42 42 0 -1 4194304 100 0 0 0 12 3 4 1 20 0 1 0 5 6 7\n";
        assert_eq!(stat(text), Some(('R', Duration::from_millis(200))));
        for text in ["", "42 (a", "42 (a) R 1 2", "42 (a) R 1 42 42 0 -1 1 1 0 0 0 x 3 4 1 20"] {
            assert_eq!(stat(text), None, "{text}");
        }
    }
}
