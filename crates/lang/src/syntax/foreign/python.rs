//! Values of Python as they are written: numbers, tuples, names, texts, dictionaries and calls.

use super::array::Numbers;
use super::scan::{Scan, word_length};
use crate::text::diagnostic::{Diagnostic, Span, quote};

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) span: Span,
}

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Kind<'a> {
    Integer(i64),
    /// A name, with its dots: `None`, `torch.float32`, `x`.
    Word(&'a str),
    /// A text, without its quotes.
    Text(&'a str),
    /// A tuple, a list or a dictionary.
    Group(Vec<Entry<'a>>),
    /// A name and arguments.
    Call(&'a str, Vec<Entry<'a>>),
}

/// A value, and its name in a call or a dictionary.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) key: Option<&'a str>,
    pub(super) item: Item<'a>,
}

/// Reads a value.
pub(super) fn item<'a>(scan: &mut Scan<'a>) -> Result<Item<'a>, Diagnostic> {
    let rest = scan.rest();
    let start = scan.at;
    let kind = match rest.chars().next() {
        Some('(') => Kind::Group(scan.list("(", ")", entry)?),
        Some('[') => Kind::Group(scan.list("[", "]", entry)?),
        Some('{') => Kind::Group(scan.list("{", "}", entry)?),
        Some(quote @ ('\'' | '"')) => {
            let Some(len) = rest[1..].find(quote) else {
                let message = format!("this `{quote}` is not closed");
                return Err(Diagnostic::syntax(start..start + 1, message));
            };
            scan.at += len + 2;
            Kind::Text(&rest[1..=len])
        }
        Some(c) if c.is_ascii_alphabetic() || c == '_' => {
            let len = dotted_length(rest);
            scan.at += len;
            if scan.written(&(scan.at..scan.at + 1)) == "(" {
                Kind::Call(&rest[..len], scan.list("(", ")", entry)?)
            } else {
                Kind::Word(&rest[..len])
            }
        }
        _ => Kind::Integer(scan.integer()?.0),
    };
    Ok(Item { kind, span: start..scan.at })
}

/// A value, or `name=value`, or `'name': value`.
fn entry<'a>(scan: &mut Scan<'a>) -> Result<Entry<'a>, Diagnostic> {
    let first = item(scan)?;
    let key = match first.kind {
        Kind::Word(word) if scan.is("=") => Some(word),
        Kind::Text(text) if scan.is(":") => Some(text),
        _ => return Ok(Entry { key: None, item: first }),
    };
    scan.at += 1;
    Ok(Entry { key, item: item(scan)? })
}

/// How long a name with dots is: `np.lib.stride_tricks.as_strided`. None that is known has more of them.
pub(super) fn dotted_length(text: &str) -> usize {
    let mut len = word_length(text);
    for _ in 0..4 {
        match text[len..].strip_prefix('.').map(word_length) {
            Some(more @ 1..) if len > 0 => len += 1 + more,
            _ => break,
        }
    }
    len
}

/// The last part of a name with dots.
pub(super) fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The arguments of a call by the names of its parameters. What is not among them is left out: it says nothing about
/// the layout.
pub(super) fn by_name<'i, 'a, const N: usize>(
    arguments: &'i [Entry<'a>],
    names: [&str; N],
) -> [Option<&'i Item<'a>>; N] {
    let positional: Vec<&Entry<'a>> =
        arguments.iter().take_while(|entry| entry.key.is_none()).collect();
    let mut at = 0;
    names.map(|name| {
        let place = positional.get(at).map(|entry| &entry.item);
        at += 1;
        let named = arguments.iter().find(|entry| entry.key == Some(name));
        place.or(named.map(|entry| &entry.item))
    })
}

impl<'a> Item<'a> {
    /// Whether it is `None`.
    pub(super) fn is_none(&self) -> bool {
        matches!(self.kind, Kind::Word("None"))
    }

    /// A tuple or list of integers, `torch.Size([4, 8])`, or an integer.
    pub(super) fn numbers(&self, what: &str) -> Result<Numbers, Diagnostic> {
        let span = self.span.clone();
        match &self.kind {
            Kind::Integer(value) => {
                Ok(Numbers { items: vec![(*value, span.clone())], leaf: true, span })
            }
            Kind::Group(entries) => {
                let items = entries.iter().map(|entry| entry.item.integer(what));
                Ok(Numbers { items: items.collect::<Result<_, _>>()?, leaf: false, span })
            }
            Kind::Call(name, arguments) if last(name) == "Size" => match arguments.as_slice() {
                [Entry { key: None, item }] => Ok(Numbers { span, ..item.numbers(what)? }),
                _ => Err(self.wrong(what)),
            },
            _ => Err(self.wrong(what)),
        }
    }

    /// An integer.
    pub(super) fn integer(&self, what: &str) -> Result<(i64, Span), Diagnostic> {
        match self.kind {
            Kind::Integer(value) => Ok((value, self.span.clone())),
            Kind::Word(name) if name != "None" => {
                Err(super::unknown_integer(self.span.clone(), name))
            }
            _ => Err(self.wrong(what)),
        }
    }

    /// The name of a type: `np.float32`, `'<f4'`, `dtype('float32')`.
    pub(super) fn type_name(&self) -> Result<&'a str, Diagnostic> {
        match &self.kind {
            Kind::Word(name) | Kind::Text(name) => Ok(name),
            Kind::Call(name, arguments) if last(name) == "dtype" && arguments.len() == 1 => {
                arguments[0].item.type_name()
            }
            _ => Err(self.wrong("the name of a type")),
        }
    }

    /// That it is not what it has to be.
    fn wrong(&self, what: &str) -> Diagnostic {
        let found = match &self.kind {
            Kind::Integer(value) => value.to_string(),
            Kind::Word(word) | Kind::Text(word) | Kind::Call(word, _) => (*word).to_owned(),
            Kind::Group(_) => "(...)".to_owned(),
        };
        let message = format!("expected {what}, found {}", quote(&found));
        Diagnostic::syntax(self.span.clone(), message)
    }
}
