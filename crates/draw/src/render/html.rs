//! HTML: a page with an SVG in which every cell is an element, and a script that shows which cells
//! belong together.

use std::collections::BTreeMap;
use std::fmt::{Result, Write};

use crate::render::escape::Xml;
use crate::render::geometry::{Placed, PlacedPanel};
use crate::render::markup::{colors, number, style, text, write_lines, write_ticks};
use crate::render::palette::{Ink, Theme, name};
use crate::scene::{Cell, Fill, Panel, Scene};

/// The picture as a web page.
///
/// The cell under the pointer, or the one with the keyboard focus, is highlighted together with all
/// cells that share one of its keys, and described below the picture. A click or Enter pins it until
/// Escape; the arrow keys move from cell to cell. A button switches between light and dark. Where
/// panels have [steps](crate::Panel::step), one of them is shown, and two buttons go on and back.
///
/// The same scene gives the same bytes. The page is one file without references to others, and is
/// well-formed XML as well. Every cell is an element of the page, so the scene should be within
/// [`Limits::PAGE`](crate::Limits::PAGE).
pub fn html(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, &Placed::stepped(scene));
    out
}

fn write(out: &mut String, placed: &Placed) -> Result {
    let fills = placed.scene.fills();
    let theme = |theme: Theme, name: &str| {
        let (Ink { paper, text, quiet, line }, colors) = (theme.ink(), colors(&fills, theme));
        format!(
            ":root{{color-scheme:{name};--paper:{paper};--text:{text};--quiet:{quiet};\
             --line:{line}}}{colors}"
        )
    };
    let (light, dark) = (theme(Theme::Light, "light"), theme(Theme::Dark, "dark"));
    let (title, style) = (Xml(&placed.scene.title), style(placed.scene));
    let css = include_str!("html/page.css");
    // The policy forbids the page to load anything. The dark theme is a style sheet of its own, so
    // that the button only has to change when it applies.
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>{style}\n{css}{light}</style>\n\
         <style id=\"dark\" media=\"(prefers-color-scheme: dark)\">{dark}</style>\n</head>\n<body>\n\
         <header><p>Point at a cell, or use Tab and the arrow keys. Click or press Enter to pin \
         it, Escape to release it.</p><button id=\"theme\" type=\"button\">Theme</button></header>\n"
    )?;
    if placed.scene.steps() > 1 {
        out.push_str(
            "<div id=\"steps\" role=\"group\" aria-label=\"Steps\">\
             <button id=\"back\" type=\"button\">Back</button>\
             <output id=\"step\"></output>\
             <button id=\"next\" type=\"button\">Next</button></div>\n",
        );
    }
    let (width, height) = (number(placed.width), number(placed.height));
    writeln!(
        out,
        "<main>\n<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"group\" aria-label=\"{title}\">"
    )?;
    if let Some(title) = placed.scene.heading() {
        text(out, "h", placed.title, title)?;
    }
    let groups = Groups::new(placed.scene);
    for (i, panel) in placed.panels.iter().enumerate() {
        write_panel(out, panel, &|cell| groups.of(i, cell))?;
    }
    for (note, place) in placed.scene.lines().zip(&placed.notes) {
        text(out, "w q", *place, note)?;
    }
    // Inside a script, CDATA is plain text to HTML and markup to XML: both read the same script.
    let js = include_str!("html/page.js");
    write!(
        out,
        "</svg>\n</main>\n<footer role=\"status\" aria-live=\"polite\"><p id=\"at\"></p>\
         <ul id=\"links\"></ul></footer>\n\
         <script>//<![CDATA[\n{js}//]]></script>\n</body>\n</html>\n"
    )
}

