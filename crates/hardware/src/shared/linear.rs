//! Accesses that are linear over F2: the ranks that give the ways of a phase, whatever the base.

use core::fmt;

use tilework::Mode;

use crate::access::Flat;
use crate::shared::serve::Service;

/// Vectors over F2, as the bits of integers, and what they span: at most N, by default one for each bit of an index.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Span<const N: usize = 64> {
    vectors: [i64; N],
    len: u8,
}

/// The most vectors of a phase: six bits of a lane, six of a byte in a vector.
pub const PHASE_VECTORS: usize = 12;

impl<const N: usize> Span<N> {
    /// No vectors.
    pub const NONE: Span<N> = Span { vectors: [0; N], len: 0 };

    /// One vector more; `None` when there are N, or 255.
    pub const fn with(mut self, vector: i64) -> Option<Span<N>> {
        if self.len as usize == N || self.len == u8::MAX {
            return None;
        }
        self.vectors[self.len as usize] = vector;
        self.len += 1;
        Some(self)
    }

    /// The vectors.
    pub fn as_slice(&self) -> &[i64] {
        self.vectors.get(..usize::from(self.len)).unwrap_or(&[])
    }

    /// Each vector under a map.
    pub fn map(mut self, f: impl Fn(i64) -> i64) -> Span<N> {
        for vector in self.vectors.iter_mut().take(usize::from(self.len)) {
            *vector = f(*vector);
        }
        self
    }

    /// The dimension of what they span.
    ///
    /// ```
    /// use tilework_hardware::shared::Span;
    ///
    /// let span = Span::<3>::NONE.with(0b011).unwrap().with(0b110).unwrap().with(0b101).unwrap();
    /// assert_eq!(span.rank(), 2);
    /// ```
    pub fn rank(&self) -> u32 {
        let (mut reduced, mut rank) = ([0; N], 0);
        for &vector in self.as_slice() {
            // Each of the reduced ones has a highest bit of its own, and they come in no order: twice the same
            // bit is removed by the one that has it.
            let mut left = vector as u64;
            for &other in &reduced[..rank] {
                left = left.min(left ^ other);
            }
            if left != 0 {
                reduced[rank] = left;
                rank += 1;
            }
        }
        rank as u32
    }
}

impl<const N: usize> fmt::Debug for Span<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

/// An access in which each bit of thread, value and iteration adds its column by XOR: no two columns have a bit in
/// common, so that sums do not carry, and the maps behind them are linear.
///
/// The columns are offsets in elements before the maps.
///
/// ```
/// use tilework::{AnyLayout, layout};
/// use tilework_hardware::access::{Access, Plan};
/// use tilework_hardware::shared::Linear;
///
/// let tile: AnyLayout = "Sw<3,3,3> o 0 o (64,64):(64,1)".parse().unwrap();
/// let access = Access::load(&layout!((8,8,8):(1,64,8)), 16)?;
/// let linear = Linear::of(&Plan::new(&access, &tile, 16, 32)?.flat().unwrap()).unwrap();
/// assert_eq!(linear.threads().as_slice(), [64, 128, 256]);
/// assert_eq!(linear.values().as_slice(), [1, 2, 4]);
/// assert_eq!(linear.iterations().as_slice(), [512, 1024, 2048]);
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Linear {
    threads: Span,
    values: Span,
    iterations: Span,
    start: i64,
}

impl Linear {
    /// The columns of an access, if it is linear.
    pub fn of(flat: &Flat<'_>) -> Option<Linear> {
        if !flat.is_linear() || flat.start() < 0 {
            return None;
        }
        let mut taken = flat.start();
        let mut columns = |modes: &[Mode]| {
            let mut span = Span::NONE;
            for mode in modes.iter().filter(|mode| mode.extent > 1) {
                if mode.stride < 0 || mode.extent & (mode.extent - 1) != 0 {
                    return None;
                }
                let mut column = mode.stride;
                for bit in 0..mode.extent.trailing_zeros() {
                    column = if bit == 0 { column } else { column.checked_mul(2)? };
                    if column & taken != 0 {
                        return None;
                    }
                    taken |= column;
                    span = span.with(column)?;
                }
            }
            Some(span)
        };
        Some(Linear {
            threads: columns(flat.threads().leaf_modes())?,
            values: columns(flat.values().leaf_modes())?,
            iterations: columns(flat.iterations().leaf_modes())?,
            start: flat.start(),
        })
    }

