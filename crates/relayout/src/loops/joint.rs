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

impl Joint {
    /// One element of so many bytes.
    #[inline]
    pub(crate) fn one(element: usize) -> Joint {
        Joint { width: element, dst: 0, src: 0, loops: Loops::new() }
    }

    /// Makes of one element the loops of two layouts of one size, in its place: to move them takes as long as to find
    /// them. Whether there are any; there are none where a mode of one layout ends inside a mode of the other.
    ///
    /// All offsets in bytes are known to fit.
    #[inline]
    pub(crate) fn describe(&mut self, dst: &[Mode], src: &[Mode]) -> bool {
        if !refine(dst, src, self.width as i64, &mut self.loops) {
            return false;
        }
        self.turn();
        self.loops.sort_unstable_by_key(|each| each.dst);
        self.merge();
        true
    }

    /// Makes the strides of the destination positive: a loop can run backwards as well.
    fn turn(&mut self) {
        for Loop { extent, dst, src } in &mut self.loops {
            if *dst < 0 {
                let last = *extent as isize - 1;
                self.dst += last * *dst;
                self.src += last * *src;
                (*dst, *src) = (-*dst, -*src);
            }
        }
    }

    /// Makes one loop of two where the second goes on where the first ends, on both sides; a loop
    /// over neighbours on both sides becomes part of the element.
    #[inline]
    fn merge(&mut self) {
        let mut merged = 0;
        let loops = self.loops.as_mut_slice();
        for i in 0..loops.len() {
            let next = loops[i];
            let width = self.width as isize;
            if merged == 0 && next.dst == width && next.src == width {
                self.width *= next.extent;
                continue;
            }
            if merged > 0 {
                let last = &mut loops[merged - 1];
                let extent = last.extent as isize;
                // Past the end of a mode there may be no number left.
                let ends = |stride: isize| stride.checked_mul(extent);
                if ends(last.dst) == Some(next.dst) && ends(last.src) == Some(next.src) {
                    last.extent *= next.extent;
                    continue;
                }
            }
            loops[merged] = next;
            merged += 1;
        }
        self.loops.truncate(merged);
    }

    /// Whether every loop steps over all that the loops before it reach, so that no two indices
    /// have one place in the destination. The converse is not true.
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

/// Appends the common refinement of two lists of modes of one size, over elements of so many bytes. Whether there is
/// one.
#[inline]
pub(crate) fn refine(dst: &[Mode], src: &[Mode], element: i64, loops: &mut Loops) -> bool {
    let same_extents =
        dst.len() == src.len() && dst.iter().zip(src).all(|(d, s)| d.extent == s.extent);
    if same_extents {
        // The usual case: the modes are common as they are, perhaps not the coarsest.
        for (d, s) in dst.iter().zip(src).filter(|(d, _)| d.extent > 1) {
            loops.push(Loop {
                extent: d.extent as usize,
                dst: (d.stride * element) as isize,
                src: (s.stride * element) as isize,
            });
        }
        return true;
    }
    let mut common = CommonModes::new(dst, src);
    while let Some(mode) = common.next_mode() {
        loops.push(Loop {
            extent: mode.extent as usize,
            dst: (mode.left * element) as isize,
            src: (mode.right * element) as isize,
        });
    }
    common.left.front().is_none()
}

/// The modes of the plain layout that a layout is from its first offset on, and that offset, if there is such a
/// layout.
#[inline]
pub(crate) fn strided(layout: LayoutRef<'_>) -> Option<(Cow<'_, [Mode]>, i64)> {
    match layout {
        LayoutRef::Plain(layout) => Some((Cow::Borrowed(layout.leaf_modes()), 0)),
        LayoutRef::Composed(layout) => {
            let (modes, first) = strided_behind_maps(layout)?;
            Some((Cow::Owned(modes), first))
        }
    }
}

/// [`strided`] for a layout behind maps, which takes long: out of the way of plain ones.
#[inline(never)]
fn strided_behind_maps(layout: &ComposedLayout) -> Option<(Vec<Mode>, i64)> {
    if !adds_up(layout)? {
        return None;
    }
    let (plain, first) = layout.to_layout().ok()?;
    Some((plain.leaf_modes().to_vec(), first))
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
