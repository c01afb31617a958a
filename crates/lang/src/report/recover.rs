//! From a table of offsets to the layout.

use std::cell::Cell;

use tilework::{Error, ErrorKind, Order};

use super::passing::Passing;
use super::table::{self, line_ends};
use crate::{Diagnostic, Value, kind_name};

/// A table of offsets as people have it: numbers in a text, or a column of a CSV file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table<'a> {
    /// The text.
    pub bytes: &'a [u8],
    /// What to call it in messages: the name of the file.
    pub name: &'a str,
    /// The column that holds the offsets, by its number from 1 or its name; without, all numbers are offsets.
    pub column: Option<&'a str>,
    /// Whether the first entry is subtracted from all if it is not 0.
    pub offset: bool,
}

/// The layout of a table of offsets, in the order of the indices; with [`Table::offset`] also from
/// another offset than 0 on.
///
/// # Errors
/// A number that cannot be read, with its line; or the first index at which no layout agrees with the table.
///
/// ```
/// use tilework_lang::report::{Table, recover};
///
/// let table = Table { bytes: b"0 2 4 7 9 11", name: "offsets", column: None, offset: false };
/// assert_eq!(recover(&table)?.to_string(), "(3,2):(2,7)");
/// let error = recover(&Table { bytes: b"0 2 4 7 9 12", ..table }).unwrap_err();
/// assert_eq!(error.cause.unwrap().witness(), Some(5));
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn recover(table: &Table<'_>) -> Result<Value, Diagnostic> {
    let mut arriving = Arriving::new(table.column, table.offset);
    arriving.push(table.bytes);
    arriving.recover(table.name)
}

/// A table whose text arrives in blocks: its numbers are read while the rest is still on its way, and only those
/// of a table without a layout are kept.
///
/// ```
/// use tilework_lang::report::Arriving;
///
/// let mut table = Arriving::new(None, false);
/// ["0\n2\n4\n", "7\n9\n1", "1\n"].map(|block| table.push(block.as_bytes()));
/// assert_eq!(table.recover("offsets")?.to_string(), "(3,2):(2,7)");
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub struct Arriving<'a> {
    column: Option<&'a str>,
    /// The line that is not complete yet; all of the text where a column is asked for, of which the first row says
    /// where it is.
    text: Vec<u8>,
    /// Whether nothing of the text has been read.
    new: bool,
    /// How many lines have been read.
    lines: usize,
    /// What cannot be read, and its line.
    fault: Option<(usize, String)>,
    seen: Seen,
}

