//! The geometry of a picture, in pixels: the same for SVG, HTML and TikZ.

use crate::scene::axis::{Axis, Tick};
use crate::scene::{Cell, Fill, Panel, Scene};

/// The width of a character of the monospaced font, as a fraction of the font size.
const CHARACTER: f64 = 0.602;

/// The font size of labels.
pub(crate) const LABEL: f64 = 13.0;
/// The font size of ticks and notes.
pub(crate) const SMALL: f64 = 11.0;
/// The font size of captions.
pub(crate) const CAPTION: f64 = 14.0;
/// The font size of signs between panels.
pub(crate) const SIGN: f64 = 20.0;
/// The font size of the title.
pub(crate) const TITLE: f64 = 16.0;

const MARGIN: f64 = 16.0;
/// Between panels.
const SPACE: f64 = 36.0;
/// Between rows of panels.
const BELOW: f64 = 24.0;
/// A row of panels that would be wider than this is wrapped.
const WIDEST: f64 = 1500.0;
/// The height of a level of ticks above the cells.
const TICKS: f64 = 16.0;
/// Between the panels of further modes, in cells.
const GAP: f64 = 0.5;

/// A scene with the place of everything in it.
pub(crate) struct Placed<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The base line of the title.
    pub(crate) title: Point,
    pub(crate) panels: Vec<PlacedPanel<'a>>,
    /// The base lines of the notes.
    pub(crate) notes: Vec<Point>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// A panel with its place.
pub(crate) struct PlacedPanel<'a> {
    pub(crate) panel: &'a Panel,
    /// The upper left corner of the cells.
    pub(crate) origin: Point,
    pub(crate) cell: (f64, f64),
    /// Where each column starts, relative to the origin.
    pub(crate) xs: Vec<f64>,
    /// Where each row starts, relative to the origin.
    pub(crate) ys: Vec<f64>,
    /// The width of each level of ticks beside the rows.
    margins: Vec<f64>,
    /// Whether any cell is marked.
    marks: bool,
}

/// The width of a text.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * CHARACTER * size
}

/// The width of the longest text.
fn longest<'t>(texts: impl Iterator<Item = &'t str>, size: f64) -> f64 {
    texts.map(|text| width(text, size)).fold(0.0, f64::max)
}

/// The size of a cell that every label of the panel fits into.
fn cell_size(panel: &Panel) -> (f64, f64) {
    if !panel.has_labels() {
        // Such that the picture is about a thousand pixels wide.
        let side = 1024 / panel.rows().max(panel.columns()).max(1);
        let side = side.clamp(2, if panel.dense { 16 } else { 24 }) as f64;
        return (side, side);
    }
    let size = label_size(panel);
    let label = longest(panel.cells.iter().flat_map(|cell| cell.label.lines()), size);
    let more = (panel.lines() - 1) as f64 * line_height(panel);
    if panel.dense {
        return ((label + 6.0).max(18.0).ceil(), 18.0 + more);
    }
    let ticks = panel.across.levels.first();
    let tick = longest(ticks.into_iter().flatten().map(|tick| tick.text.as_str()), SMALL);
    ((label + 12.0).max(tick + 6.0).max(30.0).ceil(), 28.0 + more)
}

/// The font size of the labels of a panel.
pub(crate) fn label_size(panel: &Panel) -> f64 {
    if panel.dense { SMALL } else { LABEL }
}

/// From one line of a label to the next.
fn line_height(panel: &Panel) -> f64 {
    label_size(panel) + 1.0
}

impl<'a> PlacedPanel<'a> {
    fn new(panel: &'a Panel, cell: (f64, f64)) -> PlacedPanel<'a> {
        let margins = panel.down.levels.iter();
        let margins = margins
            .map(|level| {
                (longest(level.iter().map(|tick| tick.text.as_str()), SMALL) + 10.0).ceil()
            })
            .collect();
        let (xs, ys) = (places(&panel.across, cell.0), places(&panel.down, cell.1));
        let (origin, marks) =
            (Point { x: 0.0, y: 0.0 }, panel.cells.iter().any(|cell| cell.marked));
        PlacedPanel { panel, origin, cell, xs, ys, margins, marks }
    }

    /// Whether the label of a cell steps back: where some are marked, of those that are neither marked
    /// nor filled.
    pub(crate) fn is_quiet(&self, cell: &Cell) -> bool {
        self.marks && !cell.marked && cell.fill == Fill::Empty && !cell.label.is_empty()
    }

    /// The lower right corner of the cells, relative to the origin.
    pub(crate) fn end(&self) -> (f64, f64) {
        let last = |places: &[f64], size: f64| places.last().map_or(0.0, |at| at + size);
        (last(&self.xs, self.cell.0), last(&self.ys, self.cell.1))
    }

    /// The colours of the cells: in each row, neighbours of the same colour are one rectangle, as wide as this,
    /// from its upper left corner on, relative to the origin.
    pub(crate) fn fills(&self) -> impl Iterator<Item = (Fill, Point, f64)> {
        let across = &self.panel.across;
        let rows = self.panel.cells.chunks(self.panel.columns().max(1)).zip(&self.ys);
        rows.flat_map(move |(cells, &y)| {
            let mut column = 0;
            std::iter::from_fn(move || {
                let (fill, start) = (cells.get(column)?.fill, column);
                column += 1;
                while column < cells.len()
                    && cells[column].fill == fill
                    && across.borders[column - 1] != Axis::GAP
                {
                    column += 1;
                }
                let corner = Point { x: self.xs[start], y };
                Some((fill, corner, (column - start) as f64 * self.cell.0))
            })
        })
    }

    fn left(&self) -> f64 {
        self.margins.iter().sum()
    }

    fn above(&self) -> f64 {
        CAPTION + 10.0 + self.panel.across.levels.len() as f64 * TICKS
    }

    fn size(&self) -> (f64, f64) {
        let (wide, high) = self.end();
        let caption = width(&self.panel.caption, CAPTION);
        ((self.left() + wide).max(caption), self.above() + high)
    }

    /// The centres of the base lines of a label, relative to the upper left corner of its cell.
    pub(crate) fn label<'t>(&self, text: &'t str) -> impl Iterator<Item = (Point, &'t str)> {
        let (size, step) = (label_size(self.panel), line_height(self.panel));
        let more = (text.lines().count().max(1) - 1) as f64;
        let (x, y) = (self.cell.0 / 2.0, self.cell.1 / 2.0 + size * 0.35 - more * step / 2.0);
        let lines = text.lines().enumerate();
        lines.map(move |(i, line)| (Point { x, y: y + i as f64 * step }, line))
    }

