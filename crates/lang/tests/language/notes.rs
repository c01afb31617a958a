//! Notes: what is said where an answer is right, and often not what was meant.

use tilework_lang::{Outcome, Scope, Value};

fn notes(text: &str) -> Vec<String> {
    Scope::new().run_with_notes(text).unwrap_or_else(|error| panic!("{text}: {error}")).notes
}

#[test]
fn word_by_word() {
    for (text, note) in [
        (
            "logical_divide(10:1, 3)",
            "`logical_divide` covers 12 of 10, 2 outside; inside where logical_divide(10:1, 3)(x) < 10",
        ),
        (
            "zipped_divide((10,32):(32,1), <3,8>)",
            "`zipped_divide` covers 384 of 320, 64 outside; inside where \
             zipped_divide(make_identity_layout((10,32)), <3:1,8:1>)(x) < (10,32) in every component",
        ),
        (
            "local_tile(10:1, 4, 2)",
            "the tiles of `local_tile` cover 12 of 10, 2 outside: parts at the end reach past it",
        ),
        (
            "local_partition((10,12):(12,1), (4,4):(4,1), 6)",
            "the tiles of `local_partition` cover 144 of 120, 24 outside: parts at the end reach past it",
        ),
        (
            "zipped_divide((12,32):(1,12), (4,8):(1,4))",
            "`zipped_divide` applies (4,8):(1,4) to all indices of (12,32):(1,12) in order; \
             <4,8> divides it mode by mode",
        ),
        (
            "reshape((4,4):(1,4), (2,-1))",
            "the modes inside of a mode count row-major, as the reshape does; --order lex reads them so",
        ),
        ("coalesce((4,8))", "the shape (4,8) is read as the compact layout (4,8):(1,4)"),
        (
            "(4,8):(1,4)(_,9)",
            "there is no such slice: coordinate 9 is past the end, 8; the layout continues there",
        ),
        (
            "(4,8):(1,4)(_,2)",
            "the slice starts at offset 8; slice_and_offset((_,2), (4,8):(1,4)) includes it",
        ),
        (
            "(Sw<2,0,2> o 0 o (4,4):(4,1))(3,_)",
            "the slice starts at offset 15; slice_and_offset((3,_), Sw<2,0,2> o 0 o (4,4):(4,1)) includes it",
        ),
        ("(4,8):(1,4)(5,2)", "coordinate 5 is past the end, 4: the layout continues there"),
        ("(4,8):(1,4)(40)", "index 40 is past the end, 32: the layout continues there"),
        (
            "(4,8):(1,4) o 8:8",
            "8:8 reaches index 56 of (4,8):(1,4), which has 32: past its end it continues on its last \
             mode; compose_strict refuses that",
        ),
        (
            "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)",
            "`Sw<3,4,3>` before a pointer acts on bytes; for elements of 16 bits it is read as \
             recast(Sw<3,4,3>, 8, 16)",
        ),
    ] {
        assert!(notes(text).iter().any(|it| it == note), "{text}: {:#?}", notes(text));
    }
}

#[test]
fn what_is_usual_is_not_noted() {
    for text in [
        "(6,2):(8,2) o (4,3):(3,1)",
        "zipped_divide((12,32):(1,12), <4,8>)",
        "logical_divide((4,2,3):(2,1,8), 4:2)",
        "logical_product((2,5):(5,1), (3,4):(1,3))",
        "(4,8):(1,4)(3,7)",
        "(4,8):(1,4)(_,0)",
        "slice_and_offset((_,2), (4,8):(1,4))",
        "size((4,8))",
        "make_layout((4,8))",
        "complement(4:2, 24)",
        "tile_to_shape((8,64):(64,1), (128,64))",
        "local_partition((8,12):(12,1), (2,4):(4,1), 6)",
        "logical_divide(8:1, 4:2)",
        "reshape((4,6):(6,1), (2,12))",
        "reshape((4,4):(4,1), (2,-1), col_major)",
    ] {
        assert_eq!(notes(text), [] as [&str; 0], "{text}");
    }
}

#[test]
fn parts_of_an_expression_are_noted_too_and_once() {
    assert_eq!(notes("size(logical_divide(10:1, 3))").len(), 1);
    assert_eq!(notes("A = (coalesce((4,8)), coalesce((4,8)))").len(), 1);
    assert_eq!(notes("logical_divide(10:1, 3) = logical_divide(10:1, 3)").len(), 2);
}

/// The predicate of a note holds at exactly as many indices as there are elements, and where it holds, the
/// index or coordinate is one that is there: so it is inside exactly where the division is.
#[test]
fn predicates_tell_what_is_inside() {
    let shapes = ["10", "7", "(10,6)", "(3,7)", "((2,3),5)", "(5,(2,3))", "(3,4,5)"];
    let tilers = ["3", "4", "<3>", "<3,4>", "<2,2>", "<_,4>", "<4:1,3>", "<2,<2,2>>", "<<3,2>,2>"];
    let mut seen = 0;
    for operation in ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"] {
        for (shape, tiler) in shapes.iter().flat_map(|s| tilers.iter().map(move |t| (s, t))) {
            let mut scope = Scope::new();
            let text = format!("{operation}(make_layout_right({shape}), {tiler})");
            let Ok(answered) = scope.run_with_notes(&text) else { continue };
            let Outcome::Value(Value::Layout(tiles)) = answered.outcome else { panic!("{text}") };
            let Ok(Outcome::Value(Value::Integer(size))) = scope.run(&format!("size({shape})"))
            else {
                panic!("{shape}")
            };
            let note = answered.notes.iter().find(|note| note.contains("outside"));
            assert_eq!(note.is_some(), tiles.size() > size, "{text}");
            let Some(note) = note else { continue };
            seen += 1;
            let (_, predicate) = note.split_once("; inside where ").expect("a predicate");
            let (function, bound) = predicate.split_once("(x) < ").expect("a comparison");
            let bound = bound.trim_end_matches(" in every component");
            let bound: Vec<i64> = numbers(bound);
            let inside = (0..tiles.size()).filter(|x| {
                let value = scope.run(&format!("{function}({x})")).expect("a value");
                let Outcome::Value(value) = value else { panic!("{function}") };
                let value = numbers(&value.to_string());
                assert_eq!(value.len(), bound.len(), "{note}");
                value.iter().zip(&bound).all(|(value, bound)| value < bound)
            });
            assert_eq!(inside.count() as i64, size, "{note}");
        }
    }
    assert!(seen > 60, "{seen}");
}

fn numbers(text: &str) -> Vec<i64> {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    numbers.map(|number| number.parse().expect("a number")).collect()
}

/// Each is compared with those before it, so there is an end to them; and that is said.
#[test]
fn not_without_end() {
    let items: Vec<String> = (4..20_000).map(|index| format!("4:1({index})")).collect();
    let found = notes(&format!("[{}]", items.join(",")));
    assert_eq!(found.len(), 101);
    assert_eq!(found[0], "index 4 is past the end, 4: the layout continues there");
    assert_eq!(found[100], "there are more than these 100 notes");
}
