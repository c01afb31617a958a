//! What is to be done: two layouts of one domain, over the data of a file.

use std::path::Path;

use tilework::AnyLayout;
use tilework_lang::Diagnostic;
use tilework_lang::report::{Refusal, any_layout, refused};

use super::args::{DataFormat, OrderArg, RelayoutArgs};
use super::array::{Array, extents, permutation, strided, strides};
use super::dtype::Dtype;
use super::npy::{self, Header};
use super::work::Place;
use crate::context::{Context, argument};
use crate::ui::refusal::{at, plain};

/// What is wrong, and the text that it is about.
pub(crate) struct Fault {
    pub(crate) diagnostic: Diagnostic,
    pub(crate) text: Option<String>,
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Fault {
        Fault { diagnostic, text: None }
    }
}

fn usage(message: impl Into<String>) -> Fault {
    plain("usage", message).into()
}

/// A layout, the option that it is from, and what was typed.
struct Operand {
    layout: AnyLayout,
    option: &'static str,
    text: String,
}

impl Operand {
    fn wrong(&self, kind: &'static str, message: &str) -> Fault {
        let message = format!("{}: {message}", self.option);
        Fault { diagnostic: at(kind, 0..self.text.len(), message), text: Some(self.text.clone()) }
    }

    fn refused(&self, error: tilework::Error) -> Fault {
        let mut diagnostic = refused(error, 0..self.text.len());
        diagnostic.message = format!("{}: {}", self.option, diagnostic.message);
        Fault { diagnostic, text: Some(self.text.clone()) }
    }
}

/// What is known of the file that is read.
struct Source {
    dtype: Dtype,
    /// Where the data start, and how many bytes of them there are.
    start: usize,
    bytes: usize,
    array: Option<Array>,
}

/// What is to be done.
pub(crate) struct Job {
    pub(crate) dtype: Dtype,
    /// Where the data start in the file that is read.
    pub(crate) start: usize,
    /// Destination and source; `None` when there are no elements.
    pub(crate) places: Option<(Place, Place)>,
    /// What the header of the file that is written says.
    pub(crate) array: Option<Array>,
    pub(crate) src: Option<AnyLayout>,
    pub(crate) map: Option<AnyLayout>,
    /// What goes before the data.
    pub(crate) header: Vec<u8>,
    /// How many bytes at the end of the data the source does not reach.
    pub(crate) unread: usize,
}

impl Job {
    /// `head` are the first bytes of a file of `len`, with all of a header.
    pub(crate) fn new(
        context: &mut Context,
        args: &RelayoutArgs,
        head: &[u8],
        len: usize,
    ) -> Result<Job, Fault> {
        let source = Source::read(args, head, len)?;
        let (dtype, start) = (source.dtype.clone(), source.start);
        let format = args
            .format
            .unwrap_or_else(|| args.output.as_deref().map_or(DataFormat::Bin, DataFormat::of));
        let is_npy = format == DataFormat::Npy;
        let written = |array: &Array| match is_npy {
            true => Header {
                descr: dtype.descr.clone(),
                element: dtype.size,
                fortran_order: array.fortran_order,
                shape: array.shape.clone(),
            }
            .to_bytes(),
            false => Vec::new(),
        };

        let given = operand(context, "--src", args.src.as_deref())?;
        let src = match (given, &source.array) {
            (Some(src), _) => src,
            (None, Some(array)) if array.shape.contains(&0) => {
                let array = empty(args, &array.shape)?;
                let (header, unread) = (written(&array), source.bytes);
                let array = is_npy.then_some(array);
                let (places, src, map) = (None, None, None);
                return Ok(Job { dtype, start, places, array, src, map, header, unread });
            }
            (None, Some(array)) => {
                let text = npy::shape(&array.shape);
                let layout = array.layout().map_err(|error| {
                    let mut diagnostic = plain(tilework_lang::kind_name(&error), error.to_string());
                    diagnostic.message = format!("the shape {text}: {}", diagnostic.message);
                    Fault::from(diagnostic)
                })?;
                Operand { layout: layout.into(), option: "the source", text: layout.to_string() }
            }
            (None, None) => {
                let mut diagnostic =
                    plain("usage", "--src is missing: raw data do not say how they lie");
                diagnostic.help =
                    Some("for 4096 rows of 4096: --src \"(4096,4096):(4096,1)\"".to_owned());
                return Err(diagnostic.into());
            }
        };
        let whole = place(&src, dtype.size)?;
        let unread = source.check(args, &src, &whole)?;
        let map = operand(context, "--map", args.map.as_deref())?;
        let (from, domain) = match &map {
            None => (whole.clone(), src.layout),
            Some(map) => (through(map, &src, &whole)?, map.layout),
        };
        let (dst, mut array) = destination(context, args, &source, &domain)?;
        let (to, size) = (dst.layout.size(), domain.size());
        if to != size {
            let what = map.as_ref().map_or("the source", |_| "the map");
            let message = format!("the destination has {to} elements and {what} {size}");
            return Err(dst.wrong("size-mismatch", &message));
        }
        let to = place(&dst, dtype.size)?;
        if let Some((x, y)) = dst.layout.collision().map_err(|error| dst.refused(error))? {
            let offset = dst.layout.at_index(x).map_err(|error| dst.refused(error))?;
            let message = format!(
                "the destination takes index {x} and index {y} to one offset, {offset}: one would overwrite the other"
            );
            return Err(dst.wrong("aliased", &message));
        }
        let array = is_npy.then(|| array.take().unwrap_or_else(|| Array::of(&dst.layout, to.span)));
        let header = array.as_ref().map(written).unwrap_or_default();
        let (src, map) = (Some(src.layout), map.map(|map| map.layout));
        Ok(Job { dtype, start, places: Some((to, from)), array, src, map, header, unread })
    }
}

