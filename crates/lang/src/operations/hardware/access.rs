//! Accesses as they are written, on a layout of memory: which thread has which index.

use tilework::{AnyLayout, Layout};
use tilework_hardware::access::{self, AccessError, Instruction, Matrices};
use tilework_hardware::machine::{Direction, Machine};

use crate::operations::access::{Access, Pattern};
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::atom::{Tiled, TiledCopy};
use crate::operations::hardware::read::refusal;
use crate::operations::value::Value;
use crate::text::diagnostic::Diagnostic;

/// A memory, its accesses, and the machine that makes them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Asked {
    /// The layout of the memory.
    pub memory: AnyLayout,
    /// The bits of an element.
    pub bits: u32,
    /// The machine.
    pub machine: &'static Machine<'static>,
    /// The accesses.
    pub accesses: Vec<access::Access>,
    /// The accesses as they are written.
    pub written: Vec<String>,
}

impl Arguments<'_> {
    /// A memory, the bits of its elements, and then accesses, with a machine among them or not.
    ///
    /// # Errors
    /// That an argument is something else, or that the memory has no such access.
    pub fn accesses(&self) -> Result<Asked, Fault> {
        let ((memory, start), bits) = (self.placed(0)?, self.bits(1)?);
        let mut machine = &Machine::NVIDIA;
        for (value, _) in self.values.iter().skip(2) {
            if let Value::Machine(named) = value {
                machine = *named;
            }
        }
        let Some(base_bytes) = start.checked_mul(i64::from(bits)).filter(|bits| bits % 8 == 0)
        else {
            return Err(self.refused_at(0, AccessError::Overflow));
        };
        let (mut accesses, mut written) = (Vec::new(), Vec::new());
        for (i, (value, span)) in self.values.iter().enumerate().skip(2) {
            match value {
                Value::Machine(_) => {}
                Value::Access(asked) => {
                    let access = on_memory(asked, &memory, bits, machine)
                        .map_err(|error| error.at_span(span.clone()))?;
                    accesses.push(access.based_at(base_bytes / 8));
                    written.push(asked.to_string());
                }
                _ => return self.mismatch(i),
            }
        }
        if accesses.is_empty() {
            let message = format!("`{}` needs an access", self.operation.name);
            let help = self.operation.usage();
            return Err(Diagnostic::new("usage", self.span.clone(), message).help(help).into());
        }
        Ok(Asked { memory, bits, machine, accesses, written })
    }
}

/// An access to a memory of this layout, whose elements have so many bits.
///
/// A pattern without a width moves one element at a time; one without a direction loads.
///
/// # Errors
/// Why the memory has no such access.
pub(crate) fn on_memory(
    asked: &Access<Value>,
    memory: &AnyLayout,
    bits: u32,
    machine: &Machine<'_>,
) -> Result<access::Access, Diagnostic> {
    let direction = asked.direction.unwrap_or(Direction::Load);
    let width_bytes = asked.width_bytes.unwrap_or(bits.div_ceil(8));
    let refused = |error: AccessError| refusal(error, &(0..0));
    let along = |mode: usize| {
        access::Access::along(memory, mode, bits, width_bytes, direction, machine.lanes)
            .map_err(refused)
    };
    match &asked.pattern {
        Pattern::Row => along(1),
        Pattern::Column => along(0),
        Pattern::Vectors(tv) => {
            let (tv, start) = strided(tv)?;
            let access = access::Access::vectors(&tv, width_bytes, direction).map_err(refused)?;
            Ok(access.from_index(start))
        }
        Pattern::Matrices { count, rows } => {
            if asked.width_bytes.is_some_and(|width| width != Matrices::ROW_BYTES) {
                let message = format!("a row of a matrix has {} bytes", Matrices::ROW_BYTES);
                return Err(Diagnostic::plain("width", message));
            }
            let Some(matrices) = Matrices::new(*count) else {
                let message = format!("ldmatrix moves 1, 2 or 4 matrices, not {count}");
                return Err(Diagnostic::plain("matrices", message));
            };
            match rows {
                None => access::Access::matrices_along(
                    memory,
                    contiguous_mode(memory),
                    bits,
                    matrices,
                    direction,
                )
                .map_err(refused),
                Some(rows) => {
                    let (rows, start) = strided(rows)?;
                    let access = given_rows(&rows, matrices, direction).map_err(refused)?;
                    Ok(access.from_index(start).row_step(access::Access::neighbour_step(memory)))
                }
            }
        }
        Pattern::Addresses(lanes) => {
            let (lanes, start) = strided(lanes)?;
            let width_bytes = asked.width_bytes.unwrap_or(4);
            Ok(access::Access::addresses(&lanes, width_bytes, direction).from_index(start))
        }
        Pattern::Copy(copy) => match copy {
            Value::Tiled(Tiled::Copy(copy)) => {
                let direction = asked.direction.unwrap_or_else(|| copy.direction());
                by_copy(copy, memory, direction)
            }
            _ => {
                let message = format!("a tiled copy is needed here, not {}", copy.kind());
                Err(Diagnostic::plain("usage", message))
            }
        },
    }
}

