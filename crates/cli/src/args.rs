//! The command line and its help.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{CommandFactory, FromArgMatches, Parser};
use tilework_lang::visible;

use crate::commands::Command;
use crate::commands::evaluate::EvaluateArgs;
use crate::options::{Common, When};

const ABOUT: &str = "The algebra of tensor layouts at the prompt";

const LONG_ABOUT: &str = "\
The algebra of tensor layouts at the prompt: the exact answer, or the reason why there is none.

A layout is shape:stride. (4,8):(1,4) is a 4 x 8 matrix in which a step down adds 1 to the offset and
a step to the right adds 4; the leftmost coordinate changes fastest. Expressions use CuTe's names, and
`A o B` composes.";

const AFTER: &str = "\
Examples:
  tilework \"(6,2):(8,2) o (4,3):(3,1)\"          compose: ((2,2),3):((24,2),8)
  tilework \"zipped_divide((12,32), <4,8>)\"      tiles of 4 x 8
  tilework \"A = (4,8):(1,4)\" \"A(1,2)\" \"A(_,2)\"  names, an offset, a slice
  tilework \"complement(4:2, 24) = (2,4):(1,8)\"  a claim: prints false, exit code 1
  tilework explain \"complement(4:2, 24)\"        step by step
  tilework draw \"(8,8):(8,1)\" -o layout.svg      a picture
  tilework relayout --permute 1,0 a.npy b.npy   move data: any layout to any other
  seq 0 3 21 | tilework recover                 the layout of a list of offsets
  tilework --json - < expressions.txt           one JSON object for each line
  tilework                                      an interactive session; :help lists operations

Layouts print as shape:stride. Quote expressions: parentheses are special to the shell.
Exit code: 0 an answer, 1 no such layout or a claim that is false, 2 wrong usage or unreadable text.";

/// The command line.
#[derive(Parser)]
#[command(name = "tilework", version, about = ABOUT, long_about = LONG_ABOUT, after_help = AFTER)]
#[command(subcommand_precedence_over_arg = true, args_override_self = true)]
#[command(disable_help_subcommand = true)]
#[command(
    override_usage = "tilework [OPTIONS] EXPR...\n       tilework [OPTIONS] COMMAND [ARGS]..."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) evaluate: EvaluateArgs,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The command line of expressions alone, which most are.
#[derive(Parser)]
#[command(args_override_self = true, disable_help_flag = true)]
struct Expressions {
    #[command(flatten)]
    evaluate: EvaluateArgs,
    #[command(flatten)]
    common: Common,
}

impl Expressions {
    /// Reads a command line that names no command; `None` for one that has to be read as a whole, or has an error.
    ///
    /// Describing twenty commands and their options takes longer than everything else that an expression needs.
    fn read(arguments: &[OsString]) -> Option<Cli> {
        let names = || GROUPS.iter().flat_map(|(_, names)| *names);
        let is_command = |argument: &OsString| names().any(|name| argument == *name);
        if arguments.iter().skip(1).any(is_command) {
            return None;
        }
        let Expressions { evaluate, common } = Expressions::try_parse_from(arguments).ok()?;
        Some(Cli { command: None, evaluate, common })
    }
}

impl Cli {
    /// Reads a command line. An error shows the arguments, so it is that of arguments that can be shown.
    ///
    /// # Errors
    /// What is wrong with it; clap also returns help and version as errors.
    pub(crate) fn read(arguments: &[OsString]) -> Result<Cli, clap::Error> {
        let read = |arguments: &[OsString]| {
            let mut command = command();
            let matches = command.try_get_matches_from_mut(arguments)?;
            Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
        };
        if let Some(cli) = Expressions::read(arguments) {
            return Ok(cli);
        }
        read(arguments).map_err(|error| {
            let shown: Vec<OsString> = arguments
                .iter()
                .map(|argument| visible(&argument.to_string_lossy()).into_owned().into())
                .collect();
            read(&shown).err().unwrap_or(error)
        })
    }
}

