//! `:help`.

use std::io::{self, Write};

use serde::Serialize;
use tilework_lang::operations;
use tilework_lang::report::json;

use crate::commands::help::meaning;
use crate::context::Context;

const COMMANDS: &str = "\
An expression is answered, NAME = expression is remembered, left = right is checked.
Layouts are shape:stride; A o B composes, A(1,2) evaluates, A(_,2) slices, A[0] is a mode,
A == B compares structure, A ~ B functions. An open parenthesis continues on the next line.

  :help [OPERATION]   this, or how to call an operation, with an example; also :help ==
  :explain EXPR       how the result comes about, step by step
  :draw EXPR          a picture: an operation with its operands, or a grid (also :grid)
  :names              the names that have values
  :order [lex|colex]  in which order indices count: rightmost or leftmost fastest
  :quit               leave (also Ctrl-D)

Operations:";

pub(super) fn write(context: &mut Context, topic: &str) -> io::Result<()> {
    if topic.is_empty() && context.json {
        let operations = operations::all().iter().map(|operation| operation.name).collect();
        return json::write(&mut context.out, &Operations { operations });
    }
    if topic.is_empty() {
        writeln!(context.out, "{COMMANDS}")?;
        return columns(context);
    }
    if let Some(mut unknown) = meaning(context, topic)? {
        unknown.help.get_or_insert_with(|| ":help lists all".to_owned());
        context.refuse(unknown)?;
    }
    Ok(())
}

/// The names of all operations.
#[derive(Serialize)]
struct Operations {
    operations: Vec<&'static str>,
}

/// All names, in columns.
fn columns(context: &mut Context) -> io::Result<()> {
    let names: Vec<_> = operations::all().iter().map(|operation| operation.name).collect();
    let widest = names.iter().map(|name| name.len()).max().unwrap_or(0) + 2;
    let across = (context.screen.width.saturating_sub(2) / widest).max(1);
    for row in names.chunks(across) {
        let cells: String = row.iter().map(|name| format!("{name:widest$}")).collect();
        writeln!(context.out, "  {}", cells.trim_end())?;
    }
    Ok(())
}
