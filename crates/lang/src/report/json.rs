//! Answers as JSON: one schema for the command, for Python and for the web.
//!
//! docs/json.md describes it. Fields are added, never changed.

use std::io::{self, Write};

use serde::Serialize;

use crate::is_hidden;
use crate::text::visible::is_printable;

/// The version of the schema. It stays the same while fields are only added.
///
/// ```
/// assert_eq!(tilework_lang::report::json::SCHEMA, 1);
/// ```
pub const SCHEMA: u32 = 1;

/// What answers: the version of the program, and that of the schema.
///
/// ```
/// use tilework_lang::report::json;
///
/// let version = json::Version::of("0.1.0");
/// assert_eq!(json::text(&version), r#"{"tilework":"0.1.0","schema":1}"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Version<'a> {
    /// The version of the program.
    pub tilework: &'a str,
    /// The version of the schema.
    pub schema: u32,
}

impl<'a> Version<'a> {
    /// A program of this version.
    pub fn of(tilework: &'a str) -> Version<'a> {
        Version { tilework, schema: SCHEMA }
    }
}

/// Writes an object on a line of its own, with characters that would steer a terminal escaped.
///
/// # Errors
/// Those of `out`.
///
/// ```
/// use tilework_lang::report::json;
///
/// let mut out = Vec::new();
/// json::write(&mut out, &["4:1", "\u{1b}[2J"])?;
/// assert_eq!(out, b"[\"4:1\",\"\\u001b[2J\"]\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    // An answer is a hundred short pieces; in memory of its own they cost little.
    let mut line = Vec::with_capacity(1024);
    serde_json::to_writer(&mut line, object)?;
    // Control characters are escaped by now, and nearly all of the others are printable ASCII.
    if !is_printable(&line, b' ') {
        line = escaped(&String::from_utf8_lossy(&line)).into_bytes();
    }
    line.push(b'\n');
    out.write_all(&line)
}

/// An object as one line, without its end.
///
/// ```
/// assert_eq!(tilework_lang::report::json::text(&[1, 2]), "[1,2]");
/// ```
pub fn text(object: &impl Serialize) -> String {
    let mut line = Vec::new();
    // Memory takes everything, and answers have text as keys: this does not fail.
    let _ = write(&mut line, object);
    let line = String::from_utf8_lossy(&line);
    line.trim_end_matches('\n').to_owned()
}

/// The same JSON, in which everything can be seen: what is hidden can only be in a string.
fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out += &format!("\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    out
}
