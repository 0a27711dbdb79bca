//! What a problem's oracle test calls: random inputs, the comparison of the solution with the
//! oracle, and checks of the stored cases that need code written for that problem.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::thread;

use super::random_tests::{self, Failure};
use super::testcases;
use crate::compilers::{self, Compiler};
use crate::judge::cores;
use crate::readme;
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
        // The high half of the product: its bias is negligible for the bounds in use.
        ((u128::from(mixed) * bound as u128) >> 64) as usize
    }
}

/// How many random inputs to try: `base` times the environment variable `STRESS`, which is 1 if
/// unset.
///
/// # Panics
/// If `STRESS` is not a whole number.
pub fn rounds(base: usize) -> usize {
    let factor = std::env::var("STRESS").unwrap_or("1".to_owned());
    match factor.trim().parse() {
        Ok(factor) => base.saturating_mul(factor),
        Err(_) => panic!("STRESS: expected a whole number, found {factor:?}"),
    }
}

/// Compares the solution of `problem` with the oracle on every input, on all cores.
///
/// # Panics
/// If they differ: with the smallest input on which they do, and the command that stores it.
pub fn compare(
    problem: &str,
    solution: impl Fn(&str) -> Result<String, String> + Sync,
    oracle: impl Fn(&str) -> String + Sync,
    inputs: impl Iterator<Item = String> + Send,
) {
    /// How many inputs a thread takes at a time. Only one thread at a time can make inputs.
    const PORTION: usize = 100;
    let fails = |input: String| {
        let (output, found) = (oracle(&input), solution(&input));
        if found.as_ref() == Ok(&output) {
            return None;
        }
        let found = found.unwrap_or_else(|error| format!("error: {error}\n"));
        let report =
            format!("--- input\n{input}--- the oracle\n{output}--- the solution\n{found}--- ");
        Some(Failure { input, output, report })
    };
    let inputs = Mutex::new(inputs);
    let failures = Mutex::new(None::<Failure>);
    thread::scope(|scope| {
        for _ in 0..cores().get() {
            scope.spawn(|| loop {
                let portion: Vec<_> = inputs.lock().unwrap().by_ref().take(PORTION).collect();
                if portion.is_empty() {
                    return;
                }
                let found = portion.into_iter().filter_map(fails);
                let found = found.min_by(Failure::by_size);
                let mut smallest = failures.lock().unwrap();
                *smallest = smallest.take().into_iter().chain(found).min_by(Failure::by_size);
            });
        }
    });
    if let Some(failure) = failures.into_inner().unwrap() {
        failure.panic(problem, &format!("the solution of {problem} and the oracle differ."));
    }
}

/// Compares the C twin of `problem` with the solution on every input. The twin is compiled into
/// `scratch` and run once for each input. Without a C compiler a line says that nothing is
/// compared.
///
/// # Panics
/// If they differ, if the twin does not compile, or if there is no compiler although the
/// environment variable `CI` is set.
pub fn compare_twin(
    problem: &str,
    scratch: &str,
    solution: impl Fn(&str) -> Result<String, String> + Sync,
    inputs: &[String],
) {
    static TWIN: OnceLock<Option<Twin>> = OnceLock::new();
    let Some(twin) = TWIN.get_or_init(|| Twin::compile(&twin_of(problem), scratch)) else { return };
    let difference = random_tests::smallest(inputs.to_vec(), |input| {
        let (found, right) = (twin.solve(input), solution(input));
        (found != right).then(|| format!("{found:?}, not {right:?}, on {input:?}"))
    });
    assert_eq!(difference, None, "the C twin and main.rs differ");
}

/// Compares the C twin with the solution like [`compare_twin`], but on all inputs in one run.
/// `main` is a C function that replaces the twin's own; it answers one input after another.
///
/// # Panics
/// As [`compare_twin`].
pub fn compare_twin_in_one_run(
    problem: &str,
    scratch: &str,
    main: &str,
    solution: impl Fn(&str) -> Result<String, String>,
    inputs: &[String],
) {
    let twin = fs::read_to_string(twin_of(problem)).expect("the C twin can be read");
    let source = Path::new(scratch).join(format!("{problem}-in-one-run.c"));
    let text = format!("#define main main_of_the_twin\n{twin}\n#undef main\n{main}");
    // If the file were written again, its newer time would make it be compiled again.
    if !fs::read_to_string(&source).is_ok_and(|written| written == text) {
        fs::write(&source, text).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
    }
    let Some(twin) = Twin::compile(&source, scratch) else { return };
    let answers = twin.solve(&inputs.concat()).expect("the C twin answers every input");
    let mut rest = answers.as_str();
    for input in inputs {
        let right = solution(input).expect("an input that is well-formed");
        let found = rest.get(..right.len()).unwrap_or(rest);
        assert_eq!(found, right, "the C twin and main.rs on {input:?}");
        rest = &rest[right.len()..];
    }
    assert_eq!(rest, "", "the C twin prints more than main.rs");
}

