//! Recovery: the layout of a function that is listed, with given modes.

use tilework::limits::MAX_MODES;
use tilework::{Error, Layout, recover_with};

/// How many elements a table may have that is read to recover its layout.
const MAX_TABLE: i64 = 1 << 18;

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
