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
        Err(error) => {
            let written = match unread(&error, args) {
                Some(object) => out.write_all(object.as_bytes()),
                None if standard => error.print(),
                None => {
                    let to = if error.use_stderr() { &mut *err } else { out };
                    to.write_all(visible_lines(&error.render().to_string()).as_bytes())
                }
            };
            written.map(|()| error.exit_code() as u8)
        }
    };
    match ran {
        Ok(code) => code,
        // Whoever read the answers has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => OK,
        Err(error) => {
            // There is nowhere else to say it.
            let _ = writeln!(err, "error: cannot write: {error}");
            BAD
        }
    }
}

/// Does what is asked, within what the policy allows, and gives the exit code.
///
/// # Errors
/// That the output cannot be written, or that the policy does not allow so much of it.
fn answer(cli: Cli, program: OsString, streams: Streams<'_>, policy: Policy) -> io::Result<u8> {
    let mut context = Context::new(cli.common, program, streams, policy);
    if cli.command.is_some() && !cli.evaluate.expressions.is_empty() {
        let message = "expressions and a command cannot stand together; quote an expression that starts like a command";
        return context.refuse(Diagnostic::plain("usage", message));
    }
    let mut code = context.load_bindings()?;
    if code == OK {
        code = commands::run(&mut context, cli.command, &cli.evaluate)?;
    }
    context.out.flush()?;
    Ok(code)
}

/// What is said in JSON about a command line that is no question: its version, or why it cannot be read.
fn unread(error: &clap::Error, args: &[OsString]) -> Option<String> {
    if !args.iter().any(|arg| arg == "--json") {
        return None;
    }
    let object = match error.kind() {
        ErrorKind::DisplayVersion => json::text(&json::Version::of(env!("CARGO_PKG_VERSION"))),
        _ if error.use_stderr() => {
            // The message is a paragraph, and so is each tip; the usage comes after them.
            let text = error.render().to_string();
            let line = |words: &str| words.split_whitespace().collect::<Vec<_>>().join(" ");
            let mut paragraphs = text.split("\n\n").map(line);
            let message = paragraphs.next().unwrap_or_default();
            let message = message.strip_prefix("error: ").unwrap_or(&message);
            let mut diagnostic = Diagnostic::plain("usage", message);
            diagnostic.help =
                paragraphs.find_map(|tip| Some(tip.strip_prefix("tip: ")?.to_owned()));
            json::text(&Refusal::new(diagnostic))
        }
        _ => return None,
    };
    Some(object + "\n")
}
