//! A program in conversation with an interactor, the judge in the middle.
//!
//! What one says is passed on to the other and recorded. The interactor says when it waits for the
//! program (`protocol`), so that the judge knows at every moment whose turn it is.

use std::io::{self, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::clock::Clock;
use super::compare::legible;
use super::conversation::Conversation;
use super::process::{describe, Process};
use super::protocol::Frame;
use super::report::{duration, quoted};
use super::run::{read, Limits, Stderr, GRACE};

/// How often the judge looks whether somebody is over time.
const TICK: Duration = Duration::from_millis(10);

/// The rules of a conversation.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// The limits of the program.
    pub limits: Limits,
    /// How long the interactor may take for an answer.
    pub patience: Duration,
    /// Whether the lines that the program is told end in CRLF.
    pub with_crlf: bool,
}

/// How a conversation ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All was right, and the program has ended well.
    Accepted,
    /// One line: what the program said wrong.
    Wrong(String),
    /// One line: how the program failed, and in what moment.
    Failed(String),
    /// One line: what took too long, as it might on a busy machine.
    OverTime(String),
    /// One line: why the program, which sleeps, will not go on.
    Stuck(String),
    /// The program printed more than it may.
    OverOutput,
    /// One line: what is wrong with the case or the interactor.
    Fault(String),
}

/// A conversation that is over.
pub(super) struct Finished {
    pub end: End,
    /// The time of the program alone: see [`Clock`].
    pub time: Duration,
    pub conversation: Conversation,
    /// What the program printed to stderr.
    pub stderr: Vec<u8>,
}

/// Lets the two talk until the interactor gives its verdict or somebody is over a limit.
///
/// # Errors
/// If one of them cannot be run.
pub(super) fn converse(
    program: Command,
    interactor: Command,
    rules: Rules,
) -> io::Result<Finished> {
    let (sender, events) = mpsc::sync_channel(16);
    let interactor = Party::start(interactor, &sender, Event::Frames, Event::Complaint)?;
    let program = Party::start(program, &sender, Event::Output, Event::Stderr)?;
    drop(sender);
    let clock = Clock::new(program.process.child.id());
    let table = Table {
        program,
        interactor,
        events,
        rules,
        clock,
        waits: None,
        passed_on: 0,
        passed_on_when_told: 0,
        printed: 0,
        told: 0,
        last_word: Instant::now(),
        last_sign: Instant::now(),
        last_look: Instant::now(),
        frame: Vec::new(),
        conversation: Conversation::default(),
        stderr: Stderr::default(),
        complaint: Stderr::default(),
    };
    Ok(table.run())
}

/// What the judge hears. An empty text says that the pipe has ended.
enum Event {
    Output(Vec<u8>),
    Stderr(Vec<u8>),
    Frames(Vec<u8>),
    Complaint(Vec<u8>),
}

/// One of the two processes, which is killed when this is dropped.
struct Party {
    process: Process,
    /// What goes to its stdin, which is closed when this is dropped.
    stdin: Option<Sender<Vec<u8>>>,
}

impl Party {
    fn start(
        mut command: Command,
        events: &SyncSender<Event>,
        stdout: fn(Vec<u8>) -> Event,
        stderr: fn(Vec<u8>) -> Event,
    ) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = Process::start(command)?;
        if let Some(pipe) = process.child.stdout.take() {
            read(pipe, stdout, events.clone());
        }
        if let Some(pipe) = process.child.stderr.take() {
            read(pipe, stderr, events.clone());
        }
        let stdin = process.child.stdin.take().map(write);
        Ok(Self { process, stdin })
    }

    fn say(&self, bytes: Vec<u8>) {
        if let Some(stdin) = &self.stdin {
            // One that reads no more is not told.
            let _ = stdin.send(bytes);
        }
    }
}

/// Writes to a pipe in a thread of its own: a process may leave it full.
fn write(mut pipe: ChildStdin) -> Sender<Vec<u8>> {
    let (sender, texts) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for text in texts {
            if pipe.write_all(&text).is_err() {
                break;
            }
        }
    });
    sender
}

/// What the interactor waits for.
struct Waits {
    /// How many lines of the program it had read by then.
    read: usize,
    what: String,
}

/// The table at which the two sit.
struct Table {
    program: Party,
    interactor: Party,
    events: Receiver<Event>,
    rules: Rules,
    clock: Clock,
    waits: Option<Waits>,
    /// How many whole lines of the program were passed on to the interactor.
    passed_on: usize,
    /// The same at the time when the program was told something last.
    passed_on_when_told: usize,
    /// How many bytes the program printed.
    printed: usize,
    /// How many bytes the interactor printed.
    told: usize,
    /// When somebody said something last.
    last_word: Instant,
    /// When somebody wrote something last, to stderr perhaps.
    last_sign: Instant,
    /// When the judge looked last whether somebody is over time.
    last_look: Instant,
    /// The part of a frame that has come.
    frame: Vec<u8>,
    conversation: Conversation,
    stderr: Stderr,
    /// What the interactor printed to stderr.
    complaint: Stderr,
}

