//! The results of the operations that have several forms.

use tilework::{AnyLayout, Error, Tiler};
use tilework_draw::{Divide, Inverse, Product};

pub(crate) fn divided(form: Divide, a: &AnyLayout, tiler: &Tiler) -> Result<AnyLayout, Error> {
    match form {
        Divide::Logical => a.logical_divide(tiler),
        Divide::Zipped => a.zipped_divide(tiler),
        Divide::Tiled => a.tiled_divide(tiler),
        Divide::Flat => a.flat_divide(tiler),
    }
}

/// Blocked and raked products are those of a layout; of a tiler by mode they are not defined.
pub(crate) fn multiplied(form: Product, a: &AnyLayout, b: &Tiler) -> Result<AnyLayout, Error> {
    match form {
        Product::Logical => a.logical_product(b),
        Product::Zipped => a.zipped_product(b),
        Product::Tiled => a.tiled_product(b),
        Product::Flat => a.flat_product(b),
        Product::Blocked => a.blocked_product(&b.as_layout().expect("a layout")),
        Product::Raked => a.raked_product(&b.as_layout().expect("a layout")),
    }
}

pub(crate) fn inverted(which: Inverse, a: &AnyLayout) -> Result<AnyLayout, Error> {
    match which {
        Inverse::Right => a.right_inverse(),
        Inverse::Left => a.left_inverse(),
    }
}
