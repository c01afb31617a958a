//! What a path leads to, and whether it can be replaced.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Whether a path is something that is written to and not replaced: a pipe or a device.
///
/// # Errors
/// That it is a directory, or that its metadata cannot be read. A path at which there is nothing is not an error.
///
/// ```
/// use tilework_relayout::files::is_stream;
///
/// assert!(!is_stream("Cargo.toml")?);
/// assert!(is_stream(std::env::temp_dir()).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn is_stream(path: impl AsRef<Path>) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) => Ok(!there.is_file()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The file that a path leads to through symbolic links, and its metadata if it exists.
pub(super) fn resolve(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    // As many as Linux follows.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..=MOST {
        match fs::symlink_metadata(&path) {
            Ok(there) if there.is_symlink() => {
                path = folder(&path).join(fs::read_link(&path)?);
            }
            Ok(there) => {
                check(&there)?;
                return Ok((path, Some(there)));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if path.file_name().is_none() {
                    return Err(error);
                }
                return Ok((path, None));
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The folder of a file; that of a bare name is this one.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Whether what is there can be replaced.
fn check(there: &Metadata) -> io::Result<()> {
    if there.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !there.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
    }
    if there.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    #[cfg(unix)]
    {
        let names = std::os::unix::fs::MetadataExt::nlink(there);
        if names > 1 {
            let message = format!(
                "the file has {names} names (hard links), and under the others the old one would stay"
            );
            return Err(io::Error::other(message));
        }
    }
    Ok(())
}
