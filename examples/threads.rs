//! Threads and values: which thread owns which element of a tile, and whether each has one owner.

use tilework::{Coverage, TvLayout, layout, tuple};

fn main() -> Result<(), tilework::Error> {
    // 32 threads as 4 x 8, rows first; each owns 2 x 2 neighbours. That makes a tile of 8 x 16.
    let tv = TvLayout::make(&layout!((4,8):(8,1)), &layout!((2,2):(2,1)))?;
    println!("(thread, value) -> element of the tile: {}", tv.layout());
    assert_eq!(*tv.tile(), tuple!((8, 16)));

    // Who owns element (3,5)?
    let owner = tv.owner((3, 5))?;
    println!("element (3,5) belongs to (thread, value) {owner:?}");
    assert_eq!(owner, Some((10, 3)));

    // Every element has exactly one owner. This is decided from the modes, not by counting.
    assert_eq!(tv.coverage()?, Coverage::Exact);

    // What thread 10 owns of a row-major matrix of this size: a layout and where it starts.
    let (mine, start) = tv.partition(&layout!((8,16):(16,1)), 10)?;
    println!("thread 10 owns {mine} from {start} on");
    assert_eq!(start, 2 * 16 + 4);

    // A stride that is wrong by one: two owners for one element, and the answer names them.
    let wrong = TvLayout::new(&layout!((4,4):(1,3)), &tuple!((4, 4)))?;
    println!("(4,4):(1,3) over a tile of 4 x 4: {:?}", wrong.coverage()?);
    assert!(matches!(wrong.coverage()?, Coverage::Twice { .. }));
    Ok(())
}
