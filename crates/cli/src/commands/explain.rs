//! `tilework explain`: the derivation, step by step.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};

use clap::Args;
use tilework_lang::report::{Derivation, Refusal, json};
use tilework_lang::{Explanation, explain, visible_lines};

use crate::commands::evaluate::lines;
use crate::context::Context;
use crate::exit::{self, OK};
use crate::input;
use crate::ui::screen::{ANSWER, paint};

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// Expressions; `-` reads them from standard input
    #[arg(value_name = "EXPR", required = true, allow_negative_numbers = true)]
    pub(crate) expressions: Vec<OsString>,
}

pub(crate) fn run(context: &mut Context, args: &ExplainArgs) -> io::Result<u8> {
    let mut code = OK;
    for (i, expression) in args.expressions.iter().enumerate() {
        let answer = if expression == "-" {
            lines(context, |context, line, origin| one(context, line, Some(origin)))?
        } else {
            if i > 0 && !context.json {
                writeln!(context.out)?;
            }
            one(context, expression.as_encoded_bytes(), None)?
        };
        code = code.max(answer);
    }
    Ok(code)
}

/// Explains one expression. What the algebra refuses is explained too, with exit code 1.
pub(crate) fn one(
    context: &mut Context,
    bytes: &[u8],
    origin: Option<fmt::Arguments<'_>>,
) -> io::Result<u8> {
    let explained = input::text(bytes).and_then(|text| explain(&context.scope, text));
    let text = String::from_utf8_lossy(bytes);
    let explanation = match explained {
        Ok(explanation) => explanation,
        Err(diagnostic) => return context.refuse(Refusal::of(&text, diagnostic).read_from(origin)),
    };
    if context.json {
        let notation = match context.notation() {
            Ok(notation) => notation,
            Err(refusal) => return context.refuse(Refusal::of(&text, refusal).read_from(origin)),
        };
        let derivation = Derivation::of(&text, &explanation, notation);
        json::write(&mut context.out, &derivation)?;
        return Ok(derivation.error.as_ref().map_or(OK, exit::code));
    }
    write(context, &explanation)?;
    Ok(explanation.refusal.as_ref().map_or(OK, exit::code))
}

fn write(context: &mut Context, explanation: &Explanation) -> io::Result<()> {
    let words = explanation.to_string();
    let words = visible_lines(&words);
    // The first line is what was asked; it stands out from the derivation below it.
    let (title, steps) = words.split_once('\n').unwrap_or((&words, ""));
    writeln!(context.out, "{}", paint(title, ANSWER, context.screen.color))?;
    if steps.is_empty() { Ok(()) } else { writeln!(context.out, "{steps}") }
}
