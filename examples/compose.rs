//! Composition: reading one layout through another, or learning why that is no layout.

use tilework::{Layout, layout};

fn main() -> Result<(), tilework::Error> {
    // B chooses elements of A and says in which order: R(x) = A(B(x)).
    let a = layout!((6,2):(8,2));
    let b = layout!((4,3):(3,1));
    let r = a.compose(&b)?;
    println!("{a} o {b} = {r}");
    assert_eq!(r, layout!(((2,2),3):((24,2),8)));

    // The definition, checked for every index.
    for x in 0..b.size() {
        assert_eq!(r.at(x)?, a.at(b.at(x)?)?);
    }

    // Layouts also come from texts.
    let a: Layout = "(6,2):(1,7)".parse()?;
    let b: Layout = "(3,2):(2,3)".parse()?;

    // Not every composite is a layout. The error says why, with an index that proves it.
    let error = a.compose(&b).unwrap_err();
    println!("{error}");
    assert_eq!(error.witness(), Some(5));

    // Where there are no strides, there is still the function, with all operations.
    let composed = a.compose_any(&b)?;
    println!("{composed} at 5 is {}", composed.at(5)?);
    assert_eq!(composed.at(5)?, 8);
    Ok(())
}
