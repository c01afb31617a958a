//! Global memory: the lines and sectors that an instruction touches.

use std::collections::BTreeSet;

use tilework::LayoutRef;
use tilework_hardware::access::Access;
use tilework_hardware::global::{Counts, count, report_iteration};
use tilework_hardware::machine::{Confidence, Machine};

use crate::figure::hardware::error::FigureError;
use crate::figure::hardware::instruction::{At, Touched, short};
use crate::figure::hardware::rows::Rows;
use crate::scene::axis::Tick;
use crate::scene::view::View;
use crate::scene::{Cell, Fill, Panel, Scene};

/// One instruction in global memory: the lines that it touches, each with its sectors, and the lanes of the bytes.
///
/// Bytes that no lane asked for but which come with a sector that another one touches are grey; sectors that stay
/// where they are, are empty. One colour is one lane. Without `at`, it is the instruction of the first iteration with
/// the most sectors beyond the ideal, or the first one.
///
/// # Errors
/// Those of [`report`](tilework_hardware::global::report).
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
    let iteration = at.map_or(0, |at| at.iteration);
    let report = report_iteration(memory, access, bits, machine, iteration)?;
    let worst = report.worst.map_or((0, 0), |worst| (worst.instruction, worst.warp));
    let at = at.unwrap_or(At { iteration, instruction: worst.0, warp: worst.1 });
    let touched = Touched::new(memory, access, bits, machine.lanes, at)?;
    let lines = Lines::new(&touched, machine);
    let mut notes = Vec::new();
    if report.instructions > 1 || at.iteration > 0 {
        let which = at.words(report.instructions);
        notes.push(format!("{which}; all {} instructions: {report}", report.instructions));
    }
    let panel = lines.panel(count(&touched.request, machine), view, &mut notes);
    if report.certainty.confidence > Confidence::A {
        notes.push(format!("confidence {}", report.certainty));
    }
    let (title, legend) = (title.to_owned(), Some("colour: lane".to_owned()));
    Ok(Scene { title, rows: vec![vec![panel]], legend, notes, ..Scene::default() })
}

/// The lines that an instruction touches.
struct Lines<'a> {
    touched: &'a Touched,
    sector_bytes: i64,
    line_bytes: i64,
    sectors: BTreeSet<i64>,
    lines: BTreeSet<i64>,
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
        }
    }

    /// Lines of cells that are as wide as the narrowest access, but no wider than a word.
    fn panel(&self, cost: Counts, view: &View, notes: &mut Vec<String>) -> Panel {
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
        let (caption, units) = (caption(cost), Some(["sector", "byte"]));
        Panel { caption, cells, down, across, dense: true, units, ..Panel::default() }
    }
}

/// What an instruction costs: `9 sectors, ideal 8; 3 lines`.
fn caption(cost: Counts) -> String {
    let plural = |count: u32, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let ideal = match cost.broadcast {
        true => "broadcast".to_owned(),
        false => format!("ideal {}", cost.ideal),
    };
    format!("{}, {ideal}; {}", plural(cost.sectors, "sector"), plural(cost.lines, "line"))
}

/// The widest cell in bytes.
const WORD: i64 = 4;
