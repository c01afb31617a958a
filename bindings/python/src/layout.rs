//! The class `Layout`.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple, PyType};
use tilework::Order;
use tilework_lang::operations::Id;

use crate::{convert, operation, refusal, tuple};

/// A layout `shape:stride`: a function from coordinates to offsets.
///
/// Made from a text in the notation of CuTe, from a shape and a stride, from a shape and an order
/// ("col", the default, or "row"), or from anything with `.shape` and `.stride`. Immutable.
///
/// >>> import tilework as tw
/// >>> a = tw.Layout((4, 8), (1, 4))
/// >>> a == tw.Layout("(4,8):(1,4)") == tw.Layout((4, 8))
/// True
/// >>> a(1, 2), a(9), a[0]
/// (9, 9, Layout('4:1'))
/// >>> a @ tw.Layout("(2,4):(2,8)")
/// Layout('(2,4):(2,8)')
#[pyclass(frozen, eq, module = "tilework")]
#[derive(PartialEq)]
pub(crate) struct Layout(pub(crate) tilework::Layout);

#[pymethods]
impl Layout {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str) = ("shape", "stride");

    #[new]
    #[pyo3(signature = (shape, stride=None, /, *, order=None))]
    fn new(
        shape: &Bound<'_, PyAny>,
        stride: Option<&Bound<'_, PyAny>>,
        order: Option<&str>,
    ) -> PyResult<Layout> {
        let py = shape.py();
        let refused = |error| refusal::algebra(py, error);
        let is_text = shape.is_instance_of::<PyString>();
        let extents = if is_text { None } else { tuple::integers(shape)? };
        let Some(extents) = extents else {
            if stride.is_some() || order.is_some() {
                let message = format!(
                    "a shape is an integer or a nested tuple of integers, not {}",
                    convert::described(shape)
                );
                return Err(PyTypeError::new_err(message));
            }
            return convert::layout(shape).map(Layout);
        };
        let layout = match (stride, order) {
            (Some(stride), None) => {
                let Some(strides) = tuple::integers(stride)? else {
                    let message = format!(
                        "a stride is an integer or a nested tuple of integers, not {}",
                        convert::described(stride)
                    );
                    return Err(PyTypeError::new_err(message));
                };
                tilework::Layout::from_tuples(&extents, &strides)
            }
            (None, None | Some("col")) => tilework::Layout::compact_in(Order::Colex, &extents),
            (None, Some("row")) => tilework::Layout::compact_in(Order::Lex, &extents),
            (None, Some(other)) => {
                let message = format!("there is no order `{other}`: it is \"col\" or \"row\"");
                return Err(refusal::plain(py, "usage", message));
            }
            (Some(_), Some(_)) => {
                return Err(PyTypeError::new_err("a layout has a stride or an order, not both"));
            }
        };
        layout.map(Layout).map_err(refused)
    }

    /// The extents: an integer, or a nested tuple.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        tuple::to_python(py, &self.0.shape())
    }

    /// The strides: an integer, or a nested tuple.
    #[getter]
    fn stride<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        tuple::to_python(py, &self.0.stride())
    }

    /// The number of coordinates.
    #[getter]
    fn size(&self) -> i64 {
        self.0.size()
    }

    /// The largest minus the smallest offset, plus one.
    #[getter]
    fn cosize(&self) -> i64 {
        self.0.cosize()
    }

    /// The number of modes.
    #[getter]
    fn rank(&self) -> usize {
        self.0.rank()
    }

    /// The depth of the nesting: 0 for a single mode, 1 for a flat layout.
    #[getter]
    fn depth(&self) -> usize {
        self.0.depth()
    }

    /// The offset at an index or a coordinate; with `None` in it, the layout of the modes that `None` keeps.
    #[pyo3(signature = (*coord))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        coord: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, layout) = (slf.py(), &slf.get().0);
        let one = if coord.len() == 1 { Some(coord.get_borrowed_item(0)?) } else { None };
        // Most calls have an index, and need no tuple.
        if let Some(one) = &one
            && one.is_exact_instance_of::<PyInt>()
            && let Ok(offset) = layout.at_index(tuple::number(one)?)
        {
            return offset.into_bound_py_any(py);
        }
        let place = match &one {
            Some(one) => tuple::integers(one)?,
            None => tuple::integers(coord.as_any())?,
        };
        if let Some(place) = place {
            let offset = match place.leaves() {
                [index] if place.is_leaf() => layout.at_index(*index),
                _ => layout.at_coord(&place),
            };
            return match offset {
                Ok(offset) => offset.into_bound_py_any(py),
                Err(error) => {
                    let place = one.map_or_else(|| coord.clone().into_any(), |one| one.to_owned());
                    let arguments = PyTuple::new(py, [slf.as_any(), &place])?;
                    Err(refusal::call(error, Id::EvalCoord, &arguments))
                }
            };
        }
        let place = one.map_or_else(|| coord.clone().into_any(), |one| one.to_owned());
        convert::at(slf.as_any(), &place)
    }

    fn __matmul__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if let Ok(other) = other.cast_exact::<Layout>() {
            let mut out = tilework::Layout::UNIT;
            return match slf.get().0.compose_into(&other.get().0, &mut out) {
                Ok(()) => Ok(Bound::new(py, Layout(out))?.into_any()),
                Err(error) => {
                    let arguments = PyTuple::new(py, [slf.as_any(), other.as_any()])?;
                    Err(refusal::call(error, Id::Composition, &arguments))
                }
            };
        }
        operation::infix(slf.as_any(), other)
    }

    fn __rmatmul__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        operation::infix(other, slf.as_any())
    }

    /// Mode `i`, counted from the end if negative; `A[1, 0]` is mode 0 of mode 1.
    fn __getitem__<'py>(
        slf: &Bound<'py, Self>,
        i: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, mut mode) = (slf.py(), slf.get().0);
        let Some(path) = tuple::integers(i)? else {
            let message =
                format!("a mode is an integer or a path of them, not {}", convert::described(i));
            return Err(PyTypeError::new_err(message));
        };
        for &i in path.leaves() {
            let rank = mode.rank();
            let from_start = if i < 0 { i.saturating_add(rank as i64) } else { i };
            let found = usize::try_from(from_start).ok().filter(|&i| i < rank);
            let Some(i) = found else {
                return Err(refusal::no_mode(py, i, rank));
            };
            mode = mode.mode(i).map_err(|error| refusal::algebra(py, error))?;
        }
        Ok(Bound::new(py, Layout(mode))?.into_any())
    }

    fn __len__(&self) -> usize {
        self.0.rank()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let modes: Vec<Layout> = self.0.modes().map(Layout).collect();
        PyTuple::new(py, modes)?.call_method0("__iter__")
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Layout('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Bound<'py, PyString>,)) {
        (slf.get_type(), (PyString::new(slf.py(), &slf.get().0.to_string()),))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A layout as an object.
pub(crate) fn object(py: Python<'_>, layout: tilework::Layout) -> PyResult<Bound<'_, PyAny>> {
    Ok(Bound::new(py, Layout(layout))?.into_any())
}
