//! What happens to an offset of the layout inside a composed one.

use tilework::{ComposedLayout, LayoutRef, Outer, Swizzle};

use crate::access::error::AccessError;

/// What is done with an offset of the layout inside.
#[derive(Clone, Copy)]
pub(super) enum Maps<'a> {
    None,
    /// An offset, then a swizzle: the most frequent.
    Swizzle(i64, Swizzle),
    Many(&'a ComposedLayout),
}

/// What is known of maps that all are swizzles or XOR maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Xors {
    /// What is added before the first map.
    pub(super) start: i64,
    /// The maps repeat every `2^top`: `F(x + 2^top) = F(x) + 2^top`.
    pub(super) top: u32,
    /// Whether nothing is added between the maps, so that together they are linear.
    pub(super) linear: bool,
}

impl<'a> Maps<'a> {
    pub(super) fn of(memory: LayoutRef<'a>) -> Maps<'a> {
        match memory {
            LayoutRef::Plain(_) => Maps::None,
            LayoutRef::Composed(composed) => match composed.swizzle() {
                Some(swizzle) => Maps::Swizzle(composed.offset(), swizzle),
                None => Maps::Many(composed),
            },
        }
    }

    #[inline]
    pub(super) fn apply(&self, offset: i64) -> Result<i64, AccessError> {
        Ok(match self {
            Maps::None => offset,
            Maps::Swizzle(start, swizzle) => {
                swizzle.apply(start.checked_add(offset).ok_or(AccessError::Overflow)?)
            }
            Maps::Many(composed) => composed.at_offset(offset)?,
        })
    }

    /// What is known of the maps, if no layout is among them.
    pub(super) fn xors(&self) -> Option<Xors> {
        let mut xors = Xors { start: 0, top: 0, linear: true };
        match self {
            Maps::None => {}
            Maps::Swizzle(start, swizzle) => {
                xors.start = *start;
                xors.top = swizzle_top(swizzle);
            }
            Maps::Many(composed) => {
                xors.start = composed.offset();
                for i in 0..composed.stages() {
                    let (outer, offset) = composed.stage(i).ok()?;
                    xors.linear &= i + 1 == composed.stages() || offset == 0;
                    xors.top = xors.top.max(match outer {
                        Outer::Swizzle(swizzle) => swizzle_top(&swizzle),
                        Outer::Xor(map) => {
                            let all = map.columns().iter().fold(0, |all, column| all | column);
                            map.bits().max(i64::BITS - all.leading_zeros())
                        }
                        Outer::Layout(_) => return None,
                    });
                }
            }
        }
        Some(xors)
    }
}

fn swizzle_top(swizzle: &Swizzle) -> u32 {
    u64::BITS - (swizzle.y_mask() | swizzle.z_mask()).leading_zeros()
}
