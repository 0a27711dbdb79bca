//! The browser's side of `cargo receive`: what the extension Competitive Companion posts.
//!
//! The extension posts one task, a problem's name, URL, limits and samples, as JSON to ports of
//! `localhost`. Any web page could post there too, so that what is not the extension's or a local
//! program's is refused.
//!
//! Source: <https://github.com/jmerle/competitive-companion>, version 2.65.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::json::Value;

mod http;

use http::{Refusal, MAX_BODY};

/// The ports to which the extension posts of its own accord.
pub const PORTS: [u16; 7] = [1327, 4244, 6174, 10042, 10043, 10045, 27121];

/// How long a sender may take from connecting to its last byte; the extension gives up after 0.5 s.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many senders are heard at a time; others are turned away.
const MAX_SENDERS: usize = 64;

/// A problem as its page shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    /// The problem's name: one line, safe to print.
    pub name: String,
    /// The problem's page: `http` or `https`, without anything that would have to be quoted.
    pub url: String,
    /// The time limit; `None` where the page has none.
    pub time_limit: Option<Duration>,
    /// The memory limit in bytes; `None` where the page has none.
    pub memory_limit: Option<u64>,
    /// The samples in the order of the page.
    pub samples: Vec<Sample>,
    /// Whether the judge talks with the program.
    pub interactive: bool,
    /// What the program has to read in place of stdin.
    pub input_file: Option<String>,
    /// What the program has to write in place of stdout.
    pub output_file: Option<String>,
    /// The batch that it was sent in: one for each press of the button.
    pub batch: Batch,
}

/// An input and its right output, as a judge shows them; the lines end in LF.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What a program reads.
    pub input: String,
    /// What it must print.
    pub output: String,
}

/// The tasks that are sent one after another for one page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// The same for all tasks of the batch, and for no other's.
    pub id: String,
    /// How many tasks it has.
    pub size: u64,
}

impl Task {
    /// Reads a task as the extension writes it.
    ///
    /// # Errors
    /// One line: what was expected, what was found, and where.
    pub fn parse(json: impl AsRef<[u8]>) -> Result<Self, String> {
        let task = Value::parse(json)?;
        let tests = field(&task, "tests", "an array", |value| value.as_array())?;
        let samples = tests.unwrap_or_default().iter().map(sample);
        Ok(Self {
            name: printable(required(field(&task, "name", "a string", Value::as_str)?, "name")?),
            url: page_url(required(field(&task, "url", "a string", Value::as_str)?, "url")?)?,
            time_limit: limit(&task, "timeLimit")?.map(Duration::from_millis),
            memory_limit: limit(&task, "memoryLimit")?.map(|megabytes| megabytes * 1_000_000),
            samples: samples.collect::<Result<_, _>>()?,
            interactive: field(&task, "interactive", "true or false", Value::as_bool)?
                .unwrap_or(false),
            input_file: file(&task, "input", "stdin")?,
            output_file: file(&task, "output", "stdout")?,
            batch: batch(&task)?,
        })
    }
}

/// The member of an object, `None` if it is missing or null.
fn field<'a, T>(
    object: &'a Value,
    key: &str,
    kind: &str,
    read: impl Fn(&'a Value) -> Option<T>,
) -> Result<Option<T>, String> {
    if object.as_object().is_none() {
        return Err(format!("expected an object with the key {key:?}, found {}", shown(object)));
    }
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match read(value) {
            Some(read) => Ok(Some(read)),
            None => Err(format!("{key}: expected {kind}, found {}", shown(value))),
        },
    }
}

fn required<T>(value: Option<T>, key: &str) -> Result<T, String> {
    value.ok_or_else(|| format!("expected the key {key:?}, found none"))
}

fn sample(test: &Value) -> Result<Sample, String> {
    let text = |key| {
        let text = required(field(test, key, "a string", Value::as_str)?, key)?;
        Ok::<_, String>(text.replace("\r\n", "\n"))
    };
    Ok(Sample { input: text("input")?, output: text("output")? })
}

