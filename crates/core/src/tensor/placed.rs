//! Where the elements of a tensor lie: a layout from a base on, inside some data.

use crate::algebra::tiler::Tiler;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::tuple::{IntoTuple, Slicer};
use crate::parts::partition::{partition_slicer, thread_tile};
use crate::parts::ragged::Ragged;
use crate::tensor::offset_map::OffsetMap;

/// The element at offset `x` of `map` is element `base + x` of the data, which exists.
#[derive(Clone, Copy)]
pub(crate) struct Placed<L> {
    pub(crate) base: i64,
    pub(crate) map: L,
}

impl<L: OffsetMap> Placed<L> {
    /// The layout from `base` on, if it fits into `len` elements.
    pub(crate) fn new(len: usize, base: i64, map: L) -> Result<Self, Error> {
        let bounds = map.as_ref().bounds();
        let (least, most) = bounds.map_err(|error| error.within(Op::Tensor))?;
        let (first, last) =
            (i128::from(base) + i128::from(least), i128::from(base) + i128::from(most));
        if first >= 0 && usize::try_from(last).is_ok_and(|last| last < len) {
            return Ok(Placed { base, map });
        }
        let clamp = |x: i128| x.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let kind = ErrorKind::OutsideData { first: clamp(first), last: clamp(last), len };
        Err(Error::new(Op::Tensor, kind).on(Text::EMPTY.tuple(&map.as_ref().shape())))
    }

    pub(crate) fn check_injective(&self) -> Result<(), Error> {
        match self.map.as_ref().collision().map_err(|error| error.within(Op::Tensor))? {
            None => Ok(()),
            Some((x, y)) => {
                let offset = self.map.as_ref().at_index(x)?;
                let error = Error::new(Op::Tensor, ErrorKind::Aliased { x, y, offset });
                Err(error.on(Text::EMPTY.tuple(&self.map.as_ref().shape())))
            }
        }
    }

    /// The element of the data at a coordinate.
    #[inline]
    pub(crate) fn position(&self, coord: impl IntoTuple) -> Result<usize, Error> {
        // Inside the data, so it fits.
        Ok((self.base + self.map.as_ref().at_strict(coord)?) as usize)
    }

    pub(crate) fn compose(&self, indices: &Layout) -> Result<Self, Error> {
        Ok(Placed { map: self.map.compose_within(indices)?, ..*self })
    }

    pub(crate) fn slice(&self, slicer: &Slicer) -> Result<Self, Error> {
        let (map, offset) = self.map.slice_within(slicer)?;
        // Where an element lies, so it fits.
        Ok(Placed { base: self.base + offset, map })
    }

    /// The same elements by a layout with strides.
    pub(crate) fn plain(&self) -> Result<Placed<Layout>, Error> {
        let (map, offset) =
            self.map.as_ref().to_layout().map_err(|error| error.within(Op::Tensor))?;
        // Where the element at index 0 lies, so it fits.
        Ok(Placed { base: self.base + offset, map })
    }

    pub(crate) fn partition(
        &self,
        op: Op,
        tiler: &Tiler,
        coord: &Slicer,
        outer: bool,
    ) -> Result<Self, Error> {
        let part = || {
            let tiles = Placed { map: self.map.divide(tiler)?, ..*self };
            let slicer = partition_slicer(op, tiles.map.as_ref().shape().profile, coord, outer)?;
            // Where tiles stick out, the layout goes on past its end, onto other elements or none.
            // They have every index; if they have no more than there are, each once, none sticks out.
            if tiles.map.as_ref().size() != self.map.as_ref().size() {
                Ragged::new(&self.map.as_ref().shape(), tiler)?.check(&slicer)?;
            }
            tiles.slice(&slicer)
        };
        part().map_err(|error| error.within(op))
    }

    pub(crate) fn local_partition(&self, threads: &Layout, thread: i64) -> Result<Self, Error> {
        let (tiler, coord) = thread_tile(threads, thread)?;
        self.partition(Op::LocalPartition, &tiler, &coord.to_slicer(), true)
    }
}
