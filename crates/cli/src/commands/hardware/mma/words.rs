//! Which atom of a tiled MMA owns what, in words.

use tilework_hardware::tiled::{Operand, TiledError, TiledMma};
use tilework_lang::report::hardware::words::ranges;

/// How many atoms are shown.
const SHOWN: usize = 8;

/// `n-warp 0 owns n 0..15, n-warp 1 owns 16..31`, for each mode of the operand along which there are several
/// atoms.
pub(super) fn owns(mma: &TiledMma, operand: Operand) -> Result<Option<String>, TiledError> {
    let mut out = Vec::new();
    for (mode, axis) in operand.axes().into_iter().enumerate() {
        if mma.atoms()[axis] > 1 {
            out.push(along(mma, operand, mode, axis)?);
        }
    }
    Ok((!out.is_empty()).then(|| out.join("; ")))
}

/// The same for one mode.
fn along(mma: &TiledMma, operand: Operand, mode: usize, axis: usize) -> Result<String, TiledError> {
    let map = mma.map(operand)?;
    let mut owned = vec![Vec::new(); mma.atoms()[axis].clamp(0, SHOWN as i64) as usize];
    for thread in 0..map.threads() {
        let [_, place @ ..] = mma.thread(thread)?;
        // One atom for each place along this mode says it all.
        let first = (0..3).all(|other| other == axis || place[other] == 0);
        let Some(owned) = owned.get_mut(place[axis] as usize).filter(|_| first) else { continue };
        for value in 0..map.values() {
            owned.extend(map.element(thread, value)?.leaves().get(mode));
        }
    }
    let (letter, name) = (letter(axis), name(mma.atom().thr_id.size()));
    let mut words = Vec::new();
    for (i, mut owned) in owned.into_iter().enumerate() {
        owned.sort_unstable();
        owned.dedup();
        let of = if i == 0 { format!("{letter} ") } else { String::new() };
        words.push(format!("{letter}-{name} {i} owns {of}{}", ranges(&owned)));
    }
    if mma.atoms()[axis] > SHOWN as i64 {
        words.push("...".to_owned());
    }
    // A list inside of a list needs another separator.
    let several = words.iter().any(|words| words.contains(','));
    Ok(words.join(if several { "; " } else { ", " }))
}

/// What a coordinate along M, N or K is called.
pub(super) fn letter(axis: usize) -> &'static str {
    match axis {
        0 => "m",
        1 => "n",
        _ => "k",
    }
}

/// What so many threads are called.
fn name(threads: i64) -> &'static str {
    match threads {
        1 => "thread",
        8 => "quad pair",
        32 => "warp",
        64 => "wave",
        128 => "warpgroup",
        _ => "atom",
    }
}
