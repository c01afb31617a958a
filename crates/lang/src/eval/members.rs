//! What the members of a value are: `P.tile`, `P.layout`, `P.threads`, `P.values`, `mma.layoutC_TV`.

use tilework::{AnyLayout, Layout, Shape, Tuple};
use tilework_hardware::atom::Operand;
use tilework_hardware::machine::Machine;
use tilework_hardware::tiled::{Side, TiledError};

use crate::eval::names;
use crate::operations::atom::{Atom, Tiled, TiledCopy, TiledMma};
use crate::operations::hardware::read::refusal;
use crate::operations::tv::Tv;
use crate::operations::value::Value;
use crate::text::diagnostic::{Diagnostic, Span};

/// The members of thread-value layouts.
const OF_TV: &[&str] = &["layout", "threads", "tile", "values"];
const OF_MMA_ATOM: &[&str] =
    &["A_TV", "B_TV", "C_TV", "instruction", "shape_mnk", "thr_id", "threads"];
const OF_COPY_ATOM: &[&str] = &["bits", "dst", "instruction", "ref", "src", "thr_id", "threads"];
const OF_MMA: &[&str] =
    &["A_TV", "B_TV", "C_TV", "atom", "atoms", "permutation_mnk", "thr_vmnk", "threads", "tile"];
const OF_COPY: &[&str] = &["D_TV", "S_TV", "TV", "atom", "bits", "threads", "tile"];
const OF_MACHINE: &[&str] = &["bank_bytes", "banks", "lanes", "line_bytes", "name", "sector_bytes"];

/// All members that values may have, but those of what a question found.
pub(crate) fn all() -> Vec<&'static str> {
    let mut all = [OF_TV, OF_MMA_ATOM, OF_COPY_ATOM, OF_MMA, OF_COPY, OF_MACHINE].concat();
    all.sort_unstable();
    all.dedup();
    all
}

impl Value {
    /// The names of the members that it can have: `mma.threads`, `bank_report(A, 16, row).ways`.
    ///
    /// ```
    /// use tilework_lang::{Outcome, Scope};
    ///
    /// let Outcome::Value(tv) = Scope::new().run("(4,2):(1,4) on (4,2)").unwrap() else { panic!() };
    /// assert_eq!(tv.members(), ["layout", "threads", "tile", "values"]);
    /// ```
    pub fn members(&self) -> Vec<&'static str> {
        of(self)
    }
}

/// The names of the members that a value can have.
pub(crate) fn of(value: &Value) -> Vec<&'static str> {
    let names: &[&str] = match value {
        Value::Tv(_) => OF_TV,
        Value::Layout(_)
        | Value::Composed(_)
        | Value::Slice(..)
        | Value::Coords(_)
        | Value::CoordSlice(..) => &["layout"],
        Value::Atom(atom) if atom.is_mma() => OF_MMA_ATOM,
        Value::Atom(_) => OF_COPY_ATOM,
        Value::Tiled(tiled) => match tiled {
            Tiled::Mma(_) => OF_MMA,
            Tiled::Copy(_) => OF_COPY,
        },
        Value::Machine(_) => OF_MACHINE,
        Value::Record(record) => return record.parts.iter().map(|part| part.0).collect(),
        _ => &[],
    };
    names.to_vec()
}

/// The member of that name. `.layout` of a layout is itself: a tensor is read as its layout.
#[inline(never)]
pub(crate) fn get(value: &Value, name: &str) -> Option<Value> {
    Some(match (value, name) {
        (Value::Tv(tv), "layout") => tv.layout_value(),
        (Value::Tv(tv), "tile") => tv.tile_value(),
        (Value::Tv(tv), "threads") => Value::Integer(tv.threads()),
        (Value::Tv(tv), "values") => Value::Integer(tv.values()),
        (Value::Layout(_) | Value::Composed(_) | Value::Coords(_), "layout") => value.clone(),
        (Value::Slice(layout, _), "layout") => Value::Layout(layout.clone()),
        (Value::CoordSlice(layout, _), "layout") => Value::Coords(layout.clone()),
        (Value::Atom(atom), _) => return of_atom(atom, name),
        (Value::Tiled(tiled), _) => match tiled {
            Tiled::Mma(mma) => return of_mma(mma, name),
            Tiled::Copy(copy) => return of_copy(copy, name),
        },
        (Value::Machine(machine), _) => return of_machine(machine, name),
        (Value::Record(record), _) => record.get(name)?.into(),
        _ => return None,
    })
}

/// `A_TV`, and what CuTe and its DSL call it.
fn operand(name: &str) -> Option<Operand> {
    Some(match name {
        "A_TV" | "layoutA_TV" | "get_layoutA_TV" | "LayoutA_TV" | "tv_layout_A"
        | "tv_layout_A_tiled" => Operand::A,
        "B_TV" | "layoutB_TV" | "get_layoutB_TV" | "LayoutB_TV" | "tv_layout_B"
        | "tv_layout_B_tiled" => Operand::B,
        "C_TV" | "layoutC_TV" | "get_layoutC_TV" | "LayoutC_TV" | "tv_layout_C"
        | "tv_layout_C_tiled" => Operand::C,
        _ => return None,
    })
}

