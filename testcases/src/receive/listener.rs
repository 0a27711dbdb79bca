//! Listens for tasks, which the browser extension Competitive Companion posts to `localhost`.
//!
//! Source: <https://github.com/jmerle/competitive-companion>, version 2.65.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::connection::Connection;
use super::http;
use super::journal::{Entry, Journal};
use super::task::Task;

/// The ports to which the extension posts by default.
const PORTS: [u16; 7] = [1327, 4244, 6174, 10042, 10043, 10045, 27121];

/// The longest time from connecting to the last byte of a request. The extension needs less than
/// 0.5 s.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most connections at a time. Further ones are closed.
const MAX_SENDERS: usize = 64;

/// A task that was accepted, or the reason why a request was refused, as one line.
type Event = Result<(Task, Entry), String>;

/// Where accepted tasks go.
struct Inbox {
    journal: Journal,
    events: Sender<Event>,
}

/// Listens on `port`, or on the first of [`PORTS`] that is free; 0 is any free port. Returns the
/// port and a channel of the requests.
///
/// A task is written to the journal before it is answered. If the program ends before it reads a
/// task from the channel, the next run stores it.
///
/// # Errors
/// One line: if the port, or each of them, is in use, or the system has no loopback address.
pub(super) fn listen(
    port: Option<u16>,
    journal: Journal,
) -> Result<(u16, Receiver<Event>), String> {
    let ports = port.map_or_else(|| PORTS.to_vec(), |port| vec![port]);
    let mut reasons = Vec::new();
    for port in ports {
        match loopback_sockets(port) {
            Ok((sockets, port)) => {
                let (sender, events) = mpsc::channel();
                let inbox = Arc::new(Inbox { journal, events: sender });
                for socket in sockets {
                    let inbox = Arc::clone(&inbox);
                    thread::spawn(move || accept(&socket, &inbox));
                }
                return Ok((port, events));
            }
            Err(error) => reasons.push(format!("port {port}: {error}")),
        }
    }
    Err(reasons.join("; "))
}

/// Opens a socket on each loopback address that the system has: `localhost` may resolve to either.
fn loopback_sockets(mut port: u16) -> io::Result<(Vec<TcpListener>, u16)> {
    let mut sockets = Vec::new();
    let mut missing = None;
    for address in [IpAddr::from(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()] {
        match TcpListener::bind((address, port)) {
            Ok(socket) => {
                port = socket.local_addr()?.port();
                sockets.push(socket);
            }
            // Windows reserves some ports, and denies the permission to use them.
            Err(error)
                if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied) =>
            {
                return Err(error);
            }
            Err(error) => missing = Some(error),
        }
    }
    match missing {
        Some(error) if sockets.is_empty() => Err(error),
        _ => Ok((sockets, port)),
    }
}

