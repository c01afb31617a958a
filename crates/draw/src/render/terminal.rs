//! Terminal: frames of box-drawing characters, cells with coloured backgrounds.

use anstyle::{Ansi256Color, Color, Effects, RgbColor, Style};

use crate::render::escape::plain;
use crate::render::palette::{Rgb, Theme};
use crate::scene::axis::{Axis, Tick};
use crate::scene::view::Limits;
use crate::scene::{Cell, Fill, Panel, Scene};

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColorDepth {
    /// None: plain text.
    #[default]
    None,
    /// The 256 colours of xterm.
    Ansi256,
    /// 24-bit colours.
    True,
}

/// The picture as lines of text.
///
/// Panels are side by side where they fit into `width` columns, otherwise below each other. A panel
/// that is wider than that is not cut: see [`terminal_width`] and [`Limits::at_most`](crate::Limits::at_most).
pub fn terminal(scene: &Scene, depth: ColorDepth, width: usize) -> String {
    let mut out = String::new();
    if let Some(title) = scene.heading() {
        out.push_str(&paint(&plain(title), Style::new().bold(), depth));
        out.push_str("\n\n");
    }
    let rows = aligned(scene, depth).filter(|rows| rows.iter().all(|row| row.width <= width));
    for (i, row) in rows.unwrap_or_else(|| flowing(scene, depth, width)).iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        row.write(&mut out);
    }
    // Without colours there is no need for a legend.
    let legend = scene.legend.iter().filter(|_| depth != ColorDepth::None);
    for note in legend.chain(&scene.notes) {
        out.push_str(&paint(&format!("({})", plain(note)), QUIET, depth));
        out.push('\n');
    }
    out
}

/// The rows of panels; those that do not fit beside the others of their row follow in the next.
fn flowing(scene: &Scene, depth: ColorDepth, width: usize) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    for row in &scene.rows {
        for (i, panel) in row.iter().enumerate() {
            let block = Block::of(panel, depth);
            match out.last_mut() {
                Some(before) if i > 0 && before.width + block.width + 5 <= width => {
                    *before = before.beside(&block, panel.sign, depth);
                }
                _ => out.push(block),
            }
        }
    }
    out
}

/// The rows of an aligned scene. Columns of panels are counted from the right, where the rows end.
fn aligned(scene: &Scene, depth: ColorDepth) -> Option<Vec<Block>> {
    let count = scene.rows.iter().map(Vec::len).max().filter(|_| scene.aligned)?;
    let draw = |panel| Drawing::new(panel, depth);
    let cell = scene.panels().map(|panel| draw(panel).cell).max()?;
    let column = |i: usize| {
        let rows = scene.rows.iter();
        rows.filter_map(move |row| row.get((i + row.len()).checked_sub(count)?))
    };
    let margin = |i| column(i).map(|panel| draw(panel).margin()).max().unwrap_or(0);
    let block = |i: usize, panel| {
        let drawing = draw(panel);
        let indent = margin(i) - drawing.margin();
        Block::drawn(Drawing { cell, indent, ..drawing })
    };
    let wide = |i: usize| column(i).map(|panel| block(i, panel).width).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(wide).collect();
    let rows = scene.rows.iter().map(|row| {
        let first = count - row.len();
        let mut out: Option<Block> = None;
        for (i, panel) in (first..).zip(row) {
            out = Some(match out {
                None => block(i, panel).indented(widths[..i].iter().map(|wide| wide + 5).sum()),
                Some(mut before) => {
                    before.width = widths[..i].iter().map(|wide| wide + 5).sum::<usize>() - 5;
                    before.beside(&block(i, panel), panel.sign, depth)
                }
            });
        }
        out.unwrap_or(Block { lines: Vec::new(), width: 0 })
    });
    Some(rows.collect())
}

