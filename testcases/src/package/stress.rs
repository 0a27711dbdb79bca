//! What a problem's oracle test calls: random inputs, the comparison of the solution with the
//! oracle, and the checks of the stored cases that only someone who knows the statement can make.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::testcases;
use crate::compilers::{self, Compiler};
use crate::judge;
use crate::readme::{self, Line};
use crate::suite::{Case, Suite};

/// A seeded generator of random numbers: SplitMix64.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
pub struct Random(u64);

impl Random {
    /// A generator that always gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `bound - 1`, each as likely as the others.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "a random number below 0 was asked for");
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The high half of the product: no bias worth the name for any bound in use.
        ((u128::from(mixed) * bound as u128) >> 64) as usize
    }
}

/// The length of a random part: `base` times the environment variable `STRESS`, which is 1 if unset.
///
/// # Panics
/// If `STRESS` is no whole number.
pub fn rounds(base: usize) -> usize {
    let factor = match std::env::var("STRESS") {
        Ok(text) => match text.trim().parse::<usize>() {
            Ok(factor) => factor,
            Err(_) => panic!("STRESS: expected a whole number, found {text:?}"),
        },
        Err(_) => 1,
    };
    base.saturating_mul(factor)
}

/// Compares the solution of `problem` with the oracle on every input.
///
/// # Panics
/// If they differ: with the smallest input on which they do, as files ready to be stored.
pub fn compare(
    problem: &str,
    solution: impl Fn(&str) -> Result<String, String>,
    oracle: impl Fn(&str) -> String,
    inputs: impl IntoIterator<Item = String>,
) {
    let mut smallest: Option<(String, String, Result<String, String>)> = None;
    for input in inputs {
        if smallest.as_ref().is_some_and(|(known, ..)| known.len() <= input.len()) {
            continue;
        }
        let right = oracle(&input);
        let found = solution(&input);
        if found.as_ref() != Ok(&right) {
            smallest = Some((input, right, found));
        }
    }
    if let Some((input, right, found)) = smallest {
        let found = found.unwrap_or_else(|error| format!("error: {error}\n"));
        panic!(
            "the solution of {problem} and the oracle differ.\n\
             --- testcases/{problem}/in/CASE.txt\n{input}\
             --- testcases/{problem}/out/CASE.txt, if the oracle is right\n{right}\
             --- the solution\n{found}\
             --- to store it: put the two texts there, and a line into testcases/README.md"
        );
    }
}

/// Compares the C twin of `problem`, compiled into `scratch`, with the solution on every input, by a
/// whole run of it each. Does nothing, and says so, where there is no C compiler.
///
/// # Panics
/// If they differ, if the twin does not compile, or if there is no compiler although the
/// environment variable `CI` is set.
pub fn compare_twin(
    problem: &str,
    scratch: &str,
    solution: impl Fn(&str) -> Result<String, String>,
    inputs: &[String],
) {
    static TWIN: OnceLock<Option<Twin>> = OnceLock::new();
    let Some(twin) = TWIN.get_or_init(|| Twin::new(problem, Path::new(scratch))) else { return };
    let compared = judge::side_by_side(
        inputs,
        judge::cores(),
        |input| twin.solve(input),
        |index, answer| {
            let input = &inputs[index];
            assert_eq!(answer, solution(input), "the C twin and main.rs on {input:?}");
            Ok(())
        },
    );
    compared.expect("the comparison itself has no errors");
}

/// The C twin of a solution, compiled.
struct Twin(PathBuf);

impl Twin {
    fn new(problem: &str, scratch: &Path) -> Option<Self> {
        let compiler = Compiler::for_twins();
        if !compiler.exists() {
            assert!(!compilers::must_be_complete(), "{}", compiler.how_to_get());
            eprintln!("the C twin of {problem} is not compared: {}", compiler.how_to_get());
            return None;
        }
        let source = testcases().with_file_name(problem).join(format!("{problem}.c"));
        let built = compiler.compile_changed(&source, scratch);
        Some(Self(built.unwrap_or_else(|error| panic!("{error}"))))
    }

