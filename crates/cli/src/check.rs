//! `tilework check`: do the claims in a text hold?

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use tilework_lang::claims::{Claim, Format, Verdict, scan_in};
use tilework_lang::{Diagnostic, Scope};

use crate::console::{self, Session};
use crate::context::Context;
use crate::input;
use crate::json::{self, Fault};
use crate::replace::replace;
use crate::report::{BAD, NO, OK, plain};
use crate::screen::{ANSWER, QUIET, WRONG, paint};

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Texts, Markdown or source files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the right results into the files; nothing else in them changes
    #[arg(long)]
    pub(crate) fix: bool,
    /// Print every claim that was read, also those that hold
    #[arg(long)]
    pub(crate) list: bool,
}

/// The claims of one file.
#[derive(Serialize)]
struct Report {
    file: String,
    claims: usize,
    wrong: usize,
    /// How many of them were corrected.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<usize>,
    /// Those that do not hold, or all.
    findings: Vec<Finding>,
}

/// One claim and its verdict.
#[derive(Serialize)]
struct Finding {
    line: usize,
    column: usize,
    /// The bytes of the result.
    span: [usize; 2],
    /// Where it was found: line, inline, statement, step, prose, comment, notation, console.
    kind: &'static str,
    /// What is computed.
    claim: String,
    /// The result in the text.
    expected: String,
    holds: bool,
    /// The right result, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Fault>,
    /// The values of the names in it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    given: BTreeMap<String, String>,
}

impl Finding {
    fn new(claim: &Claim, verdict: &Verdict) -> Finding {
        let (found, error) = match verdict {
            Verdict::Holds => (None, None),
            Verdict::Fails { found } => (Some(found.to_string()), None),
            Verdict::Refused(diagnostic) => (None, Some(Fault::of(diagnostic, None))),
        };
        let given = claim.given.iter();
        Finding {
            line: claim.line,
            column: claim.column,
            span: [claim.span.start, claim.span.end],
            kind: claim.kind.name(),
            claim: claim.left.clone(),
            expected: claim.right.clone(),
            holds: *verdict == Verdict::Holds,
            found,
            error,
            given: given.map(|(name, value)| (name.clone(), value.to_string())).collect(),
        }
    }
}

impl Finding {
    fn of_session(session: &Session, printed: &io::Result<String>, holds: bool) -> Finding {
        let error = printed.as_ref().err().map(|error| {
            Fault::of(&plain("io", format!("the command could not be run: {error}")), None)
        });
        Finding {
            line: session.line,
            column: 1,
            span: [session.span.start, session.span.end],
            kind: "console",
            claim: session.command.clone(),
            expected: session.expected.trim_end().to_owned(),
            holds,
            found: printed.as_ref().ok().filter(|_| !holds).map(|text| text.trim_end().to_owned()),
            error,
            given: BTreeMap::new(),
        }
    }
}

