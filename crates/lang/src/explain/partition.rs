//! Partitions: a division into tiles, and a slice of it.

use tilework::{Slicer, Tiler, Tuple, idx2crd};

use super::kinds::answer;
use super::laws;
use super::out::{Out, Told, join};
use super::walk::{Call, Operand};
use crate::operations::Id;
use crate::operations::arguments::as_tiler;
use crate::operations::value::Value;

/// `inner_partition`, `outer_partition`, `local_tile` and `local_partition`.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    let [a, by, at, projection @ ..] = call.operands.as_slice() else {
        return laws::explain(out, call, value);
    };
    let (mut tiler, mut coord) = (by.text.clone(), at.text.clone());
    if let [projection] = projection {
        let Some((kept, at)) = projected(by, at, projection) else {
            return laws::explain(out, call, value);
        };
        let modes = format!("`{} = local_tile({}, {kept}, {at})`", call.text, a.text);
        out.step(&format!("the modes that {} has:", a.text), &modes)?;
        (tiler, coord) = (kept.to_string(), at.to_string());
    }
    if call.operation.id == Id::LocalPartition {
        let Some((index, shape, place)) = place_of(by, at) else {
            return laws::explain(out, call, value);
        };
        let (index_of, threads) = (&at.text, &by.text);
        let text = format!(
            "`preimage({threads}, {index_of}) = {index}`, `idx2crd({index}, {shape}) = {place}`"
        );
        out.step("the thread's place:", &text)?;
        (tiler, coord) = (format!("<{}>", join(shape.leaves(), ",")), place.to_string());
    }
    let divide = format!("zipped_divide({}, {tiler})", a.text);
    let Some(divided) = out.layout(&divide) else {
        return laws::explain(out, call, value);
    };
    let d = out.name(&divided.into());
    out.introduce(&d);
    out.step("tiles and rest:", &format!("`{d} = {divide} = {divided}`"))?;
    let outer = matches!(call.operation.id, Id::OuterPartition | Id::LocalPartition);
    let kept = divided.shape().mode(usize::from(outer));
    let blanks = match kept {
        Ok(kept) if !kept.is_leaf() => format!("({})", join(vec!["_"; kept.rank()], ",")),
        _ => "_".to_owned(),
    };
    let (slicer, label) = match outer {
        true => (format!("({coord},{blanks})"), "that place in every tile:"),
        false => (format!("({blanks},{coord})"), "that tile:"),
    };
    let slice = format!("{} = slice_and_offset({slicer}, {d})", call.text);
    if out.holds(&slice) {
        out.step(label, &format!("`{slice}`"))?;
    }
    answer(out, call, value, &[])
}

/// The modes of a tiler and of a coordinate that a projection marks.
fn projected(by: &Operand, at: &Operand, marks: &Operand) -> Option<(Tiler, Slicer)> {
    let slicer = |value: &Value| match value {
        Value::Slicer(slicer) => Some(**slicer),
        Value::Tuple(tuple) => Some(tuple.to_slicer()),
        _ => None,
    };
    let (Some(Ok(tiler)), at, marks) =
        (as_tiler(&by.value), slicer(&at.value)?, slicer(&marks.value)?)
    else {
        return None;
    };
    let marked = |i: &usize| marks.mode(*i).is_ok_and(|mark| mark.leaves() != [None]);
    let kept: Vec<usize> = (0..marks.rank()).filter(marked).collect();
    Some((tiler.dice(&marks).ok()?, at.select(&kept).ok()?))
}

/// The index of a thread among the threads, their shape, and its coordinate there.
fn place_of(threads: &Operand, thread: &Operand) -> Option<(i64, Tuple, Tuple)> {
    let (Some(threads), Value::Integer(thread)) = (threads.any(), &thread.value) else {
        return None;
    };
    let shape = threads.shape().product_each().ok()?;
    let index = threads.preimage(*thread).ok()??;
    Some((index, shape, idx2crd(index, &shape).ok()?))
}