    /// The columns of the bits of a thread: those of its lane first, then those of its warp.
    pub const fn threads(&self) -> &Span {
        &self.threads
    }

    /// The columns of the bits of a value.
    pub const fn values(&self) -> &Span {
        &self.values
    }

    /// The columns of the bits of an iteration.
    pub const fn iterations(&self) -> &Span {
        &self.iterations
    }

    /// The offset of thread, value and iteration 0.
    pub const fn start(&self) -> i64 {
        self.start
    }

    /// What the lanes of a set add, if the set is an affine space: a basis of its directions, each as lane bits and as
    /// an offset in elements before the maps.
    pub fn directions(&self, lanes: u64) -> Option<(Span<PHASE_VECTORS>, Span<PHASE_VECTORS>)> {
        let basis = affine_basis(lanes)?;
        let column = |direction: i64| {
            let columns = self.threads.as_slice().iter().enumerate();
            let own = columns.filter(|(bit, _)| direction >> bit & 1 == 1);
            own.fold(0, |sum, (_, column)| sum ^ column)
        };
        let bits = self.threads.as_slice().len();
        // A lane without a thread has no column.
        if basis.as_slice().iter().any(|&direction| direction >> bits.min(63) != 0) {
            return None;
        }
        Some((basis, basis.map(column)))
    }
}

/// A basis of the directions of a set of lanes, if it is an affine space.
fn affine_basis(lanes: u64) -> Option<Span<PHASE_VECTORS>> {
    if lanes == 0 {
        return None;
    }
    let base = lanes.trailing_zeros();
    let (mut basis, mut reached) = (Span::NONE, 1_u64 << base);
    while lanes & !reached != 0 {
        let direction = (lanes & !reached).trailing_zeros() ^ base;
        basis = basis.with(i64::from(direction))?;
        let mut moved = 0;
        for lane in (0..u64::BITS).filter(|lane| reached >> lane & 1 == 1) {
            moved |= 1_u64 << (lane ^ direction);
        }
        reached |= moved;
        if reached & !lanes != 0 {
            return None;
        }
    }
    Some(basis)
}

/// The ways of a phase by ranks: `2^(rank W - rank K)`, where W are the words and K the banks that its lanes and the bytes of
/// a vector add by XOR.
///
/// The words of the phase are a coset of `span W`, the banks a coset of its projection, and all fibres of a linear map
/// have the size of its kernel; a base that is added by XOR permutes words and banks. So it holds for every warp,
/// instruction and iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rank {
    /// Which phase.
    pub phase: usize,
    /// A basis of its lanes: which bits of the lane change together.
    pub lanes: Span<PHASE_VECTORS>,
    /// What these add to the byte address, by XOR.
    pub columns: Span<PHASE_VECTORS>,
    /// What lanes and bytes of a vector add to the word: W.
    pub words: Span<PHASE_VECTORS>,
    /// What they add to the bank: K.
    pub banks: Span<PHASE_VECTORS>,
}

