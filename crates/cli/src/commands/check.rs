//! `tilework check`: do the claims in a text hold?

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tilework_lang::claims::Format;
use tilework_lang::report::{CheckReport, Checked, Finding, Left, Ran, Refusal, Session, json};
use tilework_lang::{Diagnostic, visible, visible_lines};

use crate::console::{self, Budget};
use crate::context::Context;
use crate::exit::{BAD, NO, OK};
use crate::interrupt::replace;
use crate::ui::screen::{ANSWER, QUIET, WRONG, paint};

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Texts, Markdown or source files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Correct wrong results in the files where the correction is certain, and report the others
    #[arg(long)]
    pub(crate) fix: bool,
    /// Print every claim, including those that hold
    #[arg(long)]
    pub(crate) list: bool,
    /// Let the commands in console blocks read and write files: only for documents that you trust
    #[arg(long)]
    pub(crate) allow_files: bool,
}

pub(crate) fn run(context: &mut Context, args: &CheckArgs) -> io::Result<u8> {
    let mut code = OK;
    for file in &args.files {
        code = code.max(match check(context, args, file) {
            Ok(done) => done?,
            Err(diagnostic) => {
                let origin = file.display().to_string();
                context.refuse(Refusal::new(diagnostic).read_from(Some(&origin)))?;
                BAD
            }
        });
    }
    Ok(code)
}

/// Checks one file. The outer error is about the file, the inner one about the output.
fn check(
    context: &mut Context,
    args: &CheckArgs,
    file: &Path,
) -> Result<io::Result<u8>, Diagnostic> {
    let standard = file == Path::new("-");
    if standard && args.fix {
        return Err(Diagnostic::plain(
            "usage",
            "standard input cannot be fixed in place; give a file",
        ));
    }
    let bytes = context.read(Some(file))?;
    let text = utf8(&bytes)?;
    let format = Format::of(file);
    let commands = match (context.policy.runs_commands(), args.allow_files) {
        (false, _) => Commands::None,
        (true, false) => Commands::Answer,
        (true, true) => Commands::In(&context.program, folder(file)),
    };
    let checked = |text| {
        let mut budget = Budget::default();
        let mut run = |session: &Session| commands.run(session, &mut budget);
        Checked::of(text, format, &context.scope, &mut run)
    };
    let found = checked(text);
    let (wrong, corrected) = (found.wrong(), args.fix.then(|| found.corrected()));
    let name = if standard { "standard input".into() } else { file.display().to_string() };
    let mut report = found.report(name, args.list);
    let mut left = wrong;
    if let Some((corrected, kept)) = corrected {
        if let Some(corrected) = &corrected {
            replace(file, corrected.as_bytes()).map_err(|error| {
                Diagnostic::plain("io", format!("cannot write {}: {error}", file.display()))
            })?;
        }
        // A correction may be what another claim stands on, so count again.
        left = checked(corrected.as_deref().unwrap_or(text)).wrong();
        report.fixed = Some(wrong.saturating_sub(left));
        report.left = kept;
    }
    let code = if left == 0 { OK } else { NO };
    Ok(write(context, &report).map(|()| code))
}

/// What becomes of the commands in console blocks.
#[derive(Clone, Copy)]
enum Commands<'a> {
    /// They are not run: this is the command of a document itself.
    None,
    /// They answer, and can do nothing else.
    Answer,
    /// They do what they say: this program starts them, in this folder.
    In(&'a OsStr, &'a Path),
}

impl Commands<'_> {
    fn run(self, session: &Session, budget: &mut Budget) -> Ran {
        match (self, &session.invocation) {
            (Commands::None, _) => Ran::Not("a command in a document cannot run others".to_owned()),
            (_, Err(why)) => Ran::Not(why.clone()),
            (Commands::Answer, Ok(invocation)) => console::answer(invocation, budget),
            (Commands::In(program, folder), Ok(invocation)) => {
                console::execute(invocation, program, folder)
                    .unwrap_or_else(|error| Ran::Not(format!("it cannot be started: {error}")))
            }
        }
    }
}

/// The folder of a file; that of a bare name is this one.
fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Bytes as text; what is not says where.
fn utf8(bytes: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let byte = bytes.get(before.len()).copied().unwrap_or(0);
        Diagnostic::plain("io", format!("not UTF-8 text: byte {byte:#04x} in line {line}"))
    })
}

/// Several lines, the later ones below the first.
fn indented(text: &str) -> String {
    visible_lines(text).replace('\n', "\n           ")
}

fn write(context: &mut Context, report: &CheckReport) -> io::Result<()> {
    if context.json {
        return json::write(&mut context.out, report);
    }
    let (out, color) = (&mut context.out, context.screen.color);
    let file = visible(&report.file);
    for finding in &report.findings {
        let place = format!("{file}:{}:{}:", finding.line, finding.column);
        write_finding(out, &paint(&place, QUIET, color), finding, color)?;
    }
    for Left { line, column, why, .. } in &report.left {
        let place = format!("{file}:{line}:{column}:");
        writeln!(out, "{} left as it is: {}", paint(&place, QUIET, color), visible(why))?;
    }
    writeln!(out, "{file}: {report}")
}

fn write_finding(
    out: &mut impl Write,
    place: &str,
    finding: &Finding,
    color: bool,
) -> io::Result<()> {
    let (claim, expected) = (visible_lines(&finding.claim), &finding.expected);
    if let Some(reason) = &finding.reason {
        return writeln!(out, "{place} $ {claim}\n  not run: {}", visible(reason));
    }
    if finding.holds == Some(true) {
        return match (finding.kind, expected.as_str()) {
            ("console", _) => writeln!(out, "{place} $ {claim} prints this"),
            (_, "") => writeln!(out, "{place} {claim} holds"),
            (_, expected) => writeln!(out, "{place} {claim} = {} holds", visible_lines(expected)),
        };
    }
    writeln!(out, "{place} {}", paint(&claim, ANSWER, color))?;
    if !expected.is_empty() {
        writeln!(out, "  expected {}", paint(&indented(expected), WRONG, color))?;
    }
    match (&finding.found, &finding.error) {
        (Some(found), _) => writeln!(out, "  found    {}", paint(&indented(found), ANSWER, color))?,
        (None, Some(error)) => writeln!(out, "  refused: {}", visible(&error.message))?,
        (None, None) => {}
    }
    if !finding.given.is_empty() {
        let given: Vec<_> =
            finding.given.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        writeln!(out, "  where {}", visible(&given.join(", ")))?;
    }
    Ok(())
}
