//! `tilework draw`: pictures of layouts and operations.

mod args;
mod coloring;

use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;
use tilework::Layout;
use tilework_draw::{ByOwner, Coloring, Expression, Labels, Limits, Owners, Scene, Theme};
use tilework_draw::{View, What};
use tilework_draw::{html, svg, tikz};
use tilework_lang::report::{Refusal, json};
use tilework_lang::{Diagnostic, Outcome, Value};

use crate::context::{Context, argument};
use crate::exit::OK;
use crate::interrupt::replace;
use crate::options::When;
use crate::ui::picture::fitted;
pub(crate) use args::{DrawArgs, Format};
use args::{LabelArg, ThemeArg};
use coloring::coloring;

pub(crate) fn run(context: &mut Context, args: &DrawArgs) -> io::Result<u8> {
    let text = match argument(&args.expression) {
        Ok(text) => text,
        Err(refusal) => return context.refuse(refusal),
    };
    match draw(context, args, text) {
        Ok(drawn) => deliver(context, args.output.as_deref(), text, drawn),
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
        Ok(picture) => {
            let drawn = Drawn { format: Format::Txt, bytes: picture.into(), notes: Vec::new() };
            deliver(context, None, text, drawn)
        }
        Err(diagnostic) => context.refuse(Refusal::of(text, diagnostic)),
    }
}

/// A picture, ready to be written.
struct Drawn {
    format: Format,
    bytes: Vec<u8>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Report<'a> {
    input: &'a str,
    format: &'static str,
    output: Option<String>,
    bytes: usize,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

fn draw(context: &mut Context, args: &DrawArgs, text: &str) -> Result<Drawn, Refusal> {
    let format = format(args)?;
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
            Value::Slicer(slicer) => Some(slicer),
            Value::Tuple(coordinate) => Some(coordinate.to_slicer()),
            other => return Err(wrong("--slice", "a coordinate such as (_,2)", &other).into()),
        },
    };
    let threads = match &args.tv {
        None => None,
        Some(text) => match value(context, text, "--tv")? {
            Value::Tuple(shape) => Some(shape),
            Value::Integer(extent) => Some(tilework::Tuple::leaf(extent)),
            other => return Err(wrong("--tv", "a shape such as (16,8)", &other).into()),
        },
    };
    if let Some(Err(error)) = threads.as_ref().map(Layout::col_major) {
        return Err(Diagnostic::plain("usage", format!("--tv: {error}")).into());
    }
    let chosen = coloring != Coloring::Auto || slice.is_some();
    let title = args.title.as_deref().unwrap_or(text.trim());
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
    let limits = match format {
        Format::Txt => Limits::TERMINAL,
        Format::Svg | Format::Png => Limits::PICTURE,
        Format::Html => Limits::PAGE,
        Format::Tex => Limits::TIKZ,
    };
    let view = View::within(limits).coloring(coloring).labels(labels).slice(slice);
    let scene = |view: &View| expression.scene(&what, title, view).map_err(refusal);
    if format == Format::Txt {
        let mut screen = context.screen;
        // A file gets colours only with `--color always`.
        screen.color &= args.output.is_none() || context.common.when() == When::Always;
        let bytes = fitted(screen, &view, scene)?.into_bytes();
        return Ok(Drawn { format, bytes, notes: Vec::new() });
    }
    let scene = scene(&view)?;
    let bytes = render(&scene, format, args)?;
    let notes = scene.lines().map(str::to_owned).collect();
    Ok(Drawn { format, bytes, notes })
}

fn render(scene: &Scene, format: Format, args: &DrawArgs) -> Result<Vec<u8>, Diagnostic> {
    let theme = match args.theme {
        ThemeArg::Auto => None,
        ThemeArg::Light => Some(Theme::Light),
        ThemeArg::Dark => Some(Theme::Dark),
    };
    Ok(match format {
        Format::Txt => Vec::new(),
        Format::Svg => svg(scene, theme).into_bytes(),
        Format::Html => html(scene).into_bytes(),
        Format::Tex => tikz(scene).into_bytes(),
        Format::Png => pixels(scene, theme.unwrap_or_default(), args.scale)?,
    })
}

#[cfg(feature = "png")]
fn pixels(scene: &Scene, theme: Theme, scale: f32) -> Result<Vec<u8>, Diagnostic> {
    tilework_draw::png(scene, theme, scale)
        .map_err(|error| Diagnostic::plain("too-large", error.to_string()))
}

#[cfg(not(feature = "png"))]
fn pixels(_: &Scene, _: Theme, _: f32) -> Result<Vec<u8>, Diagnostic> {
    Err(Diagnostic::plain(
        "usage",
        "this `tilework` was built without the feature `png`; draw SVG instead",
    ))
}

/// Writes the picture to the file or to standard output.
fn deliver(
    context: &mut Context,
    output: Option<&Path>,
    text: &str,
    drawn: Drawn,
) -> io::Result<u8> {
    let path = output.filter(|path| *path != Path::new("-"));
    if let Some(path) = path
        && let Err(error) = context.policy.open(path).and_then(|()| replace(path, &drawn.bytes))
    {
        let message = format!("cannot write {}: {error}", path.display());
        return context.refuse(Diagnostic::plain("io", message));
    }
    if context.json {
        let picture = match path {
            Some(_) => None,
            None => match String::from_utf8(drawn.bytes.clone()) {
                Ok(picture) => Some(picture),
                Err(_) => {
                    let message = "a PNG cannot be part of JSON; name a file with -o";
                    return context.refuse(Diagnostic::plain("usage", message));
                }
            },
        };
        let report = Report {
            input: text,
            format: drawn.format.extension(),
            output: path.map(|path| path.display().to_string()),
            bytes: drawn.bytes.len(),
            notes: &drawn.notes,
            picture,
        };
        json::write(&mut context.out, &report)?;
    } else if path.is_none() {
        if drawn.format == Format::Png && context.screen.terminal {
            let message = "a PNG is not written to a terminal; name a file with -o";
            return context.refuse(Diagnostic::plain("usage", message));
        }
        context.out.write_all(&drawn.bytes)?;
    }
    Ok(OK)
}

/// The format of `--format`, or of the extension.
fn format(args: &DrawArgs) -> Result<Format, Diagnostic> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = args.output.as_deref().filter(|path| *path != Path::new("-")) else {
        return Ok(Format::Txt);
    };
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    Format::value_variants().iter().copied().find(|format| format.extension() == extension).ok_or_else(
        || {
            let message = format!(
                "{}: no format has the extension `{extension}`; use .svg, .html, .tex, .png or .txt, or give --format",
                path.display()
            );
            Diagnostic::plain("usage", message)
        },
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
