//! SVG: one path for all cells of a colour, one for all lines of a kind, and the labels.

use std::fmt::{self, Write};

use crate::render::escape::Xml;
use crate::render::geometry::{Placed, PlacedPanel};
use crate::render::markup::{colors, number, style, text, write_fills, write_lines, write_ticks};
use crate::render::palette::Theme;
use crate::scene::Scene;

/// The picture as an SVG file.
///
/// The same scene gives the same bytes. The file contains no scripts and no references to other files.
/// Without a theme it contains both, and follows the reader's preference.
pub fn svg(scene: &Scene, theme: Option<Theme>) -> String {
    let placed = Placed::new(scene);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, &placed, theme);
    out
}

fn write(out: &mut String, placed: &Placed, theme: Option<Theme>) -> fmt::Result {
    let (wide, high) = (number(placed.width), number(placed.height));
    let title = Xml(&placed.scene.title);
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {wide} {high}\" role=\"img\">\n<title>{title}</title>\n<style>{}",
        style(placed.scene.panels().any(|panel| panel.dense))
    )?;
    let fills = placed.scene.fills();
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

fn write_panel(out: &mut String, panel: &PlacedPanel) -> fmt::Result {
    text(out, "c", panel.caption(), &panel.panel.caption)?;
    if !panel.panel.sign.is_empty() {
        text(out, "o q", panel.sign(), panel.panel.sign)?;
    }
    let origin = panel.origin;
    let class = if panel.panel.dense { " class=\"d\"" } else { "" };
    writeln!(out, "<g{class} transform=\"translate({} {})\">", number(origin.x), number(origin.y))?;
    write_fills(out, panel, false)?;
    write_lines(out, panel)?;
    write_ticks(out, panel)?;
    write_labels(out, panel)?;
    out.push_str("</g>\n");
    Ok(())
}

fn write_labels(out: &mut String, panel: &PlacedPanel) -> fmt::Result {
    for (row, column, cell) in panel.panel.places() {
        let class = if panel.is_quiet(cell) { " class=\"q\"" } else { "" };
        for (at, line) in panel.label(&cell.label) {
            let (x, y) = (number(panel.xs[column] + at.x), number(panel.ys[row] + at.y));
            writeln!(out, "<text{class} x=\"{x}\" y=\"{y}\">{}</text>", Xml(line))?;
        }
    }
    Ok(())
}