fn twin_of(problem: &str) -> PathBuf {
    testcases().with_file_name(problem).join(format!("{problem}.c"))
}

/// The C twin of a solution, compiled.
struct Twin(PathBuf);

impl Twin {
    fn compile(source: &Path, scratch: &str) -> Option<Self> {
        let compiler = Compiler::for_twins();
        if !compiler.exists() {
            assert!(!compilers::must_be_complete(), "{}", compiler.how_to_get());
            eprintln!("{} is not compared: {}", source.display(), compiler.how_to_get());
            return None;
        }
        let built = compiler.compile_changed(source, Path::new(scratch));
        Some(Self(built.unwrap_or_else(|error| panic!("{error}"))))
    }

    /// What the twin prints, or its error line for an input that it refuses.
    fn solve(&self, input: &str) -> Result<String, String> {
        let mut child = Command::new(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.0.display()));
        let mut stdin = child.stdin.take().expect("it is piped");
        let output = thread::scope(|scope| {
            // The twin need not read its input to the end: a closed pipe is no error.
            scope.spawn(move || stdin.write_all(input.as_bytes()));
            child.wait_with_output().expect("the twin's output can be read")
        });
        let text = |bytes| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        let (printed, complaint) = (text(&output.stdout), text(&output.stderr));
        match (output.status.code(), printed.as_str(), complaint.as_str()) {
            (Some(0), _, "") => Ok(printed),
            (Some(1), "", _) if complaint.ends_with('\n') => Err(complaint.trim_end().to_owned()),
            _ => panic!(
                "expected an output and exit status 0, or one line on stderr and 1; \
                 found {output:?}"
            ),
        }
    }
}

/// Checks that each wrong program has a wrong output for some stored edge case. Each program has a
/// name. The cases are tried in the order of their lines in `testcases/README.md`, so that slow
/// cases can come last. `cargo test --test oracle -- --show-output` shows the first case that
/// catches each program.
///
/// # Panics
/// If no edge case catches some of them: with their names.
pub fn check_wrong_programs(
    problem: &str,
    programs: &[(impl AsRef<str>, impl Fn(&str) -> String)],
) {
    let cases = edge_cases(problem);
    let mut names = BTreeSet::new();
    let mut uncaught = Vec::new();
    for (name, answer) in programs {
        let name = name.as_ref();
        assert!(names.insert(name), "{problem}: two wrong programs are called {name}");
        match cases.iter().find(|case| !answer(&case.input).lines().eq(case.output.lines())) {
            Some(case) => println!("{name}: caught by {}", case.name),
            None => uncaught.push(name),
        }
    }
    assert!(
        uncaught.is_empty(),
        "{problem}: no edge case catches {uncaught:?}: store one that does, or remove the program"
    );
}

/// Checks that each stored input obeys the statement, and that those of the cases named in `beyond`
/// do not.
///
/// # Panics
/// If an input is not as it should be, or if a case in `beyond` does not exist.
pub fn check_inputs(problem: &str, validate: impl Fn(&str) -> Result<(), String>, beyond: &[&str]) {
    let cases = suite(problem).cases;
    for name in beyond {
        assert!(
            cases.iter().any(|case| case.name == *name),
            "{problem}: no case {name}: remove it from the cases beyond the statement"
        );
    }
    for case in cases {
        let fault = match (validate(&case.input), beyond.contains(&case.name.as_str())) {
            (Ok(()), false) | (Err(_), true) => continue,
            (Ok(()), true) => {
                "the statement allows it: remove it from the cases beyond the statement".to_owned()
            }
            (Err(error), false) => {
                format!("{error}; mend it, or add it to the cases beyond the statement")
            }
        };
        panic!("{}: {fault}", case.origin);
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

/// The stored edge cases in the order of their lines. One without a line is reported by
/// [`complaints`](crate::workspace::Workspace::complaints).
fn edge_cases(problem: &str) -> Vec<Case> {
    let cases = suite(problem).cases;
    let sections = readme::read(&testcases()).unwrap_or_else(|error| panic!("{error}"));
    let lines = sections.iter().filter(|section| section.problem == problem);
    let case_of = |line: &String| cases.iter().find(|case| case.name == *line).cloned();
    lines.flat_map(|section| &section.cases).filter_map(case_of).collect()
}