/// The command line, with its commands in groups.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command();
    let help = help_template(&command);
    command.help_template(help)
}

/// The commands by what they are about.
pub(crate) const GROUPS: [(&str, &[&str]); 5] = [
    ("Layouts", &["explain", "recover", "solve", "compare", "check"]),
    ("Pictures", &["draw"]),
    (
        "Hardware",
        &["bank", "swizzle", "global", "copy", "mma", "atom", "tma", "descriptor", "hardware"],
    ),
    ("Data", &["relayout"]),
    ("Other", &["repl", "help", "man", "completions"]),
];

/// What a command of the whole does, in one line.
pub(crate) fn about(command: &clap::Command, name: &str) -> String {
    let about = command.find_subcommand(name).and_then(clap::Command::get_about);
    about.map(ToString::to_string).unwrap_or_default()
}

/// The help of the whole command, in which the list of commands has groups.
fn help_template(command: &clap::Command) -> String {
    let (header, literal) = (command.get_styles().get_header(), command.get_styles().get_literal());
    let mut out = String::from("{before-help}{about-with-newline}\n{usage-heading} {usage}\n");
    for (group, names) in GROUPS {
        out += &format!("\n{header}{group}:{header:#}\n");
        if group == "Layouts" {
            out += &format!("  {literal}EXPR...{literal:#}      {EXPRESSIONS}\n");
        }
        for name in names {
            let about = about(command, name);
            out += &format!("  {literal}{name:<11}{literal:#}  {about}\n");
        }
    }
    out + &format!(
        "\n{header}Arguments:{header:#}\n{{positionals}}\n\n{header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}

const EXPRESSIONS: &str = "Evaluate expressions; this needs no command";

/// Why a command may not be run for a document: what it would do besides answering.
pub(crate) fn forbidden(cli: &Cli) -> Option<String> {
    let file = |path: &Path| {
        (path != Path::new("-")).then(|| format!("it names a file, {}", path.display()))
    };
    let some = |path: &Option<PathBuf>| path.as_deref().and_then(file);
    let args = match &cli.command {
        None
        | Some(
            Command::Explain(_)
            | Command::Solve(_)
            | Command::Compare(_)
            | Command::Tma(_)
            | Command::Descriptor(_)
            | Command::Repl
            | Command::Help(_)
            | Command::Man(_)
            | Command::Completions(_),
        ) => None,
        Some(Command::Check(args)) => {
            let asks = args.fix || args.allow_files;
            let asks = asks.then(|| "it asks to use files".to_owned());
            asks.or_else(|| args.files.iter().find_map(|path| file(path)))
        }
        Some(Command::Recover(args)) => some(&args.file),
        Some(Command::Draw(args)) => args.picture.forbidden(),
        Some(Command::Bank(args)) => {
            args.machine.forbidden().or_else(|| args.picture.args.forbidden())
        }
        Some(Command::Swizzle(args)) => {
            args.machine.forbidden().or_else(|| args.picture.args.forbidden())
        }
        Some(Command::Global(args)) => {
            args.machine.forbidden().or_else(|| args.picture.args.forbidden())
        }
        Some(Command::Copy(args)) => args.picture.args.forbidden(),
        Some(Command::Mma(args)) => args.picture.args.forbidden(),
        Some(Command::Atom(args)) => args.picture.args.forbidden(),
        Some(Command::Hardware(args)) => some(&args.file),
        Some(Command::Relayout(args)) if args.progress == When::Always => {
            Some("it shows progress".to_owned())
        }
        Some(Command::Relayout(args)) if args.tune => Some("it measures the machine".to_owned()),
        Some(Command::Relayout(args)) => file(args.input()).or_else(|| some(&args.output)),
    };
    args.or_else(|| some(&cli.common.bindings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let command = Cli::command();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        all.sort();
        grouped.sort();
        assert_eq!(all, grouped);
        command.debug_assert();
    }
}
