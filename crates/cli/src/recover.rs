//! `tilework recover`: from a table of offsets to the layout.

use std::io;

use tilework::{Error, ErrorKind, recover};
use tilework_lang::{Diagnostic, Value, kind_name};

use crate::args::RecoverArgs;
use crate::context::Context;
use crate::evaluate::answer;
use crate::input;
use crate::report::plain;
use crate::table::{self, Entry};

pub(crate) fn run(context: &mut Context, args: &RecoverArgs) -> io::Result<u8> {
    let name = match &args.file {
        Some(path) if path.as_os_str() != "-" => path.display().to_string(),
        _ => "standard input".to_owned(),
    };
    let read = input::read(context, args.file.as_deref()).and_then(|bytes| {
        table::entries(&bytes, args.column.as_deref())
            .map_err(|(line, message)| plain("syntax", format!("{name}:{line}: {message}")))
    });
    let solved = read.and_then(|entries| layout_of(&entries, args.offset, &name));
    let value = match solved {
        Ok(value) => value,
        Err(diagnostic) => return context.tell(&diagnostic, Some(&name), None),
    };
    answer(context, &name, &value)
}

fn layout_of(entries: &[Entry], offset: bool, name: &str) -> Result<Value, Diagnostic> {
    let mut numbers: Vec<i64> = entries.iter().map(|entry| entry.number).collect();
    let first = numbers.first().copied().unwrap_or(0);
    if offset {
        for number in &mut numbers {
            *number = number.checked_sub(first).ok_or_else(|| {
                plain("overflow", format!("{number} - {first} does not fit into 64 bits"))
            })?;
        }
    }
    match recover(&numbers) {
        Ok(layout) if offset && first != 0 => Ok(Value::Slice(layout, first)),
        Ok(layout) => Ok(Value::Layout(layout)),
        Err(error) => Err(refusal(error, entries, name)),
    }
}

/// Why there is no layout, and where in the input that shows.
fn refusal(error: Error, entries: &[Entry], name: &str) -> Diagnostic {
    let mut out = plain(kind_name(&error), error.to_string());
    out.cause = Some(Box::new(error));
    out.help = match error.kind() {
        ErrorKind::NonZeroOrigin { .. } => {
            Some("--offset subtracts the first entry from all".to_owned())
        }
        ErrorKind::Empty => Some("give numbers, separated by spaces, commas or lines".to_owned()),
        _ => error
            .witness()
            .and_then(|index| entries.get(usize::try_from(index).ok()?))
            .map(|entry| format!("index counts from 0: this is line {} of {name}", entry.line)),
    };
    out
}
