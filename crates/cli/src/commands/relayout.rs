//! `tilework relayout`: the data of a file from one layout to another.

mod args;
mod task;
mod tune;

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use indicatif::HumanBytes;
use serde::Serialize;
use tilework_lang::report::{Refusal, json};
use tilework_lang::{Diagnostic, visible};
use tilework_relayout::files::{self, Array, Error, Input, Job};

use crate::context::Context;
use crate::exit::OK;
use crate::interrupt;
use crate::ui::progress::Progress;
pub(crate) use args::{HELP, RelayoutArgs};
use task::{Task, name};

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
    /// The settings that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    tuning: Option<String>,
    written: bool,
}

#[derive(Serialize)]
struct Npy {
    shape: Vec<u64>,
    fortran_order: bool,
    /// The shape as Python writes it.
    #[serde(skip)]
    words: String,
}

pub(crate) fn run(context: &mut Context, args: &RelayoutArgs) -> io::Result<u8> {
    if args.input.is_none() {
        return tune::run(context, args.verbose);
    }
    match relayout(context, args) {
        Ok(()) => Ok(OK),
        Err(Stop::Refused(refusal)) => context.refuse(refusal),
        Err(Stop::Closed(error)) => Err(error),
    }
}

/// Why a run ends before its end.
enum Stop {
    Refused(Refusal),
    /// Nobody reads standard output any more, or it is more than may be done.
    Closed(io::Error),
}

impl<T: Into<Refusal>> From<T> for Stop {
    fn from(refusal: T) -> Stop {
        Stop::Refused(refusal.into())
    }
}

fn relayout(context: &mut Context, args: &RelayoutArgs) -> Result<(), Stop> {
    let output = match (&args.output, args.dry_run) {
        (Some(path), _) => Some(path.as_path()),
        (None, true) => None,
        (None, false) => {
            return Err(
                Diagnostic::plain("usage", "OUTPUT is missing; `-` is standard output").into()
            );
        }
    };
    let standard = output == Some(Path::new("-"));
    if standard && context.json && !args.dry_run {
        let message = "the data and the JSON cannot both go to standard output; name a file";
        return Err(Diagnostic::plain("usage", message).into());
    }
    let input = read(context, args.input()).map_err(|error| unreadable(args, &error))?;
    let Task { job, dtype, src, map, dst, tuning } = Task::new(context, args, input)?;
    let elements = usize::try_from(job.size()).unwrap_or(usize::MAX);
    let moved = elements.saturating_mul(dtype.size()).max(job.bytes());
    context.policy.moves(moved).map_err(Stop::Closed)?;
    let report = Report {
        input: name(args.input()),
        output: output
            .filter(|path| *path != Path::new("-"))
            .map(|path| path.display().to_string()),
        format: if job.array().is_some() { "npy" } else { "bin" },
        src: src.map(|src| src.to_string()),
        map: map.map(|map| map.to_string()),
        dst: dst.map(|dst| dst.to_string()),
        dtype: dtype.descr().trim_matches('\'').to_owned(),
        element_size: dtype.size(),
        elements: job.size(),
        bytes: job.bytes(),
        npy: job.array().cloned().map(Npy::from),
        unread: job.unread(),
        strips: job.strips(),
        tuning: tuning.map(|tuning| tuning.to_string()),
        written: !args.dry_run,
    };
    if report.unread > 0 && !context.json {
        let (unread, name) = (report.unread, &report.input);
        let name = visible(name);
        let note = format!("note: the source leaves {unread} bytes at the end of {name} unread\n");
        context.say(&note).map_err(Stop::Closed)?;
    }
    if let (Some(path), false) = (output, args.dry_run) {
        let time = execute(context, args, job, path)?;
        if args.verbose && !context.json {
            context.say(&summary(&report, time)).map_err(Stop::Closed)?;
        }
    } else if !context.json {
        explain(&mut context.out, &report, &job).map_err(Stop::Closed)?;
    }
    if context.json {
        json::write(&mut context.out, &report).map_err(Stop::Closed)?;
    }
    Ok(())
}

/// A file, or standard input for `-`.
fn read(context: &mut Context, path: &Path) -> io::Result<Input> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        context.input.read_to_end(&mut bytes)?;
        return Ok(bytes.into());
    }
    context.policy.open(path)?;
    Input::open(path)
}

fn unreadable(args: &RelayoutArgs, error: &io::Error) -> Stop {
    Diagnostic::plain("io", format!("cannot read {}: {error}", name(args.input()))).into()
}

/// Writes the file.
fn execute(
    context: &mut Context,
    args: &RelayoutArgs,
    job: Job,
    path: &Path,
) -> Result<Duration, Stop> {
    let size = HumanBytes(job.bytes() as u64);
    let unwritable = |error: io::Error| -> Stop {
        Diagnostic::plain("io", format!("cannot write {size} to {}: {error}", path.display()))
            .into()
    };
    let standard = path == Path::new("-");
    let mut progress = Progress::new(args.progress);
    let mut watch = |now: files::Progress| {
        progress.show(now);
        ControlFlow::Continue(())
    };
    let done = if standard {
        job.to_vec(&mut watch).and_then(|bytes| context.out.write_all(&bytes).map_err(Error::Write))
    } else {
        context.policy.open(path).map_err(unwritable)?;
        // A pipe or a device is not replaced, so that nothing would be left of it.
        if !files::is_stream(path).map_err(unwritable)? {
            interrupt::watch().map_err(unwritable)?;
        }
        job.write(path, &mut watch)
    };
    done.map_err(|error| match error {
        Error::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => Stop::Closed(error),
        Error::Write(error) => unwritable(error),
        Error::Read(error) => unreadable(args, &error),
        Error::Threads(_) => Diagnostic::plain("io", error.to_string()).into(),
        error => Diagnostic::plain("relayout", error.to_string()).into(),
    })?;
    Ok(progress.finish())
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
    if let Some(tuning) = &report.tuning {
        out += &format!("\nwith the settings {tuning}");
    }
    out + "\n"
}

impl From<Array> for Npy {
    fn from(array: Array) -> Npy {
        let words = array.shape_text();
        Npy { shape: array.shape, fortran_order: array.fortran_order, words }
    }
}

impl Npy {
    fn words(&self) -> String {
        let order = if self.fortran_order { "column-major (Fortran)" } else { "row-major (C)" };
        format!("an array of shape {}, {order}", self.words)
    }
}

/// What would be done.
fn explain(out: &mut impl Write, report: &Report, job: &Job) -> io::Result<()> {
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
    if let Some(tuning) = &report.tuning {
        writeln!(out, "settings     {tuning}")?;
    }
    match job.explain() {
        Ok(None) => Ok(()),
        Ok(Some(plan)) => {
            let plan = plan.trim_end().replace('\n', "\n             ");
            writeln!(out, "plan         {plan}")
        }
        Err(error) => writeln!(out, "plan         {error}"),
    }
}
