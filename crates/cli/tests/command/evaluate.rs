//! The default command.

use crate::binary::{run, run_with};

#[test]
fn a_pipe_gets_the_result_only() {
    run(&["(6,2):(8,2) o (4,3):(3,1)"]).says(0, "((2,2),3):((24,2),8)\n");
    run(&["size((4,8):(1,4))"]).says(0, "32\n");
    run(&["(4,8):(1,4) == (4,8):(8,1)"]).says(0, "false\n");
}

#[test]
fn several_expressions_share_names() {
    run(&["A = (4,8):(1,4)", "A(1,2)", "A(_,0)", "A[1]"]).says(0, "9\n(4):(1)\n8:4\n");
}

#[test]
fn what_may_surprise_is_said_on_standard_error() {
    let run = run(&["logical_divide(10:1, 3)", "size(4:1)"]);
    assert_eq!((run.code, run.out.as_str()), (0, "(3,4):(1,3)\n4\n"));
    assert_eq!(
        run.err,
        "note: `logical_divide` covers 12 of 10, 2 outside; inside where logical_divide(10:1, 3)(x) < 10\n"
    );
}

#[test]
fn operators_join_arguments() {
    run(&["(6,2):(8,2)", "o", "(4,3):(3,1)"]).says(0, "((2,2),3):((24,2),8)\n");
    run(&["8:1", "~", "(2,4):(1,2)"]).says(0, "true\n");
    run(&["A", "=", "4:2"]).says(0, "");
}

#[test]
fn a_claim_is_true_or_false() {
    run(&["complement(4:2, 24) = (2,3):(1,8)"]).says(0, "true\n");
    let wrong = run(&["complement(4:2, 24) = (2,4):(1,8)"]);
    assert_eq!((wrong.code, wrong.out.as_str()), (1, "false\n"));
    assert_eq!(wrong.err, "the left side is (2,3):(1,8)\n");
}

#[test]
fn facts_and_grid_on_demand() {
    run(&["--facts", "--grid", "(6,2):(8,2) o (4,3):(3,1)"]).says(
        0,
        "\
((2,2),3):((24,2),8)
size 12, cosize 43, rank 2, depth 2, injective yes, vector 1
       0   1   2
    ┌────────────┐
0 0 │  0   8  16 │
  1 │ 24  32  40 │
    ├────────────┤
1 2 │  2  10  18 │
  3 │ 26  34  42 │
    └────────────┘
",
    );
    let facts = |layout: &str| run(&["--facts", layout]).out;
    let rows = "injective yes, contiguous, vector 8 along mode 1, aligned to 8\n";
    assert!(facts("(4,8):(8,1)").ends_with(rows));
    assert!(facts("(4,2):(1,3)").ends_with("injective no, vector 4 along mode 0, aligned to 1\n"));
}

#[test]
fn a_shape_is_drawn_as_its_compact_layout() {
    run(&["--grid", "(2,3)"]).says(
        0,
        "(2,3)\n    0  1  2\n  ┌─────────┐\n0 │ 0  2  4 │\n1 │ 1  3  5 │\n  └─────────┘\n",
    );
}

#[test]
fn a_slice_is_drawn_where_it_lies() {
    let drawn = run(&["--grid", "slice_and_offset((_,2), (4,8):(1,4))"]).out;
    assert!(drawn.ends_with("│  8   9  10  11 │\n└────────────────┘\n"), "{drawn}");
}

#[test]
fn modes_past_the_second_are_panels() {
    let drawn = run(&["--grid", "(2,2,2):(1,2,4)"]).out;
    assert!(drawn.contains("1 │ 1  3 │ 5  7 │\n"), "{drawn}");
    assert!(drawn.contains("further modes are panels"), "{drawn}");
}

#[test]
fn large_grids_say_what_is_shown() {
    let drawn = run(&["--grid", "(128,999):(1,1000)"]).out;
    assert!(drawn.contains("(127872 elements in blocks of "), "{drawn}");
    assert!(drawn.lines().all(|line| line.chars().count() <= 100));
    let huge = run(&["--grid", "(4611686018427387904,1):(1,0)"]).out;
    assert!(huge.contains("(4611686018427387904 elements in blocks of "), "{huge}");
}

#[test]
fn colour_is_for_those_who_ask() {
    let plain = run(&["--grid", "(2,2):(1,2)"]);
    assert!(!plain.out.contains('\x1b'));
    let colour = run(&["--grid", "--color", "always", "(2,2):(1,2)"]);
    assert!(colour.out.contains("\x1b[48;5;"), "{}", colour.out);
    let error = run(&["--color", "always", "nothing_here"]);
    assert!(error.err.starts_with("\x1b["), "{}", error.err);
}

#[test]
fn standard_input_is_read_line_by_line() {
    let input = "A = (4,8):(1,4)\n\n# a comment\nA(1,2)\r\nrank(A)";
    run_with(&["-"], input.as_bytes()).says(0, "9\n2\n");
    run_with::<&str>(&[], input.as_bytes()).says(0, "9\n2\n");
    run_with(&["5", "-", "7"], b"6\n").says(0, "5\n6\n7\n");
}

#[test]
fn an_error_on_standard_input_names_the_line_and_goes_on() {
    let both = run_with(&["-"], b"4:1\ncoalesce(\n8:1\n");
    assert_eq!((both.code, both.out.as_str()), (2, "4:1\n8:1\n"));
    assert!(both.err.contains("standard input:2"), "{}", both.err);
}

