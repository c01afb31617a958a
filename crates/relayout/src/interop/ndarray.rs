//! Arrays of the crate `ndarray`.

#![allow(unsafe_code)]

use bytemuck::NoUninit;
use ndarray::{ArrayView, ArrayViewMut, Dimension};
use tilework::Layout;

use crate::error::{Error, Result, Side};
use crate::plan::Plan;

/// Assigns one array to another of the same shape, whatever the order of their axes in memory: with
/// gaps, reversed, or repeated by `broadcast`.
///
/// # Errors
/// [`Axes`](Error::Axes) and [`Axis`](Error::Axis) when the shapes differ, and
/// [`Layout`](Error::Layout) for more axes than a layout has modes. Nothing is written then.
///
/// ```
/// use ndarray::{Array2, array};
/// use tilework_relayout::relayout_array;
///
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// let mut b = Array2::zeros((3, 2));
/// relayout_array(b.view_mut(), a.t())?;
/// assert_eq!(b, array![[1, 4], [2, 5], [3, 6]]);
/// # Ok::<(), tilework_relayout::Error>(())
/// ```
pub fn relayout_array<T: NoUninit, D: Dimension>(
    dst: ArrayViewMut<'_, T, D>,
    src: ArrayView<'_, T, D>,
) -> Result<(), Error> {
    run(dst, src, |plan, to, from| {
        // SAFETY: the views have every element of their layouts, from the one at index 0 on; what is
        // seen through a mutable view is not seen through another.
        unsafe { plan.run_from_origin(to, from) }
    })
}

/// [`relayout_array`] on the threads of the current `rayon` pool.
///
/// # Errors
/// As [`relayout_array`].
///
/// ```
/// use ndarray::Array4;
/// use tilework_relayout::relayout_array_parallel;
///
/// let nchw = Array4::from_shape_fn((2, 3, 8, 8), |(n, c, h, w)| n + c * h + w);
/// let mut nhwc = Array4::zeros((2, 8, 8, 3));
/// relayout_array_parallel(nhwc.view_mut(), nchw.view().permuted_axes([0, 2, 3, 1]))?;
/// assert_eq!(nhwc[[1, 5, 6, 2]], nchw[[1, 2, 5, 6]]);
/// # Ok::<(), tilework_relayout::Error>(())
/// ```
#[cfg(feature = "parallel")]
pub fn relayout_array_parallel<T: NoUninit + Send + Sync, D: Dimension>(
    dst: ArrayViewMut<'_, T, D>,
    src: ArrayView<'_, T, D>,
) -> Result<(), Error> {
    run(dst, src, |plan, to, from| {
        // SAFETY: as above.
        unsafe { plan.run_from_origin_parallel(to, from) }
    })
}

fn run<T: NoUninit, D: Dimension>(
    mut dst: ArrayViewMut<'_, T, D>,
    src: ArrayView<'_, T, D>,
    run: impl FnOnce(&Plan, *mut u8, *const u8),
) -> Result<()> {
    if dst.ndim() != src.ndim() {
        return Err(Error::Axes { destination: dst.ndim(), source: src.ndim() });
    }
    let lengths = dst.shape().iter().zip(src.shape()).enumerate();
    for (axis, (&destination, &source)) in lengths {
        if destination != source {
            return Err(Error::Axis { axis, destination, source });
        }
    }
    if dst.is_empty() {
        return Ok(());
    }
    let layout = |side, shape: &[usize], strides: &[isize]| {
        Layout::from_strides(shape, strides).map_err(|error| Error::Layout { side, error })
    };
    let dl = layout(Side::Destination, dst.shape(), dst.strides())?;
    let sl = layout(Side::Source, src.shape(), src.strides())?;
    let plan = Plan::new(&dl, &sl, size_of::<T>())?;
    run(&plan, dst.as_mut_ptr().cast(), src.as_ptr().cast());
    Ok(())
}
