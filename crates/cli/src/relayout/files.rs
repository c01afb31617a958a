//! Where the data come from and go to.
//!
//! What is read is read by positions, so that a file that becomes shorter meanwhile is an error. What is written
//! is a mapped file beside the final one, allocated before the first byte and renamed after the last: a full
//! disk is an error at the beginning, and whatever happens later, there is never half a result under the
//! final name.

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::MmapMut;
use tilework_relayout::files::{Replacement, is_stream};

use super::mapping;
use crate::context::Context;
use crate::interrupt;

/// What is read.
pub(crate) enum Input {
    /// A file, and how long it was.
    File(File, u64),
    Memory(Vec<u8>),
}

impl Input {
    /// A file, or standard input for `-`. What has no positions, such as a pipe, is read at once.
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
            return Ok(Input::File(file, metadata.len()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Input::Memory(bytes))
    }

    /// How many bytes there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            // What has no address has no layout either: `Place` refuses it.
            Input::File(_, len) => usize::try_from(*len).unwrap_or(usize::MAX),
            Input::Memory(bytes) => bytes.len(),
        }
    }

    /// The first bytes, at most so many.
    pub(crate) fn head(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut head = vec![0; most.min(self.len())];
        self.read(0, &mut head)?;
        Ok(head)
    }

    /// Reads the bytes from a position on.
    ///
    /// # Errors
    /// Those of the system, and that there are not so many any more.
    pub(crate) fn read(&self, at: usize, out: &mut [u8]) -> io::Result<()> {
        let short =
            || io::Error::new(io::ErrorKind::UnexpectedEof, "it became shorter while it was read");
        match self {
            Input::Memory(bytes) => {
                let bytes = at.checked_add(out.len()).and_then(|end| bytes.get(at..end));
                out.copy_from_slice(bytes.ok_or_else(short)?);
                Ok(())
            }
            Input::File(file, _) => read_exact_at(file, at as u64, out).map_err(|error| {
                if error.kind() == io::ErrorKind::UnexpectedEof { short() } else { error }
            }),
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, at: u64, out: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, at)
}

#[cfg(not(unix))]
fn read_exact_at(mut file: &File, at: u64, out: &mut [u8]) -> io::Result<()> {
    io::Seek::seek(&mut file, io::SeekFrom::Start(at))?;
    file.read_exact(out)
}

/// What is written: zeros, at first.
pub(crate) struct Output {
    store: Store,
    to: To,
}

enum Store {
    /// There is nothing to map in an empty file.
    File(Option<MmapMut>, Replacement),
    Memory(Vec<u8>),
}

/// Where it ends up.
enum To {
    Standard,
    /// Something that is not a file, such as a pipe: it is written to, not replaced.
    Stream(PathBuf),
    File,
}

impl Output {
    /// So many bytes that are to become this file, or standard output for `-`.
    pub(crate) fn create(path: &Path, len: usize) -> io::Result<Output> {
        if path == Path::new("-") {
            return Ok(Output { store: Store::Memory(zeros(len)?), to: To::Standard });
        }
        if is_stream(path)? {
            return Ok(Output {
                store: Store::Memory(zeros(len)?),
                to: To::Stream(path.to_owned()),
            });
        }
        let mut new = interrupt::replacement(path)?;
        let map = if len == 0 {
            None
        } else {
            reserve(new.file(), len as u64)?;
            Some(mapping::write(new.file())?)
        };
        Ok(Output { store: Store::File(map, new), to: To::File })
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
            mapping::release(map, range);
        }
    }

    /// Brings the bytes to where they belong.
    pub(crate) fn finish(self, input: Input, standard: &mut dyn Write) -> io::Result<()> {
        match (self.store, self.to) {
            (Store::File(map, new), To::File) => {
                drop(map);
                // The two may be one file, and some systems do not replace a file that is open.
                drop(input);
                new.commit()?;
            }
            (Store::Memory(bytes), To::Standard) => standard.write_all(&bytes)?,
            (Store::Memory(bytes), To::Stream(path)) => {
                File::options().write(true).open(path)?.write_all(&bytes)?;
            }
            // They are made for each other in `create`.
            (Store::Memory(_), To::File) | (Store::File(..), _) => {}
        }
        Ok(())
    }
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
pub(crate) fn zeros(len: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(len).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    bytes.resize(len, 0);
    Ok(bytes)
}
