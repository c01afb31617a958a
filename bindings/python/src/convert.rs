//! Objects of Python and values of the language.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};
use tilework::{AnyLayout, Slicer, Tiler};
use tilework_lang::operations::{Id, Kind, Operation};
use tilework_lang::{Outcome, Scope, Value as Held};

use crate::layout::{self, Layout};
use crate::value::{self, Value};
use crate::{refusal, tuple};

/// The arguments of an operation as values.
pub(crate) fn arguments(
    operation: &'static Operation,
    args: &Bound<'_, PyTuple>,
) -> PyResult<Vec<Held>> {
    let form = operation.form(args.len());
    let value = |(i, object): (usize, Bound<'_, PyAny>)| {
        let kind = form.argument(i).map(|argument| argument.kind);
        value(&object, kind)
    };
    args.iter().enumerate().map(value).collect()
}

/// An object as the value that an argument of this kind needs. The type of the object is asked before anything
/// is read from it: what fails in Python makes an exception first.
pub(crate) fn value(object: &Bound<'_, PyAny>, kind: Option<Kind>) -> PyResult<Held> {
    if let Ok(layout) = object.cast::<Layout>() {
        return Ok(layout.get().0.into());
    }
    if let Ok(value) = object.cast::<Value>() {
        return Ok(value.get().held.clone());
    }
    if let Ok(expression) = object.cast::<PyString>() {
        return text(object.py(), expression.to_str()?);
    }
    if let Ok(truth) = object.cast::<PyBool>() {
        return Ok(Held::Truth(truth.is_true()));
    }
    if let Ok(items) = object.cast::<PyTuple>() {
        return items_as_value(items, kind);
    }
    if let Ok(items) = object.cast::<PyList>() {
        return list(items, kind);
    }
    if let Some(integer) = tuple::integer(object)? {
        return Ok(Held::Integer(integer));
    }
    if object.is_none() {
        return Ok(Slicer::leaf(None).into());
    }
    if object.hasattr("shape")? && object.hasattr("stride")? {
        return foreign(object).map(Held::from);
    }
    if object.hasattr("tolist")? {
        return value(&object.call_method0("tolist")?, kind);
    }
    let wanted = kind.map_or("a value", Kind::description);
    Err(PyTypeError::new_err(format!("{wanted} is needed here, not {}", described(object))))
}

/// The layout of an object of another library.
fn foreign(object: &Bound<'_, PyAny>) -> PyResult<tilework::Layout> {
    let read = |name: &str| {
        let part = object.getattr(name)?;
        // A method in some libraries, an attribute in others.
        let part = if part.is_callable() { part.call0()? } else { part };
        tuple::integers(&part)?.ok_or_else(|| {
            let message = format!("the {name} of {} is not made of integers", described(object));
            PyTypeError::new_err(message)
        })
    };
    let layout = tilework::Layout::from_tuples(&read("shape")?, &read("stride")?);
    layout.map_err(|error| refusal::algebra(object.py(), error))
}

/// A layout: a text, an object of another library, or one that is a layout already.
pub(crate) fn layout(object: &Bound<'_, PyAny>) -> PyResult<tilework::Layout> {
    let py = object.py();
    match value(object, Some(Kind::Layout))? {
        Held::Layout(layout) => Ok(*layout),
        held @ (Held::Integer(_) | Held::Tuple(_)) => {
            match call(py, Id::MakeLayoutLeft.operation(), vec![held])? {
                Held::Layout(layout) => Ok(*layout),
                other => Err(not_a_layout(py, &other)),
            }
        }
        other => Err(not_a_layout(py, &other)),
    }
}

/// A layout with strides, or one seen through maps.
pub(crate) fn any_layout(object: &Bound<'_, PyAny>) -> PyResult<AnyLayout> {
    if let Ok(layout) = object.cast::<Layout>() {
        return Ok(AnyLayout::Plain(layout.get().0));
    }
    match value(object, Some(Kind::Layout))? {
        Held::Composed(composed) => Ok(AnyLayout::Composed(*composed)),
        _ => layout(object).map(AnyLayout::Plain),
    }
}

