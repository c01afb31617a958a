//! The command line: what can be asked, and the help that teaches it.

pub(crate) mod relayout;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use tilework_lang::visible;

use crate::commands::check::CheckArgs;
use relayout::RelayoutArgs;

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

/// The default command.
#[derive(Args)]
pub(crate) struct EvaluateArgs {
    /// Expressions, bindings (A = ...) or claims (... = ...); `-` reads them from standard input
    #[arg(value_name = "EXPR", allow_negative_numbers = true)]
    pub(crate) expressions: Vec<OsString>,
    /// Say size, cosize, rank, ... of layouts, also when the output is not a terminal
    #[arg(long)]
    pub(crate) facts: bool,
    /// Draw the grid of offsets, also when it is large or the output is not a terminal
    #[arg(long)]
    pub(crate) grid: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show step by step how an operation gets its result, or why it has none
    #[command(after_help = "\
Examples:
  tilework explain \"(6,2):(8,2) o (4,3):(3,1)\"
  tilework explain \"logical_divide((4,2,3):(2,1,8), 4:2)\"
  tilework explain \"(6,2):(1,7) o (3,2):(2,3)\"   why this is no layout (exit code 1)")]
    Explain(ExplainArgs),
    /// Check the claims about layouts in texts: `A o B = C`, and sentences that say so
    #[command(after_help = "\
Reads lines `expr = result`, blocks marked `layout` or `tilework`, inline code, sentences such as
\"`complement(4:2, 24)` is `(2,3):(1,8)`\", derivations, and comments beside C++ code.
<!-- tilework: off --> and <!-- tilework: on --> stand around what is not to be read.

In blocks marked `console`, commands `$ tilework ...` are run if they only answer: they open no files
and start no programs, and what would is shown as not run (docs/check.md).

Exit code 0 when all claims hold, 1 when some do not, 2 when a file cannot be read.

