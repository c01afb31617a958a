//! Vectors: groups of neighbours along a mode that lie one after another in memory.

use core::fmt;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::integers::gcd;
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, Node};
use crate::layout::layout::Layout;

/// How many elements one vector access can take, along which mode, and how they are aligned.
///
/// Along a mode of `E` coordinates, and for a divisor `n` of `E`, the coordinates fall into groups
/// `kn, kn + 1, ..., kn + n - 1`. The *width* is the largest `n` for which the offsets of every group,
/// at every coordinate of the other modes, are one apart: `f(kn + i) = f(kn) + i`. The widths that work
/// are exactly the divisors of this one. Of these, *aligned* is the largest for which every group also
/// starts at a multiple of it.
///
/// ```
/// use tilework::layout;
///
/// let rows = layout!((128,32):(40,1)).vector();
/// assert_eq!((rows.width(), rows.aligned()), (32, 8), "rows are 40 apart");
/// assert_eq!(rows.to_string(), "32 along mode 1, aligned to 8");
/// assert_eq!(rows.at(4).aligned(), 4, "from offset 4 on");
/// ```
#[derive(Clone, Copy)]
pub struct Vector {
    pub(crate) path: Path,
    width: i64,
    aligned: i64,
}

/// A path of mode indices, outermost first. No profile has room for a longer one.
pub(crate) type Path = List<u8, 64>;

impl Vector {
    /// Along the mode with this path.
    pub(crate) const fn new(path: Path, (width, aligned): (i64, i64)) -> Vector {
        Vector { path, width, aligned }
    }

    /// The number of elements.
    #[doc(alias = "contiguity")]
    pub const fn width(&self) -> i64 {
        self.width
    }

    /// The largest number of elements for which every group starts at a multiple of that number; it
    /// divides the [`width`](Vector::width).
    #[doc(alias = "divisibility")]
    pub const fn aligned(&self) -> i64 {
        self.aligned
    }

    /// The mode in which the elements are neighbours, outermost index first; empty for the whole layout, in
    /// index order.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let vector = layout!(((4,8),2):((16,1),64)).vector();
    /// assert!(vector.mode_path().eq([0, 1]));
    /// ```
    pub fn mode_path(&self) -> impl Iterator<Item = usize> + use<> {
        let path = self.path;
        (0..path.len()).map(move |i| usize::from(path.at(i)))
    }

    /// The same vector, along the mode with this path: for a caller that has measured an image of a layout,
    /// such as its [mirror image](Layout::mirrored), and says where the mode is in the layout itself.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let rows = layout!((4,8):(16,1));
    /// let vector = rows.mirrored().vector();
    /// assert_eq!(vector.to_string(), "8 along mode 0, aligned to 8");
    /// assert_eq!(vector.along(&[1]).to_string(), "8 along mode 1, aligned to 8");
    /// ```
    #[must_use]
    pub const fn along(self, path: &[usize]) -> Vector {
        let (mut steps, mut i) = (List::new(0), 0);
        while i < path.len() {
            // There are at most 32 modes, and no profile has room for a longer path.
            let _ = steps.push(path[i] as u8);
            i += 1;
        }
        Vector { path: steps, ..self }
    }

    /// The same vector of a layout that starts at the offset `base`: of a slice, or of a tile of a block.
    ///
    /// It is exact for layouts with offset 0 at index 0, as all plain ones. A composed layout that starts
    /// elsewhere may be better aligned from `base` on than this says.
    ///
    /// ```
    /// use tilework::{layout, slicer};
    ///
    /// let (row, base) = layout!((4,8):(12,1)).slice(&slicer!((1,_)))?;
    /// assert_eq!((row.vector().aligned(), base), (8, 12));
    /// assert_eq!(row.vector().at(base).aligned(), 4);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[must_use]
    pub const fn at(self, base: i64) -> Vector {
        let aligned = gcd(self.aligned as u64, base.unsigned_abs()) as i64;
        Vector { aligned, ..self }
    }

    /// The widest vector that is one on both sides of a copy, along the same elements: a width works if it
    /// divides both, and it is aligned if it is on both sides.
    pub(crate) const fn and(self, other: Vector) -> Vector {
        let width = gcd(self.width as u64, other.width as u64) as i64;
        let aligned = gcd(self.aligned as u64, other.aligned as u64) as i64;
        Vector { path: self.path, width, aligned }
    }

