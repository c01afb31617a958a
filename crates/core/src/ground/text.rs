//! Texts without an allocator: what errors remember of their operands, and say in constants, and
//! what is written in many short pieces.

use core::fmt;

/// What errors remember of their operands.
pub(crate) type Text = Short<120>;

/// What an error says when it ends a constant evaluation.
pub(crate) type LongText = Short<255>;

/// Up to so many printable ASCII characters, at most 255; what is longer ends in `...`, what is not printable is `?`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Short<const CAPACITY: usize> {
    len: u8,
    bytes: [u8; CAPACITY],
}

impl<const CAPACITY: usize> Short<CAPACITY> {
    pub(crate) const EMPTY: Self = Short { len: 0, bytes: [0; CAPACITY] };

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) const fn as_str(&self) -> &str {
        // Only ASCII is ever stored, so this cannot fail.
        match core::str::from_utf8(self.bytes.split_at(self.len as usize).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    const fn byte(mut self, byte: u8) -> Self {
        let byte = if byte.is_ascii_graphic() || byte == b' ' { byte } else { b'?' };
        if (self.len as usize) < CAPACITY {
            self.bytes[self.len as usize] = byte;
            self.len += 1;
        } else {
            self.bytes[CAPACITY - 1] = b'.';
            self.bytes[CAPACITY - 2] = b'.';
            self.bytes[CAPACITY - 3] = b'.';
        }
        self
    }

    pub(crate) const fn str(mut self, text: &str) -> Self {
        let (bytes, mut i) = (text.as_bytes(), 0);
        while i < bytes.len() {
            self = self.byte(bytes[i]);
            i += 1;
        }
        self
    }

    pub(crate) const fn int(mut self, value: i64) -> Self {
        if value < 0 {
            self = self.byte(b'-');
        }
        let magnitude = value.unsigned_abs();
        let mut unit = 1;
        while magnitude / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self = self.byte(b'0' + (magnitude / unit % 10) as u8);
            unit /= 10;
        }
        self
    }
}

/// Short pieces of a text on their way to a formatter, which gets many of them at once: a number in a
/// tuple is written in a few instructions, and a formatter takes a hundred for each piece.
pub(crate) struct Buffered<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    bytes: [u8; 64],
    len: usize,
}

impl<'a, 'b> Buffered<'a, 'b> {
    /// Writes all of what `pieces` writes.
    pub(crate) fn write(
        out: &'a mut fmt::Formatter<'b>,
        pieces: impl FnOnce(&mut Self) -> fmt::Result,
    ) -> fmt::Result {
        let mut buffered = Buffered { out, bytes: [0; 64], len: 0 };
        pieces(&mut buffered)?;
        buffered.flush()
    }

    fn flush(&mut self) -> fmt::Result {
        // Only ASCII is ever stored, so this cannot fail.
        let text = core::str::from_utf8(&self.bytes[..self.len]).map_err(|_| fmt::Error)?;
        self.len = 0;
        self.out.write_str(text)
    }

    /// An integer, in decimal digits.
    pub(crate) fn int(&mut self, value: i64) -> fmt::Result {
        if value < 0 {
            self.byte(b'-')?;
        }
        let magnitude = value.unsigned_abs();
        if magnitude < 10 {
            return self.byte(b'0' + magnitude as u8);
        }
        let len = magnitude.ilog10() as usize + 1;
        self.reserve(len)?;
        let mut rest = magnitude;
        for place in self.bytes[self.len..self.len + len].iter_mut().rev() {
            *place = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        self.len += len;
        Ok(())
    }

    /// A character of ASCII.
    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) -> fmt::Result {
        self.reserve(1)?;
        self.bytes[self.len] = byte;
        self.len += 1;
        Ok(())
    }

    /// Makes room for so many bytes, which must not be more than there ever is room for.
    #[inline]
    fn reserve(&mut self, len: usize) -> fmt::Result {
        if self.len + len > self.bytes.len() { self.flush() } else { Ok(()) }
    }
}

impl fmt::Write for Buffered<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        self.out.write_str(text)
    }
}
