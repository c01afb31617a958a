//! Pictures asked for in JSON: those of the functions, and any text has an answer.

use proptest::prelude::*;
use serde_json::{Value, json};
use tilework_draw::{Expression, Limits, Options, html, linked, linked_style, respond, svg, tikz};
use tilework_lang::Scope;
use tilework_lang::report::Status;

fn ask(request: &Value) -> (Status, Value) {
    let response = respond(&mut Scope::new(), &request.to_string());
    (response.status, serde_json::from_str(&response.json).unwrap())
}

#[test]
fn every_output() {
    let text = "zipped_divide((4,6):(1,4), <2,3>)";
    let expression = Expression::new(&Scope::new(), text).unwrap();
    let scene = |limits| expression.drawn(&Options::default(), text, limits).unwrap();
    for (output, picture) in [
        ("svg", svg(&scene(Limits::PICTURE), None)),
        ("linked", linked(&scene(Limits::PAGE))),
        ("html", html(&scene(Limits::PAGE))),
        ("tikz", tikz(&scene(Limits::TIKZ))),
    ] {
        let (status, answer) = ask(&json!({"ask": "draw", "input": text, "output": output}));
        assert_eq!(
            (status, answer["picture"].as_str()),
            (Status::Answer, Some(&*picture)),
            "{output}"
        );
    }
    let (_, answer) = ask(&json!({"ask": "style"}));
    assert_eq!(answer["style"], linked_style(None));
}

#[test]
fn questions_are_known() {
    for ask_for in tilework_lang::report::QUESTIONS {
        let (_, answer) = ask(&json!({"ask": ask_for, "unknown": 1}));
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains("unknown field"), "{ask_for}: {message}");
    }
    let (status, answer) = ask(&json!({"ask": "paint"}));
    assert_eq!(status, Status::Unreadable);
    assert!(answer["error"]["message"].as_str().unwrap().ends_with("complete, draw and style"));
}

#[test]
fn refusals_have_their_picture() {
    let (status, answer) =
        ask(&json!({"ask": "draw", "input": "(6,2):(1,7) o (3,2):(2,3)", "output": "text"}));
    assert_eq!((status, &answer["error"]["index"]), (Status::No, &json!(5)));
    assert!(answer["picture"].as_str().unwrap().contains("[8 ≠ 7]"));
    let (status, answer) = ask(&json!({"ask": "draw", "input": "rank("}));
    assert_eq!((status, &answer["error"]["kind"]), (Status::Unreadable, &json!("syntax")));
    assert_eq!(answer.get("picture"), None);
}

#[test]
fn what_is_wrong_is_named() {
    for (field, value, message) in [
        ("color_by", json!("rainbow"), "color_by: there is no `rainbow` to colour by"),
        ("labels", json!("bank"), "labels: bank needs the bytes of an element: bank=2 for 16 bits"),
        ("slice", json!("4:1"), "slice: a coordinate such as (_,2) is needed, not a layout: 4:1"),
        ("tv", json!("4:1"), "tv: a shape such as (16,8) is needed, not a layout: 4:1"),
    ] {
        let mut request = json!({"ask": "draw", "input": "(4,8):(1,4)"});
        request[field] = value;
        let (status, answer) = ask(&request);
        assert_eq!(
            (status, answer["error"]["message"].as_str()),
            (Status::Unreadable, Some(message))
        );
    }
    for request in [
        json!({"ask": "draw"}),
        json!({"ask": "draw", "input": "4", "colour": "row"}),
        json!({"ask": "style", "x": 1}),
    ] {
        assert_eq!(ask(&request).0, Status::Unreadable, "{request}");
    }
}

proptest! {
    #[test]
    fn any_request(input in ".{0,40}", word in ".{0,12}", thread in any::<i64>()) {
        for field in ["title", "color_by", "labels", "slice", "tv"] {
            let mut request = json!({"ask": "draw", "input": input, "output": "linked", "thread": thread});
            request[field] = json!(word);
            let _ = ask(&request);
        }
        let _ = respond(&mut Scope::new(), &word);
    }
}
