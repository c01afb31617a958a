//! Views of coordinate layouts: each component of the values is an integer layout, and all are seen under
//! the same shape.

use crate::coords::basis::BasisStride;
use crate::coords::coord_layout::{CoordLayout, CoordMode};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::nested::Nested;
use crate::layout::layout::Layout;
use crate::layout::order::Order;
use crate::layout::tuple::{Coord, Shape};
use crate::views::target::{self, view_text};

/// The layout whose components are `$view` of those of a layout; `$text` are the operands for its errors.
macro_rules! by_component {
    ($layout:ident, $op:expr, $text:expr, $part:ident => $view:expr) => {{
        let (mut tree, mut i) = ($layout.tree.nothing(), 0);
        // A refusal that begins at the first index of all is the one that counts.
        let mut refused: Option<Error> = None;
        while i < $layout.places.len() {
            let $part = Layout { tree: $layout.component_tree(i) };
            match $view {
                Ok(view) if refused.is_none() => {
                    tri!($layout.add_component($op, &mut tree, i, &view))
                }
                Ok(_) => {}
                Err(error) => refused = Some(first($layout.located(error, i), refused)),
            }
            i += 1;
        }
        match refused {
            Some(error) => Err(error.about($text)),
            None => $layout.with(tree).checked($op),
        }
    }};
}

impl CoordLayout {
    /// The same values in the same order under another shape, with one stride for each mode, as
    /// [`Layout::can_view`].
    ///
    /// # Errors
    /// As [`Layout::can_view`], with the [`component`](Error::component) that needs a copy.
    ///
    /// ```
    /// use tilework::{CoordLayout, Order, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((4,6)))?;
    /// assert_eq!(
    ///     id.can_view(&tuple!((2,2,-1)), Order::Lex)?.to_string(),
    ///     "(2,2,6):(2@0,1@0,1@1)",
    /// );
    /// assert_eq!(id.can_view(&tuple!(24), Order::Lex).unwrap_err().witness(), Some(6));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "view")]
    pub const fn can_view(&self, shape: &Shape, order: Order) -> Result<CoordLayout, Error> {
        let text = view_text(self.text(), shape, order);
        match by_component!(self, Op::CanView, text, part => part.walk(Op::CanView, shape, order)) {
            Ok(layout) => Ok(layout),
            // What one component allows, another one may not.
            Err(error) => Err(error.nested(self.reshape(shape, order).is_ok())),
        }
    }

