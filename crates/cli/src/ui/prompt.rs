//! The line editor: completion, hints, and whether an input is complete.

use std::borrow::Cow;

use rustyline::completion::Completer;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter, HistoryHinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};
use tilework_lang::Scope;
use tilework_lang::report::{Completion, arguments, complete};

use crate::input::open_brackets;
use crate::ui::screen::{ANSWER, QUIET, paint};

const COMMANDS: [&str; 7] = [":help", ":explain", ":grid", ":draw", ":names", ":order", ":quit"];

pub(crate) struct Prompt {
    /// The names that have values.
    pub(crate) scope: Scope,
    history: HistoryHinter,
    color: bool,
}

impl Prompt {
    pub(crate) fn new(color: bool) -> Prompt {
        Prompt { scope: Scope::new(), history: HistoryHinter::new(), color }
    }
}

impl Helper for Prompt {}

impl Completer for Prompt {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let Completion { start, mut candidates, .. } = complete(line, pos, &self.scope);
        // Commands start with a colon, but only at the beginning: `4:` is a layout.
        if line[..start].trim_start() == ":" {
            let start = start - 1;
            let mut commands = COMMANDS.map(str::to_owned).to_vec();
            commands.retain(|command| command.starts_with(&line[start..pos]));
            commands.sort();
            return Ok((start, commands));
        }
        // After `:help` a name stands alone; elsewhere arguments follow.
        if line.trim_start().starts_with(":help") {
            for candidate in &mut candidates {
                candidate.truncate(candidate.trim_end_matches('(').len());
            }
        }
        Ok((start, candidates))
    }
}

/// The rest of a line from the history, or the arguments of the operation that was just typed.
pub(crate) struct Suggestion {
    text: String,
    /// Whether the right arrow accepts it.
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
        Some(Suggestion { text: arguments(line)?, completes: false })
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
        // An empty line ends an input with an open bracket.
        let waiting = open_brackets(input.as_bytes()) > 0 && !input.ends_with('\n');
        Ok(if waiting { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}
