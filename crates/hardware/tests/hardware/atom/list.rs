//! Every line of the recording is what the crate derives.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use tilework::Layout;
use tilework_hardware::atom::{self, Atom, Extra, Operand, Source};

/// The lines of the recording.
fn lines() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/hardware/atoms.jsonl");
    let text = std::fs::read_to_string(path).expect("the recording is in the repository");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// The atoms of a line: every combination of the values of its letters, `{N}` and `{N/8}`.
fn expand(line: &Value) -> Vec<Value> {
    let mut line = line.as_object().unwrap().clone();
    let letters = line.remove("for");
    for (key, value) in
        [("vendor", "nvidia"), ("kind", "mma"), ("arch", "sm90"), ("source", "cutlass")]
    {
        line.entry(key).or_insert(json!(value));
    }
    line.entry("blocks").or_insert(json!(1));
    let mut texts = vec![Value::Object(line).to_string()];
    for (letter, values) in letters.as_ref().and_then(Value::as_object).unwrap_or(&Map::new()) {
        let values = values.as_array().unwrap();
        texts = texts
            .iter()
            .flat_map(|text| values.iter().map(|value| put(text, letter, value)))
            .collect();
    }
    texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
}

fn put(text: &str, letter: &str, value: &Value) -> String {
    let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut text = text.replace(&format!("{{{letter}}}"), &shown);
    for divisor in [2, 8] {
        let quotient = value.as_i64().map(|value| value / divisor).unwrap_or_default();
        text = text.replace(&format!("{{{letter}/{divisor}}}"), &quotient.to_string());
    }
    text
}

/// What the crate has for an atom, in the words of the recording.
fn derived(atom: &Atom) -> Value {
    let mut record = Map::new();
    let mut put = |key: &str, value: Value| record.insert(key.to_owned(), value);
    let layout = |layout: Layout| json!(layout.to_string());
    // The name of one of AMD is its mnemonic; where that is shared, the architecture stands in front of it.
    let calculated = atom.source() == Source::Calculator;
    let name = if calculated { atom.instruction().to_string() } else { atom.to_string() };
    put("name", json!(name));
    put("ptx", json!(atom.instruction().to_string()));
    put("vendor", json!(atom.vendor().name()));
    put("arch", json!(atom.arch().name()));
    put("kind", json!(atom.kind().name()));
    put("thr_id", layout(atom.thr_id()));
    put("blocks", json!(atom.blocks()));
    let source = match atom.source() {
        Source::Cutlass => "cutlass",
        Source::Calculator => "calculator",
        Source::Formula => "formula",
        Source::Secondary => "secondary",
        other => panic!("{other}"),
    };
    put("source", json!(source));
    if let Some(header) = atom.header() {
        put("header", json!(header));
    }
    let template = atom.template().to_string();
    if !template.is_empty() {
        put("template", json!(template));
    }
    if let Some(mma) = atom.mma() {
        let [m, n, k] = mma.shape;
        assert_eq!(atom.shape(), Some(mma.shape), "{atom}");
        put("shape_mnk", json!(format!("({m},{n},{k})")));
        put("a", layout(mma.a));
        put("b", layout(mma.b));
        put("c", layout(mma.c));
        let types = atom.types().unwrap();
        let shown = |operand| atom.value_type(operand).unwrap().to_string();
        // D has no traits of its own; it is what C is, where C is something.
        let d = match atom.source() {
            Source::Calculator => types.d.amd().to_owned(),
            _ => shown(Operand::C),
        };
        put("types", json!([d, shown(Operand::A), shown(Operand::B), shown(Operand::C)]));
    }
    for extra in Extra::ALL {
        if let Some(found) = atom.extra(extra) {
            put(extra.name(), layout(found));
        }
    }
    if let Some(copy) = atom.copy() {
        put("src_bits", layout(copy.src));
        put("dst_bits", layout(copy.dst));
        put("ref_bits", layout(copy.reference));
    }
    if let Some(found) = atom.value_id() {
        put("val_id", layout(found));
    }
    // NVIDIA's sparse instructions say so by their metadata, or by the type of A.
    if atom.is_sparse() && atom.source() == Source::Calculator {
        put("sparse", json!(true));
    }
    Value::Object(record)
}

fn key(record: &Value) -> (String, String) {
    let text = |field: &str| record[field].as_str().unwrap().to_owned();
    (text("name"), text("arch"))
}

#[test]
fn every_line_is_derived() {
    let mut list = HashMap::new();
    for atom in atom::all() {
        let record = derived(&atom);
        let before = list.insert(key(&record), record);
        assert!(before.is_none(), "{atom} is there twice");
    }
    assert_eq!(list.len(), 3058);
    for line in lines() {
        for mut recorded in expand(&line) {
            // What the source has instead of a layout that covers its matrix.
            let listed = recorded.as_object_mut().unwrap().remove("listed");
            let has =
                list.remove(&key(&recorded)).unwrap_or_else(|| panic!("{recorded} is missing"));
            assert_eq!(has, recorded);
            if let Some(listed) = listed {
                assert_ne!(listed["a"], has["a"]);
            }
        }
    }
    assert!(list.is_empty(), "not recorded: {:?}", list.keys());
}

#[test]
fn sparse_instructions_say_so() {
    for atom in atom::all() {
        let name = atom.to_string();
        let value = atom.value_type(Operand::A).map(|kind| kind.to_string()).unwrap_or_default();
        let sparse = ["SPARSE", "smfmac", "swmmac"].iter().any(|word| name.contains(word));
        assert_eq!(atom.is_sparse(), sparse, "{name}");
        assert_eq!(value.contains("sparse_elem"), sparse && !name.starts_with("v_"), "{name}");
        let metadata = atom.extra(Extra::E).is_some();
        assert_eq!(metadata, sparse && !name.starts_with("v_") && !name.starts_with("SM100"));
    }
}

#[test]
fn unverified_ones_say_so() {
    let unverified: Vec<Atom> = atom::all().filter(|atom| !atom.is_verified()).collect();
    assert_eq!(unverified.len(), 27);
    for atom in unverified {
        assert!(atom.source().to_string().starts_with("unverified"), "{atom}");
    }
}

/// Those whose layouts in the source do not cover their matrices are corrected, and say that.
#[test]
fn corrected_ones_say_so() {
    for line in lines() {
        let Some(listed) = line.get("listed") else { continue };
        let name = line["name"].as_str().unwrap();
        let found = atom::find(name).unwrap();
        assert!(found.remark().unwrap().contains("leave out most of K"), "{name}");
        let mut mma = found.mma().unwrap();
        assert!(Operand::ALL.iter().all(|operand| mma.coverage(*operand).is_ok()));
        mma.a = listed["a"].as_str().unwrap().parse().unwrap();
        assert!(mma.coverage(Operand::A).is_err(), "{name}");
    }
}
