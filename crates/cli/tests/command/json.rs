//! `--json`, as docs/json.md describes it.

use crate::binary::{command, run, run_with};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

/// The only object, and the exit code.
fn answer(args: &[&str]) -> (i32, Value) {
    let run = run(args);
    assert_eq!(run.err, "");
    let mut all = objects(&run.out);
    assert_eq!(all.len(), 1, "{}", run.out);
    (run.code, all.remove(0))
}

#[test]
fn a_layout_has_text_and_structure() {
    let text = "(6,2):(8,2) o (4,3):(3,1)";
    let expected = json!({
        "input": text,
        "result": "((2,2),3):((24,2),8)",
        "value": {
            "kind": "layout", "shape": [[2, 2], 3], "stride": [[24, 2], 8],
            "size": 12, "cosize": 43, "rank": 2, "depth": 2,
            "injective": true, "contiguous": false, "vector_width": 1,
            "vector": {"width": 1, "mode": [], "aligned": 1},
        },
    });
    assert_eq!(answer(&["--json", text]), (0, expected));
}

#[test]
fn every_kind_of_value() {
    let value = |text: &str| answer(&["--json", text]).1["value"].clone();
    assert_eq!(value("rank((4,8))"), json!({"kind": "integer", "value": 2}));
    assert_eq!(value("(4,8) == (4,8)"), json!({"kind": "boolean", "value": true}));
    assert_eq!(value("(4,(2,-8))"), json!({"kind": "tuple", "value": [4, [2, -8]]}));
    assert_eq!(value("(_,(2,_))"), json!({"kind": "slicer", "value": [null, [2, null]]}));
    assert_eq!(value("offsets(3:2)"), json!({"kind": "list", "value": [0, 2, 4]}));
    assert_eq!(value("collision(4:1)"), json!({"kind": "none"}));
    let tiler = json!({"kind": "tiler", "modes": [
        {"shape": 3, "stride": 3}, {"shape": [2, 4], "stride": [1, 8]}, null,
    ]});
    assert_eq!(value("<3:3,(2,4):(1,8),_>"), tiler);
    let slice = value("slice_and_offset((_,2), (4,8):(1,4))");
    assert_eq!((&slice["kind"], &slice["offset"]), (&json!("slice"), &json!(8)));
    assert_eq!(slice["layout"]["shape"], json!([4]));
    let pair = value("common_refinement((4,6):(1,10), (2,12):(1,3))");
    assert_eq!((&pair["kind"], &pair["layouts"][1]["stride"]), (&json!("pair"), &json!([1, 3, 6])));
}

/// How many indices from 0 on have offsets one apart, for plain and composed layouts alike.
#[test]
fn the_vector_width_is_what_is_said() {
    let value = |text: &str| answer(&["--json", text]).1["value"].clone();
    for text in [
        "8:1",
        "(2,4):(1,8)",
        "8:-1",
        "Sw<2,0,3> o 0 o (8,4):(1,8)",
        "Sw<2,1,3> o 16 o (8,4):(1,8)",
        "Sw<3,0,3> o 24 o 8:1",
        "Xor<1,2,4> o 5 o 4:1",
        "(6,2):(1,7) o 0 o (3,2):(2,3)",
    ] {
        let offsets = value(&format!("offsets({text})"))["value"].clone();
        let offsets: Vec<i64> = serde_json::from_value(offsets).unwrap();
        let run = (offsets[0]..).zip(&offsets).take_while(|(y, offset)| y == *offset).count();
        assert_eq!(value(text)["vector_width"], json!(run), "{text}: {offsets:?}");
    }
    // Longer than elements are looked at one by one: right, or not decided.
    let long = value("Sw<1,0,20> o 0 o 1048576:1")["vector_width"].clone();
    assert!(long.is_null() || long == 1_048_576, "{long}");
}

