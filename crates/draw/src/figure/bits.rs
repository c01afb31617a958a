//! A map of bits as a matrix: which bits of the index make which bit of the offset.

use tilework::{Shape, XorMap};

use crate::scene::axis::{Axis, Tick};
use crate::scene::{Cell, Fill, Panel, Scene};

/// A map that is linear over XOR, as its matrix: a row for each bit of the offset, a column for each bit of the index,
/// the lowest first. A bit of the offset is the XOR of those bits of the index that have a 1 in its row. With a shape,
/// the columns of a mode stand together.
///
/// ```
/// use tilework::{AnyLayout, layout};
/// use tilework_draw::{ColorDepth, bits, terminal};
///
/// let layout = AnyLayout::from(layout!((4,2):(2,1)));
/// let scene = bits(&layout.as_ref().to_xor_map()?, Some(&layout.shape()), "(4,2):(2,1)");
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// (4,2):(2,1)
///
/// 3 x 3 over XOR
///      m0   m1
///     0  1   0
///   ┌──────┬───┐
/// 0 │ 0  0 │ 1 │
/// 1 │ 1  0 │ 0 │
/// 2 │ 0  1 │ 0 │
///   └──────┴───┘
/// (down: bits of the offset; across: bits of the modes)
/// (a bit of the offset is the XOR of the bits with a 1 in its row)
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn bits(map: &XorMap, shape: Option<&Shape>, title: &str) -> Scene {
    let columns = map.columns();
    let all = columns.iter().fold(0, |all, column| all | column);
    // Offsets have at least one bit, and an index that has none is one column of zeros.
    let rows = (64 - all.leading_zeros()).max(1);
    let modes = modes(columns.len(), shape);
    let mode_of =
        |column: usize| modes.iter().take_while(|mode| mode.start <= column).count().max(1) - 1;

    let mut across = Axis::counting(columns.len().max(1), 1);
    across.borders = (1..across.len()).map(|at| u8::from(mode_of(at) != mode_of(at - 1))).collect();
    let bit = |at: usize| at - modes.get(mode_of(at)).map_or(0, |mode| mode.start);
    let ticks =
        (0..columns.len()).map(|start| Tick { start, len: 1, text: bit(start).to_string() });
    across.levels.push(ticks.collect());
    if modes.len() > 1 {
        across.levels.push(modes.iter().filter(|mode| mode.len > 0).cloned().collect());
    }
    let down = Axis::counting(rows as usize, 1).ticked(|position| position.index.to_string());

    let mut cells = Vec::with_capacity(down.len() * across.len());
    for row in 0..rows {
        for at in 0..across.len() {
            let value = columns.get(at).copied().unwrap_or(0);
            let one = value >> row & 1 == 1;
            let mode = i64::try_from(mode_of(at)).unwrap_or(0);
            cells.push(Cell {
                index: columns.get(at).map_or(0, |_| 1 << at),
                offset: value,
                label: if one { "1" } else { "0" }.into(),
                fill: if one { Fill::tile(mode) } else { Fill::Empty },
                keys: if one { [row].into() } else { Box::default() },
                ..Cell::default()
            });
        }
    }
    let caption = format!("{rows} x {} over XOR", columns.len());
    let panel = Panel { caption, cells, down, across, ..Panel::default() };
    let notes = vec![
        format!(
            "down: bits of the offset; across: bits of the {}",
            if modes.len() > 1 { "modes" } else { "index" }
        ),
        "a bit of the offset is the XOR of the bits with a 1 in its row".to_owned(),
    ];
    Scene { title: title.to_owned(), rows: vec![vec![panel]], notes, ..Scene::default() }
}

/// The columns of each mode, where the shape has as many bits as the map.
fn modes(columns: usize, shape: Option<&Shape>) -> Vec<Tick> {
    let mut start = 0;
    let ticks = (0..shape.map_or(0, |shape| shape.rank())).map_while(|mode| {
        let size = shape?.mode(mode).ok()?.product().ok()?;
        let len = size.trailing_zeros() as usize;
        start += len;
        Some(Tick { start: start - len, len, text: format!("m{mode}") })
    });
    let ticks: Vec<Tick> = ticks.collect();
    if start == columns { ticks } else { Vec::new() }
}
