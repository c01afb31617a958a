//! What people read.

use core::fmt;

use super::{Advice, Carry, Error, ErrorKind, Op, Why};
use crate::ground::text::LongText;

impl Error {
    /// The `Display` form without its [`advice`](Error::advice).
    pub fn message(&self) -> impl fmt::Display + '_ {
        Message(self)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Message(self))?;
        advised(self.advice(), f)
    }
}

/// Advice after what it is about.
fn advised(advice: Option<Advice>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match advice {
        Some(advice) => write!(f, "; {advice}"),
        None => Ok(()),
    }
}

struct Message<'a>(&'a Error);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

impl Error {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.op != self.step {
            write!(f, "{}", self.op.name())?;
            self.path(f)?;
            f.write_str(": ")?;
        }
        f.write_str(self.step.name())?;
        if self.op == self.step {
            self.path(f)?;
        }
        match (self.subject.as_str(), self.kind) {
            // What is (not) a layout is the subject of the sentence.
            ("", ErrorKind::NotALayout { .. }) => f.write_str(": the table ")?,
            (subject, ErrorKind::NotALayout { .. } | ErrorKind::NotCompatible { .. }) => {
                write!(f, ": {subject} ")?;
            }
            ("", _) => f.write_str(": ")?,
            (subject, _) => match self.step {
                Op::Compose | Op::Sum => write!(f, ": {subject} has no answer: ")?,
                Op::Solve => write!(f, ": {subject}: ")?,
                Op::Parse => write!(f, " `{subject}`: ")?,
                _ => write!(f, " of {subject}: ")?,
            },
        }
        match (self.step, self.kind, self.component()) {
            (
                Op::Append | Op::Prepend | Op::TileToShape | Op::BroadcastTo,
                ErrorKind::RankTooLarge { rank, limit },
                _,
            ) => {
                write!(f, "it has {rank} modes already, more than {limit}")
            }
            (_, ErrorKind::NotALayout { index, expected, found, why, carry }, Some(leaf)) => {
                write!(
                    f,
                    "is not a layout: at index {index} component {leaf} is {found}, but in any \
                     layout that agrees up to there it is {expected}{}",
                    Because { index, why, carry }
                )
            }
            (_, ErrorKind::NeedsCopy { .. }, Some(leaf)) => {
                write!(f, "for component {leaf} of its values ")?;
                self.kind.write(f)
            }
            (Op::Solve, ErrorKind::NoSolution { index: Some(index) }, _) => write!(
                f,
                "there is no solution: A has no index for the offset of C at index {index}, not \
                 even past its end"
            ),
            (_, kind, _) => kind.write(f),
        }
    }

    fn path(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.mode_path().enumerate() {
            write!(f, "{}{step}", if i == 0 { " in mode " } else { "." })?;
        }
        Ok(())
    }
}

impl ErrorKind {
    /// The condition in a few words, without numbers.
    pub(super) const fn headline(&self) -> &'static str {
        match self {
            ErrorKind::Parse { .. } => "not in the notation",
            ErrorKind::BadExtent { .. } => "an extent is not positive",
            ErrorKind::NotCongruent { .. } => "the tuples are not nested alike",
            ErrorKind::TooManyModes { .. } => "too many modes",
            ErrorKind::Overflow { .. } => "a number does not fit into 64 bits",
            ErrorKind::NoSuchMode { .. } => "there is no such mode",
            ErrorKind::RankTooLarge { .. } => "the rank is too large",
            ErrorKind::RankMismatch { .. } => "the ranks differ",
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
            ErrorKind::NoSolution { .. } | ErrorKind::NoChoice { .. } => "there is no solution",
            ErrorKind::SwizzleOverlap { .. } => "the two bit fields of the swizzle overlap",
            ErrorKind::NoSuchBit { .. } => "there is no such bit",
            ErrorKind::NotPowerOfTwo { .. } => "a number is not a power of two",
            ErrorKind::NotLinear { .. } => "it is not linear over XOR",
            ErrorKind::Singular { .. } => "it maps something other than 0 to 0",
            ErrorKind::SplitsElement { .. } => "it moves bits inside the larger element",
            ErrorKind::TooManyStages { .. } => "too many maps in a row",
            ErrorKind::NoIndex { .. } => "no index has this offset",
            ErrorKind::Aliased { .. } => "two indices share an offset",
            ErrorKind::Overhang { .. } => "a tile overhangs",
            ErrorKind::OutsideData { .. } => "the layout does not fit the data",
            ErrorKind::TooLarge { .. } => "the layout does not fit into memory",
            ErrorKind::Interleaved { .. } => "the parts interleave",
            ErrorKind::OwnedTwice { .. } => "a cell has two owners",
            ErrorKind::Unowned { .. } => "a cell has no owner",
            ErrorKind::OutsideTile { .. } => "an owner has a cell outside the tile",
            ErrorKind::NeedsCopy { .. } => "a copy is needed",
            ErrorKind::RepeatedMode { .. } => "a mode is named twice",
            ErrorKind::NoSuchInput { .. } => "an output is no input",
            ErrorKind::NotUnit { .. } => "a mode has more than one element",
            ErrorKind::NotBroadcast { .. } => "the extents differ, and the first is not 1",
            ErrorKind::Unsupported { what } => what,
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)?;
        advised(self.advice(), f)
    }
}

