//! From 1 to 32 modes: how the operations grow with the rank.

use std::fmt::Write;
use std::hint::black_box;

use tilework::{Layout, Tiler, Tuple};
use tilework_bench::beside::{
    BEFORE, CUTE, Case, Entry, OURS, Outcome, header, instructions as count,
};
use tilework_bench::figure::Figure;

use crate::Answer;

const OPERATIONS: [&str; 7] = [
    "composition",
    "coalesce",
    "complement",
    "logical_divide",
    "right_inverse",
    "is_injective",
    "at_index",
];

const MODES: [u32; 6] = [1, 2, 4, 8, 16, 32];

/// Modes of extent 2, whose strides are these powers of two.
fn binary(modes: u32, power: impl Fn(u32) -> u32) -> Layout {
    let shape: Vec<i64> = vec![2; modes as usize];
    let strides: Vec<i64> = (0..modes).map(|k| 1 << power(k)).collect();
    let tuple = |values: &[i64]| Tuple::from_slice(values).expect("at most 32 modes");
    Layout::new(tuple(&shape), tuple(&strides)).expect("powers of two that fit")
}

/// Where mode `k` stands among `n`: no two neighbours are neighbours again, so nothing coalesces.
const fn place(n: u32, k: u32) -> u32 {
    (3 * k + 1) % n
}

fn name(operation: &str, modes: u32) -> String {
    format!("{operation} {modes}")
}

fn modes(n: u32) -> String {
    if n == 1 { "1 mode".to_owned() } else { format!("{n} modes") }
}

/// Every operation with every number of modes.
pub(crate) fn cases() -> Vec<Case> {
    OPERATIONS.iter().flat_map(|operation| MODES.map(|n| one(operation, n))).collect()
}

fn one(operation: &str, n: u32) -> Case {
    let permuted = binary(n, |k| place(n, k));
    let case = match operation {
        "composition" => {
            let reversed = binary(n, |k| n - 1 - k);
            ask(operation, n, move || black_box(&permuted).compose(black_box(&reversed)))
        }
        "coalesce" => ask(operation, n, move || black_box(&permuted).coalesce()),
        "complement" => {
            // A gap behind every second one.
            let sparse = binary(n, |k| place(n, k) + place(n, k) / 2);
            let size = 1 << (n + n / 2 + 1);
            ask(operation, n, move || black_box(&sparse).complement(black_box(size)))
        }
        "logical_divide" => {
            let tile: Tiler = "2:1".parse().expect("it is well-formed");
            ask(operation, n, move || black_box(&permuted).logical_divide(black_box(&tile)))
        }
        "right_inverse" => ask(operation, n, move || black_box(&permuted).right_inverse()),
        "is_injective" => ask(operation, n, move || black_box(&permuted).is_injective()),
        _ => ask(operation, n, move || black_box(&permuted).at_index(black_box((1 << n) - 2))),
    };
    match (operation, n) {
        ("composition" | "is_injective", 32) => case.at_most(54.0, CUTE, "composition"),
        _ => case,
    }
}

fn ask<T: Answer>(operation: &str, n: u32, f: impl Fn() -> T + 'static) -> Case {
    crate::case(name(operation, n), format!("{operation}, {}", modes(n)), 1, f)
}

/// What it takes.
pub(crate) fn times(outcome: &Outcome) -> String {
    let what = "Modes of extent 2, permuted so that nothing coalesces; the tile of `logical_divide` is `2:1`, \
                and the complement has a gap behind every second mode.\n\n";
    what.to_owned() + &table(outcome, |entry| entry.figure.as_ref().map(Figure::text))
}

/// How many instructions it takes.
pub(crate) fn instructions(outcome: &Outcome) -> String {
    table(outcome, |entry| entry.instructions.map(count))
}

/// A row for each operation and contestant who has it, a column for each number of modes.
fn table(outcome: &Outcome, value: impl Fn(&Entry) -> Option<String>) -> String {
    let columns = MODES.map(modes);
    let mut out = header("", &columns.each_ref().map(String::as_str));
    for operation in OPERATIONS {
        for who in [OURS, BEFORE, CUTE] {
            let row = |n| outcome.rows.iter().find(|row| row.case.name == name(operation, n));
            let cells = MODES.map(|n| row(n).and_then(|row| value(row.entry(who)?)));
            if cells.iter().all(Option::is_none) {
                continue;
            }
            let cells = cells.map(|cell| cell.unwrap_or_else(|| "n/a".to_owned()));
            let who = if who == OURS { String::new() } else { format!(", {who}") };
            writeln!(out, "| {operation}{who} | {} |", cells.join(" | ")).unwrap();
        }
    }
    out
}
