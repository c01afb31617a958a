//! `tilework relayout`: the data of a file from one layout to another.

mod args;
mod array;
mod dtype;
mod files;
mod gather;
mod job;
mod mapping;
mod npy;
mod progress;
mod strips;
mod work;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use indicatif::HumanBytes;
use serde::Serialize;
use tilework_lang::report::{Refusal, json};
use tilework_lang::visible;

use crate::context::Context;
use crate::ui::refusal::{OK, plain};
pub(crate) use args::{HELP, RelayoutArgs};
use files::{Input, Output};
use job::{Fault, Job, name};
use progress::Progress;
use work::{Halt, Threads, Work};

#[derive(Serialize)]
struct Report {
    input: String,
    output: Option<String>,
    format: &'static str,
    src: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<String>,
    dst: Option<String>,
    dtype: String,
    element_size: usize,
    elements: i64,
    /// Of the file that is written.
    bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    npy: Option<Npy>,
    /// Bytes at the end of the data that the source does not reach.
    unread: usize,
    strips: u64,
    written: bool,
}

#[derive(Serialize)]
struct Npy {
    shape: Vec<u64>,
    fortran_order: bool,
}

pub(crate) fn run(context: &mut Context, args: &RelayoutArgs) -> io::Result<u8> {
    match relayout(context, args) {
        Ok(()) => Ok(OK),
        Err(Stop::Fault(fault)) => context.refuse(Refusal {
            diagnostic: fault.diagnostic,
            input: fault.text,
            origin: None,
        }),
        Err(Stop::Closed(error)) => Err(error),
    }
}

/// Why a run ends before its end.
enum Stop {
    Fault(Fault),
    /// Nobody reads standard output any more, or it is more than may be done.
    Closed(io::Error),
}

impl<T: Into<Fault>> From<T> for Stop {
    fn from(fault: T) -> Stop {
        Stop::Fault(fault.into())
    }
}

fn relayout(context: &mut Context, args: &RelayoutArgs) -> Result<(), Stop> {
    let output = match (&args.output, args.dry_run) {
        (Some(path), _) => Some(path.as_path()),
        (None, true) => None,
        (None, false) => {
            return Err(plain("usage", "OUTPUT is missing; `-` is standard output").into());
        }
    };
    let standard = output == Some(Path::new("-"));
    if standard && context.json && !args.dry_run {
        let message = "the data and the JSON do not both go to standard output; name a file";
        return Err(plain("usage", message).into());
    }
    let unreadable = |error| unreadable(args, &error);
    let input = Input::open(context, &args.input).map_err(unreadable)?;
    let head = input.head(npy::LONGEST_WITH_MAGIC).map_err(unreadable)?;
    let job = Job::new(context, args, &head, input.len())?;
    let Job { places, dtype, .. } = &job;
    let work = places
        .as_ref()
        .map(|(dst, src)| Work::new(dst.clone(), src.clone(), dtype.size, args.memory.0));
    let span = places.as_ref().map_or(0, |(dst, _)| dst.span as usize * dtype.size);
    if let Some((dst, _)) = places {
        let elements = usize::try_from(dst.layout.size()).unwrap_or(usize::MAX);
        let moved = elements.saturating_mul(dtype.size).max(span);
        context.policy.moves(moved).map_err(Stop::Closed)?;
    }
    let report = Report {
        input: name(&args.input),
        output: output
            .filter(|path| *path != Path::new("-"))
            .map(|path| path.display().to_string()),
        format: if job.array.is_some() { "npy" } else { "bin" },
        src: job.src.map(|src| src.to_string()),
        map: job.map.map(|map| map.to_string()),
        dst: places.as_ref().map(|(dst, _)| dst.layout.to_string()),
        dtype: dtype.descr.trim_matches('\'').to_owned(),
        element_size: dtype.size,
        elements: places.as_ref().map_or(0, |(dst, _)| dst.layout.size()),
        bytes: job.header.len() + span,
        npy: job
            .array
            .clone()
            .map(|array| Npy { shape: array.shape, fortran_order: array.fortran_order }),
        unread: job.unread,
        strips: work.as_ref().map_or(0, Work::strips),
        written: !args.dry_run,
    };
    if report.unread > 0 && !context.json {
        let (unread, name) = (report.unread, &report.input);
        let name = visible(name);
        let note = format!("note: the source leaves {unread} bytes at the end of {name} unread\n");
        context.say(&note).map_err(Stop::Closed)?;
    }
    if let (Some(path), false) = (output, args.dry_run) {
        let time = execute(context, args, &job, work.as_ref(), input, path, report.bytes)?;
        if args.verbose && !context.json {
            context.say(&summary(&report, time)).map_err(Stop::Closed)?;
        }
    } else if !context.json {
        explain(&mut context.out, &report, work.as_ref()).map_err(Stop::Closed)?;
    }
    if context.json {
        json::write(&mut context.out, &report).map_err(Stop::Closed)?;
    }
    Ok(())
}