/// Along which mode, how wide and how aligned; of a part, from where it starts.
#[test]
fn the_vector_has_a_direction() {
    let vector = |text: &str| answer(&["--json", text]).1["value"]["vector"].clone();
    assert_eq!(vector("(4,8):(8,1)"), json!({"width": 8, "mode": [1], "aligned": 8}));
    assert_eq!(vector("((4,8),2):((8,1),36)"), json!({"width": 8, "mode": [0, 1], "aligned": 4}));
    assert_eq!(vector("(4,8)"), json!(null), "a tuple");
    let swizzled = "Sw<3,3,3> o 0 o (8,64):(64,1)";
    assert_eq!(vector(swizzled), json!({"width": 8, "mode": [1], "aligned": 8}));
    let part = answer(&["--json", "(4,8):(8,1) at 12"]).1["value"]["layout"]["vector"].clone();
    assert_eq!(part, json!({"width": 8, "mode": [1], "aligned": 4}));
    let (_, both) = answer(&["compare", "--json", "(8,64):(1024,1)", swizzled]);
    assert_eq!(both["common_vector"], json!({"width": 8, "mode": [1], "aligned": 8}));
    let (_, sizes) = answer(&["compare", "--json", "8:1", "4:1"]);
    assert_eq!(sizes["common_vector"], json!(null));
}

#[test]
fn the_largest_numbers_are_integers() {
    let (_, value) = answer(&["--json", "9223372036854775807"]);
    assert_eq!(value["value"]["value"].as_i64(), Some(i64::MAX));
}

#[test]
fn bindings_and_claims() {
    let (code, bound) = answer(&["--json", "A = 4:2"]);
    assert_eq!((code, &bound["name"], &bound["result"]), (0, &json!("A"), &json!("4:2")));
    let (code, claim) = answer(&["--json", "complement(4:2, 24) = (2,4):(1,8)"]);
    let sides = json!({"holds": false, "expected": "(2,4):(1,8)", "found": "(2,3):(1,8)"});
    assert_eq!((code, &claim["result"], &claim["claim"]), (1, &json!("false"), &sides));
}

#[test]
fn an_error_is_an_object() {
    let text = "(6,2):(1,7) o (3,2):(2,3)";
    let (code, value) = answer(&["--json", text]);
    assert_eq!((code, &value["input"]), (1, &json!(text)));
    let error = &value["error"];
    assert_eq!(error["kind"], "not-a-layout");
    assert_eq!([&error["index"], &error["expected"], &error["found"]], [5, 7, 8]);
    assert_eq!(error["span"], json!([0, 25]));
    assert!(error["message"].as_str().is_some_and(|message| message.contains("at index 5")));
    assert!(error["labels"].as_array().is_some_and(|labels| labels.len() >= 2));
    assert!(value.get("result").is_none());

    let (code, value) = answer(&["--json", "coalese(4:1)"]);
    assert_eq!((code, &value["error"]["kind"]), (2, &json!("unknown-name")));
    assert_eq!(value["error"]["span"], json!([0, 7]));
    assert_eq!(value["error"]["help"], "did you mean `coalesce`?");
}

#[test]
fn a_batch_answers_every_line_in_order() {
    let mut input = b"A = (4,8):(1,4)\n\nsize(A)\nsize(\n# nothing\r\n\xff\xfe o 3\nleft_inverse((2,2):(1,1))\nA".to_vec();
    input.extend_from_slice(b"(1,2)");
    let run = run_with(&["--json", "-"], &input);
    assert_eq!((run.code, run.err.as_str()), (2, ""));
    let all = objects(&run.out);
    assert_eq!(all.len(), 8, "{}", run.out);
    assert_eq!(all[0]["name"], "A");
    assert_eq!(all[1], json!({"input": "", "result": null, "value": null}));
    assert_eq!(all[2]["result"], "32");
    assert_eq!(all[3]["error"]["kind"], "syntax");
    assert_eq!(all[4], json!({"input": "# nothing", "result": null, "value": null}));
    assert_eq!(all[5]["input"], "\u{fffd}\u{fffd} o 3");
    assert_eq!(all[5]["error"]["span"], json!([0, 3]));
    assert_eq!(all[6]["input"], "left_inverse((2,2):(1,1))");
    assert!(all[6].get("error").is_some());
    assert_eq!(all[7]["result"], "9");
}

