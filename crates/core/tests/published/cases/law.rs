//! What each operation promises, checked by enumeration where the domain is small.
//!
//! Nothing here uses the algebra: offsets come from the modes, and whether a table is a
//! layout is decided from its expansion in floors.

use serde_json::Value;
use tilework::Layout;
use tilework_testing::{chains, eval, offsets, refines};

use super::Args;

/// Domains from this size on are not enumerated.
const LIMIT: i64 = 100_000;

fn small(layout: &Layout) -> bool {
    layout.size() < LIMIT && layout.cosize() < LIMIT
}

/// Whether a table is a layout: its breaks, or the first index at which no layout agrees.
///
/// Every table is a sum of `c[n] * (x / n)` in exactly one way, and it is a layout exactly
/// when the `n > 1` with `c[n] != 0` divide one another and the size.
fn breaks(table: &[i64]) -> Result<Vec<usize>, usize> {
    let size = table.len();
    let mut c: Vec<i64> =
        (0..size).map(|x| if x == 0 { 0 } else { table[x] - table[x - 1] }).collect();
    let mut chain = vec![1];
    for n in 1..size {
        for multiple in (2 * n..size).step_by(n) {
            c[multiple] -= c[n];
        }
        if n > 1 && c[n] != 0 {
            if n % chain[chain.len() - 1] != 0 || !size.is_multiple_of(n) {
                return Err(n);
            }
            chain.push(n);
        }
    }
    Ok(chain)
}

/// The table of `A(offset + B(x)) - A(offset)`.
fn window(a: &Layout, offset: i64, b: &Layout) -> Vec<i64> {
    let start = eval(a.leaf_modes(), offset);
    offsets(b).into_iter().map(|y| eval(a.leaf_modes(), offset + y) - start).collect()
}

/// The table that an operation must produce, and the layout whose shape it must refine.
fn wanted(op: &str, args: &Args) -> Option<(Vec<i64>, Option<Layout>)> {
    let b = |i| Some(args.layout(i)).filter(|b| b.size() < LIMIT);
    Some(match op {
        "recover" => (args.table(0), None),
        "compose" | "compose_strict" => (window(&args.layout(0), 0, &b(1)?), b(1)),
        "compose_flat" => (window(&args.layout(0), 0, &b(1)?), None),
        "compose_at" => (window(&args.layout(0), args.int(1), &b(2)?), b(2)),
        "coalesce" | "coalesce_by" | "with_shape" => (offsets(&b(0)?), None),
        "truncate" => {
            let a = b(0)?;
            ((0..args.int(1)).map(|x| eval(a.leaf_modes(), x)).collect(), None)
        }
        "sum" => {
            let (left, right) = (offsets(&b(0)?), offsets(&b(1)?));
            (left.iter().zip(right).map(|(x, y)| x + y).collect(), None)
        }
        _ => return None,
    })
}

/// The offsets of the layout, each once, in order.
fn image(layout: &Layout) -> Vec<i64> {
    let mut image = offsets(layout);
    image.sort_unstable();
    image.dedup();
    image
}

/// The starts of copies of `tile` that cover `[0, m)` exactly once. There is no choice: the
/// next copy starts at the first offset that is not covered.
fn tiling(tile: &[i64], m: i64) -> Option<Vec<i64>> {
    let mut covered = vec![false; m as usize];
    let mut starts = Vec::new();
    while let Some(start) = covered.iter().position(|&taken| !taken) {
        for offset in tile {
            let taken = covered.get_mut(start + *offset as usize)?;
            if std::mem::replace(taken, true) {
                return None;
            }
        }
        starts.push(start as i64);
    }
    Some(starts)
}

/// The largest right inverse there is, by trying all of them.
fn largest_right_inverse(a: &Layout, most: i64) -> i64 {
    let table = offsets(a);
    let preimages =
        |y: usize| (0..table.len()).filter(|&x| table[x] == y as i64).collect::<Vec<_>>();
    let inverts = |chain: &[usize], starts: &[usize], size: usize| {
        (0..size).all(|i| {
            let (mut at, mut rest) = (0, i);
            for (&n, &start) in chain.iter().zip(starts).rev() {
                at += rest / n * start;
                rest %= n;
            }
            table.get(at) == Some(&(i as i64))
        })
    };
    let exists = |size: usize| {
        size == 1
            || chains(size).iter().any(|chain| {
                let mut choices: Vec<Vec<usize>> = vec![vec![]];
                for &n in chain {
                    let ends = preimages(n);
                    choices = choices
                        .iter()
                        .flat_map(|head| {
                            ends.iter().map(move |&end| [head.as_slice(), &[end]].concat())
                        })
                        .collect();
                }
                choices.iter().any(|starts| inverts(chain, starts, size))
            })
    };
    (1..=most).rev().find(|&size| exists(size as usize)).unwrap()
}

