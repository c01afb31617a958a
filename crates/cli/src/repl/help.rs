//! `:help`.

use std::io::{self, Write};

use tilework_lang::operations::{self, Operation};

use crate::context::Context;
use crate::report::plain;
use crate::screen::{ANSWER, HINT, QUIET, paint};

const COMMANDS: &str = "\
An expression is answered, NAME = expression is remembered, left = right is checked.
Layouts are shape:stride; A o B composes, A(1,2) evaluates, A(_,2) slices, A[0] is a mode,
A == B compares structure, A ~ B functions. An open parenthesis continues on the next line.

  :help [OPERATION]   this, or how to call an operation, with an example
  :explain EXPR       how the result comes about, step by step
  :draw EXPR          a picture: an operation with its operands, or a grid (also :grid)
  :names              the names that have values
  :quit               leave (also Ctrl-D)

Operations:";

pub(super) fn write(context: &mut Context, topic: &str) -> io::Result<()> {
    if topic.is_empty() {
        writeln!(context.out, "{COMMANDS}")?;
        return columns(context);
    }
    let topic = topic.trim_end_matches(['(', ')']);
    if let Some(operation) = operations::find(topic) {
        return one(context, operation);
    }
    let mut out = plain("unknown-name", format!("there is no operation `{topic}`"));
    let near: Vec<_> = operations::all()
        .iter()
        .map(|operation| operation.name)
        .filter(|name| name.contains(topic) || topic.contains(name))
        .collect();
    out.help = Some(match near.as_slice() {
        [] => ":help lists all".to_owned(),
        _ => format!("there is {}", near.join(", ")),
    });
    context.tell(&out, None, None).map(|_| ())
}

fn one(context: &mut Context, operation: &Operation) -> io::Result<()> {
    let color = context.screen.color;
    let out = &mut context.out;
    writeln!(out, "{}", paint(operation.usage, ANSWER, color))?;
    writeln!(out, "  {}", operation.summary)?;
    if !operation.aliases.is_empty() {
        let aliases = format!("also called {}", operation.aliases.join(", "));
        writeln!(out, "  {}", paint(&aliases, QUIET, color))?;
    }
    writeln!(out, "  {} = {}", paint(operation.example, HINT, color), operation.result)
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
