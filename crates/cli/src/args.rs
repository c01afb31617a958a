//! The command line: what can be asked, and the help that teaches it.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, ValueEnum};
use tilework_lang::visible;

use crate::commands::Command;
use crate::commands::evaluate::EvaluateArgs;

const ABOUT: &str = "The algebra of tensor layouts at the prompt";

const LONG_ABOUT: &str = "\
The algebra of tensor layouts at the prompt: the exact answer, or the reason why there is none.

A layout is shape:stride. (4,8):(1,4) is a 4 x 8 matrix whose rows lie 1 and whose columns lie 4
apart; the leftmost coordinate changes fastest. Expressions use CuTe's names, and `A o B` composes.";

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

Layouts print as shape:stride. Quote expressions, since the shell reads parentheses.
Exit code: 0 an answer, 1 no such layout or a claim that is false, 2 wrong usage or unreadable text.";

/// The command line.
#[derive(Parser)]
#[command(name = "tilework", version, about = ABOUT, long_about = LONG_ABOUT, after_help = AFTER)]
#[command(subcommand_precedence_over_arg = true, args_override_self = true)]
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

impl Cli {
    /// Reads a command line. An error shows the arguments, so it is that of arguments that can be shown.
    ///
    /// # Errors
    /// What is wrong with it; also help and version, which are asked for.
    pub(crate) fn read(arguments: &[OsString]) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(arguments).map_err(|error| {
            let shown = arguments.iter().map(|argument| {
                let argument = argument.to_string_lossy();
                visible(&argument).into_owned()
            });
            Cli::try_parse_from(shown).err().unwrap_or(error)
        })
    }
}

/// What every command understands.
#[derive(Args)]
pub(crate) struct Common {
    /// Answer in JSON, one object a line (the schema is in docs/json.md)
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Evaluate the statements of FILE first; the names they bind can be used
    #[arg(short = 'f', long = "bindings", value_name = "FILE", global = true)]
    pub(crate) bindings: Option<PathBuf>,
    /// Print results as another dialect writes them
    #[arg(long = "as", value_name = "DIALECT", global = true)]
    pub(crate) dialect: Option<As>,
    /// When to use colour: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, value_name = "WHEN", global = true)]
    pub(crate) color: Vec<Color>,
}

impl Common {
    /// When colour is used.
    pub(crate) fn when(&self) -> When {
        let said = self.color.iter().rev().find_map(|color| match color {
            Color::When(when) => Some(*when),
            Color::By(_) => None,
        });
        said.unwrap_or(When::Auto)
    }

    /// Whether colours are wanted everywhere.
    pub(crate) fn always(&self) -> bool {
        self.when() == When::Always
    }

    /// What colours are to stand for.
    pub(crate) fn color_by(&self) -> Option<&str> {
        self.color.iter().rev().find_map(|color| match color {
            Color::When(_) => None,
            Color::By(what) => Some(what.as_str()),
        })
    }
}

/// The value of `--color`: when there is colour and, for pictures, what it stands for.
#[derive(Clone)]
pub(crate) enum Color {
    When(When),
    By(String),
}

impl From<String> for Color {
    fn from(text: String) -> Color {
        match When::from_str(&text, false) {
            Ok(when) => Color::When(when),
            Err(_) => Color::By(text),
        }
    }
}

/// When there is colour.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Also into a file or pipe
    Always,
    /// Not at all
    Never,
}

/// `--as`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum As {
    /// CuTe C++, as print() writes it: (_4,_8):(_1,_4)
    Cute,
    /// CuTe DSL and IR: (4,8):(1,4)
    Dsl,
    /// Python: Layout((4, 8), (1, 4))
    Python,
    /// C++ types: Layout<Shape<_4,_8>,Stride<_1,_4>>
    CppTypes,
}
