//! Accesses: which lane of a warp touches which bytes of a layout.
//!
//! An [`Access`] says which index of a memory's layout each value of each thread has, and which instruction moves
//! it. With the layout and the bits of an element it becomes a [`Plan`], and that gives [`Request`]s: the byte
//! addresses of the lanes of one warp for one instruction.

mod error;
mod request;
mod maps;
mod plan;
mod gather;
mod vector;
mod domain;
mod flat;
mod tile;

use tilework::Layout;

pub use error::{AccessError, Place};
pub use flat::Flat;
pub(crate) use plan::BUDGET;
pub use plan::Plan;
pub use request::{Lanes, Request};

use crate::machine::Direction;

/// What moves the bytes of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instruction {
    /// A load or store of a vector.
    Vector,
    /// `cp.async`: a store, seen from shared memory.
    AsyncCopy,
    /// `ldmatrix` or `stmatrix`, with or without `.trans`.
    Matrix(Matrices),
}

/// How many matrices `ldmatrix` or `stmatrix` moves.
///
/// Each lane gives the address of one row of 16 bytes. `.trans` changes which lane receives what, but no address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Matrices {
    /// `.x1`: 8 rows, of lanes 0 to 7.
    X1,
    /// `.x2`: 16 rows, of lanes 0 to 15.
    X2,
    /// `.x4`: 32 rows, one of each lane.
    X4,
    /// `.m16n16.x1` of 8-bit elements: 16 rows.
    M16X1,
    /// `.m16n16.x2` of 8-bit elements: 32 rows.
    M16X2,
}

impl Matrices {
    /// Bytes of a row, whatever the elements.
    pub const ROW_BYTES: u32 = 16;

    /// The form with this many matrices of 8 rows.
    pub const fn new(count: u32) -> Option<Matrices> {
        match count {
            1 => Some(Matrices::X1),
            2 => Some(Matrices::X2),
            4 => Some(Matrices::X4),
            _ => None,
        }
    }

    /// The number of rows, which is that of lanes whose addresses count.
    pub const fn rows(self) -> u32 {
        match self {
            Matrices::X1 => 8,
            Matrices::X2 | Matrices::M16X1 => 16,
            Matrices::X4 | Matrices::M16X2 => 32,
        }
    }

    /// Whether its matrices have 16 rows.
    pub const fn is_16_rows(self) -> bool {
        matches!(self, Matrices::M16X1 | Matrices::M16X2)
    }
}

/// Which thread touches which elements of a memory, and how.
///
/// It is a function from (thread, value, iteration) to an index of the memory's layout. A thread's values are
/// taken in vectors of the width, one instruction for each; an iteration is the same on another tile. Threads
/// beyond the lanes of a warp are further warps.
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::access::Access;
///
/// // 32 lanes down a column of a (32,32) tile, one element each, and one iteration for each column.
/// let column = Access::load(&layout!((32,1,32):(1,0,32)), 4)?;
/// assert_eq!((column.threads().size(), column.iterations().size()), (32, 32));
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    threads: Layout,
    values: Layout,
    iterations: Layout,
    /// What is added to every index.
    start: i64,
    target: Target,
    instruction: Instruction,
    direction: Direction,
    width_bytes: u32,
    active: u64,
    merge: bool,
    base_bytes: i64,
}

/// What the function of an access gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    /// An index of the memory's layout for every value.
    Elements,
    /// An index of the first element of a row, and by how much the index of its next element is larger, if that is
    /// known.
    Rows(Option<i64>),
    /// The address of the first byte.
    Bytes,
}

