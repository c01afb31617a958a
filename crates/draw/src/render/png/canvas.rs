//! Pixels of at most 256 colours: rectangles, and coverage in an ink.

use std::ops::Range;

use crate::render::palette::Rgb;

/// A picture, row by row. A byte for each pixel is a third of the memory and of the work of compressing it.
pub(super) struct Canvas {
    width: usize,
    height: usize,
    /// The colour of each pixel.
    pub(super) pixels: Vec<u8>,
    pub(super) palette: Vec<Rgb>,
    inks: [Rgb; INKS],
    /// How much of a pixel is covered is told in so many steps.
    levels: u8,
    /// The colour of an ink over another colour, by level, ink and that colour; 0 where it is not known yet.
    mixed: Vec<u8>,
}

/// Which ink something is drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pen {
    Text,
    Quiet,
    Line,
}

const INKS: usize = 3;

/// The most colours of a palette.
const COLORS: usize = 256;

/// How much of each pixel is covered, from 0 to 255, row by row, and where that is relative to a point.
pub(super) struct Coverage {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) width: usize,
    pub(super) covered: Vec<u8>,
}

/// A rectangle: left, top, right and bottom, in pixels.
pub(super) type Rectangle = [f64; 4];

impl Canvas {
    /// Paper, and inks in the order of [`Pen`]. `fills` is how many other colours there will be below text.
    pub(super) fn new(
        (width, height): (usize, usize),
        paper: Rgb,
        inks: [Rgb; INKS],
        fills: usize,
    ) -> Canvas {
        // Text on every colour, and quiet text and lines on paper, have their own steps in between.
        let levels = (COLORS - INKS).saturating_sub(1 + fills) / (fills + INKS);
        let levels = levels.clamp(4, 16) as u8;
        let mixed = vec![0; COLORS * INKS * (usize::from(levels) + 1)];
        Canvas {
            width,
            height,
            pixels: vec![0; width * height],
            palette: vec![paper],
            inks,
            levels,
            mixed,
        }
    }

    /// Fills the pixels whose centre is inside, so that neighbours have no seam.
    pub(super) fn fill(&mut self, [left, top, right, bottom]: Rectangle, color: Rgb) {
        let columns = clamped(left.round(), self.width)..clamped(right.round(), self.width);
        let rows = clamped(top.round(), self.height)..clamped(bottom.round(), self.height);
        let color = self.color(color);
        for row in rows {
            self.row(row)[columns.clone()].fill(color);
        }
    }

    /// Fills what is inside of each pixel.
    pub(super) fn fill_smooth(&mut self, [left, top, right, bottom]: Rectangle, pen: Pen) {
        for (rows, high) in spans(top, bottom, self.height) {
            for (columns, wide) in spans(left, right, self.width) {
                let covered = (wide * high * 255.0).round() as u8;
                for row in rows.clone() {
                    for column in columns.clone() {
                        self.blend(row * self.width + column, pen, covered);
                    }
                }
            }
        }
    }

    /// Draws coverage, with its point at this pixel.
    pub(super) fn draw(&mut self, coverage: &Coverage, x: i64, y: i64, pen: Pen) {
        let rows = coverage.covered.chunks_exact(coverage.width.max(1));
        for (row, covered) in (y + coverage.top..).zip(rows) {
            let Some(row) = usize::try_from(row).ok().filter(|&row| row < self.height) else {
                continue;
            };
            for (column, &covered) in (x + coverage.left..).zip(covered) {
                if let Ok(column) = usize::try_from(column)
                    && column < self.width
                    && covered > 0
                {
                    self.blend(row * self.width + column, pen, covered);
                }
            }
        }
    }

    fn row(&mut self, row: usize) -> &mut [u8] {
        &mut self.pixels[row * self.width..(row + 1) * self.width]
    }

    /// Covers a pixel with an ink, by this share of 255.
    fn blend(&mut self, pixel: usize, pen: Pen, covered: u8) {
        let level = (u32::from(covered) * u32::from(self.levels) + 127) / 255;
        let below = self.pixels[pixel];
        let place = (level as usize * INKS + pen as usize) * COLORS + usize::from(below);
        if self.mixed[place] == 0 {
            let (over, under) = (self.inks[pen as usize], self.palette[usize::from(below)]);
            self.mixed[place] = self.color(over.over(under, level, self.levels.into()));
        }
        self.pixels[pixel] = self.mixed[place];
    }

    /// The place of a colour in the palette. In one that is full, it is the nearest.
    fn color(&mut self, color: Rgb) -> u8 {
        let known = self.palette.iter().position(|known| *known == color);
        let place = known.unwrap_or_else(|| {
            if self.palette.len() < COLORS {
                self.palette.push(color);
                return self.palette.len() - 1;
            }
            let places = self.palette.iter().enumerate();
            let nearest = places.min_by_key(|(_, known)| known.distance(color));
            nearest.map_or(0, |(place, _)| place)
        });
        place as u8
    }
}

/// A place on an axis of this length.
fn clamped(at: f64, length: usize) -> usize {
    (at.max(0.0) as usize).min(length)
}

/// The pixels from one place to another, and how much of each of them is in between: all of most, and a share of
/// the first and the last.
fn spans(from: f64, to: f64, length: usize) -> [(Range<usize>, f64); 3] {
    let (first, last) = (from.ceil(), to.floor());
    let at = |place: f64| clamped(place, length);
    if last < first {
        // Inside of one pixel.
        return [(at(last)..at(first), to - from), (0..0, 0.0), (0..0, 0.0)];
    }
    [
        (at(from.floor())..at(first), first - from),
        (at(first)..at(last), 1.0),
        (at(last)..at(to.ceil()), to - last),
    ]
}
