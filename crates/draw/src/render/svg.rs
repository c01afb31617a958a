//! Pictures as SVG: one path for all cells of a colour, one for all lines, and the labels.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write};

use crate::render::escape::Xml;
use crate::render::geometry::{CAPTION, LABEL, Placed, PlacedPanel, Point, SMALL, TITLE, width};
use crate::render::palette::{Rgb, Theme};
use crate::scene::axis::{Axis, Tick};
use crate::scene::{Cell, Fill, Panel, Scene};

/// The picture as a file of SVG.
///
/// The same scene gives the same bytes. It has no scripts, and refers to nothing outside of itself.
/// Without a theme it has both, and shows the one that the reader prefers.
pub fn svg(scene: &Scene, theme: Option<Theme>) -> String {
    let placed = Placed::new(scene);
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut out, &placed, theme);
    out
}

/// A number, to a tenth, and without decimals where it has none.
pub(crate) fn number(value: f64) -> impl Display {
    Number((value * 10.0).round() as i64)
}

/// A number of tenths. Pictures have thousands of numbers, and most of them are whole.
struct Number(i64);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.0 / 10, (self.0 % 10).abs()) {
            (whole, 0) => write!(f, "{whole}"),
            (0, tenth) if self.0 < 0 => write!(f, "-0.{tenth}"),
            (whole, tenth) => write!(f, "{whole}.{tenth}"),
        }
    }
}

/// A colour as CSS and SVG write it.
pub(crate) fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The class of a fill; every fill that is drawn has one.
pub(crate) fn class(fill: Fill) -> Option<String> {
    match fill {
        Fill::Absent | Fill::Empty => None,
        Fill::Grey => Some("n".to_owned()),
        Fill::Tile(n) => Some(format!("t{n}")),
        Fill::Shade(n) => Some(format!("s{n}")),
    }
}

/// The rules of the colours in a theme; only those that are used.
pub(crate) fn colors(fills: &[Fill], theme: Theme) -> String {
    let ink = theme.ink();
    let mut out = format!(
        ".p{{fill:{}}}text{{fill:{}}}.q{{fill:{}}}.g,.b,.m{{fill:none;stroke:{}}}.b,.m{{stroke:{}}}",
        hex(ink.paper),
        hex(ink.text),
        hex(ink.quiet),
        hex(ink.line),
        hex(ink.text),
    );
    for fill in fills {
        if let Some(class) = class(*fill) {
            let _ = write!(out, ".{class}{{fill:{}}}", hex(theme.fill(*fill)));
        }
    }
    out
}

/// The fills of a scene, each once, in order.
pub(crate) fn fills(scene: &Scene) -> Vec<Fill> {
    let all = scene.panels().flat_map(|panel| &panel.cells).map(|cell| cell.fill);
    all.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

/// The rules of everything but colours.
pub(crate) fn style() -> String {
    format!(
        "text{{font:{LABEL}px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',Hack,monospace;\
         text-anchor:middle}}.c{{font-size:{CAPTION}px;text-anchor:start}}\
         .h{{font-size:{TITLE}px;text-anchor:start}}.k,.r{{font-size:{SMALL}px}}\
         .r{{text-anchor:end}}.w{{font-size:{SMALL}px;text-anchor:start}}.o{{font-size:20px}}\
         .g,.b,.m{{stroke-linecap:square}}"
    )
}

fn write(out: &mut String, placed: &Placed, theme: Option<Theme>) -> fmt::Result {
    let (wide, high) = (number(placed.width), number(placed.height));
    let title = Xml(&placed.scene.title);
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {wide} {high}\" role=\"img\">\n<title>{title}</title>\n<style>{}",
        style()
    )?;
    let fills = fills(placed.scene);
    match theme {
        Some(theme) => out.push_str(&colors(&fills, theme)),
        None => {
            let (light, dark) = (colors(&fills, Theme::Light), colors(&fills, Theme::Dark));
            write!(out, "{light}@media(prefers-color-scheme:dark){{{dark}}}")?;
        }
    }
    writeln!(out, "</style>\n<rect class=\"p\" width=\"{wide}\" height=\"{high}\"/>")?;
    if let Some(title) = placed.scene.heading() {
        text(out, "h", placed.title, title)?;
    }
    for panel in &placed.panels {
        write_panel(out, panel)?;
    }
    for (note, place) in placed.scene.lines().zip(&placed.notes) {
        text(out, "w q", *place, note)?;
    }
    out.push_str("</svg>\n");
    Ok(())
}

