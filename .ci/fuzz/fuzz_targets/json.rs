//! Any bytes as JSON: what serde_json reads, and nothing else.

#![no_main]

use libfuzzer_sys::fuzz_target;
use testcases::json::Value;

fuzz_target!(|bytes: &[u8]| {
    let found = Value::parse(bytes);
    match (&found, serde_json::from_slice(bytes)) {
        (Ok(value), Ok(right)) => assert!(is_same(value, &right), "{value:?}, not {right:?}"),
        (Err(error), Err(_)) => {
            assert!(!error.is_empty() && !error.contains(char::is_control), "{error:?}");
        }
        // It goes one value less deep.
        (_, Err(error)) if error.to_string().starts_with("recursion limit exceeded") => {}
        (_, right) => panic!("{found:?}, not {right:?}"),
    }
});

fn is_same(value: &Value, right: &serde_json::Value) -> bool {
    use serde_json::Value as Right;
    match (value, right) {
        (Value::Null, Right::Null) => true,
        (Value::Bool(value), Right::Bool(right)) => value == right,
        (Value::Number(value), Right::Number(right)) => Some(*value) == right.as_f64(),
        (Value::String(value), Right::String(right)) => value == right,
        (Value::Array(values), Right::Array(rights)) => {
            values.len() == rights.len()
                && values.iter().zip(rights).all(|(value, right)| is_same(value, right))
        }
        // Of equal keys it has but the last.
        (Value::Object(members), Right::Object(rights)) => {
            members.iter().all(|(key, _)| rights.contains_key(key))
                && rights
                    .iter()
                    .all(|(key, right)| value.get(key).is_some_and(|value| is_same(value, right)))
        }
        _ => false,
    }
}
