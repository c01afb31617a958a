//! The common refinement of two lists of modes: the coarsest modes into which both can be cut.

use tilework::Mode;

/// Two lists of modes of one size, cut side by side from the fastest mode on.
pub(crate) struct Refinement<'a> {
    pub(crate) dst: Modes<'a>,
    pub(crate) src: Modes<'a>,
}

/// The next part of a refinement.
pub(crate) enum Part {
    /// A mode of each side, with the same extent.
    Common(Mode, Mode),
    /// The next mode of one side ends inside the next one of the other, and does not divide it.
    Apart,
}

impl<'a> Refinement<'a> {
    #[inline]
    pub(crate) fn new(dst: &'a [Mode], src: &'a [Mode]) -> Refinement<'a> {
        Refinement { dst: Modes::new(dst), src: Modes::new(src) }
    }

    /// The next part. Nothing is taken from sides that are [`Apart`](Part::Apart).
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Part> {
        let (x, y) = (self.dst.first?, self.src.first?);
        let extent = x.extent.min(y.extent);
        let divides = |mode: Mode| mode.extent == extent || mode.extent % extent == 0;
        Some(if divides(x) && divides(y) {
            Part::Common(self.dst.cut(x, extent), self.src.cut(y, extent))
        } else {
            Part::Apart
        })
    }
}

/// Modes, coalesced: each with all those that continue it.
pub(crate) struct Modes<'a> {
    first: Option<Mode>,
    rest: &'a [Mode],
}

impl<'a> Modes<'a> {
    #[inline]
    fn new(modes: &'a [Mode]) -> Modes<'a> {
        let mut modes = Modes { first: None, rest: modes };
        modes.advance();
        modes
    }

    /// Takes the next mode.
    #[cfg(feature = "files")]
    pub(crate) fn next(&mut self) -> Option<Mode> {
        let mode = self.first?;
        self.advance();
        Some(mode)
    }

    /// Takes the first `extent` steps of the next mode if they divide it, else all of it.
    #[cfg(feature = "files")]
    pub(crate) fn take(&mut self, extent: i64) -> Option<Mode> {
        let mode = self.first?;
        Some(self.cut(mode, if mode.extent % extent == 0 { extent } else { mode.extent }))
    }

    /// Cuts the first `extent` steps off the first mode, which is `mode`.
    #[inline]
    fn cut(&mut self, mode: Mode, extent: i64) -> Mode {
        if mode.extent == extent {
            self.advance();
        } else {
            // A stride inside the mode, so it fits.
            self.first = Some(Mode::new(mode.extent / extent, mode.stride * extent));
        }
        Mode::new(extent, mode.stride)
    }

    #[inline]
    fn advance(&mut self) {
        let mut run: Option<Mode> = None;
        while let [mode, after @ ..] = self.rest {
            match &mut run {
                _ if mode.extent == 1 => {}
                None => run = Some(*mode),
                Some(run) if run.stride.checked_mul(run.extent) == Some(mode.stride) => {
                    run.extent *= mode.extent;
                }
                Some(_) => break,
            }
            self.rest = after;
        }
        self.first = run;
    }
}
