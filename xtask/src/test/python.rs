//! The package for Python: built, installed and tested in an environment of its own.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::source::PYTHON;
use super::{End, step};
use crate::process::{cargo, command, output, root, target_dir};

/// The folder of the package.
const FOLDER: &str = "bindings/python";
/// What says whether an interpreter is new enough.
const NEW_ENOUGH: &str = "import sys; sys.exit(sys.version_info < (3, 11))";

/// Lints, an environment in `target`, the package as `pip` builds it, its tests, and the type checkers.
pub(super) fn package(_: bool) -> Result<End, String> {
    let mut asked = command("python3", "-c");
    if output(asked.arg(NEW_ENOUGH)).is_none() {
        return Ok(End::Skipped("it needs CPython from 3.11 on, as python3".into()));
    }
    let (build, packages) = (target_dir().join("python"), format!("{FOLDER}/requirements.txt"));
    let venv = build.join("venv");
    let python = program(&venv, "python");
    if !python.exists() {
        step("python", command("python3", "-m venv").arg(&venv))?;
    }
    let mut install = command(&python, "-m pip install --quiet");
    install.arg("--disable-pip-version-check");
    if let Err(why) = step("python", install.arg("--requirement").arg(packages)) {
        return Ok(End::Skipped(format!("what its tests need cannot be installed: {why}")));
    }

    let mut lint = cargo(&format!("clippy --manifest-path {PYTHON} -- --deny warnings"));
    step("python", lint.env("CARGO_TARGET_DIR", &build))?;
    // With the maturin that is pinned, and what an earlier run has built.
    let mut package = command(&python, "-m pip install --quiet --no-deps");
    package.args(["--disable-pip-version-check", "--no-build-isolation", "--force-reinstall"]);
    let mut path = vec![program(&venv, "")];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(path).map_err(|why| why.to_string())?;
    step("python", package.arg(FOLDER).env("CARGO_TARGET_DIR", &build).env("PATH", path))?;

    for check in ["pytest", "mypy", "mypy.stubtest tilework", "pyright --pythonpath"] {
        let mut command = command(&python, &format!("-m {check}"));
        command.args(check.ends_with("--pythonpath").then_some(&python));
        step("python", inside(&mut command, &build))?;
    }
    Ok(End::Passed)
}

/// A program of the environment, or its folder.
fn program(venv: &Path, name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    venv.join(folder).join(name)
}

/// A check in the folder of the package, which has its settings, with its caches in `target`.
fn inside<'a>(check: &'a mut Command, build: &Path) -> &'a mut Command {
    check.current_dir(root().join(FOLDER));
    check.env("MYPY_CACHE_DIR", build.join("mypy"));
    check.env("HYPOTHESIS_STORAGE_DIRECTORY", build.join("hypothesis"));
    check.env("PYTHONDONTWRITEBYTECODE", "1")
}
