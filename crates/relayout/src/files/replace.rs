//! Files are replaced whole or not at all.
//!
//! The new contents are written to a temporary file in the same folder. It takes the old file's place when all of
//! it is on the disk; until then, whatever happens, the old file stays as it was. That also holds for a full
//! disk, an error, a panic, and a signal after which [`abandon`] is called. Only a crash of the machine, or
//! a signal that cannot be caught, leaves the temporary file behind, under a name such as `.tilework-1f00-3c2b.part`.

mod owner;
mod pending;
mod target;

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub use pending::abandon;
pub use target::is_stream;

/// Replaces the contents of a file, as a [`Replacement`]: readers see the old bytes or the new ones, never a part.
/// Pipes and devices are not replaced, but written to.
///
/// # Errors
/// Why it cannot be written. The old file is as it was.
///
/// ```
/// use tilework_relayout::files;
///
/// # let folder = std::env::temp_dir().join(format!("tilework-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("layout.txt");
/// files::replace(&path, b"(4,8):(1,4)\n")?;
/// assert_eq!(std::fs::read(&path)?, b"(4,8):(1,4)\n");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replace(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    let path = path.as_ref();
    if is_stream(path)? {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let mut new = Replacement::new(path)?;
    new.file().write_all(bytes)?;
    new.commit()
}

/// A temporary file that is going to take the place of another.
///
/// It takes the place in [`commit`](Replacement::commit), when all of it is on the disk. If it is dropped before, also
/// after an error or a panic, nothing has happened. A program that ends because of a signal calls [`abandon`].
///
/// - A symbolic link stays one. The file that it leads to is replaced, or created if there is none.
/// - A file with several names (hard links) is refused: under the other names the old one would stay.
/// - A read-only file is refused.
/// - Permissions are kept, and so is the owner, where the system allows it. Where it does not, the new file belongs to
///   this process: then it loses setuid and setgid, and its group may do no more with it than everyone. Access lists
///   and other attributes are not kept.
///
/// ```
/// use std::io::Write;
/// use tilework_relayout::files::Replacement;
///
/// # let folder = std::env::temp_dir().join(format!("tilework-doc-new-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("data");
/// std::fs::write(&path, "old")?;
/// let mut new = Replacement::new(&path)?;
/// new.file().write_all(b"new")?;
/// assert_eq!(std::fs::read(&path)?, b"old");
/// new.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"new");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    file: File,
    /// Where it is, as long as it is there.
    temporary: Option<PathBuf>,
    target: PathBuf,
}

impl Replacement {
    /// An empty file that can take the place of `path`, which may exist or not.
    ///
    /// # Errors
    /// That `path` cannot be replaced: it is a directory, a pipe or a device ([`is_stream`]), is read-only, or has
    /// several names; or that no file can be created beside it.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Replacement> {
        let (target, old) = target::resolve(path.as_ref())?;
        let (file, temporary) = pending::create(target::folder(&target), old.is_some())?;
        let new = Replacement { file, temporary: Some(temporary), target };
        if let Some(old) = old {
            owner::carry_over(&old, &new.file)?;
        }
        Ok(new)
    }

    /// The file to be written to.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Lets only the owner read it, if it does not replace an existing file.
    ///
    /// # Errors
    /// Those of the system.
    pub fn private(self) -> io::Result<Replacement> {
        if !self.target.exists() {
            owner::only(&self.file)?;
        }
        Ok(self)
    }

    /// Puts the file in its place, when it and its name are on the disk.
    ///
    /// # Errors
    /// Why that failed; the old file is there as it was. Only if the folder cannot be brought to the disk, after
    /// all else is done, the new one is in its place.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        if let Some(temporary) = self.temporary.take() {
            // A failure leaves it in the list, so that the file can be removed.
            if let Err(error) = pending::rename(&temporary, &self.target) {
                self.temporary = Some(temporary);
                return Err(error);
            }
        }
        sync(target::folder(&self.target))
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(temporary) = self.temporary.take() {
            pending::remove(&temporary);
        }
    }
}

/// Brings the names in a folder to the disk, on systems that can.
fn sync(folder: &Path) -> io::Result<()> {
    // Who may write into a folder may not always read it, and not every system lets folders be opened.
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    match folder.sync_all() {
        Err(error)
            if !matches!(
                error.kind(),
                io::ErrorKind::InvalidInput
                    | io::ErrorKind::Unsupported
                    | io::ErrorKind::PermissionDenied
            ) =>
        {
            Err(error)
        }
        _ => Ok(()),
    }
}
