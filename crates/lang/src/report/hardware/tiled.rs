//! Requests about tiled copies and MMAs: `tiled_copy`, `tiled_mma`, `tiled_copy_A`, `_B`, `_C`.

use serde_json::{Map, Value as Json, json};
use tilework::{AnyLayout, Tuple};
use tilework_hardware::atom::{CopyAtom, Operand};
use tilework_hardware::tiled::{Side, TiledCopy, TiledError, TiledMma};

use super::access::{asked_arch, asked_atom, atom as find, mma as read, plain};
use super::fields::{Answer, Fields, refused, usage};
use crate::operations::arguments::as_tiler;
use crate::operations::atom::Atom;
use crate::operations::hardware::tiles::{ONE_ATOM, no_permutation};
use crate::{Diagnostic, Scope};

fn copy_atom(fields: Fields<'_>, atom: Atom) -> Result<(CopyAtom, i64), Diagnostic> {
    match atom.atom.copy() {
        Some(layouts) => Ok((layouts, fields.count("bits")?.into())),
        None => Err(usage(format!("{atom} is no atom of a copy"))),
    }
}

/// The fields of an answer. A configuration may have some of its layouts and not others: those are `null`, and `why` has
/// the reason under the name of the field.
#[derive(Default)]
struct Found {
    fields: Map<String, Json>,
    why: Map<String, Json>,
}

impl Found {
    fn put(&mut self, name: impl Into<String>, value: impl Into<Json>) {
        self.fields.insert(name.into(), value.into());
    }

    fn text(&mut self, name: impl Into<String>, value: impl ToString) {
        self.put(name, value.to_string());
    }

    /// A layout that may not exist.
    fn layout(
        &mut self,
        name: impl Into<String>,
        found: Result<impl ToString, TiledError>,
    ) -> Result<(), Diagnostic> {
        let name = name.into();
        match found {
            Ok(layout) => self.text(name, layout),
            Err(error) => {
                let reason = missing(error)?;
                self.why.insert(name.clone(), reason);
                self.put(name, Json::Null);
            }
        }
        Ok(())
    }

    /// What a thread has of a tensor, and the offset at which that begins.
    fn part(
        &mut self,
        name: &str,
        found: Result<(AnyLayout, i64), TiledError>,
    ) -> Result<(), Diagnostic> {
        let offset = found.as_ref().map_or(Json::Null, |found| found.1.into());
        self.layout(name, found.map(|found| found.0))?;
        self.put(format!("{name}_off"), offset);
        Ok(())
    }

    fn answer(mut self) -> Json {
        if !self.why.is_empty() {
            self.fields.insert("why".into(), self.why.into());
        }
        self.fields.into()
    }
}

/// Why a field has no layout; what is wrong with the request itself is an error of all of it.
fn missing(error: TiledError) -> Answer {
    let of_request = matches!(error, TiledError::NoThread { .. } | TiledError::TensorRank { .. });
    let Diagnostic { kind, message, .. } = refused(error);
    if of_request { Err(refused(error)) } else { Ok(json!({ "kind": kind, "message": message })) }
}

/// The layouts that every tiled copy has.
fn layouts(copy: &TiledCopy) -> Found {
    let mut out = Found::default();
    out.text("tiled_tv", copy.tv());
    out.text("tiler", copy.tile());
    out.text("s_tv", copy.side_tv(Side::Source));
    out.text("d_tv", copy.side_tv(Side::Destination));
    out
}

/// What a thread has of a tensor on a side.
fn part(
    out: &mut Found,
    copy: &TiledCopy,
    side: Side,
    fields: Fields<'_>,
) -> Result<(), Diagnostic> {
    let (tensor, thread) = (fields.layout("tensor")?, fields.integer("thread")?);
    let name = if side == Side::Source { "part_s" } else { "part_d" };
    out.part(name, copy.partition(side, &tensor, thread))
}