/// A whole number of milliseconds or megabytes; a page without the limit has 0.
fn limit(task: &Value, key: &str) -> Result<Option<u64>, String> {
    let whole = |value: &Value| {
        let number = value.as_f64()?.floor();
        (0.0..=1e12).contains(&number).then_some(number as u64)
    };
    let limit = field(task, key, "a number from 0 to 1e12", whole)?;
    Ok(limit.filter(|&limit| limit > 0))
}

fn file(task: &Value, key: &str, standard: &str) -> Result<Option<String>, String> {
    let Some(stream) = field(task, key, "an object", |value| value.as_object().map(|_| value))?
    else {
        return Ok(None);
    };
    let text = |key| field(stream, key, "a string", Value::as_str);
    match text("type")? {
        Some(kind) if kind != standard => {
            let name = text("fileName")?.or(text("pattern")?).unwrap_or(kind);
            Ok(Some(printable(name)))
        }
        _ => Ok(None),
    }
}

fn batch(task: &Value) -> Result<Batch, String> {
    let batch = field(task, "batch", "an object", |value| value.as_object().map(|_| value))?;
    let Some(batch) = batch else {
        return Ok(Batch::default());
    };
    Ok(Batch {
        id: required(field(batch, "id", "a string", Value::as_str)?, "id")?.to_owned(),
        size: required(field(batch, "size", "a whole number", Value::as_u64)?, "size")?,
    })
}

/// A URL that can stand between quotes in a manifest and behind `//!` in a source.
pub(crate) fn page_url(text: &str) -> Result<String, String> {
    let web = text.starts_with("http://") || text.starts_with("https://");
    let plain = |c: char| !c.is_control() && !c.is_whitespace() && !"\"\\'<>`".contains(c);
    if web && text.len() <= 2000 && text.chars().all(plain) && text == printable(text) {
        Ok(text.to_owned())
    } else {
        Err(format!("url: expected a page's URL, found {}", quoted(text)))
    }
}

