//! What the laws are made of: the operands of a case, and statements about values.

use std::collections::BTreeSet;

use tilework::{AnyLayout, Layout};
use tilework_lang::{Scope, Value};

use crate::oracle::{Fun, join, places, split};

/// The operands of a case: `A` and `B` are composed, `P` and `Q` plain, `n` and `m` small numbers.
pub(crate) struct Case {
    /// The operands by these names; also `I`, the layout inside of A, `T`, A as threads with one value
    /// each, and `TILE`, the tiler of n by m.
    pub(crate) scope: Scope,
    pub(crate) a: Fun,
    pub(crate) b: Fun,
    pub(crate) p: Fun,
    pub(crate) q: Fun,
    pub(crate) n: i64,
    pub(crate) m: i64,
}

impl Case {
    /// The plain operand of that name.
    pub(crate) fn plain(&self, name: &str) -> Layout {
        match self.scope.get(name) {
            Some(Value::Layout(layout)) => **layout,
            other => panic!("{name} is {other:?}"),
        }
    }
}

/// An expression, and what its value has to be.
pub(crate) type Law = (String, Box<dyn Fn(&Case, &Value) -> Result<(), String>>);

pub(crate) fn law(
    text: impl Into<String>,
    holds: impl Fn(&Case, &Value) -> Result<(), String> + 'static,
) -> Law {
    (text.into(), Box::new(holds))
}

pub(crate) type Select = fn(&Case) -> &Fun;
pub(crate) const A: Select = |case| &case.a;
pub(crate) const B: Select = |case| &case.b;
pub(crate) const P: Select = |case| &case.p;
pub(crate) const Q: Select = |case| &case.q;

/// `value(x)` is `expected(x)` for all indices, and there are `size` of them.
pub(crate) fn is(
    value: &Value,
    size: i64,
    expected: impl Fn(i64) -> Option<i64>,
) -> Result<(), String> {
    let fun = Fun::of(value).ok_or("it is not a layout")?;
    if fun.size() != size {
        return Err(format!("its size is {}, not {size}", fun.size()));
    }
    for x in 0..size {
        let (found, wanted) = (fun.at(x), expected(x));
        if found != wanted {
            return Err(format!("at {x} it is {found:?}, not {wanted:?}"));
        }
    }
    Ok(())
}

/// The same for a value that must be this.
pub(crate) fn equals(value: &Value, expected: Value) -> Result<(), String> {
    if *value == expected { Ok(()) } else { Err(format!("it is not {expected}")) }
}

pub(crate) fn number(value: &Value, expected: i64) -> Result<(), String> {
    equals(value, Value::Integer(expected))
}

pub(crate) fn truth(value: &Value, expected: bool) -> Result<(), String> {
    equals(value, Value::Truth(expected))
}

/// What happens to the layout inside, seen through the maps of A: `inner` is that expression with the
/// layout inside for A.
pub(crate) fn inside(text: &str) -> Law {
    let inner = text.replace('A', "I");
    law(text, move |case, value| {
        let inner = crate::evaluate(case, &inner).map_err(|error| error.to_string())?;
        let inner = Fun::of(&inner).ok_or("the layout inside is none")?;
        is(value, inner.size(), |x| case.a.through(inner.at(x).unwrap()))
    })
}

/// What only the shape decides.
pub(crate) fn of_shape(text: &str) -> Law {
    let inner = text.replace('A', "I");
    law(text, move |case, value| {
        let expected = crate::evaluate(case, &inner).map_err(|error| error.to_string())?;
        equals(value, expected)
    })
}

pub(crate) fn image(fun: &Fun) -> BTreeSet<i64> {
    fun.table().into_iter().collect()
}

/// Copies of the image at the answer's offsets cover `0..end` once; `end` is at least `bound` and not
/// more than a block beyond.
pub(crate) fn tiles(fun: &Fun, value: &Value, bound: i64, exact: bool) -> Result<(), String> {
    let set: Vec<i64> = image(fun).into_iter().collect();
    let rest = Fun::of(value).ok_or("not a layout")?.table();
    let mut all: Vec<i64> = rest.iter().flat_map(|r| set.iter().map(move |y| y + r)).collect();
    all.sort_unstable();
    let end = all.len() as i64;
    if !all.iter().copied().eq(0..end) {
        return Err("the copies do not cover everything once".into());
    }
    if end < bound || exact && end != bound || !rest.is_sorted() {
        return Err(format!("the copies end at {end}"));
    }
    Ok(())
}

