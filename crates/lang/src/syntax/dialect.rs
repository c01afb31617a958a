//! Values as other programs write them.

use std::fmt::{self, Write as _};

use tilework::{ComposedLayout, Layout, Outer, Slicer, Tiler, Tuple};

use crate::operations::value::Value;

/// A way of writing layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// As CuTe C++ prints static layouts: `(_4,_8):(_1,_4)`.
    Cute,
    /// As the CuTe DSL prints them, which is how this crate does: `(4,8):(1,4)`.
    Dsl,
    /// As Python writes them: `Layout((4, 8), (1, 4))`, tilers as tuples.
    Python,
    /// As C++ names their types: `Layout<Shape<_4,_8>,Stride<_1,_4>>`.
    CppTypes,
}

impl Dialect {
    /// All dialects and their names.
    pub const ALL: [(&'static str, Dialect); 4] = [
        ("cute", Dialect::Cute),
        ("dsl", Dialect::Dsl),
        ("python", Dialect::Python),
        ("cpp-types", Dialect::CppTypes),
    ];

    /// The dialect of that name.
    pub fn find(name: &str) -> Option<Dialect> {
        Dialect::ALL.iter().find(|dialect| dialect.0 == name).map(|dialect| dialect.1)
    }
}

/// A value in a dialect. Reading it again gives the same value.
///
/// ```
/// use tilework_lang::{Dialect, Value, print};
///
/// let value = Value::Layout(tilework::layout!((4,(2,8)):(1,(4,8))));
/// assert_eq!(print(&value, Dialect::Cute), "(_4,(_2,_8)):(_1,(_4,_8))");
/// assert_eq!(print(&value, Dialect::Python), "Layout((4, (2, 8)), (1, (4, 8)))");
/// assert_eq!(
///     print(&value, Dialect::CppTypes),
///     "Layout<Shape<_4,Shape<_2,_8>>,Stride<_1,Stride<_4,_8>>>",
/// );
/// ```
pub fn print(value: &Value, dialect: Dialect) -> String {
    let layout = |value: &Layout| layout(value, dialect);
    match value {
        _ if dialect == Dialect::Dsl => value.to_string(),
        // What `size` and `rank` give are plain integers in all dialects.
        Value::Integer(integer) => integer.to_string(),
        Value::Truth(truth) if dialect == Dialect::Python => {
            (if *truth { "True" } else { "False" }).to_owned()
        }
        Value::Tuple(value) => tuple(value, dialect),
        Value::Slicer(value) => slicer(value, dialect, Role::Coord),
        Value::Layout(value) => layout(value),
        Value::Composed(value) => composed(value, dialect),
        Value::Swizzle(_) | Value::Xor(_) => {
            value.as_map().map_or_else(String::new, |map| outer(&map, dialect))
        }
        Value::Tiler(value) => tiler(value, dialect),
        Value::Slice(value, offset) => format!("{} at {offset}", layout(value)),
        Value::Tv(tv) => {
            format!("{} on {}", print(&tv.layout_value(), dialect), tuple(tv.tile(), dialect))
        }
        Value::Pair(both) => {
            let [a, b] = both.map(|layout| print(&layout.into(), dialect));
            format!("{a} and {b}")
        }
        Value::List(values) if dialect == Dialect::Python => {
            let items: Vec<String> = values.iter().map(i64::to_string).collect();
            format!("[{}]", items.join(", "))
        }
        // Only the notation of the DSL has strides along coordinates that can be read again.
        Value::Basis(_) | Value::Coords(_) | Value::CoordSlice(..) => value.to_string(),
        Value::Truth(_) | Value::List(_) | Value::Nothing => value.to_string(),
    }
}

/// What a tuple is: C++ has a name for each.
#[derive(Clone, Copy)]
enum Role {
    Shape,
    Stride,
    Coord,
    Tile,
}

/// Brackets, and what goes between items.
struct Style {
    open: &'static str,
    between: &'static str,
    close: &'static str,
    /// Whether a tuple of one has a comma.
    single_comma: bool,
}

impl Dialect {
    fn style(self, role: Role) -> Style {
        let open = match (self, role) {
            (Dialect::CppTypes, Role::Shape) => "Shape<",
            (Dialect::CppTypes, Role::Stride) => "Stride<",
            (Dialect::CppTypes, Role::Coord) => "Coord<",
            (Dialect::CppTypes, Role::Tile) => "Tile<",
            (Dialect::Cute | Dialect::Dsl, Role::Tile) => "<",
            _ => "(",
        };
        let close = if open.ends_with('<') { ">" } else { ")" };
        let python = self == Dialect::Python;
        Style { open, between: if python { ", " } else { "," }, close, single_comma: python }
    }

