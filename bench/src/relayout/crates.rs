//! The crates that move data, each by the fastest of its public ways.

use fast_transpose::{FlipMode, FlopMode, TransposeError};
use ndarray::{
    ArrayView, ArrayViewMut, Dimension, Ix1, Ix2, Ix3, Ix4, Ix5, IxDyn, ShapeBuilder, Zip,
};
use rten_tensor::{TensorView, TensorViewMut};
use strided_view::{StridedView, StridedViewMut};
use threadteam::Exec;

use crate::memory::Bits;
use crate::peers::{Contestant, THREADS, contestant};
use crate::works::{Axis, Work, of_element};

pub(crate) fn contestants(work: &Work) -> Vec<Contestant> {
    of_element!(work.element, of(work))
}

fn of<T: Number>(work: &Work) -> Vec<Contestant> {
    // None of them gathers.
    let Some(axes) = work.axes() else { return vec![] };
    let small = work.is_small();
    let mut all = ndarray::<T>(&axes, small);
    all.extend(strided_perm::<T>(&axes, small));
    all.push(rten_tensor::<T>(&axes));
    all.extend(transpositions::<T>(&axes));
    all
}

fn extents(axes: &[Axis]) -> Vec<usize> {
    axes.iter().map(|axis| axis.extent).collect()
}

/// `assign` from one view to another, of a fixed number of dimensions where it is at most five.
fn ndarray<T: Number>(axes: &[Axis], small: bool) -> Vec<Contestant> {
    fn both<T: Number, D: Dimension + 'static>(
        shape: D,
        to: D,
        from: D,
        small: bool,
    ) -> Vec<Contestant> {
        let views =
            move |dst: &mut [T],
                  src: &[T],
                  with: fn(ArrayViewMut<'_, T, D>, ArrayView<'_, T, D>)| {
                let to = ArrayViewMut::from_shape(shape.clone().strides(to.clone()), dst);
                let from = ArrayView::from_shape(shape.clone().strides(from.clone()), src);
                let sizes = "the buffers have the size of the layouts";
                with(to.expect(sizes), from.expect(sizes));
            };
        let parallel = views.clone();
        let mut all = vec![contestant("ndarray", 1, move |dst: &mut [T], src: &[T]| {
            views(dst, src, |mut to, from| to.assign(&from));
        })];
        if !small {
            all.push(contestant("ndarray", THREADS, move |dst: &mut [T], src: &[T]| {
                parallel(dst, src, |to, from| {
                    Zip::from(to).and(from).par_for_each(|to, from| *to = *from);
                });
            }));
        }
        all
    }
    let shape = extents(axes);
    let to: Vec<usize> = axes.iter().map(|axis| axis.dst).collect();
    let from: Vec<usize> = axes.iter().map(|axis| axis.src).collect();
    macro_rules! fixed {
        ($($ix:ident [$($k:literal)*])*) => {
            match shape.len() {
                $(n if n == [$($k),*].len() => both::<T, _>(
                    $ix($(shape[$k]),*), $ix($(to[$k]),*), $ix($(from[$k]),*), small,
                ),)*
                _ => both::<T, _>(IxDyn(&shape), IxDyn(&to), IxDyn(&from), small),
            }
        };
    }
    fixed!(Ix1 [0] Ix2 [0 1] Ix3 [0 1 2] Ix4 [0 1 2 3] Ix5 [0 1 2 3 4])
}

/// `copy_into`, with the dimensions in the order of Fortran, which is its own.
fn strided_perm<T: Number>(axes: &[Axis], small: bool) -> Vec<Contestant> {
    let mut axes = axes.to_vec();
    axes.reverse();
    let shape = extents(&axes);
    let to: Vec<isize> = axes.iter().map(|axis| axis.dst as isize).collect();
    let from: Vec<isize> = axes.iter().map(|axis| axis.src as isize).collect();
    let copy = move |dst: &mut [T], src: &[T], exec: Exec<'_>| {
        let sizes = "the buffers have the size of the layouts";
        let mut to = StridedViewMut::new(dst, &shape, &to, 0).expect(sizes);
        let from = StridedView::new(src, &shape, &from, 0).expect(sizes);
        strided_perm::copy_into(&mut to, &from, exec).expect("the views have one shape");
    };
    let parallel = copy.clone();
    let one = move |dst: &mut [T], src: &[T]| copy(dst, src, Exec::serial());
    let mut all = vec![contestant("strided-perm", 1, one)];
    if !small {
        let pool = threadteam::Pool::builder().threads(THREADS).build().expect("two threads");
        all.push(contestant("strided-perm", THREADS, move |dst: &mut [T], src: &[T]| {
            parallel(dst, src, Exec::new(&pool, THREADS).expect("the pool has them"));
        }));
    }
    all
}

