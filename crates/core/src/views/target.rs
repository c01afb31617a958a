//! The shape that a view is to have: as many elements as there are, and at most one extent left out.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::order::Order;
use crate::layout::tuple::Shape;

/// `shape` with the extent that makes its size `size` in the place of -1, if there is one; the size must
/// be `size` then.
pub(crate) const fn of_size(op: Op, size: i64, shape: &Shape) -> Result<Shape, Error> {
    let (mut out, mut open, mut known, mut i) = (*shape, None, 1_i64, 0);
    while i < shape.length() {
        match shape.leaves.at(i) {
            -1 if open.is_some() => {
                let kind = ErrorKind::Unsupported { what: "more than one extent of -1" };
                return Err(Error::new(op, kind));
            }
            -1 => open = Some(i),
            extent if extent < 1 => {
                return Err(Error::new(op, ErrorKind::BadExtent { leaf: i, extent }));
            }
            extent => match known.checked_mul(extent) {
                Some(product) => known = product,
                None => return Err(Error::overflow(op, "size")),
            },
        }
        i += 1;
    }
    match open {
        None if known == size => Ok(out),
        None => Err(Error::new(op, ErrorKind::SizeMismatch { left: size, right: known })),
        Some(leaf) if size % known == 0 => {
            out.leaves.set(leaf, size / known);
            Ok(out)
        }
        Some(_) => Err(Error::new(op, ErrorKind::NotDivisible { value: size, by: known })),
    }
}

/// What was asked for, as operand of an error: a layout, seen under a shape.
pub(crate) const fn view_text(layout: Text, shape: &Shape, order: Order) -> Text {
    let text = layout.str(" as ").tuple(shape);
    match order {
        Order::Lex => text.str(", row-major"),
        Order::Colex => text.str(", column-major"),
    }
}

impl Layout {
    /// The modes from the fastest to the slowest.
    pub(crate) const fn fastest_first(&self, order: Order) -> Layout {
        match order {
            Order::Colex => *self,
            Order::Lex => self.mirrored(),
        }
    }
}

/// The extents from the fastest to the slowest.
pub(crate) const fn fastest_first(shape: &Shape, order: Order) -> Shape {
    match order {
        Order::Colex => *shape,
        Order::Lex => shape.mirrored(),
    }
}
