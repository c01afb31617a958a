//! How to call an operation.

use std::fmt;

use serde::Serialize;

use crate::eval::names::{nearest, operation_names};
use crate::notation::{self, Row};
use crate::operations::{self, Operation};
use crate::{Diagnostic, Outcome, Scope};

/// How to call an operation, what it does, and an example.
///
/// Its `Display` form is what people read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Help {
    /// Its name, CuTe's where CuTe has it.
    pub name: &'static str,
    /// Other names it is called by.
    pub aliases: &'static [&'static str],
    /// Its arguments, as one writes them.
    pub usage: String,
    /// What it does, in one line.
    pub summary: &'static str,
    /// An expression ...
    pub example: &'static str,
    /// ... and what it evaluates to.
    pub result: &'static str,
}

/// The help for an operation, by any of its names.
///
/// # Errors
/// That there is none of that name, with names that are near.
///
/// ```
/// use tilework_lang::report;
///
/// let help = report::help("LayoutLeft").unwrap();
/// assert_eq!((help.name, help.result), ("make_layout_left", "(4,8):(1,4)"));
/// let error = report::help("divide").unwrap_err();
/// assert!(error.help.unwrap().contains("zipped_divide"));
/// ```
pub fn help(name: &str) -> Result<Help, Diagnostic> {
    let name = name.trim_end_matches(['(', ')']);
    operations::find(name).map(Help::of).ok_or_else(|| {
        let mut out = Diagnostic::plain("unknown-name", format!("there is no operation `{name}`"));
        let names = operations::all().iter().map(|operation| operation.name);
        let near: Vec<_> =
            names.filter(|near| near.contains(name) || name.contains(near)).collect();
        out.help = match (near.is_empty(), nearest(name, operation_names())) {
            (true, Some(near)) => Some(format!("did you mean `{near}`?")),
            (true, None) => None,
            (false, _) => Some(format!("there is {}", near.join(", "))),
        };
        out
    })
}

impl Help {
    fn of(operation: &'static Operation) -> Help {
        let Operation { name, aliases, summary, example, result, .. } = *operation;
        Help { name, aliases, usage: operation.usage(), summary, example, result }
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n  {}", self.usage, self.summary)?;
        if !self.aliases.is_empty() {
            writeln!(f, "  also called {}", self.aliases.join(", "))?;
        }
        write!(f, "  {} = {}", self.example, self.result)
    }
}

/// What a notation means, with an example and its value.
///
/// Its `Display` form is what people read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Written {
    /// How it is written.
    pub written: &'static str,
    /// What it means.
    pub summary: &'static str,
    /// A statement with it ...
    pub example: &'static str,
    /// ... and its value, with the names of [`notation::NAMES`].
    pub result: String,
}

/// What a word or a sign means that is not an operation: `==`, `o`, `<...>`, `at`.
///
/// ```
/// use tilework_lang::report;
///
/// let meanings = report::written("~");
/// assert_eq!((meanings[0].written, meanings[0].result.as_str()), ("A ~ B", "true"));
/// assert!(report::written("zipped_divide").is_empty());
/// ```
pub fn written(topic: &str) -> Vec<Written> {
    notation::find(topic).filter_map(|row| Written::of(row).ok()).collect()
}

impl Written {
    /// A row of the table of notation.
    ///
    /// # Errors
    /// Those of its example; there are none.
    pub fn of(row: &Row) -> Result<Written, Diagnostic> {
        let mut scope = Scope::new();
        for name in notation::NAMES {
            scope.run(name)?;
        }
        let result = match scope.run(row.example)? {
            Outcome::Value(value) | Outcome::Bound(_, value) => value.to_string(),
            Outcome::Claim(_, _, holds) => holds.to_string(),
        };
        let Row { written, meaning: summary, example, .. } = *row;
        Ok(Written { written, summary, example, result })
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written { written, summary, example, result } = self;
        write!(f, "{written}\n  {summary}\n  {example} is {result}")
    }
}
