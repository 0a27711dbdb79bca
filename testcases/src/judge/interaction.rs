//! A program in conversation with an interactor, the judge in the middle.
//!
//! What one says is passed on to the other and recorded. The interactor says when it waits for the
//! program (`protocol`), so that the judge knows at every moment whose turn it is.

use std::io;
use std::iter;
use std::ops::ControlFlow::{self, Break, Continue};
use std::process::{Command, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::clock::Clock;
use super::compare::legible;
use super::conversation::Conversation;
use super::process::{describe, with_last_line, Process};
use super::protocol::Frame;
use super::report::{duration, quoted};
use super::run::{End, Finished, Limits, Stderr, GRACE};

/// How often the judge looks whether somebody is over time.
const TICK: Duration = Duration::from_millis(10);

/// Lets the two talk until the interactor gives its verdict or somebody is over a limit.
///
/// # Errors
/// If one of them cannot be run.
pub(super) fn converse(
    program: Command,
    interactor: Command,
    limits: Limits,
    patience: Duration,
    line_end: &'static str,
) -> io::Result<Finished> {
    let (sender, events) = mpsc::sync_channel(16);
    let interactor = Process::start(interactor, &sender, Event::Frames, Event::Complaint)?;
    let program = Process::start(program, &sender, Event::Output, Event::Stderr)?;
    let mut table = Table {
        clock: Clock::new(program.child.id()),
        program,
        interactor,
        events,
        limits,
        patience,
        line_end,
        waits: None,
        passed_on: 0,
        passed_on_when_told: 0,
        printed: 0,
        told: 0,
        last_word: Instant::now(),
        last_sign: Instant::now(),
        frame: Vec::new(),
        conversation: Conversation::default(),
        stderr: Stderr::default(),
        complaint: Stderr::default(),
    };
    drop(sender);
    let Break(end) = table.talk();
    Ok(table.finish(end))
}

/// What the judge hears. An empty text says that the pipe has ended.
enum Event {
    Output(Vec<u8>),
    Stderr(Vec<u8>),
    Frames(Vec<u8>),
    Complaint(Vec<u8>),
}

/// The table at which the two sit.
struct Table {
    program: Process,
    interactor: Process,
    events: Receiver<Event>,
    /// The limits of the program.
    limits: Limits,
    /// How long the interactor may take for an answer.
    patience: Duration,
    /// What ends the lines that the program is told.
    line_end: &'static str,
    clock: Clock,
    /// What the interactor waits for, and how many lines of the program it had read by then.
    waits: Option<(usize, String)>,
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
    /// The part of a frame that has come.
    frame: Vec<u8>,
    conversation: Conversation,
    stderr: Stderr,
    /// What the interactor printed to stderr.
    complaint: Stderr,
}

impl Table {
    /// Goes on to the end of the conversation.
    fn talk(&mut self) -> ControlFlow<End, std::convert::Infallible> {
        let mut last_look = Instant::now();
        loop {
            match self.next(Instant::now() + TICK) {
                Some(Event::Output(bytes)) => self.hear_program(bytes)?,
                Some(Event::Frames(bytes)) => self.hear_interactor(&bytes)?,
                _ => {}
            }
            if last_look.elapsed() >= TICK {
                last_look = Instant::now();
                self.look()?;
            }
        }
    }

    /// What is heard next, besides what goes to stderr, if that comes before the deadline.
    fn next(&mut self, deadline: Instant) -> Option<Event> {
        loop {
            let left = deadline.checked_duration_since(Instant::now())?;
            let event = self.events.recv_timeout(left).ok()?;
            self.last_sign = Instant::now();
            match event {
                Event::Stderr(bytes) => self.stderr.add(&bytes),
                Event::Complaint(bytes) => self.complaint.add(&bytes),
                event => return Some(event),
            }
        }
    }

    fn hear_program(&mut self, bytes: Vec<u8>) -> ControlFlow<End> {
        if bytes.is_empty() {
            self.interactor.stdin = None;
            return Continue(());
        }
        self.last_word = Instant::now();
        self.printed += bytes.len();
        if self.printed > self.limits.output {
            return Break(End::OverOutput);
        }
        self.conversation.hear(&bytes);
        self.passed_on += bytes.iter().filter(|&&byte| byte == b'\n').count();
        self.interactor.say(bytes);
        self.clock.turn(self.is_programs_turn());
        Continue(())
    }

    fn hear_interactor(&mut self, bytes: &[u8]) -> ControlFlow<End> {
        if bytes.is_empty() {
            return Break(self.without_verdict());
        }
        self.told += bytes.len();
        if self.told > self.limits.output {
            return Break(End::Fault("it talks without end".to_owned()));
        }
        self.last_word = Instant::now();
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.frame.extend(part);
            let Some(line) = self.frame.strip_suffix(b"\n") else { break };
            let line = String::from_utf8_lossy(line).into_owned();
            self.frame.clear();
            self.take(&line)?;
            self.clock.turn(self.is_programs_turn());
        }
        Continue(())
    }

    /// Takes a line of the interactor.
    fn take(&mut self, line: &str) -> ControlFlow<End> {
        match Frame::read(line) {
            Some(Frame::Tells(line)) => {
                self.conversation.tell(&line);
                self.passed_on_when_told = self.passed_on;
                self.program.say((line + self.line_end).into_bytes());
            }
            Some(Frame::Waits { read, what }) => self.waits = Some((read, what)),
            Some(Frame::Ends) => self.program.stdin = None,
            Some(Frame::Accepts) => return Break(self.accept()),
            Some(Frame::Rejects { read, line }) => {
                let has_run_on = read < self.passed_on_when_told;
                let more = "; it printed more without waiting for answers";
                return Break(End::Wrong(line + if has_run_on { more } else { "" }));
            }
            Some(Frame::Misses(what)) => return Break(self.miss(&what)),
            Some(Frame::Fault(line)) => return Break(End::Fault(line)),
            None => {
                return Break(End::Fault(format!(
                    "it printed {line:?} itself; what is for the program goes through `tell`"
                )));
            }
        }
        Continue(())
    }

    /// The interactor is content, and the program has closed its output.
    fn accept(&mut self) -> End {
        let left = self.limits.time.saturating_sub(self.clock.time());
        match self.exit(left.max(GRACE)) {
            Some(status) => End::Exited(status, "; the conversation was over".to_owned()),
            None => End::OverTime("it does not end after the conversation".to_owned()),
        }
    }

    /// The program has closed its output and the interactor waited for more.
    fn miss(&mut self, what: &str) -> End {
        let moment = format!("the interactor waited for {what}");
        match self.exit(GRACE) {
            Some(status) if status.success() => End::Wrong(format!("it ended while {moment}")),
            Some(status) => End::Exited(status, format!("; {moment}")),
            None => End::Wrong(format!("it closed its output while {moment}")),
        }
    }

    /// The status of the program, if it ends within this time.
    fn exit(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            // What the system counted is there until the process is waited for.
            if self.clock.has_ended() {
                if let Ok(Some(status)) = self.program.child.try_wait() {
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
        let status = match self.interactor.wait(Instant::now() + GRACE) {
            Ok(Some(status)) => describe(status),
            _ => "with its output closed".to_owned(),
        };
        self.kill();
        let complaint = std::mem::take(&mut self.complaint).into_bytes();
        End::Fault(with_last_line(format!("it ended without a verdict, {status}"), &complaint))
    }

    /// Whether the interactor waits, and nothing that it has not read is on its way.
    fn is_programs_turn(&self) -> bool {
        self.waits.as_ref().is_some_and(|(read, _)| *read == self.passed_on)
    }

    /// Looks who takes too long.
    fn look(&mut self) -> ControlFlow<End> {
        let silence = self.last_word.elapsed();
        if !self.is_programs_turn() {
            if silence <= self.patience {
                return Continue(());
            }
            let patience = duration(self.patience);
            return Break(End::Fault(format!("it did not answer within {patience}")));
        }
        self.clock.turn(true);
        let limit = self.limits.time;
        // On a busy machine the judge hears late what was said.
        let quiet = self.last_sign.elapsed();
        if quiet > GRACE && self.exit(Duration::ZERO).is_some() {
            // What it left behind may hold its output open.
            self.interactor.stdin = None;
        } else if quiet > limit.max(GRACE) && self.clock.is_idle() {
            let is_certain = self.clock.is_processor;
            let note = self.explain_silence();
            return Break(if is_certain { End::Stuck(note) } else { End::OverTime(note) });
        }
        if self.clock.time() > limit {
            let of = if self.clock.is_processor { " of processor time" } else { "" };
            return Break(End::OverLimit { of, waited: Duration::ZERO });
        }
        // The system gives it no time, or counts none of it.
        let late = limit.saturating_mul(10);
        if silence > late {
            return Break(End::OverTime(format!("no word for {}", duration(late))));
        }
        Continue(())
    }

    /// Why the program is silent: what it does when its input ends tells.
    fn explain_silence(&mut self) -> String {
        let (_, what) = self.waits.take().unwrap_or_default();
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
        let output = iter::from_fn(|| self.next(deadline)).find_map(|event| match event {
            Event::Output(bytes) => Some(bytes),
            _ => None,
        });
        match output {
            Some(bytes) if !bytes.is_empty() => {
                self.conversation.hear(&bytes);
                let text = shown(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default());
                format!(
                    "the interactor waits for {what}; the program prints {text} only when its \
                     input ends: does it flush after every line?"
                )
            }
            None if self.clock.is_idle() => {
                format!("no word while the interactor waits for {what}")
            }
            _ => format!("both wait: the interactor for {what}, the program for input"),
        }
    }

    /// Ends both processes, and takes what is left of stderr.
    fn kill(&mut self) {
        self.program.kill();
        self.interactor.kill();
        let deadline = Instant::now() + GRACE;
        // Nothing more comes once both are dead, unless a process that one left holds its pipes.
        while self.next(deadline).is_some() {}
    }

    fn finish(mut self, end: End) -> Finished {
        let time = self.clock.time();
        self.kill();
        let (stderr, conversation) = (self.stderr.into_bytes(), self.conversation);
        Finished { end, time, output: Vec::new(), stderr, conversation }
    }
}

/// The beginning of a line in quotes.
fn shown(text: &[u8]) -> String {
    quoted(legible(text).trim_end())
}
