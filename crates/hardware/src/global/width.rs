//! The widest vector of an access, and of a copy.

use core::fmt;

use tilework::{Layout, LayoutRef};

use super::reason::{Reason, failure};
use crate::access::{Access, AccessError, BUDGET, Plan};
use crate::machine::{Direction, MAX_LANES};

/// The widest vector of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Widest {
    /// Its bytes; 0 where not even single elements are aligned.
    pub width_bytes: u32,
    /// The next wider width, and what keeps vectors from having it; `None` where the machine has none.
    pub limit: Option<(u32, Reason)>,
}

/// `widest vector 4 bytes: rows of 132 bytes are not multiples of 8`.
impl fmt::Display for Widest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.width_bytes {
            0 => f.write_str("no vector")?,
            1 => f.write_str("widest vector 1 byte")?,
            bytes => write!(f, "widest vector {bytes} bytes")?,
        }
        match &self.limit {
            Some((next_bytes, reason)) => {
                f.write_str(": ")?;
                reason.write(f, *next_bytes)
            }
            None => Ok(()),
        }
    }
}

/// The widest vector of `widths_bytes` for which the values of every thread, taken in order, are neighbours in memory, and
/// every vector begins at a multiple of its width; in all iterations.
///
/// `tv` is a layout (thread, value) or (thread, value, iteration) of indices of the memory, which begins at `base_bytes`.
/// Where only the alignment of the base is known, that alignment is a base that stands for all.
///
/// # Errors
/// [`AccessError::Outside`], [`AccessError::Rank`], [`AccessError::Bits`], [`AccessError::Budget`].
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::global::widest;
/// use tilework_hardware::machine::Machine;
///
/// let widths = Machine::NVIDIA.global_widths_bytes;
/// let tv = layout!(((8,4),8):((512,1),64));
/// let found = widest(&layout!((64,66):(66,1)), &tv, 16, 256, widths)?;
/// assert_eq!(found.to_string(), "widest vector 4 bytes: rows of 132 bytes are not multiples of 8");
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
pub fn widest<'a>(
    memory: impl Into<LayoutRef<'a>>,
    tv: &Layout,
    bits: u32,
    base_bytes: i64,
    widths_bytes: &[u32],
) -> Result<Widest, AccessError> {
    let side = Side { memory: memory.into(), tv, base_bytes, widths_bytes };
    let elements = i128::from(tv.size()) * widths_bytes.len() as i128;
    if elements > i128::from(BUDGET) {
        return Err(AccessError::Budget { elements, budget: BUDGET });
    }
    let (mut below, mut failed) = (u32::MAX, None);
    // From the widest down, whatever the order of the list.
    while let Some(width_bytes) = widths_bytes.iter().copied().filter(|width| *width < below).max()
    {
        below = width_bytes;
        let access = side.access(width_bytes)?;
        match Plan::new(&access, side.memory, bits, MAX_LANES) {
            Ok(plan) => match failure(&plan)? {
                None => return Ok(Widest { width_bytes, limit: side.limit(bits, failed)? }),
                Some(error) => failed = Some((width_bytes, error)),
            },
            // Parts of elements are no vectors of this access, and no reason unless there is no other.
            Err(AccessError::Vectors { .. })
                if failed.is_some() && u64::from(width_bytes) * 8 < u64::from(bits) => {}
            Err(error @ AccessError::Vectors { .. }) => failed = Some((width_bytes, error)),
            Err(error) => return Err(error),
        }
    }
    Ok(Widest { width_bytes: 0, limit: side.limit(bits, failed)? })
}

/// One side of a copy: a memory and which thread touches what of it.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The layout of the memory.
    pub memory: LayoutRef<'a>,
    /// From (thread, value) or (thread, value, iteration) to its indices.
    pub tv: &'a Layout,
    /// Where it begins, or what it is aligned to.
    pub base_bytes: i64,
    /// The widths that the machine has for it.
    pub widths_bytes: &'a [u32],
}

impl Side<'_> {
    /// The direction does not matter; warps as long as possible are read fastest.
    fn access(&self, width_bytes: u32) -> Result<Access, AccessError> {
        Ok(Access::vectors(self.tv, width_bytes, Direction::Load)?.based_at(self.base_bytes))
    }

    /// The reason for the way in which vectors of a width fail.
    fn limit(
        &self,
        bits: u32,
        failed: Option<(u32, AccessError)>,
    ) -> Result<Option<(u32, Reason)>, AccessError> {
        let Some((width_bytes, error)) = failed else { return Ok(None) };
        if let AccessError::Vectors { values, bits, .. } = error {
            return Ok(Some((width_bytes, Reason::Values { values, bits })));
        }
        let access = self.access(width_bytes)?;
        let plan = Plan::new(&access, self.memory, bits, MAX_LANES)?;
        Ok(Some((width_bytes, Reason::of(&plan, error, self.base_bytes, width_bytes)?)))
    }
}

/// The widest vector of a copy: of both sides the narrower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CopyWidth {
    /// Its bytes; 0 where one side has none.
    pub width_bytes: u32,
    /// The widest of the source alone.
    pub source: Widest,
    /// The widest of the destination alone.
    pub destination: Widest,
}

impl CopyWidth {
    /// The side that keeps the vector from being wider; the source where both do.
    pub const fn limiting(&self) -> &Widest {
        if self.source.width_bytes <= self.destination.width_bytes {
            &self.source
        } else {
            &self.destination
        }
    }
}

/// `source: widest vector 4 bytes: ...`
impl fmt::Display for CopyWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = self.source.width_bytes <= self.destination.width_bytes;
        let side = if source { "source" } else { "destination" };
        write!(f, "{side}: {}", self.limiting())
    }
}

/// The widest vector of a copy, in which value by value each thread moves what it has of the source to what it has of the
/// destination.
///
/// A vector that is legal on one side stays so when it is halved, as long as it holds whole elements; so the narrower of
/// the widest vectors of both sides is the widest of both.
///
/// ```
/// use tilework::{AnyLayout, layout};
/// use tilework_hardware::global::{Side, widest_of_copy};
/// use tilework_hardware::machine::Machine;
///
/// let tv = layout!(((8,4),8):((512,1),64));
/// let (global, shared) = (layout!((64,64):(1024,1)), "Sw<3,2,3> o 0 o (64,64):(64,1)");
/// let shared: AnyLayout = shared.parse()?;
/// let machine = Machine::HOPPER;
/// let source = Side {
///     memory: (&global).into(),
///     tv: &tv,
///     base_bytes: 256,
///     widths_bytes: machine.global_widths_bytes,
/// };
/// let destination =
///     Side { memory: (&shared).into(), widths_bytes: machine.widths_bytes, ..source };
/// let found = widest_of_copy(&source, &destination, 16)?;
/// assert_eq!(found.to_string(), "destination: widest vector 8 bytes: Sw<3,2,3> moves groups of 8 bytes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`widest`].
pub fn widest_of_copy(
    source: &Side<'_>,
    destination: &Side<'_>,
    bits: u32,
) -> Result<CopyWidth, AccessError> {
    let one =
        |side: &Side<'_>| widest(side.memory, side.tv, bits, side.base_bytes, side.widths_bytes);
    let (source, destination) = (one(source)?, one(destination)?);
    let width_bytes = source.width_bytes.min(destination.width_bytes);
    Ok(CopyWidth { width_bytes, source, destination })
}
