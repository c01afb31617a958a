//! Acting on a layout mode by mode, as a tiler says.
//!
//! Composition, divide and product share this walk: go down the tiler and the layout
//! together, do the one-dimensional thing at the leaves of the tiler, and put the results
//! together again in one of four forms.

use crate::algebra::compose::compose_into;
use crate::algebra::tiler::tile::{divide_into, product_into};
use crate::algebra::tiler::{Part, Place, Tiler};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, Node};
use crate::ground::work::Work;
use crate::layout::layout::{Layout, check_slots, in_place};

/// What to do at the leaves of a tiler.
#[derive(Clone, Copy)]
pub(crate) enum Leaf {
    Compose,
    Divide,
    Product,
}

/// # Composition by mode
impl Layout {
    /// The composition with a tiler: mode by mode for `<...>`, as [`compose`](Layout::compose)
    /// for a layout. `_` keeps its mode; modes that the tiler does not name are dropped.
    ///
    /// So mode 0 of [`zipped_divide`](Layout::zipped_divide) is the composition with the tiler, as
    /// long as that has no `_` and no tile overhangs.
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
    pub const fn compose_tiler(&self, tiler: &Tiler) -> Result<Layout, Error> {
        self.apply(Op::Compose, tiler, Leaf::Compose)
    }

    /// Applies `leaf` at the leaves of the tiler. Modes beyond it are dropped by a composition
    /// and kept by the others.
    pub(crate) const fn apply(&self, op: Op, tiler: &Tiler, leaf: Leaf) -> Result<Layout, Error> {
        self.apply_within(op, tiler, leaf, &mut Work::new())
    }

    /// [`apply`](Layout::apply) as a part of a larger question.
    pub(crate) const fn apply_within(
        &self,
        op: Op,
        tiler: &Tiler,
        leaf: Leaf,
        work: &mut Work,
    ) -> Result<Layout, Error> {
        in_place!(out => self.apply_into(op, tiler, leaf, out, work))
    }

    /// [`apply`](Layout::apply), appended to `out`, which has no modes yet.
    #[inline]
    pub(crate) const fn apply_into(
        &self,
        op: Op,
        tiler: &Tiler,
        leaf: Leaf,
        out: &mut Nested<Mode>,
        work: &mut Work,
    ) -> Result<(), Error> {
        let root = self.tree.root();
        match apply_at(op, &self.tree, root, tiler, tiler.root(), leaf, out, work) {
            // What is one composition was checked there; several modes may be too large together.
            Ok(()) if tiler.is_by_mode() || matches!(leaf, Leaf::Product) => {
                check_slots(op, out.leaves.slots(), 0, out.leaves.len())
            }
            Ok(()) => Ok(()),
            Err(error) => Err(error.within(op)),
        }
    }
}

