//! A plan: everything that does not depend on the data.

#![allow(unsafe_code)]

mod explain;
mod steps;

use bytemuck::NoUninit;
use tilework::{AnyLayout, Layout, LayoutRef, OffsetMap, Window};

use crate::check::{injective, window, window_of};
use crate::error::{Error, Result, Side};
use crate::loops::{Joint, Reach};
use crate::machine::{Isa, Tuning};
use crate::program::{Program, Way};

pub use explain::Explain;
pub use steps::Steps;

/// How to move data from one layout to another: `dst[D(i)] = src[S(i)]` for every index `i`.
///
/// A plan is made once for two layouts and a size of elements, and run on any data of that kind, from
/// any number of threads at once. Element 0 of a slice is offset 0 of its layout; where a layout has
/// negative offsets, it is the least one, as in a [`tilework::Tensor`].
///
/// ```
/// use tilework::layout;
/// use tilework_relayout::Plan;
///
/// let plan = Plan::new(&layout!((2,3):(1,2)), &layout!((2,3):(3,1)), size_of::<u16>())?;
/// let mut columns = [0_u16; 6];
/// plan.run(&mut columns, &[1, 2, 3, 4, 5, 6])?;
/// assert_eq!(columns, [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), tilework_relayout::Error>(())
/// ```
#[derive(Clone)]
pub struct Plan {
    moved: Moved,
    pub(crate) program: Program,
}

/// What is moved: so many elements of so many bytes, between two windows.
#[derive(Clone, Copy)]
struct Moved {
    element: usize,
    size: i64,
    dst: Window,
    src: Window,
}

impl Moved {
    /// How many bytes: no more than the destination spans, unless indices share offsets, which is refused.
    #[inline]
    fn bytes(&self) -> usize {
        (self.size as usize).saturating_mul(self.element)
    }

    /// What is moved between layouts of which common loops are not known.
    #[inline(never)]
    fn others(dst: LayoutRef<'_>, src: LayoutRef<'_>, element: usize) -> Result<Moved> {
        let (size, source) = (dst.size(), src.size());
        if size != source {
            return Err(Error::Sizes { destination: size, source });
        }
        let (dst, src) =
            (window(dst, Side::Destination, element)?, window(src, Side::Source, element)?);
        Ok(Moved { element, size, dst, src })
    }

    /// The plan that moves it in a way, from where loops start.
    #[inline]
    fn plan(self, way: Way, joint: &Joint, tuning: &Tuning) -> Plan {
        // Inside the windows, so they fit.
        let start =
            |window: Window, by: isize| (window.base * self.element).wrapping_add_signed(by);
        let (dst, src) = (start(self.dst, joint.dst), start(self.src, joint.src));
        Plan { moved: self, program: Program::new(way, dst, src, tuning) }
    }
}

