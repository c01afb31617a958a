//! Values by their parts.

use serde::Serialize;
use serde_json::Value as Json;
use tilework::{BasisStride, CoordLayout, LayoutRef, Order};

use super::facts::Facts;
use super::tree::{Strided, Tree};
use crate::Value;
use crate::eval::members;
use crate::operations::atom::Tiled;
use crate::operations::record::{Part, Record};

/// A value by its parts, as docs/json.md lists them.
///
/// ```
/// use tilework_lang::report::{Structure, json};
/// use tilework_lang::Value;
///
/// let swizzle = Structure::of(&Value::Swizzle(tilework::Swizzle::new(3, 4, 3)?));
/// assert_eq!(json::text(&swizzle), r#"{"kind":"swizzle","bits":3,"base":4,"shift":3}"#);
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Structure {
    /// An integer.
    Integer {
        /// The integer.
        value: i64,
    },
    /// A truth value.
    Boolean {
        /// The truth value.
        value: bool,
    },
    /// A nested tuple.
    Tuple {
        /// Its integers.
        value: Tree<i64>,
    },
    /// A tuple with `_` in it.
    Slicer {
        /// Its integers; none for `_`.
        value: Tree<Option<i64>>,
    },
    /// A layout.
    Layout(Facts),
    /// A layout seen through maps.
    Composed(Facts),
    /// A swizzle.
    Swizzle {
        /// How many bits are changed.
        bits: u32,
        /// The lowest of them.
        base: u32,
        /// How far away the bits are that change them.
        shift: i32,
    },
    /// A map that is linear over XOR.
    Xor {
        /// What 1, 2, 4, ... are mapped to.
        columns: Vec<i64>,
    },
    /// A tiler.
    Tiler {
        /// Its layouts; none for `_`.
        modes: Tree<Option<Strided>>,
    },
    /// A list of numbers.
    List {
        /// The numbers.
        value: Vec<i64>,
    },
    /// A layout from an offset on.
    Slice {
        /// The layout.
        layout: Facts,
        /// Where it starts.
        offset: i64,
    },
    /// A layout from (thread, value) to the cells of a tile.
    Tv {
        /// The shape of the tile.
        tile: Tree<i64>,
        /// The layout.
        layout: Facts,
        /// How many threads there are.
        threads: i64,
        /// How many values each of them has.
        values: i64,
    },
    /// Two layouts.
    Pair {
        /// The layouts.
        layouts: [Facts; 2],
    },
    /// Strides along coordinates.
    Basis {
        /// Each as text: `1@0`.
        value: Tree<String>,
    },
    /// A layout with coordinates as values.
    Coordinates {
        /// Its extents.
        shape: Tree<i64>,
        /// Its strides, each as text.
        stride: Tree<String>,
        /// How many coordinates it has.
        size: i64,
        /// Of a part: where it starts.
        #[serde(skip_serializing_if = "Option::is_none")]
        origin: Option<Tree<i64>>,
    },
    /// An order of counting.
    Order {
        /// `row_major` or `col_major`.
        value: String,
    },
    /// An atom, and the properties by which it is known.
    Atom {
        /// Its name.
        name: String,
        /// The instruction of PTX, or AMD's mnemonic.
        instruction: String,
        /// Whether it is one of an `mma` or of a `copy`.
        of: &'static str,
        /// Whether the vendor's own words stand behind its layouts.
        verified: bool,
        /// Its layouts, by CuTe's names.
        layouts: Parts,
    },
    /// A tiled MMA or a tiled copy.
    Tiled {
        /// Whether it is an `mma` or a `copy`.
        of: &'static str,
        /// How it is made.
        text: String,
        /// Its members.
        members: Parts,
    },
    /// One thread of a tiled MMA or copy.
    Thread {
        /// What it is a thread of.
        of: Box<Structure>,
        /// The thread.
        thread: i64,
    },
    /// A machine.
    Machine {
        /// Its name.
        name: &'static str,
    },
    /// An access of memory.
    Access {
        /// As it is written.
        text: String,
    },
    /// What a question about the hardware found.
    Report {
        /// The operation that found it.
        about: &'static str,
        /// What people read.
        text: String,
        /// Its parts, by name.
        parts: Parts,
    },
    /// A word.
    Word {
        /// The word.
        value: String,
    },
    /// There is no such index.
    None,
}

/// Parts by name: texts, numbers, lists, layouts as text.
type Parts = serde_json::Map<String, serde_json::Value>;