    /// The base line of the caption.
    pub(crate) fn caption(&self) -> Point {
        Point { x: self.origin.x - self.left(), y: self.origin.y - self.above() + CAPTION }
    }

    /// The centre of the base line of the sign before the panel.
    pub(crate) fn sign(&self) -> Point {
        let (_, high) = self.end();
        let x = self.origin.x - self.left() - SPACE / 2.0;
        Point { x, y: self.origin.y + f64::min(high / 2.0, 300.0) + 6.0 }
    }

    /// The ticks above the cells for which there is room: the centre of the base line, relative to
    /// the origin, and the text.
    pub(crate) fn ticks_above(&self) -> impl Iterator<Item = (Point, &str)> {
        let wide = self.cell.0;
        let levels = self.panel.across.levels.iter().enumerate();
        levels.flat_map(move |(level, ticks)| {
            let widest = ticks.iter().map(|tick| width(tick.within(0), SMALL)).fold(0.0, f64::max);
            spread(ticks, wide, widest + 4.0).map(move |tick| {
                let end = self.xs[tick.start + tick.len - 1] + wide;
                let x = (self.xs[tick.start] + end) / 2.0;
                let room = tick.len as f64 * wide / width("0", SMALL);
                (Point { x, y: -5.0 - level as f64 * TICKS }, tick.within(room as usize))
            })
        })
    }

    /// The ticks beside the cells for which there is room: the end of the base line, relative to the
    /// origin, and the text.
    pub(crate) fn ticks_beside(&self) -> impl Iterator<Item = (Point, &str)> {
        let high = self.cell.1;
        let levels = self.panel.down.levels.iter().enumerate();
        levels.flat_map(move |(level, ticks)| {
            let inner: f64 = self.margins.iter().take(level).sum();
            spread(ticks, high, SMALL).map(move |tick| {
                let end = self.ys[tick.start + tick.len - 1] + high;
                let y = (self.ys[tick.start] + end) / 2.0 + SMALL * 0.35;
                (Point { x: -6.0 - inner, y }, tick.text.as_str())
            })
        })
    }
}

/// As many ticks as have `need` pixels each, where a cell has `cell`: all, or every second, fourth,
/// and so on.
fn spread(ticks: &[Tick], cell: f64, need: f64) -> impl Iterator<Item = &Tick> {
    let room = ticks.first().map_or(1, |tick| tick.len) as f64 * cell;
    let mut every = 1_usize;
    while room * (every as f64) < need && every < ticks.len() {
        every *= 2;
    }
    ticks.iter().step_by(every)
}

/// Where the positions of an axis start: at whole pixels, so that there is no seam between
/// neighbours.
fn places(axis: &Axis, size: f64) -> Vec<f64> {
    let mut next = 0.0;
    let mut out = Vec::with_capacity(axis.len());
    for i in 0..axis.len() {
        out.push(next);
        let gap = axis.borders.get(i) == Some(&Axis::GAP);
        next += size + if gap { (size * GAP).ceil() } else { 0.0 };
    }
    out
}

