//! Matrix instructions, and their tiling over threads: A, B and C as CuTe's `print_latex` draws them.

use tilework::Layout;
use tilework_hardware::atom::MmaAtom;
use tilework_hardware::tiled::{Operand, TiledMma};

use crate::figure::hardware::error::FigureError;
use crate::figure::hardware::owned::{Cut, Matrix, Owned, chosen, counts};
use crate::figure::threads::Owners;
use crate::scene::Scene;
use crate::scene::axis::pieces;
use crate::scene::view::View;

/// A, B and C of a matrix instruction, as CuTe's `print_latex` draws them: C at the lower right, A to
/// the left of it, row by row, and B above it, column by column. Every element has its thread and the
/// number of the value among those of the thread, and one colour is one thread.
///
/// A thread is called what it is in its warp: `ThrID` is applied. [`Owners`] can make one thread or one
/// value stand out; that of [`both`](Owners::both) maps is not drawn. An operand that every thread has
/// all of, such as one in shared memory, is grey. The independent blocks of some AMD instructions are
/// beside one another.
///
/// # Errors
/// [`FigureError::Absent`] for a thread or a value that there is not, and
/// [`FigureError::TooLarge`] for more than 2^20 elements.
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{ByOwner, ColorDepth, View, mma, terminal};
/// use tilework_hardware::atom::MmaAtom;
///
/// // UniversalFMA<float>, twice.
/// let (a, b, c) = (layout!((2,1):(1,0)), layout!((2,1):(0,0)), layout!((2,1):(1,0)));
/// let atom = MmaAtom { shape: [2, 1, 1], thr_id: layout!(2:1), a, b, c };
/// let scene = mma(&atom, "two of them", ByOwner::Thread, &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// two of them
///
///              B (k,n)
///                   0
///                ┌────┐
///              0 │    │
///                └────┘
///
/// A (m,k)      C (m,n)
///      0            0
///   ┌────┐       ┌────┐
/// 0 │ T0 │     0 │ T0 │
///   │ V0 │       │ V0 │
/// 1 │ T1 │     1 │ T1 │
///   │ V0 │       │ V0 │
///   └────┘       └────┘
/// (A = (2,1):(1,0))
/// (B = (2,1):(0,0))
/// (B: the same for all 2 threads)
/// (C = (2,1):(1,0))
/// ");
/// # Ok::<(), tilework_draw::FigureError>(())
/// ```
pub fn mma(
    atom: &MmaAtom,
    title: &str,
    show: impl Into<Owners>,
    view: &View,
) -> Result<Scene, FigureError> {
    let name = |thread: i64| atom.thr_id.at_index(thread).unwrap_or(thread);
    let [m, n, k] = atom.shape.map(|extent| extent.max(1));
    let operands = Operands { extents: [m, n, k], tv: [&atom.a, &atom.b, &atom.c] };
    operands.scene(title, &name, show.into(), view)
}

/// A, B and C of a TiledMMA over its tile, drawn as those of an [atom](mma).
///
/// Threads that hold the same elements, such as those along N for A, are named by the first of them with
/// a plus; the one that [stands out](Owners::thread) is named wherever it is.
///
/// # Errors
/// As [`mma`], and those of [`TiledMma::map`].
///
/// ```
/// use tilework::{layout, tiler};
/// use tilework_draw::{Owners, View, tiled_mma};
/// use tilework_hardware::atom;
/// use tilework_hardware::tiled::TiledMma;
///
/// let atom = atom::find("SM80_16x8x16_F32F16F16F32_TN")?.mma().unwrap();
/// let mma = TiledMma::new(&atom, &layout!((2,2,1):(1,2,0)), &tiler!(<_,_,_>))?;
/// let scene = tiled_mma(&mma, "two by two", Owners::default().thread(116), &View::default())?;
/// let c = &scene.rows[1][1];
/// // Row 21, column 9 of C.
/// assert_eq!((&*c.cells[21 * 16 + 9].label, c.cells[21 * 16 + 9].marked), ("T116\nV1", true));
/// # Ok::<(), tilework_draw::FigureError>(())
/// ```
pub fn tiled_mma(
    mma: &TiledMma,
    title: &str,
    show: impl Into<Owners>,
    view: &View,
) -> Result<Scene, FigureError> {
    let (a, b, c) = (mma.map(Operand::A)?, mma.map(Operand::B)?, mma.map(Operand::C)?);
    let operands = Operands { extents: mma.tile(), tv: [a.layout(), b.layout(), c.layout()] };
    operands.scene(title, &|thread| thread, show.into(), view)
}

/// A, B and C as layouts from (thread, value) to elements.
pub(super) struct Operands<'a> {
    /// M, N and K.
    pub(super) extents: [i64; 3],
    pub(super) tv: [&'a Layout; 3],
}

impl Operands<'_> {
    /// The picture, in which `name` is what a thread is called.
    pub(super) fn scene(
        &self,
        title: &str,
        name: &dyn Fn(i64) -> i64,
        show: Owners,
        view: &View,
    ) -> Result<Scene, FigureError> {
        let [m, n, k] = self.extents;
        // Thread and value by their numbers, and not as they are called.
        let chosen = chosen(show, counts(&self.tv), name)?;
        let sizes = [(m, k), (n, k), (m, n)];
        // The blocks of an instruction that does several products at once are numbered after all else.
        let blocks = sizes
            .iter()
            .zip(self.tv)
            .map(|(&(rows, columns), tv)| pieces(tv.cosize().max(1), rows.saturating_mul(columns)));
        let blocks = blocks.max().unwrap_or(1);
        let mut matrices = Vec::new();
        for (i, (rows, columns)) in sizes.into_iter().enumerate() {
            let size = rows.saturating_mul(columns).saturating_mul(blocks);
            matrices.push(Matrix {
                caption: CAPTIONS[i].to_owned(),
                shape: [rows, columns, blocks],
                // Above C, its columns are those of C.
                transposed: i == 1,
                owned: Owned::new(self.tv[i].into(), size, chosen, WHAT[i])?,
                by_element: false,
            });
        }
        let sizes: Vec<_> = matrices.iter().map(Matrix::size).collect();
        let cut = Cut::new(&sizes, view.limits);
        let mut notes = Vec::new();
        let mut panels = Vec::new();
        for (i, matrix) in matrices.iter().enumerate() {
            notes.push(format!("{} = {}", NAMES[i], self.tv[i]));
            matrix.owned.notes(NAMES[i], &mut notes);
            panels.push(matrix.panel(name, chosen, cut, &mut notes)?);
        }
        if blocks > 1 {
            notes.push(format!("{blocks} independent products, beside one another"));
        }
        if !cut.labels {
            notes.push("too many cells for labels".to_owned());
        }
        if show.isolates() {
            notes.push(format!("marked: {}", show.words()));
        }
        let (title, legend) = (title.to_owned(), Some(show.legend().to_owned()));
        // A is drawn after B: its row is below.
        let b = panels.remove(1);
        Ok(Scene { title, rows: vec![vec![b], panels], legend, notes, aligned: true })
    }
}

const NAMES: [&str; 3] = ["A", "B", "C"];
const CAPTIONS: [&str; 3] = ["A (m,k)", "B (k,n)", "C (m,n)"];
const WHAT: [[&str; 2]; 3] = [
    ["elements of A", "pairs (T,V) of A"],
    ["elements of B", "pairs (T,V) of B"],
    ["elements of C", "pairs (T,V) of C"],
];