impl Rank {
    /// The ranks of a phase with these active lanes; `None` where it is not linear, or the lanes are no affine space.
    ///
    /// `map` takes an offset in elements through the maps, which must be linear.
    pub fn new(
        linear: &Linear,
        service: &Service<'_>,
        bits: u32,
        phase: usize,
        lanes: u64,
        map: impl Fn(i64) -> Option<i64>,
    ) -> Option<Rank> {
        let plain = bits.is_power_of_two() && service.banks.is_power_of_two();
        if !plain {
            return None;
        }
        let (lanes, offsets) = linear.directions(lanes)?;
        let mut columns = Span::NONE;
        for &offset in offsets.as_slice() {
            let address_bits = map(offset)?.checked_mul(i64::from(bits))?;
            if address_bits % 8 != 0 {
                return None;
            }
            columns = columns.with(address_bits / 8)?;
        }
        let mut bytes = columns;
        for bit in 0..service.width_bytes.trailing_zeros() {
            bytes = bytes.with(1 << bit)?;
        }
        let words = bytes.map(|column| service.word(column));
        let banks = words.map(|word| word & (i64::from(service.banks) - 1));
        Some(Rank { phase, lanes, columns, words, banks })
    }

    /// Distinct words of the phase: `2^rank W`.
    pub fn distinct_words(&self) -> u64 {
        1 << self.words.rank().min(63)
    }

    /// Banks that the phase touches: `2^rank K`.
    pub fn distinct_banks(&self) -> u64 {
        1 << self.banks.rank().min(63)
    }

    /// The words that each of these banks has: `2^(rank W - rank K)`.
    pub fn ways(&self) -> u64 {
        self.distinct_words() / self.distinct_banks()
    }
}

/// Whether every iteration adds its offset by XOR, so that all cost what the first one does.
///
/// The condition: no bit that an iteration may set is one that the rest may set, so that `F(x + c) = F(x) ^ F(c)`; and
/// `F(c)` is a multiple of the width. Then words and banks of an iteration are those of the first, XORed with
/// a constant.
pub(super) fn is_separable(flat: &Flat<'_>, service: &Service<'_>) -> bool {
    let unit = i64::from(service.width_bytes.max(service.bank_bytes));
    let base = flat.base_bytes();
    if !flat.is_linear()
        || !flat.bits().is_power_of_two()
        || !service.banks.is_power_of_two()
        || base % unit != 0
    {
        return false;
    }
    let threads = flat.threads().leaf_modes();
    let rest = bits_of(0, flat.iterations().leaf_modes()).zip(
        bits_of(flat.start(), threads).and_then(|start| bits_of(start, flat.values().leaf_modes())),
    );
    let Some((iterations, others)) = rest else {
        return false;
    };
    let aligned = |bit: u32| {
        let image = flat.map(1 << bit).map(|image| i128::from(image) * i128::from(flat.bits()));
        image.is_some_and(|bits| bits % (8 * i128::from(service.width_bytes)) == 0)
    };
    let mut own = (0..i64::BITS - 1).filter(|bit| iterations >> bit & 1 == 1);
    iterations & others == 0 && own.all(aligned)
}

/// A mask of all bits that `start + sum` may have, where `start` itself stands for all numbers with bits of it.
fn bits_of(start: i64, modes: &[Mode]) -> Option<i64> {
    if start < 0 || modes.iter().any(|mode| mode.extent > 1 && mode.stride < 0) {
        return None;
    }
    let moving = || modes.iter().filter(|mode| mode.extent > 1 && mode.stride > 0);
    // Without carries the bits are those of the columns.
    let exact = moving().try_fold(start, |taken, mode| {
        let count = i64::BITS - (mode.extent - 1).leading_zeros();
        (0..count).try_fold(taken, |taken, bit| {
            let column = mode.stride.checked_mul(1_i64.checked_shl(bit)?)?;
            (column & taken == 0).then_some(taken | column)
        })
    });
    if exact.is_some() {
        return exact;
    }
    // With carries all between the lowest and the highest.
    let top = moving().try_fold(start, |sum, mode| {
        sum.checked_add((mode.extent - 1).checked_mul(mode.stride)?)
    })?;
    let lowest = moving().fold(start, |all, mode| all | mode.stride).trailing_zeros();
    let above = i64::BITS - top.leading_zeros();
    let mask = |bits: u32| ((1_u128 << bits) - 1) as i64;
    Some(mask(above) & !mask(lowest.min(63)))
}