    /// The better of the two: the wider one, else the better aligned one, else the one along a mode of the
    /// layout itself, else the first.
    pub(crate) const fn or(self, other: Vector) -> Vector {
        let better = if self.width != other.width {
            other.width > self.width
        } else if self.aligned != other.aligned {
            other.aligned > self.aligned
        } else {
            other.width > 1 && other.path.len() == 1 && self.path.len() != 1
        };
        if better { other } else { self }
    }
}

/// Single elements, in index order.
pub(crate) const SINGLE: Vector = Vector::new(List::new(0), (1, 1));

/// # Vectors
impl Layout {
    /// The widest [`Vector`] there is: along a mode at any depth, or in index order where neighbouring modes
    /// go on from one another.
    ///
    /// In plain words: along which mode to use vector loads, and how wide. Of several modes it is the
    /// first, those of the layout itself before what is inside of them.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((4,8):(8,1)).vector().to_string(), "8 along mode 1, aligned to 8");
    /// assert_eq!(layout!((4,8):(1,5)).vector().to_string(), "4 along mode 0, aligned to 1");
    /// assert_eq!(layout!((4,8):(1,4)).vector().to_string(), "32 in index order, aligned to 32");
    /// assert_eq!(layout!((4,8):(2,8)).vector().to_string(), "1");
    /// ```
    pub const fn vector(&self) -> Vector {
        let (mut best, mut nodes) = (SINGLE, Nodes::START);
        while let Some(node) = nodes.next(&self.tree) {
            let (width, aligned) = measure(self.leaf_modes(), node);
            // The path takes longer than the rest.
            if width > 1 && width >= best.width {
                best = best.or(Vector::new(path_to(&self.tree, node), (width, aligned)));
            }
        }
        best
    }

    /// The [`Vector`] along the mode at a path: `&[1]` is mode 1, `&[1, 0]` mode 0 of mode 1, and `&[]`
    /// the whole layout in index order.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when a step of the path is not below the rank there.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!(((2,4),8):((1,2),16));
    /// assert_eq!(a.vector_along(&[0])?.width(), 8);
    /// assert_eq!(a.vector_along(&[0, 0])?.width(), 2);
    /// assert_eq!(a.vector_along(&[1])?.width(), 1);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn vector_along(&self, path: &[usize]) -> Result<Vector, Error> {
        let node = tri!(self.node_for_vector(path));
        Ok(Vector::new(path_to(&self.tree, node), measure(self.leaf_modes(), node)))
    }

    /// The widest [`Vector`] that a copy between two layouts of one size can move at once: its elements are
    /// neighbours in both, along a mode of this one.
    ///
    /// Elements belong together by their index. A width works for a copy if it works on both sides, so
    /// along each mode it is the greatest common divisor of the two widths, and the same holds for the
    /// alignment. [`max_common_vector`](Layout::max_common_vector) is another question: it is about the
    /// elements from offset 0 on, in the order of memory, and this one about all groups along a mode.
    ///
    /// # Errors
    /// [`SizeMismatch`](ErrorKind::SizeMismatch); as [`with_shape`](Layout::with_shape) where `b` has no
    /// strides for the shape of this layout, which
    /// [`LayoutRef::common_vector`](crate::LayoutRef::common_vector) does not need.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let (a, b) = (layout!((8,64):(64,1)), layout!((8,64):(72,1)));
    /// assert_eq!(a.common_vector(&b)?.to_string(), "64 along mode 1, aligned to 8");
    /// assert_eq!(a.common_vector(&layout!((8,64):(1,8)))?.width(), 1);
    /// assert_eq!(a.max_common_vector(&a)?, 512, "all of it, in the order of memory");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn common_vector(&self, b: &Layout) -> Result<Vector, Error> {
        let b = tri!(self.other_side(b));
        let (mut best, mut nodes) = (SINGLE, Nodes::START);
        while let Some(node) = nodes.next(&self.tree) {
            let path = path_to(&self.tree, node);
            let (here, there) = (measure(self.leaf_modes(), node), same_mode(&b.tree, &path));
            let there = measure(b.leaf_modes(), there);
            best = best.or(Vector::new(path, here).and(Vector::new(path, there)));
        }
        Ok(best)
    }

    /// [`common_vector`](Layout::common_vector) along the mode of this layout at a path.
    ///
    /// # Errors
    /// As [`common_vector`](Layout::common_vector), and [`NoSuchMode`](ErrorKind::NoSuchMode).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let (a, b) = (layout!((4,12):(12,1)), layout!((4,(2,6)):(2,(1,8))));
    /// assert_eq!(a.common_vector_along(&b, &[1])?.width(), 2);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn common_vector_along(&self, b: &Layout, path: &[usize]) -> Result<Vector, Error> {
        let node = tri!(self.node_for_vector(path));
        let b = tri!(self.other_side(b));
        let path = path_to(&self.tree, node);
        let here = Vector::new(path, measure(self.leaf_modes(), node));
        Ok(here.and(Vector::new(path, measure(b.leaf_modes(), same_mode(&b.tree, &path)))))
    }

    /// `b` as a function of the same index, with modes that refine those of this layout.
    const fn other_side(&self, b: &Layout) -> Result<Layout, Error> {
        tri!(check_sizes(self, b));
        if self.compatible(b) {
            return Ok(*b);
        }
        match b.with_shape(&self.shape()) {
            Ok(b) => Ok(b),
            Err(error) => Err(error.within(Op::CommonVector)),
        }
    }

    /// The mode at a path.
    pub(crate) const fn node_for_vector(&self, path: &[usize]) -> Result<Node, Error> {
        match self.tree.node_at(Op::VectorWidth, path) {
            Ok(node) => Ok(node),
            Err(error) => Err(error.on(self.text())),
        }
    }
}

