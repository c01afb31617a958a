//! Counting the words of each bank in each phase of one request.

use core::fmt;

use crate::access::{AccessError, Request};
use crate::machine::{MAX_BANKS, MAX_LANES, Machine};
use crate::shared::serve::Service;

/// The ways of each phase: how many words of one bank it wants at most.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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

impl fmt::Debug for PhaseWays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
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
    Ok(Service::for_request(machine, request)?.count(request))
}

/// For each active lane the first one with the same vector.
pub(super) type Leaders = [u8; MAX_LANES as usize];

/// One phase: words of each bank, or of each group of banks that a vector takes.
struct PhaseCount {
    counts: [u16; MAX_BANKS as usize],
    most: u16,
    /// Different vectors.
    vectors: u32,
}

impl PhaseCount {
    #[inline]
    fn add(&mut self, slot: u32) {
        let count = &mut self.counts[slot as usize % MAX_BANKS as usize];
        *count += 1;
        self.most = self.most.max(*count);
    }
}

/// Slots of the table that finds equal vectors: twice the lanes.
const SLOTS: usize = 2 * MAX_LANES as usize;

impl Service<'_> {
    /// What one request costs. Its width and instruction must be those of the service.
    pub fn count(&self, request: &Request) -> Counts {
        self.count_by(request).0
    }

    /// The same, with what [`worst_bank`](Service::worst_bank) needs.
    pub(super) fn count_by(&self, request: &Request) -> (Counts, Leaders) {
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
        for i in 0..self.phase_count(merged).min(MAX_LANES as usize) {
            let phase = self.count_phase(request, &leaders, self.phase(i, merged));
            out.phases.ways[i] = phase.most;
            out.phases.len = i as u8 + 1;
            out.wavefronts += u32::from(phase.most);
            out.ideal += u32::from(phase.most > 0);
            out.ways = out.ways.max(u32::from(phase.most));
            out.words += phase.vectors * words;
        }
        (out, leaders)
    }

    /// The first bank with the most words in a phase, and the lanes that want words of it.
    pub(super) fn worst_bank(
        &self,
        request: &Request,
        leaders: &Leaders,
        lanes: u64,
    ) -> (u32, u64) {
        let words = self.words_of_vector();
        let phase = self.count_phase(request, leaders, lanes);
        let worst = phase.counts.iter().position(|&count| count == phase.most).unwrap_or(0) as u32;
        let bank = if self.groups().is_some() { worst * words } else { worst };
        let wants = |&(_, address): &(u32, i64)| {
            let first = self.bank(self.word(address));
            (bank + self.banks - first) % self.banks < words
        };
        let lanes = request.lanes_of(lanes).filter(wants);
        (bank, lanes.fold(0, |mask, (lane, _)| mask | 1 << lane))
    }

    /// The words of each bank, or of each group of banks.
    #[inline]
    fn count_phase(&self, request: &Request, leaders: &Leaders, lanes: u64) -> PhaseCount {
        let words = self.words_of_vector();
        let unit = self.width_bytes.max(self.bank_bytes).trailing_zeros();
        let groups = self.groups();
        let mut phase = PhaseCount { counts: [0; MAX_BANKS as usize], most: 0, vectors: 0 };
        let mut seen = 0_u64;
        for (lane, address) in request.lanes_of(lanes) {
            let leader = 1 << leaders[lane as usize];
            if seen & leader == 0 {
                seen |= leader;
            } else if self.share {
                continue;
            }
            let vector = address >> unit;
            if let Some(mask) = groups {
                // All banks of a group have the same number of words.
                phase.add((vector & mask) as u32);
            } else {
                for word in 0..i64::from(words) {
                    phase.add(self.bank(vector * i64::from(words) + word));
                }
            }
        }
        phase.vectors = seen.count_ones();
        phase
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
fn leaders(request: &Request, unit: u32) -> (Leaders, u32) {
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
