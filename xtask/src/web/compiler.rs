//! The compiler for WebAssembly: that of the toolchain, if it has the library for it, or else Debian's.
//!
//! The library is built from its source where that is there: the engine is a fifth smaller then. Debian keeps a compiler
//! that is new enough for its browsers, in the packages `rustc-web` and `rust-web-src`; they are unpacked into `target`, and
//! nothing is installed.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{cargo, command, output, run, target_dir};

const TARGET: &str = "wasm32-unknown-unknown";
/// The compiler and the source of its library.
const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];

/// The library, built for size.
const LIBRARY: [&str; 2] =
    ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];
/// A panic is a trap, of which a page sees no message.
const FLAGS: &str = "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none";

/// What compiles for WebAssembly.
pub(crate) enum Compiler {
    /// The toolchain, with the source of its library: the component `rust-src`.
    WithSource,
    /// The toolchain, with its target installed.
    WithTarget,
    /// That of Debian, with its source, and the linker of the toolchain.
    Unpacked {
        /// The folder that stands for `/`.
        root: PathBuf,
        linker: PathBuf,
    },
}

impl Compiler {
    /// Finds a compiler, or fetches one; the error says what is missing.
    pub(crate) fn find() -> Result<Self, String> {
        let ask = |what| output(&mut command("rustc", what)).map(|out| out.trim().to_owned());
        let sysroot = ask("--print sysroot").ok_or("rustc does not say where it is")?;
        let libraries = Path::new(&sysroot).join("lib/rustlib");
        if libraries.join("src/rust/library").exists() {
            return Ok(Self::WithSource);
        }
        if libraries.join(TARGET).exists() {
            return Ok(Self::WithTarget);
        }
        let host = ask("--print host-tuple").unwrap_or_default();
        let linker = libraries.join(host).join("bin/rust-lld");
        let root = if linker.exists() { fetched() } else { Err("no rust-lld".into()) };
        let root = root.map_err(|why| format!("it needs rustup component add rust-src ({why})"))?;
        Ok(Self::Unpacked { root, linker })
    }

    /// Cargo with this compiler, for the crate of the engine.
    pub(crate) fn cargo(&self, args: &str) -> Command {
        let mut cargo = cargo(args);
        cargo.args(["--target", TARGET]).env("CARGO_TARGET_DIR", target_dir().join("engine"));
        if !matches!(self, Self::WithTarget) {
            cargo.args(LIBRARY).env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", FLAGS);
        }
        if let Self::Unpacked { root, linker } = self {
            cargo.env("RUSTC", root.join("usr/bin/rustc")).env("LD_LIBRARY_PATH", libraries(root));
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        cargo
    }
}

/// The folder with the compiler of Debian, which is fetched once.
fn fetched() -> Result<PathBuf, String> {
    let folder = target_dir().join("wasm-compiler");
    if !folder.exists() {
        let unfinished = folder.with_extension("part");
        let _ = fs::remove_dir_all(&unfinished);
        fetch(&unfinished)?;
        fs::rename(&unfinished, &folder).map_err(|why| why.to_string())?;
    }
    Ok(folder)
}

/// Downloads the packages and unpacks them into a folder. The lists of packages are read anew, and kept apart from
/// those of the system, so that it need not be root who does it.
fn fetch(root: &Path) -> Result<(), String> {
    let downloads = root.join("downloads");
    let apt = |program, args| {
        let mut apt = command(program, args);
        for (key, folder) in [("Dir::State::lists", "lists"), ("Dir::Cache", "cache")] {
            apt.arg("-o").arg(format!("{key}={}", downloads.join(folder).display()));
        }
        apt.current_dir(&downloads);
        apt
    };
    for folder in ["lists/partial", "cache/archives/partial"] {
        fs::create_dir_all(downloads.join(folder)).map_err(|why| why.to_string())?;
    }
    run(&mut apt("apt-get", "update -qq"))?;
    // What it depends on has the version in its name; of that, what the machine has is not needed again.
    let all = output(apt("apt-cache", "depends --recurse --important").args(PACKAGES));
    let all = all.filter(|all| PACKAGES.iter().all(|name| all.lines().any(|line| line == *name)));
    let all = all.ok_or("apt has no such packages")?;
    let here = output(&mut command("dpkg-query", "-W -f ${db:Status-Status}:${Package}\\n"));
    let here = here.ok_or("dpkg does not say what is installed")?;
    let here: Vec<_> = here.lines().filter_map(|line| line.strip_prefix("installed:")).collect();
    let names = all.lines().filter(|name| !name.starts_with([' ', '<']) && !here.contains(name));
    println!("== web: unpacking a compiler for WebAssembly into target");
    run(apt("apt-get", "download -qq").args(names))?;
    let files = fs::read_dir(&downloads).map_err(|why| why.to_string())?;
    for file in files.flatten().map(|file| file.path()) {
        if file.extension().is_some_and(|end| end == "deb") {
            run(command("dpkg", "-x").arg(file).arg(root))?;
        }
    }
    fs::remove_dir_all(&downloads).map_err(|why| why.to_string())?;
    let mut runs = command(root.join("usr/bin/rustc"), "--version");
    run(runs.env("LD_LIBRARY_PATH", libraries(root)))
}

/// The folders with the libraries of the compiler.
fn libraries(root: &Path) -> OsString {
    let folders = ["usr/lib", "lib"]
        .map(|folder| root.join(folder).join(format!("{}-linux-gnu", std::env::consts::ARCH)));
    std::env::join_paths(folders).unwrap_or_default()
}
