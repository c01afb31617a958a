//! The vectors of `conformance/hardware/vectors.jsonl`.

use serde_json::Value;

/// All vectors of one kind; there is at least one.
pub(crate) fn of_kind(kind: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/hardware/vectors.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let vectors: Vec<Value> = lines.filter(|line| line["kind"] == kind).collect();
    assert!(!vectors.is_empty(), "{kind}");
    vectors
}

/// A field that is a text.
pub(crate) fn text<'a>(vector: &'a Value, field: &str) -> &'a str {
    vector[field].as_str().unwrap_or_else(|| panic!("{field} of {vector}"))
}

/// A field that is a number.
pub(crate) fn number(vector: &Value, field: &str) -> u32 {
    let number = vector[field].as_u64().unwrap_or_else(|| panic!("{field} of {vector}"));
    u32::try_from(number).unwrap()
}

/// A field that is a list of integers.
pub(crate) fn integers(vector: &Value, field: &str) -> Vec<i64> {
    let list = vector[field].as_array().unwrap_or_else(|| panic!("{field} of {vector}"));
    list.iter().map(|entry| entry.as_i64().unwrap()).collect()
}
