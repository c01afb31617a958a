//! `tilework check`: do the claims in a text hold?

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use tilework_lang::claims::{Claim, Format, Outcome, Verdict, correct, fences, rewrite, scan_in};
use tilework_lang::{Diagnostic, Scope, visible, visible_lines};

use crate::console::{self, Budget, Ran, Session};
use crate::context::Context;
use crate::input;
use crate::interrupt::replace;
use crate::json::{self, Fault};
use crate::report::{BAD, NO, OK, plain};
use crate::screen::{ANSWER, QUIET, WRONG, paint};

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Texts, Markdown or source files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the right results into the files where they are beyond doubt, and say what was left
    #[arg(long)]
    pub(crate) fix: bool,
    /// Print every claim that was read, also those that hold
    #[arg(long)]
    pub(crate) list: bool,
    /// Let the commands in console blocks read and write files: only for documents that you trust
    #[arg(long)]
    pub(crate) allow_files: bool,
}

/// The claims of one file.
#[derive(Serialize)]
struct Report {
    file: String,
    /// How many there are, and how many of them do not hold.
    claims: usize,
    wrong: usize,
    /// How many commands were not run, and so are neither right nor wrong.
    not_run: usize,
    /// How many claims were corrected.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<usize>,
    /// Those that do not hold and those that were not run, or all.
    findings: Vec<Finding>,
    /// Those that were to be corrected and are not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left: Vec<Left>,
}

/// A result that was left as it is.
#[derive(Serialize)]
struct Left {
    line: usize,
    column: usize,
    why: String,
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
    /// `null` for a command that was not run.
    holds: Option<bool>,
    /// The right result, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Fault>,
    /// Of a command: whether it was run, and why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    ran: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
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
            // Whatever else there will be, it is not that the claim holds.
            _ => (None, None),
        };
        let given = claim.given.iter();
        Finding {
            line: claim.line,
            column: claim.column,
            span: [claim.span.start, claim.span.end],
            kind: claim.kind.name(),
            claim: claim.left.clone(),
            expected: claim.right.clone(),
            holds: Some(*verdict == Verdict::Holds),
            found,
            error,
            ran: None,
            reason: None,
            given: given.map(|(name, value)| (name.clone(), value.to_string())).collect(),
        }
    }
}

impl Finding {
    fn of_session(session: &Session, ran: &Ran) -> Finding {
        let (printed, reason) = match ran {
            Ran::Printed(text) => (Some(text), None),
            Ran::Not(why) => (None, Some(why.clone())),
        };
        let holds = printed.map(|text| *text == session.expected);
        Finding {
            line: session.line,
            column: 1,
            span: [session.span.start, session.span.end],
            kind: "console",
            claim: session.command.clone(),
            expected: session.expected.trim_end().to_owned(),
            holds,
            found: printed.filter(|_| holds == Some(false)).map(|text| text.trim_end().to_owned()),
            error: None,
            ran: Some(printed.is_some()),
            reason,
            given: BTreeMap::new(),
        }
    }

