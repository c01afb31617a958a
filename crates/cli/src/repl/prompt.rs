//! What the line editor knows of the language: completion, hints, and when an input is complete.

use std::borrow::Cow;

use rustyline::completion::Completer;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter, HistoryHinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};
use tilework_lang::operations;

use crate::input::open_brackets;
use crate::screen::{ANSWER, QUIET, paint};

const COMMANDS: [&str; 6] = [":help", ":explain", ":grid", ":draw", ":names", ":quit"];

pub(super) struct Prompt {
    /// The names that have values.
    pub(super) names: Vec<String>,
    history: HistoryHinter,
    color: bool,
}

impl Prompt {
    pub(super) fn new(color: bool) -> Prompt {
        Prompt { names: Vec::new(), history: HistoryHinter::new(), color }
    }
}

impl Helper for Prompt {}

/// Where the word that ends at `pos` starts.
fn word_start(line: &str, pos: usize) -> usize {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = line[..pos].trim_end_matches(inside).len();
    // Commands start with a colon, but only at the beginning: `4:` is a layout.
    if line[..start].trim_start() == ":" { start - 1 } else { start }
}

impl Completer for Prompt {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let start = word_start(line, pos);
        let word = &line[start..pos];
        let mut out: Vec<String> = Vec::new();
        if word.starts_with(':') {
            out.extend(COMMANDS.map(str::to_owned));
        } else {
            out.extend(self.names.iter().cloned());
            // After `:help` a name stands alone; elsewhere arguments follow.
            let call = if line.trim_start().starts_with(":help") { "" } else { "(" };
            let all = operations::all().iter();
            let names = all.flat_map(|op| op.aliases.iter().chain([&op.name]));
            out.extend(names.map(|name| format!("{name}{call}")));
        }
        out.retain(|candidate| candidate.starts_with(word));
        out.sort();
        Ok((start, out))
    }
}

/// The rest of a line from the history, or the arguments of the operation that was just typed.
pub(super) struct Suggestion {
    text: String,
    /// Whether the right arrow takes it over.
    completes: bool,
}

impl Hint for Suggestion {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        self.completes.then_some(&self.text)
    }
}

impl Hinter for Prompt {
    type Hint = Suggestion;

    fn hint(&self, line: &str, pos: usize, context: &Context<'_>) -> Option<Suggestion> {
        if pos < line.len() || line.is_empty() {
            return None;
        }
        if let Some(text) = self.history.hint(line, pos, context) {
            return Some(Suggestion { text, completes: true });
        }
        let head = line.strip_suffix('(')?;
        let operation = operations::find(&head[word_start(head, head.len())..])?;
        let (_, arguments) = operation.usage.split_once('(')?;
        Some(Suggestion { text: arguments.to_owned(), completes: false })
    }
}

impl Highlighter for Prompt {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        paint(prompt, ANSWER, self.color).into()
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        paint(hint, QUIET, self.color).into()
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        false
    }
}

impl Validator for Prompt {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let input = context.input();
        // An empty line ends an input that waits for a bracket in vain.
        let waiting = open_brackets(input.as_bytes()) > 0 && !input.ends_with('\n');
        Ok(if waiting { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}
