//! A short text without an allocator: what errors remember of their operands, and say in constants.

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
