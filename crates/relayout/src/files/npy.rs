//! The header of a `.npy` file: the type of the elements, the shape, and the order.
//!
//! Six bytes of magic, a version, a length, and then a dictionary as Python writes it. The type is
//! carried as it was written: nothing here depends on what the bytes of an element mean.

mod literal;

use super::array::Array;
use super::dtype::{Dtype, ParseError, code_size};
use literal::{DEEPEST, Literal, Reader};

const MAGIC: &[u8] = b"\x93NUMPY";

/// Headers are a line or two; those of types with thousands of fields are some hundred kilobytes.
const LONGEST: usize = 1 << 20;

/// What the header of a `.npy` file says.
///
/// ```
/// use tilework_relayout::files::{Array, Dtype, Header};
///
/// let array = Array { shape: vec![2, 3], fortran_order: false };
/// let header = Header { dtype: Dtype::named("f32")?, array };
/// let bytes = header.to_bytes();
/// assert_eq!(Header::read(&bytes)?, (header, bytes.len()));
/// # Ok::<(), tilework_relayout::files::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The type of the elements.
    pub dtype: Dtype,
    /// The shape and the order.
    pub array: Array,
}

impl Header {
    /// A header has at most this many bytes.
    pub const LONGEST: usize = MAGIC.len() + 6 + LONGEST;

    /// The header at the start of a file, and where the data start.
    ///
    /// Any bytes are a header, or an error: it does not panic, and never returns a start beyond their end.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(bytes: &[u8]) -> Result<(Header, usize), ParseError> {
        Header::at_start(bytes).map_err(ParseError)
    }

    fn at_start(bytes: &[u8]) -> Result<(Header, usize), String> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err("it does not start with the magic of a .npy file".to_owned());
        };
        let (version, length, rest) = match *rest {
            [1, 0, a, b, ref rest @ ..] => (1, usize::from(u16::from_le_bytes([a, b])), rest),
            [version @ (2 | 3), 0, a, b, c, d, ref rest @ ..] => {
                let length = u32::from_le_bytes([a, b, c, d]);
                (version, usize::try_from(length).unwrap_or(usize::MAX), rest)
            }
            [1..=3, 0, ..] | [] | [_] => return Err("it ends inside its header".to_owned()),
            [major, minor, ..] => {
                return Err(format!("its version is {major}.{minor}; 1.0, 2.0 and 3.0 are known"));
            }
        };
        if length > LONGEST {
            return Err(format!("its header of {length} bytes is longer than {LONGEST}"));
        }
        let Some(text) = rest.get(..length) else {
            let there = rest.len();
            return Err(format!("it ends inside its header: {there} bytes of {length}"));
        };
        let start = bytes.len() - rest.len() + length;
        let text = match version {
            // A copy is read, and not the file, which another program may change in between.
            3 => String::from_utf8(text.to_vec()).map_err(|error| {
                format!("its header is not UTF-8 at {}", error.utf8_error().valid_up_to())
            })?,
            // Latin-1: each byte is the character of that number.
            _ => text.iter().copied().map(char::from).collect(),
        };
        Ok((Header::dictionary(&text)?, start))
    }

    fn dictionary(text: &str) -> Result<Header, String> {
        let mut reader = Reader::new(text);
        let (mut descr, mut order, mut shape) = (None, None, None);
        reader.expect('{')?;
        while !reader.take('}') {
            let key = match reader.value(0)?.0 {
                Literal::Text(key) => key,
                other => return Err(format!("a key of its header is {other:?}, not a text")),
            };
            reader.expect(':')?;
            let (value, written) = reader.value(0)?;
            match (key.as_str(), value) {
                ("descr", value) => descr = Some((written.to_owned(), size(&value, 0)?)),
                ("fortran_order", Literal::Truth(truth)) => order = Some(truth),
                ("shape", Literal::Tuple(extents)) => shape = Some(numbers(&extents)?),
                _ => return Err(format!("its header has {key:?}: {written}")),
            }
            if !reader.take(',') {
                reader.expect('}')?;
                break;
            }
        }
        if !reader.is_done() {
            return Err("its header goes on after the dictionary".to_owned());
        }
        let missing = |key: &str| format!("its header has no {key:?}");
        let (descr, element) = descr.ok_or_else(|| missing("descr"))?;
        let array = Array {
            fortran_order: order.ok_or_else(|| missing("fortran_order"))?,
            shape: shape.ok_or_else(|| missing("shape"))?,
        };
        Ok(Header { dtype: Dtype { size: element, descr }, array })
    }

    /// How many bytes of data follow it, if the number fits.
    pub fn data_bytes(&self) -> Option<u64> {
        self.array.elements()?.checked_mul(self.dtype.size as u64)
    }

    /// The header as numpy writes it, padded so that the data start at a multiple of 64.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = format!(
            "{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}",
            self.dtype.descr,
            if self.array.fortran_order { "True" } else { "False" },
            self.array.shape_text(),
        );
        // Version 1 counts its length in two bytes and is ASCII.
        let version = match (text.is_ascii(), text.len() < 65_000) {
            (true, true) => 1,
            (true, false) => 2,
            (false, _) => 3,
        };
        let before = MAGIC.len() + if version == 1 { 4 } else { 6 };
        let pad = (before + text.len() + 1).next_multiple_of(64) - (before + text.len() + 1);
        text.extend(std::iter::repeat_n(' ', pad));
        text.push('\n');
        let mut out = [MAGIC, &[version, 0]].concat();
        let length = text.len() as u32;
        out.extend(&length.to_le_bytes()[..if version == 1 { 2 } else { 4 }]);
        out.extend(text.as_bytes());
        out
    }
}

