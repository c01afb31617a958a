//! `tilework draw`: pictures of layouts and operations.

mod args;
mod link;

use std::io::{self, Write};

use serde::Serialize;
use tilework_draw::{Expression, Options, refused};
use tilework_lang::report::{Refusal, json};
use tilework_lang::visible;

use crate::context::{Context, argument};
use crate::exit::OK;
use crate::picture::{Drawn, deliver};
pub(crate) use args::DrawArgs;

pub(crate) fn run(context: &mut Context, args: &DrawArgs) -> io::Result<u8> {
    let text = match argument(&args.expression) {
        Ok(text) => text,
        Err(refusal) => return context.refuse(refusal),
    };
    if let Some(page) = &args.link {
        return match args.options(&context.scope) {
            Ok(_) => linked(context, page, args, text),
            Err(diagnostic) => context.refuse(diagnostic),
        };
    }
    match draw(context, args, text) {
        Ok(drawn) => deliver(context, args.picture.file(), text, &drawn),
        Err(refusal) => {
            // A file is not written: it would look like the picture of an answer.
            if !context.json
                && args.picture.file().is_none()
                && let Some(drawn) = witness(context, args, text, &refusal)
            {
                deliver(context, None, text, &drawn)?;
            }
            context.refuse(refusal)
        }
    }
}

/// Prints the address of the picture in the page; what cannot be drawn is explained there.
fn linked(context: &mut Context, page: &str, args: &DrawArgs, text: &str) -> io::Result<u8> {
    let address = link::address(page, &context.scope, args, text);
    if context.json {
        #[derive(Serialize)]
        struct Link<'a> {
            input: &'a str,
            link: &'a str,
        }
        json::write(&mut context.out, &Link { input: text, link: &address })?;
    } else {
        writeln!(context.out, "{}", visible(&address))?;
    }
    Ok(OK)
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
