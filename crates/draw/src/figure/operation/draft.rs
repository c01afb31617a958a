//! A picture of several panels, in the making.

use tilework::{AnyLayout, Tiler};

use crate::figure::grid::{Look, panel};
use crate::scene::subject::Subject;
use crate::scene::view::{Limits, View};
use crate::scene::{Fill, Panel, Scene};

/// Where the cells of a panel are in the other panels, and their colours.
pub(super) type Looks<'a> = &'a dyn Fn(i64, i64) -> Look;

pub(super) fn plain(_: i64, _: i64) -> Look {
    look(Fill::Empty, false, [])
}

pub(super) fn look(fill: Fill, marked: bool, keys: impl Into<Box<[u32]>>) -> Look {
    Look { fill, marked, keys: keys.into() }
}

pub(super) fn key(n: i64) -> u32 {
    // There are never as many cells.
    u32::try_from(n).unwrap_or(u32::MAX / 4)
}

/// A picture that is built panel by panel.
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

    /// Adds a panel to the last row.
    pub(super) fn panel(
        &mut self,
        sign: &'static str,
        name: &str,
        layout: &AnyLayout,
        looks: Looks,
    ) {
        let caption =
            if name.is_empty() { layout.to_string() } else { format!("{name} = {layout}") };
        self.subject(sign, &caption, &layout.into(), looks);
    }

    pub(super) fn subject(
        &mut self,
        sign: &'static str,
        caption: &str,
        subject: &Subject,
        looks: Looks,
    ) {
        let mut notes = Vec::new();
        let mut new = panel(subject, caption, self.view, looks, &mut notes);
        notes.iter().for_each(|note| self.note(note));
        new.sign = sign;
        self.push(new);
    }

    /// Adds A as its tiler sees it: by mode, or as one row of elements.
    pub(super) fn operand(&mut self, a: &AnyLayout, tiler: &Tiler, looks: Looks) {
        let row =
            if tiler.is_by_mode() || a.rank() == 2 { None } else { a.group(0, a.rank()).ok() };
        self.panel("", "A", row.as_ref().unwrap_or(a), looks);
        if row.is_some()
            && let Some(panel) = self.scene.rows.last_mut().and_then(|row| row.last_mut())
        {
            panel.caption = format!("A = {a}");
        }
    }

    pub(super) fn push(&mut self, panel: Panel) {
        if let Some(row) = self.scene.rows.last_mut() {
            row.push(panel);
        }
    }

    /// Goes on in a new row.
    pub(super) fn row(&mut self) {
        self.scene.rows.push(Vec::new());
    }

    /// Says what the colours stand for.
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

/// Whether everything in a layout can be enumerated for a picture.
pub(super) fn small(layout: &AnyLayout, limits: Limits) -> bool {
    usize::try_from(layout.size()).is_ok_and(|size| size <= limits.labels)
}
