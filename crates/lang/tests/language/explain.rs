//! Explanations: every equation is true, every operation is explained, refusals name the witness.

use proptest::prelude::*;
use tilework_lang::{Explanation, Outcome, Scope, explain, operations};

use crate::random;

/// Every equation of an explanation, evaluated again; those that are plain claims of the language
/// by the language itself.
fn assert_true(why: &Explanation) {
    for equation in why.steps.iter().flat_map(|step| &step.equations) {
        assert_eq!(why.holds(equation), Ok(true), "{equation} in\n{why}");
        if let Ok(Outcome::Claim(left, right, holds)) = why.scope.clone().run(equation) {
            assert!(holds, "{equation}: {left} and {right} in\n{why}");
        }
    }
}

fn explained(text: &str) -> Explanation {
    let why = explain(&Scope::new(), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_true(&why);
    why
}

#[test]
fn every_operation() {
    for operation in operations::all() {
        let why = explained(operation.example);
        let Ok(Outcome::Value(value)) = Scope::new().run(operation.example) else {
            panic!("{}", operation.example)
        };
        assert_eq!(why.result.as_ref(), Some(&value), "{}", operation.example);
        assert!(why.steps.len() > 1, "{why}");
        // The last line is the result.
        let last = &why.steps.last().unwrap().text;
        assert!(last.starts_with(&format!("= {}", operation.result)), "{why}");
    }
}

/// Files of explanations with an empty line between them: each is what its first line is explained
/// as. With `UPDATE` set they are written instead.
fn assert_file(name: &str) {
    let path = format!("{}/tests/language/explain/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let written = std::fs::read_to_string(&path).unwrap();
    let explanations = written.trim_end().split("\n\n").map(|expected| {
        let title = expected.lines().next().unwrap_or_default();
        let why = explained(title);
        if name == "refusals" {
            assert!(why.refusal.is_some() && why.result.is_none(), "{why}");
        } else {
            assert!(why.refusal.is_none() && why.result.is_some(), "{why}");
        }
        let told = why.to_string();
        if std::env::var_os("UPDATE").is_none() {
            assert_eq!(told, expected);
        }
        told
    });
    let told: Vec<String> = explanations.collect();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, told.join("\n\n") + "\n").unwrap();
    }
}

/// The worked examples of CuTe's documents.
#[test]
fn worked_examples() {
    assert_file("seeds");
}

#[test]
fn refusals() {
    assert_file("refusals");
}

#[test]
fn other_operations() {
    assert_file("more");
}

/// Copies, tensor maps, descriptors and padding.
#[test]
fn hardware() {
    assert_file("hardware");
}

/// Behind swizzles and other maps.
#[test]
fn composed_operands() {
    assert_file("composed");
}

/// What is too large to be checked is not said; the rest is, and its value or refusal.
#[test]
fn large_operands() {
    // Compact, of as many modes as there can be, from the last to the first.
    let (extents, strides): (Vec<_>, Vec<_>) = (0..32).rev().map(|i| ("2", 1_i64 << i)).unzip();
    let strides = strides.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let most = format!("({}):({strides})", extents.join(","));
    for text in [
        format!("complement({most}, 177)"),
        format!("complement({most})"),
        "overhang(Sw<2,10,5> o 6771 o (67108864,9):(2097153,65536), (3,2):(1,3))".to_owned(),
        "logical_divide(Sw<1,3,30> o 38468 o (2,3,3,3,2):(1,4,13,57,16), (2,2,5,3):(2,1,4,19))"
            .to_owned(),
        "flat_product(Xor<3,1,4> o 29029 o Sw<2,9,16> o 0 o (2,2,3):(1,6,2), (2,3):(-306,-921))"
            .to_owned(),
        "raked_product(Sw<4,1,31> o 0 o (32,2048):(32767,65534), (6,166):(659171,659172))"
            .to_owned(),
        "inner_partition(Sw<7,0,22> o 0 o (3,2,5,7,5):(1,4,8,41,288), <(2,2,2):(3223,1414,3235)>, 2)"
            .to_owned(),
        "local_tile(Sw<10,5,33> o 0 o (3,7,2049):(1,64,131072), <(128,78):(784649,784650),2>, 1)"
            .to_owned(),
        "max_common_vector((2,2):(57874226,-33951958), (3,3,2,2):(1,12,6,3) o 0 o (3,2):(1,3))"
            .to_owned(),
    ] {
        let why = explained(&text);
        match Scope::new().run(&text) {
            Ok(Outcome::Value(value)) => {
                let last = &why.steps.last().unwrap().text;
                assert!(last.starts_with(&format!("= {value}")), "{why}");
                assert_eq!(why.result, Some(value));
            }
            other => assert_eq!(why.refusal, other.err(), "{text}"),
        }
    }
}

