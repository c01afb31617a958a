//! The vectors of kinds `swizzle` and `padding`.

use serde_json::{Value, json};
use tilework::{AnyLayout, Layout};
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::machine::{Direction, Machine};
use tilework_hardware::swizzle::{Options, PaddingOptions, solve, solve_padding};

use crate::vectors::{number, of_kind, text};

/// A layout, or one behind the identity and an offset: `Sw<0,0,0> o 16 o (16,2):(1,256)`.
fn layout_at(text: &str) -> (Layout, i64) {
    match text.parse::<AnyLayout>().unwrap() {
        AnyLayout::Plain(layout) => (layout, 0),
        AnyLayout::Composed(composed) => {
            assert!(composed.swizzle().unwrap().is_identity(), "{text}");
            (*composed.inner(), composed.offset())
        }
    }
}

fn accesses(vector: &Value) -> Vec<Access> {
    let read = |access: &Value| match text(access, "kind") {
        "tv" => {
            let (tv, start) = layout_at(text(access, "tv"));
            let direction = match text(access, "dir") {
                "ld" => Direction::Load,
                "st" => Direction::Store,
                other => panic!("{other}"),
            };
            Access::vectors(&tv, number(access, "width"), direction).unwrap().from_index(start)
        }
        "ldmatrix" => {
            let (rows, start) = layout_at(text(access, "rows"));
            let matrices = Matrices::new(number(access, "num")).unwrap();
            Access::rows(&rows, matrices, Direction::Load).unwrap().from_index(start)
        }
        other => panic!("{other}"),
    };
    vector["accesses"].as_array().unwrap().iter().map(read).collect()
}

#[test]
fn swizzle() {
    for vector in of_kind("swizzle") {
        let layout: AnyLayout = text(&vector, "layout").parse().unwrap();
        let (accesses, bits) = (accesses(&vector), number(&vector, "bits"));
        let solution =
            solve(&layout, &accesses, bits, &Machine::NVIDIA, &Options::default()).unwrap();
        let three = |s: tilework::Swizzle| json!([s.bits(), s.base(), s.shift()]);
        let answer = json!({
            "best": solution.wavefronts,
            "ideal": solution.ideal,
            "count": solution.count,
            "least": three(solution.least),
            "all": solution.all().map(three).collect::<Vec<_>>(),
        });
        assert_eq!(answer, vector["expect"], "{vector}");
    }
}

#[test]
fn padding() {
    for vector in of_kind("padding") {
        let [rows, cols] = ["rows", "cols"].map(|field| i64::from(number(&vector, field)));
        let layout = Layout::new((rows, cols), (cols, 1)).unwrap();
        let (accesses, bits) = (accesses(&vector), number(&vector, "bits"));
        let options = PaddingOptions {
            step_bytes: Some(number(&vector, "step_bytes")),
            most_bytes: Some(number(&vector, "max_pad_bytes")),
        };
        let padding = solve_padding(&layout, &accesses, bits, &Machine::NVIDIA, &options).unwrap();
        let answer = json!({
            "best": padding.wavefronts,
            "pad_bytes": padding.pad_bytes,
            "ideal": padding.ideal,
        });
        assert_eq!(answer, vector["expect"], "{vector}");
        // The step and the bound of the vectors are the ones that follow from the accesses.
        let default = PaddingOptions::default();
        assert_eq!(
            solve_padding(&layout, &accesses, bits, &Machine::NVIDIA, &default).unwrap(),
            padding
        );
    }
}
