//! An access to a memory: the addresses of every instruction.

use tilework::LayoutRef;
use tilework::eval::Prepared;

use crate::access::error::AccessError;
use crate::access::maps::Maps;
use crate::access::request::Request;
use crate::access::{Access, Instruction, Matrices, Target};
use crate::machine::{MAX_LANES, MAX_WIDTH_BYTES};

/// How many elements one answer may read one by one, and [`OVERHEAD`] for each instruction: some tens of milliseconds.
pub(crate) const BUDGET: i64 = 1 << 22;

/// An instruction costs as much as reading so many elements, even if it has one lane.
const OVERHEAD: i128 = 64;

/// The most bits of an element.
const MAX_BITS: u32 = 1024;

/// An access to a memory of a given layout: a [`Request`] for every iteration, vector and warp.
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::access::{Access, Plan};
///
/// let tile = layout!((8,64):(64,1));
/// // A lane for each row, and 8 fp16 values of the row in one vector of 16 bytes.
/// let access = Access::load(&layout!((8,8):(1,8)), 16)?;
/// let plan = Plan::new(&access, &tile, 16, 32)?;
/// let request = plan.request(0, 0, 0)?;
/// assert_eq!(request.address(7), Some(7 * 128));
/// assert_eq!(request.address(8), None);
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    pub(super) access: &'a Access,
    pub(super) memory: LayoutRef<'a>,
    /// The layout inside the memory's; none where the access gives bytes.
    pub(super) inner: Option<Prepared>,
    pub(super) maps: Maps<'a>,
    pub(super) bits: u32,
    pub(super) lanes: u32,
    /// Lanes of a warp whose addresses count.
    pub(super) used: u32,
    pub(super) threads: i64,
    /// How many elements of a vector are known to the access.
    pub(super) elements: i64,
    pub(super) vectors: i64,
    pub(super) warps: i64,
}

