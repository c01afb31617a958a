//! Pictures of expressions about hardware: atoms and their tiles, and accesses of memory.

use tilework::{Tiler, Tuple};
use tilework_hardware::access::Access;
use tilework_hardware::atom::{CopyAtom, Operand};
use tilework_hardware::global::report;
use tilework_hardware::shared::prove;
use tilework_lang::operations::atom::{Atom, Tiled};
use tilework_lang::operations::record::Part;
use tilework_lang::operations::{Asked, Id};
use tilework_lang::{Arguments, Value};

use crate::{FigureError, Owners, Scene, View};
use crate::{banks, copy, mma, sectors, swizzled, tiled_copy, tiled_mma};

/// Whether a value is an atom, what is tiled of one, or one thread of that.
pub(super) fn has_threads(value: &Value) -> bool {
    matches!(value, Value::Atom(_) | Value::Tiled(_) | Value::Thread(_))
}

/// The picture of an atom, of what is tiled of one, or of one thread of that; none of any other value.
pub(super) fn owned(
    value: &Value,
    owners: Owners,
    title: &str,
    view: &View,
) -> Option<Result<Scene, FigureError>> {
    match value {
        Value::Atom(atom) => one(atom, owners, title, view),
        Value::Tiled(tiled) => all(tiled, owners, title, view),
        Value::Thread(slice) => {
            let thread = owners.thread.unwrap_or(slice.thread);
            all(&slice.of, owners.thread(thread), title, view)
        }
        _ => None,
    }
}

fn one(
    atom: &Atom,
    owners: Owners,
    title: &str,
    view: &View,
) -> Option<Result<Scene, FigureError>> {
    if let Some(layouts) = atom.atom.mma() {
        return Some(mma(&layouts, title, owners, view));
    }
    let layouts = atom.atom.copy()?;
    let bits = atom.bits.map_or_else(|| usual_bits(&layouts), i64::from);
    Some(copy(&layouts, bits, title, owners, view))
}

/// The elements in which a copy is drawn that does not say: of 16 bits where it moves such.
fn usual_bits(copy: &CopyAtom) -> i64 {
    let each = copy.src.mode(1).map_or(8, |bits| bits.size());
    if each % 16 == 0 { 16 } else { 8 }
}

fn all(
    tiled: &Tiled,
    owners: Owners,
    title: &str,
    view: &View,
) -> Option<Result<Scene, FigureError>> {
    match tiled {
        Tiled::Mma(mma) => Some(tiled_mma(&mma.tiled, title, owners, view)),
        Tiled::Copy(copy) => Some(tiled_copy(&copy.tiled, title, owners, view)),
        _ => None,
    }
}

/// Whether an operation takes the part of a thread.
pub(super) fn is_partition(id: Id) -> bool {
    use Id::{Partition, PartitionA, PartitionB, PartitionC, PartitionD, PartitionS};
    matches!(id, Partition | PartitionA | PartitionB | PartitionC | PartitionD | PartitionS)
}

/// The tile by which an operation such as `partition_A` divides a layout.
pub(super) fn tile(id: Id, of: &Value) -> Option<Tiler> {
    let operand = || match id {
        Id::PartitionA => Some(Operand::A),
        Id::PartitionB => Some(Operand::B),
        Id::PartitionC => Some(Operand::C),
        _ => None,
    };
    let shape = match of {
        // A single atom is a tile of its own.
        Value::Atom(atom) => {
            let [rows, columns] = operand()?.extents(atom.atom.shape()?);
            Tuple::of((rows, columns)).ok()?
        }
        Value::Tiled(Tiled::Mma(mma)) => mma.tiled.tile_of(operand()?),
        Value::Tiled(Tiled::Copy(copy)) => *copy.tiled.tile(),
        Value::Thread(slice) => return tile(id, &Value::Tiled(slice.of.clone())),
        _ => return None,
    };
    Tiler::shape(&shape).ok()
}

/// The access with the most ways, in the first iteration that has a conflict.
pub(super) fn accessed(arguments: &Arguments<'_>, title: &str, view: &View) -> Option<Scene> {
    let asked = arguments.accesses().ok()?;
    let which = worst(&asked);
    let scene = asked
        .accesses
        .get(which)
        .map(|access| banks(&asked.memory, access, asked.bits, asked.machine, None, title, view))?;
    Some(named(scene.ok()?, &asked, which))
}

/// The access with the most sectors beyond those that its bytes fill.
pub(super) fn moved(arguments: &Arguments<'_>, title: &str, view: &View) -> Option<Scene> {
    let asked = arguments.accesses().ok()?;
    let which = most(&asked, |access| {
        let found = report(&asked.memory, access, asked.bits, asked.machine);
        found.map_or(0, |found| found.sectors - found.ideal)
    });
    let scene = asked.accesses.get(which).map(|access| {
        sectors(&asked.memory, access, asked.bits, asked.machine, None, title, view)
    })?;
    Some(named(scene.ok()?, &asked, which))
}

/// The same access before and after what was found for it.
pub(super) fn improved(
    arguments: &Arguments<'_>,
    found: &Value,
    title: &str,
    view: &View,
) -> Option<Scene> {
    let asked = arguments.accesses().ok()?;
    let Value::Record(record) = found else { return None };
    let Part::Layout(after) = record.get("layout")? else { return None };
    let which = worst(&asked);
    let layouts = [(&asked.memory).into(), (&**after).into()];
    let scene = asked
        .accesses
        .get(which)
        .map(|access| swizzled(layouts, access, asked.bits, asked.machine, None, title, view))?;
    Some(named(scene.ok()?, &asked, which))
}

/// Which access has the most ways.
fn worst(asked: &Asked) -> usize {
    most(asked, |access| {
        prove(&asked.memory, access, asked.bits, asked.machine).map_or(0, |proof| proof.ways.into())
    })
}

/// Which access has the most of something; of equals the first.
fn most(asked: &Asked, count: impl Fn(&Access) -> u64) -> usize {
    let all = asked.accesses.iter().enumerate().rev();
    all.max_by_key(|(_, access)| count(access)).map_or(0, |(i, _)| i)
}

/// The scene, which says which of several accesses it is.
fn named(mut scene: Scene, asked: &Asked, which: usize) -> Scene {
    if let (Some(written), true) = (asked.written.get(which), asked.written.len() > 1) {
        scene.notes.insert(0, format!("access {written}"));
    }
    scene
}
