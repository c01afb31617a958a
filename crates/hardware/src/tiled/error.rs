//! Why there is no such tiled copy or MMA, or no such part of a tensor.

use core::fmt;

use tilework::Error;

use crate::atom::Operand;
use crate::tiled::side::Side;

/// Why there is no such tiled copy or MMA, or no such part of a tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TiledError {
    /// A step of the formula has no layout.
    Step {
        /// What was to be computed, in CuTe's words.
        what: &'static str,
        /// Why it is none.
        error: Error,
    },
    /// A layout is not one of (thread, value).
    TvRank {
        /// Which layout.
        of: &'static str,
        /// Its rank.
        rank: usize,
    },
    /// A layout of the atom is for another number of threads.
    AtomThreads {
        /// Which layout.
        of: &'static str,
        /// How many threads it has.
        threads: i64,
        /// How many the atom has.
        expected: i64,
    },
    /// A layout of the atom leaves its tile: an atom of several blocks, or a wrong one.
    AtomOutside {
        /// The operand.
        operand: Operand,
        /// The element that a thread has.
        element: i64,
        /// How many elements the operand has in one atom.
        elements: i64,
    },
    /// An extent of the atom's shape is below 1.
    AtomShape {
        /// M, N or K.
        mode: char,
        /// The extent.
        extent: i64,
    },
    /// The side of a copy has an element that its reference lacks.
    NotInReference {
        /// The side.
        side: Side,
        /// An element of the side.
        element: i64,
        /// The elements of the reference are those below this one.
        elements: i64,
    },
    /// The width of an element is below 1.
    Bits {
        /// The width in bits.
        bits: i64,
    },
    /// Elements of so many bits are cut apart by the atom.
    SplitElement {
        /// Which layout.
        of: &'static str,
        /// The width of an element in bits.
        bits: i64,
        /// How many bits a thread has in a row.
        run_bits: i64,
    },
    /// The atom layout has more than three modes.
    AtomLayoutRank {
        /// The rank.
        rank: usize,
    },
    /// Two atoms are the same threads.
    SameThreads {
        /// What numbers them.
        of: &'static str,
        /// An index ...
        first: i64,
        /// ... and another one ...
        second: i64,
        /// ... with this number.
        number: i64,
    },
    /// The permutation has a shape that is not `<M,N,K>`.
    PermutationRank {
        /// How many modes it has; 1 for a layout without `<...>`.
        rank: usize,
    },
    /// A mode of the permutation is not a layout, an extent or `_`.
    PermutationMode {
        /// M, N or K.
        mode: char,
    },
    /// A mode of the permutation has a position twice.
    PermutationTwice {
        /// M, N or K.
        mode: char,
        /// Two indices ...
        first: i64,
        /// ... of it ...
        second: i64,
        /// ... are this position.
        position: i64,
    },
    /// A mode of the permutation lacks a position.
    PermutationHole {
        /// M, N or K.
        mode: char,
        /// The first position that it lacks.
        position: i64,
        /// How many positions it has.
        extent: i64,
    },
    /// A mode of the permutation does not hold whole atoms of all threads.
    PermutationExtent {
        /// M, N or K.
        mode: char,
        /// Its extent.
        extent: i64,
        /// The extent of the atom.
        atom: i64,
        /// How many atoms lie side by side.
        atoms: i64,
    },
    /// Threads or values of a copy are not numbered from 0 on, each once.
    NotNumbered {
        /// Threads or values.
        of: &'static str,
        /// Two indices with one number, or the number that is missing.
        error: Error,
    },
    /// The copy has fewer threads than its atom, or a part of an atom.
    TooFewThreads {
        /// The threads of the copy.
        threads: i64,
        /// The threads of the atom.
        atom: i64,
    },
    /// The copy has fewer values than its atom, or a part of an atom: CuTe's "TiledCopy uses too few vals".
    TooFewValues {
        /// The values of each thread.
        values: i64,
        /// The values of each thread in the atom.
        atom: i64,
    },
    /// A thread has an element that is not in the tile.
    Outside {
        /// The thread.
        thread: i64,
        /// Its value.
        value: i64,
        /// The index that the element would have.
        element: i64,
        /// How many the tile has.
        elements: i64,
    },
    /// There is no such thread.
    NoThread {
        /// The thread.
        thread: i64,
        /// How many there are.
        threads: i64,
    },
    /// No atom has this thread, and it is not a copy of one either.
    IdleThread {
        /// The thread.
        thread: i64,
    },
    /// A thread has no such value.
    NoValue {
        /// The value.
        value: i64,
        /// How many it has.
        values: i64,
    },
    /// The tile has no such element.
    NoElement {
        /// The mode of the tile.
        mode: usize,
        /// The coordinate.
        coordinate: i64,
        /// The extent.
        extent: i64,
    },
    /// The tensor has fewer modes than the tile.
    TensorRank {
        /// Its rank.
        rank: usize,
        /// The rank of the tile.
        tile: usize,
    },
    /// Registers are retiled on the side whose layout is the reference; this side is the other one.
    NotRegisters {
        /// The side.
        side: Side,
    },
    /// The fragment's values are not the copy's, in another order: the copy has elements twice.
    ValuesTwice,
    /// The fragment is not a whole number of the copy's tiles.
    FragmentExtent {
        /// The mode of the fragment.
        mode: usize,
        /// Its extent.
        extent: i64,
        /// The extent of the copy's tile there.
        tile: i64,
    },
    /// The question would take too long.
    TooLarge {
        /// How many elements would be looked at.
        elements: i64,
        /// How many may be.
        limit: i64,
    },
    /// A number does not fit.
    Overflow {
        /// Which.
        what: &'static str,
    },
}

