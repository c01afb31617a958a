//! The classes of all values of the language but layouts and numbers.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyAnyMethods, PyDict, PyList, PyString, PyTuple};
use tilework::Tiler as Tiling;
use tilework_lang::operations::Id;
use tilework_lang::operations::atom::{Thread, Tiled};
use tilework_lang::operations::record::Part as Found;
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
        self.member(py, name)
    }

    /// What every object has, and the members.
    fn __dir__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let known = slf.py().import("builtins")?.getattr("object")?;
        let known = known.call_method1("__dir__", (slf,))?;
        known.call_method1("extend", (slf.get().held.members(),))?;
        Ok(known)
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

impl Value {
    /// The member of this name; of a report, one for each access is a list of reports.
    fn member<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if let Held::Record(record) = &self.held
            && let Some(part) = record.get(name)
        {
            let Found::Records(records) = part else { return convert::to_python(py, part.into()) };
            let reports = records.iter().map(|one| object(py, Held::Record(Box::new(one.clone()))));
            return Ok(PyList::new(py, reports.collect::<PyResult<Vec<_>>>()?)?.into_any());
        }
        let evaluated = || {
            let mut scope = Scope::new();
            scope.bind("it", self.held.clone());
            scope.run(&format!("it.{name}"))
        };
        let is_name =
            !name.starts_with('_') && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_name {
            match evaluated() {
                Ok(outcome) => return convert::outcome(py, outcome),
                Err(error) if error.kind != "syntax" => {
                    return Err(PyAttributeError::new_err(error.to_string()));
                }
                Err(_) => {}
            }
        }
        Err(PyAttributeError::new_err(format!("{} has no attribute `{name}`", self.held.kind())))
    }
}

