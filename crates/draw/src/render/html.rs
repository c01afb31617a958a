//! Pictures as web pages: an SVG in which every cell is an element, and a script that shows which
//! cells belong together.

use std::collections::BTreeMap;
use std::fmt::{Result, Write};

use crate::render::escape::Xml;
use crate::render::geometry::{LABEL, Placed, PlacedPanel};
use crate::render::markup::{colors, number, style, text, write_lines, write_ticks};
use crate::render::palette::{Ink, Theme, name};
use crate::scene::{Cell, Fill, Panel, Scene};

/// The picture as a web page.
///
/// The cell under the pointer, or the one that has the focus, is shown together with all cells that
/// share one of its keys, and what they are is written below. A click, or Enter, keeps it so until
/// Escape; arrow keys go from cell to cell. The page has both themes, and a button to change them.
///
/// The same scene gives the same bytes. The page is one file, which refers to nothing outside of
/// itself, and which XML parsers can read too. Every cell is an element of it, so a scene should be
/// within [`Limits::PAGE`](crate::Limits::PAGE).
pub fn html(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut out, &Placed::new(scene));
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
    let (title, style) = (Xml(&placed.scene.title), style());
    let css = include_str!("html/page.css");
    // The policy makes sure of what the page promises: it loads nothing. The dark theme is a sheet
    // of its own, so that the button only has to change when it applies.
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>{style}\n{css}{light}</style>\n\
         <style id=\"dark\" media=\"(prefers-color-scheme: dark)\">{dark}</style>\n</head>\n<body>\n\
         <header><p>Point at a cell, or use Tab and the arrow keys; click or press Enter to keep \
         it, Escape to let go.</p><button id=\"theme\" type=\"button\">Theme</button></header>\n"
    )?;
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
    // HTML does not know CDATA inside of a script, and XML does: each reads the script as it is.
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
    let Panel { caption, sign, cells, .. } = panel.panel;
    text(out, "c", panel.caption(), caption)?;
    if !sign.is_empty() {
        text(out, "o q", panel.sign(), sign)?;
    }
    let origin = panel.origin;
    writeln!(
        out,
        "<g class=\"panel\" transform=\"translate({} {})\">\n<g role=\"grid\" aria-label=\"{}\">",
        number(origin.x),
        number(origin.y),
        Xml(caption)
    )?;
    // One cell of a panel can be reached by Tab; the arrow keys take it from there.
    let mut tab = " tabindex=\"0\"";
    for (cells, y) in cells.chunks(panel.panel.columns().max(1)).zip(&panel.ys) {
        out.push_str("<g role=\"row\">\n");
        for (cell, x) in cells.iter().zip(&panel.xs) {
            if cell.fill == Fill::Absent {
                // Keeps the columns counted.
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
    if !label.is_empty() {
        let (x, y) = (x + wide / 2.0, y + high / 2.0 + LABEL * 0.35);
        write!(out, "<text x=\"{}\" y=\"{}\">{}</text>", number(x), number(y), Xml(label))?;
    }
    out.push_str("</g>\n");
    Ok(())
}

/// Which cells belong together, as numbers that cells of a group share: those with a key, and,
/// where cells have none, those with an offset in a panel. A cell alone needs no number.
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

    /// The numbers of the groups that a cell is in with others.
    fn of(&self, panel: usize, cell: &Cell) -> Vec<usize> {
        let groups = Self::named(panel, cell).into_iter().filter_map(|group| self.0.get(&group));
        groups.filter(|(_, cells)| *cells > 1).map(|(number, _)| *number).collect()
    }
}
