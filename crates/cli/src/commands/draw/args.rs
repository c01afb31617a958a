//! The command line of `tilework draw`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct DrawArgs {
    /// A layout or an expression
    #[arg(value_name = "EXPR", allow_negative_numbers = true)]
    pub(crate) expression: OsString,
    /// Write to FILE; its extension selects the format: .svg, .html, .tex, .png, .txt
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The format, if the name of the file does not give it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
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
    /// The title; by default the expression
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// The background to draw for; auto follows the viewer's setting (PNG: light)
    #[arg(long, value_name = "THEME", default_value = "auto")]
    pub(crate) theme: ThemeArg,
    /// How many pixels of a PNG for each unit of the SVG
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
    /// The viewer's setting
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}
