//! Thread-value layouts as values, and what stands behind a dot.

use tilework_lang::{Diagnostic, Dialect, Outcome, Scope, Value, explain, print, report};

const P: &str = "P = make_layout_tv((2,3):(3,1), (2,1):(1,0))";

fn scope() -> Scope {
    let mut scope = Scope::new();
    for line in [P, "A = (4,8):(1,4)", "layout = 4:1", "tile = 2:3", "threads = 5", "values = 6"] {
        scope.run(line).unwrap();
    }
    scope
}

fn value(text: &str) -> Value {
    match scope().run(text) {
        Ok(Outcome::Value(value)) => value,
        other => panic!("{text}: {other:?}"),
    }
}

fn refusal(text: &str) -> Diagnostic {
    scope().run(text).expect_err(text)
}

/// What is printed is read as the same value, in every dialect.
#[test]
fn thread_value_layouts_are_printed_as_they_are_read() {
    for text in [
        "P",
        "((4,8),(2,2)):((32,1),(16,8)) on (16,8)",
        "(4,1):(1,0) on 4",
        "(Sw<2,0,2> o 0 o (4,4):(4,1)) on (4,4)",
        "make_layout_tv(Sw<1,0,1> o 0 o (2,2):(1,2), (2,1):(1,0))",
    ] {
        let of = value(text);
        assert!(matches!(of, Value::Tv(_)), "{text}");
        assert_eq!(value(&of.to_string()), of);
        for (_, dialect) in Dialect::ALL {
            // Arrays have strides alone, and Triton no modes.
            let Ok(printed) = print(&of, dialect) else { continue };
            if dialect == Dialect::Triton {
                continue;
            }
            assert_eq!(value(&printed), of, "{printed}");
        }
    }
    assert_eq!(value("P").to_string(), "((3,2),2):((4,2),1) on (4,3)");
}

/// The pair that the DSL returns is the same claim.
#[test]
fn the_pair_of_tile_and_layout_agrees() {
    for (text, holds) in [
        ("P == ((3,2),2):((4,2),1) on (4,3)", true),
        ("P == (4,3):(1,4) and ((3,2),2):((4,2),1)", true),
        ("(4,3) and ((3,2),2):((4,2),1) == P", true),
        ("P == (4,3):(3,1) and ((3,2),2):((4,2),1)", false),
        ("P == (4,4):(1,4) and ((3,2),2):((4,2),1)", false),
        ("P == (4,3):(1,4) and ((3,2),2):((4,1),2)", false),
        ("P == ((3,2),2):((4,2),1) on (12,1)", false),
        ("P == ((3,2),2):((4,2),1)", false),
    ] {
        assert_eq!(value(text), Value::Truth(holds), "{text}");
    }
}

#[test]
fn members_and_operations_behind_a_dot() {
    for (text, same) in [
        ("P.tile", "(4,3)"),
        ("P.layout", "((3,2),2):((4,2),1)"),
        ("P.threads", "6"),
        ("P.values", "2"),
        ("P[0]", "(4,3)"),
        ("P[1]", "((3,2),2):((4,2),1)"),
        ("P[1,0]", "(3,2):(4,2)"),
        ("P[0,1]", "3"),
        ("(4:1 and 8:2)[0]", "4:1"),
        ("(4:1 and (2,8):(1,2))[1,1]", "8:2"),
        ("P.layout(4,1)", "7"),
        ("P.layout()(4,1)", "7"),
        ("P.layout[1]", "2:1"),
        ("P.tile[0]", "4"),
        ("A.layout.layout", "A"),
        ("(A at 8).layout", "A"),
        ("make_identity_layout((4,8)).layout", "make_identity_layout((4,8))"),
        ("A.shape", "(4,8)"),
        ("A.shape()", "(4,8)"),
        ("A.stride[1]", "4"),
        ("A.size()", "32"),
        ("A.compose(8:2)", "A o 8:2"),
        ("A.compose(8:2).coalesce().size", "8"),
        ("A.get<1>()", "8:4"),
        ("A.size<1>()", "8"),
        ("A.upcast<2>()", "(2,8):(1,2)"),
        ("A.with_shape(shape=(8,4))", "with_shape(A, (8,4))"),
        ("gmem_ptr[16b](0x7f3a00) o A.layout", "A"),
        ("zipped_divide((8,6), P.tile)", "zipped_divide((8,6), <4,3>)"),
        ("size(P)", "12"),
        ("offsets(P)", "offsets(P.layout)"),
        ("P.coverage()", "true"),
        ("P.owner((3,1))", "(4,1)"),
        ("owners(P)(3,1)", "10"),
        (
            "partition((8,6):(1,8), P, 5)",
            "slice_and_offset(((5,_),(_,_)), ((zipped_divide((8,6):(1,8), P.tile)[0] o P.layout), zipped_divide((8,6):(1,8), P.tile)[1]))",
        ),
        ("partition((8,6):(1,8), P, 5)", "partition_C((8,6):(1,8), P.layout, P.tile, 5)"),
        ("partition(make_identity_layout((8,6)), P, 5).layout", "(2,2,2):(1@0,4@0,3@1)"),
        // Members are no operations, so that their names can be given values.
        ("layout.compose(tile)", "2:3"),
        ("crd2idx((1,1), (threads,values))", "6"),
    ] {
        assert_eq!(value(text), value(same), "{text}");
    }
}

