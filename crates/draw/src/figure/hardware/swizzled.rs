//! Before and after a swizzle: the same access to two layouts of one tile.

use tilework::LayoutRef;
use tilework_hardware::access::Access;
use tilework_hardware::machine::Machine;

use crate::figure::hardware::error::FigureError;
use crate::figure::hardware::instruction::At;
use crate::figure::hardware::served::Served;
use crate::figure::hardware::tile::tile;
use crate::scene::Scene;
use crate::scene::view::View;

/// The same instruction on two layouts of a tile, such as one without and one with a swizzle: the tiles beside one
/// another, coloured by bank, and below them the memory that the phase with the most ways touches.
///
/// A lane has the same elements in both; where it finds them, and what that costs, is what differs. Without `at`, it is
/// the one that [`banks`](crate::banks()) draws of the first layout.
///
/// # Errors
/// Those of [`report`](tilework_hardware::shared::report), of either layout.
///
/// ```
/// use tilework::{ComposedLayout, layout};
/// use tilework_draw::{View, swizzled};
/// use tilework_hardware::access::{Access, Matrices};
/// use tilework_hardware::machine::{Direction, Machine};
///
/// let plain = layout!((64,64):(64,1));
/// let with: ComposedLayout = "Sw<3,3,3> o 0 o (64,64):(64,1)".parse()?;
/// let access = Access::matrices_along(&plain, 1, 16, Matrices::X4, Direction::Load)?;
/// let layouts = [(&plain).into(), (&with).into()];
/// let scene = swizzled(layouts, &access, 16, &Machine::NVIDIA, None, "", &View::default())?;
/// let captions: Vec<&str> = scene.panels().map(|panel| &*panel.caption).collect();
/// assert_eq!(captions, [
///     "(64,64):(64,1): 32 wavefronts, ideal 4",
///     "Sw<3,3,3> o 0 o (64,64):(64,1): 4 wavefronts, ideal 4",
///     "phase 0, lanes 0-7: 8-way conflict",
///     "phase 0, lanes 0-7: no conflict",
/// ]);
/// # Ok::<(), tilework_draw::FigureError>(())
/// ```
pub fn swizzled(
    layouts: [LayoutRef; 2],
    access: &Access,
    bits: u32,
    machine: &Machine<'_>,
    at: Option<At>,
    title: &str,
    view: &View,
) -> Result<Scene, FigureError> {
    let before = Served::new(layouts[0], access, bits, machine, at)?;
    let after = Served::new(layouts[1], access, bits, machine, Some(before.at))?;
    let worst = before.worst().map_or(0, |phase| phase.number);
    let mut notes = vec![before.cost()];
    let (mut tiles, mut memories) = (Vec::new(), Vec::new());
    for served in [&before, &after] {
        if let Some(mut panel) = tile(served, view, &mut notes) {
            panel.caption = format!("{}: {}", panel.caption, served.price());
            tiles.push(panel);
        }
        let phase = served.phases().into_iter().find(|phase| phase.number == worst);
        memories.extend(phase.map(|phase| served.panel(phase, &[phase], view, &mut notes)));
    }
    let conflicting = if before.counts.ways > 1 { &before } else { &after };
    conflicting.explain(&mut notes);
    let (title, legend) = (title.to_owned(), Some(before.legend()));
    Ok(Scene { title, rows: vec![tiles, memories], legend, notes, ..Scene::default() })
}
