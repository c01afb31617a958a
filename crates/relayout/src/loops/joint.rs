//! The two layouts as one list of loops, in as few as there can be.
//!
//! A loop has one extent and two strides. What the layouts have in common disappears here: modes
//! that go on where the one before ends become one loop, and a loop over neighbours on both sides
//! becomes a wider element. So a packing of 8 by 8 blocks of `f32` is a transposition of elements of
//! 32 bytes from here on.

use std::borrow::Cow;

use smallvec::SmallVec;
use tilework::{CommonModes, ComposedLayout, LayoutRef, Mode};

/// A loop over both sides, with strides in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Loop {
    pub(crate) extent: usize,
    pub(crate) dst: isize,
    pub(crate) src: isize,
}

impl Loop {
    /// A loop over elements of so many bytes. It means something if the offsets in bytes fit.
    #[inline]
    fn new(extent: i64, dst: i64, src: i64, element: i64) -> Loop {
        let bytes = |stride: i64| stride.wrapping_mul(element) as isize;
        Loop { extent: extent as usize, dst: bytes(dst), src: bytes(src) }
    }
}

pub(crate) type Loops = SmallVec<[Loop; 8]>;

/// Loops from a start on each side, over elements of `width` bytes, by rising strides of the
/// destination, all of which are positive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Joint {
    pub(crate) width: usize,
    /// Where the loops start, in bytes from offset 0: strides that were negative start at their end.
    pub(crate) dst: isize,
    pub(crate) src: isize,
    pub(crate) loops: Loops,
}

/// What two layouts have of which the loops are known: their size, and the least and the largest offset of each side, in
/// elements.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    pub(crate) size: i64,
    pub(crate) dst: (i64, i64),
    pub(crate) src: (i64, i64),
}

impl Reach {
    /// That of one element.
    const OF_ONE: Reach = Reach { size: 1, dst: (0, 0), src: (0, 0) };

    /// With another loop, whose strides are in elements.
    #[inline]
    fn add(&mut self, extent: i64, dst: i64, src: i64) {
        let further =
            |(least, most): (i64, i64), last: i64| (least + last.min(0), most + last.max(0));
        self.size *= extent;
        self.dst = further(self.dst, (extent - 1) * dst);
        self.src = further(self.src, (extent - 1) * src);
    }
}

impl Joint {
    /// One element of so many bytes.
    #[inline]
    pub(crate) fn one(element: usize) -> Joint {
        Joint { width: element, dst: 0, src: 0, loops: Loops::new() }
    }

    /// Makes of one element the loops of two layouts, in its place: to move them takes as long as to find them. There are
    /// none where a mode of one layout ends inside a mode of the other, or where that one is longer.
    ///
    /// They mean something if windows of that [`Reach`] fit, and are to be [arranged](Joint::arrange) then.
    #[inline(always)]
    pub(crate) fn describe(&mut self, dst: &[Mode], src: &[Mode]) -> Option<Reach> {
        refine(dst, src, self.width as i64, &mut self.loops)
    }

    /// The same for layouts of which one is behind maps, if they are plain ones from their first offset on. Whether there are
    /// loops. It takes long.
    #[inline(never)]
    pub(crate) fn describe_behind_maps(&mut self, dst: LayoutRef<'_>, src: LayoutRef<'_>) -> bool {
        let plain = dst.plain().is_some() && src.plain().is_some();
        if plain || self.width == 0 {
            return false;
        }
        let (Some((dst, first)), Some((src, second))) = (strided(dst), strided(src)) else {
            return false;
        };
        self.dst = first as isize * self.width as isize;
        self.src = second as isize * self.width as isize;
        self.describe(&dst, &src).is_some()
    }

    /// Makes of the loops as few as there can be, in order.
    #[inline(always)]
    pub(crate) fn arrange(&mut self) {
        self.sort();
        self.merge();
    }