fn unreadable(args: &RelayoutArgs, error: &io::Error) -> Stop {
    plain("io", format!("cannot read {}: {error}", name(&args.input))).into()
}

/// Writes the file.
fn execute(
    context: &mut Context,
    args: &RelayoutArgs,
    job: &Job,
    work: Option<&Work>,
    input: Input,
    path: &Path,
    bytes: usize,
) -> Result<Duration, Stop> {
    let unwritable = |error: io::Error| -> Stop {
        let (name, size) = (path.display(), HumanBytes(bytes as u64));
        plain("io", format!("cannot write {size} to {name}: {error}")).into()
    };
    let allowed = context.policy.open(path);
    let mut output = allowed.and_then(|()| Output::create(path, bytes)).map_err(unwritable)?;
    let data = job.header.len();
    output.bytes()[..data].copy_from_slice(&job.header);
    let (elements, size) = (work.map_or(0, Work::size), job.dtype.size as u64);
    let mut progress = Progress::new(args.progress, elements * size);
    if let Some(work) = work {
        let threads = threads(args, bytes)?;
        work.run((&mut output, data), (&input, job.start), &threads, |elements| {
            progress.add(elements as u64 * size);
        })
        .map_err(|halt| match halt {
            Halt::Plan(error) => plain("relayout", error.to_string()).into(),
            Halt::Input(error) => unreadable(args, &error),
        })?;
    }
    progress.flushing();
    output.finish(input, &mut context.out).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Stop::Closed(error),
        _ => unwritable(error),
    })?;
    Ok(progress.finish())
}

/// The threads to work on: all, or as many as are asked for; one where more would not help.
fn threads(args: &RelayoutArgs, bytes: usize) -> Result<Threads, Stop> {
    const SMALL: usize = 1 << 20;
    if args.threads == Some(1) || bytes < SMALL {
        return Ok(Threads(None));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0)).build();
    let pool = pool.map_err(|error| plain("io", format!("cannot start threads: {error}")))?;
    Ok(Threads(Some(pool)))
}

fn summary(report: &Report, time: Duration) -> String {
    let (bytes, seconds) = (report.bytes as f64, time.as_secs_f64());
    let mut out = format!(
        "{}: {} bytes in {seconds:.3} s, {:.2} GB/s",
        visible(report.output.as_deref().unwrap_or("standard output")),
        report.bytes,
        bytes / seconds.max(1e-9) / 1e9,
    );
    if let Some(array) = &report.npy {
        out += &format!("\n{}", array.words());
    }
    out + "\n"
}

impl Npy {
    fn words(&self) -> String {
        let order = if self.fortran_order { "column-major (Fortran)" } else { "row-major (C)" };
        format!("an array of shape {}, {order}", npy::shape(&self.shape))
    }
}

/// What would be done.
fn explain(out: &mut impl Write, report: &Report, work: Option<&Work>) -> io::Result<()> {
    let layout = |layout: &Option<String>| layout.clone().unwrap_or_else(|| "nothing".to_owned());
    writeln!(out, "source       {}", layout(&report.src))?;
    if let Some(map) = &report.map {
        writeln!(out, "map          {map}")?;
    }
    writeln!(out, "destination  {}", layout(&report.dst))?;
    let (count, size) = (report.elements, report.element_size);
    writeln!(out, "elements     {count} of {size} bytes ({})", visible(&report.dtype))?;
    let bytes = report.bytes;
    writeln!(out, "output       {bytes} bytes, {} ({})", HumanBytes(bytes as u64), report.format)?;
    if let Some(array) = &report.npy {
        writeln!(out, "             {}", array.words())?;
    }
    writeln!(out, "strips       {}", report.strips)?;
    match work.map(Work::explain) {
        None => Ok(()),
        Some(Ok(plan)) => {
            let plan = plan.trim_end().replace('\n', "\n             ");
            writeln!(out, "plan         {plan}")
        }
        Some(Err(error)) => writeln!(out, "plan         {error}"),
    }
}
