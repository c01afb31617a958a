//! The header of a `.npy` file: the type of the elements, the shape, and the order.
//!
//! Six bytes of magic, a version, a length, and then a dictionary as Python writes it. The type is
//! carried as it was written: nothing here depends on what the bytes of an element mean.

use std::fmt::Write as _;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Headers are a line or two; those of types with thousands of fields are some hundred kilobytes.
const LONGEST: usize = 1 << 20;

/// As much of a file as its header can be.
pub(crate) const LONGEST_WITH_MAGIC: usize = MAGIC.len() + 6 + LONGEST;

/// Types nest, but not like this.
const DEEPEST: usize = 32;

/// What a header says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// The type of the elements, as Python writes it: `'<f4'`, or a list of fields.
    pub(crate) descr: String,
    /// The bytes of an element.
    pub(crate) element: usize,
    /// Whether the first axis is the fastest.
    pub(crate) fortran_order: bool,
    /// The extents.
    pub(crate) shape: Vec<u64>,
}

impl Header {
    /// The header at the start of a file, and where the data start.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Header, usize), String> {
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
        let mut reader = Reader { text, at: 0 };
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
        reader.space();
        if reader.at < text.len() {
            return Err("its header goes on after the dictionary".to_owned());
        }
        let missing = |key: &str| format!("its header has no {key:?}");
        let (descr, element) = descr.ok_or_else(|| missing("descr"))?;
        Ok(Header {
            descr,
            element,
            fortran_order: order.ok_or_else(|| missing("fortran_order"))?,
            shape: shape.ok_or_else(|| missing("shape"))?,
        })
    }

    /// How many elements there are, if that fits.
    pub(crate) fn elements(&self) -> Option<u64> {
        if self.shape.contains(&0) {
            return Some(0);
        }
        self.shape.iter().try_fold(1_u64, |size, &extent| size.checked_mul(extent))
    }

    /// The header as numpy writes it, padded so that the data start at a multiple of 64.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut text = format!(
            "{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}",
            self.descr,
            if self.fortran_order { "True" } else { "False" },
            shape(&self.shape),
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

/// A shape as Python writes it: `(2, 3)`, `(6,)`, `()`.
pub(crate) fn shape(extents: &[u64]) -> String {
    let mut out = "(".to_owned();
    for (i, extent) in extents.iter().enumerate() {
        let _ = write!(out, "{}{extent}", if i > 0 { ", " } else { "" });
    }
    out + if extents.len() == 1 { ",)" } else { ")" }
}

/// The bytes of an element whose type numpy writes like this: `<f4`, `|b1`, `<U10`, `<M8[ns]`.
///
/// # Errors
/// Why there is no such size.
pub(crate) fn type_size(code: &str) -> Result<usize, String> {
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

/// The bytes of an element: of a type, or of a list of fields `(name, type)` or `(name, type, shape)`.
fn size(descr: &Literal, depth: usize) -> Result<usize, String> {
    let unknown = || format!("its type is {descr:?}, which is not one of numpy's");
    match descr {
        Literal::Text(code) => type_size(code),
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

/// What Python can write into a header.
#[derive(Debug)]
enum Literal {
    Text(String),
    Number(u64),
    Truth(bool),
    Tuple(Vec<Literal>),
    List(Vec<Literal>),
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Whether this character comes next; then it is read.
    fn take(&mut self, wanted: char) -> bool {
        self.space();
        let there = self.rest().starts_with(wanted);
        self.at += if there { wanted.len_utf8() } else { 0 };
        there
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.take(wanted) { Ok(()) } else { Err(self.wrong(&format!("{wanted:?} is missing"))) }
    }

    fn wrong(&self, what: &str) -> String {
        format!("its header cannot be read: {what} at {} of {:?}", self.at, self.text.trim_end())
    }

    /// A value, and how it is written.
    fn value(&mut self, depth: usize) -> Result<(Literal, &'a str), String> {
        if depth > DEEPEST {
            return Err("its header is nested too deeply".to_owned());
        }
        self.space();
        let start = self.at;
        let value = match self.rest().chars().next() {
            Some(quote @ ('\'' | '"')) => Literal::Text(self.quoted(quote)?),
            Some('(') => {
                let (items, comma) = self.items('(', ')', depth)?;
                // Parentheses around one value are none, unless there is a comma.
                match <[Literal; 1]>::try_from(items) {
                    Ok([item]) if !comma => item,
                    Ok(item) => Literal::Tuple(item.into()),
                    Err(items) => Literal::Tuple(items),
                }
            }
            Some('[') => Literal::List(self.items('[', ']', depth)?.0),
            Some('0'..='9') => Literal::Number(self.number()?),
            _ => {
                let words = [("True", true), ("False", false)];
                let word = words.into_iter().find(|(word, _)| self.rest().starts_with(word));
                let (word, truth) = word.ok_or_else(|| self.wrong("a value is missing"))?;
                self.at += word.len();
                Literal::Truth(truth)
            }
        };
        Ok((value, &self.text[start..self.at]))
    }

    /// Values with commas between them, and whether there was one after the last.
    fn items(
        &mut self,
        open: char,
        close: char,
        depth: usize,
    ) -> Result<(Vec<Literal>, bool), String> {
        self.expect(open)?;
        let mut items = Vec::new();
        loop {
            if self.take(close) {
                let comma = !items.is_empty();
                return Ok((items, comma));
            }
            items.push(self.value(depth + 1)?.0);
            if !self.take(',') {
                self.expect(close)?;
                return Ok((items, false));
            }
        }
    }

    fn number(&mut self) -> Result<u64, String> {
        let digits = self.rest();
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let number = digits[..end].parse().map_err(|_| self.wrong("the number is too large"))?;
        self.at += end;
        // Python 2 wrote long integers with an L.
        self.at += usize::from(self.rest().starts_with('L'));
        Ok(number)
    }

    fn quoted(&mut self, quote: char) -> Result<String, String> {
        let mut out = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((i, character)) = characters.next() {
            match character {
                _ if character == quote => {
                    self.at += i + quote.len_utf8();
                    return Ok(out);
                }
                // What an escape means matters to nobody here, only where the text ends.
                '\\' => out.extend(characters.next().map(|(_, escaped)| escaped)),
                _ => out.push(character),
            }
        }
        Err(self.wrong("a text without an end"))
    }
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
            assert_eq!((header.element, header.fortran_order), (4, false));
            assert_eq!((header.shape.as_slice(), header.descr.as_str()), (&[2, 3][..], "'<f4'"));
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
            assert_eq!((header.element, &header.shape), (element, &shape), "{text}");
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
            let header = Header { descr, element: 4, fortran_order: true, shape: vec![2] };
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
            let error = Header::read(&bytes).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
