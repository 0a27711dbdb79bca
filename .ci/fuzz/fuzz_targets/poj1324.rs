//! Any bytes on the stdin of poj1324: one line of complaint, or the oracle's answers.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code)]
#[path = "../../../poj1324/src/main.rs"]
mod solution;
#[allow(dead_code)]
#[path = "../../../poj1324/tests/oracle/statement.rs"]
mod statement;

fuzz_target!(|bytes: &[u8]| {
    let input = String::from_utf8_lossy(bytes);
    match solution::solve(&input) {
        Ok(output) if is_small(&input) => {
            assert_eq!(output, statement::right_output(&input));
        }
        Ok(_) => {}
        Err(error) => assert!(!error.is_empty() && !error.contains(char::is_control), "{error:?}"),
    }
});

/// Whether the oracle, too, is fast: no number is greater than 6, so that no lair is.
fn is_small(input: &str) -> bool {
    input.len() < 500
        && input.split_whitespace().all(|number| number.parse().is_ok_and(|n: i32| n <= 6))
}