impl Source {
    fn read(args: &RelayoutArgs, head: &[u8], len: usize) -> Result<Source, Fault> {
        let name = name(&args.input);
        let format = args.input_format.unwrap_or_else(|| DataFormat::of(&args.input));
        let dtype = match (&args.dtype, args.element_size) {
            (Some(name), _) => {
                Some(Dtype::named(name).map_err(|words| usage(format!("--dtype: {words}")))?)
            }
            (None, Some(size)) => Some(Dtype::opaque(size)),
            (None, None) => None,
        };
        if format == DataFormat::Bin {
            let Some(dtype) = dtype else {
                let mut diagnostic = plain(
                    "usage",
                    "--dtype is missing: raw data do not say how large an element is",
                );
                diagnostic.help = Some("--dtype f32, or --element-size 4".to_owned());
                return Err(diagnostic.into());
            };
            return Ok(Source { dtype, start: 0, bytes: len, array: None });
        }
        let (header, start) = Header::read(head)
            .map_err(|words| Fault::from(plain("syntax", format!("{name}: {words}"))))?;
        let Header { ref descr, element: size, fortran_order, ref shape } = header;
        if dtype.is_some() {
            let message = format!(
                "{name} says its type itself, {descr}: leave --dtype and --element-size out"
            );
            return Err(usage(message));
        }
        if size == 0 {
            return Err(usage(format!("{name}: elements of {descr} have no bytes")));
        }
        let there = len - start;
        let needed = header.elements().and_then(|count| count.checked_mul(size as u64));
        if needed.is_none_or(|needed| needed > there as u64) {
            let needed = needed.map_or("more than 2^64".to_owned(), |needed| needed.to_string());
            let message = format!(
                "{name} ends early: its header says shape {} of {descr}, {needed} bytes; there are {there}",
                npy::shape(shape)
            );
            return Err(plain("outside-data", message).into());
        }
        let array = Some(Array { shape: shape.clone(), fortran_order });
        Ok(Source { dtype: Dtype { size, descr: descr.clone() }, start, bytes: there, array })
    }

    /// Whether the data have all that the layout reaches; how many bytes it leaves at the end.
    fn check(&self, args: &RelayoutArgs, src: &Operand, whole: &Place) -> Result<usize, Fault> {
        let (name, size, there) = (name(&args.input), self.dtype.size, self.bytes);
        let needed = whole.span as usize * size;
        if let Some(unread) = there.checked_sub(needed) {
            return Ok(unread);
        }
        let message = format!(
            "{name} has {there} bytes{}, the source spans {} elements of {size} bytes, {needed} bytes: {} missing",
            if self.start > 0 { " of data" } else { "" },
            whole.span,
            needed - there
        );
        let mut fault = src.wrong("outside-data", &message);
        fault.diagnostic.help = Some(format!("it has room for {} elements", there / size));
        Err(fault)
    }
}

/// The layout that an option stands for.
fn operand(
    context: &mut Context,
    option: &'static str,
    given: Option<&std::ffi::OsStr>,
) -> Result<Option<Operand>, Fault> {
    let Some(given) = given else { return Ok(None) };
    let operand = argument(given).and_then(|text| match any_layout(&mut context.scope, text, 0) {
        Ok(layout) => Ok(Operand { layout, option, text: text.to_owned() }),
        Err(diagnostic) => Err(Refusal::of(text, diagnostic)),
    });
    operand.map(Some).map_err(|Refusal { mut diagnostic, input, .. }| {
        diagnostic.message = format!("{option}: {}", diagnostic.message);
        Fault { diagnostic, text: input }
    })
}

