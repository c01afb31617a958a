//! The definition, one element at a time, and the layout of what it lists where no formula gives it.

use tilework::{AnyLayout, Error, Layout};

use crate::tiled::recovered::{recover_modes, recover_part};
use crate::tiled::thrfrg::Formula;

impl Formula<'_> {
    /// The element, in the operand's two modes, that the thread at lane `v` of the atom at `at` has as `value` of
    /// repetition `rest`.
    ///
    /// In each mode the atom's element `a` lies at position `a + atom * (b + atoms * r)`, with `b` the thread's
    /// coordinate and `r` the repetition; the permutation of the block that the position is in says
    /// which element that is.
    fn element(&self, v: i64, at: [i64; 2], value: i64, rest: [i64; 2]) -> Result<[i64; 2], Error> {
        let threads = self.tv.mode(0)?.size();
        let inside = self.tv.at_index(v + threads * value)?;
        let parts = [inside % self.atom[0], inside / self.atom[0]];
        let mut element = [0; 2];
        for (i, slot) in element.iter_mut().enumerate() {
            // Too large a position is one of no tensor, and no layout agrees with it.
            let atom = at[i].saturating_add(self.atoms[i].saturating_mul(rest[i]));
            let position = parts[i].saturating_add(self.atom[i].saturating_mul(atom));
            let (place, block) = (position % self.block[i], position / self.block[i]);
            let place = match self.permutation[i] {
                Some(order) => order.at_index(place)?,
                None => place,
            };
            *slot = (self.block[i] * block).saturating_add(place);
        }
        Ok(element)
    }

    /// What a thread has of a tensor, read from its elements, if these have strides.
    pub(crate) fn recovered_part(
        &self,
        tensor: &AnyLayout,
        v: i64,
        at: [i64; 2],
    ) -> Result<Option<(Layout, i64)>, Error> {
        let values = self.tv.mode(1)?.size();
        recover_part(tensor, &[values], &self.repeats(tensor)?, |c, element| {
            element.copy_from_slice(&self.element(v, at, c[0], [c[1], c[2]])?);
            Ok(())
        })
    }

    /// A tensor cut into threads and fragments, `((ThrV,(ThrX,ThrY)),(FrgV,(RestX,RestY,...)))`, read from its elements,
    /// if these have strides.
    pub(crate) fn recovered(&self, tensor: &Layout) -> Result<Option<Layout>, Error> {
        let tensor = AnyLayout::Plain(*tensor);
        let [threads, values] = [self.tv.mode(0)?.size(), self.tv.mode(1)?.size()];
        let own = [threads, self.atoms[0], self.atoms[1], values];
        let found = recover_part(&tensor, &own, &self.repeats(&tensor)?, |c, element| {
            element.copy_from_slice(&self.element(c[0], [c[1], c[2]], c[3], [c[4], c[5]])?);
            Ok(())
        })?;
        let Some((cut, 0)) = found else { return Ok(None) };
        // (V, X, Y, values, rest...) to ((V,(X,Y)),(values,(rest...))).
        let cut = cut.group(4, cut.rank())?.group(3, 5)?.group(1, 3)?;
        cut.group(0, 2).map(Some)
    }

    /// How often the atoms of all threads repeat in a tensor, in its two modes.
    fn repeats(&self, tensor: &AnyLayout) -> Result<[i64; 2], Error> {
        let mut repeats = [1; 2];
        for (i, slot) in repeats.iter_mut().enumerate() {
            let blocks = (tensor.shape().mode(i)?.product()? - 1) / self.block[i] + 1;
            *slot = (self.block[i] / (self.atom[i] * self.atoms[i])).saturating_mul(blocks);
        }
        Ok(repeats)
    }

    /// The thread-value layout of one tile, read from its elements, if these have strides. `lane` gives the lane and
    /// the atom of each of the threads.
    pub(crate) fn recovered_tv(
        &self,
        threads: i64,
        lane: impl Fn(i64) -> Result<(i64, [i64; 2]), Error>,
    ) -> Result<Option<Layout>, Error> {
        let values = self.tv.mode(1)?.size();
        let rest = [0, 1].map(|i| self.block[i] / (self.atom[i] * self.atoms[i]));
        let found = recover_modes(&[threads, values, rest[0], rest[1]], |c| {
            let (v, at) = lane(c[0])?;
            let [i, j] = self.element(v, at, c[1], [c[2], c[3]])?;
            Ok(i + self.block[0] * j)
        })?;
        let Some((tv, 0)) = found else { return Ok(None) };
        let rest = Layout::concat(&[tv.mode(2)?, tv.mode(3)?])?;
        let values = Layout::concat(&[tv.mode(1)?, rest])?;
        Layout::concat(&[tv.mode(0)?, values]).map(Some)
    }
}
