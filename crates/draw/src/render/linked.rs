//! An SVG in which every cell is an element, so that a script can show which cells belong together.

mod labels;

use std::collections::BTreeMap;
use std::fmt::{Result, Write};

use crate::render::escape::Xml;
use crate::render::geometry::{Placed, PlacedPanel};
use crate::render::linked::labels::write_labels;
use crate::render::markup::{colors, number, style, text, write_fills, write_lines, write_ticks};
use crate::render::palette::{Ink, Theme};
use crate::scene::{Cell, Fill, Panel, Scene};

/// The script that lights up the cells that belong to one another: a module with the function `link`.
pub(super) const SCRIPT: &str = include_str!("linked/link.js");
/// The rules that it needs, besides those of every picture.
pub(super) const RULES: &str = include_str!("linked/link.css");

/// The picture as an SVG for a page that has the style sheet and the script itself.
///
/// A panel is a `grid` of rows of cells, in the words of ARIA. A cell has its index as `data-i`, its
/// coordinate as `data-c`, and, where labels say something else, its label as `data-l`. A row has the offsets of its
/// cells as `data-o`, with spaces between them, and as `data-k` the numbers of the groups that each is in, with commas
/// between them: cells of one group belong together. Panels with [steps](crate::Panel::step) are in groups with the step as `data-step`. The function
/// `link` of the module `render/linked/link.js` makes that visible, and [`linked_style`] has the style.
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{View, grid, linked};
///
/// let svg = linked(&grid(&layout!((2,3):(3,1)), "A", &View::default()));
/// assert!(svg.contains(r#"data-i="2" data-c="(0,1)""#));
/// assert!(!svg.contains("<style") && !svg.contains("<script"));
/// ```
pub fn linked(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, &Placed::stepped(scene), " xmlns=\"http://www.w3.org/2000/svg\"");
    out
}

/// The style sheet of [`linked`] pictures: what does not depend on the theme, and the colours in each.
///
/// ```
/// use tilework_draw::{Theme, linked_style};
///
/// let [style, light, dark] = [None, Some(Theme::Light), Some(Theme::Dark)].map(linked_style);
/// assert!(style.contains(".over"));
/// assert!(light.contains("--paper:#ffffff") && dark.contains("--paper:#14171c"));
/// ```
pub fn linked_style(theme: Option<Theme>) -> String {
    match theme {
        Some(theme) => themed(theme, &Fill::all()),
        None => style(true) + "\n" + RULES,
    }
}

/// The colours of a theme, and which it is.
pub(super) fn themed(theme: Theme, fills: &[Fill]) -> String {
    let Ink { paper, text, quiet, line } = theme.ink();
    let name = match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    format!(
        ":root{{color-scheme:{name};--paper:{paper};--text:{text};--quiet:{quiet};--line:{line}}}{}",
        colors(fills, theme)
    )
}

/// The element, with more attributes.
pub(super) fn write(out: &mut String, placed: &Placed, attributes: &str) -> Result {
    let (width, height) = (number(placed.width), number(placed.height));
    writeln!(
        out,
        "<svg{attributes} width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"group\" aria-label=\"{}\">",
        Xml(&placed.scene.title)
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
    out.push_str("</svg>\n");
    Ok(())
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
    let class = if panel.panel.dense { "panel d" } else { "panel" };
    let (x, y) = (number(origin.x), number(origin.y));
    writeln!(out, "<g class=\"{class}\" transform=\"translate({x} {y})\">")?;
    write_fills(out, panel, true)?;
    write!(out, "<g role=\"grid\" aria-label=\"{}\"", Xml(caption))?;
    if let Some([index, offset]) = panel.panel.units {
        write!(out, " data-units=\"{index} {offset}\"")?;
    }
    out.push_str(">\n");
    // Tab reaches one cell of a panel; from there the arrow keys move on.
    let mut tab = " tabindex=\"0\"";
    let labelled = has_other_labels(panel);
    for (cells, y) in cells.chunks(panel.panel.columns().max(1)).zip(&panel.ys) {
        write_row(out, cells, groups)?;
        for (cell, x) in cells.iter().zip(&panel.xs) {
            if cell.fill == Fill::Absent {
                // A placeholder, so that the position in the row is the column.
                out.push_str("<g/>");
            } else {
                write_cell(out, panel, cell, (*x, *y), tab, labelled)?;
                tab = "";
            }
        }
        // White space between cells would be as many nodes of the page as there are cells.
        out.push_str("\n</g>\n");
    }
    out.push_str("</g>\n<g class=\"over\" aria-hidden=\"true\">\n");
    if panel.panel.has_labels() {
        write_labels(out, panel)?;
    }
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

/// The start of a row, with what changes most: the lines of cells stay as they are when a layout gets other strides.
fn write_row(out: &mut String, cells: &[Cell], groups: &dyn Fn(&Cell) -> Vec<usize>) -> Result {
    out.push_str("<g role=\"row\" data-o=\"");
    for (i, cell) in cells.iter().enumerate() {
        write!(out, "{}{}", if i > 0 { " " } else { "" }, cell.offset)?;
    }
    out.push_str("\" data-k=\"");
    for (i, cell) in cells.iter().enumerate() {
        out.push_str(if i > 0 { " " } else { "" });
        for (j, group) in groups(cell).iter().enumerate() {
            write!(out, "{}{group}", if j > 0 { "," } else { "" })?;
        }
    }
    out.push_str("\">\n");
    Ok(())
}

/// Whether labels say what is not said of a cell otherwise.
fn has_other_labels(panel: &PlacedPanel) -> bool {
    panel.panel.places().any(|(.., cell)| {
        let Cell { index, offset, label, .. } = cell;
        let number = label.parse();
        !label.is_empty()
            && number.as_ref() != Ok(index)
            && number.as_ref() != Ok(offset)
            && panel.panel.coordinate(cell).is_none_or(|c| c.to_string() != **label)
    })
}

fn write_cell(
    out: &mut String,
    panel: &PlacedPanel,
    cell: &Cell,
    (x, y): (f64, f64),
    tab: &str,
    labelled: bool,
) -> Result {
    let Cell { index, label, .. } = cell;
    write!(out, "<rect role=\"gridcell\"{tab} data-i=\"{index}\"")?;
    if let Some(coordinate) = panel.panel.coordinate(cell) {
        write!(out, " data-c=\"{coordinate}\"")?;
    }
    if labelled {
        write!(out, " data-l=\"{}\"", Xml(&label.replace('\n', " ")))?;
    }
    let (wide, high) = (number(panel.cell.0), number(panel.cell.1));
    write!(out, " x=\"{}\" y=\"{}\"", number(x), number(y))?;
    write!(out, " width=\"{wide}\" height=\"{high}\"/>")
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
