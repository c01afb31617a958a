//! Every line of `conformance/torch.jsonl`, what PyTorch's lexicographic pycute answers, in that order.
//!
//! Where an answer differs, brute force decides whose is right.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use tilework::{Layout, Order};
use tilework_lang::{Outcome, Scope, Value, agree_in};

use crate::oracle::{Fun, count_in};

fn evaluate(text: &str) -> Result<Value, String> {
    match Scope::in_order(Order::Lex).run(text) {
        Ok(Outcome::Value(value)) => Ok(value),
        Ok(other) => panic!("{text}: {other:?}"),
        Err(refusal) => Err(refusal.kind.to_owned()),
    }
}

fn layout(text: &str) -> Option<Fun> {
    text.parse::<Layout>().ok().map(|layout| Fun::plain(&layout))
}

/// Whether an answer satisfies the definition of the operation; `None` where that is not decided here.
fn holds(op: &str, args: &[&str], answer: &str) -> Option<bool> {
    let Some(found) = layout(answer) else { return Some(false) };
    let a = layout(args[0])?;
    Some(match op {
        "composition" => {
            let b = layout(args[1])?;
            found.size() == b.size() && (0..b.size()).all(|x| found.at(x) == a.at(b.at(x).unwrap()))
        }
        "complement" => {
            let bound: i64 = args[1].parse().ok()?;
            let mut image = a.table();
            image.sort_unstable();
            image.dedup();
            let starts = found.table();
            let mut all: Vec<i64> =
                starts.iter().flat_map(|start| image.iter().map(move |y| y + start)).collect();
            all.sort_unstable();
            let end = all.len() as i64;
            starts.is_sorted() && end >= bound && all.iter().copied().eq(0..end)
        }
        "right_inverse" => {
            (0..).zip(found.table()).all(|(y, x)| x < a.size() && a.at(x) == Some(y))
        }
        "left_inverse" => (0..).zip(a.table()).all(|(x, y)| found.at(y) == Some(x)),
        _ => return None,
    })
}

#[test]
fn every_line() {
    count_in(Order::Lex);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/torch.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for line in text.lines() {
        let line: Json = serde_json::from_str(line).unwrap();
        let op = line["op"].as_str().unwrap();
        let args: Vec<&str> =
            line["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap()).collect();
        let call = format!("{op}({})", args.join(", "));
        let ours = evaluate(&call);
        let class = match (&ours, line["torch"].as_str()) {
            (Ok(_), None) => "torch-refuses",
            (Err(_), None) => "both-refuse",
            (Ok(ours), Some(torch))
                if evaluate(torch).is_ok_and(|torch| agree_in(Order::Lex, ours, &torch)) =>
            {
                "equal"
            }
            (ours, Some(torch)) => match (holds(op, &args, torch), ours) {
                (Some(false), Ok(ours)) => {
                    assert_eq!(holds(op, &args, &ours.to_string()), Some(true), "{call} = {ours}");
                    "torch-wrong"
                }
                (Some(false), Err(_)) => "torch-wrong",
                // Both invert: one is longer, or has other values where nothing is to be inverted.
                (Some(true), Ok(ours)) if op.ends_with("inverse") => {
                    assert_eq!(holds(op, &args, &ours.to_string()), Some(true), "{call} = {ours}");
                    "another-inverse"
                }
                // Products of what has no complement, and tiles by mode that are no layout.
                (None, Err(kind)) if op.ends_with("product") || args[1].starts_with('<') => {
                    assert!(
                        ["gap-not-divisible", "stride-not-multiple", "overlap", "not-a-layout"]
                            .contains(&kind.as_str()),
                        "{call}: {kind}"
                    );
                    "no-answer"
                }
                (holds, ours) => panic!("{call}: torch {torch}, ours {ours:?}, holds {holds:?}"),
            },
        };
        *counts.entry(class).or_default() += 1;
    }
    let counts: Vec<(&str, u32)> = counts.into_iter().collect();
    let expected = [
        ("another-inverse", 23),
        ("both-refuse", 174),
        ("equal", 3198),
        ("no-answer", 19),
        ("torch-refuses", 61),
        ("torch-wrong", 101),
    ];
    assert_eq!(counts, expected);
}
