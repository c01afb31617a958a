//! `cargo xtask language`: the page of the language, written by a program that knows it.

use std::path::Path;
use std::process::Command;

use crate::process::{cargo, command, output, read, text, write};

const PAGE: &str = "docs/language.md";

/// Writes the page.
pub(crate) fn update() -> Result<(), String> {
    write(PAGE, &page(&mut cargo("run --quiet --package language-page"))?)
}

/// Whether the page is what the program would write.
pub(crate) fn check(program: &Path) -> Result<(), String> {
    if page(&mut command(program, ""))? == read(PAGE)? {
        Ok(())
    } else {
        Err(format!("{PAGE} is stale: cargo xtask language"))
    }
}

fn page(program: &mut Command) -> Result<String, String> {
    output(program).ok_or_else(|| format!("{} fails", text(program)))
}
