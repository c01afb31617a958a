//! Programs that read what is drawn, where they are installed.

pub(crate) mod browser;

use std::path::{Path, PathBuf};

/// A program in the search path.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// A directory of this run's own.
pub(crate) fn directory(name: &str) -> PathBuf {
    let name = format!("{name}-{}", std::process::id());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}
