//! Starts, limits and kills a process, and connects its pipes. Every wait has a deadline.
//!
//! On Unix the shell limits the memory (`ulimit`) and kills process groups (`kill`): std can do
//! neither without unsafe code. On Windows `taskkill` kills the processes that a program has
//! started, but only while the program itself runs.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use super::watchdog;
use crate::suite::units::format_size;

/// Whether the memory of a program can be limited. On systems other than Linux the shell has no
/// `ulimit -v`, or it has no effect.
pub const LIMITS_MEMORY: bool = cfg!(target_os = "linux");

/// How often the judge checks whether a process has ended.
pub const POLL: Duration = Duration::from_millis(5);

/// How long `taskkill` may take.
const KILLING: Duration = Duration::from_secs(2);

/// How long a process may take to end once it is killed.
pub const DYING: Duration = Duration::from_secs(10);

/// A process in a group of its own. The group is killed when this is dropped.
pub struct Process {
    pub child: Child,
    pub start: Instant,
    /// Sends text to its stdin, which is closed when this is dropped.
    pub stdin: Option<Sender<Vec<u8>>>,
    is_killed: bool,
}

impl Process {
    /// Starts a command. What it prints is sent as events; an empty event is the end of a pipe.
    pub fn start<E: Send + 'static>(
        mut command: Command,
        events: &SyncSender<E>,
        stdout: fn(Vec<u8>) -> E,
        stderr: fn(Vec<u8>) -> E,
    ) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let start = Instant::now();
        let mut process = Self { child: command.spawn()?, start, stdin: None, is_killed: false };
        #[cfg(unix)]
        watchdog::tell("begin", process.child.id())?;
        process.stdin = process.child.stdin.take().map(write);
        if let Some(pipe) = process.child.stdout.take() {
            read(pipe, stdout, events.clone());
        }
        if let Some(pipe) = process.child.stderr.take() {
            read(pipe, stderr, events.clone());
        }
        Ok(process)
    }

    /// Writes to its stdin. A process need not read its input: a closed pipe is no error.
    pub fn say(&self, bytes: Vec<u8>) {
        if let Some(stdin) = &self.stdin {
            let _ = stdin.send(bytes);
        }
    }

    /// Waits until it ends; `None` if it has not ended at the deadline.
    pub fn wait(&mut self, deadline: Instant) -> io::Result<Option<ExitStatus>> {
        wait(&mut self.child, deadline)
    }

    /// Kills it and its group. Does not wait until they have ended.
    pub fn kill(&mut self) {
        if self.is_killed {
            return;
        }
        self.is_killed = true;
        if cfg!(windows) && matches!(self.child.try_wait(), Ok(None)) {
            kill_tree(self.child.id());
        }
        // Needed if it has left its group, or if `taskkill` failed. An error is ignored: it may
        // have ended, and whoever waits for it notices if it has not.
        let _ = self.child.kill();
        #[cfg(unix)]
        let _ = watchdog::tell("end", self.child.id());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        // Without that it would stay a zombie.
        let _ = self.wait(Instant::now() + DYING);
    }
}

/// Writes to a pipe in a thread of its own: a process that does not read would block the judge.
fn write(mut pipe: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, texts) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || texts.iter().try_for_each(|text| pipe.write_all(&text)));
    sender
}

/// Reads a pipe in a thread of its own, until the pipe ends or nobody receives. The last text is
/// empty. An error counts as the end: this process handles no signals, so no read is interrupted.
fn read<E: Send + 'static>(
    mut pipe: impl Read + Send + 'static,
    event: fn(Vec<u8>) -> E,
    events: SyncSender<E>,
) {
    thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        loop {
            let length = pipe.read(&mut buffer).unwrap_or(0);
            if events.send(event(buffer[..length].to_vec())).is_err() || length == 0 {
                break;
            }
        }
    });
}

fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    // A process that has closed its pipes ends soon, and to sleep would take longer than that.
    let yields = Instant::now() + Duration::from_millis(1);
    loop {
        let status = child.try_wait()?;
        let now = Instant::now();
        if status.is_some() || now >= deadline {
            return Ok(status);
        }
        if now < yields {
            thread::yield_now();
        } else {
            thread::sleep(POLL.min(deadline - now));
        }
    }
}

