//! Options that several commands about hardware share.

use clap::{Args, ValueEnum};

use crate::picture::PictureArgs;

/// The machine that is asked about.
#[derive(Args)]
pub(crate) struct MachineArgs {
    /// The machine: nvidia, kepler8, cdna1 to cdna4, rdna3, rdna4, an architecture such as sm_90 or gfx942, or
    /// FILE.json with one of your own
    #[arg(
        long,
        value_name = "NAME|FILE.json",
        default_value = "nvidia",
        hide_default_value = true
    )]
    pub(crate) machine: String,
    /// The number of banks of shared memory
    #[arg(long, value_name = "N")]
    pub(crate) banks: Option<u32>,
    /// The bytes of a word of a bank
    #[arg(long, value_name = "BYTES")]
    pub(crate) bank_bytes: Option<u32>,
    /// The lanes of a warp
    #[arg(long, value_name = "N")]
    pub(crate) lanes: Option<u32>,
    /// The bytes of a sector of global memory
    #[arg(long, value_name = "BYTES")]
    pub(crate) sector: Option<u32>,
    /// The bytes of a line of global memory
    #[arg(long, value_name = "BYTES")]
    pub(crate) line: Option<u32>,
    /// Whether lanes that store to one word share an access to it
    #[arg(long, value_name = "yes|no", hide_possible_values = true)]
    pub(crate) store_merge: Option<YesNo>,
}

impl MachineArgs {
    /// Why a command with these options may not be run for a document.
    pub(crate) fn forbidden(&self) -> Option<String> {
        self.file().map(|file| format!("it names a file, {file}"))
    }

    /// The file that has the machine.
    pub(crate) fn file(&self) -> Option<&str> {
        let name = self.machine.as_str();
        let is_path = name.contains(['/', '\\']) || name.to_ascii_lowercase().ends_with(".json");
        is_path.then_some(name)
    }
}

/// `--store-merge`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    /// They do
    Yes,
    /// They do not
    No,
}

/// The accesses of a layout, and how wide its elements are.
#[derive(Args)]
pub(crate) struct AccessArgs {
    /// The bits of an element; also `--dtype f16`, or those of a pasted smem_ptr[16b](...)
    #[arg(long, value_name = "N")]
    pub(crate) bits: Option<u32>,
    /// An access; several are allowed
    #[arg(long, value_name = "ACCESS", required = true)]
    pub(crate) access: Vec<String>,
}

/// What is shown besides the answer.
#[derive(Args)]
pub(crate) struct FactsArgs {
    /// Show what would be asked next, even if the output is not a terminal
    #[arg(long)]
    pub(crate) facts: bool,
}

/// A picture beside the answer.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
pub(crate) struct Picture {
    #[command(flatten)]
    pub(crate) args: PictureArgs,
}

/// An operand of an MMA.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OperandArg {
    /// M x K
    #[value(name = "A", alias = "a")]
    A,
    /// N x K
    #[value(name = "B", alias = "b")]
    B,
    /// M x N
    #[value(name = "C", alias = "c")]
    C,
}

/// A side of a copy.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideArg {
    /// What is read
    #[value(name = "S", alias = "s")]
    S,
    /// What is written
    #[value(name = "D", alias = "d")]
    D,
}