#[test]
fn what_a_value_does_not_have() {
    for (text, kind, words) in [
        ("P.tyle", "unknown-name", "did you mean `.tile`?"),
        ("P.foo", "unknown-name", "it has .layout, .threads, .tile, .values"),
        ("A.stryde", "unknown-name", "did you mean `.stride`?"),
        ("A.tile", "unknown-name", "thread-value layouts have it: TV on tile"),
        ("(4,8).layout", "unknown-name", "make_layout(shape)"),
        ("(4:1 and 8:1).layout", "unknown-name", "[0] and [1]"),
        ("P[2]", "no-such-mode", "the modes are 0 to 1"),
        ("A. shape", "syntax", "a name follows its dot directly"),
        ("zipped_divide(A, P)", "usage", "its layout is .layout, and its tile .tile"),
        ("A.compose()", "usage", "composition(A, B)"),
        ("A.with_shape(profile=(8,4))", "usage", "with_shape(A, shape)"),
        ("4:1 on (4,3)", "rank-mismatch", "modes 0 and 1 are the threads and the values"),
        ("partition(A, P, 6)", "out-of-bounds", ""),
        ("partition(A, (4,4):(1,5) on (4,4), 1)", "outside-tile", "the cells are 0 to 15"),
        ("owners((4,4):(1,3) on (4,4))", "owned-twice", ""),
        (
            "partition(make_identity_layout((8,6)), (Xor<> o 2 o (2,2):(1,2)) on (4,2), 0)",
            "nonzero-origin",
            "",
        ),
        ("(2,2):(1,2) on (0,3)", "bad-extent", ""),
    ] {
        let error = refusal(text);
        assert_eq!(error.kind, kind, "{text}: {error}");
        let help = error.help.clone().unwrap_or_default();
        assert!(help.contains(words), "{text}: {help}");
        // Nothing points outside of the text.
        assert!(error.labels.iter().all(|(span, _)| text.get(span.clone()).is_some()), "{text}");
    }
    let underlined = |text: &str| {
        let error = refusal(text);
        text[error.labels[0].0.clone()].to_owned()
    };
    assert_eq!(underlined("A.foo"), "foo");
    assert_eq!(underlined("partition(A, P, 6)"), "6");
    assert_eq!(underlined("A.truncate(0)"), "0");
    assert_eq!(underlined("A(9,9,9)"), "9,9,9");
    assert_eq!(underlined("P.layout(9,9,9)"), "9,9,9");
}

#[test]
fn members_are_explained_and_completed() {
    for text in ["P.tile", "zipped_divide((8,6), P.tile)", "coalesce(P.layout)", "P.layout(4,1)"] {
        let why = explain(&scope(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(why.result, Some(value(text)), "{text}\n{why}");
        for equation in why.steps.iter().flat_map(|step| &step.equations) {
            assert_eq!(why.holds(equation), Ok(true), "{equation} in\n{why}");
        }
    }
    let after = |text: &str| report::complete(text, text.len(), &scope()).candidates;
    assert_eq!(
        after("P.ti"),
        [
            "tidfrg_D(",
            "tidfrg_S(",
            "tile",
            "tile_to_shape(",
            "tile_to_shape_default(",
            "tiled_divide(",
            "tiled_product("
        ]
    );
    assert_eq!(after("P.thr"), ["threads", "thrfrg_A(", "thrfrg_B(", "thrfrg_C("]);
    assert!(!after("P.").contains(&"A".to_owned()));
}

/// A member whose name an operation has, too, is the member unless the operation is called.
#[test]
fn a_member_may_have_the_name_of_an_operation() {
    let report = "global_report((128,100):(100,1), 16, tv=((16,2),4):((512,1),128):8B)";
    assert_eq!(value(&format!("{report}.sectors")), Value::Integer(9));
    assert_eq!(value("A.sectors(16, row).lines"), value("global_report(A, 16, row).lines"));
    assert_eq!(value("A.size"), Value::Integer(32));
}
