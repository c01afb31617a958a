//! What the compiler and its companions say of the source, and the tests.

use std::fs;

use super::{End, host, programs, step};
use crate::process::{cargo, command, read, root, text};
use crate::web::ENGINE;

const TEST: &str = "test --workspace --all-features";

/// Crates that are not members of the workspace; each says why.
pub(super) const NO_STD: &str = "xtask/no-std-proof/Cargo.toml";
pub(super) const MACHINE_CODE: &str = "xtask/machine-code/Cargo.toml";
pub(super) const FUZZ: &str = "fuzz/Cargo.toml";
pub(super) const PYTHON: &str = "bindings/python/Cargo.toml";

pub(super) fn format(_: bool) -> Result<End, String> {
    step("format", &mut cargo("fmt --all --check"))?;
    for outside in [NO_STD, MACHINE_CODE, FUZZ, PYTHON, ENGINE] {
        step("format", &mut cargo(&format!("fmt --check --manifest-path {outside}")))?;
    }
    Ok(End::Passed)
}

pub(super) fn architecture(_: bool) -> Result<End, String> {
    println!("== architecture: manifests, the order of modules, the tree in DESIGN.md");
    crate::architecture::check().map(|()| End::Passed)
}

pub(super) fn lints(_: bool) -> Result<End, String> {
    let lint = "clippy --workspace --all-targets --all-features -- -D warnings";
    step("lints", &mut cargo(lint))
}

/// What is public, and then all: links from one to the other are wrong only in the first.
pub(super) fn docs(_: bool) -> Result<End, String> {
    for what in ["", "--document-private-items"] {
        let mut doc = cargo(&format!("doc --workspace --no-deps --all-features {what}"));
        step("docs", doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    }
    Ok(End::Passed)
}

pub(super) fn tests(_: bool) -> Result<End, String> {
    step("tests", &mut cargo(TEST))
}

/// The programs in `examples/`; each asserts what it prints.
pub(super) fn examples(_: bool) -> Result<End, String> {
    let programs = programs()?.join("examples");
    let folder = root().join("examples");
    let files = fs::read_dir(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut names: Vec<_> = files.flatten().map(|file| file.path()).collect();
    names.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    names.sort();
    for name in names.iter().filter_map(|path| path.file_stem()) {
        step("examples", &mut command(programs.join(name), ""))?;
    }
    Ok(End::Passed)
}

pub(super) fn sweeps(_: bool) -> Result<End, String> {
    // `--tests` leaves out the doc examples: those marked `ignore` are not meant to run.
    step("sweeps", &mut cargo(&format!("{TEST} --tests -- --ignored --nocapture")))
}

/// Puts the packages together that are published, without a warning; an exhaustive run also builds them.
pub(super) fn packages(exhaustive: bool) -> Result<End, String> {
    let mut package = cargo("package --allow-dirty");
    for folder in crate::architecture::packages()? {
        let manifest = read(format!("crates/{folder}/Cargo.toml"))?;
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
        if !manifest.contains("publish = false") {
            package.arg("--package").arg(name.unwrap_or_default().trim_matches('"'));
        }
    }
    package.args((!exhaustive).then_some("--no-verify"));
    println!("== packages: {}", text(&package));
    let out = package.output().map_err(|why| why.to_string())?;
    let said = String::from_utf8_lossy(&out.stderr);
    if out.status.success() && !said.contains("warning:") {
        Ok(End::Passed)
    } else {
        Err(said.into())
    }
}

pub(super) fn licences(_: bool) -> Result<End, String> {
    println!("== licences: cargo metadata and Cargo.lock, beside deny.toml");
    crate::licences::check(&host()?).map(|()| End::Passed)
}
