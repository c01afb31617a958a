//! Moving the data, strip by strip.

use std::borrow::Cow;
use std::io;
use std::ops::Range;

use tilework::{AnyLayout, ComposedLayout, Layout, MAX_MODES, Mode};
use tilework_relayout::{Error, Plan, Side};

use super::files::{Input, Output, zeros};
use super::gather::{Blocks, Runs};
use super::strips::{Axis, GRAIN, axes, order, steps};

/// A layout over bytes.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) layout: AnyLayout,
    /// The element of the data that is offset 0: negative offsets come before it.
    base: i64,
    /// How many elements the data must have.
    pub(crate) span: i64,
}

impl Place {
    /// `None` if the bytes of `element` times the span do not fit into an address.
    pub(crate) fn new(layout: AnyLayout, element: usize) -> tilework::Result<Option<Place>> {
        let (least, most) = (layout.min_offset()?, layout.max_offset()?);
        let place = || {
            let base = least.min(0).checked_neg()?;
            let span = most.max(0).checked_add(base)?.checked_add(1)?;
            let bytes = span.checked_mul(i64::try_from(element).ok()?)?;
            isize::try_from(bytes).ok()?;
            Some(Place { layout, base, span })
        };
        Ok(place())
    }

    /// The same data under another layout, which reaches no further.
    pub(crate) fn seen_as(&self, layout: AnyLayout) -> Place {
        Place { layout, ..*self }
    }

    /// How many bytes the data must have.
    fn bytes(&self, element: usize) -> u64 {
        self.span as u64 * element as u64
    }

    fn modes(&self) -> &[Mode] {
        match &self.layout {
            AnyLayout::Plain(layout) => layout.leaf_modes(),
            AnyLayout::Composed(composed) => composed.inner().leaf_modes(),
        }
    }

    /// The part of some modes, from `at` offsets on (of the layout inside, for a composed one): its
    /// layout, and the element of the data at which its own data start.
    fn part(&self, modes: &[Mode], at: i64) -> tilework::Result<(AnyLayout, i64)> {
        let part = flat(modes)?;
        match &self.layout {
            AnyLayout::Plain(_) => Ok((AnyLayout::Plain(part), self.base + at + part.min_offset())),
            AnyLayout::Composed(whole) => {
                let last = whole.stages() - 1;
                let (outer, offset) = whole.stage(last)?;
                // An offset of the whole, so it fits.
                let mut part = ComposedLayout::from_parts(&outer, offset + at, &part)?;
                for i in (0..last).rev() {
                    let (outer, offset) = whole.stage(i)?;
                    part = part.after(&outer, offset)?;
                }
                let start = self.base + part.min_offset()?.min(0);
                Ok((AnyLayout::Composed(part), start))
            }
        }
    }
}

/// The layout of a list of modes.
fn flat(modes: &[Mode]) -> tilework::Result<Layout> {
    let modes = modes.iter().map(|&mode| Layout::of_mode(mode));
    match modes.collect::<tilework::Result<Vec<Layout>>>()?.as_slice() {
        [] => Layout::new(1, 0),
        modes => Layout::concat(modes),
    }
}

/// The work, cut into strips.
pub(crate) struct Work {
    dst: Place,
    src: Place,
    element: usize,
    memory: u64,
    cut: Cut,
}

/// Why the work stops.
pub(crate) enum Halt {
    Plan(Error),
    /// The source cannot be read.
    Input(io::Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        Halt::Plan(error)
    }
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Halt {
        Halt::Input(error)
    }
}

enum Cut {
    /// Along the axes, so many steps at once.
    Boxes { axes: Vec<Axis>, steps: Vec<i64> },
    /// Element by element, of so many at once: where the layouts have nothing in common.
    Elements(usize),
}

/// Where data are moved on.
pub(crate) struct Threads(pub(crate) Option<rayon::ThreadPool>);

