//! From text to tokens.
//!
//! Nothing is refused here: what cannot be read becomes a [`Token::Bad`], and is an error only if
//! the parser gets to it, as what printers put into pointers (`smem_ptr[16b](0x7f..)`) is skipped.

use crate::syntax::foreign::{self, Foreign};
use crate::text::diagnostic::Span;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `4`, and `_4` as CuTe prints static integers.
    Integer(u64),
    Name(&'a str),
    /// `_`, which keeps a mode; `None` in Python, `Underscore` in C++.
    Blank,
    /// The composition sign: `o` between two values, or `∘`.
    Compose,
    /// A punctuation character, or `E` for `==`.
    Sign(char),
    /// A value in the notation of another program than CuTe.
    Foreign(Foreign),
    /// Anything else.
    Bad(Bad),
}

/// Why something is not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bad {
    Character,
    Number,
    LargeNumber,
}

/// A token and its place in the text.
pub(crate) type Spanned<'a> = (Token<'a>, Span);

/// The sign for `==`, which is two characters.
pub(crate) const EQUAL: char = 'E';

/// The other punctuation characters; `(),:<>` are by far the most frequent.
const SIGNS: &str = "[]{};=~-?@\"'!.";

/// Modules that Python programs call operations through.
const MODULES: &[&str] = &["cute", "cutlass", "pycute", "tensor_layouts", "tilework"];

/// All tokens of a text.
pub(crate) fn tokens(text: &str) -> Vec<Spanned<'_>> {
    // As many as most texts have; a long one gets more as it needs it.
    let mut out: Vec<Spanned<'_>> = Vec::with_capacity((text.len() / 2 + 4).min(128));
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let first =
            matches!(out.as_slice(), [] | [(Token::Name(_), _), (Token::Sign('=' | ':'), _)]);
        // Most of a text is numbers and signs, of which nothing else can be made.
        let simple = match byte {
            b',' | b')' | b':' | b'<' | b'>' => Some((Token::Sign(byte.into()), 1)),
            b'(' if !first => Some((Token::Sign('('), 1)),
            b'0'..=b'9' => short_integer(&text.as_bytes()[at..]),
            b' ' => {
                at += 1;
                continue;
            }
            _ => None,
        };
        if let Some((token, len)) = simple {
            out.push((token, at..at + len));
            at += len;
            continue;
        }
        if let Some((kind, end)) = foreign::begins(text, at, first) {
            out.push((Token::Foreign(kind), at..end));
            at = end;
            continue;
        }
        let rest = &text[at..];
        let Some(character) = rest.chars().next() else { break };
        let mut len = character.len_utf8();
        let token = match character {
            '(' => Token::Sign('('),
            _ if character.is_whitespace() => {
                at += len;
                continue;
            }
            '#' => {
                // A comment, to the end of the line.
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '/' if rest[1..].starts_with('/') => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '/' if rest[1..].starts_with('*') => {
                at += rest.find("*/").map_or(rest.len(), |end| end + 2);
                continue;
            }
            '∘' => Token::Compose,
            '0'..='9' => {
                len = prefix(rest, |b| b.is_ascii_alphanumeric());
                let token = integer(&rest[..len]);
                // `4_c`: a static integer, as C++ can write it.
                if rest[len..].starts_with("_c") && !word_goes_on(&rest[len + 2..]) {
                    len += 2;
                }
                token
            }
            // `_-1`: a static integer that is negative.
            '_' if rest[1..].starts_with('-') && digit(&rest[2..]) => {
                at += 1;
                continue;
            }
            '_' | 'a'..='z' | 'A'..='Z' => {
                let in_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
                len = prefix(rest, in_word);
                if let Some(skip) = qualifier(&rest[..len], &rest[len..]) {
                    if !is_architecture(&rest[..len]) {
                        at += len + skip;
                        continue;
                    }
                    len += skip + prefix(&rest[len + skip..], in_word);
                }
                word(&rest[..len])
            }
            '=' if rest[1..].starts_with('=') => {
                len = 2;
                Token::Sign(EQUAL)
            }
            _ if SIGNS.contains(character) => Token::Sign(character),
            _ => Token::Bad(Bad::Character),
        };
        out.push((token, at..at + len));
        at += len;
    }
    out
}

/// Whether there is a layout of Triton in a text.
pub(crate) fn is_of_triton(text: &str) -> bool {
    tokens(text).iter().any(|(token, _)| *token == Token::Foreign(Foreign::Triton))
}

/// The decimal number at the start of a text, unless it is long or goes on with letters.
fn short_integer(bytes: &[u8]) -> Option<(Token<'static>, usize)> {
    let (mut value, mut len) = (0, 0);
    while let Some(digit @ b'0'..=b'9') = bytes.get(len) {
        value = 10 * value + u64::from(digit - b'0');
        len += 1;
        if len > 18 {
            return None;
        }
    }
    let ends = !matches!(bytes.get(len), Some(b'_' | b'a'..=b'z' | b'A'..=b'Z'));
    ends.then_some((Token::Integer(value), len))
}

/// The number of leading bytes that satisfy a condition, which only holds for ASCII.
fn prefix(text: &str, holds: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|&byte| holds(byte)).count()
}

fn word_goes_on(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
}

fn digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// The length of the sign that makes `word` a namespace (`cute::`) or a module (`cute.`).
fn qualifier(word: &str, after: &str) -> Option<usize> {
    let name = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    match after.strip_prefix("::") {
        Some(next) => name(next).then_some(2),
        None => {
            let next = after.strip_prefix('.')?;
            (name(next) && MODULES.contains(&word)).then_some(1)
        }
    }
}

/// Whether a namespace is part of the name: mnemonics of AMD mean different atoms in RDNA3 and in RDNA4.
fn is_architecture(word: &str) -> bool {
    word.starts_with("RDNA") || word.starts_with("CDNA")
}

/// `12`, or a number in hexadecimal, as pointers are printed.
fn integer(digits: &str) -> Token<'_> {
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    };
    match value {
        Some(value) => Token::Integer(value),
        None if digits.bytes().all(|b| b.is_ascii_digit()) => Token::Bad(Bad::LargeNumber),
        None => Token::Bad(Bad::Number),
    }
}

/// A name, `_`, `_4` or `o`.
fn word(word: &str) -> Token<'_> {
    match word {
        "o" => return Token::Compose,
        "None" | "Underscore" => return Token::Blank,
        _ => {}
    }
    let unmarked = word.trim_start_matches('_');
    if unmarked.is_empty() {
        Token::Blank
    } else if unmarked.len() < word.len() && unmarked.bytes().all(|b| b.is_ascii_digit()) {
        integer(unmarked)
    } else {
        Token::Name(word)
    }
}
