//! Runs a program on an input, until it ends or exceeds a limit.

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::conversation::Conversation;
use super::proc::waited_for_processor;
use super::process::{limited, Process, DYING, POLL};

/// How many bytes of the beginning and of the end of stderr are kept.
const STDERR_HEAD: usize = 4 << 10;
const STDERR_TAIL: usize = 12 << 10;

/// How long the judge waits for the rest of the output when a program has ended. A process that
/// the program left behind may hold its pipes open for ever.
pub const GRACE: Duration = Duration::from_secs(1);

/// How many times its time limit a program may wait for a processor. On a machine that is busier
/// no time limit can be judged.
const PATIENCE: u32 = 30;

/// The limits of one run.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Wall time, without the time in which the program waits for a processor.
    pub time: Duration,
    /// Address space in bytes; `None`: no limit.
    pub memory: Option<u64>,
    /// How many bytes the program may print.
    pub output: usize,
}

/// How a run of a program ended. The last four happen only with an interactor.
#[derive(Debug)]
pub enum End {
    /// The program ended by itself. The text continues a message on its exit status; may be empty.
    Exited(ExitStatus, String),
    /// The program was killed at its time limit.
    OverLimit {
        /// What time is limited, as a message says it; empty for wall time.
        of: &'static str,
        /// How long the program waited for a processor, which does not count.
        waited: Duration,
    },
    /// The program printed more than it may.
    OverOutput,
    /// One line: what is wrong with the output of the program.
    Wrong(String),
    /// One line: what took too long. On a machine that is less busy it might not.
    OverTime(String),
    /// One line: why the program sleeps and will never continue.
    Stuck(String),
    /// One line: what is wrong with the case or the interactor.
    Fault(String),
}

/// A run that has ended.
pub struct Finished {
    pub end: End,
    /// Wall time. The time in which the program waited for a processor is subtracted if it would
    /// exceed its limit otherwise. With an interactor it is what [`super::clock`] measures.
    pub time: Duration,
    /// The output of the program, as far as it was read; empty with an interactor.
    pub output: Vec<u8>,
    /// The beginning and the end of its stderr.
    pub stderr: Vec<u8>,
    pub conversation: Conversation,
}

/// Runs a program on an input.
///
/// # Errors
/// One line, if it cannot be run.
pub fn run(program: &Path, input: &str, limits: Limits) -> Result<Finished, String> {
    run_command(limited(program, limits.memory), input, limits)
        .map_err(|error| format!("{}: cannot run it: {error}", program.display()))
}

/// Runs a command on an input. Of the limits it applies time and output only.
pub fn run_command(command: Command, input: &str, limits: Limits) -> io::Result<Finished> {
    let (sender, events) = mpsc::sync_channel(16);
    let mut process = Process::start(command, &sender, Event::Output, Event::Stderr)?;
    drop(sender);
    process.say(input.as_bytes().to_vec());
    process.stdin = None;
    let (output, stderr) = (Vec::new(), Stderr::default());
    watch(&mut process, Printed { events, limit: limits.output, output, stderr }, limits)
}

/// Waits until the program ends, or kills it when it exceeds a limit. Then reads the rest of its
/// output.
fn watch(process: &mut Process, mut printed: Printed, limits: Limits) -> io::Result<Finished> {
    let mut waited = Duration::ZERO;
    let (mut end, time) = loop {
        let deadline = process.start + limits.time + waited;
        let is_open = printed.receive(deadline.min(Instant::now() + POLL));
        let status = process.wait(if is_open { Instant::now() } else { deadline })?;
        let wall_time = process.start.elapsed();
        if wall_time > limits.time + waited {
            waited = waited_for_processor(process.child.id()).clamp(waited, limits.time * PATIENCE);
        }
        let time = wall_time.saturating_sub(waited);
        match status {
            _ if printed.is_too_long() => break (End::OverOutput, time),
            // On a busy machine the judge notices the end late, perhaps after the limit.
            Some(status) => break (End::Exited(status, String::new()), time.min(limits.time)),
            None if time > limits.time => break (End::OverLimit { of: "", waited }, time),
            None => {}
        }
    };
    process.kill();
    let deadline = Instant::now() + GRACE;
    while Instant::now() < deadline && printed.receive(deadline) {}
    if process.wait(Instant::now() + DYING)?.is_none() {
        return Err(io::Error::other("it was killed and does not end"));
    }
    if printed.is_too_long() && !matches!(end, End::OverLimit { .. }) {
        end = End::OverOutput;
    }
    let (output, stderr) = (printed.output, printed.stderr.into_bytes());
    Ok(Finished { end, time, output, stderr, conversation: Conversation::default() })
}

/// Keeps the beginning and the end of the stderr of a program.
#[derive(Default)]
pub struct Stderr {
    kept: Vec<u8>,
    /// How many bytes of the middle are left out.
    left_out: usize,
}

impl Stderr {
    pub fn add(&mut self, bytes: &[u8]) {
        self.kept.extend(bytes);
        if let Some(excess) = self.kept.len().checked_sub(STDERR_HEAD + STDERR_TAIL) {
            self.kept.drain(STDERR_HEAD..STDERR_HEAD + excess);
            self.left_out += excess;
        }
    }

    pub fn into_bytes(mut self) -> Vec<u8> {
        if self.left_out > 0 {
            let mark = format!("\n... {} bytes are left out ...\n", self.left_out);
            self.kept.splice(STDERR_HEAD..STDERR_HEAD, mark.bytes());
        }
        self.kept
    }
}

enum Event {
    Output(Vec<u8>),
    Stderr(Vec<u8>),
}

/// What a program has printed.
struct Printed {
    events: Receiver<Event>,
    limit: usize,
    output: Vec<u8>,
    stderr: Stderr,
}

impl Printed {
    /// Receives the next event, if it comes before the deadline. Says whether a pipe is open.
    fn receive(&mut self, deadline: Instant) -> bool {
        match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Event::Output(bytes)) if !self.is_too_long() => self.output.extend(bytes),
            Ok(Event::Stderr(bytes)) => self.stderr.add(&bytes),
            Err(RecvTimeoutError::Disconnected) => return false,
            _ => {}
        }
        true
    }

    fn is_too_long(&self) -> bool {
        self.output.len() > self.limit
    }
}