/// `copy_from`, which is its blocked copy where the destination is contiguous, as it always is here.
fn rten_tensor<T: Number>(axes: &[Axis]) -> Contestant {
    let shape = extents(axes);
    let to: Vec<usize> = axes.iter().map(|axis| axis.dst).collect();
    let from: Vec<usize> = axes.iter().map(|axis| axis.src).collect();
    let copy = move |dst: &mut [T], src: &[T]| {
        let sizes = "the buffers have the size of the layouts";
        let mut to = TensorViewMut::from_data_with_strides(&shape, dst, &to).expect(sizes);
        let from = TensorView::from_slice_with_strides(&shape, src, &from).expect(sizes);
        to.copy_from(&from);
    };
    contestant("rten-tensor", 1, copy)
}

/// The number of matrices that a work transposes one by one, and the rows and columns of a
/// destination.
fn matrices(axes: &[Axis]) -> Option<(usize, usize, usize)> {
    let (batch, matrix) = axes.split_at(axes.len().checked_sub(2)?);
    let &[row, column] = matrix else { return None };
    let len = row.extent * column.extent;
    let whole = |axis: &Axis| axis.dst == len && axis.src == len;
    let transposed =
        column.dst == 1 && row.src == 1 && row.dst == column.extent && column.src == row.extent;
    let count = match batch {
        [] => 1,
        [axis] if whole(axis) => axis.extent,
        _ => return None,
    };
    transposed.then_some((count, row.extent, column.extent))
}

/// The two crates that transpose one matrix.
fn transpositions<T: Number>(axes: &[Axis]) -> Vec<Contestant> {
    let Some((_, rows, columns)) = matrices(axes) else { return vec![] };
    let len = rows * columns;
    let each = move |dst: &mut [T], src: &[T], one: fn(&mut [T], &[T], usize, usize)| {
        for (dst, src) in dst.chunks_exact_mut(len).zip(src.chunks_exact(len)) {
            one(dst, src, rows, columns);
        }
    };
    vec![
        contestant("transpose", 1, move |dst: &mut [T], src: &[T]| {
            each(dst, src, |dst, src, rows, columns| transpose::transpose(src, dst, rows, columns));
        }),
        contestant("fast_transpose", 1, move |dst: &mut [T], src: &[T]| {
            each(dst, src, |dst, src, rows, columns| {
                T::fast_transpose(src, rows, dst, columns).expect("the sizes agree");
            });
        }),
    ]
}

/// What `fast_transpose` has a function of its own for.
trait Number: Bits {
    /// From a matrix with rows of `width` elements to one with rows of `height`.
    fn fast_transpose(
        src: &[Self],
        width: usize,
        dst: &mut [Self],
        height: usize,
    ) -> Result<(), TransposeError>;
}

macro_rules! number {
    ($($number:ty => $function:ident,)*) => {$(
        impl Number for $number {
            fn fast_transpose(
                src: &[Self],
                width: usize,
                dst: &mut [Self],
                height: usize,
            ) -> Result<(), TransposeError> {
                // Without `Flop` it is a rotation.
                let (flip, flop) = (FlipMode::NoFlip, FlopMode::Flop);
                fast_transpose::$function(src, width, dst, height, width, height, flip, flop)
            }
        }
    )*};
}

number! {
    u8 => transpose_plane,
    u16 => transpose_plane16,
    f32 => transpose_plane_f32,
    f64 => transpose_arbitrary,
    [u8; 3] => transpose_arbitrary,
    [u8; 5] => transpose_arbitrary,
    [u8; 6] => transpose_arbitrary,
    [u8; 12] => transpose_arbitrary,
}
