//! One error type for the whole algebra.

mod kind;
mod advice;
mod message;

use core::fmt;

use crate::ground::text::{LongText, Text};

pub use advice::Advice;
pub use kind::{Carry, ErrorKind, Why};

/// Why an operation has no answer.
///
/// It is small and `Copy` and needs no allocator. It holds the operation, the operands (as
/// text), the mode it was working on, and, in its [`ErrorKind`], the condition that failed with
/// its numbers. Programs match on [`kind`](Error::kind); people read the `Display` form.
///
/// The type is opaque so that it can hold more later without breaking callers, and the
/// kinds are `#[non_exhaustive]` for the same reason.
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
    /// ... and the one that the caller called.
    op: Op,
    kind: ErrorKind,
    path: Path,
    /// The leaf of the coordinates that the numbers are about, plus one; 0 for none.
    component: u8,
    subject: Text,
}

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
    /// Generalized inverse.
    GeneralizedInverse = "generalized_inverse",
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
    Solve = "solve",
    /// The indices that are mapped to 0.
    Nullspace = "nullspace",
    /// The number of contiguous elements that two layouts share.
    MaxCommonVector = "max_common_vector",
    /// The contiguous part that two layouts share.
    MaxCommonLayout = "max_common_layout",
    /// The widest vector of a layout.
    VectorWidth = "vector_width",
    /// The widest vector of a copy.
    CommonVector = "common_vector",
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
    /// Building a swizzle.
    Swizzle = "swizzle",
    /// Building a map of bits.
    XorMap = "xor_map",
    /// The inverse of a map of bits.
    Inverse = "inverse",
    /// Building a composed layout.
    ComposedLayout = "composed_layout",
    /// The layout with the function of a composed one.
    ToLayout = "to_layout",
    /// The largest minus the smallest offset, plus one.
    Cosize = "cosize",
    /// Comparing functions.
    SameFunction = "same_function",
    /// Arithmetic of basis elements.
    Basis = "basis",
    /// The layout that maps coordinates to themselves.
    IdentityLayout = "make_identity_layout",
    /// From coordinates to offsets.
    InnerProduct = "inner_product",
    /// One tile of a division.
    InnerPartition = "inner_partition",
    /// One element of every tile of a division.
    OuterPartition = "outer_partition",
    /// The tile of a block.
    LocalTile = "local_tile",
    /// The part of a thread.
    LocalPartition = "local_partition",
    /// The tiles of a shape that they need not divide.
    Ragged = "ragged",
    /// A thread-value layout.
    LayoutTv = "make_layout_tv",
    /// Whether every cell of a tile has one owner.
    Coverage = "coverage",
    /// What a thread holds.
    Partition = "partition",
    /// Who owns the cells of a tile.
    Owners = "owners",
    /// A layout over data.
    Tensor = "tensor",
    /// Strides of another library.
    Strides = "strides",
    /// Another shape on the same elements, with one stride for each mode.
    CanView = "can_view",
    /// Another shape on the same elements.
    Reshape = "reshape",
    /// The modes in another order.
    Permute = "permute",
    /// Without modes of one element.
    Squeeze = "squeeze",
    /// With one more mode of one element.
    Unsqueeze = "unsqueeze",
    /// Repeated along modes of one element.
    BroadcastTo = "broadcast_to",
    /// Any strides over the memory of a layout.
    AsStrided = "as_strided",
    /// Modes from their ends.
    Flip = "flip",
    /// The part of memory that a layout needs.
    Window = "window",
}

/// A path of mode indices, outermost first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Path {
    len: u8,
    steps: [u8; 7],
}

// Where size counts, out of line: an error is 216 bytes, which a caller would otherwise carry field by field.
impl Error {
    #[cfg_attr(target_family = "wasm", cold, inline(never))]
    pub(crate) const fn new(op: Op, kind: ErrorKind) -> Error {
        let path = Path { len: 0, steps: [0; 7] };
        Error { step: op, op, kind, path, component: 0, subject: Text::EMPTY }
    }

    #[cfg_attr(target_family = "wasm", cold, inline(never))]
    pub(crate) const fn overflow(op: Op, what: &'static str) -> Error {
        Error::new(op, ErrorKind::Overflow { what })
    }

    /// The same error with these operands, unless it already has some.
    #[cfg_attr(target_family = "wasm", cold, inline(never))]
    pub(crate) const fn on(mut self, subject: Text) -> Error {
        if self.subject.is_empty() {
            self.subject = subject;
        }
        self
    }

    /// The same error with these operands, instead of those of a part.
    #[cfg_attr(target_family = "wasm", cold, inline(never))]
    pub(crate) const fn about(mut self, subject: Text) -> Error {
        self.subject = subject;
        self
    }

