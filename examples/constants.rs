//! Layouts that the compiler knows: in constants, and in types that take no space.

use tilework::types::{Compose, Static};
use tilework::{Layout, layout, static_layout};

// Checked and computed when the program is built. An illegal composition does not compile.
const TILE: Layout = match layout!(20:2).compose(&layout!((5,4):(4,1))) {
    Ok(layout) => layout,
    Err(error) => error.raise(),
};

// The same as types: a generic function can take them as parameters.
static_layout!(struct Rows = 20:2);
static_layout!(struct Pick = (5,4):(4,1));
type Tile = Static<Compose<Rows, Pick>>;

// A table of all offsets, made by the compiler.
const TABLE: [i64; 20] = Tile::table();

fn main() -> Result<(), tilework::Error> {
    println!("{TILE} at (2,3) is {}", TILE.at((2, 3))?);
    assert_eq!(TILE.at((2, 3))?, 22);

    // No division, no loop: the arithmetic that one would write by hand.
    let tile = Tile::new();
    assert_eq!(tile.at((2, 3)), 22);
    assert_eq!(size_of_val(&tile), 0);

    println!("all offsets: {TABLE:?}");
    assert!(TABLE.iter().copied().eq(TILE.offsets()));
    Ok(())
}
