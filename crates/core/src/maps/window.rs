//! Where the offsets of a layout lie in memory.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::text::Text;
use crate::maps::layout_ref::LayoutRef;

/// The part of memory that a layout needs, in elements: see [`LayoutRef::window`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Window {
    /// The element at which offset 0 lies: negative offsets come before it.
    pub base: usize,
    /// How many elements there must be.
    pub span: usize,
}

impl Window {
    /// The smallest window of elements of so many bytes that has offset 0 and the offsets from `least` to `most`, which
    /// are those of a layout.
    ///
    /// # Errors
    /// As [`LayoutRef::window`].
    ///
    /// ```
    /// use tilework::Window;
    ///
    /// let window = Window::new(-6, 3, 4)?;
    /// assert_eq!((window.base, window.span), (6, 10));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn new(least: i64, most: i64, bytes: usize) -> Result<Window, Error> {
        let base = least.min(0).unsigned_abs();
        // The span of the offsets fits into 63 bits, so both sums fit into 64.
        let span = most.max(0).unsigned_abs() + base + 1;
        let window = || {
            let (base, span) = (usize::try_from(base).ok()?, usize::try_from(span).ok()?);
            let whole = span.checked_mul(bytes.max(1))?;
            isize::try_from(whole).ok()?;
            Some(Window { base, span })
        };
        window().ok_or_else(|| too_large(span, bytes))
    }
}

#[cold]
fn too_large(span: u64, bytes: usize) -> Error {
    Error::new(Op::Window, ErrorKind::TooLarge { span, bytes })
}

impl LayoutRef<'_> {
    /// The smallest window of elements of so many bytes that has offset 0 and all offsets of the layout.
    ///
    /// ```text
    /// 4:-2        offset  -6 -5 -4 -3 -2 -1  0
    ///             element  0  1  2  3  4  5  6        base 6, span 7
    /// ```
    ///
    /// Post-condition: for every index `i`, `base + self.at(i)` is at least 0 and below `span`; and
    /// `span * bytes` is at most `isize::MAX`, so that a slice can be as long.
    ///
    /// # Errors
    /// [`TooLarge`](ErrorKind::TooLarge) when no slice can be as long;
    /// [`Undecided`](ErrorKind::Undecided) as [`bounds`](LayoutRef::bounds).
    ///
    /// ```
    /// use tilework::{ErrorKind, LayoutRef, layout};
    ///
    /// let window = LayoutRef::from(&layout!(4:-2)).window(4)?;
    /// assert_eq!((window.base, window.span), (6, 7));
    /// // From offset 0 on, also where the first elements are not used.
    /// let late = tilework::AnyLayout::from(layout!(2:1)).offset_by(5)?;
    /// assert_eq!(late.as_ref().window(4)?.span, 7);
    ///
    /// let large = layout!(2:4611686018427387904);
    /// let error = LayoutRef::from(&large).window(4).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TooLarge { span: (1 << 62) + 1, bytes: 4 });
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn window(self, bytes: usize) -> Result<Window, Error> {
        let (least, most) = self.bounds()?;
        Window::new(least, most, bytes).map_err(|error| self.blamed(error))
    }

    #[cold]
    fn blamed(self, error: Error) -> Error {
        error.on(Text::EMPTY.tuple(&self.shape()))
    }
}
