//! `tilework recover`: from a table of offsets to the layout.

use std::io;

use tilework_lang::report::{Refusal, Table, recover};

use crate::args::RecoverArgs;
use crate::commands::evaluate::answer;
use crate::context::Context;
use crate::input;

pub(crate) fn run(context: &mut Context, args: &RecoverArgs) -> io::Result<u8> {
    let name = input::name(args.file.as_deref());
    let recovered = input::read(context, args.file.as_deref()).and_then(|bytes| {
        let column = args.column.as_deref();
        recover(&Table { bytes: &bytes, name: &name, column, offset: args.offset })
    });
    match recovered {
        Ok(value) => answer(context, &name, &value),
        Err(diagnostic) => context.refuse(Refusal::of(&name, diagnostic)),
    }
}
