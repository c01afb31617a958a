//! Files as memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Range;

use memmap2::{Mmap, MmapMut, MmapOptions};

/// A file to be read.
pub(crate) fn read(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes are only ever copied, so it does not matter here if another program changes
    // them meanwhile; that it must not cut the file short is in the documentation of the command.
    unsafe { MmapOptions::new().map(file) }
}

/// A file to be written, of the length that it has.
pub(crate) fn write(file: &File) -> io::Result<MmapMut> {
    // SAFETY: the file is a temporary one of this process, which nobody else changes.
    unsafe { MmapOptions::new().map_mut(file) }
}

/// Gives back the memory of the whole pages in a range; what they hold stays in the file.
pub(crate) trait Release {
    fn release(&self, range: Range<usize>);
}

macro_rules! release {
    ($type:ty) => {
        impl Release for $type {
            #[cfg(unix)]
            fn release(&self, range: Range<usize>) {
                use memmap2::UncheckedAdvice;

                let range = range.start..range.end.min(self.len());
                if range.is_empty() {
                    return;
                }
                // SAFETY: both kinds are shared mappings of files. Their pages come back from the file
                // with what was written to them, so that nobody can see that they were away.
                let _ = unsafe {
                    self.unchecked_advise_range(UncheckedAdvice::DontNeed, range.start, range.len())
                };
            }

            #[cfg(not(unix))]
            fn release(&self, _: Range<usize>) {}
        }
    };
}

release!(Mmap);
release!(MmapMut);
