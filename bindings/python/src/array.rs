//! Arrays of other libraries: their layouts, and tables of offsets that they can read.

use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use tilework::AnyLayout;

use crate::layout::Layout;
use crate::{convert, refusal, tuple};

/// All offsets of a layout, plain or composed, in index order, as the bytes of 64-bit integers.
#[pyfunction]
#[pyo3(signature = (layout, /))]
pub(crate) fn offset_bytes<'py>(
    py: Python<'py>,
    layout: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let layout = convert::any_layout(layout)?;
    let bytes = usize::try_from(layout.size()).ok().and_then(|size| size.checked_mul(8));
    let bytes = bytes.filter(|&bytes| isize::try_from(bytes).is_ok());
    let bytes = bytes.ok_or_else(|| PyMemoryError::new_err("more offsets than fit into memory"))?;
    PyByteArray::new_with(py, bytes, |bytes| {
        // Python aligns what it allocates to 16 bytes.
        let out = bytemuck::try_cast_slice_mut::<u8, i64>(bytes)
            .map_err(|why| PyMemoryError::new_err(why.to_string()))?;
        match &layout {
            AnyLayout::Plain(layout) => {
                layout.prepare().fill(0, out).map_err(|error| refusal::algebra(py, error))
            }
            AnyLayout::Composed(_) => {
                let mut places = out.iter_mut();
                // As many as there are offsets; their own loop is faster than one that asks for each.
                layout.offsets().for_each(|offset| {
                    if let Some(place) = places.next() {
                        *place = offset;
                    }
                });
                Ok(())
            }
        }
    })
}

/// The layout of an array with these strides in bytes.
#[pyfunction]
#[pyo3(signature = (shape, strides, itemsize, /))]
pub(crate) fn from_byte_strides(
    shape: &Bound<'_, PyAny>,
    strides: &Bound<'_, PyAny>,
    itemsize: usize,
) -> PyResult<Layout> {
    let numbers = |object: &Bound<'_, PyAny>| {
        tuple::integers(object)?.ok_or_else(|| {
            let found = convert::described(object);
            PyTypeError::new_err(format!("a tuple of integers is needed here, not {found}"))
        })
    };
    let (extents, steps) = (numbers(shape)?, numbers(strides)?);
    let layout = tilework::Layout::from_byte_strides(extents.leaves(), steps.leaves(), itemsize);
    layout.map(Layout).map_err(|error| refusal::algebra(shape.py(), error))
}
