//! The architecture, checked: which crate may use which, and in which order modules build on one another.

mod crates;
mod folders;
mod modules;
mod tokens;
pub(crate) mod tree;

use std::fs;

use folders::Exception;

use crate::process::root;

/// Cycles inside a crate, each with its reason.
const EXCEPTIONS: &[Exception] = &[];

/// Checks the manifests, the order of modules, and the tree in the documents.
pub(crate) fn check() -> Result<(), String> {
    let mut wrong = Vec::new();
    for name in packages()? {
        wrong.extend(crates::check(&name)?);
        let src = root().join("crates").join(&name).join("src");
        let root = format!("{}/", root().display());
        let found = folders::check(&name, &src, EXCEPTIONS)?;
        wrong.extend(found.into_iter().map(|line| line.replace(&root, "")));
    }
    if wrong.is_empty() { tree::check() } else { Err(wrong.join("\n")) }
}

/// The folders of `crates/`, sorted.
pub(crate) fn packages() -> Result<Vec<String>, String> {
    let folders = fs::read_dir(root().join("crates")).map_err(|why| format!("crates: {why}"))?;
    let folders = folders.flatten().filter(|entry| entry.path().join("Cargo.toml").exists());
    let mut names: Vec<_> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}