    /// Makes the strides of the destination positive, since a loop can run backwards as well, and rising. There are few
    /// loops, and most are in order.
    #[inline(always)]
    fn sort(&mut self) {
        let loops = self.loops.as_mut_slice();
        for k in 0..loops.len() {
            if loops[k].dst < 0 {
                let Loop { extent, dst, src } = &mut loops[k];
                let last = *extent as isize - 1;
                self.dst += last * *dst;
                self.src += last * *src;
                (*dst, *src) = (-*dst, -*src);
            }
            let mut at = k;
            while at > 0 && loops[at - 1].dst > loops[at].dst {
                loops.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// Makes one loop of two where the second goes on where the first ends, on both sides; a loop
    /// over neighbours on both sides becomes part of the element.
    #[inline(always)]
    fn merge(&mut self) {
        self.loops.dedup_by(|next, last| {
            let extent = last.extent as isize;
            // Past the end of a mode there may be no number left.
            let ends = |stride: isize| stride.checked_mul(extent);
            let goes_on = ends(last.dst) == Some(next.dst) && ends(last.src) == Some(next.src);
            if goes_on {
                last.extent *= next.extent;
            }
            goes_on
        });
        if let Some(&Loop { extent, dst, src }) = self.loops.first()
            && dst == self.width as isize
            && src == dst
        {
            self.width *= extent;
            self.loops.remove(0);
        }
    }

    /// Whether every loop steps over all that the loops before it reach, so that no two indices
    /// have one place in the destination. The converse is not true.
    #[inline]
    pub(crate) fn is_nested(&self) -> bool {
        let mut reach = self.width as isize;
        self.loops.iter().all(|each| {
            let over = each.dst >= reach;
            reach += (each.extent as isize - 1) * each.dst;
            over
        })
    }

    /// Whether the source is read in the order in which the destination is written.
    #[inline]
    pub(crate) fn is_in_order(&self) -> bool {
        self.loops.is_sorted_by_key(|each| each.src)
    }
}

/// Appends the common refinement of two lists of modes, over elements of so many bytes, if there is one.
#[inline(always)]
pub(crate) fn refine(dst: &[Mode], src: &[Mode], element: i64, loops: &mut Loops) -> Option<Reach> {
    let same_extents =
        dst.len() == src.len() && dst.iter().zip(src).all(|(d, s)| d.extent == s.extent);
    if !same_extents {
        return refine_apart(dst, src, element, loops);
    }
    // The usual case: the modes are common as they are, perhaps not the coarsest.
    let mut reach = Reach::OF_ONE;
    for (d, s) in dst.iter().zip(src).filter(|(d, _)| d.extent > 1) {
        reach.add(d.extent, d.stride, s.stride);
        loops.push(Loop::new(d.extent, d.stride, s.stride, element));
    }
    Some(reach)
}

/// [`refine`] for modes of different extents.
#[inline(never)]
fn refine_apart(dst: &[Mode], src: &[Mode], element: i64, loops: &mut Loops) -> Option<Reach> {
    let mut reach = Reach::OF_ONE;
    let mut common = CommonModes::new(dst, src);
    while let Some(mode) = common.next_mode() {
        reach.add(mode.extent, mode.left, mode.right);
        loops.push(Loop::new(mode.extent, mode.left, mode.right, element));
    }
    (common.left.front().is_none() && common.right.front().is_none()).then_some(reach)
}

/// The modes of the plain layout that a layout is from its first offset on, and that offset, if there is such a
/// layout.
fn strided(layout: LayoutRef<'_>) -> Option<(Cow<'_, [Mode]>, i64)> {
    match layout {
        LayoutRef::Plain(layout) => Some((Cow::Borrowed(layout.leaf_modes()), 0)),
        LayoutRef::Composed(layout) => {
            if !adds_up(layout)? {
                return None;
            }
            let (plain, first) = layout.to_layout().ok()?;
            Some((Cow::Owned(plain.leaf_modes().to_vec()), first))
        }
    }
}

/// Whether the last steps of all modes add up to the last step of all. They do if there are strides; and
/// behind most swizzles they do not, which takes less time to see than to prove for all steps.
fn adds_up(layout: &ComposedLayout) -> Option<bool> {
    let at = |offset: i64| Some(i128::from(layout.at_offset(offset).ok()?));
    let (first, mut end, mut sum) = (at(0)?, 0, 0);
    for mode in layout.inner().leaf_modes() {
        let last = (mode.extent - 1) * mode.stride;
        end += last;
        sum += at(last)? - first;
    }
    Some(at(end)? - first == sum)
}

/// Steps through loops, the first one fastest.
pub(crate) struct Walk<'a> {
    loops: &'a [Loop],
    digits: SmallVec<[usize; 8]>,
    pub(crate) dst: isize,
    pub(crate) src: isize,
}

impl Walk<'_> {
    pub(crate) fn new(loops: &[Loop], mut step: usize) -> Walk<'_> {
        let mut walk = Walk { loops, digits: SmallVec::new(), dst: 0, src: 0 };
        for each in loops {
            let digit = step % each.extent;
            step /= each.extent;
            walk.digits.push(digit);
            walk.dst += digit as isize * each.dst;
            walk.src += digit as isize * each.src;
        }
        walk
    }

    #[inline]
    pub(crate) fn step(&mut self) {
        for (digit, each) in self.digits.iter_mut().zip(self.loops) {
            *digit += 1;
            if *digit < each.extent {
                self.dst += each.dst;
                self.src += each.src;
                return;
            }
            *digit = 0;
            self.dst -= (each.extent as isize - 1) * each.dst;
            self.src -= (each.extent as isize - 1) * each.src;
        }
    }
}
