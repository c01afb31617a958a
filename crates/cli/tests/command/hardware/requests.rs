//! `tilework hardware --json -`: one request a line, one answer a line.

use std::fs;

use serde_json::Value;

use crate::binary::{run, run_with};

fn vectors() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/hardware/vectors.jsonl");
    let text = fs::read_to_string(path).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Every vector, without what is expected, gives what is expected.
#[test]
fn all_vectors() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 548);
    let mut requests = String::new();
    for vector in &vectors {
        let mut request = vector.clone();
        request.as_object_mut().expect("an object").remove("expect");
        requests += &format!("{request}\n");
    }
    let answers = run_with(&["hardware", "--json", "-"], requests.as_bytes());
    assert_eq!(answers.err, "");
    let lines: Vec<Value> =
        answers.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), vectors.len());
    for (vector, answer) in vectors.iter().zip(&lines) {
        assert_eq!(answer["result"], vector["expect"], "{}: {answer}", vector["id"]);
    }
}

/// The order of fields, numbers in another form, or a broken line between others: one answer for each.
#[test]
fn a_broken_line_is_answered_and_the_rest_too() {
    let good = r#"{"kind":"bank","smem":"(32,32):(32,1)","tv":"(32,1):(1,0)","bits":32,"width":4}"#;
    let lines = [
        good.as_bytes(),
        b"",
        b"{",
        b"[1,2]",
        b"\xff\xfe",
        b"{\"kind\":\"\x1b[2J\"}",
        br#"{"kind":"bank"}"#,
        good.as_bytes(),
    ];
    let mut input = lines.join(&b'\n');
    let answers = run_with(&["hardware", "--json", "-"], &input);
    let objects: Vec<Value> =
        answers.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects.len(), lines.len(), "{}", answers.out);
    assert_eq!(answers.code, 2);
    for (i, object) in objects.iter().enumerate() {
        let answered = i == 0 || i == lines.len() - 1;
        assert_eq!(object["result"]["ways"].as_i64(), answered.then_some(32), "{object}");
        assert_eq!(object["error"]["kind"].is_string(), !answered, "{object}");
    }
    assert!(!answers.out.contains('\x1b'), "{:?}", answers.out);
    // The last line needs no end, and may have that of another system.
    input.extend(b"\r\n");
    assert_eq!(run_with(&["hardware", "--json"], &input).out, answers.out);
}

#[test]
fn requests_in_a_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/hardware/vectors.jsonl");
    let answers = run(&["hardware", "--json", path]);
    assert_eq!((answers.out.lines().count(), answers.err.as_str()), (548, ""));
    run(&["hardware", "/nowhere/to/be/found"]).refuses(2, "cannot read /nowhere/to/be/found");
}
