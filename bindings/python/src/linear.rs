//! The class `LinearLayout`: a map of bits whose inputs and outputs have names, as in Triton.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use tilework::{Error, ErrorKind, LinearDim, LinearLayout as Linear, XorMap};
use tilework_lang::Value as Held;

use crate::refusal::{self, Told};
use crate::{convert, tuple, value};

/// A linear layout of Triton: each bit of each input moves by its basis, and the moves are XORed.
///
/// Made from the bases of each input and the sizes of the outputs, as a dictionary or as a tuple for `dim0`, `dim1`,
/// ...; or from the text that Triton prints. The first input and the first output are the fastest. Immutable.
///
/// >>> import tilework as tw
/// >>> a = tw.LinearLayout(
/// ...     {"register": [(0, 1), (8, 0)], "lane": [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)]},
/// ...     {"dim0": 16, "dim1": 8},
/// ... )
/// >>> a(3, 9), a(register=3, lane=9)
/// ((10, 3), (10, 3))
/// >>> a.to_layout()
/// Layout('((2,2),(4,8)):((16,8),(32,1))')
/// >>> a.inverse() @ a == tw.LinearLayout.from_layout((4, 32), a.ins, a.ins)
/// True
#[pyclass(frozen, eq, module = "tilework")]
#[derive(PartialEq)]
pub(crate) struct LinearLayout {
    ins: Vec<Dim>,
    outs: Vec<Dim>,
    map: XorMap,
}

/// A dimension that owns its name.
#[derive(PartialEq, Hash)]
struct Dim {
    name: String,
    bits: u32,
}

#[pymethods]
impl LinearLayout {
    #[new]
    #[pyo3(signature = (bases, outs=None, /))]
    fn new(bases: &Bound<'_, PyAny>, outs: Option<&Bound<'_, PyAny>>) -> PyResult<LinearLayout> {
        let py = bases.py();
        if let Ok(text) = bases.cast::<PyString>() {
            if outs.is_some() {
                return Err(PyTypeError::new_err("a text has its outputs"));
            }
            let linear = Linear::parse(text.to_str()?);
            return owned(py, linear);
        }
        let (Ok(bases), Some(outs)) = (bases.cast::<PyDict>(), outs) else {
            let message = "a linear layout is made from a dictionary of bases and the sizes of its outputs, \
                           or from the text that Triton prints";
            return Err(PyTypeError::new_err(message));
        };
        let outs = sizes(outs)?;
        let (mut names, mut vectors) = (Vec::new(), Vec::new());
        for (name, moves) in bases {
            let name = identifier(&name)?;
            let moves = moves.try_iter()?.map(|basis| numbers(&basis?)).collect::<PyResult<_>>()?;
            names.push(name);
            vectors.push(moves);
        }
        let vectors: Vec<Vec<&[i64]>> = vectors
            .iter()
            .map(|moves: &Vec<Vec<i64>>| moves.iter().map(Vec::as_slice).collect())
            .collect();
        let bases: Vec<(&str, &[&[i64]])> = names
            .iter()
            .zip(&vectors)
            .map(|(name, moves)| (name.as_str(), moves.as_slice()))
            .collect();
        let outs: Vec<(&str, i64)> =
            outs.iter().map(|(name, size)| (name.as_str(), *size)).collect();
        owned(py, Linear::new(&bases, &outs))
    }

