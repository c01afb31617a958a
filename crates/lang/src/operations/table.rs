//! The operations of the language, by CuTe's names.
//!
//! A file for each group: which operation, its names, its forms with the kinds of their arguments, what it does, one
//! example with its result, what to draw, and what to call; after `@`, what it does where indices count
//! rightmost fastest. Parsing, evaluation, errors, explanations, pictures, help, completion and the tests
//! all read the table of all of them.

use crate::operations::operation::Operation;

macro_rules! operations {
    (@name $name:ident) => { stringify!($name) };
    (@name $name:literal) => { $name };
    (@form $($argument:tt: $kind:ident),*) => {{
        const ARGUMENTS: &[crate::operations::operation::Argument] = operations!(@arguments $($argument: $kind),*);
        crate::operations::operation::Form {
            arguments: ARGUMENTS,
            least: ARGUMENTS.len(),
            most: ARGUMENTS.len(),
        }
    }};
    (@form $($argument:tt: $kind:ident),*; $least:literal $most:literal) => {
        crate::operations::operation::Form {
            arguments: operations!(@arguments $($argument: $kind),*),
            least: $least,
            most: $most,
        }
    };
    (@arguments $($argument:tt: $kind:ident),*) => {
        &[$(crate::operations::operation::Argument {
            name: operations!(@name $argument),
            kind: crate::operations::operation::Kind::$kind,
        }),*]
    };
    (@figure) => { crate::operations::operation::Figure::Beside };
    (@figure $figure:expr) => { $figure };
    (@alternative) => { |_, _| None };
    (@alternative $alternative:expr) => { $alternative };
    ($group:literal {
        $($id:ident = $name:literal $(| $alias:literal)*
            $(($($argument:tt: $kind:ident),* $(; $least:literal to $most:literal)?))or+
            @$lex:ident$(($grouping:expr))?
            $summary:literal
            $example:literal = $result:literal
            $([$figure:expr])? $(else $alternative:expr)? => |$a:ident| $apply:expr;)*
    }) => {
        /// The operations of the group, in the order of the documentation.
        pub(super) const GROUP: &[super::Operation] = &[$(super::Operation {
            id: super::Id::$id,
            group: $group,
            name: $name,
            aliases: &[$($alias),*],
            forms: &[$(operations!(@form $($argument: $kind),* $(; $least $most)?)),+],
            summary: $summary,
            example: $example,
            result: $result,
            figure: operations!(@figure $($figure)?),
            lex: crate::operations::operation::Lex::$lex$(($grouping))?,
            alternative: operations!(@alternative $($alternative)?),
            apply: |$a| $apply,
        },)*];
    };
}

mod making;
mod bits;
mod asking;
mod evaluating;
mod structure;
mod views;
mod algebra;
mod divides;
mod parts;
mod shapes;
mod deciding;
mod tiles;
mod memory;

/// The groups, in the order of the documentation.
const GROUPS: &[&[Operation]] = &[
    making::GROUP,
    bits::GROUP,
    asking::GROUP,
    evaluating::GROUP,
    structure::GROUP,
    views::GROUP,
    algebra::GROUP,
    divides::GROUP,
    parts::GROUP,
    shapes::GROUP,
    deciding::GROUP,
    tiles::GROUP,
    memory::GROUP,
];

/// How many operations there are.
const COUNT: usize = {
    let (mut count, mut i) = (0, 0);
    while i < GROUPS.len() {
        count += GROUPS[i].len();
        i += 1;
    }
    count
};

/// The groups one after another, in the order of [`Id`]: what is not in it does not compile.
static OPERATIONS: [Operation; COUNT] = {
    let (mut all, mut next, mut i) = ([GROUPS[0][0]; COUNT], 0, 0);
    while i < GROUPS.len() {
        let mut j = 0;
        while j < GROUPS[i].len() {
            all[next] = GROUPS[i][j];
            assert!(
                all[next].id as usize == next,
                "the variants of Id are in the order of the groups"
            );
            (next, j) = (next + 1, j + 1);
        }
        i += 1;
    }
    all
};

/// All operations, in the order of the documentation.
pub const fn all() -> &'static [Operation] {
    &OPERATIONS
}

impl Id {
    /// The operation that it is.
    pub fn operation(self) -> &'static Operation {
        &OPERATIONS[self as usize]
    }
}

/// Which operation; [`Id::operation`] has what is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are those of the operations")]
#[rustfmt::skip]
pub enum Id {
    // Making layouts
    MakeLayout, MakeLayoutLeft, MakeLayoutRight, MakeOrderedLayout, MakeLayoutLike, TileToShape,
    MakeIdentityLayout, ComposedLayout,
    // Maps of bits
    MakeSwizzle, MakeXorMap, Apply, Inverse, F2Rank, ToXorMap, ToLayout,
    // Asking
    Size, Cosize, Rank, Depth, Length, Shape, Stride, Coshape, MaxAlignment, VectorWidth,
    VectorAlignment,
    // Evaluating
    Crd2idx, Idx2crd, Crd2crd, EvalCoord, Eval1d, Offsets, Slice, SliceAndOffset, Dice, WithOffset,
    Pair,
    // Structure
    Get, Select, Take, Flatten, Unflatten, Group, Append, AppendN, Prepend, PrependN, Replace,
    Remove, Sort, WithShape, Filter, FilterZeros,
    // Views
    CanView, Reshape, Permute, SwapDims, Squeeze, Unsqueeze, BroadcastTo, StridedView, Flip,
    // Algebra
    Coalesce, Composition, ComposeAny, ComposeFlat, ComposeAt, ComposeStrict, Complement,
    ComplementExact, ComplementImage, RightInverse, RightInverseMax, LeftInverse, LeftInverseSearch,
    GeneralizedInverse, Nullspace, MaxCommonLayout, MaxCommonVector, CommonVector, CommonRefinement,
    Sum, Scale, Truncate, Solve, Recover,
    // Divides and products
    LogicalDivide, ZippedDivide, TiledDivide, FlatDivide, Overhang, LogicalProduct, ZippedProduct,
    TiledProduct, FlatProduct, BlockedProduct, RakedProduct,
    // Parts
    InnerPartition, OuterPartition, LocalTile, LocalPartition, MakeLayoutTv, TvLayout, Partition,
    Owners, Owner, Coverage,
    // Shapes and elements
    ShapeDiv, ShapeMod, CeilDiv, DomainDistribute, Upcast, Downcast, Recast,
    // Deciding
    Congruent, WeaklyCongruent, Compatible, WeaklyCompatible, EvenlyDivides, SameFunction,
    FirstDifference, IsInjective, IsSurjective, IsBijective, IsContiguous, Collision, Mex, Preimage,
    ImagesMeet,
    // Atoms and tiles
    MakeTiledMma, MakeTiledCopy, MakeTiledCopyA, MakeTiledCopyB, MakeTiledCopyC, MakeCopyAtom,
    GetSlice, PartitionA, PartitionB, PartitionC, PartitionS, PartitionD, PartitionFragmentA,
    PartitionFragmentB, PartitionFragmentC, ThrfrgA, ThrfrgB, ThrfrgC, TidfrgS, TidfrgD, RetileS,
    RetileD,
    // Memory of the hardware
    BankReport, GlobalReport, WidestVector, SolveSwizzle, SolveXor, SolvePadding, Descriptor,
    TmaCheck, TmaBox,
}
