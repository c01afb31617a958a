//! Pictures as SVG: one path for all cells of a colour, one for all lines, and the labels.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::axis::Axis;
use crate::escape::Xml;
use crate::palette::{Rgb, Theme};
use crate::place::{CAPTION, LABEL, Placed, PlacedPanel, Point, SMALL, TITLE};
use crate::scene::{Fill, Scene};

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

/// A number, without decimals where it has none.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    format!("{rounded}")
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
         .g{{stroke-width:1}}.b{{stroke-width:1.5}}.m{{stroke-width:2.5}}"
    )
}

fn write(out: &mut String, placed: &Placed, theme: Option<Theme>) -> std::fmt::Result {
    let (width, height) = (number(placed.width), number(placed.height));
    let title = Xml(&placed.scene.title);
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{title}</title>\n<style>{}",
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
    writeln!(out, "</style>\n<rect class=\"p\" width=\"{width}\" height=\"{height}\"/>")?;
    if let Some(title) = placed.scene.heading() {
        text(out, "h", placed.title, title)?;
    }
    for panel in &placed.panels {
        write_panel(out, panel)?;
    }
    for (note, place) in placed.scene.notes.iter().zip(&placed.notes) {
        text(out, "w q", *place, note)?;
    }
    out.push_str("</svg>\n");
    Ok(())
}

fn text(out: &mut String, class: &str, at: Point, text: &str) -> std::fmt::Result {
    let (x, y) = (number(at.x), number(at.y));
    writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", Xml(text))
}

fn write_panel(out: &mut String, panel: &PlacedPanel) -> std::fmt::Result {
    text(out, "c", panel.caption(), &panel.panel.caption)?;
    if !panel.panel.sign.is_empty() {
        text(out, "o q", panel.sign(), panel.panel.sign)?;
    }
    let origin = panel.origin;
    writeln!(out, "<g transform=\"translate({} {})\">", number(origin.x), number(origin.y))?;
    let (xs, ys) = (panel.xs(), panel.ys());
    write_fills(out, panel, &xs, &ys)?;
    write_lines(out, panel)?;
    write_ticks(out, panel)?;
    write_labels(out, panel, &xs, &ys)?;
    out.push_str("</g>\n");
    Ok(())
}

/// The cells: in each row, neighbours of one colour are one rectangle.
fn write_fills(out: &mut String, panel: &PlacedPanel, xs: &[f64], ys: &[f64]) -> std::fmt::Result {
    let mut paths: BTreeMap<Fill, String> = BTreeMap::new();
    let (wide, high) = panel.cell;
    let columns = panel.panel.columns().max(1);
    for (row, cells) in panel.panel.cells.chunks(columns).enumerate() {
        let mut column = 0;
        while column < cells.len() {
            let fill = cells[column].fill;
            let start = column;
            column += 1;
            while column < cells.len()
                && cells[column].fill == fill
                && panel.panel.across.borders.get(column - 1) != Some(&Axis::GAP)
            {
                column += 1;
            }
            if class(fill).is_some() {
                let path = paths.entry(fill).or_default();
                let length = (column - start) as f64 * wide;
                write!(path, "M{} {}h{length}v{high}h-{length}z", xs[start], ys[row])?;
            }
        }
    }
    for (fill, path) in paths {
        let class = class(fill).unwrap_or_default();
        writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>")?;
    }
    Ok(())
}

/// The lines between cells, if these are not too small for lines; the borders of tiles; the marks.
fn write_lines(out: &mut String, panel: &PlacedPanel) -> std::fmt::Result {
    let (wide, high) = panel.cell;
    if wide >= 8.0 {
        let path = frames(panel, |_| true);
        if !path.is_empty() {
            writeln!(out, "<path class=\"g\" d=\"{path}\"/>")?;
        }
    }
    for level in 1..=3 {
        let path = borders(panel, level);
        if !path.is_empty() && wide * f64::from(level) >= 4.0 {
            let width = 0.5 + f64::from(level);
            writeln!(
                out,
                "<path class=\"b\" stroke-width=\"{width}\" style=\"stroke-width:{width}\" d=\"{path}\"/>"
            )?;
        }
    }
    let mut marks = String::new();
    for (row, column, cell) in panel.panel.places() {
        if cell.marked {
            let inset = f64::min(2.0, wide / 4.0);
            let (x, y) = (panel.x(column) + inset, panel.y(row) + inset);
            let (w, h) = (wide - 2.0 * inset, high - 2.0 * inset);
            write!(
                marks,
                "M{} {}h{}v{}h-{}z",
                number(x),
                number(y),
                number(w),
                number(h),
                number(w)
            )?;
        }
    }
    if !marks.is_empty() {
        writeln!(out, "<path class=\"m\" d=\"{marks}\"/>")?;
    }
    Ok(())
}

