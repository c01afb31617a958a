//! The nesting of a tuple, as a string of balanced parentheses.
//!
//! A leaf is `()`, a tuple is its children between `(` and `)`. The string is kept
//! in a `u128`, first symbol in the lowest bit, `(` as one and `)` as zero:
//!
//! ```text
//! 4          ()              10
//! (4,8)      (()())          110100
//! ((2,4),8)  ((()())())      1110100100
//! ```
//!
//! So joining two profiles is a shift and an or, and comparing them is comparing
//! two numbers. The empty string is the profile of `()`, the tuple without modes; it
//! exists only at the top, where slices that fix every coordinate need it.

use core::hash::{Hash, Hasher};

use crate::ground::limits::MAX_MODES;

const CAPACITY: u32 = u128::BITS;

/// Most profiles fit into half of the bits, where shifts and searches are a multiple faster.
const HALF: u32 = u64::BITS;

/// The nesting of a [`Tuple`](crate::Tuple), [`Layout`](crate::Layout) or [`Slicer`](crate::Slicer),
/// without the values at its leaves.
///
/// Two values are *congruent* when their profiles are equal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Profile {
    bits: u128,
    len: u32,
}

/// Into how many pieces the leaves of a profile fall.
#[derive(Clone, Copy)]
pub(crate) struct Pieces {
    counts: [u8; MAX_MODES],
    /// The leaves of more than one piece, as a set of bits.
    split: u32,
    /// By how many symbols they make the profile longer.
    added: u32,
}

impl Pieces {
    /// Every leaf stays whole.
    pub(crate) const NONE: Pieces = Pieces { counts: [1; MAX_MODES], split: 0, added: 0 };

    /// Says of a leaf, once, how many pieces there are of it: at least one.
    #[inline]
    pub(crate) const fn set(&mut self, leaf: usize, count: usize) {
        if count > 1 {
            self.counts[leaf] = count as u8;
            self.split |= 1 << leaf;
            // A pair for each piece; the one of the leaf becomes the one around them.
            self.added += 2 * count as u32;
        }
    }
}

/// The bits of a profile in which some leaves are split.
macro_rules! split_in {
    ($bits:ty, $profile:ident, $pieces:ident) => {{
        let (mut bits, mut starts) = ($profile.bits as $bits, $profile.leaf_bits() as $bits);
        // The leaf that `starts` begins with, and by how much what was split before has moved it.
        let (mut leaf, mut moved, mut rest) = (0, 0, $pieces.split);
        while rest != 0 {
            while leaf < rest.trailing_zeros() {
                starts &= starts - 1;
                leaf += 1;
            }
            let piece = Profile::flat($pieces.counts[leaf as usize] as usize);
            let at = starts.trailing_zeros() + moved;
            let (low, high) = (bits & !(<$bits>::MAX << at), bits >> at >> Profile::LEAF.len);
            bits = low | (piece.bits as $bits) << at | high << at << piece.len;
            moved += piece.len - Profile::LEAF.len;
            rest &= rest - 1;
        }
        bits
    }};
}

impl Hash for Profile {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
        self.len.hash(state);
    }
}

impl Profile {
    /// The profile of one integer.
    pub const LEAF: Profile = Profile { bits: 1, len: 2 };

    /// The profile of `()`, the tuple without modes.
    pub const EMPTY: Profile = Profile { bits: 0, len: 0 };

    /// The profile of a flat tuple `(_,_,...)` of `rank` integers, `rank <= MAX_MODES`.
    pub(crate) const fn flat(rank: usize) -> Profile {
        if rank == 0 {
            return Profile::EMPTY;
        }
        // 01 repeated, one symbol up, inside one pair of parentheses.
        let leaves = 0x5555_5555_5555_5555 & (u64::MAX >> (64 - 2 * rank as u32));
        Profile { bits: (leaves as u128) << 1 | 1, len: 2 * rank as u32 + 2 }
    }

    /// So many symbols, which must be balanced.
    pub(crate) const fn from_bits(bits: u128, len: u32) -> Profile {
        Profile { bits, len }
    }

    /// The forest `self` followed by the forest `next`; `None` when it does not fit.
    pub(crate) const fn join(self, next: Profile) -> Option<Profile> {
        if self.len == 0 {
            return Some(next);
        }
        if next.len == 0 {
            return Some(self);
        }
        let len = self.len + next.len;
        if len > CAPACITY {
            return None;
        }
        let bits = if len <= HALF {
            (self.bits as u64 | (next.bits as u64) << self.len) as u128
        } else {
            self.bits | next.bits << self.len
        };
        Some(Profile { bits, len })
    }

    /// The forests `first` and `second` inside one pair of parentheses; `None` when it does not fit.
    pub(crate) const fn pair(first: Profile, second: Profile) -> Option<Profile> {
        let Some(inner) = first.join(second) else { return None };
        let len = inner.len + 2;
        if len > CAPACITY { None } else { Some(Profile { bits: inner.bits << 1 | 1, len }) }
    }

    /// One more symbol, `(` when `open`; `None` when it does not fit.
    pub(crate) const fn push(self, open: bool) -> Option<Profile> {
        if self.len == CAPACITY {
            return None;
        }
        Some(Profile { bits: self.bits | (open as u128) << self.len, len: self.len + 1 })
    }

    /// The number of symbols.
    pub(crate) const fn len(self) -> u32 {
        self.len
    }

    /// The number of leaves.
    pub const fn leaves(self) -> usize {
        self.leaf_bits().count_ones() as usize
    }

