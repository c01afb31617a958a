//! `cargo xtask test`: every check of the project.

use std::process::Command;
use std::time::Instant;

use crate::{cargo, command, output, target_dir};

const TEST: &str = "test --workspace --all-features";

/// The command checks what the documents say of layouts, and what they show it to print.
const CHECK: &str = "run --quiet --release --package tilework-cli -- check";
const DOCUMENTS: &str = "README.md DESIGN.md COMPARE.md CONTRIBUTING.md crates/core/README.md docs/errata.md docs/json.md";

/// Crates that are not members of the workspace; each says why.
const NO_STD: &str = "xtask/no-std-proof/Cargo.toml";
const FUZZ: &str = "fuzz/Cargo.toml";

const FUZZ_TARGETS: &str =
    "parse compose compose_huge complement divide recover lang_parse lang_evaluate";

pub(crate) fn run(exhaustive: bool) -> Result<(), String> {
    let start = Instant::now();
    step("format", &mut cargo("fmt --all --check"))?;
    for outside in [NO_STD, FUZZ] {
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
    step("claims in the documents", &mut cargo(&format!("{CHECK} {DOCUMENTS}")))?;
    no_std()?;
    fuzz()?;
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
    let installed = output(&mut command("rustup", "target list --installed"));
    let installed = installed.unwrap_or_default();
    let bare = installed.lines().find(|target| target.contains("-none"));

    let mut build = cargo(&format!("build --manifest-path {NO_STD}"));
    build.env("CARGO_TARGET_DIR", target_dir().join("no-std-proof"));
    build.args(bare.map(|target| format!("--target={target}")));
    step("no_std", &mut build)
}

/// The bodies of the fuzz targets on random bytes; under libFuzzer too, where the tools are there.
fn fuzz() -> Result<(), String> {
    let target_dir = target_dir().join("fuzz");
    let mut smoke = cargo(&format!("test --release --manifest-path {FUZZ}"));
    step("fuzz bodies", smoke.env("CARGO_TARGET_DIR", &target_dir))?;

    // Through rustup: libFuzzer needs the sanitizers of nightly, whatever toolchain runs this.
    let nightly = |args: &str| command("rustup", &format!("run nightly cargo fuzz {args}"));
    if output(&mut nightly("--version")).is_none() {
        println!("== fuzz: skipped, needs a nightly toolchain and `cargo install cargo-fuzz`");
        return Ok(());
    }
    for target in FUZZ_TARGETS.split(' ') {
        // New inputs go into `corpus`; the language starts from the seeds that are kept, too.
        let corpus = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(crate::root().join(&corpus)).map_err(|error| error.to_string())?;
        // Texts have the most to get wrong, so they get the most time.
        let (seeds, seconds) = match target.strip_prefix("lang_") {
            Some(_) => (format!("{corpus} fuzz/corpus-seeds/lang"), 60),
            None => (corpus, 4),
        };
        let limit = format!("-max_total_time={seconds} -verbosity=0");
        let mut fuzz = nightly(&format!("run {target} {seeds} -- {limit}"));
        step("fuzz", fuzz.env("CARGO_TARGET_DIR", &target_dir))?;
    }
    Ok(())
}
