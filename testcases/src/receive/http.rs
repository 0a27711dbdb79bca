//! What is accepted over HTTP: the body of a POST of JSON from the extension or a local program.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Take, Write};

use super::task::quoted;

/// The longest request line with its headers, in bytes.
const MAX_HEAD: u64 = 16 << 10;
/// The longest body, in bytes.
pub(super) const MAX_BODY: u64 = 64 << 20;

const BAD_REQUEST: &str = "400 Bad Request";
const METHOD_NOT_ALLOWED: &str = "405 Method Not Allowed";

/// Why a request is not taken: the status, and one line.
pub(super) struct Refusal {
    pub status: &'static str,
    pub reason: String,
}

impl Refusal {
    fn new(status: &'static str, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self { status, reason }
    }

    /// The refusal of a body that is not what it should be.
    pub fn of_body(reason: String) -> Self {
        Self::new(BAD_REQUEST, reason)
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::TimedOut | ErrorKind::WouldBlock => {
                Self::new("408 Request Timeout", "expected the whole request in time")
            }
            _ => Self::new(BAD_REQUEST, format!("expected a whole request, found {error}")),
        }
    }
}

/// The answer to a request.
pub(super) fn answer(taken: Result<(), &Refusal>) -> String {
    let (status, text) = match taken {
        Ok(()) => ("200 OK", String::new()),
        Err(refusal) => (refusal.status, format!("{}\n", refusal.reason)),
    };
    let allow = if status == METHOD_NOT_ALLOWED { "Allow: POST\r\n" } else { "" };
    let length = text.len();
    format!(
        "HTTP/1.1 {status}\r\n{allow}Content-Type: text/plain; charset=utf-8\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{text}"
    )
}

/// Reads one request: its body, or why it is refused.
pub(super) fn read_body(connection: &mut BufReader<impl Read + Write>) -> Result<Vec<u8>, Refusal> {
    let head = Head::read(connection)?;
    head.check()?;
    let length = head.content_length()?;
    if head.expects_continue()? {
        let sender = connection.get_mut();
        sender.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    let mut body = Vec::new();
    connection.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        let found = body.len();
        let reason = format!("expected {length} bytes, as Content-Length says, found {found}");
        return Err(Refusal::new(BAD_REQUEST, reason));
    }
    Ok(body)
}

/// The request line and the headers.
struct Head {
    method: String,
    headers: Vec<(String, String)>,
}

impl Head {
    fn read(connection: &mut impl BufRead) -> Result<Self, Refusal> {
        let mut rest = connection.take(MAX_HEAD);
        let request = read_line(&mut rest)?;
        let words: Vec<&str> = request.split(' ').collect();
        let method = match words[..] {
            [method, _, version] if version.starts_with("HTTP/1.") => method.to_owned(),
            _ => {
                let reason = format!("expected an HTTP/1.1 request, found {}", quoted(&request));
                return Err(Refusal::new(BAD_REQUEST, reason));
            }
        };
        let mut headers = Vec::new();
        loop {
            let line = read_line(&mut rest)?;
            if line.is_empty() {
                return Ok(Self { method, headers });
            }
            let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
            match line.split_once(':') {
                Some((name, value)) if is_name(name) => {
                    headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
                }
                _ => {
                    let reason = format!("expected a header, found {}", quoted(&line));
                    return Err(Refusal::new(BAD_REQUEST, reason));
                }
            }
        }
    }

    /// The value of a header; of two values nobody knows which one counts.
    fn header(&self, name: &str) -> Result<Option<&str>, Refusal> {
        let mut values = self.headers.iter().filter(|(header, _)| header == name);
        let first = values.next();
        if values.next().is_some() {
            let reason = format!("expected the header {name} once, found it twice");
            return Err(Refusal::new(BAD_REQUEST, reason));
        }
        Ok(first.map(|(_, value)| value.as_str()))
    }

    /// Whether the request is from the extension or a local program.
    fn check(&self) -> Result<(), Refusal> {
        if self.method != "POST" {
            let reason = format!("expected the method POST, found {}", quoted(&self.method));
            return Err(Refusal::new(METHOD_NOT_ALLOWED, reason));
        }
        match self.header("host")? {
            Some(host) if is_loopback(host) => {}
            // A name that a web page had pointed to this machine.
            Some(host) => {
                let reason = format!("expected the host localhost, found {}", quoted(host));
                return Err(Refusal::new("421 Misdirected Request", reason));
            }
            None => return Err(Refusal::new(BAD_REQUEST, "expected the header host, found none")),
        }
        match self.header("origin")? {
            Some(origin) if !is_extension(origin) => {
                let origin = quoted(origin);
                let reason = format!("expected the origin of an extension, found {origin}");
                return Err(Refusal::new("403 Forbidden", reason));
            }
            _ => {}
        }
        let content_type = self.header("content-type")?.unwrap_or_default();
        let media_type = content_type.split(';').next().unwrap_or_default().trim();
        if !media_type.eq_ignore_ascii_case("application/json") {
            let found = quoted(content_type);
            let reason = format!("expected the content type application/json, found {found}");
            return Err(Refusal::new("415 Unsupported Media Type", reason));
        }
        Ok(())
    }

    fn content_length(&self) -> Result<u64, Refusal> {
        if self.header("transfer-encoding")?.is_some() {
            let reason = "expected a Content-Length, found a Transfer-Encoding";
            return Err(Refusal::new("411 Length Required", reason));
        }
        let Some(length) = self.header("content-length")? else {
            let reason = "expected a Content-Length, found none";
            return Err(Refusal::new("411 Length Required", reason));
        };
        if length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit()) {
            let found = quoted(length);
            let reason = format!("expected a number of bytes as Content-Length, found {found}");
            return Err(Refusal::new(BAD_REQUEST, reason));
        }
        match length.parse() {
            Ok(length) if length <= MAX_BODY => Ok(length),
            _ => {
                let reason = format!("expected at most {MAX_BODY} bytes, found {}", quoted(length));
                Err(Refusal::new("413 Content Too Large", reason))
            }
        }
    }

    fn expects_continue(&self) -> Result<bool, Refusal> {
        match self.header("expect")? {
            None => Ok(false),
            Some(expected) if expected.eq_ignore_ascii_case("100-continue") => Ok(true),
            Some(other) => {
                let reason =
                    format!("expected no Expect but 100-continue, found {}", quoted(other));
                Err(Refusal::new("417 Expectation Failed", reason))
            }
        }
    }
}

fn read_line<T: BufRead>(head: &mut Take<T>) -> Result<String, Refusal> {
    let mut line = Vec::new();
    head.read_until(b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        if head.limit() > 0 {
            return Err(Refusal::new(
                BAD_REQUEST,
                "expected a blank line after the headers, found the end",
            ));
        }
        let reason = format!("expected at most {MAX_HEAD} bytes of headers, found more");
        return Err(Refusal::new("431 Request Header Fields Too Large", reason));
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

fn is_loopback(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|name| {
        let found = host.get(..name.len());
        let matches = found.is_some_and(|found| found.eq_ignore_ascii_case(name));
        matches && {
            let port = &host[name.len()..];
            port.is_empty()
                || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
        }
    })
}

fn is_extension(origin: &str) -> bool {
    ["chrome-extension://", "moz-extension://", "safari-web-extension://"]
        .iter()
        .any(|scheme| origin.starts_with(scheme))
}
