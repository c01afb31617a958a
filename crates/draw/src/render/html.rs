//! HTML: a page with a linked picture.

use std::fmt::{Result, Write};

use crate::render::escape::Xml;
use crate::render::geometry::Placed;
use crate::render::linked;
use crate::render::markup::style;
use crate::render::palette::Theme;
use crate::scene::Scene;

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
    let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| linked::themed(theme, &fills));
    let title = Xml(&placed.scene.title);
    let style = style(placed.scene.panels().any(|panel| panel.dense));
    let (css, rules) = (include_str!("html/page.css"), linked::RULES);
    // The policy forbids the page to load anything. The dark theme is a style sheet of its own, so
    // that the button only has to change when it applies.
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>{style}\n{rules}{css}{light}</style>\n\
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
    out.push_str("<main>\n");
    linked::write(out, placed, "")?;
    // Inside a script, CDATA is plain text to HTML and markup to XML: both read the same script.
    let (script, js) = (linked::SCRIPT, include_str!("html/page.js"));
    write!(
        out,
        "</main>\n<footer role=\"status\" aria-live=\"polite\"><p id=\"at\"></p>\
         <ul id=\"links\"></ul></footer>\n\
         <script type=\"module\">//<![CDATA[\n{script}{js}//]]></script>\n</body>\n</html>\n"
    )
}
