//! Types of elements: their names in Rust, numpy, PyTorch and MLIR, and how many bits they have.

use crate::text::diagnostic::{Diagnostic, quote};

/// The type of the elements of an array: what numpy and MLIR name in the type of one, and what numpy's strides
/// count in bytes of.
///
/// ```
/// use tilework_lang::Dtype;
///
/// let half = Dtype::named("float16")?;
/// assert_eq!((half.name(), half.bits()), ("f16", 16));
/// assert_eq!(Dtype::named("<f2")?, half);
/// assert_eq!(Dtype::default().name(), "f32");
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dtype(&'static Row);

#[derive(Debug, PartialEq, Eq)]
struct Row {
    name: &'static str,
    bits: u32,
    /// numpy's name, which PyTorch has, too; empty where numpy has none.
    numpy: &'static str,
    /// numpy's code, without its byte order.
    code: &'static str,
    mlir: &'static str,
    /// Other names, such as PyTorch's.
    others: &'static [&'static str],
}

macro_rules! rows {
    ($($name:literal $bits:literal $numpy:literal $code:literal $mlir:literal [$($other:literal)*];)*) => {
        &[$(Row { name: $name, bits: $bits, numpy: $numpy, code: $code, mlir: $mlir, others: &[$($other),*] }),*]
    };
}

/// Not `int` or `float`, whose sizes differ between languages.
static ROWS: &[Row] = rows! {
    "f32" 32 "float32" "f4" "f32" ["tf32"];
    "bool" 8 "bool" "b1" "i1" ["bool_"];
    "i4" 4 "" "" "i4" ["int4"];
    "u4" 4 "" "" "ui4" ["uint4"];
    "i8" 8 "int8" "i1" "i8" [];
    "u8" 8 "uint8" "u1" "ui8" [];
    "i16" 16 "int16" "i2" "i16" ["short"];
    "u16" 16 "uint16" "u2" "ui16" [];
    "i32" 32 "int32" "i4" "i32" [];
    "u32" 32 "uint32" "u4" "ui32" [];
    "i64" 64 "int64" "i8" "i64" [];
    "u64" 64 "uint64" "u8" "ui64" [];
    "f8e4m3" 8 "" "" "f8E4M3FN" ["float8_e4m3fn" "f8e4m3fn" "fp8"];
    "f8e5m2" 8 "" "" "f8E5M2" ["float8_e5m2"];
    "f16" 16 "float16" "f2" "f16" ["half" "fp16"];
    "bf16" 16 "" "" "bf16" ["bfloat16"];
    "f64" 64 "float64" "f8" "f64" ["double"];
    "c64" 64 "complex64" "c8" "complex<f32>" [];
    "c128" 128 "complex128" "c16" "complex<f64>" [];
};

impl Default for Dtype {
    /// `f32`.
    fn default() -> Dtype {
        Dtype(&ROWS[0])
    }
}

impl Dtype {
    /// The type of a name: `f32`, `float32`, `torch.bfloat16`, `np.int8`, or numpy's code `<f4`. Codes have
    /// a byte order in front: without it, `i8` would have two meanings.
    ///
    /// # Errors
    /// That no type has the name, with those that there are.
    pub fn named(name: &str) -> Result<Dtype, Diagnostic> {
        Dtype::find(name).ok_or_else(|| {
            let known: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
            let message = format!("no type of elements is called {}", quote(name));
            Diagnostic::plain("usage", message)
                .help(format!("there are {}, and numpy's codes such as <f4", known.join(", ")))
        })
    }

    fn find(name: &str) -> Option<Dtype> {
        let found = match name.strip_prefix(['<', '|', '=']) {
            Some(code) => ROWS.iter().find(|row| !code.is_empty() && row.code == code),
            None => {
                let name = unqualified(name).to_ascii_lowercase();
                let name = name.as_str();
                ROWS.iter().find(|row| {
                    row.name == name
                        || (row.numpy == name && !name.is_empty())
                        || row.others.contains(&name)
                })
            }
        };
        found.map(Dtype)
    }

    /// Its short name: `f32`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// How many bits an element has in memory.
    pub fn bits(self) -> u32 {
        self.0.bits
    }

    /// numpy's name of it, if numpy has the type.
    pub(crate) fn numpy(self) -> Option<&'static str> {
        Some(self.0.numpy).filter(|name| !name.is_empty())
    }

    /// MLIR's name of it.
    pub(crate) fn mlir(self) -> &'static str {
        self.0.mlir
    }
}

fn unqualified(name: &str) -> &str {
    let module = ["torch.", "np.", "numpy.", "jnp.", "cutlass.", "tl."];
    module.iter().find_map(|module| name.strip_prefix(module)).unwrap_or(name)
}

/// How many bytes an element has whose type is written like this in Python: `float32`, `np.float32`, `<f4`, `f4`,
/// `|V12`.
///
/// # Errors
/// Why it is not known, as a sentence.
pub(crate) fn itemsize(written: &str) -> Result<i64, String> {
    let (name, code) = (unqualified(written), written.strip_prefix(['<', '>', '|', '=']));
    let bytes = match (name, code) {
        (_, Some(code)) => of_code(code),
        // In numpy, what Rust, MLIR and Triton call `i64`, ...
        ("i8" | "u8" | "f16", None) => {
            return Err(format!(
                "`{name}` has {0} bits in MLIR and Triton, and {0} bytes in numpy",
                &name[1..]
            ));
        }
        ("float" | "int" | "uint" | "intp" | "uintp" | "datetime64" | "timedelta64", None) => {
            Some(8)
        }
        ("complex" | "longdouble", None) => Some(16),
        // Text of 8 characters is `U8`; only `u8` is an integer.
        (name, None) if name.starts_with('U') && of_code(name).is_some() => of_code(name),
        (name, None) => {
            let known = Dtype::find(name).map(|dtype| dtype.bits());
            known
                .filter(|bits| bits.is_multiple_of(8))
                .map(|bits| i64::from(bits / 8))
                .or(of_code(name))
        }
    };
    bytes.ok_or_else(|| format!("{} is not a type of elements whose size is known", quote(written)))
}

/// The bytes of an element with one of numpy's codes: `f4`, `b1`, `V12`, `M8[ns]`.
fn of_code(code: &str) -> Option<i64> {
    let mut rest = code.chars();
    let kind = rest.next().filter(|kind| "biufcSaVUMm".contains(*kind))?;
    let digits = rest.as_str();
    let digits = digits.split_once('[').map_or(digits, |(digits, _)| digits);
    if digits.is_empty() || digits.len() > 9 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size: i64 = digits.parse().ok()?;
    Some(if kind == 'U' { size * 4 } else { size }).filter(|&size| size > 0)
}
