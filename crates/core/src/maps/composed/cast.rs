//! Elements of another width, behind maps of bits.
//!
//! With `n` a power of two below which the maps do nothing, the place inside a larger element passes
//! through them untouched, and the rest of the offset is mapped as before: each part is cast alone.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::integers::gcd;
use crate::ground::list::tri;
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::chain::{Chain, Outer};

impl ComposedLayout {
    /// The layout of elements that are `n` times as large.
    ///
    /// Post-condition: as [`Layout::upcast`](crate::Layout::upcast), for the offsets behind the maps:
    /// with `q` the quotients of the extents, `A(x) = n * R(x / q) + i` for a place `i` inside the
    /// element, `0 <= i < n`. Where the layout inside goes down, the offset in front of it moves
    /// along ([`Layout::upcast_and_offset`](crate::Layout::upcast_and_offset)).
    ///
    /// # Errors
    /// As [`Layout::upcast`](crate::Layout::upcast), [`Swizzle::upcast`](crate::Swizzle::upcast),
    /// [`NotDivisible`](ErrorKind::NotDivisible) for an offset inside an element, and
    /// [`Unsupported`](ErrorKind::Unsupported) when a map is a layout.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let bytes = ComposedLayout::new(Swizzle::new(3, 4, 3)?, 0, &layout!((8,128):(128,1)))?;
    /// assert_eq!(bytes.upcast(2)?.to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn upcast(&self, n: i64) -> Result<ComposedLayout, Error> {
        let (inner, moved) = tri!(self.inner.upcast_and_offset(n));
        let chain = tri!(self.cast_chain(Op::Upcast, n, moved));
        ComposedLayout { chain, inner }.checked(Op::Upcast)
    }

    /// The layout of elements that are `n` times as small.
    ///
    /// # Errors
    /// As [`Layout::downcast`](crate::Layout::downcast), [`Swizzle::downcast`](crate::Swizzle::downcast),
    /// [`Overflow`](ErrorKind::Overflow), and [`Unsupported`](ErrorKind::Unsupported) when a map is a
    /// layout.
    pub const fn downcast(&self, n: i64) -> Result<ComposedLayout, Error> {
        let (inner, moved) = tri!(self.inner.downcast_and_offset(n));
        let chain = tri!(self.cast_chain(Op::Downcast, n, moved));
        ComposedLayout { chain, inner }.checked(Op::Downcast)
    }

    /// The layout of the same memory in elements of `new_bits` instead of `old_bits`: CuTe's
    /// `recast_layout`.
    ///
    /// # Errors
    /// As [`upcast`](ComposedLayout::upcast) and [`downcast`](ComposedLayout::downcast).
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let halves = ComposedLayout::new(Swizzle::new(3, 3, 3)?, 0, &layout!((8,64):(64,1)))?;
    /// assert_eq!(halves.recast(16, 32)?.to_string(), "Sw<3,2,3> o 0 o (8,32):(32,1)");
    /// assert_eq!(halves.recast(16, 8)?.to_string(), "Sw<3,4,3> o 0 o (8,128):(128,1)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "recast_layout")]
    pub const fn recast(&self, old_bits: i64, new_bits: i64) -> Result<ComposedLayout, Error> {
        let op = Op::Recast;
        let least = if old_bits < new_bits { old_bits } else { new_bits };
        if least < 1 {
            let kind = ErrorKind::NotPositive { what: "the number of bits", value: least };
            return Err(Error::new(op, kind).on(self.text()));
        }
        let common = gcd(old_bits as u64, new_bits as u64) as i64;
        let (inner, (up, down)) = tri!(self.inner.recast_moving(old_bits, new_bits));
        let chain = match self.cast_chain(Op::Upcast, new_bits / common, up) {
            Ok(chain) => chain,
            Err(error) => return Err(error.within(op)),
        };
        let larger = ComposedLayout { chain, inner: self.inner };
        let chain = match larger.cast_chain(Op::Downcast, old_bits / common, down) {
            Ok(chain) => chain,
            Err(error) => return Err(error.within(op)),
        };
        ComposedLayout { chain, inner }.checked(op)
    }

    /// The maps and offsets in elements that are `n` times as large or small, when the layout inside
    /// has moved by so many of the smaller elements.
    const fn cast_chain(&self, op: Op, n: i64, moved: i64) -> Result<Chain, Error> {
        match self.cast_maps(op, n, moved) {
            Ok(chain) => Ok(chain),
            Err(error) => Err(error.on(self.text().str(" by ").int(n))),
        }
    }

    const fn cast_maps(&self, op: Op, n: i64, moved: i64) -> Result<Chain, Error> {
        if n < 1 {
            return Err(Error::new(op, ErrorKind::NotPositive { what: "the factor", value: n }));
        }
        if n == 1 {
            return Ok(self.chain);
        }
        let up = matches!(op, Op::Upcast);
        let (mut chain, mut i) = (Chain::NONE, 0);
        while i < self.stages() {
            let outer = match self.chain.outer(i) {
                Outer::Swizzle(swizzle) => {
                    Outer::Swizzle(tri!(if up { swizzle.upcast(n) } else { swizzle.downcast(n) }))
                }
                Outer::Xor(map) => {
                    Outer::Xor(tri!(if up { map.upcast(n) } else { map.downcast(n) }))
                }
                Outer::Layout(_) => {
                    return self.unsupported(op, "a composed layout whose outer map is a layout");
                }
            };
            // The last map is the one next to the layout.
            let moved = if i + 1 == self.stages() { moved as i128 } else { 0 };
            let offset = self.chain.offset(i) as i128 * if up { 1 } else { n as i128 } + moved;
            if offset < i64::MIN as i128 || offset > i64::MAX as i128 {
                return Err(Error::overflow(op, "offset"));
            }
            let mut cast = offset as i64;
            if up && cast % n != 0 {
                return Err(Error::new(op, ErrorKind::NotDivisible { value: cast, by: n }));
            }
            if up {
                cast /= n;
            }
            tri!(chain.push(&outer, cast));
            i += 1;
        }
        Ok(chain)
    }
}