impl Plan {
    /// The plan for two layouts of one domain and elements of `element` bytes.
    ///
    /// The shapes may differ, as long as the sizes are equal: elements correspond by index.
    ///
    /// # Errors
    /// [`Sizes`](Error::Sizes) when they are not equal; [`Aliased`](Error::Aliased) when the
    /// destination takes two indices to the same offset; [`TooLarge`](Error::TooLarge) when no slice could be
    /// that long; [`Layout`](Error::Layout) when that cannot be decided.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_relayout::{Error, Plan};
    ///
    /// let error = Plan::new(&layout!(8:1), &layout!((3,3):(3,1)), 4).unwrap_err();
    /// assert_eq!(error, Error::Sizes { destination: 8, source: 9 });
    /// ```
    pub fn new<'a>(
        dst: impl Into<LayoutRef<'a>>,
        src: impl Into<LayoutRef<'a>>,
        element: usize,
    ) -> Result<Plan, Error> {
        Plan::of(dst.into(), src.into(), element, Tuning::here())
    }

    /// The plan with settings of one's own.
    ///
    /// # Errors
    /// As [`Plan::new`].
    pub fn tuned<'a>(
        dst: impl Into<LayoutRef<'a>>,
        src: impl Into<LayoutRef<'a>>,
        element: usize,
        tuning: Tuning,
    ) -> Result<Plan, Error> {
        let isa = if tuning.isa.is_available() { tuning.isa } else { Isa::Portable };
        Plan::of(dst.into(), src.into(), element, &tuning.isa(isa))
    }

    /// The plan for `dst[D(i)] = src[S(M(i))]`: what the map selects and arranges of the source.
    ///
    /// # Errors
    /// As [`Plan::new`]; [`Layout`](Error::Layout) when the map leaves the source.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_relayout::Plan;
    ///
    /// // Every second element, backwards.
    /// let plan = Plan::through(&layout!(3:1), &layout!(3:2), &layout!(6:-1), 1)?;
    /// let mut out = [0_u8; 3];
    /// plan.run(&mut out, b"abcdef")?;
    /// assert_eq!(&out, b"fdb");
    /// # Ok::<(), tilework_relayout::Error>(())
    /// ```
    pub fn through<'a>(
        dst: impl Into<LayoutRef<'a>>,
        map: &Layout,
        src: impl Into<LayoutRef<'a>>,
        element: usize,
    ) -> Result<Plan, Error> {
        let (dst, src) = (dst.into(), src.into());
        let composed = match src {
            LayoutRef::Plain(layout) => layout.compose_strict(map).map(AnyLayout::Plain),
            LayoutRef::Composed(layout) => layout.compose_within(map).map(AnyLayout::Composed),
        };
        let composed = composed.map_err(|error| Error::Layout { side: Side::Source, error })?;
        let mut plan = Plan::of(dst, (&composed).into(), element, Tuning::here())?;
        let whole = window(src, Side::Source, element)?;
        // The part has its own window; the data given are those of the whole.
        plan.program.shift_source((whole.base - plan.moved.src.base) * element);
        plan.moved.src = whole;
        Ok(plan)
    }

    /// The plan with settings that this machine has.
    fn of(dst: LayoutRef<'_>, src: LayoutRef<'_>, element: usize, tuning: &Tuning) -> Result<Plan> {
        let mut joint = Joint::one(element);
        let reach = match (dst, src) {
            (LayoutRef::Plain(to), LayoutRef::Plain(from)) => {
                joint.describe(to.leaf_modes(), from.leaf_modes())
            }
            _ => None,
        };
        let (moved, by_loops) = match reach {
            Some(Reach { size, dst, src }) => {
                let dst = window_of(dst, Side::Destination, element)?;
                let src = window_of(src, Side::Source, element)?;
                (Moved { element, size, dst, src }, element > 0)
            }
            None => (Moved::others(dst, src, element)?, joint.describe_behind_maps(dst, src)),
        };
        if !by_loops {
            let way = Way::without_loops(dst, src, element, moved.bytes(), tuning)?;
            return Ok(moved.plan(way, &Joint::one(element), tuning));
        }
        joint.arrange();
        if !joint.is_nested() {
            injective(dst)?;
        }
        // One or the other as a whole: a plan is large, and where two come together they are copied.
        match Way::of_few(&joint, moved.bytes(), tuning) {
            Some(direct) => Ok(moved.plan(Way::Direct(direct), &joint, tuning)),
            None => Ok(moved.plan(Way::new(&joint, moved.bytes(), tuning), &joint, tuning)),
        }
    }

    /// Moves the data.
    ///
    /// # Errors
    /// [`Element`](Error::Element) when `T` is not of the size planned for, and
    /// [`TooShort`](Error::TooShort) when a slice does not have every offset of its layout. Nothing is
    /// written then.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_relayout::{Error, Plan, Side};
    ///
    /// let plan = Plan::new(&layout!((2,2):(1,4)), &layout!(4:1), 1)?;
    /// let mut dst = *b"........";
    /// plan.run(&mut dst, b"abcd")?;
    /// assert_eq!(&dst, b"ab..cd..");
    /// assert_eq!(
    ///     plan.run(&mut dst[..5], b"abcd"),
    ///     Err(Error::TooShort { side: Side::Destination, len: 5, span: 6 }),
    /// );
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn run<T: NoUninit>(&self, dst: &mut [T], src: &[T]) -> Result<(), Error> {
        self.check(dst, src)?;
        // SAFETY: the slices are as long as the windows, and one is borrowed mutably.
        unsafe { self.program.run(dst.as_mut_ptr().cast(), src.as_ptr().cast()) };
        Ok(())
    }

    /// Moves the data, on the threads of the current `rayon` pool where there is enough of it.
    ///
    /// # Errors
    /// As [`run`](Plan::run).
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_relayout::Plan;
    ///
    /// let plan = Plan::new(&layout!((64,64):(1,64)), &layout!((64,64):(64,1)), 8)?;
    /// let (src, mut dst) = ((0..4096).collect::<Vec<u64>>(), vec![0; 4096]);
    /// plan.run_parallel(&mut dst, &src)?;
    /// assert_eq!(dst[64 * 3 + 5], 64 * 5 + 3);
    /// # Ok::<(), tilework_relayout::Error>(())
    /// ```
    #[cfg(feature = "parallel")]
    pub fn run_parallel<T: NoUninit + Send + Sync>(
        &self,
        dst: &mut [T],
        src: &[T],
    ) -> Result<(), Error> {
        self.check(dst, src)?;
        // SAFETY: the slices are as long as the windows, and one is borrowed mutably.
        unsafe {
            self.program.run_parallel(dst.as_mut_ptr().cast(), src.as_ptr().cast(), self.bytes());
        }
        Ok(())
    }

    /// Moves elements that are given as bytes: of a file, or of a type that is known only at run time. They
    /// need no alignment, and bytes after the last whole element are left alone.
    ///
    /// # Errors
    /// [`TooShort`](Error::TooShort), as [`run`](Plan::run), with numbers of elements.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_relayout::Plan;
    ///
    /// let plan = Plan::new(&layout!((2,2):(1,2)), &layout!((2,2):(2,1)), 3)?;
    /// let mut dst = [0; 12];
    /// plan.run_bytes(&mut dst, b"one23+two45-")?;
    /// assert_eq!(&dst, b"onetwo23+45-");
    /// # Ok::<(), tilework_relayout::Error>(())
    /// ```
    pub fn run_bytes(&self, dst: &mut [u8], src: &[u8]) -> Result<(), Error> {
        self.check_bytes(dst, src)?;
        // SAFETY: the slices are as long as the windows, and one is borrowed mutably.
        unsafe { self.program.run(dst.as_mut_ptr(), src.as_ptr()) };
        Ok(())
    }

    /// [`run_bytes`](Plan::run_bytes) on the threads of the current `rayon` pool.
    ///
    /// # Errors
    /// As [`run_bytes`](Plan::run_bytes).
    #[cfg(feature = "parallel")]
    pub fn run_bytes_parallel(&self, dst: &mut [u8], src: &[u8]) -> Result<(), Error> {
        self.check_bytes(dst, src)?;
        // SAFETY: the slices are as long as the windows, and one is borrowed mutably.
        unsafe { self.program.run_parallel(dst.as_mut_ptr(), src.as_ptr(), self.bytes()) };
        Ok(())
    }

    fn check_bytes(&self, dst: &[u8], src: &[u8]) -> Result<()> {
        let elements =
            |bytes: &[u8]| bytes.len().checked_div(self.moved.element).unwrap_or(usize::MAX);
        self.check_lengths(elements(dst), elements(src))
    }

    #[inline]
    fn check<T>(&self, dst: &[T], src: &[T]) -> Result<()> {
        if size_of::<T>() != self.moved.element {
            return Err(Error::Element { planned: self.moved.element, given: size_of::<T>() });
        }
        self.check_lengths(dst.len(), src.len())
    }

    #[inline]
    fn check_lengths(&self, dst: usize, src: usize) -> Result<()> {
        if dst < self.moved.dst.span {
            return Err(short(Side::Destination, dst, self.moved.dst.span));
        }
        if src < self.moved.src.span {
            return Err(short(Side::Source, src, self.moved.src.span));
        }
        Ok(())
    }

    /// The number of bytes that are moved.
    fn bytes(&self) -> usize {
        self.moved.bytes()
    }

    /// Moves the data, from where index 0 lies on each side.
    ///
    /// # Safety
    /// Every element of the layouts must be there, and be of the size planned for; the two sides must
    /// not overlap.
    #[cfg(feature = "ndarray")]
    pub(crate) unsafe fn run_from_origin(&self, dst: *mut u8, src: *const u8) {
        let (to, from) = self.window_at(dst, src);
        // SAFETY: as for this function.
        unsafe { self.program.run(to, from) }
    }

    /// [`run_from_origin`](Plan::run_from_origin) on several threads.
    ///
    /// # Safety
    /// As for that one, and the elements can be sent and shared.
    #[cfg(all(feature = "ndarray", feature = "parallel"))]
    pub(crate) unsafe fn run_from_origin_parallel(&self, dst: *mut u8, src: *const u8) {
        let (to, from) = self.window_at(dst, src);
        // SAFETY: as for this function.
        unsafe { self.program.run_parallel(to, from, self.bytes()) }
    }

    #[cfg(feature = "ndarray")]
    fn window_at(&self, dst: *mut u8, src: *const u8) -> (*mut u8, *const u8) {
        let back = |base: usize| base * self.moved.element;
        (dst.wrapping_sub(back(self.moved.dst.base)), src.wrapping_sub(back(self.moved.src.base)))
    }

    /// The size of an element, in bytes.
    pub const fn element_size(&self) -> usize {
        self.moved.element
    }

    /// The number of elements that are moved.
    pub const fn size(&self) -> i64 {
        self.moved.size
    }

    /// How many elements the slice of a side must have: from its least offset, or from offset 0 if
    /// none is negative, to its largest.
    pub const fn span(&self, side: Side) -> usize {
        match side {
            Side::Destination => self.moved.dst.span,
            Side::Source => self.moved.src.span,
        }
    }
}

pub(crate) fn short(side: Side, len: usize, span: usize) -> Error {
    Error::TooShort { side, len, span }
}
