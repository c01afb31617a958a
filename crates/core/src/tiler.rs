//! Tilers: what a layout is divided or composed by, mode by mode.

use core::fmt;

use crate::compose::compose_into;
use crate::divide::divide_into;
use crate::error::{Error, ErrorKind, Op, Result};
use crate::layout::{Layout, Mode, View, check, in_place};
use crate::list::{List, tri};
use crate::nested::{Nested, Node, too_many};
use crate::product::product_into;
use crate::profile::{Profile, Token};
use crate::tuple::{Shape, write_nested};

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
    /// [`BadExtent`](ErrorKind::BadExtent).
    pub const fn shape(shape: &Shape) -> Result<Tiler> {
        let mut out = Tiler::NOTHING;
        let mut i = 0;
        while i < shape.length() {
            let extent = shape.leaves.at(i);
            if extent < 1 {
                return Err(Error::new(Op::Tiler, ErrorKind::BadExtent { leaf: i, extent }));
            }
            out = tri!(out.push(&Tiler { outer: Profile::LEAF, parts: Nested::leaf(Mode::new(extent, 1)) }));
            i += 1;
        }
        out.outer = shape.profile;
        Ok(out)
    }

    /// Tilers mode by mode: `<t0,t1,...>`.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn by_mode(tilers: &[Tiler]) -> Result<Tiler> {
        let (mut out, mut i) = (Tiler::NOTHING, 0);
        while i < tilers.len() {
            out = tri!(out.push(&tilers[i]));
            i += 1;
        }
        out.wrap()
    }

    pub(crate) const fn push(mut self, tiler: &Tiler) -> Result<Tiler> {
        self.outer = match self.outer.join(tiler.outer) {
            Some(outer) => outer,
            None => return Err(too_many(Op::Tiler)),
        };
        tri!(self.parts.push(&tiler.parts));
        Ok(self)
    }

    /// The tilers so far as one tuple `<...>`.
    pub(crate) const fn wrap(mut self) -> Result<Tiler> {
        if self.outer.len() == 0 {
            return Ok(self);
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

    /// Whether this acts mode by mode.
    pub const fn is_by_mode(&self) -> bool {
        !self.outer.same(Profile::LEAF)
    }

    pub(crate) const fn root(&self) -> Place {
        Place { at: 0, part: self.parts.first() }
    }

    pub(crate) const fn part(&self, place: Place) -> Part<'_> {
        if !self.outer.is_leaf(place.at) {
            return Part::Tuple(self.outer.rank(place.at));
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
        let end = self.outer.end(place.at);
        let (mut part, mut leaves) = (place.part, self.outer.leaves_between(place.at, end));
        while leaves > 0 {
            part = self.parts.after(part);
            leaves -= 1;
        }
        Place { at: end, part }
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
        if self.outer.len() == 0 {
            return f.write_str("<>");
        }
        while let Some(token) = tokens.next() {
            match token {
                Token::Open => f.write_str("<")?,
                Token::Close => f.write_str(">")?,
                Token::Comma => f.write_str(",")?,
                Token::Leaf => {
                    let tree = self.parts.subtree(part);
                    if tree.leaves.at(0).extent == KEEP.extent {
                        f.write_str("_")?;
                    } else {
                        write_nested(&tree, f, |mode, f| write!(f, "{}", mode.extent))?;
                        f.write_str(":")?;
                        write_nested(&tree, f, |mode, f| write!(f, "{}", mode.stride))?;
                    }
                    part = self.parts.after(part);
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What to do at the leaves of a tiler.
#[derive(Clone, Copy)]
pub(crate) enum Leaf {
    Compose,
    Divide,
    Product,
}

impl Layout {
    /// The composition with a tiler: mode by mode for `<...>`, as [`compose`](Layout::compose)
    /// for a layout. `_` keeps its mode; modes that the tiler does not name are dropped.
    ///
    /// So mode 0 of [`zipped_divide`](Layout::zipped_divide) is the composition with the tiler.
    ///
    /// # Errors
    /// As [`compose`](Layout::compose), with the mode it happened in, and
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) when the tiler names more modes than there are.
    ///
    /// ```
    /// use tilework::{layout, tiler};
    ///
    /// let a = layout!((12,(4,8)):(59,(13,1)));
    /// assert_eq!(a.compose_tiler(&tiler!(<3:4,8:2>))?, layout!((3,(2,4)):(236,(26,1))));
    /// assert_eq!(a.compose_tiler(&tiler!(<3,8>))?, layout!((3,(4,2)):(59,(13,1))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "composition")]
    pub const fn compose_tiler(&self, tiler: &Tiler) -> Result<Layout> {
        self.apply(Op::Compose, tiler, Leaf::Compose)
    }

    /// Applies `leaf` at the leaves of the tiler. Modes beyond it are dropped by a composition
    /// and kept by the others.
    pub(crate) const fn apply(&self, op: Op, tiler: &Tiler, leaf: Leaf) -> Result<Layout> {
        in_place!(tree => match apply_at(op, &self.tree, self.tree.root(), tiler, tiler.root(), leaf, tree) {
            Ok(()) => check(op, tree.leaves()),
            Err(error) => Err(error.within(op)),
        })
    }
}

const fn apply_at(
    op: Op,
    tree: &Nested<Mode>,
    node: Node,
    tiler: &Tiler,
    place: Place,
    leaf: Leaf,
    out: &mut Nested<Mode>,
) -> Result<()> {
    let named = match tiler.part(place) {
        Part::Keep => return out.push_node(tree, node),
        Part::Layout(layout) => {
            let here = tree.view_at(node);
            return match leaf {
                Leaf::Compose => compose_into(here, layout, out),
                Leaf::Divide => divide_into(here, layout, out),
                Leaf::Product => product_into(here, layout, out),
            };
        }
        Part::Tuple(named) => named,
    };
    let rank = tree.rank_of(node);
    if named > rank {
        let kind = ErrorKind::RankTooLarge { rank: named, limit: rank };
        return Err(Error::new(op, kind).on(tree.view_at(node).text()));
    }
    let modes = if matches!(leaf, Leaf::Compose) { named } else { rank };
    let (mut node, mut place, mut i) = (tree.first_child(node), tiler.first_child(place), 0);
    tri!(out.open());
    while i < modes {
        if i < named {
            if let Err(error) = apply_at(op, tree, node, tiler, place, leaf, out) {
                return Err(error.in_mode(i));
            }
            place = tiler.after(place);
        } else {
            tri!(out.push_node(tree, node));
        }
        (node, i) = (tree.after(node), i + 1);
    }
    out.close()
}

/// The two halves of every pair that a divide or product made, each collected into one mode:
/// `((a0,b0),(a1,b1),c)` gives `(a0,a1)` and `(b0,b1,c)`. CuTe's `tile_unzip`.
pub(crate) const fn unzip(
    tree: &Nested<Mode>,
    node: Node,
    tiler: &Tiler,
    place: Place,
    firsts: &mut Nested<Mode>,
    seconds: &mut Nested<Mode>,
) -> Result<()> {
    let named = match tiler.part(place) {
        Part::Keep => {
            tri!(firsts.push(&Layout::UNIT.tree));
            return seconds.push_node(tree, node);
        }
        Part::Layout(_) => {
            let first = tree.first_child(node);
            tri!(firsts.push_node(tree, first));
            return seconds.push_node(tree, tree.after(first));
        }
        Part::Tuple(named) => named,
    };
    let rank = tree.rank_of(node);
    let (mut node, mut place, mut i) = (tree.first_child(node), tiler.first_child(place), 0);
    tri!(firsts.open());
    tri!(seconds.open());
    while i < rank {
        if i < named {
            tri!(unzip(tree, node, tiler, place, firsts, seconds));
            place = tiler.after(place);
        } else {
            tri!(seconds.push_node(tree, node));
        }
        (node, i) = (tree.after(node), i + 1);
    }
    tri!(firsts.close());
    seconds.close()
}

/// How the two halves are put together.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// `(firsts, seconds)`.
    Zipped,
    /// `(firsts, second, second, ...)`.
    Tiled,
    /// `(first, first, ..., second, second, ...)`.
    Flat,
}

impl Layout {
    /// [`apply`](Layout::apply), with the halves taken apart and put together in a form.
    pub(crate) const fn apply_in_form(&self, op: Op, tiler: &Tiler, leaf: Leaf, form: Form) -> Result<Layout> {
        let pairs = tri!(self.apply(op, tiler, leaf)).tree;
        let (mut firsts, mut seconds) = (pairs.nothing(), pairs.nothing());
        tri!(unzip(&pairs, pairs.root(), tiler, tiler.root(), &mut firsts, &mut seconds));
        let mut tree = pairs.nothing();
        tri!(tree.open());
        tri!(if matches!(form, Form::Flat) { tree.push_children(&firsts) } else { tree.push(&firsts) });
        tri!(if matches!(form, Form::Zipped) { tree.push(&seconds) } else { tree.push_children(&seconds) });
        tri!(tree.close());
        Layout::checked(op, tree)
    }
}