impl Structure {
    /// The parts of a value, where indices count leftmost fastest.
    pub fn of(value: &Value) -> Structure {
        Structure::of_in(Order::Colex, value)
    }

    /// The parts of a value, where indices count in this order.
    pub fn of_in(order: Order, value: &Value) -> Structure {
        let facts = |layout: LayoutRef<'_>| Facts::of_ref(order, layout);
        match value {
            Value::Integer(value) => Structure::Integer { value: *value },
            Value::Truth(value) => Structure::Boolean { value: *value },
            Value::Tuple(tuple) => Structure::Tuple { value: Tree::of(tuple, |leaf| leaf) },
            Value::Slicer(slicer) => Structure::Slicer { value: Tree::of(slicer, |leaf| leaf) },
            Value::Layout(layout) => Structure::Layout(facts((&**layout).into())),
            Value::Composed(composed) => Structure::Composed(facts((&**composed).into())),
            Value::Swizzle(s) => {
                Structure::Swizzle { bits: s.bits(), base: s.base(), shift: s.shift() }
            }
            Value::Xor(map) => Structure::Xor { columns: map.columns().to_vec() },
            Value::Tiler(tiler) => Structure::Tiler { modes: Tree::of_tiler(tiler) },
            Value::List(value) => Structure::List { value: value.clone() },
            Value::Slice(layout, offset) => {
                Structure::Slice { layout: facts((&**layout).into()).at(*offset), offset: *offset }
            }
            Value::Tv(tv) => Structure::Tv {
                tile: Tree::of(tv.tile(), |leaf| leaf),
                layout: facts(tv.layout().into()),
                threads: tv.threads(),
                values: tv.values(),
            },
            Value::Pair(both) => {
                Structure::Pair { layouts: both.each_ref().map(|layout| facts(layout.into())) }
            }
            Value::Basis(strides) => Structure::Basis { value: Tree::of(strides, text) },
            Value::Coords(layout) => Structure::coordinates(layout, None),
            Value::CoordSlice(layout, origin) => {
                Structure::coordinates(layout, Some(Tree::of(origin, |leaf| leaf)))
            }
            Value::Order(_) => Structure::Order { value: value.to_string() },
            Value::Atom(atom) => Structure::Atom {
                name: atom.atom.to_string(),
                instruction: atom.atom.instruction().to_string(),
                of: if atom.is_mma() { "mma" } else { "copy" },
                verified: atom.atom.is_verified(),
                layouts: Structure::members(value),
            },
            Value::Tiled(tiled) => Structure::Tiled {
                of: match tiled {
                    Tiled::Mma(_) => "mma",
                    Tiled::Copy(_) => "copy",
                },
                text: value.to_string(),
                members: Structure::members(value),
            },
            Value::Thread(thread) => Structure::Thread {
                of: Box::new(Structure::of(&Value::Tiled(thread.of.clone()))),
                thread: thread.thread,
            },
            Value::Machine(machine) => Structure::Machine { name: machine.name },
            Value::Access(_) => Structure::Access { text: value.to_string() },
            Value::Record(record) => Structure::Report {
                about: record.about,
                text: record.text.clone(),
                parts: parts(record),
            },
            Value::Word(word) => Structure::Word { value: word.clone() },
            Value::Nothing => Structure::None,
        }
    }

    /// The members of a value, each as the text that it prints.
    fn members(value: &Value) -> Parts {
        let shown =
            |name: &str| Some((name.to_owned(), members::get(value, name)?.to_string().into()));
        members::of(value).into_iter().filter_map(shown).collect()
    }

    fn coordinates(layout: &CoordLayout, origin: Option<Tree<i64>>) -> Structure {
        let shape = Tree::of(&layout.shape(), |leaf| leaf);
        let stride = Tree::of(&layout.stride(), text);
        Structure::Coordinates { shape, stride, size: layout.size(), origin }
    }
}

/// The parts of what was found.
fn parts(record: &Record) -> Parts {
    let json = |part: &Part| match part {
        Part::Integer(value) => (*value).into(),
        Part::Truth(value) => (*value).into(),
        Part::List(values) => values.clone().into(),
        Part::Records(records) => records.iter().map(|record| Json::from(parts(record))).collect(),
        Part::Nothing => Json::Null,
        part => Value::from(part).to_string().into(),
    };
    record.parts.iter().map(|(name, part)| ((*name).to_owned(), json(part))).collect()
}

fn text(stride: BasisStride) -> String {
    stride.to_string()
}
