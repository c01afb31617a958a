//! `tilework check`: do the claims in a text hold?

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use tilework_lang::claims::{Claim, Format, Verdict, scan_in};
use tilework_lang::{Diagnostic, Scope};

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
    /// Where it was found: line, inline, statement, step, prose, comment, notation.
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
    let verdicts = verdicts(text, format, &context.scope);
    let mut fixed = None;
    let mut left = verdicts.iter().filter(|(_, verdict)| *verdict != Verdict::Holds).count();
    let wrong = left;
    if args.fix {
        let corrected = corrected(text, &verdicts);
        if let Some(corrected) = &corrected {
            replace(file, corrected.as_bytes()).map_err(|error| {
                plain("io", format!("cannot write {}: {error}", file.display()))
            })?;
        }
        // A correction may be what another claim stands on, so count again.
        let after = corrected.as_deref().unwrap_or(text);
        let again = self::verdicts(after, format, &context.scope);
        left = again.iter().filter(|(_, verdict)| *verdict != Verdict::Holds).count();
        fixed = Some(wrong.saturating_sub(left));
    }
    let shown = verdicts.iter().filter(|(_, verdict)| args.list || *verdict != Verdict::Holds);
    let report = Report {
        file: if standard { "<stdin>".into() } else { file.display().to_string() },
        claims: verdicts.len(),
        wrong,
        fixed,
        findings: shown.map(|(claim, verdict)| Finding::new(claim, verdict)).collect(),
    };
    let code = if left == 0 { OK } else { NO };
    Ok(write(context, &report).map(|()| code))
}

fn verdicts(text: &str, format: Format, scope: &Scope) -> Vec<(Claim, Verdict)> {
    let claims = scan_in(text, format, scope).into_iter();
    claims
        .map(|claim| (claim.verdict(scope), claim))
        .map(|(verdict, claim)| (claim, verdict))
        .collect()
}

/// The text with the right results, if any has to change.
fn corrected(text: &str, verdicts: &[(Claim, Verdict)]) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (claim, verdict) in verdicts {
        // Claims come in the order of their results. Of two about one place the first counts.
        if let Some(result) = claim.correction(verdict)
            && claim.span.start >= at
        {
            out.push_str(&text[at..claim.span.start]);
            out.push_str(&result);
            at = claim.span.end;
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

fn write(context: &mut Context, report: &Report) -> io::Result<()> {
    if context.json {
        return json::line(&mut context.out, report);
    }
    let (out, color) = (&mut context.out, context.screen.color);
    for finding in &report.findings {
        let place = format!("{}:{}:{}:", report.file, finding.line, finding.column);
        let place = paint(&place, QUIET, color);
        let Finding { claim, expected, .. } = finding;
        if finding.holds {
            let result = if expected.is_empty() { String::new() } else { format!(" = {expected}") };
            writeln!(out, "{place} {claim}{result} holds")?;
            continue;
        }
        writeln!(out, "{place} {}", paint(claim, ANSWER, color))?;
        if !expected.is_empty() {
            writeln!(out, "  expected {}", paint(expected, WRONG, color))?;
        }
        match (&finding.found, &finding.error) {
            (Some(found), _) => writeln!(out, "  found    {}", paint(found, ANSWER, color))?,
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