pub(crate) fn text(out: &mut String, class: &str, at: Point, text: &str) -> fmt::Result {
    let (x, y) = (number(at.x), number(at.y));
    writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", Xml(text))
}

fn write_panel(out: &mut String, panel: &PlacedPanel) -> fmt::Result {
    text(out, "c", panel.caption(), &panel.panel.caption)?;
    if !panel.panel.sign.is_empty() {
        text(out, "o q", panel.sign(), panel.panel.sign)?;
    }
    let origin = panel.origin;
    writeln!(out, "<g transform=\"translate({} {})\">", number(origin.x), number(origin.y))?;
    write_fills(out, panel)?;
    write_lines(out, panel)?;
    write_ticks(out, panel)?;
    write_labels(out, panel)?;
    out.push_str("</g>\n");
    Ok(())
}

/// The cells: in each row, neighbours of one colour are one rectangle.
fn write_fills(out: &mut String, panel: &PlacedPanel) -> fmt::Result {
    let mut paths: BTreeMap<Fill, String> = BTreeMap::new();
    let (wide, high) = panel.cell;
    let grid = panel.panel;
    for (cells, y) in grid.cells.chunks(grid.columns().max(1)).zip(&panel.ys) {
        let mut column = 0;
        while column < cells.len() {
            let (fill, start) = (cells[column].fill, column);
            column += 1;
            while column < cells.len()
                && cells[column].fill == fill
                && grid.across.borders[column - 1] != Axis::GAP
            {
                column += 1;
            }
            if class(fill).is_some() {
                let path = paths.entry(fill).or_default();
                let (x, length) = (panel.xs[start], (column - start) as f64 * wide);
                let (x, y, length) = (number(x), number(*y), number(length));
                write!(path, "M{x} {y}h{length}v{}h-{length}z", number(high))?;
            }
        }
    }
    for (fill, path) in paths {
        let class = class(fill).unwrap_or_default();
        // Without smoothing: neighbours would show a seam.
        writeln!(out, "<path class=\"{class}\" shape-rendering=\"crispEdges\" d=\"{path}\"/>")?;
    }
    Ok(())
}

/// The lines between cells, if these are not too small for lines; the borders of tiles; what is
/// marked.
pub(crate) fn write_lines(out: &mut String, panel: &PlacedPanel) -> fmt::Result {
    let (wide, _) = panel.cell;
    let grid = panel.panel;
    let level = |border: u8| if border == Axis::GAP { 0 } else { border.min(3) };
    let mut draw = |class: &str, width: f64, path: String| {
        if path.is_empty() {
            return Ok(());
        }
        writeln!(out, "<path class=\"{class}\" stroke-width=\"{width}\" d=\"{path}\"/>")
    };
    if wide >= 8.0 {
        let there =
            |row: usize, column: usize| is(grid, row, column, |cell| cell.fill != Fill::Absent);
        draw("g", 1.0, edges(panel, &|one, other| one || other, &there))?;
    }
    for n in (1..=3).filter(|n| wide * f64::from(*n) >= 4.0) {
        let (right, bottom) = panel.end();
        let mut path = String::new();
        for (x, border) in panel.xs.iter().skip(1).zip(&grid.across.borders) {
            if level(*border) == n {
                write!(path, "M{} 0v{}", number(*x), number(bottom))?;
            }
        }
        for (y, border) in panel.ys.iter().skip(1).zip(&grid.down.borders) {
            if level(*border) == n {
                write!(path, "M0 {}h{}", number(*y), number(right))?;
            }
        }
        draw("b", 0.5 + f64::from(n), path)?;
    }
    if grid.cells.iter().any(|cell| cell.marked) {
        let marked = |row: usize, column: usize| is(grid, row, column, |cell| cell.marked);
        draw("m", 3.0, edges(panel, &|one, other| one != other, &marked))?;
    }
    Ok(())
}

