//! `tilework solve`: the layout that is missing in `A o ? = C` or `? o B = C`.

use std::ffi::OsString;
use std::io;

use clap::Args;
use tilework_lang::Value;
use tilework_lang::report::{Refusal, solve};

use crate::commands::evaluate::answer;
use crate::context::{Context, argument};

#[derive(Args)]
pub(crate) struct SolveArgs {
    /// The equation, with `?` for the layout to find
    #[arg(value_name = "EQUATION")]
    pub(crate) equation: OsString,
}

pub(crate) fn run(context: &mut Context, args: &SolveArgs) -> io::Result<u8> {
    let solved = argument(&args.equation).and_then(|text| {
        let solved = solve(&mut context.scope, text);
        Ok((text, solved.map_err(|diagnostic| Refusal::of(text, diagnostic))?))
    });
    match solved {
        Ok((text, layout)) => answer(context, text, &Value::from(layout)),
        Err(refusal) => context.refuse(refusal),
    }
}