/// Whether some layout with strides up to 16 inverts A from the left.
fn some_left_inverse(a: &Layout) -> bool {
    let table = offsets(a);
    let top = *table.iter().max().unwrap();
    // All chains of places up to the largest offset, longest first in each branch.
    fn search(table: &[i64], top: i64, places: &mut Vec<i64>, strides: &mut Vec<i64>) -> bool {
        let inverts = table.iter().enumerate().all(|(x, &y)| {
            let (mut at, mut rest) = (0, y);
            for (place, stride) in places.iter().zip(strides.iter()).rev() {
                at += rest / place * stride;
                rest %= place;
            }
            at == x as i64
        });
        if inverts {
            return true;
        }
        let last = places.last().copied();
        let first = last.map_or(1, |last| 2 * last);
        (first..=top.max(1)).step_by(last.unwrap_or(top.max(1)) as usize).any(|place| {
            places.push(place);
            let found = (-16..=16).any(|stride| {
                strides.push(stride);
                let found = search(table, top, places, strides);
                strides.pop();
                found
            });
            places.pop();
            found
        })
    }
    search(&table, top, &mut vec![], &mut vec![])
}

/// Checks the law for an answer.
pub(crate) fn of_answer(op: &str, args: &Args, answer: &Value, name: &str) {
    if let Some((table, shape)) = wanted(op, args) {
        let r: Layout = answer.as_str().unwrap().parse().unwrap();
        assert_eq!(offsets(&r), table, "{name} = {r}");
        if let Some(b) = shape {
            assert!(refines(&b.shape(), &r.shape()), "{name} = {r}");
        }
        return;
    }
    if op.starts_with("compose") {
        // Too large to enumerate: the ends and some indices between.
        let (a, b) = (args.layout(0), args.layout(1));
        let r: Layout = answer.as_str().unwrap().parse().unwrap();
        for x in (0..64).map(|k| (b.size() - 1) / 63 * k) {
            assert_eq!(r.at(x), a.at(b.at(x).unwrap()), "{name} at {x}");
        }
        return;
    }
    // The laws of the other operations speak of A's offsets.
    let Some(a) = Some(args.layout(0)).filter(small) else {
        return;
    };
    let table = offsets(&a);
    let at = |l: &Layout, x: i64| eval(l.leaf_modes(), x);
    let r = || answer.as_str().unwrap().parse::<Layout>().unwrap();
    match op {
        "complement" | "complement_exact" | "complement_image" => {
            let (starts, tile, m) = (offsets(&r()), image(&a), args.int(1));
            let covered = (tile.len() * starts.len()) as i64;
            assert_eq!(tiling(&tile, covered), Some(starts), "{name}");
            let fewest = (m..).find(|&m| tiling(&tile, m).is_some()).unwrap();
            assert_eq!(covered, fewest, "{name}: no smaller bound will do");
            assert!(op == "complement" || covered == m, "{name}");
            assert!(op != "complement_exact" || tile.len() as i64 == a.size(), "{name}");
        }
        "right_inverse" | "right_inverse_max" => {
            for i in 0..r().size() {
                assert_eq!(at(&a, at(&r(), i)), i, "{name} = {}", r());
            }
            let mex = (0..).find(|y| !table.contains(y)).unwrap();
            if op == "right_inverse_max" && mex < 64 {
                assert_eq!(r().size(), largest_right_inverse(&a, mex), "{name}");
            }
        }
        "left_inverse" | "left_inverse_search" => {
            for (x, &y) in table.iter().enumerate() {
                assert_eq!(at(&r(), y), x as i64, "{name} = {}", r());
            }
        }
        "mex" => assert_eq!(answer.as_i64(), (0..).find(|y| !table.contains(y)), "{name}"),
        "surjective" => {
            assert_eq!(answer.as_bool(), Some(image(&a).len() as i64 == a.cosize()), "{name}")
        }
        "bijective" => {
            let onto = image(&a).into_iter().eq(0..a.size());
            assert_eq!(answer.as_bool(), Some(onto), "{name}");
        }
        "collision" => match answer.as_array() {
            None => assert_eq!(image(&a).len(), table.len(), "{name}"),
            Some(pair) => {
                let (x, y) = (pair[0].as_i64().unwrap(), pair[1].as_i64().unwrap());
                assert!(x != y && x.max(y) < a.size() && at(&a, x) == at(&a, y), "{name}");
            }
        },
        "images_meet" => {
            let (a0, b, b0) = (args.int(1), args.layout(2), args.int(3));
            match answer.as_array() {
                None => {
                    let apart = offsets(&b).iter().all(|y| !table.contains(&(y + b0 - a0)));
                    assert!(apart, "{name}");
                }
                Some(pair) => {
                    let (x, y) = (pair[0].as_i64().unwrap(), pair[1].as_i64().unwrap());
                    assert!(x < a.size() && y < b.size(), "{name}");
                    assert_eq!(a0 + at(&a, x), b0 + at(&b, y), "{name}");
                }
            }
        }
        "first_difference" => {
            let other = offsets(&args.layout(1));
            let first = table.iter().zip(&other).position(|(x, y)| x != y);
            assert_eq!(answer.as_u64(), first.map(|x| x as u64), "{name}");
        }
        "same_function" => {
            assert_eq!(answer.as_bool(), Some(table == offsets(&args.layout(1))), "{name}")
        }
        "solve_right" => {
            let again: Vec<i64> = offsets(&r()).into_iter().map(|x| at(&a, x)).collect();
            assert_eq!(again, offsets(&args.layout(1)), "{name}");
        }
        // Each offset of A, or of its continuation, exactly once; the order is in the answer.
        "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => {
            let mut divided = offsets(&r());
            divided.sort_unstable();
            let mut all = offsets(&a);
            all.sort_unstable();
            assert!(divided.len() > all.len() || divided == all, "{name}");
        }
        // Copies of A that start at the offsets of the rest and do not touch.
        "logical_product" | "blocked_product" | "raked_product" | "tile_to_shape" => {
            assert_eq!(image(&r()).len(), offsets(&r()).len(), "{name}: every offset once");
            assert!(image(&a).iter().all(|y| offsets(&r()).contains(y)), "{name}: A is there");
        }
        "upcast" => {
            let n = args.int(1);
            let mut wide: Vec<i64> = table.iter().map(|y| y.div_euclid(n)).collect();
            wide.dedup();
            assert!(a.min_offset() < 0 || wide == offsets(&r()), "{name}");
        }
        "slice" | "cosize" | "overhang" => {}
        _ => panic!("no law for {op}"),
    }
}

