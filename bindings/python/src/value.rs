//! The classes of all values of the language but layouts and numbers.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyAnyMethods, PyString, PyTuple};
use tilework::Tiler as Tiling;
use tilework_lang::operations::Id;
use tilework_lang::{Scope, Value as Held};

use crate::{convert, operation, refusal, tuple};

/// A value of the language: an atom, a tiled copy or MMA, a machine, an order, ...
///
/// Its members are attributes. Immutable.
///
/// >>> import tilework as tw
/// >>> tw.eval("row_major")
/// Value('row_major')
#[pyclass(frozen, subclass, eq, module = "tilework")]
#[derive(PartialEq)]
pub(crate) struct Value {
    pub(crate) held: Held,
}

#[pymethods]
impl Value {
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let member = || {
            let mut scope = Scope::new();
            scope.bind("it", self.held.clone());
            scope.run(&format!("it.{name}"))
        };
        let is_name =
            !name.starts_with('_') && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_name {
            match member() {
                Ok(outcome) => return convert::outcome(py, outcome),
                Err(error) if error.kind != "syntax" => {
                    return Err(PyAttributeError::new_err(error.to_string()));
                }
                Err(_) => {}
            }
        }
        Err(PyAttributeError::new_err(format!("{} has no attribute `{name}`", self.held.kind())))
    }

    /// The value at an index or a coordinate; with `None` in it, the modes that `None` keeps.
    #[pyo3(signature = (*coord))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        coord: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let place = if coord.len() == 1 { coord.get_item(0)? } else { coord.clone().into_any() };
        convert::at(slf.as_any(), &place)
    }

    fn __matmul__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        operation::infix(slf.as_any(), other)
    }

    fn __rmatmul__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        operation::infix(other, slf.as_any())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.held.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.held.to_string()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let text = slf.get().held.to_string();
        Ok(format!("{}({})", slf.get_type().name()?, PyString::new(slf.py(), &text).repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let (py, held) = (slf.py(), &slf.get().held);
        let text = held.to_string();
        if convert::text(py, &text).ok().as_ref() != Some(held) {
            let message = format!("{} has no notation, and cannot be pickled", held.kind());
            return Err(PyTypeError::new_err(message));
        }
        Ok((py.import("tilework._tilework")?.getattr("evaluate")?, (text,)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Declares a class of values: its documentation, which values are of it, what makes one from arguments that
/// are not a text, and its properties, each of which is an operation.
macro_rules! classes {
    ($($(#[$doc:meta])* $class:ident($kind:literal) $held:pat => $make:expr, [$($property:ident = $id:ident),*] { $($more:tt)* })*) => {
        $(
            $(#[$doc])*
            #[pyclass(frozen, extends = Value, module = "tilework")]
            pub(crate) struct $class;

            #[pymethods]
            impl $class {
                #[new]
                #[pyo3(signature = (*args))]
                fn new(args: &Bound<'_, PyTuple>) -> PyResult<PyClassInitializer<$class>> {
                    let held = made(args, $make)?;
                    if !matches!(held, $held) {
                        return Err(not($kind, &held, args.py()));
                    }
                    Ok(PyClassInitializer::from(Value { held }).add_subclass($class))
                }

                $(
                    #[getter]
                    fn $property<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                        operation::call(Id::$id, &PyTuple::new(slf.py(), [slf])?)
                    }
                )*

                $($more)*
            }
        )*

        /// A value as an object of its class.
        pub(crate) fn object(py: Python<'_>, held: Held) -> PyResult<Bound<'_, PyAny>> {
            Ok(match held {
                $($held => {
                    let start = PyClassInitializer::from(Value { held }).add_subclass($class);
                    Bound::new(py, start)?.into_any()
                })*
                _ => Bound::new(py, Value { held })?.into_any(),
            })
        }

        /// Adds the classes to the module.
        pub(crate) fn add_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add_class::<Value>()?;
            $(module.add_class::<$class>()?;)*
            Ok(())
        }
    };
}

classes! {
    /// A layout seen through maps of its offsets: `ComposedLayout("Sw<3,3,3> o 0 o (8,64):(64,1)")`, or from a
    /// map or a layout, an offset, and a layout.
    ///
    /// >>> import tilework as tw
    /// >>> a = tw.ComposedLayout(tw.Swizzle(3, 3, 3), 0, "(8,64):(64,1)")
    /// >>> a.size, a(1, 8)
    /// (512, 64)
    ComposedLayout("a composed layout") Held::Composed(_) => operation(Id::ComposedLayout),
        [shape = Shape, size = Size, cosize = Cosize, rank = Rank, depth = Depth] {}

    /// A swizzle: `Swizzle(bits, base, shift)`, `Swizzle(y_mask, z_mask)`, or `Swizzle("Sw<3,4,3>")`.
    ///
    /// >>> import tilework as tw
    /// >>> tw.Swizzle(5, 0, 6)(65)
    /// 64
    Swizzle("a swizzle") Held::Swizzle(_) => operation(Id::MakeSwizzle), [] {}

    /// A map that is linear over XOR: `XorMap(1, 2, 5)` XORs the number of each bit that is set.
    ///
    /// >>> import tilework as tw
    /// >>> tw.XorMap(1, 2, 5)(6)
    /// 7
    XorMap("an XOR map") Held::Xor(_) => operation(Id::MakeXorMap), [] {}

    /// A tiler, which acts mode by mode: `Tiler(4, "8:2")`, `Tiler((4, 8))`, or `Tiler("<4,8:2>")`. `None`
    /// keeps a mode.
    ///
    /// >>> import tilework as tw
    /// >>> tw.zipped_divide("(8,8)", tw.Tiler(4, None))
    /// Layout('((4,1),(2,8)):((1,0),(4,8))')
    Tiler("a tiler") Held::Tiler(_) => by_mode, [] {}

    /// A layout whose values are coordinates: `CoordLayout("(4,8):(1@0,1@1)")`, or of a shape, the identity.
    ///
    /// >>> import tilework as tw
    /// >>> tw.CoordLayout((4, 8))(1, 2)
    /// (1, 2)
    CoordLayout("a coordinate layout") Held::Coords(_) => operation(Id::MakeIdentityLayout),
        [shape = Shape, size = Size, rank = Rank, depth = Depth] {}

    /// A layout from (thread, value) to the cells of a tile: `TvLayout(layout, tile)`, or
    /// `TvLayout("((3,2),2):((4,2),1) on (4,3)")`. Its members are `layout`, `tile`, `threads` and `values`.
    ///
    /// >>> import tilework as tw
    /// >>> tv = tw.TvLayout("((3,2),2):((4,2),1)", (4, 3))
    /// >>> tv.threads, tv.values, tv.tile
    /// (6, 2, (4, 3))
    TvLayout("a thread-value layout") Held::Tv(_) => operation(Id::TvLayout), [] {}

    /// What a question about the hardware found: one sentence, and its numbers as attributes.
    ///
    /// >>> import tilework as tw
    /// >>> tw.bank_report("(32,32):(32,1)", 32, "load:col:4B").wavefronts
    /// 32
    Report("a report") Held::Record(_) => nothing, [] {}

    /// A layout and where it starts: the offset of a slice, of a tile, of what a thread has. It is unpacked like a
    /// pair.
    ///
    /// >>> import tilework as tw
    /// >>> layout, offset = tw.slice_and_offset((None, 2), "(4,8):(1,4)")
    /// >>> layout, offset
    /// (Layout('(4):(1)'), 8)
    Part("a part of a layout") Held::Slice(..) | Held::CoordSlice(..) => operation(Id::WithOffset), [] {
        /// The layout, which starts at 0.
        #[getter]
        fn layout<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            Ok(placed(slf)?.0)
        }

        /// Where it starts: an offset, or a coordinate.
        #[getter]
        fn offset<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            Ok(placed(slf)?.1)
        }

        fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            PyTuple::new(slf.py(), <[_; 2]>::from(placed(slf)?))?.call_method0("__iter__")
        }
    }
}

type Object<'py> = Bound<'py, PyAny>;

/// The two parts of a [`Part`].
fn placed<'py>(part: &Bound<'py, Part>) -> PyResult<(Object<'py>, Object<'py>)> {
    let (py, held) = (part.py(), &part.as_super().get().held);
    match held {
        Held::Slice(layout, offset) => Ok((
            convert::to_python(py, Held::Layout(layout.clone()))?,
            offset.into_bound_py_any(py)?,
        )),
        Held::CoordSlice(layout, origin) => {
            Ok((object(py, Held::Coords(layout.clone()))?, tuple::to_python(py, origin)?))
        }
        _ => Err(not("a part of a layout", held, py)),
    }
}

type Make = Box<dyn Fn(&Bound<'_, PyTuple>) -> PyResult<Held>>;

/// A value from a text, or else as its class makes it.
fn made(
    args: &Bound<'_, PyTuple>,
    make: impl FnOnce(&Bound<'_, PyTuple>) -> PyResult<Held>,
) -> PyResult<Held> {
    if args.len() == 1 {
        let one = args.get_item(0)?;
        if let Ok(text) = one.cast::<PyString>() {
            return convert::text(args.py(), text.to_str()?);
        }
        if let Ok(value) = one.cast::<Value>() {
            return Ok(value.get().held.clone());
        }
    }
    make(args)
}

fn operation(id: Id) -> Make {
    Box::new(move |args| operation::value(id, args))
}

fn by_mode(args: &Bound<'_, PyTuple>) -> PyResult<Held> {
    let only = if args.len() == 1 { args.get_item(0)?.cast_into::<PyTuple>().ok() } else { None };
    let modes = only.as_ref().unwrap_or(args);
    let tilers: Vec<Tiling> =
        modes.iter().map(|mode| convert::tiler(&mode)).collect::<PyResult<_>>()?;
    let tiler = Tiling::by_mode(&tilers).map_err(|error| refusal::algebra(args.py(), error))?;
    Ok(tiler.into())
}

fn nothing(args: &Bound<'_, PyTuple>) -> PyResult<Held> {
    let message = "a report is what a question about the hardware found, and is not made";
    Err(refusal::plain(args.py(), "usage", message))
}

/// The error for a value of another class.
fn not(wanted: &str, held: &Held, py: Python<'_>) -> PyErr {
    refusal::plain(py, "usage", format!("{held} is {}, not {wanted}", held.kind()))
}
