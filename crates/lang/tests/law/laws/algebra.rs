//! What makes other functions of functions.

use std::collections::BTreeSet;

use tilework_lang::Value;

use super::{Chosen, leaves_of};
use crate::checks::{
    A, B, Law, P, Q, Select, common, entries, image, inverse, is, law, number, tiles, two,
};
use crate::oracle::Fun;

/// The laws of an operation, if it is one of these.
pub(super) fn laws(name: &str, chosen: &Chosen) -> Option<Vec<Law>> {
    let &Chosen { n, mode, .. } = chosen;
    Some(match name {
        "truncate" => vec![
            law(format!("truncate(A, {n})"), |case, value| is(value, case.n, |x| case.a.at(x))),
            law(format!("truncate(A, {})", 16 * n), |case, value| {
                is(value, 16 * case.n, |x| case.a.at(x))
            }),
        ],
        "composition" | "compose_any" | "compose_flat" | "compose_strict" => {
            let strict = name == "compose_strict";
            let through = |outer: (&str, Select), inner: (&str, Select)| {
                let (f, g) = (outer.1, inner.1);
                law(format!("{name}({}, {})", outer.0, inner.0), move |case, value| {
                    let outside = |y: &i64| !(0..f(case).size()).contains(y);
                    if strict && g(case).table().iter().any(outside) {
                        return Err("it leaves the domain".into());
                    }
                    is(value, g(case).size(), |x| f(case).at(g(case).at(x)?))
                })
            };
            vec![
                through(("A", A), ("P", P)),
                through(("P", P), ("A", A)),
                through(("A", A), ("B", B)),
                through(("A", A), ("Q", Q)),
            ]
        }
        "compose_at" => {
            let through = |outer: (&str, Select), inner: (&str, Select)| {
                let (f, g) = (outer.1, inner.1);
                law(format!("compose_at({}, {n}, {})", outer.0, inner.0), move |case, value| {
                    let start = f(case).at(case.n).ok_or("undefined")?;
                    is(value, g(case).size(), |x| {
                        Some(f(case).at(case.n + g(case).at(x)?)? - start)
                    })
                })
            };
            vec![
                through(("A", A), ("P", P)),
                through(("P", P), ("A", A)),
                through(("A", A), ("B", B)),
            ]
        }
        "scale" => [n, 0, -n]
            .map(|by| {
                law(format!("scale(A, {by})"), move |case, value| {
                    is(value, case.a.size(), |x| Some(by * case.a.at(x)?))
                })
            })
            .into(),
        "sum" => {
            let both = |text: &str, of: Select, factor: i64| {
                law(text, move |case, value| {
                    is(value, case.a.size(), |x| Some(case.a.at(x)? + factor * of(case).at(x)?))
                })
            };
            vec![
                both("sum(A, P o make_layout(shape(A)))", P, 1),
                both("sum(scale(P o make_layout(shape(A)), 64), A)", P, 64),
                both("sum(A, A)", A, 1),
            ]
        }
        "complement" => vec![
            law("complement(A)", |case, value| tiles(&case.a, value, 1, false)),
            law(format!("complement(A, {})", 8 * n), |case, value| {
                tiles(&case.a, value, 8 * case.n, false)
            }),
        ],
        "complement_exact" | "complement_image" => {
            let once = name == "complement_exact";
            vec![law(format!("{name}(A, {})", 16 * n), move |case, value| {
                if once && image(&case.a).len() as i64 != case.a.size() {
                    return Err("an offset is taken twice".into());
                }
                tiles(&case.a, value, 16 * case.n, true)
            })]
        }
        "right_inverse" | "right_inverse_max" => vec![inverse(&format!("{name}(A)"), A)],
        "left_inverse" | "left_inverse_search" => vec![law(format!("{name}(A)"), |case, value| {
            let left = Fun::of(value).ok_or("not a layout")?;
            match (0..).zip(case.a.table()).find(|&(x, y)| left.at(y) != Some(x)) {
                None => Ok(()),
                Some((x, y)) => Err(format!("L({y}) is {:?}, not {x}", left.at(y))),
            }
        })],
        "generalized_inverse" => vec![law("generalized_inverse(A)", |case, value| {
            let g = Fun::of(value).ok_or("not a layout")?;
            let back = |y: i64| case.a.at(g.at(y).filter(|&x| x >= 0)?);
            match case.a.table().into_iter().find(|&y| back(y) != Some(y)) {
                None => Ok(()),
                Some(y) => Err(format!("A(G({y})) is {:?}", back(y))),
            }
        })],
        "nullspace" => vec![law("nullspace(A)", |case, value| {
            let zeros: BTreeSet<i64> =
                (0..).zip(case.a.table()).filter(|&(_, y)| y == 0).map(|(x, _)| x).collect();
            let found: BTreeSet<i64> = entries(value)?.into_iter().collect();
            if found == zeros { Ok(()) } else { Err(format!("the indices are {zeros:?}")) }
        })],
        "max_common_layout" | "max_common_vector" => {
            let only_size = name == "max_common_vector";
            vec![
                common(&format!("{name}(A, P)"), [A, P], only_size),
                common(&format!("{name}(P, A)"), [P, A], only_size),
                common(&format!("{name}(A, B)"), [A, B], only_size),
                common(&format!("{name}(A, A)"), [A, A], only_size),
            ]
        }
        "vector_width" | "vector_alignment" => {
            let wide = name == "vector_width";
            let part = move |found: (i64, i64)| if wide { found.0 } else { found.1 };
            vec![
                law(format!("{name}(A, {mode})"), move |case, value| {
                    number(value, part(case.a.vector(&leaves_of(&case.a, mode))))
                }),
                law(format!("{name}(P at {n}, 0)"), move |case, value| {
                    let moved = Fun::of(&Value::Slice(Box::new(case.plain("P")), n))
                        .ok_or("not a layout")?;
                    number(value, part(moved.vector(&leaves_of(&moved, 0))))
                }),
                law(format!("{name}(A)"), move |case, value| {
                    let all = case.a.nodes().into_iter().map(|leaves| case.a.vector(&leaves));
                    number(value, part(all.max().unwrap_or((1, 1))))
                }),
            ]
        }
        "common_vector" => {
            let both = |text: String| {
                law(text, move |case, value| {
                    let inner = Fun::plain(&case.plain("I"));
                    let [left, right] =
                        [&case.a, &inner].map(|of| of.vector(&leaves_of(of, mode)).0);
                    let divides = |w: &i64| left % w == 0 && right % w == 0;
                    number(value, (1..=left).filter(divides).max().unwrap_or(0))
                })
            };
            vec![
                both(format!("common_vector(A, I, {mode})")),
                both(format!("common_vector(I, A, {mode})")),
                law("common_vector(A, A)", |case, value| {
                    let all = case.a.nodes().into_iter().map(|leaves| case.a.vector(&leaves).0);
                    number(value, all.max().unwrap_or(1))
                }),
            ]
        }
        "common_refinement" => vec![law("common_refinement(A, B)", |case, value| {
            let [first, second] = two(value)?;
            let same = first.table() == case.a.table() && second.table() == case.b.table();
            if same && first.shape == second.shape { Ok(()) } else { Err("other functions".into()) }
        })],
        "solve" => {
            let solved = |text: &str, of: Select, wanted: Select| {
                law(text, move |case, value| {
                    let c = wanted(case).table();
                    let x = entries(value)?;
                    let holds = |(&x, &c): (&i64, &i64)| x >= 0 && of(case).at(x) == Some(c);
                    let all = x.len() == c.len() && x.iter().zip(&c).all(holds);
                    if all { Ok(()) } else { Err("A(X(i)) is not C(i)".into()) }
                })
            };
            vec![
                solved("solve(A, P)", A, P),
                solved("solve(P, A)", P, A),
                solved("solve(A, B)", A, B),
                solved("solve(A, A)", A, A),
            ]
        }
        "upcast" | "recast" => {
            let text = match name {
                "upcast" => "upcast(A, 2)".to_owned(),
                _ => "recast(A, 16, 32)".to_owned(),
            };
            vec![law(text, |case, value| {
                let small = image(&case.a);
                let holders: BTreeSet<i64> = small.iter().map(|y| y.div_euclid(2)).collect();
                let large: BTreeSet<i64> = entries(value)?.into_iter().collect();
                if large == holders { Ok(()) } else { Err("other memory".into()) }
            })]
        }
        "downcast" => vec![law("downcast(A, 2)", |case, value| {
            let small: BTreeSet<i64> = entries(value)?.into_iter().collect();
            let cut: BTreeSet<i64> =
                image(&case.a).iter().flat_map(|y| [2 * y, 2 * y + 1]).collect();
            if cut == small { Ok(()) } else { Err("other memory".into()) }
        })],
        _ => return None,
    })
}
