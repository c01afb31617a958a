//! What keeps a vector from being wider.

use core::fmt;

use tilework::{Layout, LayoutRef, Swizzle};

use crate::access::{AccessError, Place, Plan};

/// What keeps a vector from being wider.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The values of a thread are no whole number of wider vectors.
    Values {
        /// How many values a thread has.
        values: i64,
        /// Bits of an element.
        bits: u32,
    },
    /// The base of the memory is no multiple of the width.
    Base {
        /// The base.
        base_bytes: i64,
    },
    /// The layout begins at an element that is no multiple of the width.
    Offset {
        /// The element.
        element: i64,
        /// Bits of an element.
        bits: u32,
    },
    /// Without its swizzle the layout would allow it.
    Swizzle {
        /// The swizzle.
        swizzle: Swizzle,
        /// The bits of the groups that it keeps together.
        group_bits: i64,
    },
    /// Without its maps the layout would allow it.
    Maps,
    /// A stride of the access is no multiple of the width.
    Stride {
        /// The stride of the memory's layout that it comes from, if it comes from one, or else of the access.
        stride_bits: i64,
        /// The mode of the memory's layout.
        mode: Option<usize>,
        /// How many modes that layout has.
        rank: usize,
    },
    /// Two values of a thread that would be in one vector are not neighbours.
    Apart {
        /// Which vector.
        at: Place,
        /// Which element of it.
        element: i64,
        /// The offset of its first element ...
        first: i64,
        /// ... and of this one.
        offset: i64,
    },
    /// A vector would begin at an address that is no multiple of the width.
    Address {
        /// Which vector.
        at: Place,
        /// The address in bits.
        address_bits: i128,
    },
}

impl Reason {
    /// What keeps vectors from having `width_bytes`, given how they fail.
    pub(super) fn of(
        plan: &Plan<'_>,
        error: AccessError,
        base_bytes: i64,
        width_bytes: u32,
    ) -> Result<Reason, AccessError> {
        let width_bits = i64::from(width_bytes) * 8;
        let aligned = matches!(error, AccessError::NotContiguous { .. });
        if !aligned && base_bytes % i64::from(width_bytes) != 0 {
            return Ok(Reason::Base { base_bytes });
        }
        if let LayoutRef::Composed(composed) = plan.memory()
            && fails(plan, composed.inner())?.is_none()
        {
            let bits = plan.bits();
            let Some(swizzle) = composed.swizzle() else { return Ok(Reason::Maps) };
            let group_bits = i64::from(bits) << swizzle.base().min(32);
            return Ok(if group_bits < width_bits && !swizzle.is_identity() {
                Reason::Swizzle { swizzle, group_bits }
            } else {
                Reason::Offset { element: composed.offset(), bits }
            });
        }
        Ok(match error {
            AccessError::NotContiguous { at, first, element, offset } => {
                Reason::Apart { at, element, first, offset }
            }
            AccessError::Misaligned { at, address_bytes, .. } => {
                let address_bits = i128::from(address_bytes) * 8;
                stride(plan, width_bits).unwrap_or(Reason::Address { at, address_bits })
            }
            AccessError::SplitByte { at, address_bits } => {
                stride(plan, width_bits).unwrap_or(Reason::Address { at, address_bits })
            }
            other => return Err(other),
        })
    }

