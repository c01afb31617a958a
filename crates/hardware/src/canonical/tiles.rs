//! Which canonical atom a layout is made of.

use tilework::{Layout, LayoutRef, ModeRuns, Swizzle};

use super::{CanonicalAtom, Major, SwizzleMode};

impl CanonicalAtom {
    /// The atom that this layout of (MN, K) is tiled with, for elements of `bits` bits: the first elements of
    /// both modes are the atom, and all others are copies of it at multiples of its size.
    ///
    /// `None` where it is tiled with none. A layout whose function is tiled, but which is written with other maps
    /// than one swizzle, is not recognised.
    ///
    /// ```
    /// use tilework::AnyLayout;
    /// use tilework_hardware::canonical::CanonicalAtom;
    ///
    /// let tile: AnyLayout = "Sw<3,3,3> o 0 o (64,64):(64,1)".parse()?;
    /// assert_eq!(CanonicalAtom::of(&tile, 16).unwrap().to_string(), "SW128 K-major");
    /// // Rows of 256 bytes: the swizzle XORs by half of the number of the row.
    /// let tile: AnyLayout = "Sw<3,3,3> o 0 o (64,128):(128,1)".parse()?;
    /// assert_eq!(CanonicalAtom::of(&tile, 16), None);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn of<'a>(layout: impl Into<LayoutRef<'a>>, bits: u32) -> Option<CanonicalAtom> {
        let layout = layout.into();
        let (swizzle, offset) = match layout {
            LayoutRef::Plain(_) => (Swizzle::IDENTITY, 0),
            LayoutRef::Composed(composed) => (composed.swizzle()?, composed.offset()),
        };
        let mode = SwizzleMode::of_swizzle(&swizzle, bits)?;
        [Major::K, Major::Mn].into_iter().find_map(|major| {
            let atom = CanonicalAtom::new(major, mode, bits).ok()?;
            (offset % atom.size() == 0 && atom.tiles(layout.inner())).then_some(atom)
        })
    }

    /// Whether a layout before the swizzle is a repetition of this atom before the swizzle.
    fn tiles(&self, layout: &Layout) -> bool {
        if layout.rank() != 2 {
            return false;
        }
        let (row, rows) = (self.row_elements(), i64::from(self.mode().rows()));
        let along = self.major().mode();
        let (Ok(contiguous), Ok(other)) = (layout.mode(along), layout.mode(1 - along)) else {
            return false;
        };
        self.begins(&contiguous, row, 1) && self.begins(&other, rows, row)
    }

    /// Whether a mode begins with `extent:stride`, and goes on in steps of whole atoms.
    fn begins(&self, mode: &Layout, extent: i64, stride: i64) -> bool {
        let mut runs = ModeRuns::new(mode.leaf_modes());
        // Modes that go on where the one before them ends are read as one, so that the atom's is the first.
        if extent > 1 && runs.take(extent).is_none_or(|first| first.stride != stride) {
            return false;
        }
        while let Some(front) = runs.front() {
            if front.stride % self.size() != 0 || runs.take(front.extent).is_none() {
                return false;
            }
        }
        true
    }
}
