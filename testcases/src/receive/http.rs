//! Reads HTTP requests: only a POST of JSON from the extension or a local program is accepted.
//!
//! Any web page can make the browser send a request to this port. Three headers show that:
//! - `Origin` names the page.
//! - `Host` names another host if the page's domain resolves to this machine (DNS rebinding).
//! - `Content-Type`: a browser sends JSON to another origin only after a preflight request, and
//!   that is refused.

use std::collections::BTreeMap;
use std::io::{self, BufRead, ErrorKind, Read};

use super::task::quoted;

/// The longest request line with its headers, in bytes.
const MAX_HEAD: u64 = 16 << 10;
/// The longest body, in bytes. Samples on a page are far shorter. Parsed JSON may need 40 times as
/// much memory as its text.
pub(super) const MAX_BODY: u64 = 8 << 20;

/// The headers that are read. None of them may occur twice.
const HEADERS: [&str; 4] = ["host", "origin", "content-type", "content-length"];

/// The response to a request: 200, or 400 with the reason of the refusal.
pub(super) fn answer(refusal: Option<&String>) -> String {
    let status = if refusal.is_some() { "400 Bad Request" } else { "200 OK" };
    let text = refusal.map_or(String::new(), |reason| format!("{reason}\n"));
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{text}",
        text.len()
    )
}

/// Reads one request and returns its body, or the reason for refusing it as one line.
pub(super) fn read_body(connection: &mut impl BufRead) -> Result<Vec<u8>, String> {
    let length = read_head(connection)?;
    let mut body = Vec::new();
    connection.take(length).read_to_end(&mut body).map_err(unread)?;
    if (body.len() as u64) < length {
        let found = body.len();
        return Err(format!("expected {length} bytes, as Content-Length says, found {found}"));
    }
    Ok(body)
}

/// Reads the request line and the headers; returns the length of the body.
fn read_head(connection: &mut impl BufRead) -> Result<u64, String> {
    let mut head = connection.take(MAX_HEAD);
    let request = read_line(&mut head)?;
    let words: Vec<&str> = request.split(' ').collect();
    if !matches!(words[..], ["POST", _, version] if version.starts_with("HTTP/1.")) {
        return Err(format!("expected a POST by HTTP/1.1, found {}", quoted(&request)));
    }
    let mut headers = BTreeMap::new();
    loop {
        let line = read_line(&mut head)?;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        let key = name.to_ascii_lowercase();
        let is_read = HEADERS.contains(&key.as_str());
        if is_read && headers.insert(key, value.trim().to_owned()).is_some() {
            return Err(format!("expected the header {name} once, found it twice"));
        }
    }
    let [host, origin, kind, length] =
        HEADERS.map(|name| headers.get(name).map_or("", String::as_str));
    check(is_loopback(host), "the Host localhost", host)?;
    let is_ours = !headers.contains_key("origin") || is_extension(origin);
    check(is_ours, "no Origin but an extension's", origin)?;
    check(is_json(kind), "the Content-Type application/json", kind)?;
    // `parse` alone would accept a plus sign.
    let bytes = length.parse().ok().filter(|_| !length.starts_with('+')).unwrap_or(u64::MAX);
    check(bytes <= MAX_BODY, &format!("a Content-Length up to {MAX_BODY} bytes"), length)?;
    Ok(bytes)
}

fn check(is_right: bool, expected: &str, found: &str) -> Result<(), String> {
    if is_right {
        return Ok(());
    }
    Err(format!("expected {expected}, found {}", quoted(found)))
}

fn read_line(head: &mut io::Take<impl BufRead>) -> Result<String, String> {
    let mut line = Vec::new();
    head.read_until(b'\n', &mut line).map_err(unread)?;
    if line.pop() != Some(b'\n') {
        return Err(match head.limit() {
            0 => format!("expected at most {MAX_HEAD} bytes of headers, found more"),
            _ => "expected a blank line after the headers, found the end".to_owned(),
        });
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

fn unread(error: io::Error) -> String {
    match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => {
            "expected the whole request in time".to_owned()
        }
        _ => format!("expected a whole request, found {error}"),
    }
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|loopback| loopback.eq_ignore_ascii_case(name))
}

fn is_extension(origin: &str) -> bool {
    let schemes = ["chrome-extension://", "moz-extension://", "safari-web-extension://"];
    schemes.iter().any(|scheme| origin.starts_with(scheme))
}

fn is_json(content_type: &str) -> bool {
    let media_type = content_type.split(';').next().unwrap_or_default();
    media_type.trim().eq_ignore_ascii_case("application/json")
}