impl TiledError {
    /// The kind of error, as programs read it: `thread`, `permutation-extent`.
    pub const fn name(&self) -> &'static str {
        match self {
            TiledError::Step { .. } => "no-layout",
            TiledError::TvRank { .. } => "tv-rank",
            TiledError::AtomThreads { .. } => "atom-threads",
            TiledError::AtomOutside { .. } => "atom-outside",
            TiledError::AtomShape { .. } => "atom-shape",
            TiledError::NotInReference { .. } => "not-in-reference",
            TiledError::Bits { .. } => "element-bits",
            TiledError::SplitElement { .. } => "split-element",
            TiledError::AtomLayoutRank { .. } => "atom-layout-rank",
            TiledError::SameThreads { .. } => "same-threads",
            TiledError::PermutationRank { .. } => "permutation-rank",
            TiledError::PermutationMode { .. } => "permutation-mode",
            TiledError::PermutationTwice { .. } => "permutation-twice",
            TiledError::PermutationHole { .. } => "permutation-hole",
            TiledError::PermutationExtent { .. } => "permutation-extent",
            TiledError::NotNumbered { .. } => "not-numbered",
            TiledError::TooFewThreads { .. } => "too-few-threads",
            TiledError::TooFewValues { .. } => "too-few-values",
            TiledError::Outside { .. } => "outside-tile",
            TiledError::NoThread { .. } => "no-thread",
            TiledError::IdleThread { .. } => "idle-thread",
            TiledError::NoValue { .. } => "no-value",
            TiledError::NoElement { .. } => "no-element",
            TiledError::TensorRank { .. } => "tensor-rank",
            TiledError::NotRegisters { .. } => "not-registers",
            TiledError::ValuesTwice => "values-twice",
            TiledError::FragmentExtent { .. } => "fragment-extent",
            TiledError::TooLarge { .. } => "too-large",
            TiledError::Overflow { .. } => "overflow",
        }
    }
}

/// The value of a result, left where it is: a layout is some 550 bytes, and `?` moves it.
macro_rules! held {
    ($name:ident = $result:expr) => {
        let $name = $result;
        let $name = match &$name {
            Ok(value) => value,
            Err(error) => return Err(*error),
        };
    };
}

pub(crate) use held;

/// The error of the algebra in a step that is called `what`.
pub(crate) const fn step(what: &'static str) -> impl Fn(Error) -> TiledError + Copy {
    move |error| stepped(what, error)
}

// Where size counts, out of line: a caller would otherwise carry the error field by field.
#[cfg_attr(target_family = "wasm", cold, inline(never))]
fn stepped(what: &'static str, error: Error) -> TiledError {
    TiledError::Step { what, error }
}

