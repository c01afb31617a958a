//! Tiled MMAs and tiled copies, and what a thread of them has of a tensor.

use tilework::{AnyLayout, CoordLayout, Layout, Tiler, layout as literal, tiler};
use tilework_hardware::atom::{self as hw, Operand};
use tilework_hardware::tiled::{self, Predicate, Side, TiledError};

use crate::operations::answers::{Answer, layout, part};
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::atom::{Atom, Made, Thread, Tiled, TiledCopy, TiledMma};
use crate::operations::coords::part_value;
use crate::operations::value::Value;
use crate::text::diagnostic::Diagnostic;

/// One atom in M, N and K.
pub(crate) const ONE_ATOM: Layout = literal!((1,1,1):(0,0,0));

/// M, N and K as they are.
pub(crate) fn no_permutation() -> Tiler {
    tiler!(<_,_,_>)
}

/// An atom, tiled over threads.
pub(crate) fn tiled_mma(
    atom: hw::Atom,
    layouts: &hw::MmaAtom,
    layout: &Layout,
    permutation: &Tiler,
) -> Result<TiledMma, TiledError> {
    let tiled = tiled::TiledMma::new(layouts, layout, permutation)?;
    Ok(TiledMma { atom, layout: *layout, permutation: *permutation, tiled })
}

/// `make_tiled_mma(atom, (2,2,1):(1,2,0), <32,_,16>)`.
pub(crate) fn make_tiled_mma(a: &Arguments<'_>) -> Answer {
    let atom = a.mma_atom(0)?.atom;
    let Some(layouts) = atom.mma() else { return a.mismatch(0) };
    let atoms = if a.len() > 1 { a.layout(1)? } else { ONE_ATOM };
    let permutation = if a.len() > 2 { a.tiler(2)? } else { no_permutation() };
    let made = tiled_mma(atom, &layouts, &atoms, &permutation).map_err(|error| match error {
        TiledError::AtomLayoutRank { .. } | TiledError::SameThreads { .. } if a.len() > 1 => {
            a.refused_at(1, error)
        }
        TiledError::PermutationRank { .. }
        | TiledError::PermutationMode { .. }
        | TiledError::PermutationTwice { .. }
        | TiledError::PermutationHole { .. }
        | TiledError::PermutationExtent { .. } => a.refused_at(2, error),
        _ => a.refused(error),
    })?;
    Ok(Value::Tiled(Tiled::Mma(Box::new(made))))
}

/// `make_tiled_copy(atom, threads, values, bits)`.
pub(crate) fn make_tiled_copy(a: &Arguments<'_>) -> Answer {
    let (threads, values) = (a.layout(1)?, a.layout(2)?);
    let atom = with_bits(a, 3, None)?;
    let (layouts, bits) = copied(a, &atom)?;
    let tiled = tiled::TiledCopy::new(&layouts, bits, &threads, &values);
    let tiled = tiled.map_err(|error| a.refused(error))?;
    let made = Made::Layouts(threads, values);
    Ok(Value::Tiled(Tiled::Copy(Box::new(TiledCopy { atom, made, tiled }))))
}

/// `make_tiled_copy_A(atom, mma)`.
pub(crate) fn make_tiled_copy_of(a: &Arguments<'_>, operand: Operand) -> Answer {
    let mma = a.tiled_mma(1)?;
    let atom = with_bits(a, 2, mma.bits_of(operand))?;
    let (layouts, bits) = copied(a, &atom)?;
    let tiled = tiled::TiledCopy::for_operand(&layouts, bits, &mma.tiled, operand);
    let tiled = tiled.map_err(|error| a.refused(error))?;
    let made = Made::Operand(operand, mma);
    Ok(Value::Tiled(Tiled::Copy(Box::new(TiledCopy { atom, made, tiled }))))
}

/// The atom of a copy with the bits of an element: those of argument `i`, of the atom, or else these.
fn with_bits(a: &Arguments<'_>, i: usize, other: Option<u32>) -> Result<Atom, Fault> {
    let atom = a.copy_atom(0)?;
    let given = if a.len() > i { Some(a.bits(i)?) } else { None };
    match given.or(atom.bits).or(other) {
        Some(bits) => Ok(Atom { bits: Some(bits), ..*atom }),
        None => {
            let message = format!("`{}` needs the bits of an element", a.operation.name);
            let help = format!(
                "give them last, {}, or with the atom: Copy_Atom<{}, half_t>",
                a.operation.usage(),
                atom.atom
            );
            Err(Diagnostic::new("usage", a.span.clone(), message).help(help).into())
        }
    }
}

/// The layouts of the atom of a copy, and the bits of an element.
fn copied(a: &Arguments<'_>, atom: &Atom) -> Result<(hw::CopyAtom, i64), Fault> {
    match atom.atom.copy() {
        Some(layouts) => Ok((layouts, i64::from(atom.bits.unwrap_or(0)))),
        None => a.mismatch(0),
    }
}

