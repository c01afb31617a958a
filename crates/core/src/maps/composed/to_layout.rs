//! From a composed layout back to a plain one, where its function is one.
//!
//! Maps of bits `F` repeat: with `T` the highest bit that takes part, `F(v + 2^T) = F(v) + 2^T`. So
//! whether `F(c + B(x))` steps by a constant along a mode of B only depends on the residues mod
//! `2^T` that the modes below reach, and these form a set that is followed mode by mode, as bits of
//! a few words. That is a proof for all indices at once; see [`Residues::agree`].

use core::cell::Cell;

use crate::algebra::compose::refine;
use crate::algebra::floor_form::floors;
use crate::algebra::recover::recover_with;
use crate::ground::error::{Error, ErrorKind, Op, Why};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::chain::{Chain, Outer};
use crate::maps::composed::table::Modes;

/// The answer to "is this a layout": the flat layout, and the offset at index 0.
type Flat = (Layout, i64);

/// Why there is no answer.
enum Fail {
    /// At this index it leaves every layout: what those have there, and why.
    NotALayout { index: i64, expected: i128, why: Why },
    /// Nothing is proved either way.
    Unknown,
    /// A layout, but not one that can be written down.
    Error(Error),
}

impl ComposedLayout {
    /// The plain layout with the same function up to the offset at index 0, which comes with it, and
    /// with a shape that refines the one of this layout.
    ///
    /// In plain words: a row, a column or a tile of a swizzled layout often has strides; this finds
    /// them, negative ones too, or proves that there are none.
    ///
    /// Post-condition: for `(layout, base)`, `self(x) = base + layout(x)` for every index `x` of the
    /// domain, and `layout` is [`compatible`](Layout::compatible) with the shape.
    ///
    /// # Errors
    /// - [`NotALayout`](ErrorKind::NotALayout): no layout is this function, with the first index that
    ///   proves it.
    /// - [`NotCompatible`](ErrorKind::NotCompatible): one is, but not one that refines the shape;
    ///   [`to_layout_flat`](ComposedLayout::to_layout_flat) gives it.
    /// - [`Undecided`](ErrorKind::Undecided): only for more than [`ENUMERATION_BUDGET`] elements, the
    ///   first of which are no witness, and maps of more than 14 bits, or layouts among the maps, or
    ///   after some millions of steps.
    /// - [`Overflow`](ErrorKind::Overflow), [`TooManyModes`](ErrorKind::TooManyModes).
    ///
    /// ```
    /// use tilework::{ComposedLayout, ErrorKind, Swizzle, layout, slicer};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(3, 3, 3)?, 0, &layout!((8,64):(64,1)))?;
    /// assert!(matches!(a.to_layout().unwrap_err().kind(), ErrorKind::NotALayout { index: 65, .. }));
    ///
    /// let column = a.slice(&slicer!((_,24)))?;
    /// assert_eq!(column.to_layout()?, (layout!(((4,2)):((56,288))), 24));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "decay")]
    pub fn to_layout(&self) -> Result<(Layout, i64), Error> {
        let (flat, base) = self.to_layout_flat()?;
        match refine(&floors(flat.leaf_modes()), &self.inner) {
            Ok(layout) => Ok((layout, base)),
            Err(error) => Err(Error::new(Op::ToLayout, error.kind()).on(self.text())),
        }
    }

