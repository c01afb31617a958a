//! `tilework completions`: the completions of shells, made from the command line's own description.

use std::io::{self, Write};

use clap::Args;
use clap_complete::Shell;
use serde::Serialize;
use tilework_lang::report::json;

use crate::args::command;
use crate::context::Context;
use crate::exit::OK;

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(context: &mut Context, args: &CompletionsArgs) -> io::Result<u8> {
    // `generate` panics when the output is closed, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "tilework", &mut script);
    if context.json {
        let (shell, script) = (args.shell.to_string(), String::from_utf8_lossy(&script));
        json::write(&mut context.out, &Script { shell, script: &script })?;
    } else {
        context.out.write_all(&script)?;
    }
    Ok(OK)
}

/// The completions of a shell.
#[derive(Serialize)]
struct Script<'a> {
    shell: String,
    script: &'a str,
}
