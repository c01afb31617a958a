//! Whether memory is used as it may be: Miri and the address sanitizer.

use super::{End, has_nightly, host, step};
use crate::process::{nightly, output, target_dir};

/// Tests under Miri: those of tensors, which have no unsafe code of their own, but lend out parts of
/// slices, and those of moving data, on the portable path. They take fewer cases there, because Miri
/// is slow.
pub(super) fn miri(_: bool) -> Result<End, String> {
    if !has_nightly() || output(&mut nightly("miri --version")).is_none() {
        return Ok(End::Skipped("it is not installed: rustup +nightly component add miri".into()));
    }
    for tests in [
        "--package tilework --test tensor",
        // Without threads: Miri objects to the queues under `rayon`.
        "--package tilework-relayout --no-default-features --tests",
    ] {
        let mut miri = nightly(&format!("miri test {tests}"));
        // Proptest asks for the current directory, which Miri hides.
        miri.env("MIRIFLAGS", "-Zmiri-disable-isolation");
        step("miri", miri.env("CARGO_TARGET_DIR", target_dir().join("miri")))?;
    }
    Ok(End::Passed)
}

/// The tests of moving data with every access to memory checked, on all instruction sets.
pub(super) fn sanitizer(_: bool) -> Result<End, String> {
    if !has_nightly() {
        return Ok(End::Skipped("it needs a nightly toolchain: rustup install nightly".into()));
    }
    let mut tests = nightly("test --package tilework-relayout --all-features --tests --target");
    // Small layouts by the thousand have been through it; the others have longer loops.
    tests.arg(host()?).args(["--", "--skip", "small_layouts"]);
    tests.env("RUSTFLAGS", "-Zsanitizer=address");
    step("sanitizer", tests.env("CARGO_TARGET_DIR", target_dir().join("sanitizer")))
}
