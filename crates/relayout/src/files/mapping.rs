//! A file that is written, as memory.
//!
//! A file that is read is not mapped: if somebody cut it short, the system would end the program.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Range;

use memmap2::{MmapMut, MmapOptions};

/// A file to be written, of the length that it has.
pub(super) fn write(file: &File) -> io::Result<MmapMut> {
    // SAFETY: the file is a temporary one of this process, which nobody else changes.
    unsafe { MmapOptions::new().map_mut(file) }
}

/// Gives back the memory of the whole pages in a range; what they hold stays in the file.
#[cfg(unix)]
pub(super) fn release(map: &MmapMut, range: Range<usize>) {
    use memmap2::UncheckedAdvice;

    let range = range.start..range.end.min(map.len());
    if range.is_empty() {
        return;
    }
    // SAFETY: this is a shared mapping of a file. Its pages come back from the file with what was written
    // to them, so that nothing is lost.
    let _ =
        unsafe { map.unchecked_advise_range(UncheckedAdvice::DontNeed, range.start, range.len()) };
}

#[cfg(not(unix))]
pub(super) fn release(_: &MmapMut, _: Range<usize>) {}