impl Table {
    fn run(mut self) -> Finished {
        let end = loop {
            let end = match self.events.recv_timeout(TICK) {
                Ok(event) => self.hear(event),
                Err(_) => None,
            };
            if let Some(end) = end.or_else(|| self.over_time()) {
                break end;
            }
        };
        self.finish(end)
    }

    /// Takes what one of them says; gives the end if it is one.
    fn hear(&mut self, event: Event) -> Option<End> {
        self.last_sign = Instant::now();
        match event {
            Event::Output(bytes) => self.hear_program(bytes),
            Event::Frames(bytes) if bytes.is_empty() => Some(self.without_verdict()),
            Event::Frames(bytes) => self.hear_interactor(&bytes),
            Event::Stderr(bytes) => {
                self.stderr.add(&bytes);
                None
            }
            Event::Complaint(bytes) => {
                self.complaint.add(&bytes);
                None
            }
        }
    }

    fn hear_program(&mut self, bytes: Vec<u8>) -> Option<End> {
        if bytes.is_empty() {
            self.interactor.stdin = None;
            return None;
        }
        self.last_word = Instant::now();
        self.printed += bytes.len();
        if self.printed > self.rules.limits.output {
            return Some(End::OverOutput);
        }
        self.conversation.hear(&bytes);
        self.passed_on += bytes.iter().filter(|&&byte| byte == b'\n').count();
        self.interactor.say(bytes);
        self.clock.turn(self.is_programs_turn());
        None
    }

