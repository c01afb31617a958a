//! Where the history is kept.

use std::env;
use std::fs;
use std::path::PathBuf;

/// The file of the history, in a directory that exists; none where there is no place for it.
pub(super) fn file() -> Option<PathBuf> {
    let directory = state_directory()?.join("tilework");
    fs::create_dir_all(&directory).ok()?;
    Some(directory.join("history"))
}

/// Where programs of this platform keep what is worth keeping but not configuration.
fn state_directory() -> Option<PathBuf> {
    // The specification of XDG says to ignore paths that are not absolute.
    let absolute =
        |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if let Some(path) = absolute("XDG_STATE_HOME") {
        return Some(path);
    }
    if cfg!(windows) {
        return absolute("LOCALAPPDATA");
    }
    let home = absolute("HOME")?;
    Some(if cfg!(target_os = "macos") {
        home.join("Library/Application Support")
    } else {
        home.join(".local/state")
    })
}
