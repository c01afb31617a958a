//! `cargo xtask bench`: Tilework beside its peers, in one run.

use std::path::PathBuf;
use std::process::Command;

use crate::process::{cargo, command, run, target_dir};
use crate::web;

const PURE: &str = "bench/peers/requirements.txt";
const HEADERS: &str = "bench/peers/requirements-compile.txt";

/// Runs a benchmark with its arguments, or `None` if there is none of this name.
pub(crate) fn bench(name: &str, rest: &[&str]) -> Option<Result<(), String>> {
    Some(match name {
        // `--no-deps`: the peers are pure Python or headers, but nvidia-cutlass asks for the whole CUDA stack.
        "core" => beside(name, &["--no-deps", "-r", PURE, "-r", HEADERS], rest),
        "hardware" => beside(name, &["--no-deps", "-r", PURE], rest),
        "compile" => beside(name, &["--no-deps", "-r", HEADERS], rest),
        "draw" => beside(name, &["-r", "bench/peers/requirements-draw.txt"], rest),
        // The ways to evaluate a layout have no peers but each other.
        "eval" => run(keep(program(name).args(rest), rest)),
        "command" => command_line(rest),
        "web" => page(rest),
        "relayout" => relayout(rest),
        "python" => python(rest),
        _ => return None,
    })
}

/// The program of a benchmark, without the crates beside `relayout`: they take long to build.
fn program(name: &str) -> Command {
    let package = "--profile bench --package tilework-bench --no-default-features";
    cargo(&format!("run --quiet {package} --bin {name} --"))
}

/// The results become those of this kind of machine, unless something else was asked for.
fn keep<'a>(bench: &'a mut Command, rest: &[&str]) -> &'a mut Command {
    let other = ["--quick", "--beside"].iter().any(|option| rest.contains(option));
    if other { bench } else { bench.arg("--keep") }
}

/// Runs a benchmark beside its peers, or alone where they cannot be installed.
fn beside(name: &str, packages: &[&str], rest: &[&str]) -> Result<(), String> {
    let mut bench = program(name);
    bench.args(rest);
    match peers(packages) {
        Ok(python) => run(keep(bench.arg("--python").arg(python), rest)),
        Err(why) => {
            eprintln!("xtask: no peers, so Tilework runs alone ({why})");
            run(&mut bench)
        }
    }
}

/// The command as it is installed.
fn command_line(rest: &[&str]) -> Result<(), String> {
    run(&mut cargo("build --quiet --release --package tilework-cli"))?;
    let built =
        target_dir().join("release/tilework").with_extension(std::env::consts::EXE_EXTENSION);
    run(keep(program("command").arg(built).args(rest), rest))
}

/// The page as it is released, in Node and, where there is one, in a browser.
fn page(rest: &[&str]) -> Result<(), String> {
    let built = web::page(&web::Compiler::find()?, &web::Packages::install()?)?;
    let mut bench = program("web");
    bench.args([&built.named, &built.engine, &built.page]).args(web::browser()).args(rest);
    run(keep(&mut bench, rest))
}

/// The package as pip builds it, in one environment with its peers. The CuTe DSL is large, and not for every machine;
/// torch takes part where `bench relayout` has brought it.
fn python(rest: &[&str]) -> Result<(), String> {
    peers(&["--no-deps", "-r", PURE])?;
    if let Err(why) = peers(&["-r", "bench/peers/requirements-dsl.txt"]) {
        eprintln!("xtask: no CuTe DSL ({why})");
    }
    let python = peers(&["-r", "bench/peers/requirements-python.txt"])?;
    let mut package = command(&python, "-m pip install --quiet --disable-pip-version-check");
    package.args(["--no-deps", "--force-reinstall", "bindings/python"]);
    run(package.env("CARGO_TARGET_DIR", target_dir().join("python")))?;
    run(keep(program("python").args(rest).arg("--python").arg(python), rest))
}

/// The other arguments are those of the benchmark.
fn relayout(rest: &[&str]) -> Result<(), String> {
    if rest.contains(&"--alone") {
        return run(program("relayout").args(rest));
    }
    let mut bench = cargo("run --quiet --profile bench --package tilework-bench --bin relayout --");
    bench.args(rest);
    match peers(&["-r", "bench/peers/requirements-relayout.txt"]) {
        Ok(python) => {
            if let Err(why) = peers(&["-r", "bench/peers/requirements-relayout-torch.txt"]) {
                eprintln!("xtask: no torch ({why})");
            }
            bench.arg("--python").arg(python).arg("--keep");
        }
        Err(why) => eprintln!("xtask: no peers in Python, only crates ({why})"),
    }
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
