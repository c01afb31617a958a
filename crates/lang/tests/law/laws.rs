//! What each operation promises about functions.

use std::collections::BTreeSet;
use std::ops::Range;

use tilework::Tuple;
use tilework_lang::Value;

use crate::checks::{
    A, B, C64, Case, Law, P, Q, Select, common, divide_by_layout, divide_by_mode, divided, entries,
    equals, image, inside, inverse, is, law, number, of_shape, refers_to_plain, sums, tiles,
    tiles_by_mode, truth, tv, two,
};
use crate::oracle::{Fun, first_break, places, split};

/// The laws of an operation, for each place that a composed layout can have in it; `None` for an
/// operation that is not known here.
pub(crate) fn laws(name: &str, case: &Case) -> Option<Vec<Law>> {
    let (n, m) = (case.n, case.m);
    let rank = case.a.modes.len() as i64;
    let mode = n % rank;
    let ones = format!("({})", vec!["1"; rank as usize].join(","));
    let fixed = |keep: i64| {
        let items: Vec<String> = (0..rank)
            .map(|i| if i == keep { "_".to_owned() } else { (n % 3).to_string() })
            .collect();
        format!("({})", items.join(","))
    };
    let sliced = move |case: &Case, x: i64| {
        let coordinate: Vec<i64> =
            (0..rank).map(|i| if i == mode { x } else { case.n % 3 }).collect();
        case.a.at_modes(&coordinate)
    };
    let mode_size =
        move |case: &Case| case.a.modes[mode as usize].iter().map(|leaf| leaf.0).product::<i64>();
    Some(match name {
        // ---- What only the shape decides, or what has nothing to do with layouts.
        "make_layout_left" | "make_layout_right" | "rank" | "depth" | "length" | "shape"
        | "size" | "make_layout_like" => vec![of_shape(&format!("{name}(A)"))],
        "make_ordered_layout" => {
            let order: Vec<String> = (0..rank).rev().map(|i| i.to_string()).collect();
            vec![of_shape(&format!("{name}(A, ({}))", order.join(",")))]
        }
        "congruent" | "weakly_congruent" | "compatible" | "weakly_compatible"
        | "evenly_divides" => {
            vec![of_shape(&format!("{name}(A, P)")), of_shape(&format!("{name}(P, A)"))]
        }
        "idx2crd" => vec![of_shape(&format!("{name}({n}, A)"))],
        "crd2crd" => vec![of_shape(&format!("{name}({n}, A, (2,2))"))],
        "make_swizzle"
        | "make_xor_map"
        | "apply"
        | "inverse"
        | "make_identity_layout"
        | "recover"
        | "shape_div"
        | "shape_mod"
        | "ceil_div"
        | "domain_distribute"
        | "f2_rank" => Vec::new(),
        // ---- The hardware, which has tests of its own.
        "make_tiled_mma"
        | "make_tiled_copy"
        | "make_tiled_copy_A"
        | "make_tiled_copy_B"
        | "make_tiled_copy_C"
        | "make_copy_atom"
        | "get_slice"
        | "partition_A"
        | "partition_B"
        | "partition_C"
        | "partition_S"
        | "partition_D"
        | "partition_fragment_A"
        | "partition_fragment_B"
        | "partition_fragment_C"
        | "thrfrg_A"
        | "thrfrg_B"
        | "thrfrg_C"
        | "tidfrg_S"
        | "tidfrg_D"
        | "retile_S"
        | "retile_D"
        | "bank_report"
        | "global_report"
        | "widest_vector"
        | "solve_swizzle"
        | "solve_xor"
        | "solve_padding"
        | "descriptor"
        | "tma_check"
        | "tma_box" => Vec::new(),

        // ---- What acts on the layout inside.
        "tile_to_shape" => {
            let shape: Vec<String> = (0..rank).map(|_| (4 * m).to_string()).collect();
            vec![inside(&format!("{name}(A, ({}))", shape.join(",")))]
        }
        "flatten" | "filter" | "filter_zeros" | "sort" | "coalesce" => {
            let marks = format!("({})", vec!["0"; rank as usize].join(","));
            let mut out = vec![inside(&format!("{name}(A)"))];
            match name {
                "filter" | "coalesce" => out.push(inside(&format!("{name}(A, {ones})"))),
                "filter_zeros" => out.push(inside(&format!("{name}(A, {marks})"))),
                _ => {}
            }
            out
        }
        "get" | "remove" => vec![inside(&format!("{name}(A, {mode})"))],
        "select" => vec![inside(&format!("{name}(A, ({mode},))"))],
        "take" | "group" => vec![inside(&format!("{name}(A, {mode}, {rank})"))],
        "unflatten" => vec![inside(&format!("{name}(A, {ones})"))],
        "append_n" | "prepend_n" => {
            vec![
                inside(&format!("{name}(A, {})", rank + 1)),
                inside(&format!("{name}(A, {}, P)", rank + 1)),
            ]
        }
        "dice" => vec![inside(&format!("{name}({}, A)", fixed(mode)))],
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

        // ---- The function itself.
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
        "slice" => vec![law(format!("slice({}, A)", fixed(mode)), move |case, value| {
            // From wherever it starts.
            let base = match value {
                Value::Layout(_) => sliced(case, 0).ok_or("undefined")?,
                _ => 0,
            };
            is(value, mode_size(case), |x| Some(sliced(case, x)? - base))
        })],
        "slice_and_offset" => {
            vec![law(format!("slice_and_offset({}, A)", fixed(mode)), move |case, value| {
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

        // ---- The same elements under another shape.
        "can_view" | "reshape" => {
            let (size, first) = (case.a.size(), case.a.modes[0][0].0);
            let seen = move |shape: String, order: &'static str| {
                let given = if order.is_empty() { String::new() } else { format!(", {order}") };
                law(format!("{name}(A, {shape}{given})"), move |case, value| {
                    let counted = |fun: &Fun| fun.counted_table(order != "col_major");
                    let view = Fun::of(value).ok_or("it is not a layout")?;
                    if counted(&view) == counted(&case.a) {
                        Ok(())
                    } else {
                        Err("other elements".into())
                    }
                })
            };
            vec![
                seen("-1".into(), ""),
                seen(format!("({first},-1)"), "row_major"),
                seen(format!("({},{first})", size / first), "col_major"),
            ]
        }
        "permute" | "swap_dims" => {
            // The last mode first, and the others after it: of two modes that is an exchange.
            let axes: Vec<String> =
                (0..rank).map(|i| ((i + rank - 1) % rank).to_string()).collect();
            let text = match name {
                "permute" => format!("permute(A, ({},))", axes.join(",")),
                _ => format!("swap_dims(A, 0, {})", -1),
            };
            let swap = name == "swap_dims";
            vec![law(text, move |case, value| {
                let view = Fun::of(value).ok_or("it is not a layout")?;
                let mut modes = case.a.modes.clone();
                match swap {
                    true => modes.swap(0, rank as usize - 1),
                    false => modes.rotate_right(1),
                }
                let expected = case.a.with_modes(modes);
                if view.table() == expected.table() { Ok(()) } else { Err("other elements".into()) }
            })]
        }
        "squeeze" | "unsqueeze" => {
            let text = if name == "squeeze" { "squeeze(A)" } else { "unsqueeze(A, -1)" };
            vec![law(text, |case, value| is(value, case.a.size(), |x| case.a.at(x)))]
        }
        "broadcast_to" => vec![law("broadcast_to(A, shape(prepend(I, 3:0)))", |case, value| {
            let view = Fun::of(value).ok_or("it is not a layout")?;
            match view.counted_table(true) == case.a.counted_table(true).repeat(3) {
                true => Ok(()),
                false => Err("other elements".into()),
            }
        })],
        "strided_view" => vec![law(format!("strided_view(A, {n}, {m})"), |case, value| {
            let all = image(&case.a);
            let last = (case.n - 1) * case.m;
            match all.first().is_some_and(|y| *y <= 0) && all.last().is_some_and(|y| *y >= last) {
                true => is(value, case.n, |x| Some(x * case.m)),
                false => Err("it leaves the memory of A".into()),
            }
        })],
        "flip" => vec![law(format!("flip(A, {mode})"), move |case, value| {
            let view = Fun::of(value).ok_or("it is not a layout")?;
            let sizes: Vec<i64> = case
                .a
                .modes
                .iter()
                .map(|leaves| leaves.iter().map(|leaf| leaf.0).product())
                .collect();
            for index in 0..case.a.size() {
                let mut rest = index;
                let mut coordinate: Vec<i64> = Vec::new();
                for size in &sizes {
                    coordinate.push(rest % size);
                    rest /= size;
                }
                let found = view.at_modes(&coordinate);
                coordinate[mode as usize] = sizes[mode as usize] - 1 - coordinate[mode as usize];
                if found != case.a.at_modes(&coordinate) {
                    return Err(format!("at {index} it is {found:?}"));
                }
            }
            Ok(())
        })],
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

/// The leaves of a mode.
fn leaves_of(of: &Fun, mode: i64) -> Range<usize> {
    let first = of.modes[..mode as usize].iter().map(Vec::len).sum();
    first..first + of.modes[mode as usize].len()
}
