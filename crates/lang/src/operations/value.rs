//! What expressions evaluate to.

use std::fmt;

use tilework::{
    AnyLayout, BasisStride, ComposedLayout, CoordLayout, Layout, Nested, Order, Outer, Slicer,
    Swizzle, Tiler, Tuple, XorMap,
};

use tilework_hardware::machine::Machine;

use crate::operations::access::Access;
use crate::operations::atom::{Atom, Thread, Tiled};
use crate::operations::record::{Part, Record};
use crate::operations::tv::Tv;

/// The value of an expression.
///
/// It passes through many hands, so whatever is large is behind a pointer: a layout has room for 32 modes.
///
/// ```
/// use tilework_lang::Value;
///
/// assert_eq!(Value::from(tilework::layout!((4,8):(1,4))).to_string(), "(4,8):(1,4)");
/// assert!(size_of::<Value>() <= 48);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// An integer.
    Integer(i64),
    /// `true` or `false`.
    Truth(bool),
    /// A nested tuple of integers.
    Tuple(Box<Tuple>),
    /// A tuple with `_` in it.
    Slicer(Box<Slicer>),
    /// A layout.
    Layout(Box<Layout>),
    /// A layout seen through maps.
    Composed(Box<ComposedLayout>),
    /// A swizzle.
    Swizzle(Swizzle),
    /// A map that is linear over XOR.
    Xor(Box<XorMap>),
    /// A tiler `<...>`.
    Tiler(Box<Tiler>),
    /// A list of numbers, of any length.
    List(Vec<i64>),
    /// A layout and the offset at which it starts.
    Slice(Box<Layout>, i64),
    /// A layout from (thread, value) to the cells of a tile.
    Tv(Box<Tv>),
    /// Two layouts.
    Pair(Box<[AnyLayout; 2]>),
    /// Strides along coordinates: `(1@0,1@1)`.
    Basis(Box<Nested<BasisStride>>),
    /// A layout with coordinates as values.
    Coords(Box<CoordLayout>),
    /// A layout with coordinates as values, and the coordinate at which it starts.
    CoordSlice(Box<CoordLayout>, Box<Tuple>),
    /// An order of counting: `row_major` or `col_major`.
    Order(Order),
    /// An atom of an MMA or of a copy.
    Atom(Atom),
    /// A tiled MMA or a tiled copy.
    Tiled(Tiled),
    /// One thread of a tiled MMA or copy.
    Thread(Box<Thread>),
    /// A machine.
    Machine(&'static Machine<'static>),
    /// An access of memory.
    Access(Box<Access<Value>>),
    /// What a question about the hardware found.
    Record(Box<Record>),
    /// A word that such a question found.
    Word(String),
    /// Nothing: no index, no collision.
    Nothing,
}

impl Value {
    /// What kind of value this is, with its article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Integer(_) => "an integer",
            Value::Truth(_) => "a truth value",
            Value::Tuple(_) => "a tuple",
            Value::Slicer(_) => "a slicer",
            Value::Layout(_) => "a layout",
            Value::Composed(_) => "a composed layout",
            Value::Swizzle(_) => "a swizzle",
            Value::Xor(_) => "an XOR map",
            Value::Tiler(_) => "a tiler",
            Value::List(_) => "a list",
            Value::Slice(..) => "a slice",
            Value::Tv(_) => "a thread-value layout",
            Value::Pair(..) => "a pair of layouts",
            Value::Basis(_) => "a stride along coordinates",
            Value::Coords(_) => "a coordinate layout",
            Value::CoordSlice(..) => "a slice of a coordinate layout",
            Value::Order(_) => "an order",
            Value::Atom(atom) if atom.is_mma() => "an atom of an MMA",
            Value::Atom(_) => "an atom of a copy",
            Value::Tiled(tiled) => match tiled {
                Tiled::Mma(_) => "a tiled MMA",
                Tiled::Copy(_) => "a tiled copy",
            },
            Value::Thread(_) => "a thread of a tiled MMA or copy",
            Value::Machine(_) => "a machine",
            Value::Access(_) => "an access",
            Value::Record(_) => "a report",
            Value::Word(_) => "a word",
            Value::Nothing => "nothing",
        }
    }
}

