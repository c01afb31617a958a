//! What a command about hardware answers: in words, for programs, and as a picture.

use std::io::{self, Write};

use serde::Serialize;
use tilework_draw::{Scene, View};
use tilework_lang::report::{Refusal, json};

use super::options::Picture;
use crate::context::Context;
use crate::exit::{NO, OK};
use crate::picture::{deliver, save};
use crate::ui::screen::{ANSWER, QUIET, paint};

/// An answer. What was asked comes first; then what would be asked next.
pub(super) struct Answer<V> {
    /// What it is about.
    pub(super) input: String,
    /// The answer in words.
    pub(super) lines: Vec<String>,
    /// What has to be said with it, in one line.
    pub(super) next: Vec<String>,
    /// What else there is to say: on a terminal, and with `--facts`.
    pub(super) facts: Vec<String>,
    /// The answer by its parts.
    pub(super) value: V,
    /// Whether there is what was asked for.
    pub(super) holds: bool,
}

#[derive(Serialize)]
struct Object<'a, V> {
    input: &'a str,
    result: String,
    value: &'a V,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
}

impl<V: Serialize> Answer<V> {
    /// An answer in one line, to what was asked about `input`.
    pub(super) fn new(input: impl Into<String>, line: impl Into<String>, value: V) -> Answer<V> {
        let (input, lines) = (input.into(), vec![line.into()]);
        Answer { input, lines, next: Vec::new(), facts: Vec::new(), value, holds: true }
    }

    /// Writes the answer, and gives the exit code.
    pub(super) fn write(&self, context: &mut Context, facts: bool) -> io::Result<u8> {
        self.write_with(context, facts, None)
    }

    /// Writes the answer, and the picture of it where one is asked for, and gives the exit code. A picture on standard
    /// output takes the place of the words.
    pub(super) fn write_drawn(
        &self,
        context: &mut Context,
        facts: bool,
        picture: &Picture,
        scene: impl Fn(&str, &View) -> Result<Scene, Refusal>,
    ) -> io::Result<u8> {
        let Picture { args } = picture;
        let mut output = None;
        if args.output.is_some() || args.format.is_some() {
            let title = args.title.as_deref().unwrap_or(&self.input);
            let drawn = match args.draw(context, |limits| scene(title, &View::within(limits))) {
                Ok(drawn) => drawn,
                Err(refusal) => return context.refuse(refusal),
            };
            let Some(path) = args.file() else {
                return deliver(context, None, &self.input, &drawn);
            };
            if let Err(unwritten) = save(context, path, &drawn) {
                return context.refuse(unwritten);
            }
            output = Some(path.display().to_string());
        }
        self.write_with(context, facts, output)
    }

    fn write_with(
        &self,
        context: &mut Context,
        facts: bool,
        output: Option<String>,
    ) -> io::Result<u8> {
        if context.json {
            let notes = self.next.iter().map(String::as_str).collect();
            let result = self.lines.join("\n");
            let object = Object { input: &self.input, result, value: &self.value, notes, output };
            json::write(&mut context.out, &object)?;
        } else {
            self.write_words(context, facts)?;
        }
        Ok(if self.holds { OK } else { NO })
    }

    fn write_words(&self, context: &mut Context, facts: bool) -> io::Result<()> {
        let (out, color) = (&mut context.out, context.screen.color);
        for (i, line) in self.lines.iter().enumerate() {
            let style = if i == 0 { ANSWER } else { QUIET };
            writeln!(out, "{}", paint(line, style, color))?;
        }
        let mut more = self.next.join("; ");
        if context.screen.terminal || facts {
            for fact in &self.facts {
                more = if more.is_empty() { fact.clone() } else { format!("{more}; {fact}") };
            }
        }
        if !more.is_empty() {
            writeln!(out, "{}", paint(&more, QUIET, color))?;
        }
        Ok(())
    }
}
