//! The promise on composed layouts: whatever an operation of the table answers is the operation on the
//! function, continued past the end; or it is refused. And every answer and refusal is explained.

mod hardware;
mod checks;
mod explained;
mod laws;
mod lex;
mod operands;
mod oracle;
mod torch;

use std::collections::BTreeMap;

use checks::Case;
use laws::laws;
use operands::Random;
use oracle::{Fun, count_in, first_break};
use tilework::{AnyLayout, ComposedLayout, Layout, Order};
use tilework_lang::{Diagnostic, Outcome, Scope, Value, operations};

/// The value of an expression in the operands of a case.
fn evaluate(case: &Case, text: &str) -> Result<Value, Diagnostic> {
    match case.scope.clone().run(text)? {
        Outcome::Value(value) => Ok(value),
        other => panic!("{text}: {other:?}"),
    }
}

fn random_case(random: &mut Random) -> Case {
    random_case_in(random, Order::Colex)
}

/// Operands for questions in which indices count in this order.
fn random_case_in(random: &mut Random, order: Order) -> Case {
    count_in(order);
    let composed = |random: &mut Random| loop {
        let composed = random.composed();
        // Its function has to be defined in the other order, too.
        if order == Order::Colex || is_defined(&composed) {
            break composed;
        }
    };
    let (a, b, p) = (composed(random), composed(random), random.layout(false));
    let (n, m) = (1 + random.below(4), 1 + random.below(4));
    // A tile that is not far from dividing something.
    let q: Layout = match random.below(3) {
        0 => format!("{}:{}", 1 + random.below(5), 1 << random.below(3)).parse().unwrap(),
        1 => format!("(2,2):({},{})", 1 + random.below(2), 1 << random.below(4)).parse().unwrap(),
        _ => random.layout(false),
    };
    let mut scope = Scope::in_order(order);
    scope.bind("A", AnyLayout::from(a).into());
    scope.bind("B", AnyLayout::from(b).into());
    scope.bind("P", Value::from(p));
    scope.bind("Q", Value::from(q));
    scope.bind("I", Value::from(*a.inner()));
    scope.run("T = append(make_layout(A), 1:0)").unwrap();
    let tile = if a.rank() > 1 { format!("TILE = <{n},{m}>") } else { format!("TILE = <{n}>") };
    scope.run(&tile).unwrap();
    let [p, q] = [p, q].map(|layout| Fun::plain(&layout));
    Case { scope, a: Fun::composed(&a), b: Fun::composed(&b), p, q, n, m }
}

/// Whether a composed layout has an offset at every index.
fn is_defined(composed: &ComposedLayout) -> bool {
    let fun = Fun::composed(composed);
    (0..fun.size()).all(|x| fun.at(x).is_some())
}

/// How often an operation was asked, and how often it answered.
#[derive(Default)]
struct Count {
    asked: u64,
    answered: u64,
}

fn sweep(order: Order, seed: u64, rounds: u64) -> BTreeMap<&'static str, Count> {
    let (mut random, mut counts) = (Random(seed), BTreeMap::<_, Count>::new());
    for _ in 0..rounds {
        let case = random_case_in(&mut random, order);
        for operation in operations::all() {
            let name = operation.name;
            let laws = laws(name, &case).unwrap_or_else(|| panic!("no law for {name}"));
            for (text, holds) in laws {
                let count = counts.entry(name).or_default();
                count.asked += 1;
                let value = match evaluate(&case, &text) {
                    Ok(value) => value,
                    Err(refusal) => {
                        refused(&case, &text, &refusal);
                        continue;
                    }
                };
                count.answered += 1;
                if let Err(why) = holds(&case, &value) {
                    let mut names: Vec<String> = case
                        .scope
                        .names()
                        .map(|(name, value)| format!("{name} = {value}"))
                        .collect();
                    names.sort();
                    panic!("{text} = {value}: {why}, with {}", names.join(", "));
                }
            }
        }
    }
    counts
}

/// A refusal says why in terms of the algebra, and where it says that something is no layout, it is none.
fn refused(case: &Case, text: &str, refusal: &Diagnostic) {
    assert_ne!(refusal.kind, "syntax", "{text}: {}", refusal.message);
    if text == "to_layout(A)" && refusal.kind == "not-a-layout" {
        let witness = refusal.cause.as_ref().and_then(|error| error.witness());
        assert_eq!(witness, first_break(&case.a.table()), "{text}: {}", refusal.message);
    }
}

fn report(counts: &BTreeMap<&'static str, Count>) -> u64 {
    for (name, Count { asked, answered }) in counts {
        println!("{name}: {answered} of {asked}");
    }
    counts.values().map(|count| count.asked).sum()
}

#[test]
fn what_is_answered_is_right() {
    let cases = report(&sweep(Order::Colex, 1, 400));
    assert!(cases >= 50_000, "{cases} cases");
}

#[test]
#[ignore = "takes minutes"]
fn what_is_answered_is_right_in_many_cases() {
    let cases = report(&sweep(Order::Colex, 2, 10_000));
    assert!(cases >= 1_000_000, "{cases} cases");
}

#[test]
fn what_is_answered_is_right_rightmost_fastest() {
    let cases = report(&sweep(Order::Lex, 5, 400));
    assert!(cases >= 50_000, "{cases} cases");
}

#[test]
#[ignore = "takes minutes"]
fn what_is_answered_is_right_rightmost_fastest_in_many_cases() {
    let cases = report(&sweep(Order::Lex, 6, 10_000));
    assert!(cases >= 1_000_000, "{cases} cases");
}

/// The operands of the page on composed layouts.
fn page_case() -> Case {
    let mut scope = Scope::new();
    for line in [
        "A = Sw<2,0,2> o 0 o (4,4):(4,1)",
        "B = Sw<1,0,1> o 0 o 16:1",
        "P = 4:4",
        "Q = 4:1",
        "I = (4,4):(4,1)",
        "T = append(make_layout(A), 1:0)",
        "TILE = <2,2>",
    ] {
        scope.run(line).unwrap();
    }
    let [a, b, p, q] = ["A", "B", "P", "Q"].map(|name| Fun::of(scope.get(name).unwrap()).unwrap());
    Case { scope, a, b, p, q, n: 2, m: 2 }
}

/// `docs/composed.md` lists what is refused, with the kind of the error, and that is all.
#[test]
fn the_page_lists_every_refusal() {
    let (case, page) = (page_case(), include_str!("../../../../docs/composed.md"));
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: BTreeMap<&str, &str> = rows
        .filter_map(|row| row.split_once("` | `"))
        .map(|(text, rest)| (text, rest.split('`').next().unwrap_or("")))
        .collect();
    assert!(!listed.is_empty());
    let mut seen = Vec::new();
    for operation in operations::all() {
        for (text, holds) in laws(operation.name, &case).expect(operation.name) {
            match (evaluate(&case, &text), listed.get(text.as_str())) {
                (Ok(value), None) => assert_eq!(holds(&case, &value), Ok(()), "{text} = {value}"),
                (Err(refusal), Some(kind)) => {
                    assert_eq!(refusal.kind, *kind, "{text}: {}", refusal.message);
                    seen.push(text);
                }
                (Ok(value), Some(_)) => panic!("{text} = {value} is listed as refused"),
                (Err(refusal), None) => {
                    panic!(
                        "{text} is refused and not listed: [{}] {}",
                        refusal.kind, refusal.message
                    )
                }
            }
        }
    }
    assert_eq!(seen.len(), listed.len(), "{listed:?}");
}
