//! The command `tilework`: layouts at the prompt.
//!
//! ```text
//! $ tilework "(6,2):(8,2) o (4,3):(3,1)"
//! ((2,2),3):((24,2),8)
//! ```

mod args;
mod commands;
mod console;
mod context;
mod figure;
mod input;
mod interrupt;
mod policy;
mod ui;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use args::{Cli, Command};
use commands::{check, compare, draw, evaluate, explain, manual, recover, relayout, repl, solve};
use context::{Context, Streams};
use policy::Policy;
use ui::refusal::{self, BAD, OK};

fn main() -> ExitCode {
    let (mut input, mut out, mut err) = (io::stdin(), io::stdout().lock(), io::stderr());
    let streams = Streams { input: &mut input, out: &mut out, err: &mut err };
    let arguments: Vec<_> = std::env::args_os().collect();
    let cli = match Cli::read(&arguments) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    match run(cli, streams, Policy::of_process()) {
        Ok(code) => ExitCode::from(code),
        // Whoever read the answers has heard enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: cannot write: {error}");
            ExitCode::from(BAD)
        }
    }
}

/// Does what is asked, within what the policy allows, and gives the exit code.
///
/// # Errors
/// That the output cannot be written, or that the policy does not allow so much of it.
pub(crate) fn run(cli: Cli, streams: Streams<'_>, policy: Policy) -> io::Result<u8> {
    let mut context = Context::new(cli.common, streams, policy);
    if cli.command.is_some() && !cli.evaluate.expressions.is_empty() {
        let message = "expressions and a command cannot stand together; quote an expression that starts like a command";
        return context.refuse(refusal::plain("usage", message));
    }
    let drawing = matches!(cli.command, Some(Command::Draw(_)));
    if let Some(what) = context.common.color_by().filter(|_| !drawing) {
        let message = format!("--color is auto, always or never, not `{what}`");
        let mut diagnostic = refusal::plain("usage", message);
        diagnostic.help = Some("`tilework draw` also takes what colours stand for".to_owned());
        return context.refuse(diagnostic);
    }
    let mut code = context.load_bindings()?;
    if code == OK {
        code = command(&mut context, cli.command, &cli.evaluate)?;
    }
    context.out.flush()?;
    Ok(code)
}

fn command(
    context: &mut Context,
    command: Option<Command>,
    evaluate: &args::EvaluateArgs,
) -> io::Result<u8> {
    match command {
        Some(Command::Explain(args)) => explain::run(context, &args),
        Some(Command::Check(args)) => check::run(context, &args),
        Some(Command::Draw(args)) => draw::run(context, &args),
        Some(Command::Recover(args)) => recover::run(context, &args),
        Some(Command::Solve(args)) => solve::run(context, &args),
        Some(Command::Compare(args)) => compare::run(context, &args),
        Some(Command::Relayout(args)) => relayout::run(context, &args),
        Some(Command::Repl) => repl::run(context),
        Some(Command::Man { command }) => manual::page(context, command.as_deref()),
        Some(Command::Completions { shell }) => manual::completions(context, shell),
        // Someone at a terminal who asks nothing wants to talk.
        None if evaluate.expressions.is_empty()
            && !context.json
            && context.screen.terminal
            && io::stdin().is_terminal() =>
        {
            repl::run(context)
        }
        None => evaluate::run(context, evaluate),
    }
}
