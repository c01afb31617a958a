//! The answers as JSON. docs/json.md describes this schema; fields are added, never changed.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use serde_json::ser::Formatter;
use tilework::{BasisStride, CoordLayout, ErrorKind, Layout, Nested};
use tilework_lang::{Diagnostic, Expr, Node, Outcome, Scope, Statement, Value, is_hidden, parse};

use crate::facts::{AnyFacts, ComposedFacts, Facts};

/// Writes one object on one line.
pub(crate) fn line(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    object.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Visible))?;
    out.write_all(b"\n")
}

/// JSON on one line, in which everything can be seen: characters that would steer a terminal are escaped.
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        text: &str,
    ) -> io::Result<()> {
        let mut rest = text;
        while let Some((at, hidden)) = rest.char_indices().find(|(_, c)| is_hidden(*c)) {
            out.write_all(&rest.as_bytes()[..at])?;
            for unit in hidden.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + hidden.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

/// What was asked, and the answer.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    pub(crate) input: &'a str,
    /// The name that was bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// The result as text; `null` for a line without a statement.
    pub(crate) result: Option<String>,
    pub(crate) value: Option<Structure>,
    /// Both sides of a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) claim: Option<Claim>,
    /// What was read in another way than it is written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
}

/// What was asked, and why there is no answer.
#[derive(Serialize)]
pub(crate) struct Refusal<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) input: Option<&'a str>,
    pub(crate) error: Fault,
}

impl<'a> Answer<'a> {
    /// A line that holds no statement.
    pub(crate) fn nothing(input: &'a str) -> Answer<'a> {
        Answer { input, name: None, result: None, value: None, claim: None, notes: Vec::new() }
    }

    /// A value; `text` is how it is printed.
    pub(crate) fn value(input: &'a str, text: String, value: &Value) -> Answer<'a> {
        let (value, notes) = (Structure::of(value), tilework_lang::notes(input));
        Answer { input, name: None, result: Some(text), value, claim: None, notes }
    }

    /// What a statement did; `show` prints values.
    pub(crate) fn outcome(
        input: &'a str,
        outcome: &Outcome,
        show: impl Fn(&Value) -> String,
    ) -> Answer<'a> {
        match outcome {
            Outcome::Value(value) => Answer::value(input, show(value), value),
            Outcome::Bound(name, value) => {
                Answer { name: Some(name.clone()), ..Answer::value(input, show(value), value) }
            }
            Outcome::Claim(found, expected, holds) => {
                let truth = Value::Truth(*holds);
                let claim = Claim { holds: *holds, expected: show(expected), found: show(found) };
                Answer { claim: Some(claim), ..Answer::value(input, truth.to_string(), &truth) }
            }
            // Statements of other kinds have no value to show.
            _ => Answer::nothing(input),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Claim {
    holds: bool,
    expected: String,
    found: String,
}

/// A value by its parts.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Structure {
    Integer {
        value: i64,
    },
    Boolean {
        value: bool,
    },
    Tuple {
        value: Tree,
    },
    Slicer {
        value: Tree,
    },
    Layout(Facts),
    Composed(ComposedFacts),
    Swizzle {
        bits: u32,
        base: u32,
        shift: i32,
    },
    Xor {
        columns: Vec<i64>,
    },
    Tiler {
        modes: Modes,
    },
    List {
        value: Vec<i64>,
    },
    Slice {
        layout: Facts,
        offset: i64,
    },
    Pair {
        layouts: [AnyFacts; 2],
    },
    Basis {
        value: Strides,
    },
    Coordinates {
        shape: Tree,
        stride: Strides,
        size: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        origin: Option<Tree>,
    },
    None,
}

impl Structure {
    /// The parts of a value; of a kind that is not known here there is only the text.
    pub(crate) fn of(value: &Value) -> Option<Structure> {
        Some(match value {
            Value::Integer(value) => Structure::Integer { value: *value },
            Value::Truth(value) => Structure::Boolean { value: *value },
            Value::Tuple(tuple) => Structure::Tuple { value: Tree::of(tuple, Some) },
            Value::Slicer(slicer) => Structure::Slicer { value: Tree::of(slicer, |leaf| leaf) },
            Value::Layout(layout) => Structure::Layout(Facts::of(layout)),
            Value::Composed(composed) => Structure::Composed(ComposedFacts::of(composed)),
            Value::Swizzle(s) => {
                Structure::Swizzle { bits: s.bits(), base: s.base(), shift: s.shift() }
            }
            Value::Xor(map) => Structure::Xor { columns: map.columns().to_vec() },
            Value::Tiler(tiler) => Structure::Tiler { modes: Modes::read(&tiler.to_string()) },
            Value::List(value) => Structure::List { value: value.clone() },
            Value::Slice(layout, offset) => {
                Structure::Slice { layout: Facts::of(layout), offset: *offset }
            }
            Value::Pair(both) => {
                Structure::Pair { layouts: both.map(|layout| AnyFacts::of(&layout)) }
            }
            Value::Basis(strides) => Structure::Basis { value: Strides::of(strides) },
            Value::Coords(layout) => Structure::coordinates(layout, None),
            Value::CoordSlice(layout, origin) => {
                Structure::coordinates(layout, Some(Tree::of(origin, Some)))
            }
            Value::Nothing => Structure::None,
            _ => return None,
        })
    }
}

impl Structure {
    fn coordinates(layout: &CoordLayout, origin: Option<Tree>) -> Structure {
        let (shape, stride) = (Tree::of(&layout.shape(), Some), Strides::of(&layout.stride()));
        Structure::Coordinates { shape, stride, size: layout.size(), origin }
    }
}

/// Nested strides along coordinates, each as text: `1@0`.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Strides {
    Leaf(String),
    Tuple(Vec<Strides>),
}

impl Strides {
    fn of(strides: &Nested<BasisStride>) -> Strides {
        if let (true, [stride]) = (strides.is_leaf(), strides.leaves()) {
            return Strides::Leaf(stride.to_string());
        }
        // `rank` modes exist, so none of them is skipped.
        let modes = (0..strides.rank()).filter_map(|i| strides.mode(i).ok());
        Strides::Tuple(modes.map(|mode| Strides::of(&mode)).collect())
    }
}

/// Nested integers; `null` stands for `_`.
pub(crate) enum Tree {
    Leaf(Option<i64>),
    Tuple(Vec<Tree>),
}

impl Tree {
    pub(crate) fn of<T: Copy>(nested: &Nested<T>, leaf: fn(T) -> Option<i64>) -> Tree {
        if let (true, [value]) = (nested.is_leaf(), nested.leaves()) {
            return Tree::Leaf(leaf(*value));
        }
        // `rank` modes exist, so none of them is skipped.
        let modes = (0..nested.rank()).filter_map(|i| nested.mode(i).ok());
        Tree::Tuple(modes.map(|mode| Tree::of(&mode, leaf)).collect())
    }
}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Tree::Leaf(value) => value.serialize(serializer),
            Tree::Tuple(modes) => {
                let mut seq = serializer.serialize_seq(Some(modes.len()))?;
                modes.iter().try_for_each(|mode| seq.serialize_element(mode))?;
                seq.end()
            }
        }
    }
}

