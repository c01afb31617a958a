//! Broadcasting: modes of one element are repeated, by stride 0, until the shape is reached.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::Nested;
use crate::layout::layout::Layout;
use crate::layout::tuple::Shape;

/// # Broadcasting
impl Layout {
    /// The layout repeated until it has this shape, by the rules of numpy: modes are matched from the right,
    /// a mode of one element is repeated, and so are modes that only the shape has. A repeated mode has
    /// stride 0.
    ///
    /// A nested mode matches an extent of its size, or its own shape.
    ///
    /// # Errors
    /// [`NotBroadcast`](ErrorKind::NotBroadcast) with the mode of the shape,
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) when the shape has fewer modes, and as
    /// [`col_major`](Layout::col_major).
    ///
    /// ```
    /// use tilework::{layout, tuple};
    ///
    /// let a = layout!((3,1):(1,7));
    /// assert_eq!(a.broadcast_to(&tuple!((2,3,4)))?, layout!((2,3,4):(0,1,0)));
    /// assert_eq!(
    ///     a.broadcast_to(&tuple!((2,4,4))).unwrap_err().to_string(),
    ///     "broadcast_to in mode 1 of (3,1):(1,7) to (2,4,4): 3 elements cannot become 4: only one \
    ///      element can be repeated",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "expand")]
    pub const fn broadcast_to(&self, shape: &Shape) -> Result<Layout, Error> {
        match self.broadcast(shape) {
            Ok(layout) => Ok(layout),
            Err(error) => {
                let text = self.text().str(" to ").tuple(shape);
                Err(error.within(Op::BroadcastTo).on(text))
            }
        }
    }

    const fn broadcast(&self, shape: &Shape) -> Result<Layout, Error> {
        let op = Op::BroadcastTo;
        // What is wrong with the shape itself.
        tri!(Layout::col_major(shape));
        let (rank, to) = (axes(&self.tree), axes(shape));
        if rank > to {
            return Err(Error::new(op, ErrorKind::RankTooLarge { rank, limit: to }));
        }
        let (mut out, mut i) = (Nested::none(), 0);
        if !shape.is_leaf() {
            tri!(out.open());
        }
        while i < to {
            let want = tri!(shape.mode(i));
            let mode = if i < to - rank {
                repeated(&want)
            } else {
                match tri!(self.mode(i - (to - rank))).matched(&want) {
                    Ok(mode) => mode,
                    Err(kind) => return Err(Error::new(op, kind).in_mode(i)),
                }
            };
            tri!(out.push(&mode.tree));
            i += 1;
        }
        if !shape.is_leaf() {
            tri!(out.close());
        }
        Layout::checked(op, out)
    }

    /// A mode of the result.
    const fn matched(&self, want: &Shape) -> Result<Layout, ErrorKind> {
        let (size, to) = (self.size(), repeated(want).size());
        if size == 1 {
            return Ok(repeated(want));
        }
        if size != to {
            return Err(ErrorKind::NotBroadcast { size, to });
        }
        if want.is_leaf() || repeated(&self.shape()).same(&repeated(want)) {
            return Ok(*self);
        }
        Err(ErrorKind::NotCongruent { left: self.length(), right: want.length() })
    }
}

/// The number of modes; `()` has none.
const fn axes<T: Copy>(nested: &Nested<T>) -> usize {
    if nested.length() == 0 { 0 } else { nested.rank() }
}

/// A shape whose elements are all at offset 0.
const fn repeated(shape: &Shape) -> Layout {
    let (mut leaves, mut i) = (List::new(Mode::VACANT), 0);
    while i < shape.length() {
        // As many as there are.
        let _ = leaves.push(Mode::new(shape.leaves.at(i), 0));
        i += 1;
    }
    Layout { tree: Nested { profile: shape.profile, leaves } }
}
