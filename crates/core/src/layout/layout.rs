//! The layout: nested modes, each an extent and a stride.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, Node};
use crate::ground::profile::{Profile, Token};
use crate::ground::text::{Buffered, Text};
use crate::layout::grid::grid;
use crate::layout::tuple::{IntoTuple, Shape, Stride, Tuple, write_nested};

/// A layout `shape:stride`: a function from coordinates to offsets.
///
/// In plain words: the leftmost coordinate changes fastest, and each step in a mode
/// moves the offset by the stride of that mode.
///
/// ```text
/// (4,8):(1,4)      0  4  8 12 16 20 24 28
///                  1  5  9 13 17 21 25 29
///                  2  6 10 14 18 22 26 30
///                  3  7 11 15 19 23 27 31
/// ```
///
/// A `Layout` is `Copy` and lives inline. It guarantees that
/// - every extent is at least 1, and there are at most [`MAX_MODES`](crate::limits::MAX_MODES) leaves;
/// - its size fits into `i64`, and so do every offset and the cosize.
///
/// so [`size`](Layout::size), [`cosize`](Layout::cosize) and evaluation inside the domain cannot
/// overflow. `==` compares structure; [`same_function`](Layout::same_function) compares
/// functions.
///
/// ```
/// use tilework::{Layout, layout};
///
/// let a = Layout::new((4, 8), (1, 4))?;
/// assert_eq!(a, layout!((4,8):(1,4)));
/// assert_eq!(a, "(4,8):(1,4)".parse()?);
/// assert_eq!(a.at((1, 2))?, 9);
/// assert_eq!(a.at(9)?, 9);
/// assert_eq!(a.to_string(), "(4,8):(1,4)");
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Layout {
    pub(crate) tree: Nested<Mode>,
}

/// A borrowed layout: the inner loops of the algebra do not copy.
///
/// Its modes are the first `len` of `slots`. When the compiler runs this, a slice of just those is
/// thirty calls, and takes as long as a small composition.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) profile: Profile,
    pub(crate) slots: &'a [Mode],
    pub(crate) len: usize,
}

impl<'a> View<'a> {
    pub(crate) const fn modes(self) -> &'a [Mode] {
        self.slots.split_at(self.len).0
    }

    pub(crate) const fn size(self) -> i64 {
        let (mut size, mut i) = (1, 0);
        while i < self.len {
            size *= self.slots[i].extent;
            i += 1;
        }
        size
    }

    /// The size of modes that are not known to be a layout's, if it fits.
    pub(crate) const fn checked_size(self) -> Option<i64> {
        let (mut size, mut i) = (1_i64, 0);
        while i < self.len {
            size = match size.checked_mul(self.slots[i].extent) {
                Some(size) => size,
                None => return None,
            };
            i += 1;
        }
        Some(size)
    }

    /// The smallest offset and the largest.
    #[inline]
    pub(crate) const fn bounds(self) -> (i64, i64) {
        let (mut least, mut most, mut i) = (0, 0, 0);
        while i < self.len {
            let Mode { extent, stride } = self.slots[i];
            let last = (extent - 1) * stride;
            least += if last < 0 { last } else { 0 };
            most += if last > 0 { last } else { 0 };
            i += 1;
        }
        (least, most)
    }

    pub(crate) const fn cosize(self) -> i64 {
        let (least, most) = self.bounds();
        most - least + 1
    }

    /// Whether the last mode has extent 1.
    pub(crate) const fn ends_in_unit(self) -> bool {
        self.len > 0 && self.slots[self.len - 1].extent == 1
    }

    /// The same function on the same indices, which continues past its end on the last mode
    /// that has more than one coordinate. The nesting is lost.
    pub(crate) const fn without_trailing_units(self) -> Self {
        let mut len = self.len;
        while len > 1 && self.slots[len - 1].extent == 1 {
            len -= 1;
        }
        View { profile: Profile::flat(len), slots: self.slots, len }
    }

    pub(crate) const fn to_layout(self) -> Layout {
        let mut tree = Nested::none();
        // What is borrowed from a layout fits into one.
        let _ = tree.push_forest(self.profile, self.modes());
        Layout { tree }
    }

    /// The layout as operand of an error.
    pub(crate) const fn text(self) -> Text {
        self.text_after(Text::EMPTY)
    }

    /// Straight from the modes: a shape and a stride of their own would be most of the time of a refusal.
    pub(crate) const fn text_after(self, before: Text) -> Text {
        self.numbers(false, self.numbers(true, before).str(":"))
    }

    /// The extents, or the strides.
    const fn numbers(self, extents: bool, before: Text) -> Text {
        if self.len == 0 {
            return before.str("()");
        }
        let (mut text, mut tokens, mut leaf) = (before, self.profile.tokens(), 0);
        while let Some(token) = tokens.next() {
            text = match token {
                Token::Open => text.str("("),
                Token::Close => text.str(")"),
                Token::Comma => text.str(","),
                Token::Leaf => {
                    let Mode { extent, stride } = self.slots[leaf];
                    leaf += 1;
                    text.int(if extents { extent } else { stride })
                }
            };
        }
        text
    }
}

