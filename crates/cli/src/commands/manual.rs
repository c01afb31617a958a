//! The manual pages and the completions of shells, made from the command line's own description.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::context::Context;
use crate::ui::refusal::{OK, plain};

/// A manual page, in roff.
pub(crate) fn page(context: &mut Context, command: Option<&str>) -> io::Result<u8> {
    let mut root = Cli::command();
    root.build();
    let page = match command {
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
            let message = format!("there is no command `{}`", command.unwrap_or_default());
            context.refuse(plain("usage", message))
        }
    }
}

/// The completions of a shell.
pub(crate) fn completions(context: &mut Context, shell: Shell) -> io::Result<u8> {
    // `generate` panics when the output is closed, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tilework", &mut script);
    context.out.write_all(&script)?;
    Ok(OK)
}
