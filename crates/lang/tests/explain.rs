//! Explanations: every equation is true, every operation is explained, refusals name the witness.

mod random;

use proptest::prelude::*;
use tilework_lang::{Explanation, Outcome, Scope, explain, operations};

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
    let path = format!("{}/tests/explain/{name}.txt", env!("CARGO_MANIFEST_DIR"));
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
