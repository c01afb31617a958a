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

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

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
