//! `cargo xtask bench`: Tilework beside its peers, in one run.

use std::path::PathBuf;

use crate::{cargo, command, run, target_dir};

pub(crate) fn core() -> Result<(), String> {
    let mut bench = cargo("run --quiet --profile bench --package tilework-bench --bin core --");
    match peers() {
        Ok(python) => bench.arg(python).arg("bench/RESULTS-core.md"),
        Err(why) => {
            eprintln!("xtask: no peers, so Tilework runs alone ({why})");
            &mut bench
        }
    };
    run(&mut bench)
}

/// The Python of an environment that has the peers in it.
fn peers() -> Result<PathBuf, String> {
    let venv = target_dir().join("peers");
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = venv.join(bin).join("python");
    if !python.with_extension(std::env::consts::EXE_EXTENSION).exists() {
        run(command("python3", "-m venv").arg(&venv))?;
    }
    // `--no-deps`: the peers are pure Python, but nvidia-cutlass asks for the whole CUDA stack.
    let install = "-m pip install --quiet --disable-pip-version-check --no-deps";
    run(command(&python, install).args(["-r", "bench/peers/requirements.txt"]))?;
    Ok(python)
}
