//! `tilework compare`: are two layouts the same function, and how do their shapes relate?

use std::io::{self, Write};

use serde::Serialize;
use tilework::{AnyLayout, idx2crd};

use crate::args::CompareArgs;
use crate::context::{Context, algebra, argument};
use crate::facts::AnyFacts;
use crate::json;
use crate::report::{NO, OK};
use crate::screen::{ANSWER, WRONG, paint};

#[derive(Serialize)]
struct Comparison {
    a: String,
    b: String,
    same_function: bool,
    /// The first index below both sizes at which the offsets differ.
    first_difference: Option<Difference>,
    congruent: bool,
    /// Whether B's shape refines A's ...
    a_compatible_with_b: bool,
    /// ... and A's refines B's.
    b_compatible_with_a: bool,
    facts: [AnyFacts; 2],
}

#[derive(Serialize)]
struct Difference {
    index: i64,
    a: i64,
    b: i64,
}

impl Comparison {
    fn of(a: &AnyLayout, b: &AnyLayout) -> Result<Comparison, tilework::Error> {
        let index = a.first_difference(b)?;
        let first_difference = index.and_then(|index| {
            Some(Difference { index, a: a.at_index(index).ok()?, b: b.at_index(index).ok()? })
        });
        let (a_shape, b_shape) = (a.shape(), b.shape());
        Ok(Comparison {
            a: a.to_string(),
            b: b.to_string(),
            same_function: index.is_none() && a.size() == b.size(),
            first_difference,
            congruent: a_shape.congruent(&b_shape),
            a_compatible_with_b: a_shape.compatible(&b_shape),
            b_compatible_with_a: b_shape.compatible(&a_shape),
            facts: [AnyFacts::of(a), AnyFacts::of(b)],
        })
    }
}

pub(crate) fn run(context: &mut Context, args: &CompareArgs) -> io::Result<u8> {
    let mut layouts = Vec::new();
    for side in [&args.a, &args.b] {
        let (text, broken) = argument(side);
        let layout = match broken {
            None => context.any_layout(&text, 0),
            Some(diagnostic) => Err(diagnostic),
        };
        match layout {
            Ok(layout) => layouts.push(layout),
            Err(diagnostic) => return context.tell(&diagnostic, Some(&text), None),
        }
    }
    let [a, b] = [layouts[0], layouts[1]];
    let comparison = match Comparison::of(&a, &b) {
        Ok(comparison) => comparison,
        Err(error) => return context.tell(&algebra(error, 0..0), None, None),
    };
    if context.json {
        json::line(&mut context.out, &comparison)?;
    } else {
        write(context, &comparison, &a, &b)?;
    }
    Ok(if comparison.same_function { OK } else { NO })
}

fn write(
    context: &mut Context,
    comparison: &Comparison,
    a: &AnyLayout,
    b: &AnyLayout,
) -> io::Result<()> {
    let color = context.screen.color;
    let verdict = if comparison.same_function {
        paint("the same function", ANSWER, color)
    } else if let Some(Difference { index, a: left, b: right }) = comparison.first_difference {
        let differ = paint("not the same function", WRONG, color);
        let coordinate = |layout: &AnyLayout| match idx2crd(index, &layout.shape()) {
            Ok(coordinate) => coordinate.to_string(),
            Err(_) => index.to_string(),
        };
        format!(
            "{differ}: at index {index}, A{} = {left} and B{} = {right}",
            bracketed(coordinate(a)),
            bracketed(coordinate(b))
        )
    } else {
        let differ = paint("not the same function", WRONG, color);
        format!("{differ}: the sizes differ, the first {} offsets agree", a.size().min(b.size()))
    };
    let out = &mut context.out;
    writeln!(out, "{verdict}")?;
    writeln!(out, "  A = {a}\n      {}", comparison.facts[0])?;
    writeln!(out, "  B = {b}\n      {}", comparison.facts[1])?;
    let yes = |truth: bool| if truth { "yes" } else { "no" };
    writeln!(out, "congruent (nested alike): {}", yes(comparison.congruent))?;
    writeln!(
        out,
        "compatible: A with B (B refines A's shape) {}, B with A {}",
        yes(comparison.a_compatible_with_b),
        yes(comparison.b_compatible_with_a)
    )
}

/// A coordinate as it is written behind a name.
fn bracketed(coordinate: String) -> String {
    if coordinate.starts_with('(') { coordinate } else { format!("({coordinate})") }
}
