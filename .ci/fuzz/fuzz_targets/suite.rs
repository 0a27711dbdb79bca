//! Any text as a suite: one line of complaint; or what cargo-compete reads too, and limits that are
//! written and read back.

#![no_main]

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs, process};

use libfuzzer_sys::fuzz_target;
use serde_yaml::Value;
use testcases::suite::{self, Case, Suite};

fuzz_target!(|text: &str| {
    let limits = match suite::limits(text) {
        Ok(limits) => limits,
        Err(error) => {
            assert_one_line(&error);
            assert_eq!(suite::without_inline_cases(text), Err(error));
            return;
        }
    };
    assert_eq!(suite::limits(&suite::text("name", &limits)), Ok(limits));
    let rest = suite::without_inline_cases(text).unwrap();
    assert_eq!(suite::limits(&rest), Ok(limits));
    assert_eq!(suite::without_inline_cases(&rest).as_ref(), Ok(&rest));

    let right: Value = serde_yaml::from_str(text).unwrap();
    assert_eq!(limits.time, time(&right));
    // The paths of an `extend` may lead anywhere.
    if right["extend"].as_sequence().is_none_or(|extends| extends.is_empty()) {
        if let Ok(suite) = read(text) {
            assert_eq!(suite.limits, limits);
            check_cases(suite.cases, &right);
        }
        // A checker's command names the problem, and the fuzzer's file has another name.
        match read(&rest) {
            Ok(suite) => assert_eq!(suite, Suite { cases: Vec::new(), limits }),
            Err(error) => assert!(error.contains(" --test cases -- --check`, found "), "{error}"),
        }
    }
});

/// The suite has its cases sorted.
fn check_cases(mut cases: Vec<Case>, right: &Value) {
    for (number, right_case) in (1..).zip(right["cases"].as_sequence().into_iter().flatten()) {
        let name = right_case["name"].as_str().map_or(format!("inline-{number}"), str::to_owned);
        let place = cases.iter().position(|case| case.name == name).expect("each case is read");
        let case = cases.swap_remove(place);
        let text = |key| right_case[key].as_str().map(|text| text.replace("\r\n", "\n"));
        assert_eq!(case.input, text("in").unwrap());
        assert_eq!(case.output, text("out").unwrap_or_default());
        assert_eq!(case.time_limit, time(right_case).or(time(right)));
    }
    assert_eq!(cases, []);
}

fn time(right: &Value) -> Option<Duration> {
    match &right["timelimit"] {
        Value::Null => None,
        limit => Some(humantime::parse_duration(limit.as_str().unwrap()).unwrap()),
    }
}

fn read(text: &str) -> Result<Suite, String> {
    let suite = file();
    fs::write(&suite, text).unwrap();
    Suite::read_or_empty(&suite).inspect_err(|error| assert_one_line(error))
}

/// One for each process, as several may run.
fn file() -> PathBuf {
    env::temp_dir().join(format!("fuzzed-suite-{}.yml", process::id()))
}

fn assert_one_line(error: &str) {
    assert!(!error.is_empty() && !error.contains(char::is_control), "{error:?}");
}