fn is(grid: &Panel, row: usize, column: usize, what: impl Fn(&Cell) -> bool) -> bool {
    grid.cells.get(row * grid.columns() + column).is_some_and(what)
}

/// The edges of cells, in lines as long as they get: those between two cells for which `between`
/// holds of whether either is of a kind.
fn edges(
    panel: &PlacedPanel,
    between: &dyn Fn(bool, bool) -> bool,
    kind: &dyn Fn(usize, usize) -> bool,
) -> String {
    let grid = panel.panel;
    let (wide, high) = panel.cell;
    let mut out = String::new();
    let down = runs(&grid.down);
    let across = runs(&grid.across);
    for &(top, bottom) in &down {
        for &(left, right) in &across {
            for row in top..=bottom {
                let edge = |column: usize| {
                    let above = row > top && kind(row - 1, column);
                    let below = row < bottom && kind(row, column);
                    between(above, below)
                };
                let y = if row == bottom { panel.ys[row - 1] + high } else { panel.ys[row] };
                for (start, len) in stretches(left, right, &edge) {
                    let (x, length) = (panel.xs[start], len as f64 * wide);
                    let _ = write!(out, "M{} {}h{}", number(x), number(y), number(length));
                }
            }
            for column in left..=right {
                let edge = |row: usize| {
                    let before = column > left && kind(row, column - 1);
                    let after = column < right && kind(row, column);
                    between(before, after)
                };
                let x =
                    if column == right { panel.xs[column - 1] + wide } else { panel.xs[column] };
                for (start, len) in stretches(top, bottom, &edge) {
                    let (y, length) = (panel.ys[start], len as f64 * high);
                    let _ = write!(out, "M{} {}v{}", number(x), number(y), number(length));
                }
            }
        }
    }
    out
}

/// The positions of an axis between its gaps.
fn runs(axis: &Axis) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = 0;
    for i in 0..axis.len() {
        if axis.borders.get(i).is_none_or(|border| *border == Axis::GAP) {
            out.push((start, i + 1));
            start = i + 1;
        }
    }
    out
}

/// The stretches of a range in which something holds: start, length.
fn stretches(start: usize, end: usize, holds: &dyn Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for i in (start..end).filter(|i| holds(*i)) {
        match out.last_mut() {
            Some((start, len)) if *start + *len == i => *len += 1,
            _ => out.push((i, 1)),
        }
    }
    out
}

pub(crate) fn write_ticks(out: &mut String, panel: &PlacedPanel) -> fmt::Result {
    for (level, ticks) in panel.panel.across.levels.iter().enumerate() {
        for tick in thinned(ticks, panel.cell.0, true) {
            let room = tick.len as f64 * panel.cell.0 / width("0", SMALL);
            let at = panel.tick_above(level, tick.start, tick.len);
            text(out, "k q", at, tick.within(room as usize))?;
        }
    }
    for (level, ticks) in panel.panel.down.levels.iter().enumerate() {
        for tick in thinned(ticks, panel.cell.1, false) {
            text(out, "r q", panel.tick_beside(level, tick.start, tick.len), &tick.text)?;
        }
    }
    Ok(())
}

/// As many ticks as fit beside each other: all, or every second, fourth, ...
pub(crate) fn thinned(ticks: &[Tick], cell: f64, across: bool) -> impl Iterator<Item = &Tick> {
    let need = |tick: &Tick| if across { width(tick.within(0), SMALL) + 4.0 } else { SMALL };
    let need = ticks.iter().map(need).fold(0.0, f64::max);
    let room = ticks.first().map_or(1, |tick| tick.len) as f64 * cell;
    let mut every = 1_usize;
    while room * (every as f64) < need && every < ticks.len() {
        every *= 2;
    }
    ticks.iter().step_by(every)
}

fn write_labels(out: &mut String, panel: &PlacedPanel) -> fmt::Result {
    let (wide, high) = panel.cell;
    let down = high / 2.0 + LABEL * 0.35;
    for (row, column, cell) in panel.panel.places() {
        if !cell.label.is_empty() {
            let (x, y) = (number(panel.xs[column] + wide / 2.0), number(panel.ys[row] + down));
            writeln!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", Xml(&cell.label))?;
        }
    }
    Ok(())
}
