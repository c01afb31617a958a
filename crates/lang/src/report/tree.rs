//! What is nested in the notation, as nested arrays.

use serde::Serialize;
use tilework::{Layout, Nested, Tiler};

/// Something nested: in JSON a leaf, or an array of such.
///
/// ```
/// use tilework_lang::report::{Tree, json};
///
/// let shape = Tree::of(&tilework::tuple!((4,(2,8))), |extent| extent);
/// assert_eq!(json::text(&shape), "[4,[2,8]]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Tree<T> {
    /// No parentheses.
    Leaf(T),
    /// The modes of a tuple.
    Tuple(Vec<Tree<T>>),
}

impl<T> Tree<T> {
    /// A nested tuple, with each of its leaves as `leaf` has it.
    pub fn of<U: Copy>(nested: &Nested<U>, leaf: impl Fn(U) -> T + Copy) -> Tree<T> {
        if let (true, [value]) = (nested.is_leaf(), nested.leaves()) {
            return Tree::Leaf(leaf(*value));
        }
        // Most tuples are flat, and a mode of one would be a copy.
        if nested.depth() == 1 {
            let leaves = nested.leaves().iter();
            return Tree::Tuple(leaves.map(|value| Tree::Leaf(leaf(*value))).collect());
        }
        // `rank` modes exist, so none of them is skipped.
        let modes = (0..nested.rank()).filter_map(|i| nested.mode(i).ok());
        Tree::Tuple(modes.map(|mode| Tree::of(&mode, leaf)).collect())
    }
}

impl Tree<Option<Strided>> {
    /// The layouts of a tiler, mode by mode; none for `_`.
    ///
    /// ```
    /// use tilework_lang::report::{Tree, json};
    ///
    /// let modes = Tree::of_tiler(&tilework::tiler!(<3:3,_>));
    /// assert_eq!(json::text(&modes), r#"[{"shape":3,"stride":3},null]"#);
    /// ```
    pub fn of_tiler(tiler: &Tiler) -> Tree<Option<Strided>> {
        if !tiler.is_by_mode() {
            return Tree::Leaf(tiler.as_layout().as_ref().map(Strided::of));
        }
        let modes = (0..tiler.rank()).filter_map(|i| tiler.mode(i).ok());
        Tree::Tuple(modes.map(|mode| Tree::of_tiler(&mode)).collect())
    }
}

/// The two halves of a layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Strided {
    /// The extents.
    pub shape: Tree<i64>,
    /// The strides.
    pub stride: Tree<i64>,
}

impl Strided {
    /// The halves of this layout.
    pub fn of(layout: &Layout) -> Strided {
        let half = |tuple| Tree::of(&tuple, |leaf| leaf);
        Strided { shape: half(layout.shape()), stride: half(layout.stride()) }
    }
}
