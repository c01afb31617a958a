//! The files that this process has begun and not finished.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

struct Pending {
    files: Vec<PathBuf>,
    /// No file is created or renamed any more.
    closed: bool,
}

static PENDING: Mutex<Pending> = Mutex::new(Pending { files: Vec::new(), closed: false });

fn pending() -> MutexGuard<'static, Pending> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files that are not yet in their places, and returns how many there were.
///
/// For a program that is about to end, because of a signal: from here on, creating a
/// [`Replacement`](super::Replacement) and putting one into its place are errors. It waits for locks and removes
/// files, so it must not be called in a signal handler, but in a thread that waits for signals.
///
/// ```standalone_crate
/// use tilework_relayout::files::{Replacement, abandon};
///
/// let path = std::env::temp_dir().join(format!("tilework-doc-abandoned-{}", std::process::id()));
/// let new = Replacement::new(&path)?;
/// assert_eq!(abandon(), 1);
/// assert!(new.commit().is_err() && !path.exists());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn abandon() -> usize {
    let mut pending = pending();
    pending.closed = true;
    for file in &pending.files {
        let _ = fs::remove_file(file);
    }
    pending.files.drain(..).count()
}

/// Creates a file in a folder; if `secret`, only the owner may read it.
pub(super) fn create(folder: &Path, secret: bool) -> io::Result<(File, PathBuf)> {
    let mut options = OpenOptions::new();
    // Files are also mapped, for which they have to be readable.
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if secret { 0o600 } else { 0o666 });
    let _ = secret;
    let mut pending = pending();
    open(pending.closed)?;
    loop {
        // Short, since the name of the file itself may be as long as names can be; and unknown before,
        // so that it cannot be prepared by others.
        let random = RandomState::new().hash_one(std::process::id()) as u32;
        let path = folder.join(format!(".tilework-{:x}-{random:08x}.part", std::process::id()));
        match options.open(&path) {
            Ok(file) => {
                pending.files.push(path.clone());
                return Ok((file, path));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Puts a file into its place.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let mut pending = pending();
    open(pending.closed)?;
    fs::rename(from, to)?;
    pending.files.retain(|file| file != from);
    Ok(())
}

/// Gives a file up.
pub(super) fn remove(path: &Path) {
    let mut pending = pending();
    pending.files.retain(|file| file != path);
    let _ = fs::remove_file(path);
}

fn open(closed: bool) -> io::Result<()> {
    if closed { Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted")) } else { Ok(()) }
}
