//! Views of layouts of either kind that move where they start.

use crate::ground::error::{Error, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::layout::coord::fit;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Shape, Stride};
use crate::maps::any::AnyLayout;

impl AnyLayout {
    /// These modes from their last element to their first, and the offset at which the result starts; a
    /// composed layout holds its offset itself, and this is 0 then.
    ///
    /// # Errors
    /// As [`Layout::flip`].
    pub const fn flip(&self, modes: &[usize]) -> Result<(AnyLayout, i64), Error> {
        match self {
            AnyLayout::Plain(layout) => {
                let (flipped, start) = tri!(layout.flip(modes));
                Ok((AnyLayout::Plain(flipped), start))
            }
            AnyLayout::Composed(composed) => {
                Ok((AnyLayout::Composed(tri!(composed.flip(modes))), 0))
            }
        }
    }

    /// Any strides over the memory of this layout: [`Layout::as_strided`].
    ///
    /// # Errors
    /// As [`Layout::as_strided`]; [`Undecided`](crate::ErrorKind::Undecided) when it is not known which memory that
    /// is, never for a plain layout.
    pub fn as_strided(&self, shape: &Shape, stride: &Stride, offset: i64) -> Result<Layout, Error> {
        let AnyLayout::Composed(composed) = self else {
            return self.inner().as_strided(shape, stride, offset);
        };
        let (least, cosize) = (composed.min_offset()?, composed.cosize()?);
        let memory = Layout::of_mode(Mode::new(cosize, 1))?;
        let start = i128::from(offset) - i128::from(least);
        memory.as_strided(shape, stride, fit(Op::AsStrided, start)?)
    }
}
