//! `tilework completions`: the completions of shells, made from the command line's own description.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::context::Context;
use crate::ui::refusal::OK;

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(context: &mut Context, args: &CompletionsArgs) -> io::Result<u8> {
    // `generate` panics when the output is closed, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tilework", &mut script);
    context.out.write_all(&script)?;
    Ok(OK)
}
