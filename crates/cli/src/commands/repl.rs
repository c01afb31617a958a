//! `tilework repl`: an interactive session.

mod help;
mod history;

use std::io::{self, BufRead, Write};

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};
use serde::Serialize;
use tilework::Order;
use tilework_lang::Diagnostic;
use tilework_lang::report::{Answer, json};

use crate::commands::evaluate::document::Reading;
use crate::commands::evaluate::{Draw, Show, argument};
use crate::commands::{draw, explain};
use crate::context::Context;
use crate::exit::OK;
use crate::input;
use crate::ui::prompt::Prompt;
use crate::ui::screen::{QUIET, paint};

const GREETING: &str = "\
tilework: type an expression, NAME = expression, or :help. Ctrl-D leaves.";

/// Bindings print their value, and small layouts are drawn.
const SHOW: Show =
    Show { facts: true, grid: Some(Draw::Small(":draw")), talkative: true, commands: false };

/// What a line asks of the loop.
enum Next {
    Continue,
    Leave,
}

pub(crate) fn run(context: &mut Context) -> io::Result<u8> {
    if context.screen.interactive {
        talk(context)?;
    } else {
        script(context)?;
    }
    Ok(OK)
}

/// A session without a terminal: lines are read as they come, and no history is kept.
fn script(context: &mut Context) -> io::Result<()> {
    let mut reading = Reading::new(Some(SHOW), None);
    let mut line = Vec::new();
    for number in 1.. {
        if context.input.buffer().is_empty() {
            context.out.flush()?;
        }
        line.clear();
        if context.input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        match input::text(&line) {
            Ok(text) if reading.is_complete() && command(context, text).is_some() => {
                if let Next::Leave = answer(context, text)? {
                    break;
                }
                // It is a line of the session, but of no statement.
                reading.line(context, number, b"")?;
            }
            _ => reading.line(context, number, &line)?,
        }
    }
    reading.end(context)?;
    Ok(())
}

/// A session on a terminal.
fn talk(context: &mut Context) -> io::Result<()> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .history_ignore_space(true)
        .max_history_size(history::MOST)
        .map_err(broken)?
        .build();
    let mut editor: Editor<Prompt, FileHistory> = Editor::with_config(config).map_err(broken)?;
    editor.set_helper(Some(Prompt::new(context.screen.color)));
    let history = history::file();
    if let Some(path) = &history {
        // The first session has no history, and the session starts even if it cannot be read.
        let _ = editor.load_history(path);
    }
    writeln!(context.out, "{}", paint(GREETING, QUIET, context.screen.color))?;
    loop {
        context.out.flush()?;
        if let Some(helper) = editor.helper_mut() {
            helper.scope = context.scope.clone();
        }
        let line = match editor.readline("> ") {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(broken(error)),
        };
        if line.trim().is_empty() {
            continue;
        }
        let added = editor.add_history_entry(line.as_str()).unwrap_or(false);
        if let (Some(path), true) = (&history, added) {
            // The session goes on if the history cannot be written.
            let _ = history::append(path, &line);
        }
        if let Next::Leave = answer(context, &line)? {
            break;
        }
    }
    Ok(())
}

fn broken(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// The command that a line is, if it is one.
fn command<'a>(context: &Context, line: &'a str) -> Option<&'a str> {
    let line = line.trim();
    let bare = matches!(line, "help" | "quit" | "exit") && context.scope.get(line).is_none();
    if bare { Some(line) } else { line.strip_prefix(':') }
}

/// Answers one input. Only errors of writing are returned; all others are printed, and the loop goes on.
fn answer(context: &mut Context, line: &str) -> io::Result<Next> {
    let Some(command) = command(context, line) else {
        if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
            argument(context, SHOW, line.trim().as_bytes())?;
        }
        return Ok(Next::Continue);
    };
    let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let rest = rest.trim();
    match name {
        "q" | "quit" | "exit" => return Ok(Next::Leave),
        "h" | "help" | "?" => help::write(context, rest)?,
        "names" => names(context)?,
        "order" => order(context, rest)?,
        "explain" if !rest.is_empty() => {
            explain::one(context, rest.as_bytes(), None)?;
        }
        "grid" | "draw" if !rest.is_empty() => {
            draw::small(context, rest)?;
        }
        "explain" | "grid" | "draw" => {
            let message = format!(":{name} needs an expression, as in :{name} (4,8):(1,4)");
            context.refuse(Diagnostic::plain("usage", message))?;
        }
        _ => {
            let message = format!("there is no command `:{name}`; :help lists them");
            context.refuse(Diagnostic::plain("usage", message))?;
        }
    }
    Ok(Next::Continue)
}

/// `:order`: in which order indices count, from now on.
fn order(context: &mut Context, name: &str) -> io::Result<()> {
    match name {
        "" => {}
        "colex" => context.scope.set_order(Order::Colex),
        "lex" => context.scope.set_order(Order::Lex),
        _ => {
            let message = format!("there is no order `{name}`; :order colex or :order lex");
            return context.refuse(Diagnostic::plain("usage", message)).map(|_| ());
        }
    }
    let (name, fastest) = match context.scope.order() {
        Order::Lex => ("lex", "right"),
        Order::Colex => ("colex", "left"),
    };
    if context.json {
        return json::write(&mut context.out, &Counting { order: name });
    }
    let note = format!("order {name}: the {fastest}most coordinate changes fastest");
    writeln!(context.out, "{}", paint(&note, QUIET, context.screen.color))
}

/// The order in which indices count.
#[derive(Serialize)]
struct Counting {
    order: &'static str,
}

fn names(context: &mut Context) -> io::Result<()> {
    if context.json {
        for (name, value) in context.scope.names() {
            // A list of names is complete: what the dialect cannot write is shown in this language.
            let notation = context.notation().unwrap_or(None);
            let answer = |notation| Answer::value_in(context.scope.order(), name, value, notation);
            if let Ok(mut answer) = answer(notation).or_else(|_| answer(None)) {
                answer.name = Some(name.to_owned());
                json::write(&mut context.out, &answer)?;
            }
        }
        return Ok(());
    }
    if context.scope.names().next().is_none() {
        let note = "no names yet: A = (4,8):(1,4) gives one";
        return writeln!(context.out, "{}", paint(note, QUIET, context.screen.color));
    }
    for (name, value) in context.scope.names() {
        writeln!(context.out, "{name} = {value}")?;
    }
    Ok(())
}