impl<'a> Arriving<'a> {
    /// A table without text so far, with [`Table::column`] and [`Table::offset`].
    pub fn new(column: Option<&'a str>, offset: bool) -> Arriving<'a> {
        let (text, seen) = (Vec::new(), Seen::new(offset));
        Arriving { column, text, new: true, lines: 0, fault: None, seen }
    }

    /// The next part of the text.
    pub fn push(&mut self, block: &[u8]) {
        let end = |found: Option<usize>| found.map_or(0, |at| at + 1);
        let complete = end(block.iter().rposition(|&byte| byte == b'\n'));
        if self.column.is_some() || complete == 0 {
            return self.text.extend_from_slice(block);
        }
        let (lines, rest) = block.split_at(complete);
        let (first, others) = lines.split_at(if self.text.is_empty() {
            0
        } else {
            end(lines.iter().position(|&byte| byte == b'\n'))
        });
        let mut text = std::mem::take(&mut self.text);
        text.extend_from_slice(first);
        self.read(&text);
        self.read(others);
        text.clear();
        text.extend_from_slice(rest);
        self.text = text;
    }

    /// Reads whole lines, the last of which may have no end.
    fn read(&mut self, lines: &[u8]) {
        if self.fault.is_some() || lines.is_empty() {
            return;
        }
        // Lines are asked for from left to right.
        let known = Cell::new((0, self.lines));
        let line_at = |at: usize| {
            let (from, lines_before) = known.get();
            known.set((at, lines_before + line_ends(&lines[from..at])));
            known.get().1 + 1
        };
        let seen = &mut self.seen;
        let take = |at: usize, number: i64| seen.push(number, || line_at(at));
        let read = match self.column {
            None => table::words(lines, if self.new { table::start(lines) } else { 0 }, take),
            column => table::numbers(lines, column, take),
        };
        self.fault = read.err().map(|(at, message)| (line_at(at), message));
        (self.new, self.lines) = (false, line_at(lines.len()) - 1);
    }

    /// The layout of the whole table; `name` is what to call it in messages.
    ///
    /// # Errors
    /// As [`recover()`].
    pub fn recover(mut self, name: &str) -> Result<Value, Diagnostic> {
        let text = std::mem::take(&mut self.text);
        self.read(&text);
        match self.fault {
            Some((line, message)) => {
                Err(Diagnostic::plain("syntax", format!("{name}:{line}: {message}")))
            }
            None => self.seen.recover(name),
        }
    }
}

/// The numbers of a table so far.
struct Seen {
    passing: Passing,
    /// What is subtracted from all.
    first: i64,
    /// Whether that is the number that comes next.
    pending: bool,
    /// The first number that does not fit after that.
    unfit: Option<i64>,
    /// All numbers, of a table that has no layout, or of which that is not certain.
    kept: Option<Vec<i64>>,
    /// The indices at which modes start, or there is none any more, and their lines: a refusal names one of them.
    lines: Vec<(usize, usize)>,
}

impl Seen {
    fn new(offset: bool) -> Seen {
        let (passing, lines) = (Passing::new(), Vec::new());
        Seen { passing, first: 0, pending: offset, unfit: None, kept: None, lines }
    }

    #[inline]
    fn push(&mut self, number: i64, line: impl FnOnce() -> usize) {
        if self.pending {
            (self.first, self.pending) = (number, false);
        }
        let Some(difference) = number.checked_sub(self.first) else {
            self.unfit.get_or_insert(number);
            return;
        };
        if self.kept.is_some() || !self.passing.is_next(difference) {
            self.surprise(difference, line);
        }
    }

    /// A number with which a mode starts, or after which all are kept.
    #[cold]
    fn surprise(&mut self, number: i64, line: impl FnOnce() -> usize) {
        let index = self.kept.as_ref().map_or(self.passing.count() as usize, Vec::len);
        // Where no mode can start there is no layout, whatever follows; but one beyond 64 bits may go on for long.
        if self.kept.is_none() || !self.passing.fits() {
            self.lines.push((index, line()));
        }
        if self.kept.is_none() && self.passing.starts(number) {
            return;
        }
        self.kept.get_or_insert_with(|| self.passing.numbers()).push(number);
    }

