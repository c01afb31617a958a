//! Tiling: a matrix cut into tiles, and the part that one block of threads works on.

use tilework::{layout, slicer, tiler};

fn main() -> Result<(), tilework::Error> {
    // A column-major matrix of 12 x 32, in tiles of 4 x 8.
    let matrix = layout!((12,32):(1,12));
    let tiler = tiler!(<4,8>);

    // ((element of the tile), (which tile)): the first mode is the same for all tiles.
    let tiles = matrix.zipped_divide(&tiler)?;
    println!("tiles: {tiles}");
    assert_eq!(tiles, layout!(((4,8),(3,4)):((1,12),(4,96))));

    // Element (1,2) of tile (2,3) is element (2*4 + 1, 3*8 + 2) of the matrix.
    assert_eq!(tiles.at(((1, 2), (2, 3)))?, matrix.at((2 * 4 + 1, 3 * 8 + 2))?);

    // One tile: its layout, and the offset at which it starts.
    let (tile, start) = matrix.local_tile(&tiler, &slicer!((2, 3)))?;
    println!("tile (2,3): {tile} from {start} on");
    assert_eq!(start, matrix.at((8, 24))?);

    // A blank keeps a mode: all tiles of the third row of tiles.
    let (row, _) = matrix.local_tile(&tiler, &slicer!((2, _)))?;
    println!("row 2 of tiles: {row}");
    assert_eq!(row.size(), 4 * 8 * 4);

    // Tiles that do not fit are rounded up; how much they stick out is a question.
    let ragged = layout!((10,32):(1,10));
    println!("10 x 32 in tiles of 4 x 8: {} elements too many", ragged.overhang(&tiler)?);
    assert_eq!(ragged.overhang(&tiler)?, 12 * 32 - 10 * 32);
    Ok(())
}
