//! Tilers: what a layout is divided or composed by, mode by mode.

pub(crate) mod tile;
pub(crate) mod by_mode;
pub(crate) mod notation;

use core::fmt;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, Node, too_many};
use crate::ground::profile::{Profile, Token};
use crate::ground::text::Buffered;
use crate::layout::layout::{Layout, View};
use crate::layout::tuple::{Shape, Slicer, write_nested};

/// `_` as a mode: no layout has extent 0.
const KEEP: Mode = Mode { extent: 0, stride: 0 };

/// A tiler: a layout, which acts on all modes together, or a tuple `<...>` of tilers,
/// which act mode by mode; `_` leaves its mode alone.
///
/// ```text
/// 4:2                     on the layout as a whole, as a function of its index
/// <3:3,(2,4):(1,8)>       3:3 on mode 0, (2,4):(1,8) on mode 1
/// <32,_,40>               32:1 on mode 0, nothing on mode 1, 40:1 on mode 2
/// ```
///
/// The two are different types of thing with different notations, because mixing them up
/// is the most common mistake in this field: `(4,8):(1,4)` takes 32 elements in a row,
/// `<4,8>` takes a block of 4 by 8.
///
/// ```
/// use tilework::{Tiler, layout, tiler, tuple};
///
/// let by_mode = Tiler::by_mode(&[layout!(3:3).into(), layout!((2,4):(1,8)).into()])?;
/// assert_eq!(by_mode, tiler!(<3:3,(2,4):(1,8)>));
/// assert_eq!(Tiler::shape(&tuple!((32,40)))?, tiler!(<32:1,40:1>));
/// assert_eq!(by_mode.to_string(), "<3:3,(2,4):(1,8)>");
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tiler {
    /// The nesting of `<...>`.
    outer: Profile,
    /// The layouts at its leaves, side by side; `_` is `KEEP`.
    parts: Nested<Mode>,
}

/// A place in a tiler: a symbol of the outer profile, and the first part at or after it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    at: u32,
    part: Node,
}

/// What stands at a place.
pub(crate) enum Part<'a> {
    /// `_`.
    Keep,
    /// A layout.
    Layout(View<'a>),
    /// A tuple of so many tilers.
    Tuple(usize),
}

impl Tiler {
    /// No tilers yet: where the building of a tuple starts.
    pub(crate) const NOTHING: Tiler = Tiler {
        outer: Profile::EMPTY,
        parts: Nested { profile: Profile::EMPTY, leaves: List::new(KEEP) },
    };

    /// `_`: leave the mode alone.
    pub const fn keep() -> Tiler {
        Tiler { outer: Profile::LEAF, parts: Nested::leaf(KEEP) }
    }

    /// A layout, acting on all modes together.
    pub const fn layout(layout: Layout) -> Tiler {
        // The layout of no modes has one index, as has `1:0`.
        let tree = if layout.length() == 0 { Layout::UNIT.tree } else { layout.tree };
        Tiler { outer: Profile::LEAF, parts: tree }
    }

    /// A shape, acting mode by mode: each extent `n` is the layout `n:1`.
    ///
    /// # Errors
    /// [`BadExtent`](ErrorKind::BadExtent); [`Unsupported`](ErrorKind::Unsupported) for `()`.
    pub const fn shape(shape: &Shape) -> Result<Tiler, Error> {
        if shape.length() == 0 {
            return Tiler::by_mode(&[]);
        }
        let (mut out, mut i) = (Tiler::NOTHING, 0);
        while i < shape.length() {
            let extent = shape.leaves.at(i);
            if extent < 1 {
                return Err(Error::new(Op::Tiler, ErrorKind::BadExtent { leaf: i, extent }));
            }
            out =
                tri!(out.push(&Tiler {
                    outer: Profile::LEAF,
                    parts: Nested::leaf(Mode::new(extent, 1))
                }));
            i += 1;
        }
        out.outer = shape.profile;
        Ok(out)
    }

    /// Tilers mode by mode: `<t0,t1,...>`.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes); [`Unsupported`](ErrorKind::Unsupported) for none.
    pub const fn by_mode(tilers: &[Tiler]) -> Result<Tiler, Error> {
        let (mut out, mut i) = (Tiler::NOTHING, 0);
        while i < tilers.len() {
            out = tri!(out.push(&tilers[i]));
            i += 1;
        }
        out.wrap()
    }

    pub(crate) const fn push(mut self, tiler: &Tiler) -> Result<Tiler, Error> {
        self.outer = match self.outer.join(tiler.outer) {
            Some(outer) => outer,
            None => return Err(too_many(Op::Tiler)),
        };
        tri!(self.parts.push(&tiler.parts));
        Ok(self)
    }

    /// The tilers so far as one tuple `<...>`.
    pub(crate) const fn wrap(mut self) -> Result<Tiler, Error> {
        if self.outer.len() == 0 {
            return Err(Error::new(
                Op::Tiler,
                ErrorKind::Unsupported { what: "a tiler without modes" },
            ));
        }
        if let Some(opened) = Profile::EMPTY.push(true)
            && let Some(joined) = opened.join(self.outer)
            && let Some(closed) = joined.push(false)
        {
            self.outer = closed;
            return Ok(self);
        }
        Err(too_many(Op::Tiler))
    }

