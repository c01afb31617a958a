//! Moving data between arrays, of whatever library, that lend their memory as a buffer.
//!
//! Offset 0 of a layout is the first element of its array, also where strides are negative.

// One block: the memory of a buffer as a slice.
#![allow(unsafe_code)]

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tilework::{AnyLayout, LayoutRef};
use tilework_relayout::{Error, Plan};

use crate::convert;
use crate::refusal::{self, Told};

/// Less than this is moved by the thread that asks: others would take longer to wake up.
const SHARED_FROM: usize = 1 << 19;

/// After so many bytes it is said how far it has come, and looked whether the user wants it to end.
const STEP: usize = 1 << 26;

/// The memory of an array.
struct Memory {
    buffer: PyUntypedBuffer,
    /// The size of an element in bytes.
    element: usize,
    /// The offsets that it has, in elements.
    offsets: Range<i64>,
}

impl Memory {
    fn of(array: &Bound<'_, PyAny>) -> PyResult<Memory> {
        let buffer = PyUntypedBuffer::get(array)?;
        let element = buffer.item_size();
        if buffer.suboffsets().is_some() || element == 0 {
            let message =
                "the memory of an array is in one piece, with elements of one byte or more";
            return Err(PyTypeError::new_err(message));
        }
        let (mut before, mut after) = (0, 0);
        for (&extent, &stride) in buffer.shape().iter().zip(buffer.strides()) {
            let side = if stride < 0 { &mut before } else { &mut after };
            *side += extent.saturating_sub(1) * stride.unsigned_abs();
        }
        let elements = |bytes: usize| (bytes / element) as i64;
        let offsets = match buffer.item_count() {
            0 => 0..0,
            _ => -elements(before)..elements(after + element),
        };
        Ok(Memory { buffer, element, offsets })
    }

    /// The bytes that a layout needs, as addresses; or that the array does not have them.
    fn window(
        &self,
        py: Python<'_>,
        operation: &str,
        layout: &AnyLayout,
    ) -> PyResult<Range<usize>> {
        let window = LayoutRef::from(layout).window(self.element);
        let window = window.map_err(|error| refusal::algebra(py, error))?;
        // What is larger is refused below.
        let whole = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let needed = -whole(window.base)..whole(window.span) - whole(window.base);
        if needed.start < self.offsets.start || needed.end > self.offsets.end {
            return Err(self.outside(py, operation, layout));
        }
        let start = self.buffer.buf_ptr() as usize - window.base * self.element;
        Ok(start..start + window.span * self.element)
    }

    /// The error for a layout that leaves the array: how far, and at which index.
    #[cold]
    fn outside(&self, py: Python<'_>, operation: &str, layout: &AnyLayout) -> PyErr {
        let (least, most) = match LayoutRef::from(layout).bounds() {
            Ok(bounds) => bounds,
            Err(error) => return refusal::algebra(py, error),
        };
        let Range { start, end } = self.offsets;
        let above = most >= end;
        let witness = match layout {
            AnyLayout::Plain(layout) => Some(extreme(layout, above)),
            AnyLayout::Composed(_) => None,
        };
        let found = if above { most } else { least };
        let at = witness.map_or_else(String::new, |index| format!(" at index {index}"));
        let has = match end - start {
            0 => "the array is empty".to_owned(),
            _ => format!("the array has offsets {start} to {}", end - 1),
        };
        let told = Told {
            operation,
            witness,
            numbers: Some((if above { end - 1 } else { start }, found)),
            advice: None,
        };
        refusal::told(
            py,
            "out-of-bounds",
            format!("{operation}: {layout} has offset {found}{at}, but {has}"),
            told,
        )
    }
}

/// The first index with the largest offset, or with the smallest.
fn extreme(layout: &tilework::Layout, largest: bool) -> i64 {
    let (shape, stride) = (layout.shape(), layout.stride());
    let (mut index, mut place) = (0, 1);
    for (&extent, &stride) in shape.leaves().iter().zip(stride.leaves()) {
        if if largest { stride > 0 } else { stride < 0 } {
            index += (extent - 1) * place;
        }
        place *= extent;
    }
    index
}

/// Raises an error unless an array has every offset of a layout.
#[pyfunction]
#[pyo3(signature = (operation, array, layout, /))]
pub(crate) fn require(
    operation: &str,
    array: &Bound<'_, PyAny>,
    layout: &Bound<'_, PyAny>,
) -> PyResult<()> {
    Memory::of(array)?.window(array.py(), operation, &convert::any_layout(layout)?).map(drop)
}

