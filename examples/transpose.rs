//! Moving data: `dst[D(i)] = src[S(i)]` for every index `i`, for any two layouts of one size.

use tilework::layout;
use tilework_relayout::{Plan, relayout};

fn main() -> Result<(), tilework_relayout::Error> {
    // Transposing: the same coordinates, rows first in one place and columns first in the other.
    let rows = layout!((512,768):(768,1));
    let columns = layout!((512,768):(1,512));
    let matrix: Vec<f32> = (0..512 * 768).map(|i| i as f32).collect();
    let mut transposed = vec![0.0; matrix.len()];
    relayout(&mut transposed, &columns, &matrix, &rows)?;
    assert_eq!(transposed[3 + 512 * 5], matrix[3 * 768 + 5]);

    // Packing into tiles of 128 x 64, for a kernel that reads them in one piece: a plan can be used again.
    let in_tiles = layout!(((128,4),(64,12)):((64,98304),(1,8192)));
    let as_rows = layout!(((128,4),(64,12)):((768,98304),(1,64)));
    let pack = Plan::new(&in_tiles, &as_rows, size_of::<f32>())?;
    let mut packed = vec![0.0; matrix.len()];
    pack.run(&mut packed, &matrix)?;
    assert_eq!(packed[64], matrix[768]);
    println!("{}", pack.explain());

    // Two indices with one place have no meaning in a destination: refused, with both of them.
    let error = Plan::new(&layout!((512,768):(1,0)), &rows, size_of::<f32>()).unwrap_err();
    println!("{error}");
    Ok(())
}