    /// The tilers of the modes at which `projection` is an integer: CuTe's `dice`, with
    /// `Step<_1,X,_1>` written `(1,_,1)`.
    ///
    /// # Errors
    /// [`RankMismatch`](ErrorKind::RankMismatch) when the tiler does not act on as many modes as the
    /// projection has; [`Unsupported`](ErrorKind::Unsupported) when nothing is left.
    ///
    /// ```
    /// use tilework::{slicer, tiler};
    ///
    /// let mnk = tiler!(<128,64,8>);
    /// assert_eq!(mnk.dice(&slicer!((1,_,1)))?, tiler!(<128,8>));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn dice(&self, projection: &Slicer) -> Result<Tiler, Error> {
        let named = self.rank();
        if !self.is_by_mode() || projection.is_leaf() || projection.rank() != named {
            let kind = ErrorKind::RankMismatch { left: named, right: projection.rank() };
            return Err(Error::new(Op::Dice, kind));
        }
        let (mut out, mut place) = (Tiler::NOTHING, self.first_child(self.root()));
        let (mut mark, mut i) = (projection.first_child(projection.root()), 0);
        while i < named {
            if projection.is_leaf_at(mark) && projection.leaves.at(mark.leaf).is_some() {
                out = tri!(out.push(&self.at(place)));
            }
            (place, mark, i) = (self.after(place), projection.after(mark), i + 1);
        }
        out.wrap()
    }

    /// The tiler that stands at a place.
    const fn at(&self, place: Place) -> Tiler {
        let (end, mut parts) = (self.after(place), Tiler::NOTHING.parts);
        // A part of what fits, fits.
        let _ = parts.push_nodes(&self.parts, place.part, end.part);
        Tiler { outer: self.outer.cut(place.at, end.at), parts }
    }

    /// Whether this acts mode by mode.
    pub const fn is_by_mode(&self) -> bool {
        !self.outer.same(Profile::LEAF)
    }

    /// How many modes this acts on, one by one; 1 for a layout and for `_`.
    pub const fn rank(&self) -> usize {
        match self.part(self.root()) {
            Part::Tuple(rank) => rank,
            Part::Keep | Part::Layout(_) => 1,
        }
    }

    /// What acts on mode `i`.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode).
    ///
    /// ```
    /// use tilework::{Tiler, tiler};
    ///
    /// let tiler = tiler!(<3:3,_>);
    /// assert_eq!((tiler.rank(), tiler.mode(1)?), (2, Tiler::keep()));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn mode(&self, i: usize) -> Result<Tiler, Error> {
        if i >= self.rank() {
            let kind = ErrorKind::NoSuchMode { mode: i, rank: self.rank() };
            return Err(Error::new(Op::Tiler, kind));
        }
        if !self.is_by_mode() {
            return Ok(*self);
        }
        let (mut place, mut before) = (self.first_child(self.root()), 0);
        while before < i {
            (place, before) = (self.after(place), before + 1);
        }
        Ok(self.at(place))
    }

    /// The layout that acts on all modes together, if that is what this is.
    ///
    /// ```
    /// use tilework::{layout, tiler};
    ///
    /// assert_eq!(tiler!((2,4):(1,8)).as_layout(), Some(layout!((2,4):(1,8))));
    /// assert_eq!(tiler!(<3:3,_>).as_layout(), None);
    /// ```
    pub const fn as_layout(&self) -> Option<Layout> {
        match self.part(self.root()) {
            Part::Layout(_) => Some(Layout { tree: self.parts }),
            Part::Keep | Part::Tuple(_) => None,
        }
    }

    pub(crate) const fn root(&self) -> Place {
        Place { at: 0, part: self.parts.first() }
    }

    pub(crate) const fn part(&self, place: Place) -> Part<'_> {
        if !self.outer.is_leaf(place.at) {
            return Part::Tuple(self.outer.extent(place.at).rank);
        }
        if self.parts.leaves.at(place.part.leaf).extent == KEEP.extent {
            return Part::Keep;
        }
        Part::Layout(self.parts.view_at(place.part))
    }

    pub(crate) const fn first_child(&self, place: Place) -> Place {
        Place { at: place.at + 1, part: place.part }
    }

    pub(crate) const fn after(&self, place: Place) -> Place {
        let outer = self.outer.extent(place.at);
        let (mut part, mut leaves) = (place.part, outer.leaves);
        while leaves > 0 {
            part = self.parts.after(part);
            leaves -= 1;
        }
        Place { at: outer.end, part }
    }
}

impl From<Layout> for Tiler {
    fn from(layout: Layout) -> Tiler {
        Tiler::layout(layout)
    }
}

impl From<&Layout> for Tiler {
    fn from(layout: &Layout) -> Tiler {
        Tiler::layout(*layout)
    }
}

impl fmt::Display for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut tokens, mut part) = (self.outer.tokens(), self.parts.first());
        Buffered::write(f, |out| {
            while let Some(token) = tokens.next() {
                match token {
                    Token::Open => out.byte(b'<')?,
                    Token::Close => out.byte(b'>')?,
                    Token::Comma => out.byte(b',')?,
                    Token::Leaf => {
                        let tree = self.parts.subtree(part);
                        if tree.leaves.at(0).extent == KEEP.extent {
                            out.byte(b'_')?;
                        } else {
                            write_nested(&tree, out, |mode, out| out.int(mode.extent))?;
                            out.byte(b':')?;
                            write_nested(&tree, out, |mode, out| out.int(mode.stride))?;
                        }
                        part = self.parts.after(part);
                    }
                }
            }
            Ok(())
        })
    }
}

impl fmt::Debug for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
