//! The SVG elements and style rules that an SVG file and a web page share.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write};

use crate::render::escape::Xml;
use crate::render::geometry::{CAPTION, LABEL, PlacedPanel, Point, SIGN, SMALL, TITLE};
use crate::render::lines::{Line, Stroke, Strokes};
use crate::render::palette::{Theme, name};
use crate::scene::Fill;

/// A number, to a tenth, and without decimals where it has none.
pub(crate) fn number(value: f64) -> impl Display {
    Tenths((value * 10.0).round() as i64)
}

/// A number of tenths. Pictures have thousands of numbers, and most of them are whole.
struct Tenths(i64);

impl Display for Tenths {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.0 / 10, (self.0 % 10).abs()) {
            (whole, 0) => write!(f, "{whole}"),
            (0, tenth) if self.0 < 0 => write!(f, "-0.{tenth}"),
            (whole, tenth) => write!(f, "{whole}.{tenth}"),
        }
    }
}

/// The style rules for everything but colours; those of dense panels where there are some.
pub(crate) fn style(dense: bool) -> String {
    let dense = if dense { format!(".d text{{font-size:{SMALL}px}}") } else { String::new() };
    format!(
        "text{{font:{LABEL}px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',Hack,monospace;\
         text-anchor:middle}}.c{{font-size:{CAPTION}px;text-anchor:start}}\
         .h{{font-size:{TITLE}px;text-anchor:start}}.k,.r{{font-size:{SMALL}px}}\
         .r{{text-anchor:end}}.w{{font-size:{SMALL}px;text-anchor:start}}.o{{font-size:{SIGN}px}}\
         .g,.b,.m{{stroke-linecap:square}}{dense}"
    )
}

/// The style rules for the colours of a theme, with the given fills.
pub(crate) fn colors(fills: &[Fill], theme: Theme) -> String {
    let ink = theme.ink();
    let mut out = format!(
        ".p{{fill:{}}}text{{fill:{}}}.q{{fill:{}}}.g,.b,.m{{fill:none;stroke:{}}}.b,.m{{stroke:{}}}",
        ink.paper, ink.text, ink.quiet, ink.line, ink.text,
    );
    for fill in fills {
        if let Some(name) = name(*fill) {
            let _ = write!(out, ".{name}{{fill:{}}}", theme.fill(*fill));
        }
    }
    out
}

pub(crate) fn text(out: &mut String, class: &str, at: Point, text: &str) -> fmt::Result {
    let (x, y) = (number(at.x), number(at.y));
    writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", Xml(text))
}

/// The colours of the cells: a path for each colour. With a whole ramp, where one shade is used there is a path for
/// each, some of them empty: then other offsets make a picture of the same elements.
pub(crate) fn write_fills(out: &mut String, panel: &PlacedPanel, ramp: bool) -> fmt::Result {
    let mut paths: BTreeMap<Fill, String> = BTreeMap::new();
    let (_, high) = panel.cell;
    for (fill, corner, length) in panel.fills().filter(|(fill, ..)| name(*fill).is_some()) {
        let path = paths.entry(fill).or_default();
        let (x, y, length) = (number(corner.x), number(corner.y), number(length));
        write!(path, "M{x} {y}h{length}v{}h-{length}z", number(high))?;
    }
    if ramp && paths.keys().any(|fill| matches!(fill, Fill::Shade(_))) {
        for n in 0..Fill::SHADES {
            paths.entry(Fill::Shade(n)).or_default();
        }
    }
    for (fill, path) in paths {
        let class = name(fill).unwrap_or_default();
        // Antialiasing would leave a seam between neighbours.
        writeln!(out, "<path class=\"{class}\" shape-rendering=\"crispEdges\" d=\"{path}\"/>")?;
    }
    Ok(())
}

/// The lines of a panel.
pub(crate) fn write_lines(out: &mut String, panel: &PlacedPanel) -> fmt::Result {
    for Strokes { kind, width, lines } in panel.strokes() {
        if lines.is_empty() {
            continue;
        }
        let class = match kind {
            Stroke::Edge => "g",
            Stroke::Border => "b",
            Stroke::Mark => "m",
        };
        write!(out, "<path class=\"{class}\" stroke-width=\"{width}\" d=\"")?;
        for Line { start, length, down } in lines {
            let command = if down { 'v' } else { 'h' };
            write!(out, "M{} {}{command}{}", number(start.x), number(start.y), number(length))?;
        }
        writeln!(out, "\"/>")?;
    }
    Ok(())
}

pub(crate) fn write_ticks(out: &mut String, panel: &PlacedPanel) -> fmt::Result {
    for (at, tick) in panel.ticks_above() {
        text(out, "k q", at, tick)?;
    }
    for (at, tick) in panel.ticks_beside() {
        text(out, "r q", at, tick)?;
    }
    Ok(())
}
