//! `tilework compare`: are two layouts the same function, and how do their shapes relate?

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Args;
use tilework_lang::report::{compare, json};

use crate::context::{Context, argument};
use crate::exit::{NO, OK};
use crate::ui::screen::{ANSWER, WRONG, paint};

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// A layout, or an expression that gives one
    pub(crate) a: OsString,
    /// The layout to compare it with
    pub(crate) b: OsString,
}

pub(crate) fn run(context: &mut Context, args: &CompareArgs) -> io::Result<u8> {
    let compared = argument(&args.a)
        .and_then(|a| Ok((a, argument(&args.b)?)))
        .and_then(|(a, b)| compare(&mut context.scope, a, b));
    let comparison = match compared {
        Ok(comparison) => comparison,
        Err(refusal) => return context.refuse(refusal),
    };
    if context.json {
        json::write(&mut context.out, &comparison)?;
    } else {
        let style = if comparison.same_function { ANSWER } else { WRONG };
        let (words, verdict) = (comparison.to_string(), comparison.verdict());
        let verdict = paint(verdict, style, context.screen.color);
        writeln!(context.out, "{verdict}{}", &words[comparison.verdict().len()..])?;
    }
    Ok(if comparison.same_function { OK } else { NO })
}
