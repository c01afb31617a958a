//! Decisions about coordinate layouts, by numbering the coordinates of a box.
//!
//! The smallest box that has all values has one number for each coordinate, and the number is a
//! sum of multiples of the components. So a layout into coordinates becomes a layout into
//! integers, and two of its values are equal if and only if their numbers are.

use crate::coords::coord_layout::CoordLayout;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::List;
use crate::ground::nested::Nested;
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Coord, Stride};

impl CoordLayout {
    /// Two different indices with the same value, or `None`; as [`Layout::collision`].
    ///
    /// # Errors
    /// As [`Layout::collision`]; [`Overflow`](ErrorKind::Overflow) when the smallest box with all
    /// values has more than 2^63 coordinates.
    ///
    /// ```
    /// use tilework::CoordLayout;
    ///
    /// let a: CoordLayout = "(3,2):(1@0+1@1,2@0+2@1)".parse()?;
    /// assert_eq!(a.collision()?, Some((3, 2)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn collision(&self) -> Result<Option<(i64, i64)>, Error> {
        self.named(self.numbered(Op::Collision)?.collision())
    }

    /// Whether no two indices share a value.
    ///
    /// # Errors
    /// As [`collision`](CoordLayout::collision).
    pub fn is_injective(&self) -> Result<bool, Error> {
        Ok(self.collision()?.is_none())
    }

    /// Whether every coordinate of the smallest box with all values is taken.
    ///
    /// # Errors
    /// As [`collision`](CoordLayout::collision).
    pub fn is_surjective(&self) -> Result<bool, Error> {
        match self.coshape().product() {
            Ok(cells) if cells <= self.size() => {
                let numbers = self.numbered(Op::Collision)?;
                Ok(numbers.is_surjective() && numbers.cosize() == cells)
            }
            // More coordinates than indices.
            _ => Ok(false),
        }
    }

    /// Whether every coordinate of the [`coshape`](CoordLayout::coshape), from the origin on, is
    /// taken exactly once.
    ///
    /// # Errors
    /// As [`collision`](CoordLayout::collision).
    ///
    /// ```
    /// use tilework::{CoordLayout, tuple};
    ///
    /// assert!(CoordLayout::identity(&tuple!((4,(2,8))))?.is_bijective()?);
    /// assert!(!"5:1@0+1@1".parse::<CoordLayout>()?.is_bijective()?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn is_bijective(&self) -> Result<bool, Error> {
        let from_origin = (0..self.places.len()).all(|k| self.along(k).min_offset() == 0);
        Ok(from_origin && self.is_contiguous()?)
    }

    /// Whether every coordinate of the smallest box with all values is taken exactly once.
    ///
    /// # Errors
    /// As [`collision`](CoordLayout::collision).
    pub fn is_contiguous(&self) -> Result<bool, Error> {
        let box_size = self.coshape().product();
        Ok(box_size == Ok(self.size()) && self.is_injective()?)
    }

    /// An index with this value, or `None`; as [`Layout::preimage`].
    ///
    /// # Errors
    /// As [`Layout::preimage`] and [`collision`](CoordLayout::collision);
    /// [`NotCongruent`](ErrorKind::NotCongruent) when the coordinate is not nested as the values are.
    ///
    /// ```
    /// use tilework::{CoordLayout, tiler, tuple};
    ///
    /// let tiles = CoordLayout::identity(&tuple!((10,7)))?.zipped_divide(&tiler!(<4,2>))?;
    /// assert_eq!(tiles.preimage(&tuple!((9,6)))?, Some(1 + 8 * (2 + 3 * 3)));
    /// assert_eq!(tiles.preimage(&tuple!((12,0)))?, None);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn preimage(&self, value: &Coord) -> Result<Option<i64>, Error> {
        let op = Op::Preimage;
        if !self.coprofile.same(value.profile()) {
            let kind = ErrorKind::NotCongruent { left: self.places.len(), right: value.length() };
            return Err(Error::new(op, kind).on(Text::EMPTY.tuple(value)));
        }
        let numbers = self.numbered(op)?;
        let (radices, mut number) = (self.radices(op, self)?, 0);
        for (k, &x) in value.leaves().iter().enumerate() {
            let component = self.along(k);
            if x < component.min_offset() || x > component.max_offset() {
                return Ok(None);
            }
            // Inside the box, whose numbers fit.
            number += x * radices.leaves()[k];
        }
        self.named(numbers.preimage(number))
    }

    /// Two indices at which this layout and another have the same value, or `None`; as
    /// [`Layout::images_meet`] without offsets.
    ///
    /// # Errors
    /// As [`Layout::images_meet`] and [`collision`](CoordLayout::collision);
    /// [`NotCongruent`](ErrorKind::NotCongruent) when the values are not nested alike.
    ///
    /// ```
    /// use tilework::CoordLayout;
    ///
    /// let (row, column): (CoordLayout, CoordLayout) = ("8:1@1".parse()?, "(4,1):(1@0,1@1)".parse()?);
    /// assert_eq!(row.images_meet(&column)?, Some((0, 0)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn images_meet(&self, other: &CoordLayout) -> Result<Option<(i64, i64)>, Error> {
        let op = Op::ImagesMeet;
        if !self.coprofile.same(other.coprofile) {
            let (left, right) = (self.places.len(), other.places.len());
            return Err(Error::new(op, ErrorKind::NotCongruent { left, right }).on(self.text()));
        }
        let radices = self.radices(op, other)?;
        let numbers = |layout: &CoordLayout| layout.coalesce().inner_product(&radices);
        match (numbers(self), numbers(other)) {
            (Ok(a), Ok(b)) => self.named(a.images_meet(0, &b, 0)),
            (Err(error), _) | (_, Err(error)) => Err(error.within(op)),
        }
    }

    /// The indices that are mapped to the origin, as [`Layout::nullspace`].
    ///
    /// # Errors
    /// As [`collision`](CoordLayout::collision).
    pub fn nullspace(&self) -> Result<Layout, Error> {
        self.numbered(Op::Nullspace)?.nullspace()
    }

    /// Component `k`, which exists.
    const fn along(&self, k: usize) -> Layout {
        Layout { tree: self.component_tree(k) }
    }

    /// The numbers of the values in the smallest box that has them all; that of the origin is 0.
    fn numbered(&self, op: Op) -> Result<Layout, Error> {
        // Modes of extent 1 may have any stride.
        let numbers = self.coalesce().inner_product(&self.radices(op, self)?);
        numbers.map_err(|error| error.within(op).on(self.text()))
    }

    /// What a step in each component adds to the number of a coordinate, in the smallest box that
    /// has the values of both layouts.
    const fn radices(&self, op: Op, other: &CoordLayout) -> Result<Stride, Error> {
        let (mut leaves, mut number, mut k) = (List::new(0), 1_i64, 0);
        while k < self.places.len() {
            let _ = leaves.push(number);
            let (a, b) = (self.along(k), other.along(k));
            let low = if a.min_offset() < b.min_offset() { a } else { b }.min_offset() as i128;
            let high = if a.max_offset() > b.max_offset() { a } else { b }.max_offset() as i128;
            let count = number as i128 * (high - low + 1);
            number = match crate::layout::coord::fit(op, count) {
                Ok(number) => number,
                Err(_) => {
                    let error =
                        Error::overflow(op, "number of coordinates in the box of all values");
                    return Err(error.on(self.text()));
                }
            };
            k += 1;
        }
        Ok(Nested { profile: self.coprofile, leaves })
    }

    /// The answer of a decision about numbers; its error is about this layout.
    fn named<T>(&self, answer: Result<T, Error>) -> Result<T, Error> {
        answer.map_err(|error| Error::new(error.op(), error.kind()).on(self.text()))
    }
}