/// How many elements a layout needs before its offset 0, and how many from there on.
#[pyfunction]
#[pyo3(signature = (layout, element, /))]
pub(crate) fn window(layout: &Bound<'_, PyAny>, element: usize) -> PyResult<(usize, usize)> {
    let window = LayoutRef::from(&convert::any_layout(layout)?).window(element);
    let window = window.map_err(|error| refusal::algebra(layout.py(), error))?;
    Ok((window.base, window.span - window.base))
}

/// Moves data between two arrays whose elements have one size: `out[dst(i)] = array[src(i)]` for every index `i`.
/// What watches is called with the number of bytes moved since the last call.
#[pyfunction]
#[pyo3(signature = (array, src, dst, out, threads, watch, /))]
pub(crate) fn relayout(
    py: Python<'_>,
    array: &Bound<'_, PyAny>,
    src: &Bound<'_, PyAny>,
    dst: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    threads: Option<usize>,
    watch: Option<Bound<'_, PyAny>>,
) -> PyResult<()> {
    if threads == Some(0) {
        return Err(PyValueError::new_err("relayout: threads is 1 or more, or None for all"));
    }
    let (src, dst) = (convert::any_layout(src)?, convert::any_layout(dst)?);
    let (from, to) = (Memory::of(array)?, Memory::of(out)?);
    let element = from.element;
    if to.element != element || to.buffer.readonly() {
        let message = "relayout: out has elements of another size, or cannot be written";
        return Err(PyTypeError::new_err(message));
    }
    let plan = py.detach(|| Plan::new(&dst, &src, element));
    let plan = plan.map_err(|error| refused(py, error))?;
    let read = from.window(py, "relayout", &src)?;
    let written = to.window(py, "relayout", &dst)?;
    if read.start < written.end && written.start < read.end {
        let told = Told {
            operation: "relayout",
            witness: None,
            numbers: None,
            advice: Some("copy the array first, or leave out away"),
        };
        let message =
            "relayout: out overlaps the array, which would be overwritten while it is read";
        return Err(refusal::told(py, "overlap", message.to_owned(), told));
    }
    let pool = match threads {
        Some(1) => None,
        _ if plan.size() as usize * element < SHARED_FROM => None,
        _ => Some(pool(threads)?),
    };
    // SAFETY: both windows lie inside the memory of their buffers, which are kept until this function returns, and
    // they do not overlap. Another thread that writes there at the same time races with this one, as
    // with every function that lets other threads run while it works on an array.
    let (read, written) = unsafe {
        (
            std::slice::from_raw_parts(read.start as *const u8, read.len()),
            std::slice::from_raw_parts_mut(written.start as *mut u8, written.len()),
        )
    };
    let mut steps = plan.steps(written, read, STEP).map_err(|error| refused(py, error))?;
    let mut before = 0;
    loop {
        let moved = py.detach(|| match &pool {
            None => steps.step(),
            Some(pool) => pool.install(|| steps.step_parallel()),
        });
        let Some(moved) = moved else { return Ok(()) };
        if let Some(watch) = &watch {
            watch.call1((moved - before,))?;
        }
        before = moved;
        py.check_signals()?;
    }
}

/// The exception for data that cannot be moved.
#[cold]
fn refused(py: Python<'_>, error: Error) -> PyErr {
    let (kind, witness, numbers) = match error {
        Error::Layout { error, .. } => return refusal::algebra(py, error),
        Error::Sizes { destination, source } => ("sizes", None, Some((destination, source))),
        Error::Aliased { x, .. } => ("not-injective", Some(x), None),
        Error::TooShort { .. } => ("out-of-bounds", None, None),
        _ => ("too-large", None, None),
    };
    let told = Told { operation: "relayout", witness, numbers, advice: None };
    refusal::told(py, kind, error.to_string(), told)
}

/// The threads, which are kept for the next call. A process that was forked has none of its parent's, and gets its
/// own.
fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    type Kept = ((u32, Option<usize>), Arc<ThreadPool>);
    static KEPT: Mutex<Option<Kept>> = Mutex::new(None);
    let wanted = (std::process::id(), threads);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, pool)) = &*kept
        && *of == wanted
    {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    let pool = Arc::new(pool.map_err(|error| {
        PyOSError::new_err(format!("relayout: the threads cannot be started: {error}"))
    })?);
    // Those of the parent cannot be ended from here.
    if let Some(((process, _), parents)) = kept.replace((wanted, Arc::clone(&pool)))
        && process != wanted.0
    {
        std::mem::forget(parents);
    }
    Ok(pool)
}