impl Value {
    /// The layout with strides that this stands for, and the offset at which it starts: a layout, the
    /// compact one of a shape, the plain form of a composed one. `None` for anything else, and for a part
    /// of one. Indices count leftmost fastest.
    ///
    /// # Errors
    /// Why a composed layout has no plain form, or what is wrong with the shape.
    pub(crate) fn strided(&self) -> Option<Result<(Layout, i64), tilework::Error>> {
        Some(match self {
            Value::Layout(layout) => Ok((**layout, 0)),
            Value::Integer(extent) => Layout::new(*extent, 1).map(|layout| (layout, 0)),
            Value::Tuple(shape) => Layout::col_major(shape).map(|layout| (layout, 0)),
            Value::Composed(composed) => composed.to_layout(),
            _ => return None,
        })
    }

    /// The map of bits that this is, if it is one.
    pub(crate) fn as_map(&self) -> Option<Outer> {
        match self {
            Value::Swizzle(swizzle) => Some(Outer::Swizzle(*swizzle)),
            Value::Xor(map) => Some(Outer::Xor(**map)),
            _ => None,
        }
    }

    /// The order of counting that a name stands for, CuTe's names among them.
    pub(crate) fn order(name: &str) -> Option<Value> {
        Some(Value::Order(match name {
            "row_major" | "lex" | "LayoutRight" | "GenRowMajor" => Order::Lex,
            "col_major" | "colex" | "LayoutLeft" | "GenColMajor" => Order::Colex,
            _ => return None,
        }))
    }

    /// Whether this is a map of bits, or a layout behind some.
    pub(crate) fn is_beyond_strides(&self) -> bool {
        match self {
            Value::Composed(_) | Value::Swizzle(_) | Value::Xor(_) => true,
            Value::Tv(tv) => matches!(tv.layout(), AnyLayout::Composed(_)),
            _ => false,
        }
    }
}

impl Tv {
    /// The tile as a value: a tuple, or an integer.
    pub(crate) fn tile_value(&self) -> Value {
        match self.tile().leaves() {
            [extent] if self.tile().is_leaf() => Value::Integer(*extent),
            _ => Value::from(*self.tile()),
        }
    }

    /// The layout as a value.
    pub(crate) fn layout_value(&self) -> Value {
        (*self.layout()).into()
    }
}

/// What is large goes behind a pointer.
macro_rules! boxed {
    ($($kind:ident),*) => {$(
        impl From<$kind> for Value {
            fn from(value: $kind) -> Value {
                Value::$kind(Box::new(value))
            }
        }
    )*};
}

boxed!(Layout, Tuple, Slicer, Tiler);

impl From<AnyLayout> for Value {
    fn from(layout: AnyLayout) -> Value {
        match layout {
            AnyLayout::Plain(layout) => layout.into(),
            AnyLayout::Composed(composed) => Value::Composed(Box::new(composed)),
        }
    }
}

impl From<&Part> for Value {
    fn from(part: &Part) -> Value {
        match part {
            Part::Integer(value) => Value::Integer(*value),
            Part::Truth(value) => Value::Truth(*value),
            Part::Word(value) => Value::Word(value.clone()),
            Part::List(values) => Value::List(values.clone()),
            Part::Layout(layout) => (**layout).into(),
            Part::Swizzle(swizzle) => Value::Swizzle(*swizzle),
            Part::Map(map) => (**map).into(),
            Part::Records(records) => match records.as_slice() {
                [one] => Value::Record(Box::new(one.clone())),
                many => Value::Word(
                    many.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join("; "),
                ),
            },
            Part::Nothing => Value::Nothing,
        }
    }
}

