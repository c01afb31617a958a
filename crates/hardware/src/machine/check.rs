//! Whether a machine of one's own makes sense.

use core::fmt;

use crate::machine::phases::first_lanes;
use crate::machine::{Direction, MAX_BANKS, MAX_LANES, MAX_WIDTH_BYTES, Machine, PhaseRule};

/// Why a record is not a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MachineError {
    /// No lanes, or more than 64.
    Lanes {
        /// The number of lanes.
        lanes: u32,
    },
    /// No banks, or more than 128.
    Banks {
        /// The number of banks.
        banks: u32,
    },
    /// The bytes of a bank are no power of two up to 64.
    BankBytes {
        /// The bytes of a bank.
        bank_bytes: u32,
    },
    /// A width that is no power of two up to 64.
    Width {
        /// The bytes of a lane.
        width_bytes: u32,
    },
    /// A phase has a lane that the machine does not have.
    NoSuchLane {
        /// Loads or stores.
        direction: Direction,
        /// The width of the rule, in bytes.
        width_bytes: u32,
        /// The lane.
        lane: u32,
        /// How many lanes there are.
        lanes: u32,
    },
    /// A lane is not in exactly one phase of a rule.
    Phases {
        /// Loads or stores.
        direction: Direction,
        /// The width of the rule, in bytes.
        width_bytes: u32,
        /// The first such lane.
        lane: u32,
        /// How many phases have it.
        count: u32,
    },
    /// Two rules for accesses of one direction and width.
    TwoRules {
        /// Loads or stores.
        direction: Direction,
        /// The width, in bytes.
        width_bytes: u32,
    },
    /// A sector has no bytes, or a line is no multiple of a sector.
    Line {
        /// The bytes of a sector.
        sector_bytes: u32,
        /// The bytes of a line.
        line_bytes: u32,
    },
}

impl MachineError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match self {
            MachineError::Lanes { .. } => "lanes",
            MachineError::Banks { .. } => "banks",
            MachineError::BankBytes { .. } => "bank-bytes",
            MachineError::Width { .. } => "width",
            MachineError::NoSuchLane { .. } => "no-such-lane",
            MachineError::Phases { .. } => "phases",
            MachineError::TwoRules { .. } => "two-rules",
            MachineError::Line { .. } => "line",
        }
    }
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MachineError::Lanes { lanes } => {
                write!(f, "a warp of {lanes} lanes: there must be 1 to {MAX_LANES}")
            }
            MachineError::Banks { banks } => {
                write!(f, "{banks} banks: there must be 1 to {MAX_BANKS}")
            }
            MachineError::BankBytes { bank_bytes } => write!(
                f,
                "a bank of {bank_bytes} bytes: that must be a power of two up to {MAX_WIDTH_BYTES}"
            ),
            MachineError::Width { width_bytes } => write!(
                f,
                "an access of {width_bytes} bytes a lane: that must be a power of two up to {MAX_WIDTH_BYTES}"
            ),
            MachineError::NoSuchLane { direction, width_bytes, lane, lanes } => write!(
                f,
                "a phase of {width_bytes}-byte {direction}s has lane {lane}, the machine lanes 0 to {}",
                lanes.saturating_sub(1)
            ),
            MachineError::Phases { direction, width_bytes, lane, count } => write!(
                f,
                "lane {lane} is in {count} phases of {width_bytes}-byte {direction}s: that must be one"
            ),
            MachineError::TwoRules { direction, width_bytes } => {
                write!(f, "there are two rules for {width_bytes}-byte {direction}s")
            }
            MachineError::Line { sector_bytes, line_bytes } => write!(
                f,
                "a line of {line_bytes} bytes with sectors of {sector_bytes}: it must be a multiple of them"
            ),
        }
    }
}

impl core::error::Error for MachineError {}

impl Machine<'_> {
    /// Whether the record makes sense: what answers rely on.
    ///
    /// # Errors
    /// The first of the conditions of [`MachineError`] that does not hold.
    ///
    /// ```
    /// use tilework_hardware::machine::{Machine, MachineError};
    ///
    /// let wide = Machine { lanes: 128, ..Machine::CUSTOM };
    /// assert_eq!(wide.check(), Err(MachineError::Lanes { lanes: 128 }));
    /// ```
    pub fn check(&self) -> Result<(), MachineError> {
        if self.lanes == 0 || self.lanes > MAX_LANES {
            return Err(MachineError::Lanes { lanes: self.lanes });
        }
        if self.banks == 0 || self.banks > MAX_BANKS {
            return Err(MachineError::Banks { banks: self.banks });
        }
        if !is_width(self.bank_bytes) {
            return Err(MachineError::BankBytes { bank_bytes: self.bank_bytes });
        }
        let (sector_bytes, line_bytes) = (self.sector_bytes, self.line_bytes);
        if sector_bytes == 0 || !line_bytes.is_multiple_of(sector_bytes) {
            return Err(MachineError::Line { sector_bytes, line_bytes });
        }
        let mut widths = self.widths_bytes.iter().chain(self.global_widths_bytes);
        if let Some(&width_bytes) = widths.find(|&&width| !is_width(width)) {
            return Err(MachineError::Width { width_bytes });
        }
        (0..self.rules.len()).try_for_each(|i| self.check_rule(i))
    }

    fn check_rule(&self, i: usize) -> Result<(), MachineError> {
        let PhaseRule { direction, width_bytes, banks, phases, .. } = self.rules[i];
        if !is_width(width_bytes) {
            return Err(MachineError::Width { width_bytes });
        }
        let same =
            |rule: &PhaseRule<'_>| (rule.direction, rule.width_bytes) == (direction, width_bytes);
        if self.rules[..i].iter().any(same) {
            return Err(MachineError::TwoRules { direction, width_bytes });
        }
        if let Some(banks) = banks
            && (banks == 0 || banks > MAX_BANKS)
        {
            return Err(MachineError::Banks { banks });
        }
        let Some(masks) = phases else {
            return Ok(());
        };
        let all = first_lanes(self.lanes);
        let union = masks.iter().fold(0, |union, mask| union | mask);
        if union & !all != 0 {
            let lane = (union & !all).trailing_zeros();
            return Err(MachineError::NoSuchLane {
                direction,
                width_bytes,
                lane,
                lanes: self.lanes,
            });
        }
        // As many lanes in all phases together as there are, and none left out: each is in one.
        let places: u32 = masks.iter().map(|mask| mask.count_ones()).sum();
        if union == all && places == self.lanes {
            return Ok(());
        }
        let count = |lane: u32| masks.iter().filter(|&&mask| mask >> lane & 1 == 1).count() as u32;
        let lane = (0..self.lanes).find(|&lane| count(lane) != 1).unwrap_or_default();
        Err(MachineError::Phases { direction, width_bytes, lane, count: count(lane) })
    }
}

const fn is_width(bytes: u32) -> bool {
    bytes.is_power_of_two() && bytes <= MAX_WIDTH_BYTES
}
