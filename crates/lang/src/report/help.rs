//! How to call an operation.

use std::fmt;

use serde::Serialize;

use crate::Diagnostic;
use crate::operations::{self, Operation};

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
        out.help = (!near.is_empty()).then(|| format!("there is {}", near.join(", ")));
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
