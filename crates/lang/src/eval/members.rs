//! What the members of a value are: `P.tile`, `P.layout`, `P.threads`, `P.values`.

use crate::eval::names;
use crate::operations::value::Value;
use crate::text::diagnostic::{Diagnostic, Span};

/// All members that there are: those of thread-value layouts.
pub(crate) const ALL: &[&str] = &["layout", "threads", "tile", "values"];

/// The names of the members that a value can have.
pub(crate) fn of(value: &Value) -> &'static [&'static str] {
    match value {
        Value::Tv(_) => ALL,
        Value::Layout(_)
        | Value::Composed(_)
        | Value::Slice(..)
        | Value::Coords(_)
        | Value::CoordSlice(..) => &["layout"],
        _ => &[],
    }
}

/// The member of that name. `.layout` of a layout is itself: a tensor is read as its layout.
pub(crate) fn get(value: &Value, name: &str) -> Option<Value> {
    Some(match (value, name) {
        (Value::Tv(tv), "layout") => tv.layout_value(),
        (Value::Tv(tv), "tile") => tv.tile_value(),
        (Value::Tv(tv), "threads") => Value::Integer(tv.threads()),
        (Value::Tv(tv), "values") => Value::Integer(tv.values()),
        (Value::Layout(_) | Value::Composed(_) | Value::Coords(_), "layout") => value.clone(),
        (Value::Slice(layout, _), "layout") => Value::Layout(*layout),
        (Value::CoordSlice(layout, _), "layout") => Value::Coords(layout.clone()),
        _ => return None,
    })
}

/// The error for a name that is none of them.
pub(crate) fn unknown(value: &Value, name: &str, place: &Span) -> Diagnostic {
    let out = names::unknown_member(name, place, value.kind(), of(value));
    match (value, name) {
        (_, "tile" | "threads" | "values") => out.help("thread-value layouts have it: TV on tile"),
        (Value::Pair(_), _) => out.help("the layouts of a pair are [0] and [1]"),
        (Value::Integer(_) | Value::Tuple(_), "layout") => {
            out.help("make_layout(shape) is its compact layout")
        }
        _ => out,
    }
}
