//! Cases as data: `conformance/exact.jsonl` and `conformance/wild.jsonl`, one JSON object a line.
//!
//! [`check`] runs one case three ways: the answer (or the error with all its numbers) as the
//! file has it, the text read and printed, and the law of the operation by brute force.

mod law;
mod run;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use tilework::{ErrorKind, Layout, Slicer, Tiler, Tuple, Why};

/// The arguments of a case.
pub(crate) struct Args(Vec<Value>);

impl Args {
    fn text(&self, i: usize) -> &str {
        self.0[i].as_str().unwrap_or_else(|| panic!("argument {i} is not a string: {}", self.0[i]))
    }

    fn layout(&self, i: usize) -> Layout {
        self.text(i).parse().unwrap()
    }

    fn tiler(&self, i: usize) -> Tiler {
        self.text(i).parse().unwrap()
    }

    fn tuple(&self, i: usize) -> Tuple {
        self.text(i).parse().unwrap()
    }

    fn slicer(&self, i: usize) -> Slicer {
        self.text(i).parse().unwrap()
    }

    fn int(&self, i: usize) -> i64 {
        self.0[i]
            .as_i64()
            .unwrap_or_else(|| panic!("argument {i} is not an integer: {}", self.0[i]))
    }

    fn table(&self, i: usize) -> Vec<i64> {
        self.0[i].as_array().unwrap().iter().map(|entry| entry.as_i64().unwrap()).collect()
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// Checks every line of a file; the number of lines, and the ids met.
pub(crate) fn check_all(lines: &str) -> (usize, BTreeSet<String>) {
    let mut ids = BTreeSet::new();
    let mut wrong = Vec::new();
    for line in lines.lines() {
        let case: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let id = case["id"].as_str().unwrap().to_owned();
        // All lines, not only up to the first that fails.
        if std::panic::catch_unwind(|| check(case.as_object().unwrap())).is_err() {
            wrong.push(id.clone());
        }
        ids.insert(id);
    }
    assert!(wrong.is_empty(), "these do not hold: {wrong:?}");
    (lines.lines().count(), ids)
}

/// Checks one case.
fn check(case: &Map<String, Value>) {
    let known = ["id", "op", "args", "answer", "error", "others", "source", "why"];
    assert!(case.keys().all(|key| known.contains(&key.as_str())), "unknown field in {case:?}");
    assert_ne!(case.contains_key("answer"), case.contains_key("error"), "one of them: {case:?}");
    let op = case["op"].as_str().unwrap();
    let args = Args(case["args"].as_array().unwrap().clone());
    let name = format!("{} {op}({})", case["id"].as_str().unwrap(), case["args"]);
    match run::run(op, &args) {
        Ok(answer) => {
            assert_eq!(Some(&answer), case.get("answer"), "{name}");
            law::of_answer(op, &args, &answer, &name);
        }
        Err(error) => {
            let Some(expected) = case.get("error") else { panic!("{name}: {error}") };
            let found = kind(error.kind());
            // A case may leave numbers out; all that it has must be right.
            for (key, value) in expected.as_object().unwrap() {
                assert_eq!(found.get(key), Some(value), "{name}: {key}; {error}");
            }
            law::of_error(op, &args, &found, &name);
        }
    }
}

/// An error kind as the files have it.
fn kind(kind: ErrorKind) -> Value {
    match kind {
        ErrorKind::NonZeroOrigin { value } => {
            json!({"kind": "nonzero-origin", "index": 0, "value": value})
        }
        ErrorKind::NotALayout { index, expected, found, why, .. } => {
            let reason = match why {
                Why::Increment { .. } => "increment",
                Why::Break { .. } => "break",
            };
            json!({"kind": "not-a-layout", "index": index, "expected": expected, "found": found,
                "reason": reason})
        }
        ErrorKind::NotCompatible { brk, boundary } => {
            json!({"kind": "not-compatible", "break": brk, "boundary": boundary})
        }
        ErrorKind::OutOfDomain { index, offset, size } => {
            json!({"kind": "out-of-domain", "index": index, "offset": offset, "size": size})
        }
        ErrorKind::GapNotDivisible { stride, block } => {
            json!({"kind": "gap-not-divisible", "stride": stride, "block": block})
        }
        ErrorKind::BoundNotMultiple { block, bound } => {
            json!({"kind": "bound-not-multiple", "block": block, "bound": bound})
        }
        ErrorKind::NotInjective { extent } => json!({"kind": "not-injective", "extent": extent}),
        ErrorKind::Overlap { lower, upper } => {
            json!({"kind": "overlap", "lower": lower.to_string(), "upper": upper.to_string()})
        }
        ErrorKind::NoSolution { .. } => json!({"kind": "no-solution"}),
        other => json!({"kind": format!("{other:?}")}),
    }
}
