//! Swizzled shared memory: a layout behind a map of bits, and the plain layouts inside of it.

use tilework::{AnyLayout, slicer, tiler};

fn main() -> Result<(), tilework::Error> {
    // 8 rows of 64 halves. Sw<3,3,3> moves groups of 8 halves, so that a column of groups meets 8 banks.
    let smem: AnyLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
    let banks: Vec<i64> =
        (0..8).map(|row| smem.at((row, 0)).map(|at| at / 8 % 8)).collect::<Result<_, _>>()?;
    println!("groups of column 0 in rows 0 to 7: {banks:?}");
    assert_eq!(banks, [0, 1, 2, 3, 4, 5, 6, 7]);

    // Operations on the layout go through: the swizzle stays where it is.
    let tiles = smem.zipped_divide(&tiler!(<8,8>))?;
    println!("tiles of 8 x 8: {tiles}");

    // A row is a plain layout again, with the offset at which it starts: no swizzle in the inner loop.
    let (row, start) = smem.slice_and_offset(&slicer!((0, _)))?;
    println!("row 0: {row} from {start} on");
    assert!(row.plain().is_some());

    // The whole is none, and an index says why.
    let error = smem.to_layout().unwrap_err();
    println!("{error}");
    assert_eq!(error.witness(), Some(65));
    Ok(())
}
