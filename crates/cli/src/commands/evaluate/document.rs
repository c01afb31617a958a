//! Texts of several lines: an answer for each statement, and a note on what is none.

use std::io;

use tilework_lang::report::{Pasted, Refusal, json};
use tilework_lang::{Answered, Diagnostic, Document, Outcome, Replied, Reply, visible};

use super::{Show, code, write_notes, write_outcome};
use crate::context::Context;
use crate::exit::OK;
use crate::input;

/// How many of the lines that are left out a note names.
const NAMED: usize = 8;

/// A document on its way through a command.
pub(crate) struct Reading {
    document: Document,
    /// What to show; nothing but errors and notes for a file of bindings.
    show: Option<Show>,
    /// What to call it: a file, or `None` for an argument.
    name: Option<String>,
    /// Where the lines that are left out start, and what they are.
    left_out: Vec<(usize, String)>,
    /// How many there are.
    out_of: usize,
    /// Why the first of them was left out.
    first: Option<(Replied, Diagnostic)>,
    /// Whether anything was read.
    read: bool,
    code: u8,
}

impl Reading {
    pub(crate) fn new(show: Option<Show>, name: Option<String>) -> Reading {
        let (document, left_out) = (Document::new(), Vec::new());
        Reading { document, show, name, left_out, out_of: 0, first: None, read: false, code: OK }
    }

    /// Takes the next line.
    pub(crate) fn line(
        &mut self,
        context: &mut Context,
        number: usize,
        line: &[u8],
    ) -> io::Result<()> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match input::text(line) {
            Ok(text) => {
                let replies = self.document.line(&mut context.scope, text);
                self.show(context, replies)
            }
            Err(why) => {
                // It is a line nevertheless, and ends what is open.
                let replies = self.document.line(&mut context.scope, "");
                self.show(context, replies)?;
                let text = String::from_utf8_lossy(line);
                let origin = self.origin(number);
                self.read = true;
                self.refuse(context, Refusal::of(&text, why).read_from(Some(&origin)))
            }
        }
    }

    /// Whether all that was read has been answered.
    pub(crate) fn is_complete(&self) -> bool {
        self.document.is_complete()
    }

    /// Answers what is left, says what was left out, and gives the exit code.
    pub(crate) fn end(mut self, context: &mut Context) -> io::Result<u8> {
        let replies = self.document.end(&mut context.scope);
        self.show(context, replies)?;
        match self.first.take() {
            // A text without a single statement was meant to have one.
            Some((reply, why)) if !self.read && !context.json => {
                let origin = self.origin(reply.line);
                let alone = self.name.is_none() && self.out_of == 1;
                let origin = (!alone).then_some(origin.as_str());
                self.refuse(context, Refusal::of(&reply.text, why).read_from(origin))?;
            }
            Some((_, why)) if !self.read => self.code = self.code.max(crate::exit::code(&why)),
            _ => {}
        }
        if self.read && !self.left_out.is_empty() {
            let lines: Vec<String> =
                self.left_out.iter().map(|(line, text)| format!("{line} `{text}`")).collect();
            let more = self.out_of - lines.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let what = match &self.name {
                Some(name) => format!("{}: ", visible(name)),
                None => String::new(),
            };
            let are =
                if self.out_of == 1 { "line that is no value" } else { "lines that are no values" };
            context.say(&format!(
                "note: {what}left out {} {are}: {}{more}\n",
                self.out_of,
                lines.join(", ")
            ))?;
        }
        Ok(self.code)
    }

    fn origin(&self, line: usize) -> String {
        self.name.as_ref().map_or_else(|| format!("line {line}"), |name| format!("{name}:{line}"))
    }

    fn refuse(&mut self, context: &mut Context, refusal: Refusal) -> io::Result<()> {
        self.code = self.code.max(context.refuse(refusal)?);
        Ok(())
    }

    fn show(&mut self, context: &mut Context, replies: Vec<Replied>) -> io::Result<()> {
        for reply in replies {
            match &reply.came {
                Reply::LeftOut(why) => {
                    if self.out_of < NAMED && !(context.json && self.show.is_some()) {
                        let text: String = reply.text.trim().chars().take(40).collect();
                        self.left_out.push((reply.line, visible(&text).into_owned()));
                    }
                    self.out_of += 1;
                    if self.first.is_none() {
                        self.first = Some((reply.clone(), why.clone()));
                    }
                    if context.json && self.show.is_some() {
                        json::write(&mut context.out, &Pasted::of(&reply, None))?;
                    }
                }
                Reply::Did(answered) => {
                    self.read = true;
                    self.did(context, &reply, answered)?;
                }
                Reply::Refused(why) => {
                    self.read = true;
                    let origin = self.origin(reply.line);
                    let refusal = Refusal::of(&reply.text, why.clone());
                    self.refuse(context, refusal.read_from(Some(&origin)))?;
                }
                // Whatever else may come of a statement has nothing to show.
                _ => {}
            }
        }
        Ok(())
    }

    fn did(
        &mut self,
        context: &mut Context,
        reply: &Replied,
        answered: &Answered,
    ) -> io::Result<()> {
        let (outcome, notes) = (&answered.outcome, &answered.notes);
        let Some(show) = self.show else {
            // A file of bindings is silent but for its notes, unless something in it does not hold.
            if let Outcome::Claim(found, _, false) = outcome {
                let message = format!("this does not hold; the left side is {found}");
                let why = Diagnostic::new("claim", 0..reply.text.trim_end().len(), message);
                let origin = self.origin(reply.line);
                let refusal = Refusal::of(&reply.text, why).read_from(Some(&origin));
                return self.refuse(context, refusal);
            }
            return write_notes(context, notes);
        };
        self.code = self.code.max(code(outcome));
        let origin = self.origin(reply.line);
        let refused = |why: Diagnostic| Refusal::of(&reply.text, why).read_from(Some(&origin));
        if context.json {
            match context.notation() {
                Ok(notation) => {
                    let pasted = Pasted::of(reply, notation);
                    self.code = self.code.max(pasted.status() as u8);
                    return json::write(&mut context.out, &pasted);
                }
                Err(why) => return self.refuse(context, refused(why)),
            }
        }
        if let Some(why) = write_outcome(context, show, outcome)? {
            return self.refuse(context, refused(why));
        }
        write_notes(context, notes)
    }
}

