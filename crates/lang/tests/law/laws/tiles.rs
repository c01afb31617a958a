//! Tiles, and the threads and values that share them.

use std::collections::BTreeSet;

use tilework_lang::Value;

use super::Chosen;
use crate::checks::{
    A, B, Case, Law, P, Q, divide_by_layout, divide_by_mode, divided, image, is, law, number,
    tiles_by_mode, truth, tv,
};
use crate::oracle::{Fun, split};

/// The laws of an operation, if it is one of these.
pub(super) fn laws(name: &str, case: &Case, chosen: &Chosen) -> Option<Vec<Law>> {
    let &Chosen { n, m, rank, .. } = chosen;
    Some(match name {
        "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => {
            let mut out = vec![
                divide_by_layout(name, ("A", A), ("Q", Q)),
                divide_by_layout(name, ("P", P), ("B", B)),
                divide_by_layout(name, ("A", A), ("B", B)),
            ];
            out.extend(divide_by_mode(name));
            out
        }
        "overhang" => vec![law("overhang(A, Q)", |case, value| {
            let indices = divided(&case.q, case.a.size()).ok_or("there is no division")?;
            number(value, indices.len() as i64 - case.a.size())
        })],
        "inner_partition" | "outer_partition" | "local_tile" => {
            let outer = name == "outer_partition";
            if rank != 2 {
                return Some(Vec::new());
            }
            let rests = tiles_by_mode(case);
            let within = if outer { [n, m] } else { rests };
            let coord = [n % within[0], m % within[1]];
            let text = format!("({},{})", coord[0], coord[1]);
            let element = move |case: &Case, x: i64| {
                let at = |extents: [i64; 2]| split(x, &extents).try_into().unwrap_or(extents);
                let (tile, place): ([i64; 2], [i64; 2]) =
                    if outer { (coord, at(rests)) } else { (at([n, m]), coord) };
                case.a.at_modes(&[tile[0] + n * place[0], tile[1] + m * place[1]])
            };
            let count = if outer { rests[0] * rests[1] } else { n * m };
            let holds = move |case: &Case, value: &Value| is(value, count, |x| element(case, x));
            let mut out = vec![law(format!("{name}(A, TILE, {text})"), holds)];
            if name == "local_tile" {
                let text = format!("({},7,{})", coord[0], coord[1]);
                out.push(law(format!("local_tile(A, <{n},5,{m}>, {text}, (1,_,1))"), holds));
            }
            out
        }
        "local_partition" => {
            if rank != 2 {
                return Some(Vec::new());
            }
            // Threads (n,m), first along mode 0; the swizzled ones in another order.
            let part = |text: String, number: fn(i64) -> i64| {
                law(text, move |case, value| {
                    let (n, m) = (case.n, case.m);
                    let thread = (0..n * m).find(|&i| number(i) == n * m - 1).ok_or("no thread")?;
                    let tile = [thread % n, thread / n];
                    let rests = tiles_by_mode(case);
                    is(value, rests[0] * rests[1], |x| {
                        let place = split(x, &rests);
                        case.a.at_modes(&[tile[0] + n * place[0], tile[1] + m * place[1]])
                    })
                })
            };
            let last = n * m - 1;
            vec![
                part(format!("local_partition(A, ({n},{m}):(1,{n}), {last})"), |i| i),
                part(
                    format!("local_partition(A, Sw<1,0,1> o 0 o ({n},{m}):(1,{n}), {last})"),
                    |i| i ^ (i >> 1 & 1),
                ),
            ]
        }
        "make_layout_tv" => {
            vec![tv("make_layout_tv(A, Q)", A, Q), tv("make_layout_tv(Q, A)", Q, A)]
        }
        "tv_layout" => vec![law(format!("tv_layout(T, {n})"), |case, value| {
            let Value::Tv(tv) = value else { return Err("no thread-value layout".into()) };
            let sizes = (tv.threads(), tv.values(), tv.tile().leaves()[0]);
            if sizes != (case.a.size(), 1, case.n) {
                return Err(format!("threads, values and cells: {sizes:?}"));
            }
            is(&(*tv.layout()).into(), case.a.size(), |x| case.a.at(x))
        })],
        "partition" => {
            if rank != 2 {
                return Some(Vec::new());
            }
            // Threads along mode 0 of a tile of n by m, values along mode 1; and the cells numbered from
            // the end, and swizzled.
            let part = |text: String, thread: i64, threads: i64, cell: fn(i64, i64) -> i64| {
                law(text, move |case, value| {
                    let (n, m, rests) = (case.n, case.m, tiles_by_mode(case));
                    let values = n * m / threads;
                    is(value, values * rests[0] * rests[1], |x| {
                        let at = cell(thread + threads * (x % values), n * m);
                        let place = [x / values % rests[0], x / values / rests[0]];
                        case.a.at_modes(&[at % n + n * place[0], at / n + m * place[1]])
                    })
                })
            };
            let (last, cells) = (n - 1, n * m);
            let mut out = vec![
                part(format!("partition(A, ({n},{m}) on ({n},{m}), {last})"), last, n, |x, _| x),
                part(format!("partition(A, ({n},{m}), ({n},{m}), 0)"), 0, n, |x, _| x),
                part(format!("partition(A, (1,{cells}) on ({n},{m}), 0)"), 0, 1, |x, _| x),
            ];
            if n % 2 == 0 && m % 2 == 0 {
                let swizzled = format!("Sw<1,0,1> o 0 o ({n},{m}):(1,{n})");
                let swap = |x: i64, _| x ^ (x >> 1 & 1);
                out.push(part(
                    format!("partition(A, {swizzled} on ({n},{m}), {last})"),
                    last,
                    n,
                    swap,
                ));
                let swizzled = format!("Sw<1,0,1> o 0 o (1,{cells}):(0,1)");
                out.push(part(format!("partition(A, {swizzled} on ({n},{m}), 0)"), 0, 1, swap));
            }
            out
        }
        "owners" => vec![law(format!("owners(T, {})", case.a.size()), |case, value| {
            let table = case.a.table();
            let found = Fun::of(value).ok_or("it is not a layout")?;
            for (index, &cell) in (0..).zip(&table) {
                if found.at(cell) != Some(index) {
                    return Err(format!("cell {cell} belongs to {index}"));
                }
            }
            if found.size() == case.a.size() { Ok(()) } else { Err("another size".into()) }
        })],
        "owner" => vec![law(format!("owner(T, {}, {n})", 2 * case.a.size()), |case, value| {
            // Threads are the first half of the indices of A, values the rest.
            let owners: Vec<i64> =
                (0..).zip(case.a.table()).filter(|&(_, y)| y == case.n).map(|(x, _)| x).collect();
            let threads = case.a.size();
            match value {
                Value::Nothing if owners.is_empty() => Ok(()),
                Value::Tuple(pair) => {
                    let index = pair.leaves()[0] + threads * pair.leaves()[1];
                    if owners.contains(&index) { Ok(()) } else { Err(format!("{owners:?}")) }
                }
                _ => Err(format!("the owners are {owners:?}")),
            }
        })],
        "coverage" if case.n % 2 == 0 => {
            vec![law(format!("coverage(T on {})", case.a.size()), |case, value| {
                let cells: BTreeSet<i64> = (0..case.a.size()).collect();
                truth(value, image(&case.a) == cells)
            })]
        }
        "coverage" => vec![law(format!("coverage(T, {})", case.a.size()), |case, value| {
            let cells: BTreeSet<i64> = (0..case.a.size()).collect();
            truth(value, image(&case.a) == cells)
        })],
        _ => return None,
    })
}