/// The index of cell (x, y) of a division by a layout: the tile, and then the place of the copy.
pub(crate) fn divided(t: &Fun, size: i64) -> Option<Vec<i64>> {
    let set: Vec<i64> = image(t).into_iter().collect();
    Some(sums(&t.table(), &places(&set, size)?))
}

/// `a(x) + b(y)` for every index of the coordinates (x, y).
pub(crate) fn sums(a: &[i64], b: &[i64]) -> Vec<i64> {
    let extents = [a.len() as i64, b.len() as i64];
    let at = |index| split(index, &extents);
    let sum = |at: Vec<i64>| a[at[0] as usize] + b[at[1] as usize];
    (0..extents[0] * extents[1]).map(|index| sum(at(index))).collect()
}

/// All divisions by a layout agree on the order of the elements.
pub(crate) fn divide_by_layout(name: &str, whole: (&str, Select), tiler: (&str, Select)) -> Law {
    let (of, by) = (whole.1, tiler.1);
    law(format!("{name}({}, {})", whole.0, tiler.0), move |case, value| {
        let indices = divided(by(case), of(case).size()).ok_or("there is no division")?;
        let found = Fun::of(value).ok_or("it is not a layout")?;
        is(value, indices.len() as i64, |x| {
            let (whole, index) = (of(case), indices[x as usize]);
            // A plain layout that ends in a mode of extent 1 may continue on the one before.
            let free = index >= whole.size() && whole.is_plain_with_unit_end();
            if free { found.at(x) } else { whole.at(index) }
        })
    })
}

/// A division by mode into tiles of n by m: what sticks out continues its mode.
pub(crate) fn divide_by_mode(name: &str) -> Vec<Law> {
    let zipped = name != "logical_divide";
    let modes = move |case: &Case, x: i64| {
        let (n, m, rank) = (case.n, case.m, case.a.modes.len());
        let sizes: Vec<i64> =
            case.a.modes.iter().map(|mode| mode.iter().map(|leaf| leaf.0).product()).collect();
        let rests = [(sizes[0] + n - 1) / n, if rank > 1 { (sizes[1] + m - 1) / m } else { 1 }];
        let m = if rank > 1 { m } else { 1 };
        let others = sizes.get(2..).unwrap_or_default();
        let at = |extents: [i64; 4]| split(x, &[&extents, others].concat());
        let (tile, place, rest) = if zipped {
            let at = at([n, m, rests[0], rests[1]]);
            ([at[0], at[1]], [at[2], at[3]], at)
        } else {
            let at = at([n, rests[0], m, rests[1]]);
            ([at[0], at[2]], [at[1], at[3]], at)
        };
        let mut coordinate = vec![tile[0] + n * place[0]];
        if rank > 1 {
            coordinate.push(tile[1] + m * place[1]);
        }
        coordinate.extend(&rest[4..]);
        coordinate
    };
    let size = |case: &Case| {
        let sizes = case.a.modes.iter().map(|mode| mode.iter().map(|leaf| leaf.0).product::<i64>());
        let by = [case.n, case.m];
        let whole = |(i, size): (usize, i64)| match by.get(i) {
            Some(by) => (size + by - 1) / by * by,
            None => size,
        };
        sizes.enumerate().map(whole).product::<i64>()
    };
    let name = name.to_owned();
    vec![law(format!("{name}(A, TILE)"), move |case, value| {
        is(value, size(case), |x| case.a.at_modes(&modes(case, x)))
    })]
}

/// A value of two layouts.
pub(crate) fn two(value: &Value) -> Result<[Fun; 2], String> {
    let fun = |any: &AnyLayout| match any {
        AnyLayout::Plain(layout) => Fun::plain(layout),
        AnyLayout::Composed(composed) => Fun::composed(composed),
    };
    match value {
        Value::Pair(both) => Ok([fun(&both[0]), fun(&both[1])]),
        Value::Tv(tv) => {
            let tile = tilework::Layout::col_major(tv.tile()).map_err(|error| error.to_string())?;
            Ok([Fun::plain(&tile), fun(tv.layout())])
        }
        _ => Err("not two layouts".into()),
    }
}

