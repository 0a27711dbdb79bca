//! Any bytes on the stdin of sgu536: one line of complaint, or the oracle's answer.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code)]
#[path = "../../../sgu536/src/main.rs"]
mod solution;
#[allow(dead_code)]
#[path = "../../../sgu536/tests/oracle/statement.rs"]
mod statement;

fuzz_target!(|bytes: &[u8]| {
    let input = String::from_utf8_lossy(bytes);
    match solution::solve(&input) {
        Ok(output) if is_small(&input) => assert_eq!(output, statement::right_output(&input)),
        Ok(_) => {}
        Err(error) => assert!(!error.is_empty() && !error.contains(char::is_control), "{error:?}"),
    }
});

/// Whether the oracle, too, is fast: it tries each set of pieces on each square.
fn is_small(input: &str) -> bool {
    input.matches(['K', 'B', 'R']).count() <= 6
}
