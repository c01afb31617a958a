//! From the command line to a job: the source, and the layouts of both sides.

use std::path::Path;

use tilework::{AnyLayout, Shape};
use tilework_lang::Diagnostic;
use tilework_lang::report::{Refusal, any_layout, refused};
use tilework_relayout::Tuning;
use tilework_relayout::files::{Array, Dtype, Error, Input, Job, Limits, Source, permutation};

use super::args::{DataFormat, OrderArg, RelayoutArgs};
use crate::context::{Context, argument};

fn usage(message: impl Into<String>) -> Refusal {
    Diagnostic::plain("usage", message).into()
}

/// A layout, the option that it is from, and what was typed.
struct Operand {
    layout: AnyLayout,
    option: &'static str,
    text: String,
}

impl Operand {
    fn wrong(&self, kind: &'static str, message: &str) -> Refusal {
        let message = format!("{}: {message}", self.option);
        Refusal::of(&self.text, Diagnostic::new(kind, 0..self.text.len(), message))
    }

    fn refused(&self, error: tilework::Error) -> Refusal {
        let mut diagnostic = refused(error, 0..self.text.len());
        diagnostic.message = format!("{}: {}", self.option, diagnostic.message);
        Refusal::of(&self.text, diagnostic)
    }

    /// An error of the library that this operand is to blame for.
    fn blamed(&self, args: &RelayoutArgs, error: Error) -> Refusal {
        use tilework_relayout::Error as Moving;
        match error {
            Error::Map(error) | Error::Plan(Moving::Layout { error, .. }) => self.refused(error),
            Error::Plan(Moving::TooLarge { .. }) => self
                .wrong("too-large", "it spans more bytes than fit into the memory of this machine"),
            Error::Plan(Moving::Aliased { x, y, offset }) => {
                let message = format!(
                    "the destination takes index {x} and index {y} to the same offset, {offset}: \
                     one would overwrite the other"
                );
                self.wrong("aliased", &message)
            }
            Error::Outside { span, element, bytes } => {
                let (name, needed) = (name(args.input()), span * element);
                let message = format!(
                    "{name} has {bytes} bytes{}, the source spans {span} elements of {element} bytes, \
                     {needed} bytes: {} missing",
                    if args.input_format() == DataFormat::Npy { " of data" } else { "" },
                    needed - bytes
                );
                let mut refusal = self.wrong("outside-data", &message);
                refusal.diagnostic.help =
                    Some(format!("it has room for {} elements", bytes / element));
                refusal
            }
            error @ Error::OutOfDomain { .. } => self.wrong("out-of-domain", &error.to_string()),
            error @ Error::MapWithoutStrides => self.wrong("unsupported", &error.to_string()),
            error => unusable(args, error),
        }
    }
}

/// What is to be done, and the layouts that were given for it.
pub(crate) struct Task {
    pub(crate) job: Job,
    pub(crate) dtype: Dtype,
    pub(crate) src: Option<AnyLayout>,
    pub(crate) map: Option<AnyLayout>,
    pub(crate) dst: Option<AnyLayout>,
    /// The settings that were asked for.
    pub(crate) tuning: Option<Tuning>,
}