#[allow(clippy::too_many_arguments)]
const fn apply_at(
    op: Op,
    tree: &Nested<Mode>,
    node: Node,
    tiler: &Tiler,
    place: Place,
    leaf: Leaf,
    out: &mut Nested<Mode>,
    work: &mut Work,
) -> Result<(), Error> {
    let named = match tiler.part(place) {
        Part::Keep => return out.push_node(tree, node),
        Part::Layout(layout) => {
            let here = tree.view_at(node);
            return match leaf {
                Leaf::Compose => compose_into(here, layout, out, work),
                Leaf::Divide => divide_into(here, layout, out, work),
                Leaf::Product => product_into(here, layout, out, work),
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
            if let Err(error) = apply_at(op, tree, node, tiler, place, leaf, out, work) {
                return Err(error.in_mode(i));
            }
            if i + 1 < named {
                place = tiler.after(place);
            }
        } else {
            tri!(out.push_node(tree, node));
        }
        i += 1;
        if i < modes {
            node = tree.after(node);
        }
    }
    out.close()
}

/// What a composition by mode selects, as indices: a layout that continues `a` as far as the tiler
/// reaches in each mode, and the indices of it at which the elements are.
///
/// Composed as functions of the index, the two are the composition by mode also where that is no
/// layout; and where the tiler reaches past the end of a mode, because there the mode, and not the
/// index, continues.
pub(crate) const fn selection(a: &Layout, tiler: &Tiler) -> Result<(Layout, Layout), Error> {
    let op = Op::Compose;
    let (mut longer, mut indices, mut place) = (a.tree.nothing(), a.tree.nothing(), 1);
    let (from, to) = (a.tree.root(), tiler.root());
    tri!(select_at(&a.tree, from, tiler, to, &mut place, &mut longer, &mut indices));
    Ok((tri!(Layout::checked(op, longer)), tri!(Layout::checked(op, indices))))
}

/// One node of [`selection`]; `place` is how far the index goes with a step of it.
const fn select_at(
    tree: &Nested<Mode>,
    node: Node,
    tiler: &Tiler,
    at: Place,
    place: &mut i64,
    longer: &mut Nested<Mode>,
    indices: &mut Nested<Mode>,
) -> Result<(), Error> {
    let overflow = Error::overflow(Op::Compose, "size");
    match tiler.part(at) {
        Part::Keep => {
            let (mut kept, mut i) = (tree.subtree(node), 0);
            while i < kept.length() {
                let extent = kept.leaves.at(i).extent;
                kept.leaves.set(i, Mode::new(extent, *place));
                *place = match place.checked_mul(extent) {
                    Some(place) => place,
                    None => return Err(overflow),
                };
                i += 1;
            }
            tri!(longer.push_node(tree, node));
            indices.push(&kept)
        }
        Part::Layout(layout) => {
            let (mut last, mut chosen, mut i) = (0_i128, layout.to_layout().tree, 0);
            while i < chosen.length() {
                let Mode { extent, stride } = chosen.leaves.at(i);
                last += (extent - 1) as i128 * stride as i128;
                let Some(stride) = stride.checked_mul(*place) else { return Err(overflow) };
                chosen.leaves.set(i, Mode::new(extent, stride));
                i += 1;
            }
            let mut here = tree.subtree(node);
            if here.length() == 0 {
                // Without modes there is index 0 only, which does not continue.
                here = Layout::UNIT.tree;
            }
            let end = here.length() - 1;
            let (mut before, mut i) = (1, 0);
            while i < end {
                before *= here.leaves.at(i).extent;
                i += 1;
            }
            // The last mode as long as the largest index needs it.
            let Mode { extent, stride } = here.leaves.at(end);
            let need = last / before as i128 + 1;
            let extent = if need > extent as i128 { need } else { extent as i128 };
            let whole = extent * before as i128 * *place as i128;
            if extent > i64::MAX as i128 || whole > i64::MAX as i128 {
                return Err(overflow);
            }
            here.leaves.set(end, Mode::new(extent as i64, stride));
            *place = whole as i64;
            tri!(longer.push(&here));
            indices.push(&chosen)
        }
        Part::Tuple(named) => {
            let (mut node, mut at, mut i) = (tree.first_child(node), tiler.first_child(at), 0);
            tri!(longer.open());
            tri!(indices.open());
            while i < named {
                if let Err(error) = select_at(tree, node, tiler, at, place, longer, indices) {
                    return Err(error.in_mode(i));
                }
                i += 1;
                if i < named {
                    (node, at) = (tree.after(node), tiler.after(at));
                }
            }
            tri!(longer.close());
            indices.close()
        }
    }
}

/// One half of every pair that a divide or product made.
#[derive(Clone, Copy)]
enum Half {
    First,
    Second,
}

/// Appends one half of every pair that a divide or product made, collected into one mode:
/// `((a0,b0),(a1,b1),c)` has the halves `(a0,a1)` and `(b0,b1,c)`. CuTe's `tile_unzip`. Unpacked, the modes of the
/// half are appended one by one, unless it has just one.
#[allow(clippy::too_many_arguments)]
const fn push_half<T: Copy>(
    tree: &Nested<T>,
    node: Node,
    tiler: &Tiler,
    place: Place,
    half: Half,
    unpacked: bool,
    unit: &Nested<T>,
    out: &mut Nested<T>,
) -> Result<(), Error> {
    let named = match tiler.part(place) {
        Part::Keep => {
            return match half {
                Half::First => out.push(unit),
                Half::Second => out.push_node_unpacked(tree, node, unpacked),
            };
        }
        Part::Layout(_) => {
            let first = tree.first_child(node);
            let node = if matches!(half, Half::First) { first } else { tree.after(first) };
            return out.push_node_unpacked(tree, node, unpacked);
        }
        Part::Tuple(named) => named,
    };
    let rank = tree.rank_of(node);
    let modes = if matches!(half, Half::First) { named } else { rank };
    let parentheses = !unpacked || modes == 1;
    let (mut node, mut place, mut i) = (tree.first_child(node), tiler.first_child(place), 0);
    if parentheses {
        tri!(out.open());
    }
    while i < modes {
        if i < named {
            tri!(push_half(tree, node, tiler, place, half, false, unit, out));
            if i + 1 < named {
                place = tiler.after(place);
            }
        } else {
            tri!(out.push_node(tree, node));
        }
        i += 1;
        if i < modes {
            node = tree.after(node);
        }
    }
    if parentheses { out.close() } else { Ok(()) }
}

impl<T: Copy> Nested<T> {
    /// Appends a tree, or its modes one by one. A single mode stays as it is, as in CuTe.
    const fn push_node_unpacked(
        &mut self,
        tree: &Self,
        node: Node,
        unpacked: bool,
    ) -> Result<(), Error> {
        if unpacked && tree.rank_of(node) != 1 {
            let (first, end) = (tree.first_child(node), tree.child(node, tree.rank_of(node)));
            self.push_nodes(tree, first, end)
        } else {
            self.push_node(tree, node)
        }
    }
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
    pub(crate) const fn apply_in_form(
        &self,
        op: Op,
        tiler: &Tiler,
        leaf: Leaf,
        form: Form,
    ) -> Result<Layout, Error> {
        let mut pairs = Nested::none();
        tri!(self.apply_into(op, tiler, leaf, &mut pairs, &mut Work::new()));
        // The same modes in another order, and some of one element more.
        in_place!(tree => form_into(&pairs, tiler, &Layout::UNIT.tree, form, tree))
    }
}

/// The halves of all pairs that a divide or product made, put together in a form; `unit` is the
/// half that a mode without a partner lacks.
pub(crate) const fn in_form<T: Copy>(
    pairs: &Nested<T>,
    tiler: &Tiler,
    unit: &Nested<T>,
    form: Form,
) -> Result<Nested<T>, Error> {
    let mut tree = pairs.nothing();
    tri!(form_into(pairs, tiler, unit, form, &mut tree));
    Ok(tree)
}

const fn form_into<T: Copy>(
    pairs: &Nested<T>,
    tiler: &Tiler,
    unit: &Nested<T>,
    form: Form,
    out: &mut Nested<T>,
) -> Result<(), Error> {
    let (root, place) = (pairs.root(), tiler.root());
    let (flat, zipped) = (matches!(form, Form::Flat), matches!(form, Form::Zipped));
    tri!(out.open());
    tri!(push_half(pairs, root, tiler, place, Half::First, flat, unit, out));
    tri!(push_half(pairs, root, tiler, place, Half::Second, !zipped, unit, out));
    out.close()
}
