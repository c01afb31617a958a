//! What the documents say and show.

use std::path::PathBuf;

use super::{End, step};
use crate::process::{cargo, command, run, target_dir};

/// The command checks what the documents say of layouts, and what they show it to print.
pub(super) fn claims(_: bool) -> Result<End, String> {
    let mut check = command(tool()?, "check");
    step("claims", check.args(crate::pages()?))
}

pub(super) fn figures(_: bool) -> Result<End, String> {
    println!("== figures: tilework draw, for each of the gallery");
    crate::figures::check(&tool()?).map(|()| End::Passed)
}

pub(super) fn quotes(_: bool) -> Result<End, String> {
    println!("== quotes: the figures in the documents, beside those in bench/");
    crate::quotes::check().map(|()| End::Passed)
}

/// The command, as the tests build it: after them there is nothing left to build.
fn tool() -> Result<PathBuf, String> {
    let build = "build --quiet --profile test --workspace --all-features --bin tilework";
    run(&mut cargo(build))?;
    Ok(target_dir().join("debug").join("tilework"))
}