/// A map, as a swizzle if it is one.
impl From<XorMap> for Value {
    fn from(map: XorMap) -> Value {
        match map.to_swizzle() {
            Some(swizzle) => Value::Swizzle(swizzle),
            None => Value::Xor(Box::new(map)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => write!(f, "{value}"),
            Value::Truth(value) => write!(f, "{value}"),
            Value::Tuple(value) => write!(f, "{value}"),
            Value::Slicer(value) => write!(f, "{value}"),
            Value::Layout(value) => write!(f, "{value}"),
            Value::Composed(value) => write!(f, "{value}"),
            Value::Swizzle(value) => write!(f, "{value}"),
            Value::Xor(value) => write!(f, "{value}"),
            Value::Tiler(value) => write!(f, "{value}"),
            Value::List(values) => {
                f.write_str("[")?;
                for (i, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if i == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
            Value::Slice(layout, offset) => write!(f, "{layout} at {offset}"),
            Value::Tv(value) => write!(f, "{value}"),
            Value::Pair(both) => write!(f, "{} and {}", both[0], both[1]),
            Value::Basis(value) => write!(f, "{value}"),
            Value::Coords(value) => write!(f, "{value}"),
            Value::CoordSlice(layout, origin) => write!(f, "{layout} at {origin}"),
            Value::Order(Order::Lex) => f.write_str("row_major"),
            Value::Order(Order::Colex) => f.write_str("col_major"),
            Value::Atom(value) => write!(f, "{value}"),
            Value::Tiled(value) => write!(f, "{value}"),
            Value::Thread(value) => write!(f, "{value}"),
            Value::Machine(value) => f.write_str(value.name),
            Value::Access(value) => write!(f, "{value}"),
            Value::Record(value) => write!(f, "{value}"),
            Value::Word(value) => f.write_str(value),
            Value::Nothing => f.write_str("none"),
        }
    }
}

/// Whether two values agree: an integer and a tuple of one integer differ, a shape
/// alone stands for its compact layout, strides of extent-1 modes do not matter.
pub fn agree(left: &Value, right: &Value) -> bool {
    agree_in(Order::Colex, left, right)
}

/// Whether two values agree, where a shape alone stands for the compact layout whose indices count in
/// this order.
///
/// ```
/// use tilework::{Order, layout, tuple};
/// use tilework_lang::{Value, agree_in};
///
/// let (shape, layout) = (Value::from(tuple!((4,8))), Value::from(layout!((4,8):(8,1))));
/// assert!(agree_in(Order::Lex, &shape, &layout));
/// assert!(!agree_in(Order::Colex, &shape, &layout));
/// ```
pub fn agree_in(order: Order, left: &Value, right: &Value) -> bool {
    let compact = |value: &Value| match value {
        Value::Layout(layout) => Some(layout.normalize_units()),
        Value::Integer(extent) => Layout::new(*extent, 1).ok(),
        Value::Tuple(shape) => Layout::compact_in(order, shape).ok(),
        _ => None,
    };
    match (left, right) {
        (Value::Layout(_), _) | (_, Value::Layout(_)) => {
            matches!((compact(left), compact(right)), (Some(a), Some(b)) if a.normalize_units() == b.normalize_units())
        }
        (Value::List(list), Value::Tuple(tuple)) | (Value::Tuple(tuple), Value::List(list)) => {
            tuple.depth() == 1 && tuple.leaves() == list
        }
        (Value::Tv(left), Value::Tv(right)) => {
            let [left_layout, right_layout] = [left, right].map(|tv| tv.layout_value());
            left.tile() == right.tile() && agree_in(order, &left_layout, &right_layout)
        }
        // The tile as its compact layout, and then the layout: two values, as the DSL returns them.
        (Value::Tv(tv), Value::Pair(both)) | (Value::Pair(both), Value::Tv(tv)) => {
            agree_in(order, &tv.tile_value(), &both[0].into())
                && agree_in(order, &tv.layout_value(), &both[1].into())
        }
        _ => left == right,
    }
}
