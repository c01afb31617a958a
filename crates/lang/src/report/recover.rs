//! From a table of offsets to the layout.

use tilework::{Error, ErrorKind, Order};

use super::passing::Passing;
use super::table::{self, line};
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
    if let Some(found) = in_passing(table) {
        return Ok(found);
    }
    // There is none, or it is not certain: with the whole table, the reason can be told.
    let mut numbers = Vec::new();
    table::numbers(table.bytes, table.column, |_, number| numbers.push(number)).map_err(
        |(at, message)| {
            let (name, line) = (table.name, line(table.bytes, at));
            Diagnostic::plain("syntax", format!("{name}:{line}: {message}"))
        },
    )?;
    let first = numbers.first().copied().unwrap_or(0);
    if table.offset {
        for number in &mut numbers {
            *number = number.checked_sub(first).ok_or_else(|| {
                let message = format!("{number} - {first} does not fit into 64 bits");
                Diagnostic::plain("overflow", message)
            })?;
        }
    }
    match tilework::recover(&numbers) {
        Ok(layout) if table.offset && first != 0 => Ok(Value::Slice(Box::new(layout), first)),
        Ok(layout) => Ok(Value::from(layout)),
        Err(error) => Err(refusal(error, table)),
    }
}

/// The layout of a table that has one, without keeping its numbers; `None` says nothing.
fn in_passing(table: &Table<'_>) -> Option<Value> {
    let (mut passing, mut first, mut fits) = (Passing::new(), None, true);
    table::numbers(table.bytes, table.column, |_, number| {
        let first = if table.offset { *first.get_or_insert(number) } else { 0 };
        match number.checked_sub(first) {
            Some(number) => passing.push(number),
            None => fits = false,
        }
    })
    .ok()?;
    let layout = passing.layout().filter(|_| fits)?;
    Some(match first {
        Some(first) if first != 0 => Value::Slice(Box::new(layout), first),
        _ => Value::from(layout),
    })
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
    Ok(match (order, recover(table)?) {
        (Order::Lex, Value::Layout(layout)) => Value::from(layout.mirrored()),
        (Order::Lex, Value::Slice(layout, offset)) => Value::Slice(Box::new(layout.mirrored()), offset),
        (_, value) => value,
    })
}

/// Why there is no layout, and where in the text that shows.
fn refusal(error: Error, table: &Table<'_>) -> Diagnostic {
    let mut out = Diagnostic::plain(kind_name(&error), error.to_string());
    out.cause = Some(Box::new(error));
    out.help = match error.kind() {
        ErrorKind::NonZeroOrigin { .. } => {
            Some("--offset subtracts the first entry from all".to_owned())
        }
        ErrorKind::Empty => Some("give numbers, separated by spaces, commas or lines".to_owned()),
        _ => error
            .witness()
            .and_then(|index| line_of(table, usize::try_from(index).ok()?))
            .map(|line| format!("indices count from 0: this is line {line} of {}", table.name)),
    };
    out
}

/// The line of an entry. It is asked only of a table that has no layout, so that all others need not keep it.
fn line_of(table: &Table<'_>, index: usize) -> Option<usize> {
    let (mut entry, mut found) = (0, None);
    let _ = table::numbers(table.bytes, table.column, |at, _| {
        found = found.or((entry == index).then_some(at));
        entry += 1;
    });
    Some(line(table.bytes, found?))
}