fn place(operand: &Operand, element: usize) -> Result<Place, Fault> {
    match Place::new(operand.layout, element).map_err(|error| operand.refused(error))? {
        Some(place) => Ok(place),
        None => Err(operand
            .wrong("too-large", "it spans more bytes than fit into the memory of this machine")),
    }
}

/// The source seen through the map, over the same data.
fn through(map: &Operand, src: &Operand, whole: &Place) -> Result<Place, Fault> {
    let size = src.layout.size();
    let (least, most) = match (map.layout.min_offset(), map.layout.max_offset()) {
        (Ok(least), Ok(most)) => (least, most),
        (Err(error), _) | (_, Err(error)) => return Err(map.refused(error)),
    };
    if least < 0 || most >= size {
        let outside = if least < 0 { least } else { most };
        let message = format!("the map reaches index {outside}; the source has 0 to {}", size - 1);
        return Err(map.wrong("out-of-domain", &message));
    }
    let Some(plain) = map.layout.plain() else {
        return Err(map.wrong("unsupported", "the map must be a layout with strides"));
    };
    let layout = src.layout.compose_any(plain).map_err(|error| map.refused(error))?;
    Ok(whole.seen_as(layout))
}

/// The layout to write, and the array that it is where the option says so.
fn destination(
    context: &mut Context,
    args: &RelayoutArgs,
    source: &Source,
    domain: &AnyLayout,
) -> Result<(Operand, Option<Array>), Fault> {
    if let Some(dst) = operand(context, "--dst", args.dst.as_deref())? {
        return Ok((dst, None));
    }
    // The header of a file also knows an array without axes.
    let shape = match &source.array {
        Some(array) if args.src.is_none() && args.map.is_none() => array.shape.clone(),
        _ => extents(&domain.shape()),
    };
    let signed: Vec<i64> = shape.iter().map(|&extent| extent as i64).collect();
    let (option, layout, array) = match (args.to, &args.permute) {
        (Some(order), _) => {
            let fortran_order = order == OrderArg::ColumnMajor;
            let layout = strided(&signed, &strides(&signed, fortran_order));
            // Where both orders are the same, numpy says that it is by rows.
            let longer = shape.iter().filter(|&&extent| extent > 1).count();
            ("--to", layout, Array { shape, fortran_order: fortran_order && longer > 1 })
        }
        (None, Some(text)) => {
            let axes = axes(text, &shape)?;
            let permuted: Vec<i64> = axes.iter().map(|&axis| signed[axis]).collect();
            let mut inverse = vec![None; axes.len()];
            for (&axis, stride) in axes.iter().zip(strides(&permuted, false)) {
                inverse[axis] = stride;
            }
            let shape = axes.iter().map(|&axis| shape[axis]).collect();
            ("--permute", strided(&signed, &inverse), Array { shape, fortran_order: false })
        }
        (None, None) => {
            let mut diagnostic = plain("usage", "where to? --dst, --to or --permute is missing");
            diagnostic.help = Some(
                "--dst \"(4096,4096):(1,4096)\", --to column-major, or --permute 1,0".to_owned(),
            );
            return Err(diagnostic.into());
        }
    };
    let layout = layout.map_err(|error| {
        Fault::from(plain(tilework_lang::kind_name(&error), format!("{option}: {error}")))
    })?;
    Ok((Operand { layout: layout.into(), option, text: layout.to_string() }, Some(array)))
}

fn axes(text: &str, shape: &[u64]) -> Result<Vec<usize>, Fault> {
    permutation(text, shape.len()).map_err(|words| {
        let mut fault = usage(format!("--permute {text}: {words}"));
        fault.diagnostic.help = Some(format!("the shape is {}", npy::shape(shape)));
        fault
    })
}

/// What becomes of an array without elements, of which no layout speaks.
fn empty(args: &RelayoutArgs, shape: &[u64]) -> Result<Array, Fault> {
    match (args.to, &args.permute) {
        (Some(_), _) => Ok(Array { shape: shape.to_vec(), fortran_order: false }),
        (None, Some(text)) => {
            let shape = axes(text, shape)?.into_iter().map(|axis| shape[axis]).collect();
            Ok(Array { shape, fortran_order: false })
        }
        (None, None) => {
            let message = format!(
                "{} has no elements: its shape is {}, and every layout has at least one",
                name(&args.input),
                npy::shape(shape)
            );
            let mut diagnostic = plain("size-mismatch", message);
            diagnostic.help = Some("--to and --permute write an empty array".to_owned());
            Err(diagnostic.into())
        }
    }
}

/// How a file is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}
