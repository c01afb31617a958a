//! Counting the words of each bank in each phase of one request.

use crate::access::{AccessError, Request};
use crate::machine::{MAX_BANKS, MAX_LANES, Machine};
use crate::shared::serve::Service;

/// The ways of each phase: how many words of one bank it wants at most.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PhaseWays {
    ways: [u16; MAX_LANES as usize],
    len: u8,
}

impl PhaseWays {
    const NONE: PhaseWays = PhaseWays { ways: [0; MAX_LANES as usize], len: 0 };

    /// The ways of each phase; 0 for one without an active lane.
    pub fn as_slice(&self) -> &[u16] {
        self.ways.get(..usize::from(self.len)).unwrap_or(&[])
    }
}

/// What one request costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counts {
    /// The ways of each phase.
    pub phases: PhaseWays,
    /// The sum of the ways.
    pub wavefronts: u32,
    /// The phases with an active lane: what it costs without conflicts.
    pub ideal: u32,
    /// The most ways of a phase.
    pub ways: u32,
    /// Distinct words in each phase, summed.
    pub words: u32,
    /// Distinct words of all lanes, divided by the number of banks: what they cost at least, in whichever phases.
    pub needed: u32,
    /// Whether phases were joined because the load is uniform.
    pub merged: bool,
    /// Whether two lanes touch one word.
    pub shares: bool,
}

/// What one request costs on a machine.
///
/// # Errors
/// As [`Service::new`]: the machine does not have such requests.
///
/// ```
/// use tilework_hardware::access::Request;
/// use tilework_hardware::machine::{Direction, Machine};
/// use tilework_hardware::shared::count;
///
/// // Two lanes want different words of bank 0, a third one has a bank of its own.
/// let request = Request::new(&[Some(0), Some(128), Some(4)], 4, Direction::Load)?;
/// let counts = count(&request, &Machine::NVIDIA)?;
/// assert_eq!((counts.wavefronts, counts.ideal, counts.words), (2, 1, 3));
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
pub fn count(request: &Request, machine: &Machine<'_>) -> Result<Counts, AccessError> {
    let (instruction, direction) = (request.instruction(), request.direction());
    Ok(Service::new(machine, instruction, direction, request.width_bytes())?.count(request))
}

/// Slots of the table that finds equal vectors: twice the lanes.
const SLOTS: usize = 2 * MAX_LANES as usize;

impl Service<'_> {
    /// What one request costs. Its width and instruction must be those of the service.
    pub fn count(&self, request: &Request) -> Counts {
        // Vectors are aligned, so that two of them have the same words or none in common: it is enough to find equal
        // ones.
        let words = self.words_of_vector();
        let unit = self.width_bytes.max(self.bank_bytes).trailing_zeros();
        let (leaders, distinct) = leaders(request, unit);
        let merged = self.merges(request);
        let mut out = Counts {
            phases: PhaseWays::NONE,
            wavefronts: 0,
            ideal: 0,
            ways: 0,
            words: 0,
            needed: (distinct * words).div_ceil(self.banks),
            merged,
            shares: distinct < request.active().count_ones(),
        };
        let groups = self.groups();
        for i in 0..self.phase_count(merged).min(MAX_LANES as usize) {
            let (mut seen, mut most) = (0_u64, 0);
            let mut counts = [0_u16; MAX_BANKS as usize];
            for (lane, address) in request.lanes_of(self.phase(i, merged)) {
                let leader = 1 << leaders[lane as usize];
                if seen & leader == 0 {
                    seen |= leader;
                } else if self.share {
                    continue;
                }
                let vector = address >> unit;
                if let Some(mask) = groups {
                    // All banks of a group have the same number of words.
                    let slot = &mut counts[(vector & mask) as usize % MAX_BANKS as usize];
                    *slot += 1;
                    most = most.max(*slot);
                } else {
                    for word in 0..i64::from(words) {
                        let bank = self.bank(vector * i64::from(words) + word);
                        let slot = &mut counts[bank as usize % MAX_BANKS as usize];
                        *slot += 1;
                        most = most.max(*slot);
                    }
                }
            }
            out.phases.ways[i] = most;
            out.phases.len = i as u8 + 1;
            out.wavefronts += u32::from(most);
            out.ideal += u32::from(most > 0);
            out.ways = out.ways.max(u32::from(most));
            out.words += seen.count_ones() * words;
        }
        out
    }

    /// Where banks are a power of two, and a vector has no more words than there are banks: the vector `v` takes the
    /// banks of group `v & mask`.
    fn groups(&self) -> Option<i64> {
        let words = self.words_of_vector();
        let whole = self.banks.is_power_of_two() && words <= self.banks;
        whole.then(|| i64::from(self.banks / words) - 1)
    }
}

/// For each active lane the first one with the same vector, and how many different vectors there are.
fn leaders(request: &Request, unit: u32) -> ([u8; MAX_LANES as usize], u32) {
    // One more than the lane in each slot; 0 is free.
    let mut slots = [0_u8; SLOTS];
    let (mut leaders, mut distinct) = ([0; MAX_LANES as usize], 0);
    let mut keys = [0; MAX_LANES as usize];
    for (lane, address) in request.lanes() {
        let key = address >> unit;
        keys[lane as usize] = key;
        // The upper bits of a product depend on all bits of the key.
        let hash =
            (key as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS.trailing_zeros());
        let mut slot = hash as usize % SLOTS;
        leaders[lane as usize] = loop {
            match slots[slot] {
                0 => {
                    slots[slot] = lane as u8 + 1;
                    distinct += 1;
                    break lane as u8;
                }
                // There are more slots than lanes, so that a free one is found.
                other if keys[usize::from(other - 1) % keys.len()] == key => break other - 1,
                _ => slot = (slot + 1) % SLOTS,
            }
        };
    }
    (leaders, distinct)
}
