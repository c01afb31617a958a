//! `--color-by`: what the colours of a picture stand for.

use tilework_draw::{Banks, ByOwner, Coloring};
use tilework_lang::Diagnostic;
use tilework_lang::report::layout_of;

use super::value;
use crate::context::Context;

/// What the colours stand for; with threads and values, which of them.
pub(super) fn coloring(
    context: &mut Context,
    text: Option<&str>,
) -> Result<(Coloring, Option<ByOwner>), Diagnostic> {
    let Some(text) = text else {
        return Ok((Coloring::Auto, None));
    };
    let (name, argument) = match text.split_once('=') {
        Some((name, argument)) => (name.trim(), Some(argument.trim())),
        None => (text.trim(), None),
    };
    let coloring = match (name, argument) {
        ("none", None) => Coloring::None,
        ("offset", None) => Coloring::Offset,
        ("index", None) => Coloring::Index,
        ("row", None) => Coloring::Row,
        ("column", None) => Coloring::Column,
        ("tile", None) => Coloring::Tile,
        ("thread", None) => return Ok((Coloring::Auto, Some(ByOwner::Thread))),
        ("value", None) => return Ok((Coloring::Auto, Some(ByOwner::Value))),
        ("mode", Some(path)) => {
            let path =
                path.trim_matches(['(', ')']).split(['.', ',']).map(|part| part.trim().parse());
            match path.collect() {
                Ok(path) => Coloring::Mode(path),
                Err(_) => {
                    let message = "--color-by mode=PATH needs a path such as 0 or 0.1";
                    return Err(Diagnostic::plain("usage", message));
                }
            }
        }
        ("layout", Some(other)) => {
            let value = value(context, other, "--color-by layout=")?;
            Coloring::Layout(layout_of(&value, 0..0)?)
        }
        ("bank", Some(bytes)) => match bytes.parse() {
            Ok(bytes @ 1..=1024) => Coloring::Bank(Banks::shared_memory(bytes)),
            _ => {
                let message = "--color-by bank=BYTES needs the bytes of an element, from 1 to 1024";
                return Err(Diagnostic::plain("usage", message));
            }
        },
        ("bank", None) => {
            let message = "--color-by bank needs the bytes of an element: bank=2 for 16 bits";
            return Err(Diagnostic::plain("usage", message));
        }
        _ => {
            let mut out = Diagnostic::plain("usage", format!("--color-by: unknown `{text}`"));
            out.help = Some(
                "use none, offset, index, row, column, tile, mode=0.1, layout=(4,8):(8,1), thread, \
                 value, bank=BYTES"
                    .to_owned(),
            );
            return Err(out);
        }
    };
    Ok((coloring, None))
}
