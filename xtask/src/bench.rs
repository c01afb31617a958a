//! `cargo xtask bench`: Tilework beside its peers, in one run.

use std::path::PathBuf;

use crate::process::{cargo, command, run, target_dir};

pub(crate) fn core() -> Result<(), String> {
    // `--no-deps`: the peers are pure Python, but nvidia-cutlass asks for the whole CUDA stack.
    beside("core", &["--no-deps", "-r", "bench/peers/requirements.txt"])
}

pub(crate) fn hardware() -> Result<(), String> {
    beside("hardware", &["--no-deps", "-r", "bench/peers/requirements.txt"])
}

pub(crate) fn draw() -> Result<(), String> {
    beside("draw", &["-r", "bench/peers/requirements-draw.txt"])
}

pub(crate) fn compile() -> Result<(), String> {
    beside("compile", &["--no-deps", "-r", "bench/peers/requirements-compile.txt"])
}

/// The ways to evaluate a layout have no peers but each other.
pub(crate) fn eval() -> Result<(), String> {
    let binary = "run --quiet --profile bench --package tilework-bench --bin eval --";
    run(cargo(binary).arg("bench/RESULTS-eval.md"))
}

/// The command as it is installed, alone or in turns with another binary of it.
pub(crate) fn command_line(rest: &[&str]) -> Result<(), String> {
    run(&mut cargo("build --quiet --release --package tilework-cli"))?;
    let built =
        target_dir().join("release/tilework").with_extension(std::env::consts::EXE_EXTENSION);
    let binary = "run --quiet --profile bench --no-default-features --package tilework-bench --bin command --";
    let mut bench = cargo(binary);
    bench.arg(built);
    match rest {
        // How two versions compare is for whoever asks; the file has one of them.
        ["--beside", other] => run(bench.arg(other)),
        [] => run(bench.args(["--out", "bench/RESULTS-command.md"])),
        _ => Err("bench command takes --beside BINARY, or nothing".to_owned()),
    }
}

/// The other arguments are those of the benchmark.
pub(crate) fn relayout(rest: &[&str]) -> Result<(), String> {
    let binary = "run --quiet --profile bench --package tilework-bench --bin relayout";
    let mut bench = cargo(binary);
    if rest.contains(&"--alone") {
        // Without the peers it is built in no time.
        bench.arg("--no-default-features").arg("--").args(rest);
        return run(&mut bench);
    }
    bench.arg("--").args(rest);
    match peers(&["-r", "bench/peers/requirements-relayout.txt"]) {
        Ok(python) => {
            if let Err(why) = peers(&["-r", "bench/peers/requirements-relayout-torch.txt"]) {
                eprintln!("xtask: no torch ({why})");
            }
            bench.arg("--python").arg(python).args(["--out", "bench/RESULTS-relayout.md"]);
        }
        Err(why) => eprintln!("xtask: no peers in Python, only crates ({why})"),
    }
    run(&mut bench)
}

/// Runs a benchmark beside its peers, or alone where they cannot be installed.
fn beside(name: &str, packages: &[&str]) -> Result<(), String> {
    let binary = format!("run --quiet --profile bench --package tilework-bench --bin {name} --");
    let mut bench = cargo(&binary);
    match peers(packages) {
        Ok(python) => bench.arg(python).arg(format!("bench/RESULTS-{name}.md")),
        Err(why) => {
            eprintln!("xtask: no peers, so Tilework runs alone ({why})");
            &mut bench
        }
    };
    run(&mut bench)
}

/// The Python of an environment that has the peers in it.
fn peers(packages: &[&str]) -> Result<PathBuf, String> {
    let venv = target_dir().join("peers");
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = venv.join(bin).join("python");
    if !python.with_extension(std::env::consts::EXE_EXTENSION).exists() {
        run(command("python3", "-m venv").arg(&venv))?;
    }
    let install = "-m pip install --quiet --disable-pip-version-check";
    run(command(&python, install).args(packages))?;
    Ok(python)
}
