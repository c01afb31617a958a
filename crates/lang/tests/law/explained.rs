//! What the law tests ask, explained: the same value or refusal, and every equation is true.

use tilework_lang::{Outcome, Scope, explain, operations};

use crate::laws::laws;
use crate::operands::Random;
use crate::random_case;

/// Explains a text, and says what is wrong with the explanation.
fn explained(scope: &Scope, text: &str) -> Result<(), String> {
    let value = scope.clone().run(text);
    let why = match (explain(scope, text), &value) {
        (Ok(why), _) => why,
        // Wrong uses have no cause in the algebra, and nothing to explain.
        (Err(error), Err(refusal)) if error == *refusal && error.cause.is_none() => return Ok(()),
        (Err(error), _) => return Err(format!("{}: {error}", error.kind)),
    };
    let same = match &value {
        Ok(Outcome::Value(value)) => why.result.as_ref() == Some(value),
        Err(refusal) => why.refusal.as_ref() == Some(refusal),
        _ => false,
    };
    if !same {
        return Err(format!("the answer is {value:?}, but\n{why}"));
    }
    let equations = why.steps.iter().flat_map(|step| &step.equations);
    match equations.into_iter().find(|equation| why.holds(equation) != Ok(true)) {
        Some(equation) => Err(format!("{equation} in\n{why}")),
        // The last line of an answer is the answer.
        None => match (&why.result, why.steps.last()) {
            (Some(_), Some(last)) if !last.text.starts_with("= ") => Err(format!("no end:\n{why}")),
            _ => Ok(()),
        },
    }
}

fn sweep(seed: u64, rounds: u64) {
    let mut random = Random(seed);
    for _ in 0..rounds {
        let case = random_case(&mut random);
        for operation in operations::all() {
            for (text, _) in laws(operation.name, &case).unwrap_or_default() {
                if let Err(wrong) = explained(&case.scope, &text) {
                    let names: Vec<String> = case
                        .scope
                        .names()
                        .map(|(name, value)| format!("{name} = {value}"))
                        .collect();
                    panic!("{text}: {wrong}\nwith {}", names.join(", "));
                }
            }
        }
    }
}

#[test]
fn what_is_answered_is_explained() {
    sweep(3, 40);
}

#[test]
#[ignore = "takes minutes"]
fn what_is_answered_is_explained_in_many_cases() {
    sweep(4, 1500);
}