/// Whether a copy has as many elements on both sides.
pub(crate) const fn check_sizes(a: &Layout, b: &Layout) -> Result<(), Error> {
    if a.size() == b.size() {
        return Ok(());
    }
    let kind = ErrorKind::SizeMismatch { left: a.size(), right: b.size() };
    Err(Error::new(Op::CommonVector, kind).on(b.text_after(a.text().str(" and "))))
}

/// The width along the leaves under a node, and how it is aligned.
///
/// The leaves that go on from one another, from stride 1 on, are the groups: the next leaf that moves does
/// not go on, so a step of it is not one, and that step comes right after the first group. A group starts at
/// a sum of multiples of all other strides, and each of them alone is such a start.
pub(crate) const fn measure(modes: &[Mode], node: Node) -> (i64, i64) {
    let (mut width, mut starts, mut goes_on, mut i) = (1_i64, 0, true, 0);
    while i < modes.len() {
        let Mode { extent, stride } = modes[i];
        if extent > 1 {
            let inside = node.has_leaf(i);
            if inside && goes_on && stride == width {
                width *= extent;
            } else {
                goes_on = goes_on && !inside;
                starts = gcd(starts, stride.unsigned_abs());
            }
        }
        i += 1;
    }
    (width, gcd(width as u64, starts) as i64)
}

/// All modes of a layout, at every depth: each before what is inside of it, from left to right.
pub(crate) struct Nodes {
    at: u32,
    leaf: usize,
}

impl Nodes {
    pub(crate) const START: Nodes = Nodes { at: 0, leaf: 0 };

    pub(crate) const fn next<T: Copy>(&mut self, tree: &Nested<T>) -> Option<Node> {
        while self.at < tree.profile().len() {
            let (at, leaf) = (self.at, self.leaf);
            self.at += 1;
            if tree.profile().opens(at) {
                self.leaf += tree.profile().is_leaf(at) as usize;
                return Some(tree.node(at, leaf));
            }
        }
        None
    }
}

/// The path to a node.
pub(crate) const fn path_to<T: Copy>(tree: &Nested<T>, node: Node) -> Path {
    let (mut path, mut around) = (List::new(0), tree.root());
    while around.at < node.at {
        let (mut child, mut i) = (tree.first_child(around), 0);
        while tree.after(child).at <= node.at {
            child = tree.after(child);
            i += 1;
        }
        // There is room for the deepest nesting.
        let _ = path.push(i);
        around = child;
    }
    path
}

/// The mode with this path in a tree that refines the one it comes from.
pub(crate) const fn same_mode<T: Copy>(tree: &Nested<T>, path: &Path) -> Node {
    let (mut node, mut i) = (tree.root(), 0);
    while i < path.len() {
        node = tree.child(node, path.at(i) as usize);
        i += 1;
    }
    node
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.width)?;
        if self.width == 1 {
            return Ok(());
        }
        match self.path.len() {
            0 => f.write_str(" in index order")?,
            _ => f.write_str(" along mode ")?,
        }
        for (i, step) in self.mode_path().enumerate() {
            write!(f, "{}{step}", if i == 0 { "" } else { "." })?;
        }
        write!(f, ", aligned to {}", self.aligned)
    }
}

impl fmt::Debug for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Vector({self})")
    }
}

impl PartialEq for Vector {
    fn eq(&self, other: &Vector) -> bool {
        (self.width, self.aligned) == (other.width, other.aligned)
            && self.path.as_slice() == other.path.as_slice()
    }
}

impl Eq for Vector {}
