//! One error type for the whole algebra.
//!
//! An [`Error`] is small and `Copy` and needs no allocator. It knows the operation,
//! the operands (as text), the mode it was working on, and, in its [`ErrorKind`], the
//! condition that failed with its numbers. Programs match on [`Error::kind`]; people
//! read the `Display` form.
//!
//! The type is opaque so that more can be remembered later without breaking callers,
//! and the kinds are `#[non_exhaustive]` for the same reason.

use core::fmt;

use crate::layout::Mode;
use crate::text::Text;

/// Why an operation has no answer. See the [module](self) documentation.
///
/// ```
/// use tilework::{ErrorKind, layout};
///
/// let error = layout!((6,2):(1,7)).compose(&layout!((3,2):(2,3))).unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::NotALayout { index: 5, expected: 7, found: 8, .. }));
/// assert_eq!(
///     error.to_string(),
///     "composition: (6,2):(1,7) o (3,2):(2,3) is not a layout: at index 5 it is 8, but any \
///      layout that agrees up to there is 7 (offsets 4 and 3 of B carry past extent 6 of A's mode 0)",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Error {
    /// The operation that failed, as the innermost step ...
    step: Op,
    /// ... and the one that was asked for.
    op: Op,
    kind: ErrorKind,
    path: Path,
    subject: Text,
}

/// The result of an operation of the algebra.
pub type Result<T> = core::result::Result<T, Error>;

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// An operation of the algebra, as errors name it.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Op { $($(#[$doc])* $name,)* }

        impl Op {
            /// The name of the operation, CuTe's where CuTe has it.
            pub const fn name(self) -> &'static str {
                match self { $(Op::$name => $text,)* }
            }
        }
    };
}

ops! {
    /// Reading text.
    Parse = "parse",
    /// Building a nested tuple.
    Tuple = "tuple",
    /// Building a layout.
    Layout = "layout",
    /// Building a tiler.
    Tiler = "tiler",
    /// Taking a mode.
    Mode = "mode",
    /// Taking several modes in an order.
    Select = "select",
    /// Taking a range of modes.
    Take = "take",
    /// Grouping a range of modes.
    Group = "group",
    /// Appending a mode.
    Append = "append",
    /// Prepending a mode.
    Prepend = "prepend",
    /// Replacing a mode.
    Replace = "replace",
    /// Removing a mode.
    Remove = "remove",
    /// Imposing a profile.
    Unflatten = "unflatten",
    /// Evaluating a layout.
    Evaluate = "evaluation",
    /// Converting a coordinate to an index.
    Crd2Idx = "crd2idx",
    /// Converting an index to a coordinate.
    Idx2Crd = "idx2crd",
    /// Converting a coordinate from one shape to another.
    Crd2Crd = "crd2crd",
    /// Fixing some coordinates.
    Slice = "slice",
    /// Keeping only the modes that a slice fixes.
    Dice = "dice",
    /// Coalescing by mode.
    Coalesce = "coalesce",
    /// Filtering by mode.
    Filter = "filter",
    /// A layout with a given order of its modes.
    Ordered = "make_ordered_layout",
    /// Repeating a block over a shape.
    TileToShape = "tile_to_shape",
    /// Another shape on the same function.
    WithShape = "with_shape",
    /// Composition.
    Compose = "composition",
    /// Complement.
    Complement = "complement",
    /// Right inverse.
    RightInverse = "right_inverse",
    /// Left inverse.
    LeftInverse = "left_inverse",
    /// Division, modes kept together.
    LogicalDivide = "logical_divide",
    /// Division, tiles in mode 0 and the rest in mode 1.
    ZippedDivide = "zipped_divide",
    /// Division, the rest unpacked.
    TiledDivide = "tiled_divide",
    /// Division, everything unpacked.
    FlatDivide = "flat_divide",
    /// Product, modes kept together.
    LogicalProduct = "logical_product",
    /// Product, blocks in mode 0 and repetitions in mode 1.
    ZippedProduct = "zipped_product",
    /// Product, the repetitions unpacked.
    TiledProduct = "tiled_product",
    /// Product, everything unpacked.
    FlatProduct = "flat_product",
    /// Product, block by block.
    BlockedProduct = "blocked_product",
    /// Product, interleaved.
    RakedProduct = "raked_product",
    /// Dividing a shape by a shape.
    ShapeDiv = "shape_div",
    /// Keeping the first elements of a shape.
    ShapeMod = "shape_mod",
    /// Dividing a shape by a shape, rounding up.
    CeilDiv = "ceil_div",
    /// Spreading workers over a shape.
    DomainDistribute = "domain_distribute",
    /// Larger elements.
    Upcast = "upcast",
    /// Smaller elements.
    Downcast = "downcast",
    /// Elements of another width.
    Recast = "recast",
    /// The pointwise sum.
    Sum = "sum",
    /// The pointwise multiple.
    Scale = "scale",
    /// The restriction to the first indices.
    Truncate = "truncate",
    /// Solving `A o X = C`.
    Solve = "solve A o X = C",
    /// The common refinement of two layouts.
    CommonRefinement = "common_refinement",
    /// The layout of a table.
    Recover = "recover",
    /// The search for two indices with one offset.
    Collision = "collision",
    /// The search for an index with a given offset.
    Preimage = "preimage",
    /// The search for an offset that two layouts share.
    ImagesMeet = "images_meet",
    /// The least offset that is not taken.
    Mex = "mex",
}

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
    /// A mode that is not there.
    NoSuchMode {
        /// The mode asked for.
        mode: usize,
        /// The rank, or the end of the range.
        rank: usize,
    },
    /// More modes than the operation allows.
    RankTooLarge {
        /// The rank there is.
        rank: usize,
        /// The rank allowed.
        limit: usize,
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
    /// A value that has no place here.
    Unsupported {
        /// What it is.
        what: &'static str,
    },
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
pub struct Carry {
    /// The sum of the offsets of B's lower modes.
    pub low: i64,
    /// The offset of the mode that crosses.
    pub high: i64,
    /// The boundary: the product of A's extents up to `leaf`.
    pub boundary: i64,
    /// The leaf of A, counted from the left, that ends at the boundary.
    pub leaf: usize,
}

/// A path of mode indices, outermost first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Path {
    len: u8,
    steps: [u8; 7],
}

