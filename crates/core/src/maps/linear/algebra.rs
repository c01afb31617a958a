//! One linear layout after another, and back.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::List;
use crate::maps::linear::{DIMS, LinearLayout, offset_of};
use crate::maps::swizzle::BITS;
use crate::maps::xor_map::XorMap;

impl<'a> LinearLayout<'a> {
    /// The linear layout with `R(x) = self(inner(x))`. The outputs of `inner` are the inputs of `self`, matched by
    /// name; they may be smaller.
    ///
    /// # Errors
    /// [`RankMismatch`](ErrorKind::RankMismatch) unless there are as many outputs as inputs,
    /// [`NoSuchInput`](ErrorKind::NoSuchInput) for an output that is no input,
    /// [`RepeatedMode`](ErrorKind::RepeatedMode) for two of one name,
    /// [`OutOfBounds`](ErrorKind::OutOfBounds) where `inner` leaves an input.
    ///
    /// ```
    /// use tilework::{LinearLayout, tuple};
    ///
    /// // Shared memory, whose columns are XORed with the rows, and who holds each of its cells.
    /// let shared = LinearLayout::new(
    ///     &[("offset", &[&[0, 1], &[0, 2], &[1, 1], &[2, 2]])],
    ///     &[("row", 4), ("col", 4)],
    /// )?;
    /// let held = LinearLayout::new(
    ///     &[("register", &[&[0, 1], &[0, 2]]), ("lane", &[&[1, 0], &[2, 0]])],
    ///     &[("row", 4), ("col", 4)],
    /// )?;
    /// let offsets = shared.inverse()?.compose(&held)?;
    /// assert_eq!(offsets.at(&[1, 2])?, tuple!((11)));
    /// assert_eq!(shared.at(&[11])?, held.at(&[1, 2])?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "composition")]
    pub fn compose(&self, inner: &LinearLayout<'a>) -> Result<LinearLayout<'a>, Error> {
        let fail = |kind| Error::new(Op::Compose, kind);
        let (ins, outs) = (self.ins(), inner.outs());
        if ins.len() != outs.len() {
            return Err(fail(ErrorKind::RankMismatch { left: ins.len(), right: outs.len() }));
        }
        // Which input each output is.
        let mut places = [0; DIMS];
        for (output, dim) in outs.iter().enumerate() {
            let place = ins.iter().position(|input| input.name == dim.name);
            let place = place.ok_or_else(|| fail(ErrorKind::NoSuchInput { output }))?;
            if places[..output].contains(&place) {
                return Err(fail(ErrorKind::RepeatedMode { mode: output }));
            }
            places[output] = place;
        }
        let mut columns = List::<i64, { BITS as usize }>::new(0);
        for &column in inner.map().columns() {
            let mut coordinate = [0; DIMS];
            for (&x, &place) in inner.coordinate(column).leaves().iter().zip(&places) {
                coordinate[place] = x;
            }
            let index = offset_of(&coordinate[..ins.len()], ins);
            let index = index.map_err(|error| fail(error.kind()))?;
            // As many columns as `inner` has.
            let _ = columns.push(self.map().apply(index));
        }
        LinearLayout::from_map(inner.ins(), self.outs(), XorMap::new(columns.as_slice())?)
    }

    /// The linear layout with `R(self(x)) = x` and `self(R(y)) = y`: from the outputs to the inputs.
    ///
    /// # Errors
    /// [`Singular`](ErrorKind::Singular), with an index of the input other than 0 that is mapped to 0;
    /// [`SizeMismatch`](ErrorKind::SizeMismatch) where not every output is taken.
    pub fn inverse(&self) -> Result<LinearLayout<'a>, Error> {
        let fail = |kind| Error::new(Op::Inverse, kind);
        if let Some(kernel) = self.map().kernel() {
            return Err(fail(ErrorKind::Singular { kernel }));
        }
        let bits = self.outs().iter().map(|dim| dim.bits).sum::<u32>();
        if self.map().bits() != bits {
            let kind = ErrorKind::SizeMismatch { left: 1 << self.map().bits(), right: 1 << bits };
            return Err(fail(kind));
        }
        let inverse = self.map().inverse()?;
        let columns = &inverse.columns()[..bits as usize];
        LinearLayout::from_map(self.outs(), self.ins(), XorMap::new(columns)?)
    }
}
