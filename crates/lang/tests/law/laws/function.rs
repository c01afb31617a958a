//! The function itself.

use tilework::Tuple;
use tilework_lang::Value;

use super::Chosen;
use crate::checks::{A, B, C64, Case, Law, P, Select, equals, image, is, law, number, two};
use crate::oracle::{first_break, split};

/// The laws of an operation, if it is one of these.
pub(super) fn laws(name: &str, case: &Case, chosen: &Chosen) -> Option<Vec<Law>> {
    let &Chosen { n, rank, mode, .. } = chosen;
    let sliced = move |case: &Case, x: i64| {
        let coordinate: Vec<i64> =
            (0..rank).map(|i| if i == mode { x } else { case.n % 3 }).collect();
        case.a.at_modes(&coordinate)
    };
    let mode_size =
        move |case: &Case| case.a.modes[mode as usize].iter().map(|leaf| leaf.0).product::<i64>();
    Some(match name {
        "make_layout" => {
            let beside = |text: &str, parts: Vec<Select>| {
                law(text, move |case, value| {
                    let sizes: Vec<i64> = parts.iter().map(|of| of(case).size()).collect();
                    is(value, sizes.iter().product(), |x| {
                        let at = split(x, &sizes);
                        parts.iter().zip(at).map(|(of, x)| of(case).at(x)).sum()
                    })
                })
            };
            vec![
                beside("make_layout(A)", vec![A]),
                beside("make_layout(A, P)", vec![A, P]),
                beside("make_layout(P, A)", vec![P, A]),
                beside("make_layout(A, 3:64, B)", vec![A, C64, B]),
            ]
        }
        "composed_layout" => vec![
            law(format!("{name}(A, {n}, P)"), |case, value| {
                is(value, case.p.size(), |x| case.a.at(case.n + case.p.at(x)?))
            }),
            law(format!("{name}(P, {n}, A)"), |case, value| {
                is(value, case.a.size(), |x| case.p.at(case.n + case.a.at(x)?))
            }),
            law(format!("{name}(B, {n}, A)"), |case, value| {
                is(value, case.a.size(), |x| case.b.at(case.n + case.a.at(x)?))
            }),
        ],
        "to_xor_map" => vec![law("to_xor_map(A)", |case, value| match value {
            Value::Xor(map) => match (0..).zip(case.a.table()).find(|&(x, y)| map.apply(x) != y) {
                None => Ok(()),
                Some((x, y)) => Err(format!("at {x} it is not {y}")),
            },
            _ => Err("not a map".into()),
        })],
        "to_layout" => {
            vec![law("to_layout(A)", |case, value| is(value, case.a.size(), |x| case.a.at(x)))]
        }
        "stride" => vec![law("stride(A)", |case, value| {
            let strides = match value {
                Value::Integer(stride) => Tuple::leaf(*stride),
                Value::Tuple(strides) => **strides,
                _ => return Err("no strides".into()),
            };
            match first_break(&case.a.table()) {
                Some(x) => Err(format!("{strides}, but at {x} it is no layout")),
                None => Ok(()),
            }
        })],
        "cosize" | "coshape" => vec![law(format!("{name}(A)"), |case, value| {
            let table = case.a.table();
            number(value, table.iter().max().unwrap() - table.iter().min().unwrap() + 1)
        })],
        "max_alignment" => vec![law("max_alignment(A)", |case, value| {
            let Value::Integer(n) = value else { return Err("not a number".into()) };
            let set = image(&case.a);
            let grouped = |n: i64| {
                set.iter().all(|y| (0..n).all(|k| set.contains(&(y.div_euclid(n) * n + k))))
            };
            match (*n..=set.len() as i64).rev().find(|&n| grouped(n)) {
                Some(best) if best == *n => Ok(()),
                best => Err(format!("the largest group is {best:?}")),
            }
        })],
        "crd2idx" => vec![law(format!("crd2idx({n}, A)"), |case, value| {
            number(value, case.a.at(case.n).ok_or("undefined")?)
        })],
        "eval_coord" => vec![law(format!("eval_coord(A, {n})"), |case, value| {
            number(value, case.a.at(case.n).ok_or("undefined")?)
        })],
        "eval1d" => vec![law(format!("eval1d(A, {})", 20 * n), |case, value| {
            let expected: Option<Vec<i64>> = (0..20 * case.n).map(|x| case.a.at(x)).collect();
            equals(value, Value::List(expected.ok_or("undefined")?))
        })],
        "offsets" => {
            vec![law("offsets(A)", |case, value| equals(value, Value::List(case.a.table())))]
        }
        "slice" => vec![law(format!("slice({}, A)", chosen.fixed()), move |case, value| {
            // From wherever it starts.
            let base = match value {
                Value::Layout(_) => sliced(case, 0).ok_or("undefined")?,
                _ => 0,
            };
            is(value, mode_size(case), |x| Some(sliced(case, x)? - base))
        })],
        "slice_and_offset" => {
            vec![law(format!("slice_and_offset({}, A)", chosen.fixed()), move |case, value| {
                is(value, mode_size(case), |x| sliced(case, x))
            })]
        }
        "with_offset" => vec![law(format!("with_offset(A, {n})"), |case, value| {
            is(value, case.a.size(), |x| Some(case.a.at(x)? + case.n))
        })],
        "pair" => vec![law("pair(A, P)", |case, value| {
            let [first, second] = two(value)?;
            let same = first.table() == case.a.table() && second.table() == case.p.table();
            if same { Ok(()) } else { Err("other layouts".into()) }
        })],
        "with_shape" => {
            // A shape of its size: as many as its mode 0 has, and the rest.
            let (size, first) = (case.a.size(), case.a.modes[0][0].0);
            let shape = format!("with_shape(A, ({},{first}))", size / first);
            let same = |case: &Case, value: &Value| is(value, case.a.size(), |x| case.a.at(x));
            vec![law(shape, same), law(format!("with_shape(A, {size})"), same)]
        }
        _ => return None,
    })
}
