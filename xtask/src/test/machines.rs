//! What depends on the machine: instructions, targets without `std`, other processors.

use super::source::NO_STD;
use super::{End, host, step, targets};
use crate::process::{cargo, command, output, target_dir};

pub(super) fn machine_code(_: bool) -> Result<End, String> {
    crate::machine_code::check().map(|()| End::Passed)
}

/// Links the core into a `#![no_std]` crate with its own panic handler: were `std` in there
/// somewhere, there would be two. On a bare-metal target, if one is installed.
pub(super) fn no_std(_: bool) -> Result<End, String> {
    let installed = targets();
    let bare = installed.lines().find(|target| target.contains("-none"));

    let mut build = cargo(&format!("build --manifest-path {NO_STD}"));
    build.env("CARGO_TARGET_DIR", target_dir().join("no-std-proof"));
    build.args(bare.map(|target| format!("--target={target}")));
    step("no-std", &mut build)
}

/// The kernels of other machines, as far as the compiler can tell: for the targets that are installed.
pub(super) fn others(_: bool) -> Result<End, String> {
    let (installed, host) = (targets(), host()?);
    let machine = |target: &str| !target.contains("-none") && !target.starts_with("wasm");
    let other = |target: &&str| machine(target) && *target != host;
    let others: Vec<&str> = installed.lines().filter(other).collect();
    if others.is_empty() {
        let why = "no other target is installed: rustup target add aarch64-unknown-linux-gnu";
        return Ok(End::Skipped(why.into()));
    }
    for target in others {
        let package = format!("clippy --package tilework-relayout --target {target}");
        let mut clippy = cargo(&format!("{package} -- --deny warnings"));
        clippy.env("CARGO_TARGET_DIR", target_dir().join("other-machines"));
        step("other-machines", &mut clippy)?;
    }
    Ok(End::Passed)
}

/// An ARM machine whose programs can be linked with what comes with Rust, and its emulator.
const ARM: &str = "aarch64-unknown-linux-musl";
const ARM_EMULATOR: &str = "qemu-aarch64";

/// The tests of moving data with NEON, in an emulator; on an ARM machine the tests have run as they are.
pub(super) fn neon(_: bool) -> Result<End, String> {
    if cfg!(target_arch = "aarch64") {
        return Ok(End::Passed);
    }
    let emulated = output(&mut command(ARM_EMULATOR, "--version")).is_some();
    if !emulated || !targets().lines().any(|target| target == ARM) {
        return Ok(End::Skipped(format!(
            "it needs {ARM_EMULATOR} (Debian: qemu-user) and rustup target add {ARM}"
        )));
    }
    let mut tests = cargo(&format!("test --package tilework-relayout --tests --target {ARM}"));
    let variable = |what| format!("CARGO_TARGET_{}_{what}", ARM.to_uppercase().replace('-', "_"));
    tests.env(variable("LINKER"), "rust-lld").env(variable("RUNNER"), ARM_EMULATOR);
    // An emulator is slow, and the other tests use all kernels too.
    tests.args(["--", "--skip", "small_layouts"]);
    step("neon", tests.env("CARGO_TARGET_DIR", target_dir().join("other-machines")))
}
