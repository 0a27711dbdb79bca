//! The clipboard of the person at the terminal.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The programs that put their input on a clipboard, each with its arguments: the first that works
/// is the one that fits the desktop.
const PROGRAMS: [&[&str]; 5] = [
    &["wl-copy"],
    &["xclip", "-selection", "clipboard"],
    &["xsel", "--clipboard", "--input"],
    &["pbcopy"],
    &["clip.exe"],
];

/// How long such a program may take: without a desktop some wait for one for ever.
const DEADLINE: Duration = Duration::from_secs(2);

/// Puts a text on the clipboard; says where it is then, or `None` if there is no clipboard.
pub fn copy(text: &str) -> Option<String> {
    for command in PROGRAMS {
        if run(command, input(command[0], text)) {
            return Some(format!("is on the clipboard ({})", command[0]));
        }
    }
    // Whether the terminal does it, it does not say.
    let was_handed = write_to_terminal(text).unwrap_or(false);
    was_handed.then(|| {
        "was handed to the terminal for the clipboard; if it is not there, copy the file by hand, \
         or add --print and pipe it"
            .to_owned()
    })
}

/// What a program reads. That of Windows takes bytes for the system's code page unless they are
/// UTF-16 with a byte order mark.
fn input(program: &str, text: &str) -> Vec<u8> {
    if program != "clip.exe" || text.is_ascii() {
        return text.as_bytes().to_vec();
    }
    let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

/// Runs a command on an input; says whether it ended well in time.
fn run(command: &[&str], input: Vec<u8>) -> bool {
    // Some leave a process behind that serves the clipboard: it must hold no pipe of ours.
    let child = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        return false;
    };
    let (sender, written) = mpsc::channel();
    if let Some(mut stdin) = child.stdin.take() {
        thread::spawn(move || sender.send(stdin.write_all(&input).is_ok()));
    }
    // Whoever holds the pipe once the program has ended may never read it.
    wait(&mut child) && written.recv_timeout(DEADLINE) == Ok(true)
}

fn wait(child: &mut Child) -> bool {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < DEADLINE => thread::sleep(Duration::from_millis(5)),
            _ => {
                // An error says that it has ended meanwhile.
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// Asks the terminal to put a text on its clipboard (OSC 52); says whether there is a terminal that
/// may understand it, and not show it.
fn write_to_terminal(text: &str) -> io::Result<bool> {
    let mut terminal: Box<dyn Write> = match env::var("TERM").as_deref() {
        Ok("dumb" | "linux") => return Ok(false),
        _ if io::stdout().is_terminal() => Box::new(io::stdout()),
        _ if io::stderr().is_terminal() => Box::new(io::stderr()),
        _ => return Ok(false),
    };
    write!(terminal, "\x1b]52;c;{}\x07", base64(text.as_bytes()))?;
    terminal.flush()?;
    Ok(true)
}

/// Source: RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let mut bits = [0; 4];
        bits[1..=group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes(bits);
        for place in 0..4 {
            if place <= group.len() {
                let digit = (bits >> (18 - 6 * place)) & 63;
                text.push(char::from(ALPHABET[digit as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_the_rfc() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
            ("ü>?", "w7w+Pw=="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn windows_gets_utf16_where_it_must() {
        assert_eq!(input("clip.exe", "a"), b"a");
        assert_eq!(input("clip.exe", "é"), [0xff, 0xfe, 0xe9, 0x00]);
        assert_eq!(input("xclip", "é"), "é".as_bytes());
    }
}
