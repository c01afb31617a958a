//! The fuzz targets: on random bytes with any compiler, and under libFuzzer with a nightly one.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::{fs, thread};

use super::source::FUZZ;
use super::{End, has_nightly, host, step};
use crate::process::{cargo, command, nightly, root, target_dir, text};

/// The bodies of the fuzz targets on random bytes and on what is kept of earlier runs.
pub(super) fn bodies(_: bool) -> Result<End, String> {
    let mut smoke = cargo(&format!("test --release --manifest-path {FUZZ}"));
    step("fuzz-bodies", smoke.env("CARGO_TARGET_DIR", target_dir().join("fuzz")))
}

/// What `cargo fuzz` tells the compiler: coverage that libFuzzer reads, and the address sanitizer.
/// All targets are built at once, and nothing has to be installed.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Cllvm-args=-simplifycfg-branch-fold-threshold=0 -Ccodegen-units=1 \
    -Zsanitizer=address --cfg fuzzing";

/// How deep calls go counts as coverage, where the linker can do that.
const STACK: &str = "-Cllvm-args=-sanitizer-coverage-stack-depth";

/// LibFuzzer says this when it sees the coverage; without it, it would only try random bytes.
const COVERED: &str = "inline 8-bit counters";

/// Every target for some seconds, minutes in an exhaustive run; as many at once as there are processors.
pub(super) fn targets(exhaustive: bool) -> Result<End, String> {
    if !has_nightly() {
        return Ok(End::Skipped(
            "libFuzzer needs a nightly toolchain: rustup install nightly".into(),
        ));
    }
    let (dir, host) = (target_dir().join("fuzz"), host()?);
    let mut build = nightly(&format!("build --release --bins --manifest-path {FUZZ} --target"));
    let stack = if cfg!(target_os = "linux") { STACK } else { "" };
    build.arg(&host).env("CARGO_TARGET_DIR", &dir).env("RUSTFLAGS", format!("{FLAGS} {stack}"));
    step("fuzz", &mut build)?;

    let seconds = if exhaustive { 180 } else { 10 };
    let programs = dir.join(host).join("release");
    let waiting = Mutex::new(names()?);
    let failed = Mutex::new(Vec::new());
    let work = || {
        while let Some(name) = next(&waiting) {
            if let Err(why) = fuzz(&programs, &name, seconds) {
                failed.lock().unwrap_or_else(|lock| lock.into_inner()).push(why);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let failed = failed.into_inner().unwrap_or_else(|lock| lock.into_inner());
    if failed.is_empty() { Ok(End::Passed) } else { Err(failed.join("\n")) }
}

fn next(waiting: &Mutex<VecDeque<String>>) -> Option<String> {
    waiting.lock().unwrap_or_else(|lock| lock.into_inner()).pop_front()
}

/// The targets: one file each.
fn names() -> Result<VecDeque<String>, String> {
    let files = fs::read_dir(root().join("fuzz/fuzz_targets")).map_err(|why| why.to_string())?;
    let name = |path: PathBuf| path.file_stem().map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<String> = files.flatten().filter_map(|file| name(file.path())).collect();
    names.sort();
    Ok(names.into())
}

fn fuzz(programs: &Path, name: &str, seconds: u32) -> Result<(), String> {
    // New inputs go into `corpus`; each target starts from the seeds that are kept, too. The targets `lang_*`
    // share theirs.
    let (corpus, artifacts) = (format!("fuzz/corpus/{name}"), format!("fuzz/artifacts/{name}/"));
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(root().join(folder)).map_err(|why| why.to_string())?;
    }
    let seeds = if name.starts_with("lang_") { "lang" } else { name };
    // One seed: the same inputs, in the same order, whenever this runs on the same code.
    let limit = format!("-seed=1 -max_total_time={seconds} -print_final_stats=1");
    let artifacts = format!("-artifact_prefix={artifacts}");
    let args = format!("{corpus} fuzz/corpus-seeds/{seeds} {limit} {artifacts}");
    let mut fuzz = command(programs.join(name), &args);
    let said = said(fuzz.env("ASAN_OPTIONS", "detect_odr_violation=0"))?;
    let runs = said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    println!("== fuzz: {}: {} runs", text(&fuzz), runs.unwrap_or("?").trim());
    if said.contains(COVERED) {
        Ok(())
    } else {
        Err(format!("{name} was built without coverage:\n{said}"))
    }
}

/// What a fuzzer says, which is long, and of interest only when it fails.
fn said(fuzz: &mut Command) -> Result<String, String> {
    let out = fuzz.stdin(Stdio::null()).output().map_err(|why| format!("{why}: {}", text(fuzz)))?;
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    if out.status.success() { Ok(said) } else { Err(format!("{}\n{said}", text(fuzz))) }
}
