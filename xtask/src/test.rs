//! `cargo xtask test`: every check of the project.

use std::ffi::OsString;
use std::process::Command;
use std::time::Instant;

use crate::{cargo, command, output, target_dir};

const TEST: &str = "test --workspace --all-features";

/// The command checks what the documents say of layouts, and what they show it to print.
const DOCUMENTS: &str = "README.md DESIGN.md COMPARE.md CONTRIBUTING.md crates/core/README.md docs/errata.md docs/json.md docs/check.md docs/composed.md docs/gallery.md docs/evaluation.md docs/relayout.md";

/// Crates that are not members of the workspace; each says why.
const NO_STD: &str = "xtask/no-std-proof/Cargo.toml";
const MACHINE_CODE: &str = "xtask/machine-code/Cargo.toml";
const FUZZ: &str = "fuzz/Cargo.toml";

const FUZZ_TARGETS: &str =
    "parse compose compose_huge complement divide recover relayout lang_parse lang_evaluate npy";

pub(crate) fn run(exhaustive: bool) -> Result<(), String> {
    let start = Instant::now();
    step("format", &mut cargo("fmt --all --check"))?;
    for outside in [NO_STD, MACHINE_CODE, FUZZ] {
        step("format", &mut cargo(&format!("fmt --check --manifest-path {outside}")))?;
    }
    let lint = "clippy --workspace --all-targets --all-features -- -D warnings";
    step("lints", &mut cargo(lint))?;
    let mut doc = cargo("doc --workspace --no-deps --all-features");
    step("docs", doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    step("tests", &mut cargo(TEST))?;
    if exhaustive {
        // `--tests` leaves out the doc examples: those marked `ignore` are not meant to run.
        let sweeps = format!("{TEST} --tests -- --ignored --nocapture");
        step("exhaustive sweeps", &mut cargo(&sweeps))?;
    }
    // The command that the tests have built; it is not worth building another.
    let tool = target_dir().join("debug").join("tilework");
    step("claims in the documents", &mut command(&tool, &format!("check {DOCUMENTS}")))?;
    println!("== figures: tilework draw, for each of the gallery");
    crate::figures::check(&tool)?;
    crate::machine_code::check()?;
    no_std()?;
    other_machines()?;
    neon()?;
    miri(exhaustive)?;
    address_sanitizer()?;
    fuzz(exhaustive)?;
    println!("== all checks passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn step(name: &str, command: &mut Command) -> Result<(), String> {
    println!("== {name}: {}", crate::text(command));
    crate::run(command)
}

/// Links the core into a `#![no_std]` crate with its own panic handler: were `std` in there
/// somewhere, there would be two. On a bare-metal target, if one is installed.
fn no_std() -> Result<(), String> {
    let installed = targets();
    let bare = installed.lines().find(|target| target.contains("-none"));

    let mut build = cargo(&format!("build --manifest-path {NO_STD}"));
    build.env("CARGO_TARGET_DIR", target_dir().join("no-std-proof"));
    build.args(bare.map(|target| format!("--target={target}")));
    step("no_std", &mut build)
}

/// The kernels of other machines, as far as the compiler can tell: for the targets that are installed.
fn other_machines() -> Result<(), String> {
    let (installed, host) = (targets(), output(&mut command("rustc", "-vV")).unwrap_or_default());
    let other =
        |target: &&str| !target.contains("-none") && !host.contains(&format!("host: {target}\n"));
    let others: Vec<&str> = installed.lines().filter(other).collect();
    if others.is_empty() {
        println!(
            "== other machines: skipped, no target is installed: rustup target add aarch64-..."
        );
    }
    for target in others {
        let package = format!("clippy --package tilework-relayout --target {target}");
        let mut clippy = cargo(&format!("{package} -- --deny warnings"));
        clippy.env("CARGO_TARGET_DIR", target_dir().join("other-machines"));
        step("other machines", &mut clippy)?;
    }
    Ok(())
}

/// An ARM machine whose programs can be linked with what comes with Rust, and its emulator.
const ARM: &str = "aarch64-unknown-linux-musl";
const ARM_EMULATOR: &str = "qemu-aarch64";

/// The tests of moving data with NEON, in an emulator; on an ARM machine they have been run as they are.
fn neon() -> Result<(), String> {
    if cfg!(target_arch = "aarch64") {
        return Ok(());
    }
    let emulated = output(&mut command(ARM_EMULATOR, "--version")).is_some();
    if !emulated || !targets().lines().any(|target| target == ARM) {
        println!(
            "== NEON: its kernels are untested here, they need {ARM_EMULATOR} (Debian: qemu-user) and \
             rustup target add {ARM}"
        );
        return Ok(());
    }
    let mut tests = cargo(&format!("test --package tilework-relayout --tests --target {ARM}"));
    let variable = |what| format!("CARGO_TARGET_{}_{what}", ARM.to_uppercase().replace('-', "_"));
    tests.env(variable("LINKER"), "rust-lld").env(variable("RUNNER"), ARM_EMULATOR);
    // An emulator is slow, and the other tests use all kernels too.
    tests.args(["--", "--skip", "small_layouts"]);
    step("NEON", tests.env("CARGO_TARGET_DIR", target_dir().join("other-machines")))
}

/// The targets that are installed, one a line.
fn targets() -> String {
    output(&mut command("rustup", "target list --installed")).unwrap_or_default()
}

/// Tests under Miri, where it is installed: those of tensors, which have no unsafe code of their own, but lend
/// out parts of slices, and those of moving data, on the portable path. They take fewer cases there,
/// because Miri is slow.
fn miri(exhaustive: bool) -> Result<(), String> {
    if !exhaustive {
        println!("== miri: skipped, it takes long: cargo xtask test --exhaustive");
        return Ok(());
    }
    if output(&mut command("rustup", "run nightly cargo miri --version")).is_none() {
        println!("== miri: skipped, it is not installed: rustup +nightly component add miri");
        return Ok(());
    }
    for tests in [
        "--package tilework --test tensor --test tensor_swizzled",
        // Without threads: Miri objects to the queues under `rayon`.
        "--package tilework-relayout --no-default-features --tests",
    ] {
        let mut miri = command("rustup", &format!("run nightly cargo miri test {tests}"));
        // Proptest asks for the current directory, which Miri hides.
        miri.env("MIRIFLAGS", "-Zmiri-disable-isolation");
        step("miri", miri.env("CARGO_TARGET_DIR", target_dir().join("miri")))?;
    }
    Ok(())
}

/// The tests of moving data with every access to memory checked, on all instruction sets, where there is a
/// nightly toolchain.
fn address_sanitizer() -> Result<(), String> {
    if output(&mut command("rustup", "run nightly rustc --version")).is_none() {
        println!("== address sanitizer: skipped, it needs a nightly toolchain");
        return Ok(());
    }
    let Some(host) = output(&mut command("rustc", "--print host-tuple")) else {
        return Err("rustc does not say for which machine it compiles".into());
    };
    let run = "run nightly cargo test --package tilework-relayout --all-features --tests --target";
    let mut tests = command("rustup", run);
    // Small layouts by the thousand have been through it; the others have longer loops.
    tests.arg(host.trim()).args(["--", "--skip", "small_layouts"]);
    tests.env("RUSTFLAGS", "-Zsanitizer=address");
    step("address sanitizer", tests.env("CARGO_TARGET_DIR", target_dir().join("sanitizer")))
}

/// The bodies of the fuzz targets on random bytes and on what is kept of earlier runs; under libFuzzer too, where
/// there is a nightly toolchain.
fn fuzz(exhaustive: bool) -> Result<(), String> {
    let target_dir = target_dir().join("fuzz");
    let mut smoke = cargo(&format!("test --release --manifest-path {FUZZ}"));
    step("fuzz bodies", smoke.env("CARGO_TARGET_DIR", &target_dir))?;

    if output(&mut command("rustup", "run nightly rustc --version")).is_none() {
        println!("== fuzz: skipped, libFuzzer needs the sanitizers of a nightly toolchain");
        return Ok(());
    }
    let path = cargo_fuzz()?;
    let seconds = if exhaustive { 180 } else { 10 };
    for target in FUZZ_TARGETS.split(' ') {
        // New inputs go into `corpus`; each target starts from the seeds that are kept, too. Both targets of the
        // language take the same texts.
        let corpus = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(crate::root().join(&corpus)).map_err(|error| error.to_string())?;
        let seeds = if target.starts_with("lang_") { "lang" } else { target };
        let seeds = format!("{corpus} fuzz/corpus-seeds/{seeds}");
        // One seed: the same inputs, in the same order, whenever this runs on the same code.
        let limit = format!("-seed=1 -max_total_time={seconds} -verbosity=0");
        let run = format!("run nightly cargo fuzz run {target} {seeds} -- {limit}");
        let mut fuzz = command("rustup", &run);
        step("fuzz", fuzz.env("CARGO_TARGET_DIR", &target_dir).env("PATH", &path))?;
    }
    Ok(())
}

/// The search path on which cargo finds `cargo fuzz`; installs it under the target folder if it
/// is nowhere.
fn cargo_fuzz() -> Result<OsString, String> {
    let tools = target_dir().join("tools");
    let old = std::env::var_os("PATH").unwrap_or_default();
    let dirs = std::iter::once(tools.join("bin")).chain(std::env::split_paths(&old));
    let path = std::env::join_paths(dirs).map_err(|error| error.to_string())?;
    let mut version = command("cargo", "fuzz --version");
    if output(version.env("PATH", &path)).is_none() {
        let mut install = cargo("install cargo-fuzz --locked --root");
        step("fuzz", install.arg(&tools))?;
    }
    Ok(path)
}
