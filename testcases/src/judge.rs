//! A program on a case: a verdict.
//!
//! The program runs in a process group of its own, under the limits of the case, and nothing here
//! waits for it or for its pipes without a deadline. On Unix the shell imposes the limits
//! (`ulimit`) and kills the group (`kill`), so that no unsafe code is needed.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crate::suite::units::format_size;
use crate::suite::{Case, Match};

/// The wall time after which a program is killed where the suite sets no limit.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(10);

/// What a program may print beyond twice the right output, in bytes.
const OUTPUT_ALLOWANCE: usize = 1 << 20;

/// How much of the end of stderr is kept, in bytes.
const STDERR_KEPT: usize = 4 << 10;

/// How long the rest of the output is waited for once the program has ended: a process that it
/// left behind may hold its pipes for ever.
const GRACE: Duration = Duration::from_secs(1);

/// What a judge says of a program on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It ended well within its limits, and its output matches.
    Accepted,
    /// The output does not match.
    WrongAnswer,
    /// The output does not match, but its tokens are right.
    PresentationError,
    /// It ended with another exit status than 0, or by a signal.
    RuntimeError,
    /// It was killed when its time was over, side by side with others and again alone.
    TimeLimitExceeded,
    /// It fails under its memory limit and does not without.
    MemoryLimitExceeded,
    /// It was killed because it printed far more than the right output.
    OutputLimitExceeded,
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(match self {
            Self::Accepted => "Accepted",
            Self::WrongAnswer => "Wrong Answer",
            Self::PresentationError => "Presentation Error",
            Self::RuntimeError => "Runtime Error",
            Self::TimeLimitExceeded => "Time Limit Exceeded",
            Self::MemoryLimitExceeded => "Memory Limit Exceeded",
            Self::OutputLimitExceeded => "Output Limit Exceeded",
        })
    }
}

/// A verdict and what led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict: the first that is not Accepted of the input as stored and with CRLF line ends.
    pub verdict: Verdict,
    /// What the verdict leaves unsaid, such as the exit status; may be empty.
    pub note: String,
    /// Wall time, of the slower run where both are Accepted.
    pub time: Duration,
    /// Whether only the input with CRLF line ends gives this verdict.
    pub only_with_crlf: bool,
    /// What the program printed, as far as it was read.
    pub output: Vec<u8>,
    /// The end of what it printed to stderr.
    pub stderr: Vec<u8>,
}

/// A program to be judged.
pub struct Judge {
    program: PathBuf,
    lock: PathBuf,
}

