//! `tilework man`: the manual pages, made from the command line's own description.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use tilework_lang::Diagnostic;
use tilework_lang::report::json;

use crate::args::command;
use crate::context::Context;
use crate::exit::OK;

#[derive(Args)]
pub(crate) struct ManArgs {
    /// The page of this command instead of the main page
    command: Option<String>,
}

pub(crate) fn run(context: &mut Context, args: &ManArgs) -> io::Result<u8> {
    let mut root = command();
    root.build();
    let page = match &args.command {
        None => Some(root),
        // `build` has given it the name `tilework-name`.
        Some(name) => root.find_subcommand(name).cloned(),
    };
    match page {
        Some(page) => {
            let name = page.get_name().to_owned();
            let mut text = Vec::new();
            clap_mangen::Man::new(page).render(&mut text)?;
            write(context, &name, &text)
        }
        None => {
            let name = args.command.as_deref().unwrap_or_default();
            context.refuse(Diagnostic::plain("usage", format!("there is no command `{name}`")))
        }
    }
}

/// A page, in roff.
#[derive(Serialize)]
struct Page<'a> {
    name: &'a str,
    page: &'a str,
}

fn write(context: &mut Context, name: &str, text: &[u8]) -> io::Result<u8> {
    if context.json {
        let page = &String::from_utf8_lossy(text);
        json::write(&mut context.out, &Page { name, page })?;
    } else {
        context.out.write_all(text)?;
    }
    Ok(OK)
}
