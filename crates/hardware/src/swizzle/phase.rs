//! The phases of all accesses, as vectors of elements before any swizzle.

/// How offsets, words and banks relate: everything is a power of two but the number of banks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Units {
    /// log2 of the bits of an element.
    pub(crate) element: u32,
    /// log2 of the bits of a word of a bank.
    pub(crate) word: u32,
}

impl Units {
    /// The word in which an element begins.
    #[inline]
    pub(crate) fn word_of(self, offset: i64) -> i64 {
        // Offsets have at most 24 bits and elements at most 2^10, so nothing is lost.
        offset << self.element >> self.word
    }

    /// log2 of the words of a vector of `2^vector` elements; 0 where it is inside of one.
    pub(crate) fn words(self, vector: u32) -> u32 {
        (vector + self.element).saturating_sub(self.word)
    }
}

/// The active lanes of one phase of one instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phase<'a> {
    /// The element at which the vector of each lane begins, before any swizzle. At most 64, at least one.
    pub(crate) starts: &'a [i64],
    /// log2 of the elements of a vector.
    pub(crate) vector: u32,
    /// The banks that such an access sees.
    pub(crate) banks: u32,
    /// Whether lanes share an access to one word.
    pub(crate) merge: bool,
    /// Whether each vector is a run of elements that begins at a multiple of its length. The elements of those
    /// that are not have been shown before.
    pub(crate) whole: bool,
}

/// What looks at all phases.
pub(crate) trait Visitor {
    /// The elements of a vector that is no run, or does not begin at a multiple of its length, before any swizzle.
    fn vector(&mut self, elements: &[i64]);

    /// A phase, after its vectors.
    fn phase(&mut self, phase: &Phase<'_>);
}