/// Declares a class of values: its documentation, which values are of it, what makes one from arguments that
/// are not a text, its properties that are operations, those that are members, and more.
macro_rules! classes {
    ($(
        $(#[$doc:meta])*
        $class:ident($kind:literal $(, $option:ident)?) $held:pat $(if $guard:expr)? => $make:expr,
        [$($property:ident = $id:ident),* $(,)?]
        [$($member:ident: $about:literal),* $(,)?]
        { $($more:tt)* }
    )*) => {
        $(
            $(#[$doc])*
            #[pyclass(frozen, extends = Value, module = "tilework" $(, $option)?)]
            pub(crate) struct $class;

            #[allow(non_snake_case, reason = "members have the names that CuTe has for them")]
            #[pymethods]
            impl $class {
                #[new]
                #[pyo3(signature = (*args))]
                fn new(args: &Bound<'_, PyTuple>) -> PyResult<PyClassInitializer<$class>> {
                    let held = made(args, $make)?;
                    if !matches!(&held, $held $(if $guard)?) {
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

                $(
                    #[doc = $about]
                    #[getter]
                    fn $member<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                        let name = stringify!($member);
                        slf.as_super().get().member(slf.py(), name.strip_prefix("r#").unwrap_or(name))
                    }
                )*

                $($more)*
            }
        )*

        /// A value as an object of its class.
        pub(crate) fn object(py: Python<'_>, held: Held) -> PyResult<Bound<'_, PyAny>> {
            Ok(match &held {
                $($held $(if $guard)? => {
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
        [shape = Shape, size = Size, cosize = Cosize, rank = Rank, depth = Depth] [] {}

    /// A swizzle: `Swizzle(bits, base, shift)`, `Swizzle(y_mask, z_mask)`, or `Swizzle("Sw<3,4,3>")`.
    ///
    /// >>> import tilework as tw
    /// >>> tw.Swizzle(5, 0, 6)(65)
    /// 64
    Swizzle("a swizzle") Held::Swizzle(_) => operation(Id::MakeSwizzle), [] [] {}

    /// A map that is linear over XOR: `XorMap(1, 2, 5)` XORs the number of each bit that is set.
    ///
    /// >>> import tilework as tw
    /// >>> tw.XorMap(1, 2, 5)(6)
    /// 7
    XorMap("an XOR map") Held::Xor(_) => operation(Id::MakeXorMap), [] [] {}

    /// A tiler, which acts mode by mode: `Tiler(4, "8:2")`, `Tiler((4, 8))`, or `Tiler("<4,8:2>")`. `None`
    /// keeps a mode.
    ///
    /// >>> import tilework as tw
    /// >>> tw.zipped_divide("(8,8)", tw.Tiler(4, None))
    /// Layout('((4,1),(2,8)):((1,0),(4,8))')
    Tiler("a tiler") Held::Tiler(_) => by_mode, [] [] {}

    /// A layout whose values are coordinates: `CoordLayout("(4,8):(1@0,1@1)")`, or of a shape, the identity.
    ///
    /// >>> import tilework as tw
    /// >>> tw.CoordLayout((4, 8))(1, 2)
    /// (1, 2)
    CoordLayout("a coordinate layout") Held::Coords(_) => operation(Id::MakeIdentityLayout),
        [shape = Shape, size = Size, rank = Rank, depth = Depth] [] {}

    /// A layout from (thread, value) to the cells of a tile: `TvLayout(layout, tile)`, or
    /// `TvLayout("((3,2),2):((4,2),1) on (4,3)")`.
    ///
    /// >>> import tilework as tw
    /// >>> tv = tw.TvLayout("((3,2),2):((4,2),1)", (4, 3))
    /// >>> tv.threads, tv.values, tv.tile
    /// (6, 2, (4, 3))
    TvLayout("a thread-value layout") Held::Tv(_) => operation(Id::TvLayout), [] [
        layout: "From (thread, value) to the index of a cell.",
        tile: "The shape of the tile.",
        threads: "How many threads there are.",
        values: "How many values each thread has.",
    ] {}

    /// What one instruction of an MMA gives to each of its threads: `MmaAtom("SM80_16x8x16_F32F16F16F32_TN")`, by the
    /// name that CuTe has for it, or by that of the instruction.
    ///
    /// >>> import tilework as tw
    /// >>> tw.MmaAtom("SM80_16x8x16_F32F16F16F32_TN").C_TV.owner((9, 3))
    /// (5, 3)
    MmaAtom("an atom of an MMA") Held::Atom(atom) if atom.is_mma() => itself, [] [
        instruction: "The name of the instruction.",
        shape_mnk: "The extents (M, N, K) of the matrices.",
        threads: "How many threads take part.",
        thr_id: "From the thread of the atom to the lane.",
        A_TV: "From (thread, value) to the elements of A.",
        B_TV: "From (thread, value) to the elements of B.",
        C_TV: "From (thread, value) to the elements of C.",
    ] {}

    /// What one instruction of a copy moves for each of its threads: `CopyAtom("SM75_U32x4_LDSM_N")`, and with the
    /// bits of an element, `CopyAtom("SM75_U32x4_LDSM_N", 16)`.
    ///
    /// >>> import tilework as tw
    /// >>> tw.CopyAtom("SM75_U32x4_LDSM_N", 16).threads
    /// 32
    CopyAtom("an atom of a copy") Held::Atom(atom) if !atom.is_mma() => copy_atom, [] [
        instruction: "The name of the instruction, where there is one.",
        bits: "The bits of an element, where they are known.",
        threads: "How many threads take part.",
        thr_id: "From the thread of the atom to the lane.",
        src: "From (thread, value) to the bits that are read.",
        dst: "From (thread, value) to the bits that are written.",
        r#ref: "From (thread, value) to the bits, as the side that the copy is made for has them.",
    ] {}

    /// An atom of an MMA, so often in M, N and K, on a tile in the order of a permutation:
    /// `TiledMma(atom, atoms, permutation)`.
    ///
    /// >>> import tilework as tw
    /// >>> mma = tw.TiledMma("SM80_16x8x16_F32F16F16F32_TN", (2, 2, 1))
    /// >>> mma.threads, mma.tile, mma.C_TV.owner((21, 9))
    /// (128, (32, 16, 16), (116, 1))
    /// >>> mma.get_slice(22).partition_C("(64,64):(64,1)")
    /// Part('((2,2),2,4):((1,512),2048,16) at 324')
    TiledMma("a tiled MMA") Held::Tiled(Tiled::Mma(_)) => operation(Id::MakeTiledMma), [] [
        atom: "The atom.",
        atoms: "How many atoms there are in M, N and K, and which threads have them.",
        permutation_mnk: "The permutation of M, N and K.",
        tile: "The extents (M, N, K) of the tile.",
        threads: "How many threads there are.",
        thr_vmnk: "From (thread of the atom, M, N, K) to the thread.",
        A_TV: "From (thread, value) to the elements of A.",
        B_TV: "From (thread, value) to the elements of B.",
        C_TV: "From (thread, value) to the elements of C.",
    ] {}

    /// An atom of a copy on the tile that threads and their values fill: `TiledCopy(atom, threads, values, bits)`;
    /// `mma.make_tiled_copy_A(atom)` is the one for an operand of a tiled MMA.
    ///
    /// >>> import tilework as tw
    /// >>> copy = tw.TiledCopy("UniversalCopy<uint128_t>", "(32,8):(8,1)", (1, 8), 16)
    /// >>> copy.threads, copy.tile, copy.get_slice(3).partition_S("(64,64):(64,1)")
    /// (256, (32, 64), Part('((8,1),2,1):((1,0),2048,0) at 24'))
    TiledCopy("a tiled copy") Held::Tiled(Tiled::Copy(_)) => operation(Id::MakeTiledCopy), [] [
        atom: "The atom, with the bits of an element.",
        bits: "The bits of an element.",
        tile: "The shape of the tile.",
        threads: "How many threads there are.",
        TV: "From (thread, value) to the cells of the tile, as it was made.",
        S_TV: "From (thread, value) to the cells that are read.",
        D_TV: "From (thread, value) to the cells that are written.",
    ] {}

    /// One thread of a tiled MMA: `mma.get_slice(22)`.
    ///
    /// >>> import tilework as tw
    /// >>> thread = tw.ThrMma("SM80_16x8x16_F32F16F16F32_TN", 5)
    /// >>> thread.thread, thread.partition_fragment_C((64, 64))
    /// (5, Layout('((2,2),4,8):((1,2),4,16)'))
    ThrMma("a thread of a tiled MMA") Held::Thread(thread) if matches!(thread.of, Tiled::Mma(_))
        => operation(Id::GetSlice), [] [] {
        /// Which thread it is.
        #[getter]
        fn thread(slf: &Bound<'_, Self>) -> PyResult<i64> {
            Ok(sliced(slf.as_super())?.thread)
        }

        /// What it is a thread of.
        #[getter]
        fn tiled<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            object(slf.py(), Held::Tiled(sliced(slf.as_super())?.of.clone()))
        }
    }

    /// One thread of a tiled copy: `copy.get_slice(3)`.
    ///
    /// >>> import tilework as tw
    /// >>> copy = tw.TiledCopy("UniversalCopy<uint128_t>", "(32,8):(8,1)", (1, 8), 16)
    /// >>> copy.get_slice(3).partition_D("(64,64):(64,1)")
    /// Part('((8,1),2,1):((1,0),2048,0) at 24')
    ThrCopy("a thread of a tiled copy") Held::Thread(thread) if matches!(thread.of, Tiled::Copy(_))
        => operation(Id::GetSlice), [] [] {
        /// Which thread it is.
        #[getter]
        fn thread(slf: &Bound<'_, Self>) -> PyResult<i64> {
            Ok(sliced(slf.as_super())?.thread)
        }

        /// What it is a thread of.
        #[getter]
        fn tiled<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            object(slf.py(), Held::Tiled(sliced(slf.as_super())?.of.clone()))
        }
    }

    /// A machine whose memory is asked about: `Machine("cdna3")`.
    ///
    /// >>> import tilework as tw
    /// >>> nvidia = tw.Machine("nvidia")
    /// >>> nvidia.lanes, nvidia.banks, nvidia.bank_bytes
    /// (32, 32, 4)
    Machine("a machine") Held::Machine(_) => itself, [] [
        name: "What it is called.",
        lanes: "How many lanes run one instruction.",
        banks: "How many banks shared memory has.",
        bank_bytes: "The width of a bank in bytes.",
        sector_bytes: "The bytes of a sector of global memory.",
        line_bytes: "The bytes of a cache line.",
    ] {}

    /// What a question about the hardware found: one sentence, and its numbers as attributes.
    ///
    /// >>> import tilework as tw
    /// >>> report = tw.bank("(32,32):(32,1)", 32, "load:column:4B")
    /// >>> print(report)
    /// 32-way: 32 wavefronts, ideal 1. lanes 0..31 all in bank 0 (stride 32 words, 32 banks)
    /// >>> report.wavefronts, report.to_dict()["ideal"]
    /// (32, 1)
    Report("a report", subclass) Held::Record(_) => nothing, [] [] {
        /// All its numbers by name.
        fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
            let (py, out) = (slf.py(), PyDict::new(slf.py()));
            let this = slf.as_super().get();
            for name in this.held.members() {
                out.set_item(name, this.member(py, name)?)?;
            }
            Ok(out)
        }
    }

    /// A layout and where it starts: the offset of a slice, of a tile, of what a thread has. It is unpacked like a
    /// pair.
    ///
    /// >>> import tilework as tw
    /// >>> layout, offset = tw.slice_and_offset((None, 2), "(4,8):(1,4)")
    /// >>> layout, offset
    /// (Layout('(4):(1)'), 8)
    Part("a part of a layout") Held::Slice(..) | Held::CoordSlice(..) => operation(Id::WithOffset), [] [] {
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
        let held = match (one.cast::<PyString>(), one.cast::<Value>()) {
            (Ok(text), _) => Some(convert::text(args.py(), text.to_str()?)?),
            (_, Ok(value)) => Some(value.get().held.clone()),
            _ => None,
        };
        // Of an atom something may be made.
        match held {
            None | Some(Held::Atom(_)) => {}
            Some(held) => return Ok(held),
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

/// One argument, as it is.
fn itself(args: &Bound<'_, PyTuple>) -> PyResult<Held> {
    convert::value(&args.get_item(0)?, None)
}

/// An atom of a copy, and perhaps the bits of an element.
fn copy_atom(args: &Bound<'_, PyTuple>) -> PyResult<Held> {
    if args.len() == 1 { itself(args) } else { operation::value(Id::MakeCopyAtom, args) }
}

/// The thread that a slice of a tiled MMA or copy is.
fn sliced<'a>(value: &'a Bound<'_, Value>) -> PyResult<&'a Thread> {
    match &value.get().held {
        Held::Thread(thread) => Ok(thread),
        held => Err(not("a thread", held, value.py())),
    }
}

fn nothing(args: &Bound<'_, PyTuple>) -> PyResult<Held> {
    let message = "a report is what a question about the hardware found, and is not made";
    Err(refusal::plain(args.py(), "usage", message))
}

/// The error for a value of another class.
fn not(wanted: &str, held: &Held, py: Python<'_>) -> PyErr {
    refusal::plain(py, "usage", format!("{held} is {}, not {wanted}", held.kind()))
}
