//! Machines: lanes, banks, phases and sectors as data, each fact with its confidence.
//!
//! One instruction of a warp is served in *phases*: lanes of different phases never conflict. A machine says how
//! many lanes a warp has, how many banks of how many bytes its shared memory has, and which lanes share a phase.
//! All machines are records of one type, those of the vendors and those of the user.

mod phases;
mod check;
mod table;

use core::fmt;

pub use check::MachineError;
pub(crate) use phases::first_lanes;
pub use phases::{PhaseRule, Phases};

/// The most lanes that a warp can have.
pub const MAX_LANES: u32 = 64;
/// The most banks that a shared memory can have.
pub const MAX_BANKS: u32 = 128;
/// The widest access of one lane, in bytes.
pub const MAX_WIDTH_BYTES: u32 = 64;

/// How well a fact about a machine is known, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Confidence {
    /// The vendor's text or code, or measured and published with numbers.
    A,
    /// Two independent secondary sources, or compiler code that relies on it.
    B,
    /// One secondary source.
    C,
    /// A choice of the model: nothing is published.
    D,
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Confidence::A => "A",
            Confidence::B => "B",
            Confidence::C => "C",
            Confidence::D => "D",
        })
    }
}

/// A fact about a machine that an answer depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Fact {
    /// The number of banks and their width.
    Banks,
    /// Which lanes share a phase in accesses of this width.
    Phases {
        /// Loads or stores.
        direction: Direction,
        /// Bytes of each lane.
        width_bytes: u32,
    },
    /// That the eight rows of a matrix of `ldmatrix` or `stmatrix` are one phase.
    MatrixPhases,
    /// That a matrix of 16 rows of the 8-bit forms takes two phases.
    MatrixPhases8,
    /// That the shared side of `cp.async` is a store of the same width.
    AsyncCopy,
    /// That uniform wide loads need half the phases.
    Merge,
    /// The bytes of a sector and of a line of global memory.
    Sectors,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Banks => f.write_str("the number of banks"),
            Fact::Phases { direction, width_bytes } => {
                write!(f, "which lanes share a phase in {width_bytes}-byte {direction}s")
            }
            Fact::MatrixPhases => f.write_str("that 8 rows of ldmatrix or stmatrix share a phase"),
            Fact::MatrixPhases8 => {
                f.write_str("that 8 rows of the 8-bit forms of ldmatrix share a phase")
            }
            Fact::AsyncCopy => f.write_str("that cp.async writes as a store of its width does"),
            Fact::Merge => f.write_str("that uniform wide loads need half the phases"),
            Fact::Sectors => f.write_str("the bytes of a sector and of a line"),
        }
    }
}

/// The least certain fact that an answer depends on.
///
/// ```
/// use tilework_hardware::machine::{Certainty, Confidence, Direction, Machine};
///
/// let certainty = Machine::RDNA3.certainty(Direction::Store, 16);
/// assert_eq!(certainty.confidence, Confidence::D);
/// assert_eq!(certainty.to_string(), "D: which lanes share a phase in 16-byte stores");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Certainty {
    /// How well it is known.
    pub confidence: Confidence,
    /// What is known that well.
    pub fact: Fact,
}

impl Certainty {
    /// The less certain of two; of equals the first.
    pub const fn and(self, other: Certainty) -> Certainty {
        if (other.confidence as u8) > (self.confidence as u8) { other } else { self }
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.confidence, self.fact)
    }
}

/// Whether lanes read or write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// From memory to registers.
    Load,
    /// From registers to memory.
    Store,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Load => "load",
            Direction::Store => "store",
        })
    }
}

/// Which of the instructions that move 8x8 matrices a machine has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MatrixSupport {
    /// None.
    None,
    /// `ldmatrix`, from sm_75 on.
    Load,
    /// `ldmatrix` and `stmatrix`, from sm_90 on.
    LoadStore,
    /// Also the 8-bit forms with 16 rows a matrix, from sm_100 on.
    All,
}

