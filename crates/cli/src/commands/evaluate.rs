//! The default command: expressions to results.

pub(crate) mod document;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, Write};

use clap::Args;
use tilework::{AnyLayout, Order};
use tilework_lang::report::{Answer, Facts, Refusal, json, layout_of_in};
use tilework_lang::{Diagnostic, Document, Outcome, Value, visible};

use crate::commands::help::with_command;
use crate::context::Context;
use crate::exit::{NO, OK};
use crate::input;
use crate::ui::picture;
use crate::ui::screen::{ANSWER, QUIET, Screen, WRONG, paint};

/// What is shown besides results.
#[derive(Clone, Copy)]
pub(crate) struct Show {
    pub(crate) facts: bool,
    pub(crate) grid: Option<Draw>,
    /// Whether bindings print their value, and answers are separated by empty lines.
    pub(crate) talkative: bool,
    /// Whether a word may have been meant as a command.
    pub(crate) commands: bool,
}

/// Which grids are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Draw {
    /// Small ones, and a word on how others are shown.
    Small(&'static str),
    All,
}

impl Show {
    /// On a terminal, everything that is small; otherwise only the result.
    fn on(screen: Screen) -> Show {
        let grid = screen.terminal.then_some(Draw::Small("--grid"));
        Show { facts: screen.terminal, grid, talkative: screen.terminal, commands: true }
    }
}

#[derive(Args)]
pub(crate) struct EvaluateArgs {
    /// Expressions, bindings (A = ...) or claims (... = ...); `-` reads them from standard input
    #[arg(value_name = "EXPR", allow_negative_numbers = true)]
    pub(crate) expressions: Vec<OsString>,
    /// Show size, cosize, rank and so on of layouts, even if the output is not a terminal
    #[arg(long)]
    pub(crate) facts: bool,
    /// Draw the grid of offsets, even if it is large or the output is not a terminal
    #[arg(long)]
    pub(crate) grid: bool,
}

pub(crate) fn run(context: &mut Context, args: &EvaluateArgs) -> io::Result<u8> {
    let mut show = Show::on(context.screen);
    show.facts |= args.facts;
    if args.grid {
        show.grid = Some(Draw::All);
    }
    let expressions = expressions(&args.expressions);
    let mut code = OK;
    for (i, expression) in expressions.iter().enumerate() {
        let answer = if expression == "-" && context.json {
            lines(context, |context, line, origin| statement(context, show, line, Some(origin)))?
        } else if expression == "-" {
            document::of_input(context, show)?
        } else {
            if i > 0 && show.talkative && !context.json {
                writeln!(context.out)?;
            }
            argument(context, show, expression.as_encoded_bytes())?
        };
        code = code.max(answer);
    }
    Ok(code)
}

/// The expressions to evaluate; none means standard input. If an argument is an operator alone, as in
/// `tilework 4:2 o 2:1`, the arguments are the pieces of one expression.
fn expressions(arguments: &[OsString]) -> Cow<'_, [OsString]> {
    let operator = |argument: &OsString| {
        ["o", "∘", "~", "=", "=="].iter().any(|operator| argument == operator)
    };
    if arguments.is_empty() {
        vec!["-".into()].into()
    } else if arguments.iter().any(operator) {
        vec![arguments.join(OsStr::new(" "))].into()
    } else {
        arguments.into()
    }
}

