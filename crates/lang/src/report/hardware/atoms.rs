//! Requests about an atom: who has what.

use serde_json::json;
use tilework::Tuple;
use tilework_hardware::atom::Operand;
use tilework_hardware::tiled::TileMap;

use super::access::asked_atom;
use super::fields::{Answer, Fields, refused, usage, wrong};

/// The owners of an element that are listed; all of them are counted.
const LISTED: usize = 1024;

/// Row and column of a value of a thread, and all who have that element.
pub(super) fn atom(fields: Fields<'_>) -> Answer {
    let atom = asked_atom(fields)?.atom;
    let (thread, value) = (fields.integer("thread")?, fields.integer("value")?);
    let Some(mma) = atom.mma() else {
        return Err(usage(format!("{atom} is the atom of a copy, and has no operands")));
    };
    let (operand, layout) = match fields.text("operand")? {
        "a" | "A" => (Operand::A, mma.a),
        "b" | "B" => (Operand::B, mma.b),
        "c" | "C" => (Operand::C, mma.c),
        _ => return Err(wrong("operand", "`a`, `b` or `c`", fields.need("operand")?)),
    };
    // Blocks lie side by side.
    let [rows, columns] = operand.extents(mma.shape);
    let tile = Tuple::from_slice(&[rows, columns.saturating_mul(mma.blocks())]).map_err(refused)?;
    let map = TileMap::new(&layout, &tile).map_err(refused)?;
    let element = map.element(thread, value).map_err(refused)?;
    let owners = || map.owners(element).map_err(refused);
    let listed: Vec<(i64, i64)> = owners()?.take(LISTED).collect();
    Ok(json!({
        "row": element.leaves()[0],
        "col": element.leaves()[1],
        "owner_count": owners()?.count(),
        "owners": listed,
    }))
}
