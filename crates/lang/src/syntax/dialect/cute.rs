//! Values as CuTe writes them: its prints, its types and calls in C++, and Python.

use tilework::{BasisStride, ComposedLayout, Layout, Nested, Outer, Slicer, Tiler, Tuple};

use super::{Dialect, refuse};
use crate::operations::value::Value;
use crate::text::diagnostic::Diagnostic;

/// A value in one of these dialects.
pub(super) fn print(value: &Value, dialect: Dialect) -> Result<String, Diagnostic> {
    let layout = |value: &Layout| layout(value, dialect);
    Ok(match value {
        _ if dialect == Dialect::Dsl => value.to_string(),
        // What `size` and `rank` give are plain integers in all dialects.
        Value::Integer(integer) => integer.to_string(),
        Value::Truth(truth) if dialect == Dialect::Python => {
            (if *truth { "True" } else { "False" }).to_owned()
        }
        Value::Tuple(value) => tuple(value, dialect, Role::Shape),
        Value::Slicer(value) => slicer(value, dialect),
        Value::Layout(value) => layout(value),
        Value::Composed(value) => composed(value, dialect)?,
        Value::Swizzle(_) | Value::Xor(_) => match value.as_map() {
            Some(map) => outer(&map, dialect)?,
            None => String::new(),
        },
        Value::Tiler(value) => tiler(value, dialect),
        // What `slice_and_offset` returns in C++.
        Value::Slice(value, offset) if dialect == Dialect::Cpp => {
            format!("make_tuple({}, {})", layout(value), dialect.integer(*offset))
        }
        Value::Slice(value, offset) => format!("{} at {offset}", layout(value)),
        Value::Tv(tv) if dialect == Dialect::Cpp => {
            if tv.tile().is_leaf() {
                let message = format!("in C++, {value} would be a layout and an offset");
                return refuse(message, &format!("with a tile ({}) it is not", tv.tile()));
            }
            let tile = tuple(tv.tile(), dialect, Role::Shape);
            format!("make_tuple({}, {tile})", print(&tv.layout_value(), dialect)?)
        }
        Value::Tv(tv) => {
            let tile = tuple(tv.tile(), dialect, Role::Shape);
            format!("{} on {tile}", print(&tv.layout_value(), dialect)?)
        }
        Value::Pair(both) => {
            let [a, b] = both.map(|layout| print(&layout.into(), dialect));
            match dialect {
                Dialect::Cpp => format!("make_tuple({}, {})", a?, b?),
                _ => format!("{} and {}", a?, b?),
            }
        }
        Value::List(values) if dialect == Dialect::Python => {
            let items: Vec<String> = values.iter().map(i64::to_string).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Coords(value) if dialect == Dialect::Cpp => {
            let shape = tuple(&value.shape(), dialect, Role::Shape);
            format!("make_layout({shape}, {})", bases(&value.stride())?)
        }
        Value::Basis(value) if dialect == Dialect::Cpp => bases(value)?,
        Value::CoordSlice(..) if dialect == Dialect::Cpp => {
            let message = format!("C++ has no expression for a layout with its start: {value}");
            return refuse(message, "print the layout and the coordinate by themselves");
        }
        Value::List(_) if dialect == Dialect::Cpp => {
            let message = "C++ has no expression for a list of numbers that reads back".to_owned();
            return refuse(message, "--as python has one");
        }
        // Only the notation of the DSL has strides along coordinates that can be read again.
        Value::Basis(_) | Value::Coords(_) | Value::CoordSlice(..) => value.to_string(),
        Value::Truth(_) | Value::List(_) | Value::Order(_) | Value::Nothing => value.to_string(),
        // The hardware has one notation.
        Value::Atom(_)
        | Value::Tiled(_)
        | Value::Thread(_)
        | Value::Machine(_)
        | Value::Access(_)
        | Value::Record(_)
        | Value::Word(_) => value.to_string(),
    })
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
            (Dialect::Cpp, Role::Shape) => "make_shape(",
            (Dialect::Cpp, Role::Stride) => "make_stride(",
            (Dialect::Cpp, Role::Coord) => "make_coord(",
            (Dialect::Cpp, Role::Tile) => "make_tile(",
            (Dialect::Cute | Dialect::Dsl, Role::Tile) => "<",
            _ => "(",
        };
        let close = if open.ends_with('<') { ">" } else { ")" };
        let python = self == Dialect::Python;
        let between = if python || self == Dialect::Cpp { ", " } else { "," };
        Style { open, between, close, single_comma: python }
    }

    fn integer(self, value: i64) -> String {
        match self {
            Dialect::Cute => format!("_{value}"),
            // `_N` are names that exist for a few N only, and for none below 0.
            Dialect::CppTypes if value < 0 => format!("Int<{value}>"),
            Dialect::CppTypes => format!("_{value}"),
            Dialect::Cpp => format!("Int<{value}>{{}}"),
            _ => value.to_string(),
        }
    }

    fn blank(self) -> &'static str {
        match self {
            Dialect::Python => "None",
            Dialect::CppTypes => "Underscore",
            _ => "_",
        }
    }
}

