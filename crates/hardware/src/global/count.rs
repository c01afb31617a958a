//! The sectors and lines of one instruction.

use core::fmt;

use crate::access::Request;
use crate::machine::{MAX_LANES, Machine};

/// An exact fraction in lowest terms.
///
/// ```
/// use tilework_hardware::global::Fraction;
///
/// assert_eq!(Fraction::new(256, 288).to_string(), "8/9");
/// assert_eq!(Fraction::new(0, 0), Fraction::new(0, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    /// The number above the line ...
    pub numerator: u64,
    /// ... and below.
    pub denominator: u64,
}

impl Fraction {
    /// `numerator / denominator` in lowest terms; nothing of nothing is `0/1`.
    pub const fn new(numerator: u64, denominator: u64) -> Fraction {
        let (mut a, mut b) = (numerator, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        if a == 0 || denominator == 0 {
            return Fraction { numerator: 0, denominator: 1 };
        }
        Fraction { numerator: numerator / a, denominator: denominator / a }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// What one instruction of one warp costs in global memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counts {
    /// Different sectors.
    pub sectors: u32,
    /// Different lines.
    pub lines: u32,
    /// Different bytes.
    pub bytes: u32,
    /// How many sectors that many bytes fill.
    pub ideal: u32,
    /// Whether two lanes or more take part, and all of them touch the same bytes.
    pub broadcast: bool,
}

impl Counts {
    /// Whether it touches no more sectors than its bytes fill.
    pub const fn is_coalesced(&self) -> bool {
        self.sectors == self.ideal
    }
}

/// The sectors and lines of one instruction.
///
/// ```
/// use tilework_hardware::access::Request;
/// use tilework_hardware::global::count;
/// use tilework_hardware::machine::{Direction, Machine};
///
/// let request = Request::new(&[Some(28), Some(32), Some(32), Some(128)], 4, Direction::Load)?;
/// let counts = count(&request, &Machine::NVIDIA);
/// assert_eq!((counts.sectors, counts.lines, counts.bytes, counts.ideal), (3, 2, 12, 1));
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
pub fn count(request: &Request, machine: &Machine<'_>) -> Counts {
    count_from(request, machine, 0)
}

/// [`count`], with every address larger by less than 2^32 bytes.
pub(super) fn count_from(request: &Request, machine: &Machine<'_>, base: i64) -> Counts {
    let mut addresses = [0; MAX_LANES as usize];
    let mut lanes = 0;
    for (slot, (_, address)) in addresses.iter_mut().zip(request.lanes()) {
        *slot = address;
        lanes += 1;
    }
    let addresses = &mut addresses[..lanes];
    addresses.sort_unstable();
    let width = i128::from(request.width_bytes());
    let mut sectors = Blocks::new(machine.sector_bytes);
    let mut lines = Blocks::new(machine.line_bytes);
    let mut bytes = Blocks::new(1);
    for address in addresses.iter() {
        // Neither overflows, however large the base.
        let first = i128::from(*address) + i128::from(base);
        let last = first + width - 1;
        sectors.take(first, last);
        lines.take(first, last);
        bytes.take(first, last);
    }
    Counts {
        sectors: sectors.count,
        lines: lines.count,
        bytes: bytes.count,
        ideal: bytes.count.div_ceil(machine.sector_bytes.max(1)),
        broadcast: lanes > 1 && addresses.first() == addresses.last(),
    }
}

/// Different blocks of memory, for addresses that come in order.
struct Blocks {
    bytes: i128,
    last: Option<i128>,
    count: u32,
}

impl Blocks {
    fn new(bytes: u32) -> Blocks {
        Blocks { bytes: i128::from(bytes.max(1)), last: None, count: 0 }
    }

    fn take(&mut self, first: i128, last: i128) {
        let (first, last) = (first.div_euclid(self.bytes), last.div_euclid(self.bytes));
        let first = match self.last {
            Some(known) => first.max(known + 1),
            None => first,
        };
        if first <= last {
            // At most 64 lanes of 64 bytes.
            self.count += (last - first + 1) as u32;
            self.last = Some(last);
        }
    }
}
