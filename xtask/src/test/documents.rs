//! What the documents say and show.

use super::{End, programs, step};
use crate::process::command;

/// The command checks what the documents say of layouts, and what they show it to print.
pub(super) fn claims(_: bool) -> Result<End, String> {
    let mut check = command(programs()?.join("tilework"), "check");
    step("claims", check.args(crate::pages()?))
}

pub(super) fn figures(_: bool) -> Result<End, String> {
    println!("== figures: tilework draw, for each of the gallery");
    crate::figures::check(&programs()?.join("tilework")).map(|()| End::Passed)
}

pub(super) fn language(_: bool) -> Result<End, String> {
    println!("== language: docs/language.md, beside the table of operations");
    crate::language::check(&programs()?.join("language-page")).map(|()| End::Passed)
}

pub(super) fn quotes(_: bool) -> Result<End, String> {
    println!("== quotes: the figures in the documents, beside those in bench/");
    crate::quotes::check().map(|()| End::Passed)
}