impl ErrorKind {
    /// The condition in a constant, where nothing can be formatted: with the numbers that are a witness.
    pub(super) const fn in_constant(&self, text: LongText) -> LongText {
        match *self {
            ErrorKind::Parse { at, expected } => {
                text.str("at byte ").int(at as i64).str(": expected ").str(expected)
            }
            ErrorKind::BadExtent { leaf, extent } => {
                let text = text.str("extent ").int(extent).str(" of leaf ").int(leaf as i64);
                text.str(" is not positive")
            }
            ErrorKind::NotCongruent { left, right } if left != right => {
                let text = text.str(self.headline()).str(": ").int(left as i64);
                text.str(" leaves and ").int(right as i64)
            }
            ErrorKind::NoSuchMode { mode, rank } => {
                text.str("mode ").int(mode as i64).str(" is not within rank ").int(rank as i64)
            }
            ErrorKind::RankTooLarge { rank, limit } => {
                let text = text.int(rank as i64).str(" modes are named, but the rank is ");
                text.int(limit as i64)
            }
            ErrorKind::NotALayout { index, expected, found, .. } => {
                let text = text.str(self.headline()).str(": at index ").int(index);
                let text = text.str(" it is ").int(found);
                text.str(", but any layout that agrees up to there is ").int(expected)
            }
            ErrorKind::NotCompatible { brk, boundary } => {
                let text = text.str(self.headline()).str(": its stride changes at ").int(brk);
                text.str(", a mode of B ends at ").int(boundary)
            }
            ErrorKind::GapNotDivisible { stride, block } => {
                let text = text.str("stride ").int(stride).str(" is not a multiple of the block ");
                text.int(block).str(" below it")
            }
            ErrorKind::NotDivisible { value, by } => {
                text.int(by).str(" does not divide ").int(value)
            }
            ErrorKind::SizeMismatch { left, right } => {
                text.str("the sizes ").int(left).str(" and ").int(right).str(" differ")
            }
            _ => text.str(self.headline()),
        }
    }

