//! Accesses in requests: objects with the fields of an access.

use serde_json::Value as Json;
use tilework::{AnyLayout, Layout};
use tilework_hardware::access::{Access, Matrices};

use super::fields::{Fields, refused, usage, wrong};
use crate::{Diagnostic, Value};

/// The most accesses that one request has.
const MOST: usize = 4096;

/// A layout with strides, from offset 0 on.
pub(super) fn plain(fields: Fields<'_>, name: &str) -> Result<Layout, Diagnostic> {
    match placed(fields, name)? {
        (layout, 0) => Ok(layout),
        (_, offset) => Err(usage(format!("`{name}` has to start at 0, and not at {offset}"))),
    }
}

/// A layout with strides, and the index at which it starts.
fn placed(fields: Fields<'_>, name: &str) -> Result<(Layout, i64), Diagnostic> {
    match fields.value(name)? {
        Value::Slice(layout, offset) => Ok((layout, offset)),
        value => match value.strided() {
            Some(Ok(placed)) => Ok(placed),
            Some(Err(error)) => Err(refused("layout", &error)),
            None => {
                let message = format!("`{name}` has to be a layout, not {}", value.kind());
                Err(usage(message))
            }
        },
    }
}

/// The matrices of a request: `num` of them.
fn matrices(fields: Fields<'_>) -> Result<Matrices, Diagnostic> {
    let count = fields.count_or("num", 4)?;
    Matrices::new(count).ok_or_else(|| wrong("num", "1, 2 or 4 matrices", &count.into()))
}

/// Vectors of threads and values.
pub(super) fn vectors(fields: Fields<'_>) -> Result<Access, Diagnostic> {
    let (tv, width) = (plain(fields, "tv")?, fields.count("width")?);
    Access::vectors(&tv, width, fields.direction_or_load("dir")?)
        .map_err(|error| refused(error.name(), &error))
}

/// The rows of matrices, each of which has to be contiguous in this memory.
pub(super) fn rows(fields: Fields<'_>, memory: &AnyLayout) -> Result<Access, Diagnostic> {
    let (rows, start) = placed(fields, "rows")?;
    let direction = fields.direction_or_load("dir")?;
    let access = Access::rows(&rows, matrices(fields)?, direction)
        .map_err(|error| refused(error.name(), &error))?;
    Ok(access.from_index(start).row_step(Access::neighbour_step(memory)))
}

/// All accesses of a request about this memory.
pub(super) fn list(fields: Fields<'_>, memory: &AnyLayout) -> Result<Vec<Access>, Diagnostic> {
    let json = fields.need("accesses")?;
    let Some(list) = json.as_array().filter(|list| list.len() <= MOST) else {
        return Err(wrong("accesses", "a list of at most 4096 accesses", json));
    };
    list.iter().map(|access| one(access, memory)).collect()
}

fn one(json: &Json, memory: &AnyLayout) -> Result<Access, Diagnostic> {
    let Json::Object(fields) = json else {
        return Err(wrong("accesses", "a list of objects", json));
    };
    let fields = Fields(fields);
    match fields.text("kind")? {
        "tv" => vectors(fields),
        "ldmatrix" => rows(fields, memory),
        _ => Err(wrong("kind", "`tv` or `ldmatrix` for an access", fields.need("kind")?)),
    }
}
