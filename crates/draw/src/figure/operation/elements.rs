//! The elements of a layout, named so that what a tiler does to them can be read off.

use tilework::{AnyLayout, Error, Layout, Tiler, Tuple};

/// The elements of A as a tiler counts them: a layout whose offsets name them.
pub(super) struct Elements {
    pub(super) layout: AnyLayout,
    /// Of each mode: what a step adds to the name, its size, what a step adds to the index.
    modes: Vec<(i64, i64, i64)>,
}

impl Elements {
    /// By mode, or all of them in one.
    ///
    /// A tile that overhangs goes on past the end of its mode: names of the modes are so far apart
    /// that it does not reach another element.
    pub(super) fn new(a: &AnyLayout, tiler: &Tiler) -> Result<Elements, Error> {
        let sizes =
            if tiler.is_by_mode() { a.shape().product_each()? } else { Tuple::leaf(a.size()) };
        let bits = 62 / sizes.length().max(1);
        let (mut modes, mut index) = (Vec::new(), 1);
        for (i, &size) in sizes.leaves().iter().enumerate() {
            modes.push((1 << (bits * i), size, index));
            index *= size;
        }
        let names: Vec<i64> = modes.iter().map(|mode| mode.0).collect();
        let names = if sizes.is_leaf() { Tuple::leaf(1) } else { Tuple::from_slice(&names)? };
        Ok(Elements { layout: Layout::from_tuples(&sizes, &names)?.into(), modes })
    }

    /// The index in A of a name; none past the end of a mode.
    pub(super) fn index(&self, mut name: i64) -> Option<i64> {
        let mut index = 0;
        for &(step, size, scale) in self.modes.iter().rev() {
            let at = name / step;
            if name < 0 || at >= size {
                return None;
            }
            index += at * scale;
            name -= at * step;
        }
        Some(index)
    }
}
