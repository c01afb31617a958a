//! `:help`.

use std::io::{self, Write};

use tilework_lang::operations;
use tilework_lang::report::{Help, help};

use crate::context::Context;
use crate::ui::screen::{ANSWER, HINT, QUIET, paint};

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
    match help(topic) {
        Ok(help) => one(context, &help),
        Err(mut unknown) => {
            unknown.help.get_or_insert_with(|| ":help lists all".to_owned());
            context.refuse(unknown).map(|_| ())
        }
    }
}

fn one(context: &mut Context, help: &Help) -> io::Result<()> {
    let (out, color) = (&mut context.out, context.screen.color);
    writeln!(out, "{}", paint(&help.usage, ANSWER, color))?;
    writeln!(out, "  {}", help.summary)?;
    if !help.aliases.is_empty() {
        let aliases = format!("also called {}", help.aliases.join(", "));
        writeln!(out, "  {}", paint(&aliases, QUIET, color))?;
    }
    writeln!(out, "  {} = {}", paint(help.example, HINT, color), help.result)
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
