//! Texts without an allocator: what is written is compared, measured or searched as it comes.

use core::fmt::{self, Write};

/// Compares what is written with a text, without spaces; the first difference is an error.
struct Same<'a> {
    rest: &'a [u8],
}

impl Write for Same<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for &byte in text.as_bytes() {
            if byte == b' ' {
                continue;
            }
            while let [b' ', rest @ ..] = self.rest {
                self.rest = rest;
            }
            match self.rest {
                [first, rest @ ..] if *first == byte => self.rest = rest,
                _ => return Err(fmt::Error),
            }
        }
        Ok(())
    }
}

/// Whether `write` writes this text, but for spaces.
pub(super) fn writes(text: &str, write: impl FnOnce(&mut dyn Write) -> fmt::Result) -> bool {
    let mut same = Same { rest: text.as_bytes() };
    write(&mut same).is_ok() && same.rest.iter().all(|byte| *byte == b' ')
}

/// Finds a text in what is written, in upper or lower case.
pub(super) struct Search<'a> {
    needle: &'a [u8],
    written: [u8; Search::LONGEST],
    len: usize,
}

impl<'a> Search<'a> {
    /// No name and no instruction is longer.
    const LONGEST: usize = 160;

    pub(super) fn new(needle: &'a str) -> Search<'a> {
        Search { needle: needle.as_bytes(), written: [0; Search::LONGEST], len: 0 }
    }

    /// Whether `write` writes it somewhere.
    pub(super) fn finds(&mut self, write: impl FnOnce(&mut dyn Write) -> fmt::Result) -> bool {
        self.len = 0;
        // What does not fit is not searched; nothing that long exists.
        let _ = write(self);
        let text = self.written.get(..self.len).unwrap_or(&[]);
        let equal = |part: &[u8]| part.eq_ignore_ascii_case(self.needle);
        self.needle.is_empty() || text.windows(self.needle.len()).any(equal)
    }
}

impl Write for Search<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len.checked_add(text.len()).ok_or(fmt::Error)?;
        let place = self.written.get_mut(self.len..end).ok_or(fmt::Error)?;
        place.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

/// The edit distance from a text to what is written: how many characters are added, left out or replaced.
///
/// Myers' algorithm: a column of the table of distances is kept as the signs of its steps, 64 of them in a word, so
/// that each character costs a dozen operations. A longer text counts with its first 64 characters. Spaces do not
/// count, nor does upper or lower case.
pub(super) struct Distance {
    /// Where in the text each character occurs.
    places: [u64; 128],
    len: u32,
    up: u64,
    down: u64,
    now: u32,
    least: u32,
}

impl Distance {
    pub(super) fn to(text: &str) -> Distance {
        let (mut places, mut len) = ([0; 128], 0);
        for byte in text.bytes().filter(|byte| *byte != b' ').take(64) {
            places[usize::from(byte.to_ascii_lowercase() & 127)] |= 1 << len;
            len += 1;
        }
        Distance { places, len, up: 0, down: 0, now: 0, least: 0 }
    }

    /// How many characters of the text count.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// The distance to the nearest beginning of what is written, and to the whole of it.
    pub(super) fn of(&mut self, write: impl FnOnce(&mut dyn Write) -> fmt::Result) -> (u32, u32) {
        (self.up, self.down, self.now, self.least) = (u64::MAX, 0, self.len, self.len);
        // Nothing here fails, so neither does what writes to it.
        let _ = write(self);
        (self.least, self.now)
    }
}

impl Write for Distance {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Of an empty text there is no last step.
        let last = self.len.checked_sub(1).map(|last| 1_u64 << last);
        for byte in text.bytes().filter(|byte| *byte != b' ') {
            let Some(last) = last else {
                self.now += 1;
                continue;
            };
            let same = self.places[usize::from(byte.to_ascii_lowercase() & 127)];
            let vertical = same | self.down;
            let horizontal = ((same & self.up).wrapping_add(self.up) ^ self.up) | same;
            let mut more = self.down | !(horizontal | self.up);
            let mut less = self.up & horizontal;
            if more & last != 0 {
                self.now += 1;
            }
            if less & last != 0 {
                self.now -= 1;
            }
            (more, less) = ((more << 1) | 1, less << 1);
            self.up = less | !(vertical | more);
            self.down = more & vertical;
            self.least = self.least.min(self.now);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    /// The table of distances, row by row.
    fn slow(a: &str, b: &str) -> (u32, u32) {
        let clean = |text: &str| -> Vec<u8> {
            text.to_lowercase().bytes().filter(|byte| *byte != b' ').collect()
        };
        let (a, b) = (clean(a), clean(b));
        let mut row: Vec<u32> = (0..=a.len() as u32).collect();
        let mut least = a.len() as u32;
        for (j, y) in b.iter().enumerate() {
            let mut next = std::vec![j as u32 + 1];
            for (i, x) in a.iter().enumerate() {
                let change = row[i] + u32::from(x != y);
                next.push(change.min(row[i + 1] + 1).min(next[i] + 1));
            }
            row = next;
            least = least.min(row[a.len()]);
        }
        (least, row[a.len()])
    }

    #[test]
    fn distance_is_that_of_the_table() {
        let texts: Vec<String> = (0..250_u32)
            .map(|seed| {
                let letter = |i: u32| b"ab1_ X"[(seed.wrapping_mul(i * 7 + 3) >> 5) as usize % 6];
                (0..seed % 23).map(|i| char::from(letter(i))).collect()
            })
            .collect();
        for a in &texts {
            let mut distance = Distance::to(a);
            for b in &texts {
                assert_eq!(distance.of(|out| out.write_str(b)), slow(a, b), "{a:?} {b:?}");
            }
        }
    }
}
