//! The list of atoms against its recording, their layouts against enumeration, and names in every form.

mod coverage;
mod list;
mod names;

use std::fs;

use serde_json::Value;

/// The lines of a file of `conformance/hardware`.
fn lines(file: &str) -> Vec<Value> {
    let path = format!("{}/../../conformance/hardware/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("the recording is in the repository");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}
