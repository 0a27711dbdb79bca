//! The referees of `tests/problems` and their players, good and bad, and referees that are at fault:
//! which of them it is, the program knows by its own file's name.

extern crate testcases as crate_testcases;
// In here the `tests/cases.rs` of a problem finds a `testcases::main!` that makes no `main`.
extern crate self as testcases;

use std::env;
use std::io::{self, BufWriter, Read, Write};
use std::process::{exit, ExitCode};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate_testcases::package::Role;
pub use crate_testcases::{checker, interactor};

#[macro_export]
macro_rules! main {
    ($role:ident: $function:path) => {};
}

#[path = "../problems/guess/tests/cases.rs"]
mod guess;
#[path = "../problems/permutation/tests/cases.rs"]
mod permutation;

fn main() -> ExitCode {
    let path = env::current_exe().unwrap();
    let name = path.file_stem().unwrap().to_str().unwrap();
    if let Some(role) = referee(name) {
        let argument = env::args_os().nth(1);
        return role.play(argument.as_deref()).expect("a call of a judge");
    }
    match name.split_once("--") {
        Some(("permutation", player)) => print_numbers(player),
        Some(("guess", player)) => guess_number(player),
        _ => panic!("nobody is called {name}"),
    }
    ExitCode::SUCCESS
}

fn referee(name: &str) -> Option<Role> {
    Some(match name {
        "permutation" => Role::Checker(permutation::check),
        "checker-panics" => Role::Checker(|_, _, found| {
            let numbers = [found.number("a number", 0..=100)?];
            panic!("no number {}", numbers[0]);
        }),
        "checker-hangs" => Role::Checker(|_, _, _| linger()),
        "checker-aborts" => Role::Checker(|_, _, _| std::process::abort()),
        "checker-prints" => Role::Checker(|_, _, found| {
            println!("I look at it");
            found.wrong("all of it")
        }),
        "checker-needs-an-output" => {
            Role::Checker(|_, expected, _| expected.token("the answer").map(drop))
        }
        "guess" => Role::Interactor(guess::interact),
        "interactor-panics" => Role::Interactor(|_, program| {
            program.tell("hello");
            panic!("no more to say");
        }),
        "interactor-hangs" => Role::Interactor(|_, program| {
            program.token("a word")?;
            linger()
        }),
        "interactor-exits" => Role::Interactor(|_, _| {
            eprintln!("I leave");
            exit(3)
        }),
        "interactor-prints" => Role::Interactor(|_, _| {
            println!("hello");
            linger()
        }),
        "interactor-talks-without-end" => Role::Interactor(|_, program| loop {
            program.tell("and another thing ".repeat(200));
        }),
        "interactor-is-slow" => Role::Interactor(|input, program| {
            let guess = program.number("a guess", 50..=50)?;
            sleep(Duration::from_millis(350));
            program.tell("lower");
            let next = program.number("a guess", 25..=25)?;
            sleep(Duration::from_millis(350));
            program.tell("correct");
            input.number("a secret", next..=guess).map(drop)
        }),
        _ => return None,
    })
}

fn linger<T>() -> T {
    sleep(Duration::from_secs(30));
    panic!("nobody killed it");
}

fn print_numbers(player: &str) {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let n: u32 = input.trim().parse().unwrap_or(0);
    let print = |numbers: &[u32]| {
        let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
        println!("{}", numbers.join(" "));
    };
    let right: Vec<u32> = (1..=n).rev().collect();
    match player {
        "right" => print(&right),
        "wrong" => {
            print(&right[1..]);
            print(&right[..1]);
            print(&right[..1]);
        }
        "repeats" => {
            print(&[1]);
            print(&[1]);
        }
        "rotates" => print(&[2, 3, 1]),
        "constant" => print(&[]),
        "wrong-from-4" => print(&right[usize::from(n >= 4)..]),
        "premature" => print(&right[1..]),
        "slow" => burn(),
        "silent" => {}
        "garbled" => print!("one\ntwo\n"),
        "no-utf8" => io::stdout().write_all(b"3 2\n\xff\n").unwrap(),
        "fails" => {
            print(&right);
            exit(1);
        }
        "chokes-on-crlf" if input.contains('\r') => print(&[]),
        "chokes-on-crlf" => print(&right),
        _ => panic!("nobody is called {player}"),
    }
}

fn burn() {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {}
}

/// Halves what is left, until something else comes over the player.
fn guess_number(player: &str) {
    // Rust's own stdout is flushed at the end of every line.
    let mut out: Box<dyn Write> = match player {
        "without-flush" => Box::new(BufWriter::new(io::stdout())),
        _ => Box::new(io::stdout()),
    };
    let (mut least, mut greatest) = (1, 100);
    for turn in 1.. {
        let guess = (least + greatest) / 2;
        match (player, turn) {
            ("silent", _) => Ok(()),
            // It would be killed, but perhaps not before it has said more.
            ("wrong", 8) => return linger(),
            ("wrong", _) => writeln!(out, "{turn}"),
            ("garbled", 2) => writeln!(out, "what?"),
            ("out-of-range", 2) => writeln!(out, "1000"),
            ("without-newline", 2) => write!(out, "{guess}").and_then(|()| out.flush()),
            ("without-end", 2) => loop {
                let _ = out.write_all("25\n".repeat(100).as_bytes());
            },
            ("without-newline-without-end", 2) => loop {
                let _ = out.write_all(&[b'5'; 4096]);
            },
            ("greedy", 2) => {
                let memory = vec![1_u8; 256 << 20];
                writeln!(
                    out,
                    "{}",
                    guess + memory.iter().map(|&byte| u32::from(byte - 1)).sum::<u32>()
                )
            }
            ("slow", 2) => return burn(),
            ("sleepy", 2) => return linger(),
            ("premature", 2) => return,
            ("fails", 2) => exit(3),
            ("pauses", 2) => {
                sleep(Duration::from_millis(300));
                writeln!(out, "{guess}")
            }
            ("complains-without-end", 2) => loop {
                let _ = io::stderr().write_all(&[b'x'; 4096]);
            },
            #[cfg(unix)]
            ("closes-its-output", 2) => {
                let mut shell = std::process::Command::new("sh");
                shell.args(["-c", "exec >&-; sleep 30"]);
                panic!("{}", std::os::unix::process::CommandExt::exec(&mut shell));
            }
            _ => writeln!(out, "{guess}"),
        }
        .unwrap();
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).unwrap();
        match answer.trim() {
            _ if player == "chokes-on-crlf" && answer.ends_with("\r\n") => exit(4),
            "higher" => least = guess + 1,
            "lower" => greatest = guess - 1,
            "correct" if player == "prints-too-much" => return println!("thank you"),
            "correct" if player == "does-not-end" => return linger(),
            #[cfg(unix)]
            "correct" if player == "leaves-a-child" => {
                let mut shell = std::process::Command::new("sh");
                shell.args(["-c", "sleep 30 & exit 0"]);
                panic!("{}", std::os::unix::process::CommandExt::exec(&mut shell));
            }
            "correct" if player == "fails-at-the-end" => exit(5),
            "correct" if player == "reads-on" => {
                io::stdin().read_line(&mut answer).unwrap();
                return;
            }
            _ => return,
        }
    }
}
