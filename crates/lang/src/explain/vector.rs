//! Vectors: along which mode they lie, what ends them, and what moves their starts.

use tilework::{AnyLayout, Layout, Mode, Tuple, Vector};

use super::kinds::answer;
use super::out::{CHECKED, Out, Told, join};
use super::walk::{Call, Operand};
use crate::operations::Id;
use crate::operations::value::Value;

/// A layout and one of its modes.
struct Along<'a> {
    /// What the layout is called, where it starts, and what it is.
    text: &'a str,
    base: i64,
    of: AnyLayout,
    /// The mode; all of it in index order for an empty path.
    path: Vec<usize>,
    /// How far apart the indices of two neighbours are, and how many neighbours there are.
    place: i64,
    extent: i64,
}

impl<'a> Along<'a> {
    fn new(operand: &'a Operand, path: Vec<usize>) -> Option<Along<'a>> {
        let (of, base) = placed(operand)?;
        let (mut shape, mut place) = (of.shape(), 1);
        for &step in &path {
            // A leaf is its own and only mode.
            if shape.is_leaf() {
                break;
            }
            for i in 0..step {
                place *= shape.mode(i).ok()?.product().ok()?;
            }
            shape = shape.mode(step).ok()?;
        }
        let extent = shape.product().ok()?;
        Some(Along { text: &operand.text, base, of, path, place, extent })
    }

    /// The mode in equations.
    fn mode(&self) -> String {
        match self.path.as_slice() {
            [] => self.text.to_owned(),
            [mode] => format!("get({}, {mode})", self.text),
            path => format!("get({}, ({}))", self.text, join(path, ",")),
        }
    }

    /// The mode in words.
    fn label(&self) -> String {
        match self.path.as_slice() {
            [] => "in index order:".to_owned(),
            path => format!("mode {}:", join(path, ".")),
        }
    }

    /// The width along the mode.
    fn width(&self, width: i64) -> String {
        match self.path.as_slice() {
            [] => format!("groups of {width} in {}", self.text),
            [mode] => format!("`vector_width({}, {mode}) = {width}`", self.text),
            path => format!("`vector_width({}, ({})) = {width}`", self.text, join(path, ",")),
        }
    }

    /// The index of the first element for which something holds, of those that are checked.
    fn find(&self, holds: impl Fn(i64, i64) -> bool) -> Option<i64> {
        let last = self.of.size().min(CHECKED);
        (0..last).find(|&x| holds(x, x / self.place % self.extent))
    }
}

/// A layout, plain or composed, and the offset at which it starts.
fn placed(operand: &Operand) -> Option<(AnyLayout, i64)> {
    match &operand.value {
        Value::Slice(layout, base) => Some((AnyLayout::Plain(**layout), *base)),
        _ => Some((operand.any()?, 0)),
    }
}

/// The path in an argument, if there is one.
fn path(argument: Option<&Operand>) -> Option<Vec<usize>> {
    let numbers: Vec<i64> = match &argument?.value {
        Value::Integer(mode) => vec![*mode],
        Value::Tuple(path) => path.leaves().to_vec(),
        Value::List(path) => path.clone(),
        _ => return None,
    };
    numbers.into_iter().map(|step| usize::try_from(step).ok()).collect()
}

/// The width, or what of it is aligned.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    if call.operation.id == Id::CommonVector {
        return common(out, call, value);
    }
    let first = &call.operands[0];
    let named = path(call.operands.get(1));
    let Some((of, _)) = placed(first) else { return answer(out, call, value, &[]) };
    let found = match &named {
        Some(path) => of.vector_along(path),
        None => of.vector(),
    };
    let Ok(found) = found else { return answer(out, call, value, &[]) };
    let all = named.is_none() && found.width() == 1 && !of.shape().is_leaf();
    let chosen = named.unwrap_or_else(|| found.mode_path().collect());
    // Where there is none, it is none of the modes.
    let paths = if all { (0..of.rank()).map(|mode| vec![mode]).collect() } else { vec![chosen] };
    for path in paths {
        let Some(along) = Along::new(first, path) else { break };
        neighbours(out, &along, &found)?;
        if call.operation.id == Id::VectorAlignment && found.width() > 1 {
            starts(out, &along, &found)?;
        }
    }
    answer(out, call, value, &[])
}