#[test]
fn errors_underline_the_operand() {
    let error = run(&["(6,2):(1,7) o (3,2):(2,3)"]);
    error.refuses(1, "error: composition: (6,2):(1,7) o (3,2):(2,3) is not a layout: at index 5");
    let lines: Vec<_> = error.err.lines().collect();
    let text = lines.iter().find(|line| line.ends_with("(3,2):(2,3)")).expect("the text");
    let under = lines.iter().find(|line| line.ends_with("^ B")).expect("the operand");
    assert_eq!(text.find("(3,2)"), under.find(['^', '-']));
}

#[test]
fn exit_codes_tell_texts_from_layouts() {
    run(&["(6,2):(1,7) o (3,2):(2,3)"]).refuses(1, "not a layout");
    run(&["left_inverse((2,2):(1,1))"]).refuses(1, "left_inverse");
    run(&["coalese(4:1)"]).refuses(2, "did you mean `coalesce`?");
    run(&["(4,8"]).refuses(2, "not closed");
    run(&["coalesce()"]).refuses(2, "coalesce(A)");
    run(&["--nonsense"]).refuses(2, "--nonsense");
    run(&["4:1", "explain", "4:1"]).refuses(2, "expressions and a command");
}

#[test]
fn a_file_of_bindings_comes_first() {
    let path = std::env::temp_dir().join(format!("tilework-bindings-{}", std::process::id()));
    let file = path.to_str().expect("UTF-8");
    std::fs::write(&path, "# two tiles\nA = (4,\n     8):(1,4)\nT = <2,4>\nsize(A) = 32\n")
        .unwrap();
    run(&["-f", file, "zipped_divide(A, T)"]).says(0, "((2,4),(2,2)):((1,4),(2,16))\n");
    std::fs::write(&path, "A = (4,8):(1,4)\n\nB = A o (\nrank(A)").unwrap();
    run(&["--bindings", file, "A"]).refuses(2, &format!("{file}:3"));
    std::fs::write(&path, "rank((4,8)) = 3").unwrap();
    run(&["-f", file, "4:1"]).refuses(1, "does not hold");
    std::fs::remove_file(&path).unwrap();
    run(&["-f", file, "A"]).refuses(2, "cannot read");
}

#[test]
fn results_in_other_dialects() {
    let print = |dialect: &str| run(&["--as", dialect, "(4,(2,4)):(8,(1,2))"]).out;
    assert_eq!(print("cute"), "(_4,(_2,_4)):(_8,(_1,_2))\n");
    assert_eq!(print("dsl"), "(4,(2,4)):(8,(1,2))\n");
    assert_eq!(print("python"), "Layout((4, (2, 4)), (8, (1, 2)))\n");
    assert_eq!(print("cpp-types"), "Layout<Shape<_4,Shape<_2,_4>>,Stride<_8,Stride<_1,_2>>>\n");
    run(&["--as", "cpp", "4:1"]).says(0, "make_layout(Int<4>{}, Int<1>{})\n");
    run(&["--as", "torch", "(4,8):(8,1) at 3"]).says(0, "torch.as_strided(x, (4, 8), (8, 1), 3)\n");
}

/// Several lines that are one value.
#[test]
fn values_of_several_lines() {
    run(&["shape: (4, 8)\nstrides: (32, 4)\ndtype: float32"]).says(0, "(4,8):(8,1)\n");
    let table = " - register=1 -> (0, 1)\n - lane=1 -> (1, 0)\nwhere out dims are: [dim0 (size 2), dim1 (size 2)]";
    run(&[table]).says(0, "(2,2):(1,2) on (2,2)\n");
    let blocked = "#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [4], warpsPerCTA = [1], order = [0]}>";
    run(&[&format!("{blocked}\ntensor<16xf16, #b>")]).says(0, "(4,(2,2)):(2,(1,8)) on (16)\n");
}

#[test]
fn elements_have_a_type() {
    let layout = "(4,8):(8,1)";
    run(&["--as", "memref", layout]).says(0, "memref<4x8xf32, strided<[8, 1]>>\n");
    run(&["--as", "memref", "--dtype", "bf16", layout])
        .says(0, "memref<4x8xbf16, strided<[8, 1]>>\n");
    let numpy = "np.ndarray((4, 8), np.float16, data, strides=(16, 2))\n";
    run(&["--as", "numpy", "--dtype", "float16", layout]).says(0, numpy);
    run(&["--as", "numpy", "--dtype", "float", layout]).refuses(2, "no type of elements");
}

/// What a dialect cannot say is refused, with the way out.
#[test]
fn what_a_dialect_cannot_write() {
    run(&["--as", "torch", "4:-1"]).refuses(1, "has none below 0");
    run(&["--as", "numpy", "((2,2),8):((1,2),4)"]).refuses(1, "flatten(A)");
    run(&["--as", "memref", "Sw<3,3,3> o 0 o (8,64):(64,1)"]).refuses(1, "more than strides");
    run(&["--as", "memref", "--json", "Sw<3,3,3>"])
        .says(1, "{\"input\":\"Sw<3,3,3>\",\"error\":{\"kind\":\"unsupported\",\"message\":\"a memref is made of a shape and strides, and not of a swizzle\",\"help\":\"--as dsl, python and cpp-types write it\"}}\n");
    // The answer to a claim is not its sides, and a binding prints nothing.
    run(&["--as", "memref", "Sw<3,3,3> = Sw<3,3,3>", "A = Sw<3,3,3>"]).says(0, "true\n");
}