/// A scene as text, in at most so many columns where that is possible: drawn again with fewer cells until it fits.
///
/// # Errors
/// Those of the scene.
///
/// ```
/// use std::convert::Infallible;
/// use tilework::layout;
/// use tilework_draw::{ColorDepth, Limits, View, fitted, grid};
///
/// let wide = layout!((4,64):(64,1));
/// let scene = |limits| Ok::<_, Infallible>(grid(&wide, "", &View::within(limits)));
/// let Ok(text) = fitted(Limits::TERMINAL, 40, ColorDepth::None, scene);
/// assert!(text.contains("256 elements in blocks"));
/// ```
pub fn fitted<E>(
    limits: Limits,
    width: usize,
    depth: ColorDepth,
    scene: impl Fn(Limits) -> Result<Scene, E>,
) -> Result<String, E> {
    let mut columns = limits.columns;
    loop {
        let drawn = scene(limits.at_most(columns))?;
        if columns <= 1 || terminal_width(&drawn) <= width {
            return Ok(terminal(&drawn, depth, width));
        }
        // Not one by one: a scene is drawn in each round.
        columns -= columns.div_ceil(8);
    }
}

/// The number of columns that the widest panel of a scene takes.
pub fn terminal_width(scene: &Scene) -> usize {
    scene.panels().map(|panel| Block::of(panel, ColorDepth::None).width).max().unwrap_or(0)
}

const QUIET: Style = Style::new().dimmed();

fn paint(text: &str, style: Style, depth: ColorDepth) -> String {
    if depth == ColorDepth::None || text.is_empty() {
        text.to_owned()
    } else {
        format!("{style}{text}{style:#}")
    }
}

/// Lines of text, each with the number of columns it takes: escape sequences take none.
struct Block {
    lines: Vec<(String, usize)>,
    width: usize,
}

impl Block {
    fn write(&self, out: &mut String) {
        for (line, _) in &self.lines {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }

    fn push(&mut self, line: String, columns: usize) {
        self.width = self.width.max(columns);
        self.lines.push((line, columns));
    }

    /// This block with another one to the right, and a sign between them, halfway down.
    fn beside(&self, other: &Block, sign: &str, depth: ColorDepth) -> Block {
        let mut out = Block { lines: Vec::new(), width: 0 };
        let middle = self.lines.len().max(other.lines.len()) / 2;
        for i in 0..self.lines.len().max(other.lines.len()) {
            let (left, columns) =
                self.lines.get(i).map_or(("", 0), |(line, n)| (line.as_str(), *n));
            let (right, more) = other.lines.get(i).map_or(("", 0), |(line, n)| (line.as_str(), *n));
            let sign = if i == middle { format!("{sign:^5}") } else { "     ".to_owned() };
            let fill = " ".repeat(self.width - columns);
            let sign = paint(&sign, QUIET, depth);
            out.push(format!("{left}{fill}{sign}{right}"), self.width + 5 + more);
        }
        out
    }

    fn of(panel: &Panel, depth: ColorDepth) -> Block {
        Self::drawn(Drawing::new(panel, depth))
    }

    fn drawn(drawing: Drawing) -> Block {
        let mut out = Block { lines: Vec::new(), width: 0 };
        let caption = plain(&drawing.panel.caption);
        if !caption.is_empty() {
            out.push(paint(&caption, Style::new().bold(), drawing.depth), caption.chars().count());
        }
        drawing.write(&mut out);
        out
    }

    /// The block with so many columns before it.
    fn indented(self, columns: usize) -> Block {
        let mut out = Block { lines: Vec::new(), width: 0 };
        for (line, wide) in self.lines {
            out.push(" ".repeat(columns) + &line, columns + wide);
        }
        out
    }
}

/// A panel with the widths of its columns.
struct Drawing<'a> {
    panel: &'a Panel,
    depth: ColorDepth,
    /// The width of a cell, with a space on both sides.
    cell: usize,
    /// The widths of the ticks beside the rows, the innermost first.
    margins: Vec<usize>,
    /// How many columns are free before the ticks.
    indent: usize,
}

