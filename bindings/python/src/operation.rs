//! The operations of the language, each as an object that is called as a function or as a method.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use tilework_lang::Value as Held;
use tilework_lang::operations::{self, Argument, Form, Id, Kind};

use crate::{convert, quick};

// An operation of the language. As an attribute of a class it is a method, whose object takes the place of the
// first layout among the arguments. The class has no documentation of its own, so that each operation has one.
#[pyclass(frozen, module = "tilework._tilework")]
pub(crate) struct Operation {
    operation: &'static operations::Operation,
    name: &'static str,
    /// The argument that the object is, where this is a method.
    receiver: Option<usize>,
}

#[pymethods]
impl Operation {
    #[pyo3(signature = (*args))]
    fn __call__<'py>(&self, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let receiver = self.receiver.unwrap_or(0);
        if receiver == 0 || args.len() <= receiver {
            return call(self.operation.id, args);
        }
        let mut moved: Vec<Bound<'_, PyAny>> = args.iter().collect();
        moved[..=receiver].rotate_left(1);
        call(self.operation.id, &PyTuple::new(args.py(), moved)?)
    }

    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        object: Option<&Bound<'py, PyAny>>,
        _class: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        static METHOD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        match object {
            None => Ok(slf.clone().into_any()),
            Some(object) => METHOD.import(slf.py(), "types", "MethodType")?.call1((slf, object)),
        }
    }

    #[getter]
    fn __name__(&self) -> &'static str {
        self.name
    }

    #[getter]
    fn __qualname__(&self) -> &'static str {
        self.name
    }

    #[getter]
    fn __module__(&self) -> &'static str {
        "tilework"
    }

    #[getter]
    fn __doc__(&self) -> String {
        let operations::Operation { summary, example, result, .. } = self.operation;
        let usage = self.operation.usage();
        format!("{usage}\n\n{summary}\n\nIn the language: {example} = {result}")
    }

    /// For `inspect` and what shows help.
    #[getter]
    fn __signature__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tilework._operations")?.getattr("signature")?.call1((slf,))
    }

    /// The names of the arguments, that of a method's object first, and how many have to be given; `None` where the forms differ in more than
    /// their length.
    fn parameters(&self) -> Option<(Vec<&'static str>, usize)> {
        let forms = self.operation.forms;
        let longest = forms.iter().max_by_key(|form| form.most)?;
        let names = |form: &Form| -> Vec<&'static str> {
            form.arguments.iter().map(|argument| argument.name).collect()
        };
        let mut all = names(longest);
        let fits = |form: &Form| all.starts_with(&names(form)) && form.most == form.arguments.len();
        let least = forms.iter().map(|form| form.least).min()?;
        let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !forms.iter().all(fits) || !all.iter().all(is_name) {
            return None;
        }
        if let Some(receiver) = self.receiver {
            all[..=receiver].rotate_right(1);
            all[0] = "self";
        }
        Some((all, least))
    }

    /// Its name in the language, its heading there, an example and its result.
    fn entry(&self) -> (&'static str, &'static str, &'static str, &'static str) {
        let operations::Operation { name, group, example, result, .. } = self.operation;
        (name, group, example, result)
    }

    fn __repr__(&self) -> String {
        format!("<operation tilework.{}>", self.name)
    }

    fn __reduce__(&self) -> &'static str {
        self.name
    }
}

/// All operations: name by name, the function, and the method of layouts and of maps, if it is one of these.
#[pyfunction]
pub(crate) fn table() -> Vec<(&'static str, Operation, Option<Operation>, Option<Operation>)> {
    let mut out = Vec::new();
    for operation in operations::all() {
        let method = |is_receiver: fn(&Argument) -> bool, name| {
            let arguments = operation.forms.first()?.arguments;
            let receiver = arguments.iter().position(is_receiver)?;
            Some(Operation { operation, name, receiver: Some(receiver) })
        };
        for &name in std::iter::once(&operation.name).chain(operation.aliases) {
            let function = Operation { operation, name, receiver: None };
            out.push((name, function, method(is_layout, name), method(is_map, name)));
        }
    }
    out
}

/// Whether an argument can be a layout, and is what the operation is about.
fn is_layout(argument: &Argument) -> bool {
    use Kind::{Any, Function, Layout, Nested, Placed, ThreadValue};
    match argument.kind {
        Any | Function | Layout | Nested | Placed | ThreadValue => true,
        // Of a layout it is the shape that is compared.
        Kind::Tuple => argument.name == "A",
        _ => false,
    }
}

fn is_map(argument: &Argument) -> bool {
    matches!(argument.kind, Kind::Map | Kind::Function)
}

/// Calls an operation.
pub(crate) fn call<'py>(id: Id, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    if let Some(answer) = quick::call(id, args) {
        return answer;
    }
    convert::to_python(args.py(), value(id, args)?)
}

/// The value of a call.
pub(crate) fn value(id: Id, args: &Bound<'_, PyTuple>) -> PyResult<Held> {
    let operation = id.operation();
    if !operation.takes(args.len()) {
        let refused = convert::call(args.py(), operation, convert::arguments(operation, args)?);
        return refused.map_err(|error| PyTypeError::new_err(error.value(args.py()).to_string()));
    }
    if convert::needs_text(operation, args) {
        return convert::call_by_text(operation, args);
    }
    convert::call(args.py(), operation, convert::arguments(operation, args)?)
}

/// `A @ B`.
pub(crate) fn infix<'py>(
    left: &Bound<'py, PyAny>,
    right: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    call(Id::Composition, &PyTuple::new(left.py(), [left, right])?)
}
