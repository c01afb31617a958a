//! From text to tokens.
//!
//! What printers add around a layout is dropped here: static marks (`_4`, `Int<4>{}`, `C<4>`) and
//! pointers (`smem_ptr[16b](0x0) o`).

use crate::diagnostic::{Diagnostic, Span};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Integer(i64),
    Name(String),
    /// `_`, which keeps a mode.
    Blank,
    /// The composition sign: `o` between two values, or `∘`.
    Compose,
    /// One of `( ) [ ] < > , ; : = ~ -`, and `E` for `==`.
    Sign(char),
}

/// A token and where it stands.
pub(crate) type Spanned = (Token, Span);

/// The sign for `==`, which is two characters.
pub(crate) const EQUAL: char = 'E';

/// All tokens of a text.
pub(crate) fn tokens(text: &str) -> Result<Vec<Spanned>, Diagnostic> {
    let mut out = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((at, character)) = rest.next() {
        let mut end = at + character.len_utf8();
        let token = match character {
            _ if character.is_whitespace() => continue,
            '#' => {
                // A comment, to the end of the line.
                while rest.next_if(|&(_, c)| c != '\n').is_some() {}
                continue;
            }
            '∘' => Token::Compose,
            '0'..='9' => {
                while let Some((i, c)) = rest.next_if(|&(_, c)| c.is_ascii_alphanumeric()) {
                    end = i + c.len_utf8();
                }
                integer(&text[at..end], at)?
            }
            '_' | 'a'..='z' | 'A'..='Z' => {
                while let Some((i, c)) =
                    rest.next_if(|&(_, c)| c.is_ascii_alphanumeric() || c == '_')
                {
                    end = i + c.len_utf8();
                }
                word(&text[at..end], at)?
            }
            '=' if rest.next_if(|&(_, c)| c == '=').is_some() => {
                end += 1;
                Token::Sign(EQUAL)
            }
            '(' | ')' | '[' | ']' | '<' | '>' | ',' | ';' | ':' | '=' | '~' | '-' | '?' | '@'
            | '"' | '!' | '.' | '{' | '}' => Token::Sign(character),
            _ => {
                let message = format!("`{}` means nothing here", character.escape_debug());
                return Err(Diagnostic::new("syntax", at..end, message));
            }
        };
        out.push((token, at..end));
    }
    Ok(out)
}

/// `12`, or a number in hexadecimal, as pointers are printed.
fn integer(digits: &str, at: usize) -> Result<Token, Diagnostic> {
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok().or(Some(0)),
        None => digits.parse().ok(),
    };
    let span = at..at + digits.len();
    match value {
        Some(value) => Ok(Token::Integer(value)),
        None if digits.bytes().all(|b| b.is_ascii_digit()) => {
            Err(Diagnostic::new("syntax", span, format!("`{digits}` does not fit into 64 bits")))
        }
        None => Err(Diagnostic::new("syntax", span, format!("`{digits}` is not a number"))),
    }
}

/// A name, `_`, `_4` or `o`.
fn word(word: &str, at: usize) -> Result<Token, Diagnostic> {
    if word == "o" {
        return Ok(Token::Compose);
    }
    let unmarked = word.trim_start_matches('_');
    if unmarked.is_empty() {
        return Ok(Token::Blank);
    }
    if unmarked.len() < word.len() && unmarked.bytes().all(|b| b.is_ascii_digit()) {
        return integer(unmarked, at + word.len() - unmarked.len());
    }
    Ok(Token::Name(word.to_owned()))
}
