//! Layouts and arrays of numpy: each array is a layout, and some layouts are arrays.

use tilework::{AnyLayout, Layout, Mode, Shape};

/// An array as a `.npy` file describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Array {
    pub(crate) shape: Vec<u64>,
    pub(crate) fortran_order: bool,
}

impl Array {
    /// The layout of an array that is not empty.
    pub(crate) fn layout(&self) -> tilework::Result<Layout> {
        let extents: Vec<i64> =
            self.shape.iter().map(|&n| i64::try_from(n).unwrap_or(-1)).collect();
        strided(&extents, &strides(&extents, self.fortran_order))
    }

    /// The array whose memory is that of a layout. Its axes are those of the layout's domain where it
    /// lies by rows or by columns; else the modes in the order in which they lie in memory, the slowest
    /// first; else, where there are holes or no strides, there is one axis over the whole span.
    pub(crate) fn of(layout: &AnyLayout, span: i64) -> Array {
        let by_rows = |shape: Vec<u64>| Array { shape, fortran_order: false };
        let line = by_rows(vec![span as u64]);
        let Some(layout) = layout.plain() else { return line };
        let modes: Vec<Layout> = match layout.depth() {
            0 => vec![layout.coalesce()],
            _ => (0..layout.rank()).filter_map(|i| Some(layout.mode(i).ok()?.coalesce())).collect(),
        };
        let mut leaves: Vec<Mode> =
            modes.iter().flat_map(|mode| mode.leaf_modes()).copied().collect();
        if leaves.len() == modes.len() {
            let shape: Vec<i64> = leaves.iter().map(|mode| mode.extent).collect();
            for fortran_order in [false, true] {
                let compact = strides(&shape, fortran_order);
                let mut pairs = leaves.iter().zip(compact);
                if pairs.all(|(mode, stride)| mode.extent == 1 || Some(mode.stride) == stride) {
                    let shape = shape.iter().map(|&extent| extent as u64).collect();
                    return Array { shape, fortran_order };
                }
            }
        }
        leaves.retain(|mode| mode.extent > 1);
        leaves.sort_by_key(|mode| std::cmp::Reverse(mode.stride));
        let shape: Vec<i64> = leaves.iter().map(|mode| mode.extent).collect();
        let compact = strides(&shape, false);
        if leaves.iter().zip(compact).all(|(mode, stride)| Some(mode.stride) == stride) {
            by_rows(shape.iter().map(|&extent| extent as u64).collect())
        } else {
            line
        }
    }
}

/// The strides of a compact array; `None` where one does not fit.
pub(crate) fn strides(shape: &[i64], fortran_order: bool) -> Vec<Option<i64>> {
    let mut next = Some(1_i64);
    let mut step = |&extent: &i64| {
        let stride = next;
        next = next.and_then(|stride| stride.checked_mul(extent));
        stride
    };
    if fortran_order {
        shape.iter().map(step).collect()
    } else {
        let mut strides: Vec<_> = shape.iter().rev().map(&mut step).collect();
        strides.reverse();
        strides
    }
}

/// The layout of extents with strides.
pub(crate) fn strided(shape: &[i64], strides: &[Option<i64>]) -> tilework::Result<Layout> {
    let modes = shape.iter().zip(strides).map(|(&extent, stride)| {
        // A stride that does not fit belongs to a size that does not fit either: an error below.
        Layout::of_mode(Mode::new(extent, stride.unwrap_or(i64::MAX)))
    });
    match modes.collect::<tilework::Result<Vec<Layout>>>()?.as_slice() {
        // An array without axes has one element.
        [] => Layout::new(1, 0),
        modes => Layout::concat(modes),
    }
}

/// The extents of the modes at the top.
pub(crate) fn extents(shape: &Shape) -> Vec<u64> {
    let size = |mode: &Shape| mode.leaves().iter().map(|&extent| extent as u64).product();
    if shape.is_leaf() {
        return vec![size(shape)];
    }
    (0..shape.rank()).filter_map(|i| shape.mode(i).ok()).map(|mode| size(&mode)).collect()
}

/// The axes of `--permute`, as numpy's `transpose` reads them: each once, negative ones from the end.
pub(crate) fn permutation(text: &str, rank: usize) -> Result<Vec<usize>, String> {
    let mut axes = Vec::new();
    for word in text.trim().trim_matches(['(', ')', '[', ']']).split(',') {
        let axis: i64 =
            word.trim().parse().map_err(|_| format!("`{}` is not an axis", word.trim()))?;
        let from_end = if axis < 0 { rank as i64 } else { 0 };
        let found = usize::try_from(axis + from_end).ok().filter(|&axis| axis < rank);
        axes.push(found.ok_or_else(|| format!("there is no axis {axis} of {rank}"))?);
    }
    match (0..rank).find(|axis| axes.iter().filter(|each| *each == axis).count() != 1) {
        None => Ok(axes),
        Some(axis) if axes.contains(&axis) => Err(format!("axis {axis} is named twice")),
        Some(axis) => Err(format!("axis {axis} is missing; there are {rank}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_array_a_layout_is() {
        for (layout, shape, fortran_order) in [
            ("(2,3):(3,1)", &[2, 3][..], false),
            ("(2,3):(1,2)", &[2, 3], true),
            ("6:1", &[6], false),
            ("1:0", &[1], false),
            ("(1,5):(7,1)", &[1, 5], false),
            ("((2,2),3):((3,6),1)", &[4, 3], false),
            // NCHW as NHWC.
            ("(2,3,4,5):(60,1,15,3)", &[2, 4, 5, 3], false),
            // Tiles of 2 by 2: rows and columns of tiles first.
            ("((2,3),(2,4)):((2,16),(1,4))", &[3, 4, 2, 2], false),
            // Holes, repetitions, backwards, no strides.
            ("(2,3):(4,1)", &[7], false),
            ("4:-1", &[4], false),
            ("Sw<1,0,1> o 0 o (2,2):(2,1)", &[4], false),
        ] {
            let any: AnyLayout = layout.parse().unwrap();
            let span = any.max_offset().unwrap() - any.min_offset().unwrap() + 1;
            let expected = Array { shape: shape.to_vec(), fortran_order };
            assert_eq!(Array::of(&any, span), expected, "{layout}");
        }
    }

    #[test]
    fn which_layout_an_array_is() {
        for (shape, fortran_order, layout) in [
            (&[2, 3][..], false, "(2,3):(3,1)"),
            (&[2, 3], true, "(2,3):(1,2)"),
            (&[6], false, "(6):(1)"),
            (&[], false, "1:0"),
        ] {
            let array = Array { shape: shape.to_vec(), fortran_order };
            assert_eq!(array.layout().unwrap().to_string(), layout);
        }
        let huge = Array { shape: vec![1 << 40, 1 << 40, 2], fortran_order: false };
        assert!(huge.layout().is_err());
        assert!(Array { shape: vec![2; 40], fortran_order: true }.layout().is_err());
    }

    #[test]
    fn permutations() {
        assert_eq!(permutation("1,0", 2), Ok(vec![1, 0]));
        assert_eq!(permutation(" (0, -1, 1) ", 3), Ok(vec![0, 2, 1]));
        for text in ["", "0", "0,0", "0,1,2", "0,2", "0,-3", "x,0", "0,,1"] {
            assert!(permutation(text, 2).is_err(), "{text}");
        }
    }
}