/// Checks that there is no answer.
pub(crate) fn of_error(op: &str, args: &Args, error: &Value, name: &str) {
    let kind = error["kind"].as_str().unwrap();
    match kind {
        "not-a-layout" => {
            let (table, _) = wanted(op, args).unwrap();
            let index = error["index"].as_u64().unwrap() as usize;
            assert_eq!(breaks(&table), Err(index), "{name}");
            assert_eq!(error["found"].as_i64(), Some(table[index]), "{name}");
        }
        "not-compatible" => {
            let (brk, boundary) =
                (error["break"].as_i64().unwrap(), error["boundary"].as_i64().unwrap());
            assert!(brk % boundary != 0 && boundary % brk != 0, "{name}");
            if let Some((table, Some(b))) = wanted(op, args) {
                assert!(breaks(&table).unwrap().contains(&(brk as usize)), "{name}");
                let mut ends = b.leaf_modes().iter().scan(1, |end, mode| {
                    *end *= mode.extent;
                    Some(*end)
                });
                assert!(ends.any(|end| end == boundary), "{name}");
            }
        }
        "nonzero-origin" => assert_ne!(args.table(0)[0], 0, "{name}"),
        "out-of-domain" => {
            let (a, b) = (args.layout(0), args.layout(1));
            let first = offsets(&b).iter().position(|&y| y >= a.size());
            assert_eq!(error["index"].as_u64(), first.map(|x| x as u64), "{name}");
        }
        _ if op.starts_with("complement") => {
            let (a, m) = (args.layout(0), args.int(1));
            // Rounding up would have helped within one more block.
            let bounds = if op == "complement" { m..m + a.cosize() + 1 } else { m..m + 1 };
            let once = op != "complement_exact" || image(&a).len() as i64 == a.size();
            assert!(!once || bounds.clone().all(|m| tiling(&image(&a), m).is_none()), "{name}");
        }
        // `left_inverse` may miss one; the search may not.
        _ if op == "left_inverse" => {}
        _ if op == "left_inverse_search" => assert!(!some_left_inverse(&args.layout(0)), "{name}"),
        _ => panic!("no law for {kind} of {op}"),
    }
}