fn write_panel(
    out: &mut String,
    panel: &PlacedPanel,
    groups: &dyn Fn(&Cell) -> Vec<usize>,
) -> Result {
    let Panel { caption, sign, cells, step, .. } = panel.panel;
    if let Some(step) = step {
        let class = if *step > 0 { " class=\"away\" aria-hidden=\"true\"" } else { "" };
        writeln!(out, "<g data-step=\"{step}\"{class}>")?;
    }
    text(out, "c", panel.caption(), caption)?;
    if !sign.is_empty() {
        text(out, "o q", panel.sign(), sign)?;
    }
    let origin = panel.origin;
    write!(
        out,
        "<g class=\"panel{}\" transform=\"translate({} {})\">\n<g role=\"grid\" aria-label=\"{}\"",
        if panel.panel.dense { " d" } else { "" },
        number(origin.x),
        number(origin.y),
        Xml(caption)
    )?;
    if let Some([index, offset]) = panel.panel.units {
        write!(out, " data-units=\"{index} {offset}\"")?;
    }
    out.push_str(">\n");
    // Tab reaches one cell of a panel; from there the arrow keys move on.
    let mut tab = " tabindex=\"0\"";
    for (cells, y) in cells.chunks(panel.panel.columns().max(1)).zip(&panel.ys) {
        out.push_str("<g role=\"row\">\n");
        for (cell, x) in cells.iter().zip(&panel.xs) {
            if cell.fill == Fill::Absent {
                // A placeholder, so that the position in the row is the column.
                out.push_str("<g/>\n");
            } else {
                write_cell(out, panel, cell, (*x, *y), tab, &groups(cell))?;
                tab = "";
            }
        }
        out.push_str("</g>\n");
    }
    out.push_str("</g>\n<g class=\"over\" aria-hidden=\"true\">\n");
    write_lines(out, panel)?;
    write_ticks(out, panel)?;
    for class in ["veil", "halo", "ring", "halo", "here", "focus"] {
        writeln!(out, "<path class=\"{class}\"/>")?;
    }
    out.push_str("</g>\n</g>\n");
    if step.is_some() {
        out.push_str("</g>\n");
    }
    Ok(())
}

fn write_cell(
    out: &mut String,
    panel: &PlacedPanel,
    cell: &Cell,
    (x, y): (f64, f64),
    tab: &str,
    groups: &[usize],
) -> Result {
    let Cell { index, offset, label, .. } = cell;
    write!(out, "<g role=\"gridcell\"{tab} data-i=\"{index}\" data-o=\"{offset}\"")?;
    if let Some(coordinate) = panel.panel.coordinate(cell) {
        write!(out, " data-c=\"{coordinate}\"")?;
    }
    if let [first, rest @ ..] = groups {
        write!(out, " data-k=\"{first}")?;
        rest.iter().try_for_each(|key| write!(out, " {key}"))?;
        out.push('"');
    }
    let (wide, high) = panel.cell;
    out.push_str("><rect");
    if let Some(class) = name(cell.fill) {
        write!(out, " class=\"{class}\"")?;
    }
    write!(
        out,
        " x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        number(x),
        number(y),
        number(wide),
        number(high)
    )?;
    let class = if panel.is_quiet(cell) { " class=\"q\"" } else { "" };
    for (at, line) in panel.label(label) {
        let (x, y) = (number(x + at.x), number(y + at.y));
        write!(out, "<text{class} x=\"{x}\" y=\"{y}\">{}</text>", Xml(line))?;
    }
    out.push_str("</g>\n");
    Ok(())
}

/// Which cells belong together: those that share a key and, among cells without keys, those of a
/// panel that share an offset. Each group has a number and a count of its cells.
struct Groups(BTreeMap<Group, (usize, usize)>);

/// A key, or a panel and an offset in it.
type Group = (Option<u32>, usize, i64);

impl Groups {
    fn new(scene: &Scene) -> Groups {
        let mut groups = BTreeMap::new();
        for (i, panel) in scene.panels().enumerate() {
            for (.., cell) in panel.places() {
                for group in Self::named(i, cell) {
                    let next = groups.len();
                    groups.entry(group).or_insert((next, 0)).1 += 1;
                }
            }
        }
        Groups(groups)
    }

    fn named(panel: usize, cell: &Cell) -> Vec<Group> {
        if cell.keys.is_empty() {
            return vec![(None, panel, cell.offset)];
        }
        cell.keys.iter().map(|key| (Some(*key), 0, 0)).collect()
    }

    /// The numbers of the groups that a cell shares with others.
    fn of(&self, panel: usize, cell: &Cell) -> Vec<usize> {
        let groups = Self::named(panel, cell).into_iter().filter_map(|group| self.0.get(&group));
        groups.filter(|(_, cells)| *cells > 1).map(|(number, _)| *number).collect()
    }
}