Examples:
  tilework check README.md docs/*.md
  tilework check --list notes.txt               every claim that was read
  tilework check --fix notes.txt                write the right results")]
    Check(CheckArgs),
    /// Find the layout of a table of offsets, or the first index at which none exists
    #[command(after_help = "\
Numbers are separated by spaces, commas or lines; brackets are ignored, so lists can be pasted.

Examples:
  echo 0 2 4 7 9 11 | tilework recover              (3,2):(2,7)
  echo \"[5, 7, 9]\" | tilework recover --offset      3:2 at 5
  tilework recover trace.csv --column offset        a column by its name
  tilework recover trace.csv --column 2             the second column")]
    Recover(RecoverArgs),
    /// Solve `A o ? = C` or `? o B = C` for the layout that is missing
    #[command(after_help = "\
The answer to `A o ? = C` stays inside of A where it can; else it goes on past the end of A, as `o` does.
That there is none is proved, and the first index said. For `? o B = C` not everything is tried.

Examples:
  tilework solve \"(8,6):(6,1) o ? = (8,3,2):(3,1,24)\"     ((2,4),3,2):((24,1),8,4)
  tilework solve \"? o (4,8):(8,1) = (4,8):(1,4)\"")]
    Solve(SolveArgs),
    /// Compare two layouts: as functions, and their shapes
    #[command(after_help = "\
Exit code 0 when both are the same function (the same size, and the same offset at every index).

Examples:
  tilework compare \"(2,4):(1,2)\" \"8:1\"              the same function
  tilework compare \"(4,8):(1,4)\" \"(4,8):(8,1)\"      differ at index 1")]
    Compare(CompareArgs),
    /// Draw a layout, or an operation with its operands: terminal, SVG, HTML, TikZ, PNG
    #[command(after_help = "\
An operation is drawn with its operands, and what belongs together has the same colour.
--color BY sets what colours stand for: none, offset, index, row, column, tile, mode=0.1,
layout=(4,8):(8,1), thread, value, bank=BYTES (of an element). Large layouts are drawn in blocks.

Examples:
  tilework draw \"(8,8):(8,1)\"                                  in the terminal
  tilework draw \"(6,2):(8,2) o (4,3):(3,1)\" -o compose.svg      operands and result
  tilework draw \"zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)\" -o tiles.html
  tilework draw \"complement((2,2):(1,6), 24)\" -o complement.tex  for LaTeX
  tilework draw \"(32,32):(32,1)\" --color bank=4 -o banks.png     banks of shared memory
  tilework draw \"((4,8),(2,2)):((32,1),(16,8))\" --tv \"(16,8)\"  who owns what")]
    Draw(DrawArgs),
    /// Move the data of a file from one layout to another: raw data and .npy
    #[command(after_help = relayout::HELP)]
    Relayout(RelayoutArgs),
    /// Work interactively: names, history, completion (also: plain `tilework` on a terminal)
    #[command(after_help = "\
Inside: an expression, NAME = expression, or one of
  :help [OPERATION]   :explain EXPR   :draw EXPR   :names   :quit
An open parenthesis continues on the next line. Tab completes, Ctrl-C clears, Ctrl-D leaves.")]
    Repl,
    /// Print the manual page, in roff: `tilework man | man -l -`
    #[command(after_help = "\
Examples:
  tilework man | man -l -
  tilework man recover > tilework-recover.1")]
    Man {
        /// The page of this command instead of the main page
        command: Option<String>,
    },
    /// Print the completions of a shell
    #[command(after_help = "\
Examples:
  tilework completions bash > ~/.local/share/bash-completion/completions/tilework
  tilework completions fish > ~/.config/fish/completions/tilework.fish
  tilework completions zsh > \"${fpath[1]}/_tilework\"")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// Expressions; `-` reads them from standard input
    #[arg(value_name = "EXPR", required = true, allow_negative_numbers = true)]
    pub(crate) expressions: Vec<OsString>,
}

#[derive(Args)]
pub(crate) struct DrawArgs {
    /// A layout or an expression
    #[arg(value_name = "EXPR", allow_negative_numbers = true)]
    pub(crate) expression: OsString,
    /// Write to FILE; its extension says the format: .svg, .html, .tex, .png, .txt
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The format, when no file name says it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// What is written into the cells
    #[arg(long, value_name = "WHAT", default_value = "offset")]
    pub(crate) labels: LabelArg,
    /// Mark the cells of a slice, such as (_,2)
    #[arg(long, value_name = "COORD", allow_hyphen_values = true)]
    pub(crate) slice: Option<String>,
    /// Draw a layout (T,V) over data of this shape: which thread owns which element
    #[arg(long, value_name = "SHAPE", conflicts_with_all = ["slice", "strip"])]
    pub(crate) tv: Option<String>,
    /// Draw the offsets that are reached, as a strip
    #[arg(long, conflicts_with = "slice")]
    pub(crate) strip: bool,
    /// Draw only the result of an operation
    #[arg(long)]
    pub(crate) result: bool,
    /// The title; without, what was typed
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// The background it is made for; auto follows the reader (PNG: light)
    #[arg(long, value_name = "THEME", default_value = "auto")]
    pub(crate) theme: ThemeArg,
    /// The pixels of a PNG for each of the SVG
    #[arg(long, value_name = "N", default_value = "2", value_parser = scale)]
    pub(crate) scale: f32,
}

/// A scale that makes sense.
fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.1..=10.0).contains(&scale) => Ok(scale),
        _ => Err("a number from 0.1 to 10".to_owned()),
    }
}

/// The formats of pictures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text with box characters
    Txt,
    /// SVG, light and dark
    Svg,
    /// A page that links cells
    Html,
    /// LaTeX with TikZ
    Tex,
    /// Pixels
    Png,
}

impl Format {
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Format::Txt => "txt",
            Format::Svg => "svg",
            Format::Html => "html",
            Format::Tex => "tex",
            Format::Png => "png",
        }
    }
}

/// `--labels`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LabelArg {
    /// The offset
    Offset,
    /// The one-dimensional index
    Index,
    /// The coordinate
    Coord,
    /// Thread and value (with --tv)
    Tv,
    /// Nothing
    None,
}

/// `--theme`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeArg {
    /// That of the reader
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

#[derive(Args)]
pub(crate) struct RecoverArgs {
    /// The file with the numbers; standard input if absent or `-`
    pub(crate) file: Option<PathBuf>,
    /// Read this column of a CSV file: its number, from 1, or its name in the first row
    #[arg(long, value_name = "N|NAME")]
    pub(crate) column: Option<String>,
    /// If the table does not start with 0, subtract its first entry and say so
    #[arg(long, visible_alias = "modes")]
    pub(crate) offset: bool,
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    /// The equation, with `?` for the layout to find
    #[arg(value_name = "EQUATION")]
    pub(crate) equation: OsString,
}

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// A layout, or an expression that gives one
    pub(crate) a: OsString,
    /// The layout to compare it with
    pub(crate) b: OsString,
}
