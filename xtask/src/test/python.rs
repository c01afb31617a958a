//! The package for Python: built once, and tested with every CPython that the machine has.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::source::PYTHON;
use super::{End, step};
use crate::process::{cargo, command, output, root, target_dir};

/// The folder of the package.
const FOLDER: &str = "bindings/python";
/// Tells the minor version and the path of an interpreter that the wheel is for.
const ASK: &str = "import sys, sysconfig; v = sys.version_info
ok = v >= (3, 11) and sys.implementation.name == 'cpython' and not sysconfig.get_config_var('Py_GIL_DISABLED')
print(v.minor, sys.executable) if ok else sys.exit(1)";
/// The newest minor version that is looked for by its name.
const NEWEST: u32 = 20;
const INSTALL: &str = "-m pip install --quiet --disable-pip-version-check";

/// Lints, the wheel, and an environment in `target` for each interpreter: the tests in all of them, the type checkers
/// and the notebook in that of `python3`.
pub(super) fn package(exhaustive: bool) -> Result<End, String> {
    let interpreters = interpreters();
    let Some(((minor, first), others)) = interpreters.split_first() else {
        return Ok(End::Skipped("it needs CPython from 3.11 on, as python3".into()));
    };
    let build = target_dir().join("python");
    let python = match environment(&build, *minor, first, "requirements.txt") {
        Ok(python) => python,
        Err(why) => {
            return Ok(End::Skipped(format!("what its tests need cannot be installed: {why}")));
        }
    };
    let mut lint = cargo(&format!("clippy --manifest-path {PYTHON} -- --deny warnings"));
    step("python", lint.env("CARGO_TARGET_DIR", &build))?;
    let wheel = wheel(&build, &python)?;
    install(&python, &wheel)?;
    for check in ["pytest", "mypy", "mypy.stubtest tilework", "pyright --pythonpath"] {
        let mut command = command(&python, &format!("-m {check}"));
        command.args(check.ends_with("--pythonpath").then_some(&python));
        command.args((exhaustive && check == "pytest").then_some("--stress"));
        step("python", inside(&mut command, &build))?;
    }
    // One wheel serves all.
    for (minor, interpreter) in others {
        match environment(&build, *minor, interpreter, "requirements-run.txt") {
            Ok(python) => {
                install(&python, &wheel)?;
                step("python", inside(&mut command(&python, "-m pytest"), &build))?;
            }
            Err(why) => println!("== python: not with CPython 3.{minor}: {why}"),
        }
    }
    Ok(End::Passed)
}

/// The interpreters of the machine, one for each minor version; that of `python3` is the first.
fn interpreters() -> Vec<(u32, PathBuf)> {
    let mut names = vec![PathBuf::from("python3")];
    names.extend((11..=NEWEST).map(|minor| format!("python3.{minor}").into()));
    // Those of pyenv that are not chosen are found in its folder alone.
    let pyenv = env::var_os("PYENV_ROOT").map(PathBuf::from);
    let pyenv = pyenv.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".pyenv")));
    let versions = pyenv.and_then(|pyenv| pyenv.join("versions").read_dir().ok());
    names.extend(versions.into_iter().flatten().flatten().map(|v| v.path().join("bin/python3")));
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for name in names {
        let told = output(command(name, "-c").arg(ASK)).unwrap_or_default();
        if let Some((minor, path)) = told.trim().split_once(' ')
            && let Ok(minor) = minor.parse()
            && found.iter().all(|(known, _)| *known != minor)
        {
            found.push((minor, path.into()));
        }
    }
    if let Some((_, others)) = found.split_first_mut() {
        others.sort();
    }
    found
}

/// The environment of an interpreter, with what its tests need; gives its Python.
fn environment(
    build: &Path,
    minor: u32,
    interpreter: &Path,
    requirements: &str,
) -> Result<PathBuf, String> {
    let venv = build.join(format!("venv-3.{minor}"));
    let python = program(&venv, "python");
    if !python.exists() {
        step("python", command(interpreter, "-m venv").arg(&venv))?;
    }
    let mut packages = command(&python, INSTALL);
    packages.arg("--requirement").arg(format!("{FOLDER}/{requirements}"));
    step("python", &mut packages)?;
    Ok(python)
}

/// Builds the wheel with the maturin that is pinned, and what an earlier run has built.
fn wheel(build: &Path, python: &Path) -> Result<PathBuf, String> {
    let dist = build.join("dist");
    // One of another version may be left from before.
    let _ = std::fs::remove_dir_all(&dist);
    let mut wheel = command(python, "-m pip wheel --quiet --disable-pip-version-check --no-deps");
    wheel
        .args(["--no-build-isolation", "--wheel-dir"])
        .args([dist.as_os_str(), OsStr::new(FOLDER)]);
    let mut path: Vec<PathBuf> = python.parent().map(Into::into).into_iter().collect();
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(path).map_err(|why| why.to_string())?;
    step("python", wheel.env("CARGO_TARGET_DIR", build).env("PATH", path))?;
    let built = dist.read_dir().map_err(|why| why.to_string())?.flatten().next();
    built.map(|entry| entry.path()).ok_or_else(|| "pip has built no wheel".into())
}

/// Installs the wheel, which may have the version of the one before.
fn install(python: &Path, wheel: &Path) -> Result<End, String> {
    step("python", command(python, INSTALL).args(["--no-deps", "--force-reinstall"]).arg(wheel))
}

/// A program of the environment.
fn program(venv: &Path, name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    venv.join(folder).join(name).with_extension(env::consts::EXE_EXTENSION)
}

/// A check in the folder of the package, which has its settings, with its caches in `target`.
fn inside<'a>(check: &'a mut Command, build: &Path) -> &'a mut Command {
    check.current_dir(root().join(FOLDER));
    check.env("MYPY_CACHE_DIR", build.join("mypy"));
    check.env("HYPOTHESIS_STORAGE_DIRECTORY", build.join("hypothesis"));
    check.env("PYTHONDONTWRITEBYTECODE", "1")
}