/// `Copy_Atom<SM75_U32x4_LDSM_N, half_t>`.
pub(crate) fn copy_atom(a: &Arguments<'_>) -> Answer {
    Ok(Value::Atom(Atom { bits: Some(a.bits(1)?), ..*a.copy_atom(0)? }))
}

/// `get_slice(mma, thread)`.
pub(crate) fn get_slice(a: &Arguments<'_>) -> Answer {
    let thread = a.integer(1)?;
    let of = match &a.values[0].0 {
        Value::Tiled(of @ Tiled::Copy(_)) => of.clone(),
        _ => Tiled::Mma(a.tiled_mma(0)?),
    };
    let threads = of.threads();
    if !(0..threads).contains(&thread) {
        return Err(a.refused_at(1, TiledError::NoThread { thread, threads }));
    }
    Ok(Value::Thread(Box::new(Thread { of, thread })))
}

/// `partition_C(mma, A, thread)`: what a thread has of an operand.
pub(crate) fn partition_of(a: &Arguments<'_>, operand: Operand) -> Answer {
    let (mma, thread) = (a.tiled_mma(0)?.tiled, a.thread(2)?);
    parted(
        a,
        |tensor| mma.partition(operand, tensor, thread),
        |shape| mma.predicate(operand, shape, thread),
    )
}

/// `partition_S(copy, A, thread)`: what a thread reads, or writes.
pub(crate) fn partition_side(a: &Arguments<'_>, side: Side) -> Answer {
    let (copy, thread) = (a.tiled_copy(0)?.tiled, a.thread(2)?);
    parted(
        a,
        |tensor| copy.partition(side, tensor, thread),
        |shape| copy.predicate(side, shape, thread),
    )
}

/// A part of the tensor that is argument 1: of offsets, or of the coordinates of an identity layout, which say
/// what is inside.
fn parted(
    a: &Arguments<'_>,
    offsets: impl FnOnce(&AnyLayout) -> Result<(AnyLayout, i64), TiledError>,
    coordinates: impl FnOnce(&tilework::Shape) -> Result<Predicate, TiledError>,
) -> Answer {
    let found = match &a.get(1)?.0 {
        Value::Coords(of) if CoordLayout::identity(&of.shape()).as_ref() == Ok(&**of) => {
            coordinates(&of.shape()).map(|inside| part_value((*inside.coords(), inside.origin())))
        }
        Value::Coords(_) | Value::CoordSlice(..) => {
            let message =
                format!("`{}` cuts coordinates of an identity layout only", a.operation.name);
            let help = "make_identity_layout(shape) has those of a tensor";
            let span = a.values[1].1.clone();
            return Err(Diagnostic::new("usage", span, message).help(help).into());
        }
        _ => {
            let (tensor, start) = a.placed(1)?;
            match offsets(&tensor) {
                Ok((held, offset)) => return part((held, offset.saturating_add(start))),
                Err(error) => Err(error),
            }
        }
    };
    found.map_err(|error| match error {
        TiledError::NoThread { .. } | TiledError::IdleThread { .. } if a.len() > 2 => {
            a.refused_at(2, error)
        }
        TiledError::TensorRank { .. } => a.refused_at(1, error),
        _ => a.refused(error),
    })
}

/// `thrfrg_C(mma, A)`: threads and fragments of an operand.
pub(crate) fn thrfrg(a: &Arguments<'_>, operand: Operand) -> Answer {
    let cut = a.tiled_mma(0)?.tiled.threads_and_fragments(operand, &a.layout(1)?);
    layout(cut.map_err(|error| a.refused(error))?)
}

/// `tidfrg_S(copy, A)`: threads, fragments and tiles of a side.
pub(crate) fn tidfrg(a: &Arguments<'_>, side: Side) -> Answer {
    let cut = a.tiled_copy(0)?.tiled.tidfrg(side, &a.layout(1)?);
    layout(cut.map_err(|error| a.refused(error))?)
}

/// `partition_fragment_C(mma, shape)`: the registers of a thread.
pub(crate) fn fragment(a: &Arguments<'_>, operand: Operand) -> Answer {
    let registers = a.tiled_mma(0)?.tiled.fragment(operand, &a.tuple(1)?);
    layout(registers.map_err(|error| a.refused(error))?)
}

/// `retile_D(copy, fragment)`: registers in the order of a copy.
pub(crate) fn retile(a: &Arguments<'_>, side: Side) -> Answer {
    let retiled = a.tiled_copy(0)?.tiled.retile(side, &a.layout(1)?);
    layout(retiled.map_err(|error| a.refused(error))?)
}
