//! What every command works with: the options, the names, and where answers go.

use std::ffi::OsStr;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use tilework::{AnyLayout, Layout};
use tilework_lang::{Diagnostic, Dialect, Outcome, Scope, Span, Value, print};

use crate::args::{As, Common};
use crate::input;
use crate::json::{self, Fault, Refusal};
use crate::report::{self, OK};
use crate::screen::Screen;

/// The state of a run.
pub(crate) struct Context {
    pub(crate) json: bool,
    pub(crate) common: Common,
    pub(crate) screen: Screen,
    pub(crate) scope: Scope,
    pub(crate) out: BufWriter<StdoutLock<'static>>,
}

impl Context {
    pub(crate) fn new(common: Common) -> Context {
        let screen = Screen::detect(common.when());
        let out = BufWriter::new(io::stdout().lock());
        Context { json: common.json, common, screen, scope: Scope::new(), out }
    }

    /// Evaluates the file of `--bindings`; an exit code other than 0 is the end.
    pub(crate) fn load_bindings(&mut self) -> io::Result<u8> {
        let Some(path) = self.common.bindings.clone() else { return Ok(OK) };
        let bytes = match input::read(Some(&path)) {
            Ok(bytes) => bytes,
            Err(diagnostic) => return self.tell(&diagnostic, None, None),
        };
        let mut code = OK;
        for (number, statement) in input::statements(&bytes) {
            code = code.max(self.load(&path, number, &statement)?);
        }
        Ok(code)
    }

    fn load(&mut self, path: &Path, line: usize, statement: &[u8]) -> io::Result<u8> {
        let text = String::from_utf8_lossy(statement);
        let outcome = input::text(statement).and_then(|text| self.scope.run(text));
        let diagnostic = match outcome {
            Err(diagnostic) => diagnostic,
            Ok(Outcome::Claim(found, _, false)) => {
                let message = format!("this does not hold; the left side is {found}");
                report::at("claim", 0..text.trim_end().len(), message)
            }
            Ok(_) => return Ok(OK),
        };
        let origin = format!("{}:{line}", path.display());
        self.tell(&diagnostic, Some(&text), Some(&origin))
    }

    /// Tells of an error, as JSON or in words on standard error, and gives the exit code.
    pub(crate) fn tell(
        &mut self,
        diagnostic: &Diagnostic,
        text: Option<&str>,
        origin: Option<&str>,
    ) -> io::Result<u8> {
        if self.json {
            let error = Fault::of(diagnostic, origin);
            json::line(&mut self.out, &Refusal { input: text, error })?;
        } else {
            // What was answered before comes before.
            self.out.flush()?;
            let color = self.screen.color_errors;
            let words = report::render(diagnostic, text.unwrap_or(""), origin, color);
            // Nobody can be told when standard error is closed.
            let _ = io::stderr().write_all(words.as_bytes());
        }
        Ok(report::exit_code(diagnostic))
    }

    /// A value in the dialect that was asked for.
    pub(crate) fn show(&self, value: &Value) -> String {
        match self.common.dialect {
            None => value.to_string(),
            Some(As::Cute) => print(value, Dialect::Cute),
            Some(As::Dsl) => print(value, Dialect::Dsl),
            Some(As::Python) => print(value, Dialect::Python),
            Some(As::CppTypes) => print(value, Dialect::CppTypes),
        }
    }

    /// The layout that a part of a command line stands for; `at` is where it starts in it.
    pub(crate) fn layout(&mut self, text: &str, at: usize) -> Result<Layout, Diagnostic> {
        as_layout(&self.value(text, at)?, at..at + text.len())
    }

    /// The same, plain or composed.
    pub(crate) fn any_layout(&mut self, text: &str, at: usize) -> Result<AnyLayout, Diagnostic> {
        match self.value(text, at)? {
            Value::Composed(composed) => Ok(AnyLayout::Composed(*composed)),
            value => as_layout(&value, at..at + text.len()).map(AnyLayout::Plain),
        }
    }

    fn value(&mut self, text: &str, at: usize) -> Result<Value, Diagnostic> {
        match self.scope.run(text).map_err(|diagnostic| diagnostic.shifted(at))? {
            Outcome::Value(value) => Ok(value),
            Outcome::Bound(..) | Outcome::Claim(..) => {
                let span = at..at + text.len();
                Err(report::at("usage", span, "a layout is needed here, not an equation"))
            }
        }
    }
}

/// The layout of a value; a shape alone is compact, leftmost fastest.
pub(crate) fn as_layout(value: &Value, span: Span) -> Result<Layout, Diagnostic> {
    let made = match value {
        Value::Layout(layout) => return Ok(*layout),
        Value::Integer(extent) => Layout::new(*extent, 1),
        Value::Tuple(shape) => Layout::col_major(shape),
        Value::Composed(composed) => match composed.to_layout() {
            Ok((layout, 0)) => return Ok(layout),
            Ok((layout, base)) => {
                let message =
                    format!("a layout from offset 0 is needed here: this is {layout} at {base}");
                return Err(report::at("usage", span, message));
            }
            Err(error) => Err(error),
        },
        _ => {
            let message = format!("a layout is needed here, not {}", value.kind());
            return Err(report::at("usage", span, message));
        }
    };
    made.map_err(|error| algebra(error, span))
}

/// An error of the algebra, about a place in a text.
pub(crate) fn algebra(error: tilework::Error, span: Span) -> Diagnostic {
    let mut out = report::at(tilework_lang::kind_name(&error), span, error.to_string());
    out.cause = Some(Box::new(error));
    out
}

/// An argument as text; what is not UTF-8 is told of.
pub(crate) fn argument(argument: &OsStr) -> (String, Option<Diagnostic>) {
    let bytes = argument.as_encoded_bytes();
    (String::from_utf8_lossy(bytes).into_owned(), input::text(bytes).err())
}