    fn integer(self, value: i64) -> String {
        match self {
            Dialect::Cute => format!("_{value}"),
            // `_N` are names that exist for a few N only, and for none below 0.
            Dialect::CppTypes if value < 0 => format!("Int<{value}>"),
            Dialect::CppTypes => format!("_{value}"),
            Dialect::Dsl | Dialect::Python => value.to_string(),
        }
    }

    fn blank(self) -> &'static str {
        match self {
            Dialect::Cute | Dialect::Dsl => "_",
            Dialect::Python => "None",
            Dialect::CppTypes => "Underscore",
        }
    }
}

impl Style {
    fn join(&self, items: &[String]) -> String {
        let comma = if self.single_comma && items.len() == 1 { "," } else { "" };
        format!("{}{}{comma}{}", self.open, items.join(self.between), self.close)
    }
}

fn tuple(value: &Tuple, dialect: Dialect) -> String {
    slicer(&value.to_slicer(), dialect, Role::Shape)
}

/// A nested tuple: its leaves in the dialect, each level in its brackets.
fn slicer(value: &Slicer, dialect: Dialect, role: Role) -> String {
    if let (true, [leaf]) = (value.is_leaf(), value.leaves()) {
        return leaf.map_or_else(|| dialect.blank().to_owned(), |value| dialect.integer(value));
    }
    let modes = (0..value.rank()).filter_map(|i| value.mode(i).ok());
    let items: Vec<String> = modes.map(|mode| slicer(&mode, dialect, role)).collect();
    dialect.style(role).join(&items)
}

fn layout(value: &Layout, dialect: Dialect) -> String {
    let shape = tuple(&value.shape(), dialect);
    let stride = slicer(&value.stride().to_slicer(), dialect, Role::Stride);
    match dialect {
        Dialect::Cute | Dialect::Dsl => format!("{shape}:{stride}"),
        Dialect::Python => format!("Layout({shape}, {stride})"),
        Dialect::CppTypes => format!("Layout<{shape},{stride}>"),
    }
}

/// A map of offsets.
fn outer(map: &Outer, dialect: Dialect) -> String {
    match (map, dialect) {
        (Outer::Layout(value), _) => layout(value, dialect),
        (Outer::Swizzle(s), Dialect::Python) => {
            format!("Swizzle({}, {}, {})", s.bits(), s.base(), s.shift())
        }
        (Outer::Swizzle(s), Dialect::CppTypes) => {
            format!("Swizzle<{},{},{}>", s.bits(), s.base(), s.shift())
        }
        _ => map.to_string(),
    }
}

fn composed(value: &ComposedLayout, dialect: Dialect) -> String {
    let stages = (0..value.stages()).rev().filter_map(|i| value.stage(i).ok());
    stages.fold(layout(value.inner(), dialect), |inner, (map, offset)| {
        let (map, offset) = (outer(&map, dialect), dialect.integer(offset));
        match dialect {
            Dialect::Cute | Dialect::Dsl => format!("{map} o {offset} o {inner}"),
            Dialect::Python => format!("ComposedLayout({map}, {offset}, {inner})"),
            Dialect::CppTypes => format!("ComposedLayout<{map},{offset},{inner}>"),
        }
    })
}

fn tiler(value: &Tiler, dialect: Dialect) -> String {
    match value.as_layout() {
        Some(value) => layout(&value, dialect),
        None if !value.is_by_mode() => dialect.blank().to_owned(),
        None => {
            let modes = (0..value.rank()).filter_map(|i| value.mode(i).ok());
            let items: Vec<String> = modes.map(|mode| tiler(&mode, dialect)).collect();
            dialect.style(Role::Tile).join(&items)
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Dialect::ALL.iter().find(|dialect| dialect.1 == *self) {
            Some((name, _)) => f.write_str(name),
            None => f.write_char('?'),
        }
    }
}
