//! What `testcases::stress!` in a problem's `tests/oracle.rs` does: it runs the solution on small
//! random inputs, and judges the outputs like those of the stored cases.

use std::cmp::Ordering;
use std::env;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use super::stress::{rounds, Random};
use super::Package;
use crate::cases_target;
use crate::judge::report::Style;
use crate::judge::{cores, is_accepted, side_by_side, Judge};
use crate::suite::{Case, Limits, Match, Suite};

/// How many inputs are tried; the environment variable `STRESS` multiplies it.
const ROUNDS: usize = 500;

/// The variable that names a folder for the smallest input on which the solution fails, and its
/// right output.
pub(crate) const FAILURES: &str = "STRESS_FAILURES";
/// The names of the two files in it.
pub(crate) const INPUT: &str = "input.txt";
pub(crate) const OUTPUT: &str = "output.txt";

/// Runs the solution on random inputs, the smallest first, until it fails. `brute_force` returns
/// the right output, or one of them if the problem has a checker. It is not called if the problem
/// has an interactor.
///
/// # Panics
/// If the solution fails: with the report of the case. Also if the brute force panics, or if the
/// suite or its referee cannot be used.
#[track_caller]
pub fn run(
    package: &Package,
    generate: fn(&mut Random) -> String,
    brute_force: fn(&str) -> String,
) {
    match smallest_failure(package, generate, brute_force) {
        Ok(None) => {}
        Ok(Some(failure)) => failure.panic(
            &package.name,
            "the solution fails on a random input, the smallest of those tried:",
        ),
        Err(error) => panic!("{error}"),
    }
}

/// An input on which the solution fails.
pub struct Failure {
    /// The input.
    pub input: String,
    /// The right output, as far as it is known.
    pub output: String,
    /// What went wrong.
    pub report: String,
}

impl Failure {
    /// Orders failures by their inputs, the shortest first.
    pub(super) fn by_size(one: &Self, other: &Self) -> Ordering {
        by_size(&one.input, &other.input)
    }

    /// Writes the input where `cargo stress --store` looks for it, and panics with the report.
    #[track_caller]
    pub(super) fn panic(&self, problem: &str, headline: &str) -> ! {
        if let Some(folder) = env::var_os(FAILURES).map(PathBuf::from) {
            let left = self.leave_in(&folder);
            left.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        }
        let report = &self.report;
        panic!("{headline}\n{report}to store it as a case: `cargo stress {problem} --store CASE`");
    }

    /// Writes the input and the output, unless another test has written a smaller input.
    fn leave_in(&self, folder: &Path) -> io::Result<()> {
        let known = fs::metadata(folder.join(INPUT));
        if known.is_ok_and(|known| known.len() <= self.input.len() as u64) {
            return Ok(());
        }
        fs::write(folder.join(INPUT), &self.input)?;
        fs::write(folder.join(OUTPUT), &self.output)
    }
}

/// The smallest of the random inputs on which the solution fails.
///
/// # Errors
/// One line, if the suite cannot be read, the referee does not compile, or the brute force panics.
pub fn smallest_failure(
    package: &Package,
    generate: fn(&mut Random) -> String,
    brute_force: fn(&str) -> String,
) -> Result<Option<Failure>, String> {
    let suite = Suite::read_or_empty(&package.suite)?;
    let referee = cases_target::referee(&package.folder, &package.name, &suite)?;
    let judge = Judge::new(&package.program, &package.scratch)?.with_referee(referee);
    let mut random = Random::new(1);
    let inputs = (0..rounds(ROUNDS)).map(|_| generate(&mut random)).collect();
    let failure = |input: &str| {
        let case = case(&suite, input, brute_force)?;
        let judged = judge.judge(&case);
        if is_accepted(&judged) {
            return Ok(None);
        }
        let report = Style::default().details(&case, &judged);
        Ok(Some(Failure { input: case.input, output: case.output, report }))
    };
    smallest(inputs, |input| failure(input).transpose()).transpose()
}

/// Calls `fails` with the inputs, the smallest first, until it returns something, and returns that.
/// All cores are used.
pub(super) fn smallest<T: Send>(
    mut inputs: Vec<String>,
    fails: impl Fn(&str) -> Option<T> + Sync,
) -> Option<T> {
    inputs.sort_unstable_by(by_size);
    inputs.dedup();
    let mut smallest = None;
    // The error ends the search: all inputs that follow are at least as long.
    let _ = side_by_side(
        &inputs,
        cores(),
        |input| fails(input),
        |_, failure| {
            smallest = failure;
            if smallest.is_some() {
                Err(io::Error::other("found"))
            } else {
                Ok(())
            }
        },
    );
    smallest
}

fn by_size(one: &String, other: &String) -> Ordering {
    (one.len(), one).cmp(&(other.len(), other))
}

fn case(suite: &Suite, input: &str, brute_force: fn(&str) -> String) -> Result<Case, String> {
    let Limits { time, memory, matching } = suite.limits;
    let output = match matching {
        Match::Interactive => String::new(),
        // Rust prints the message of the panic.
        _ => panic::catch_unwind(AssertUnwindSafe(|| brute_force(input)))
            .map_err(|_| format!("the brute force panicked on the input\n{input}"))?,
    };
    Ok(Case {
        name: "random".to_owned(),
        input: input.to_owned(),
        output,
        time_limit: time,
        memory_limit: memory,
        matching,
        origin: "a random input".to_owned(),
        inline: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_failing_input_is_left() {
        let folder = env::temp_dir().join(format!("stress-test-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (input, output) in [("22", "b"), ("333", "c"), ("1", "a"), ("2", "d")] {
            let failure = Failure {
                input: input.to_owned(),
                output: output.to_owned(),
                report: String::new(),
            };
            failure.leave_in(&folder).unwrap();
        }
        let read = |name| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!((read(INPUT), read(OUTPUT)), ("1".to_owned(), "a".to_owned()));
        fs::remove_dir_all(folder).unwrap();
    }
}
