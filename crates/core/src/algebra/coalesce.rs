//! Coalescing: the unique shortest layout with the same function.
//!
//! Two neighbouring modes `n0:d0` and `n1:d1` are one mode `n0*n1:d0` when
//! `d1 = n0*d0`, and modes of extent 1 do nothing. What is left when neither applies
//! is unique (Theorem N in DESIGN.md), so two layouts are the same function exactly
//! when their sizes and their coalesced forms agree.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, Node};
use crate::layout::layout::Layout;
use crate::layout::runs::extend_coalesced;
use crate::layout::tuple::Tuple;

/// # Simplifying
impl Layout {
    /// The shortest layout with the same function of the 1-D index.
    ///
    /// ```text
    /// (2,(1,6)):(1,(6,2))    0 2 4 6 8 10        12:1    0 1 2 3 4 5 6 7 8 9 10 11
    ///                        1 3 5 7 9 11
    /// ```
    ///
    /// Post-conditions: `size` and the offset at every index stay the same, the depth is at
    /// most 1, and no layout with this function has fewer modes; it is the only one with
    /// so few.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,(1,6)):(1,(6,2))).coalesce(), layout!(12:1));
    /// assert_eq!(layout!((2,3):(0,0)).coalesce(), layout!(6:0));
    /// assert_eq!(layout!((4,8):(8,1)).coalesce(), layout!((4,8):(8,1)));
    /// ```
    pub const fn coalesce(&self) -> Layout {
        let mut out = Layout::NOTHING;
        extend_coalesced(&mut out.tree.leaves, self.leaf_modes());
        out.tree.set_flat();
        out
    }

    /// [`coalesce`](Layout::coalesce) at each leaf of `profile`, so that the modes it names survive.
    ///
    /// The integers in `profile` do not matter. Modes that `profile` does not reach stay as
    /// they are.
    ///
    /// # Errors
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) when `profile` names more modes than there are.
    ///
    /// ```
    /// use tilework::{layout, tuple};
    ///
    /// let a = layout!((2,(1,6)):(1,(6,2)));
    /// assert_eq!(a.coalesce_by(&tuple!((1,1)))?, layout!((2,6):(1,2)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn coalesce_by(&self, profile: &Tuple) -> Result<Layout, Error> {
        self.simplify_by(profile, false)
    }

    /// Coalesces at the leaves of `profile`, and drops modes of stride 0 there if `filter`.
    pub(crate) const fn simplify_by(&self, profile: &Tuple, filter: bool) -> Result<Layout, Error> {
        let mut tree = self.tree.nothing();
        let (here, p) = (self.tree.root(), profile.root());
        match self.simplify_at(here, profile, p, filter, &mut tree) {
            Ok(()) => Ok(Layout { tree }),
            Err(error) => Err(error.on(self.text())),
        }
    }

    const fn simplify_at(
        &self,
        here: Node,
        profile: &Tuple,
        p: Node,
        filter: bool,
        out: &mut Nested<Mode>,
    ) -> Result<(), Error> {
        if profile.is_leaf_at(p) {
            let part = self.tree.view_at(here).to_layout();
            return out.push(&if filter { part.filter() } else { part.coalesce() }.tree);
        }
        let (rank, named) = (self.tree.rank_of(here), profile.rank_of(p));
        if named > rank {
            return Err(Error::new(
                Op::Coalesce,
                ErrorKind::RankTooLarge { rank: named, limit: rank },
            ));
        }
        let (mut here, mut p, mut i) = (self.tree.first_child(here), profile.first_child(p), 0);
        tri!(out.open());
        while i < rank {
            if i < named {
                if let Err(error) = self.simplify_at(here, profile, p, filter, out) {
                    return Err(error.in_mode(i));
                }
                p = profile.after(p);
            } else {
                tri!(out.push_node(&self.tree, here));
            }
            (here, i) = (self.tree.after(here), i + 1);
        }
        out.close()
    }

    /// The coalesced layout without its modes of stride 0 and extent 1.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!(((6,12,4),3):((2,2,0),1)).filter(), layout!((6,12,3):(2,2,1)));
    /// ```
    pub const fn filter(&self) -> Layout {
        self.filter_zeros().coalesce()
    }

    /// [`filter`](Layout::filter) at the leaves of `profile`, as [`coalesce_by`](Layout::coalesce_by).
    /// Modes that `profile` does not reach stay as they are.
    ///
    /// # Errors
    /// As [`coalesce_by`](Layout::coalesce_by).
    pub const fn filter_by(&self, profile: &Tuple) -> Result<Layout, Error> {
        match self.simplify_by(profile, true) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.within(Op::Filter)),
        }
    }
}
