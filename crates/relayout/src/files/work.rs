//! Moving the data, strip by strip.

use std::borrow::Cow;
use std::io;
use std::ops::Range;

use tilework::limits::MAX_MODES;
use tilework::{AnyLayout, Mode};

use super::error::Error;
use super::gather::{Blocks, Runs};
use super::input::{Input, zeros};
use super::limits::Limits;
use super::output::Store;
use super::place::{Place, flat};
use super::strips::{Axis, GRAIN, axes, order, steps};
use super::threads::Threads;
use crate::error::Side;
use crate::machine::Tuning;
use crate::plan::Plan;

/// The work, cut into strips.
#[derive(Debug)]
pub(super) struct Work {
    dst: Place,
    src: Place,
    element: usize,
    memory: u64,
    tuning: Tuning,
    cut: Cut,
}

#[derive(Debug)]
enum Cut {
    /// Along the axes, this many steps of each at once.
    Boxes { axes: Vec<Axis>, steps: Vec<i64> },
    /// Element by element, this many at once: where the layouts have no axes in common.
    Elements(usize),
}

impl Work {
    pub(super) fn new(dst: Place, src: Place, element: usize, limits: Limits) -> Work {
        let Limits { memory, tuning, .. } = limits;
        let axes = axes(dst.modes(), src.modes());
        let modes = |side: fn(&Axis) -> usize| axes.iter().map(side).sum::<usize>() <= MAX_MODES;
        let possible = modes(|axis| axis.dst.len()) && modes(|axis| axis.src.len());
        // Without strides it is not known which parts of the source a strip needs.
        let plain = src.layout.plain().is_some() || src.bytes(element) as u64 <= memory;
        let cut = match steps(&axes, element, memory) {
            Some(steps) if possible && plain => Cut::Boxes { axes, steps },
            // Each may touch memory on both sides that no other touches.
            _ => Cut::Elements((memory / (2 * GRAIN as u64)).clamp(1 << 10, 1 << 22) as usize),
        };
        Work { dst, src, element, memory, tuning, cut }
    }

    /// How many elements are moved.
    pub(super) fn size(&self) -> i64 {
        self.dst.layout.size()
    }

    /// The destination.
    pub(super) fn dst(&self) -> &Place {
        &self.dst
    }

    /// How many strips there are.
    pub(super) fn strips(&self) -> u64 {
        let pieces = |whole: i64, step: i64| (whole as u64).div_ceil(step as u64);
        match &self.cut {
            Cut::Boxes { axes, steps } => {
                axes.iter().zip(steps).map(|(axis, &step)| pieces(axis.extent, step)).product()
            }
            Cut::Elements(step) => pieces(self.dst.layout.size(), *step as i64),
        }
    }

    /// How the data are moved, in words: the plan of the first strip, which most others are like.
    pub(super) fn explain(&self) -> crate::error::Result<String> {
        match &self.cut {
            Cut::Boxes { axes, steps } => {
                let strip = self.strip(axes, steps, &vec![0; axes.len()], 0, true)?;
                Ok(strip.plan.explain().to_string())
            }
            Cut::Elements(_) => Ok("element by element".to_owned()),
        }
    }

    /// Moves the data, which start at byte `to` of the output and at byte `from` of the input. Calls `done` after each
    /// strip, with the number of elements in it.
    pub(super) fn run(
        &self,
        (output, to): (&mut impl Store, usize),
        (input, from): (&Input, usize),
        threads: &Threads,
        mut done: impl FnMut(i64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let element = self.element;
        let whole = self.whole(input, from).map_err(Error::Read)?;
        match &self.cut {
            Cut::Boxes { axes, steps } => {
                let order = order(axes);
                let (mut at, mut buffer) = (vec![0; axes.len()], Vec::new());
                loop {
                    let strip = self.strip(axes, steps, &at, from, whole.is_none())?;
                    let d = strip.dst.start + to..strip.dst.end + to;
                    let src = match (&whole, strip.src) {
                        (_, Source::Runs(runs)) => {
                            runs.read(input, &mut buffer, threads).map_err(Error::Read)?
                        }
                        (Some(whole), Source::Range(range)) => whole.get(range).unwrap_or_default(),
                        // Runs are what a strip has where there is no whole.
                        (None, Source::Range(_)) => &[],
                    };
                    let dst = output.bytes().get_mut(d.clone()).unwrap_or_default();
                    threads.run(&strip.plan, dst, src)?;
                    output.release(d);
                    done(strip.size)?;
                    if !next(&mut at, axes, steps, &order) {
                        return Ok(());
                    }
                }
            }
            Cut::Elements(step) => {
                let mut offsets = self.dst.layout.offsets().zip(self.src.layout.offsets());
                let mut blocks = Blocks::new(input, self.memory / 2);
                loop {
                    let mut moved = 0;
                    let dst = &mut output.bytes()[to..];
                    for (d, s) in offsets.by_ref().take(*step) {
                        let (d, s) = (self.dst.at(d) * element, self.src.at(s) * element);
                        let dst = &mut dst[d..d + element];
                        match &whole {
                            Some(src) => dst.copy_from_slice(&src[s..s + element]),
                            None => blocks.copy(from + s, dst).map_err(Error::Read)?,
                        }
                        moved += 1;
                    }
                    if moved == 0 {
                        return Ok(());
                    }
                    output.release(0..usize::MAX);
                    done(moved)?;
                }
            }
        }
    }

    /// All data of the source, if they are in memory, or fit and have to be: the parts that a strip needs
    /// are known of a source with strides, and the work goes along axes.
    fn whole<'a>(&self, input: &'a Input, from: usize) -> io::Result<Option<Cow<'a, [u8]>>> {
        if let Some(bytes) = input.memory() {
            return Ok(Some(Cow::Borrowed(&bytes[from..])));
        }
        let by_runs = matches!(self.cut, Cut::Boxes { .. }) && self.src.layout.plain().is_some();
        let bytes = self.src.bytes(self.element);
        if by_runs || bytes as u64 > self.memory {
            return Ok(None);
        }
        let mut whole = zeros(bytes)?;
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
    ) -> crate::error::Result<Strip> {
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
        let [dst, src] = sides.map(|(place, modes, start)| -> Result<_, tilework::Error> {
            let (layout, start) = place.part(&modes, start)?;
            Ok((layout, start * self.element, modes))
        });
        let wrong = |side| move |error| crate::Error::Layout { side, error };
        let (dst, d, _) = dst.map_err(wrong(Side::Destination))?;
        let (mut src, s, modes) = src.map_err(wrong(Side::Source))?;
        let runs = (packed && src.plain().is_some())
            .then(|| Runs::new(&modes, from + s, self.element))
            .map(|(runs, modes)| -> Result<_, tilework::Error> {
                src = AnyLayout::Plain(flat(&modes)?);
                Ok(runs)
            });
        let runs = runs.transpose().map_err(wrong(Side::Source))?;
        let plan = Plan::tuned(&dst, &src, self.element, self.tuning)?;
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
