//! What `testcases::stress!` of a problem's `tests/oracle.rs` does: runs the solution on small random
//! inputs, and judges it as on the stored cases.

use std::env;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use super::stress::{rounds, Random};
use super::Package;
use crate::cases_target;
use crate::judge::report::Style;
use crate::judge::{cores, is_accepted, side_by_side, Judge};
use crate::suite::{Case, Match, Suite};

/// How many inputs are tried, times the environment variable `STRESS`.
const ROUNDS: usize = 500;

/// The variable that names a folder for the smallest input on which the solution fails, and its right
/// output.
pub(crate) const FAILURES: &str = "STRESS_FAILURES";
/// The names of the two files in it.
pub(crate) const INPUT: &str = "input.txt";
pub(crate) const OUTPUT: &str = "output.txt";

/// Runs the solution on random inputs, the smallest first, until it fails. What `brute_force` gives is
/// the right output; with a checker one of them, with an interactor nobody reads it.
///
/// # Panics
/// If the solution fails, with the report of the case; if the brute force panics, or the suite or its
/// referee is at fault.
#[track_caller]
pub fn run(
    package: &Package,
    generate: fn(&mut Random) -> String,
    brute_force: fn(&str) -> String,
) {
    let failure = match smallest_failure(package, generate, brute_force) {
        Ok(failure) => failure,
        Err(error) => panic!("{error}"),
    };
    let Some(Failure { input, output, report }) = failure else { return };
    leave(&input, &output);
    panic!(
        "the solution fails on a random input, the smallest of those tried:\n{report}\
         to store it as a case: `cargo stress {} --store CASE`",
        package.name
    );
}

/// Leaves an input on which a solution fails where `cargo stress --store` looks for it, unless another
/// test left a smaller one there.
///
/// # Panics
/// If it cannot be written.
pub(super) fn leave(input: &str, output: &str) {
    let Some(folder) = env::var_os(FAILURES) else { return };
    let folder = Path::new(&folder);
    if let Err(error) = leave_in(folder, input, output) {
        panic!("{}: {error}", folder.display());
    }
}

fn leave_in(folder: &Path, input: &str, output: &str) -> io::Result<()> {
    let known = fs::metadata(folder.join(INPUT));
    if known.is_ok_and(|known| known.len() <= input.len() as u64) {
        return Ok(());
    }
    fs::write(folder.join(INPUT), input)?;
    fs::write(folder.join(OUTPUT), output)
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
    let mut inputs: Vec<String> = (0..rounds(ROUNDS)).map(|_| generate(&mut random)).collect();
    inputs.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    inputs.dedup();
    let judged = |input: &String| {
        let case = case(&suite, input, brute_force)?;
        let judged = judge.judge(&case);
        Ok((case, judged))
    };
    let mut failure = Ok(None);
    // An error ends it: what follows is no smaller.
    let _ = side_by_side(&inputs, cores(), judged, |_, judged| {
        failure = match judged {
            Ok((_, judged)) if is_accepted(&judged) => return Ok(()),
            Ok((case, judged)) => {
                let report = Style::default().details(&case, &judged);
                Ok(Some(Failure { input: case.input, output: case.output, report }))
            }
            Err(error) => Err(error),
        };
        Err(io::Error::other("found"))
    });
    failure
}

fn case(suite: &Suite, input: &str, brute_force: fn(&str) -> String) -> Result<Case, String> {
    let output = match suite.limits.matching {
        Match::Interactive => String::new(),
        // The panic itself is printed by Rust.
        _ => panic::catch_unwind(AssertUnwindSafe(|| brute_force(input)))
            .map_err(|_| format!("the brute force panicked on the input\n{input}"))?,
    };
    Ok(Case {
        name: "random".to_owned(),
        input: input.to_owned(),
        output,
        time_limit: suite.limits.time,
        memory_limit: suite.limits.memory,
        matching: suite.limits.matching,
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
            leave_in(&folder, input, output).unwrap();
        }
        let read = |name| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!((read(INPUT), read(OUTPUT)), ("1".to_owned(), "a".to_owned()));
        fs::remove_dir_all(folder).unwrap();
    }
}
