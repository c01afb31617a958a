//! Whatever is typed, there is an answer or an error that points into the text: no panic, no
//! exhausted stack, no quadratic time. (These would take minutes if reading were quadratic.)

use tilework_lang::{Outcome, Scope, Value};

fn kind(text: &str) -> &'static str {
    match Scope::new().run(text) {
        Ok(_) => "ok",
        Err(error) => {
            assert!(error.labels.iter().all(|(span, _)| text.get(span.clone()).is_some()));
            assert!(error.message.len() < 400 && error.render(text).len() < 2000, "{error}");
            error.kind
        }
    }
}

#[test]
fn megabytes() {
    let many = 500_000;
    for part in [
        "(", "[", "<", "{", "A(", "C<", "get<", "ptr(", "[4;", "\"", "\"'", "!", "-", "1@", "?{",
        "x.", "1,", "cute::",
    ] {
        let kind = kind(&part.repeat(many));
        assert!(matches!(kind, "syntax" | "unsupported"), "{part}: {kind}");
    }
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("<", ">"),
        ("C<", ">"),
        ("A(", ")"),
        ("Tensor<", ">"),
        ("coalesce(", ")"),
    ] {
        for inside in ["", "4", "4:1", "_"] {
            let text = format!("{}{inside}{}", open.repeat(many / 4), close.repeat(many / 4));
            assert_eq!(kind(&text), "syntax", "{open}{inside}{close}");
        }
    }
    for chain in ["A o ", "4:1 o ", "4:1(0)", "4:1[0]", "4:1.size()", "A.tile.", "ptr[] o "] {
        let kind = kind(&(chain.repeat(many / 4) + "4:1"));
        assert!(matches!(kind, "syntax" | "ok"), "{chain}: {kind}");
    }
    assert_eq!(kind(&"9".repeat(many)), "syntax");
    assert_eq!(kind(&"a".repeat(many)), "unknown-name");
    assert_eq!(kind(&"_".repeat(many)), "ok");
    assert_eq!(kind(&" ".repeat(many)), "syntax");
    assert_eq!(kind(&format!("({})", "1,".repeat(many))), "too-many-modes");
    assert_eq!(kind(&format!("4:1({})", "1,".repeat(many))), "too-many-modes");
    assert_eq!(kind(&format!("<{}>", "1,".repeat(many))), "too-many-modes");
    assert_eq!(kind(&format!("make_layout({})", "1,".repeat(many))), "usage");
    assert_eq!(kind(&format!("coalesce([{}])", "1,".repeat(many))), "usage");
    assert_eq!(kind(&format!("recover([0,{}])", "1,".repeat(many))), "not-a-layout");
}

#[test]
fn a_long_table_is_fine() {
    let numbers: Vec<String> = (0..200_000).map(|i| (i * 3).to_string()).collect();
    let text = format!("recover([{}])", numbers.join(","));
    let Ok(Outcome::Value(Value::Layout(layout))) = Scope::new().run(&text) else { panic!() };
    assert_eq!(layout.to_string(), "200000:3");
}

#[test]
fn the_deepest_layout_reads() {
    let deep = format!("{}4{}", "(".repeat(63), ")".repeat(63));
    for text in [deep.clone(), format!("{deep}:{deep}"), format!("coalesce({deep}:{deep})")] {
        assert_eq!(kind(&text), "ok", "{text}");
    }
    assert_eq!(kind(&format!("({deep})")), "too-many-modes");
}

/// As tall as an expression can be, in a thread with as little stack as tests have.
#[test]
fn the_tallest_expressions() {
    let tall = |open: &str, inside: &str, close: &str, times: usize| {
        kind(&format!("{}{inside}{}", open.repeat(times), close.repeat(times)))
    };
    for times in 1..130 {
        for (open, close) in [
            ("coalesce(", ")"),
            ("(", " o 4:1)"),
            ("(4:1 o ", ")"),
            ("get<0>(", ")"),
            ("make_layout(", ",)"),
        ] {
            let kind = tall(open, "4:1", close, times);
            assert!(matches!(kind, "ok" | "syntax" | "too-many-modes"), "{open} {times}: {kind}");
        }
        kind(&format!(
            "{}4:1{}",
            "coalesce(".repeat(times / 2),
            ")".repeat(times / 2) + &" o 4:1".repeat(times)
        ));
        kind(&("4:1".to_owned() + &"[0]".repeat(times)));
        kind(&("4:1".to_owned() + &".coalesce".repeat(times)));
        kind(&("4:1".to_owned() + &".layout".repeat(times)));
    }
}

#[test]
fn every_operation_survives_every_value() {
    let values = [
        "0",
        "1",
        "-1",
        "9223372036854775807",
        "-9223372036854775808",
        "()",
        "():()",
        "(4,8)",
        "((),)",
        "_",
        "(_,2)",
        "4:1",
        "(4,8):(1,4)",
        "1:0",
        "4:0",
        "4:-1",
        "(2,2):(1,3)",
        "9223372036854775807:1",
        "(3037000499,3037000499):(1,1)",
        "<4>",
        "<_,4:2>",
        "<<2,2>,4>",
        "[]",
        "[0,1]",
        "[-9223372036854775808]",
        "true",
        "none",
        "4:1 at 3",
        "4:1 and 2:1",
        "(4,2):(1,4) on (4,2)",
        "(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1,3,7,19,53,101,211,499,997,2003,4001,8009,16001,32003,64007,128021)",
    ];
    for operation in tilework_lang::operations::all() {
        for a in values {
            kind(&format!("{}({a})", operation.name));
            for b in values {
                kind(&format!("{}({a}, {b})", operation.name));
                if operation.takes(3) {
                    for c in values.iter().step_by(4) {
                        kind(&format!("{}({a}, {b}, {c})", operation.name));
                    }
                }
            }
        }
    }
}