/// How far the elements are one apart, and what ends that.
fn neighbours(out: &mut Out, along: &Along, found: &Vector) -> Told {
    let (label, width) = (along.label(), found.width());
    if let AnyLayout::Plain(layout) = &along.of {
        let Ok(mode) = layout.mode_at(&along.path) else { return Ok(()) };
        let short = mode.coalesce();
        out.step(&label, &format!("`coalesce({}) = {short}`", along.mode()))?;
        return match short.leaf_modes() {
            [Mode { extent: 1, .. }] => out.step("", "a single coordinate"),
            [first, ..] if first.stride != 1 => {
                let apart = format!("neighbours are not one apart: `{} != 1`", first.stride);
                out.step(&format!("stride {}:", first.stride), &apart)
            }
            [_] => out.step("stride 1:", &format!("all {width} are one apart")),
            [_, next, ..] => {
                let after = format!(
                    "the next group does not begin where this one ends: `{} != {width}`",
                    next.stride
                );
                out.step("stride 1:", &format!("groups of {width} are one apart"))?;
                out.step(&format!("stride {}:", next.stride), &after)
            }
            [] => Ok(()),
        };
    }
    let (a, of, place) = (along.text, &along.of, along.place);
    let at = |x: i64| of.at_index(x).unwrap_or(0);
    if width > 1 {
        out.step(&label, &format!("groups of {width} are one apart: `{a}({place}) = {a}(0) + 1`"))?;
    }
    let broken = |x: i64, c: i64| c + 1 < along.extent && at(x + place) != at(x).saturating_add(1);
    match along.find(broken) {
        Some(x) => {
            let (label, y) =
                if width > 1 { ("not more:", x + place) } else { (&*label, x + place) };
            let coordinate = x / place % along.extent;
            let text = format!(
                "from coordinate {coordinate} to {}: `{a}({x}) = {}`, `{a}({y}) = {}`",
                coordinate + 1,
                at(x),
                at(y)
            );
            out.step(label, &text)
        }
        None if width == along.extent => out.step("", "all of them"),
        None => Ok(()),
    }
}

/// Where groups start: at sums of multiples of the strides that are not inside of them.
fn starts(out: &mut Out, along: &Along, found: &Vector) -> Told {
    let width = found.width();
    if let AnyLayout::Plain(layout) = &along.of {
        let others = other_strides(layout, &along.path);
        if others.is_empty() {
            out.step("one group:", "it starts at offset 0")?;
        }
        let tell = |stride: &i64| format!("`{stride} % {width} = {}`", stride % width);
        match others.iter().find(|&stride| stride % width != 0) {
            Some(_) => {
                let odd: Vec<String> =
                    others.iter().filter(|&stride| stride % width != 0).map(tell).collect();
                out.step("starts:", &format!("not all strides are multiples: {}", odd.join(", ")))?;
            }
            None if others.is_empty() => {}
            None => {
                let all: Vec<String> = others.iter().map(tell).collect();
                out.step(
                    "starts:",
                    &format!("multiples of the other strides: {}", all.join(", ")),
                )?;
            }
        }
    } else {
        let (a, of) = (along.text, &along.of);
        let at = |x: i64| of.at_index(x).unwrap_or(0);
        let odd = |x: i64, c: i64| c % width == 0 && at(x) > 0 && at(x) % width != 0;
        if let Some(x) = along.find(odd) {
            let text = format!("`{a}({x}) = {}`, `{} % {width} = {}`", at(x), at(x), at(x) % width);
            out.step("a start:", &text)?;
        } else {
            out.step("starts:", &format!("multiples of {}", found.aligned()))?;
        }
    }
    let base = along.base.saturating_abs();
    if base != 0 {
        out.step(
            "the offset:",
            &format!("all move by {base}: `{base} % {width} = {}`", base % width),
        )?;
    }
    Ok(())
}