    /// [`to_layout`](ComposedLayout::to_layout) as a coalesced layout, whatever the shape.
    ///
    /// # Errors
    /// As [`to_layout`](ComposedLayout::to_layout), without `NotCompatible`.
    pub fn to_layout_flat(&self) -> Result<(Layout, i64), Error> {
        // What is no layout mostly shows that soon, and a proof for all indices takes longer than a look.
        let found = match self.at_a_glance() {
            Err(Fail::Unknown) => self.by_residues(),
            found => found,
        };
        let found = match found {
            Err(Fail::Unknown) => self.one_by_one(),
            found => found,
        };
        let kind = match found {
            Ok(flat) => return Ok(flat),
            Err(Fail::Error(error)) => return Err(error.on(self.text())),
            Err(Fail::Unknown) => ErrorKind::Undecided { budget: ENUMERATION_BUDGET },
            Err(Fail::NotALayout { index, expected, why }) => {
                let (found, carry) = (self.at_index(index)?, None);
                let expected = i64::try_from(expected).unwrap_or(if expected < 0 {
                    i64::MIN
                } else {
                    i64::MAX
                });
                ErrorKind::NotALayout { index, expected, found, why, carry }
            }
        };
        Err(Error::new(Op::ToLayout, kind).on(self.text()))
    }

    /// Takes the maps off one after the other, from the right: maps of bits as many at a time as
    /// there are, layouts by composition.
    fn by_residues(&self) -> Result<Flat, Fail> {
        let (mut layout, mut base, mut to) = (self.inner.coalesce(), 0_i64, self.stages());
        while to > 0 {
            let mut from = to - 1;
            let step = if let Outer::Layout(outer) = self.chain.outer(from) {
                compose_at(&outer, self.chain.offset(from), base, &layout)
            } else {
                while from > 0 && !self.chain.is_layout(from - 1) {
                    from -= 1;
                }
                let offset = self.chain.offset(to - 1);
                match base.checked_add(offset) {
                    Some(base) => {
                        Run { chain: &self.chain, from, to, offset, base }.decide(&layout)
                    }
                    None => Err(Fail::Unknown),
                }
            };
            (layout, base) = match step {
                // What is not a layout here may become one again further left.
                Err(Fail::NotALayout { .. }) if from > 0 => return Err(Fail::Unknown),
                step => step?,
            };
            to = from;
        }
        Ok((layout, base))
    }

    /// The flat layout and the offset at index 0, where there is one by proof, without reading offsets.
    pub(super) fn proven_layout(&self) -> Option<(Layout, i64)> {
        self.by_residues().ok()
    }

    /// Reads the first entries of the table.
    fn at_a_glance(&self) -> Result<Flat, Fail> {
        let (mut table, mut len) = ([0; GLANCE], 0);
        for (slot, offset) in table.iter_mut().zip(self.inner.offsets()) {
            *slot = offset;
            len += 1;
        }
        self.chain.apply_to_all(&mut table[..len]).map_err(|_| Fail::Unknown)?;
        read(self.size(), len as i64, || table[..len].iter().copied())
    }

    /// Reads the table from the left, as far as the budget goes.
    fn one_by_one(&self) -> Result<Flat, Fail> {
        let (ready, size) = (self.ready(), self.size());
        read(size, size.min(ENUMERATION_BUDGET as i64), || ready.values())
    }
}

/// Reads a table of so many entries from the left, up to the entry before `last`.
///
/// Where the last mode starts at `chain`, which divides `known`, and `[0, known)` agrees, the layout so
/// far has at `known + r` what it has at `r` and what it adds at `known`: see `recover`.
fn read<I: Iterator<Item = i64>>(
    size: i64,
    last: i64,
    entries: impl Fn() -> I,
) -> Result<Flat, Fail> {
    let mut table = entries();
    let base = i128::from(table.next().ok_or(Fail::Unknown)?);
    let (mut modes, mut known, mut next) = (Modes::new(), 1, 2);
    let mut stride = table.next().map_or(0, |found| i128::from(found) - base);
    while next < last {
        let end = last.min(2 * known);
        let ahead = i128::from(known / modes.chain) * stride;
        let before = entries().skip((next - known) as usize);
        let mut both = (next..end).zip(table.by_ref().zip(before));
        match both.find(|&(_, (y, before))| i128::from(y) != ahead + i128::from(before)) {
            None => (known, next) = (end, end),
            Some((x, (found, before))) => {
                let expected = ahead + i128::from(before);
                let fail = |why| Fail::NotALayout { index: x, expected, why };
                modes.start(x, size, stride as i64).map_err(fail)?;
                (known, next) = (x, x + 1);
                stride = i128::from(found) - base;
            }
        }
    }
    if last < size {
        return Err(Fail::Unknown);
    }
    Ok((modes.finish(Op::ToLayout, size, stride as i64).map_err(Fail::Error)?, base as i64))
}