/// The frames of all cells as long lines: one for each run of cells along each boundary.
fn frames(panel: &PlacedPanel, there: impl Fn(Fill) -> bool) -> String {
    let mut out = String::new();
    let grid = panel.panel;
    let (wide, high) = panel.cell;
    let columns = grid.columns();
    let at = |row: usize, column: usize| {
        grid.cells
            .get(row * columns + column)
            .is_some_and(|cell| cell.fill != Fill::Absent && there(cell.fill))
    };
    // Runs of positions without a gap inside.
    let runs = |axis: &Axis| {
        let mut runs = Vec::new();
        let mut start = 0;
        for i in 0..axis.len() {
            if i + 1 == axis.len() || axis.borders[i] == Axis::GAP {
                runs.push((start, i + 1));
                start = i + 1;
            }
        }
        runs
    };
    for &(top, bottom) in &runs(&grid.down) {
        for &(left, right) in &runs(&grid.across) {
            for row in top..=bottom {
                let y = if row == bottom { panel.y(row - 1) + high } else { panel.y(row) };
                // As far as there are cells above or below.
                let above = (left..right).take_while(|&c| row > top && at(row - 1, c)).count();
                let below = (left..right).take_while(|&c| row < bottom && at(row, c)).count();
                let count = above.max(below);
                if count > 0 {
                    let _ = write!(out, "M{} {y}h{}", panel.x(left), count as f64 * wide);
                }
            }
            for column in left..=right {
                let x = if column == right { panel.x(column - 1) + wide } else { panel.x(column) };
                let count = (top..bottom)
                    .take_while(|&r| {
                        (column > left && at(r, column - 1)) || (column < right && at(r, column))
                    })
                    .count();
                if count > 0 {
                    let _ = write!(out, "M{x} {}v{}", panel.y(top), count as f64 * high);
                }
            }
        }
    }
    out
}

/// The borders of tiles of a level; the third level is also that of all above.
fn borders(panel: &PlacedPanel, level: u8) -> String {
    let mut out = String::new();
    let is = |border: u8| border != Axis::GAP && border.min(3) == level;
    let (wide, high) = panel.cell;
    let grid = panel.panel;
    let (right, bottom) = (
        panel.x(grid.columns().saturating_sub(1)) + wide,
        panel.y(grid.rows().saturating_sub(1)) + high,
    );
    for (i, _) in grid.across.borders.iter().enumerate().filter(|(_, border)| is(**border)) {
        let _ = write!(out, "M{} 0v{bottom}", panel.x(i + 1));
    }
    for (i, _) in grid.down.borders.iter().enumerate().filter(|(_, border)| is(**border)) {
        let _ = write!(out, "M0 {}h{right}", panel.y(i + 1));
    }
    out
}

fn write_ticks(out: &mut String, panel: &PlacedPanel) -> std::fmt::Result {
    for (level, ticks) in panel.panel.across.levels.iter().enumerate() {
        for tick in thinned(ticks, panel.cell.0, true) {
            text(out, "k q", panel.tick_above(level, tick.start, tick.len), &tick.text)?;
        }
    }
    for (level, ticks) in panel.panel.down.levels.iter().enumerate() {
        for tick in thinned(ticks, panel.cell.1, false) {
            text(out, "r q", panel.tick_beside(level, tick.start, tick.len), &tick.text)?;
        }
    }
    Ok(())
}

/// As many ticks as fit beside each other: all, or every second, fifth, ...
pub(crate) fn thinned(
    ticks: &[crate::axis::Tick],
    cell: f64,
    across: bool,
) -> impl Iterator<Item = &crate::axis::Tick> {
    let need = ticks
        .iter()
        .map(|tick| if across { crate::place::width(&tick.text, SMALL) + 4.0 } else { SMALL })
        .fold(0.0, f64::max);
    let room = ticks.first().map_or(1, |tick| tick.len) as f64 * cell;
    let mut every = 1_usize;
    while room * every as f64 * 1.0001 < need && every < ticks.len() {
        every *= 2;
    }
    ticks.iter().step_by(every)
}

fn write_labels(out: &mut String, panel: &PlacedPanel, xs: &[f64], ys: &[f64]) -> std::fmt::Result {
    let (wide, high) = panel.cell;
    let down = high / 2.0 + LABEL * 0.35;
    for (row, column, cell) in panel.panel.places() {
        if !cell.label.is_empty() {
            let (x, y) = (number(xs[column] + wide / 2.0), number(ys[row] + down));
            writeln!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", Xml(&cell.label))?;
        }
    }
    Ok(())
}