/// `thr_vmnk`, and what CuTe and its DSL call it.
fn is_thr_vmnk(name: &str) -> bool {
    ["thr_vmnk", "thr_layout_vmnk", "get_thr_layout_vmnk", "ThrLayoutVMNK"].contains(&name)
}

/// `S_TV`, and what CuTe and its DSL call it.
fn side(name: &str) -> Option<Side> {
    Some(match name {
        "S_TV" | "layoutS_TV" | "get_layoutS_TV" | "layout_src_tv_tiled" => Side::Source,
        "D_TV" | "layoutD_TV" | "get_layoutD_TV" | "layout_dst_tv_tiled" => Side::Destination,
        _ => return None,
    })
}

fn of_atom(atom: &Atom, name: &str) -> Option<Value> {
    let thr_id = atom.atom.thr_id();
    match name {
        "thr_id" | "ThrID" => return Some(Value::from(thr_id)),
        "threads" => return Some(Value::Integer(thr_id.size())),
        "bits" => return atom.bits.map(|bits| Value::Integer(bits.into())),
        "instruction" => {
            let instruction = atom.atom.instruction();
            return (!instruction.is_empty()).then(|| Value::Word(instruction.to_string()));
        }
        _ => {}
    }
    if let Some(copy) = atom.atom.copy() {
        return Some(Value::from(match name {
            "src" | "SrcLayout" => copy.src,
            "dst" | "DstLayout" => copy.dst,
            "ref" | "RefLayout" => copy.reference,
            _ => return None,
        }));
    }
    let mma = atom.atom.mma()?;
    if let "shape_mnk" | "Shape_MNK" = name {
        return Tuple::from_slice(&mma.shape).ok().map(Value::from);
    }
    let operand = operand(name)?;
    let tile = Tuple::from_slice(&operand.extents(mma.shape)).ok()?;
    let layout = match operand {
        Operand::A => mma.a,
        Operand::B => mma.b,
        Operand::C => mma.c,
    };
    thread_value(&layout, &tile)
}

fn of_mma(mma: &TiledMma, name: &str) -> Option<Value> {
    let tiled = &mma.tiled;
    if let Some(operand) = operand(name) {
        let map = tiled.map(operand).ok()?;
        return thread_value(map.layout(), map.tile());
    }
    Some(match name {
        _ if is_thr_vmnk(name) => Value::from(*tiled.thr_vmnk().ok()?),
        "tile" | "tile_mnk" | "tile_shape" => Value::from(Tuple::from_slice(&tiled.tile()).ok()?),
        "shape_mnk" => Value::from(Tuple::from_slice(&mma.tiled.atom().shape).ok()?),
        "threads" => Value::Integer(tiled.threads()),
        "atom" => Value::Atom(Atom { atom: mma.atom, bits: None }),
        "atoms" | "atom_layout" => Value::from(mma.layout),
        "permutation_mnk" | "permutation" | "PermutationMNK" => Value::from(mma.permutation),
        _ => return None,
    })
}

fn of_copy(copy: &TiledCopy, name: &str) -> Option<Value> {
    let tiled = &copy.tiled;
    if let Some(side) = side(name) {
        return thread_value(tiled.side_tv(side), tiled.tile());
    }
    Some(match name {
        "TV" | "tiled_tv" | "layout_tv_tiled" | "TiledLayout_TV" => {
            return thread_value(tiled.tv(), tiled.tile());
        }
        "tile" | "tiler_mn" | "Tiler_MN" => Value::from(*tiled.tile()),
        "threads" => Value::Integer(tiled.threads()),
        "bits" => Value::Integer(tiled.bits()),
        "atom" => Value::Atom(copy.atom),
        _ => return None,
    })
}

fn of_machine(machine: &Machine<'_>, name: &str) -> Option<Value> {
    let number = match name {
        "name" => return Some(Value::Word(machine.name.to_owned())),
        "lanes" => machine.lanes,
        "banks" => machine.banks,
        "bank_bytes" => machine.bank_bytes,
        "sector_bytes" => machine.sector_bytes,
        "line_bytes" => machine.line_bytes,
        _ => return None,
    };
    Some(Value::Integer(number.into()))
}

fn thread_value(layout: &Layout, tile: &Shape) -> Option<Value> {
    Tv::new(AnyLayout::Plain(*layout), *tile).ok().map(|tv| Value::Tv(Box::new(tv)))
}

/// Why a tiled MMA has not that layout, though others have.
fn missing(value: &Value, name: &str) -> Option<TiledError> {
    let Value::Tiled(Tiled::Mma(mma)) = value else { return None };
    match operand(name) {
        Some(operand) => mma.tiled.map(operand).err(),
        None if is_thr_vmnk(name) => mma.tiled.thr_vmnk().err(),
        None => None,
    }
}

/// The error for a name that is none of them, or for one that this value has not.
pub(crate) fn unknown(value: &Value, name: &str, place: &Span) -> Diagnostic {
    if let Some(why) = missing(value, name) {
        return refusal(why, place);
    }
    let out = names::unknown_member(name, place, value.kind(), &of(value));
    match (value, name) {
        (_, "tile" | "threads" | "values") => out.help("thread-value layouts have it: TV on tile"),
        (Value::Pair(_), _) => out.help("the layouts of a pair are [0] and [1]"),
        (Value::Integer(_) | Value::Tuple(_), "layout") => {
            out.help("make_layout(shape) is its compact layout")
        }
        _ => out,
    }
}