impl Judge {
    /// A judge of `program`. All judges of one `folder`, whatever process they are in, take turns
    /// where a program must run alone.
    ///
    /// # Errors
    /// One line, if there is no such program or the folder cannot be made.
    pub fn new(program: &Path, folder: &Path) -> Result<Self, String> {
        let absolute = std::path::absolute(program)
            .map_err(|error| format!("{}: {error}", program.display()))?;
        if !is_executable(&absolute) {
            let program = program.display();
            return Err(format!("{program}: expected a program, found no file that can be run"));
        }
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { program: absolute, lock: folder.join("judge.lock") })
    }

    /// Judges the program on every case, side by side on all cores, and hands each judgement to
    /// `each` in the order of the cases.
    ///
    /// # Errors
    /// The first error of `each`, which ends the judging.
    pub fn judge_all(
        &self,
        cases: &[Case],
        mut each: impl FnMut(&Case, Result<Judgement, String>) -> io::Result<()>,
    ) -> io::Result<()> {
        side_by_side(
            cases,
            cores(),
            |case| self.judge(case),
            |index, judgement| each(&cases[index], judgement),
        )
    }

    /// Judges the program on one case: on the input as it is stored and with CRLF line ends.
    ///
    /// # Errors
    /// One line, if the program cannot be run under the limits of the case.
    pub fn judge(&self, case: &Case) -> Result<Judgement, String> {
        let stored = self.judge_input(case, &case.input)?;
        if stored.verdict != Verdict::Accepted || !case.input.contains('\n') {
            return Ok(stored);
        }
        let crlf = self.judge_input(case, &case.input.replace('\n', "\r\n"))?;
        if crlf.verdict != Verdict::Accepted {
            return Ok(Judgement { only_with_crlf: true, ..crlf });
        }
        Ok(Judgement { time: stored.time.max(crlf.time), ..stored })
    }

    fn judge_input(&self, case: &Case, input: &str) -> Result<Judgement, String> {
        let limits = Limits {
            time: case.time_limit.unwrap_or(DEFAULT_TIME_LIMIT),
            output: case.output.len().saturating_mul(2) + OUTPUT_ALLOWANCE,
        };
        let memory = case.memory_limit.filter(|_| limits_memory());
        let mut run = {
            let _side_by_side = self.lock(File::lock_shared)?;
            self.run(self.limited(limits.time, memory), input, limits)?
        };
        if matches!(run.end, End::OverTime) {
            let _alone = self.lock(File::lock)?;
            run = self.run(self.limited(limits.time, memory), input, limits)?;
        }
        let (verdict, note) = match run.end {
            End::Exited(status) if status.success() => compare(case, &run.output),
            End::Exited(status) => self.explain_failure(memory, input, limits, status)?,
            End::OverTime => (Verdict::TimeLimitExceeded, time_note(case)),
            End::OverOutput => (
                Verdict::OutputLimitExceeded,
                format!("killed after {} bytes; {} are right", run.output.len(), case.output.len()),
            ),
        };
        Ok(Judgement {
            verdict,
            note,
            time: run.time,
            only_with_crlf: false,
            output: run.output,
            stderr: run.stderr,
        })
    }

    /// The verdict on a program that failed: another run without its memory limit tells whether
    /// that is why.
    fn explain_failure(
        &self,
        memory: Option<u64>,
        input: &str,
        limits: Limits,
        status: ExitStatus,
    ) -> Result<(Verdict, String), String> {
        let failure = (Verdict::RuntimeError, status.to_string());
        let Some(bytes) = memory else {
            return Ok(failure);
        };
        check_memory_limit(bytes)?;
        let unlimited = {
            // Until its time is over it may take all memory there is: no two of them at once.
            let _alone = self.lock(File::lock)?;
            self.run(self.limited(limits.time, None), input, limits)?
        };
        Ok(match unlimited.end {
            End::Exited(status) if !status.success() => failure,
            _ => (
                Verdict::MemoryLimitExceeded,
                format!("without its limit of {} it does not fail", format_size(bytes)),
            ),
        })
    }

    /// Takes the lock by which one program runs alone, until the file is dropped.
    fn lock(&self, take: impl Fn(&File) -> io::Result<()>) -> Result<File, String> {
        File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&self.lock)
            .and_then(|file| take(&file).map(|()| file))
            .map_err(|error| format!("{}: cannot lock it: {error}", self.lock.display()))
    }

    /// The program under limits. The processor time is limited too, to what the program could not
    /// use up within its wall time: a program in an endless loop then ends even where the judge
    /// itself was killed.
    #[cfg(unix)]
    fn limited(&self, time: Duration, memory: Option<u64>) -> Command {
        let seconds = time.as_secs().saturating_add(1).saturating_mul(cores().get() as u64);
        let mut script = format!("ulimit -t {seconds} 2>/dev/null; ");
        if let Some(bytes) = memory {
            script += &format!("ulimit -v {} && ", kibibytes(bytes));
        }
        script += "exec \"$0\"";
        let mut command = Command::new("sh");
        command.arg("-c").arg(script).arg(&self.program);
        make_group(&mut command);
        command
    }

    #[cfg(not(unix))]
    fn limited(&self, _time: Duration, _memory: Option<u64>) -> Command {
        let mut command = Command::new(&self.program);
        make_group(&mut command);
        command
    }

    fn run(&self, command: Command, input: &str, limits: Limits) -> Result<Finished, String> {
        Process::start(command, input)
            .and_then(|process| process.watch(limits))
            .map_err(|error| format!("{}: cannot run it: {error}", self.program.display()))
    }
}

/// What ends a run that does not end by itself.
#[derive(Clone, Copy)]
struct Limits {
    time: Duration,
    /// In bytes.
    output: usize,
}

/// How a run of a program ended.
enum End {
    Exited(ExitStatus),
    OverTime,
    OverOutput,
}

struct Finished {
    end: End,
    time: Duration,
    output: Vec<u8>,
    stderr: Vec<u8>,
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

fn is_executable(program: &Path) -> bool {
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

fn time_note(case: &Case) -> String {
    if case.time_limit.is_some() {
        return "killed at its limit, also when it ran alone".to_owned();
    }
    let seconds = DEFAULT_TIME_LIMIT.as_secs();
    format!("the suite sets no time limit: killed after {seconds} s, also when it ran alone")
}

/// Whether the system's shell can limit the memory of a program: others than Linux ignore it.
fn limits_memory() -> bool {
    cfg!(target_os = "linux")
}

fn kibibytes(bytes: u64) -> u64 {
    (bytes / 1024).max(1)
}

/// Finds out whether it was the shell that failed, and not the program.
fn check_memory_limit(limit: u64) -> Result<(), String> {
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

/// The first place in which an output differs from the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    /// The line of the right output, counted from 0.
    pub expected_line: usize,
    /// The line of the program's output, counted from 0.
    pub found_line: usize,
    /// The token in the line of the right output, counted from 0.
    pub token: usize,
    /// The right token; `None` where the line, or the text, has no more.
    pub expected: Option<&'a str>,
    /// The token in its place. Both are `None` where only the spacing differs.
    pub found: Option<&'a str>,
}

/// Compares an output with the right one; `None` if it matches. Both have LF line ends.
pub fn difference<'a>(
    matching: Match,
    expected: &'a str,
    found: &'a str,
) -> Option<Difference<'a>> {
    match matching {
        Match::Exact => {
            line_difference(matching, expected.split_inclusive('\n'), found.split_inclusive('\n'))
        }
        Match::Lines | Match::Float { .. } => {
            line_difference(matching, expected.lines(), found.lines())
        }
        Match::SplitWhitespace => token_difference(expected, found),
    }
}