/// A tiler by its modes: a layout, `null` for `_`, or an array of these.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Modes {
    Keep,
    Layout { shape: Tree, stride: Tree },
    ByMode(Vec<Modes>),
}

impl Modes {
    /// Tilers show their parts only as text, which this language can read.
    fn read(text: &str) -> Modes {
        match parse(text) {
            Ok(Statement::Expression(node)) => Modes::of(&node),
            _ => Modes::Keep,
        }
    }

    fn of(node: &Node) -> Modes {
        match (&node.expr, Scope::new().evaluate(node)) {
            (Expr::Tiler(items), _) => Modes::ByMode(items.iter().map(Modes::of).collect()),
            (_, Ok(Value::Layout(layout))) => {
                let (shape, stride) = shape_and_stride(&layout);
                Modes::Layout { shape, stride }
            }
            _ => Modes::Keep,
        }
    }
}

/// The two halves of a layout.
pub(crate) fn shape_and_stride(layout: &Layout) -> (Tree, Tree) {
    (Tree::of(&layout.shape(), Some), Tree::of(&layout.stride(), Some))
}

/// An error.
#[derive(Serialize)]
pub(crate) struct Fault {
    kind: &'static str,
    message: String,
    /// The bytes of the input it speaks of.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Label>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    /// The first index at which it goes wrong ...
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<i64>,
    /// ... what a layout would have there, and what is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<i64>,
    /// The component of a coordinate that these are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<usize>,
    /// The file and line, for input that was read from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
}

#[derive(Serialize)]
struct Label {
    span: [usize; 2],
    text: String,
}

impl Fault {
    /// The sentence for people.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn of(diagnostic: &Diagnostic, origin: Option<&str>) -> Fault {
        let (mut expected, mut found) = (None, None);
        if let Some(ErrorKind::NotALayout { expected: e, found: f, .. }) =
            diagnostic.cause.as_ref().map(|cause| cause.kind())
        {
            (expected, found) = (Some(e), Some(f));
        }
        let mut labels = diagnostic.labels.iter();
        Fault {
            kind: diagnostic.kind,
            message: diagnostic.message.clone(),
            span: labels.next().map(|(span, _)| [span.start, span.end]),
            labels: diagnostic
                .labels
                .iter()
                .filter(|(_, text)| !text.is_empty())
                .map(|(span, text)| Label { span: [span.start, span.end], text: text.clone() })
                .collect(),
            help: diagnostic.help.clone(),
            index: diagnostic.cause.as_ref().and_then(|cause| cause.witness()),
            component: diagnostic.cause.as_ref().and_then(|cause| cause.component()),
            expected,
            found,
            origin: origin.map(str::to_owned),
        }
    }
}
