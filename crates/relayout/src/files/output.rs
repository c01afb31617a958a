//! The output: bytes in memory, or a mapped temporary file beside the one that it replaces.

use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::MmapMut;

use super::input::zeros;
use super::mapping;
use super::replace::{Replacement, is_stream};

/// The output of a job, which starts as zeros.
pub(super) enum Output {
    /// A file. There is nothing to map in an empty one.
    File(Option<MmapMut>, Replacement),
    /// Something that is not a file, such as a pipe: it is written to, not replaced.
    Stream(Vec<u8>, PathBuf),
}

impl Output {
    /// The output of `len` bytes that becomes this file.
    pub(super) fn create(path: &Path, len: usize) -> io::Result<Output> {
        if is_stream(path)? {
            return Ok(Output::Stream(zeros(len)?, path.to_owned()));
        }
        let mut new = Replacement::new(path)?;
        let map = if len == 0 {
            None
        } else {
            reserve(new.file(), len as u64)?;
            Some(mapping::write(new.file())?)
        };
        Ok(Output::File(map, new))
    }

    /// Brings the bytes to where they belong.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Output::File(map, new) => {
                drop(map);
                new.commit()
            }
            Output::Stream(bytes, path) => {
                File::options().write(true).open(path)?.write_all(&bytes)
            }
        }
    }
}

/// Bytes that are written in any order.
pub(super) trait Store {
    /// All of them.
    fn bytes(&mut self) -> &mut [u8];

    /// Gives back the memory of a range that is not needed soon.
    fn release(&self, _: Range<usize>) {}
}

impl Store for Vec<u8> {
    fn bytes(&mut self) -> &mut [u8] {
        self
    }
}

impl Store for Output {
    fn bytes(&mut self) -> &mut [u8] {
        match self {
            Output::File(map, _) => map.as_deref_mut().unwrap_or_default(),
            Output::Stream(bytes, _) => bytes,
        }
    }

    fn release(&self, range: Range<usize>) {
        if let Output::File(Some(map), _) = self {
            mapping::release(map, range);
        }
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