    /// The depth: 0 for an integer, one more than the deepest child for a tuple.
    pub const fn depth(self) -> usize {
        // Run by run: so many open, so many close.
        let (mut rest, mut level, mut deepest) = (self.bits, 0, 0);
        while rest != 0 {
            let opened = rest.trailing_ones();
            level += opened;
            if level > deepest {
                deepest = level;
            }
            rest >>= opened;
            let closed = rest.trailing_zeros();
            if rest != 0 {
                level -= closed;
                rest >>= closed;
            }
        }
        // A leaf is itself one pair; `()` has no pair but is a tuple.
        if self.len == 0 { 1 } else { deepest as usize - 1 }
    }

    /// Whether the symbol at `at` is `(`.
    pub(crate) const fn opens(self, at: u32) -> bool {
        at < self.len && self.bits >> at & 1 == 1
    }

    /// Whether the tree that starts at `at` is a leaf.
    pub(crate) const fn is_leaf(self, at: u32) -> bool {
        at < self.len && self.bits >> at & 0b11 == 0b01
    }

    /// Measures the tree that starts at `at`.
    pub(crate) const fn extent(self, at: u32) -> Extent {
        if self.is_leaf(at) {
            return Extent { end: at + 2, rank: 1, leaves: 1 };
        }
        if !self.opens(at) {
            return Extent { end: at, rank: 0, leaves: 0 };
        }
        // Run by run: so many open, so many close, until the tree itself closes. Where the two
        // runs meet is a leaf. A run of closes ends at most one child, for the symbol after
        // that is in the tuple around it.
        macro_rules! runs {
            ($rest:expr) => {{
                let (mut rest, mut end) = ($rest, at + 1);
                let (mut level, mut rank, mut leaves) = (0, 0, 0);
                loop {
                    let opened = rest.trailing_ones();
                    rest >>= opened;
                    let closed = rest.trailing_zeros();
                    level += opened;
                    leaves += (opened > 0) as usize;
                    rank += (closed >= level && opened > 0) as usize;
                    if closed > level {
                        return Extent { end: end + opened + level + 1, rank, leaves };
                    }
                    rest >>= closed;
                    level -= closed;
                    end += opened + closed;
                }
            }};
        }
        if self.len <= HALF {
            runs!(self.bits as u64 >> at >> 1)
        } else {
            runs!(self.bits >> at >> 1)
        }
    }

    /// A one wherever a leaf starts.
    const fn leaf_bits(self) -> u128 {
        // A leaf is a one followed by a zero; above the string all bits are zero.
        self.bits & !(self.bits >> 1)
    }

    /// Each leaf that falls into pieces turned into a flat tuple of them; `None` when it does not fit.
    #[inline]
    pub(crate) const fn split(self, pieces: &Pieces) -> Option<Profile> {
        let len = self.len + pieces.added;
        // Below the width, so that no shift reaches it.
        if len < HALF {
            return Some(Profile { bits: split_in!(u64, self, pieces) as u128, len });
        }
        if len > CAPACITY { None } else { Some(self.split_wide(pieces)) }
    }

    #[cold]
    const fn split_wide(self, pieces: &Pieces) -> Profile {
        Profile { bits: split_in!(u128, self, pieces), len: self.len + pieces.added }
    }

    /// The symbols in `[from, to)`, as a forest.
    pub(crate) const fn cut(self, from: u32, to: u32) -> Profile {
        let len = to - from;
        if len == 0 {
            return Profile::EMPTY;
        }
        let bits = if self.len <= HALF {
            (self.bits as u64 >> from & u64::MAX >> (HALF - len)) as u128
        } else {
            self.bits >> from & u128::MAX >> (CAPACITY - len)
        };
        Profile { bits, len }
    }

    /// The children in reverse, at every level: the string read backwards, `(` and `)` exchanged.
    pub(crate) const fn mirrored(self) -> Profile {
        if self.len == 0 {
            return self;
        }
        Profile { bits: !self.bits.reverse_bits() >> (CAPACITY - self.len), len: self.len }
    }

    /// Equality, usable in `const fn`.
    pub(crate) const fn same(self, other: Profile) -> bool {
        self.bits == other.bits && self.len == other.len
    }
}

/// A tree in a profile: one past its last symbol, the number of its children (a leaf counts
/// as its own child), and the number of its leaves.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) end: u32,
    pub(crate) rank: usize,
    pub(crate) leaves: usize,
}

/// What a nested tuple is written with.
#[derive(Clone, Copy)]
pub(crate) enum Token {
    Open,
    Close,
    Comma,
    Leaf,
}

/// The tokens of a profile in writing order.
#[derive(Clone, Copy)]
pub(crate) struct Tokens {
    profile: Profile,
    at: u32,
    comma: bool,
}

impl Profile {
    pub(crate) const fn tokens(self) -> Tokens {
        Tokens { profile: self, at: 0, comma: false }
    }
}

impl Tokens {
    pub(crate) const fn next(&mut self) -> Option<Token> {
        if self.at >= self.profile.len {
            return None;
        }
        let opens = self.profile.opens(self.at);
        if self.comma && opens {
            self.comma = false;
            return Some(Token::Comma);
        }
        if self.profile.is_leaf(self.at) {
            (self.at, self.comma) = (self.at + 2, true);
            return Some(Token::Leaf);
        }
        (self.at, self.comma) = (self.at + 1, !opens);
        Some(if opens { Token::Open } else { Token::Close })
    }
}

impl core::fmt::Debug for Profile {
    /// Stars at the leaves: `((*,*),*)`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.len == 0 {
            return f.write_str("()");
        }
        let mut tokens = self.tokens();
        while let Some(token) = tokens.next() {
            f.write_str(match token {
                Token::Open => "(",
                Token::Close => ")",
                Token::Comma => ",",
                Token::Leaf => "*",
            })?;
        }
        Ok(())
    }
}