impl Nested<Mode> {
    /// No modes yet.
    #[inline(always)]
    pub(crate) const fn none() -> Self {
        Nested { profile: Profile::EMPTY, leaves: List::new(Mode::VACANT) }
    }

    /// Gives the leaves the profile of a flat layout: no parentheses around a single mode,
    /// `1:0` for none.
    pub(crate) const fn set_flat(&mut self) {
        if self.leaves.is_empty() {
            let _ = self.leaves.push(Mode::UNIT);
        }
        self.profile =
            if self.leaves.len() == 1 { Profile::LEAF } else { Profile::flat(self.leaves.len()) };
    }

    pub(crate) const fn view(&self) -> View<'_> {
        View { profile: self.profile, slots: self.leaves.slots(), len: self.leaves.len() }
    }

    pub(crate) const fn view_at(&self, node: Node) -> View<'_> {
        let slots = self.leaves_at(node);
        View { profile: self.profile_at(node), slots, len: slots.len() }
    }
}

/// # Making layouts
///
/// Also [`col_major`](Layout::col_major), [`row_major`](Layout::row_major) and
/// [`ordered`](Layout::ordered); [`parse`](Layout::parse) and [`layout!`](crate::layout!) from text;
/// [`concat`](Layout::concat) from modes; [`from_strides`](Layout::from_strides) as other libraries have
/// them; and [`recover`](crate::recover()) from a table of offsets.
impl Layout {
    /// `1:0`, the layout of one element at offset 0.
    pub const UNIT: Layout = Layout { tree: Nested::leaf(Mode::UNIT) };

    /// No modes yet. As a constant it is written once, to where it is filled.
    pub(crate) const NOTHING: Layout = Layout { tree: Nested::none() };

    /// The layout with this shape and stride: integers, nested Rust tuples, or [`Tuple`]s.
    ///
    /// # Errors
    /// [`NotCongruent`](ErrorKind::NotCongruent) when shape and stride are not nested alike,
    /// [`BadExtent`](ErrorKind::BadExtent) for an extent below 1, and
    /// [`Overflow`](ErrorKind::Overflow) when the size or an offset does not fit.
    ///
    /// ```
    /// use tilework::{ErrorKind, Layout};
    ///
    /// assert_eq!(Layout::new(((2, 4), 8), ((1, 16), 2))?.to_string(), "((2,4),8):((1,16),2)");
    /// let error = Layout::new((4, 0), (1, 4)).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::BadExtent { leaf: 1, extent: 0 });
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_layout")]
    pub fn new(shape: impl IntoTuple, stride: impl IntoTuple) -> Result<Layout, Error> {
        Layout::from_tuples(&shape.into_tuple()?, &stride.into_tuple()?)
    }

    /// [`new`](Layout::new) for constants.
    ///
    /// # Errors
    /// As [`new`](Layout::new).
    pub const fn from_tuples(shape: &Shape, stride: &Stride) -> Result<Layout, Error> {
        if !shape.congruent(stride) {
            let kind = ErrorKind::NotCongruent { left: shape.length(), right: stride.length() };
            return Err(Error::new(Op::Layout, kind).on(pair_text(shape, stride)));
        }
        let (mut modes, mut i) = (List::new(Mode::VACANT), 0);
        while i < shape.length() {
            let _ = modes.push(Mode::new(shape.leaves.at(i), stride.leaves.at(i)));
            i += 1;
        }
        match Layout::checked(Op::Layout, Nested { profile: shape.profile, leaves: modes }) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(pair_text(shape, stride))),
        }
    }

    /// One mode `extent:stride`.
    ///
    /// # Errors
    /// As [`new`](Layout::new).
    pub const fn of_mode(mode: Mode) -> Result<Layout, Error> {
        Layout::checked(Op::Layout, Nested::leaf(mode))
    }

    /// The layout of these modes if it keeps the promises of the type.
    #[inline(always)]
    pub(crate) const fn checked(op: Op, tree: Nested<Mode>) -> Result<Layout, Error> {
        tri!(check_slots(op, tree.leaves.slots(), 0, tree.leaves.len()));
        Ok(Layout { tree })
    }

    /// A rearrangement of this layout's modes, if it succeeded and is a layout.
    pub(crate) const fn rearranged(
        &self,
        op: Op,
        tree: Result<Nested<Mode>, Error>,
    ) -> Result<Layout, Error> {
        let layout = match tree {
            Ok(tree) => Layout::checked(op, tree),
            Err(error) => Err(error.within(op)),
        };
        match layout {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(self.text())),
        }
    }

    /// A flat layout of these modes: no parentheses around a single one, `1:0` for none.
    pub(crate) const fn from_flat(op: Op, modes: List<Mode>) -> Result<Layout, Error> {
        Layout::checked(op, Layout::flat_tree(modes))
    }

    pub(crate) const fn flat_tree(modes: List<Mode>) -> Nested<Mode> {
        let mut tree = Nested { profile: Profile::EMPTY, leaves: modes };
        tree.set_flat();
        tree
    }
}

