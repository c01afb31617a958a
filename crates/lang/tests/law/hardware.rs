//! The requests of `conformance/hardware/`, answered as recorded.

use serde_json::{Value as Json, json};
use tilework_lang::report::hardware::respond;

/// The cases of a file: the request, and the answer that is expected.
fn cases(file: &str) -> Vec<(Json, Json)> {
    let path = format!("{}/../../conformance/hardware/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| {
            let mut case: Json = serde_json::from_str(line).unwrap();
            let expected = case.as_object_mut().unwrap().remove("expect").unwrap();
            (case, expected)
        })
        .collect()
}

/// The cases whose answers differ.
fn differences(file: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (request, expected) in cases(file) {
        let mut answer: Json = serde_json::from_str(&respond(&request.to_string())).unwrap();
        // Why a field has no layout is for people.
        if let Some(result) = answer["result"].as_object_mut()
            && let Some(why) = result.remove("why")
        {
            let told = |(field, why): (&String, &Json)| {
                result[field].is_null() && why["kind"].is_string() && why["message"].is_string()
            };
            assert!(why.as_object().unwrap().iter().all(told), "{request}: {why}");
        }
        let refused = answer["error"]["kind"].is_string() && answer["error"]["message"].is_string();
        let holds = answer["result"] == expected && refused == expected.is_null();
        if !holds {
            out.push(format!("{request}\n  expected {expected}\n  found    {answer}"));
        }
    }
    out
}

#[test]
fn recorded_answers() {
    for (file, count) in [("vectors.jsonl", 548), ("random.jsonl", 944)] {
        assert_eq!(cases(file).len(), count);
        let wrong = differences(file);
        assert!(wrong.is_empty(), "{file}: {} differ:\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// What cannot be read is an answer, too.
#[test]
fn broken_requests() {
    let kind = |request: &str| {
        let answer: Json = serde_json::from_str(&respond(request)).unwrap();
        assert_eq!(answer["result"], json!(null), "{request}");
        answer["error"]["kind"].as_str().unwrap().to_owned()
    };
    for request in [
        "",
        "[]",
        "{",
        r#"{"kind": "no such kind"}"#,
        r#"{"kind": "bank"}"#,
        r#"{"kind": "bank", "smem": 4, "tv": "4:1", "bits": 8, "width": 1}"#,
        r#"{"kind": "bank", "smem": "4:1", "tv": "4:1", "bits": -8, "width": 1}"#,
        r#"{"kind": "bank", "smem": "4:1", "tv": "4:1", "bits": 8, "width": 1, "machine": 7}"#,
        r#"{"kind": "tma", "bits": 16, "global_dim": "4096"}"#,
    ] {
        assert_eq!(kind(request), "usage", "{request}");
    }
    assert_eq!(
        kind(r#"{"kind": "bank", "smem": "4:", "tv": "4:1", "bits": 8, "width": 1}"#),
        "syntax"
    );
    assert_eq!(
        kind(
            r#"{"kind": "bank", "smem": "4:1", "tv": "4:1", "bits": 8, "width": 1, "machine": "nvidea"}"#
        ),
        "unknown-name"
    );
    assert_eq!(
        kind(
            r#"{"kind": "atom", "atom": "SM80_16x8x16", "operand": "a", "thread": 0, "value": 0}"#
        ),
        "unknown-atom"
    );
}
