//! `tilework draw`: pictures of layouts and operations.

mod args;
mod coloring;

use std::io;

use tilework::Layout;
use tilework_draw::{ByOwner, Coloring, Expression, Labels, Limits, Owners, View, What};
use tilework_lang::report::Refusal;
use tilework_lang::{Diagnostic, Outcome, Value};

use crate::context::{Context, argument};
use crate::picture::{Drawn, deliver};
use crate::ui::picture::fitted;
pub(crate) use args::DrawArgs;
use args::LabelArg;
use coloring::coloring;

pub(crate) fn run(context: &mut Context, args: &DrawArgs) -> io::Result<u8> {
    let text = match argument(&args.expression) {
        Ok(text) => text,
        Err(refusal) => return context.refuse(refusal),
    };
    match draw(context, args, text) {
        Ok(drawn) => deliver(context, args.picture.file(), text, &drawn),
        Err(refusal) => context.refuse(refusal),
    }
}

/// Draws an operation with its operands, or a grid, in the session; what is too large in blocks.
pub(crate) fn small(context: &mut Context, text: &str) -> io::Result<u8> {
    let view = View::within(Limits::TERMINAL);
    let picture = Expression::new(&context.scope, text).and_then(|expression| {
        fitted(context.screen, &view, |view| expression.scene(&What::Operation, text, view))
    });
    match picture {
        Ok(picture) => deliver(context, None, text, &Drawn::text(picture)),
        Err(diagnostic) => context.refuse(Refusal::of(text, diagnostic)),
    }
}

fn draw(context: &mut Context, args: &DrawArgs, text: &str) -> Result<Drawn, Refusal> {
    let (coloring, owner) = coloring(context, args.color_by.as_deref())?;
    let labels = match args.labels {
        LabelArg::Offset | LabelArg::Tv => Labels::Offset,
        LabelArg::Index => Labels::Index,
        LabelArg::Coord => Labels::Coordinate,
        LabelArg::None => Labels::None,
    };
    let slice = match &args.slice {
        None => None,
        Some(text) => match value(context, text, "--slice")? {
            Value::Slicer(slicer) => Some(*slicer),
            Value::Tuple(coordinate) => Some(coordinate.to_slicer()),
            other => return Err(wrong("--slice", "a coordinate such as (_,2)", &other).into()),
        },
    };
    let threads = match &args.tv {
        None => None,
        Some(text) => match value(context, text, "--tv")? {
            Value::Tuple(shape) => Some(*shape),
            Value::Integer(extent) => Some(tilework::Tuple::leaf(extent)),
            other => return Err(wrong("--tv", "a shape such as (16,8)", &other).into()),
        },
    };
    if let Some(Err(error)) = threads.as_ref().map(Layout::col_major) {
        return Err(Diagnostic::plain("usage", format!("--tv: {error}")).into());
    }
    let chosen = coloring != Coloring::Auto || slice.is_some();
    let title = args.picture.title.as_deref().unwrap_or(text.trim());
    let refusal = |diagnostic| Refusal::of(text, diagnostic);
    let expression = Expression::new(&context.scope, text).map_err(refusal)?;
    let isolated = args.thread.is_some() || args.value.is_some() || args.both;
    let what = match threads {
        _ if threads.is_some()
            || isolated
            || owner.is_some() && expression.is_thread_value() && !args.result =>
        {
            let mut owners = Owners::from(owner.unwrap_or_default());
            (owners.thread, owners.value, owners.both) = (args.thread, args.value, args.both);
            What::Threads(threads, owners)
        }
        _ if args.strip => What::Strip,
        // The colours of an operation show what belongs together; any other colouring is of the result.
        _ if args.result || chosen || owner.is_some() => What::Result,
        _ => What::Operation,
    };
    let coloring = match owner {
        Some(ByOwner::Thread) => Coloring::Row,
        Some(ByOwner::Value) => Coloring::Column,
        None => coloring,
    };
    args.picture.draw(
        context,
        |limits| View::within(limits).coloring(coloring.clone()).labels(labels).slice(slice),
        |view| expression.scene(&what, title, view).map_err(refusal),
    )
}

/// The value of an option that is an expression.
fn value(context: &mut Context, text: &str, option: &str) -> Result<Value, Diagnostic> {
    match context.scope.run(text) {
        Ok(Outcome::Value(value)) => Ok(value),
        Ok(_) => {
            Err(Diagnostic::plain("usage", format!("{option} needs a value, not an equation")))
        }
        Err(mut diagnostic) => {
            diagnostic.message = format!("{option}: {}", diagnostic.message);
            diagnostic.labels.clear();
            Err(diagnostic)
        }
    }
}

fn wrong(option: &str, wanted: &str, found: &Value) -> Diagnostic {
    Diagnostic::plain("usage", format!("{option} needs {wanted}, not {}: {found}", found.kind()))
}