impl Access {
    /// Vectors of `width_bytes`, by a layout (thread, value) or (thread, value, iteration) from coordinates to
    /// indices of the memory; one with a single mode has one value a thread.
    ///
    /// # Errors
    /// [`AccessError::Rank`] for more than three modes.
    pub fn vectors(
        tv: &Layout,
        width_bytes: u32,
        direction: Direction,
    ) -> Result<Access, AccessError> {
        let mode = |i: usize| if i < tv.rank() { tv.mode(i) } else { Ok(NOTHING) };
        if tv.rank() > 3 {
            return Err(AccessError::Rank { rank: tv.rank() });
        }
        Ok(Access {
            threads: if tv.rank() > 1 { mode(0)? } else { *tv },
            values: mode(1)?,
            iterations: mode(2)?,
            start: 0,
            target: Target::Elements,
            instruction: Instruction::Vector,
            direction,
            width_bytes,
            active: u64::MAX,
            merge: false,
            base_bytes: 0,
        })
    }

    /// [`vectors`](Access::vectors) that are loaded.
    ///
    /// # Errors
    /// As [`vectors`](Access::vectors).
    pub fn load(tv: &Layout, width_bytes: u32) -> Result<Access, AccessError> {
        Access::vectors(tv, width_bytes, Direction::Load)
    }

    /// [`vectors`](Access::vectors) that are stored.
    ///
    /// # Errors
    /// As [`vectors`](Access::vectors).
    pub fn store(tv: &Layout, width_bytes: u32) -> Result<Access, AccessError> {
        Access::vectors(tv, width_bytes, Direction::Store)
    }

    /// The shared side of `cp.async` of 4, 8 or 16 bytes a thread.
    ///
    /// # Errors
    /// As [`vectors`](Access::vectors).
    pub fn async_copy(tv: &Layout, width_bytes: u32) -> Result<Access, AccessError> {
        let access = Access::vectors(tv, width_bytes, Direction::Store)?;
        Ok(Access { instruction: Instruction::AsyncCopy, ..access })
    }

    /// `ldmatrix` (a load) or `stmatrix` (a store), by a layout (thread, value) or (thread, value, iteration), where the
    /// values of a lane are the elements of its row, or of one row after the other.
    ///
    /// # Errors
    /// As [`vectors`](Access::vectors).
    pub fn matrices(
        tv: &Layout,
        matrices: Matrices,
        direction: Direction,
    ) -> Result<Access, AccessError> {
        let access = Access::vectors(tv, Matrices::ROW_BYTES, direction)?;
        Ok(Access { instruction: Instruction::Matrix(matrices), ..access })
    }

    /// `ldmatrix` (a load) or `stmatrix` (a store) of one warp, by a layout whose whole domain is the lanes: from a lane
    /// to the index of the first element of its row. Lanes whose addresses do not count are ignored.
    ///
    /// Nothing says which index the other elements of a row have, so that whether a row is contiguous is not
    /// asked; [`row_step`](Access::row_step) says it.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_hardware::access::{Access, Matrices};
    /// use tilework_hardware::machine::{Direction, Machine};
    /// use tilework_hardware::shared;
    ///
    /// let rows = Access::rows(&layout!((16,2):(1,512)), Matrices::X4, Direction::Load)?;
    /// let report = shared::report(&layout!((64,64):(64,1)), &rows, 16, &Machine::NVIDIA)?;
    /// assert_eq!((report.wavefronts, report.ideal), (32, 4));
    /// # Ok::<(), tilework_hardware::access::AccessError>(())
    /// ```
    ///
    /// # Errors
    /// [`AccessError::Rows`] for fewer lanes than rows.
    pub fn rows(
        rows: &Layout,
        matrices: Matrices,
        direction: Direction,
    ) -> Result<Access, AccessError> {
        let needed = matrices.rows();
        if rows.size() < i64::from(needed) {
            return Err(AccessError::Rows { rows: rows.size(), needed });
        }
        Ok(Access {
            threads: *rows,
            target: Target::Rows(None),
            ..Access::matrices(&NOTHING, matrices, direction)?
        })
    }