fn accept(socket: &TcpListener, inbox: &Arc<Inbox>) {
    for stream in socket.incoming() {
        let Ok(stream) = stream else {
            // For example, too many files are open. That may be over in a moment.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        // The threads of the sockets hold a reference each, too.
        if Arc::strong_count(inbox) <= MAX_SENDERS {
            let inbox = Arc::clone(inbox);
            thread::spawn(move || serve(Connection::new(stream, PATIENCE), &inbox));
        }
    }
}

fn serve(mut connection: Connection, inbox: &Inbox) {
    let answered = answer(&mut connection, |body| {
        let task = Task::parse(&body)?;
        let entry = inbox.journal.record(&body);
        Ok((task, entry.map_err(|error| format!("the task cannot be kept: {error}"))?))
    });
    if let Some(event) = answered {
        // Fails only while the program ends.
        let _ = inbox.events.send(event);
        connection.drain();
    }
}

/// Reads one request, gives its body to `take`, and sends the response. Returns the result of
/// `take`, or the reason for refusing the request as one line. `None` if nothing was sent: a
/// browser may connect ahead of a request.
pub fn answer<T>(
    connection: &mut (impl Read + Write),
    take: impl FnOnce(Vec<u8>) -> Result<T, String>,
) -> Option<Result<T, String>> {
    let mut connection = BufReader::new(connection);
    match connection.fill_buf() {
        Ok(start) if !start.is_empty() => {}
        _ => return None,
    }
    let taken = http::read_body(&mut connection).and_then(take);
    let answer = http::answer(taken.as_ref().err());
    // If this fails, the extension has stopped waiting. Its task is accepted nevertheless.
    let _ = connection.get_mut().write_all(answer.as_bytes());
    Some(taken)
}

#[cfg(test)]
mod tests {
    use std::net::{Shutdown, TcpStream};
    use std::path::{Path, PathBuf};

    use super::super::task::tests::{altered, task, TASK};
    use super::*;
    use crate::workspace::Workspace;

    /// A running listener.
    struct Running {
        port: u16,
        events: Receiver<Event>,
        folder: PathBuf,
    }

    fn running(name: &str) -> Running {
        let folder = std::env::temp_dir().join(format!("listener-{}-{name}", std::process::id()));
        let (port, events) = listen(Some(0), journal(&folder, &folder)).unwrap();
        Running { port, events, folder }
    }

    fn journal(target: &Path, root: &Path) -> Journal {
        let (root, target) = (root.to_owned(), target.to_owned());
        Journal::new(&Workspace { root, target, problems: Vec::new() })
    }

    impl Running {
        fn next(&self) -> Result<Task, String> {
            self.events.recv().unwrap().map(|(task, entry)| {
                entry.remove();
                task
            })
        }

        fn connect(&self) -> TcpStream {
            TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap()
        }

        fn send(&self, request: &str) -> String {
            let mut stream = self.connect();
            stream.write_all(request.as_bytes()).unwrap();
            answer(&mut stream)
        }
    }

    impl Drop for Running {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }

    fn post(headers: &str, body: &str) -> String {
        format!("POST / HTTP/1.1\r\nHost: localhost:1327\r\nContent-Type: application/json\r\n{headers}\r\n{body}")
    }

    fn valid() -> String {
        post(&format!("Content-Length: {}\r\n", TASK.len()), TASK)
    }

    fn answer(stream: &mut TcpStream) -> String {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn a_posted_task_is_answered_and_taken() {
        let listener = running("posted");
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
            let answer = listener.send(&request);
            assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{request}\n{answer}");
            assert!(!answer.contains("Access-Control"), "{answer}");
            assert_eq!(listener.next(), Ok(task()), "{request}");
        }
    }

    #[test]
    fn what_a_web_page_could_send_is_refused() {
        let listener = running("web");
        let header = |header: &str| {
            valid().replace("Content-Length", &format!("{header}\r\nContent-Length"))
        };
        for (request, reason) in [
            (valid().replace("POST", "GET"), "a POST by HTTP/1.1, found \"GET / HTTP/1.1\""),
            (valid().replace("POST", "OPTIONS"), "found \"OPTIONS / HTTP/1.1\""),
            (header("Origin: https://evil.example"), "found \"https://evil.example\""),
            (header("Origin: http://localhost:1327"), "found \"http://localhost:1327\""),
            (header("Origin: null"), "found \"null\""),
            (header("Origin:"), "no Origin but an extension's, found \"\""),
            (header("Origin: moz-extension://a\r\nOrigin: x"), "the header Origin once"),
            (valid().replace("localhost", "evil.example"), "found \"evil.example:1327\""),
            (valid().replace("localhost", "localhost.evil.example"), "found \"localhost.evil"),
            (valid().replace(":1327", ":x"), "found \"localhost:x\""),
            (valid().replace("Host: localhost:1327\r\n", ""), "the Host localhost, found \"\""),
            (valid().replace("application/json", "text/plain"), "found \"text/plain\""),
            (
                valid().replace("application/json", "application/jsonp"),
                "found \"application/jsonp\"",
            ),
            (valid().replace("Content-Type: application/json\r\n", ""), "found \"\""),
            (post("", TASK), "a Content-Length up to 8388608 bytes, found \"\""),
            (post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n"), "a Content-Length up to"),
            (post("Content-Length: +9\r\n", TASK), "found \"+9\""),
            (post("Content-Length: 9\r\nContent-Length: 9\r\n", TASK), "Content-Length once"),
            (post("Content-Length: 8388609\r\n", ""), "found \"8388609\""),
            (post("Content-Length: 99999999999999999999999\r\n", ""), "found \"99999999999999999"),
            (post("Content-Length: 9\r\n", TASK), "line 1"),
            (header(&format!("X: {}", "x".repeat(20_000))), "at most 16384 bytes"),
            ("x".repeat(20_000), "at most 16384 bytes"),
            ("\x16\x03\x01\r\n\r\n".to_owned(), "a POST by HTTP/1.1"),
            ("POST / HTTP/2.0\r\n\r\n".to_owned(), "a POST by HTTP/1.1"),
        ] {
            let answer = listener.send(&request);
            let refusal = listener.next().unwrap_err();
            assert!(answer.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{request}\n{answer}");
            assert!(answer.contains(reason), "{request}\n{answer}");
            assert!(refusal.contains(reason), "{request}\n{refusal}");
            assert_eq!(refusal.lines().count(), 1, "{refusal}");
        }
    }

    #[test]
    fn a_body_may_arrive_byte_by_byte() {
        let listener = running("bytes");
        let mut stream = listener.connect();
        stream.set_nodelay(true).unwrap();
        for byte in valid().bytes() {
            stream.write_all(&[byte]).unwrap();
        }
        assert!(answer(&mut stream).starts_with("HTTP/1.1 200 OK\r\n"));
        assert_eq!(listener.next(), Ok(task()));
    }

    #[test]
    fn a_request_that_ends_early_is_refused() {
        let listener = running("early");
        let more = TASK.len() + 1;
        let lying = post(&format!("Content-Length: {more}\r\n"), TASK);
        for (request, reason) in [
            (lying.as_str(), format!("expected {more} bytes")),
            (&lying[..30], "expected a blank line".to_owned()),
        ] {
            let mut stream = listener.connect();
            stream.write_all(request.as_bytes()).unwrap();
            stream.shutdown(Shutdown::Write).unwrap();
            let answer = answer(&mut stream);
            assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
            assert!(answer.contains(&reason), "{answer}");
            assert!(listener.next().is_err(), "{request}");
        }
    }

    #[test]
    fn a_sender_that_is_served_makes_room_for_others() {
        let listener = running("room");
        for _ in 0..2 * MAX_SENDERS {
            assert!(listener.send(&valid()).starts_with("HTTP/1.1 200 OK\r\n"));
            assert_eq!(listener.next(), Ok(task()));
        }
    }

    #[test]
    fn a_task_is_left_in_the_journal_until_it_is_removed() {
        let listener = running("journal");
        let left = |root: &Path| journal(&listener.folder, root).left();
        let root = &listener.folder;
        listener.send(&valid());
        let (_, entry) = listener.events.recv().unwrap().unwrap();
        assert!(left(root).is_empty(), "its run goes on");
        // This happens when the process ends.
        drop(entry);
        assert!(left(Path::new("elsewhere")).is_empty(), "it is for another workspace");
        let mut found = left(root);
        let (json, entry) = found.pop().unwrap();
        assert_eq!((json.as_slice(), found.len()), (TASK.as_bytes(), 0));
        entry.remove();
        assert!(left(root).is_empty());
    }

    #[test]
    fn a_sender_that_stops_is_told_so() {
        let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let request = valid();
        for length in [0, 1, 30, request.len() - 1] {
            let mut sender = TcpStream::connect(socket.local_addr().unwrap()).unwrap();
            sender.write_all(&request.as_bytes()[..length]).unwrap();
            let patience = Duration::from_millis(100);
            let mut connection = Connection::new(socket.accept().unwrap().0, patience);
            let refusal = super::answer(&mut connection, Ok).map(Result::unwrap_err);
            drop(connection);
            if length == 0 {
                assert_eq!((refusal, answer(&mut sender)), (None, String::new()));
            } else {
                assert_eq!(refusal.unwrap(), "expected the whole request in time");
                assert!(answer(&mut sender).starts_with("HTTP/1.1 400 "), "{length}");
            }
        }
    }

    #[test]
    fn silent_senders_hold_nobody_up() {
        let listener = running("silent");
        let silent: Vec<TcpStream> = (0..MAX_SENDERS / 2).map(|_| listener.connect()).collect();
        let mut slow = listener.connect();
        slow.write_all(&valid().as_bytes()[..100]).unwrap();
        assert!(listener.send(&valid()).starts_with("HTTP/1.1 200 OK\r\n"));
        assert_eq!(listener.next(), Ok(task()));
        slow.write_all(&valid().as_bytes()[100..]).unwrap();
        assert!(answer(&mut slow).starts_with("HTTP/1.1 200 OK\r\n"));
        assert_eq!(listener.next(), Ok(task()));
        drop(silent);
    }

    #[test]
    fn a_task_counts_though_its_sender_is_gone() {
        let listener = running("gone");
        let mut stream = listener.connect();
        stream.write_all(valid().as_bytes()).unwrap();
        drop(stream);
        assert_eq!(listener.next(), Ok(task()));
    }

    #[test]
    fn a_huge_task_is_taken() {
        let listener = running("huge");
        let json = altered("bwww\\n", &"bwww\\n".repeat(1_000_000));
        let answer = listener.send(&post(&format!("Content-Length: {}\r\n", json.len()), &json));
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert_eq!(listener.next().unwrap().samples[0].input.len(), 15 + 5_000_000);
    }

    #[test]
    fn it_listens_on_both_loopback_addresses() {
        let (sockets, port) = loopback_sockets(0).unwrap();
        for socket in &sockets {
            let address = socket.local_addr().unwrap();
            assert!(address.ip().is_loopback() && address.port() == port, "{address}");
        }
        let has_both = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok();
        assert_eq!(sockets.len(), 1 + usize::from(has_both));
    }

    #[test]
    fn a_port_in_use_is_refused() {
        let listener = running("in-use");
        let (port, folder) = (listener.port, &listener.folder);
        let error = listen(Some(port), journal(folder, folder)).err().unwrap();
        assert!(error.starts_with(&format!("port {port}: ")), "{error}");
    }
}
