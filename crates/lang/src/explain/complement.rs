//! Complement: the gaps, the repeats, and which copy covers which offset.

use tilework::{AnyLayout, ErrorKind, Layout, Mode, recover};

use super::kinds::answer;
use super::out::{Out, Told, join};
use super::walk::Call;
use crate::operations::value::Value;
use crate::text::diagnostic::Diagnostic;

/// The largest bound whose offsets are drawn.
const DRAWN: i64 = 96;

/// The offsets of one drawn line.
const ROW: usize = 24;

/// `complement(A, M)` and its exact forms.
pub(super) fn explain(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let Some(whole) = call.operands[0].any() else {
        return answer(out, call, &Value::from(*result), &[]);
    };
    let a = &call.operands[0].text;
    let plain = match &whole {
        AnyLayout::Plain(layout) => Some((a.clone(), *layout)),
        AnyLayout::Composed(_) => image(out, a, &whole)?,
    };
    if let Some((name, layout)) = plain {
        let bound = bound(out, call, (&name, &layout))?;
        derive(out, (&name, &layout), bound, result)?;
    }
    coverage(out, (a, &whole), (&call.result, result))?;
    let once = format!("is_bijective(({a}, {})) = true", call.result);
    let all = format!("is_surjective(({a}, {})) = true", call.result);
    let laws = match out.holds(&once) {
        true => vec![format!("`{once}`")],
        // Where a composed layout has an offset twice, the two side by side may be beyond one.
        false if matches!(whole, AnyLayout::Composed(_)) && !out.holds(&all) => Vec::new(),
        false => vec![format!("`{all}`")],
    };
    answer(out, call, &Value::from(*result), &laws)
}

/// The bound up to which offsets are covered.
fn bound(out: &mut Out, call: &Call, (a, layout): (&str, &Layout)) -> Result<i64, Diagnostic> {
    let Some(up_to) = call.operands.get(1) else {
        let bound = layout.filter_zeros().cosize();
        out.step("up to the largest offset:", &format!("`cosize({a}) = {bound}`"))?;
        return Ok(bound);
    };
    let bound = match (&up_to.value, up_to.any()) {
        (Value::Integer(bound), _) => return Ok(*bound),
        (Value::Tuple(shape), _) => shape.product().unwrap_or(1),
        (_, of) => of.map_or(1, |of| of.size()),
    };
    out.step("up to its size:", &format!("`size({}) = {bound}`", up_to.value))?;
    Ok(bound)
}

/// A name for the plain layout that has the offsets of a composed one, in increasing order.
fn image(
    out: &mut Out,
    a: &str,
    whole: &AnyLayout,
) -> Result<Option<(String, Layout)>, Diagnostic> {
    if whole.size() > DRAWN {
        return Ok(None);
    }
    let offsets: Vec<i64> = whole.offsets().collect();
    let mut image = offsets.clone();
    image.sort_unstable();
    image.dedup();
    let Ok(layout) = recover(&image) else {
        return Ok(None);
    };
    let c = out.letter(&layout);
    // Each has the offsets of the other.
    let there = offsets.iter().filter_map(|y| image.binary_search(y).ok());
    let back = image.iter().filter_map(|y| offsets.iter().position(|offset| offset == y));
    let list = |of: &str, indices: &mut dyn Iterator<Item = usize>| {
        format!("[{}]", join(indices.map(|i| format!("{of}({i})")), ","))
    };
    let hidden = [
        format!("{} = {}", list(a, &mut (0..offsets.len())), list(&c, &mut { there })),
        format!("{} = {}", list(&c, &mut (0..image.len())), list(a, &mut { back })),
    ];
    out.step_with(&format!("image of {a}:"), &format!("that of `{c} = {layout}`"), &hidden)?;
    Ok(Some((c, layout)))
}

/// The modes of A with an extent above 1 and a stride other than 0, by stride; and the others.
pub(super) fn by_stride(layout: &Layout) -> (Vec<Mode>, Vec<Mode>) {
    let still = |mode: &&Mode| mode.extent == 1 || mode.stride == 0;
    let modes = layout.leaf_modes();
    let mut moving: Vec<Mode> = modes.iter().filter(|mode| !still(mode)).copied().collect();
    moving.sort_by_key(|mode| mode.stride);
    (moving, modes.iter().filter(still).copied().collect())
}

/// The steps from A's modes to those of its complement.
pub(super) fn derive(
    out: &mut Out,
    (a, layout): (&str, &Layout),
    bound: i64,
    result: &Layout,
) -> Told {
    let (moving, still) = by_stride(layout);
    if !still.is_empty() {
        let list = join(&still, ", ");
        out.step("no new offsets:", &format!("{list} (extent 1 or stride 0)"))?;
    }
    if moving.len() > 1 {
        let sorted = join(&moving, ", ");
        let hidden: Vec<String> = if still.is_empty() {
            vec![format!("sort({a}) = {}", flat(&moving))]
        } else {
            Vec::new()
        };
        out.step_with("by stride:", &sorted, &hidden)?;
    }
    let mut covered = 1_i64;
    for Digit { mode, made_of } in digits(&moving) {
        let Mode { extent, stride } = mode;
        if let Some(made_of) = made_of {
            out.step("adjacent runs merge:", &made_of)?;
        }
        let hole = match stride / covered {
            1 => "no gap below it".to_owned(),
            copies => format!(
                "the gap below stride {stride} takes `{stride} / {covered} = {copies}` copies: \
                 {copies}:{covered}"
            ),
        };
        let Some(block) = extent.checked_mul(stride) else {
            return Ok(());
        };
        out.step(
            &format!("{mode}:"),
            &format!("{hole}; the block is `{extent} * {stride} = {block}`"),
        )?;
        covered = block;
    }
    let copies = bound / covered + i64::from(bound % covered != 0);
    let repeat = match (copies, bound % covered) {
        (1, 0) => "nothing to repeat".to_owned(),
        (1, _) => format!("the block reaches beyond: `{covered} > {bound}`"),
        (_, 0) => format!("`{bound} / {covered} = {copies}` times the block: {copies}:{covered}"),
        _ => format!(
            "`ceil_div({bound}, {covered}) = {copies}` times the block: {copies}:{covered}, \
             which reaches `{copies} * {covered} = {}`",
            copies.saturating_mul(covered)
        ),
    };
    let statement = format!("complement({a}, {bound}) = {result}");
    let hidden = if out.holds(&statement) { vec![statement] } else { Vec::new() };
    out.step_with(&format!("up to {bound}:"), &repeat, &hidden)
}