/// Kills a process and all processes that it has started, on Windows.
fn kill_tree(id: u32) {
    let mut command = Command::new("taskkill");
    command.args(["/T", "/F", "/PID", &id.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut taskkill) = command.spawn() else { return };
    if !matches!(wait(&mut taskkill, Instant::now() + KILLING), Ok(Some(_))) {
        let _ = taskkill.kill();
    }
}

/// The command that runs a program with at most `memory` bytes of address space.
pub fn limited(program: &Path, memory: Option<u64>) -> Command {
    let Some(bytes) = memory.filter(|_| LIMITS_MEMORY) else {
        return Command::new(program);
    };
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{} && exec \"$0\"", limit(bytes))).arg(program);
    command
}

fn limit(bytes: u64) -> String {
    format!("ulimit -v {}", (bytes / 1024).max(1))
}

/// Checks that the shell can set a memory limit. If it cannot, it has failed and not the program.
pub fn check_memory_limit(bytes: u64) -> Result<(), String> {
    let shell = Command::new("sh")
        .args(["-c", &limit(bytes)])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("sh: cannot run it: {error}"))?;
    if shell.status.success() {
        return Ok(());
    }
    let (size, error) = (format_size(bytes), String::from_utf8_lossy(&shell.stderr));
    Err(format!("cannot limit the memory to {size}: {}", error.trim()))
}

/// Whether the path is a file that can be run.
pub fn is_executable(program: &Path) -> bool {
    #[cfg(unix)]
    let may_be_run = |data: &fs::Metadata| {
        std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0
    };
    #[cfg(not(unix))]
    let may_be_run = |_: &fs::Metadata| true;
    fs::metadata(program).is_ok_and(|data| data.is_file() && may_be_run(&data))
}

/// An exit status, with its meaning if that is known.
///
/// Sources: POSIX, `signal.h`; Microsoft, \[MS-ERREF\], NTSTATUS values.
pub fn describe(status: impl ToString) -> String {
    let status = status.to_string();
    const MEANINGS: [(&str, &str); 12] = [
        ("(SIGABRT)", "abort"),
        ("(SIGBUS)", "bus error"),
        ("(SIGFPE)", "arithmetic error, such as a division by zero"),
        ("(SIGILL)", "illegal instruction"),
        ("(SIGKILL)", "killed from outside, perhaps for want of memory"),
        ("(SIGSEGV)", "segmentation fault"),
        ("0xc0000005", "access violation"),
        ("0xc0000017", "out of memory"),
        ("0xc000001d", "illegal instruction"),
        ("0xc0000094", "division by zero"),
        ("0xc00000fd", "stack overflow"),
        ("0xc0000409", "abort"),
    ];
    let meaning = MEANINGS.iter().find(|(sign, _)| status.contains(sign));
    meaning.map_or(status.clone(), |(_, meaning)| format!("{status}: {meaning}"))
}

/// A text, followed by the last line of a process's stderr if there is one.
pub fn with_last_line(text: String, stderr: &[u8]) -> String {
    match String::from_utf8_lossy(stderr).trim_end().lines().last() {
        Some(line) => format!("{text}: {line}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_process_that_is_dropped_is_killed() {
        let mut sleep = Command::new("sleep");
        sleep.arg("30");
        let process = Process::start(sleep, &mpsc::sync_channel(1).0, drop, drop).unwrap();
        let id = process.child.id().to_string();
        drop(process);
        let signal = Command::new("kill").args(["-0", &id]).stderr(Stdio::null()).status();
        assert!(!signal.unwrap().success(), "{id} is still there");
    }

    #[test]
    fn failures_are_named() {
        for (status, described) in [
            ("exit status: 101", "exit status: 101"),
            (
                "signal: 11 (SIGSEGV) (core dumped)",
                "signal: 11 (SIGSEGV) (core dumped): segmentation fault",
            ),
            ("exit code: 0xc0000005", "exit code: 0xc0000005: access violation"),
            ("exit code: 0xc00000fd", "exit code: 0xc00000fd: stack overflow"),
        ] {
            assert_eq!(describe(status), described);
        }
    }
}
