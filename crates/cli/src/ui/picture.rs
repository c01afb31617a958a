//! Pictures on the terminal: as wide as it is.

use std::convert::Infallible;
use std::io::{self, Write};

use tilework::AnyLayout;
use tilework_draw::{
    ColorDepth, Limits, Scene, Subject, View, fitted, grid, terminal, terminal_width,
};

use crate::ui::screen::Screen;

/// Layouts up to this size are drawn below the result.
const SMALL: i64 = 256;

impl Screen {
    /// A scene as lines of text, with as many columns as fit.
    pub(crate) fn fitted<E>(self, scene: impl Fn(Limits) -> Result<Scene, E>) -> Result<String, E> {
        fitted(Limits::TERMINAL, self.width, self.depth(), scene)
    }

    /// The colours of standard output.
    pub(crate) fn depth(self) -> ColorDepth {
        let true_color = || {
            let value = std::env::var("COLORTERM").unwrap_or_default();
            value == "truecolor" || value == "24bit"
        };
        match self.color {
            false => ColorDepth::None,
            true if true_color() => ColorDepth::True,
            true => ColorDepth::Ansi256,
        }
    }
}

fn text(layout: &AnyLayout, base: i64, screen: Screen) -> String {
    let subject = Subject::from(layout).at_offset(base);
    let scene = |limits| Ok::<_, Infallible>(grid(subject, "", &View::within(limits)));
    let Ok(text) = screen.fitted(scene);
    text
}

/// Draws the grid, or a summary of it that fits.
pub(crate) fn write(
    out: &mut dyn Write,
    layout: &AnyLayout,
    base: i64,
    screen: Screen,
) -> io::Result<()> {
    out.write_all(text(layout, base, screen).as_bytes())
}

/// Draws the grid if it is small and fits; if not, `false`.
pub(crate) fn write_small(
    out: &mut dyn Write,
    layout: &AnyLayout,
    base: i64,
    screen: Screen,
) -> io::Result<bool> {
    if layout.size() > SMALL {
        return Ok(false);
    }
    if layout.size() > 1 {
        let scene =
            grid(Subject::from(layout).at_offset(base), "", &View::within(Limits::TERMINAL));
        if terminal_width(&scene) > screen.width {
            return Ok(false);
        }
        out.write_all(terminal(&scene, screen.depth(), screen.width).as_bytes())?;
    }
    Ok(true)
}
