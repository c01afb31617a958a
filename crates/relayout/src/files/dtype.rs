//! Types of elements: their names in Rust and numpy, and how many bytes they have.

use std::fmt;

/// Why bytes are not the header of a `.npy` file, or why a word is not the name of a type.
///
/// ```
/// use tilework_relayout::files::Header;
///
/// let error = Header::read(b"PK").unwrap_err();
/// assert_eq!(error.to_string(), "it does not start with the magic of a .npy file");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError(pub(super) String);

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}

/// The type of elements: how many bytes one has, and what numpy calls it.
///
/// ```
/// use tilework_relayout::files::Dtype;
///
/// let f32 = Dtype::named("f32")?;
/// assert_eq!((f32.size(), f32.descr()), (4, "'<f4'"));
/// assert_eq!(Dtype::named("<f4")?, f32);
/// # Ok::<(), tilework_relayout::files::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dtype {
    pub(super) size: usize,
    pub(super) descr: String,
}

/// Names, numpy's letter, and the bytes. Not `int` or `float`, whose sizes differ between languages.
const NAMES: &[(&[&str], char, usize)] = &[
    (&["bool"], 'b', 1),
    (&["i8", "int8"], 'i', 1),
    (&["u8", "uint8"], 'u', 1),
    (&["i16", "int16"], 'i', 2),
    (&["u16", "uint16"], 'u', 2),
    (&["f16", "float16", "half"], 'f', 2),
    // numpy has no such type; libraries that add it store it as two opaque bytes.
    (&["bf16", "bfloat16"], 'V', 2),
    (&["i32", "int32"], 'i', 4),
    (&["u32", "uint32"], 'u', 4),
    (&["f32", "float32"], 'f', 4),
    (&["i64", "int64"], 'i', 8),
    (&["u64", "uint64"], 'u', 8),
    (&["f64", "float64", "double"], 'f', 8),
    (&["c64", "complex64"], 'c', 8),
    (&["c128", "complex128"], 'c', 16),
];

impl Dtype {
    /// The type of a name: `f32`, `bf16`, `complex64`, or numpy's code. Codes have a byte order in front,
    /// `<f4`: without it, `i8` would have two meanings.
    ///
    /// # Errors
    /// That no type has the name, with those that there are.
    pub fn named(name: &str) -> Result<Dtype, ParseError> {
        if name.starts_with(['<', '>', '|', '=']) {
            let size = code_size(name).map_err(ParseError)?;
            if size == 0 || name.contains(['\'', '\\']) {
                return Err(ParseError(format!("elements of {name} have no bytes")));
            }
            return Ok(Dtype { size, descr: format!("'{name}'") });
        }
        let lower = name.to_ascii_lowercase();
        let found = NAMES.iter().find(|(names, ..)| names.contains(&lower.as_str()));
        let Some(&(_, letter, size)) = found else {
            let known: Vec<&str> = NAMES.iter().map(|(names, ..)| names[0]).collect();
            return Err(ParseError(format!(
                "no type is called `{name}`; there are {}, and numpy's codes with a byte order, such as <f4",
                known.join(", ")
            )));
        };
        let order = match (size, letter, cfg!(target_endian = "big")) {
            (1, ..) | (_, 'V', _) => '|',
            (_, _, false) => '<',
            (_, _, true) => '>',
        };
        Ok(Dtype { size, descr: format!("'{order}{letter}{size}'") })
    }

    /// Elements of `size` bytes, of which nothing else is known.
    ///
    /// ```
    /// use tilework_relayout::files::Dtype;
    ///
    /// assert_eq!(Dtype::opaque(12).descr(), "'|V12'");
    /// ```
    pub fn opaque(size: usize) -> Dtype {
        Dtype { size, descr: format!("'|V{size}'") }
    }

    /// The bytes of an element.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The type as the header of a `.npy` file has it: `'<f4'`, or a list of fields.
    pub fn descr(&self) -> &str {
        &self.descr
    }
}

/// The bytes of an element whose type numpy writes like this: `<f4`, `|b1`, `<U10`, `<M8[ns]`.
///
/// # Errors
/// Why there is no such size.
pub(super) fn code_size(code: &str) -> Result<usize, String> {
    let unknown = || format!("the type {code:?} is not one of numpy's");
    let rest = code.strip_prefix(['<', '>', '|', '=']).unwrap_or(code);
    let mut rest = rest.chars();
    let (kind, rest) = (rest.next().ok_or_else(unknown)?, rest.as_str());
    if kind == 'O' {
        return Err("its elements are Python objects, which are not in the file as such".to_owned());
    }
    let (digits, unit) = rest.split_at(rest.find('[').unwrap_or(rest.len()));
    let timed = matches!(kind, 'M' | 'm') && unit.ends_with(']');
    if !unit.is_empty() && !timed {
        return Err(unknown());
    }
    let size: usize = digits.parse().map_err(|_| unknown())?;
    let size = match kind {
        'b' | 'i' | 'u' | 'f' | 'c' | 'S' | 'a' | 'V' | 'M' | 'm' => Some(size),
        'U' => size.checked_mul(4),
        _ => return Err(unknown()),
    };
    size.filter(|&size| size < 1 << 31).ok_or_else(|| format!("elements of {code:?} are too large"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes() {
        for (name, size, descr) in [
            ("f32", 4, "'<f4'"),
            ("float32", 4, "'<f4'"),
            ("F64", 8, "'<f8'"),
            ("i8", 1, "'|i1'"),
            ("bool", 1, "'|b1'"),
            ("bf16", 2, "'|V2'"),
            ("complex128", 16, "'<c16'"),
            (">i8", 8, "'>i8'"),
            ("<U3", 12, "'<U3'"),
        ] {
            let expected = Dtype { size, descr: descr.to_owned() };
            assert_eq!(Dtype::named(name).as_ref(), Ok(&expected), "{name}");
        }
        for name in ["f4", "float", "int", "", "<", "|S0", "<q9", "|O", "'"] {
            assert!(Dtype::named(name).is_err(), "{name}");
        }
    }

    #[test]
    fn no_name_twice() {
        let mut all: Vec<&str> =
            NAMES.iter().flat_map(|(names, ..)| names.iter().copied()).collect();
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
