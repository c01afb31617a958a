//! Inverses of coordinate layouts: from coordinates back to indices.
//!
//! Where each mode goes along one place, a layout into coordinates is a sum of layouts, one for
//! each place, of different digits of the index. So an inverse is one inverse for each place, side
//! by side: an integer layout that is evaluated at coordinates. As CUTLASS' compiler does it.

use crate::algebra::inverse::{Placed, Zeros, from_chain, placed_by_stride, push_contiguous};
use crate::coords::basis::Basis;
use crate::coords::coord_layout::{CoordLayout, CoordMode};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, too_many};
use crate::ground::profile::Pieces;
use crate::layout::layout::Layout;

impl CoordLayout {
    /// The layout `R` of indices with `A(R(c)) = c` for every coordinate `c` of `R`, whose modes
    /// are those of the coordinates; as far as whole modes reach from the origin.
    ///
    /// In plain words: where to look for an element of a tensor.
    ///
    /// Post-condition: `A o R` is the identity on R's shape, where that is nested as the coordinates are.
    /// Modes whose stride goes along several places are not used.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes).
    ///
    /// ```
    /// use tilework::{CoordLayout, layout};
    ///
    /// let a: CoordLayout = "(4,5):(1@1,1@0)".parse()?;
    /// let r = a.right_inverse()?;
    /// assert_eq!(r, layout!((5,4):(4,1)));
    /// assert_eq!(a.at(r.at((3, 2))?)?, tilework::tuple!((3, 2)));
    ///
    /// let a: CoordLayout = "((4,8),(2,2)):((2@1,1@0),(1@1,8@0))".parse()?;
    /// assert_eq!(a.right_inverse()?, layout!(((8,2),(2,4)):((4,64),(32,1))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn right_inverse(&self) -> Result<Layout, Error> {
        let op = Op::RightInverse;
        let mut parts = Parts::new();
        let mut k = 0;
        while k < self.places.len() {
            let mut modes = List::new(Mode::VACANT);
            push_contiguous(&self.placed_along(self.places.at(k)), &mut modes);
            tri!(parts.push(op, modes.as_slice()));
            k += 1;
        }
        self.side_by_side(op, &parts)
    }

    /// A layout `L` with `L(A(x)) = x` for every index `x` of A: an integer layout that is evaluated at
    /// coordinates. It has values for other coordinates, too; they mean nothing.
    ///
    /// # Errors
    /// As [`Layout::left_inverse`], in each component; [`Unsupported`](ErrorKind::Unsupported) for a
    /// stride along several places.
    ///
    /// ```
    /// use tilework::{CoordLayout, layout};
    ///
    /// let a: CoordLayout = "(4,5):(2@0,2@1)".parse()?;
    /// let l = a.left_inverse()?;
    /// assert_eq!(l, layout!(((2,4),(2,5)):((0,1),(0,4))));
    /// assert_eq!(l.at(a.at(14)?)?, 14);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn left_inverse(&self) -> Result<Layout, Error> {
        self.inverse_by_chains(Op::LeftInverse, Zeros::Refuse)
    }

    /// A layout `G` for which `G(A(x))` is the first index that has the value of index `x`, as
    /// [`Layout::generalized_inverse`].
    ///
    /// # Errors
    /// As [`Layout::generalized_inverse`], in each component; [`Unsupported`](ErrorKind::Unsupported)
    /// for a stride along several places.
    ///
    /// ```
    /// use tilework::{CoordLayout, layout};
    ///
    /// let a: CoordLayout = "(2,3):(0,1@0)".parse()?;
    /// assert_eq!(a.generalized_inverse()?, layout!((3):(2)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "left_inverse")]
    pub const fn generalized_inverse(&self) -> Result<Layout, Error> {
        self.inverse_by_chains(Op::GeneralizedInverse, Zeros::Skip)
    }

    const fn inverse_by_chains(&self, op: Op, zeros: Zeros) -> Result<Layout, Error> {
        tri!(self.check_one_place(op));
        let (mut i, modes) = (0, self.tree.leaves());
        while i < modes.len() && matches!(zeros, Zeros::Refuse) {
            let CoordMode { extent, stride } = modes[i];
            if extent > 1 && stride.is_zero() {
                let error = Error::new(op, ErrorKind::NotInjective { extent });
                return Err(error.on(self.text()));
            }
            i += 1;
        }
        let mut parts = Parts::new();
        let mut k = 0;
        while k < self.places.len() {
            // In a component, modes of other components have stride 0.
            match from_chain(op, &self.placed_along(self.places.at(k)), Zeros::Skip) {
                Ok(modes) => tri!(parts.push(op, modes.as_slice())),
                Err(error) => return Err(error.on(self.text())),
            }
            k += 1;
        }
        self.side_by_side(op, &parts)
    }

    /// The modes that go along one place alone, and where they start.
    const fn placed_along(&self, place: Basis) -> List<Placed> {
        let (modes, mut i) = (self.tree.leaves(), 0);
        let mut along: List<Mode> = List::new(Mode::VACANT);
        while i < modes.len() {
            let CoordMode { extent, stride } = modes[i];
            let scale = if stride.terms().len() == 1 { stride.scale_at(place) } else { 0 };
            let _ = along.push(Mode::new(extent, scale));
            i += 1;
        }
        placed_by_stride(along.as_slice())
    }

    /// Refuses modes that go along several places at once.
    pub(super) const fn check_one_place(&self, op: Op) -> Result<(), Error> {
        let (modes, mut i) = (self.tree.leaves(), 0);
        while i < modes.len() {
            if modes[i].extent > 1 && modes[i].stride.terms().len() > 1 {
                let what = "a stride along several components of a coordinate, such as 1@0+1@1";
                return Err(Error::new(op, ErrorKind::Unsupported { what }).on(self.text()));
            }
            i += 1;
        }
        Ok(())
    }

    /// The modes of each component as the modes of a layout of coordinates.
    const fn side_by_side(&self, op: Op, parts: &Parts) -> Result<Layout, Error> {
        let Some(profile) = self.coprofile.split(&parts.pieces) else {
            return Err(too_many(op).on(self.text()));
        };
        match Layout::checked(op, Nested { profile, leaves: parts.modes }) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(self.text())),
        }
    }
}

/// The modes of all components, and how many each of them has.
struct Parts {
    modes: List<Mode>,
    pieces: Pieces,
    count: usize,
}

impl Parts {
    const fn new() -> Parts {
        Parts { modes: List::new(Mode::VACANT), pieces: Pieces::NONE, count: 0 }
    }

    /// The modes of one component more: `1:0` for none.
    const fn push(&mut self, op: Op, modes: &[Mode]) -> Result<(), Error> {
        let fits = if modes.is_empty() {
            self.modes.push(Mode::UNIT)
        } else {
            self.pieces.set(self.count, modes.len());
            self.modes.extend(modes)
        };
        self.count += 1;
        if fits { Ok(()) } else { Err(too_many(op)) }
    }
}