impl<'a> Placed<'a> {
    /// The scene with all of its panels beside and below one another.
    pub(crate) fn new(scene: &'a Scene) -> Placed<'a> {
        Self::arranged(scene, false)
    }

    /// The scene with the panels of all steps at the same place.
    pub(crate) fn stepped(scene: &'a Scene) -> Placed<'a> {
        Self::arranged(scene, true)
    }

    fn arranged(scene: &'a Scene, stepped: bool) -> Placed<'a> {
        let title = Point { x: MARGIN, y: MARGIN + TITLE };
        let top = if scene.heading().is_some() { MARGIN + TITLE + 14.0 } else { MARGIN };
        let (panels, end) =
            if scene.aligned { aligned(scene, top) } else { flowing(scene, top, stepped) };
        let y = end.y - BELOW / 2.0;
        let notes: Vec<Point> = (0..scene.lines().count())
            .map(|i| Point { x: MARGIN, y: y + SMALL + i as f64 * 16.0 })
            .collect();
        let height = notes.last().map_or(y - BELOW / 2.0, |last| last.y) + MARGIN;
        let texts = longest(scene.lines(), SMALL).max(width(&scene.title, TITLE));
        let width = texts.max(end.x - MARGIN) + 2.0 * MARGIN;
        Placed { scene, width: width.ceil(), height: height.ceil(), title, panels, notes }
    }
}

/// The panels row by row, from the top down, and where the last of them end to the right and below.
fn flowing(scene: &Scene, top: f64, stepped: bool) -> (Vec<PlacedPanel<'_>>, Point) {
    let mut panels = Vec::new();
    let mut end = Point { x: MARGIN, y: top };
    for row in rows(scene, stepped) {
        let (mut x, mut y) = (MARGIN, end.y);
        // Steps take the place of one another, so that their cells have one size.
        let steps = row.iter().filter(|panel| panel.step.is_some()).map(|panel| cell_size(panel));
        let step_size = steps.fold((0.0, 0.0), larger);
        let mut bottom = y;
        // Where the steps of this row start, with the number of the one before.
        let mut start: Option<(Point, usize)> = None;
        for (i, panel) in row.iter().enumerate() {
            let size = if panel.step.is_some() { step_size } else { cell_size(panel) };
            let mut placed = PlacedPanel::new(panel, size);
            let (wide, high) = placed.size();
            if let (Some(step), Some((at, before))) = (panel.step.filter(|_| stepped), start)
                && step != before
            {
                (x, y) = (at.x, at.y);
            } else if i > 0 && x + SPACE + wide > WIDEST {
                // A sign before the panel needs room.
                let indent = if panel.sign.is_empty() { 0.0 } else { SPACE };
                (x, y) = (MARGIN + indent, bottom + BELOW);
            } else if i > 0 {
                x += SPACE;
            }
            if let Some(step) = panel.step {
                start = Some((start.map_or(Point { x, y }, |(at, _)| at), step));
            }
            placed.origin = Point { x: x + placed.left(), y: y + placed.above() };
            x += wide;
            bottom = f64::max(bottom, y + high);
            end.x = f64::max(end.x, x);
            panels.push(placed);
        }
        end.y = bottom + BELOW;
    }
    (panels, end)
}

/// The rows of panels; one of steps alone is part of the row before it where they are in one place.
fn rows(scene: &Scene, stepped: bool) -> Vec<Vec<&Panel>> {
    let mut out: Vec<Vec<&Panel>> = Vec::new();
    for row in &scene.rows {
        let steps = stepped && row.iter().all(|panel| panel.step.is_some());
        match out.last_mut().filter(|_| steps) {
            Some(before) => before.extend(row),
            None => out.push(row.iter().collect()),
        }
    }
    out
}

fn larger(one: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    (f64::max(one.0, other.0), f64::max(one.1, other.1))
}

/// The panels of an aligned scene, all with cells of one size. Columns of panels are counted from the
/// right, where the rows end.
fn aligned(scene: &Scene, top: f64) -> (Vec<PlacedPanel<'_>>, Point) {
    let cell = scene.panels().map(cell_size).fold((0.0, 0.0), larger);
    let count = scene.rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut panels: Vec<Vec<PlacedPanel>> = Vec::new();
    for row in &scene.rows {
        panels.push(row.iter().map(|panel| PlacedPanel::new(panel, cell)).collect());
    }
    // The room of each column, to the left of its cells and in all.
    let mut rooms = vec![(0.0_f64, 0.0_f64); count];
    let in_column = |row: &[PlacedPanel], i: usize| (i + row.len()).checked_sub(count);
    for (i, room) in rooms.iter_mut().enumerate() {
        let column = || panels.iter().filter_map(|row| row.get(in_column(row, i)?));
        room.0 = column().map(PlacedPanel::left).fold(0.0, f64::max);
        room.1 =
            column().map(|panel| panel.size().0.max(room.0 + panel.end().0)).fold(0.0, f64::max);
    }
    let mut end = Point { x: MARGIN, y: top };
    let mut out = Vec::new();
    for row in panels {
        let above = row.iter().map(PlacedPanel::above).fold(0.0, f64::max);
        let mut bottom = end.y;
        let first = count - row.len();
        let mut x = MARGIN + rooms[..first].iter().map(|(_, wide)| wide + SPACE).sum::<f64>();
        for ((left, wide), mut panel) in rooms[first..].iter().zip(row) {
            panel.origin = Point { x: x + left, y: end.y + above };
            bottom = bottom.max(panel.origin.y + panel.end().1);
            end.x = end.x.max(x + wide);
            x += wide + SPACE;
            out.push(panel);
        }
        end.y = bottom + BELOW;
    }
    (out, end)
}
