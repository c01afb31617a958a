//! The elements of a layout, numbered so that the result of an operation on the numbers shows where
//! each element went.

use tilework::{AnyLayout, Error, Layout, Tiler, Tuple};

/// The elements of A as a tiler indexes them: a layout whose offsets are their numbers.
pub(super) struct Elements {
    pub(super) layout: AnyLayout,
    /// For each mode: what a step adds to the number, the size, what a step adds to the index.
    modes: Vec<(i64, i64, i64)>,
}

impl Elements {
    /// By mode, or all modes as one, as the tiler has it.
    ///
    /// A tile that overhangs continues past the end of its mode. The strides are so far apart that it
    /// does not reach the number of another element.
    pub(super) fn new(a: &AnyLayout, tiler: &Tiler) -> Result<Elements, Error> {
        let sizes =
            if tiler.is_by_mode() { a.shape().product_each()? } else { Tuple::leaf(a.size()) };
        let bits = 62 / sizes.length().max(1);
        let (mut modes, mut index) = (Vec::new(), 1);
        for (i, &size) in sizes.leaves().iter().enumerate() {
            modes.push((1 << (bits * i), size, index));
            index *= size;
        }
        let strides: Vec<i64> = modes.iter().map(|mode| mode.0).collect();
        let strides = if sizes.is_leaf() { Tuple::leaf(1) } else { Tuple::from_slice(&strides)? };
        Ok(Elements { layout: Layout::from_tuples(&sizes, &strides)?.into(), modes })
    }

    /// The index in A of a number; none past the end of a mode.
    pub(super) fn index(&self, mut number: i64) -> Option<i64> {
        let mut index = 0;
        for &(step, size, scale) in self.modes.iter().rev() {
            let at = number / step;
            if number < 0 || at >= size {
                return None;
            }
            index += at * scale;
            number -= at * step;
        }
        Some(index)
    }
}
