//! Programs that a judge must cope with: its own file's name says which of them it is.

use std::env;
use std::fs;
use std::hint::black_box;
use std::io::{self, Read, Write};
use std::process::{exit, Command};
use std::thread::sleep;
use std::time::Duration;

/// What may be printed where `right` is the right output.
const ALLOWED: usize = 2 * "right\n".len() + (1 << 20);

fn main() {
    let path = env::current_exe().unwrap();
    let print = |text: &[u8]| io::stdout().write_all(text).unwrap();
    let linger = || sleep(Duration::from_secs(30));
    if env::args().nth(1).is_some() {
        return linger();
    }
    match path.file_stem().unwrap().to_str().unwrap() {
        "echoes" => print(read().as_bytes()),
        "never-reads" => print(b"right\n"),
        "never-ends" => {
            print(b"right\n");
            io::stdout().flush().unwrap();
            linger();
        }
        "prints-what-is-allowed" => print(&[b'x'; ALLOWED]),
        "prints-a-byte-too-many" => print(&[b'x'; ALLOWED + 1]),
        "prints-without-end" => while io::stdout().write_all(&[b'x'; 4096]).is_ok() {},
        "complains-without-end" => while io::stderr().write_all(&[b'x'; 4096]).is_ok() {},
        "prints-no-utf8" => print(b"right\n\xff\n"),
        "prints-crlf" => print(b"right\r\n"),
        "spaces-badly" => print(b"ri ght \n\n"),
        "is-wrong" => print(b"wrong\n"),
        "chokes-on-crlf" => {
            let wrong = read().contains('\r');
            print(if wrong { b"\rwrong\t\n" } else { b"right\n" });
        }
        "is-slow-on-crlf" => {
            if read().contains('\r') {
                sleep(Duration::from_millis(100));
            }
            print(b"right\n");
        }
        "aborts" => std::process::abort(),
        "exits-3" => {
            print(b"right\n");
            let lines: String = (1..=10_000).map(|line| format!("line {line}\n")).collect();
            io::stderr().write_all(lines.as_bytes()).unwrap();
            exit(3);
        }
        "allocates" => {
            black_box(allocate());
            print(b"right\n");
        }
        "allocates-and-fails" => {
            black_box(allocate());
            exit(1);
        }
        #[cfg(target_os = "linux")]
        "notes-its-limits-and-fails" => {
            let mut options = fs::OpenOptions::new();
            let notes = options.create(true).append(true).open(path.with_extension("limits"));
            notes.unwrap().write_all(&fs::read("/proc/self/limits").unwrap()).unwrap();
            exit(1);
        }
        "allocates-and-never-ends" => {
            black_box(allocate());
            linger();
        }
        "leaves-a-child" => {
            print(b"right\n");
            #[expect(clippy::zombie_processes)]
            let child = Command::new(path).arg("linger").spawn().unwrap();
            eprintln!("{}", child.id());
        }
        "waits-for-a-child" => {
            let mut child = Command::new(&path).arg("linger").spawn().unwrap();
            let ids = format!("{} {}\n", std::process::id(), child.id());
            fs::write(path.with_extension("ids"), ids).unwrap();
            child.wait().unwrap();
        }
        #[cfg(target_os = "linux")]
        "computes" => {
            compute();
            print(b"right\n");
        }
        #[cfg(target_os = "linux")]
        "computes-in-a-thread" => {
            std::thread::spawn(compute).join().unwrap();
            print(b"right\n");
        }
        #[cfg(unix)]
        "leaves-a-child-in-another-group" => {
            use std::os::unix::process::CommandExt;
            print(b"right\n");
            let child = Command::new(path).arg("linger").process_group(0).spawn();
            eprintln!("{}", child.unwrap().id());
        }
        #[cfg(unix)]
        "waits-for-a-silent-child" => {
            use std::process::Stdio;
            let mut child = Command::new(path)
                .arg("linger")
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            eprintln!("{}", child.id());
            child.wait().unwrap();
        }
        #[cfg(unix)]
        "closes-its-pipes-and-hangs" => {
            use std::os::unix::process::CommandExt;
            let script = "echo right; exec <&- >&- 2>&-; sleep 30";
            panic!("{}", Command::new("sh").args(["-c", script]).exec());
        }
        #[cfg(unix)]
        "leaves-its-group" => {
            use std::os::unix::process::CommandExt;
            let script = "setpgrp(0, getpgrp(getppid())) or die $!; print STDERR $$; sleep 30";
            panic!("{}", Command::new("perl").args(["-e", script]).exec());
        }
        "is-slow-once" => {
            let marker = path.with_extension("ran");
            if !marker.exists() {
                fs::write(marker, "").unwrap();
                linger();
            }
            print(b"right\n");
        }
        name => panic!("no program is called {name}"),
    }
}

/// Computes until this thread has had 150 ms of a processor.
#[cfg(target_os = "linux")]
fn compute() {
    // The first number is that time, in nanoseconds.
    let used = || {
        let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
        text.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    while used() < 150_000_000 {}
}

fn allocate() -> Vec<u8> {
    vec![1; 96 << 20]
}

fn read() -> String {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    input
}
