//! Shared memory: the words that an instruction touches, phase by phase, and the tile they are in.

use tilework::LayoutRef;
use tilework_hardware::access::Access;
use tilework_hardware::machine::Machine;

use crate::figure::hardware::error::FigureError;
use crate::figure::hardware::instruction::At;
use crate::figure::hardware::served::Served;
use crate::figure::hardware::tile::tile;
use crate::scene::view::View;
use crate::scene::{Panel, Scene};

/// One instruction in shared memory: for each phase the rows of all banks that it touches, with the lanes
/// that touch each word, and the tile beside it, coloured by bank, with the lane of each element.
///
/// A word is marked where the phase wants several words of its bank: a conflict. HTML shows one phase at a time,
/// other outputs all of them. Of a tile that is longer than 32 in a mode, only the part is drawn that
/// the instruction touches.
///
/// Without `at`, it is the first iteration that has a conflict, or the first one if none has, and of its
/// instructions the first with the most ways.
///
/// # Errors
/// Those of [`report`](tilework_hardware::shared::report).
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{ColorDepth, View, banks, terminal};
/// use tilework_hardware::access::Access;
/// use tilework_hardware::machine::Machine;
///
/// // 4 lanes down a column, on a machine with 4 banks.
/// let machine = Machine { name: "small", lanes: 4, banks: 4, ..Machine::CUSTOM };
/// let (tile, column) = (layout!((4,4):(4,1)), Access::load(&layout!((4,1):(1,0)), 4)?);
/// let scene = banks(&tile, &column, 32, &machine, None, "a column", &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// a column
///
/// (4,4):(4,1)          phase 0, lanes 0-3: 4-way conflict
///     0  1  2  3            0  1  2  3
///   ┌────────────┐        ┌────────────┐
/// 0 │[0]         │      0 │[0] ·  ·  · │
/// 1 │[1]         │     16 │[1] ·  ·  · │
/// 2 │[2]         │     32 │[2] ·  ·  · │
/// 3 │[3]         │     48 │[3] ·  ·  · │
///   └────────────┘        └────────────┘
/// (4 wavefronts, ideal 1)
/// (marked in the tile: what the instruction touches, with the lane)
/// (memory: rows of 16 bytes, one column for each bank; a number is the lane of a word)
/// (marked in memory: a conflict, several words of one bank in one phase)
/// ");
/// # Ok::<(), tilework_draw::FigureError>(())
/// ```
pub fn banks<'a>(
    memory: impl Into<LayoutRef<'a>>,
    access: &Access,
    bits: u32,
    machine: &Machine<'_>,
    at: Option<At>,
    title: &str,
    view: &View,
) -> Result<Scene, FigureError> {
    let served = Served::new(memory.into(), access, bits, machine, at)?;
    let mut notes = vec![served.cost()];
    let phases = served.phases();
    let several = phases.len() > 1;
    let memory = phases.iter().enumerate().map(|(i, &phase)| Panel {
        step: Some(i).filter(|_| several),
        ..served.panel(phase, &phases, view, &mut notes)
    });
    let memory: Vec<Panel> = memory.collect();
    let mut first: Vec<Panel> = tile(&served, view, &mut notes).into_iter().collect();
    // One phase is beside the tile, several are below it.
    let rows = match several {
        true => vec![first, memory],
        false => {
            first.extend(memory);
            vec![first]
        }
    };
    let rows = rows.into_iter().filter(|row| !row.is_empty()).collect();
    served.explain(&mut notes);
    let (title, legend) = (title.to_owned(), Some(served.legend()));
    Ok(Scene { title, rows, legend, notes, ..Scene::default() })
}
