//! Nested tuples of integers: Python's, and those of the algebra.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};
use tilework::limits::MAX_MODES;
use tilework::{Nested, Slicer, Tuple};

use crate::refusal;

/// An integer, or something with `__index__`, such as numpy's; `None` if it is neither.
#[inline]
pub(crate) fn integer(object: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    if object.is_instance_of::<PyInt>() {
        return number(object).map(Some);
    }
    if object.is_instance_of::<PyTuple>() || !object.hasattr("__index__")? {
        return Ok(None);
    }
    // An array of several elements has the method, and refuses.
    match object.call_method0("__index__") {
        Ok(index) => number(&index).map(Some),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// An integer of Python, which has any length.
#[inline]
pub(crate) fn number(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    object.extract().map_err(|error| too_large(object, error))
}

/// Numbers of more than 64 bits are refused like all that overflows.
#[cold]
fn too_large(object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = object.py();
    if error.is_instance_of::<PyOverflowError>(py) {
        return refusal::plain(py, "overflow", "an integer does not fit into 64 bits");
    }
    error
}

/// A nested tuple of integers and `None`; `None` if anything else is in it.
pub(crate) fn slicer(tuple: &Bound<'_, PyTuple>) -> PyResult<Option<Slicer>> {
    nested(tuple, 0, Slicer::leaf(None), &|item| {
        if item.is_none() { Ok(Some(None)) } else { Ok(integer(item)?.map(Some)) }
    })
}

/// A nested tuple of integers, or one integer; `None` if anything else is in it.
pub(crate) fn integers(object: &Bound<'_, PyAny>) -> PyResult<Option<Tuple>> {
    let Ok(tuple) = object.cast::<PyTuple>() else {
        return Ok(integer(object)?.map(Tuple::leaf));
    };
    // Most are flat.
    let (mut flat, count) = ([0; MAX_MODES], tuple.len());
    if count <= MAX_MODES {
        let mut filled = 0;
        for item in tuple.iter_borrowed() {
            if !item.is_instance_of::<PyInt>() {
                break;
            }
            flat[filled] = number(&item)?;
            filled += 1;
        }
        if filled == count {
            let values = Tuple::from_slice(&flat[..count]);
            return values.map(Some).map_err(|error| refusal::algebra(object.py(), error));
        }
    }
    nested(tuple, 0, Tuple::leaf(0), &integer)
}

/// A nested tuple of what `leaf` reads; `some` is any leaf.
fn nested<T: Copy>(
    tuple: &Bound<'_, PyTuple>,
    depth: usize,
    some: Nested<T>,
    leaf: &dyn Fn(&Bound<'_, PyAny>) -> PyResult<Option<T>>,
) -> PyResult<Option<Nested<T>>> {
    let py = tuple.py();
    if depth > MAX_MODES {
        return Err(refusal::plain(py, "too-many-modes", "a tuple is nested too deeply"));
    }
    let refused = |error| refusal::algebra(py, error);
    let mut out = some.select(&[]).map_err(refused)?;
    for item in tuple.iter() {
        let mode = match item.cast::<PyTuple>() {
            Ok(inner) => nested(inner, depth + 1, some, leaf)?,
            Err(_) => leaf(&item)?.map(Nested::leaf),
        };
        let Some(mode) = mode else { return Ok(None) };
        out = out.append(&mode).map_err(refused)?;
    }
    Ok(Some(out))
}

/// A nested tuple as Python's; a leaf is an integer, and `_` is `None`.
pub(crate) fn to_python<'py, T>(py: Python<'py>, tuple: &Nested<T>) -> PyResult<Bound<'py, PyAny>>
where
    T: Copy + IntoPyObject<'py>,
{
    if let (true, [leaf]) = (tuple.is_leaf(), tuple.leaves()) {
        return leaf.into_bound_py_any(py);
    }
    if tuple.depth() <= 1 {
        return Ok(PyTuple::new(py, tuple.leaves().iter().copied())?.into_any());
    }
    let mode = |i| {
        let mode = tuple.mode(i).map_err(|error| refusal::algebra(py, error))?;
        to_python(py, &mode)
    };
    let modes: Vec<_> = (0..tuple.rank()).map(mode).collect::<PyResult<_>>()?;
    Ok(PyTuple::new(py, modes)?.into_any())
}
