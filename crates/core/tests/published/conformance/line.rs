//! One line of a file: arguments, and what CuTe answers.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;
use tilework::{ComposedLayout, Layout, Slicer, Swizzle, Tiler, Tuple};

pub(super) struct Line {
    pub(super) text: String,
    pub(super) op: String,
    pub(super) args: Args,
    /// What CuTe answers with static integers; `None` where it does not compile.
    pub(super) cute: Option<Answer>,
}

impl Line {
    pub(super) fn parse(text: &str) -> Line {
        let mut value: Value = serde_json::from_str(text).expect(text);
        let Value::Array(args) = value["args"].take() else { panic!("no arguments: {text}") };
        Line {
            text: text.chars().take(200).collect(),
            op: value["op"].as_str().expect(text).to_owned(),
            args: Args(args),
            cute: Answer::parse(&value["static"]),
        }
    }
}

/// An answer, in a form in which equal means equal: strides of extent-1 modes are 0, and an
/// integer is not a tuple.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant)]
pub(super) enum Answer {
    Layout(Layout),
    Tuple(Tuple),
    Int(i64),
    Bool(bool),
    Table(Vec<i64>),
    /// What CuTe prints is not a layout: an extent is not positive.
    NotALayout(String),
}

impl Answer {
    fn parse(value: &Value) -> Option<Answer> {
        Some(match value {
            Value::String(text) if text.contains(':') => match text.parse::<Layout>() {
                Ok(layout) => Answer::from(layout),
                Err(_) => Answer::NotALayout(text.clone()),
            },
            Value::String(text) => Answer::from(text.parse::<Tuple>().expect(text)),
            Value::Number(number) => Answer::Int(number.as_i64().expect("an integer")),
            Value::Bool(value) => Answer::Bool(*value),
            Value::Array(values) => {
                Answer::Table(values.iter().map(|v| v.as_i64().unwrap()).collect())
            }
            Value::Object(_) => return None,
            Value::Null => panic!("no answer of CuTe"),
        })
    }

    pub(super) fn layout(&self) -> Layout {
        match self {
            Answer::Layout(layout) => *layout,
            other => panic!("{other} is not a layout"),
        }
    }

    pub(super) fn int(&self) -> i64 {
        match self {
            Answer::Int(value) => *value,
            other => panic!("{other} is not an integer"),
        }
    }
}

impl From<Layout> for Answer {
    fn from(layout: Layout) -> Answer {
        Answer::Layout(layout.normalize_units())
    }
}

impl From<Tuple> for Answer {
    fn from(tuple: Tuple) -> Answer {
        if tuple.is_leaf() { Answer::Int(tuple.leaves()[0]) } else { Answer::Tuple(tuple) }
    }
}

impl From<i64> for Answer {
    fn from(value: i64) -> Answer {
        Answer::Int(value)
    }
}

impl From<Vec<i64>> for Answer {
    fn from(table: Vec<i64>) -> Answer {
        Answer::Table(table)
    }
}

impl From<bool> for Answer {
    fn from(value: bool) -> Answer {
        Answer::Bool(value)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Layout(layout) => write!(f, "{layout}"),
            Answer::Tuple(tuple) => write!(f, "{tuple}"),
            Answer::Int(value) => write!(f, "{value}"),
            Answer::Bool(value) => write!(f, "{value}"),
            Answer::Table(values) => write!(f, "{values:?}"),
            Answer::NotALayout(text) => f.write_str(text),
        }
    }
}

/// The arguments of a line.
pub(super) struct Args(Vec<Value>);

impl Args {
    pub(super) const NONE: Args = Args(Vec::new());

    /// Argument `i` as it is written; integers may stand for tuples.
    fn text(&self, i: usize) -> String {
        match &self.0[i] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }

    fn parse<T: FromStr<Err: fmt::Debug>>(&self, i: usize) -> T {
        let text = self.text(i);
        text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
    }

    /// Whether an argument is not a layout at all, because an extent is 0.
    pub(super) fn refused(&self) -> bool {
        let texts = self.0.iter().filter_map(Value::as_str);
        texts
            .filter(|text| text.contains(':') && !text.starts_with('<'))
            .any(|text| text.parse::<Layout>().is_err())
    }

    pub(super) fn layout(&self, i: usize) -> Layout {
        self.parse(i)
    }

    pub(super) fn tuple(&self, i: usize) -> Tuple {
        self.parse(i)
    }

    pub(super) fn slicer(&self, i: usize) -> Slicer {
        self.parse(i)
    }

    pub(super) fn int(&self, i: usize) -> i64 {
        self.0[i].as_i64().expect("an integer")
    }

    pub(super) fn index(&self, i: usize) -> usize {
        self.int(i) as usize
    }

    /// The end of a range of modes; -1 is the rank of argument 0.
    pub(super) fn end(&self, i: usize) -> usize {
        if self.int(i) < 0 { self.layout(0).rank() } else { self.index(i) }
    }

    pub(super) fn indices(&self, i: usize) -> Vec<usize> {
        let values = self.0[i].as_array().expect("a list");
        values.iter().map(|value| value.as_u64().unwrap() as usize).collect()
    }

    pub(super) fn numbers(&self, i: usize) -> Vec<i64> {
        self.0[i].as_array().expect("a list").iter().map(|value| value.as_i64().unwrap()).collect()
    }

    pub(super) fn swizzle(&self, i: usize) -> Swizzle {
        self.parse(i)
    }

    /// The layout `j` behind the swizzle `i`.
    pub(super) fn swizzled(&self, i: usize, j: usize) -> Result<ComposedLayout, tilework::Error> {
        ComposedLayout::new(self.swizzle(i), 0, &self.layout(j))
    }

    pub(super) fn is_int(&self, i: usize) -> bool {
        self.0[i].is_i64()
    }

    /// Argument `i` as a tiler; an integer `n` is the layout `n:1`.
    pub(super) fn tile(&self, i: usize) -> Tile {
        Tile::parse(&self.text(i))
    }
}

/// A tiler, taken apart.
#[derive(Clone)]
#[allow(clippy::large_enum_variant)]
pub(super) enum Tile {
    Keep,
    Layout(Layout),
    Modes(Vec<Tile>),
}

impl Tile {
    fn parse(text: &str) -> Tile {
        if let Some(inner) = text.strip_prefix('<') {
            let inner = inner.strip_suffix('>').expect(text);
            return Tile::Modes(split(inner).map(Tile::parse).collect());
        }
        match text {
            "_" => Tile::Keep,
            _ if text.contains(':') => Tile::Layout(text.parse().expect(text)),
            _ => Tile::Layout(format!("{text}:1").parse().expect(text)),
        }
    }

    pub(super) fn tiler(&self) -> Tiler {
        match self {
            Tile::Keep => Tiler::keep(),
            Tile::Layout(layout) => Tiler::layout(*layout),
            Tile::Modes(modes) => {
                let modes: Vec<Tiler> = modes.iter().map(Tile::tiler).collect();
                Tiler::by_mode(&modes).expect("a small tiler")
            }
        }
    }
}

/// The parts between the commas that are not inside brackets.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c| {
        match c {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    })
}