/// What one machine is, as far as accesses to its memories depend on it.
///
/// A machine of one's own is a record too; what it does not say is as in [`Machine::CUSTOM`], and
/// [`check`](Machine::check) says whether the record makes sense.
///
/// ```
/// use tilework_hardware::machine::{Direction, Machine};
///
/// let machine = Machine::find("sm_90").unwrap();
/// assert_eq!((machine.name, machine.lanes, machine.banks), ("hopper", 32, 32));
/// assert_eq!(machine.phases(Direction::Load, 16).iter().collect::<Vec<_>>(), [0xff, 0xff00, 0xff0000, 0xff000000]);
///
/// // Shared memory of an Intel GPU: writes to one bank conflict even where they have one address.
/// let mine = Machine { name: "slm", lanes: 16, banks: 16, store_merge: false, ..Machine::CUSTOM };
/// assert!(mine.check().is_ok());
/// assert_eq!(mine.phases(Direction::Store, 8).len(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine<'a> {
    /// Its name.
    pub name: &'a str,
    /// Other names under which [`find`](Machine::find) knows it.
    pub aliases: &'a [&'a str],
    /// Lanes of a warp, at most 64.
    pub lanes: u32,
    /// Banks of shared memory, at most 128.
    pub banks: u32,
    /// Bytes of one word of a bank: a power of two up to 64.
    pub bank_bytes: u32,
    /// How well the banks are known.
    pub banks_confidence: Confidence,
    /// Whether lanes that store to one word of a bank share an access to it, as lanes that load do.
    pub store_merge: bool,
    /// How many bytes a lane can load from or store to shared memory: powers of two up to 64.
    pub widths_bytes: &'a [u32],
    /// Widths that the machine has, but for which nobody has published which lanes share a phase.
    pub unknown_widths_bytes: &'a [u32],
    /// Phases of accesses that are not served in the order of their lanes, or with other banks, and the
    /// confidence of those that are.
    pub rules: &'a [PhaseRule<'a>],
    /// How well the phases are known where no rule speaks of them.
    pub phases_confidence: Confidence,
    /// How well it is known that uniform wide loads need half the phases.
    pub merge_confidence: Confidence,
    /// `ldmatrix` and `stmatrix`.
    pub matrices: MatrixSupport,
    /// Whether it has `cp.async`.
    pub async_copy: bool,
    /// How many bytes a lane can load from or store to global memory.
    pub global_widths_bytes: &'a [u32],
    /// Bytes of a sector of global memory.
    pub sector_bytes: u32,
    /// Bytes of a line of global memory: a multiple of those of a sector.
    pub line_bytes: u32,
    /// How well sectors and lines are known.
    pub sectors_confidence: Confidence,
}

impl<'a> Machine<'a> {
    /// The lanes that share each phase of an access of `width_bytes` a lane: a rule of the machine, or else as many
    /// neighbours as fill all banks once.
    pub const fn phases(&self, direction: Direction, width_bytes: u32) -> Phases<'a> {
        match self.rule(direction, width_bytes) {
            Some(PhaseRule { phases: Some(masks), .. }) => Phases::Listed(masks),
            _ => Phases::filling(
                self.lanes,
                self.banks(direction, width_bytes),
                self.bank_bytes,
                width_bytes,
            ),
        }
    }

    /// The number of banks that an access of this width sees.
    pub const fn banks(&self, direction: Direction, width_bytes: u32) -> u32 {
        match self.rule(direction, width_bytes) {
            Some(PhaseRule { banks: Some(banks), .. }) => *banks,
            _ => self.banks,
        }
    }

    /// How well banks and phases of an access of this width are known: the weaker of the two facts.
    pub const fn certainty(&self, direction: Direction, width_bytes: u32) -> Certainty {
        let phases = match self.rule(direction, width_bytes) {
            Some(rule) => rule.confidence,
            None => self.phases_confidence,
        };
        let banks = Certainty { confidence: self.banks_confidence, fact: Fact::Banks };
        banks.and(Certainty { confidence: phases, fact: Fact::Phases { direction, width_bytes } })
    }

    /// The confidence of [`certainty`](Machine::certainty).
    pub const fn confidence(&self, direction: Direction, width_bytes: u32) -> Confidence {
        self.certainty(direction, width_bytes).confidence
    }

    /// Whether a lane can load or store this many bytes of shared memory at once.
    pub const fn has_width(&self, width_bytes: u32) -> bool {
        contains(self.widths_bytes, width_bytes)
    }

    /// Whether it has accesses of this width whose phases nobody has published.
    pub const fn has_unknown_width(&self, width_bytes: u32) -> bool {
        contains(self.unknown_widths_bytes, width_bytes)
    }

    /// The rule for accesses of this width, if there is one.
    pub const fn rule(&self, direction: Direction, width_bytes: u32) -> Option<&'a PhaseRule<'a>> {
        let mut i = 0;
        while i < self.rules.len() {
            let rule = &self.rules[i];
            if rule.direction as u8 == direction as u8 && rule.width_bytes == width_bytes {
                return Some(rule);
            }
            i += 1;
        }
        None
    }
}

impl Machine<'static> {
    /// All machines that have a name here, the most frequent first.
    pub const fn all() -> &'static [Machine<'static>] {
        table::ALL
    }

    /// The machine with this name or alias, in upper or lower case.
    ///
    /// ```
    /// use tilework_hardware::machine::Machine;
    ///
    /// assert_eq!(Machine::find("gfx942").map(|machine| machine.name), Some("cdna3"));
    /// assert_eq!(Machine::find("NVIDIA"), Some(&Machine::NVIDIA));
    /// assert_eq!(Machine::find("voodoo"), None);
    /// ```
    pub fn find(name: &str) -> Option<&'static Machine<'static>> {
        let is = |own: &&str| own.eq_ignore_ascii_case(name);
        table::ALL.iter().find(|machine| is(&machine.name) || machine.aliases.iter().any(is))
    }
}

const fn contains(widths: &[u32], width: u32) -> bool {
    let mut i = 0;
    while i < widths.len() {
        if widths[i] == width {
            return true;
        }
        i += 1;
    }
    false
}