    /// Vectors of `width_bytes` at the byte addresses that a layout gives, whose whole domain is the lanes. The memory's
    /// layout does not matter.
    pub fn addresses(lanes: &Layout, width_bytes: u32, direction: Direction) -> Access {
        Access {
            threads: *lanes,
            values: NOTHING,
            iterations: NOTHING,
            start: 0,
            target: Target::Bytes,
            instruction: Instruction::Vector,
            direction,
            width_bytes,
            active: u64::MAX,
            merge: false,
            base_bytes: 0,
        }
    }

    /// The same in every iteration of a layout, whose values are added to the indices (or addresses).
    pub const fn over(self, iterations: &Layout) -> Access {
        Access { iterations: *iterations, ..self }
    }

    /// The same with every index (or address) larger by `start`: another tile of the same memory.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_hardware::access::{Access, Matrices, Plan};
    /// use tilework_hardware::machine::Direction;
    ///
    /// let rows = Access::rows(&layout!((16,2):(1,256)), Matrices::X4, Direction::Load)?.from_index(16);
    /// let plan = Plan::new(&rows, &layout!((32,32):(32,1)), 16, 32)?;
    /// assert_eq!(plan.request(0, 0, 0)?.address(0), Some(16 * 64));
    /// # Ok::<(), tilework_hardware::access::AccessError>(())
    /// ```
    pub const fn from_index(self, start: i64) -> Access {
        Access { start, ..self }
    }

    /// The same with the lanes of this mask only, in every warp.
    pub const fn active(self, lanes: u64) -> Access {
        Access { active: lanes, ..self }
    }

    /// The same on a machine that serves uniform wide loads in half the phases.
    pub const fn merging(self, merge: bool) -> Access {
        Access { merge, ..self }
    }

    /// The same in a memory that begins at this byte address.
    pub const fn based_at(self, base_bytes: i64) -> Access {
        Access { base_bytes, ..self }
    }

    /// The same by `cp.async`, `ldmatrix` or vectors; the width stays.
    pub const fn by(self, instruction: Instruction) -> Access {
        Access { instruction, ..self }
    }

    /// The same, where in [`rows`](Access::rows) the index of the next element of a row is larger by `step`: each
    /// row must then be contiguous. Other accesses say so themselves, and stay.
    pub const fn row_step(self, step: i64) -> Access {
        match self.target {
            Target::Rows(_) => Access { target: Target::Rows(Some(step)), ..self },
            _ => self,
        }
    }

    // ---- Parts -------------------------------------------------------------------------

    /// From threads to indices.
    pub const fn threads(&self) -> &Layout {
        &self.threads
    }

    /// From the values of a thread to what they add.
    pub const fn values(&self) -> &Layout {
        &self.values
    }

    /// From iterations to what they add.
    pub const fn iterations(&self) -> &Layout {
        &self.iterations
    }

    /// Loads or stores.
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// What moves the bytes.
    pub const fn instruction(&self) -> Instruction {
        self.instruction
    }

    /// Bytes that one instruction moves for each lane.
    pub const fn width_bytes(&self) -> u32 {
        self.width_bytes
    }

    /// What is added to every index: [`from_index`](Access::from_index).
    pub const fn start(&self) -> i64 {
        self.start
    }

    /// The byte address at which the memory begins: [`based_at`](Access::based_at).
    pub const fn base_bytes(&self) -> i64 {
        self.base_bytes
    }

    /// Whether uniform wide loads are served in half the phases: [`merging`](Access::merging).
    pub const fn is_merging(&self) -> bool {
        self.merge
    }

    /// Whether it gives byte addresses, and no indices of a layout.
    pub const fn is_addresses(&self) -> bool {
        matches!(self.target, Target::Bytes)
    }

    /// Whether it gives only the first element of each row, and no [`row_step`](Access::row_step).
    pub const fn is_rows(&self) -> bool {
        matches!(self.target, Target::Rows(None))
    }
}

/// One coordinate that adds nothing.
const NOTHING: Layout = tilework::layout!(1:0);
