//! How fast a solution is, shown: whole runs of it on the stored cases, in turn with a program that
//! only reads its input and prints a constant (the floor), so that a machine whose speed drifts
//! slows both alike.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use super::Package;
use crate::compilers::Compiler;
use crate::suite::{Case, Match, Suite};

/// Runs of each program on each case that count; one more before them warms the caches.
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
/// The arguments that are no options are filters: a case is timed if its name has one in it.
/// Without `--bench`, which `cargo bench` gives, it is run as a test, and does nothing.
pub fn main(package: &Package) -> ExitCode {
    if env::args().all(|argument| argument != "--bench") {
        return ExitCode::SUCCESS;
    }
    let filters: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    match bench(package, &filters) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn bench(package: &Package, filters: &[String]) -> Result<(), String> {
    let problem = &package.name;
    let suite = Suite::read(&package.suite)?;
    if suite.limits.matching == Match::Interactive {
        return Err(format!("{problem} is interactive: it cannot run alone to be timed"));
    }
    let cases: Vec<&Case> = suite
        .cases
        .iter()
        .filter(|case| filters.is_empty() || filters.iter().any(|f| case.name.contains(f)))
        .collect();
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
        fs::write(&input, &case.input).map_err(|error| format!("{}: {error}", input.display()))?;
        println!("{:width$}  {}", case.name, row(&programs, &medians(&programs, &input)?));
    }
    Ok(())
}

/// What is timed, the floor first: a name for the table, and the executable.
fn programs(package: &Package) -> Result<Vec<(&'static str, PathBuf)>, String> {
    let scratch = &package.scratch;
    let source = scratch.join("floor.rs");
    fs::write(&source, FLOOR).map_err(|error| format!("{}: {error}", source.display()))?;
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
    let mut times = vec![Vec::with_capacity(RUNS); programs.len()];
    for round in 0..=RUNS {
        for ((_, program), times) in programs.iter().zip(&mut times) {
            let time = time(program, input)?;
            if round > 0 {
                times.push(time);
            }
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort();
        times[RUNS / 2]
    };
    Ok(times.into_iter().map(median).collect())
}

/// The wall time of one run, from its start to its end.
fn time(program: &Path, input: &Path) -> Result<Duration, String> {
    let stdin = File::open(input).map_err(|error| format!("{}: {error}", input.display()))?;
    let start = Instant::now();
    let status = Command::new(program)
        .stdin(stdin)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let time = start.elapsed();
    if !status.success() {
        return Err(format!(
            "{}: expected exit status 0 on {}, found {status}",
            program.display(),
            input.display()
        ));
    }
    Ok(time)
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
