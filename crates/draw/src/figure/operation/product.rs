//! Products: every copy of A in a colour of its own.

use tilework::{AnyLayout, Error, Layout, Tiler};

use crate::figure::operation::draft::{Draft, key, look};
use crate::scene::view::View;
use crate::scene::{Fill, Scene};

/// The products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// `logical_product`.
    Logical,
    /// `zipped_product`.
    Zipped,
    /// `tiled_product`.
    Tiled,
    /// `flat_product`.
    Flat,
    /// `blocked_product`.
    Blocked,
    /// `raked_product`.
    Raked,
}

/// A product: every copy of A in the colour of the element of B that places it.
///
/// # Errors
/// Those of a shape that is too large, and of a result that has more modes than A.
///
/// ```
/// use tilework::{AnyLayout, layout};
/// use tilework_draw::{ColorDepth, Product, View, product, terminal};
///
/// let (a, b): (AnyLayout, _) = (layout!((2,2):(2,1)).into(), layout!((1,2):(1,1)));
/// let result = a.raked_product(&b)?;
/// let title = "raked_product(A, B)";
/// let scene = product(Product::Raked, &a, &b.into(), &result, title, &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// raked_product(A, B)
///
/// A = (2,2):(2,1)     B = (1,2):(1,1)     ((1,2),(2,2)):((0,2),(4,1))
///     0  1                0  1                 0      1
///   ┌──────┐            ┌──────┐              0  1   2  3
/// 0 │ 0  1 │          0 │ 0  1 │       =    ┌──────┬──────┐
/// 1 │ 2  3 │            └──────┘          0 │[0] 4 │[1] 5 │
///   └──────┘                              1 │[2] 6 │[3] 7 │
///                                           └──────┴──────┘
/// (marked: the first copy)
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn product(
    form: Product,
    a: &AnyLayout,
    b: &Tiler,
    result: &AnyLayout,
    title: &str,
    view: &View,
) -> Result<Scene, Error> {
    let pair = pairs(form, a, b, result)?;
    let mut draft = Draft::new(title, view);
    draft.panel("", "A", a, &|index, _| look(Fill::tile(0), false, [2 * key(index)]));
    if let Some(b) = b.as_layout() {
        draft.panel("", "B", &b, &|index, _| look(Fill::tile(index), false, [2 * key(index) + 1]));
    }
    draft.panel("=", "", result, &|index, _| {
        let (element, copy) = pair(index);
        look(Fill::tile(copy), copy == 0, [2 * key(element), 2 * key(copy) + 1])
    });
    draft.colors("copy of A");
    draft.note("marked: the first copy");
    Ok(draft.finish())
}

/// From an index of a product to the element of A and the number of the copy.
type Pairs = Box<dyn Fn(i64) -> (i64, i64)>;

fn pairs(form: Product, a: &AnyLayout, b: &Tiler, result: &AnyLayout) -> Result<Pairs, Error> {
    let size = a.size();
    if let (Product::Blocked | Product::Raked, Some(b)) = (form, b.as_layout()) {
        // The same product of compact layouts has offset `i + size(A) * j` for element i of copy j.
        let (a, b) = (Layout::col_major(&a.shape())?, Layout::col_major(&b.shape())?);
        let pairs =
            if form == Product::Raked { a.raked_product(&b) } else { a.blocked_product(&b) }?;
        return Ok(Box::new(move |index| {
            let pair = pairs.at_index(index).unwrap_or(0);
            (pair % size, pair / size)
        }));
    }
    if form != Product::Logical || !b.is_by_mode() {
        return Ok(Box::new(move |index| (index % size, index / size)));
    }
    // Mode by mode: first A's, then the copies.
    let mut modes = Vec::new();
    for i in 0..result.rank() {
        modes.push((a.mode(i)?.size(), result.mode(i)?.size()));
    }
    Ok(Box::new(move |mut index| {
        let (mut pair, mut scale) = ((0, 0), (1, 1));
        for &(own, all) in &modes {
            let at = index % all;
            pair = (pair.0 + at % own * scale.0, pair.1 + at / own * scale.1);
            scale = (scale.0 * own, scale.1 * (all / own));
            index /= all;
        }
        pair
    }))
}
