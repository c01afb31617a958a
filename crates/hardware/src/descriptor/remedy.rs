//! What would fit where no mode does.

use core::fmt;

use tilework::{AnyLayout, ComposedLayout, LayoutRef, Swizzle, Tuple};

use super::{Descriptor, Operand, Unit};
use crate::canonical::{CanonicalAtom, Major};

/// A change after which an operand has a descriptor: each was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant)]
#[non_exhaustive]
pub enum Remedy {
    /// The same strides behind this swizzle on elements, or behind none.
    Swizzle {
        /// The swizzle.
        swizzle: Swizzle,
        /// The descriptor that the operand has then.
        descriptor: Descriptor,
    },
    /// The same layout, read with the other coordinate as the contiguous one.
    Major {
        /// The descriptor that the operand has then.
        descriptor: Descriptor,
    },
    /// `tile_to_shape` of a canonical atom, with the extents of the layout.
    Tile {
        /// The atom.
        atom: CanonicalAtom,
        /// The layout.
        layout: AnyLayout,
        /// The descriptor that the operand has then.
        descriptor: Descriptor,
    },
}

impl Remedy {
    /// What would give the operand a descriptor: a swizzle, else the other major, else a tile of canonical atoms, the
    /// widest that divide its extents. `None` where none of them does.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_hardware::canonical::Major;
    /// use tilework_hardware::descriptor::{Operand, Remedy, Unit};
    ///
    /// let operand = Operand { major: Major::K, bits: 16, mn: 64, k: 16 };
    /// let remedy = Remedy::find(&layout!((64,64):(64,1)), &operand, Unit::Wgmma).unwrap();
    /// assert_eq!(remedy.to_string(), "with Sw<3,3,3>: SW128, LBO 16, SBO 1024");
    /// let remedy = Remedy::find(&layout!((64,72):(72,1)), &operand, Unit::Wgmma).unwrap();
    /// assert_eq!(
    ///     remedy.to_string(),
    ///     "with tile_to_shape of INTER K-major, ((8,8),(8,9)):((8,64),(1,512)): INTER, LBO 1024, SBO 128",
    /// );
    /// ```
    pub fn find<'a>(
        layout: impl Into<LayoutRef<'a>>,
        operand: &Operand,
        unit: Unit,
    ) -> Option<Remedy> {
        let layout = layout.into();
        let swizzled = unit.modes().iter().find_map(|mode| {
            let swizzle = mode.swizzle_on_elements(operand.bits).ok()?;
            let swizzle = if swizzle.is_identity() { Swizzle::IDENTITY } else { swizzle };
            let other = ComposedLayout::new(swizzle, 0, layout.inner()).ok()?;
            let descriptor = Descriptor::find(&other, operand, unit).ok()?;
            Some(Remedy::Swizzle { swizzle, descriptor })
        });
        let other_major = || {
            let major = match operand.major {
                Major::K => Major::Mn,
                Major::Mn => Major::K,
            };
            let descriptor = Descriptor::find(layout, &Operand { major, ..*operand }, unit).ok()?;
            Some(Remedy::Major { descriptor })
        };
        let tiled = || {
            let extents =
                [layout.inner().mode(0).ok()?.size(), layout.inner().mode(1).ok()?.size()];
            let shape = Tuple::from_slice(&extents).ok()?;
            unit.modes().iter().find_map(|mode| {
                let atom = CanonicalAtom::new(operand.major, *mode, operand.bits).ok()?;
                let layout = atom.layout().tile_to_shape(&shape, None).ok()?;
                // `tile_to_shape` rounds up; a layout of another size is no remedy.
                let same = layout.size() == extents[0].checked_mul(extents[1])?;
                let descriptor = Descriptor::find(&layout, operand, unit).ok().filter(|_| same)?;
                Some(Remedy::Tile { atom, layout, descriptor })
            })
        };
        swizzled.or_else(other_major).or_else(tiled)
    }

    /// The descriptor that the operand has after the change.
    pub const fn descriptor(&self) -> &Descriptor {
        match self {
            Remedy::Swizzle { descriptor, .. }
            | Remedy::Major { descriptor }
            | Remedy::Tile { descriptor, .. } => descriptor,
        }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remedy::Swizzle { swizzle, .. } if swizzle.is_identity() => {
                f.write_str("without a swizzle")?
            }
            Remedy::Swizzle { swizzle, .. } => write!(f, "with {swizzle}")?,
            Remedy::Major { descriptor } => write!(f, "as {}-major", descriptor.major.name())?,
            Remedy::Tile { atom, layout, .. } => {
                write!(f, "with tile_to_shape of {atom}, {layout}")?
            }
        }
        write!(f, ": {}", self.descriptor())
    }
}
