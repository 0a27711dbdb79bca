//! Measures how fast a solution is, by whole runs on the stored cases. They alternate with runs of
//! the floor, a program that only reads its input and prints a constant. So both are slowed alike
//! when the speed of the machine changes.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use super::Package;
use crate::arguments::exit_code;
use crate::at;
use crate::compilers::Compiler;
use crate::suite::{Case, Match, Suite};

/// How many runs of each program on each case are counted. One more, before them, fills the caches.
const RUNS: usize = 21;

const FLOOR: &str = "use std::io::Read;
fn main() {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).unwrap();
    println!(\"0\");
}
";

/// The `main` of a problem's `benches/speed.rs`, see [`bench!`](crate::bench!).
///
/// The arguments that are not options are filters: a case is timed if its name contains one.
/// `cargo bench` passes `--bench`; `cargo test` does not, and then nothing is timed.
pub fn main(package: &Package) -> ExitCode {
    if env::args().all(|argument| argument != "--bench") {
        return ExitCode::SUCCESS;
    }
    let filters: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    exit_code(bench(package, &filters).map(|()| true).map_err(io::Error::other), 1)
}

fn bench(package: &Package, filters: &[String]) -> Result<(), String> {
    let problem = &package.name;
    let suite = Suite::read(&package.suite)?;
    if suite.limits.matching == Match::Interactive {
        return Err(format!("{problem} is interactive: it cannot run alone to be timed"));
    }
    let is_chosen = |name: &str| filters.is_empty() || filters.iter().any(|f| name.contains(f));
    let cases: Vec<&Case> = suite.cases.iter().filter(|case| is_chosen(&case.name)).collect();
    if cases.is_empty() {
        return Err(format!(
            "expected a case of {problem} whose name has {filters:?} in it, found none"
        ));
    }
    let programs = programs(package)?;
    let width = cases.iter().map(|case| case.name.len()).max().unwrap_or(0);
    println!("{problem}: median of {RUNS} whole runs, and its ratio to the floor");
    for case in cases {
        let input = package.scratch.join(format!("{problem}-bench.txt"));
        fs::write(&input, &case.input).map_err(at(&input))?;
        println!("{:width$}  {}", case.name, row(&programs, &medians(&programs, &input)?));
    }
    Ok(())
}

/// What is timed, the floor first: a name for the table, and the executable.
fn programs(package: &Package) -> Result<Vec<(&'static str, PathBuf)>, String> {
    let scratch = &package.scratch;
    let source = scratch.join("floor.rs");
    fs::write(&source, FLOOR).map_err(at(&source))?;
    let floor = scratch.join(format!("floor{}", env::consts::EXE_SUFFIX));
    let status = Command::new("rustc").arg("-O").arg("-o").args([&floor, &source]).status();
    if !status.is_ok_and(|status| status.success()) {
        return Err(format!("{}: expected that rustc compiles it", source.display()));
    }
    let mut programs = vec![("floor", floor), ("rust", package.program.clone())];
    let twin = package.twin();
    let compiler = Compiler::for_twins();
    if twin.exists() && compiler.exists() {
        programs.push(("c", compiler.compile_changed(&twin, scratch)?));
    } else if twin.exists() {
        eprintln!("the C program is not timed: {}", compiler.how_to_get());
    }
    Ok(programs)
}

/// The median time of each program on the input.
fn medians(programs: &[(&str, PathBuf)], input: &Path) -> Result<Vec<Duration>, String> {
    let mut times = vec![Vec::with_capacity(1 + RUNS); programs.len()];
    for _ in 0..=RUNS {
        for ((_, program), times) in programs.iter().zip(&mut times) {
            times.push(time(program, input)?);
        }
    }
    let median = |mut times: Vec<Duration>| {
        // The first run is not counted.
        times[1..].sort();
        times[1 + RUNS / 2]
    };
    Ok(times.into_iter().map(median).collect())
}

/// The wall time of one run, from its start to its end.
fn time(program: &Path, input: &Path) -> Result<Duration, String> {
    let mut command = Command::new(program);
    command
        .stdin(File::open(input).map_err(at(input))?)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().map_err(at(program))?;
    let time = start.elapsed();
    if status.success() {
        return Ok(time);
    }
    let (program, input) = (program.display(), input.display());
    Err(format!("{program}: expected exit status 0 on {input}, found {status}"))
}

fn row(programs: &[(&str, PathBuf)], medians: &[Duration]) -> String {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let floor = milliseconds(medians[0]);
    let mut row = format!("floor {floor:7.2} ms");
    for ((name, _), &median) in programs.iter().zip(medians).skip(1) {
        let median = milliseconds(median);
        row += &format!("   {name} {median:7.2} ms {:6.2}", median / floor);
    }
    row
}
