//! Values as other programs write them.

mod cute;
mod strided;
mod triton;

use std::fmt;

use crate::operations::value::Value;
use crate::syntax::dtype::Dtype;
use crate::text::diagnostic::Diagnostic;

/// A way of writing layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// As CuTe C++ prints static layouts: `(_4,_8):(_1,_4)`.
    Cute,
    /// As the CuTe DSL prints them, which is how this crate does: `(4,8):(1,4)`.
    Dsl,
    /// As Python writes them: `Layout((4, 8), (1, 4))`, tilers as tuples.
    Python,
    /// As C++ names their types: `Layout<Shape<_4,_8>,Stride<_1,_4>>`.
    CppTypes,
    /// As C++ makes them: `make_layout(make_shape(Int<4>{}, Int<8>{}), make_stride(Int<1>{}, Int<4>{}))`.
    Cpp,
    /// As an array of numpy, with strides in bytes:
    /// `np.ndarray((4, 8), np.float32, data, strides=(4, 16))`.
    Numpy,
    /// As a tensor of PyTorch: `torch.empty_strided((4, 8), (1, 4))`.
    Torch,
    /// As a type of MLIR: `memref<4x8xf32, strided<[1, 4]>>`.
    Memref,
    /// As linear layouts of Triton: a thread-value layout as `#ttg.linear<{register = [[0, 1]], ...}>`, a layout of
    /// memory as `#ttg.shared_linear<{offset = [[1, 0]]}, alignment = 16>`.
    Triton,
}

impl Dialect {
    /// All dialects and their names.
    pub const ALL: [(&'static str, Dialect); 9] = [
        ("cute", Dialect::Cute),
        ("dsl", Dialect::Dsl),
        ("python", Dialect::Python),
        ("cpp-types", Dialect::CppTypes),
        ("cpp", Dialect::Cpp),
        ("numpy", Dialect::Numpy),
        ("torch", Dialect::Torch),
        ("memref", Dialect::Memref),
        ("triton", Dialect::Triton),
    ];

    /// The dialect of that name.
    pub fn find(name: &str) -> Option<Dialect> {
        Dialect::ALL.iter().find(|dialect| dialect.0 == name).map(|dialect| dialect.1)
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Dialect::ALL.iter().find(|dialect| dialect.1 == *self);
        f.write_str(known.map_or("?", |dialect| dialect.0))
    }
}

/// How values are printed: the dialect, and the type of the elements where a dialect names it or counts bytes.
///
/// ```
/// use tilework_lang::{Dialect, Dtype, Notation};
///
/// assert_eq!(Notation::from(Dialect::Numpy).dtype, Dtype::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The dialect.
    pub dialect: Dialect,
    /// The type of the elements.
    pub dtype: Dtype,
}

/// Elements are `f32`.
impl From<Dialect> for Notation {
    fn from(dialect: Dialect) -> Notation {
        Notation { dialect, dtype: Dtype::default() }
    }
}

/// A value in a dialect. Reading it again gives the same value, as far as the dialect tells values apart: PyTorch
/// and MLIR do not write `4:1` and `(4):(1)` differently, and an array that starts at offset 0 is the layout. Triton
/// knows bits and not modes, so that what is read again is the same function of the same shape, coalesced.
///
/// # Errors
/// Of kind `unsupported`: why the dialect has no notation for the value, and what would have one.
///
/// ```
/// use tilework_lang::{Dialect, Value, print};
///
/// let value = Value::from(tilework::layout!((4,(2,8)):(1,(4,8))));
/// assert_eq!(print(&value, Dialect::Cute)?, "(_4,(_2,_8)):(_1,(_4,_8))");
/// assert_eq!(print(&value, Dialect::Python)?, "Layout((4, (2, 8)), (1, (4, 8)))");
/// assert_eq!(
///     print(&value, Dialect::CppTypes)?,
///     "Layout<Shape<_4,Shape<_2,_8>>,Stride<_1,Stride<_4,_8>>>",
/// );
/// assert_eq!(
///     print(&value, Dialect::Memref).unwrap_err().to_string(),
///     "(4,(2,8)):(1,(4,8)) has nested modes, and a memref has one extent and one stride for each axis",
/// );
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn print(value: &Value, notation: impl Into<Notation>) -> Result<String, Diagnostic> {
    let Notation { dialect, dtype } = notation.into();
    match dialect {
        Dialect::Numpy | Dialect::Torch | Dialect::Memref => strided::print(value, dialect, dtype),
        Dialect::Triton => triton::print(value),
        _ => cute::print(value, dialect),
    }
}

/// The refusal of a value that a dialect cannot write.
fn refuse<T>(message: String, help: &str) -> Result<T, Diagnostic> {
    Err(Diagnostic::plain("unsupported", message).help(help))
}
