//! `tilework draw`.

use std::fs;
use std::path::PathBuf;

use crate::binary::{Run, run, run_with};

/// A path in a folder of this process.
fn path(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tilework-draw-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder.join(name)
}

/// Draws into a file of that name.
fn drawn(name: &str, args: &[&str]) -> (Run, Vec<u8>) {
    let path = path(name);
    let mut all = vec!["draw"];
    all.extend(args);
    all.extend(["-o", path.to_str().expect("UTF-8")]);
    let run = run(&all);
    let bytes = fs::read(&path).unwrap_or_default();
    (run, bytes)
}

#[test]
fn every_format_by_its_extension() {
    for (name, start) in [
        ("a.svg", &b"<svg "[..]),
        ("a.html", b"<!DOCTYPE html>"),
        ("a.tex", b"\\documentclass"),
        ("a.png", b"\x89PNG"),
        ("a.txt", b"(4,8):(1,4)\n"),
        ("a.SVG", b"<svg "),
    ] {
        let (run, bytes) = drawn(name, &["(4,8):(1,4)"]);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{name}");
        assert!(bytes.starts_with(start), "{name}");
    }
    let (run, _) = drawn("a.gif", &["(4,8):(1,4)"]);
    run.refuses(2, "no format has the extension `gif`");
}

#[test]
fn a_format_to_standard_output() {
    assert!(run(&["draw", "4:1", "--format", "svg"]).out.starts_with("<svg "));
    assert!(run(&["draw", "4:1", "--format", "tex", "-o", "-"]).out.starts_with("\\documentclass"));
}

#[test]
fn the_terminal_without_a_file() {
    run(&["draw", "(2,3):(3,1)"]).says(
        0,
        "(2,3):(3,1)\n    0  1  2\n  ┌─────────┐\n0 │ 0  1  2 │\n1 │ 3  4  5 │\n  └─────────┘\n",
    );
}

#[test]
fn an_operation_with_its_operands() {
    let picture = run(&["draw", "(6,2):(8,2) o (4,3):(3,1)"]).out;
    for part in ["A = (6,2):(8,2)", "B = (4,3):(3,1)", "((2,2),3):((24,2),8)", "[42]"] {
        assert!(picture.contains(part), "{part} in {picture}");
    }
    let alone = run(&["draw", "--result", "(6,2):(8,2) o (4,3):(3,1)"]).out;
    assert!(!alone.contains("A ="), "{alone}");
    for (expression, part) in [
        ("complement((2,2):(1,6), 24)", "codomain"),
        ("complement((2,2):(1,6))", "codomain"),
        ("logical_divide((4,2,3):(2,1,8), 4:2)", "marked: the tile at the origin"),
        ("flat_divide((4,6):(1,4), <2,3>)", "further modes are panels"),
        ("raked_product((2,5):(5,1), (3,4):(1,3))", "marked: the first copy"),
        ("right_inverse((4,8):(8,1))", "A(R(i)) = i"),
        ("left_inverse((4,8):(1,5))", "L(A(x)) = x"),
        ("(4,8):(1,4)(_,2)", "marked: the slice"),
        ("slice((_,2), (4,8):(1,4))", "marked: the slice"),
        ("coalesce((2,(1,6)):(1,(6,2)))", "12:1"),
        ("Sw<3,0,3> o 0 o (8,8):(8,1)", "63  62  61"),
        ("slice((3,_), Sw<3,0,3> o 0 o (8,8):(8,1))", "marked: the slice"),
        ("(Sw<3,0,3> o 0 o (8,8):(8,1))(3,_)", "marked: the slice"),
        ("zipped_divide(Sw<3,0,3> o 0 o (8,8):(8,1), <4,4>)", "marked: the tile at the origin"),
        ("make_identity_layout((2,3))", "(1,2)"),
        ("make_layout_tv((2,3):(3,1), (2,1):(1,0))", "T5 V1"),
        ("((3,2),2):((4,2),1) on (4,3)", "T5 V1"),
        ("partition((8,6):(1,8), ((3,2),2):((4,2),1) on (4,3), 5)", "marked: the part"),
        ("partition((8,6):(1,8), ((3,2),2):((4,2),1), (4,3), 5)", "[47]"),
        ("local_tile((7,6):(1,7), <4,3>, (1,0))", "out: 3 of 12 elements are outside of A"),
        ("local_tile((8,6):(1,8), <4,5,3>, (1,9,0), (1,_,1))", "marked: the part"),
        ("local_partition((8,12):(12,1), (2,4):(4,1), 6)", "[94]"),
        ("outer_partition(Sw<2,0,2> o 0 o (8,8):(8,1), <4,4>, (1,2))", "marked: the part"),
        ("zipped_divide((5,4):(1,5), <2,2>)", "out: 4 of 24 elements are outside of A"),
        ("A = (4,8):(1,4)", "A = (4,8):(1,4)"),
        ("(4,8)", "28"),
    ] {
        let picture = run(&["draw", expression]);
        assert_eq!(picture.code, 0, "{expression}: {}", picture.err);
        assert!(picture.out.contains(part), "{part} in {}", picture.out);
    }
}

