//! Whether the threads of an instruction hold each element of a matrix, and how often.

use core::fmt;

use tilework::{Layout, Mode};

use super::MmaAtom;
use super::operand::Operand;

/// How the threads of an instruction hold a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Coverage {
    /// Each element is held once.
    Once,
    /// Every thread has the whole matrix: it is in shared memory or in tensor memory.
    Every {
        /// How many threads.
        threads: i64,
    },
    /// Each element is held by this many.
    Copies {
        /// How many.
        copies: i64,
    },
    /// Each value stands for a group of elements along K, of which a sparse matrix has a part, and each group is
    /// held once.
    Groups {
        /// The elements of a group.
        elements: i64,
    },
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Coverage::Once => f.write_str("each element once"),
            Coverage::Every { threads } => {
                write!(f, "the whole matrix by each of {threads} threads")
            }
            Coverage::Copies { copies } => write!(f, "each element {copies} times"),
            Coverage::Groups { elements } => write!(f, "each group of {elements} along K once"),
        }
    }
}

/// Where an operand does not cover its matrix. Owners are (thread, value).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Gap {
    /// An element without an owner; it is the first.
    Hole {
        /// Its index, `row + rows * column`.
        index: i64,
        /// Its row and column.
        at: [i64; 2],
    },
    /// An element that is held twice, where others are held once.
    Twice {
        /// Its index, `row + rows * column`.
        index: i64,
        /// Its row and column.
        at: [i64; 2],
        /// One owner ...
        first: (i64, i64),
        /// ... and another.
        second: (i64, i64),
    },
    /// A value that is not in the matrix.
    Outside {
        /// The index that it would have.
        index: i64,
        /// Its owner.
        owner: (i64, i64),
        /// The elements of the matrix.
        size: i64,
    },
    /// The layout is not one of (thread, value).
    Rank {
        /// Its modes.
        rank: usize,
    },
    /// The extents are not positive, or their product is no number of 64 bits.
    Shape,
}

impl Gap {
    /// The kind of gap, as programs read it.
    pub const fn name(&self) -> &'static str {
        match self {
            Gap::Hole { .. } => "hole",
            Gap::Twice { .. } => "twice",
            Gap::Outside { .. } => "outside",
            Gap::Rank { .. } => "rank",
            Gap::Shape => "shape",
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Hole { index, at: [row, column] } => {
                write!(f, "element ({row},{column}), index {index}, has no owner")
            }
            Gap::Twice { index, at: [row, column], first, second } => write!(
                f,
                "element ({row},{column}), index {index}, has two owners: thread {} value {}, thread {} value {}",
                first.0, first.1, second.0, second.1
            ),
            Gap::Outside { index, owner: (thread, value), size } => write!(
                f,
                "thread {thread} value {value} has index {index} of a matrix of {size} elements"
            ),
            Gap::Rank { rank } => write!(f, "a layout of (thread, value) has 2 modes, not {rank}"),
            Gap::Shape => f.write_str("M, N and K are positive, and their products fit 64 bits"),
        }
    }
}

impl core::error::Error for Gap {}

impl MmaAtom {
    /// How many independent products the instruction makes: 1, and more for some of AMD. The layouts count block
    /// after block, so that C has `blocks * M * N` elements.
    ///
    /// ```
    /// use tilework_hardware::atom;
    ///
    /// let mfma = atom::find("v_mfma_f32_16x16x4f16")?.mma().unwrap();
    /// assert_eq!(mfma.blocks(), 4);
    /// # Ok::<(), tilework_hardware::atom::AtomError>(())
    /// ```
    pub fn blocks(&self) -> i64 {
        let [m, n, _] = self.shape;
        let modes = self.c.leaf_modes().iter().filter(|mode| mode.stride != 0);
        let size = modes.fold(1, |size, mode| size * mode.extent);
        match m.checked_mul(n) {
            Some(one) if one > 0 && size % one == 0 => size / one,
            _ => 1,
        }
    }

    /// Whether the threads hold each element of A, B or C, and how often.
    ///
    /// # Errors
    /// Where it does not cover the matrix: the first element that no thread holds, one that two hold where others
    /// have one owner, or a value outside.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_hardware::atom::{self, Coverage, Gap, Operand};
    ///
    /// let mut atom = atom::find("SM80_16x8x32_S32S4S4S32_TN")?.mma().unwrap();
    /// assert_eq!(atom.coverage(Operand::B), Ok(Coverage::Once));
    ///
    /// // The layout of CUTLASS 4.2.
    /// atom.b = layout!(((4,8),8):((32,1),8));
    /// let gap = atom.coverage(Operand::B).unwrap_err();
    /// assert_eq!(
    ///     gap.to_string(),
    ///     "element (0,4), index 32, has two owners: thread 0 value 4, thread 1 value 0"
    /// );
    /// # Ok::<(), atom::AtomError>(())
    /// ```
    pub fn coverage(&self, operand: Operand) -> Result<Coverage, Gap> {
        let layout = self.operand(operand);
        let extents = operand.extents(self.shape);
        let plain = covers(layout, extents, self.blocks());
        match (plain, operand) {
            // AMD counts a sparse A in groups of four along K, of which it has two elements.
            (Err(Gap::Hole { .. }), Operand::A) if grouped(layout, extents, self.blocks()) => {
                Ok(Coverage::Groups { elements: GROUP })
            }
            _ => plain,
        }
    }
}

/// The elements of a group along K of which a sparse matrix has a part.
const GROUP: i64 = 4;