/// Threads and values of a copy.
pub(super) fn copy(fields: Fields<'_>) -> Answer {
    let (atom, bits) = copy_atom(fields, asked_atom(fields)?)?;
    let (threads, values) = (plain(fields, "thr_layout")?, plain(fields, "val_layout")?);
    let copy = TiledCopy::new(&atom, bits, &threads, &values).map_err(refused)?;
    let mut out = layouts(&copy);
    for (name, layout) in [
        ("atom_src", &copy.atom().source),
        ("atom_dst", &copy.atom().destination),
        ("atom_ref", &copy.atom().reference),
    ] {
        out.text(name, layout);
    }
    for (name, side) in [("tidfrg_s", Side::Source), ("tidfrg_d", Side::Destination)] {
        if let AnyLayout::Plain(tensor) = fields.layout("tensor")? {
            out.layout(name, copy.tidfrg(side, &tensor))?;
        }
        part(&mut out, &copy, side, fields)?;
    }
    Ok(out.answer())
}

/// A copy for an operand of an MMA.
pub(super) fn copy_of(fields: Fields<'_>, operand: Operand) -> Answer {
    // An architecture is that of the MMA: a copy may be older.
    let (atom, bits) = copy_atom(fields, find(fields.text("atom")?, None)?)?;
    let mma = read(&Scope::new(), fields.text("mma")?, asked_arch(fields)?)
        .map_err(|error| fields.within("mma", error))?;
    let copy = TiledCopy::for_operand(&atom, bits, &mma.tiled, operand).map_err(refused)?;
    let mut out = layouts(&copy);
    // C leaves the registers, A and B come to them.
    let (memory, registers) = match operand {
        Operand::C => (Side::Destination, Side::Source),
        _ => (Side::Source, Side::Destination),
    };
    part(&mut out, &copy, memory, fields)?;
    let shape = fields.layout("tensor")?.shape();
    let fragment = mma.tiled.fragment(operand, &shape);
    out.layout("frag", fragment)?;
    out.layout("retile", fragment.and_then(|fragment| copy.retile(registers, &fragment)))?;
    Ok(out.answer())
}

/// A tiled MMA, and what a thread has of A, B and C.
pub(super) fn mma(fields: Fields<'_>) -> Answer {
    let atom = asked_atom(fields)?;
    let Some(layouts) = atom.atom.mma() else {
        return Err(usage(format!("{atom} is no atom of an MMA")));
    };
    let atoms = match fields.get("atom_layout") {
        Some(_) => plain(fields, "atom_layout")?,
        None => ONE_ATOM,
    };
    let permutation = match fields.get("perm") {
        Some(_) => {
            let value = fields.value("perm")?;
            match as_tiler(&value) {
                Some(tiler) => tiler.map_err(refused)?,
                None => return Err(usage(format!("`perm` is {}, and not a tiler", value.kind()))),
            }
        }
        None => no_permutation(),
    };
    let mma = TiledMma::new(&layouts, &atoms, &permutation).map_err(refused)?;
    let mut out = Found::default();
    out.layout("thr_vmnk", mma.thr_vmnk())?;
    out.text("tile", Tuple::from_slice(&mma.tile()).map_err(refused)?);
    for (operand, name) in [(Operand::A, "a"), (Operand::B, "b"), (Operand::C, "c")] {
        out.layout(format!("{name}_tv"), mma.map(operand).map(|map| *map.layout()))?;
        // Without a tensor there are no parts.
        if fields.get(name).is_none() {
            continue;
        }
        let (tensor, thread) = (fields.layout(name)?, fields.integer("thread")?);
        if let AnyLayout::Plain(tensor) = &tensor {
            out.layout(format!("thrfrg_{name}"), mma.threads_and_fragments(operand, tensor))?;
        }
        out.part(&format!("part_{name}"), mma.partition(operand, &tensor, thread))?;
    }
    // Where atoms are tiled in K, CuTe prints a layout of C that leaves the tile.
    if let Some(cute) = mma.cute_layout_c().transpose() {
        out.layout("c_tv_cpp", cute)?;
    }
    Ok(out.answer())
}