#[test]
fn threads_and_values() {
    let tv = "((3,2),2):((4,2),1) on (4,3)";
    let marks = |arguments: &[&str]| {
        let picture = run(&[&["draw", tv], arguments].concat());
        assert_eq!(picture.code, 0, "{arguments:?}: {}", picture.err);
        picture.out
    };
    assert!(marks(&["--thread", "4"]).contains("3 │ T3 V1 [T4 V1] T5 V1 │"));
    assert!(marks(&["--value", "0"]).contains("2 │[T3 V0][T4 V0][T5 V0]│"));
    assert!(marks(&["--thread", "4", "--value", "0"]).contains("marked: thread 4, value 0"));
    let both = marks(&["--both"]);
    assert!(both.contains("(T,V) to (4,3)") && both.contains("(4,3) to (T,V)"), "{both}");
    assert!(marks(&["--tv", "(2,6)"]).contains("T5 V1"));
    // A composed layout, and one that says its tile with --tv.
    let composed = run(&["draw", "Sw<2,0,2> o 0 o (4,4):(4,1)", "--tv", "(4,4)", "--thread", "1"]);
    assert_eq!(composed.code, 0, "{}", composed.err);
    for (arguments, message) in [
        (["draw", tv, "--thread", "6"], "there is no thread 6: the threads are 0 to 5"),
        (["draw", tv, "--value", "2"], "there is no value 2: the values are 0 to 1"),
        (["draw", "(4,2)", "--thread", "1"], "a tuple has no tile with cells for its threads"),
    ] {
        let refused = run(&arguments);
        assert_eq!(refused.code, 2, "{arguments:?}");
        assert!(refused.err.contains(message), "{}", refused.err);
    }
}

#[test]
fn every_operation_can_be_drawn() {
    for operation in tilework_lang::operations::all() {
        let picture = run(&["draw", operation.example]);
        // What is no layout, nor the shape of one, is said to be none.
        let none = ["a layout is needed here", "is not positive"];
        assert!(
            picture.code == 0 || none.iter().any(|why| picture.err.contains(why)),
            "{}: {}",
            operation.example,
            picture.err
        );
    }
}

#[test]
fn names_of_a_file_of_bindings() {
    let bindings = path("names");
    fs::write(&bindings, "A = (6,2):(8,2)\n").expect("a temporary file");
    let bindings = bindings.to_str().expect("UTF-8");
    let picture = run(&["draw", "-f", bindings, "A o (4,3):(3,1)"]).out;
    assert!(picture.contains("((2,2),3):((24,2),8)"), "{picture}");
}