pub(crate) fn run(context: &mut Context, args: &CheckArgs) -> io::Result<u8> {
    let mut code = OK;
    for file in &args.files {
        code = code.max(match check(context, args, file) {
            Ok(done) => done?,
            Err(diagnostic) => {
                let origin = file.display().to_string();
                context.tell(&diagnostic, None, Some(&origin))?;
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
        return Err(plain("usage", "standard input cannot be fixed in place; give a file"));
    }
    let bytes = input::read(Some(file))?;
    let text = utf8(&bytes)?;
    let format = Format::of(file);
    // The folder of a bare name is this one.
    let here = |folder: &Path| {
        if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.into() }
    };
    let folder = if standard { None } else { file.parent().map(here) };
    let folder = folder.as_deref();
    let items = items(text, format, &context.scope, folder);
    let wrong = items.iter().filter(|item| !item.finding.holds).count();
    let (mut fixed, mut left) = (None, wrong);
    if args.fix {
        let corrected = corrected(text, &items);
        if let Some(corrected) = &corrected {
            replace(file, corrected.as_bytes()).map_err(|error| {
                plain("io", format!("cannot write {}: {error}", file.display()))
            })?;
        }
        // A correction may be what another claim stands on, so count again.
        let after = corrected.as_deref().unwrap_or(text);
        let again = self::items(after, format, &context.scope, folder);
        left = again.iter().filter(|item| !item.finding.holds).count();
        fixed = Some(wrong.saturating_sub(left));
    }
    let claims = items.len();
    let shown = items.into_iter().map(|item| item.finding).filter(|f| args.list || !f.holds);
    let report = Report {
        file: if standard { "standard input".into() } else { file.display().to_string() },
        claims,
        wrong,
        fixed,
        findings: shown.collect(),
    };
    let code = if left == 0 { OK } else { NO };
    Ok(write(context, &report).map(|()| code))
}

/// A claim with its verdict, and what would make it right.
struct Item {
    finding: Finding,
    correction: Option<String>,
}

/// The claims in a text, and the console sessions of a document, which run in its folder.
fn items(text: &str, format: Format, scope: &Scope, folder: Option<&Path>) -> Vec<Item> {
    let claims = scan_in(text, format, scope).into_iter().map(|claim| {
        let verdict = claim.verdict(scope);
        let correction = claim.correction(&verdict);
        Item { finding: Finding::new(&claim, &verdict), correction }
    });
    let mut items: Vec<Item> = claims.collect();
    if let (Format::Markdown, Some(folder)) = (format, folder) {
        items.extend(console::sessions(text).iter().map(|session| {
            let printed = session.run(folder);
            let holds = printed.as_ref().is_ok_and(|printed| *printed == session.expected);
            let finding = Finding::of_session(session, &printed, holds);
            Item { finding, correction: printed.ok().filter(|_| !holds) }
        }));
        items.sort_by_key(|item| item.finding.span);
    }
    items
}

/// The text with the right results, if any has to change.
fn corrected(text: &str, items: &[Item]) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for Item { finding: Finding { span: [start, end], .. }, correction } in items {
        // They come in the order of their results. Of two about one place the first counts.
        if let Some(result) = correction
            && *start >= at
        {
            out.push_str(&text[at..*start]);
            out.push_str(result);
            at = *end;
        }
    }
    out.push_str(&text[at..]);
    (out != text).then_some(out)
}

/// Bytes as text; what is not says where.
fn utf8(bytes: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let byte = bytes.get(before.len()).copied().unwrap_or(0);
        plain("io", format!("not a text in UTF-8: byte {byte:#04x} in line {line}"))
    })
}

/// Several lines, the later ones below the first.
fn indented(text: &str) -> String {
    text.replace('\n', "\n           ")
}

fn write(context: &mut Context, report: &Report) -> io::Result<()> {
    if context.json {
        return json::line(&mut context.out, report);
    }
    let (out, color) = (&mut context.out, context.screen.color);
    for finding in &report.findings {
        let place = format!("{}:{}:{}:", report.file, finding.line, finding.column);
        let place = paint(&place, QUIET, color);
        let Finding { claim, expected, .. } = finding;
        if finding.holds && finding.kind == "console" {
            writeln!(out, "{place} $ {claim} prints this")?;
            continue;
        }
        if finding.holds {
            let result = if expected.is_empty() { String::new() } else { format!(" = {expected}") };
            writeln!(out, "{place} {claim}{result} holds")?;
            continue;
        }
        writeln!(out, "{place} {}", paint(claim, ANSWER, color))?;
        if !expected.is_empty() {
            writeln!(out, "  expected {}", paint(&indented(expected), WRONG, color))?;
        }
        match (&finding.found, &finding.error) {
            (Some(found), _) => {
                writeln!(out, "  found    {}", paint(&indented(found), ANSWER, color))?
            }
            (None, Some(error)) => writeln!(out, "  refused: {}", error.message())?,
            (None, None) => {}
        }
        if !finding.given.is_empty() {
            let given: Vec<_> =
                finding.given.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            writeln!(out, "  where {}", given.join(", "))?;
        }
    }
    let plural = if report.claims == 1 { "claim" } else { "claims" };
    let fixed = report.fixed.map_or(String::new(), |fixed| format!(", {fixed} fixed"));
    writeln!(out, "{}: {} {plural}, {} wrong{fixed}", report.file, report.claims, report.wrong)
}