/// The file of `--bindings`; an exit code other than 0 is the end.
pub(crate) fn of_bindings(context: &mut Context) -> io::Result<u8> {
    let Some(path) = context.common.bindings.clone() else { return Ok(OK) };
    let bytes = match context.read(Some(&path)) {
        Ok(bytes) => bytes,
        Err(diagnostic) => return context.refuse(diagnostic),
    };
    let mut reading = Reading::new(None, Some(input::name(Some(&path))));
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        reading.line(context, number, line)?;
    }
    reading.end(context)
}

/// A document in an argument, or typed at the prompt.
pub(crate) fn of_text(context: &mut Context, show: Show, text: &str) -> io::Result<u8> {
    let mut reading = Reading::new(Some(show), None);
    for (number, line) in (1..).zip(text.lines()) {
        reading.line(context, number, line.as_bytes())?;
    }
    reading.end(context)
}

/// Standard input: each statement is answered as soon as it is complete.
pub(crate) fn of_input(context: &mut Context, show: Show) -> io::Result<u8> {
    let mut reading = Reading::new(Some(show), Some("standard input".to_owned()));
    let mut line = Vec::new();
    for number in 1.. {
        match context.next_line(&mut line)? {
            Ok(true) => reading.line(context, number, &line)?,
            Ok(false) => break,
            Err(unreadable) => {
                let code = context.refuse(unreadable)?;
                return Ok(code.max(reading.end(context)?));
            }
        }
    }
    reading.end(context)
}