#[test]
fn what_colours_stand_for() {
    for color in [
        "none",
        "offset",
        "index",
        "row",
        "column",
        "tile",
        "mode=0",
        "mode=1.0",
        "thread",
        "value",
        "layout=(8,8):(1,0)",
        "bank=4",
    ] {
        let (run, bytes) = drawn("color.svg", &["((4,2),8):((8,32),1)", "--color-by", color]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{color}");
        let text = String::from_utf8(bytes).expect("text");
        assert_eq!(
            text.contains("class=\"t"),
            !["none", "offset", "index"].contains(&color),
            "{color}"
        );
    }
    run(&["draw", "4:1", "--color-by", "rainbow"])
        .refuses(2, "--color-by: there is no `rainbow` to colour by");
    run(&["draw", "4:1", "--color-by", "bank"]).refuses(2, "bytes of an element");
    run(&["draw", "4:1", "--color-by", "bank=0"]).refuses(2, "from 1 to 1024");
    run(&["draw", "4:1", "--color-by", "mode=x"]).refuses(2, "a path such as");
    run(&["draw", "4:1", "--color-by", "layout=("])
        .refuses(2, "--color-by: this `(` is not closed");
    run(&["--color", "row", "4:1"]).refuses(2, "possible values: auto, always, never");
    // When there is colour, and what it stands for.
    let both = run(&["draw", "(2,2):(1,2)", "--color-by", "row", "--color", "always"]).out;
    assert!(both.contains("\x1b[48;"), "{both}");
}

#[test]
fn labels_slices_strips_and_threads() {
    let picture = |args: &[&str]| run(&[&["draw"], args].concat()).out;
    assert!(picture(&["(2,(2,2)):(4,(1,2))", "--labels", "coord"]).contains("(1,(1,1))"));
    assert!(picture(&["(2,2):(2,1)", "--labels", "index"]).contains("1 │ 1  3 │"));
    assert!(!picture(&["(9,9):(9,1)", "--labels", "none"]).contains("80"));
    assert!(picture(&["(4,8):(1,4)", "--slice", "(_,2)"]).contains("[ 8]"));
    // Row 5 of four would be some cells of other rows.
    let none = picture(&["(4,8):(1,4)", "--slice", "(5,_)"]);
    assert!(none.contains("nothing is marked: there is no slice (5,_)") && !none.contains('['));
    assert!(picture(&["(4,3):(2,3)", "--strip"]).contains("│  1   ·   1"));
    let threads = picture(&["((4,8),(2,2)):((32,1),(16,8))", "--tv", "(16,8)"]);
    assert!(threads.contains("T31 V3"), "{threads}");
    let wrong = picture(&["(4,2):(1,1)", "--tv", "(4,2)"]);
    assert!(wrong.contains("3 of 8 elements have more than one owner"), "{wrong}");
    run(&["draw", "4:1", "--slice", "4:1"])
        .refuses(2, "--slice: a coordinate such as (_,2) is needed");
    run(&["draw", "4:1", "--tv", "4:1"]).refuses(2, "--tv: a shape such as (16,8) is needed");
    run(&["draw", "4:1", "--tv", "(0,1)"]).refuses(2, "--tv");
}

#[test]
fn titles_cannot_break_a_picture() {
    let title = "<script>&\"'\\end{document}";
    let (_, svg) = drawn("title.svg", &["4:1", "--title", title]);
    assert!(!String::from_utf8_lossy(&svg).contains("<script>"));
    let (_, html) = drawn("title.html", &["4:1", "--title", title]);
    assert_eq!(String::from_utf8_lossy(&html).matches("<script").count(), 1);
    let (_, tex) = drawn("title.tex", &["4:1", "--title", title]);
    assert_eq!(String::from_utf8_lossy(&tex).matches("\\end{document}").count(), 1);
}

#[test]
fn what_is_too_large_is_drawn_in_blocks() {
    for extension in ["svg", "html", "tex", "png", "txt"] {
        let name = format!("large.{extension}");
        let (run, bytes) = drawn(&name, &["(1048576,1048576):(1,1048576)"]);
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        assert!(!bytes.is_empty());
        if extension != "png" {
            assert!(String::from_utf8_lossy(&bytes).contains("elements in blocks of"), "{name}");
        }
    }
}

#[test]
fn errors_point_into_the_expression() {
    // The cells that prove it are drawn, but no file looks like an answer.
    let refused = run(&["draw", "(6,2):(1,7) o (3,2):(2,3)"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("is not a layout") && refused.out.contains("[8 ≠ 7]"));
    let (unwritten, bytes) = drawn("refused.svg", &["(6,2):(1,7) o (3,2):(2,3)"]);
    unwritten.refuses(1, "is not a layout");
    assert!(bytes.is_empty());
    run(&["draw", "rank("]).refuses(2, "not closed");
    run(&["draw", "true"]).refuses(2, "a layout is needed here");
    run(&["draw"]).refuses(2, "EXPR");
    run(&["draw", "4:1", "-o", "/nowhere/at/all.svg"])
        .refuses(2, "cannot write /nowhere/at/all.svg");
    run(&["draw", "4:1", "--scale", "0", "-o", "x.png"]).refuses(2, "a number from 0.1 to 10");
    let (large, _) = drawn("scale.png", &["(1024,1024)", "--scale", "10"]);
    large.refuses(1, "too large");
}

#[test]
fn links_to_the_page() {
    let link = |args: &[&str]| run(&[&["draw"], args].concat());
    let plain = link(&["(4,8):(1,4) o <2,4>", "--link"]);
    assert_eq!((plain.code, &*plain.out), (0, "index.html#p=(4,8):(1,4)+o+%3C2,4%3E\n"));
    let options =
        ["--labels", "bank=2", "--color-by", "row", "--slice", "(_,2)", "--flat", "--result"];
    let chosen = link(&[&["(4,8)", "--link=https://a.b/c"], &options[..]].concat());
    let hash = "p=(4,8)&what=result&color=row&labels=bank%3D2&slice=(_,2)&flat=1";
    assert_eq!(chosen.out, format!("https://a.b/c#{hash}\n"));
    // What an address cannot hold is escaped, and what a terminal must not see.
    let hostile = link(&["4:1 # \u{202e}&=+%\n\u{1b}[2J", "--link=\u{1b}x"]);
    assert_eq!(hostile.out, "\\u{1b}x#p=4:1+%23+%E2%80%AE%26%3D%2B%25%0A%1B%5B2J\n");
    let json = run(&["--json", "draw", "4:1", "--link"]).out;
    assert_eq!(json, "{\"input\":\"4:1\",\"link\":\"index.html#p=4:1\"}\n");
    link(&["4:1", "--link", "--labels", "rainbow"]).refuses(2, "--labels");
    link(&["4:1", "--link", "-o", "x.svg"]).refuses(2, "cannot be used with");
}

#[test]
fn as_json() {
    let answer = run(&["--json", "draw", "(2,2):(1,2)"]).out;
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["format"], "txt");
    assert!(answer["picture"].as_str().expect("a text").contains("1 │ 1  3 │"));
    let path = path("json.svg");
    let answer = run(&["--json", "draw", "(2,2):(1,2)", "-o", path.to_str().expect("UTF-8")]).out;
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["bytes"].as_u64(), fs::metadata(&path).ok().map(|data| data.len()));
    assert_eq!(answer["output"].as_str(), path.to_str());
    let refused = run(&["--json", "draw", "rank("]);
    assert_eq!(refused.code, 2);
    assert!(refused.out.contains("\"kind\":\"syntax\""), "{}", refused.out);
}

#[test]
fn the_prompt_draws_too() {
    let session = run_with(&["repl"], b"A = (6,2):(8,2)\n:draw A o (4,3):(3,1)\n:draw nothing\n");
    assert!(session.out.contains("B = (4,3):(3,1)"), "{}", session.out);
    assert!(session.err.contains("nothing"), "{}", session.err);
}
