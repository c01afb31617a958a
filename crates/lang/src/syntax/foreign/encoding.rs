//! Encodings of Triton, and the bases that they have for the shape of a tensor.
//!
//! The rules are those that Triton states for its linear layouts: a layout that is smaller than the tensor repeats in
//! further registers, fastest along the first axis of `order`; of one that is larger, the highest bits along an axis
//! become broadcasts, which contribute nothing.

use std::rc::Rc;

use super::bases::{Bases, Distributed, shared};
use super::unsupported;
use crate::syntax::ast::Node;
use crate::text::diagnostic::{Diagnostic, Span, quote};

/// An encoding.
#[derive(Clone, Debug)]
pub(super) enum Encoding {
    Blocked(Blocked),
    Linear(Distributed),
    /// Another one, with an axis left out.
    Slice(usize, Rc<Encoding>),
    Swizzled(Swizzled),
    SharedLinear(Bases),
    /// Of a name that is not known here.
    Other(String),
}

/// `#ttg.blocked`. Numbers are powers of two, as their logarithms.
#[derive(Clone, Debug)]
pub(super) struct Blocked {
    /// How much of each axis a thread, a warp and a block has.
    pub(super) levels: [Vec<u32>; 3],
    /// The axes, the fastest first.
    pub(super) order: Vec<usize>,
    /// How blocks share the tensor: coordinates that count blocks.
    pub(super) blocks: Bases,
}

/// `#ttg.swizzled_shared`.
#[derive(Clone, Debug)]
pub(super) struct Swizzled {
    pub(super) vec: i64,
    pub(super) per_phase: i64,
    pub(super) max_phase: i64,
    pub(super) order: Vec<usize>,
}

/// The smallest power of two that is larger than all coordinates along each axis.
pub(super) fn extents<'b>(bases: impl Iterator<Item = &'b Vec<i64>>, rank: usize) -> Vec<i64> {
    let mut out = vec![1_i64; rank];
    for basis in bases {
        for (size, &coordinate) in out.iter_mut().zip(basis) {
            while *size <= coordinate && *size < 1 << 61 {
                *size <<= 1;
            }
        }
    }
    out
}

impl Encoding {
    /// The value of an encoding, of a tensor of that shape or of its own.
    pub(super) fn node(&self, shape: Option<&[i64]>, span: &Span) -> Result<Node, Diagnostic> {
        let needed = || {
            let message = "this encoding needs the shape of a tensor".to_owned();
            let help =
                "write the type with it: !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<...>, ...>";
            unsupported(span.clone(), message, help)
        };
        match self {
            Encoding::Swizzled(swizzled) => {
                let shape = shape.ok_or_else(needed)?;
                shared(&swizzled.bases(shape, span)?, shape, span)
            }
            Encoding::SharedLinear(offset) => {
                let own = extents(offset.iter(), offset.first().map_or(0, Vec::len));
                same(&own, shape, span)?;
                shared(offset, &own, span)
            }
            Encoding::Other(name) => {
                let message = format!("the encoding {name} is not known here");
                let help = "blocked, linear, slice, swizzled_shared and shared_linear are; Triton prints any \
                            other as a linear layout: the table that ends in `where out dims are`";
                Err(unsupported(span.clone(), message, help))
            }
            _ => {
                let own = self.own_shape(span)?;
                let shape = shape.unwrap_or(&own);
                self.distributed(shape, span)?.node(shape, span)
            }
        }
    }

    /// How many slices are inside of one another.
    pub(super) fn slices(&self) -> usize {
        match self {
            Encoding::Slice(_, parent) => 1 + parent.slices(),
            _ => 0,
        }
    }

    /// The shape of the tile that a distributed encoding covers once.
    fn own_shape(&self, span: &Span) -> Result<Vec<i64>, Diagnostic> {
        match self {
            Encoding::Blocked(blocked) => Ok(blocked.shape()),
            Encoding::Linear(bases) => {
                Ok(extents(bases.all(), bases.all().next().map_or(0, Vec::len)))
            }
            Encoding::Slice(dim, parent) => {
                let mut shape = parent.own_shape(span)?;
                if *dim >= shape.len() {
                    let message = format!("the parent of this slice has no axis {dim}");
                    return Err(unsupported(span.clone(), message, "axes count from 0"));
                }
                shape.remove(*dim);
                Ok(shape)
            }
            _ => {
                let message = "this is an encoding of shared memory, not one of threads".to_owned();
                Err(unsupported(span.clone(), message, "a slice has a blocked or linear parent"))
            }
        }
    }

