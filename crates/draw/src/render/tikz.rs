//! TikZ: a complete LaTeX document, as CuTe's `print_latex` writes it, which can also be included
//! with `\input` and the package `standalone`.

use std::fmt::Write;

use crate::render::escape::Tex;
use crate::render::geometry::{Placed, PlacedPanel, Point};
use crate::render::palette::{Rgb, Theme, name};
use crate::scene::axis::Axis;
use crate::scene::{Fill, Panel, Scene};

/// The picture as a LaTeX document.
pub fn tikz(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, &Placed::new(scene));
    out
}

/// One pixel in centimetres, such that labels in `\small` fit their cells as they do in SVG.
const SCALE: f64 = 0.025;

fn write(out: &mut String, placed: &Placed) -> std::fmt::Result {
    // The default T1 fonts may be bitmaps; Latin Modern, where installed, is not.
    out.push_str(
        "\\documentclass[tikz,border=3mm]{standalone}\n\\usepackage[T1]{fontenc}\n\
         \\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n\\usepackage{textcomp}\n",
    );
    for fill in placed.scene.fills() {
        if let Some(name) = name(fill) {
            let Rgb(red, green, blue) = Theme::Light.fill(fill);
            writeln!(out, "\\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}")?;
        }
    }
    out.push_str("\\begin{document}\n\\frenchspacing\n");
    writeln!(
        out,
        "\\begin{{tikzpicture}}[x={SCALE}cm,y=-{SCALE}cm,font=\\ttfamily\\small,\
         every node/.style={{inner sep=0pt,outer sep=0pt}},\
         tile/.style={{line width=0.8pt}},marked/.style={{line width=1.2pt}},\
         tick/.style={{font=\\ttfamily\\scriptsize,text=gray}}]"
    )?;
    if let Some(title) = placed.scene.heading() {
        node(out, "anchor=base west", placed.title, title)?;
    }
    for panel in &placed.panels {
        write_panel(out, panel)?;
    }
    for (note, place) in placed.scene.lines().zip(&placed.notes) {
        node(out, "tick,anchor=base west", *place, note)?;
    }
    out.push_str("\\end{tikzpicture}\n\\end{document}\n");
    Ok(())
}

fn node(out: &mut String, style: &str, at: Point, text: &str) -> std::fmt::Result {
    writeln!(out, "\\node[{style}] at ({:.1},{:.1}) {{{}}};", at.x, at.y, Tex(text))
}

/// A label, its lines above one another.
fn label(panel: &Panel, text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| Tex(line).to_string()).collect();
    let size = if panel.dense { "\\scriptsize " } else { "" };
    match lines.as_slice() {
        [] => String::new(),
        [one] => format!("{size}{one}"),
        lines => format!("{size}\\shortstack{{{}}}", lines.join("\\\\")),
    }
}

fn write_panel(out: &mut String, panel: &PlacedPanel) -> std::fmt::Result {
    let grid = panel.panel;
    node(out, "anchor=base west", panel.caption(), &grid.caption)?;
    if !grid.sign.is_empty() {
        node(out, "anchor=base", panel.sign(), grid.sign)?;
    }
    let Point { x, y } = panel.origin;
    writeln!(out, "\\begin{{scope}}[shift={{({x},{y})}}]")?;
    let (wide, high) = panel.cell;
    let (xs, ys) = (&panel.xs, &panel.ys);
    for (row, column, cell) in grid.places() {
        let (x, y) = (xs[column], ys[row]);
        let quiet = if panel.is_quiet(cell) { ",text=gray" } else { "" };
        let fill = name(cell.fill).map_or(String::new(), |name| format!("fill={name},"));
        writeln!(
            out,
            "\\path[{fill}draw=lightgray] ({x},{y}) rectangle ++({wide},{high}) \
             node[midway{quiet}] {{{}}};",
            label(grid, &cell.label)
        )?;
    }
    let (right, bottom) = panel.end();
    let tiles = |axis: &Axis| {
        let borders = axis.borders.iter().enumerate();
        borders
            .filter(|(_, border)| **border > 0 && **border != Axis::GAP)
            .map(|(i, _)| i + 1)
            .collect::<Vec<_>>()
    };
    for column in tiles(&grid.across) {
        writeln!(out, "\\draw[tile] ({},0) -- ++(0,{bottom});", xs[column])?;
    }
    for row in tiles(&grid.down) {
        writeln!(out, "\\draw[tile] (0,{}) -- ++({right},0);", ys[row])?;
    }
    for (row, column, cell) in grid.places() {
        if cell.marked && cell.fill != Fill::Absent {
            let (x, y) = (xs[column] + 1.5, ys[row] + 1.5);
            writeln!(out, "\\draw[marked] ({x},{y}) rectangle ++({},{});", wide - 3.0, high - 3.0)?;
        }
    }
    for (at, tick) in panel.ticks_above() {
        node(out, "tick,anchor=base", at, tick)?;
    }
    for (at, tick) in panel.ticks_beside() {
        node(out, "tick,anchor=base east", at, tick)?;
    }
    out.push_str("\\end{scope}\n");
    Ok(())
}
