//! The command `tilework`: layouts at the prompt.
//!
//! ```text
//! $ tilework "(6,2):(8,2) o (4,3):(3,1)"
//! ((2,2),3):((24,2),8)
//! ```
//!
//! It is arguments, files and a screen: what it answers, [`tilework_lang::report`] computes. As a library it is
//! for programs that bring the command with them, as the package of another language does.

mod exit;
mod interrupt;
mod options;
mod policy;
mod input;
mod ui;
mod context;
mod picture;
mod commands;
mod console;
mod args;

use std::ffi::OsString;
use std::io::{self, Write};

use args::Cli;
use clap::error::ErrorKind;
use context::Context;
use exit::{BAD, OK};
use policy::Policy;
use tilework_lang::report::{Refusal, json};
use tilework_lang::{Diagnostic, visible_lines};

pub use context::Streams;

/// Runs the command and gives its exit code: 0 an answer, 1 it does not hold, 2 it cannot be read.
///
/// The first of the arguments is the program, which `check --allow-files` starts for the commands of a
/// document.
///
/// ```
/// use tilework_cli::{Streams, run};
///
/// let (mut out, mut err) = (Vec::new(), Vec::new());
/// let streams = Streams { input: &mut &b""[..], out: &mut out, err: &mut err, standard: false };
/// let code = run(&["tilework".into(), "size((4,8)) = 32".into()], streams);
/// assert_eq!((code, &*out, &*err), (0, &b"true\n"[..], &b""[..]));
/// ```
pub fn run(args: &[OsString], streams: Streams<'_>) -> u8 {
    let Streams { input, out, err, standard } = streams;
    let ran = match Cli::read(args) {
        Ok(cli) => {
            let streams = Streams { input, out, err: &mut *err, standard };
            let program = args.first().cloned().unwrap_or_default();
            answer(cli, program, streams, Policy::of_process())
        }
        // On a terminal clap paints.
        Err(error) if standard && object(&error, args).is_none() => {
            error.print().map(|()| error.exit_code() as u8)
        }
        Err(error) => unanswered(&error, args, out, err).map(|()| error.exit_code() as u8),
    };
    match ran {
        Ok(code) => code,
        // The reader closed the pipe, and wants no more answers.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => OK,
        Err(error) => {
            // There is nowhere else to say it.
            let _ = writeln!(err, "error: cannot write: {error}");
            BAD
        }
    }
}

/// Runs a command line within what the policy allows, and gives the exit code.
///
/// # Errors
/// That the output cannot be written, or that the policy does not allow so much of it.
fn answer(cli: Cli, program: OsString, streams: Streams<'_>, policy: Policy) -> io::Result<u8> {
    let mut context = Context::new(cli.common, program, streams, policy);
    if cli.command.is_some() && !cli.evaluate.expressions.is_empty() {
        let message = "expressions and a command cannot be combined; quote an expression that starts like a command";
        return context.refuse(Diagnostic::plain("usage", message));
    }
    let mut code = commands::evaluate::document::of_bindings(&mut context)?;
    if code == OK {
        code = commands::run(&mut context, cli.command, &cli.evaluate)?;
    }
    context.out.flush()?;
    Ok(code)
}

/// Writes help, the version, or why a command line cannot be read.
fn unanswered(
    error: &clap::Error,
    args: &[OsString],
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<()> {
    if let Some(object) = object(error, args) {
        return out.write_all(object.as_bytes());
    }
    let text = error.render().to_string();
    let text = visible_lines(&text);
    if error.use_stderr() { err.write_all(text.as_bytes()) } else { out.write_all(text.as_bytes()) }
}

/// With `--json`: the version, or why a command line cannot be read.
fn object(error: &clap::Error, args: &[OsString]) -> Option<String> {
    if !args.iter().any(|arg| arg == "--json") {
        return None;
    }
    let text = match error.kind() {
        ErrorKind::DisplayVersion => json::text(&json::Version::of(env!("CARGO_PKG_VERSION"))),
        _ if error.use_stderr() => {
            // The message is a paragraph, and so is each tip; the usage comes after them.
            let words = error.render().to_string();
            let line = |words: &str| words.split_whitespace().collect::<Vec<_>>().join(" ");
            let mut paragraphs = words.split("\n\n").map(line);
            let message = paragraphs.next().unwrap_or_default();
            let message = message.strip_prefix("error: ").unwrap_or(&message);
            let mut diagnostic = Diagnostic::plain("usage", message);
            diagnostic.help =
                paragraphs.find_map(|tip| Some(tip.strip_prefix("tip: ")?.to_owned()));
            json::text(&Refusal::new(diagnostic))
        }
        _ => return None,
    };
    Some(text + "\n")
}
