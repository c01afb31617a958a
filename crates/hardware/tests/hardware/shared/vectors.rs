//! The vectors of kinds `bank`, `ldmatrix` and `addresses`.

use serde_json::{Value, json};
use tilework::{AnyLayout, Layout};
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::machine::{Direction, Machine};
use tilework_hardware::shared::{Report, report};

use crate::vectors::{number, of_kind, text};

fn direction(vector: &Value) -> Direction {
    match text(vector, "dir") {
        "ld" => Direction::Load,
        "st" => Direction::Store,
        other => panic!("{other}"),
    }
}

fn machine(vector: &Value) -> &'static Machine<'static> {
    Machine::find(text(vector, "machine")).unwrap()
}

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

/// The fields of `expect` that the vectors of a kind have.
fn answer(report: &Report, vector: &Value) -> Value {
    let fields = vector["expect"].as_object().unwrap().keys().map(|field| {
        let value = match field.as_str() {
            "instructions" => json!(report.instructions),
            "wavefronts" => json!(report.wavefronts),
            "ideal" => json!(report.ideal),
            "conflicts" => json!(report.conflicts),
            "ways" => json!(report.ways),
            "first" | "per_phase" => json!(report.first.as_slice()),
            "same" => json!(report.same),
            other => panic!("{other}"),
        };
        (field.clone(), value)
    });
    Value::Object(fields.collect())
}

#[test]
fn bank() {
    for vector in of_kind("bank") {
        let tv = layout(text(&vector, "tv"));
        let access = Access::vectors(&tv, number(&vector, "width"), direction(&vector)).unwrap();
        let memory: AnyLayout = text(&vector, "smem").parse().unwrap();
        let bits = number(&vector, "bits");
        let report = report(&memory, &access, bits, machine(&vector));
        let report = report.unwrap_or_else(|error| panic!("{vector}: {error}"));
        assert_eq!(answer(&report, &vector), vector["expect"], "{vector}");
    }
}

#[test]
fn ldmatrix() {
    for vector in of_kind("ldmatrix") {
        let matrices = Matrices::new(number(&vector, "num")).unwrap();
        let rows = layout(text(&vector, "rows"));
        let access = Access::rows(&rows, matrices, Direction::Load).unwrap();
        let memory: AnyLayout = text(&vector, "smem").parse().unwrap();
        let report = report(&memory, &access, number(&vector, "bits"), &Machine::NVIDIA);
        let report = report.unwrap_or_else(|error| panic!("{vector}: {error}"));
        assert_eq!(answer(&report, &vector), vector["expect"], "{vector}");
    }
}

#[test]
fn addresses() {
    for vector in of_kind("addresses") {
        let lanes = layout(text(&vector, "addresses"));
        let mask = vector["active"].as_str().map_or(u64::MAX, |mask| {
            u64::from_str_radix(mask.trim_start_matches("0x"), 16).unwrap()
        });
        let access = Access::addresses(&lanes, number(&vector, "width"), direction(&vector))
            .active(mask)
            .merging(vector["merge"].as_bool().unwrap_or(false));
        let report = report(&Layout::UNIT, &access, 8, machine(&vector));
        let report = report.unwrap_or_else(|error| panic!("{vector}: {error}"));
        assert_eq!(answer(&report, &vector), vector["expect"], "{vector}");
    }
}
