//! The layout of a table that is read from the left, where not all of it need be at hand: see
//! [`recover`](mod@crate::algebra::recover).

use crate::algebra::floor_form::not_a_layout;
use crate::ground::error::{Error, ErrorKind, Op, Why};
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::nested::too_many;
use crate::layout::layout::Layout;
use crate::layout::runs::push_coalesced;

/// The modes of a layout while its table is read.
pub(super) struct Modes {
    list: List<Mode, 64>,
    /// Where the last one starts.
    pub(super) chain: i64,
}

impl Modes {
    pub(super) fn new() -> Modes {
        Modes { list: List::new(Mode::VACANT), chain: 1 }
    }

    /// The mode that starts at `chain` with this stride ends at `x`, if a new one can start there.
    pub(super) fn start(&mut self, x: i64, size: i64, stride: i64) -> Result<(), Why> {
        if x % self.chain != 0 {
            return Err(Why::Increment { chain: self.chain });
        }
        if size % x != 0 {
            return Err(Why::Break { size });
        }
        let _ = self.list.push(Mode::new(x / self.chain, stride));
        self.chain = x;
        Ok(())
    }

    /// The layout whose last mode has this stride.
    pub(super) fn finish(&self, op: Op, size: i64, stride: i64) -> Result<Layout, Error> {
        let (mut modes, mut leaves) = (self.list, List::new(Mode::VACANT));
        push_coalesced(&mut modes, Mode::new(size / self.chain, stride));
        if !leaves.extend(modes.as_slice()) {
            return Err(too_many(op));
        }
        Layout::from_flat(op, leaves)
    }
}

/// The layout of a table that is read entry by entry, of which the size is known.
pub(crate) struct Reading {
    size: i64,
    index: i64,
    modes: Modes,
    /// The stride of the last mode.
    stride: i64,
}

impl Reading {
    pub(crate) fn new(size: i64) -> Reading {
        Reading { size, index: 0, modes: Modes::new(), stride: 0 }
    }

    /// What the layout so far has at the next index.
    fn expected(&self) -> i128 {
        let (mut rest, mut offset) = (self.index, 0_i128);
        for mode in self.modes.list.as_slice() {
            offset += i128::from(rest % mode.extent) * i128::from(mode.stride);
            rest /= mode.extent;
        }
        offset + i128::from(rest) * i128::from(self.stride)
    }

    /// The next entry; the first must be 0.
    pub(crate) fn read(&mut self, op: Op, value: i64) -> Result<(), Error> {
        let x = self.index;
        if x == 1 {
            self.stride = value;
        } else if i128::from(value) != self.expected() {
            if x == 0 {
                return Err(Error::new(op, ErrorKind::NonZeroOrigin { value }));
            }
            if let Err(why) = self.modes.start(x, self.size, self.stride) {
                return Err(not_a_layout(op, x, self.expected(), value.into(), why));
            }
            self.stride = value;
        }
        self.index += 1;
        Ok(())
    }

    /// The largest size below `index` at which what was read is a layout.
    pub(crate) fn whole_below(&self, index: i64) -> i64 {
        index / self.modes.chain * self.modes.chain
    }

    /// The layout of the whole table.
    pub(crate) fn finish(&self, op: Op) -> Result<Layout, Error> {
        self.modes.finish(op, self.size, self.stride)
    }
}
