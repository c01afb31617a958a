//! Acting on a layout mode by mode, as a tiler says.
//!
//! Composition, divide and product share this walk: go down the tiler and the layout
//! together, do the one-dimensional thing at the leaves of the tiler, and put the results
//! together again in one of four forms.

use crate::compose::compose_into;
use crate::error::{Error, ErrorKind, Op, Result};
use crate::layout::{Layout, Mode, check, in_place};
use crate::list::tri;
use crate::nested::{Nested, Node};
use crate::tile::{divide_into, product_into};
use crate::tiler::{Part, Place, Tiler};

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

/// The two halves of every pair that a divide or product made, each collected into one mode:
/// `((a0,b0),(a1,b1),c)` gives `(a0,a1)` and `(b0,b1,c)`. CuTe's `tile_unzip`.
const fn unzip<T: Copy>(
    tree: &Nested<T>,
    node: Node,
    tiler: &Tiler,
    place: Place,
    unit: &Nested<T>,
    firsts: &mut Nested<T>,
    seconds: &mut Nested<T>,
) -> Result<()> {
    let named = match tiler.part(place) {
        Part::Keep => {
            tri!(firsts.push(unit));
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
            tri!(unzip(tree, node, tiler, place, unit, firsts, seconds));
            place = tiler.after(place);
        } else {
            tri!(seconds.push_node(tree, node));
        }
        (node, i) = (tree.after(node), i + 1);
    }
    tri!(firsts.close());
    seconds.close()
}

impl<T: Copy> Nested<T> {
    /// Appends the modes of `tree` one by one. A half of one mode stays as it is, as in CuTe.
    const fn push_unpacked(&mut self, tree: &Self) -> Result<()> {
        if tree.rank() == 1 { self.push(tree) } else { self.push_children(tree) }
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
    ) -> Result<Layout> {
        let pairs = tri!(self.apply(op, tiler, leaf)).tree;
        Layout::checked(op, tri!(in_form(&pairs, tiler, &Layout::UNIT.tree, form)))
    }
}

/// The halves of all pairs that a divide or product made, put together in a form; `unit` is the
/// half that a mode without a partner lacks.
pub(crate) const fn in_form<T: Copy>(
    pairs: &Nested<T>,
    tiler: &Tiler,
    unit: &Nested<T>,
    form: Form,
) -> Result<Nested<T>> {
    let (mut firsts, mut seconds) = (pairs.nothing(), pairs.nothing());
    tri!(unzip(pairs, pairs.root(), tiler, tiler.root(), unit, &mut firsts, &mut seconds));
    let mut tree = pairs.nothing();
    tri!(tree.open());
    tri!(if matches!(form, Form::Flat) { tree.push_unpacked(&firsts) } else { tree.push(&firsts) });
    tri!(if matches!(form, Form::Zipped) {
        tree.push(&seconds)
    } else {
        tree.push_unpacked(&seconds)
    });
    tri!(tree.close());
    Ok(tree)
}