    /// The same error, where a copy is needed, and it is known whether a nested layout is not.
    #[cfg_attr(target_family = "wasm", cold, inline(never))]
    pub(crate) const fn nested(mut self, exists: bool) -> Error {
        if let ErrorKind::NeedsCopy { nested, .. } = &mut self.kind {
            *nested = exists;
        }
        self
    }

    /// The same error, inside mode `mode`.
    #[cfg_attr(target_family = "wasm", cold, inline(never))]
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

    /// The same error, in component `leaf` of values that are coordinates.
    #[cfg_attr(target_family = "wasm", cold, inline(never))]
    pub(crate) const fn in_component(mut self, leaf: usize) -> Error {
        // There are at most 32.
        self.component = leaf as u8 + 1;
        self
    }

    /// The same error, as a step of `op`. A tuple that does not fit is no step of its own.
    #[cfg_attr(target_family = "wasm", cold, inline(never))]
    pub(crate) const fn within(mut self, op: Op) -> Error {
        if matches!(self.step, Op::Tuple) {
            self.step = op;
        }
        self.op = op;
        self
    }

    /// The condition that failed, with its numbers.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The operation that was called.
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

    /// The leaf of the coordinates, counted from the left, that the numbers of the error are about,
    /// where the values of a layout are coordinates.
    ///
    /// ```
    /// use tilework::{CoordLayout, ErrorKind, layout};
    ///
    /// let a: CoordLayout = "(4,5):(2@2,3@1)".parse()?;
    /// let error = a.compose(&layout!((2,3):(3,1))).unwrap_err();
    /// assert_eq!((error.witness(), error.component()), (Some(3), Some(2)));
    /// assert!(matches!(error.kind(), ErrorKind::NotALayout { expected: 8, found: 0, .. }));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn component(&self) -> Option<usize> {
        if self.component == 0 { None } else { Some(self.component as usize - 1) }
    }

    /// Whether the search was given up, so that an answer may still exist.
    pub const fn is_undecided(&self) -> bool {
        matches!(self.kind, ErrorKind::Undecided { .. })
    }

    /// The index that proves that there is no answer, where there is one.
    pub const fn witness(&self) -> Option<i64> {
        match self.kind {
            ErrorKind::NotALayout { index, .. }
            | ErrorKind::OutOfDomain { index, .. }
            | ErrorKind::NeedsCopy { index, .. }
            | ErrorKind::NoChoice { index } => Some(index),
            ErrorKind::NonZeroOrigin { .. } => Some(0),
            ErrorKind::NoSolution { index } => index,
            _ => None,
        }
    }

    /// The operands, as the message shows them; empty where it shows none.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let error = layout!((6,2):(1,7)).compose(&layout!((3,2):(2,3))).unwrap_err();
    /// assert_eq!(error.subject(), "(6,2):(1,7) o (3,2):(2,3)");
    /// ```
    pub const fn subject(&self) -> &str {
        self.subject.as_str()
    }

    /// The same refusal, told of other operands: for a caller that has computed on an image of what it
    /// was given, such as the [mirror image](crate::Layout::mirrored) of a layout. Of the kind only the
    /// places should differ, not the condition.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let (a, b) = (layout!((2,6):(7,1)), layout!((2,3):(3,2)));
    /// let error = a.mirrored().compose(&b.mirrored()).unwrap_err();
    /// let error = error.restated(error.kind(), &[], &format!("{a} o {b}"));
    /// assert!(error.to_string().starts_with("composition: (2,6):(7,1) o (2,3):(3,2) is not a layout"));
    /// ```
    pub const fn restated(mut self, kind: ErrorKind, path: &[usize], subject: &str) -> Error {
        self.kind = kind;
        self.path = Path { len: 0, steps: [0; 7] };
        self.subject = Text::EMPTY.str(subject);
        let mut i = path.len();
        while i > 0 {
            i -= 1;
            self = self.in_mode(path[i]);
        }
        self
    }

    /// Panics with the reason. In a constant this is a compile error that names it.
    ///
    /// # Panics
    /// Always; a constant evaluation has no other way to fail.
    ///
    /// ```compile_fail
    /// use tilework::{Layout, layout};
    ///
    /// // error[E0080]: evaluation panicked: composition: (6,2):(1,7) o (3,2):(2,3): is not a layout: at index 5 it is 8,
    /// // but any layout that agrees up to there is 7
    /// const R: Layout = match layout!((6,2):(1,7)).compose(&layout!((3,2):(2,3))) {
    ///     Ok(layout) => layout,
    ///     Err(error) => error.raise(),
    /// };
    /// ```
    pub const fn raise(&self) -> ! {
        let mut text = LongText::EMPTY.str(self.step.name()).str(": ");
        if !self.subject.is_empty() {
            text = text.str(self.subject.as_str()).str(": ");
        }
        core::panic!("{}", self.kind.in_constant(text).as_str())
    }
}

impl core::error::Error for Error {}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}