/// The strides that are not inside of the groups, without sign.
fn other_strides(layout: &Layout, path: &[usize]) -> Vec<i64> {
    let first = leaves_before(&layout.shape(), path);
    let count = layout.mode_at(path).map_or(0, |mode| mode.length());
    let (mut width, mut goes_on, mut others) = (1, true, Vec::new());
    for (i, &Mode { extent, stride }) in layout.leaf_modes().iter().enumerate() {
        let inside = (first..first + count).contains(&i);
        if extent == 1 {
            continue;
        }
        if inside && goes_on && stride == width {
            width *= extent;
        } else {
            goes_on &= !inside;
            others.push(stride.saturating_abs());
        }
    }
    others.sort_unstable();
    others.dedup();
    others
}

/// How many leaves come before the mode at a path.
fn leaves_before(shape: &Tuple, path: &[usize]) -> usize {
    let (Some((&step, rest)), false) = (path.split_first(), shape.is_leaf()) else { return 0 };
    let before = (0..step).filter_map(|i| shape.mode(i).ok()).map(|mode| mode.length());
    before.sum::<usize>() + shape.mode(step).map_or(0, |mode| leaves_before(&mode, rest))
}

/// The width of either side along one mode, and what divides both.
fn common(out: &mut Out, call: &Call, value: &Value) -> Told {
    let [a, b, ..] = call.operands.as_slice() else { return answer(out, call, value, &[]) };
    let (Some((from, _)), Some((to, _)), Value::Integer(width)) = (placed(a), placed(b), value)
    else {
        return answer(out, call, value, &[]);
    };
    let named = path(call.operands.get(2));
    let (mut other, mut there) = (b.text.clone(), to);
    if !from.shape().compatible(&to.shape()) {
        let ways = ["with_shape", "compose_any"];
        let mut ways = ways.map(|way| format!("{way}({other}, {})", from.shape())).into_iter();
        let Some((layout, text)) = ways.find_map(|text| Some((out.layout(&text)?, text))) else {
            return answer(out, call, value, &[]);
        };
        (other, there) = (out.name(&layout.into()), layout);
        out.introduce(&other);
        let same = format!("`{other} = {text} = {layout}`");
        out.step(&format!("in the shape of {}:", a.text), &same)?;
    }
    let all = named.is_none() && *width == 1 && !from.shape().is_leaf();
    let paths = match (named, from.common_vector(&there)) {
        (Some(path), _) => vec![path],
        _ if all => (0..from.rank()).map(|mode| vec![mode]).collect(),
        (None, Ok(found)) => vec![found.mode_path().collect()],
        (None, Err(_)) => Vec::new(),
    };
    let other = Operand { text: other, value: there.into() };
    for path in paths {
        let (Ok(here), Ok(there)) = (from.vector_along(&path), there.vector_along(&path)) else {
            continue;
        };
        let (left, right) = (here.width(), there.width());
        let (Some(along), Some(other)) = (Along::new(a, path.clone()), Along::new(&other, path))
        else {
            continue;
        };
        out.step(&along.label(), &format!("{}, {}", along.width(left), other.width(right)))?;
        // The side with the narrower vectors limits both.
        if left < right {
            neighbours(out, &along, &here)?;
        } else if right < left {
            neighbours(out, &other, &there)?;
        }
        if left.min(right) > *width {
            let both = format!("divides both: `{left} % {width} = 0`, `{right} % {width} = 0`");
            out.step(&format!("{width}:"), &both)?;
        }
    }
    answer(out, call, value, &[])
}
