//! Thread-value layouts from lists of modes.

use tilework::{Layout, Mode};

/// Extents and strides.
pub(super) type Modes<'a> = &'a [(i64, i64)];

/// One mode. The numbers of the tables are small, so this is always a layout.
pub(super) fn leaf(extent: i64, stride: i64) -> Layout {
    Layout::of_mode(Mode::new(extent, stride)).unwrap_or(Layout::UNIT)
}

/// `n:1`, and `1:0` of one thread.
pub(super) fn lanes(n: i64) -> Layout {
    leaf(n, i64::from(n > 1))
}

/// The modes as one: a single mode is no tuple, and no mode at all is `1:0`.
pub(super) fn group(modes: Modes<'_>) -> Layout {
    match modes {
        [] => leaf(1, 0),
        [(extent, stride)] => leaf(*extent, *stride),
        _ => tuple(modes),
    }
}

/// The modes as a tuple, also of one.
pub(super) fn tuple(modes: Modes<'_>) -> Layout {
    let mut all = [Layout::UNIT; 4];
    for (layout, (extent, stride)) in all.iter_mut().zip(modes) {
        *layout = leaf(*extent, *stride);
    }
    Layout::concat(all.get(..modes.len()).unwrap_or(&[])).unwrap_or(Layout::UNIT)
}

/// (threads, values).
pub(super) fn pair(threads: Layout, values: Layout) -> Layout {
    Layout::concat(&[threads, values]).unwrap_or(Layout::UNIT)
}

/// (threads, values) of two lists.
pub(super) fn tv(threads: Modes<'_>, values: Modes<'_>) -> Layout {
    pair(group(threads), group(values))
}

/// As [`tv`], without values of extent 1.
pub(super) fn tv_short(threads: Modes<'_>, values: Modes<'_>) -> Layout {
    let (mut short, mut count) = ([(1, 0); 4], 0);
    for (place, mode) in short.iter_mut().zip(values.iter().filter(|mode| mode.0 != 1)) {
        *place = *mode;
        count += 1;
    }
    tv(threads, short.get(..count).unwrap_or(&[]))
}

/// The fragment of a warp, or of four, that all tensor core instructions of NVIDIA since Turing share: a group of
/// four threads has one row, and each of them `run` neighbours of it, then those eight rows below, then those
/// `4 run` columns to the right.
///
/// ```text
/// ((4,8),(run,2,K/4run)) : ((rows run,1),(rows,8,4 rows run))
/// ```
pub(super) fn fragment(rows: i64, columns: i64, run: i64) -> Layout {
    let threads = [(4, rows * run), (8, 1), (4, 16)];
    let threads = if rows > 16 { &threads[..] } else { &threads[..2] };
    let halves = if rows > 8 { 2 } else { 1 };
    let values = [(run, rows), (halves, 8), (columns / (4 * run), 4 * rows * run)];
    tv_short(threads, &values)
}

/// Every thread has the whole matrix, as of shared memory: `(threads,(X,Y)):(0,(1,X))`.
pub(super) fn whole(threads: i64, rows: i64, columns: i64) -> Layout {
    tv(&[(threads, 0)], &[(rows, 1), (columns, rows)])
}