impl Task {
    pub(crate) fn new(
        context: &mut Context,
        args: &RelayoutArgs,
        input: Input,
    ) -> Result<Task, Refusal> {
        let source = open(args, input)?;
        let dtype = source.dtype().clone();
        let format = args
            .format
            .unwrap_or_else(|| args.output.as_deref().map_or(DataFormat::Bin, DataFormat::of));
        let is_npy = format == DataFormat::Npy;

        let given = operand(context, "--src", args.src.as_deref())?;
        let array = source.array().cloned();
        let src = match (given, &array) {
            (Some(src), _) => src,
            (None, Some(array)) if array.is_empty() => {
                let array = empty(args, array)?;
                let mut job = Job::empty(source);
                if is_npy {
                    job = job.as_npy(Some(array)).map_err(|error| unusable(args, error))?;
                }
                return Ok(Task { job, dtype, src: None, map: None, dst: None, tuning: None });
            }
            (None, Some(array)) => {
                let layout = array.layout().map_err(|error| {
                    let message = format!("the shape {}: {error}", array.shape_text());
                    Refusal::from(Diagnostic::plain(tilework_lang::kind_name(&error), message))
                })?;
                Operand { layout: layout.into(), option: "the source", text: layout.to_string() }
            }
            (None, None) => {
                let mut diagnostic = Diagnostic::plain(
                    "usage",
                    "--src is missing: raw data have no layout of their own",
                );
                diagnostic.help =
                    Some("for 4096 rows of 4096: --src \"(4096,4096):(4096,1)\"".to_owned());
                return Err(diagnostic.into());
            }
        };
        let mut view = source.under(src.layout).map_err(|error| src.blamed(args, error))?;
        let map = operand(context, "--map", args.map.as_deref())?;
        if let Some(map) = &map {
            view = view.through(&map.layout).map_err(|error| map.blamed(args, error))?;
        }
        let domain = map.as_ref().unwrap_or(&src).layout.shape();
        let (dst, array) = destination(context, args, array, &domain)?;
        let mut limits = Limits::default().memory(args.memory.0).threads(args.threads.unwrap_or(0));
        // Nothing is measured for what is refused before.
        let tuning = args.settings();
        if let Some(tuning) = tuning {
            limits = limits.tuning(tuning);
        }
        let mut job = Job::new(view, dst.layout, limits).map_err(|error| match error {
            Error::Plan(tilework_relayout::Error::Sizes { destination, source }) => {
                let what = map.as_ref().map_or("the source", |_| "the map");
                let message =
                    format!("the destination has {destination} elements and {what} {source}");
                dst.wrong("size-mismatch", &message)
            }
            error => dst.blamed(args, error),
        })?;
        if is_npy {
            job = job.as_npy(array).map_err(|error| unusable(args, error))?;
        }
        let map = map.map(|map| map.layout);
        Ok(Task { job, dtype, src: Some(src.layout), map, dst: Some(dst.layout), tuning })
    }
}

/// The source that the input is.
fn open(args: &RelayoutArgs, input: Input) -> Result<Source, Refusal> {
    let format = args.input_format();
    let dtype = match (&args.dtype, args.element_size) {
        (Some(name), _) => Some(Dtype::named(name).map_err(|error| {
            let mut refusal = usage(format!("--dtype: {error}"));
            refusal.diagnostic.help = Some("--element-size BYTES takes any other type".to_owned());
            refusal
        })?),
        (None, Some(size)) => Some(Dtype::opaque(size)),
        (None, None) => None,
    };
    match (format, dtype) {
        (DataFormat::Bin, Some(dtype)) => Ok(Source::raw(input, dtype)),
        (DataFormat::Bin, None) => {
            let mut diagnostic = Diagnostic::plain(
                "usage",
                "--dtype is missing: raw data do not say how large an element is",
            );
            diagnostic.help = Some("--dtype f32, or --element-size 4".to_owned());
            Err(diagnostic.into())
        }
        (DataFormat::Npy, None) => Source::npy(input).map_err(|error| unusable(args, error)),
        (DataFormat::Npy, Some(_)) => {
            let source = Source::npy(input).map_err(|error| unusable(args, error))?;
            let (name, descr) = (name(args.input()), source.dtype().descr());
            Err(usage(format!(
                "{name} has its type in its header, {descr}: leave out --dtype and --element-size"
            )))
        }
    }
}

/// An error of the library that no option is to blame for.
fn unusable(args: &RelayoutArgs, error: Error) -> Refusal {
    let name = name(args.input());
    let (kind, message) = match error {
        Error::Read(error) => ("io", format!("cannot read {name}: {error}")),
        Error::Header(error) => ("syntax", format!("{name}: {error}")),
        Error::NoBytes { descr } => ("usage", format!("{name}: elements of {descr} have no bytes")),
        Error::EndsEarly { header, bytes } => {
            let (shape, descr) = (header.array.shape_text(), header.dtype.descr());
            let needed = header.data_bytes();
            let needed = needed.map_or("more than 2^64".to_owned(), |bytes| bytes.to_string());
            let message = format!(
                "{name} ends early: its header says shape {shape} of {descr}, {needed} bytes; \
                 there are {bytes}"
            );
            ("outside-data", message)
        }
        error => ("relayout", error.to_string()),
    };
    Diagnostic::plain(kind, message).into()
}

/// The layout that an option stands for.
fn operand(
    context: &mut Context,
    option: &'static str,
    given: Option<&std::ffi::OsStr>,
) -> Result<Option<Operand>, Refusal> {
    let Some(given) = given else { return Ok(None) };
    let operand = argument(given).and_then(|text| match any_layout(&mut context.scope, text, 0) {
        Ok(layout) => Ok(Operand { layout, option, text: text.to_owned() }),
        Err(diagnostic) => Err(Refusal::of(text, diagnostic)),
    });
    operand.map(Some).map_err(|mut refusal| {
        refusal.diagnostic.message = format!("{option}: {}", refusal.diagnostic.message);
        refusal
    })
}

