//! Whole prints of programs, wherever they come in: an argument, a file, standard input, the prompt, JSON.

use crate::binary::{Run, run};

fn run_with(args: &[&str], input: &str) -> Run {
    crate::binary::run_with(args, input.as_bytes())
}

const PRINT: &str = "\
TiledCopy
  Tiler_MN:       (_4,_3)
  TiledLayout_TV: ((_3,_2),_2):((_4,_2),_1)
Copy_Atom
  ValueType:    16b
";

const LEFT_OUT: &str =
    "left out 3 lines that are no values: 1 `TiledCopy`, 4 `Copy_Atom`, 5 `ValueType:    16b`\n";

#[test]
fn an_argument_of_several_lines() {
    let run = run(&[PRINT, "coverage(TiledLayout_TV, Tiler_MN)"]);
    assert_eq!((run.code, run.out.as_str()), (0, "true\n"));
    assert_eq!(run.err, format!("note: {LEFT_OUT}"));
}

#[test]
fn standard_input() {
    let run = run_with(&[], &format!("{PRINT}size(TiledLayout_TV)\n"));
    assert_eq!((run.code, run.out.as_str()), (0, "12\n"));
    assert_eq!(run.err, format!("note: standard input: {LEFT_OUT}"));
}

#[test]
fn a_file() {
    let path = std::env::temp_dir().join(format!("tilework-print-{}", std::process::id()));
    let file = path.to_str().expect("UTF-8");
    std::fs::write(&path, PRINT).unwrap();
    let run = run(&["-f", file, "Tiler_MN"]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!((run.code, run.out.as_str()), (0, "(4,3)\n"));
    assert_eq!(run.err, format!("note: {file}: {LEFT_OUT}"));
}

#[test]
fn a_session() {
    let run = run_with(&["repl"], "tA:\n(4,8):(1,4)\n:names\n  0 1\n+-+-+\n|0|3|\n+-+-+\n");
    assert!(run.out.contains("tA = (4,8):(1,4)\n") && run.out.contains("\n2:3\n"), "{}", run.out);
}

#[test]
fn objects() {
    let text = "MMA_Atom\nThrID: _32:_1\nA = (4,8):(1,?)\n";
    let run = run(&["--json", text]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!((run.code, lines.len()), (1, 3));
    assert_eq!(
        lines[0],
        r#"{"input":"MMA_Atom","result":null,"value":null,"notes":["`MMA_Atom` is no value and is left out"]}"#
    );
    assert!(lines[1].starts_with(r#"{"input":"ThrID: _32:_1","name":"ThrID","result":"32:1","#));
    assert!(
        lines[2].contains(r#""kind":"unsupported""#) && lines[2].contains(r#""origin":"line 3""#)
    );
}

#[test]
fn a_request() {
    let request = r#"{"ask": "paste", "text": "ThrID: _32:_1\nMMA_Atom", "as": "cute"}"#;
    let run = run(&["--json", request]);
    assert_eq!(run.code, 0);
    assert!(
        run.out.starts_with(
            r#"{"answers":[{"input":"ThrID: _32:_1","name":"ThrID","result":"_32:_1","#
        )
    );
    assert!(
        run.out.contains(r#"is left out"],"line":2,"reason":{"kind":"unknown-name","#),
        "{}",
        run.out
    );
}

/// In a batch a line is a statement, and has an answer.
#[test]
fn a_batch_has_one_answer_for_each_line() {
    let run = run_with(&["--json", "-"], "A : 4:1\nMMA_Atom\nmake_layout((4,\n8))\n");
    assert_eq!((run.code, run.out.lines().count()), (2, 4));
}

#[test]
fn a_text_without_a_statement_is_an_error() {
    run_with(&[], "nothing but words\n\nhere\n").refuses(2, "standard input:1");
    run(&["nothing but words\nhere"]).refuses(2, "line 1");
    run_with(&[], "").says(0, "");
    run_with(&[], "# a comment\n").says(0, "");
}

#[test]
fn what_cannot_be_read_does_not_end_the_rest() {
    let text = b"A : 4:1\n\xff\xfe\n4:1:1\nA\n\n(4,8):(1,\x1b2J)\n8:1\n";
    let run = crate::binary::run_with(&[""; 0], text);
    assert!(
        run.err.contains("standard input:2") && run.err.contains("standard input:6"),
        "{}",
        run.err
    );
    assert_eq!((run.code, run.out.as_str()), (2, "4:1\n8:1\n"));
    assert!(!run.err.contains('\x1b'), "{}", run.err);
}

#[test]
fn a_grid_that_is_no_layout_says_at_which_cell() {
    let grid =
        "      0   1 \n    +---+---+\n 0  | 0 | 2 |\n    +---+---+\n 1  | 1 | 4 |\n    +---+---+\n";
    run_with(&[], grid).refuses(1, "the cell (1,1) is 4, but any layout that agrees up to there");
    let shown = run_with(&[], &format!("(2,2):(1,2)\n{grid}"));
    assert_eq!((shown.code, shown.out.as_str()), (1, "(2,2):(1,2)\n"));
    assert!(shown.err.contains("the cell (1,1) is 4, and the layout has 3"), "{}", shown.err);
}

/// What the command draws, it reads.
#[test]
fn grids_of_this_program() {
    for layout in ["(4,8):(8,1)", "((2,2),(2,4)):((1,8),(2,16))", "8:2", "(3,5):(-1,7)"] {
        let drawn = run(&["--grid", layout]).out;
        let grid = drawn.split_once('\n').expect("a line").1;
        run_with(&[], grid).says(0, &format!("{layout}\n"));
    }
}

#[test]
fn statements_between_semicolons() {
    run(&["A = 4:1; A(2); [4:1;_]"]).says(0, "2\n<4:1,_>\n");
    run(&["A = 4:1;"]).says(0, "");
}

#[test]
fn other_commands_read_the_name_too() {
    let text = "tA : (6,2):(8,2) o (4,3):(3,1)";
    assert!(run(&["explain", text]).out.contains("= ((2,2),3):((24,2),8)"));
    assert_eq!(run(&["draw", text]).code, 0);
}
