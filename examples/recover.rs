//! Recovery: the layout behind a table of offsets, or the first entry that no layout has.

use tilework::{layout, recover, recover_with};

fn main() -> Result<(), tilework::Error> {
    // What a program printed: the addresses of 12 elements.
    let table = [0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14];
    let error = recover(&table).unwrap_err();
    println!("{error}");
    assert_eq!(error.witness(), Some(8));

    // With all 16 of them it is a layout, and only one is as short.
    let table = [0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15];
    let found = recover(&table)?;
    println!("{table:?} is {found}");
    assert_eq!(found, layout!((4,2,2):(2,1,8)));

    // From a function that is promised to be a layout: few evaluations are enough.
    let mut asked = 0;
    let found = recover_with(1 << 20, |i| {
        asked += 1;
        i % 1024 * 1024 + i / 1024
    })?;
    println!("a transposition of 1024 x 1024 is {found}, from {asked} of 1048576 values");
    assert_eq!(found, layout!((1024,1024):(1024,1)));
    Ok(())
}
