//! Why there is no answer, as an object that an exception carries.
//!
//! An exception class with a base of Python's own cannot be native in the stable interface of 3.11, so
//! `LayoutError` is written in Python and asks this object. Its text is made when somebody reads it: most
//! refusals are caught by programs that only want to know that there is one.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};
use tilework::{Error, ErrorKind};
use tilework_lang::operations::Id;
use tilework_lang::{Diagnostic, Scope};

use crate::convert;

/// What is known about a refusal.
enum Reason {
    /// The algebra refused a call; what the language says about it is found out when it is read.
    Call { error: Error, operation: Id, arguments: Py<PyTuple> },
    /// The algebra refused something that is no operation, such as making a layout.
    Algebra(Error),
    /// A text, perhaps that of a call, and what is wrong in it.
    Text { diagnostic: Diagnostic, text: String, operation: Option<&'static str> },
    /// One that comes from another process.
    Told {
        operation: Option<String>,
        witness: Option<i64>,
        numbers: Option<(i64, i64)>,
        words: Words,
    },
}

/// What people read.
struct Words {
    kind: String,
    text: String,
    advice: Option<String>,
}

/// Why there is no answer. `LayoutError` has the same attributes.
#[pyclass(frozen, module = "tilework._tilework")]
pub(crate) struct Refusal(Reason);

type Parts =
    (String, String, Option<String>, Option<i64>, Option<i64>, Option<i64>, Option<String>);

#[pymethods]
impl Refusal {
    #[new]
    #[pyo3(signature = (kind, text, operation=None, witness=None, expected=None, found=None, advice=None, /))]
    fn new(
        kind: String,
        text: String,
        operation: Option<String>,
        witness: Option<i64>,
        expected: Option<i64>,
        found: Option<i64>,
        advice: Option<String>,
    ) -> Refusal {
        let numbers = expected.zip(found);
        Refusal(Reason::Told { operation, witness, numbers, words: Words { kind, text, advice } })
    }

    #[getter]
    fn kind(&self) -> String {
        match &self.0 {
            Reason::Call { error, .. } | Reason::Algebra(error) => error.kind().name().to_owned(),
            Reason::Text { diagnostic, .. } => diagnostic.kind.to_owned(),
            Reason::Told { words, .. } => words.kind.clone(),
        }
    }

    #[getter]
    fn operation(&self) -> Option<String> {
        match &self.0 {
            Reason::Call { operation, .. } => Some(operation.operation().name.to_owned()),
            Reason::Told { operation, .. } => operation.clone(),
            Reason::Text { operation: Some(operation), .. } => Some((*operation).to_owned()),
            _ => Some(self.error()?.op().name().to_owned()),
        }
    }

    #[getter]
    fn witness(&self) -> Option<i64> {
        match &self.0 {
            Reason::Told { witness, .. } => *witness,
            _ => self.error()?.witness(),
        }
    }

    #[getter]
    fn expected(&self) -> Option<i64> {
        self.numbers().map(|numbers| numbers.0)
    }

    #[getter]
    fn found(&self) -> Option<i64> {
        self.numbers().map(|numbers| numbers.1)
    }

    #[getter]
    fn advice(&self, py: Python<'_>) -> Option<String> {
        self.words(py).advice
    }

    fn __str__(&self, py: Python<'_>) -> String {
        self.words(py).text
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        PyString::new(py, &self.words(py).text).repr()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Parts) {
        let this = slf.get();
        let Words { kind, text, advice } = this.words(slf.py());
        let numbers = (this.expected(), this.found());
        let parts = (kind, text, this.operation(), this.witness(), numbers.0, numbers.1, advice);
        (slf.get_type(), parts)
    }
}

impl Refusal {
    fn error(&self) -> Option<&Error> {
        match &self.0 {
            Reason::Call { error, .. } | Reason::Algebra(error) => Some(error),
            Reason::Text { diagnostic, .. } => diagnostic.cause.as_deref(),
            Reason::Told { .. } => None,
        }
    }

    /// What would have been right, and what is.
    fn numbers(&self) -> Option<(i64, i64)> {
        if let Reason::Told { numbers, .. } = &self.0 {
            return *numbers;
        }
        match self.error()?.kind() {
            ErrorKind::NotALayout { expected, found, .. }
            | ErrorKind::NotLinear { expected, found, .. }
            | ErrorKind::NeedsCopy { expected, found, .. } => Some((expected, found)),
            _ => None,
        }
    }

