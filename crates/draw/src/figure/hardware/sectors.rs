//! Global memory: the lines and sectors that an instruction touches.

use std::collections::BTreeSet;

use tilework::LayoutRef;
use tilework_hardware::access::{Access, Plan};
use tilework_hardware::machine::Machine;

use crate::figure::hardware::error::FigureError;
use crate::figure::hardware::instruction::{At, Touched, short};
use crate::figure::hardware::rows::Rows;
use crate::scene::axis::{Tick, pieces};
use crate::scene::view::View;
use crate::scene::{Cell, Fill, Panel, Scene};

/// One instruction in global memory: the lines that it touches, each with its sectors, and the lanes of the bytes.
///
/// Bytes that no lane asked for but which come with a sector that another one touches are grey; sectors that stay
/// where they are, are empty. One colour is one lane. Without `at`, it is the first instruction of the first
/// iteration that touches the most sectors.
///
/// # Errors
/// Those of [`Plan::request`](tilework_hardware::access::Plan::request).
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{ColorDepth, View, sectors, terminal};
/// use tilework_hardware::access::Access;
/// use tilework_hardware::machine::Machine;
///
/// // Two lanes with 8 bytes each, in a memory whose lines of 32 bytes are two sectors.
/// let machine = Machine { lanes: 2, sector_bytes: 16, line_bytes: 32, ..Machine::CUSTOM };
/// let access = Access::load(&layout!((2,2):(6,1)), 8)?;
/// let scene = sectors(&layout!(16:1), &access, 32, &machine, None, "", &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// 2 sectors, ideal 1; 1 line
///         +0          +16
///   ┌────────────┬────────────┐
/// 0 │ 0  0       │       1  1 │
///   └────────────┴────────────┘
/// (lines of 32 bytes in sectors of 16; a cell is 4 bytes, its number the lane)
/// (grey: not asked for, but part of a sector that is; empty: not moved)
/// ");
/// # Ok::<(), tilework_draw::FigureError>(())
/// ```
pub fn sectors<'a>(
    memory: impl Into<LayoutRef<'a>>,
    access: &Access,
    bits: u32,
    machine: &Machine<'_>,
    at: Option<At>,
    title: &str,
    view: &View,
) -> Result<Scene, FigureError> {
    let memory = memory.into();
    let at = at.map_or_else(|| worst(memory, access, bits, machine), Ok)?;
    let touched = Touched::new(memory, access, bits, machine.lanes, at)?;
    let lines = Lines::new(&touched, machine);
    let plan = Plan::new(access, memory, bits, machine.lanes)?;
    let which = at.words(plan.instructions()?.unsigned_abs());
    let mut notes: Vec<String> =
        Some(which).filter(|which| !which.is_empty()).into_iter().collect();
    let panel = lines.panel(view, &mut notes);
    let (title, legend) = (title.to_owned(), Some("colour: lane".to_owned()));
    Ok(Scene { title, rows: vec![vec![panel]], legend, notes, ..Scene::default() })
}

/// The first instruction of the first iteration that touches the most sectors.
fn worst(
    memory: LayoutRef,
    access: &Access,
    bits: u32,
    machine: &Machine,
) -> Result<At, FigureError> {
    let plan = Plan::new(access, memory, bits, machine.lanes)?;
    let mut worst = (At::default(), 0);
    let places = (0..plan.vectors()).flat_map(|vector| (0..plan.warps()).map(move |w| (vector, w)));
    for (instruction, warp) in places.take(LOOKED_AT) {
        let at = At { iteration: 0, instruction, warp };
        let sectors =
            Lines::new(&Touched::of(plan.request(0, instruction, warp)?), machine).sectors.len();
        if sectors > worst.1 {
            worst = (at, sectors);
        }
    }
    Ok(worst.0)
}

/// The lines that an instruction touches.
struct Lines<'a> {
    touched: &'a Touched,
    sector_bytes: i64,
    line_bytes: i64,
    sectors: BTreeSet<i64>,
    lines: BTreeSet<i64>,
    /// How many bytes lanes ask for, each once.
    bytes: i64,
}

impl<'a> Lines<'a> {
    fn new(touched: &'a Touched, machine: &Machine) -> Lines<'a> {
        let sector_bytes = i64::from(machine.sector_bytes).max(1);
        let line_bytes = i64::from(machine.line_bytes).max(sector_bytes);
        Lines {
            touched,
            sector_bytes,
            line_bytes,
            sectors: touched.bytes().map(|byte| byte.div_euclid(sector_bytes)).collect(),
            lines: touched.bytes().map(|byte| byte.div_euclid(line_bytes)).collect(),
            bytes: touched.bytes().count() as i64,
        }
    }

    /// What the instruction costs.
    fn cost(&self) -> String {
        let plural = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let (sectors, lines) = (self.sectors.len(), self.lines.len());
        let ideal = pieces(self.bytes.max(1), self.sector_bytes);
        format!("{}, ideal {ideal}; {}", plural(sectors, "sector"), plural(lines, "line"))
    }

    /// Lines of cells that are as wide as the narrowest access, but no wider than a word.
    fn panel(&self, view: &View, notes: &mut Vec<String>) -> Panel {
        let wide = i64::from(self.touched.request.width_bytes());
        // Vectors begin at a multiple of this.
        let unit = (wide & -wide).clamp(1, WORD);
        let sector = (self.sector_bytes / unit).max(1);
        let sizes = [self.line_bytes / unit, sector, unit];
        let rows = Rows::new(self.lines.clone(), sizes, view.limits, notes);
        let (down, mut across) = (rows.down(), rows.across());
        let per_sector = usize::try_from(sector).unwrap_or(1).min(across.len().max(1));
        let starts = (0..across.len()).step_by(per_sector);
        let ticks = starts.clone().map(|start| Tick {
            start,
            len: per_sector.min(across.len() - start),
            text: format!("+{}", start as i64 * unit),
        });
        across.levels = vec![ticks.collect()];
        for end in starts.skip(1) {
            across.borders[end - 1] = 1;
        }
        let mut cells = Vec::with_capacity(down.len() * across.len());
        for row in &down.positions {
            for column in &across.positions {
                let byte = (row.index + column.index).saturating_mul(unit);
                let lanes = self.touched.lanes(byte, unit, u64::MAX);
                let fill = match lanes.first() {
                    Some(lane) => Fill::tile((*lane).into()),
                    None if self.sectors.contains(&byte.div_euclid(self.sector_bytes)) => {
                        Fill::Grey
                    }
                    None => Fill::Empty,
                };
                cells.push(Cell {
                    index: byte.div_euclid(self.sector_bytes),
                    offset: byte,
                    label: short(&lanes).into(),
                    fill,
                    marked: false,
                    keys: lanes.into(),
                });
            }
        }
        notes.push(format!(
            "lines of {} bytes in sectors of {}; a cell is {unit} bytes, its number the lane",
            self.line_bytes, self.sector_bytes
        ));
        notes
            .push("grey: not asked for, but part of a sector that is; empty: not moved".to_owned());
        let (caption, units) = (self.cost(), Some(["sector", "byte"]));
        Panel { caption, cells, down, across, dense: true, units, ..Panel::default() }
    }
}

/// How many instructions are looked at for the one that touches the most sectors.
const LOOKED_AT: usize = 1024;

/// The widest cell in bytes.
const WORD: i64 = 4;
