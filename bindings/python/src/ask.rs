//! Questions in the language: what the command answers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilework::Order;
use tilework_lang::claims::Format;
use tilework_lang::{Scope, report};

use crate::layout::Layout;
use crate::{convert, refusal};

pub(crate) fn scope(names: Option<&Bound<'_, PyDict>>) -> PyResult<Scope> {
    scope_in(Order::Colex, names)
}

fn scope_in(order: Order, names: Option<&Bound<'_, PyDict>>) -> PyResult<Scope> {
    let mut scope = Scope::in_order(order);
    for (name, object) in names.into_iter().flatten() {
        scope.bind(name.extract::<String>()?, convert::value(&object, None)?);
    }
    Ok(scope)
}

/// The value of a text in the language, in which these names have these values. A claim `A = B` is True or False.
///
/// >>> import tilework as tw
/// >>> tw.eval("A o (4,3):(3,1)", A=tw.Layout("(6,2):(8,2)"))
/// Layout('((2,2),3):((24,2),8)')
///
/// Indices count leftmost fastest; with `order="lex"`, rightmost fastest, in every operation:
///
/// >>> tw.eval("make_layout((4,8))", order="lex")
/// Layout('(4,8):(8,1)')
#[pyfunction]
#[pyo3(signature = (text, /, *, order="colex", **names))]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    text: &str,
    order: &str,
    names: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let order = match order {
        "colex" => Order::Colex,
        "lex" => Order::Lex,
        other => {
            let message = format!("there is no order `{other}`: it is \"colex\" or \"lex\"");
            return Err(PyValueError::new_err(message));
        }
    };
    let outcome =
        scope_in(order, names)?.run(text).map_err(|error| refusal::text(py, error, text))?;
    convert::outcome(py, outcome)
}

/// The derivation of a value, or of why there is none, as text.
#[pyfunction]
#[pyo3(signature = (text, /, **names))]
pub(crate) fn explain(
    py: Python<'_>,
    text: &str,
    names: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let explained = tilework_lang::explain(&scope(names)?, text);
    Ok(explained.map_err(|error| refusal::text(py, error, text))?.to_string())
}

/// The layout that `?` stands for in `A o ? = C` or `? o B = C`.
#[pyfunction]
#[pyo3(signature = (equation, /, **names))]
pub(crate) fn solve(
    py: Python<'_>,
    equation: &str,
    names: Option<&Bound<'_, PyDict>>,
) -> PyResult<Layout> {
    let solved = report::solve(&mut scope(names)?, equation);
    solved.map(Layout).map_err(|error| refusal::text(py, error, equation))
}

/// Two layouts beside each other, as JSON.
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub(crate) fn compare(py: Python<'_>, a: &str, b: &str) -> PyResult<String> {
    match report::compare(&mut Scope::new(), a, b) {
        Ok(comparison) => Ok(report::json::text(&comparison)),
        Err(refused) => {
            let text = refused.input.unwrap_or_default();
            Err(refusal::text(py, refused.diagnostic, &text))
        }
    }
}

/// The claims of a text and whether they hold, as JSON. Its commands are not run.
#[pyfunction]
#[pyo3(signature = (text, source, /))]
pub(crate) fn check(text: &str, source: bool) -> String {
    let format = if source { Format::Source } else { Format::Markdown };
    let mut run = |_: &_| report::Ran::Not("Python runs no commands".to_owned());
    let scope = Scope::new();
    let checked = report::Checked::of(text, format, &scope, &mut run);
    report::json::text(&checked.report("text", true))
}