#[test]
fn the_exit_code_of_a_batch_is_the_worst() {
    assert_eq!(run_with(&["--json", "-"], b"4:1\n").code, 0);
    assert_eq!(run_with(&["--json", "-"], b"4:1\nleft_inverse((2,2):(1,1))\n4:1\n").code, 1);
    assert_eq!(run_with(&["--json", "-"], b"(\nleft_inverse((2,2):(1,1))\n").code, 2);
    assert_eq!(run_with(&["--json"], b"").code, 0);
}

#[test]
fn a_partner_gets_each_answer_before_the_next_question() {
    let mut child = command()
        .args(["--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for n in 1..=3 {
        writeln!(questions, "size({n}:1)").expect("it listens");
        let line = answers.next().expect("an answer").expect("UTF-8");
        assert!(line.contains(&format!("\"result\":\"{n}\"")), "{line}");
    }
    drop(questions);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn every_example_of_the_language_by_name() {
    let operations = tilework_lang::operations::all();
    let input: String = operations.iter().map(|op| format!("{}\n", op.example)).collect();
    let run = run_with(&["--json", "-"], input.as_bytes());
    assert_eq!(run.code, 0, "{}", run.out);
    for (operation, value) in operations.iter().zip(objects(&run.out)) {
        assert_eq!(value["result"], operation.result, "{}", operation.name);
        assert!(value["value"].is_object(), "{}: {value}", operation.name);
    }
}

#[test]
fn other_commands() {
    let (code, value) = answer(&["compare", "(4,8):(1,4)", "(4,8):(8,1)", "--json"]);
    assert_eq!(code, 1);
    assert_eq!(value["same_function"], false);
    assert_eq!(value["first_difference"], json!({"index": 1, "a": 1, "b": 8}));
    assert_eq!((&value["congruent"], &value["a_compatible_with_b"]), (&json!(true), &json!(true)));

    let (code, value) = answer(&["--json", "solve", "(8,6):(6,1) o ? = (8,3,2):(3,1,24)"]);
    assert_eq!((code, &value["result"]), (0, &json!("((2,4),3,2):((24,1),8,4)")));

    let run = run_with(&["recover", "--json"], b"0 1 5 9");
    let value = &objects(&run.out)[0];
    assert_eq!((run.code, &value["error"]["kind"]), (1, &json!("not-a-layout")));
    assert_eq!(value["error"]["index"], 3);

    let (code, value) = answer(&["explain", "--json", "(6,2):(8,2) o (4,3):(3,1)"]);
    assert_eq!((code, &value["result"]), (0, &json!("((2,2),3):((24,2),8)")));
    assert!(value["steps"].as_array().is_some_and(|steps| steps.len() > 2));
    let (code, value) = answer(&["explain", "--json", "(6,2):(1,7) o (3,2):(2,3)"]);
    assert_eq!((code, &value["error"]["kind"]), (1, &json!("not-a-layout")));

    let (code, value) = answer(&["--json", "-f", "/nowhere/to/be/found", "4:1"]);
    assert_eq!((code, &value["error"]["kind"]), (2, &json!("io")));
}

/// The sessions in docs/json.md, run by the shell.
#[cfg(unix)]
#[test]
fn the_documentation_shows_real_output() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let document = std::fs::read_to_string(path).expect("the documentation");
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_tilework")).parent().expect("a folder");
    let paths = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let blocks = document.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut sessions = 0;
    for session in blocks.flat_map(|block| block.split("$ ").skip(1)) {
        let (line, shown) = session.split_once('\n').expect("a command and its output");
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", line]).env("PATH", &paths).output().expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stdout), shown, "{line}");
        sessions += 1;
    }
    assert!(sessions >= 6, "{sessions}");
}

/// What a program asks in JSON is answered as the command answers it.
#[test]
fn requests_are_answered_like_commands() {
    let asked = |request: Value| {
        let run = run_with(&["--json", "-"], format!("{request}\n").as_bytes());
        (run.code, run.out, run.err)
    };
    let same = |request: Value, args: &[&str]| {
        let run = run(&[&["--json"], args].concat());
        assert_eq!(asked(request), (run.code, run.out, run.err), "{args:?}");
    };
    for input in ["(6,2):(8,2) o (4,3):(3,1)", "size(4:1) = 5", "(6,2):(1,7) o (3,2):(2,3)"] {
        same(json!({"ask": "explain", "input": input}), &["explain", input]);
        same(json!({"ask": "evaluate", "input": input}), &[input]);
        let dialect = json!({"ask": "evaluate", "input": input, "as": "cute"});
        same(dialect, &["--as", "cute", input]);
        let numpy = json!({"ask": "evaluate", "input": input, "as": "numpy", "dtype": "f64"});
        same(numpy, &["--as", "numpy", "--dtype", "f64", input]);
        let torch = json!({"ask": "explain", "input": input, "as": "torch"});
        same(torch, &["--as", "torch", "explain", input]);
    }
    for (a, b) in [("8:1", "(2,4):(1,2)"), ("8:1", "8:2"), ("8:1", "8:"), ("8:1", "<8>")] {
        same(json!({"ask": "compare", "a": a, "b": b}), &["compare", a, b]);
    }
    for input in ["4:2 o ? = 2:4", "4:1 o ? = 2:9", "4:1"] {
        same(json!({"ask": "solve", "input": input}), &["solve", input]);
    }
    same(json!({"ask": "help", "name": "size"}), &["help", "size"]);
    let bank = json!({
        "kind": "bank", "smem": "(32,32):(32,1)", "tv": "(32,1):(1,0)", "bits": 32, "width": 4, "dir": "ld",
    });
    for request in [bank, json!({"kind": "bank"}), json!({"kind": 1})] {
        let run = run_with(&["hardware", "--json", "-"], format!("{request}\n").as_bytes());
        assert_eq!(asked(request), (run.code, run.out, run.err));
    }
    let (code, out, _) = asked(json!({"ask": "recover", "table": "0 2 4 7 9 11"}));
    assert_eq!((code, &objects(&out)[0]["result"]), (0, &json!("(3,2):(2,7)")));
    let text = "size(4:1) = 5\n```console\n$ tilework 4\n```\n";
    let (code, out, _) = asked(json!({"ask": "check", "text": text}));
    let report = &objects(&out)[0];
    assert_eq!((code, &report["wrong"], &report["not_run"]), (1, &json!(1), &json!(1)));
    let (code, out, _) = asked(json!({"ask": "complete", "input": "cosiz", "cursor": 5}));
    assert_eq!((code, out.as_str()), (0, "{\"start\":0,\"candidates\":[\"cosize(\"]}\n"));
    for wrong in [json!({"ask": "nothing"}), json!({"ask": "solve"}), json!({"input": "4:1"})] {
        let (code, out, _) = asked(wrong);
        assert_eq!((code, &objects(&out)[0]["error"]["kind"]), (2, &json!("usage")));
    }
}

/// Every command has an object, also those that print something that is no answer.
#[test]
fn every_command_takes_json() {
    assert_eq!(answer(&["--version", "--json"]), (0, json!({"tilework": "0.1.0", "schema": 1})));
    assert_eq!(answer(&["man", "--json"]).1["name"], "tilework");
    assert_eq!(answer(&["completions", "--json", "bash"]).1["shell"], "bash");
    assert_eq!(answer(&["help", "--json", "draw"]).1["name"], "draw");
    let session = b"A = (4,8):(1,4)\n:names\n:help\n:help size\n:draw A\n:explain A o 4:1\n:nope\n";
    let run = run_with(&["repl", "--json"], session);
    let answers = objects(&run.out);
    assert_eq!((answers.len(), run.err.as_str()), (7, ""), "{}", run.out);
    assert_eq!((&answers[1]["name"], &answers[1]["result"]), (&json!("A"), &json!("(4,8):(1,4)")));
    assert!(answers[2]["operations"].as_array().is_some_and(|all| all.contains(&json!("size"))));
    assert_eq!(answers[4]["format"], "txt");
    let (code, unread) = answer(&["--json", "--nope"]);
    let error = json!({
        "kind": "usage", "message": "unexpected argument '--nope' found",
        "help": "to pass '--nope' as a value, use '-- --nope'",
    });
    assert_eq!((code, &unread["error"]), (2, &error));
}
