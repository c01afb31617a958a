//! Grids of offsets, as `print_layout` writes them: boxes of `+---+` or `┌──┐`, with the numbers of rows and columns.

use crate::text::diagnostic::{Diagnostic, Span, quote};

const BARS: [char; 2] = ['|', '│'];

/// Whether a line is drawn between rows: `+----+----+`, `├────┼────┤`.
pub(crate) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.starts_with(['+', '┌', '├', '└'])
        && line.contains(['-', '─'])
        && line.chars().all(|c| "+-─┌┬┐├┼┤└┴┘ ".contains(c))
}

/// Whether a line is a row of cells between bars.
pub(crate) fn is_row(line: &str) -> bool {
    let line = line.trim();
    line.ends_with(BARS) && line.find(BARS).is_some_and(|first| first + 1 < line.len())
}

/// Whether a line may be the numbers of the columns, above the first rule.
pub(crate) fn is_header(line: &str) -> bool {
    let line = line.trim();
    line.bytes().any(|byte| byte.is_ascii_digit())
        && line.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'\t'))
}

/// The cells of a grid.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The numbers and where they stand, row by row.
    pub(crate) cells: Vec<(i64, Span)>,
    /// Whether rows have numbers; a single row without is a layout of one mode.
    pub(crate) numbered: bool,
}

impl Grid {
    /// Reads the lines of a text from byte `at` on.
    ///
    /// # Errors
    /// The cell that is no offset, or where rows or columns are missing.
    pub(crate) fn read(text: &str, mut at: usize) -> Result<Grid, Diagnostic> {
        let mut grid = Grid { rows: 0, columns: 0, cells: Vec::new(), numbered: false };
        let mut header: Vec<(i64, Span)> = Vec::new();
        for line in text[at..].split_inclusive('\n') {
            if is_row(line) {
                grid.row(text, at..at + line.trim_end().len())?;
            } else if is_header(line) {
                header =
                    words(text, at..at + line.len()).map(number(0)).collect::<Result<_, _>>()?;
            }
            at += line.len();
        }
        if grid.cells.is_empty() {
            return Err(Diagnostic::syntax(0..text.len(), "this grid has no cells"));
        }
        // Panels side by side start again at 0.
        let mut before = -1;
        for (number, span) in &header {
            if *number != before + 1 && *number != 0 {
                let message =
                    format!("column {number} is after column {before}: columns are missing");
                return Err(Diagnostic::syntax(span.clone(), message).help(WHOLE));
            }
            before = *number;
        }
        if let Some((_, span)) = header.last()
            && header.len() != grid.columns
        {
            let message = format!(
                "{} columns have numbers, and rows have {} cells",
                header.len(),
                grid.columns
            );
            return Err(Diagnostic::syntax(span.clone(), message).help(WHOLE));
        }
        Ok(grid)
    }

    fn row(&mut self, text: &str, line: Span) -> Result<(), Diagnostic> {
        let written = &text[line.clone()];
        let first = written.find(BARS).unwrap_or(0);
        let row = self.rows;
        if let Some((word, span)) = words(text, line.start..line.start + first).last() {
            let (number, span) = number(row)((word, span))?;
            if usize::try_from(number) != Ok(row) {
                let message = format!("row {row} is missing: this is row {number}");
                return Err(Diagnostic::syntax(span, message).help(WHOLE));
            }
            self.numbered = true;
        }
        let before = self.cells.len();
        for cell in words(text, line.start + first..line.end) {
            self.cells.push(number(row)(cell)?);
        }
        let count = self.cells.len() - before;
        if row == 0 {
            self.columns = count;
        } else if count != self.columns {
            let message = format!("row {row} has {count} cells, and row 0 has {}", self.columns);
            return Err(Diagnostic::syntax(line, message).help(WHOLE));
        }
        self.rows += 1;
        Ok(())
    }
}

const WHOLE: &str = "paste the whole grid; what is left out cannot be recovered";

/// What stands between spaces and bars, and where.
fn words(text: &str, span: Span) -> impl Iterator<Item = (&str, Span)> {
    let mut at = span.start;
    text[span].split_inclusive(|c: char| c.is_whitespace() || BARS.contains(&c)).filter_map(
        move |piece| {
            let word = piece.trim_end_matches(|c: char| c.is_whitespace() || BARS.contains(&c));
            let start = at;
            at += piece.len();
            (!word.is_empty()).then_some((word, start..start + word.len()))
        },
    )
}

/// A word of a row as a number.
fn number(row: usize) -> impl Fn((&str, Span)) -> Result<(i64, Span), Diagnostic> {
    move |(word, span)| match word.parse() {
        Ok(number) => Ok((number, span)),
        Err(_) => {
            let message = format!("{} in row {row} is not an offset", quote(word));
            let left_out = word.contains('…') || word.contains("...");
            let help =
                if left_out { WHOLE } else { "a grid of offsets has one integer in each cell" };
            Err(Diagnostic::syntax(span, message).help(help))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_grids() {
        for line in ["    +----+----+", "+-+", "  ┌────────┬────────┐", "    ├────────┼────────┤"]
        {
            assert!(is_rule(line), "{line}");
        }
        for line in ["-----", "|---|---|", "4 + 5", "", "+", "--+--"] {
            assert!(!is_rule(line), "{line}");
        }
        assert!(
            is_row(" 0  |  0 |  4 |") && is_row("│  0   2 │") && !is_row("a | b") && !is_row("|")
        );
        assert!(is_header("      0    1 ") && !is_header("4:1") && !is_header("   "));
    }

    #[test]
    fn cells_and_their_places() {
        let text = "      0   1 \n    +---+---+\n 0  | 0 | 2 |\n    +---+---+\n 1  | 1 | 3 |\n    +---+---+\n";
        let grid = Grid::read(text, 0).unwrap();
        let cells: Vec<&str> = grid.cells.iter().map(|(_, span)| &text[span.clone()]).collect();
        assert_eq!((grid.rows, grid.columns, grid.numbered), (2, 2, true));
        assert_eq!(cells, ["0", "2", "1", "3"]);
        let wrong = |text: &str| {
            let error = Grid::read(text, 0).unwrap_err();
            text[error.span()].to_owned()
        };
        assert_eq!(wrong("+-+-+\n|T0|T1|\n+-+-+"), "T0");
        assert_eq!(wrong("+-+\n 0 |1|\n+-+\n 2 |3|\n"), "2");
        assert_eq!(wrong("+-+\n|1|\n|1|2|"), "|1|2|");
        assert_eq!(wrong("  0 1 3\n+-+-+-+\n|0|1|2|\n"), "3");
        assert_eq!(wrong("  0 1 2\n+-+-+\n|0|1|\n"), "2");
    }
}
