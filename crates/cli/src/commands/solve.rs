//! `tilework solve`: the layout that is missing in `A o ? = C` or `? o B = C`.

use std::io;

use tilework_lang::Value;
use tilework_lang::report::{Refusal, solve};

use crate::args::SolveArgs;
use crate::commands::evaluate::answer;
use crate::context::{Context, argument};

pub(crate) fn run(context: &mut Context, args: &SolveArgs) -> io::Result<u8> {
    let solved = argument(&args.equation).and_then(|text| {
        let solved = solve(&mut context.scope, text);
        Ok((text, solved.map_err(|diagnostic| Refusal::of(text, diagnostic))?))
    });
    match solved {
        Ok((text, layout)) => answer(context, text, &Value::Layout(layout)),
        Err(refusal) => context.refuse(refusal),
    }
}