    fn words(&self, py: Python<'_>) -> Words {
        match &self.0 {
            Reason::Call { error, operation, arguments } => {
                let operation = operation.operation();
                let values = convert::arguments(operation, arguments.bind(py));
                match values.map(|values| Scope::new().call(operation, values)) {
                    Ok(Err(refused)) => Words::of(&refused.0, &refused.1),
                    // The values are as they were, so the language refuses them too.
                    _ => Words::of_error(error),
                }
            }
            Reason::Algebra(error) => Words::of_error(error),
            Reason::Text { diagnostic, text, .. } => Words::of(diagnostic, text),
            Reason::Told { words: Words { kind, text, advice }, .. } => {
                Words { kind: kind.clone(), text: text.clone(), advice: advice.clone() }
            }
        }
    }
}

impl Words {
    /// As the command shows it, without its first word: the class of the exception says that it is an error.
    fn of(diagnostic: &Diagnostic, text: &str) -> Words {
        let shown = diagnostic.render(text);
        let shown = shown.strip_prefix("error: ").unwrap_or(&shown).trim_end();
        Words {
            kind: diagnostic.kind.to_owned(),
            text: shown.to_owned(),
            advice: diagnostic.help.clone(),
        }
    }

    fn of_error(error: &Error) -> Words {
        Words {
            kind: error.kind().name().to_owned(),
            text: error.to_string(),
            advice: error.advice().map(|advice| advice.to_string()),
        }
    }
}

fn raise(py: Python<'_>, reason: Reason) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let raised = CLASS.import(py, "tilework._error", "LayoutError").and_then(|class| {
        let refusal = Py::new(py, Refusal(reason))?;
        Ok(PyErr::from_type(class.clone(), (refusal,)))
    });
    raised.unwrap_or_else(|error| error)
}

/// The exception for a call that the algebra refused.
#[cold]
pub(crate) fn call(error: Error, operation: Id, arguments: &Bound<'_, PyTuple>) -> PyErr {
    let reason = Reason::Call { error, operation, arguments: arguments.clone().unbind() };
    raise(arguments.py(), reason)
}

/// The exception for an error of the algebra.
#[cold]
pub(crate) fn algebra(py: Python<'_>, error: Error) -> PyErr {
    raise(py, Reason::Algebra(error))
}

/// The exception for a text, and what is wrong in it.
#[cold]
pub(crate) fn text(py: Python<'_>, diagnostic: Diagnostic, text: &str) -> PyErr {
    raise(py, Reason::Text { diagnostic, text: text.to_owned(), operation: None })
}

/// The exception for a call that the language refused.
#[cold]
pub(crate) fn refused(
    py: Python<'_>,
    operation: &'static str,
    (diagnostic, text): (Diagnostic, String),
) -> PyErr {
    raise(py, Reason::Text { diagnostic, text, operation: Some(operation) })
}

/// The exception for what is wrong, where there is no text.
#[cold]
pub(crate) fn plain(py: Python<'_>, kind: &'static str, message: impl Into<String>) -> PyErr {
    text(py, Diagnostic::plain(kind, message), "")
}

/// What a refusal says beside its text.
pub(crate) struct Told<'a> {
    pub(crate) operation: &'a str,
    pub(crate) witness: Option<i64>,
    /// What would have been right, and what is.
    pub(crate) numbers: Option<(i64, i64)>,
    pub(crate) advice: Option<&'static str>,
}

/// The exception for what is neither the algebra's nor the language's to refuse.
#[cold]
pub(crate) fn told(py: Python<'_>, kind: &str, text: String, told: Told<'_>) -> PyErr {
    let Told { operation, witness, numbers, advice } = told;
    let words = Words { kind: kind.to_owned(), text, advice: advice.map(str::to_owned) };
    raise(py, Reason::Told { operation: Some(operation.to_owned()), witness, numbers, words })
}

/// The exception for a mode that a layout does not have.
#[cold]
pub(crate) fn no_mode(py: Python<'_>, i: i64, rank: usize) -> PyErr {
    plain(py, "no-such-mode", format!("there is no mode {i}; the rank is {rank}"))
}