    /// The condition with its numbers, without advice.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ErrorKind::Parse { at, expected } => write!(f, "at byte {at}: expected {expected}"),
            ErrorKind::BadExtent { leaf, extent } => {
                write!(f, "extent {extent} of leaf {leaf} is not positive")
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
                write!(f, "{rank} modes are named, but the rank is {limit}")
            }
            ErrorKind::RankMismatch { left, right } => {
                write!(f, "{left} modes on one side and {right} on the other")
            }
            ErrorKind::NotPositive { what, value } => {
                write!(f, "{what} is {value}, but must be at least 1")
            }
            ErrorKind::NegativeCoordinate { value } => write!(f, "coordinate {value} is negative"),
            ErrorKind::CoordinateProfile { coordinate, shape } => {
                write!(f, "the coordinate has {coordinate} modes where the shape has {shape}")
            }
            ErrorKind::OutOfBounds { coordinate, extent } => {
                write!(f, "coordinate {coordinate} is not below extent {extent}")
            }
            ErrorKind::Empty => f.write_str("an empty table has no layout"),
            ErrorKind::NonZeroOrigin { value } => {
                write!(f, "index 0 is mapped to {value}, but every layout maps it to 0")
            }
            ErrorKind::NotALayout { index, expected, found, why, carry } => {
                write!(
                    f,
                    "is not a layout: at index {index} it is {found}, but any layout that agrees \
                     up to there is {expected}{}",
                    Because { index, why, carry }
                )
            }
            ErrorKind::NotCompatible { brk, boundary } => write!(
                f,
                "is a layout, but not one that refines B's shape: its stride changes at {brk}, a mode \
                 of B ends at {boundary}, and neither divides the other"
            ),
            ErrorKind::OutOfDomain { index, offset, size } => {
                write!(f, "at index {index} B is {offset}, beyond the size {size} of A")
            }
            ErrorKind::NegativeStride { stride } => {
                write!(f, "stride {stride} is negative, which has no meaning here")
            }
            ErrorKind::Undecided { budget } => {
                write!(f, "not decided within {budget} steps of the search")
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
                write!(f, "stride {stride} is not a multiple of the stride {of} below it")
            }
            ErrorKind::GapNotDivisible { stride, block } => {
                let first = stride / block * block;
                write!(
                    f,
                    "stride {stride} is not a multiple of the block {block} below it, so offsets {first}, \
                     {}, ... cannot be covered",
                    first.saturating_add(stride)
                )
            }
            ErrorKind::BoundNotMultiple { block, bound } => {
                write!(f, "{bound} is not a multiple of the block {block}")
            }
            ErrorKind::NotDivisible { value, by } => {
                write!(f, "{by} does not divide {value}")
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
            ErrorKind::NoChoice { index } => write!(
                f,
                "there is no solution: A has indices for the offset at index {index}, but no layout \
                 that solves it below index {index} continues to one of them"
            ),
            ErrorKind::SwizzleOverlap { bits, shift } => {
                write!(f, "with a shift of {shift} the two fields of {bits} bits overlap")
            }
            ErrorKind::NoSuchBit { bit, .. } => write!(f, "there is no bit {bit}"),
            ErrorKind::NotPowerOfTwo { what, value } => {
                write!(f, "{what} is {value}, which is not a power of two")
            }
            ErrorKind::NotLinear { a, b, expected, found } => write!(
                f,
                "it is not linear over XOR: f({a}) ^ f({b}) is {expected}, but f({a} ^ {b}) is {found}"
            ),
            ErrorKind::Singular { kernel } => {
                write!(f, "it has no inverse: it maps both 0 and {kernel} to 0")
            }
            ErrorKind::SplitsElement { bit, factor } => {
                write!(f, "it moves bit {bit}, which lies inside an element of {factor}")
            }
            ErrorKind::TooManyStages { limit } => {
                write!(f, "more than {limit} maps in a row, or larger ones than fit")
            }
            ErrorKind::NoIndex { offset } => write!(f, "no index has offset {offset}"),
            ErrorKind::Aliased { x, y, offset } => {
                write!(f, "indices {x} and {y} both have offset {offset}")
            }
            ErrorKind::Overhang { index, .. } => {
                write!(f, "index {index} of the part lies outside")
            }
            ErrorKind::OutsideData { first, last, len } => {
                write!(
                    f,
                    "positions {first} to {last} are needed, but there are only {len} elements"
                )
            }
            ErrorKind::TooLarge { span, bytes } => {
                write!(f, "{span} elements of {bytes} bytes do not fit into memory")
            }
            ErrorKind::OwnedTwice { cell, first: (t, v), second: (u, w) } => {
                write!(f, "thread {t}, value {v} and thread {u}, value {w} both have cell {cell}")
            }
            ErrorKind::Unowned { cell } => write!(f, "no thread has cell {cell}"),
            ErrorKind::OutsideTile { cell, owner: (t, v), .. } => {
                write!(f, "thread {t}, value {v} has cell {cell}")
            }
            ErrorKind::Interleaved { end, begin } => {
                write!(f, "the parts interleave: one ends at {end} and the next begins at {begin}")
            }
            ErrorKind::NeedsCopy { index, expected, found, last, next, new, nested } => {
                write!(f, "a copy is needed: at index {index} the offset is {found}, but ")?;
                if nested {
                    write!(f, "with one stride for mode {new} it is {expected}")?;
                } else {
                    write!(
                        f,
                        "in any layout of this shape that agrees up to there it is {expected}"
                    )?;
                }
                write!(
                    f,
                    " (inside mode {new} of the shape, mode {last} of A ends, and mode {next} does not \
                     continue it)"
                )
            }
            ErrorKind::RepeatedMode { mode } => write!(f, "mode {mode} is named twice"),
            ErrorKind::NoSuchInput { output } => {
                write!(f, "output {output} of the inner one is no input of the outer one")
            }
            ErrorKind::NotUnit { size } => write!(f, "it has {size} elements, not one"),
            ErrorKind::NotBroadcast { size, to } => {
                write!(f, "{size} elements cannot become {to}: only one element can be repeated")
            }
            ErrorKind::Unsupported { what } => write!(f, "not supported: {what}"),
        }
    }
}

/// Why no mode starts at the index of a function that is not a layout, in parentheses.
struct Because {
    index: i64,
    why: Why,
    carry: Option<Carry>,
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(carry) = self.carry {
            return write!(f, " ({carry})");
        }
        match self.why {
            Why::Increment { chain } => {
                write!(f, " (a new mode can start only at a multiple of {chain})")
            }
            Why::Break { size } => write!(
                f,
                " (a new mode cannot start there: {} does not divide the size {size})",
                self.index
            ),
        }
    }
}

impl fmt::Display for Carry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Carry { low, high, boundary, leaf, from_right } = *self;
        write!(f, "offsets {low} and {high} of B carry past ")?;
        match (leaf, from_right) {
            (0, false) => write!(f, "extent {boundary} of A's mode 0"),
            (0, true) => write!(f, "extent {boundary} of A's last leaf mode"),
            _ => {
                let end = if from_right { "last" } else { "first" };
                write!(f, "{boundary}, the size of A's {end} {} leaf modes", leaf + 1)
            }
        }
    }
}