/// Whether a position is the first of a tile: a line is drawn before it.
fn starts(axis: &Axis, i: usize) -> bool {
    i == 0 || axis.borders[i - 1] > 0
}

impl<'a> Drawing<'a> {
    fn new(panel: &'a Panel, depth: ColorDepth) -> Drawing<'a> {
        let longest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| text.chars().count()).max().unwrap_or(0)
        };
        let label = longest(&mut panel.cells.iter().flat_map(|cell| cell.label.lines()));
        let ticks = panel.across.levels.first();
        // A tick over several cells has room enough.
        let ticks = ticks.into_iter().flatten().filter(|tick| tick.len == 1);
        let tick = longest(&mut ticks.map(|tick| tick.text.as_str()));
        let margins = panel.down.levels.iter();
        let margins = margins
            .map(|level| longest(&mut level.iter().map(|tick| tick.text.as_str())) + 1)
            .collect();
        Drawing { panel, depth, cell: label.max(tick).max(1) + 2, margins, indent: 0 }
    }

    fn margin(&self) -> usize {
        self.indent + self.margins.iter().sum::<usize>()
    }

    fn write(&self, out: &mut Block) {
        let (rows, columns) = (self.panel.rows(), self.panel.columns());
        for ticks in self.panel.across.levels.iter().rev() {
            let mut line =
                vec![' '; self.margin() + self.column(columns.saturating_sub(1)) + self.cell + 1];
            for tick in ticks {
                let (from, to) =
                    (self.column(tick.start), self.column(tick.start + tick.len - 1) + self.cell);
                let text = tick.within(to - from);
                let count = text.chars().count();
                // Aligned like labels: to the right of a cell, in the middle of a tile.
                let at = if tick.len == 1 {
                    to.saturating_sub(count + 1)
                } else {
                    (from + to).saturating_sub(count) / 2
                };
                for (i, c) in text.chars().enumerate() {
                    if let Some(place) = line.get_mut(self.margin() + at.max(from) + i) {
                        *place = c;
                    }
                }
            }
            let line: String = line.into_iter().collect();
            let line = line.trim_end();
            out.push(paint(line, QUIET, self.depth), line.chars().count());
        }
        let lines = self.panel.lines();
        for row in 0..rows {
            if starts(&self.panel.down, row) {
                self.rule(out, row);
            }
            (0..lines).for_each(|line| self.row(out, row, line));
        }
        self.rule(out, rows);
    }

    /// Where a column of cells starts, counted from the left of the frame.
    fn column(&self, column: usize) -> usize {
        let lines = (0..=column).filter(|i| starts(&self.panel.across, *i)).count();
        column * self.cell + lines
    }

    /// Whether there is a cell in a row and a column.
    fn has_cell(&self, row: Option<usize>, column: usize) -> bool {
        let Some(row) = row.filter(|row| *row < self.panel.rows()) else { return false };
        let cell = self.panel.cells.get(row * self.panel.columns() + column);
        cell.is_some_and(|cell| cell.fill != Fill::Absent)
    }

    /// The line above a row of cells.
    fn rule(&self, out: &mut Block, row: usize) {
        let columns = self.panel.columns();
        let above = row.checked_sub(1);
        let mut line = " ".repeat(self.margin());
        for column in 0..=columns {
            let left = column.checked_sub(1);
            let is = |row: Option<usize>, column: Option<usize>| {
                column.is_some_and(|column| column < columns && self.has_cell(row, column))
            };
            let (nw, ne) = (is(above, left), is(above, Some(column)));
            let (sw, se) = (is(Some(row), left), is(Some(row), Some(column)));
            let corner = corner(nw || ne, sw || se, nw || sw, ne || se);
            let line_before = column == columns || starts(&self.panel.across, column);
            if line_before {
                line.push(corner);
            }
            if column < columns {
                let there = ne || se;
                let dash = if there { '─' } else { ' ' };
                // Where the last row ends early, its frame takes the first column of the next cell.
                let first = if there || line_before { dash } else { corner };
                line.push(first);
                line.extend(std::iter::repeat_n(dash, self.cell - 1));
            }
        }
        let line = line.trim_end();
        out.push(paint(line, QUIET, self.depth), line.chars().count());
    }

    /// One line of a row of cells; the first of them has the ticks.
    fn row(&self, out: &mut Block, row: usize, part: usize) {
        let mut line = String::new();
        let mut beside = " ".repeat(self.indent);
        for (level, ticks) in self.panel.down.levels.iter().enumerate().rev() {
            // A tick of several rows is beside the middle one.
            let here = |tick: &&Tick| part == 0 && tick.start + (tick.len - 1) / 2 == row;
            let tick = ticks.iter().find(here);
            let text = tick.map_or("", |tick| tick.text.as_str());
            beside.push_str(&format!("{text:>width$} ", width = self.margins[level] - 1));
        }
        line.push_str(&paint(&beside, QUIET, self.depth));
        let columns = self.panel.columns();
        let bar = paint("│", QUIET, self.depth);
        let mut last = false;
        let mut count = self.margin();
        for column in 0..columns {
            let there = self.has_cell(Some(row), column);
            if starts(&self.panel.across, column) {
                line.push_str(if there || last { &bar } else { " " });
                count += 1;
            }
            let cell = &self.panel.cells[row * columns + column];
            if !there && last && !starts(&self.panel.across, column) {
                line.push_str(&bar);
                line.push_str(&" ".repeat(self.cell - 1));
            } else {
                line.push_str(&self.cell(cell, part));
            }
            last = there;
            count += self.cell;
        }
        if last {
            line.push_str(&bar);
            count += 1;
        }
        out.push(line, count);
    }

    /// A line of a cell; a marked one is in brackets.
    fn cell(&self, cell: &Cell, part: usize) -> String {
        let width = self.cell - 2;
        let (open, close) = if cell.marked { ('[', ']') } else { (' ', ' ') };
        let label = plain(cell.label.lines().nth(part).unwrap_or_default());
        let text = format!("{open}{label:>width$}{close}");
        match cell.fill {
            Fill::Absent => " ".repeat(self.cell),
            Fill::Empty if cell.label.is_empty() && part > 0 => " ".repeat(self.cell),
            Fill::Empty if cell.label.is_empty() => {
                paint(&format!("{:>1$} ", "·", width + 1), QUIET, self.depth)
            }
            Fill::Empty => {
                paint(&text, if cell.marked { Style::new().bold() } else { QUIET }, self.depth)
            }
            fill => paint(&text, style(fill, cell.marked, self.depth), self.depth),
        }
    }
}

