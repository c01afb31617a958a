//! What every command works with: the options, the names, and where answers go.

use std::ffi::OsStr;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use tilework::{AnyLayout, Layout};
use tilework_lang::{Diagnostic, Dialect, Outcome, Scope, Span, Value, print};

use crate::args::{As, Common};
use crate::input;
use crate::json::{self, Fault, Refusal};
use crate::policy::Policy;
use crate::report::{self, OK};
use crate::screen::Screen;

/// Where a command reads and writes what has no name.
pub(crate) struct Streams<'a> {
    pub(crate) input: &'a mut dyn Read,
    pub(crate) out: &'a mut dyn Write,
    pub(crate) err: &'a mut dyn Write,
}

/// The state of a run.
pub(crate) struct Context<'a> {
    pub(crate) json: bool,
    pub(crate) common: Common,
    pub(crate) screen: Screen,
    pub(crate) scope: Scope,
    pub(crate) policy: Policy,
    /// Standard input.
    pub(crate) input: BufReader<&'a mut dyn Read>,
    /// Standard output.
    pub(crate) out: BufWriter<&'a mut dyn Write>,
    /// Standard error.
    err: &'a mut dyn Write,
}

impl<'a> Context<'a> {
    pub(crate) fn new(common: Common, streams: Streams<'a>, policy: Policy) -> Context<'a> {
        let screen = match policy {
            Policy::Document => Screen::page(common.when()),
            Policy::Caller | Policy::Allowed => Screen::detect(common.when()),
        };
        Context {
            json: common.json,
            common,
            screen,
            scope: Scope::new(),
            policy,
            input: BufReader::with_capacity(1 << 16, streams.input),
            out: BufWriter::new(streams.out),
            err: streams.err,
        }
    }

    /// Evaluates the file of `--bindings`; an exit code other than 0 is the end.
    pub(crate) fn load_bindings(&mut self) -> io::Result<u8> {
        let Some(path) = self.common.bindings.clone() else { return Ok(OK) };
        let bytes = match input::read(self, Some(&path)) {
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
            let color = self.screen.color_errors;
            let words = report::render(diagnostic, text.unwrap_or(""), origin, color);
            self.say(&words)?;
        }
        Ok(report::exit_code(diagnostic))
    }

    /// Writes lines to standard error.
    pub(crate) fn say(&mut self, lines: &str) -> io::Result<()> {
        // What was answered before comes before.
        self.out.flush()?;
        // Nobody can be told when standard error is closed.
        let _ = self.err.write_all(lines.as_bytes());
        Ok(())
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
            _ => {
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
