//! What may come next in a text that is being typed.

use serde::Serialize;

use crate::eval::members;
use crate::{Scope, operations};

/// The words that may stand where one is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Completion {
    /// The byte at which the word starts.
    pub start: usize,
    /// What it may become, in the order of the alphabet.
    pub candidates: Vec<String>,
}

/// Completes the word that ends at byte `cursor` of a text: to a name that has a value, or to the call of
/// an operation. Behind a dot, to a member instead of a name.
///
/// ```
/// use tilework_lang::{Scope, report};
///
/// let mut scope = Scope::new();
/// scope.run("rows = (4,8):(8,1)")?;
/// let text = "size(ro";
/// let completion = report::complete(text, text.len(), &scope);
/// assert_eq!((completion.start, completion.candidates), (5, vec!["row_major(".into(), "rows".into()]));
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn complete(text: &str, cursor: usize, scope: &Scope) -> Completion {
    let (start, word) = word(text, cursor);
    let names: Vec<String> = match text.get(..start).and_then(|before| before.strip_suffix('.')) {
        Some(before) => {
            let of = scope.get(self::word(before, before.len()).1).map(members::of);
            of.unwrap_or_else(members::all).into_iter().map(str::to_owned).collect()
        }
        None => scope.names().map(|(name, _)| name.to_owned()).collect(),
    };
    let operations = operations::all().iter();
    let calls = operations.flat_map(|operation| operation.aliases.iter().chain([&operation.name]));
    let calls = calls.map(|name| format!("{name}("));
    let mut candidates: Vec<String> =
        names.into_iter().chain(calls).filter(|candidate| candidate.starts_with(word)).collect();
    candidates.sort();
    Completion { start, candidates }
}

/// The word that ends at byte `cursor`, and where it starts.
fn word(text: &str, cursor: usize) -> (usize, &str) {
    let before = text.get(..cursor).unwrap_or(text);
    let start = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    (start, &before[start..])
}

/// The arguments of the operation whose parenthesis was just opened at the end of a text.
///
/// ```
/// let hint = tilework_lang::report::arguments("A o complement(");
/// assert_eq!(hint.as_deref(), Some("A, M) or complement(A)"));
/// ```
pub fn arguments(text: &str) -> Option<String> {
    let head = text.strip_suffix('(')?;
    let operation = operations::find(word(head, head.len()).1)?;
    Some(operation.usage().split_off(operation.name.len() + 1))
}
