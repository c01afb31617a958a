//! Layouts and arrays of numpy: each array is a layout, and some layouts are arrays.

use tilework::{AnyLayout, Layout, Mode};

/// A compact array of numpy, as a `.npy` file describes it.
///
/// ```
/// use tilework::layout;
/// use tilework_relayout::files::Array;
///
/// let array = Array { shape: vec![2, 3], fortran_order: true };
/// assert_eq!(array.layout()?, layout!((2,3):(1,2)));
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// The extents of the axes.
    pub shape: Vec<u64>,
    /// Whether the first axis is the fastest, and not the last one.
    pub fortran_order: bool,
}

impl Array {
    /// How many elements it has, if the number fits.
    pub fn elements(&self) -> Option<u64> {
        if self.is_empty() {
            return Some(0);
        }
        self.shape.iter().try_fold(1_u64, |size, &extent| size.checked_mul(extent))
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The shape as Python writes it.
    ///
    /// ```
    /// use tilework_relayout::files::Array;
    ///
    /// let text = |shape: &[u64]| Array { shape: shape.to_vec(), fortran_order: false }.shape_text();
    /// assert_eq!([text(&[2, 3]), text(&[6]), text(&[])], ["(2, 3)", "(6,)", "()"]);
    /// ```
    pub fn shape_text(&self) -> String {
        let extents: Vec<String> = self.shape.iter().map(u64::to_string).collect();
        let end = if extents.len() == 1 { ",)" } else { ")" };
        format!("({}{end}", extents.join(", "))
    }

    /// The layout of its elements.
    ///
    /// # Errors
    /// That no layout has the shape: it is empty, or has too many axes or elements.
    pub fn layout(&self) -> Result<Layout, tilework::Error> {
        let extents: Vec<i64> =
            self.shape.iter().map(|&n| i64::try_from(n).unwrap_or(-1)).collect();
        strided(&extents, &strides(&extents, self.fortran_order))
    }

    /// The array that describes the memory of a layout, which spans `span` elements. Where the layout is row-major or
    /// column-major, the axes are those of its domain. Where it is compact in another order, they are its modes in the
    /// order of memory, slowest first. Where it has holes or no strides, there is one axis over the whole span.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_relayout::files::Array;
    ///
    /// // An NCHW domain in NHWC memory.
    /// let array = Array::of(&layout!((2,3,4,5):(60,1,15,3)).into(), 120);
    /// assert_eq!(array.shape, [2, 4, 5, 3]);
    /// ```
    pub fn of(layout: &AnyLayout, span: usize) -> Array {
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
fn strides(shape: &[i64], fortran_order: bool) -> Vec<Option<i64>> {
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
fn strided(shape: &[i64], strides: &[Option<i64>]) -> Result<Layout, tilework::Error> {
    let modes = shape.iter().zip(strides).map(|(&extent, stride)| {
        // A stride that does not fit belongs to a size that does not fit either: an error below.
        Layout::of_mode(Mode::new(extent, stride.unwrap_or(i64::MAX)))
    });
    match modes.collect::<Result<Vec<Layout>, tilework::Error>>()?.as_slice() {
        // An array without axes has one element.
        [] => Layout::new(1, 0),
        modes => Layout::concat(modes),
    }
}

/// The axes of a permutation, as numpy's `transpose` takes them: each once, negative ones from the end.
///
/// # Errors
/// Which axis is not there, is missing, or is named twice.
///
/// ```
/// use tilework_relayout::files::permutation;
///
/// assert_eq!(permutation(&[0, -1, 1], 3), Ok(vec![0, 2, 1]));
/// assert_eq!(permutation(&[0, 0], 2), Err("axis 0 is named twice".to_owned()));
/// ```
pub fn permutation(axes: &[i64], rank: usize) -> Result<Vec<usize>, String> {
    let mut out = Vec::new();
    for &axis in axes {
        let from_end = if axis < 0 { rank as i64 } else { 0 };
        let found = usize::try_from(axis.saturating_add(from_end)).ok().filter(|&axis| axis < rank);
        out.push(found.ok_or_else(|| format!("there is no axis {axis} of {rank}"))?);
    }
    match (0..rank).find(|axis| out.iter().filter(|each| *each == axis).count() != 1) {
        None => Ok(out),
        Some(axis) if out.contains(&axis) => Err(format!("axis {axis} is named twice")),
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
            assert_eq!(Array::of(&any, span as usize), expected, "{layout}");
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
        assert_eq!(permutation(&[1, 0], 2), Ok(vec![1, 0]));
        for axes in [&[][..], &[0], &[0, 0], &[0, 1, 2], &[0, 2], &[0, -3], &[0, i64::MAX]] {
            assert!(permutation(axes, 2).is_err(), "{axes:?}");
        }
    }
}