fn not_a_layout(py: Python<'_>, held: &Held) -> PyErr {
    refusal::plain(py, "usage", format!("{held} is {}, not a layout", held.kind()))
}

/// A tuple: of integers; with `None`, a slicer; of layouts, a tiler where one is needed, or else their modes side
/// by side, as the language has it.
fn items_as_value(items: &Bound<'_, PyTuple>, kind: Option<Kind>) -> PyResult<Held> {
    if let Some(tuple) = tuple::integers(items.as_any())? {
        return Ok(tuple.into());
    }
    if let Some(slicer) = tuple::slicer(items)? {
        return Ok(slicer.into());
    }
    let py = items.py();
    if kind == Some(Kind::Tiler) {
        let tilers: Vec<Tiler> = items.iter().map(|item| tiler(&item)).collect::<PyResult<_>>()?;
        let tiler = Tiler::by_mode(&tilers).map_err(|error| refusal::algebra(py, error))?;
        return Ok(tiler.into());
    }
    let mut scope = Scope::new();
    let mut names = Vec::with_capacity(items.len());
    for (i, item) in items.iter().enumerate() {
        names.push(format!("x{i}"));
        scope.bind(names[i].as_str(), value(&item, kind)?);
    }
    evaluate(py, &mut scope, &format!("({})", names.join(",")))
}

/// A tiler: of one mode, or `None` that keeps it.
pub(crate) fn tiler(object: &Bound<'_, PyAny>) -> PyResult<Tiler> {
    let (py, mut scope) = (object.py(), Scope::new());
    scope.bind("x", value(object, Some(Kind::Tiler))?);
    match evaluate(py, &mut scope, "<x>")? {
        Held::Tiler(tiler) => tiler.mode(0).map_err(|error| refusal::algebra(py, error)),
        other => Err(not_a_layout(py, &other)),
    }
}

/// A list of numbers; of anything else, as a tuple.
fn list(items: &Bound<'_, PyList>, kind: Option<Kind>) -> PyResult<Held> {
    let mut numbers = Vec::with_capacity(items.len());
    for item in items.iter() {
        match tuple::integer(&item)? {
            Some(number) => numbers.push(number),
            None => return items_as_value(&items.to_tuple(), kind),
        }
    }
    Ok(Held::List(numbers))
}

/// The value of an expression without names.
pub(crate) fn text(py: Python<'_>, expression: &str) -> PyResult<Held> {
    // Most are the notation of a layout, for which no language is needed.
    if expression.contains(':')
        && let Ok(layout) = tilework::Layout::parse(expression)
    {
        return Ok(layout.into());
    }
    evaluate(py, &mut Scope::new(), expression)
}

/// The value of an expression.
pub(crate) fn evaluate(py: Python<'_>, scope: &mut Scope, expression: &str) -> PyResult<Held> {
    let outcome = scope.run(expression).map_err(|error| refusal::text(py, error, expression))?;
    Ok(match outcome {
        Outcome::Bound(_, value) | Outcome::Value(value) => value,
        Outcome::Claim(_, _, holds) => Held::Truth(holds),
        _ => Held::Nothing,
    })
}

