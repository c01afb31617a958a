//! Python bindings of Tilework: the native module `tilework._tilework`.
//!
//! Layouts have a class of their own, which is small and quick; everything else that the language has as a
//! value is a [`value::Value`] or a class derived from it. The operations are those of the language's table,
//! each an object that is called as a function or as a method.

mod refusal;
mod tuple;
mod layout;
mod value;
mod convert;
mod linear;
mod operation;
mod quick;
mod ask;
mod array;
mod relayout;
mod picture;
mod command;

use pyo3::prelude::*;

/// The native part of the package `tilework`.
#[pymodule]
fn _tilework(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<refusal::Refusal>()?;
    module.add_class::<layout::Layout>()?;
    value::add_classes(module)?;
    module.add_class::<linear::LinearLayout>()?;
    module.add_class::<operation::Operation>()?;
    module.add_function(wrap_pyfunction!(operation::table, module)?)?;
    module.add_function(wrap_pyfunction!(ask::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(ask::explain, module)?)?;
    module.add_function(wrap_pyfunction!(ask::solve, module)?)?;
    module.add_function(wrap_pyfunction!(ask::compare, module)?)?;
    module.add_function(wrap_pyfunction!(ask::check, module)?)?;
    module.add_function(wrap_pyfunction!(array::offset_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(array::from_byte_strides, module)?)?;
    module.add_function(wrap_pyfunction!(relayout::relayout, module)?)?;
    module.add_function(wrap_pyfunction!(relayout::require, module)?)?;
    module.add_function(wrap_pyfunction!(relayout::window, module)?)?;
    module.add_class::<picture::Picture>()?;
    module.add_function(wrap_pyfunction!(command::command, module)?)
}
