//! `tilework draw`: pictures of layouts and operations.

mod args;

use std::io;

use tilework_draw::{Expression, Options, refused};
use tilework_lang::report::Refusal;

use crate::context::{Context, argument};
use crate::picture::{Drawn, deliver};
pub(crate) use args::DrawArgs;

pub(crate) fn run(context: &mut Context, args: &DrawArgs) -> io::Result<u8> {
    let text = match argument(&args.expression) {
        Ok(text) => text,
        Err(refusal) => return context.refuse(refusal),
    };
    match draw(context, args, text) {
        Ok(drawn) => deliver(context, args.picture.file(), text, &drawn),
        Err(refusal) => {
            if !context.json
                && let Some(drawn) = witness(context, args, text, &refusal)
            {
                deliver(context, args.picture.file(), text, &drawn)?;
            }
            context.refuse(refusal)
        }
    }
}

/// The picture of the cells that prove a refusal, where there are some.
fn witness(context: &Context, args: &DrawArgs, text: &str, why: &Refusal) -> Option<Drawn> {
    let title = args.title(text);
    let scene = |limits| refused(&context.scope, text, &why.diagnostic, title, limits);
    args.picture.draw(context, |limits| scene(limits).ok_or_else(|| why.clone())).ok()
}

/// Draws an operation with its operands, or a grid, in the session; what is too large in blocks.
pub(crate) fn small(context: &mut Context, text: &str) -> io::Result<u8> {
    let picture = Expression::new(&context.scope, text).and_then(|expression| {
        context.screen.fitted(|limits| expression.drawn(&Options::default(), text, limits))
    });
    match picture {
        Ok(picture) => deliver(context, None, text, &Drawn::text(picture)),
        Err(diagnostic) => context.refuse(Refusal::of(text, diagnostic)),
    }
}

fn draw(context: &mut Context, args: &DrawArgs, text: &str) -> Result<Drawn, Refusal> {
    let options = args.options(&context.scope)?;
    let title = args.title(text);
    let refusal = |diagnostic| Refusal::of(text, diagnostic);
    let expression = Expression::new(&context.scope, text).map_err(refusal)?;
    args.picture.draw(context, |limits| expression.drawn(&options, title, limits).map_err(refusal))
}
