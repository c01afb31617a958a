//! Recovery: the layout of a function that is listed, with given modes.

use tilework::limits::MAX_MODES;
use tilework::{AnyLayout, Error, Layout, recover_with};

/// How many elements a table may have that is read to recover its layout.
const MAX_TABLE: i64 = 1 << 18;

/// What a thread has of a tensor in tiles: from (values..., tiles...) to offsets. From these coordinates `element`
/// finds the element in the modes that are tiled; modes of the tensor behind them stay.
pub(crate) fn recover_part(
    tensor: &AnyLayout,
    values: &[i64],
    tiles: &[i64],
    element: impl Fn(&[i64], &mut [i64]) -> Result<(), Error>,
) -> Result<Option<(Layout, i64)>, Error> {
    let (inner, held) = (tensor.inner(), values.len() + tiles.len());
    let mut extents = [1; MAX_MODES];
    let others = inner.rank().saturating_sub(tiles.len());
    let Some(extents) = extents.get_mut(..held + others) else { return Ok(None) };
    for (slot, extent) in extents.iter_mut().zip(values.iter().chain(tiles)) {
        *slot = *extent;
    }
    for (slot, mode) in extents.iter_mut().skip(held).zip(inner.modes().skip(tiles.len())) {
        *slot = mode.size();
    }
    recover_modes(extents, |coord| {
        let (own, others) = coord.split_at(held);
        let mut at = [0; MAX_MODES];
        let (tiled, rest) = at.split_at_mut(tiles.len());
        element(own, tiled)?;
        for (slot, other) in rest.iter_mut().zip(others) {
            *slot = *other;
        }
        let mut offset = 0_i64;
        for (mode, at) in inner.modes().zip(at) {
            offset = offset.wrapping_add(mode.at_index(at)?);
        }
        tensor.as_ref().at_offset(offset)
    })
}

/// The layout with modes of these extents, each refined, that is `f` from its value at 0 on, and that value; `None`
/// when there is none, or when the table is too long. There are at most as many modes as a layout may have.
pub(crate) fn recover_modes(
    extents: &[i64],
    f: impl Fn(&[i64]) -> Result<i64, Error>,
) -> Result<Option<(Layout, i64)>, Error> {
    let size = extents.iter().try_fold(1_i64, |size, extent| size.checked_mul(*extent));
    let mut coords = [0; MAX_MODES];
    let Some(coord) = coords.get_mut(..extents.len()) else { return Ok(None) };
    if size.is_none_or(|size| size > MAX_TABLE) {
        return Ok(None);
    }
    let first = f(coord)?;
    let mut layout = Layout::concat(&[])?;
    for (i, &extent) in extents.iter().enumerate() {
        let along = |c| {
            let mut coords = [0; MAX_MODES];
            coords[i] = c;
            // What has no value is found below.
            f(&coords[..extents.len()]).unwrap_or(first).wrapping_sub(first)
        };
        layout = layout.append(&recover_with(extent, along)?)?;
    }
    for offset in layout.offsets() {
        if f(coord)? != first.wrapping_add(offset) {
            return Ok(None);
        }
        for (c, &extent) in coord.iter_mut().zip(extents) {
            *c += 1;
            if *c < extent {
                break;
            }
            *c = 0;
        }
    }
    Ok(Some((layout, first)))
}