    /// The same values in the same order under another shape, nested where that is needed, as
    /// [`Layout::reshape`].
    ///
    /// # Errors
    /// As [`with_shape`](CoordLayout::with_shape), and as [`Layout::reshape`] for the shape.
    ///
    /// ```
    /// use tilework::{CoordLayout, Order, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((4,6)))?;
    /// assert_eq!(id.reshape(&tuple!(24), Order::Lex)?.to_string(), "(4,6):(1@0,1@1)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn reshape(&self, shape: &Shape, order: Order) -> Result<CoordLayout, Error> {
        let op = Op::Reshape;
        let shape = match target::of_size(op, self.size(), shape) {
            Ok(shape) => target::fastest_first(&shape, order),
            Err(error) => return Err(error.on(view_text(self.text(), shape, order))),
        };
        match self.counted(order).with_shape(&shape) {
            Ok(layout) => Ok(layout.counted(order)),
            Err(error) => Err(error.within(op)),
        }
    }

    /// All modes in another order, as [`Layout::permute`].
    ///
    /// # Errors
    /// As [`Layout::permute`].
    #[doc(alias = "transpose")]
    pub const fn permute(&self, axes: &[usize]) -> Result<CoordLayout, Error> {
        by_component!(self, Op::Permute, self.text(), part => part.permute(axes))
    }

    /// Two modes exchanged, as [`Layout::swap_dims`].
    ///
    /// # Errors
    /// As [`Layout::swap_dims`].
    pub const fn swap_dims(&self, i: usize, j: usize) -> Result<CoordLayout, Error> {
        by_component!(self, Op::Permute, self.text(), part => part.swap_dims(i, j))
    }

    /// Without the modes of one element, as [`Layout::squeeze`].
    ///
    /// # Errors
    /// None is known; the result has the values of this layout.
    pub const fn squeeze(&self) -> Result<CoordLayout, Error> {
        by_component!(self, Op::Squeeze, self.text(), part => Ok::<Layout, Error>(part.squeeze()))
    }

    /// Without these modes, each of one element, as [`Layout::squeeze_modes`].
    ///
    /// # Errors
    /// As [`Layout::squeeze_modes`].
    pub const fn squeeze_modes(&self, modes: &[usize]) -> Result<CoordLayout, Error> {
        by_component!(self, Op::Squeeze, self.text(), part => part.squeeze_modes(modes))
    }

    /// With one more mode of one element, as [`Layout::unsqueeze`].
    ///
    /// # Errors
    /// As [`Layout::unsqueeze`].
    #[doc(alias = "expand_dims")]
    pub const fn unsqueeze(&self, i: usize) -> Result<CoordLayout, Error> {
        by_component!(self, Op::Unsqueeze, self.text(), part => part.unsqueeze(i))
    }

    /// Repeated along modes of one element until it has this shape, as [`Layout::broadcast_to`].
    ///
    /// # Errors
    /// As [`Layout::broadcast_to`].
    pub const fn broadcast_to(&self, shape: &Shape) -> Result<CoordLayout, Error> {
        by_component!(self, Op::BroadcastTo, self.text().str(" to ").tuple(shape), part => part.broadcast_to(shape))
    }

    /// These modes from their last element to their first, and the coordinate at which the result starts, as
    /// [`Layout::flip`].
    ///
    /// # Errors
    /// As [`Layout::flip`].
    ///
    /// ```
    /// use tilework::{CoordLayout, tuple};
    ///
    /// let (flipped, start) = CoordLayout::identity(&tuple!((4,6)))?.flip(&[1])?;
    /// assert_eq!(flipped.to_string(), "(4,6):(1@0,-1@1)");
    /// assert_eq!(start, tuple!((0,5)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn flip(&self, modes: &[usize]) -> Result<(CoordLayout, Coord), Error> {
        let mut starts = List::new(0);
        let layout = by_component!(self, Op::Flip, self.text(), part => match part.flip(modes) {
            Ok((view, start)) => {
                // One for each component.
                let _ = starts.push(start);
                Ok(view)
            }
            Err(error) => Err(error),
        });
        Ok((tri!(layout), Nested { profile: self.coprofile, leaves: starts }))
    }

    /// The modes from the fastest to the slowest.
    const fn counted(&self, order: Order) -> CoordLayout {
        match order {
            Order::Colex => *self,
            Order::Lex => self.with(self.tree.mirrored()),
        }
    }

    /// An error of component `i`; but for the offsets, they all have the same.
    const fn located(&self, error: Error, i: usize) -> Error {
        match error.kind() {
            ErrorKind::NeedsCopy { .. } if self.places.len() > 1 => error.in_component(i),
            _ => error,
        }
    }

    /// Adds the strides of component `i` to those of a tree, which all components have in common.
    const fn add_component(
        &self,
        op: Op,
        tree: &mut Nested<CoordMode>,
        i: usize,
        part: &Layout,
    ) -> Result<(), Error> {
        let (modes, mut leaf) = (part.leaf_modes(), 0);
        while leaf < modes.len() {
            let step = BasisStride::of(modes[leaf].stride, self.places.at(i));
            if i == 0 {
                let _ = tree.leaves.push(CoordMode { extent: modes[leaf].extent, stride: step });
            } else {
                let CoordMode { extent, stride } = tree.leaves.at(leaf);
                match stride.add(&step) {
                    Ok(stride) => tree.leaves.set(leaf, CoordMode { extent, stride }),
                    Err(error) => return Err(error.within(op)),
                }
            }
            leaf += 1;
        }
        tree.profile = part.profile();
        Ok(())
    }
}

/// Of two refusals the one with the first witness; the new one comes later.
const fn first(new: Error, known: Option<Error>) -> Error {
    match known {
        Some(known) => match (known.witness(), new.witness()) {
            (Some(a), Some(b)) if b < a => new,
            _ => known,
        },
        None => new,
    }
}