/// The rows of lanes, and where there are more modes than lanes, of iterations.
fn given_rows(
    rows: &Layout,
    matrices: Matrices,
    direction: Direction,
) -> Result<access::Access, AccessError> {
    if rows.rank() == 2 {
        let (lanes, iterations) = (rows.mode(0)?, rows.mode(1)?);
        if lanes.size() >= 32 {
            return Ok(access::Access::rows(&lanes, matrices, direction)?.over(&iterations));
        }
    }
    access::Access::rows(rows, matrices, direction)
}

/// The mode along which elements are neighbours.
pub(crate) fn contiguous_mode(memory: &AnyLayout) -> usize {
    let inner = memory.inner();
    let has = |mode: usize| {
        inner.mode(mode).is_ok_and(|mode| {
            mode.leaf_modes().iter().any(|leaf| leaf.stride == 1 && leaf.extent > 1)
        })
    };
    usize::from(inner.rank() > 1 && !has(0))
}

/// What a tiled copy does on the side of memory.
fn by_copy(
    copy: &TiledCopy,
    memory: &AnyLayout,
    direction: Direction,
) -> Result<access::Access, Diagnostic> {
    let side = copy.memory_side(direction == Direction::Store);
    let at = |error: tilework_hardware::Error| refusal(error, &(0..0));
    let compact = memory
        .shape()
        .product_each()
        .and_then(|shape| Layout::col_major(&shape))
        .map_err(|error| at(error.into()))?;
    let tv = copy.tiled.tidfrg(side, &compact).map_err(|error| at(error.into()))?;
    let values = copy.tiled.atom().side(side).mode(1).map(|mode| mode.size());
    let width_bits = values.unwrap_or(1).saturating_mul(copy.tiled.bits());
    let width_bytes = u32::try_from(width_bits / 8).unwrap_or(u32::MAX);
    let access = match copy.atom.instruction() {
        Instruction::Matrix(matrices) => access::Access::matrices(&tv, matrices, direction),
        instruction => access::Access::vectors(&tv, width_bytes, direction)
            .map(|access| access.by(instruction)),
    };
    access.map_err(|error| at(error.into()))
}

/// A layout with strides, and the index at which it starts.
///
/// # Errors
/// That it is none.
pub(crate) fn strided(value: &Value) -> Result<(Layout, i64), Diagnostic> {
    match value {
        Value::Slice(layout, start) => Ok((**layout, *start)),
        Value::Tv(tv) if let AnyLayout::Plain(layout) = tv.layout() => Ok((*layout, 0)),
        _ => match value.strided() {
            Some(Ok(placed)) => Ok(placed),
            Some(Err(error)) => Err(crate::text::diagnostic::refusal(error, &(0..0))),
            None => {
                let message = format!("a layout with strides is needed here, not {}", value.kind());
                Err(Diagnostic::plain("usage", message))
            }
        },
    }
}
