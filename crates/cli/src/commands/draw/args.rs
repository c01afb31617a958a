//! The command line of `tilework draw`.

use std::ffi::OsString;

use clap::Args;
use tilework_draw::Options;
use tilework_lang::{Diagnostic, Scope};

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
    /// What is written into the cells: offset, index, coord, bank=BYTES (of an element), tv (with --tv), or none
    #[arg(long, value_name = "WHAT", default_value = "offset")]
    pub(crate) labels: String,
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
    /// Draw which bits of the index make which bit of the offset, as a matrix
    #[arg(long, conflicts_with_all = ["slice", "strip", "color_by", "labels"])]
    pub(crate) bits: bool,
    /// Draw nested modes as if they were not: without the borders, ticks and colours of tiles
    #[arg(long)]
    pub(crate) flat: bool,
    /// Draw only the result of an operation
    #[arg(long)]
    pub(crate) result: bool,
    /// Print the address of the picture in the page instead: PAGE is where that is
    #[arg(
        long,
        value_name = "PAGE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "index.html",
        conflicts_with_all = ["output", "format"]
    )]
    pub(crate) link: Option<String>,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
}

impl DrawArgs {
    /// The title: the one that was given, or what is drawn.
    pub(super) fn title<'a>(&'a self, text: &'a str) -> &'a str {
        self.picture.title.as_deref().unwrap_or(text.trim())
    }

    /// What is drawn, and how.
    ///
    /// # Errors
    /// What is wrong with the words of an option, after its name.
    pub(super) fn options(&self, scope: &Scope) -> Result<Options, Diagnostic> {
        let mut out = Options::read(
            scope,
            [
                ("--color-by", self.color_by.as_deref()),
                ("--labels", Some(&self.labels)),
                ("--slice", self.slice.as_deref()),
                ("--tv", self.tv.as_deref()),
            ],
        )?;
        (out.thread, out.value, out.both) = (self.thread, self.value, self.both);
        (out.strip, out.bits) = (self.strip, self.bits);
        (out.flat, out.result) = (self.flat, self.result);
        Ok(out)
    }
}
