//! The page for the browser: its engine beside the command, and the page itself as people use it.

use std::env::consts::EXE_EXTENSION;

use super::{End, programs, step};
use crate::process::{cargo, target_dir};
use crate::web::{self, Compiler, ENGINE, Packages};

/// Lints, the build, the answers of the engine in Node, and the page in a browser.
pub(super) fn page(_: bool) -> Result<End, String> {
    let found = Compiler::find().and_then(|compiler| Ok((compiler, Packages::install()?)));
    let (compiler, packages) = match found {
        Ok(found) => found,
        Err(why) => return Ok(End::Skipped(why)),
    };
    let mut lint = cargo(&format!("clippy --manifest-path {ENGINE} -- --deny warnings"));
    step("web", lint.env("CARGO_TARGET_DIR", target_dir().join("engine")))?;
    let built = web::page(&compiler, &packages)?;

    let mut answers = packages.script("test:engine");
    let command = programs()?.join("tilework").with_extension(EXE_EXTENSION);
    answers.env("TILEWORK", command);
    step("web", answers.env("TILEWORK_WASM", &built.engine))?;

    let Some(browser) = web::browser() else {
        return Ok(End::Skipped("its engine passed, but the page needs chromium".into()));
    };
    let mut page = packages.script("test");
    page.env("TILEWORK_WASM", &built.engine).env("TILEWORK_PAGE", &built.page);
    step("web", page.env("TILEWORK_BROWSER", browser))
}
