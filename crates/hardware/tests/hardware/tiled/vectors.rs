//! What CUTLASS prints: the kinds `tiled_copy`, `tiled_mma` and `tiled_copy_A|B|C` of the vectors.

use serde_json::{Map, Value, json};
use tilework::{AnyLayout, Layout, Tiler};
use tilework_hardware::tiled::{Operand, Side, TiledCopy, TiledError, TiledMma};

use super::atoms::{copy_named, mma_named};
use crate::vectors::{of_kind, text};

type Answer = Result<Map<String, Value>, TiledError>;

fn layout(vector: &Value, field: &str) -> Layout {
    text(vector, field).parse().expect(field)
}

fn put(out: &mut Map<String, Value>, field: impl Into<String>, value: impl ToString) {
    out.insert(field.into(), json!(value.to_string()));
}

fn part(out: &mut Map<String, Value>, field: &str, part: (AnyLayout, i64)) {
    put(out, field, part.0);
    out.insert(format!("{field}_off"), json!(part.1));
}

fn tiled_copy(vector: &Value) -> Answer {
    let atom = copy_named(text(vector, "atom"));
    let bits = vector["bits"].as_i64().unwrap();
    let (thr, val) = (layout(vector, "thr_layout"), layout(vector, "val_layout"));
    let (tensor, thread) = (layout(vector, "tensor"), vector["thread"].as_i64().unwrap());
    let copy = TiledCopy::new(&atom, bits, &thr, &val)?;
    let mut out = Map::new();
    put(&mut out, "tiled_tv", copy.tv());
    put(&mut out, "tiler", copy.tile());
    put(&mut out, "atom_src", copy.atom().source);
    put(&mut out, "atom_dst", copy.atom().destination);
    put(&mut out, "atom_ref", copy.atom().reference);
    for (side, letter) in [(Side::Source, 's'), (Side::Destination, 'd')] {
        put(&mut out, format!("{letter}_tv"), copy.side_tv(side));
        put(&mut out, format!("tidfrg_{letter}"), copy.tidfrg(side, &tensor)?);
        let mine = copy.partition(side, &tensor.into(), thread)?;
        part(&mut out, &format!("part_{letter}"), mine);
    }
    Ok(out)
}

fn tiled_mma(vector: &Value) -> Answer {
    let atom = mma_named(text(vector, "atom"));
    let perm: Tiler = text(vector, "perm").parse().unwrap();
    let mma = TiledMma::new(&atom, &layout(vector, "atom_layout"), &perm)?;
    let mut out = Map::new();
    put(&mut out, "thr_vmnk", mma.thr_vmnk().unwrap());
    let [m, n, k] = mma.tile();
    put(&mut out, "tile", format!("({m},{n},{k})"));
    for operand in Operand::ALL {
        let letter = operand.name().to_lowercase();
        let tensor = layout(vector, &letter);
        put(&mut out, format!("{letter}_tv"), mma.map(operand)?.layout());
        put(&mut out, format!("thrfrg_{letter}"), mma.thrfrg(operand, &tensor)?.threads);
        let thread = vector["thread"].as_i64().unwrap();
        let mine = mma.partition(operand, &tensor.into(), thread)?;
        part(&mut out, &format!("part_{letter}"), mine);
    }
    if let Some(wrong) = mma.cute_layout_c()? {
        put(&mut out, "c_tv_cpp", wrong);
    }
    Ok(out)
}

fn tiled_copy_for(vector: &Value, operand: Operand) -> Answer {
    let mut mma = text(vector, "mma").split(';');
    let atom = mma_named(mma.next().unwrap());
    let atoms: Layout = mma.next().unwrap().parse().unwrap();
    let perm: Tiler = mma.next().unwrap().parse().unwrap();
    let mma = TiledMma::new(&atom, &atoms, &perm)?;
    let atom = copy_named(text(vector, "atom"));
    let copy = TiledCopy::for_operand(&atom, vector["bits"].as_i64().unwrap(), &mma, operand)?;
    let (tensor, thread) = (layout(vector, "tensor"), vector["thread"].as_i64().unwrap());
    // A and B are read into registers, C is written from them.
    let (memory, letter, registers) = match operand {
        Operand::C => (Side::Destination, 'd', Side::Source),
        _ => (Side::Source, 's', Side::Destination),
    };
    let mut out = Map::new();
    put(&mut out, "tiled_tv", copy.tv());
    put(&mut out, "tiler", copy.tile());
    put(&mut out, "s_tv", copy.side_tv(Side::Source));
    put(&mut out, "d_tv", copy.side_tv(Side::Destination));
    let mine = copy.partition(memory, &tensor.into(), thread)?;
    part(&mut out, &format!("part_{letter}"), mine);
    let fragment = mma.fragment(operand, &tensor.shape())?;
    put(&mut out, "frag", fragment);
    let retiled = copy.retile(registers, &fragment)?;
    put(&mut out, "retile", retiled);
    // These permutations keep the order of the elements, from which CuTe's formula reads it.
    let any = TiledCopy::with_tv(&atom, copy.bits(), copy.tv(), copy.tile())?;
    assert_eq!(any.retile(registers, &fragment)?, retiled);
    Ok(out)
}

/// Compares the answers with all vectors of a kind.
#[track_caller]
fn check(kind: &str, count: usize, answer: impl Fn(&Value) -> Answer) {
    let vectors = of_kind(kind);
    assert_eq!(vectors.len(), count, "vectors of kind {kind}");
    for vector in &vectors {
        let found = answer(vector).unwrap_or_else(|error| panic!("{}: {error}", vector["id"]));
        assert_eq!(Value::Object(found), vector["expect"], "{}", vector["id"]);
    }
}

#[test]
fn tiled_copies() {
    check("tiled_copy", 31, tiled_copy);
}

#[test]
fn tiled_mmas() {
    check("tiled_mma", 50, tiled_mma);
}

#[test]
fn tiled_copies_for_operands() {
    check("tiled_copy_A", 13, |vector| tiled_copy_for(vector, Operand::A));
    check("tiled_copy_B", 13, |vector| tiled_copy_for(vector, Operand::B));
    check("tiled_copy_C", 13, |vector| tiled_copy_for(vector, Operand::C));
}