/// A digit of A's image, and what it was put together from.
struct Digit {
    mode: Mode,
    made_of: Option<String>,
}

/// The image as digits: where the runs of two modes touch or overlap they are one longer run.
fn digits(moving: &[Mode]) -> Vec<Digit> {
    let mut out: Vec<Digit> = Vec::new();
    for &mode in moving {
        if let Some(last) = out.last_mut()
            && last.mode.stride > 0
            && i128::from(last.mode.extent) * i128::from(last.mode.stride)
                >= i128::from(mode.stride)
            && mode.stride % last.mode.stride == 0
        {
            let Mode { extent, stride } = last.mode;
            let times = mode.stride / stride;
            let longer = extent.saturating_add((mode.extent - 1).saturating_mul(times));
            last.made_of = Some(format!(
                "{} and {mode} give {longer}:{stride}: `{extent} + {} * {times} = {longer}`",
                last.mode,
                mode.extent - 1
            ));
            last.mode = Mode::new(longer, stride);
        } else {
            out.push(Digit { mode, made_of: None });
        }
    }
    out
}

fn flat(modes: &[Mode]) -> String {
    let extents = join(modes.iter().map(|mode| mode.extent), ",");
    let strides = join(modes.iter().map(|mode| mode.stride), ",");
    format!("({extents}):({strides})")
}

/// Draws, for small bounds, which copy of A covers which offset.
fn coverage(out: &mut Out, (a, layout): (&str, &AnyLayout), (r, result): (&str, &Layout)) -> Told {
    let Ok(largest) = layout.max_offset() else {
        return Ok(());
    };
    let end = i128::from(largest) + i128::from(result.max_offset()) + 1;
    if end > i128::from(DRAWN) || i128::from(layout.size()) * i128::from(result.size()) > 4096 {
        return Ok(());
    }
    let end = end as usize;
    let mut copies: Vec<Option<(usize, usize)>> = vec![None; end];
    for (copy, start) in result.table().into_iter().enumerate() {
        for (index, offset) in layout.offsets().enumerate() {
            if let Ok(at) = usize::try_from(start + offset)
                && at < end
            {
                copies[at].get_or_insert((copy, index));
            }
        }
    }
    let widest = (end - 1).to_string().len();
    for (row, cells) in copies.chunks(ROW).enumerate() {
        let from = row * ROW;
        let offsets = join((from..from + cells.len()).map(|at| format!("{at:>widest$}")), " ");
        let shown = cells.iter().map(|cell| match cell {
            Some((copy, _)) => format!("{copy:>widest$}"),
            None => format!("{:>widest$}", "."),
        });
        let shown = join(shown, " ");
        let hidden: Vec<String> = cells
            .iter()
            .enumerate()
            .filter_map(|(i, cell)| {
                cell.map(|(copy, index)| format!("{r}({copy}) + {a}({index}) = {}", from + i))
            })
            .collect();
        out.line(&format!("offset   {offsets}"))?;
        out.line_with(&format!("copy     {shown}"), &hidden)?;
    }
    Ok(())
}

/// Why there is no complement.
pub(super) fn refuse(out: &mut Out, (a, layout): (&str, &Layout), kind: ErrorKind) -> Told {
    let (moving, _) = by_stride(layout);
    if moving.len() > 1 && moving.len() == layout.length() {
        out.step("by stride:", &format!("`sort({a}) = {}`", flat(&moving)))?;
    }
    let text = match kind {
        ErrorKind::StrideNotMultiple { stride, of } => format!(
            "stride {stride} is not a multiple of the stride {of} below it: \
             `{stride} % {of} = {}`, so no copies fill the gaps",
            stride % of
        ),
        ErrorKind::GapNotDivisible { stride, block } => {
            let first = stride / block * block;
            format!(
                "stride {stride} is not a multiple of the block {block} below it: \
                 `{stride} % {block} = {}`; copies of the block end at `{} * {block} = {first}`, \
                 so offset {first} is in none, and one more would overlap: \
                 `{stride} < {first} + {block}`",
                stride % block,
                stride / block
            )
        }
        ErrorKind::BoundNotMultiple { block, bound } => {
            format!(
                "{bound} is not a multiple of the block {block}: `{bound} % {block} = {}`",
                bound % block
            )
        }
        ErrorKind::NotInjective { extent } => {
            format!("a mode of extent {extent} has stride 0, so offsets repeat")
        }
        ErrorKind::Overlap { lower, upper } => format!(
            "{upper} begins before {lower} ends: `{} < {} * {}`",
            upper.stride, lower.extent, lower.stride
        ),
        _ => return Ok(()),
    };
    out.step("but:", &text)
}
