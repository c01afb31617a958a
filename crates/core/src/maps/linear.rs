//! Linear layouts, as Triton has them: named inputs, named outputs, and a basis vector for each bit.
//!
//! ```text
//!  - register=1 -> (0, 1)        bit 0 of the register number moves by (0,1)
//!    register=2 -> (8, 0)        bit 1 by (8,0)
//!  - lane=1 -> (0, 2)            ...
//! ```
//!
//! Contributions are XORed. An input coordinate is an index whose first dimension is fastest, and so is
//! an output. So a linear layout is an [`XorMap`] with names.

mod algebra;
mod notation;

use core::fmt;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, too_many};
use crate::layout::layout::Layout;
use crate::layout::runs::push_coalesced;
use crate::layout::tuple::{Coord, Tuple};
use crate::maps::any::AnyLayout;
use crate::maps::composed::{ComposedLayout, Outer};
use crate::maps::swizzle::{BITS, Swizzle, power_of_two};
use crate::maps::xor_map::XorMap;

/// How many inputs, or outputs, there may be.
pub(crate) const DIMS: usize = 8;

/// A named dimension of `2^bits` coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LinearDim<'a> {
    /// Its name: `register`, `lane`, `warp`, `block`, `dim0`, ...
    pub name: &'a str,
    /// The number of bits of its coordinate.
    pub bits: u32,
}

/// A linear layout of Triton.
///
/// ```
/// use tilework::{LinearLayout, layout, tuple};
///
/// let a = LinearLayout::new(
///     &[
///         ("register", &[&[0, 1], &[8, 0]]),
///         ("lane", &[&[0, 2], &[0, 4], &[1, 0], &[2, 0], &[4, 0]]),
///     ],
///     &[("dim0", 16), ("dim1", 8)],
/// )?;
/// assert_eq!((a.ins()[1].name, a.ins()[1].bits), ("lane", 5));
/// assert_eq!(a.at(&[3, 9])?, tuple!((10,3)));
///
/// // As a layout of (register, lane): where (dim0, dim1) has the offset dim0 + 16 * dim1.
/// assert_eq!(a.to_layout()?.plain(), Some(&layout!(((2,2),(4,8)):((16,8),(32,1)))));
/// assert_eq!(LinearLayout::from_layout(&a.to_layout()?, &["register", "lane"], a.outs())?, a);
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct LinearLayout<'a> {
    ins: List<LinearDim<'a>, DIMS>,
    outs: List<LinearDim<'a>, DIMS>,
    map: XorMap,
}

