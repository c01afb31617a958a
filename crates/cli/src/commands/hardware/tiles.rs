//! Who owns what in a tile, in words: for tiled copies and tiled MMAs.

use tilework::{Shape, Tuple};
use tilework_hardware::tiled::{Coverage, Overhang, TileMap, TiledError};
use tilework_lang::Diagnostic;
use tilework_lang::report::hardware::words::ranges;

/// `32x16` for a tile of these extents.
pub(super) fn by(extents: &[i64]) -> String {
    extents.iter().map(ToString::to_string).collect::<Vec<_>>().join("x")
}

/// `thread 116, value 1`, for all owners of an element: threads with the same value together.
pub(super) fn owners(owners: &[(i64, i64)]) -> String {
    let mut groups: Vec<(i64, Vec<i64>)> = Vec::new();
    for &(thread, value) in owners {
        match groups.iter_mut().find(|(other, _)| *other == value) {
            Some((_, threads)) => threads.push(thread),
            None => groups.push((value, vec![thread])),
        }
    }
    let words = groups.iter().map(|(value, threads)| {
        let plural = if threads.len() > 1 { "s" } else { "" };
        format!("thread{plural} {}, value {value}", ranges(threads))
    });
    words.collect::<Vec<_>>().join("; ")
}

/// How often the elements of a tile have an owner.
pub(super) fn covered(map: &TileMap) -> Result<String, TiledError> {
    let element = |index| map.coord(index).map(|coord| coord.to_string());
    Ok(match map.coverage()? {
        Coverage::Times(1) => "each element once".to_owned(),
        Coverage::Times(2) => "each element twice".to_owned(),
        Coverage::Times(times) => format!("each element {times} times"),
        Coverage::Holes { first, count: 1 } => {
            format!("element {} has no owner", element(first)?)
        }
        Coverage::Holes { first, count } => {
            format!("{count} elements have no owner, the first is {}", element(first)?)
        }
        Coverage::Uneven { owners, element: other, others } => {
            let other = element(other)?;
            format!("element {} has {owners} owners, {other} has {others}", element(0)?)
        }
    })
}

/// That tiles stick out of a tensor, and which of their elements are inside, by the names of coordinates.
pub(super) fn sticks_out(overhang: &Overhang, shape: &Shape, names: &[&str]) -> Option<String> {
    if overhang.elements == 0 {
        return None;
    }
    let shape = shape.product_each().unwrap_or(*shape);
    let inside: Vec<String> = names
        .iter()
        .zip(shape.leaves().iter().zip(overhang.covered.leaves()))
        .filter(|(_, (extent, covered))| extent != covered)
        .map(|(name, (extent, _))| format!("{name} < {extent}"))
        .collect();
    Some(format!(
        "tiles cover {}, {} elements outside; inside where {}",
        by(overhang.covered.leaves()),
        overhang.elements,
        inside.join(" and ")
    ))
}

/// Both words of an option that has two.
pub(super) fn pair(option: &Option<Vec<String>>) -> Option<[&str; 2]> {
    match option.as_deref() {
        Some([first, second]) => Some([first, second]),
        _ => None,
    }
}

/// A coordinate in a text such as `21,9` or `(21,9)`.
///
/// # Errors
/// That it is not `wanted`.
pub(super) fn coordinate(text: &str, option: &str, wanted: &str) -> Result<Tuple, Diagnostic> {
    let trimmed = text.trim();
    let inner = trimmed.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let parts = inner.unwrap_or(trimmed).split(',');
    let numbers: Option<Vec<i64>> = parts.map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref().map(Tuple::from_slice) {
        Some(Ok(tuple)) => Ok(tuple),
        _ => {
            let message = format!("{option} needs {wanted}, not `{text}`");
            Err(Diagnostic::plain("usage", message))
        }
    }
}

/// A thread and one of its values, `116,1`.
///
/// # Errors
/// That it is something else.
pub(super) fn thread_value(text: &str, option: &str) -> Result<[i64; 2], Diagnostic> {
    let wanted = "a thread and a value, such as 116,1";
    match coordinate(text, option, wanted)?.leaves() {
        &[thread, value] => Ok([thread, value]),
        _ => Err(Diagnostic::plain("usage", format!("{option} needs {wanted}, not `{text}`"))),
    }
}
