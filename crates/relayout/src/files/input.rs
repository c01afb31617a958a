//! The input: a file, or bytes in memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The input of a job: a file, which is read by position, or bytes in memory.
///
/// ```
/// use tilework_relayout::files::Input;
///
/// let input = Input::from(b"abcdef".to_vec());
/// let mut three = [0; 3];
/// input.read(2, &mut three)?;
/// assert_eq!(&three, b"cde");
/// assert!(input.read(4, &mut three).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Input(Bytes);

#[derive(Debug)]
enum Bytes {
    /// A file, and how long it was.
    File(File, u64),
    Memory(Vec<u8>),
}

impl From<Vec<u8>> for Input {
    fn from(bytes: Vec<u8>) -> Input {
        Input(Bytes::Memory(bytes))
    }
}

impl Input {
    /// Opens a file. What has no positions, such as a pipe, is read at once.
    ///
    /// # Errors
    /// Those of the system, and that it is a directory.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Input> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if metadata.is_file() && metadata.len() > 0 {
            return Ok(Input(Bytes::File(file, metadata.len())));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes.into())
    }

    /// How many bytes there are; of a file, when it was opened.
    pub fn len(&self) -> usize {
        match &self.0 {
            // What has no address has no layout either: its window is refused.
            Bytes::File(_, len) => usize::try_from(*len).unwrap_or(usize::MAX),
            Bytes::Memory(bytes) => bytes.len(),
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads the bytes from a position on.
    ///
    /// # Errors
    /// Those of the system, and that there are fewer: the file became shorter.
    pub fn read(&self, at: usize, out: &mut [u8]) -> io::Result<()> {
        let short =
            || io::Error::new(io::ErrorKind::UnexpectedEof, "it became shorter while it was read");
        match &self.0 {
            Bytes::Memory(bytes) => {
                let bytes = at.checked_add(out.len()).and_then(|end| bytes.get(at..end));
                out.copy_from_slice(bytes.ok_or_else(short)?);
                Ok(())
            }
            Bytes::File(file, _) => read_exact_at(file, at as u64, out).map_err(|error| {
                if error.kind() == io::ErrorKind::UnexpectedEof { short() } else { error }
            }),
        }
    }

    /// All bytes, if they are in memory.
    pub(super) fn memory(&self) -> Option<&[u8]> {
        match &self.0 {
            Bytes::File(..) => None,
            Bytes::Memory(bytes) => Some(bytes),
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

/// Zeros, or an error where there is no memory for them.
pub(super) fn zeros(len: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(len).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    bytes.resize(len, 0);
    Ok(bytes)
}