impl<'a> LinearLayout<'a> {
    /// From the bases of each input, each with a coordinate for each output, and the sizes of the
    /// outputs.
    ///
    /// # Errors
    /// [`NotPowerOfTwo`](ErrorKind::NotPowerOfTwo) for the size of an output,
    /// [`RankMismatch`](ErrorKind::RankMismatch) for a basis without exactly one coordinate for each output,
    /// [`OutOfBounds`](ErrorKind::OutOfBounds) for one that lies outside,
    /// [`TooManyModes`](ErrorKind::TooManyModes) for more than 8 inputs or outputs,
    /// [`NoSuchBit`](ErrorKind::NoSuchBit) for more than 62 bits.
    pub fn new(
        bases: &[(&'a str, &[&[i64]])],
        outs: &[(&'a str, i64)],
    ) -> Result<LinearLayout<'a>, Error> {
        let mut sizes = List::new(LinearDim { name: "", bits: 0 });
        for &(name, size) in outs {
            let bits = power_of_two(Op::XorMap, "the size of an output", size)?;
            sizes.push(LinearDim { name, bits }).then_some(()).ok_or(too_many(Op::XorMap))?;
        }
        total_bits(sizes.as_slice())?;
        let mut ins = List::new(LinearDim { name: "", bits: 0 });
        let (mut columns, mut count) = ([0; BITS as usize], 0);
        for &(name, vectors) in bases {
            let dim = LinearDim { name, bits: vectors.len() as u32 };
            ins.push(dim).then_some(()).ok_or(too_many(Op::XorMap))?;
            for vector in vectors {
                columns[count.min(BITS as usize - 1)] = offset_of(vector, sizes.as_slice())?;
                count += 1;
            }
        }
        total_bits(ins.as_slice())?;
        Ok(LinearLayout { ins, outs: sizes, map: XorMap::new(&columns[..count])? })
    }

    /// The linear layout of a layout whose modes are the inputs, and whose offsets are the outputs, the
    /// first of them fastest.
    ///
    /// # Errors
    /// As [`AnyLayout::to_xor_map`], [`RankMismatch`](ErrorKind::RankMismatch) unless there is one name for each
    /// mode, and [`OutOfBounds`](ErrorKind::OutOfBounds) for offsets beyond the outputs.
    pub fn from_layout(
        layout: &AnyLayout,
        ins: &[&'a str],
        outs: &[LinearDim<'a>],
    ) -> Result<LinearLayout<'a>, Error> {
        let (map, shape) = (layout.to_xor_map()?, layout.shape());
        if shape.rank() != ins.len() {
            let kind = ErrorKind::RankMismatch { left: shape.rank(), right: ins.len() };
            return Err(Error::new(Op::XorMap, kind));
        }
        let mut in_dims = List::<_, DIMS>::new(LinearDim { name: "", bits: 0 });
        for (i, &name) in ins.iter().enumerate() {
            let bits = shape.mode(i)?.product()?.trailing_zeros();
            in_dims.push(LinearDim { name, bits }).then_some(()).ok_or(too_many(Op::XorMap))?;
        }
        LinearLayout::from_map(in_dims.as_slice(), outs, map)
    }

    /// The map from the index of these inputs to the index of these outputs, with their names.
    ///
    /// # Errors
    /// [`SizeMismatch`](ErrorKind::SizeMismatch) unless there is a column for each bit of the inputs,
    /// [`OutOfBounds`](ErrorKind::OutOfBounds) for a column beyond the outputs,
    /// [`TooManyModes`](ErrorKind::TooManyModes), [`NoSuchBit`](ErrorKind::NoSuchBit) as [`new`](LinearLayout::new).
    ///
    /// ```
    /// use tilework::{LinearDim, LinearLayout, XorMap, tuple};
    ///
    /// let (lane, cell) = (LinearDim { name: "lane", bits: 2 }, LinearDim { name: "cell", bits: 2 });
    /// let a = LinearLayout::from_map(&[lane], &[cell], XorMap::new(&[1, 3])?)?;
    /// assert_eq!(a.at(&[3])?, tuple!((2)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn from_map(
        ins: &[LinearDim<'a>],
        outs: &[LinearDim<'a>],
        map: XorMap,
    ) -> Result<LinearLayout<'a>, Error> {
        let empty = List::new(LinearDim { name: "", bits: 0 });
        let (mut in_dims, mut out_dims) = (empty, empty);
        let fit = in_dims.extend(ins) && out_dims.extend(outs);
        fit.then_some(()).ok_or(too_many(Op::XorMap))?;
        let (taken, total) = (total_bits(ins)?, total_bits(outs)?);
        if taken != map.bits() {
            // A map may have one bit more than there are in a size.
            let size = |bits| 2_i64.saturating_pow(bits);
            let kind = ErrorKind::SizeMismatch { left: size(map.bits()), right: size(taken) };
            return Err(Error::new(Op::XorMap, kind));
        }
        if let Some(&coordinate) = map.columns().iter().find(|&&c| c >> total != 0) {
            let kind = ErrorKind::OutOfBounds { coordinate, extent: 1 << total };
            return Err(Error::new(Op::XorMap, kind));
        }
        Ok(LinearLayout { ins: in_dims, outs: out_dims, map })
    }

    /// The inputs; the first is fastest.
    pub fn ins(&self) -> &[LinearDim<'a>] {
        self.ins.as_slice()
    }

    /// The outputs; the first is fastest.
    pub fn outs(&self) -> &[LinearDim<'a>] {
        self.outs.as_slice()
    }

    /// The map from the index of the input to the index of the output.
    pub fn map(&self) -> &XorMap {
        &self.map
    }

    /// What bit `bit` of input `dim` contributes, if there are such.
    pub fn basis(&self, dim: usize, bit: u32) -> Option<Coord> {
        let before: u32 = self.ins().iter().take(dim).map(|dim| dim.bits).sum();
        self.ins().get(dim).filter(|dim| bit < dim.bits)?;
        let column = self.map.columns().get((before + bit) as usize)?;
        Some(self.coordinate(*column))
    }

    /// The output at an input: one coordinate each.
    ///
    /// # Errors
    /// [`RankMismatch`](ErrorKind::RankMismatch), [`OutOfBounds`](ErrorKind::OutOfBounds).
    pub fn at(&self, inputs: &[i64]) -> Result<Coord, Error> {
        Ok(self.coordinate(self.map.apply(offset_of(inputs, self.ins())?)))
    }

    fn coordinate(&self, offset: i64) -> Coord {
        let (mut rest, mut leaves) = (offset, List::new(0));
        for dim in self.outs() {
            let _ = leaves.push(rest & ((1 << dim.bits) - 1));
            rest >>= dim.bits;
        }
        Tuple::flat(leaves)
    }

    /// Whether every output is taken.
    pub fn is_surjective(&self) -> bool {
        self.map.rank() == self.outs().iter().map(|dim| dim.bits).sum::<u32>()
    }

    /// Whether no two inputs have the same output.
    pub fn is_injective(&self) -> bool {
        self.map.rank() == self.map.bits()
    }

    /// The layout with one mode for each input, into the index of the output: plain where that is one,
    /// else behind a swizzle where one is enough, else behind the XOR map.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes), [`Overflow`](ErrorKind::Overflow).
    pub fn to_layout(&self) -> Result<AnyLayout, Error> {
        match self.map.to_swizzled() {
            Some((swizzle, _)) if swizzle.is_identity() => {
                Ok(AnyLayout::Plain(self.by_dim(&swizzle)?))
            }
            Some((swizzle, _)) => {
                let inner = self.by_dim(&swizzle)?;
                Ok(AnyLayout::Composed(ComposedLayout::new(swizzle, 0, &inner)?))
            }
            None => {
                let (mut place, mut tree) = (1, Nested::none());
                tree.open()?;
                for dim in self.ins() {
                    let extent = 1_i64 << dim.bits;
                    tree.push(&Nested::leaf(Mode::new(extent, place)))?;
                    place *= extent;
                }
                tree.close()?;
                let inner = Layout::checked(Op::ToLayout, tree)?.normalize_units();
                let outer = Outer::Xor(self.map);
                Ok(AnyLayout::Composed(ComposedLayout::from_parts(&outer, 0, &inner)?))
            }
        }
    }

    /// The layout whose columns are the swizzled ones, coalesced in each input.
    fn by_dim(&self, swizzle: &Swizzle) -> Result<Layout, Error> {
        let (mut tree, mut columns) = (Nested::none(), self.map.columns().iter());
        tree.open()?;
        for dim in self.ins() {
            let mut modes: List<Mode, 64> = List::new(Mode::VACANT);
            columns.by_ref().take(dim.bits as usize).for_each(|&column| {
                push_coalesced(&mut modes, Mode::new(2, swizzle.apply(column)));
            });
            let mut leaves = List::new(Mode::VACANT);
            leaves.extend(modes.as_slice()).then_some(()).ok_or(too_many(Op::ToLayout))?;
            tree.push(&Layout::flat_tree(leaves))?;
        }
        tree.close()?;
        Layout::checked(Op::ToLayout, tree)
    }
}

/// The number of bits of all dimensions together, if there are so many.
fn total_bits(dims: &[LinearDim<'_>]) -> Result<u32, Error> {
    let total: u64 = dims.iter().map(|dim| u64::from(dim.bits)).sum();
    match u32::try_from(total) {
        // No power of two of that many bits fits into an offset.
        Ok(total) if total < BITS => Ok(total),
        _ => {
            let bit = i64::try_from(total).map_or(i64::MAX, |total| total - 1);
            Err(Error::new(Op::XorMap, ErrorKind::NoSuchBit { bit, limit: BITS }))
        }
    }
}

/// The index of a coordinate, the first fastest. The dimensions together fit.
fn offset_of(coordinate: &[i64], dims: &[LinearDim<'_>]) -> Result<i64, Error> {
    if coordinate.len() != dims.len() {
        let kind = ErrorKind::RankMismatch { left: coordinate.len(), right: dims.len() };
        return Err(Error::new(Op::XorMap, kind));
    }
    let (mut offset, mut place) = (0_i64, 0);
    for (&coordinate, dim) in coordinate.iter().zip(dims) {
        if coordinate < 0 || coordinate >> dim.bits != 0 {
            let extent = 1 << dim.bits;
            return Err(Error::new(Op::XorMap, ErrorKind::OutOfBounds { coordinate, extent }));
        }
        offset |= coordinate << place;
        place += dim.bits;
    }
    Ok(offset)
}

impl PartialEq for LinearLayout<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.ins() == other.ins() && self.outs() == other.outs() && self.map == other.map
    }
}

impl Eq for LinearLayout<'_> {}

impl fmt::Debug for LinearLayout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
