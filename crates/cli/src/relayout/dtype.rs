//! The names of types of elements: those of Rust and numpy.

use super::npy;

/// What is known of the elements: how many bytes, and what numpy calls them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Dtype {
    pub(crate) size: usize,
    /// As in the header of a `.npy` file.
    pub(crate) descr: String,
}

/// Names, the letter of numpy, and the bytes. Not `int` or `float`: their sizes are matters of taste.
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
    /// The type of a name. Numpy's codes have a byte order in front, `<f4`: without, `i8` would have
    /// two meanings.
    pub(crate) fn named(name: &str) -> Result<Dtype, String> {
        if name.starts_with(['<', '>', '|', '=']) {
            let size = npy::type_size(name)?;
            if size == 0 || name.contains(['\'', '\\']) {
                return Err(format!("elements of {name} have no bytes"));
            }
            return Ok(Dtype { size, descr: format!("'{name}'") });
        }
        let lower = name.to_ascii_lowercase();
        let found = NAMES.iter().find(|(names, ..)| names.contains(&lower.as_str()));
        let Some(&(_, letter, size)) = found else {
            let known: Vec<&str> = NAMES.iter().map(|(names, ..)| names[0]).collect();
            return Err(format!(
                "no type is called `{name}`; there are {}, numpy's codes with a byte order such as <f4, \
                 and --element-size for everything else",
                known.join(", ")
            ));
        };
        let order = match (size, letter, cfg!(target_endian = "big")) {
            (1, ..) | (_, 'V', _) => '|',
            (_, _, false) => '<',
            (_, _, true) => '>',
        };
        Ok(Dtype { size, descr: format!("'{order}{letter}{size}'") })
    }

    /// Elements of so many bytes, of which nothing else is known.
    pub(crate) fn opaque(size: usize) -> Dtype {
        Dtype { size, descr: format!("'|V{size}'") }
    }
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
