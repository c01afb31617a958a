//! Where the output goes: a terminal or not, how wide, in colour or not.

use std::io::{IsTerminal, stderr, stdout};

use anstyle::{Ansi256Color, AnsiColor, Color, Style};

use crate::args::When;

/// What is known of the places that are written to.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    /// Whether standard output is a terminal.
    pub(crate) terminal: bool,
    /// How many columns there are.
    pub(crate) width: usize,
    /// Whether standard output gets colour.
    pub(crate) color: bool,
    /// Whether standard error gets colour.
    pub(crate) color_errors: bool,
}

/// What lines may take where no terminal says how wide it is.
const WIDTH: usize = 100;

impl Screen {
    pub(crate) fn detect(when: When) -> Screen {
        let terminal = stdout().is_terminal();
        // An empty NO_COLOR does not count: https://no-color.org
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let color = |there: bool| match when {
            When::Auto => there && wanted,
            When::Always => true,
            When::Never => false,
        };
        Screen {
            terminal,
            width: terminal_size::terminal_size()
                .map_or(WIDTH, |(width, _)| width.0.max(20).into()),
            color: color(terminal),
            color_errors: color(stderr().is_terminal()),
        }
    }
}

/// `text` in a style, or as it is.
pub(crate) fn paint(text: &str, style: Style, color: bool) -> String {
    if color && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

/// What is said besides the answer.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// The answer.
pub(crate) const ANSWER: Style = Style::new().bold();
/// What is wrong.
pub(crate) const WRONG: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Red)));
/// Advice, and operands.
pub(crate) const HINT: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Cyan)));

/// From the lowest offset to the highest: light backgrounds, on which black can be read.
const RAMP: [u8; 20] =
    [153, 117, 81, 80, 79, 78, 77, 113, 149, 185, 221, 220, 214, 215, 216, 210, 211, 212, 177, 183];

/// The style of a cell with this offset, when offsets go from `low` to `high`.
pub(crate) fn shade(offset: i64, low: i64, high: i64) -> Style {
    let range = (i128::from(high) - i128::from(low)).max(1);
    let step = (i128::from(offset) - i128::from(low)) * (RAMP.len() as i128 - 1) / range;
    let index = usize::try_from(step).unwrap_or(0).min(RAMP.len() - 1);
    Style::new()
        .fg_color(Some(Color::Ansi256(Ansi256Color(16))))
        .bg_color(Some(Color::Ansi256(Ansi256Color(RAMP[index]))))
}