    /// The linear layout of a layout whose modes are the inputs, and whose offsets are the index of the outputs.
    ///
    /// Of a `TvLayout`, the inputs are `thread` and `value`, and the outputs the axes of the tile, unless others are
    /// named. Otherwise the inputs are `mode0`, `mode1`, ..., and the output is `offset`.
    ///
    /// >>> import tilework as tw
    /// >>> tw.LinearLayout.from_layout("(4,2):(2,1)", ["lane", "register"], {"cell": 8}).bases
    /// {'lane': [(2,), (4,)], 'register': [(1,)]}
    #[staticmethod]
    #[pyo3(signature = (layout, ins=None, outs=None, /))]
    fn from_layout(
        layout: &Bound<'_, PyAny>,
        ins: Option<&Bound<'_, PyAny>>,
        outs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<LinearLayout> {
        let py = layout.py();
        let refused = |error| refusal::algebra(py, error);
        let (layout, tile) = match layout.cast::<value::TvLayout>() {
            Ok(tv) => match &tv.as_super().get().held {
                Held::Tv(tv) => (*tv.layout(), Some(*tv.tile())),
                _ => (convert::any_layout(layout)?, None),
            },
            Err(_) => (convert::any_layout(layout)?, None),
        };
        let ins: Vec<String> = match (ins, &tile) {
            (Some(ins), _) => {
                ins.try_iter()?.map(|name| identifier(&name?)).collect::<PyResult<_>>()?
            }
            (None, Some(_)) => vec!["thread".to_owned(), "value".to_owned()],
            (None, None) => (0..layout.shape().rank()).map(|i| format!("mode{i}")).collect(),
        };
        let outs = match (outs, &tile) {
            (Some(outs), _) => sizes(outs)?,
            (None, Some(tile)) => numbered(tile.leaves()),
            (None, None) => {
                let columns = layout.to_xor_map().map_err(refused)?;
                let all = columns.columns().iter().fold(0, |all, column| all | column);
                vec![("offset".to_owned(), 1_i64 << (i64::BITS - all.leading_zeros()).min(62))]
            }
        };
        let ins: Vec<&str> = ins.iter().map(String::as_str).collect();
        let outs: Vec<(&str, i64)> =
            outs.iter().map(|(name, size)| (name.as_str(), *size)).collect();
        // Checks the sizes.
        let outs = Linear::new(&[], &outs).map_err(refused)?;
        owned(py, Linear::from_layout(&layout, &ins, outs.outs()))
    }

    /// What each bit of each input moves by, lowest bit first.
    #[getter]
    fn bases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let linear = self.borrow(py)?;
        let out = PyDict::new(py);
        for (i, dim) in self.ins.iter().enumerate() {
            let moves = (0..dim.bits).filter_map(|bit| linear.basis(i, bit));
            let moves =
                moves.map(|basis| tuple::to_python(py, &basis)).collect::<PyResult<Vec<_>>>()?;
            out.set_item(&dim.name, PyList::new(py, moves)?)?;
        }
        Ok(out)
    }

