//! Complements and products of coordinate layouts, place by place.
//!
//! Where each mode goes along one place, the values of a layout are a box of radix sets, one for
//! each place, and it is repeated along each place by the complement there. A product takes these
//! copies in order: it fills the block of one place before it goes on to the next, and the last
//! place has no end. So does CUTLASS' compiler.

use crate::algebra::complement::{Bound, complement_into};
use crate::algebra::product::zip_into;
use crate::algebra::tiler::Tiler;
use crate::algebra::tiler::by_mode::{Form, in_form};
use crate::coords::basis::{Basis, BasisStride};
use crate::coords::coord_layout::algebra::Leaf;
use crate::coords::coord_layout::scan::Composition;
use crate::coords::coord_layout::{CoordLayout, CoordMode, component_modes};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, too_many};
use crate::ground::profile::{Pieces, Profile};
use crate::ground::text::Text;
use crate::ground::work::Work;
use crate::layout::layout::Layout;
use crate::layout::tuple::Shape;

impl CoordLayout {
    /// The layout `R` for which every coordinate of a box is in exactly one of the copies of A's
    /// values that start at the values of `R`. The box is `bound`, in each component rounded up to
    /// the next multiple of A's block there.
    ///
    /// The modes of `R` are those of the coordinates.
    ///
    /// # Errors
    /// As [`Layout::complement`], in each component; [`NotCongruent`](ErrorKind::NotCongruent) when
    /// `bound` is not nested as the values are; [`Unsupported`](ErrorKind::Unsupported) for a
    /// stride along several places.
    ///
    /// ```
    /// use tilework::{CoordLayout, tuple};
    ///
    /// let a: CoordLayout = "(2,5,3):(4@1,5@0,16@1)".parse()?;
    /// let r = a.complement(&tuple!((25,96)))?;
    /// assert_eq!(r.to_string(), "(5,(4,2,2)):(1@0,(1@1,8@1,48@1))");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn complement(&self, bound: &Shape) -> Result<CoordLayout, Error> {
        let op = Op::Complement;
        if !self.coprofile.same(bound.profile) {
            let kind = ErrorKind::NotCongruent { left: self.places.len(), right: bound.length() };
            let subject = text_in(self, bound);
            return Err(Error::new(op, kind).on(subject));
        }
        tri!(self.check_one_place(op));
        let mut copies = Copies { modes: List::new(CoordMode::UNIT), pieces: Pieces::NONE };
        let mut k = 0;
        while k < self.places.len() {
            let component = component_modes(self.tree.leaves(), self.places.at(k));
            match copies.push(component, self.places.at(k), bound.leaves.at(k)) {
                Ok(count) => copies.pieces.set(k, count),
                Err(error) => return Err(error),
            }
            k += 1;
        }
        match self.coprofile.split(&copies.pieces) {
            Some(profile) => self.with(Nested { profile, leaves: copies.modes }).checked(op),
            None => Err(too_many(op).on(text_in(self, bound))),
        }
    }

    /// [`complement`](CoordLayout::complement) up to the largest value in each component: the bound is
    /// the [`coshape`](CoordLayout::coshape).
    ///
    /// # Errors
    /// As [`complement`](CoordLayout::complement).
    pub const fn complement_default(&self) -> Result<CoordLayout, Error> {
        self.complement(&self.coshape())
    }

    /// Repeats a layout: `(A, C o B)`, where `C` has the starts of all copies of A, in order, as
    /// [`Layout::logical_product`]. With a tiler `<...>` this happens in each mode that it names.
    ///
    /// The copies fill A's block in the first component, then in the next, and go on without end
    /// in the last one that a stride of A names. So a mode that goes along one place is repeated
    /// along that place.
    ///
    /// Post-conditions: mode 0 is A, mode 1 is compatible with B, and copies at different offsets of
    /// B have no value in common.
    ///
    /// # Errors
    /// As [`complement`](CoordLayout::complement) and [`compose`](CoordLayout::compose);
    /// [`Unsupported`](ErrorKind::Unsupported) when A has no stride but 0, and so no place to be
    /// repeated along.
    ///
    /// ```
    /// use tilework::{CoordLayout, tiler, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((4,8)))?;
    /// let tiles = id.logical_product(&tiler!(<3,2>))?;
    /// assert_eq!(tiles.to_string(), "((4,3),(8,2)):((1@0,4@0),(1@1,8@1))");
    ///
    /// let a: CoordLayout = "(4,3):(2@0,1@1)".parse()?;
    /// let r = a.logical_product(&tiler!((2,5):(1,2)))?;
    /// assert_eq!(r.to_string(), "((4,3),(2,5)):((2@0,1@1),(1@0,3@1))");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn logical_product(&self, tiler: &Tiler) -> Result<CoordLayout, Error> {
        let tree = tri!(self.apply(Op::LogicalProduct, tiler, Leaf::Product, &mut Work::new()));
        self.with(tree).checked(Op::LogicalProduct)
    }

    /// [`logical_product`](CoordLayout::logical_product) with the blocks gathered in mode 0 and the
    /// repetitions in mode 1.
    ///
    /// # Errors
    /// As [`logical_product`](CoordLayout::logical_product).
    pub const fn zipped_product(&self, tiler: &Tiler) -> Result<CoordLayout, Error> {
        self.product(Op::ZippedProduct, tiler, Form::Zipped)
    }

    /// [`zipped_product`](CoordLayout::zipped_product) with the modes of the repetitions unpacked.
    ///
    /// # Errors
    /// As [`logical_product`](CoordLayout::logical_product).
    pub const fn tiled_product(&self, tiler: &Tiler) -> Result<CoordLayout, Error> {
        self.product(Op::TiledProduct, tiler, Form::Tiled)
    }

    /// [`zipped_product`](CoordLayout::zipped_product) with the modes of the block and of the
    /// repetitions unpacked.
    ///
    /// # Errors
    /// As [`logical_product`](CoordLayout::logical_product).
    pub const fn flat_product(&self, tiler: &Tiler) -> Result<CoordLayout, Error> {
        self.product(Op::FlatProduct, tiler, Form::Flat)
    }

    const fn product(&self, op: Op, tiler: &Tiler, form: Form) -> Result<CoordLayout, Error> {
        let pairs = tri!(self.apply(op, tiler, Leaf::Product, &mut Work::new()));
        let tree = tri!(in_form(&pairs, tiler, &Nested::leaf(CoordMode::UNIT), form));
        self.with(tree).checked(op)
    }

    /// Blocks of A, arranged as B says, as [`Layout::blocked_product`].
    ///
    /// # Errors
    /// As [`logical_product`](CoordLayout::logical_product).
    ///
    /// ```
    /// use tilework::{CoordLayout, layout};
    ///
    /// let a: CoordLayout = "(4,3):(1@0,1@1)".parse()?;
    /// let r = a.blocked_product(&layout!((2,5):(1,2)))?;
    /// assert_eq!(r.to_string(), "((4,2),(3,5)):((1@0,3@1),(1@1,6@1))");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn blocked_product(&self, arrangement: &Layout) -> Result<CoordLayout, Error> {
        self.product_by_rank(Op::BlockedProduct, arrangement, false)
    }

    /// A interleaved as B says, as [`Layout::raked_product`].
    ///
    /// # Errors
    /// As [`logical_product`](CoordLayout::logical_product).
    pub const fn raked_product(&self, arrangement: &Layout) -> Result<CoordLayout, Error> {
        self.product_by_rank(Op::RakedProduct, arrangement, true)
    }

    const fn product_by_rank(
        &self,
        op: Op,
        arrangement: &Layout,
        raked: bool,
    ) -> Result<CoordLayout, Error> {
        let repeats = match self.repeats(&self.tree, arrangement, &mut Work::new()) {
            Ok(repeats) => repeats,
            Err(error) => return Err(error.within(op)),
        };
        let mut tree = self.tree.nothing();
        let unit = Nested::leaf(CoordMode::UNIT);
        // A leaf of the arrangement may have become several modes, but it is one mode still.
        let (a, b) = ((&self.tree, self.rank()), (&repeats, arrangement.rank()));
        let (first, second) = if raked { (b, a) } else { (a, b) };
        let whole = if raked { arrangement.tree.is_leaf() } else { self.tree.is_leaf() };
        match zip_into(first, second, whole, &unit, &mut tree) {
            Ok(()) => self.with(tree).checked(op),
            Err(error) => Err(error.within(op)),
        }
    }

    /// `C o B`, with `C` the starts of the copies of these modes.
    pub(super) const fn repeats(
        &self,
        a: &Nested<CoordMode>,
        b: &Layout,
        work: &mut Work,
    ) -> Result<Nested<CoordMode>, Error> {
        let op = Op::LogicalProduct;
        let none = Nested::leaf(CoordMode::UNIT);
        if b.cosize() == 1 {
            // One copy needs no complement.
            return Composition { places: &self.places, a: &none, start: 0, b }.refining(work);
        }
        let block = tri!(CoordLayout::written(op, *a));
        tri!(block.check_one_place(op));
        if block.is_zero() && !self.coprofile.same(Profile::LEAF) {
            let what = "repeating a layout whose strides are all 0, which has no direction";
            return Err(Error::new(op, ErrorKind::Unsupported { what }).on(block.text()));
        }
        let mut copies = Copies { modes: List::new(CoordMode::UNIT), pieces: Pieces::NONE };
        let mut k = 0;
        while k < block.places.len() {
            let component = component_modes(a.leaves(), block.places.at(k));
            let mut bound = 1;
            if k + 1 == block.places.len() {
                // As many copies as B has offsets: no copy is larger than the component.
                let (mut size, mut i) = (Some(b.cosize()), 0);
                while i < component.len() {
                    let Mode { extent, stride } = component.at(i);
                    if stride != 0
                        && let Some(so_far) = size
                    {
                        size = so_far.checked_mul(extent);
                    }
                    i += 1;
                }
                bound = match size {
                    Some(bound) => bound,
                    None => {
                        let what = "size of the block times the cosize of the tiler";
                        return Err(Error::overflow(op, what).on(block.text()));
                    }
                };
            }
            if let Err(error) = copies.push(component, block.places.at(k), bound) {
                return Err(error);
            }
            k += 1;
        }
        let copies = Nested::flat(copies.modes);
        Composition { places: &self.places, a: &copies, start: 0, b }.refining(work)
    }
}

/// The starts of copies, component by component.
struct Copies {
    modes: List<CoordMode>,
    pieces: Pieces,
}

impl Copies {
    /// Appends the complement of a component; how many modes it has.
    const fn push(
        &mut self,
        component: List<Mode>,
        place: Basis,
        bound: i64,
    ) -> Result<usize, Error> {
        let component = Layout { tree: Layout::flat_tree(component) };
        let mut gaps = Nested::none();
        tri!(complement_into(component.view(), bound, Bound::RoundUp, &mut gaps));
        let mut i = 0;
        while i < gaps.length() {
            let Mode { extent, stride } = gaps.leaves.at(i);
            let stride = BasisStride::of(stride, place);
            if !self.modes.push(CoordMode { extent, stride }) {
                return Err(too_many(Op::Complement));
            }
            i += 1;
        }
        Ok(gaps.length())
    }
}

/// What an error says of a layout and a bound.
const fn text_in(layout: &CoordLayout, bound: &Shape) -> Text {
    layout.text().str(" in ").tuple(bound)
}