    fn hear_interactor(&mut self, bytes: &[u8]) -> Option<End> {
        self.told += bytes.len();
        if self.told > self.rules.limits.output {
            return Some(End::Fault("it talks without end".to_owned()));
        }
        self.last_word = Instant::now();
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.frame.extend(part);
            let Some(line) = self.frame.strip_suffix(b"\n") else { break };
            let line = String::from_utf8_lossy(line).into_owned();
            self.frame.clear();
            let Some(frame) = Frame::read(&line) else {
                return Some(End::Fault(format!(
                    "it printed {line:?} itself; what is for the program goes through `tell`"
                )));
            };
            if let Some(end) = self.take(frame) {
                return Some(end);
            }
            self.clock.turn(self.is_programs_turn());
        }
        None
    }

    fn take(&mut self, frame: Frame) -> Option<End> {
        match frame {
            Frame::Tells(line) => {
                self.conversation.tell(&line);
                self.passed_on_when_told = self.passed_on;
                let line_end = if self.rules.with_crlf { "\r\n" } else { "\n" };
                self.program.say((line + line_end).into_bytes());
            }
            Frame::Waits { read, what } => self.waits = Some(Waits { read, what }),
            Frame::Ends => self.program.stdin = None,
            Frame::Accepts => return Some(self.accept()),
            Frame::Rejects { read, line } if read < self.passed_on_when_told => {
                return Some(End::Wrong(format!(
                    "{line}; it printed more without waiting for answers"
                )));
            }
            Frame::Rejects { line, .. } => return Some(End::Wrong(line)),
            Frame::Misses(what) => return Some(self.miss(&what)),
            Frame::Fault(line) => return Some(End::Fault(line)),
        }
        None
    }

    /// The interactor is content, and the program has closed its output.
    fn accept(&mut self) -> End {
        let left = self.rules.limits.time.saturating_sub(self.clock.time());
        match self.exit(left.max(GRACE)) {
            Some(status) if status.success() => End::Accepted,
            Some(status) => {
                End::Failed(format!("{}; the conversation was over", describe(&status.to_string())))
            }
            None => End::OverTime("it does not end after the conversation".to_owned()),
        }
    }

    /// The program has closed its output and the interactor waited for more.
    fn miss(&mut self, what: &str) -> End {
        let moment = format!("the interactor waited for {what}");
        match self.exit(GRACE) {
            Some(status) if status.success() => End::Wrong(format!("it ended while {moment}")),
            Some(status) => End::Failed(format!("{}; {moment}", describe(&status.to_string()))),
            None => End::Wrong(format!("it closed its output while {moment}")),
        }
    }

    /// Whether the program has ended.
    fn has_ended(&mut self) -> bool {
        self.clock.has_ended() && matches!(self.program.process.child.try_wait(), Ok(Some(_)))
    }

    /// The status of the program, if it ends within this time.
    fn exit(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            // What the system counted is there until the process is waited for.
            if self.clock.has_ended() {
                if let Ok(Some(status)) = self.program.process.child.try_wait() {
                    return Some(status);
                }
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The interactor has closed its output.
    fn without_verdict(&mut self) -> End {
        while let Ok(event) = self.events.recv_timeout(TICK) {
            if let Event::Complaint(bytes) = event {
                self.complaint.add(&bytes);
            }
        }
        let status = match self.interactor.process.wait(Instant::now() + GRACE) {
            Ok(Some(status)) => describe(&status.to_string()),
            _ => "with its output closed".to_owned(),
        };
        let complaint = std::mem::take(&mut self.complaint).into_bytes();
        let complaint = String::from_utf8_lossy(&complaint);
        let complaint = complaint.trim_end().lines().last().unwrap_or_default().to_owned();
        let colon = if complaint.is_empty() { "" } else { ": " };
        End::Fault(format!("it ended without a verdict, {status}{colon}{complaint}"))
    }

    /// Whether the interactor waits, and nothing that it has not read is on its way.
    fn is_programs_turn(&self) -> bool {
        self.waits.as_ref().is_some_and(|waits| waits.read == self.passed_on)
    }

    /// Looks who takes too long.
    fn over_time(&mut self) -> Option<End> {
        if self.last_look.elapsed() < TICK {
            return None;
        }
        self.last_look = Instant::now();
        let silence = self.last_word.elapsed();
        if !self.is_programs_turn() {
            let patience = self.rules.patience;
            return (silence > patience)
                .then(|| End::Fault(format!("it did not answer within {}", duration(patience))));
        }
        self.clock.turn(true);
        let limit = self.rules.limits.time;
        // On a busy machine the judge hears late what was said.
        let quiet = self.last_sign.elapsed();
        if quiet > GRACE && self.has_ended() {
            // What it left behind may hold its output open.
            self.interactor.stdin = None;
        } else if quiet > limit.max(GRACE) && self.clock.is_idle() {
            let is_certain = self.clock.is_processor();
            let note = self.explain_silence();
            return Some(if is_certain { End::Stuck(note) } else { End::OverTime(note) });
        }
        if self.clock.time() > limit {
            return Some(End::OverTime(self.clock.describe().to_owned()));
        }
        // The system gives it no time, or counts none of it.
        let late = limit.saturating_mul(10);
        (silence > late).then(|| End::OverTime(format!("no word for {}", duration(late))))
    }

    /// Why the program is silent: what it does when its input ends tells.
    fn explain_silence(&mut self) -> String {
        let waits = self.waits.take();
        let what = waits.map_or_else(String::new, |waits| waits.what);
        if let Some(line) = self.conversation.unfinished() {
            let text = shown(&line.text);
            return format!(
                "the interactor waits for the end of the line {text}: print a newline, and flush"
            );
        }
        if self.program.stdin.take().is_none() {
            return format!("the interactor waits for {what}, and the program does not end");
        }
        let deadline = Instant::now() + GRACE;
        while Instant::now() < deadline {
            match self.events.recv_timeout(TICK) {
                Ok(Event::Output(bytes)) if bytes.is_empty() => return both_wait(&what),
                Ok(Event::Output(bytes)) => {
                    self.conversation.hear(&bytes);
                    let text = shown(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default());
                    return format!(
                        "the interactor waits for {what}; the program prints {text} only when its \
                         input ends: does it flush after every line?"
                    );
                }
                Ok(Event::Stderr(bytes)) => self.stderr.add(&bytes),
                _ => {}
            }
        }
        if self.clock.is_idle() {
            return format!("no word while the interactor waits for {what}");
        }
        both_wait(&what)
    }

    /// Ends both processes, and takes what is left of stderr.
    fn finish(mut self, end: End) -> Finished {
        let time = self.clock.time();
        self.program.process.kill();
        self.interactor.process.kill();
        let deadline = Instant::now() + GRACE;
        // Nothing more comes once both are dead, unless a process that one left holds its pipes.
        while let Ok(event) = self.events.recv_timeout(deadline - Instant::now().min(deadline)) {
            if let Event::Stderr(bytes) = event {
                self.stderr.add(&bytes);
            }
        }
        let stderr = self.stderr.into_bytes();
        Finished { end, time, conversation: self.conversation, stderr }
    }
}

fn both_wait(what: &str) -> String {
    format!("both wait: the interactor for {what}, the program for input")
}

/// The beginning of a line in quotes.
fn shown(text: &[u8]) -> String {
    quoted(legible(text).trim_end())
}
