//! Any bytes from a sender on the port of `cargo receive`, and any bytes as the task it posts.

#![no_main]

use std::io::{self, Read, Write};

use libfuzzer_sys::fuzz_target;
use testcases::receive::listener;
use testcases::receive::task::Task;

fuzz_target!(|bytes: &[u8]| {
    let (result, answer) = send(bytes, usize::MAX);
    assert_eq!((result.clone(), answer.clone()), send(bytes, 1), "whole, and byte by byte");
    check(result, &answer);

    let task = Task::parse(bytes);
    if let Ok(task) = &task {
        assert!(is_one_line(&task.name), "{task:?}");
        assert!(is_one_line(&task.url), "{task:?}");
    }
    let length = bytes.len();
    let head = format!("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
    let (result, answer) = send(&[head.as_bytes(), bytes].concat(), usize::MAX);
    check(result.clone(), &answer);
    assert_eq!(result, Some(task));
});

/// Checks that the sender is told what is returned.
fn check(result: Option<Result<Task, String>>, answer: &str) {
    let Some(result) = result else {
        assert_eq!(answer, "");
        return;
    };
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.contains(&format!("\r\nContent-Length: {}\r\n", body.len())), "{answer}");
    match result {
        Ok(_) => assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && body.is_empty(), "{answer}"),
        Err(error) => {
            assert!(is_one_line(&error), "{error:?}");
            assert!(head.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{answer}");
            assert_eq!(error, body.trim_end_matches('\n'));
        }
    }
}

fn is_one_line(text: &str) -> bool {
    !text.contains(char::is_control)
}

/// What is returned and what is answered to a sender whose bytes come in `portions`.
fn send(bytes: &[u8], portion: usize) -> (Option<Result<Task, String>>, String) {
    let mut sender = Sender { bytes, portion, answer: Vec::new() };
    let result = listener::answer(&mut sender, Task::parse);
    (result, String::from_utf8(sender.answer).unwrap())
}

struct Sender<'a> {
    bytes: &'a [u8],
    portion: usize,
    answer: Vec<u8>,
}

impl Read for Sender<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let portion = buffer.len().min(self.portion);
        self.bytes.read(&mut buffer[..portion])
    }
}

impl Write for Sender<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.answer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
