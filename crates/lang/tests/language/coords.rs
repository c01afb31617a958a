//! Strides along coordinates, and the parts of layouts, in the language.

use tilework_lang::{Outcome, Scope, Value};

fn run(text: &str) -> Result<Value, tilework_lang::Diagnostic> {
    match Scope::new().run(text)? {
        Outcome::Value(value) => Ok(value),
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn reads(text: &str, expected: &str) {
    assert_eq!(run(text).map(|value| value.to_string()).as_deref(), Ok(expected), "{text}");
}

#[test]
fn notation() {
    for text in [
        "(4,8):(1@0,1@1)",
        "((2,4),8):((1@0@0,1@1@0),1@1)",
        "5:1@0+-2@1",
        "(4,8):(0,3@1)",
        "(1@0,(0,1@1))",
        "32@1@0",
        "777+1@1",
        "(1@0)",
        "((1@0),3)",
        "((4,2)):((1@0,1@1)) at (8,6)",
        "1:0 at (4,16)",
        "():() at (4,16)",
    ] {
        reads(text, text);
    }
    reads("(4, 8) : (_1@0, _1@1)", "(4,8):(1@0,1@1)");
    reads("ArithTuple(_0,_0) o (4,8):(_32@1@0,_1@0@0)", "(4,8):(32@1@0,1@0@0)");
    reads("(4,8):(E<0>,E<1,1>{})", "(4,8):(1@0,1@1@1)");
    reads("4:ScaledBasis<_3,0>", "4:3@0");
}

#[test]
fn operations() {
    reads("make_identity_layout((4,(2,8)))", "(4,(2,8)):(1@0,(1@0@1,1@1@1))");
    reads("make_identity_layout(8) o 4:2", "4:2");
    reads("slice((1,2), make_identity_layout((4,8)))", "():()");
    reads("slice_and_offset((1,2), make_identity_layout((4,8)))", "():() at (1,2)");
    reads("4:1@0+-1@0", "4:0");
    reads("make_identity_layout((4,8))(3,5)", "(3,5)");
    reads("make_identity_layout((4,8))(23)", "(3,5)");
    reads("(4,8):(1@0,1@1) o (8,4):(1,8)", "((4,2),4):((1@0,1@1),2@1)");
    reads("make_identity_layout((10,7)) o <4:2,_>", "(4,7):(2@0,1@1)");
    reads(
        "zipped_divide(make_identity_layout((10,7)), <4,2>)",
        "((4,2),(3,4)):((1@0,1@1),(4@0,2@1))",
    );
    reads("slice((_,5), (4,8):(1@0,1@1))", "(4):(1@0)");
    reads("slice_and_offset((_,5), (4,8):(1@0,1@1))", "(4):(1@0) at (0,5)");
    reads("((4,8):(1@0,1@1))(_,5)", "(4):(1@0)");
    reads("((4,8):(1@0,1@1))[1]", "8:1@1");
    reads("local_tile(make_identity_layout((12,32)), <4,8>, (1,2))", "(4,8):(1@0,1@1) at (4,16)");
    reads(
        "local_partition(make_identity_layout((8,12)), (2,4):(4,1), 6)",
        "(4,3):(2@0,4@1) at (1,2)",
    );
    for (text, expected) in [
        ("size((4,8):(1@0,1@1))", "32"),
        ("rank((4,8):(1@0,1@1))", "2"),
        ("shape((4,8):(1@0,1@1))", "(4,8)"),
        ("stride((4,8):(1@0,1@1))", "(1@0,1@1)"),
        ("coshape((3,4):(2@0,1@1))", "(5,4)"),
        ("flatten(((2,2),3):((1@0,2@0),1@1))", "(2,2,3):(1@0,2@0,1@1)"),
        ("(2,2,3):(1@0,2@0,1@1) ~ (4,3):(1@0,1@1)", "true"),
        ("(4,8):(1@0,1@1) == make_identity_layout((4,8))", "true"),
    ] {
        reads(text, expected);
    }
}

/// The algebra of coordinates, as that of integers.
#[test]
fn algebra() {
    for (text, expected) in [
        ("coalesce(((2,2),1,3):((1@0,2@0),0,1@1))", "(4,3):(1@0,1@1)"),
        ("coalesce(((2,2),(3,1)):((1@0,2@0),(1@1,0)), (1,1))", "(4,3):(1@0,1@1)"),
        ("filter((4,8,2):(1@0,0,4@0))", "8:1@0"),
        ("filter_zeros((4,8):(0,1@0))", "(1,8):(0,1@0)"),
        ("select((2,3,5):(1@0,1@1,1@2), (2,0))", "(5,2):(1@2,1@0)"),
        ("take((2,3,5):(1@0,1@1,1@2), 1, -1)", "(3,5):(1@1,1@2)"),
        ("group((2,3,5):(1@0,1@1,1@2), 1, 3)", "(2,(3,5)):(1@0,(1@1,1@2))"),
        ("remove((2,3):(1@0,1@1), 0)", "(3):(1@1)"),
        ("replace((2,3):(1@0,1@1), 0, 4:1@1)", "(4,3):(1@1,1@1)"),
        ("append(4:1@0, 8:1@1)", "(4,8):(1@0,1@1)"),
        ("append(1:0, 8:1@1)", "(1,8):(0,1@1)"),
        ("prepend(4:1@0, 8:1@1)", "(8,4):(1@1,1@0)"),
        ("append_n(4:1@0, 3)", "(4,1,1):(1@0,0,0)"),
        ("make_layout(4:1@0, 8:1@1)", "(4,8):(1@0,1@1)"),
        ("unflatten((2,3):(1@0,1@1), ((1),1))", "((2),3):((1@0),1@1)"),
        ("dice((_,2), (4,8):(1@0,1@1))", "(8):(1@1)"),
        ("with_shape((4,4):(1@0,1@1), (8,2))", "((4,2),2):((1@0,1@1),2@1)"),
        ("length((4,(2,8)):(1@0,(1@0@1,1@1@1)))", "3"),
        ("congruent((4,8):(1@0,1@1), (1,1))", "true"),
        ("scale((4,8):(1@0,1@1), 3)", "(4,8):(3@0,3@1)"),
        ("truncate((4,8):(1@0,1@1), 12)", "(4,3):(1@0,1@1)"),
        ("overhang(make_identity_layout((10,7)), <4,2>)", "26"),
        ("compose_flat((10,4):(1@0,4@0), (2,3):(5,16))", "(3,2):(5@0,9@0)"),
        ("compose_at((4,8):(1@0,1@1), 2, 4:1)", "(2,2):(1@0,-2@0+1@1)"),
        ("compose_strict((4,8):(1@0,1@1), 4:8)", "4:2@1"),
        ("first_difference((4,8):(1@0,1@1), 32:1@0)", "4"),
        ("(4,8):(1@0,1@1) ~ 32:1", "false"),
        ("complement((2,5,3):(4@1,5@0,16@1), (25,96))", "(5,(4,2,2)):(1@0,(1@1,8@1,48@1))"),
        ("complement((2,5,3):(4@1,5@0,16@1))", "(5,(4,2)):(1@0,(1@1,8@1))"),
        ("right_inverse((4,5):(1@1,1@0))", "(5,4):(4,1)"),
        ("left_inverse((4,5):(2@0,2@1))", "((2,4),(2,5)):((0,1),(0,4))"),
        ("generalized_inverse((2,3):(0,1@0))", "(3):(2)"),
        ("nullspace((4,5):(0,1@1))", "4:1"),
        ("logical_product((4,3):(2@0,1@1), (2,5):(1,2))", "((4,3),(2,5)):((2@0,1@1),(1@0,3@1))"),
        ("zipped_product((4,8):(1@0,1@1), <3,2>)", "((4,8),(3,2)):((1@0,1@1),(4@0,8@1))"),
        ("tiled_product((4,8):(1@0,1@1), <3,2>)", "((4,8),3,2):((1@0,1@1),4@0,8@1)"),
        ("flat_product((4,8):(1@0,1@1), <3,2>)", "(4,8,3,2):(1@0,1@1,4@0,8@1)"),
        ("blocked_product((4,3):(1@0,1@1), (2,5):(1,2))", "((4,2),(3,5)):((1@0,3@1),(1@1,6@1))"),
        ("raked_product((4,3):(1@0,1@1), (2,5):(1,2))", "((2,4),(5,3)):((3@1,1@0),(6@1,1@1))"),
        ("is_injective((4,8):(1@0,1@1))", "true"),
        ("is_surjective((4,8):(2@0,1@1))", "false"),
        ("is_bijective((4,8):(1@1,1@0))", "true"),
        ("is_contiguous((4,8):(-1@1,1@0))", "true"),
        ("collision((3,2):(1@0+1@1,2@0+2@1))", "(3,2)"),
        ("preimage((4,8):(1@0,1@1), (3,5))", "23"),
        ("preimage((4,8):(1@0,1@1), (4,5))", "none"),
        ("images_meet((4,8):(1@0,1@1), 2:3@0+7@1)", "(31,1)"),
    ] {
        reads(text, expected);
    }
}

/// Every operation answers, or says why it has no answer for coordinates.
#[test]
fn every_operation() {
    let mut refused = Vec::new();
    for operation in tilework_lang::operations::all() {
        let Ok(tilework_lang::Statement::Expression(node)) =
            tilework_lang::parse(operation.example)
        else {
            panic!("{}", operation.example)
        };
        let tilework_lang::Expr::Call(_, _, parts) = &node.expr else { continue };
        // The first layout of its example, or shape in the place of one, in coordinates.
        let Some(first) =
            parts.iter().find(|part| matches!(part.expr, tilework_lang::Expr::Layout(..)))
        else {
            continue;
        };
        let (before, after) = operation.example.split_at(first.span.start);
        let after = &after[first.span.len()..];
        let text = format!("{before}(4,8):(1@0,1@1){after}");
        if let Err(error) = run(&text) {
            assert!(!error.message.contains("needs a layout here"), "{text}: {error}");
            if error.message.contains("is not defined for a coordinate layout") {
                refused.push(operation.name);
            }
        }
    }
    let names = "make_layout_like tile_to_shape composed_layout to_xor_map cosize max_alignment \
        vector_width vector_alignment eval1d offsets pair sort complement_exact complement_image \
        right_inverse_max left_inverse_search max_common_layout max_common_vector common_vector \
        common_refinement sum solve make_layout_tv tv_layout \
        upcast downcast recast mex images_meet make_tiled_copy thrfrg_A thrfrg_B thrfrg_C \
        tidfrg_S tidfrg_D bank_report global_report widest_vector solve_swizzle solve_xor solve_padding descriptor tma_box";
    // `images_meet` only with offsets.
    assert_eq!(refused.join(" "), names);
}

#[test]
fn parts() {
    reads("local_tile((12,32):(1,12), (4,8), (1,_))", "(4,8,4):(1,12,96) at 4");
    reads(
        "local_tile((512,256):(1,512), (128,64,8), (3,5,_), Step<_1,X,_1>{})",
        "(128,8,32):(1,512,4096) at 384",
    );
    reads(
        "local_tile(make_identity_layout((512,256)), (128,64,8), (3,5,_), (1,_,1))",
        "(128,8,32):(1@0,1@1,8@1) at (384,0)",
    );
    reads("inner_partition(12:2, 4:1, 2)", "(4):(2) at 16");
    reads("outer_partition((12,32):(1,12), <4,8>, (3,5))", "(3,4):(4,96) at 63");
    reads("make_layout_tv((16,16), (8,1))", "(256,8):(8,1) on (128,16)");
}

#[test]
fn owners() {
    // Threads (2,3):(3,1) with values (2,1) fill (4,3).
    let tv = "((3,2),2):((4,2),1)";
    for (i, j) in (0..4).flat_map(|i| (0..3).map(move |j| (i, j))) {
        reads(
            &format!("owner({tv}, (4,3), ({i},{j}))"),
            &format!("({},{})", 3 * (i / 2) + j, i % 2),
        );
    }
    reads(&format!("owner({tv}, (4,3), 7)"), "(4,1)");
    reads("owner((4,2):(1,8), (4,4), (0,1))", "none");
    reads("coverage(((4,8),(2,2,2)):((32,1),(16,8,128)), (16,16))", "true");
    for (text, kind, message) in [
        (
            "coverage((4,4):(1,3), (4,4))",
            "owned-twice",
            "coverage of (4,4):(1,3) on (4,4): thread 0, value 1 and thread 3, value 0 both have cell 3",
        ),
        (
            "coverage((4,2):(1,8), (4,4))",
            "unowned",
            "coverage of (4,2):(1,8) on (4,4): no thread has cell 4",
        ),
        (
            "coverage((4,4):(1,5), (4,4))",
            "outside-tile",
            "coverage of (4,4):(1,5) on (4,4): thread 1, value 3 has cell 16",
        ),
        (
            "owner((4,4), (4,4), (4,0))",
            "out-of-bounds",
            "evaluation in mode 0 of (4,0) in (4,4):(1,4): coordinate 4 is not below extent 4",
        ),
        (
            "coverage(16:1, (4,4))",
            "rank-mismatch",
            "make_layout_tv of 16:1: 1 modes on one side and 2 on the other",
        ),
    ] {
        let error = run(text).expect_err(text);
        assert_eq!((error.kind, error.message.as_str()), (kind, message), "{text}");
        let why = tilework_lang::explain(&Scope::new(), text).unwrap();
        assert!(why.refusal.is_some() && why.to_string().contains(message), "{why}");
        for equation in why.steps.iter().flat_map(|step| &step.equations) {
            assert_eq!(why.holds(equation), Ok(true), "{equation} in {why}");
        }
    }
    let why = tilework_lang::explain(&Scope::new(), "coverage((4,4):(1,3), (4,4))").unwrap();
    assert!(why.to_string().contains("A(0,1) = 3, A(3,0) = 3"), "{why}");
    assert!(why.to_string().contains("idx2crd(3, (4,4)) = (3,0)"), "{why}");
    let why = tilework_lang::explain(&Scope::new(), &format!("owner({tv}, (4,3), (3,1))")).unwrap();
    assert!(why.to_string().contains("A(4,1) = crd2idx((3,1), (4,3))"), "{why}");
}

#[test]
fn refusals() {
    for (text, kind) in [
        ("(4,8):(1@0,1@1@0)", "unsupported"),
        ("(4,8):(1@0,1)", "unsupported"),
        ("(4,8):(1@0)", "not-congruent"),
        ("4:1@", "syntax"),
        ("4:1@0+", "syntax"),
        ("4:1@300", "syntax"),
        ("E<x>", "syntax"),
        ("4:1@0@0@0@0@0@0@0@0", "unsupported"),
        ("sort((4,8):(1@0,1@1))", "usage"),
        ("mex((4,8):(1@0,1@1))", "usage"),
        ("complement((4,8):(1@0,1@1), 64)", "not-congruent"),
        ("left_inverse((2,3):(0,1@0))", "not-injective"),
        ("left_inverse(5:1@0+1@1)", "unsupported"),
        ("append((4,8):(1@0,1@1), 4:1)", "unsupported"),
        ("logical_product((4,8):(0,1@0), <2,_>)", "unsupported"),
        ("truncate((4,8):(1@0,1@1), 6)", "not-a-layout"),
        ("4:1 o (4,8):(1@0,1@1)", "usage"),
        ("(1@0,4:1)", "usage"),
        ("(1@0,_)", "usage"),
        ("make_identity_layout((4,8)) o 6:3", "not-a-layout"),
        ("local_partition((8,12), (2,4), 8)", "no-index"),
        ("make_layout_tv((4,4):(2,8), (2,1))", "no-index"),
        ("preimage(make_identity_layout((4,8)), 3)", "not-congruent"),
    ] {
        let error = run(text).expect_err(text);
        assert_eq!(error.kind, kind, "{text}: {error}");
    }
    // A sum of a million terms does not exhaust the stack.
    let long = format!("4:1@0{}", "+1@0".repeat(1_000_000));
    reads(&long, "4:1000001@0");
}

/// An explanation of what has no derivation yet is its value.
#[test]
fn explained() {
    for text in [
        "make_identity_layout((4,8)) o 8:1",
        "make_identity_layout((4,8))",
        "(4,8):(1@0,1@1)",
        "left_inverse((4,5):(2@0,2@1))",
        "right_inverse((4,5):(2@0,2@1))",
        "generalized_inverse((2,3):(0,1@0))",
        "nullspace((2,3):(0,1@0))",
        "logical_product((4,3):(1@0,1@1), 3:1)",
        "complement((4,3):(1@0,1@1), (8,3))",
        "is_injective((4,3):(1@0,1@1))",
        "preimage((4,3):(1@0,1@1), (3,2))",
        "coalesce((4,3):(1@0,4@0))",
        "scale((4,3):(1@0,1@1), 3)",
        "left_inverse(5:1@0+1@1)",
        "(4,5):(2@2,3@1) o (2,3):(3,1)",
    ] {
        let explanation = tilework_lang::explain(&Scope::new(), text);
        assert!(explanation.is_ok(), "{text}: {explanation:?}");
    }
}
