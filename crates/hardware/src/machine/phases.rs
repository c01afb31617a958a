//! Which lanes are served together.

use crate::machine::{Confidence, Direction};

/// What a machine does with accesses of one direction and width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PhaseRule<'a> {
    /// Loads or stores.
    pub direction: Direction,
    /// Bytes of each lane.
    pub width_bytes: u32,
    /// The number of banks that such an access sees, where it is not that of the machine.
    pub banks: Option<u32>,
    /// The lanes of each phase, a bit for each, so that every lane is in exactly one; `None` for as many
    /// neighbours as fill all banks once.
    pub phases: Option<&'a [u64]>,
    /// How well this is known.
    pub confidence: Confidence,
}

/// The lanes of each phase of an instruction, a bit for each lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phases<'a> {
    /// One mask for each phase.
    Listed(&'a [u64]),
    /// So many neighbours at a time.
    Neighbours {
        /// Lanes in all.
        lanes: u32,
        /// Lanes of a phase.
        each: u32,
    },
}

impl<'a> Phases<'a> {
    /// As many neighbours as touch each bank once, if each touches banks of its own.
    pub const fn filling(lanes: u32, banks: u32, bank_bytes: u32, width_bytes: u32) -> Phases<'a> {
        let wide = if width_bytes > bank_bytes { width_bytes } else { bank_bytes };
        let each = match (banks as u64 * bank_bytes as u64).checked_div(wide as u64) {
            Some(0) | None => 1,
            Some(each) if each < lanes as u64 => each as u32,
            Some(_) => lanes,
        };
        Phases::Neighbours { lanes, each }
    }

    /// The number of phases.
    pub const fn len(&self) -> usize {
        match self {
            Phases::Listed(masks) => masks.len(),
            Phases::Neighbours { each: 0, .. } => 0,
            Phases::Neighbours { lanes, each } => lanes.div_ceil(*each) as usize,
        }
    }

    /// Whether there are none, as on a machine without lanes.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lanes of phase `i`; none past the last phase.
    #[inline]
    pub const fn lanes(&self, i: usize) -> u64 {
        match *self {
            Phases::Listed(masks) if i < masks.len() => masks[i],
            Phases::Listed(_) => 0,
            Phases::Neighbours { lanes, each } => {
                let first = i as u64 * each as u64;
                if first >= lanes as u64 {
                    return 0;
                }
                let left = lanes as u64 - first;
                let count = if (each as u64) < left { each as u64 } else { left };
                first_lanes(count as u32).unbounded_shl(first as u32)
            }
        }
    }

    /// The lanes of each phase.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u64> + use<'a> {
        let phases = *self;
        (0..phases.len()).map(move |i| phases.lanes(i))
    }
}

/// The mask of the first `count` lanes.
#[inline]
pub(crate) const fn first_lanes(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
