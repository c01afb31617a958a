//! What can go wrong, with its numbers.

use crate::ground::mode::Mode;

/// The condition that failed, with its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not in the notation.
    Parse {
        /// The byte at which reading stopped.
        at: usize,
        /// What would have been legal there.
        expected: &'static str,
    },
    /// An extent is not positive.
    BadExtent {
        /// The leaf, counted from the left.
        leaf: usize,
        /// Its extent.
        extent: i64,
    },
    /// Two tuples that must be nested alike are not.
    NotCongruent {
        /// The number of leaves on the left.
        left: usize,
        /// The number of leaves on the right.
        right: usize,
    },
    /// More leaves or parentheses than fit.
    TooManyModes {
        /// The largest number of leaves.
        limit: usize,
    },
    /// A number does not fit into 64 bits.
    Overflow {
        /// The quantity that does not fit.
        what: &'static str,
    },
    /// There is no such mode.
    NoSuchMode {
        /// The mode.
        mode: usize,
        /// The rank, or the end of the range.
        rank: usize,
    },
    /// More modes than the operation allows.
    RankTooLarge {
        /// The actual rank.
        rank: usize,
        /// The largest rank that is allowed.
        limit: usize,
    },
    /// Two tuples that must have the same rank do not.
    RankMismatch {
        /// The rank on the left.
        left: usize,
        /// The rank on the right.
        right: usize,
    },
    /// A number that must be positive is not.
    NotPositive {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: i64,
    },
    /// A coordinate is negative.
    NegativeCoordinate {
        /// The coordinate.
        value: i64,
    },
    /// A coordinate is nested where the shape is not, or has another rank.
    CoordinateProfile {
        /// The rank of the coordinate at that place.
        coordinate: usize,
        /// The rank of the shape there.
        shape: usize,
    },
    /// A coordinate is not inside its mode.
    OutOfBounds {
        /// The coordinate.
        coordinate: i64,
        /// The extent of the mode.
        extent: i64,
    },
    /// An empty table has no layout.
    Empty,
    /// A layout maps 0 to 0.
    NonZeroOrigin {
        /// What the table starts with.
        value: i64,
    },
    /// The function is not a layout.
    NotALayout {
        /// The first index that no layout can agree with.
        index: i64,
        /// What every layout that agrees below `index` has there.
        expected: i64,
        /// What the function has there.
        found: i64,
        /// What rules out a new mode that starts at `index`.
        why: Why,
        /// The carry that breaks a composition there.
        carry: Option<Carry>,
    },
    /// The composite is a layout, but not one that refines B's shape: use `compose_flat`.
    NotCompatible {
        /// Where the composite changes its stride ...
        brk: i64,
        /// ... and where a mode of B ends. Neither divides the other.
        boundary: i64,
    },
    /// B leaves the domain of A.
    OutOfDomain {
        /// The first index that does.
        index: i64,
        /// B at that index.
        offset: i64,
        /// The size of A.
        size: i64,
    },
    /// A negative stride where offsets must not be negative.
    NegativeStride {
        /// The stride.
        stride: i64,
    },
    /// The search was given up; the answer is not known.
    Undecided {
        /// How many steps it was allowed.
        budget: u64,
    },
    /// A stride of zero repeats an offset.
    NotInjective {
        /// The extent of the mode with stride 0.
        extent: i64,
    },
    /// Two modes overlap.
    Overlap {
        /// The mode with the smaller stride.
        lower: Mode,
        /// The one that begins before `lower` ends.
        upper: Mode,
    },
    /// A stride is not a multiple of a smaller one.
    StrideNotMultiple {
        /// The stride.
        stride: i64,
        /// The smaller one.
        of: i64,
    },
    /// A stride is not a multiple of the block of offsets below it.
    GapNotDivisible {
        /// The stride.
        stride: i64,
        /// The block.
        block: i64,
    },
    /// The bound is not a multiple of the block.
    BoundNotMultiple {
        /// The block.
        block: i64,
        /// The bound.
        bound: i64,
    },
    /// A number does not divide another.
    NotDivisible {
        /// What was to be divided.
        value: i64,
        /// The divisor.
        by: i64,
    },
    /// A layout without stride 1 cannot be cut into smaller elements.
    NoUnitStride,
    /// Two sizes that must be equal are not.
    SizeMismatch {
        /// The size on the left.
        left: i64,
        /// The size on the right.
        right: i64,
    },
    /// Two indices at which strides change, of which neither divides the other.
    Incomparable {
        /// Where the left layout changes its stride.
        left: i64,
        /// Where the right one does.
        right: i64,
    },
    /// The equation has no solution.
    NoSolution {
        /// An index at which it cannot hold, where one is known.
        index: Option<i64>,
    },
    /// The equation has no solution, though A has an index for each offset up to this one.
    NoChoice {
        /// The first index at which every layout fails that solves the equation below it.
        index: i64,
    },
    /// A swizzle whose two bit fields overlap.
    SwizzleOverlap {
        /// How many bits each field has.
        bits: u32,
        /// How far apart they are.
        shift: i64,
    },
    /// A bit beyond those that offsets have.
    NoSuchBit {
        /// The bit, counted from 0.
        bit: i64,
        /// How many bits offsets have.
        limit: u32,
    },
    /// A number that must be a power of two is not.
    NotPowerOfTwo {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: i64,
    },
    /// The function is not linear over XOR: `f(a ^ b)` is not `f(a) ^ f(b)`.
    NotLinear {
        /// One index ...
        a: i64,
        /// ... and another.
        b: i64,
        /// `f(a) ^ f(b)`.
        expected: i64,
        /// `f(a ^ b)`.
        found: i64,
    },
    /// An XOR map that maps something other than 0 to 0.
    Singular {
        /// What it maps to 0.
        kernel: i64,
    },
    /// An XOR map moves a bit that lies inside the larger element.
    SplitsElement {
        /// The bit.
        bit: u32,
        /// How many elements were to become one.
        factor: i64,
    },
    /// More maps in a row than a composed layout holds.
    TooManyStages {
        /// How many it holds.
        limit: usize,
    },
    /// No index has this offset.
    NoIndex {
        /// The offset.
        offset: i64,
    },
    /// Two indices share an offset where each must have its own.
    Aliased {
        /// An index ...
        x: i64,
        /// ... and another ...
        y: i64,
        /// ... with this offset.
        offset: i64,
    },
    /// A tile overhangs.
    Overhang {
        /// The first index of the part that is outside.
        index: i64,
        /// How many elements of all tiles are outside.
        masked: i64,
    },
    /// The layout needs elements that the data does not have.
    OutsideData {
        /// The smallest position it needs; clamped to 64 bits.
        first: i64,
        /// The largest position it needs; clamped to 64 bits.
        last: i64,
        /// The number of elements there are.
        len: usize,
    },
    /// A layout needs more elements than fit into memory.
    TooLarge {
        /// How many elements it needs.
        span: u64,
        /// How many bytes each of them has.
        bytes: usize,
    },
    /// Two parts of a tensor interleave.
    Interleaved {
        /// Where the one that begins first ends ...
        end: i64,
        /// ... and the other begins.
        begin: i64,
    },
    /// A cell of a tile has two owners.
    OwnedTwice {
        /// The index of the cell.
        cell: i64,
        /// One owner, as (thread, value) ...
        first: (i64, i64),
        /// ... and another.
        second: (i64, i64),
    },
    /// A cell of a tile has no owner.
    Unowned {
        /// The index of the cell, the first such.
        cell: i64,
    },
    /// An owner has a cell that is not in the tile.
    OutsideTile {
        /// The index that the cell would have.
        cell: i64,
        /// The owner, as (thread, value).
        owner: (i64, i64),
        /// How many cells there are.
        cells: i64,
    },
    /// No strides show the elements in that order under that shape, so they have to be copied.
    NeedsCopy {
        /// The first index, in the order of counting, at which all such strides are wrong.
        index: i64,
        /// The offset that they have there; clamped to 64 bits.
        expected: i64,
        /// The offset of the element that belongs there.
        found: i64,
        /// The leaf of the layout that ends at the index ...
        last: usize,
        /// ... and the one that begins there, and does not continue it.
        next: usize,
        /// The leaf of the new shape that has the index inside.
        new: usize,
        /// Whether there is a layout that refines the shape: `reshape` gives it.
        nested: bool,
    },
    /// A mode is named twice.
    RepeatedMode {
        /// The mode.
        mode: usize,
    },
    /// An output of a linear layout is no input of the one after it.
    NoSuchInput {
        /// The output, counted from 0.
        output: usize,
    },
    /// A mode that must have one element has more.
    NotUnit {
        /// How many it has.
        size: i64,
    },
    /// A mode of another extent cannot be repeated to have this one.
    NotBroadcast {
        /// How many elements the mode has.
        size: i64,
        /// How many it should have.
        to: i64,
    },
    /// A value that this operation does not support.
    Unsupported {
        /// What it is.
        what: &'static str,
    },
}

