//! A list of fixed capacity that lives inline and works in `const fn`.
//!
//! The algebra runs at compile time and without an allocator, so it cannot use
//! `Vec`, iterators or `?`. This list and the `tri!` macro carry that noise; the
//! algorithms above them read like the mathematics.

use crate::ground::limits::MAX_MODES;

/// Room for this many modes is set up much faster than for all, and most layouts have no more.
pub(crate) const FEW: usize = 4;

/// `?` for `const fn`.
macro_rules! tri {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}
pub(crate) use tri;

/// Up to `CAP` values, inline.
#[derive(Clone, Copy)]
pub(crate) struct List<T: Copy, const CAP: usize = MAX_MODES> {
    len: usize,
    items: [T; CAP],
}

impl<T: Copy, const CAP: usize> List<T, CAP> {
    /// An empty list. Slots that are not in use hold `fill`.
    #[inline]
    pub(crate) const fn new(fill: T) -> Self {
        List { len: 0, items: [fill; CAP] }
    }

    /// A list of one value.
    #[inline]
    pub(crate) const fn of(value: T) -> Self {
        List { len: 1, items: [value; CAP] }
    }

    /// The first `len` places of an array.
    #[inline]
    pub(crate) const fn of_slots(items: [T; CAP], len: usize) -> Self {
        assert!(len <= CAP);
        List { len, items }
    }

    /// An empty list of the same type, reusing what this one holds as filler.
    #[inline]
    pub(crate) const fn cleared(&self) -> Self {
        List { len: 0, items: self.items }
    }

    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(crate) const fn as_slice(&self) -> &[T] {
        self.items.split_at(self.len).0
    }

    /// All places, in use or not.
    #[inline]
    pub(crate) const fn slots(&self) -> &[T; CAP] {
        &self.items
    }

    /// All places, to write into those that [`set_len`](List::set_len) then puts in use.
    #[inline]
    pub(crate) const fn slots_mut(&mut self) -> &mut [T; CAP] {
        &mut self.items
    }

    /// Puts the first `len` places in use.
    #[inline]
    pub(crate) const fn set_len(&mut self, len: usize) {
        assert!(len <= CAP);
        self.len = len;
    }

    #[inline]
    pub(crate) const fn as_mut_slice(&mut self) -> &mut [T] {
        self.items.split_at_mut(self.len).0
    }

    /// The `i`-th value.
    #[inline]
    pub(crate) const fn at(&self, i: usize) -> T {
        // Not through a slice: when the compiler runs this, making one is many calls.
        assert!(i < self.len);
        self.items[i]
    }

    /// The last value, if there is one.
    #[inline]
    pub(crate) const fn last(&self) -> Option<T> {
        if self.len == 0 { None } else { Some(self.items[self.len - 1]) }
    }

    #[inline]
    pub(crate) const fn set(&mut self, i: usize, value: T) {
        assert!(i < self.len);
        self.items[i] = value;
    }

    /// Appends a value; `false` when the list is full.
    #[inline]
    #[must_use]
    pub(crate) const fn push(&mut self, value: T) -> bool {
        if self.len >= CAP {
            return false;
        }
        self.items[self.len] = value;
        self.len += 1;
        true
    }

    /// Drops the last value, if there is one.
    #[inline]
    pub(crate) const fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    /// Drops all values from the `len`-th on.
    #[inline]
    pub(crate) const fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.len = len;
        }
    }

    /// Appends all values of a slice; `false` when they do not fit.
    #[inline]
    #[must_use]
    pub(crate) const fn extend(&mut self, values: &[T]) -> bool {
        if values.len() > CAP - self.len {
            return false;
        }
        let mut i = 0;
        while i < values.len() {
            self.items[self.len + i] = values[i];
            i += 1;
        }
        self.len += values.len();
        true
    }
}
