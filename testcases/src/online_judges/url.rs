//! A URL taken apart, so that spellings of one page become equal.

/// The parts of a URL, percent-decoded.
#[derive(Clone, Debug)]
pub(super) struct Url {
    /// In lower case, without `www.` and user. A port stays only where there is no name of a domain:
    /// judges on one machine differ by it.
    pub host: String,
    /// The parts of the path that are not empty.
    pub path: Vec<String>,
    /// Keys in lower case; a part without `=` is a value whose key is empty.
    pub query: Vec<(String, String)>,
    /// What follows `#`.
    pub fragment: String,
}

impl Url {
    /// Takes any text apart: what is no URL has parts, too.
    pub fn parse(url: &str) -> Self {
        let url = url.trim();
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        Self {
            host: host(authority),
            path: segments(path),
            query: query.split('&').filter(|pair| !pair.is_empty()).map(key_and_value).collect(),
            fragment: decoded(fragment),
        }
    }

    /// Whether the host is this domain or below it.
    pub fn is_on(&self, domain: &str) -> bool {
        let subdomain = self.host.strip_suffix(domain);
        subdomain.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    }
}

fn host(authority: &str) -> String {
    let authority = authority.rsplit('@').next().unwrap_or_default();
    let end = authority.find(']').map_or_else(|| authority.find(':'), |bracket| Some(bracket + 1));
    let (host, port) = authority.split_at(end.unwrap_or(authority.len()));
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let is_domain = host.contains('.') && host.ends_with(|c: char| c.is_alphabetic());
    if is_domain || matches!(port, "" | ":" | ":80" | ":443") {
        host.strip_prefix("www.").unwrap_or(&host).to_owned()
    } else {
        host + port
    }
}

/// The segments of a path as a browser resolves them, without session ids.
fn segments(path: &str) -> Vec<String> {
    let mut segments: Vec<String> = Vec::new();
    for segment in path.split('/') {
        let session = segment.to_ascii_lowercase().find(";jsessionid=");
        match &segment[..session.unwrap_or(segment.len())] {
            "" | "." => {}
            ".." => {
                segments.pop();
            }
            segment => segments.push(decoded(segment)),
        }
    }
    segments
}

fn key_and_value(pair: &str) -> (String, String) {
    let (key, value) = pair.split_once('=').unwrap_or(("", pair));
    let decoded = |text: &str| decoded(&text.replace('+', " "));
    (decoded(key).to_ascii_lowercase(), decoded(value))
}

/// The text with its percent-escapes replaced. Escapes of anything but UTF-8 stay, in upper case:
/// decoded, they would no longer be told apart.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut canonical = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let escape = rest.get(..3).filter(|_| next == '%');
        let byte = escape.and_then(|escape| {
            let digits = escape[1..].bytes().all(|byte| byte.is_ascii_hexdigit());
            u8::from_str_radix(&escape[1..], 16).ok().filter(|_| digits)
        });
        let length = if byte.is_some() { 3 } else { next.len_utf8() };
        match byte {
            Some(byte) => {
                bytes.push(byte);
                canonical.push_str(&rest[..3].to_ascii_uppercase());
            }
            None => {
                bytes.extend_from_slice(&rest.as_bytes()[..length]);
                canonical.push(next);
            }
        }
        rest = &rest[length..];
    }
    String::from_utf8(bytes).unwrap_or(canonical)
}

/// The text with everything escaped that a URL cannot hold, or that would have to be quoted.
pub(super) fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}