/// Handles each line of standard input. With `--json` there is one answer for each line, whatever
/// it holds, and it is written before the program waits for the next.
pub(crate) fn lines(
    context: &mut Context,
    mut each: impl FnMut(&mut Context, &[u8], fmt::Arguments<'_>) -> io::Result<u8>,
) -> io::Result<u8> {
    let (mut line, mut code) = (Vec::new(), OK);
    for number in 1.. {
        match context.next_line(&mut line)? {
            Ok(true) => {}
            Ok(false) => break,
            Err(unreadable) => return Ok(code.max(context.refuse(unreadable)?)),
        }
        if !input::is_blank(&line) {
            code = code.max(each(context, &line, format_args!("standard input:{number}"))?);
        } else if context.json {
            json::write(&mut context.out, &Answer::nothing(&String::from_utf8_lossy(&line)))?;
        }
    }
    Ok(code)
}

/// Evaluates an argument: a statement, or a document of several.
pub(crate) fn argument(context: &mut Context, show: Show, bytes: &[u8]) -> io::Result<u8> {
    let request = context.json && bytes.trim_ascii_start().starts_with(b"{");
    let several = bytes.trim_ascii().contains(&b'\n') || bytes.trim_ascii().contains(&b';');
    match input::text(bytes) {
        Ok(text) if several && !request && !Document::is_one_value(&context.scope, text) => {
            document::of_text(context, show, text)
        }
        _ => statement(context, show, bytes, None),
    }
}

/// Evaluates one statement and shows what came of it.
pub(crate) fn statement(
    context: &mut Context,
    show: Show,
    bytes: &[u8],
    origin: Option<fmt::Arguments<'_>>,
) -> io::Result<u8> {
    let text = match input::text(bytes) {
        Ok(text) => text,
        Err(diagnostic) => {
            let lossy = String::from_utf8_lossy(bytes);
            return context.refuse(Refusal::of(&lossy, diagnostic).read_from(origin));
        }
    };
    // A program may ask anything in JSON. The one value that starts with a brace, a dictionary of Python as
    // numpy prints it, has single quotes.
    let object =
        |text: &str| text.strip_prefix('{').is_some_and(|t| !t.trim_start().starts_with('\''));
    if context.json && object(text.trim_start()) {
        let response = tilework_draw::respond(&mut context.scope, text);
        writeln!(context.out, "{}", response.json)?;
        return Ok(response.status as u8);
    }
    let answered = match context.scope.run_with_notes(text) {
        Ok(answered) => answered,
        Err(unknown) => {
            let unknown = if show.commands { with_command(unknown, text) } else { unknown };
            return context.refuse(Refusal::of(text, unknown).read_from(origin));
        }
    };
    if context.json {
        let notation = context.notation();
        match notation.and_then(|notation| Answer::of(text, &answered, notation)) {
            Ok(answer) => json::write(&mut context.out, &answer)?,
            Err(refusal) => return context.refuse(Refusal::of(text, refusal).read_from(origin)),
        }
    } else {
        if let Some(refusal) = write_outcome(context, show, &answered.outcome)? {
            return context.refuse(Refusal::of(text, refusal).read_from(origin));
        }
        write_notes(context, &answered.notes)?;
    }
    Ok(code(&answered.outcome))
}

/// The exit code of a statement: whether it is a claim that does not hold.
pub(crate) fn code(outcome: &Outcome) -> u8 {
    if matches!(outcome, Outcome::Claim(_, _, false)) { NO } else { OK }
}

/// Says what was read in another way than it is written.
pub(crate) fn write_notes(context: &mut Context, notes: &[String]) -> io::Result<()> {
    notes.iter().try_for_each(|note| context.say(&format!("note: {}\n", visible(note))))
}

/// Writes what a statement did, or returns why its value cannot be written.
pub(crate) fn write_outcome(
    context: &mut Context,
    show: Show,
    outcome: &Outcome,
) -> io::Result<Option<Diagnostic>> {
    let color = context.screen.color;
    match outcome {
        Outcome::Value(value) => return write_value(context, show, None, value),
        Outcome::Bound(name, value) if show.talkative => {
            return write_value(context, show, Some(name), value);
        }
        Outcome::Bound(..) => {}
        Outcome::Claim(_, _, true) => writeln!(context.out, "{}", paint("true", ANSWER, color))?,
        Outcome::Claim(found, ..) => {
            writeln!(context.out, "{}", paint("false", WRONG, color))?;
            let note = format!("the left side is {}\n", context.show_any(found));
            context.say(&note)?;
        }
        // Statements of other kinds have no value to show.
        _ => {}
    }
    Ok(None)
}

/// Answers a question that is not an expression with a value.
pub(crate) fn answer(context: &mut Context, input: &str, value: &Value) -> io::Result<u8> {
    let refusal = if context.json {
        let (notation, order) = (context.notation(), context.scope.order());
        match notation.and_then(|notation| Answer::value_in(order, input, value, notation)) {
            Ok(answer) => {
                json::write(&mut context.out, &answer)?;
                None
            }
            Err(refusal) => Some(refusal),
        }
    } else {
        write_value(context, Show::on(context.screen), None, value)?
    };
    match refusal {
        Some(refusal) => context.refuse(Refusal::of(input, refusal)),
        None => Ok(OK),
    }
}

/// Writes a value, and the facts and the grid of a layout if `show` has them; or returns why it cannot be
/// written in the dialect of `--as`.
fn write_value(
    context: &mut Context,
    show: Show,
    name: Option<&str>,
    value: &Value,
) -> io::Result<Option<Diagnostic>> {
    let (screen, order) = (context.screen, context.scope.order());
    let text = match context.show(value) {
        Ok(text) => paint(&text, ANSWER, screen.color).to_string(),
        Err(refusal) => return Ok(Some(refusal)),
    };
    match name {
        Some(name) => writeln!(context.out, "{name} = {text}")?,
        None => writeln!(context.out, "{text}")?,
    }
    // What there is to draw, and the offset at which it starts.
    let layouts: Vec<(AnyLayout, i64)> = match value {
        Value::Layout(layout) => vec![((**layout).into(), 0)],
        Value::Composed(composed) => vec![((**composed).into(), 0)],
        Value::Slice(layout, base) => vec![((**layout).into(), *base)],
        Value::Tv(tv) => vec![(*tv.layout(), 0)],
        Value::Pair(both) => both.iter().map(|layout| (*layout, 0)).collect(),
        // A shape is drawn as its compact layout, but only with `--grid`.
        _ if show.grid == Some(Draw::All) => {
            layout_of_in(order, value, 0..0).into_iter().map(|layout| (layout.into(), 0)).collect()
        }
        _ => Vec::new(),
    };
    for (layout, base) in &layouts {
        if show.facts {
            let facts = Facts::of_in(order, layout).to_string();
            writeln!(context.out, "{}", paint(&facts, QUIET, screen.color))?;
        }
        // A grid shows coordinates; inside of modes, and through maps, they are counted.
        if order == Order::Lex
            && (layout.depth() > 1 || layout.rank() > 2 || layout.plain().is_none())
        {
            if show.grid == Some(Draw::All) {
                let note = "note: no grid: nested modes are drawn leftmost fastest only\n";
                context.say(note)?;
            }
        } else if show.grid == Some(Draw::All) {
            picture::write(&mut context.out, layout, *base, screen)?;
        } else if let Some(Draw::Small(how)) = show.grid
            && !picture::write_small(&mut context.out, layout, *base, screen)?
        {
            let size = layout.size();
            let hidden = format!("a grid of {size} is too large to show; {how} shows it");
            writeln!(context.out, "{}", paint(&hidden, QUIET, screen.color))?;
        }
    }
    Ok(None)
}