/// # Shape, stride and size
impl Layout {
    /// The number of coordinates: the product of all extents.
    #[inline]
    pub const fn size(&self) -> i64 {
        self.view().size()
    }

    /// The largest minus the smallest offset, plus one.
    ///
    /// For a layout without negative strides this is one more than the largest offset.
    /// With negative strides offset 0 is not the smallest: [`min_offset`](Layout::min_offset)
    /// says which is, and the memory a tensor needs begins there.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,4):(1,6)).cosize(), 20);
    /// assert_eq!(layout!(4:-2).cosize(), 7);
    /// assert_eq!(layout!(4:-2).min_offset(), -6);
    /// ```
    #[inline]
    pub const fn cosize(&self) -> i64 {
        self.view().cosize()
    }

    /// The smallest offset: 0 unless there are negative strides.
    pub const fn min_offset(&self) -> i64 {
        self.view().bounds().0
    }

    /// The largest offset.
    pub const fn max_offset(&self) -> i64 {
        self.view().bounds().1
    }

    /// The shape of the codomain. With integer strides that is one mode, the [`cosize`](Layout::cosize).
    pub const fn coshape(&self) -> Shape {
        Nested::leaf(self.cosize())
    }

    /// The number of modes at the top; 1 for a single mode, as in CuTe.
    pub const fn rank(&self) -> usize {
        self.tree.rank()
    }

    /// The depth of the nesting: 0 for a single mode, 1 for a flat layout.
    pub const fn depth(&self) -> usize {
        self.tree.depth()
    }

    /// The number of leaf modes.
    pub const fn length(&self) -> usize {
        self.tree.length()
    }

    /// The leaf modes, from left to right.
    #[inline]
    pub const fn leaf_modes(&self) -> &[Mode] {
        self.tree.leaves()
    }

    /// The nesting.
    pub const fn profile(&self) -> Profile {
        self.tree.profile
    }

    /// The extents.
    pub const fn shape(&self) -> Shape {
        let (modes, mut leaves, mut i) = (self.leaf_modes(), List::new(0), 0);
        while i < modes.len() {
            let _ = leaves.push(modes[i].extent);
            i += 1;
        }
        Nested { profile: self.tree.profile, leaves }
    }

    /// The strides.
    pub const fn stride(&self) -> Stride {
        let (modes, mut leaves, mut i) = (self.leaf_modes(), List::new(0), 0);
        while i < modes.len() {
            let _ = leaves.push(modes[i].stride);
            i += 1;
        }
        Nested { profile: self.tree.profile, leaves }
    }
}

/// # Modes
impl Layout {
    /// Mode `i`, as a layout.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when `i` is not below the rank.
    #[doc(alias = "get")]
    pub const fn mode(&self, i: usize) -> Result<Layout, Error> {
        self.rearranged(Op::Mode, self.tree.mode(i))
    }

    /// The modes at the top, from left to right, as layouts. [`leaf_modes`](Layout::leaf_modes) has those
    /// inside.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!(((2,4),8):((1,16),2));
    /// assert!(a.modes().eq([layout!((2,4):(1,16)), layout!(8:2)]));
    /// ```
    pub fn modes(&self) -> impl ExactSizeIterator<Item = Layout> + '_ {
        // Below the rank, so there is such a mode.
        (0..self.rank()).map(|i| self.mode(i).unwrap_or(Layout::UNIT))
    }

    /// The mode reached by a path, as a layout: `&[1, 0]` is mode 0 of mode 1.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when a step of the path is not below the rank there.
    pub const fn mode_at(&self, path: &[usize]) -> Result<Layout, Error> {
        self.rearranged(Op::Mode, self.tree.mode_at(path))
    }

    /// The same layout with stride 0 on every mode of extent 1.
    ///
    /// Such strides never matter inside the domain; computed results have none.
    pub const fn normalize_units(&self) -> Layout {
        let (mut out, mut i) = (*self, 0);
        while i < out.length() {
            if out.tree.leaves.at(i).extent == 1 {
                out.tree.leaves.set(i, Mode::UNIT);
            }
            i += 1;
        }
        out
    }

    /// Equality of structure, for `const fn`. At run time write `==`.
    pub const fn same(&self, other: &Layout) -> bool {
        let (a, b, mut i) = (self.leaf_modes(), other.leaf_modes(), 0);
        let mut equal = self.tree.congruent(&other.tree);
        while equal && i < a.len() {
            equal = a[i].extent == b[i].extent && a[i].stride == b[i].stride;
            i += 1;
        }
        equal
    }

    #[inline]
    pub(crate) const fn view(&self) -> View<'_> {
        self.tree.view()
    }

    /// The layout as operand of an error.
    pub(crate) const fn text(&self) -> Text {
        self.text_after(Text::EMPTY)
    }

    pub(crate) const fn text_after(&self, before: Text) -> Text {
        self.view().text_after(before)
    }
}