    /// What is wrong, for vectors of `width_bytes`.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, width_bytes: u32) -> fmt::Result {
        match *self {
            Reason::Values { values, bits } if (8 * width_bytes).is_multiple_of(bits.max(1)) => {
                write!(
                    f,
                    "{values} values of {} are no whole number of vectors of {width_bytes}",
                    Size(bits.into())
                )
            }
            Reason::Values { bits, .. } => {
                write!(f, "elements of {} do not fill vectors of {width_bytes}", Size(bits.into()))
            }
            Reason::Base { base_bytes } => {
                write!(f, "the base {base_bytes} is no multiple of {width_bytes}")
            }
            Reason::Offset { element, bits } => {
                let start = Size(i128::from(element) * i128::from(bits));
                write!(f, "the layout begins at {start}, no multiple of {width_bytes}")
            }
            Reason::Swizzle { swizzle, group_bits } => {
                write!(f, "{swizzle} moves groups of {}", Size(group_bits.into()))
            }
            Reason::Maps => f.write_str("the maps of the layout separate neighbours"),
            Reason::Stride { stride_bits, mode, rank } => {
                let size = Size(i128::from(stride_bits).abs());
                match (mode, rank) {
                    (Some(0), 2) => write!(f, "rows of {size} ")?,
                    (Some(1), 2) => write!(f, "columns of {size} ")?,
                    (Some(mode), _) => write!(f, "steps of {size} in mode {mode} ")?,
                    (None, _) => write!(f, "steps of {size} from thread to thread ")?,
                }
                write!(f, "are not multiples of {width_bytes}")
            }
            Reason::Apart { at, element, first, offset } => write!(
                f,
                "{at}: values {} and {} lie at offsets {first} and {offset}",
                at.value,
                at.value.saturating_add(element)
            ),
            Reason::Address { at, address_bits } => {
                write!(f, "{at}: {} is no multiple of {width_bytes}", Size(address_bits))
            }
        }
    }
}

/// A number of bits, in bytes if it is a whole number of them.
struct Size(i128);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 8 {
            0 => write!(f, "{} bytes", self.0 / 8),
            _ => write!(f, "{} bits", self.0),
        }
    }
}

/// How the vectors of an access to the layout inside the memory's fail, if they do.
fn fails(plan: &Plan<'_>, inner: &Layout) -> Result<Option<AccessError>, AccessError> {
    failure(&Plan::new(plan.access(), inner, plan.bits(), plan.lanes())?)
}

/// How the vectors of a plan fail, if they do: vectors that are none before those that are not aligned.
pub(super) fn failure(plan: &Plan<'_>) -> Result<Option<AccessError>, AccessError> {
    let mut misaligned = None;
    for iteration in 0..plan.iterations() {
        for vector in 0..plan.vectors() {
            for warp in 0..plan.warps() {
                match plan.request(iteration, vector, warp) {
                    Ok(_) => {}
                    Err(error @ AccessError::NotContiguous { .. }) => return Ok(Some(error)),
                    Err(
                        error @ (AccessError::Misaligned { .. } | AccessError::SplitByte { .. }),
                    ) => {
                        misaligned = misaligned.or(Some(error));
                    }
                    Err(error) => return Err(error),
                }
            }
        }
    }
    Ok(misaligned)
}

/// A stride of the access that is no multiple of the width, and the mode of the memory that it comes from.
fn stride(plan: &Plan<'_>, width_bits: i64) -> Option<Reason> {
    let flat = plan.flat()?;
    let bits = i128::from(plan.bits());
    let odd = |stride: i64| i128::from(stride) * bits % i128::from(width_bits) != 0;
    // Values inside a vector are neighbours, whose stride is one element; only the first of each vector counts.
    let values = flat.values().leaf_modes().iter().filter(|mode| mode.stride.abs() != 1);
    let modes =
        flat.threads().leaf_modes().iter().chain(values).chain(flat.iterations().leaf_modes());
    let stride = modes.filter(|mode| mode.extent > 1).map(|mode| mode.stride).find(|n| odd(*n))?;
    let memory = plan.memory().inner();
    let rank = memory.rank();
    let from = memory.modes().enumerate().find_map(|(i, mode)| {
        let own = mode.leaf_modes().iter().find(|own| {
            let step = own.stride;
            // Neighbours are no rows, however many of them a thread steps over.
            let rows = step != 0 && stride % step == 0 && odd(step);
            let long = i128::from(step).abs() * bits > i128::from(width_bits);
            own.extent > 1 && rows && (step == stride || long)
        })?;
        Some((i, own.stride))
    });
    let (mode, stride) = from.map_or((None, stride), |(mode, stride)| (Some(mode), stride));
    let stride_bits = i64::try_from(i128::from(stride) * bits).ok()?;
    Some(Reason::Stride { stride_bits, mode, rank })
}