/// What a statement did: its value, or whether a claim holds.
pub(crate) fn outcome(py: Python<'_>, outcome: Outcome) -> PyResult<Bound<'_, PyAny>> {
    match outcome {
        Outcome::Bound(_, value) | Outcome::Value(value) => to_python(py, value),
        Outcome::Claim(_, _, holds) => holds.into_bound_py_any(py),
        _ => Ok(py.None().into_bound(py)),
    }
}

/// Calls an operation of the language.
pub(crate) fn call(
    py: Python<'_>,
    operation: &'static Operation,
    values: Vec<Held>,
) -> PyResult<Held> {
    let answer = Scope::new().call(operation, values);
    answer.map_err(|refused| refusal::refused(py, operation.name, *refused))
}

/// The value of a function at a place; with `None` in the place, a part of the function.
pub(crate) fn at<'py>(
    function: &Bound<'py, PyAny>,
    place: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, held) = (function.py(), value(function, None)?);
    let place = value(place, Some(Kind::Slicer))?;
    let (id, values) = match (&held, &place) {
        (Held::Swizzle(_) | Held::Xor(_), _) => (Id::Apply, vec![held, place]),
        (_, Held::Slicer(_)) => (Id::Slice, vec![place, held]),
        _ => (Id::EvalCoord, vec![held, place]),
    };
    to_python(py, call(py, id.operation(), values)?)
}

/// A value as the object that Python has for it.
pub(crate) fn to_python(py: Python<'_>, held: Held) -> PyResult<Bound<'_, PyAny>> {
    match held {
        Held::Layout(layout) => layout::object(py, *layout),
        Held::Integer(number) => number.into_bound_py_any(py),
        Held::Truth(truth) => truth.into_bound_py_any(py),
        Held::Tuple(tuple) => tuple::to_python(py, &tuple),
        Held::Slicer(slicer) => tuple::to_python(py, &slicer),
        Held::List(numbers) => numbers.into_bound_py_any(py),
        Held::Word(word) => word.into_bound_py_any(py),
        Held::Pair(both) => {
            let both = [to_python(py, both[0].into())?, to_python(py, both[1].into())?];
            Ok(PyTuple::new(py, both)?.into_any())
        }
        Held::Nothing => Ok(py.None().into_bound(py)),
        other => value::object(py, other),
    }
}

/// The type of an object, for messages.
pub(crate) fn described(object: &Bound<'_, PyAny>) -> String {
    match object.get_type().name() {
        Ok(name) => format!("a value of type {name}"),
        Err(_) => "such a value".to_owned(),
    }
}

/// Whether an argument of this kind has a notation that only its operation can read.
pub(crate) fn is_read_in_place(kind: Kind) -> bool {
    use Kind::{Access, Bits, CopyAtom, Major, MmaAtom, Order, Tiled, TiledMma};
    matches!(kind, Access | Bits | CopyAtom | Major | MmaAtom | Order | Tiled | TiledMma)
}

/// Calls an operation through its text: some arguments are texts that only it can read.
pub(crate) fn call_by_text(
    operation: &'static Operation,
    args: &Bound<'_, PyTuple>,
) -> PyResult<Held> {
    let (py, form) = (args.py(), operation.form(args.len()));
    let mut scope = Scope::new();
    let mut texts = Vec::with_capacity(args.len());
    for (i, object) in args.iter().enumerate() {
        let kind = form.argument(i).map(|argument| argument.kind);
        match object.cast::<PyString>() {
            Ok(text) if kind.is_some_and(is_read_in_place) => texts.push(text.to_str()?.to_owned()),
            _ => {
                let held = value(&object, kind)?;
                let name = format!("x{i}");
                // Numbers are easier to read in a message than names.
                match held {
                    Held::Integer(_) | Held::Tuple(_) | Held::Layout(_) => {
                        texts.push(held.to_string());
                    }
                    held => {
                        scope.bind(name.as_str(), held);
                        texts.push(name);
                    }
                }
            }
        }
    }
    evaluate(py, &mut scope, &format!("{}({})", operation.name, texts.join(", ")))
}

/// Whether a call needs its text.
pub(crate) fn needs_text(operation: &'static Operation, args: &Bound<'_, PyTuple>) -> bool {
    let form = operation.form(args.len());
    args.iter_borrowed().enumerate().any(|(i, object)| {
        let kind = form.argument(i).map(|argument| argument.kind);
        kind.is_some_and(is_read_in_place) && object.is_instance_of::<PyString>()
    })
}
