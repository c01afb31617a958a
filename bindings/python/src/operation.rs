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

/// Which values an operation is a method of.
#[derive(Clone, Copy)]
enum Of {
    Layouts,
    Maps,
    Mmas,
    Copies,
    /// Single threads of tiled MMAs, or of tiled copies.
    MmaThreads,
    CopyThreads,
}

impl Of {
    const ALL: [Of; 6] =
        [Of::Layouts, Of::Maps, Of::Mmas, Of::Copies, Of::MmaThreads, Of::CopyThreads];

    /// The argument that the object is, if the operation is a method of such values.
    fn receiver(self, operation: &operations::Operation) -> Option<usize> {
        if matches!(self, Of::MmaThreads | Of::CopyThreads) && !is_of_one_thread(operation.id) {
            return None;
        }
        let is_receiver: fn(&Argument) -> bool = match self {
            Of::Layouts => is_layout,
            Of::Maps => |argument| matches!(argument.kind, Kind::Map | Kind::Function),
            Of::Mmas | Of::MmaThreads => |argument| match argument.kind {
                Kind::TiledMma => true,
                Kind::Tiled => argument.name != "copy",
                _ => false,
            },
            Of::Copies | Of::CopyThreads => {
                |argument| argument.kind == Kind::Tiled && argument.name != "mma"
            }
        };
        operation.forms.first()?.arguments.iter().position(is_receiver)
    }

    fn name(self) -> &'static str {
        match self {
            Of::Layouts => "layouts",
            Of::Maps => "maps",
            Of::Mmas => "mmas",
            Of::Copies => "copies",
            Of::MmaThreads => "mma_threads",
            Of::CopyThreads => "copy_threads",
        }
    }
}

/// Whether an operation is about what a single thread has.
fn is_of_one_thread(id: Id) -> bool {
    use Id::{PartitionA, PartitionB, PartitionC, PartitionD, PartitionS, RetileD, RetileS};
    use Id::{PartitionFragmentA, PartitionFragmentB, PartitionFragmentC};
    matches!(
        id,
        PartitionA
            | PartitionB
            | PartitionC
            | PartitionD
            | PartitionS
            | PartitionFragmentA
            | PartitionFragmentB
            | PartitionFragmentC
            | RetileD
            | RetileS
    )
}

/// An operation by one of its names: the function, and what it is a method of.
type Row = (&'static str, Operation, Vec<(&'static str, Operation)>);

/// All operations, name by name.
#[pyfunction]
pub(crate) fn table() -> Vec<Row> {
    let mut out = Vec::new();
    for operation in operations::all() {
        for &name in std::iter::once(&operation.name).chain(operation.aliases) {
            let method = |of: Of| {
                let receiver = Some(of.receiver(operation)?);
                Some((of.name(), Operation { operation, name, receiver }))
            };
            let methods = Of::ALL.into_iter().filter_map(method).collect();
            out.push((name, Operation { operation, name, receiver: None }, methods));
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
