//! Any bytes on the stdin of poj1753: one line of complaint, or the oracle's answer.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code)]
#[path = "../../../poj1753/src/main.rs"]
mod solution;
#[allow(dead_code)]
#[path = "../../../poj1753/tests/oracle/statement.rs"]
mod statement;

fuzz_target!(|bytes: &[u8]| {
    let input = String::from_utf8_lossy(bytes);
    match solution::solve(&input) {
        Ok(output) => assert_eq!(output, statement::right_output(&input)),
        Err(error) => assert!(!error.is_empty() && !error.contains(char::is_control), "{error:?}"),
    }
});