fn grouped(layout: &Layout, extents: [i64; 2], blocks: i64) -> bool {
    let [rows, columns] = extents;
    let group = Layout::of_mode(Mode::new(GROUP, rows));
    // Each value, followed by the others of its group.
    let whole = group.and_then(|group| {
        let values = Layout::concat(&[group, layout.mode(1)?])?;
        Layout::concat(&[layout.mode(0)?, values])
    });
    let covered = whole.map(|whole| covers(&whole, [rows, columns], blocks));
    matches!(covered, Ok(Ok(Coverage::Once)))
}

/// A mode of a layout, and by how much a step in it moves the number of the thread and of the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) mode: Mode,
    pub(super) thread: i64,
    pub(super) value: i64,
}

impl Step {
    /// The owner that is `count` steps from (0, 0).
    pub(super) fn owner(&self, count: i64) -> (i64, i64) {
        (count * self.thread, count * self.value)
    }
}

/// The modes of a layout of (thread, value) that have more than one coordinate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    all: [Step; tilework::limits::MAX_MODES],
    /// The first so many move the index, in the order of their strides; the others do not.
    moving: usize,
    count: usize,
}

impl Steps {
    pub(super) fn of(layout: &Layout) -> Result<Steps, Gap> {
        if layout.rank() != 2 {
            return Err(Gap::Rank { rank: layout.rank() });
        }
        let none = Step { mode: Mode::UNIT, thread: 0, value: 0 };
        let mut steps = Steps { all: [none; tilework::limits::MAX_MODES], moving: 0, count: 0 };
        for (side, part) in layout.modes().enumerate() {
            let mut number = 1;
            for &mode in part.leaf_modes() {
                if mode.extent > 1 {
                    let (thread, value) = if side == 0 { (number, 0) } else { (0, number) };
                    steps.all[steps.count] = Step { mode, thread, value };
                    steps.count += 1;
                    steps.moving += usize::from(mode.stride != 0);
                }
                // The size of a layout fits 64 bits, and these are factors of it.
                number *= mode.extent;
            }
        }
        // Where strides are equal, values before threads: copies come in the order of their owners.
        let order =
            |step: &Step| (step.mode.stride == 0, step.mode.stride, step.thread, step.value);
        steps.all[..steps.count].sort_unstable_by_key(order);
        Ok(steps)
    }

    /// Those that move the index, in the order of their strides.
    pub(super) fn moving(&self) -> &[Step] {
        &self.all[..self.moving]
    }

    /// Those that do not: copies.
    pub(super) fn still(&self) -> &[Step] {
        &self.all[self.moving..self.count]
    }

    /// The owner of an index, where each stride is the product of the extents before it.
    pub(super) fn first_owner(moving: &[Step], index: i64) -> (i64, i64) {
        moving.iter().fold((0, 0), |owner, step| {
            let digit = index / step.mode.stride % step.mode.extent;
            add(owner, step.owner(digit))
        })
    }
}

pub(super) fn add(a: (i64, i64), b: (i64, i64)) -> (i64, i64) {
    (a.0 + b.0, a.1 + b.1)
}

/// Whether the layout covers `blocks` matrices, decided from its modes.
///
/// Modes of stride 0 are copies. The others cover `0 .. size` once if and only if, in the order of their strides,
/// each stride is the product of the extents before it: while that holds, these modes reach exactly the indices
/// below that product. A larger stride leaves the product itself without an owner, since all later strides are
/// larger, too; a smaller one is an index that has an owner already.
///
/// No layout covers every index the same number of times, more than once, without a stride of 0: the largest index
/// has the largest coordinate in every mode, which is one owner.
pub(super) fn covers(layout: &Layout, extents: [i64; 2], blocks: i64) -> Result<Coverage, Gap> {
    let [rows, columns] = extents;
    let size = rows.checked_mul(columns).and_then(|one| one.checked_mul(blocks));
    let size = match size {
        Some(size) if rows > 0 && columns > 0 && blocks > 0 => size,
        _ => return Err(Gap::Shape),
    };
    let steps = Steps::of(layout)?;
    let at = |index: i64| [index % rows, index / rows];
    // The smallest and the largest index, with their owners.
    for largest in [false, true] {
        let ends = steps.moving().iter().filter(|step| (step.mode.stride > 0) == largest);
        let (mut index, mut owner) = (0, (0, 0));
        for step in ends {
            let last = step.mode.extent - 1;
            index += last * step.mode.stride;
            owner = add(owner, step.owner(last));
        }
        if index < 0 || index >= size {
            return Err(Gap::Outside { index, owner, size });
        }
    }
    let mut reach = 1;
    for (i, step) in steps.moving().iter().enumerate() {
        let index = step.mode.stride;
        if index > reach {
            return Err(Gap::Hole { index: reach, at: at(reach) });
        }
        if index < reach {
            let first = Steps::first_owner(&steps.moving()[..i], index);
            return Err(Gap::Twice { index, at: at(index), first, second: step.owner(1) });
        }
        reach *= step.mode.extent;
    }
    if reach < size {
        return Err(Gap::Hole { index: reach, at: at(reach) });
    }
    let copies = steps.still().iter().fold(1, |copies, step| copies * step.mode.extent);
    let by_threads = steps.still().iter().all(|step| step.thread > 0);
    let threads = layout.mode(0).map_or(1, |part| part.size());
    Ok(match copies {
        1 => Coverage::Once,
        _ if by_threads && copies == threads => Coverage::Every { threads },
        _ => Coverage::Copies { copies },
    })
}
