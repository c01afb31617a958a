//! `cargo xtask web`: the page in the browser, one file that needs no network.

mod compiler;
mod packages;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) use compiler::Compiler;
pub(crate) use packages::Packages;

use crate::process::{run, target_dir, text};

/// The manifest of the crate that becomes WebAssembly.
pub(crate) const ENGINE: &str = "bindings/web/engine/Cargo.toml";
/// The packages of npm, with their versions.
pub(crate) const PACKAGES: &str = "bindings/web/package-lock.json";

/// What every browser of the last years has, and the compiler uses.
const FEATURES: [&str; 6] = [
    "bulk-memory",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
];

/// What a browser may be called.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The files that were built.
pub(crate) struct Built {
    /// The engine as it is compiled, with the names of its functions.
    pub(crate) named: PathBuf,
    /// The engine alone.
    pub(crate) engine: PathBuf,
    /// `index.html`, with the engine in it.
    pub(crate) page: PathBuf,
}

/// Builds the page.
pub(crate) fn build() -> Result<(), String> {
    let built = page(&Compiler::find()?, &Packages::install()?)?;
    println!("{}", built.page.display());
    Ok(())
}

/// Serves the page while its source is edited; the engine is built once.
pub(crate) fn serve() -> Result<(), String> {
    let (compiler, packages) = (Compiler::find()?, Packages::install()?);
    let (_, engine) = engine(&compiler, &packages)?;
    run(packages.tool("vite").env("TILEWORK_WASM", engine))
}

/// The page, built anew.
pub(crate) fn page(compiler: &Compiler, packages: &Packages) -> Result<Built, String> {
    let (named, engine) = engine(compiler, packages)?;
    let folder = target_dir().join("web");
    let mut vite = packages.tool("vite");
    vite.args(["build", "--logLevel", "warn"]);
    say(vite.env("TILEWORK_WASM", &engine).env("TILEWORK_OUT", &folder))?;
    Ok(Built { named, engine, page: folder.join("index.html") })
}

/// The engine: compiled, and then made smaller if it has changed.
fn engine(compiler: &Compiler, packages: &Packages) -> Result<(PathBuf, PathBuf), String> {
    let named = target_dir().join("engine/wasm32-unknown-unknown/release/tilework_web.wasm");
    say(&mut compiler.cargo(&format!("build --release --manifest-path {ENGINE}")))?;
    let small = target_dir().join("engine/tilework.wasm");
    if !is_newer(&small, &named) {
        let mut optimise = packages.tool("wasm-opt");
        optimise.arg("-Oz").args(FEATURES.map(|name| format!("--enable-{name}")));
        say(optimise.arg("--output").arg(&small).arg(&named))?;
    }
    Ok((named, small))
}

/// The first browser on the path.
pub(crate) fn browser() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<_> = env::split_paths(&path).collect();
    let mut places = BROWSERS.iter().flat_map(|name| folders.iter().map(move |at| at.join(name)));
    places.find(|place| place.is_file())
}

fn say(command: &mut Command) -> Result<(), String> {
    println!("== web: {}", text(command));
    run(command)
}

/// Whether both files are there, and the first was written after the second.
fn is_newer(one: &Path, than: &Path) -> bool {
    let written = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    matches!((written(one), written(than)), (Some(one), Some(than)) if one > than)
}