/// `outer(offset + base + layout(x))`.
fn compose_at(outer: &Layout, offset: i64, base: i64, layout: &Layout) -> Result<Flat, Fail> {
    let start = offset.checked_add(base).ok_or(Fail::Unknown)?;
    let at = outer.at_index(start).map_err(|_| Fail::Unknown)?;
    match outer.compose_at(start, layout) {
        Ok(found) => Ok((found.coalesce(), at)),
        Err(error) => match error.kind() {
            ErrorKind::NotALayout { index, expected, why, .. } => Err(Fail::NotALayout {
                index,
                expected: i128::from(expected) + i128::from(at),
                why,
            }),
            _ => Err(Fail::Unknown),
        },
    }
}

/// Maps of bits in a row, `from..to`: `F(base + v)`, where the base contains the first offset.
struct Run<'a> {
    chain: &'a Chain,
    from: usize,
    to: usize,
    offset: i64,
    base: i64,
}

impl Run<'_> {
    fn apply(&self, value: i64) -> Result<i64, Fail> {
        let value = value.checked_sub(self.offset).ok_or(Fail::Unknown)?;
        self.chain.apply_between(self.from, self.to, value).map_err(|_| Fail::Unknown)
    }

    /// `F(base + layout(x))`.
    fn at(&self, layout: &Layout, x: i64) -> Result<i64, Fail> {
        let value = layout.at_index(x).map_err(|_| Fail::Unknown)?;
        self.apply(self.base.checked_add(value).ok_or(Fail::Unknown)?)
    }

    /// The layout that is `F(base + layout(x))`.
    fn decide(&self, layout: &Layout) -> Result<Flat, Fail> {
        let (size, base) = (layout.size(), self.apply(self.base)?);
        let residues = Residues::new(self, layout)?;
        // Few values determine the layout if there is one; then it only has to be verified.
        let guess = recover_with(size, |x| match self.at(layout, x) {
            Ok(value) => value.wrapping_sub(base),
            Err(_) => 0,
        });
        if let Ok(guess) = guess
            && let Ok((fine, steps)) = layout.common_refinement(&guess)
            && residues.agree(self.base, base, fine.leaf_modes(), steps.leaf_modes())?
        {
            return Ok((guess, base));
        }
        // There is none, or the guess is none: read the table from the left, in large steps.
        let mut modes = Modes::new();
        loop {
            let stride = match size {
                1 => 0,
                _ => self.at(layout, modes.chain)?.checked_sub(base).ok_or(Fail::Unknown)?,
            };
            // What would not fit if it went on to the end may still end before.
            let so_far = modes.finish(Op::ToLayout, size, stride).map_err(|_| Fail::Unknown)?;
            let Some(x) = residues.first_difference(layout, &so_far, base)? else {
                return Ok((so_far, base));
            };
            let expected = so_far.at_index(x).map_err(Fail::Error)?;
            let expected = i128::from(expected) + i128::from(base);
            let fail = |why| Fail::NotALayout { index: x, expected, why };
            modes.start(x, size, stride).map_err(fail)?;
        }
    }
}

/// How many offsets are read before anything is proved.
const GLANCE: usize = 128;

/// The largest number of residues that are followed.
const RESIDUES: usize = 1 << 14;
const WORDS: usize = RESIDUES / 64;