impl Error {
    pub(crate) const fn new(op: Op, kind: ErrorKind) -> Error {
        let path = Path { len: 0, steps: [0; 7] };
        Error { step: op, op, kind, path, subject: Text::EMPTY }
    }

    pub(crate) const fn overflow(op: Op, what: &'static str) -> Error {
        Error::new(op, ErrorKind::Overflow { what })
    }

    /// The same, about these operands, unless it already speaks of some.
    pub(crate) const fn on(mut self, subject: Text) -> Error {
        if self.subject.is_empty() {
            self.subject = subject;
        }
        self
    }

    /// The same, met while working on mode `mode`.
    pub(crate) const fn in_mode(mut self, mode: usize) -> Error {
        let mut i = if (self.path.len as usize) < self.path.steps.len() {
            self.path.len += 1;
            self.path.len as usize - 1
        } else {
            self.path.steps.len() - 1
        };
        while i > 0 {
            self.path.steps[i] = self.path.steps[i - 1];
            i -= 1;
        }
        self.path.steps[0] = if mode > 255 { 255 } else { mode as u8 };
        self
    }

    /// The same, met as a step of `op`.
    pub(crate) const fn within(mut self, op: Op) -> Error {
        self.op = op;
        self
    }

    /// The condition that failed, with its numbers.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The operation that was asked for.
    pub const fn op(&self) -> Op {
        self.op
    }

    /// The step of it that failed: a divide can fail in its complement.
    pub const fn step(&self) -> Op {
        self.step
    }

    /// The mode that was being worked on, outermost index first; empty for a whole layout.
    pub fn mode_path(&self) -> impl Iterator<Item = usize> + use<> {
        self.path.steps.into_iter().take(self.path.len as usize).map(usize::from)
    }

    /// Whether the search was given up, so that an answer may still exist.
    pub const fn is_undecided(&self) -> bool {
        matches!(self.kind, ErrorKind::Undecided { .. })
    }

    /// The index that proves that there is no answer, where there is one.
    pub const fn witness(&self) -> Option<i64> {
        match self.kind {
            ErrorKind::NotALayout { index, .. } | ErrorKind::OutOfDomain { index, .. } => {
                Some(index)
            }
            ErrorKind::NonZeroOrigin { .. } => Some(0),
            ErrorKind::NoSolution { index } => index,
            _ => None,
        }
    }

    /// Ends a constant evaluation with the reason. `layout!` and the type level use it.
    ///
    /// # Panics
    /// Always; that is how a constant evaluation fails.
    pub(crate) const fn raise(&self) -> ! {
        let reason = match self.kind {
            ErrorKind::Parse { expected, .. } => expected,
            _ => self.kind.headline(),
        };
        let text = Text::EMPTY
            .str(self.op.name())
            .str(": ")
            .str(self.subject.as_str())
            .str(": ")
            .str(reason);
        core::panic!("{}", text.as_str())
    }
}

