//! The command line of `tilework draw`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::picture::PictureArgs;

#[derive(Args)]
pub(crate) struct DrawArgs {
    /// A layout or an expression
    #[arg(value_name = "EXPR", allow_negative_numbers = true)]
    pub(crate) expression: OsString,
    /// What the colours stand for: none, offset, index, row, column, tile, mode=0.1, layout=EXPR, thread,
    /// value, or bank=BYTES (of an element)
    #[arg(long, value_name = "WHAT")]
    pub(crate) color_by: Option<String>,
    /// What is written into the cells
    #[arg(long, value_name = "WHAT", default_value = "offset")]
    pub(crate) labels: LabelArg,
    /// Mark the cells of a slice, such as (_,2)
    #[arg(long, value_name = "COORD", allow_hyphen_values = true)]
    pub(crate) slice: Option<String>,
    /// Draw a layout (T,V) over data of this shape: which thread owns which element
    #[arg(long, value_name = "SHAPE", conflicts_with_all = ["slice", "strip"])]
    pub(crate) tv: Option<String>,
    /// Of threads and values: colour and mark only this thread
    #[arg(long, value_name = "N", conflicts_with_all = ["slice", "strip"])]
    pub(crate) thread: Option<i64>,
    /// Of threads and values: colour and mark only this value
    #[arg(long, value_name = "N", conflicts_with_all = ["slice", "strip"])]
    pub(crate) value: Option<i64>,
    /// Of threads and values: both maps, from (T,V) to cells and back
    #[arg(long, conflicts_with_all = ["slice", "strip"])]
    pub(crate) both: bool,
    /// Draw the offsets that are reached, as a strip
    #[arg(long, conflicts_with = "slice")]
    pub(crate) strip: bool,
    /// Draw only the result of an operation
    #[arg(long)]
    pub(crate) result: bool,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
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
