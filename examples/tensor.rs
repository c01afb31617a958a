//! Tensors: a slice of memory looked at through a layout, without copying.

use tilework::{Tensor, TensorMut, layout, slicer, tiler};

fn main() -> Result<(), tilework::Error> {
    // A row-major matrix of 4 x 6.
    let mut data: Vec<i32> = (0..24).collect();
    let matrix = Tensor::new(&data, layout!((4,6):(6,1)))?;
    assert_eq!(*matrix.get((2, 3))?, 15);

    // Column 3, and the tile of 2 x 3 in the corner at the bottom right.
    let column: Vec<i32> = matrix.slice(&slicer!((_, 3)))?.iter().copied().collect();
    println!("column 3: {column:?}");
    assert_eq!(column, [3, 9, 15, 21]);
    let tile = matrix.local_tile(&tiler!(<2,3>), &slicer!((1, 1)))?;
    println!("tile (1,1): {:?}", tile.iter().collect::<Vec<_>>());
    assert_eq!(tile.iter().sum::<i32>(), 15 + 16 + 17 + 21 + 22 + 23);

    // A layout that does not fit into the slice is refused, so that nothing is read outside of it.
    println!("{}", Tensor::new(&data, layout!((4,7):(7,1))).unwrap_err());

    // Writing: every element of column 0 becomes 100.
    TensorMut::new(&mut data, layout!((4,6):(6,1)))?
        .slice(&slicer!((_, 0)))?
        .for_each_mut(|_, element| *element = 100);
    assert_eq!([data[0], data[6], data[12], data[18]], [100; 4]);
    assert_eq!(data[1], 1);
    Ok(())
}
