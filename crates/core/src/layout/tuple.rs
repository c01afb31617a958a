//! Nested integers: what shapes, strides and coordinates are made of.

use core::fmt::{self, Write};

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::nested::{Nested, Node, too_many};
use crate::ground::profile::Token;
use crate::ground::text::{Buffered, Text};

/// A nested tuple of integers: `24`, `(4,8)`, `((2,4),8)`.
///
/// ```
/// use tilework::Tuple;
///
/// let shape: Tuple = "((2,4),8)".parse()?;
/// assert_eq!(shape.rank(), 2);
/// assert_eq!(shape.depth(), 2);
/// assert_eq!(shape.leaves(), [2, 4, 8]);
/// assert_eq!(shape.product()?, 64);
/// assert_eq!(shape.mode(0)?, Tuple::of((2, 4))?);
/// # Ok::<(), tilework::Error>(())
/// ```
pub type Tuple = Nested<i64>;

/// A [`Tuple`] of extents.
pub type Shape = Tuple;

/// A [`Tuple`] of strides.
pub type Stride = Tuple;

/// A [`Tuple`] of coordinates.
pub type Coord = Tuple;

/// A nested tuple of coordinates in which `_` (`None`) keeps a mode: `(_,2)`.
pub type Slicer = Nested<Option<i64>>;

impl Nested<i64> {
    /// The tuple of a Rust integer, of Rust tuples of such, or of a `Tuple`.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes); [`Overflow`](ErrorKind::Overflow) for an
    /// unsigned integer beyond `i64`.
    pub fn of(value: impl IntoTuple) -> Result<Tuple, Error> {
        value.into_tuple()
    }

    /// A flat tuple of `values`; `()` when there are none.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes).
    #[inline]
    pub const fn from_slice(values: &[i64]) -> Result<Tuple, Error> {
        let mut leaves = List::new(0);
        if !leaves.extend(values) {
            return Err(too_many(Op::Tuple));
        }
        Ok(Nested::flat(leaves))
    }

    /// The product of all leaves: the size of a shape.
    ///
    /// # Errors
    /// [`Overflow`](ErrorKind::Overflow).
    pub const fn product(&self) -> Result<i64, Error> {
        self.product_at(self.root())
    }

    pub(crate) const fn product_at(&self, node: Node) -> Result<i64, Error> {
        let (leaves, mut product, mut i) = (self.leaves_at(node), 1_i64, 0);
        while i < leaves.len() {
            match product.checked_mul(leaves[i]) {
                Some(next) => product = next,
                None => return Err(Error::overflow(Op::Tuple, "product")),
            }
            i += 1;
        }
        Ok(product)
    }

    /// The product of each mode: `((2,4),8)` gives `(8,8)`. CuTe's `product_each`.
    ///
    /// # Errors
    /// [`Overflow`](ErrorKind::Overflow).
    pub const fn product_each(&self) -> Result<Tuple, Error> {
        let (mut out, mut node, mut i) = (List::new(0), self.first_child(self.root()), 0);
        while i < self.rank() {
            // Fits: there are no more modes than leaves.
            let _ = out.push(tri!(self.product_at(node)));
            (node, i) = (self.after(node), i + 1);
        }
        Ok(Nested::flat(out))
    }

    /// Every leaf as `Some`, so that a coordinate can serve as a slicer.
    pub const fn to_slicer(&self) -> Slicer {
        let (mut leaves, mut i) = (List::new(None), 0);
        while i < self.length() {
            let _ = leaves.push(Some(self.leaves.at(i)));
            i += 1;
        }
        Nested { profile: self.profile, leaves }
    }
}

impl fmt::Display for Nested<i64> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Buffered::write(f, |out| write_nested(self, out, |value, out| out.int(value)))
    }
}

impl fmt::Display for Nested<Option<i64>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let leaf = |value: Option<i64>, out: &mut Buffered<'_, '_>| match value {
            Some(value) => out.int(value),
            None => out.byte(b'_'),
        };
        Buffered::write(f, |out| write_nested(self, out, leaf))
    }
}

impl<T: Copy> fmt::Debug for Nested<T>
where
    Nested<T>: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes a nested tuple with `leaf` for its leaves.
pub(crate) fn write_nested<T: Copy>(
    nested: &Nested<T>,
    out: &mut Buffered<'_, '_>,
    leaf: impl Fn(T, &mut Buffered<'_, '_>) -> fmt::Result,
) -> fmt::Result {
    if nested.length() == 0 {
        return out.write_str("()");
    }
    let (mut tokens, mut leaves) = (nested.profile.tokens(), nested.leaves().iter());
    while let Some(token) = tokens.next() {
        match token {
            Token::Open => out.byte(b'(')?,
            Token::Close => out.byte(b')')?,
            Token::Comma => out.byte(b',')?,
            Token::Leaf => leaves.next().map_or(Ok(()), |value| leaf(*value, out))?,
        }
    }
    Ok(())
}