impl<'a> Plan<'a> {
    /// The plan of an access to a memory with elements of `bits`, by warps of `lanes`.
    ///
    /// # Errors
    /// [`AccessError::Bits`], [`AccessError::Vectors`], [`AccessError::Lanes`].
    pub fn new(
        access: &'a Access,
        memory: impl Into<LayoutRef<'a>>,
        bits: u32,
        lanes: u32,
    ) -> Result<Plan<'a>, AccessError> {
        let memory = memory.into();
        let width_bytes = access.width_bytes;
        if bits == 0 || bits > MAX_BITS {
            return Err(AccessError::Bits { bits });
        }
        if lanes == 0 || lanes > MAX_LANES {
            return Err(AccessError::Lanes { lanes: lanes as usize, limit: MAX_LANES });
        }
        if width_bytes == 0 || width_bytes > MAX_WIDTH_BYTES {
            let nearest_bytes = if width_bytes == 0 { 1 } else { MAX_WIDTH_BYTES };
            return Err(AccessError::Width { width_bytes, nearest_bytes });
        }
        let wide_bits = 8 * width_bytes;
        let whole = wide_bits.is_multiple_of(bits);
        let per_vector = i64::from(wide_bits / bits);
        let values = access.values.size();
        let refused = AccessError::Vectors { values, bits, width_bytes };
        let (elements, vectors) = match access.target {
            Target::Elements if !whole || values % per_vector != 0 => return Err(refused),
            Target::Elements => (per_vector, values / per_vector),
            Target::Rows(Some(_)) if !whole => return Err(refused),
            Target::Rows(Some(_)) => (per_vector, 1),
            Target::Rows(None) | Target::Bytes => (1, 1),
        };
        let (used, threads) = match (access.instruction, access.target) {
            (Instruction::Matrix(matrices), Target::Rows(_)) => {
                (matrices.rows(), i64::from(matrices.rows()))
            }
            (Instruction::Matrix(matrices), _) => (matrices.rows(), access.threads.size()),
            _ => (lanes, access.threads.size()),
        };
        let maps = if access.is_addresses() { Maps::None } else { Maps::of(memory) };
        Ok(Plan {
            access,
            memory,
            inner: if access.is_addresses() { None } else { Some(memory.inner().prepare()) },
            maps,
            bits: if access.is_addresses() { 8 } else { bits },
            lanes,
            used: used.min(lanes),
            threads,
            elements,
            vectors,
            // At most the size, and no sum of two of them.
            warps: (threads - 1) / i64::from(lanes) + 1,
        })
    }

    /// The access.
    pub const fn access(&self) -> &'a Access {
        self.access
    }

    /// The layout of the memory.
    pub const fn memory(&self) -> LayoutRef<'a> {
        self.memory
    }

    /// Bits of an element; 8 where the access gives byte addresses.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// Lanes of a warp.
    pub const fn lanes(&self) -> u32 {
        self.lanes
    }

    /// The number of threads that take part.
    pub const fn threads(&self) -> i64 {
        self.threads
    }

    /// How many elements of each vector the access speaks of: all, or the first one.
    pub const fn elements(&self) -> i64 {
        self.elements
    }

    /// Vectors of each thread in one iteration.
    pub const fn vectors(&self) -> i64 {
        self.vectors
    }

    /// Warps that take part.
    pub const fn warps(&self) -> i64 {
        self.warps
    }

    /// Iterations.
    pub const fn iterations(&self) -> i64 {
        self.access.iterations.size()
    }

    /// Instructions of one iteration: vectors times warps.
    ///
    /// # Errors
    /// [`AccessError::Budget`] where an iteration has more of them than an answer may read.
    pub fn instructions(&self) -> Result<i64, AccessError> {
        self.afford(1)?;
        Ok(self.vectors * self.warps)
    }

    /// Visits all instructions of an iteration: their requests, vector by vector, and in these warp by warp.
    ///
    /// What is not contiguous is no vector at all, so that alignment is asked later: an error of which `is_late` holds is
    /// the answer only where there is no other.
    pub(crate) fn visit(
        &self,
        is_late: impl Fn(&AccessError) -> bool,
        request: impl Fn(i64, i64) -> Result<Request, AccessError>,
        mut visit: impl FnMut(&Request, i64, i64),
    ) -> Result<(), AccessError> {
        self.instructions()?;
        let mut misaligned = Ok(());
        for vector in 0..self.vectors {
            for warp in 0..self.warps {
                match request(vector, warp) {
                    Ok(request) => visit(&request, vector, warp),
                    Err(error) if is_late(&error) => misaligned = misaligned.and(Err(error)),
                    Err(error) => return Err(error),
                }
            }
        }
        misaligned
    }

    /// Whether an answer may read all instructions of so many iterations.
    pub(crate) fn afford(&self, iterations: i64) -> Result<(), AccessError> {
        let each = OVERHEAD + i128::from(self.lanes) * i128::from(self.elements);
        let instructions = i128::from(self.vectors) * i128::from(self.warps);
        // The first two factors have no more than 2^71 together; saturation is above every budget.
        let elements = (instructions * each).saturating_mul(i128::from(iterations));
        if elements > i128::from(BUDGET) {
            return Err(AccessError::Budget { elements, budget: BUDGET });
        }
        Ok(())
    }
}

impl Access {
    /// The index step from an element to its neighbour in the memory, as far as the strides tell: the product of the extents
    /// before the mode of stride 1; 1 if there is none.
    pub fn neighbour_step<'a>(memory: impl Into<LayoutRef<'a>>) -> i64 {
        let mut step = 1;
        for mode in memory.into().inner().leaf_modes() {
            if mode.stride == 1 && mode.extent > 1 {
                return step;
            }
            step *= mode.extent;
        }
        1
    }
}

impl Matrices {
    /// The rows that make a phase: eight of 16 bytes.
    pub const PHASE_ROWS: u32 = 8;
}
