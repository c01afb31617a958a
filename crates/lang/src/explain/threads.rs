//! Threads and values: which cells of a tile they have.

use super::out::{Out, Told};
use crate::operations::tv::Tv;

/// A thread-value layout that was written out.
pub(super) fn literal(out: &mut Out, tv: &Tv) -> Told {
    let layout = out.name(&tv.layout_value());
    out.introduce(&layout);
    let tile = tv.tile();
    out.line(&format!("`{layout} = {}`", tv.layout()))?;
    out.step("threads:", &format!("`size({layout}[0]) = {}`", tv.threads()))?;
    out.step("values:", &format!("`size({layout}[1]) = {}`", tv.values()))?;
    let (thread, value) = (tv.threads() - 1, tv.values() - 1);
    if let Ok(cell) = tv.layout().at((thread, value)) {
        let there = format!("{layout}({thread},{value}) = {cell}");
        let coordinate = tilework::idx2crd(cell, tile);
        let of_tile = match coordinate {
            Ok(coordinate) => format!(", `idx2crd({cell}, {tile}) = {coordinate}` of the tile"),
            Err(_) => String::new(),
        };
        out.step("cells:", &format!("thread {thread}, value {value} has `{there}`{of_tile}"))?;
    }
    out.line(&format!("= {tv}"))
}