/// What was bound keeps its name; letters for the rest avoid it.
#[test]
fn names() {
    let mut scope = Scope::new();
    for line in ["B = (6,2):(8,2)", "x = (4,3):(3,1)", "R = 24"] {
        scope.run(line).unwrap();
    }
    let why = explain(&scope, "coalesce(B o x) o 4:1").unwrap();
    assert_true(&why);
    assert!(why.to_string().contains("A = B o x"), "{why}");
    let why = explain(&scope, "complement(4:2, R)").unwrap();
    assert_eq!(why.result.unwrap().to_string(), "(2,3):(1,8)");
}

/// Every refusal of the algebra names its index, and the derivation shows it.
#[test]
fn refusals_have_witnesses() {
    for (text, index) in [
        ("(6,2):(1,7) o (3,2):(2,3)", 5),
        ("(4,6,8):(2,3,5) o 6:3", 3),
        ("recover([0,1,5,9])", 3),
        ("truncate((4,8):(1,100), 6)", 4),
        ("compose_strict(12:5, 7:11)", 2),
    ] {
        let why = explained(text);
        let refusal = why.refusal.as_ref().unwrap();
        assert_eq!(refusal.cause.as_ref().unwrap().witness(), Some(index), "{why}");
        assert!(why.to_string().contains(&format!("index {index}")), "{why}");
    }
}

/// Texts that cannot be read, and operations used wrongly, are errors and not explanations.
#[test]
fn errors() {
    for (text, kind) in [
        ("(4,8", "syntax"),
        ("foo(3)", "unknown-name"),
        ("complement(4:2, 3, 5)", "usage"),
        ("size(foo o 4:1)", "unknown-name"),
    ] {
        assert_eq!(explain(&Scope::new(), text).unwrap_err().kind, kind, "{text}");
    }
    let many = format!("[{}]", vec!["size(4)"; 300].join(","));
    assert_eq!(explain(&Scope::new(), &many).unwrap_err().kind, "too-large");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random expressions: no panic, no false statement, and the value that evaluation gives.
    #[test]
    fn random_expressions(text in random::expression()) {
        let value = Scope::new().run(&text);
        match explain(&Scope::new(), &text) {
            Ok(why) => {
                assert_true(&why);
                match value {
                    Ok(Outcome::Value(value)) => prop_assert_eq!(why.result, Some(value)),
                    Err(error) => prop_assert_eq!(why.refusal, Some(error)),
                    other => prop_assert!(false, "{} is {:?}", text, other),
                }
            }
            Err(error) => {
                prop_assert!(error.kind != "bug", "{}: {}", text, error);
                prop_assert!(value.is_err(), "{}: {} but {:?}", text, error, value);
            }
        }
    }

    /// Any bytes: an explanation or a diagnostic.
    #[test]
    fn any_text(text in "[ -~]{0,40}") {
        if let Err(error) = explain(&Scope::new(), &text) {
            prop_assert!(error.kind != "bug", "{}: {}", text, error);
        }
    }
}
