//! What CUTLASS prints: the kinds `tiled_copy`, `tiled_mma` and `tiled_copy_A|B|C` of the vectors.

use serde_json::{Map, Value, json};
use tilework::{AnyLayout, Layout, Tiler};
use tilework_hardware::tiled::{Operand, Side, TiledCopy, TiledError, TiledMma};

use super::atoms::{copy_named, mma_named};

type Answer = Result<Map<String, Value>, TiledError>;

fn text<'a>(vector: &'a Value, field: &str) -> &'a str {
    vector[field].as_str().unwrap_or_else(|| panic!("{field} of {vector}"))
}

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
    put(&mut out, "thr_vmnk", mma.thr_vmnk());
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
    put(&mut out, "retile", copy.retile(registers, &fragment)?);
    Ok(out)
}

#[test]
fn what_cutlass_prints() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/hardware/vectors.jsonl");
    let file = std::fs::read_to_string(path).unwrap();
    let (mut seen, mut wrong) = (0, Vec::new());
    for line in file.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let answer = match text(&vector, "kind") {
            "tiled_copy" => tiled_copy(&vector),
            "tiled_mma" => tiled_mma(&vector),
            "tiled_copy_A" => tiled_copy_for(&vector, Operand::A),
            "tiled_copy_B" => tiled_copy_for(&vector, Operand::B),
            "tiled_copy_C" => tiled_copy_for(&vector, Operand::C),
            _ => continue,
        };
        seen += 1;
        match answer {
            Ok(answer) if Value::Object(answer.clone()) == vector["expect"] => {}
            Ok(answer) => {
                let expect = vector["expect"].as_object().unwrap();
                for (field, value) in expect {
                    if answer.get(field) != Some(value) {
                        let found = answer.get(field);
                        wrong.push(format!("{} {field}: {found:?}, not {value}", vector["id"]));
                    }
                }
                for field in answer.keys().filter(|field| !expect.contains_key(*field)) {
                    wrong.push(format!("{} has {field}, which is not expected", vector["id"]));
                }
            }
            Err(error) => wrong.push(format!("{}: {error}", vector["id"])),
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(seen, 120, "vectors of these kinds");
}