/// What is known of the values `base + layout(x)`: the bits that vary and that the maps see.
struct Residues<'a> {
    run: &'a Run<'a>,
    /// The bits below are those of the base, or pass through the maps: see [`untouched`].
    low: u32,
    /// The number of bits from there on that are followed.
    bits: u32,
    /// The maps repeat every `2^top`; the values may stay in one block of less than that.
    top: u32,
    /// The bits of all values that do not vary.
    fixed: i64,
    /// How many more steps may be looked at.
    left: Cell<u64>,
}

/// How many steps from residue to residue are looked at: some tens of milliseconds. One test of a
/// candidate takes a few times the number of residues; the search for a first index takes many tests.
const STEPS: u64 = 1 << 22;

/// A set of residues.
type Set = [u64; WORDS];

/// A bit below which nothing has to be followed: `2^low` divides all strides but those of modes that
/// together stay below the lowest bit that takes part, which is `low` then; they do not carry, and
/// pass through the maps.
fn untouched(run: &Run<'_>, modes: &[Mode]) -> u32 {
    let moving = || modes.iter().filter(|mode| mode.extent > 1);
    let common = moving().map(|mode| mode.stride.trailing_zeros()).min().unwrap_or(62).min(62);
    let between = (run.from..run.to - 1).map(|i| run.chain.offset(i).trailing_zeros());
    let bottom = (run.from..run.to).map(|i| run.chain.bottom(i)).chain(between).min();
    let bottom = bottom.unwrap_or(62).min(62);
    let start = i128::from(run.base & ((1 << bottom) - 1));
    let reach = |up: bool| {
        let low = moving().filter(|mode| mode.stride.trailing_zeros() < bottom);
        let ends = low.map(|mode| i128::from(mode.extent - 1) * i128::from(mode.stride));
        start + ends.filter(|&end| (end > 0) == up).sum::<i128>()
    };
    if reach(false) >= 0 && reach(true) < 1 << bottom { bottom.max(common) } else { common }
}