    /// The layout of all numbers.
    fn recover(self, name: &str) -> Result<Value, Diagnostic> {
        let first = self.first;
        if let Some(number) = self.unfit {
            let message = format!("{number} - {first} does not fit into 64 bits");
            return Err(Diagnostic::plain("overflow", message));
        }
        let found = match (self.kept, self.passing.layout()) {
            (None, Some(layout)) => Ok(layout),
            (kept, _) => tilework::recover(&kept.unwrap_or_else(|| self.passing.numbers())),
        };
        match found {
            Ok(layout) if first != 0 => Ok(Value::Slice(Box::new(layout), first)),
            Ok(layout) => Ok(layout.into()),
            Err(error) => Err(refusal(error, name, &self.lines)),
        }
    }
}

/// The layout of a table of offsets, where indices count in this order.
///
/// # Errors
/// As [`recover()`].
///
/// ```
/// use tilework::Order;
/// use tilework_lang::report::{Table, recover_in};
///
/// let table = Table { bytes: b"0 2 4 7 9 11", name: "offsets", column: None, offset: false };
/// assert_eq!(recover_in(Order::Lex, &table)?.to_string(), "(2,3):(7,2)");
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn recover_in(order: Order, table: &Table<'_>) -> Result<Value, Diagnostic> {
    Ok(recovered_in(order, recover(table)?))
}

/// What was recovered leftmost fastest, where indices count in this order.
///
/// ```
/// use tilework::Order;
/// use tilework_lang::report::recovered_in;
///
/// let value = tilework::layout!((3,2):(2,7)).into();
/// assert_eq!(recovered_in(Order::Lex, value).to_string(), "(2,3):(7,2)");
/// ```
pub fn recovered_in(order: Order, value: Value) -> Value {
    match (order, value) {
        (Order::Lex, Value::Layout(layout)) => layout.mirrored().into(),
        (Order::Lex, Value::Slice(layout, offset)) => {
            Value::Slice(Box::new(layout.mirrored()), offset)
        }
        (_, value) => value,
    }
}

/// Why there is no layout, and where in the text that shows.
fn refusal(error: Error, name: &str, lines: &[(usize, usize)]) -> Diagnostic {
    let mut out = Diagnostic::plain(kind_name(&error), error.to_string());
    out.cause = Some(Box::new(error));
    let line_of = |index: i64| {
        let at = lines.binary_search_by_key(&usize::try_from(index).ok()?, |known| known.0).ok()?;
        Some(lines[at].1)
    };
    out.help = match error.kind() {
        ErrorKind::NonZeroOrigin { .. } => {
            Some("--offset subtracts the first entry from all".to_owned())
        }
        ErrorKind::Empty => Some("give numbers, separated by spaces, commas or lines".to_owned()),
        _ => error
            .witness()
            .and_then(line_of)
            .map(|line| format!("indices count from 0: this is line {line} of {name}")),
    };
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is recovered from a text in blocks of this length, and the line that a refusal names.
    fn arrived(text: &str, block: usize) -> (Result<Value, Option<Error>>, Option<usize>) {
        let mut table = Arriving::new(None, false);
        text.as_bytes().chunks(block).for_each(|block| table.push(block));
        match table.recover("table") {
            Ok(value) => (Ok(value), None),
            Err(refusal) => {
                let line = |help: String| help.split(' ').nth(7)?.parse().ok();
                (Err(refusal.cause.map(|error| *error)), refusal.help.and_then(line))
            }
        }
    }

    fn check(table: &[i64]) {
        let expected = tilework::recover(table);
        // The text, and how many numbers there are in a line.
        let lines = |each: usize| -> String {
            table.chunks(each).map(|line| format!("{line:?}\n")).collect()
        };
        let texts = [(1, lines(1)), (3, lines(3)), (1, lines(1).replace('\n', "\r\n"))];
        for (each, text) in texts {
            for block in [1, 2, 3, 7, 16, 64, text.len().max(1)] {
                let (found, line) = arrived(&text, block);
                let places = expected.as_ref().err().and_then(Error::witness);
                let of_index = |index: i64| index as usize / each + 1;
                assert_eq!(found, expected.map(Value::from).map_err(Some), "{text:?} {block}");
                if table.first() == Some(&0) {
                    assert_eq!(line, places.map(of_index), "{text:?} {block}");
                }
            }
        }
    }

    #[test]
    fn all_small_tables_in_blocks() {
        for len in 0..=5_u32 {
            for code in 0..4_i64.pow(len) {
                let entry = |i: u32| code / 4_i64.pow(i) % 4 - 1;
                check(&(0..len).map(entry).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn tables_that_leave_64_bits() {
        const MOST: i64 = i64::MAX;
        for table in [
            vec![0, MOST],
            vec![0, MOST, i64::MIN],
            vec![0, MOST / 2 + 1, MOST, 0, 5, 6],
            vec![0, MOST / 2, MOST - 1, i64::MIN + 3, 7],
            vec![0, 1, MOST - 1, MOST, i64::MIN, i64::MIN + 1],
            vec![0, 1 << 61, 1 << 61, 1 << 62, 1 << 62, 3 << 61, 3 << 61, i64::MIN],
            vec![0, i64::MIN / 2, i64::MIN, MOST],
        ] {
            for len in 0..=table.len() {
                check(&table[..len]);
            }
        }
    }
}
