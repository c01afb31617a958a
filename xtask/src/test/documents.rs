//! What the documents say and show.

use std::path::PathBuf;

use super::{End, step};
use crate::process::{cargo, command, root, run, target_dir};

/// The command checks what the documents say of layouts, and what they show it to print.
pub(super) fn claims(_: bool) -> Result<End, String> {
    let mut check = command(tool()?, "check");
    step("claims", check.args(pages()?))
}

pub(super) fn figures(_: bool) -> Result<End, String> {
    println!("== figures: tilework draw, for each of the gallery");
    crate::figures::check(&tool()?).map(|()| End::Passed)
}

/// The command, as the tests build it: after them there is nothing left to build.
fn tool() -> Result<PathBuf, String> {
    let build = "build --quiet --profile test --workspace --all-features --bin tilework";
    run(&mut cargo(build))?;
    Ok(target_dir().join("debug").join("tilework"))
}

/// The pages for readers: those of the root but the changelog, those in `docs`, and one for each crate.
fn pages() -> Result<Vec<String>, String> {
    let mut folders = vec![PathBuf::new(), "docs".into()];
    let crates = std::fs::read_dir(root().join("crates")).map_err(|why| why.to_string())?;
    folders.extend(crates.flatten().map(|entry| PathBuf::from("crates").join(entry.file_name())));
    let mut pages = Vec::new();
    for folder in folders {
        let files = std::fs::read_dir(root().join(&folder)).map_err(|why| why.to_string())?;
        let paths = files.flatten().map(|file| folder.join(file.file_name()));
        let page = |path: &PathBuf| path.extension().is_some_and(|end| end == "md");
        let paths = paths.filter(page).map(|path| path.to_string_lossy().into_owned());
        pages.extend(paths.filter(|path| path != "CHANGELOG.md"));
    }
    pages.sort();
    Ok(pages)
}