    /// The bases of a tensor of that shape.
    fn distributed(&self, shape: &[i64], span: &Span) -> Result<Distributed, Diagnostic> {
        let own = self.own_shape(span)?;
        if own.len() != shape.len() {
            let message =
                format!("the encoding has {} axes, and the tensor {}", own.len(), shape.len());
            return Err(Diagnostic::new("usage", span.clone(), message).labelled("this type"));
        }
        match self {
            Encoding::Blocked(blocked) => Ok(blocked.bases(shape)),
            Encoding::Linear(bases) => {
                same(&own, Some(shape), span)?;
                Ok(bases.clone())
            }
            Encoding::Slice(dim, parent) => {
                let mut whole = shape.to_vec();
                whole.insert((*dim).min(shape.len()), 1);
                let mut bases = parent.distributed(&whole, span)?;
                let Distributed { register, lane, warp, block } = &mut bases;
                for basis in [&mut *register, lane, warp, block].into_iter().flatten() {
                    basis.remove(*dim);
                }
                // Registers that had the axis alone are copies of one another.
                register.retain(|basis| basis.iter().any(|&coordinate| coordinate != 0));
                Ok(bases)
            }
            _ => Ok(Distributed::default()),
        }
    }
}

/// A linear layout has one shape.
fn same(own: &[i64], shape: Option<&[i64]>, span: &Span) -> Result<(), Diagnostic> {
    match shape {
        Some(shape) if shape != own => {
            let [own, shape] = [own, shape].map(|shape| quote(&format!("{shape:?}")));
            let message = format!("this layout is one of {own}, and the tensor is {shape}");
            let help = "the largest basis along each axis is half of its extent";
            Err(unsupported(span.clone(), message, help))
        }
        _ => Ok(()),
    }
}

impl Blocked {
    fn shape(&self) -> Vec<i64> {
        let rank = self.order.len();
        let blocks = extents(self.blocks.iter(), rank);
        let bits = |axis| self.levels.iter().map(|level| level[axis]).sum::<u32>();
        (0..rank).map(|axis| blocks[axis] << bits(axis)).collect()
    }

    fn bases(&self, shape: &[i64]) -> Distributed {
        let rank = shape.len();
        let along = |axis: usize, value: i64| {
            (0..rank).map(|i| if i == axis { value } else { 0 }).collect::<Vec<i64>>()
        };
        // What blocks share comes last; more of them than there are cells have copies.
        let mut blocks = self.blocks.clone();
        clamp(&mut [&mut blocks], shape);
        let split = extents(blocks.iter(), rank);
        let part: Vec<i64> = (0..rank).map(|axis| (shape[axis] / split[axis]).max(1)).collect();
        let mut covered = vec![1_i64; rank];
        let [mut register, mut lane, mut warp] = self.levels.each_ref().map(|level| {
            let mut bases = Vec::new();
            for &axis in &self.order {
                for _ in 0..level[axis] {
                    bases.push(along(axis, covered[axis]));
                    covered[axis] <<= 1;
                }
            }
            bases
        });
        for &axis in &self.order {
            while covered[axis] < part[axis] {
                register.push(along(axis, covered[axis]));
                covered[axis] <<= 1;
            }
        }
        clamp(&mut [&mut register, &mut lane, &mut warp], &part);
        for basis in &mut blocks {
            for (coordinate, part) in basis.iter_mut().zip(&part) {
                *coordinate *= part;
            }
        }
        Distributed { register, lane, warp, block: blocks }
    }
}

/// Makes what lies outside of a shape a broadcast.
fn clamp(inputs: &mut [&mut Bases], shape: &[i64]) {
    for basis in inputs.iter_mut().flat_map(|bases| bases.iter_mut()) {
        for (coordinate, &extent) in basis.iter_mut().zip(shape) {
            if *coordinate >= extent {
                *coordinate = 0;
            }
        }
    }
}

impl Swizzled {
    /// The cell at each bit of the offset.
    fn bases(&self, shape: &[i64], span: &Span) -> Result<Bases, Diagnostic> {
        let rank = shape.len();
        if rank != self.order.len() {
            let message =
                format!("the encoding has {} axes, and the tensor {rank}", self.order.len());
            return Err(Diagnostic::new("usage", span.clone(), message).labelled("this type"));
        }
        let mut out = Vec::new();
        for (place, &axis) in self.order.iter().enumerate() {
            for bit in 0..shape[axis].trailing_zeros() {
                let mut basis = vec![0; rank];
                basis[axis] = 1_i64 << bit;
                // Rows are swizzled: their number, by phases, moves the columns.
                if place == 1 {
                    let columns = self.order[0];
                    let phase = ((1_i64 << bit) / self.per_phase) % self.max_phase;
                    basis[columns] = self.vec.saturating_mul(phase) % shape[columns];
                }
                out.push(basis);
            }
        }
        Ok(out)
    }
}
