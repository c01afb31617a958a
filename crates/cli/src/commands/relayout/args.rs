//! The command line of `tilework relayout`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tilework_relayout::Tuning;

use crate::options::When;

pub(crate) const HELP: &str = "\
Writes OUTPUT such that its element dst(i) is the element src(i) of INPUT, for every index i; with
--map, the element src(map(i)). Elements that dst leaves out are zero. Raw data need --src and
--dtype; a .npy file has both in its header: shape (2,3) is (2,3):(3,1), or (2,3):(1,2) in Fortran order.

A .npy output has the shape of the domain where dst is row-major or column-major; else the modes of
dst in the order of memory, slowest first; else, with holes or swizzles, one axis. -v prints which.

Files are moved in strips that fit into --memory. OUTPUT is replaced when the result is complete: an
interrupted run (exit code 130) leaves it as it was. INPUT and OUTPUT may be the same file. An INPUT that
becomes shorter during the run is an error.

How data are moved is derived from the caches of the machine. --tune finds by measurement what is
fastest: in some seconds, with a processor to itself and twice the memory of the last cache, at most
512 MB. Alone, it prints the settings in the form that --tuning takes, isa=avx2,stream=8388608,...:
sizes in bytes, or `never`. Settings that are left out are those of the machine. The result is the
same with any.

Examples:
  tilework relayout --src \"(4096,4096):(4096,1)\" --dst \"(4096,4096):(1,4096)\" --dtype f32 in.bin out.bin
  tilework relayout --to column-major a.npy b.npy         the same array in Fortran order
  tilework relayout --permute 0,2,3,1 nchw.npy nhwc.npy   as numpy's transpose
  tilework relayout --dst \"blocked_product((8,8):(8,1), (512,512):(512,1))\" a.npy tiles.npy
  tilework relayout --map \"(64,64):(1,4096)\" --to row-major a.npy corner.npy
  tilework relayout --dry-run --permute 1,0 a.npy         what would be done
  tilework relayout --tune > settings                     once for a machine
  tilework relayout --tuning \"$(cat settings)\" --permute 1,0 a.npy b.npy";

#[derive(Args)]
pub(crate) struct RelayoutArgs {
    /// Raw data or .npy to read; `-` is standard input
    #[arg(required_unless_present = "tune")]
    pub(crate) input: Option<PathBuf>,
    /// Where to write .npy, or raw data under any other name; `-` is standard output
    pub(crate) output: Option<PathBuf>,
    /// The layout of the input, any expression for a layout; by default, that of the .npy header
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, requires = "input")]
    pub(crate) src: Option<OsString>,
    /// The layout of the output, over the same indices
    #[arg(
        long,
        value_name = "EXPR",
        group = "destination",
        allow_hyphen_values = true,
        requires = "input"
    )]
    pub(crate) dst: Option<OsString>,
    /// Instead of --dst: the compact layout of the same shape
    #[arg(long, value_name = "ORDER", group = "destination", requires = "input")]
    pub(crate) to: Option<OrderArg>,
    /// Instead of --dst: row-major, with the axes in another order, as numpy's transpose
    #[arg(
        long,
        value_name = "AXES",
        group = "destination",
        allow_hyphen_values = true,
        requires = "input"
    )]
    pub(crate) permute: Option<String>,
    /// Which indices of the source are taken, and in which order: dst(i) is src(map(i))
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, requires = "input")]
    pub(crate) map: Option<OsString>,
    /// The type of the elements of raw data: f32, bf16, i8, complex64, ..., or numpy's code such as <f4
    #[arg(long, value_name = "TYPE", conflicts_with = "element_size", requires = "input")]
    pub(crate) dtype: Option<String>,
    /// The size of an element in bytes, for any other type
    #[arg(long, value_name = "BYTES", value_parser = element_size, requires = "input")]
    pub(crate) element_size: Option<usize>,
    /// The format of the input; by default, by the extension of its name
    #[arg(long, value_name = "FORMAT", requires = "input")]
    pub(crate) input_format: Option<DataFormat>,
    /// The format of the output; by default, by the extension of its name
    #[arg(long, value_name = "FORMAT", requires = "input")]
    pub(crate) format: Option<DataFormat>,
    /// About how much of the files to hold in memory at a time, such as 256M
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Memory,
    /// How many threads to use; by default, one for each processor
    #[arg(long, value_name = "N", value_parser = threads, requires = "input")]
    pub(crate) threads: Option<usize>,
    /// Measure first with which settings this machine is fastest, and use them; without INPUT, print them
    #[arg(long, conflicts_with = "tuning")]
    pub(crate) tune: bool,
    /// The settings to use, as --tune prints them
    #[arg(long, value_name = "SETTINGS", allow_hyphen_values = true, requires = "input")]
    pub(crate) tuning: Option<Tuning>,
    /// When to show progress; auto: on a terminal, if it takes longer than a second
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) progress: When,
    /// Print what would be done, and do nothing
    #[arg(long, visible_alias = "explain", requires = "input")]
    pub(crate) dry_run: bool,
    /// Print how much was written, how fast, and as which array
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl RelayoutArgs {
    /// The input; standard input, where none is named because nothing is moved.
    pub(crate) fn input(&self) -> &Path {
        self.input.as_deref().unwrap_or(Path::new("-"))
    }

    /// The format of the input.
    pub(crate) fn input_format(&self) -> DataFormat {
        self.input_format.unwrap_or_else(|| DataFormat::of(self.input()))
    }

    /// The settings that are asked for, if any are. Measuring them takes a while.
    pub(crate) fn settings(&self) -> Option<Tuning> {
        if self.tune { Some(Tuning::measure()) } else { self.tuning }
    }
}

fn element_size(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(size @ 1..=0x7fff_ffff) => Ok(size),
        _ => Err("a number of bytes, from 1 on".to_owned()),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=4096) => Ok(threads),
        _ => Err("a number from 1 to 4096".to_owned()),
    }
}

/// `--to`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderArg {
    /// The last axis fastest, as in C
    #[value(alias = "c")]
    RowMajor,
    /// The first axis fastest, as in Fortran
    #[value(alias = "f", alias = "col-major")]
    ColumnMajor,
}

/// What a file of data is.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DataFormat {
    /// The elements, and nothing else
    Bin,
    /// An array of numpy
    Npy,
}

/// A number of bytes: 4096, 64K, 256M, 1G, 1.5GiB. Powers of 1024.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Memory(pub(crate) u64);

impl DataFormat {
    /// The format that the name of a file says; raw, if it says none.
    pub(crate) fn of(path: &Path) -> DataFormat {
        match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("npy") => DataFormat::Npy,
            _ => DataFormat::Bin,
        }
    }
}

impl std::str::FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> Result<Memory, String> {
        let wrong = || "a size such as 65536, 256M or 1.5G".to_owned();
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let unit = unit.trim().to_ascii_uppercase();
        let unit = unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit);
        let power =
            ["", "K", "M", "G", "T"].iter().position(|each| *each == unit).ok_or_else(wrong)?;
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let bytes = number * 1024_f64.powi(power as i32);
        // Larger than any memory is as good as that.
        if bytes >= 1.0 { Ok(Memory(bytes as u64)) } else { Err(wrong()) }
    }
}
