//! Where the history is kept.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::interrupt::replacement;

/// How many lines are kept.
pub(super) const MOST: usize = 10_000;

/// How the line editor marks its files: lines in which `\\` and `\n` are escaped.
const MARK: &str = "#V2";

/// The file of the history, in a directory that exists; none where there is no place for it.
pub(super) fn file() -> Option<PathBuf> {
    let directory = state_directory()?.join("tilework");
    fs::create_dir_all(&directory).ok()?;
    Some(directory.join("history"))
}

/// Adds a line at the end of the file; the oldest lines go when there are too many.
pub(super) fn append(path: &Path, line: &str) -> io::Result<()> {
    let old = match fs::read_to_string(path) {
        Ok(old) => old,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    let lines: Vec<&str> = old.lines().filter(|line| *line != MARK).collect();
    let escaped = line.replace('\\', "\\\\").replace('\n', "\\n");
    let mut text = format!("{MARK}\n");
    for line in
        lines.iter().skip((lines.len() + 1).saturating_sub(MOST)).copied().chain([&*escaped])
    {
        text.push_str(line);
        text.push('\n');
    }
    let mut new = replacement(path)?.private()?;
    new.file().write_all(text.as_bytes())?;
    new.commit()
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