    fn is_wrong(&self) -> bool {
        self.holds == Some(false)
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
    let bytes = input::read(context, Some(file))?;
    let text = utf8(&bytes)?;
    let format = Format::of(file);
    let commands = match (context.policy.runs_commands(), args.allow_files) {
        (false, _) => Commands::None,
        (true, false) => Commands::Answer,
        (true, true) => Commands::In(folder(file)),
    };
    let items = items(text, format, &context.scope, commands);
    let wrong = items.iter().filter(|item| item.finding.is_wrong()).count();
    let (mut fixed, mut left) = (None, wrong);
    let mut kept = Vec::new();
    if args.fix {
        let corrected;
        (corrected, kept) = self::corrected(text, format, &context.scope, &items);
        if let Some(corrected) = &corrected {
            replace(file, corrected.as_bytes()).map_err(|error| {
                plain("io", format!("cannot write {}: {error}", file.display()))
            })?;
        }
        // A correction may be what another claim stands on, so count again.
        let after = corrected.as_deref().unwrap_or(text);
        let again = self::items(after, format, &context.scope, commands);
        left = again.iter().filter(|item| item.finding.is_wrong()).count();
        fixed = Some(wrong.saturating_sub(left));
    }
    let not_run = items.iter().filter(|item| item.finding.holds.is_none()).count();
    let claims = items.len() - not_run;
    let findings = items.into_iter().map(|item| item.finding);
    let shown = findings.filter(|finding| args.list || finding.holds != Some(true));
    let report = Report {
        file: if standard { "standard input".into() } else { file.display().to_string() },
        claims,
        wrong,
        not_run,
        fixed,
        findings: shown.collect(),
        left: kept,
    };
    let code = if left == 0 { OK } else { NO };
    Ok(write(context, &report).map(|()| code))
}

/// A claim with its verdict, and what a command prints that the text does not show.
struct Item {
    finding: Finding,
    correction: Option<String>,
}

/// What becomes of the commands in console blocks.
#[derive(Clone, Copy)]
enum Commands<'a> {
    /// They are not run: this is the command of a document itself.
    None,
    /// They answer, and can do nothing else.
    Answer,
    /// They do what they say, in this folder.
    In(&'a Path),
}

impl Commands<'_> {
    fn run(self, session: &Session, budget: &mut Budget) -> Ran {
        match self {
            Commands::None => Ran::Not("a command of a document runs no others".to_owned()),
            Commands::Answer => session.answer(budget),
            Commands::In(folder) => session.execute(folder),
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

/// The claims in a text, and the console sessions of a document.
fn items(text: &str, format: Format, scope: &Scope, commands: Commands<'_>) -> Vec<Item> {
    let claims = scan_in(text, format, scope).into_iter().map(|claim| {
        let verdict = claim.verdict(scope);
        Item { finding: Finding::new(&claim, &verdict), correction: None }
    });
    let mut items: Vec<Item> = claims.collect();
    if format == Format::Markdown {
        let mut budget = Budget::default();
        items.extend(console::sessions(text).iter().map(|session| {
            let ran = commands.run(session, &mut budget);
            let finding = Finding::of_session(session, &ran);
            let correction = match ran {
                Ran::Printed(text) if finding.is_wrong() => Some(text),
                _ => None,
            };
            Item { finding, correction }
        }));
        items.sort_by_key(|item| item.finding.span);
    }
    items
}

/// The text with the right results, if any has to change, and what is left as it is.
fn corrected(
    text: &str,
    format: Format,
    scope: &Scope,
    items: &[Item],
) -> (Option<String>, Vec<Left>) {
    let (mut edits, mut left) = (Vec::new(), Vec::new());
    for correction in correct(text, format, scope) {
        let (line, column) = (correction.line, correction.column);
        match correction.outcome {
            Outcome::Written(result) => edits.push((correction.span, result)),
            Outcome::Left(why) => left.push(Left { line, column, why }),
            Outcome::Mended => {}
        }
    }
    // A block that is not closed goes on to the end of the text, which is not all output.
    let open = fences(text).pop().filter(|fence| !fence.closed);
    let open = open.and_then(|fence| fence.lines.first().map(|line| line.start));
    for Item { finding: Finding { span: [start, end], line, column, .. }, correction } in items {
        let Some(printed) = correction else { continue };
        if open.is_some_and(|open| open <= *start) {
            let why = "its block is not closed, so nobody knows where the output ends".to_owned();
            left.push(Left { line: *line, column: *column, why });
        } else {
            edits.push((*start..*end, with_line_ends_of(&text[..*end], printed)));
        }
    }
    edits.sort_by_key(|(span, _)| span.start);
    left.sort_by_key(|left| (left.line, left.column));
    let out = rewrite(text, edits.iter().map(|(span, result)| (span.clone(), result.as_str())));
    ((out != text).then_some(out), left)
}

/// Lines that end as the line before them does.
fn with_line_ends_of(before: &str, lines: &str) -> String {
    if before.ends_with("\r\n") { lines.replace('\n', "\r\n") } else { lines.to_owned() }
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
    visible_lines(text).replace('\n', "\n           ")
}

fn write(context: &mut Context, report: &Report) -> io::Result<()> {
    if context.json {
        return json::line(&mut context.out, report);
    }
    let (out, color) = (&mut context.out, context.screen.color);
    for finding in &report.findings {
        let place = format!("{}:{}:{}:", visible(&report.file), finding.line, finding.column);
        let place = paint(&place, QUIET, color);
        let (claim, expected) = (visible_lines(&finding.claim), &finding.expected);
        if let Some(reason) = &finding.reason {
            writeln!(out, "{place} $ {claim}\n  not run: {}", visible(reason))?;
            continue;
        }
        if finding.holds == Some(true) && finding.kind == "console" {
            writeln!(out, "{place} $ {claim} prints this")?;
            continue;
        }
        if finding.holds == Some(true) {
            let result = match expected.as_str() {
                "" => String::new(),
                expected => format!(" = {}", visible_lines(expected)),
            };
            writeln!(out, "{place} {claim}{result} holds")?;
            continue;
        }
        writeln!(out, "{place} {}", paint(&claim, ANSWER, color))?;
        if !expected.is_empty() {
            writeln!(out, "  expected {}", paint(&indented(expected), WRONG, color))?;
        }
        match (&finding.found, &finding.error) {
            (Some(found), _) => {
                writeln!(out, "  found    {}", paint(&indented(found), ANSWER, color))?
            }
            (None, Some(error)) => writeln!(out, "  refused: {}", visible(error.message()))?,
            (None, None) => {}
        }
        if !finding.given.is_empty() {
            let given: Vec<_> =
                finding.given.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            writeln!(out, "  where {}", visible(&given.join(", ")))?;
        }
    }
    for Left { line, column, why } in &report.left {
        let place = format!("{}:{line}:{column}:", visible(&report.file));
        writeln!(out, "{} left as it is: {}", paint(&place, QUIET, color), visible(why))?;
    }
    let plural = if report.claims == 1 { "claim" } else { "claims" };
    let Report { claims, wrong, not_run, .. } = report;
    let file = visible(&report.file);
    let fixed = report.fixed.map_or(String::new(), |fixed| format!(", {fixed} fixed"));
    let not_run = if *not_run > 0 { format!(", {not_run} not run") } else { String::new() };
    writeln!(out, "{file}: {claims} {plural}, {wrong} wrong{fixed}{not_run}")
}