impl<'a> Residues<'a> {
    fn new(run: &'a Run<'a>, layout: &Layout) -> Result<Residues<'a>, Fail> {
        let top = (run.from..run.to).map(|i| run.chain.top(i)).max().unwrap_or(0);
        let low = untouched(run, layout.leaf_modes());
        // Offsets fit, and so do those after the base: they are arguments of a map.
        let ends = (
            run.base.checked_add(layout.min_offset()).ok_or(Fail::Unknown)?,
            run.base.checked_add(layout.max_offset()).ok_or(Fail::Unknown)?,
        );
        // An offset inside the run moves values into other blocks.
        let moved = (run.from..run.to - 1).any(|i| run.chain.offset(i) != 0);
        let varying = 64 - (ends.0 ^ ends.1).leading_zeros();
        let seen = if moved || varying > top { top } else { varying };
        let mask = |bits: u32| ((1_u128 << bits) - 1) as i64;
        let fixed = if seen < top {
            run.base & !(mask(seen) & !mask(low))
        } else {
            run.base & mask(low) & mask(top)
        };
        let bits = seen.saturating_sub(low);
        if 1_u128 << bits > RESIDUES as u128 || top > 62 {
            return Err(Fail::Unknown);
        }
        // Reading the table is better than more steps than it has entries.
        let left = Cell::new(STEPS.min(4 * layout.size().min(i64::MAX / 4) as u64));
        Ok(Residues { run, low, bits, top, fixed, left })
    }

    /// A value with this residue.
    fn value(&self, residue: usize) -> i64 {
        self.fixed | (residue as i64) << self.low
    }

    fn residue(&self, value: i64) -> usize {
        (value >> self.low) as usize & ((1 << self.bits) - 1)
    }

    /// Whether `F(start + fine(x)) = at + steps(x)` for all `x`; both layouts have the same extents.
    ///
    /// Mode by mode: with `W` the residues that the modes below reach, it steps by `c` along a mode
    /// `n:s` if and only if `F(u + s) - F(u) = c` for all `u` in `W + {0, s, ..., (n-2)s}`.
    fn agree(&self, start: i64, at: i64, fine: &[Mode], steps: &[Mode]) -> Result<bool, Fail> {
        if self.run.apply(start)? != at {
            return Ok(false);
        }
        let mut reached: Set = [0; WORDS];
        let residue = self.residue(start);
        reached[residue / 64] |= 1 << (residue % 64);
        for (mode, step) in fine.iter().zip(steps) {
            if mode.extent == 1 {
                continue;
            }
            if mode.stride.trailing_zeros() < self.low {
                // It moves only what passes through.
                if mode.stride != step.stride {
                    return Ok(false);
                }
                continue;
            }
            let mut have = 1;
            while have < mode.extent - 1 {
                let more = have.min(mode.extent - 1 - have);
                self.join_shifted(&mut reached, more.wrapping_mul(mode.stride));
                have += more;
            }
            if !self.steps_by(&reached, mode.stride, step.stride)? {
                return Ok(false);
            }
            self.join_shifted(&mut reached, mode.stride);
        }
        Ok(true)
    }

    /// Whether `F(u + s) - F(u) = c` for all `u` of a set.
    fn steps_by(&self, set: &Set, s: i64, c: i64) -> Result<bool, Fail> {
        // By the period it is enough to step inside it.
        let whole = s >> self.top << self.top;
        let (s, c) = (s - whole, i128::from(c) - i128::from(whole));
        let steps: u64 = set.iter().map(|word| u64::from(word.count_ones())).sum();
        self.left.set(self.left.get().checked_sub(steps).ok_or(Fail::Unknown)?);
        for (w, &word) in set.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let u = self.value(64 * w + left.trailing_zeros() as usize);
                left &= left - 1;
                let next = u.checked_add(s).ok_or(Fail::Unknown)?;
                let step = i128::from(self.run.apply(next)?) - i128::from(self.run.apply(u)?);
                if step != c {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Adds to a set all its elements moved by `step`.
    fn join_shifted(&self, set: &mut Set, step: i64) {
        let count = 1_usize << self.bits;
        let by = (step >> self.low) as usize & (count - 1);
        if count < 64 {
            let word = set[0];
            set[0] |= (word << by | word >> (count - by)) & ((1 << count) - 1);
            return;
        }
        let (before, words) = (*set, count / 64);
        let (whole, part) = (by / 64, by % 64);
        for (i, &word) in before.iter().take(words).enumerate() {
            set[(i + whole) % words] |= word << part;
            if part > 0 {
                set[(i + whole + 1) % words] |= word >> (64 - part);
            }
        }
    }

    /// The first index at which `F(base + layout(x))` is not `at + other(x)`.
    fn first_difference(
        &self,
        layout: &Layout,
        other: &Layout,
        at: i64,
    ) -> Result<Option<i64>, Fail> {
        let Ok((fine, steps)) = layout.common_refinement(other) else {
            return Err(Fail::Unknown);
        };
        let (modes, steps) = (fine.leaf_modes(), steps.leaf_modes());
        if self.agree(self.run.base, at, modes, steps)? {
            return Ok(None);
        }
        // From the top: the least digit up to which a difference occurs, whatever is below it.
        let (mut start, mut at, mut index, mut place) = (self.run.base, at, 0, fine.size());
        for (k, mode) in modes.iter().enumerate().rev() {
            place /= mode.extent;
            let (mut below, mut upto) = (-1, mode.extent - 1);
            let mut boxed = fine.tree.leaves;
            while upto - below > 1 {
                let middle = below + (upto - below) / 2;
                boxed.set(k, Mode::new(middle + 1, mode.stride));
                let inside = &boxed.as_slice()[..=k];
                if self.agree(start, at, inside, &steps[..=k])? {
                    below = middle
                } else {
                    upto = middle
                }
            }
            start = start.checked_add(upto * mode.stride).ok_or(Fail::Unknown)?;
            at = at.checked_add(upto * steps[k].stride).ok_or(Fail::Unknown)?;
            index += upto * place;
        }
        Ok(Some(index))
    }
}
