//! What is asked about functions.

use tilework_lang::Value;

use super::Chosen;
use crate::checks::{A, B, Law, P, Select, equals, image, law, number, truth};

/// The laws of an operation, if it is one of these.
pub(super) fn laws(name: &str, chosen: &Chosen) -> Option<Vec<Law>> {
    let &Chosen { n, m, .. } = chosen;
    Some(match name {
        "same_function" => vec![
            law("same_function(A, P)", |case, value| {
                truth(value, case.a.table() == case.p.table())
            }),
            law("same_function(A, B)", |case, value| {
                truth(value, case.a.table() == case.b.table())
            }),
        ],
        "first_difference" => vec![law("first_difference(A, B)", |case, value| {
            let (a, b) = (case.a.table(), case.b.table());
            let first = a.iter().zip(&b).position(|(x, y)| x != y);
            equals(value, first.map_or(Value::Nothing, |x| Value::Integer(x as i64)))
        })],
        "is_injective" => vec![law("is_injective(A)", |case, value| {
            truth(value, image(&case.a).len() as i64 == case.a.size())
        })],
        "is_surjective" => vec![law("is_surjective(A)", |case, value| {
            let set = image(&case.a);
            let (least, most) = (set.first().unwrap(), set.last().unwrap());
            truth(value, most - least + 1 == set.len() as i64)
        })],
        "is_bijective" => vec![law("is_bijective(A)", |case, value| {
            truth(value, image(&case.a).into_iter().eq(0..case.a.size()))
        })],
        "is_contiguous" => vec![law("is_contiguous(A)", |case, value| {
            let set = image(&case.a);
            let least = *set.first().unwrap();
            truth(value, set.into_iter().eq(least..least + case.a.size()))
        })],
        "collision" => vec![law("collision(A)", |case, value| {
            let table = case.a.table();
            match value {
                Value::Nothing if image(&case.a).len() == table.len() => Ok(()),
                Value::Tuple(two) => {
                    let [x, y] = [two.leaves()[0] as usize, two.leaves()[1] as usize];
                    if x != y && table[x] == table[y] { Ok(()) } else { Err("they differ".into()) }
                }
                _ => Err("two indices share an offset".into()),
            }
        })],
        "mex" => vec![law("mex(A)", |case, value| {
            let set = image(&case.a);
            number(value, (0..).find(|y| !set.contains(y)).unwrap())
        })],
        "preimage" => vec![law(format!("preimage(A, {n})"), |case, value| {
            let table = case.a.table();
            match value {
                Value::Nothing if !table.contains(&case.n) => Ok(()),
                Value::Integer(x) if table[*x as usize] == case.n => Ok(()),
                _ => Err("another offset".into()),
            }
        })],
        "images_meet" => {
            let meet = |text: String, both: [Select; 2], from: [i64; 2]| {
                law(text, move |case, value| {
                    let [a, b] = both.map(|of| of(case).table());
                    let met = a.iter().any(|x| b.contains(&(x + from[0] - from[1])));
                    match value {
                        Value::Nothing if !met => Ok(()),
                        Value::Tuple(two) => {
                            let (x, y) = (two.leaves()[0] as usize, two.leaves()[1] as usize);
                            let same = a[x] + from[0] == b[y] + from[1];
                            if same { Ok(()) } else { Err("they differ there".into()) }
                        }
                        _ => Err(format!("they meet: {met}")),
                    }
                })
            };
            vec![
                meet("images_meet(A, B)".into(), [A, B], [0, 0]),
                meet(format!("images_meet(A, {n}, P, {})", 9 * m), [A, P], [n, 9 * m]),
                meet(format!("images_meet(P, {n}, A, {})", 9 * m), [P, A], [n, 9 * m]),
            ]
        }
        _ => return None,
    })
}
