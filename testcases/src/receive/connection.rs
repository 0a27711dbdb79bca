//! A connection with a deadline, so that no sender keeps a thread busy for long.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::http::MAX_BODY;

/// A stream that must be read to its end before a deadline.
pub(super) struct Connection {
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
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Connection {
    /// A stream that can be read until `patience` is over.
    pub fn new(stream: TcpStream, patience: Duration) -> Self {
        let _ = stream.set_write_timeout(Some(Duration::from_secs(1)));
        Self { stream, deadline: Instant::now() + patience }
    }

    /// Reads the rest of the input, for a second at most. Closing a connection with unread bytes
    /// resets it, and the sender may lose the answer.
    pub fn drain(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        self.deadline = Instant::now() + Duration::from_secs(1);
        let _ = io::copy(&mut self.take(MAX_BODY), &mut io::sink());
    }
}
