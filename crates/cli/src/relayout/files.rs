//! Where the data come from and go to.
//!
//! Files are mapped. What is written is a temporary file beside the final one, allocated before the
//! first byte and renamed after the last: a full disk is an error at the beginning, and whatever
//! happens later, there is never half a result under the final name.

use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::{Mmap, MmapMut};
use tempfile::NamedTempFile;

use super::interrupt;
use super::mapping::{self, Release};
use crate::context::Context;

/// What is read.
pub(crate) enum Input {
    Mapped(Mmap),
    Memory(Vec<u8>),
}

impl Input {
    /// A file, or standard input for `-`. What cannot be mapped, such as a pipe, is read.
    pub(crate) fn open(context: &mut Context, path: &Path) -> io::Result<Input> {
        if path == Path::new("-") {
            let mut bytes = Vec::new();
            context.input.read_to_end(&mut bytes)?;
            return Ok(Input::Memory(bytes));
        }
        context.policy.open(path)?;
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if metadata.is_file() && metadata.len() > 0 {
            return mapping::read(&file).map(Input::Mapped);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Input::Memory(bytes))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Input::Mapped(map) => map,
            Input::Memory(bytes) => bytes,
        }
    }

    /// Gives back the memory of a range that is not needed soon.
    pub(crate) fn release(&self, range: Range<usize>) {
        if let Input::Mapped(map) = self {
            map.release(range);
        }
    }
}

/// What is written: zeros, at first.
pub(crate) struct Output {
    store: Store,
    to: To,
}

enum Store {
    /// There is nothing to map in an empty file.
    File(Option<MmapMut>, NamedTempFile),
    Memory(Vec<u8>),
}

/// Where it ends up.
enum To {
    Standard,
    /// Something that is not a file, such as a pipe: it is written to, not replaced.
    Stream(PathBuf),
    File(PathBuf),
}

impl Output {
    /// So many bytes that are to become this file, or standard output for `-`.
    pub(crate) fn create(path: &Path, len: usize) -> io::Result<Output> {
        let to = To::of(path)?;
        let store = match &to {
            To::File(path) => {
                let file = temporary(path, len)?;
                let map = if len == 0 { None } else { Some(mapping::write(file.as_file())?) };
                Store::File(map, file)
            }
            To::Standard | To::Stream(_) => Store::Memory(zeros(len)?),
        };
        Ok(Output { store, to })
    }

    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        match &mut self.store {
            Store::File(map, _) => map.as_deref_mut().unwrap_or_default(),
            Store::Memory(bytes) => bytes,
        }
    }

    /// Gives back the memory of a range that is not needed soon.
    pub(crate) fn release(&self, range: Range<usize>) {
        if let Store::File(Some(map), _) = &self.store {
            map.release(range);
        }
    }

    /// Brings the bytes to where they belong.
    pub(crate) fn finish(self, input: Input, standard: &mut dyn Write) -> io::Result<()> {
        match (self.store, self.to) {
            (Store::File(map, file), To::File(path)) => {
                drop(map);
                file.as_file().sync_all()?;
                // The two may be one file, and some systems do not replace a file that is mapped.
                drop(input);
                interrupt::last(|| file.persist(path))?;
            }
            (Store::Memory(bytes), To::Standard) => standard.write_all(&bytes)?,
            (Store::Memory(bytes), To::Stream(path)) => {
                File::options().write(true).open(path)?.write_all(&bytes)?;
            }
            // They are made for each other in `create`.
            (Store::Memory(_), To::File(_)) | (Store::File(..), _) => {}
        }
        Ok(())
    }
}

impl To {
    fn of(path: &Path) -> io::Result<To> {
        if path == Path::new("-") {
            return Ok(To::Standard);
        }
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            // A link stays one; what it leads to is replaced.
            Ok(there) if there.is_file() => Ok(To::File(fs::canonicalize(path)?)),
            Ok(_) => Ok(To::Stream(path.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(To::File(path.to_owned())),
            Err(error) => Err(error),
        }
    }
}

/// A file beside another, with room for `len` bytes.
fn temporary(path: &Path, len: usize) -> io::Result<NamedTempFile> {
    let there = fs::metadata(path).ok().map(|metadata| metadata.permissions());
    if there.as_ref().is_some_and(Permissions::readonly) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name).suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As of every new file: what the umask leaves.
        builder.permissions(Permissions::from_mode(0o666));
    }
    let file = interrupt::watched(|| builder.tempfile_in(folder))?;
    if let Some(permissions) = there {
        file.as_file().set_permissions(permissions)?;
    }
    if len > 0 {
        reserve(file.as_file(), len as u64)?;
    }
    Ok(file)
}

/// Makes room for a file. A mapping of one that has none would be killed on a full disk.
fn reserve(mut file: &File, len: u64) -> io::Result<()> {
    match fs4::FileExt::allocate(file, len) {
        Ok(()) => file.set_len(len),
        // Not every file system can; all can write zeros.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            io::copy(&mut io::repeat(0).take(len), &mut file).map(|_| ())
        }
        Err(error) => Err(error),
    }
}

/// Zeros, or an error where there is no memory for them.
fn zeros(len: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(len).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    bytes.resize(len, 0);
    Ok(bytes)
}
