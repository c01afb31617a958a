//! Where the output goes: a terminal or not, how wide, in colour or not.

use std::io::{IsTerminal, stderr, stdin, stdout};

use anstyle::{AnsiColor, Color, Style};

use crate::options::When;

/// What is known of the places that are written to.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    /// Whether standard output is a terminal ...
    pub(crate) terminal: bool,
    /// ... and standard input, too, so that somebody can be asked.
    pub(crate) interactive: bool,
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
    /// A page of a document: not a terminal, and the same on every machine.
    pub(crate) fn page(when: When) -> Screen {
        let color = when == When::Always;
        Screen { terminal: false, interactive: false, width: WIDTH, color, color_errors: color }
    }

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
            interactive: terminal && stdin().is_terminal(),
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

/// What is printed besides the answer.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// The answer.
pub(crate) const ANSWER: Style = Style::new().bold();
/// What is wrong.
pub(crate) const WRONG: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Red)));
/// Advice, and operands.
pub(crate) const HINT: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Cyan)));