/// The bytes of an element: of a type, or of a list of fields `(name, type)` or `(name, type, shape)`.
fn size(descr: &Literal, depth: usize) -> Result<usize, String> {
    let unknown = || format!("its type is {descr:?}, which is not one of numpy's");
    match descr {
        Literal::Text(code) => code_size(code),
        Literal::List(fields) if depth < DEEPEST => {
            let mut sum = 0_u64;
            for field in fields {
                let Literal::Tuple(parts) = field else { return Err(unknown()) };
                let (each, times) = match parts.as_slice() {
                    [_, each] => (each, 1),
                    [_, each, Literal::Number(times)] => (each, *times),
                    [_, each, Literal::Tuple(times)] => {
                        let times = numbers(times)?.into_iter();
                        (each, times.fold(1_u64, u64::saturating_mul))
                    }
                    _ => return Err(unknown()),
                };
                let each = size(each, depth + 1)? as u64;
                sum = sum.saturating_add(each.saturating_mul(times));
            }
            let fits = usize::try_from(sum).ok().filter(|&sum| sum < 1 << 31);
            fits.ok_or_else(|| "its elements are too large".to_owned())
        }
        _ => Err(unknown()),
    }
}

fn numbers(values: &[Literal]) -> Result<Vec<u64>, String> {
    let number = |value: &Literal| match value {
        Literal::Number(number) => Ok(*number),
        other => Err(format!("an extent of its header is {other:?}")),
    };
    values.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(version: u8, text: &str) -> Vec<u8> {
        let length = (text.len() as u32).to_le_bytes();
        let length = &length[..if version == 1 { 2 } else { 4 }];
        [MAGIC, &[version, 0], length, text.as_bytes(), b"data"].concat()
    }

    #[test]
    fn every_version() {
        let text = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   \n";
        for version in 1..=3 {
            let bytes = file(version, text);
            let (header, start) = Header::read(&bytes).unwrap();
            assert_eq!(&bytes[start..], b"data");
            let (dtype, array) = (&header.dtype, &header.array);
            assert_eq!((dtype.size(), dtype.descr()), (4, "'<f4'"));
            assert_eq!((array.shape.as_slice(), array.fortran_order), (&[2, 3][..], false));
        }
    }

    #[test]
    fn as_python_may_write_it() {
        for (text, element, shape) in [
            ("{\"shape\":(),'descr':\"|b1\",'fortran_order':True}", 1, vec![]),
            ("{'descr': '>U3', 'fortran_order': False, 'shape': (3L, 4L)}", 12, vec![3, 4]),
            ("{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (0,)}", 8, vec![0]),
            (
                "{'descr': [('a', '<f4'), ('', '|V4'), ('b', [('x', '<i2', (2, 3))])], 'fortran_order': False, 'shape': (1,)}",
                20,
                vec![1],
            ),
            (
                "{'descr': [(('title', 'a'), '<f8', 2)], 'fortran_order': False, 'shape': (1,)}",
                16,
                vec![1],
            ),
            ("{'descr': [('it\\'s', '<f8')], 'fortran_order': False, 'shape': (1,)}", 8, vec![1]),
        ] {
            let (header, _) = Header::read(&file(1, text)).unwrap();
            assert_eq!((header.dtype.size(), &header.array.shape), (element, &shape), "{text}");
            // What is written is read again.
            let bytes = header.to_bytes();
            assert_eq!(bytes.len() % 64, 0);
            assert_eq!(Header::read(&bytes).unwrap(), (header, bytes.len()));
        }
    }

    #[test]
    fn long_ones_and_other_alphabets() {
        for (name, version) in [("a".repeat(70_000), 2), ("Größe".to_owned(), 3)] {
            let descr = format!("[('{name}', '<f4')]");
            let array = Array { shape: vec![2], fortran_order: true };
            let header = Header { dtype: Dtype { size: 4, descr }, array };
            let bytes = header.to_bytes();
            assert_eq!((bytes[6], bytes.len() % 64), (version, 0));
            assert_eq!(Header::read(&bytes).unwrap().0, header);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let dictionary = |descr: &str| {
            file(1, &format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (2,)}}"))
        };
        for (bytes, words) in [
            (b"PK\x03\x04".to_vec(), "magic"),
            (MAGIC.to_vec(), "ends inside"),
            ([MAGIC, &[4, 0, 0, 0]].concat(), "version is 4.0"),
            ([MAGIC, &[1, 0, 9, 0, b'{']].concat(), "1 bytes of 9"),
            ([MAGIC, &[2, 0, 255, 255, 255, 255]].concat(), "longer than"),
            (dictionary("'|O'"), "Python objects"),
            (dictionary("'<q4'"), "not one of numpy's"),
            (dictionary("'<f'"), "not one of numpy's"),
            (dictionary("'<f4[ns]'"), "not one of numpy's"),
            (dictionary("7"), "not one of numpy's"),
            (dictionary("'<f4"), "not one of numpy's"),
            (file(1, "{'descr': '<f4"), "without an end"),
            (dictionary("[('a', '|V2147483647'), ('b', '|V9')]"), "too large"),
            (dictionary(&"(".repeat(1000)), "too deeply"),
            (file(1, "{'descr': '<f4', 'shape': (2,)}"), "no \"fortran_order\""),
            (file(1, "{'descr': '<f4', 'shape': (-2,)}"), "a value is missing"),
            (file(1, "{'shape': 2}"), "\"shape\": 2"),
            (file(1, "{'shape': (99999999999999999999,)}"), "too large"),
            (file(1, "{'strides': (2,)}"), "\"strides\""),
        ] {
            let error = Header::read(&bytes).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
