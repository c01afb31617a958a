//! An access behind the layout inside: offsets as a sum of what threads, values and iterations add.

use tilework::{Layout, Swizzle};

use crate::access::maps::{Maps, Xors};
use crate::access::plan::Plan;
use crate::access::{Access, Target};

/// An access as a sum: thread `t`, value `v` and iteration `i` touch the offset `F(start + T(t) + V(v) + I(i))`, where F
/// are swizzles and XOR maps, or nothing.
///
/// That is so where the layout inside the memory's, composed with the access, is again a layout. Proofs for
/// all iterations need it; [`Plan`] does not.
#[derive(Clone, Copy)]
pub struct Flat<'a> {
    plan: Plan<'a>,
    access: Access,
    xors: Xors,
    start: i64,
}

impl<'a> Plan<'a> {
    /// The access as a sum of what threads, values and iterations add; `None` where it is none, or not known to be.
    pub fn flat(&self) -> Option<Flat<'a>> {
        let access = self.access;
        if access.is_addresses() {
            let xors = Xors { start: 0, top: 0, linear: true };
            return Some(Flat { plan: *self, access: *access, xors, start: access.start });
        }
        let (maps, inner) = match self.maps.xors() {
            Some(_) => (self.maps, *self.memory.inner()),
            // With a layout among the maps it may still be a plain layout.
            None => {
                let (layout, offset) = self.memory.to_layout().ok()?;
                (Maps::Swizzle(offset, Swizzle::IDENTITY), layout)
            }
        };
        let values = match access.target {
            Target::Rows(Some(step)) => Layout::new(self.elements, step).ok()?,
            _ => access.values,
        };
        let parts = Layout::concat(&[access.threads, values, access.iterations]).ok()?;
        let (sum, start) = match access.start {
            0 => (inner.compose(&parts).ok()?, 0),
            start if start < 0 => return None,
            start => (inner.compose_at(start, &parts).ok()?, inner.at_index(start).ok()?),
        };
        let access = Access {
            threads: sum.mode(0).ok()?,
            values: sum.mode(1).ok()?,
            iterations: sum.mode(2).ok()?,
            start,
            target: if self.elements > 1 { Target::Elements } else { access.target },
            ..*access
        };
        let xors = maps.xors()?;
        let start = start.checked_add(xors.start)?;
        Some(Flat { plan: Plan { inner: None, maps, ..*self }, access, xors, start })
    }
}

impl Flat<'_> {
    /// What threads add.
    pub const fn threads(&self) -> &Layout {
        &self.access.threads
    }

    /// What the values of a thread add.
    pub const fn values(&self) -> &Layout {
        &self.access.values
    }

    /// What iterations add.
    pub const fn iterations(&self) -> &Layout {
        &self.access.iterations
    }

    /// What is added before the maps, whatever the coordinate.
    pub const fn start(&self) -> i64 {
        self.start
    }

    /// The maps repeat every `2^top` elements, `F(x + 2^top) = F(x) + 2^top`; 0 where there are none.
    pub const fn top(&self) -> u32 {
        self.xors.top
    }

    /// Whether the maps are linear: `F(x ^ y) = F(x) ^ F(y)`.
    pub const fn is_linear(&self) -> bool {
        self.xors.linear
    }

    /// `F(x)`, if all numbers fit.
    pub fn map(&self, x: i64) -> Option<i64> {
        self.plan.maps.apply(x.checked_sub(self.xors.start)?).ok()
    }

    /// The address at which the memory begins.
    pub const fn base_bytes(&self) -> i64 {
        self.access.base_bytes
    }

    /// Bits of an element.
    pub const fn bits(&self) -> u32 {
        self.plan.bits
    }

    /// The plan whose iterations add offsets of the layout inside, and not indices.
    pub(crate) const fn plan(&self) -> Plan<'_> {
        Plan { access: &self.access, ..self.plan }
    }
}
