//! `tilework man`: the manual pages, made from the command line's own description.

use std::io;

use clap::{Args, CommandFactory};
use tilework_lang::Diagnostic;

use crate::args::Cli;
use crate::context::Context;
use crate::ui::refusal::OK;

#[derive(Args)]
pub(crate) struct ManArgs {
    /// The page of this command instead of the main page
    command: Option<String>,
}

pub(crate) fn run(context: &mut Context, args: &ManArgs) -> io::Result<u8> {
    let mut root = Cli::command();
    root.build();
    let page = match &args.command {
        None => Some(root),
        // `build` has given it the name `tilework-name`.
        Some(name) => root.find_subcommand(name).cloned(),
    };
    match page {
        Some(page) => {
            clap_mangen::Man::new(page).render(&mut context.out)?;
            Ok(OK)
        }
        None => {
            let name = args.command.as_deref().unwrap_or_default();
            context.refuse(Diagnostic::plain("usage", format!("there is no command `{name}`")))
        }
    }
}
