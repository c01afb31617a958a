//! Partitions: a division into tiles, and a slice of it.

use tilework::{Tuple, idx2crd};

use super::kinds::answer;
use super::laws;
use super::out::{Out, Told, join};
use super::walk::{Call, Operand};
use crate::operations::Id;
use crate::operations::value::Value;

/// `inner_partition`, `outer_partition`, `local_tile` and `local_partition`.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    let [a, by, at] = call.operands.as_slice() else {
        // With a projection.
        return laws::explain(out, call, value);
    };
    let (mut tiler, mut coord) = (by.text.clone(), at.text.clone());
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

/// The index of a thread among the threads, their shape, and its coordinate there.
fn place_of(threads: &Operand, thread: &Operand) -> Option<(i64, Tuple, Tuple)> {
    let (Some(threads), Value::Integer(thread)) = (threads.any(), &thread.value) else {
        return None;
    };
    let shape = threads.shape().product_each().ok()?;
    let index = threads.preimage(*thread).ok()??;
    Some((index, shape, idx2crd(index, &shape).ok()?))
}