/// `R(i)` for the indices of an answer.
pub(crate) fn entries(value: &Value) -> Result<Vec<i64>, String> {
    Ok(Fun::of(value).ok_or("it is not a layout")?.table())
}

pub(crate) fn inverse(text: &str, of: Select) -> Law {
    law(text, move |case, value| {
        for (i, x) in (0..).zip(entries(value)?) {
            if x < 0 || x >= of(case).size() || of(case).at(x) != Some(i) {
                return Err(format!("R({i}) = {x}, where A is not {i}"));
            }
        }
        Ok(())
    })
}

pub(crate) fn common(text: &str, both: [Select; 2], only_size: bool) -> Law {
    law(text, move |case, value| {
        let [a, b] = both.map(|of| of(case));
        let (a, b) = (a.table(), b.table());
        let shared = |i: i64| a.iter().zip(&b).any(|(&x, &y)| x == i && y == i);
        if only_size {
            let Value::Integer(n) = value else { return Err("not a number".into()) };
            return match (0..*n).find(|&i| !shared(i)) {
                Some(i) => Err(format!("no index has offset {i} in both")),
                None => Ok(()),
            };
        }
        for (i, x) in (0..).zip(entries(value)?) {
            let there = |t: &[i64]| usize::try_from(x).ok().and_then(|x| t.get(x).copied());
            if there(&a) != Some(i) || there(&b) != Some(i) {
                return Err(format!(
                    "at R({i}) = {x} they are {:?} and {:?}",
                    there(&a),
                    there(&b)
                ));
            }
        }
        Ok(())
    })
}

/// How many tiles of n by m a layout with two modes has in each, the last one sticking out.
pub(crate) fn tiles_by_mode(case: &Case) -> [i64; 2] {
    let size = |i: usize| case.a.modes[i].iter().map(|leaf| leaf.0).product::<i64>();
    [(size(0) + case.n - 1) / case.n, (size(1) + case.m - 1) / case.m]
}

/// A second operand that has to have strides: the same answer as with these.
pub(crate) fn refers_to_plain(text: String) -> Law {
    let plain = text.replace('B', "to_layout(B)");
    law(text, move |case, value| {
        let expected = crate::evaluate(case, &plain).map_err(|error| error.to_string())?;
        equals(value, expected)
    })
}

/// Threads and values, each numbered once: cell by cell.
pub(crate) fn tv(text: &str, threads: Select, values: Select) -> Law {
    law(text, move |case, value| {
        let [tile, cells] = two(value)?;
        let (f, g) = (threads(case), values(case));
        let rank = f.modes.len().max(g.modes.len());
        let extent = |fun: &Fun, i: usize| {
            fun.modes.get(i).map_or(1, |mode| mode.iter().map(|leaf| leaf.0).product::<i64>())
        };
        // In each mode, cells run through the values of a thread first.
        let modes: Vec<i64> = (0..rank).map(|i| extent(f, i) * extent(g, i)).collect();
        for cell in 0..tile.size() {
            let (mut thread, mut held) = (Vec::new(), Vec::new());
            for (i, at) in split(cell, &modes).into_iter().enumerate() {
                held.push(at % extent(g, i));
                thread.push(at / extent(g, i));
            }
            thread.truncate(f.modes.len());
            held.truncate(g.modes.len());
            let (t, v) = (f.at_modes(&thread).unwrap(), g.at_modes(&held).unwrap());
            let found = cells.at(join(&[t, v], &[f.size(), g.size()]));
            if found != Some(cell) {
                return Err(format!("thread {t}, value {v} has {found:?} and not {cell}"));
            }
        }
        Ok(())
    })
}

/// `3:64`.
pub(crate) const C64: Select = |_| {
    static C: std::sync::OnceLock<Fun> = std::sync::OnceLock::new();
    C.get_or_init(|| Fun::plain(&tilework::layout!(3:64)))
};
