//! A scene of several panels, while it is built.

use tilework::{AnyLayout, Tiler};

use crate::figure::grid::{Look, panel};
use crate::scene::subject::Subject;
use crate::scene::view::{Limits, View};
use crate::scene::{Cell, Fill, Panel, Scene};

/// How the cell at an index, with an offset, looks.
pub(super) type Looks<'a> = &'a dyn Fn(i64, i64) -> Look;

/// A cell that has no part in the operation.
pub(super) fn plain(_: i64, _: i64) -> Look {
    look(Fill::Empty, false, [])
}

pub(super) fn look(fill: Fill, marked: bool, keys: impl Into<Box<[u32]>>) -> Look {
    Look { fill, marked, keys: keys.into() }
}

/// A number as a key, or as one half of two kinds of keys: `2 * key(n)` and `2 * key(n) + 1`.
pub(super) fn key(n: i64) -> u32 {
    // There are never as many cells.
    u32::try_from(n).unwrap_or(u32::MAX / 4)
}

/// A scene that is built panel by panel.
pub(super) struct Draft<'a> {
    view: &'a View,
    scene: Scene,
}

impl<'a> Draft<'a> {
    pub(super) fn new(title: &str, view: &'a View) -> Draft<'a> {
        let title = title.to_owned();
        let scene = Scene { title, rows: vec![Vec::new()], ..Scene::default() };
        Draft { view, scene }
    }

    /// Adds a panel to the last row, with the layout as caption: `name = layout`.
    pub(super) fn panel<'s>(
        &mut self,
        sign: &'static str,
        name: &str,
        subject: impl Into<Subject<'s>>,
        looks: Looks,
    ) {
        let subject = subject.into();
        let caption =
            if name.is_empty() { subject.to_string() } else { format!("{name} = {subject}") };
        self.captioned(sign, &caption, &subject, looks);
    }

    fn captioned(&mut self, sign: &'static str, caption: &str, subject: &Subject, looks: Looks) {
        let mut notes = Vec::new();
        let mut new = panel(subject, caption, self.view, looks, &mut notes);
        notes.iter().for_each(|note| self.note(note));
        new.sign = sign;
        self.push(new);
    }

    /// Adds A as a tiler indexes it: by mode, or as one row of elements.
    pub(super) fn operand(&mut self, a: &AnyLayout, tiler: &Tiler, looks: Looks) {
        let by_mode = tiler.is_by_mode() || a.rank() == 2;
        let row = if by_mode { None } else { a.group(0, a.rank()).ok() };
        let subject = row.as_ref().unwrap_or(a).into();
        self.captioned("", &format!("A = {a}"), &subject, looks);
    }

    /// Says `out` in the cells of the last panel that stand for nothing in A, and how many there are.
    pub(super) fn outside(&mut self, outside: i64, size: i64, is_outside: &dyn Fn(i64) -> bool) {
        let Some(panel) = self.scene.rows.last_mut().and_then(|row| row.last_mut()) else { return };
        if outside <= 0 {
            return;
        }
        // A block of several elements can be partly inside.
        let one_each = i64::try_from(panel.cells.len()).is_ok_and(|cells| cells >= size);
        for cell in panel.cells.iter_mut().filter(|_| one_each) {
            if cell.fill != Fill::Absent && !cell.label.is_empty() && is_outside(cell.index) {
                cell.label = "out".into();
            }
        }
        let word = if one_each { "out: " } else { "" };
        self.note(&format!("{word}{outside} of {size} elements are outside of A"));
    }

    /// Gives the last panel another caption, and its cells other labels; where there is none, the cell is empty.
    pub(super) fn relabel(&mut self, caption: &str, label: impl Fn(&mut Cell) -> Option<String>) {
        let Some(panel) = self.scene.rows.last_mut().and_then(|row| row.last_mut()) else { return };
        panel.caption = caption.to_owned();
        for cell in panel.cells.iter_mut().filter(|cell| !cell.label.is_empty()) {
            cell.label = label(cell).unwrap_or_default().into();
        }
    }

    pub(super) fn push(&mut self, panel: Panel) {
        if let Some(row) = self.scene.rows.last_mut() {
            row.push(panel);
        }
    }

    /// Starts a new row.
    pub(super) fn row(&mut self) {
        self.scene.rows.push(Vec::new());
    }

    /// States what the colours stand for.
    pub(super) fn colors(&mut self, what: &str) {
        self.scene.legend = Some(format!("colour: {what}"));
    }

    pub(super) fn note(&mut self, note: &str) {
        if !self.scene.notes.iter().any(|old| old == note) {
            self.scene.notes.push(note.to_owned());
        }
    }

    pub(super) fn finish(self) -> Scene {
        self.scene
    }
}

/// Whether a layout is small enough that all of its elements are looked at for a picture.
pub(super) fn small(layout: &AnyLayout, limits: Limits) -> bool {
    usize::try_from(layout.size()).is_ok_and(|size| size <= limits.labels)
}
