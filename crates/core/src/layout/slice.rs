//! Slices: some coordinates fixed, the others kept.

use crate::ground::error::{Error, Op};
use crate::ground::list::{List, tri};
use crate::ground::nested::{Nested, Node};
use crate::layout::coord::{add, extended, fit, meet, not_negative};
use crate::layout::layout::Layout;
use crate::layout::tuple::Slicer;

/// # Slicing
impl Layout {
    /// The modes that a slicer keeps with `_`, and the offset at the coordinates it fixes.
    ///
    /// ```text
    /// (4,8):(1,4) at (2,_):   . . .          keeps 8:4, begins at offset 2
    ///                         2 6 10 ...
    /// ```
    ///
    /// The kept modes form a tuple, also when it is one; `_` alone keeps everything.
    ///
    /// # Errors
    /// As [`at`](Layout::at) for the fixed coordinates.
    ///
    /// ```
    /// use tilework::{layout, slicer};
    ///
    /// let a = layout!((4,(2,4)):(8,(1,2)));
    /// assert_eq!(a.slice(&slicer!((2,_)))?, (layout!(((2,4)):((1,2))), 16));
    /// assert_eq!(a.slice(&slicer!((_,(1,_))))?, (layout!((4,4):(8,2)), 1));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "slice_and_offset")]
    pub const fn slice(&self, slicer: &Slicer) -> Result<(Layout, i64), Error> {
        let kept = tri!(self.select_by(Op::Slice, slicer, true));
        let offset = match self.fixed_offset(self.tree.root(), slicer, slicer.root()) {
            Ok(offset) => fit(Op::Slice, offset),
            Err(error) => Err(error),
        };
        match offset {
            Ok(offset) => Ok((kept, offset)),
            Err(error) => Err(error.on(self.text())),
        }
    }

    /// The modes that a slicer fixes: the other half of [`slice`](Layout::slice).
    ///
    /// # Errors
    /// [`CoordinateProfile`](crate::ErrorKind::CoordinateProfile) when the slicer does not fit the shape.
    pub const fn dice(&self, slicer: &Slicer) -> Result<Layout, Error> {
        self.select_by(Op::Dice, slicer, false)
    }

    /// Whether the coordinates that a slicer fixes lie inside the domain, or the reason why not: a
    /// [`slice`](Layout::slice) past the end is one of the layout continued there.
    ///
    /// # Errors
    /// As [`check_bounds`](Layout::check_bounds).
    ///
    /// ```
    /// use tilework::{ErrorKind, layout, slicer};
    ///
    /// let a = layout!((4,8):(1,4));
    /// a.check_slice(&slicer!((_,7)))?;
    /// let error = a.check_slice(&slicer!((_,8))).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::OutOfBounds { coordinate: 8, extent: 8 });
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn check_slice(&self, slicer: &Slicer) -> Result<(), Error> {
        let (mut leaves, mut i) = (List::new(0), 0);
        while i < slicer.length() {
            // `_` is as good as coordinate 0.
            let fixed = match slicer.leaves.at(i) {
                Some(coordinate) => coordinate,
                None => 0,
            };
            let _ = leaves.push(fixed);
            i += 1;
        }
        match self.check_bounds(&Nested { profile: slicer.profile, leaves }) {
            Ok(()) => Ok(()),
            Err(error) => Err(error.within(Op::Slice)),
        }
    }

    /// The modes at which the slicer is `_` (`kept`) or an integer (not `kept`).
    const fn select_by(&self, op: Op, slicer: &Slicer, kept: bool) -> Result<Layout, Error> {
        match self.tree.select_by(op, slicer, kept) {
            Ok(tree) => Ok(Layout { tree }),
            Err(error) => Err(error.on(self.text())),
        }
    }

    const fn fixed_offset(&self, here: Node, slicer: &Slicer, s: Node) -> Result<i128, Error> {
        if slicer.is_leaf_at(s) {
            let Some(coordinate) = slicer.leaves.at(s.leaf) else {
                return Ok(0);
            };
            let index = tri!(not_negative(Op::Slice, coordinate));
            return Ok(extended(self.tree.leaves_at(here), index));
        }
        let rank = slicer.rank_of(s);
        let (mut here, mut s) = (self.tree.first_child(here), slicer.first_child(s));
        let (mut offset, mut i) = (0_i128, 0);
        while i < rank {
            offset = match self.fixed_offset(here, slicer, s) {
                Ok(part) => tri!(add(Op::Slice, offset, part)),
                Err(error) => return Err(error.in_mode(i)),
            };
            (here, s, i) = (self.tree.after(here), slicer.after(s), i + 1);
        }
        Ok(offset)
    }
}

impl<T: Copy> Nested<T> {
    /// The modes at which the slicer is `_` (`kept`) or an integer (not `kept`).
    pub(crate) const fn select_by(
        &self,
        op: Op,
        slicer: &Slicer,
        kept: bool,
    ) -> Result<Self, Error> {
        if slicer.is_leaf() {
            let whole = slicer.leaves.at(0).is_none() == kept;
            return Ok(if whole { *self } else { self.nothing() });
        }
        let mut tree = self.nothing();
        tri!(tree.open());
        tri!(self.collect(op, self.root(), slicer, slicer.root(), kept, &mut tree));
        tri!(tree.close());
        Ok(tree)
    }

    const fn collect(
        &self,
        op: Op,
        here: Node,
        slicer: &Slicer,
        s: Node,
        kept: bool,
        out: &mut Self,
    ) -> Result<(), Error> {
        if slicer.is_leaf_at(s) {
            if slicer.leaves.at(s.leaf).is_none() == kept {
                tri!(out.push_node(self, here));
            }
            return Ok(());
        }
        let rank = tri!(meet(op, slicer.rank_of(s), self.rank_of(here), self.is_leaf_at(here)));
        let (mut here, mut s, mut i) = (self.first_child(here), slicer.first_child(s), 0);
        while i < rank {
            if let Err(error) = self.collect(op, here, slicer, s, kept, out) {
                return Err(error.in_mode(i));
            }
            (here, s, i) = (self.after(here), slicer.after(s), i + 1);
        }
        Ok(())
    }
}
