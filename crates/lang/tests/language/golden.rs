//! Every line of `conformance/cute`, called by its name with its arguments as they are written
//! there: `op(arg, arg, ...)`.
//!
//! The core's own conformance test says for each line whether CuTe is right; here it is enough
//! that as many answers agree with CuTe's as there are lines of the class `equal`.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use tilework_lang::{Outcome, Scope, Value, agree};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

/// An argument as one types it.
fn argument(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The call as one types it. Tables of composed functions are offsets of the composed layout.
fn call(op: &str, arguments: &[String]) -> String {
    let behind = || format!("{} o {}", arguments[0], arguments[1]);
    match op {
        "swizzle_composition_eval" => format!("offsets({})", behind()),
        "swizzle_then_composition_eval" => {
            format!("offsets(composition({}, {}))", behind(), arguments[2])
        }
        "swizzle_logical_divide_eval" => {
            format!("offsets(logical_divide({}, {}))", behind(), arguments[2])
        }
        _ => format!("{op}({})", arguments.join(", ")),
    }
}

fn evaluate(text: &str) -> Result<Value, tilework_lang::Diagnostic> {
    match Scope::new().run(text)? {
        Outcome::Value(value) => Ok(value),
        other => panic!("{text}: {other:?}"),
    }
}

/// The number in the last row of COUNTS.md, in the column of that class.
fn total(class: &str) -> usize {
    let counts = std::fs::read_to_string(folder().join("COUNTS.md")).unwrap();
    let row = |start: &str| -> Vec<String> {
        let line = counts.lines().find(|line| line.starts_with(start)).unwrap();
        line.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let column = row("| file").iter().position(|cell| cell == class).unwrap();
    row("| **total**")[column].parse().unwrap()
}

#[test]
fn every_line_by_its_name() {
    let (mut agreeing, mut differing) = (0, 0);
    let mut unknown = Vec::new();
    for entry in std::fs::read_dir(folder().join("cute")).unwrap() {
        let path = entry.unwrap().path();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let line: Json = serde_json::from_str(line).unwrap();
            let arguments: Vec<_> = line["args"].as_array().unwrap().iter().map(argument).collect();
            let text = call(line["op"].as_str().unwrap(), &arguments);
            let ours = evaluate(&text);
            if let Err(error) = &ours
                && matches!(error.kind, "syntax" | "usage" | "unknown-name" | "unsupported")
                && error.cause.is_none()
            {
                unknown.push(error.render(&text));
            }
            let cute = match &line["static"] {
                Json::Object(_) => continue,
                json => argument(json),
            };
            // CuTe does not say how far a cast moves the pointer.
            let ours = match ours {
                Ok(Value::Slice(layout, _)) if text.contains("cast") => Ok(Value::Layout(layout)),
                ours => ours,
            };
            // Some of CuTe's wrong answers are not even layouts.
            match (ours, evaluate(&cute)) {
                (Ok(ours), Ok(cute)) if agree(&ours, &cute) => agreeing += 1,
                _ => differing += 1,
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "{} lines are not understood:\n{}",
        unknown.len(),
        unknown.join("\n")
    );
    let (equal, others) = (total("equal"), total("cute-wrong") + total("dialect"));
    assert_eq!((agreeing, differing), (equal, others));
}
