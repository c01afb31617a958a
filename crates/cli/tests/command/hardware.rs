//! `bank`, `swizzle`, `global`, `copy`, `mma`, `atom`, `tma`, `descriptor`, and `hardware --json`.

mod answers;
mod refusals;
mod requests;

use crate::binary::{Run, run};

/// The atom of the examples.
const ATOM: &str = "SM80_16x8x16_F32F16F16F32_TN";

/// Runs a command line; texts with spaces are in quotes.
#[track_caller]
fn tilework(line: &str) -> Run {
    let mut arguments = Vec::new();
    for (i, part) in line.split('"').enumerate() {
        if i % 2 == 1 {
            arguments.push(part.to_owned());
        } else {
            arguments.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    run(&arguments)
}