/// What can be read as a [`Tuple`]: integers; Rust tuples, arrays and slices of such, nested; and tuples.
///
/// ```
/// use tilework::{Tuple, layout};
///
/// assert_eq!(Tuple::of(((2, 4), 8))?.to_string(), "((2,4),8)");
/// assert_eq!(Tuple::of((4,))?.to_string(), "(4)");
/// assert_eq!(Tuple::of(4)?.to_string(), "4");
/// assert_eq!(Tuple::of([[2, 4], [8, 1]])?.to_string(), "((2,4),(8,1))");
/// assert_eq!(layout!((4,8):(1,4)).at([1, 2])?, 9);
/// # Ok::<(), tilework::Error>(())
/// ```
pub trait IntoTuple {
    /// The tuple.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes); [`Overflow`](ErrorKind::Overflow) for an
    /// integer beyond `i64`.
    fn into_tuple(self) -> Result<Tuple, Error>;

    /// The integer, when it is one; so that evaluation need not build a tuple.
    #[doc(hidden)]
    fn as_integer(&self) -> Option<i64> {
        None
    }

    /// Writes the integers of a flat tuple of two or more, and says how many; for the same reason.
    #[doc(hidden)]
    fn as_flat(&self, _out: &mut [i64; 8]) -> Option<usize> {
        None
    }
}

impl IntoTuple for Tuple {
    fn into_tuple(self) -> Result<Tuple, Error> {
        Ok(self)
    }
}

impl IntoTuple for &Tuple {
    fn into_tuple(self) -> Result<Tuple, Error> {
        Ok(*self)
    }
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl IntoTuple for $int {
            fn into_tuple(self) -> Result<Tuple, Error> {
                match i64::try_from(self) {
                    Ok(value) => Ok(Nested::leaf(value)),
                    Err(_) => Err(Error::overflow(Op::Tuple, "integer")),
                }
            }

            #[inline]
            fn as_integer(&self) -> Option<i64> {
                i64::try_from(*self).ok()
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

impl<T: IntoTuple + Copy> IntoTuple for &[T] {
    fn into_tuple(self) -> Result<Tuple, Error> {
        if self.is_empty() {
            return Tuple::from_slice(&[]);
        }
        let mut out = Nested::leaf(0).nothing();
        out.open()?;
        for mode in self {
            push_mode(&mut out, *mode)?;
        }
        out.close()?;
        Ok(out)
    }

    #[inline]
    fn as_flat(&self, out: &mut [i64; 8]) -> Option<usize> {
        if self.len() < 2 || self.len() > out.len() {
            return None;
        }
        for (place, mode) in out.iter_mut().zip(*self) {
            *place = mode.as_integer()?;
        }
        Some(self.len())
    }
}

impl<T: IntoTuple + Copy, const N: usize> IntoTuple for [T; N] {
    fn into_tuple(self) -> Result<Tuple, Error> {
        self.as_slice().into_tuple()
    }

    #[inline]
    fn as_flat(&self, out: &mut [i64; 8]) -> Option<usize> {
        self.as_slice().as_flat(out)
    }
}

impl<T: IntoTuple + Copy, const N: usize> IntoTuple for &[T; N] {
    fn into_tuple(self) -> Result<Tuple, Error> {
        self.as_slice().into_tuple()
    }

    #[inline]
    fn as_flat(&self, out: &mut [i64; 8]) -> Option<usize> {
        self.as_slice().as_flat(out)
    }
}

/// One more mode of a tuple that is being made.
fn push_mode(out: &mut Tuple, mode: impl IntoTuple) -> Result<(), Error> {
    let mode = mode.into_tuple()?;
    if mode.length() == 0 {
        let kind = ErrorKind::Unsupported { what: "an empty tuple inside a tuple" };
        return Err(Error::new(Op::Tuple, kind));
    }
    out.push(&mode)
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: IntoTuple),*> IntoTuple for ($($name,)*) {
            #[allow(non_snake_case)]
            fn into_tuple(self) -> Result<Tuple, Error> {
                let ($($name,)*) = self;
                let mut out = Nested::leaf(0).nothing();
                out.open()?;
                $(push_mode(&mut out, $name)?;)*
                out.close()?;
                Ok(out)
            }

            #[inline]
            #[allow(non_snake_case, unused_assignments)]
            fn as_flat(&self, out: &mut [i64; 8]) -> Option<usize> {
                let (($($name,)*), mut len) = (self, 0);
                $(
                    out[len] = $name.as_integer()?;
                    len += 1;
                )*
                (len > 1).then_some(len)
            }
        }
    };
}

tuples! { A }
tuples! { A B }
tuples! { A B C }
tuples! { A B C D }
tuples! { A B C D E }
tuples! { A B C D E F }
tuples! { A B C D E F G }
tuples! { A B C D E F G H }

impl Text {
    /// A tuple as operand of an error.
    pub(crate) const fn tuple(mut self, tuple: &Tuple) -> Self {
        if tuple.leaves.is_empty() {
            return self.str("()");
        }
        let (mut tokens, mut leaf) = (tuple.profile.tokens(), 0);
        while let Some(token) = tokens.next() {
            self = match token {
                Token::Open => self.str("("),
                Token::Close => self.str(")"),
                Token::Comma => self.str(","),
                Token::Leaf => {
                    leaf += 1;
                    self.int(tuple.leaves.at(leaf - 1))
                }
            };
        }
        self
    }
}