impl ErrorKind {
    /// The name of the kind, for programs and for JSON: `not-a-layout`, `overlap`, ...
    pub const fn name(&self) -> &'static str {
        match self {
            ErrorKind::Parse { .. } => "syntax",
            ErrorKind::BadExtent { .. } => "bad-extent",
            ErrorKind::NotCongruent { .. } => "not-congruent",
            ErrorKind::TooManyModes { .. } => "too-many-modes",
            ErrorKind::Overflow { .. } => "overflow",
            ErrorKind::NoSuchMode { .. } => "no-such-mode",
            ErrorKind::RankTooLarge { .. } => "rank-too-large",
            ErrorKind::RankMismatch { .. } => "rank-mismatch",
            ErrorKind::NotPositive { .. } => "not-positive",
            ErrorKind::NegativeCoordinate { .. } => "negative-coordinate",
            ErrorKind::CoordinateProfile { .. } => "coordinate-profile",
            ErrorKind::OutOfBounds { .. } => "out-of-bounds",
            ErrorKind::Empty => "empty",
            ErrorKind::NonZeroOrigin { .. } => "nonzero-origin",
            ErrorKind::NotALayout { .. } => "not-a-layout",
            ErrorKind::NotCompatible { .. } => "not-compatible",
            ErrorKind::OutOfDomain { .. } => "out-of-domain",
            ErrorKind::NegativeStride { .. } => "negative-stride",
            ErrorKind::Undecided { .. } => "undecided",
            ErrorKind::NotInjective { .. } => "not-injective",
            ErrorKind::Overlap { .. } => "overlap",
            ErrorKind::StrideNotMultiple { .. } => "stride-not-multiple",
            ErrorKind::GapNotDivisible { .. } => "gap-not-divisible",
            ErrorKind::BoundNotMultiple { .. } => "bound-not-multiple",
            ErrorKind::NotDivisible { .. } => "not-divisible",
            ErrorKind::NoUnitStride => "no-unit-stride",
            ErrorKind::SizeMismatch { .. } => "size-mismatch",
            ErrorKind::NoSolution { .. } => "no-solution",
            ErrorKind::NoChoice { .. } => "no-choice",
            ErrorKind::SwizzleOverlap { .. } => "swizzle-overlap",
            ErrorKind::NoSuchBit { .. } => "no-such-bit",
            ErrorKind::NotPowerOfTwo { .. } => "not-a-power-of-two",
            ErrorKind::NotLinear { .. } => "not-linear",
            ErrorKind::Singular { .. } => "singular",
            ErrorKind::SplitsElement { .. } => "splits-element",
            ErrorKind::TooManyStages { .. } => "too-many-stages",
            ErrorKind::NoIndex { .. } => "no-index",
            ErrorKind::Aliased { .. } => "aliased",
            ErrorKind::Overhang { .. } => "overhang",
            ErrorKind::OutsideData { .. } => "outside-data",
            ErrorKind::TooLarge { .. } => "too-large",
            ErrorKind::Interleaved { .. } => "interleaved",
            ErrorKind::OwnedTwice { .. } => "owned-twice",
            ErrorKind::Unowned { .. } => "unowned",
            ErrorKind::OutsideTile { .. } => "outside-tile",
            ErrorKind::NeedsCopy { .. } => "needs-copy",
            ErrorKind::RepeatedMode { .. } => "repeated-mode",
            ErrorKind::NoSuchInput { .. } => "no-such-input",
            ErrorKind::NotUnit { .. } => "not-unit",
            ErrorKind::NotBroadcast { .. } => "not-broadcast",
            ErrorKind::Unsupported { .. } => "unsupported",
            ErrorKind::Incomparable { .. } => "incomparable",
        }
    }
}

/// What rules out that a new mode starts at the index of a
/// [`NotALayout`](ErrorKind::NotALayout).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The index is not a multiple of `chain`, where the last mode so far starts.
    Increment {
        /// Where the last mode so far starts.
        chain: i64,
    },
    /// The index does not divide the size.
    Break {
        /// The size.
        size: i64,
    },
}

/// Two offsets of B whose sum crosses a boundary of A.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Carry {
    /// The sum of the offsets of B's lower modes.
    pub low: i64,
    /// The offset of the mode that crosses.
    pub high: i64,
    /// The boundary: the product of A's extents up to `leaf`.
    pub boundary: i64,
    /// The leaf of A, counted from the fastest one, that ends at the boundary: from the left ...
    pub leaf: usize,
    /// ... or, where indices count rightmost fastest, from the right.
    pub from_right: bool,
}
