//! Listens for what the browser extension Competitive Companion posts to ports of `localhost`.
//!
//! Any web page could post there too, so that what is not the extension's or a local program's is
//! refused (`http`).
//!
//! Source: <https://github.com/jmerle/competitive-companion>, version 2.65.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::http::{self, Refusal, MAX_BODY};
use super::task::Task;

/// The ports to which the extension posts of its own accord.
pub const PORTS: [u16; 7] = [1327, 4244, 6174, 10042, 10043, 10045, 27121];

/// How long a sender may take from connecting to its last byte; the extension gives up after 0.5 s.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many senders are heard at a time; others are turned away.
const MAX_SENDERS: usize = 64;

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
    use super::super::task::tests::{altered, task, TASK};
    use super::*;

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