/// A shape and a stride as operands of an error. Only then: text costs more than the layout itself.
const fn pair_text(shape: &Shape, stride: &Stride) -> Text {
    Text::EMPTY.tuple(shape).str(":").tuple(stride)
}

/// The promises that [`Layout`] makes of its modes.
pub(crate) const fn check(op: Op, modes: &[Mode]) -> Result<(), Error> {
    check_slots(op, modes, 0, modes.len())
}

/// The distance between two offsets is less, so that the cosize is one of `i64`.
pub(crate) const MOST: u64 = i64::MAX as u64;

/// How far a step goes, without `unsigned_abs`: when the compiler runs this, that is five calls.
#[inline]
pub(crate) const fn magnitude(stride: i64) -> u64 {
    if stride < 0 { !(stride as u64) + 1 } else { stride as u64 }
}

/// The same for the modes from `from` up to, without, `to`.
#[inline]
pub(crate) const fn check_slots(
    op: Op,
    slots: &[Mode],
    from: usize,
    to: usize,
) -> Result<(), Error> {
    let (mut i, mut size, mut span) = (from, 1_i64, 0_u64);
    while i < to {
        let Mode { extent, stride } = slots[i];
        if extent < 1 {
            return Err(Error::new(op, ErrorKind::BadExtent { leaf: i - from, extent }));
        }
        size = match size.checked_mul(extent) {
            Some(size) => size,
            None => return Err(Error::overflow(op, "size")),
        };
        // Compared after each step, so the sum of two of these fits.
        match (extent as u64 - 1).checked_mul(magnitude(stride)) {
            Some(reach) if reach < MOST && span + reach < MOST => span += reach,
            _ => return Err(Error::overflow(op, "cosize")),
        }
        i += 1;
    }
    Ok(())
}

/// A layout built in the place where it is returned, by an expression that fills `tree`:
/// a layout is large, and a copy of it costs as much as a small composition.
macro_rules! in_place {
    ($tree:ident => $fill:expr) => {{
        // As a constant, so that it is written once, to where it belongs.
        const NOTHING: Result<Layout, Error> = Ok(Layout { tree: Nested::none() });
        let mut result = NOTHING;
        if let Ok(Layout { tree: $tree }) = &mut result
            && let Err(error) = $fill
        {
            result = Err(error);
        }
        result
    }};
}
pub(crate) use in_place;

/// A layout built in the place of another, which is `1:0` where that fails.
macro_rules! refill {
    ($out:ident, $tree:ident => $fill:expr) => {{
        $out.tree.clear();
        let $tree = &mut $out.tree;
        match $fill {
            Ok(()) => Ok(()),
            Err(error) => {
                *$out = Layout::UNIT;
                Err(error)
            }
        }
    }};
}
pub(crate) use refill;

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for Layout {}

impl Hash for Layout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tree.hash(state);
    }
}

/// `shape:stride`. The alternate form `{:#}` has the grid of offsets below it: mode 0 goes down, mode 1 to the
/// right, and each coordinate of further modes has a grid of its own. Of large ones it shows the beginning, and
/// says so.
///
/// ```
/// use tilework::layout;
///
/// assert_eq!(format!("{:#}", layout!((2,3):(3,1))), "\
/// (2,3):(3,1)
/// 0  1  2
/// 3  4  5");
/// ```
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Buffered::write(f, |out| {
            write_nested(&self.tree, out, |mode, out| out.int(mode.extent))?;
            out.byte(b':')?;
            write_nested(&self.tree, out, |mode, out| out.int(mode.stride))
        })?;
        if f.alternate() {
            // Inside the domain there is an offset.
            grid(f, &self.shape(), |index| self.at_index(index).unwrap_or_default())?;
        }
        Ok(())
    }
}

/// The notation on one line, in `{:#?}` too.
impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A layout, where its shape is meant.
impl From<&Layout> for Tuple {
    fn from(layout: &Layout) -> Tuple {
        layout.shape()
    }
}