impl fmt::Display for TiledError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TiledError::Step { what, error } => write!(f, "{what}: {error}"),
            TiledError::TvRank { of, rank } => {
                write!(f, "the layout of {of} has rank {rank}, not the two modes (thread, value)")
            }
            TiledError::AtomThreads { of, threads, expected } => write!(
                f,
                "the atom's layout of {of} is for {threads} threads, but the atom has {expected}"
            ),
            TiledError::AtomOutside { operand, element, elements } => write!(
                f,
                "{operand} of the atom has element {element}, but one atom has {elements}; an \
                 instruction of several blocks cannot be tiled"
            ),
            TiledError::AtomShape { mode, extent } => {
                write!(f, "the atom's extent in {mode} is {extent}, but must be at least 1")
            }
            TiledError::NotInReference { side, element, elements } => write!(
                f,
                "the {side} of the atom has element {element}, but its reference only those below {elements}"
            ),
            TiledError::Bits { bits } => write!(f, "elements of {bits} bits; at least 1 bit is needed"),
            TiledError::SplitElement { of, bits, run_bits } => write!(
                f,
                "elements of {bits} bits are split: the atom's {of} has {run_bits} bits of a thread in a \
                 row, which must be a multiple of {bits}"
            ),
            TiledError::AtomLayoutRank { rank } => {
                write!(f, "the atom layout has rank {rank}, but atoms are tiled in M, N and K: at most 3")
            }
            TiledError::SameThreads { of, first, second, number } => write!(
                f,
                "{of} is not injective: indices {first} and {second} are both {number}"
            ),
            TiledError::PermutationRank { rank } => write!(
                f,
                "the permutation acts on {rank} modes, but must be <M,N,K>, each an extent, a layout or _"
            ),
            TiledError::PermutationMode { mode } => write!(
                f,
                "the permutation of {mode} is a tuple <...>, but must be an extent, a layout or _"
            ),
            TiledError::PermutationTwice { mode, first, second, position } => write!(
                f,
                "the permutation of {mode} is none: indices {first} and {second} are both {position}"
            ),
            TiledError::PermutationHole { mode, position, extent } => write!(
                f,
                "the permutation of {mode} is none: of the positions below {extent} it lacks {position}"
            ),
            TiledError::PermutationExtent { mode, extent, atom, atoms } => {
                let block = atom as i128 * atoms as i128;
                let below = extent as i128 / block * block;
                write!(
                    f,
                    "the permutation of {mode} has extent {extent}, no multiple of {block} (atom {atom} times \
                     {atoms}); the nearest are "
                )?;
                if below > 0 {
                    write!(f, "{below} and ")?;
                }
                write!(f, "{}", below + block)
            }
            TiledError::NotNumbered { of, error } => {
                write!(f, "the {of} are not numbered from 0 on, each once: {error}")
            }
            TiledError::TooFewThreads { threads, atom } => write!(
                f,
                "the tiled copy has {threads} threads, no multiple of the atom's {atom} (TiledCopy uses \
                 too few thrs)"
            ),
            TiledError::TooFewValues { values, atom } => write!(
                f,
                "the atom is too wide: each thread has {values} values, no multiple of the atom's {atom} \
                 (TiledCopy uses too few vals)"
            ),
            TiledError::Outside { thread, value, element, elements } => write!(
                f,
                "thread {thread}, value {value} has element {element}, but the tile has {elements}"
            ),
            TiledError::NoThread { thread, threads } => {
                write!(f, "there is no thread {thread}: they are 0 to {}", threads - 1)
            }
            TiledError::IdleThread { thread } => {
                write!(f, "thread {thread} is in no atom, and a copy of no thread that is")
            }
            TiledError::NoValue { value, values } => {
                write!(f, "there is no value {value}: they are 0 to {}", values - 1)
            }
            TiledError::NoElement { mode, coordinate, extent } => write!(
                f,
                "coordinate {coordinate} in mode {mode} is not in the tile, which has extent {extent} there"
            ),
            TiledError::TensorRank { rank, tile } => {
                write!(f, "the tensor has rank {rank}, but the tile has {tile} modes")
            }
            TiledError::NotRegisters { side } => write!(
                f,
                "the {side} of this atom is not its reference, so a thread's registers there belong to \
                 other threads of the tile; retile the other side"
            ),
            TiledError::ValuesTwice => {
                f.write_str("the values of a thread are not all different elements, so that no fragment has each of them once")
            }
            TiledError::FragmentExtent { mode, extent, tile } => write!(
                f,
                "mode {mode} of the fragment has extent {extent}, no multiple of the {tile} that one tile of \
                 the copy has there"
            ),
            TiledError::TooLarge { elements, limit } => {
                write!(f, "{elements} elements would have to be looked at; the limit is {limit}")
            }
            TiledError::Overflow { what } => write!(f, "{what} does not fit into 64 bits"),
        }
    }
}

impl core::error::Error for TiledError {}
