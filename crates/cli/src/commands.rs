//! The commands, one file each.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod draw;
pub(crate) mod hardware;
pub(crate) mod help;
pub(crate) mod evaluate;
pub(crate) mod explain;
pub(crate) mod man;
pub(crate) mod recover;
pub(crate) mod relayout;
pub(crate) mod repl;
pub(crate) mod solve;

use std::io;

use clap::Subcommand;

use crate::context::Context;
use check::CheckArgs;
use compare::CompareArgs;
use completions::CompletionsArgs;
use draw::DrawArgs;
use evaluate::EvaluateArgs;
use explain::ExplainArgs;
use hardware::atom::AtomArgs;
use hardware::bank::BankArgs;
use hardware::copy::CopyArgs;
use hardware::descriptor::DescriptorArgs;
use hardware::global::GlobalArgs;
use hardware::mma::MmaArgs;
use hardware::requests::RequestsArgs;
use hardware::swizzle::SwizzleArgs;
use hardware::tma::TmaArgs;
use help::HelpArgs;
use man::ManArgs;
use recover::RecoverArgs;
use relayout::RelayoutArgs;
use solve::SolveArgs;

/// What can be asked besides expressions.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show step by step how an operation gets its result, or why it has none
    #[command(after_help = "\
Examples:
  tilework explain \"(6,2):(8,2) o (4,3):(3,1)\"
  tilework explain \"logical_divide((4,2,3):(2,1,8), 4:2)\"
  tilework explain \"(6,2):(1,7) o (3,2):(2,3)\"   why this is no layout (exit code 1)")]
    Explain(ExplainArgs),
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
The solution of `A o ? = C` stays inside A where possible, and otherwise continues past the end of A, as
`o` does. If there is none, that is proved, and the first index without a match is printed. The search
for `? o B = C` is not exhaustive.

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
    /// Check the claims about layouts in texts: `A o B = C`, and sentences that say so
    #[command(after_help = "\
Reads lines `expr = result`, blocks marked `layout` or `tilework`, inline code, sentences such as
\"`complement(4:2, 24)` is `(2,3):(1,8)`\", derivations, and comments beside C++ code.
Text between <!-- tilework: off --> and <!-- tilework: on --> is skipped.

Commands `$ tilework ...` in blocks marked `console` are run without access to files or other programs;
a command that needs either is reported as not run (docs/check.md).

Exit code 0 when all claims hold, 1 when some do not, 2 when a file cannot be read.