    /// The inputs and their sizes.
    #[getter]
    fn ins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        named(py, &self.ins)
    }

    /// The outputs and their sizes.
    #[getter]
    fn outs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        named(py, &self.outs)
    }

    /// The outputs at an input: one coordinate each, in order or by name.
    #[pyo3(signature = (*coord, **named))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        coord: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let coordinates = match named {
            None => numbers(coord.as_any())?,
            Some(named) if coord.is_empty() && named.len() == self.ins.len() => {
                let of = |dim: &Dim| match named.get_item(&dim.name)? {
                    Some(coordinate) => one_number(&coordinate),
                    None => Err(self.misnamed()),
                };
                self.ins.iter().map(of).collect::<PyResult<_>>()?
            }
            Some(_) => return Err(self.misnamed()),
        };
        let out = self.borrow(py)?.at(&coordinates);
        tuple::to_python(py, &out.map_err(|error| refusal::algebra(py, error))?)
    }

    /// `A @ B` is A after B: the outputs of B are the inputs of A, whatever their order.
    fn __matmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<LinearLayout>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let other = other.get();
        let inner = other.borrow(py)?;
        match self.borrow(py)?.compose(&inner) {
            Err(error) if let ErrorKind::NoSuchInput { output } = error.kind() => {
                Err(self.no_such_input(py, &other.outs[output].name))
            }
            composed => owned(py, composed)?.into_bound_py_any(py),
        }
    }

    /// The linear layout from the outputs to the inputs.
    fn inverse(&self, py: Python<'_>) -> PyResult<LinearLayout> {
        owned(py, self.borrow(py)?.inverse())
    }

    /// The layout with a mode for each input, into the index of the outputs: plain if it is one, else composed.
    fn to_layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layout = self.borrow(py)?.to_layout().map_err(|error| refusal::algebra(py, error))?;
        convert::to_python(py, layout.into())
    }

    /// The map from the index of the inputs to the index of the outputs.
    fn to_xor_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::object(py, Held::Xor(Box::new(self.map)))
    }

    /// Whether no two inputs have the same output.
    fn is_injective(&self) -> bool {
        self.map.rank() == self.map.bits()
    }

    /// Whether every output is taken.
    fn is_surjective(&self) -> bool {
        self.map.rank() == self.outs.iter().map(|dim| dim.bits).sum::<u32>()
    }

    /// Whether it has an inverse.
    fn is_bijective(&self) -> bool {
        self.is_injective() && self.is_surjective()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.ins, &self.outs, self.map.columns()).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.borrow(py)?.to_string())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("LinearLayout({}, {})", self.bases(py)?.repr()?, self.outs(py)?.repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        Ok((slf.get_type(), (this.bases(py)?, this.outs(py)?)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

type Reduced<'py> = (Bound<'py, PyType>, (Bound<'py, PyDict>, Bound<'py, PyDict>));

impl LinearLayout {
    /// The linear layout of the core, which borrows its names.
    fn borrow(&self, py: Python<'_>) -> PyResult<Linear<'_>> {
        let linear = Linear::from_map(&borrowed(&self.ins), &borrowed(&self.outs), self.map);
        linear.map_err(|error| refusal::algebra(py, error))
    }

    #[cold]
    fn misnamed(&self) -> PyErr {
        let names: Vec<&str> = self.ins.iter().map(|dim| dim.name.as_str()).collect();
        let message = format!(
            "one coordinate is needed for each input, in order or by name: {}",
            names.join(", ")
        );
        PyTypeError::new_err(message)
    }

    #[cold]
    fn no_such_input(&self, py: Python<'_>, name: &str) -> PyErr {
        let ins: Vec<&str> = self.ins.iter().map(|dim| dim.name.as_str()).collect();
        let text = format!(
            "composition: the inner layout has the output {name}, which is no input of the outer one: {}",
            ins.join(", ")
        );
        let told = Told { operation: "composition", witness: None, numbers: None, advice: None };
        refusal::told(py, "no-such-input", text, told)
    }
}

fn borrowed(dims: &[Dim]) -> Vec<LinearDim<'_>> {
    dims.iter().map(|dim| LinearDim { name: &dim.name, bits: dim.bits }).collect()
}

/// A linear layout of the core with names of its own, if there is one and they are names.
fn owned(py: Python<'_>, linear: Result<Linear<'_>, Error>) -> PyResult<LinearLayout> {
    let linear = linear.map_err(|error| refusal::algebra(py, error))?;
    let own = |dims: &[LinearDim<'_>]| -> PyResult<Vec<Dim>> {
        let mut out: Vec<Dim> = Vec::with_capacity(dims.len());
        for dim in dims {
            let name = identifier(PyString::new(py, dim.name).as_any())?;
            if out.iter().any(|before| before.name == name) {
                return Err(PyValueError::new_err(format!("two dimensions are called {name}")));
            }
            out.push(Dim { name, bits: dim.bits });
        }
        Ok(out)
    };
    Ok(LinearLayout { ins: own(linear.ins())?, outs: own(linear.outs())?, map: *linear.map() })
}

fn named<'py>(py: Python<'py>, dims: &[Dim]) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for dim in dims {
        out.set_item(&dim.name, 1_i64 << dim.bits)?;
    }
    Ok(out)
}

/// The name of a dimension: an identifier, so that it can be that of an argument, and the text can be read back.
fn identifier(name: &Bound<'_, PyAny>) -> PyResult<String> {
    match name.cast::<PyString>() {
        Ok(text) if text.call_method0("isidentifier")?.is_truthy()? => {
            Ok(text.to_str()?.to_owned())
        }
        Ok(text) => {
            let message = format!("the name of a dimension is an identifier, not {}", text.repr()?);
            Err(PyValueError::new_err(message))
        }
        Err(_) => {
            let message =
                format!("the name of a dimension is a text, not {}", convert::described(name));
            Err(PyTypeError::new_err(message))
        }
    }
}

/// The outputs: names and sizes, or sizes alone.
fn sizes(outs: &Bound<'_, PyAny>) -> PyResult<Vec<(String, i64)>> {
    match outs.cast::<PyDict>() {
        Ok(outs) => {
            outs.iter().map(|(name, size)| Ok((identifier(&name)?, one_number(&size)?))).collect()
        }
        Err(_) => Ok(numbered(&numbers(outs)?)),
    }
}

fn numbered(sizes: &[i64]) -> Vec<(String, i64)> {
    sizes.iter().enumerate().map(|(i, &size)| (format!("dim{i}"), size)).collect()
}

/// A sequence of integers, or a single one.
fn numbers(object: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if let Some(number) = tuple::integer(object)? {
        return Ok(vec![number]);
    }
    object.try_iter()?.map(|number| one_number(&number?)).collect()
}

fn one_number(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    tuple::integer(object)?.ok_or_else(|| {
        PyTypeError::new_err(format!(
            "an integer is needed here, not {}",
            convert::described(object)
        ))
    })
}