impl Work {
    pub(crate) fn new(dst: Place, src: Place, element: usize, memory: u64) -> Work {
        let axes = axes(dst.modes(), src.modes());
        let modes = |side: fn(&Axis) -> usize| axes.iter().map(side).sum::<usize>() <= MAX_MODES;
        let possible = modes(|axis| axis.dst.len()) && modes(|axis| axis.src.len());
        // Of a source without strides nobody knows which parts a strip needs.
        let plain = src.layout.plain().is_some() || src.bytes(element) <= memory;
        let cut = match steps(&axes, element, memory) {
            Some(steps) if possible && plain => Cut::Boxes { axes, steps },
            // Each may touch memory on both sides that no other touches.
            _ => Cut::Elements((memory / (2 * GRAIN as u64)).clamp(1 << 10, 1 << 22) as usize),
        };
        Work { dst, src, element, memory, cut }
    }

    /// How many elements are moved.
    pub(crate) fn size(&self) -> u64 {
        self.dst.layout.size() as u64
    }

    /// How many strips there are.
    pub(crate) fn strips(&self) -> u64 {
        let pieces = |whole: i64, step: i64| (whole as u64).div_ceil(step as u64);
        match &self.cut {
            Cut::Boxes { axes, steps } => {
                axes.iter().zip(steps).map(|(axis, &step)| pieces(axis.extent, step)).product()
            }
            Cut::Elements(step) => pieces(self.dst.layout.size(), *step as i64),
        }
    }

    /// How the data are moved, in words: the plan of the first strip, which most others are like.
    pub(crate) fn explain(&self) -> Result<String, Error> {
        match &self.cut {
            Cut::Boxes { axes, steps } => {
                let strip = self.strip(axes, steps, &vec![0; axes.len()], 0, true)?;
                Ok(strip.plan.explain().to_string())
            }
            Cut::Elements(_) => Ok("element by element".to_owned()),
        }
    }

    /// Moves the data: `dst` and `src` are where they start in the files. `done` hears how many elements
    /// were moved, after each strip.
    pub(crate) fn run(
        &self,
        (output, to): (&mut Output, usize),
        (input, from): (&Input, usize),
        threads: &Threads,
        mut done: impl FnMut(i64),
    ) -> Result<(), Halt> {
        let element = self.element;
        let whole = self.whole(input, from)?;
        match &self.cut {
            Cut::Boxes { axes, steps } => {
                let order = order(axes);
                let (mut at, mut buffer) = (vec![0; axes.len()], Vec::new());
                loop {
                    let strip = self.strip(axes, steps, &at, from, whole.is_none())?;
                    let d = strip.dst.start + to..strip.dst.end + to;
                    let src = match (&whole, strip.src) {
                        (_, Source::Runs(runs)) => runs.read(input, &mut buffer, threads)?,
                        (Some(whole), Source::Range(range)) => whole.get(range).unwrap_or_default(),
                        // Runs are what a strip has where there is no whole.
                        (None, Source::Range(_)) => &[],
                    };
                    let dst = output.bytes().get_mut(d.clone()).unwrap_or_default();
                    threads.run(&strip.plan, dst, src)?;
                    output.release(d);
                    done(strip.size);
                    if !next(&mut at, axes, steps, &order) {
                        return Ok(());
                    }
                }
            }
            Cut::Elements(step) => {
                let place = |base: i64, offset: i64| (base + offset) as usize * element;
                let mut offsets = self.dst.layout.offsets().zip(self.src.layout.offsets());
                let mut blocks = Blocks::new(input, self.memory / 2);
                loop {
                    let mut moved = 0;
                    let dst = &mut output.bytes()[to..];
                    for (d, s) in offsets.by_ref().take(*step) {
                        let (d, s) = (place(self.dst.base, d), place(self.src.base, s));
                        let dst = &mut dst[d..d + element];
                        match &whole {
                            Some(src) => dst.copy_from_slice(&src[s..s + element]),
                            None => blocks.copy(from + s, dst)?,
                        }
                        moved += 1;
                    }
                    if moved == 0 {
                        return Ok(());
                    }
                    output.release(0..usize::MAX);
                    done(moved);
                }
            }
        }
    }

