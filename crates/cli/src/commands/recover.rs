//! `tilework recover`: from a table of offsets to the layout.

use std::io;
use std::path::PathBuf;

use clap::Args;
use tilework_lang::report::{Refusal, Table, recover_in};

use crate::commands::evaluate::answer;
use crate::context::Context;
use crate::input;

#[derive(Args)]
pub(crate) struct RecoverArgs {
    /// The file with the numbers; standard input if absent or `-`
    pub(crate) file: Option<PathBuf>,
    /// Read this column of a CSV file: its number, from 1, or its name in the first row
    #[arg(long, value_name = "N|NAME")]
    pub(crate) column: Option<String>,
    /// If the table does not start with 0, subtract its first entry and print it as the offset
    #[arg(long, visible_alias = "modes")]
    pub(crate) offset: bool,
}

pub(crate) fn run(context: &mut Context, args: &RecoverArgs) -> io::Result<u8> {
    let name = input::name(args.file.as_deref());
    let recovered = context.read(args.file.as_deref()).and_then(|bytes| {
        let column = args.column.as_deref();
        recover_in(
            context.scope.order(),
            &Table { bytes: &bytes, name: &name, column, offset: args.offset },
        )
    });
    match recovered {
        Ok(value) => answer(context, &name, &value),
        Err(diagnostic) => context.refuse(Refusal::of(&name, diagnostic)),
    }
}
