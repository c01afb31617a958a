//! Starting other programs, in the root of the workspace.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the workspace: every command runs there, wherever it was typed.
pub(crate) fn root() -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.pop();
    path
}

/// Where build products go. Crates outside the workspace get a folder in it too, so that
/// `cargo clean` removes all.
pub(crate) fn target_dir() -> PathBuf {
    let dir = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root().join(dir)
}

/// A program with its arguments, separated by spaces, to be started in the root of the workspace.
pub(crate) fn command(program: impl AsRef<OsStr>, args: &str) -> Command {
    let mut command = Command::new(program);
    command.args(args.split_whitespace()).current_dir(root());
    command
}

/// The cargo that started this program.
pub(crate) fn cargo(args: &str) -> Command {
    command(std::env::var_os("CARGO").unwrap_or("cargo".into()), args)
}

/// Cargo of the nightly toolchain.
pub(crate) fn nightly(args: &str) -> Command {
    let mut command = command("rustup", "run nightly cargo");
    command.args(args.split_whitespace());
    command
}

/// Runs to the end; the error names the command.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{status}: {}", text(command))),
        Err(why) => Err(format!("{why}: {}", text(command))),
    }
}

/// What the command prints, or `None` if it is absent or fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let out = command.output().ok().filter(|out| out.status.success())?;
    String::from_utf8(out.stdout).ok()
}

/// The command as one would type it.
pub(crate) fn text(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// The text of a file, named from the root.
pub(crate) fn read(path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    std::fs::read_to_string(root().join(path)).map_err(|why| format!("{}: {why}", path.display()))
}

/// Replaces the text of a file, named from the root.
pub(crate) fn write(path: impl AsRef<Path>, text: &str) -> Result<(), String> {
    let path = path.as_ref();
    std::fs::write(root().join(path), text).map_err(|why| format!("{}: {why}", path.display()))
}
