//! Layouts written with the colon inside the wrong parentheses.
//!
//! `((2,2),(2,3):(4,1),(2,8))` is meant to be `((2,2),(2,3)):((4,1),(2,8))`. Read as it stands it
//! is three modes side by side, of which only one has strides.

/// The layout that was meant, if `text` is one with misplaced parentheses. The caller still has to
/// check that it is one: both halves must have the same nesting.
pub(super) fn regrouped(text: &str) -> Option<String> {
    let (shape, stride) = halves(text)?;
    if well_formed(text.trim()) {
        return None;
    }
    let (mut shape, mut stride) = (shape.trim().to_owned(), stride.trim().to_owned());
    let open = depth(&shape);
    if open > 0 {
        shape.push_str(&")".repeat(open.unsigned_abs()));
    }
    for _ in open..0 {
        // Too many at its end: `(5,(2,2))):(16,(80,4))`.
        shape.truncate(shape.strip_suffix(')')?.trim_end().len());
    }
    let open = depth(&stride);
    if open < 0 {
        stride.insert_str(0, &"(".repeat(open.unsigned_abs()));
    }
    for _ in 0..open {
        stride.push(')');
    }
    Some(format!("{shape}:{stride}"))
}

/// What is before and after the only colon of a text of numbers, commas and parentheses.
fn halves(text: &str) -> Option<(&str, &str)> {
    // Longer ones are not written by hand.
    let numbers = |c: char| c.is_ascii_digit() || " _,():-".contains(c);
    if text.len() > 400
        || !text.chars().all(numbers)
        || !text.contains(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let (shape, stride) = text.split_once(':')?;
    (!stride.contains(':')).then_some((shape, stride))
}

/// `shape:stride` with both halves balanced, or parentheses around one.
fn well_formed(text: &str) -> bool {
    if let Some((shape, stride)) = text.split_once(':')
        && one(shape)
        && one(stride)
    {
        return true;
    }
    match text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => balanced(inner) && well_formed(inner.trim()),
        None => false,
    }
}

fn depth(text: &str) -> isize {
    text.bytes().fold(0, |depth, byte| depth + step(byte))
}

/// One number, or one tuple.
fn one(text: &str) -> bool {
    let mut depth = 0;
    let commas = text.bytes().any(|byte| {
        depth += step(byte);
        byte == b',' && depth == 0
    });
    balanced(text) && !commas
}

fn balanced(text: &str) -> bool {
    let mut depth = 0;
    text.bytes().all(|byte| {
        depth += step(byte);
        depth >= 0
    }) && depth == 0
}

fn step(byte: u8) -> isize {
    match byte {
        b'(' => 1,
        b')' => -1,
        _ => 0,
    }
}