Examples:
  tilework check README.md docs/*.md
  tilework check --list notes.txt               every claim
  tilework check --fix notes.txt                correct the results")]
    Check(CheckArgs),
    /// Draw a layout, or an operation with its operands: terminal, SVG, HTML, TikZ, PNG
    #[command(after_help = "\
An operation is drawn with its operands, and what belongs together has the same colour.
With --color-by only the result is drawn, in those colours. Large layouts are drawn in blocks.

Examples:
  tilework draw \"(8,8):(8,1)\"                                  in the terminal
  tilework draw \"(6,2):(8,2) o (4,3):(3,1)\" -o compose.svg      operands and result
  tilework draw \"zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)\" -o tiles.html
  tilework draw \"complement((2,2):(1,6), 24)\" -o complement.tex  for LaTeX
  tilework draw \"(32,32):(32,1)\" --color-by bank=4 -o banks.png  banks of shared memory
  tilework draw \"((4,8),(2,2)):((32,1),(16,8))\" --tv \"(16,8)\"  who owns what")]
    Draw(DrawArgs),
    /// Count the bank conflicts of accesses to shared memory, for all iterations
    #[command(after_help = hardware::bank::HELP)]
    Bank(BankArgs),
    /// Find the swizzle that accesses to shared memory need, with the proof that no smaller one does
    #[command(after_help = hardware::swizzle::HELP)]
    Swizzle(SwizzleArgs),
    /// Count the sectors of an access to global memory, or find its widest vector
    #[command(after_help = hardware::global::HELP)]
    Global(GlobalArgs),
    /// Show a tiled copy: which thread moves what
    #[command(after_help = hardware::copy::HELP)]
    Copy(CopyArgs),
    /// Show a tiled MMA: which thread owns what
    #[command(after_help = hardware::mma::HELP)]
    Mma(MmaArgs),
    /// Show an atom of a tensor core or of a copy, or list those that match
    #[command(after_help = hardware::atom::HELP)]
    Atom(AtomArgs),
    /// Check a tensor map of TMA, or derive its box from two layouts
    #[command(after_help = hardware::tma::HELP)]
    Tma(TmaArgs),
    /// Find the descriptor of an operand in shared memory, for wgmma and tcgen05
    #[command(after_help = hardware::descriptor::HELP)]
    Descriptor(DescriptorArgs),
    /// Answer questions about hardware in JSON, one a line
    #[command(after_help = hardware::requests::HELP)]
    Hardware(RequestsArgs),
    /// Move the data of a file from one layout to another: raw data and .npy
    #[command(after_help = relayout::HELP)]
    Relayout(RelayoutArgs),
    /// Work interactively: names, history, completion (also: plain `tilework` on a terminal)
    #[command(after_help = "\
Inside: an expression, NAME = expression, or one of
  :help [OPERATION]   :explain EXPR   :draw EXPR   :names   :order [lex|colex]   :quit
An open parenthesis continues on the next line. Tab completes, Ctrl-C clears, Ctrl-D leaves.")]
    Repl,
    /// Explain a command, an operation such as zipped_divide, or a notation such as `==`
    #[command(after_help = "\
Examples:
  tilework help draw                the options of a command
  tilework help zipped_divide       how an operation is called, what it does, an example
  tilework help \"==\"                what an operator or a notation means
  tilework help --all               everything, with one line each")]
    Help(HelpArgs),
    /// Print the manual page, in roff: `tilework man | man -l -`
    #[command(after_help = "\
Examples:
  tilework man | man -l -
  tilework man recover > tilework-recover.1")]
    Man(ManArgs),
    /// Print the completions of a shell
    #[command(after_help = "\
Examples:
  tilework completions bash > ~/.local/share/bash-completion/completions/tilework
  tilework completions fish > ~/.config/fish/completions/tilework.fish
  tilework completions zsh > \"${fpath[1]}/_tilework\"")]
    Completions(CompletionsArgs),
}

/// Runs a command; without one, what is left of the arguments are expressions.
pub(crate) fn run(
    context: &mut Context,
    command: Option<Command>,
    evaluate: &EvaluateArgs,
) -> io::Result<u8> {
    // What does not count in the order that was asked for, says so.
    let fixed = match &command {
        Some(Command::Check(_)) => Some("check"),
        Some(Command::Draw(_)) => Some("draw"),
        Some(Command::Bank(_)) => Some("bank"),
        Some(Command::Swizzle(_)) => Some("swizzle"),
        Some(Command::Global(_)) => Some("global"),
        Some(Command::Copy(_)) => Some("copy"),
        Some(Command::Mma(_)) => Some("mma"),
        Some(Command::Atom(_)) => Some("atom"),
        Some(Command::Tma(_)) => Some("tma"),
        Some(Command::Descriptor(_)) => Some("descriptor"),
        Some(Command::Hardware(_)) => Some("hardware"),
        Some(Command::Relayout(_)) => Some("relayout"),
        _ => None,
    };
    if let Some(Err(diagnostic)) = fixed.map(|name| context.scope.only_colex(name)) {
        return context.refuse(diagnostic);
    }
    match command {
        Some(Command::Explain(args)) => explain::run(context, &args),
        Some(Command::Recover(args)) => recover::run(context, &args),
        Some(Command::Solve(args)) => solve::run(context, &args),
        Some(Command::Compare(args)) => compare::run(context, &args),
        Some(Command::Check(args)) => check::run(context, &args),
        Some(Command::Draw(args)) => draw::run(context, &args),
        Some(Command::Bank(args)) => hardware::bank::run(context, &args),
        Some(Command::Swizzle(args)) => hardware::swizzle::run(context, &args),
        Some(Command::Global(args)) => hardware::global::run(context, &args),
        Some(Command::Copy(args)) => hardware::copy::run(context, &args),
        Some(Command::Mma(args)) => hardware::mma::run(context, &args),
        Some(Command::Atom(args)) => hardware::atom::run(context, &args),
        Some(Command::Tma(args)) => hardware::tma::run(context, &args),
        Some(Command::Descriptor(args)) => hardware::descriptor::run(context, &args),
        Some(Command::Hardware(args)) => hardware::requests::run(context, &args),
        Some(Command::Relayout(args)) => relayout::run(context, &args),
        Some(Command::Repl) => repl::run(context),
        Some(Command::Help(args)) => help::run(context, &args),
        Some(Command::Man(args)) => man::run(context, &args),
        Some(Command::Completions(args)) => completions::run(context, &args),
        // At a terminal, no arguments start a session.
        None if evaluate.expressions.is_empty() && !context.json && context.screen.interactive => {
            repl::run(context)
        }
        None => evaluate::run(context, evaluate),
    }
}
