//! Layouts as Triton writes them: by what each bit contributes.

use tilework::{AnyLayout, Error, LinearDim, LinearLayout, Tuple};

use super::{Dialect, cute, refuse};
use crate::operations::tv::Tv;
use crate::operations::value::Value;
use crate::text::diagnostic::Diagnostic;

/// Threads of a warp, as bits.
const LANES: u32 = 5;

/// A value in the notation of Triton.
pub(super) fn print(value: &Value) -> Result<String, Diagnostic> {
    match value {
        Value::Tv(tv) => distributed(tv),
        Value::Layout(layout) => shared(&(**layout).into()),
        Value::Composed(composed) => shared(&(**composed).into()),
        Value::Pair(both) => {
            let [a, b] = both.map(|layout| shared(&layout));
            Ok(format!("{} and {}", a?, b?))
        }
        Value::Integer(_) | Value::Truth(_) | Value::Tuple(_) | Value::List(_) | Value::Nothing => {
            cute::print(value, Dialect::Dsl)
        }
        _ => {
            let message = format!("Triton has no notation for {}", value.kind());
            refuse(message, "it has layouts, and thread-value layouts: `TV on tile`")
        }
    }
}

/// From (thread, value) to the cells of a tile: the first 32 threads are the lanes of warp 0, and so on.
fn distributed(tv: &Tv) -> Result<String, Diagnostic> {
    let (layout, tile) = (tv.layout(), tv.tile());
    if tile.depth() != 1 {
        let message =
            format!("the tile {tile} is not a tuple of extents, and Triton has one for each axis");
        return refuse(message, "flatten the tile");
    }
    let outs = dims(tile)?;
    let linear = LinearLayout::from_layout(layout, &["thread", "value"], &outs)
        .map_err(|error| refused(layout, error))?;
    let bases = |dim: usize, bits: std::ops::Range<u32>| {
        let all = bits.filter_map(|bit| linear.basis(dim, bit));
        all.map(|basis| basis.leaves().to_vec()).collect::<Vec<_>>()
    };
    let threads = linear.ins().first().map_or(0, |dim| dim.bits);
    let values = linear.ins().get(1).map_or(0, |dim| dim.bits);
    let (lane, warp) = (bases(0, 0..threads.min(LANES)), bases(0, LANES..threads.max(LANES)));
    let register = bases(1, 0..values);
    covers(tile, [&register, &lane, &warp].into_iter().flatten())?;
    Ok(format!(
        "#ttg.linear<{{register = {register:?}, lane = {lane:?}, warp = {warp:?}, block = []}}>"
    ))
}

/// From coordinates to offsets, each of which is that of one coordinate: Triton writes which.
fn shared(layout: &AnyLayout) -> Result<String, Diagnostic> {
    let shape = layout.shape();
    let sizes = (0..shape.rank()).map(|i| shape.mode(i).and_then(|mode| mode.product()));
    let sizes = match shape.is_leaf() {
        true => shape.leaves().to_vec(),
        false => sizes.collect::<Result<Vec<i64>, _>>().map_err(|error| refused(layout, error))?,
    };
    let tile = Tuple::from_slice(&sizes).map_err(|error| refused(layout, error))?;
    let cells = dims(&tile)?;
    let offsets = layout.to_xor_map().map_err(|error| refused(layout, error))?;
    let inside = offsets.columns().iter().all(|column| column >> offsets.bits() == 0);
    let Some(inverse) = offsets.inverse().ok().filter(|_| inside) else {
        let message = format!("{layout} does not have every offset below its size once");
        let help = "Triton's shared memory has no holes and no copies: pad or filter the layout";
        return refuse(message, help);
    };
    let offset: Vec<Vec<i64>> = inverse
        .columns()
        .iter()
        .map(|&column| {
            let mut rest = column;
            let mut coordinate = Vec::new();
            for dim in &cells {
                coordinate.push(rest & ((1 << dim.bits) - 1));
                rest >>= dim.bits;
            }
            coordinate
        })
        .collect();
    covers(&tile, offset.iter())?;
    Ok(format!("#ttg.shared_linear<{{offset = {offset:?}}}, alignment = 16>"))
}

/// The axes of a tile: powers of two.
fn dims(tile: &Tuple) -> Result<Vec<LinearDim<'static>>, Diagnostic> {
    let dim = |&extent: &i64| {
        if extent.count_ones() == 1 && extent > 0 {
            return Ok(LinearDim { name: "", bits: extent.trailing_zeros() });
        }
        let message =
            format!("extent {extent} is not a power of two, and Triton's layouts are made of bits");
        refuse(
            message,
            &format!("the next one is {}", u64::try_from(extent).unwrap_or(1).next_power_of_two()),
        )
    };
    tile.leaves().iter().map(dim).collect()
}

/// Triton takes the extents from the bases.
fn covers<'b>(
    tile: &Tuple,
    bases: impl Iterator<Item = &'b Vec<i64>> + Clone,
) -> Result<(), Diagnostic> {
    if bases.clone().next().is_none() {
        let message = "a layout of one element has no basis, and so no axes in Triton".to_owned();
        return refuse(message, "--as dsl writes it");
    }
    for (axis, &extent) in tile.leaves().iter().enumerate() {
        let largest = bases.clone().filter_map(|basis| basis.get(axis)).max().copied().unwrap_or(0);
        let reached = 1_i64 << (i64::BITS - largest.leading_zeros());
        if reached != extent {
            let message = format!(
                "axis {axis} has {extent} cells, and no thread has one from {reached} on; Triton takes the \
                 extent from the bases"
            );
            return refuse(message, "write the part of the tile that threads have");
        }
    }
    Ok(())
}

fn refused(layout: &AnyLayout, error: Error) -> Diagnostic {
    let message =
        format!("{layout} is not made of bits, as Triton's layouts are: {}", error.message());
    Diagnostic::plain("unsupported", message)
        .help("a linear layout has powers of two, and strides that do not carry into one another")
}