impl Style {
    fn join(&self, items: &[String]) -> String {
        let comma = if self.single_comma && items.len() == 1 { "," } else { "" };
        format!("{}{}{comma}{}", self.open, items.join(self.between), self.close)
    }
}

fn tuple(value: &Tuple, dialect: Dialect, role: Role) -> String {
    nested(value, &dialect.style(role), |leaf| dialect.integer(leaf))
}

fn slicer(value: &Slicer, dialect: Dialect) -> String {
    nested(value, &dialect.style(Role::Coord), |leaf| match leaf {
        Some(value) => dialect.integer(value),
        None => dialect.blank().to_owned(),
    })
}

/// A nested tuple: its leaves in the dialect, each level in its brackets.
fn nested<T: Copy>(value: &Nested<T>, style: &Style, leaf: impl Fn(T) -> String + Copy) -> String {
    if let (true, [value]) = (value.is_leaf(), value.leaves()) {
        return leaf(*value);
    }
    let modes = (0..value.rank()).filter_map(|i| value.mode(i).ok());
    let items: Vec<String> = modes.map(|mode| nested(&mode, style, leaf)).collect();
    style.join(&items)
}

/// Strides along coordinates in C++: `make_stride(E<0>{}, ScaledBasis<Int<3>,1>{})`.
fn bases(value: &Nested<BasisStride>) -> Result<String, Diagnostic> {
    if let Some(sum) = value.leaves().iter().find(|leaf| leaf.to_string().contains('+')) {
        let message = format!("C++ has no type for {sum}: a ScaledBasis goes along one coordinate");
        return refuse(message, "--as dsl writes sums");
    }
    Ok(nested(value, &Dialect::Cpp.style(Role::Stride), |leaf| {
        // Written from the inside out, and in C++ from the outside in.
        let text = leaf.to_string();
        let mut parts = text.split('@');
        let factor = parts.next().unwrap_or("0");
        let mut path: Vec<&str> = parts.collect();
        path.reverse();
        match (factor, path.as_slice()) {
            (integer, []) => format!("Int<{integer}>{{}}"),
            ("1", path) => format!("E<{}>{{}}", path.join(",")),
            (factor, path) => format!("ScaledBasis<Int<{factor}>,{}>{{}}", path.join(",")),
        }
    }))
}

fn layout(value: &Layout, dialect: Dialect) -> String {
    let shape = tuple(&value.shape(), dialect, Role::Shape);
    let stride = tuple(&value.stride(), dialect, Role::Stride);
    match dialect {
        Dialect::Python => format!("Layout({shape}, {stride})"),
        Dialect::CppTypes => format!("Layout<{shape},{stride}>"),
        Dialect::Cpp => format!("make_layout({shape}, {stride})"),
        _ => format!("{shape}:{stride}"),
    }
}

/// A map of offsets.
fn outer(map: &Outer, dialect: Dialect) -> Result<String, Diagnostic> {
    Ok(match (map, dialect) {
        (Outer::Layout(value), _) => layout(value, dialect),
        (Outer::Swizzle(s), Dialect::Python) => {
            format!("Swizzle({}, {}, {})", s.bits(), s.base(), s.shift())
        }
        (Outer::Swizzle(s), Dialect::CppTypes | Dialect::Cpp) => {
            let braces = if dialect == Dialect::Cpp { "{}" } else { "" };
            format!("Swizzle<{},{},{}>{braces}", s.bits(), s.base(), s.shift())
        }
        (Outer::Xor(map), Dialect::Cpp) => {
            let message = format!("CuTe has swizzles only, and {map} is not one");
            return refuse(
                message,
                "--as dsl, python and cpp-types have a notation of ours for it",
            );
        }
        _ => map.to_string(),
    })
}

fn composed(value: &ComposedLayout, dialect: Dialect) -> Result<String, Diagnostic> {
    let stages = (0..value.stages()).rev().filter_map(|i| value.stage(i).ok());
    stages.into_iter().try_fold(layout(value.inner(), dialect), |inner, (map, offset)| {
        let (map, offset) = (outer(&map, dialect)?, dialect.integer(offset));
        Ok(match dialect {
            Dialect::Python => format!("ComposedLayout({map}, {offset}, {inner})"),
            Dialect::CppTypes => format!("ComposedLayout<{map},{offset},{inner}>"),
            Dialect::Cpp => format!("make_composed_layout({map}, {offset}, {inner})"),
            _ => format!("{map} o {offset} o {inner}"),
        })
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
