//! Runs a program under limits. Nothing here waits for it or for its pipes without a deadline.
//!
//! On Unix the shell imposes the limits (`ulimit`) and kills the group (`kill`), so that no unsafe
//! code is needed.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::cores;
use crate::suite::units::format_size;

/// How much of the end of stderr is kept, in bytes.
const STDERR_KEPT: usize = 4 << 10;

/// How long the rest of the output is waited for once the program has ended: a process that it
/// left behind may hold its pipes for ever.
const GRACE: Duration = Duration::from_secs(1);

/// The limits of one run.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Wall time.
    pub time: Duration,
    /// Address space in bytes; `None`: no limit.
    pub memory: Option<u64>,
    /// What the program may print, in bytes.
    pub output: usize,
}

/// Runs a program on an input, to its end or to that of its limits.
///
/// # Errors
/// One line, if it cannot be run.
pub fn run(program: &Path, input: &str, limits: Limits) -> Result<Finished, String> {
    Process::start(limited(program, limits), input)
        .and_then(|process| process.watch(limits))
        .map_err(|error| format!("{}: cannot run it: {error}", program.display()))
}

/// The program under limits. The processor time is limited too, to what the program could not use
/// up within its wall time: a program in an endless loop then ends even where the judge itself was
/// killed.
#[cfg(unix)]
fn limited(program: &Path, limits: Limits) -> Command {
    let seconds = limits.time.as_secs().saturating_add(1).saturating_mul(cores().get() as u64);
    let mut script = format!("ulimit -t {seconds} 2>/dev/null; ");
    if let Some(bytes) = limits.memory {
        script += &format!("ulimit -v {} && ", kibibytes(bytes));
    }
    script += "exec \"$0\"";
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).arg(program);
    make_group(&mut command);
    command
}

#[cfg(not(unix))]
fn limited(program: &Path, _limits: Limits) -> Command {
    let mut command = Command::new(program);
    make_group(&mut command);
    command
}

/// How a run of a program ended.
pub enum End {
    Exited(ExitStatus),
    OverTime,
    OverOutput,
}

/// A run that is over.
pub struct Finished {
    pub end: End,
    /// Wall time.
    pub time: Duration,
    /// What the program printed, as far as it was read.
    pub output: Vec<u8>,
    /// The end of what it printed to stderr.
    pub stderr: Vec<u8>,
}

/// A running program. Threads of its own wait for it and for its pipes, and tell what happens; once
/// it has ended, and its pipes too, nothing is left that could send an event.
struct Process {
    id: u32,
    start: Instant,
    events: Receiver<Event>,
}

enum Event {
    Output(Vec<u8>),
    Stderr(Vec<u8>),
    Exited(io::Result<ExitStatus>, Duration),
}

impl Process {
    fn start(mut command: Command, input: &str) -> io::Result<Self> {
        let start = Instant::now();
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let id = child.id();
        let (sender, events) = mpsc::sync_channel(16);
        if let Some(mut stdin) = child.stdin.take() {
            let input = input.as_bytes().to_vec();
            // A program need not read its input: a closed pipe is no error.
            thread::spawn(move || stdin.write_all(&input));
        }
        if let Some(stdout) = child.stdout.take() {
            read(stdout, Event::Output, sender.clone());
        }
        if let Some(stderr) = child.stderr.take() {
            read(stderr, Event::Stderr, sender.clone());
        }
        thread::spawn(move || {
            let status = child.wait();
            sender.send(Event::Exited(status, start.elapsed()))
        });
        Ok(Self { id, start, events })
    }

    /// Waits for the end of the program, or brings it about where a limit is exceeded, and for the
    /// rest of what it printed.
    fn watch(self, limits: Limits) -> io::Result<Finished> {
        let mut output = Vec::new();
        let mut stderr = Vec::new();
        let mut ended = None;
        let mut deadline = self.start + limits.time;
        loop {
            let mut end = None;
            match self.next_event(deadline) {
                Ok(Event::Output(bytes)) => {
                    if output.len() <= limits.output {
                        output.extend(bytes);
                    }
                    if output.len() > limits.output {
                        end = Some((End::OverOutput, self.start.elapsed()));
                    }
                }
                Ok(Event::Stderr(bytes)) => {
                    stderr.extend(bytes);
                    stderr.drain(..stderr.len().saturating_sub(STDERR_KEPT));
                }
                Ok(Event::Exited(_, time)) if time > limits.time => {
                    end = Some((End::OverTime, time));
                }
                Ok(Event::Exited(status, time)) => end = Some((End::Exited(status?), time)),
                Err(RecvTimeoutError::Timeout) if ended.is_none() => {
                    end = Some((End::OverTime, self.start.elapsed()));
                }
                Err(_) => break,
            }
            if ended.is_none() && end.is_some() {
                kill_group(self.id, matches!(end, Some((End::Exited(_), _))));
                deadline = Instant::now() + GRACE;
                ended = end;
            }
        }
        let (end, time) = ended.unwrap_or((End::OverTime, self.start.elapsed()));
        Ok(Finished { end, time, output, stderr })
    }

    /// The next event, but none, however many are waiting, once the deadline has passed.
    fn next_event(&self, deadline: Instant) -> Result<Event, RecvTimeoutError> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(RecvTimeoutError::Timeout);
        }
        self.events.recv_timeout(left)
    }
}

/// Reads a pipe in a thread of its own, which ends with the pipe or when nobody listens. No signal
/// is handled in this process, so that none interrupts a read.
fn read(
    mut pipe: impl Read + Send + 'static,
    event: fn(Vec<u8>) -> Event,
    sender: SyncSender<Event>,
) {
    thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        while let Ok(length @ 1..) = pipe.read(&mut buffer) {
            if sender.send(event(buffer[..length].to_vec())).is_err() {
                break;
            }
        }
    });
}

/// Whether there is a file that can be run.
pub fn is_executable(program: &Path) -> bool {
    #[cfg(unix)]
    let may_be_run = |data: &fs::Metadata| {
        std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0
    };
    #[cfg(not(unix))]
    let may_be_run = |_: &fs::Metadata| true;
    fs::metadata(program).is_ok_and(|data| data.is_file() && may_be_run(&data))
}

fn make_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Kills the process and its group; what it left behind if it `ended` by itself.
fn kill_group(id: u32, ended: bool) {
    let mut command;
    if cfg!(unix) {
        command = Command::new("sh");
        command.args(["-c", "kill -s KILL -- \"$@\"", "sh", &format!("-{id}")]);
        if !ended {
            // In case it left its group.
            command.arg(id.to_string());
        }
    } else if !ended {
        command = Command::new("taskkill");
        command.args(["/T", "/F", "/PID", &id.to_string()]);
    } else {
        return;
    }
    // An error says that nothing is left to kill.
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

/// Whether the system's shell can limit the memory of a program: others than Linux ignore it.
pub const LIMITS_MEMORY: bool = cfg!(target_os = "linux");

fn kibibytes(bytes: u64) -> u64 {
    (bytes / 1024).max(1)
}

/// Finds out whether it was the shell that failed, and not the program.
pub fn check_memory_limit(limit: u64) -> Result<(), String> {
    let shell = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {}", kibibytes(limit)))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("sh: cannot run it: {error}"))?;
    if shell.status.success() {
        return Ok(());
    }
    Err(format!(
        "cannot limit the memory to {}: {}",
        format_size(limit),
        String::from_utf8_lossy(&shell.stderr).trim()
    ))
}