fn line_difference<'a>(
    matching: Match,
    mut expected: impl Iterator<Item = &'a str>,
    mut found: impl Iterator<Item = &'a str>,
) -> Option<Difference<'a>> {
    for line in 0.. {
        let (right, actual) = (expected.next(), found.next());
        let same = match (right, actual) {
            (None, None) => return None,
            (Some(right), Some(actual)) => match matching {
                Match::Float { .. } => same_tokens(matching, right, actual),
                _ => right == actual,
            },
            _ => false,
        };
        if !same {
            let (token, expected, found) = first_token_that_differs(
                matching,
                right.unwrap_or_default(),
                actual.unwrap_or_default(),
            )
            .unwrap_or_default();
            return Some(Difference {
                expected_line: line,
                found_line: line,
                token,
                expected,
                found,
            });
        }
    }
    None
}

fn token_difference<'a>(expected: &'a str, found: &'a str) -> Option<Difference<'a>> {
    let mut right = tokens(expected);
    let mut actual = tokens(found);
    loop {
        let (right, actual) = (right.next(), actual.next());
        if right.is_none() && actual.is_none() {
            return None;
        }
        if right.map(|token| token.2) != actual.map(|token| token.2) {
            let end = |text: &str| (text.lines().count(), 0, "");
            let place = right.unwrap_or_else(|| end(expected));
            return Some(Difference {
                expected_line: place.0,
                found_line: actual.unwrap_or_else(|| end(found)).0,
                token: place.1,
                expected: right.map(|token| token.2),
                found: actual.map(|token| token.2),
            });
        }
    }
}

/// The tokens of a text, each with its line and its place in that.
fn tokens(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    text.lines().enumerate().flat_map(|(line, text)| {
        text.split_whitespace().enumerate().map(move |(index, token)| (line, index, token))
    })
}

fn first_token_that_differs<'a>(
    matching: Match,
    expected: &'a str,
    found: &'a str,
) -> Option<(usize, Option<&'a str>, Option<&'a str>)> {
    let mut expected = expected.split_whitespace();
    let mut found = found.split_whitespace();
    for index in 0.. {
        match (expected.next(), found.next()) {
            (None, None) => return None,
            (Some(right), Some(actual)) if same_token(matching, right, actual) => {}
            (right, actual) => return Some((index, right, actual)),
        }
    }
    None
}

fn same_tokens(matching: Match, expected: &str, found: &str) -> bool {
    first_token_that_differs(matching, expected, found).is_none()
}

fn same_token(matching: Match, expected: &str, found: &str) -> bool {
    if let Match::Float { relative_error, absolute_error } = matching {
        if let (Ok(right), Ok(actual)) = (expected.parse::<f64>(), found.parse::<f64>()) {
            let error = (right - actual).abs();
            return right == actual
                || absolute_error.is_some_and(|limit| error <= limit)
                || relative_error.is_some_and(|limit| error <= limit * right.abs());
        }
    }
    expected == found
}

/// The verdict on an output, and a note where that needs one.
fn compare(case: &Case, output: &[u8]) -> (Verdict, String) {
    let text = match std::str::from_utf8(output) {
        Ok(text) => text.replace("\r\n", "\n"),
        Err(error) => {
            let (valid, rest) = output.split_at(error.valid_up_to());
            let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
            return (
                Verdict::WrongAnswer,
                format!("no UTF-8: byte 0x{:02x} in line {line}", rest[0]),
            );
        }
    };
    if difference(case.matching, &case.output, &text).is_none() {
        (Verdict::Accepted, String::new())
    } else if same_tokens(case.matching, &case.output, &text) {
        (Verdict::PresentationError, String::new())
    } else {
        (Verdict::WrongAnswer, String::new())
    }
}

/// How many programs run side by side if nobody says otherwise.
pub fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Does `work` on every item, `threads` at a time, and hands the results to `each`, with the index
/// of the item, in the order of the items and as soon as that allows.
///
/// # Errors
/// The first error of `each`: no work is begun after it.
pub fn side_by_side<T: Sync, R: Send>(
    items: &[T],
    threads: NonZero<usize>,
    work: impl Fn(&T) -> R + Sync,
    mut each: impl FnMut(usize, R) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.get().min(items.len()) {
            let sender = sender.clone();
            let (next, stopped, work) = (&next, &stopped, &work);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if sender.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (index, result) in results {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&turn) {
                if let Err(error) = each(turn, result) {
                    stopped.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                turn += 1;
            }
        }
        Ok(())
    })
}
