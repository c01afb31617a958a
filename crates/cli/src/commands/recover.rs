//! `tilework recover`: from a table of offsets to the layout.

use std::io;
use std::path::PathBuf;

use clap::Args;
use tilework_lang::report::{Arriving, Refusal, recovered_in};

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
    let mut table = Arriving::new(args.column.as_deref(), args.offset);
    let read = context.read_blocks(args.file.as_deref(), |block| table.push(block));
    let recovered = read.and_then(|()| table.recover(&name));
    match recovered {
        Ok(value) => {
            let value = recovered_in(context.scope.order(), value);
            answer(context, &name, &value)
        }
        Err(diagnostic) => context.refuse(Refusal::of(&name, diagnostic)),
    }
}
