//! What acts on the layout inside.

use super::Chosen;
use crate::checks::{Law, image, inside, is, law, refers_to_plain, sums};
use crate::oracle::{Fun, places, split};

/// The laws of an operation, if it is one of these.
pub(super) fn laws(name: &str, chosen: &Chosen) -> Option<Vec<Law>> {
    let &Chosen { n, m, rank, mode, .. } = chosen;
    Some(match name {
        "tile_to_shape" => {
            let shape: Vec<String> = (0..rank).map(|_| (4 * m).to_string()).collect();
            vec![inside(&format!("{name}(A, ({}))", shape.join(",")))]
        }
        "flatten" | "filter" | "filter_zeros" | "sort" | "coalesce" => {
            let mut out = vec![inside(&format!("{name}(A)"))];
            match name {
                "filter" | "coalesce" => {
                    out.push(inside(&format!("{name}(A, {})", chosen.each("1"))))
                }
                "filter_zeros" => out.push(inside(&format!("{name}(A, {})", chosen.each("0")))),
                _ => {}
            }
            out
        }
        "get" | "remove" => vec![inside(&format!("{name}(A, {mode})"))],
        "select" => vec![inside(&format!("{name}(A, ({mode},))"))],
        "take" | "group" => vec![inside(&format!("{name}(A, {mode}, {rank})"))],
        "unflatten" => vec![inside(&format!("{name}(A, {})", chosen.each("1")))],
        "append_n" | "prepend_n" => {
            vec![
                inside(&format!("{name}(A, {})", rank + 1)),
                inside(&format!("{name}(A, {}, P)", rank + 1)),
            ]
        }
        "dice" => vec![inside(&format!("{name}({}, A)", chosen.fixed()))],
        "logical_product" | "zipped_product" | "tiled_product" | "flat_product" => vec![
            inside(&format!("{name}(A, P)")),
            inside(&format!("{name}(A, <{n}>)")),
            law(format!("{name}(P, B)"), |case, value| {
                // The first copy is P, and the copies stand where B says, in units that P covers.
                let (p, copies) = (case.p.table(), case.b.table());
                let set: Vec<i64> = image(&case.p).into_iter().collect();
                let most = copies.iter().max().unwrap_or(&0) + 1;
                let moving = most > 1;
                let at = if moving {
                    places(&set, case.p.size() * most).ok_or("P has no complement")?
                } else {
                    vec![0]
                };
                let starts = copies
                    .iter()
                    .map(|&copy| at.get(copy as usize).copied().ok_or("a copy is missing"))
                    .collect::<Result<Vec<_>, _>>()?;
                let expected = sums(&p, &starts);
                is(value, expected.len() as i64, |x| expected.get(x as usize).copied())
            }),
        ],
        "blocked_product" | "raked_product" => {
            vec![inside(&format!("{name}(A, P)")), refers_to_plain(format!("{name}(P, B)"))]
        }
        "append" | "prepend" => {
            let first = name == "append";
            let beside = law(format!("{name}(P, B)"), move |case, value| {
                let both = if first { [&case.p, &case.b] } else { [&case.b, &case.p] };
                let sizes = both.map(Fun::size);
                is(value, sizes[0] * sizes[1], |x| {
                    let at = split(x, &sizes);
                    Some(both[0].at(at[0])? + both[1].at(at[1])?)
                })
            });
            vec![inside(&format!("{name}(A, P)")), beside]
        }
        "replace" => {
            vec![
                inside(&format!("{name}(A, {mode}, P)")),
                law("replace(P, 0, B)", |case, value| {
                    let rest = case.p.without_modes_before(1);
                    let sizes = [case.b.size(), rest.size()];
                    is(value, sizes[0] * sizes[1], |x| {
                        let at = split(x, &sizes);
                        Some(case.b.at(at[0])? + rest.at(at[1])?)
                    })
                }),
            ]
        }
        _ => return None,
    })
}
