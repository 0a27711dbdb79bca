//! Runs a program and an interactor that read each other's output.
//!
//! The judge passes on what one of them writes to the other, and records it. The interactor reports
//! when it waits for the program (`protocol`). So the judge always knows whose turn it is.

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

/// How often the judge checks whether one of them takes too long.
const TICK: Duration = Duration::from_millis(10);

/// Runs both until the interactor gives its verdict or one of them exceeds a limit.
///
/// `patience` is how long the interactor may take for an answer. `line_end` ends the lines that the
/// program reads.
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
    let mut interaction = Interaction {
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
    let Break(end) = interaction.talk();
    Ok(interaction.finish(end))
}

/// What one of the two has printed. An empty text means the end of its pipe.
enum Event {
    /// The stdout of the program.
    Output(Vec<u8>),
    /// The stderr of the program.
    Stderr(Vec<u8>),
    /// The stdout of the interactor.
    Frames(Vec<u8>),
    /// The stderr of the interactor.
    Complaint(Vec<u8>),
}

/// Two running processes, and what is known of them.
struct Interaction {
    program: Process,
    interactor: Process,
    events: Receiver<Event>,
    /// The limits of the program.
    limits: Limits,
    patience: Duration,
    line_end: &'static str,
    clock: Clock,
    /// The last report of the interactor that it waits: how many lines of the program it had read
    /// by then, and what it expects.
    waits: Option<(usize, String)>,
    /// How many whole lines of the program were passed on to the interactor.
    passed_on: usize,
    /// The same number when the interactor last wrote to the program.
    passed_on_when_told: usize,
    /// How many bytes the program printed.
    printed: usize,
    /// How many bytes the interactor printed.
    told: usize,
    /// When one of them last wrote to the other.
    last_word: Instant,
    /// When one of them last printed anything, stderr included.
    last_sign: Instant,
    /// The beginning of a frame whose line end has not come yet.
    frame: Vec<u8>,
    conversation: Conversation,
    stderr: Stderr,
    /// The stderr of the interactor.
    complaint: Stderr,
}

impl Interaction {
    /// Passes on messages until the conversation ends.
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

    /// The next output or frame that comes before the deadline. Records stderr meanwhile.
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

    /// Acts on a line of the interactor.
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

    /// The end, when the interactor accepts: the program has closed its output, but must end, too.
    fn accept(&mut self) -> End {
        let left = self.limits.time.saturating_sub(self.clock.time());
        match self.exit(left.max(GRACE)) {
            Some(status) => End::Exited(status, "; the conversation was over".to_owned()),
            None => End::OverTime("it does not end after the conversation".to_owned()),
        }
    }

    /// The end, when the program has closed its output and the interactor waited for `what`.
    fn miss(&mut self, what: &str) -> End {
        let moment = format!("the interactor waited for {what}");
        match self.exit(GRACE) {
            Some(status) if status.success() => End::Wrong(format!("it ended while {moment}")),
            Some(status) => End::Exited(status, format!("; {moment}")),
            None => End::Wrong(format!("it closed its output while {moment}")),
        }
    }

    /// The exit status of the program, if it ends within this time.
    fn exit(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            // `try_wait` may remove the process, and the system then reports no time any more.
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

    /// The end, when the interactor has closed its output without a verdict.
    fn without_verdict(&mut self) -> End {
        let status = match self.interactor.wait(Instant::now() + GRACE) {
            Ok(Some(status)) => describe(status),
            _ => "with its output closed".to_owned(),
        };
        self.kill();
        let complaint = std::mem::take(&mut self.complaint).into_bytes();
        End::Fault(with_last_line(format!("it ended without a verdict, {status}"), &complaint))
    }

    /// Whether the interactor waits and has read all lines that were passed on to it.
    fn is_programs_turn(&self) -> bool {
        self.waits.as_ref().is_some_and(|(read, _)| *read == self.passed_on)
    }

    /// Checks whether one of the two takes too long.
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
        // On a busy machine output reaches the judge late, so silence must last longer than that.
        let quiet = self.last_sign.elapsed();
        if quiet > GRACE && self.exit(Duration::ZERO).is_some() {
            // A process that it left behind may hold its output open.
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
        // The system gives the program no processor time, or counts none.
        let late = limit.saturating_mul(10);
        if silence > late {
            return Break(End::OverTime(format!("no word for {}", duration(late))));
        }
        Continue(())
    }

    /// Finds out why the program is silent, by what it does when its input ends.
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

    /// Kills both processes and reads the rest of their stderr.
    fn kill(&mut self) {
        self.program.kill();
        self.interactor.kill();
        let deadline = Instant::now() + GRACE;
        // The pipes close once both are dead, unless a process that one left behind holds them.
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