/// Black on the light colours of the palette is legible in every terminal, whatever its theme.
fn style(fill: Fill, marked: bool, depth: ColorDepth) -> Style {
    let Rgb(red, green, blue) = Theme::Light.fill(fill);
    let rgb = RgbColor(red, green, blue);
    let ground = match depth {
        ColorDepth::True => Color::Rgb(rgb),
        _ => Color::Ansi256(anstyle_lossy::rgb_to_xterm(rgb)),
    };
    let effects = if marked { Effects::BOLD } else { Effects::new() };
    Style::new()
        .fg_color(Some(Color::Ansi256(Ansi256Color(16))))
        .bg_color(Some(ground))
        .effects(effects)
}

/// The box character with these arms.
fn corner(up: bool, down: bool, left: bool, right: bool) -> char {
    match (up, down, left, right) {
        (true, true, true, true) => '┼',
        (true, true, true, false) => '┤',
        (true, true, false, true) => '├',
        (true, false, true, true) => '┴',
        (false, true, true, true) => '┬',
        (true, false, true, false) => '┘',
        (true, false, false, true) => '└',
        (false, true, true, false) => '┐',
        (false, true, false, true) => '┌',
        (true, true, false, false) => '│',
        (false, false, true, true) => '─',
        _ => ' ',
    }
}