impl core::error::Error for Error {}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.op != self.step {
            write!(f, "{}", self.op.name())?;
            self.path(f)?;
            f.write_str(": ")?;
        }
        f.write_str(self.step.name())?;
        if self.op == self.step {
            self.path(f)?;
        }
        let subject = self.subject.as_str();
        if self.subject.is_empty() {
            f.write_str(": ")?;
        } else if matches!(self.step, Op::Compose) {
            write!(f, ": {subject} ")?;
            if !matches!(self.kind, ErrorKind::NotALayout { .. } | ErrorKind::NotCompatible { .. })
            {
                f.write_str("has no answer: ")?;
            }
        } else {
            write!(f, " of {subject}: ")?;
        }
        write!(f, "{}", self.kind)
    }
}

impl Error {
    fn path(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.mode_path().enumerate() {
            write!(f, "{}{step}", if i == 0 { " in mode " } else { "." })?;
        }
        Ok(())
    }
}

impl ErrorKind {
    /// The condition in a few words, without numbers.
    const fn headline(&self) -> &'static str {
        match self {
            ErrorKind::Parse { .. } => "not in the notation",
            ErrorKind::BadExtent { .. } => "an extent is not positive",
            ErrorKind::NotCongruent { .. } => "the tuples are not nested alike",
            ErrorKind::TooManyModes { .. } => "too many modes",
            ErrorKind::Overflow { .. } => "a number does not fit into 64 bits",
            ErrorKind::NoSuchMode { .. } => "there is no such mode",
            ErrorKind::RankTooLarge { .. } => "the rank is too large",
            ErrorKind::NotPositive { .. } => "a number is not positive",
            ErrorKind::NegativeCoordinate { .. } => "a coordinate is negative",
            ErrorKind::CoordinateProfile { .. } => "the coordinate does not fit the shape",
            ErrorKind::OutOfBounds { .. } => "a coordinate is out of bounds",
            ErrorKind::Empty => "the table is empty",
            ErrorKind::NonZeroOrigin { .. } => "index 0 is not mapped to 0",
            ErrorKind::NotALayout { .. } => "is not a layout",
            ErrorKind::NotCompatible { .. } => "is a layout, but not one that refines B's shape",
            ErrorKind::OutOfDomain { .. } => "B leaves the domain of A",
            ErrorKind::NegativeStride { .. } => "a stride is negative",
            ErrorKind::Undecided { .. } => "not decided within the budget",
            ErrorKind::NotInjective { .. } => "a stride of 0 repeats an offset",
            ErrorKind::Overlap { .. } => "two modes overlap",
            ErrorKind::StrideNotMultiple { .. } => "a stride is not a multiple of a smaller one",
            ErrorKind::GapNotDivisible { .. } => "a stride is not a multiple of the block below it",
            ErrorKind::BoundNotMultiple { .. } => "the bound is not a multiple of the block",
            ErrorKind::NotDivisible { .. } => "a number does not divide another",
            ErrorKind::NoUnitStride => "there is no mode with stride 1",
            ErrorKind::SizeMismatch { .. } => "the sizes differ",
            ErrorKind::Incomparable { .. } => {
                "the strides change at indices that do not divide one another"
            }
            ErrorKind::NoSolution { .. } => "there is no solution",
            ErrorKind::Unsupported { what } => what,
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ErrorKind::Parse { at, expected } => write!(f, "at byte {at}: expected {expected}"),
            ErrorKind::BadExtent { leaf, extent } => {
                write!(f, "extent {extent} of leaf {leaf} is not positive; the least extent is 1")
            }
            ErrorKind::NotCongruent { left, right } if left == right => {
                write!(f, "both have {left} leaves, but they are nested differently")
            }
            ErrorKind::NotCongruent { left, right } => {
                write!(f, "{left} leaves on one side and {right} on the other")
            }
            ErrorKind::TooManyModes { limit } => {
                write!(f, "more than {limit} leaf modes, or nested too deeply for them")
            }
            ErrorKind::Overflow { what } => write!(f, "the {what} does not fit into 64 bits"),
            ErrorKind::NoSuchMode { mode, rank } => {
                write!(f, "mode {mode} is not within rank {rank}")
            }
            ErrorKind::RankTooLarge { rank, limit } => {
                write!(f, "rank {rank} is more than {limit}")
            }
            ErrorKind::NotPositive { what, value } => {
                write!(f, "{what} is {value}, but must be at least 1")
            }
            ErrorKind::NegativeCoordinate { value } => write!(f, "coordinate {value} is negative"),
            ErrorKind::CoordinateProfile { coordinate, shape } => write!(
                f,
                "the coordinate has {coordinate} modes where the shape has {shape}; \
                 give one integer, or as many modes as the shape has"
            ),
            ErrorKind::OutOfBounds { coordinate, extent } => {
                write!(f, "coordinate {coordinate} is not below extent {extent}")
            }
            ErrorKind::Empty => f.write_str("an empty table has no layout; the smallest is [0]"),
            ErrorKind::NonZeroOrigin { value } => {
                write!(f, "index 0 is mapped to {value}, but every layout maps it to 0")
            }
            ErrorKind::NotALayout { index, expected, found, why, carry } => {
                write!(
                    f,
                    "is not a layout: at index {index} it is {found}, but any layout that agrees \
                     up to there is {expected}"
                )?;
                if let Some(carry) = carry {
                    return write!(f, " ({carry})");
                }
                match why {
                    Why::Increment { chain } => {
                        write!(f, " (a new mode can start only at a multiple of {chain})")
                    }
                    Why::Break { size } => {
                        write!(
                            f,
                            " (a new mode cannot start there: {index} does not divide the size {size})"
                        )
                    }
                }
            }
            ErrorKind::NotCompatible { brk, boundary } => write!(
                f,
                "is a layout, but not one that refines B's shape: its stride changes at {brk}, a mode \
                 of B ends at {boundary}, and neither divides the other; compose_flat gives it"
            ),
            ErrorKind::OutOfDomain { index, offset, size } => {
                write!(f, "at index {index} B is {offset}, beyond the size {size} of A")
            }
            ErrorKind::NegativeStride { stride } => {
                write!(f, "stride {stride} is negative, which has no meaning here")
            }
            ErrorKind::Undecided { budget } => {
                write!(f, "not decided within {budget} steps; the problem is NP-hard in general")
            }
            ErrorKind::NotInjective { extent } => {
                write!(f, "a mode of extent {extent} has stride 0, so it repeats its offset")
            }
            ErrorKind::Overlap { lower, upper } => write!(
                f,
                "mode {upper} begins at {}, before mode {lower} ends at {}",
                upper.stride,
                i128::from(lower.extent) * i128::from(lower.stride)
            ),
            ErrorKind::StrideNotMultiple { stride, of } => {
                write!(f, "stride {stride} is not a multiple of the stride {of} below it")?;
                Nearest { value: stride, of }.fmt(f)
            }
            ErrorKind::GapNotDivisible { stride, block } => {
                let first = stride / block * block;
                write!(
                    f,
                    "stride {stride} is not a multiple of the block {block} below it, so offsets {first}, \
                     {}, ... cannot be covered",
                    first.saturating_add(stride)
                )?;
                Nearest { value: stride, of: block }.fmt(f)
            }
            ErrorKind::BoundNotMultiple { block, bound } => {
                write!(f, "{bound} is not a multiple of the block {block}")?;
                Nearest { value: bound, of: block }.fmt(f)
            }
            ErrorKind::NotDivisible { value, by } => {
                write!(f, "{by} does not divide {value}")?;
                Nearest { value, of: by }.fmt(f)
            }
            ErrorKind::NoUnitStride => {
                f.write_str("smaller elements need a mode with stride 1, and there is none")
            }
            ErrorKind::SizeMismatch { left, right } => {
                write!(f, "the sizes {left} and {right} differ")
            }
            ErrorKind::Incomparable { left, right } => {
                write!(f, "the strides change at {left} and {right}, and neither divides the other")
            }
            ErrorKind::NoSolution { index: Some(index) } => {
                write!(f, "there is no solution: it fails at index {index}")
            }
            ErrorKind::NoSolution { index: None } => f.write_str("there is no solution"),
            ErrorKind::Unsupported { what } => f.write_str(what),
        }
    }
}

impl fmt::Display for Carry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Carry { low, high, boundary, leaf } = *self;
        if low == 0 {
            write!(f, "offset {high} of B lies")?;
        } else {
            write!(f, "offsets {low} and {high} of B carry")?;
        }
        if leaf == 0 {
            write!(f, " past extent {boundary} of A's mode 0")
        } else {
            write!(f, " past {boundary}, the end of A's first {} leaf modes", leaf + 1)
        }
    }
}

/// The multiples of a number next to a value that is not one: "the nearest are 4 and 6".
struct Nearest {
    value: i64,
    of: i64,
}

impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let below = self.value / self.of * self.of;
        match below.checked_add(self.of) {
            Some(above) if below > 0 => write!(f, "; the nearest that are: {below} and {above}"),
            Some(above) => write!(f, "; the nearest that is: {above}"),
            None => Ok(()),
        }
    }
}