    /// What the twin prints, or the line with which it refuses the input.
    fn solve(&self, input: &str) -> Result<String, String> {
        let mut child = Command::new(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.0.display()));
        // It need not read its input to the end: a closed pipe is no error.
        let _ = child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().expect("the twin's output can be read");
        let text = |bytes| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        let (printed, complaint) = (text(&output.stdout), text(&output.stderr));
        match (output.status.code(), printed.as_str(), complaint.as_str()) {
            (Some(0), _, "") => Ok(printed),
            (Some(1), "", _) if complaint.ends_with('\n') => Err(complaint.trim_end().to_owned()),
            _ => panic!(
                "expected an output and exit status 0, or one line on stderr and 1; found {output:?}"
            ),
        }
    }
}

/// A program that differs from the oracle in one rule.
pub struct WrongRule<'a> {
    /// The name by which `testcases/README.md` calls it, such as `only-white`.
    pub name: &'a str,
    /// What such a program prints; malformed input may give any text.
    pub answer: &'a dyn Fn(&str) -> String,
}

/// Checks that each stored edge case catches the wrong rules that its line in
/// `testcases/README.md` names: those that no edge case above it catches.
///
/// # Panics
/// If a line names other rules than that, or if no edge case catches some rule.
pub fn check_wrong_rules(problem: &str, rules: &[WrongRule]) {
    let mut uncaught: BTreeSet<&str> = rules.iter().map(|rule| rule.name).collect();
    assert_eq!(uncaught.len(), rules.len(), "{problem}: two wrong rules have one name");
    let mut complaints = Vec::new();
    for (line, case) in edge_cases(problem) {
        let caught: Vec<&str> = rules
            .iter()
            .filter(|rule| uncaught.contains(rule.name))
            .filter(|rule| !same_lines(&(rule.answer)(&case.input), &case.output))
            .map(|rule| rule.name)
            .collect();
        uncaught.retain(|name| !caught.contains(name));
        if line.catches != caught {
            complaints.push(format!("- `{}`: …{}", line.case, readme::catches(&caught)));
        }
    }
    assert!(
        complaints.is_empty(),
        "testcases/README.md, section {problem}: these lines should end so:\n{}",
        complaints.join("\n")
    );
    assert!(
        uncaught.is_empty(),
        "{problem}: no edge case catches {uncaught:?}: store one that does, or remove the rule"
    );
}

/// Checks that each stored input is as the statement says, those aside whose line in
/// `testcases/README.md` says "Beyond the statement": these must not be.
///
/// # Panics
/// If an input is not what its line says.
pub fn check_inputs(problem: &str, validate: impl Fn(&str) -> Result<(), String>) {
    let lines = lines(problem);
    for case in suite(problem).cases {
        let beyond = lines.iter().any(|line| line.case == case.name && line.beyond);
        match validate(&case.input) {
            Ok(()) => assert!(
                !beyond,
                "{}: expected an input beyond the statement, as testcases/README.md says; \
                 found one that the statement allows",
                case.origin
            ),
            Err(error) => assert!(
                beyond,
                "{}: {error}; mend it, or say \"Beyond the statement\" in its line of \
                 testcases/README.md",
                case.origin
            ),
        }
    }
}

/// Checks that each stored output is the oracle's.
///
/// # Panics
/// If one is not: with the file and what it should hold.
pub fn check_outputs(problem: &str, oracle: impl Fn(&str) -> String) {
    for case in suite(problem).cases {
        let right = oracle(&case.input);
        assert!(
            case.output == right,
            "{}: the output stored for it is not the oracle's, which is\n{right}",
            case.origin
        );
    }
}

/// The stored cases of `problem`.
///
/// # Panics
/// If its suite cannot be read: with what is wrong with it.
pub fn suite(problem: &str) -> Suite {
    Suite::read(&testcases().join(format!("{problem}.yml")))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The stored edge cases in the order of their lines; one without a line is another test's concern.
fn edge_cases(problem: &str) -> Vec<(Line, Case)> {
    let cases = suite(problem).cases;
    lines(problem)
        .into_iter()
        .filter_map(|line| {
            let case = cases.iter().find(|case| case.name == line.case)?.clone();
            Some((line, case))
        })
        .collect()
}

fn lines(problem: &str) -> Vec<Line> {
    let mut lines = readme::read(&testcases()).unwrap_or_else(|error| panic!("{error}"));
    lines.retain(|line| line.problem == problem);
    lines
}

fn same_lines(found: &str, right: &str) -> bool {
    found.lines().eq(right.lines())
}