    /// All data of the source, if they are in memory, or fit and have to be: the parts that a strip needs
    /// are known of a source with strides, and the work goes along axes.
    fn whole<'a>(&self, input: &'a Input, from: usize) -> io::Result<Option<Cow<'a, [u8]>>> {
        if let Input::Memory(bytes) = input {
            return Ok(Some(Cow::Borrowed(&bytes[from..])));
        }
        let by_runs = matches!(self.cut, Cut::Boxes { .. }) && self.src.layout.plain().is_some();
        let bytes = self.src.bytes(self.element);
        if by_runs || bytes > self.memory {
            return Ok(None);
        }
        let mut whole = zeros(bytes as usize)?;
        input.read(from, &mut whole)?;
        Ok(Some(Cow::Owned(whole)))
    }

    /// The strip that starts at an index of each axis; `packed` if its source is read for it alone, from
    /// data that start at byte `from`.
    fn strip(
        &self,
        axes: &[Axis],
        steps: &[i64],
        at: &[i64],
        from: usize,
        packed: bool,
    ) -> Result<Strip, Error> {
        let mut size = 1;
        let mut sides = [(&self.dst, vec![], 0), (&self.src, vec![], 0)];
        for ((axis, &step), &at) in axes.iter().zip(steps).zip(at) {
            let extent = step.min(axis.extent - at);
            size *= extent;
            for ((_, modes, start), part) in sides.iter_mut().zip([&axis.dst, &axis.src]) {
                match part.as_slice() {
                    [mode] => {
                        *start += at * mode.stride;
                        modes.push(Mode::new(extent, mode.stride));
                    }
                    whole => modes.extend(whole),
                }
            }
        }
        let [dst, src] = sides.map(|(place, modes, start)| -> tilework::Result<_> {
            let (layout, start) = place.part(&modes, start)?;
            Ok((layout, start as usize * self.element, modes))
        });
        let wrong = |side| move |error| Error::Layout { side, error };
        let (dst, d, _) = dst.map_err(wrong(Side::Destination))?;
        let (mut src, s, modes) = src.map_err(wrong(Side::Source))?;
        let runs = (packed && src.plain().is_some())
            .then(|| Runs::new(&modes, from + s, self.element))
            .map(|(runs, modes)| -> tilework::Result<_> {
                src = AnyLayout::Plain(flat(&modes)?);
                Ok(runs)
            });
        let runs = runs.transpose().map_err(wrong(Side::Source))?;
        let plan = Plan::new(&dst, &src, self.element)?;
        let range = |start: usize, side| start..start + plan.span(side) * self.element;
        let dst = range(d, Side::Destination);
        let src = runs.map_or_else(|| Source::Range(range(s, Side::Source)), Source::Runs);
        Ok(Strip { plan, dst, src, size })
    }
}

/// A part of the work, and the bytes of both sides that it needs.
struct Strip {
    plan: Plan,
    dst: Range<usize>,
    src: Source,
    size: i64,
}

/// Where the source of a strip is.
enum Source {
    /// In the whole of the data.
    Range(Range<usize>),
    /// In a file.
    Runs(Runs),
}

/// The next strip, in the order of the axes; `false` after the last.
fn next(at: &mut [i64], axes: &[Axis], steps: &[i64], order: &[usize]) -> bool {
    for &i in order {
        at[i] += steps[i];
        if at[i] < axes[i].extent {
            return true;
        }
        at[i] = 0;
    }
    false
}

impl Threads {
    fn run(&self, plan: &Plan, dst: &mut [u8], src: &[u8]) -> Result<(), Error> {
        match &self.0 {
            None => plan.run_bytes(dst, src),
            Some(pool) => pool.install(|| plan.run_bytes_parallel(dst, src)),
        }
    }
}
