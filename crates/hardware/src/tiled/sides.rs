//! The sides of a copy atom, in elements, and the way from its reference to each of them.

use tilework::{Error, Layout, Shape, Tiler, tuple};

use crate::atom::CopyAtom;
use crate::tiled::error::{TiledError, step};
use crate::tiled::side::Side;

/// The layouts of a copy atom in elements: from (thread, value) to the element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomSides {
    /// What it reads: CuTe's `AtomLayoutSrc`.
    pub source: Layout,
    /// What it writes: CuTe's `AtomLayoutDst`.
    pub destination: Layout,
    /// The side that thread-value layouts speak of: CuTe's `AtomLayoutRef`.
    pub reference: Layout,
}

/// How the thread-value layout of a side comes about: the layout after each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideSteps {
    /// From (thread, value) of the side to that of the reference: `right_inverse(Ref) o Side`.
    pub to_reference: Layout,
    /// Atoms and the rest: `zipped_divide(TV, (threads,values) of the atom)`.
    pub atoms: Layout,
    /// The atoms as the side has them: mode 0 composed with `to_reference`.
    pub side: Layout,
    /// Threads and values together: `zip`, coalesced by `(1,(1,1))`.
    pub tv: Layout,
}

impl SideSteps {
    /// The steps by the names that CuTe's source gives to them.
    pub fn named(&self) -> [(&'static str, Layout); 4] {
        [
            ("right_inverse(Ref) o Side", self.to_reference),
            ("zipped_divide(TV, atom)", self.atoms),
            ("compose mode 0 with the first step", self.side),
            ("zip, coalesced by (1,(1,1))", self.tv),
        ]
    }
}

impl AtomSides {
    /// The layouts of an atom, from bits to elements of `bits` bits.
    ///
    /// # Errors
    /// [`Bits`](TiledError::Bits), [`TvRank`](TiledError::TvRank), [`AtomThreads`](TiledError::AtomThreads),
    /// and [`SplitElement`](TiledError::SplitElement) when an element is not with one thread, in a row.
    pub fn new(atom: &CopyAtom, bits: i64) -> Result<AtomSides, TiledError> {
        if bits < 1 {
            return Err(TiledError::Bits { bits });
        }
        let expected = atom.thr_id.size();
        Ok(AtomSides {
            source: in_elements("source", &atom.src, bits, expected)?,
            destination: in_elements("destination", &atom.dst, bits, expected)?,
            reference: in_elements("reference", &atom.reference, bits, expected)?,
        })
    }

    /// The layout of a side.
    pub const fn side(&self, side: Side) -> &Layout {
        match side {
            Side::Source => &self.source,
            Side::Destination => &self.destination,
        }
    }

    /// From the reference to a side, for a layout of the reference.
    pub(crate) fn side_steps(&self, side: Side, tv: &Layout) -> Result<SideSteps, TiledError> {
        let back = self.reference.right_inverse();
        let of_side = self.side(side);
        let (low, high, elements) = (of_side.min_offset(), of_side.max_offset(), back.size());
        if low < 0 || high >= elements {
            let element = if low < 0 { low } else { high };
            return Err(TiledError::NotInReference { side, element, elements });
        }
        let to_reference = back.compose(of_side).map_err(step("right_inverse(Ref) o Side"))?;
        let why = step("zipped_divide(TV, atom)");
        let counts = Shape::from_slice(&sizes(&self.reference)?).map_err(why)?;
        let atoms =
            Tiler::shape(&counts).and_then(|tiler| tv.zipped_divide(&tiler)).map_err(why)?;
        let why = step("the side's threads and values");
        let steps = || -> Result<SideSteps, Error> {
            let (atom, rest) = (atoms.mode(0)?.compose(&to_reference)?, atoms.mode(1)?);
            let side = Layout::concat(&[atom, rest])?;
            let zip = |i| Layout::concat(&[atom.mode(i)?, rest.mode(i)?]);
            let both = Layout::concat(&[zip(0)?, zip(1)?])?;
            let tv = both.coalesce_by(&tuple!((1, (1, 1))))?;
            Ok(SideSteps { to_reference, atoms, side, tv })
        };
        steps().map_err(why)
    }
}

/// The sizes of the two modes of a layout.
pub(crate) fn sizes(layout: &Layout) -> Result<[i64; 2], TiledError> {
    let size = |i| layout.mode(i).map(|mode| mode.size()).map_err(step("atom"));
    Ok([size(0)?, size(1)?])
}

/// A layout of an atom from bits to elements.
fn in_elements(
    of: &'static str,
    in_bits: &Layout,
    bits: i64,
    expected: i64,
) -> Result<Layout, TiledError> {
    if in_bits.rank() != 2 {
        return Err(TiledError::TvRank { of, rank: in_bits.rank() });
    }
    let [threads, values] = sizes(in_bits)?;
    if threads != expected {
        return Err(TiledError::AtomThreads { of, threads, expected });
    }
    let run = in_bits.mode(1).map_err(step("atom"))?.coalesce();
    let run_bits = match run.leaf_modes() {
        [first, ..] if first.stride == 1 => first.extent,
        _ => 1,
    };
    let split = TiledError::SplitElement { of, bits, run_bits };
    if run_bits % bits != 0 {
        return Err(split);
    }
    let elements = in_bits.upcast(bits).map_err(|_| split)?;
    if sizes(&elements)? != [threads, values / bits] {
        return Err(split);
    }
    as_printed(in_bits, &elements, bits).map_err(step("atom in elements"))
}

/// The layout with CuTe's strides on modes of extent 1: an upcast there divides every stride but 0, and
/// rounds up.
fn as_printed(in_bits: &Layout, elements: &Layout, bits: i64) -> Result<Layout, Error> {
    let mut strides = [0; tilework::limits::MAX_MODES];
    let modes = in_bits.leaf_modes().iter().zip(elements.leaf_modes());
    for (slot, (before, after)) in strides.iter_mut().zip(modes) {
        let up = before.stride.unsigned_abs().div_ceil(bits.unsigned_abs());
        let up = i64::try_from(up).unwrap_or(i64::MAX) * before.stride.signum();
        *slot = if after.extent == 1 { up } else { after.stride };
    }
    let shape = elements.shape();
    let strides = strides.get(..shape.length()).unwrap_or(&[]);
    Layout::from_tuples(&shape, &Shape::from_slice(strides)?.unflatten(&shape)?)
}