/// The layout to write, and the array that it is where the option says so.
fn destination(
    context: &mut Context,
    args: &RelayoutArgs,
    array: Option<Array>,
    domain: &Shape,
) -> Result<(Operand, Option<Array>), Refusal> {
    if let Some(dst) = operand(context, "--dst", args.dst.as_deref())? {
        return Ok((dst, None));
    }
    // The header of a file also knows an array without axes.
    let shape = match array {
        Some(array) if args.src.is_none() && args.map.is_none() => array.shape,
        _ => extents(domain),
    };
    let (option, array, layout) = match (args.to, &args.permute) {
        (Some(order), _) => {
            let fortran_order = order == OrderArg::ColumnMajor;
            let mut array = Array { shape, fortran_order };
            let layout = array.layout();
            // Where both orders are the same, numpy says that it is by rows.
            array.fortran_order &= array.shape.iter().filter(|&&extent| extent > 1).count() > 1;
            ("--to", array, layout)
        }
        (None, Some(text)) => {
            let axes = axes(text, &shape)?;
            let array = permuted(&shape, &axes);
            let mut inverse = vec![0; axes.len()];
            for (i, &axis) in axes.iter().enumerate() {
                inverse[axis] = i;
            }
            let layout = array.layout().and_then(|layout| layout.select(&inverse));
            ("--permute", array, layout)
        }
        (None, None) => {
            let mut diagnostic = Diagnostic::plain(
                "usage",
                "the layout of the output is missing: --dst, --to or --permute",
            );
            diagnostic.help = Some(
                "--dst \"(4096,4096):(1,4096)\", --to column-major, or --permute 1,0".to_owned(),
            );
            return Err(diagnostic.into());
        }
    };
    let layout = layout.map_err(|error| {
        Refusal::from(Diagnostic::plain(
            tilework_lang::kind_name(&error),
            format!("{option}: {error}"),
        ))
    })?;
    Ok((Operand { layout: layout.into(), option, text: layout.to_string() }, Some(array)))
}

/// The extents of the modes at the top.
fn extents(shape: &Shape) -> Vec<u64> {
    let size = |mode: &Shape| mode.leaves().iter().map(|&extent| extent as u64).product();
    if shape.is_leaf() {
        return vec![size(shape)];
    }
    (0..shape.rank()).filter_map(|i| shape.mode(i).ok()).map(|mode| size(&mode)).collect()
}

/// The array by rows whose axes are those of a shape in another order.
fn permuted(shape: &[u64], axes: &[usize]) -> Array {
    Array { shape: axes.iter().map(|&axis| shape[axis]).collect(), fortran_order: false }
}

/// The axes of `--permute`.
fn axes(text: &str, shape: &[u64]) -> Result<Vec<usize>, Refusal> {
    let words = text.trim().trim_matches(['(', ')', '[', ']']).split(',').map(str::trim);
    let axis = |word: &str| word.parse().map_err(|_| format!("`{word}` is not an axis"));
    let axes: Result<Vec<i64>, String> = words.map(axis).collect();
    axes.and_then(|axes| permutation(&axes, shape.len())).map_err(|words| {
        let mut refusal = usage(format!("--permute {text}: {words}"));
        let shape = Array { shape: shape.to_vec(), fortran_order: false }.shape_text();
        refusal.diagnostic.help = Some(format!("the shape is {shape}"));
        refusal
    })
}

/// What becomes of an array without elements, which no layout describes.
fn empty(args: &RelayoutArgs, array: &Array) -> Result<Array, Refusal> {
    match (args.to, &args.permute) {
        (Some(_), _) => Ok(Array { fortran_order: false, ..array.clone() }),
        (None, Some(text)) => Ok(permuted(&array.shape, &axes(text, &array.shape)?)),
        (None, None) => {
            let message = format!(
                "{} has no elements: its shape is {}, and every layout has at least one",
                name(args.input()),
                array.shape_text()
            );
            let mut diagnostic = Diagnostic::plain("size-mismatch", message);
            diagnostic.help = Some("--to and --permute write an empty array".to_owned());
            Err(diagnostic.into())
        }
    }
}

/// How a file is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}