/// A text as one line that moves no cursor, turns no writing direction and ends no comment.
fn printable(text: &str) -> String {
    let unsafe_character = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let words = text.split(|c: char| c.is_whitespace() || unsafe_character(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(200).collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// A text from outside for the middle of a message.
fn quoted(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    format!("{start:?}{more}")
}

/// Sockets on the loopback addresses, and on no others, that wait for tasks.
pub struct Listener {
    sockets: Vec<TcpListener>,
    port: u16,
    patience: Duration,
}

impl Listener {
    /// Listens on `port`, where 0 is any free one; `None` is the first of [`PORTS`] that is free.
    ///
    /// # Errors
    /// One line: if the port, or each of them, is in use, or the system has no loopback address.
    pub fn open(port: Option<u16>) -> Result<Self, String> {
        let ports = port.map_or_else(|| PORTS.to_vec(), |port| vec![port]);
        let mut reasons = Vec::new();
        for port in ports {
            match loopback_sockets(port) {
                Ok((sockets, port)) => return Ok(Self { sockets, port, patience: PATIENCE }),
                Err(error) => reasons.push(format!("port {port}: {error}")),
            }
        }
        Err(reasons.join("; "))
    }

    /// The port on which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Takes what is sent, from now until the receiver is dropped: tasks, and for what was refused
    /// one line that says why.
    pub fn receive(self) -> Receiver<Result<Task, String>> {
        let (events, receiver) = mpsc::channel();
        let senders = Arc::new(());
        for socket in self.sockets {
            let (events, senders) = (events.clone(), Arc::clone(&senders));
            let patience = self.patience;
            thread::spawn(move || accept(&socket, patience, &senders, &events));
        }
        receiver
    }
}

/// A socket on each loopback address that the system has; `localhost` may name either.
fn loopback_sockets(port: u16) -> io::Result<(Vec<TcpListener>, u16)> {
    let missing = |error: &io::Error| {
        matches!(error.kind(), ErrorKind::AddrNotAvailable | ErrorKind::Unsupported)
            // EAFNOSUPPORT, which has no kind of its own: Linux, macOS, Windows.
            || matches!(error.raw_os_error(), Some(97 | 47 | 10047))
    };
    let mut sockets = Vec::new();
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(socket) => sockets.push(socket),
        Err(error) if missing(&error) => {}
        Err(error) => return Err(error),
    }
    let port = match sockets.first() {
        Some(socket) => socket.local_addr()?.port(),
        None => port,
    };
    match TcpListener::bind((Ipv6Addr::LOCALHOST, port)) {
        Ok(socket) => sockets.push(socket),
        Err(error) if missing(&error) && !sockets.is_empty() => {}
        Err(error) => return Err(error),
    }
    let port = sockets[0].local_addr()?.port();
    Ok((sockets, port))
}

fn accept(
    socket: &TcpListener,
    patience: Duration,
    senders: &Arc<()>,
    events: &Sender<Result<Task, String>>,
) {
    for stream in socket.incoming() {
        let Ok(stream) = stream else {
            // Out of file descriptors, perhaps: a moment later there may be some.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        if Arc::strong_count(senders) > MAX_SENDERS {
            continue;
        }
        let (sender, events) = (Arc::clone(senders), events.clone());
        thread::spawn(move || {
            serve(stream, patience, &events);
            drop(sender);
        });
    }
}

fn serve(stream: TcpStream, patience: Duration, events: &Sender<Result<Task, String>>) {
    let mut connection = Connection { stream, deadline: Instant::now() + patience };
    let Some(task) = answer(&mut connection) else {
        return;
    };
    let is_refused = task.is_err();
    // If nobody receives events any more, the program is about to end.
    let _ = events.send(task);
    if is_refused {
        connection.drain();
    }
}

/// Reads one request and answers it; the task, or why it was refused. `None` if nothing was sent,
/// as by a browser that connects ahead.
pub fn answer(connection: &mut (impl Read + Write)) -> Option<Result<Task, String>> {
    let mut connection = BufReader::new(connection);
    match connection.fill_buf() {
        Ok(start) if !start.is_empty() => {}
        _ => return None,
    }
    let task = http::read_body(&mut connection)
        .and_then(|body| Task::parse(body).map_err(Refusal::of_body));
    let answer = http::answer(task.as_ref().map(|_| ()));
    // The extension may have stopped waiting for the answer: its task counts all the same.
    let _ = connection.get_mut().write_all(answer.as_bytes());
    Some(task.map_err(|refusal| format!("refused with {}: {}", refusal.status, refusal.reason)))
}

/// A stream that must be read to its end before a deadline.
struct Connection {
    stream: TcpStream,
    deadline: Instant,
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(Duration::from_secs(1)))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Connection {
    /// Reads what is left for a moment: closed with bytes unread, a connection is reset, and the
    /// sender may lose the answer.
    fn drain(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        self.deadline = Instant::now() + Duration::from_secs(1);
        let _ = io::copy(&mut self.take(MAX_BODY), &mut io::sink());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = r#"{"name":"Flip Game","group":"POJ","url":"http://poj.org/problem?id=1753",
        "interactive":false,"memoryLimit":65,"timeLimit":1000,
        "tests":[{"input":"bwwb\nbbwb\nbwwb\nbwww\n","output":"4\n"}],
        "testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},
        "languages":{"java":{"mainClass":"Main","taskClass":"FlipGame"}},
        "batch":{"id":"123e67c8","size":1}}"#;

    fn task() -> Task {
        Task::parse(TASK).unwrap()
    }

    /// [`TASK`] with one member replaced by another text.
    fn altered(from: &str, to: &str) -> String {
        assert!(TASK.contains(from), "{from}");
        TASK.replace(from, to)
    }

    #[test]
    fn a_task_is_read_as_the_extension_writes_it() {
        let expected = Task {
            name: "Flip Game".to_owned(),
            url: "http://poj.org/problem?id=1753".to_owned(),
            time_limit: Some(Duration::from_secs(1)),
            memory_limit: Some(65_000_000),
            samples: vec![Sample {
                input: "bwwb\nbbwb\nbwwb\nbwww\n".to_owned(),
                output: "4\n".to_owned(),
            }],
            interactive: false,
            input_file: None,
            output_file: None,
            batch: Batch { id: "123e67c8".to_owned(), size: 1 },
        };
        assert_eq!(task(), expected);
    }

    #[test]
    fn what_a_page_may_lack_is_none() {
        let least = r#"{"name":"","url":"https://example.com/","tests":[]}"#;
        let task = Task::parse(least).unwrap();
        assert_eq!((task.time_limit, task.memory_limit), (None, None));
        assert_eq!((task.input_file, task.output_file), (None, None));
        assert_eq!((task.samples, task.interactive), (vec![], false));
        assert_eq!(task.batch, Batch::default());
        let unlimited = altered("65", "0").replace("1000", "0.9");
        let task = Task::parse(unlimited).unwrap();
        assert_eq!((task.time_limit, task.memory_limit), (None, None));
    }

    #[test]
    fn files_and_interaction_are_noticed() {
        let file = altered(r#"{"type":"stdin"}"#, r#"{"type":"file","fileName":"a.in"}"#)
            .replace(r#"{"type":"stdout"}"#, r#"{"type":"file","fileName":"a.out"}"#)
            .replace("\"interactive\":false", "\"interactive\":true");
        let task = Task::parse(file).unwrap();
        assert_eq!(task.input_file.as_deref(), Some("a.in"));
        assert_eq!(task.output_file.as_deref(), Some("a.out"));
        assert!(task.interactive);
        let regex = altered(r#"{"type":"stdin"}"#, r#"{"type":"regex","pattern":"a.*[.]in"}"#);
        assert_eq!(Task::parse(regex).unwrap().input_file.as_deref(), Some("a.*[.]in"));
    }

    #[test]
    fn texts_may_hold_anything() {
        let tests = r#"[{"input":"","output":""},{"input":"é\u00e9\ud83d\ude00\t\"\\\r\n","output":" \u0000x"}]"#;
        let json = altered(r#"[{"input":"bwwb\nbbwb\nbwwb\nbwww\n","output":"4\n"}]"#, tests);
        let samples = Task::parse(json).unwrap().samples;
        assert_eq!((samples[0].input.as_str(), samples[0].output.as_str()), ("", ""));
        assert_eq!(samples[1].input, "éé😀\t\"\\\n");
        assert_eq!(samples[1].output, " \0x");
    }

    #[test]
    fn a_name_is_one_line_that_is_safe_to_print() {
        let json = altered("Flip Game", r"  A\n//! B\u001b[2J\u202e\u2028C é ");
        assert_eq!(Task::parse(json).unwrap().name, "A //! B [2J C é");
    }

    #[test]
    fn what_is_no_task_is_refused_with_a_reason() {
        let url = "http://poj.org/problem?id=1753";
        let cases = [
            ("[]".to_owned(), "expected an object with the key \"tests\", found an array"),
            (
                "{".to_owned(),
                "line 1, column 2: expected a key in double quotes, found the end of the text",
            ),
            (altered("\"name\":\"Flip Game\"", "\"name\":7"), "name: expected a string, found 7"),
            (altered("\"name\"", "\"nom\""), "expected the key \"name\", found none"),
            (altered("\"url\"", "\"uri\""), "expected the key \"url\", found none"),
            (
                altered("\"tests\":[", "\"tests\":[1,"),
                "expected an object with the key \"input\", found 1",
            ),
            (
                altered("\"output\":\"4\\n\"", "\"output\":null"),
                "expected the key \"output\", found none",
            ),
            (
                altered("65", "\"65\""),
                "memoryLimit: expected a number from 0 to 1e12, found \"65\"",
            ),
            (altered("1000", "-1"), "timeLimit: expected a number from 0 to 1e12, found -1"),
            (altered("\"size\":1", "\"size\":1.5"), "size: expected a whole number, found 1.5"),
            (altered(url, "javascript:1"), "url: expected a page's URL, found \"javascript:1\""),
            (altered(url, "http://a b"), "url: expected a page's URL, found \"http://a b\""),
            (altered(url, "http://a\\\"b"), "url: expected a page's URL, found \"http://a\\\"b\""),
            (altered(url, "http://a\\nb"), "url: expected a page's URL, found \"http://a\\nb\""),
            (
                altered(url, "http://a\\u202e"),
                "url: expected a page's URL, found \"http://a\\u{202e}\"",
            ),
        ];
        for (json, expected) in cases {
            assert_eq!(Task::parse(&json), Err(expected.to_owned()), "{json}");
        }
    }

    fn listener() -> Listener {
        Listener::open(Some(0)).unwrap()
    }

    fn post(headers: &str, body: &str) -> String {
        format!("POST / HTTP/1.1\r\nHost: localhost:1327\r\nContent-Type: application/json\r\n{headers}\r\n{body}")
    }

    fn valid() -> String {
        post(&format!("Content-Length: {}\r\n", TASK.len()), TASK)
    }

    fn connect(port: u16) -> TcpStream {
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap()
    }

    fn answer(stream: &mut TcpStream) -> String {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn send(port: u16, request: &str) -> String {
        let mut stream = connect(port);
        stream.write_all(request.as_bytes()).unwrap();
        answer(&mut stream)
    }

    #[test]
    fn a_posted_task_is_answered_and_taken() {
        let listener = listener();
        let port = listener.port();
        let tasks = listener.receive();
        let extension = "Origin: moz-extension://1b2c\r\nAccept: */*\r\n";
        for request in [
            valid(),
            valid().replace("Host: localhost:1327", "HOST:LocalHost"),
            valid().replace("localhost", "127.0.0.1"),
            valid().replace("localhost", "[::1]"),
            valid().replace("application/json", "application/json; charset=utf-8"),
            valid().replace("Content-Length", &format!("{extension}Content-Length")),
            valid().replace("Content-Length", "origin: chrome-extension://abc\r\nContent-Length"),
            valid().replacen("\r\n", "\n", 4),
            valid() + "more than Content-Length says",
        ] {
            let answer = send(port, &request);
            assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{request}\n{answer}");
            assert!(!answer.contains("Access-Control"), "{answer}");
            assert_eq!(tasks.recv().unwrap(), Ok(task()), "{request}");
        }
    }

    #[test]
    fn what_a_web_page_could_send_is_refused() {
        let listener = listener();
        let port = listener.port();
        let tasks = listener.receive();
        let header = |header: &str| {
            valid().replace("Content-Length", &format!("{header}\r\nContent-Length"))
        };
        let cases = [
            (valid().replace("POST", "GET"), 405, "the method POST, found \"GET\""),
            (valid().replace("POST", "OPTIONS"), 405, "the method POST, found \"OPTIONS\""),
            (
                header("Origin: https://evil.example"),
                403,
                "an extension, found \"https://evil.example\"",
            ),
            (header("Origin: http://localhost:1327"), 403, "found \"http://localhost:1327\""),
            (header("Origin: null"), 403, "found \"null\""),
            (header("Origin:"), 403, "found \"\""),
            (header("Origin: moz-extension://a\r\nOrigin: x"), 400, "the header origin once"),
            (valid().replace("localhost", "evil.example"), 421, "found \"evil.example:1327\""),
            (valid().replace("localhost", "localhost.evil.example"), 421, "found \"localhost.evil"),
            (valid().replace(":1327", ":x"), 421, "found \"localhost:x\""),
            (valid().replace("Host: localhost:1327\r\n", ""), 400, "the header host, found none"),
            (valid().replace("application/json", "text/plain"), 415, "found \"text/plain\""),
            (
                valid().replace("application/json", "application/jsonp"),
                415,
                "found \"application/jsonp\"",
            ),
            (valid().replace("Content-Type: application/json\r\n", ""), 415, "found \"\""),
            (post("", TASK), 411, "a Content-Length, found none"),
            (post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n"), 411, "found a Transfer-Encoding"),
            (post("Content-Length: +9\r\n", TASK), 400, "a number of bytes"),
            (post("Content-Length: 9\r\nContent-Length: 9\r\n", TASK), 400, "content-length once"),
            (post("Content-Length: 67108865\r\n", ""), 413, "at most 67108864 bytes"),
            (
                post("Content-Length: 99999999999999999999999\r\n", ""),
                413,
                "at most 67108864 bytes",
            ),
            (post("Content-Length: 9\r\n", TASK), 400, "line 1"),
            (header("Expect: 200-ok"), 417, "found \"200-ok\""),
            (header(" Folded: header"), 400, "a header, found \" Folded"),
            (header("no colon"), 400, "a header, found \"no colon\""),
            (header(&format!("X: {}", "x".repeat(20_000))), 431, "at most 16384 bytes"),
            ("x".repeat(20_000), 431, "at most 16384 bytes"),
            ("\x16\x03\x01\r\n\r\n".to_owned(), 400, "an HTTP/1.1 request"),
            ("POST / HTTP/2.0\r\n\r\n".to_owned(), 400, "an HTTP/1.1 request"),
        ];
        for (request, status, reason) in cases {
            let answer = send(port, &request);
            let refusal = tasks.recv().unwrap().unwrap_err();
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request}\n{answer}");
            assert!(
                refusal.starts_with(&format!("refused with {status} ")),
                "{request}\n{refusal}"
            );
            assert!(answer.contains(reason), "{request}\n{answer}");
            assert!(refusal.contains(reason), "{request}\n{refusal}");
            assert_eq!(refusal.lines().count(), 1, "{refusal}");
        }
    }

    #[test]
    fn a_body_may_arrive_byte_by_byte() {
        let listener = listener();
        let port = listener.port();
        let tasks = listener.receive();
        let mut stream = connect(port);
        stream.set_nodelay(true).unwrap();
        for byte in valid().bytes() {
            stream.write_all(&[byte]).unwrap();
        }
        assert!(answer(&mut stream).starts_with("HTTP/1.1 200 OK\r\n"));
        assert_eq!(tasks.recv().unwrap(), Ok(task()));
    }

    #[test]
    fn a_sender_that_waits_for_leave_gets_it() {
        let listener = listener();
        let port = listener.port();
        let tasks = listener.receive();
        let head = post(&format!("Content-Length: {}\r\nExpect: 100-Continue\r\n", TASK.len()), "");
        let mut stream = connect(port);
        stream.write_all(head.as_bytes()).unwrap();
        let mut leave = [0; 25];
        stream.read_exact(&mut leave).unwrap();
        assert_eq!(&leave, b"HTTP/1.1 100 Continue\r\n\r\n");
        stream.write_all(TASK.as_bytes()).unwrap();
        assert!(answer(&mut stream).starts_with("HTTP/1.1 200 OK\r\n"));
        assert_eq!(tasks.recv().unwrap(), Ok(task()));
    }

    #[test]
    fn a_request_that_ends_early_is_refused() {
        let listener = listener();
        let port = listener.port();
        let tasks = listener.receive();
        let more = TASK.len() + 1;
        let lying = post(&format!("Content-Length: {more}\r\n"), TASK);
        for (request, reason) in [
            (lying.as_str(), format!("expected {more} bytes")),
            (&lying[..30], "expected a blank line".to_owned()),
        ] {
            let mut stream = connect(port);
            stream.write_all(request.as_bytes()).unwrap();
            stream.shutdown(Shutdown::Write).unwrap();
            let answer = answer(&mut stream);
            assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
            assert!(answer.contains(&reason), "{answer}");
            assert!(tasks.recv().unwrap().is_err(), "{request}");
        }
    }

    #[test]
    fn a_sender_that_is_served_makes_room_for_others() {
        let listener = listener();
        let port = listener.port();
        let tasks = listener.receive();
        for _ in 0..2 * MAX_SENDERS {
            assert!(send(port, &valid()).starts_with("HTTP/1.1 200 OK\r\n"));
            assert_eq!(tasks.recv().unwrap(), Ok(task()));
        }
    }

    /// What a sender sends before it stops, and what it is answered.
    struct Stopped<'a> {
        sent: &'a [u8],
        answer: Vec<u8>,
    }

    impl Read for Stopped<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.sent.read(buffer) {
                Ok(0) => Err(ErrorKind::WouldBlock.into()),
                other => other,
            }
        }
    }

    impl Write for Stopped<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.answer.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_sender_that_stops_is_told_so() {
        let request = valid();
        for length in [0, 1, 30, request.len() - 1] {
            let mut sender = Stopped { sent: &request.as_bytes()[..length], answer: Vec::new() };
            let refusal = super::answer(&mut sender).map(Result::unwrap_err);
            if length == 0 {
                assert_eq!((refusal, sender.answer), (None, Vec::new()));
            } else {
                let refusal = refusal.unwrap();
                assert!(refusal.starts_with("refused with 408 "), "{refusal}");
                assert!(sender.answer.starts_with(b"HTTP/1.1 408 "), "{length}");
            }
        }
    }

    #[test]
    fn a_connection_ends_at_its_deadline() {
        let mut listener = listener();
        listener.patience = Duration::ZERO;
        let port = listener.port();
        let tasks = listener.receive();
        let mut silent = connect(port);
        assert_eq!(answer(&mut silent), "");
        assert!(tasks.try_recv().is_err(), "nothing was sent, nothing is reported");
    }

    #[test]
    fn silent_senders_hold_nobody_up() {
        let listener = listener();
        let port = listener.port();
        let tasks = listener.receive();
        let silent: Vec<TcpStream> = (0..MAX_SENDERS / 2).map(|_| connect(port)).collect();
        let mut slow = connect(port);
        slow.write_all(&valid().as_bytes()[..100]).unwrap();
        assert!(send(port, &valid()).starts_with("HTTP/1.1 200 OK\r\n"));
        assert_eq!(tasks.recv().unwrap(), Ok(task()));
        slow.write_all(&valid().as_bytes()[100..]).unwrap();
        assert!(answer(&mut slow).starts_with("HTTP/1.1 200 OK\r\n"));
        assert_eq!(tasks.recv().unwrap(), Ok(task()));
        drop(silent);
    }

    #[test]
    fn a_task_counts_though_its_sender_is_gone() {
        let listener = listener();
        let port = listener.port();
        let tasks = listener.receive();
        let mut stream = connect(port);
        stream.write_all(valid().as_bytes()).unwrap();
        drop(stream);
        assert_eq!(tasks.recv().unwrap(), Ok(task()));
    }

    #[test]
    fn a_huge_task_is_taken() {
        let listener = listener();
        let port = listener.port();
        let tasks = listener.receive();
        let json = altered("bwww\\n", &"bwww\\n".repeat(1_000_000));
        let answer = send(port, &post(&format!("Content-Length: {}\r\n", json.len()), &json));
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        let task = tasks.recv().unwrap().unwrap();
        assert_eq!(task.samples[0].input.len(), 15 + 5_000_000);
    }

    #[test]
    fn it_listens_on_both_loopback_addresses() {
        let listener = listener();
        let port = listener.port();
        for socket in &listener.sockets {
            assert!(socket.local_addr().unwrap().ip().is_loopback());
        }
        let both = listener.sockets.len() == 2;
        let tasks = listener.receive();
        if both {
            let mut stream = TcpStream::connect((Ipv6Addr::LOCALHOST, port)).unwrap();
            stream.write_all(valid().as_bytes()).unwrap();
            assert!(answer(&mut stream).starts_with("HTTP/1.1 200 OK\r\n"));
            assert_eq!(tasks.recv().unwrap(), Ok(task()));
        } else {
            assert!(TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_err(), "::1 exists");
        }
    }

    #[test]
    fn a_port_in_use_is_refused() {
        let listener = listener();
        let port = listener.port();
        let error = Listener::open(Some(port)).err().unwrap();
        assert!(error.starts_with(&format!("port {port}: ")), "{error}");
    }
}
