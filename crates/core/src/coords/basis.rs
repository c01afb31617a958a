//! Strides that step through coordinates: `1@0`, `3@1`, `1@1@0`, and sums of these.
//!
//! An integer stride says how far a step goes in memory. A basis stride says along which mode of
//! a coordinate it goes: `3@0` is three to the right in mode 0, `1@1@0` is one in mode 1 of mode 0
//! (read from the right, from the outside in). They can be added and multiplied by integers, and
//! nothing else, which is all that a layout needs of its strides.
//!
//! ```text
//! 1@0      (1,0,..)             1@0@1    (0,(1,0,..),..)
//! 1@1      (0,1,..)             1@1@0    ((0,1,..),0,..)
//! ```

use core::fmt;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::profile::Profile;
use crate::layout::tuple::Tuple;

/// How deep a basis element may lie.
const DEPTH: usize = 7;

/// How many basis elements one stride may add up.
const TERMS: usize = 4;

/// A place in a nested coordinate: mode `i`, mode `j` of mode `i`, ...
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Basis {
    len: u8,
    /// From the outside in; what is not used is 0.
    path: [u8; DEPTH],
}

impl Basis {
    /// The coordinate as a whole: the basis of the integers.
    pub(crate) const WHOLE: Basis = Basis { len: 0, path: [0; DEPTH] };

    /// Mode `mode` of this place; `None` when that is too deep or too far.
    pub(crate) const fn then(mut self, mode: usize) -> Option<Basis> {
        if self.len as usize == DEPTH || mode > u8::MAX as usize {
            return None;
        }
        self.path[self.len as usize] = mode as u8;
        self.len += 1;
        Some(self)
    }

    pub(crate) const fn len(self) -> usize {
        self.len as usize
    }

    pub(crate) const fn step(self, i: usize) -> usize {
        self.path[i] as usize
    }

    /// Which of two places comes first; one inside the other comes after it.
    const fn compare(self, other: Basis) -> core::cmp::Ordering {
        let mut i = 0;
        while i < DEPTH {
            let (a, b) = (self.entry(i), other.entry(i));
            if a != b {
                return if a < b {
                    core::cmp::Ordering::Less
                } else {
                    core::cmp::Ordering::Greater
                };
            }
            i += 1;
        }
        core::cmp::Ordering::Equal
    }

    /// Step `i` plus one, or 0 behind the last.
    const fn entry(self, i: usize) -> usize {
        if i < self.len as usize { self.path[i] as usize + 1 } else { 0 }
    }

    pub(crate) const fn same(self, other: Basis) -> bool {
        self.compare(other).is_eq()
    }

    /// Whether `other` is this place or lies inside it.
    pub(crate) const fn contains(self, other: Basis) -> bool {
        let mut i = 0;
        while i < self.len as usize {
            if self.entry(i) != other.entry(i) {
                return false;
            }
            i += 1;
        }
        true
    }

    /// The places of the leaves of a profile, from left to right.
    pub(crate) const fn leaves(profile: Profile) -> Result<List<Basis>, Error> {
        let mut out = List::new(Basis::WHOLE);
        tri!(Basis::collect(profile, 0, Basis::WHOLE, &mut out));
        Ok(out)
    }

    const fn collect(
        profile: Profile,
        at: u32,
        place: Basis,
        out: &mut List<Basis>,
    ) -> Result<(), Error> {
        if profile.is_leaf(at) {
            let _ = out.push(place);
            return Ok(());
        }
        let (rank, mut child, mut i) = (profile.extent(at).rank, at + 1, 0);
        while i < rank {
            let Some(inside) = place.then(i) else {
                return Err(Error::new(Op::Basis, ErrorKind::Unsupported { what: TOO_DEEP }));
            };
            tri!(Basis::collect(profile, child, inside, out));
            (child, i) = (profile.extent(child).end, i + 1);
        }
        Ok(())
    }
}

const TOO_DEEP: &str = "a coordinate nested more than 7 deep";

/// A stride through coordinates: a sum of scaled basis elements, `3@0`, `1@0+2@1`, `0`.
///
/// The integers are among them: `7` is seven times the only basis element that a coordinate
/// without parentheses has.
///
/// ```
/// use tilework::BasisStride;
///
/// let down = BasisStride::new(3, &[0])?;
/// let right = BasisStride::new(1, &[1])?;
/// assert_eq!(down.to_string(), "3@0");
/// assert_eq!(down.add(&right.scale(-2)?)?.to_string(), "3@0+-2@1");
/// assert_eq!(BasisStride::new(1, &[0, 1])?.to_string(), "1@1@0");
/// assert_eq!(down.add(&down.scale(-1)?)?, BasisStride::ZERO);
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy)]
#[doc(alias("ScaledBasis", "ArithmeticTuple"))]
pub struct BasisStride {
    /// By place, without zeros.
    terms: List<Scaled, TERMS>,
}

/// `scale` times the basis element at `basis`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Scaled {
    pub(crate) scale: i64,
    pub(crate) basis: Basis,
}

impl BasisStride {
    /// The stride that goes nowhere.
    pub const ZERO: BasisStride =
        BasisStride { terms: List::new(Scaled { scale: 0, basis: Basis::WHOLE }) };

    /// `scale` times the basis element of the mode that `path` leads to, from the outside in:
    /// `E<0,1>` in CuTe is `new(1, &[0, 1])` here, written `1@1@0` in both.
    ///
    /// # Errors
    /// [`Unsupported`](ErrorKind::Unsupported) for a path of more than 7 steps.
    #[doc(alias = "E")]
    pub const fn new(scale: i64, path: &[usize]) -> Result<BasisStride, Error> {
        let (mut basis, mut i) = (Basis::WHOLE, 0);
        while i < path.len() {
            basis = match basis.then(path[i]) {
                Some(basis) => basis,
                None => {
                    return Err(Error::new(Op::Basis, ErrorKind::Unsupported { what: TOO_DEEP }));
                }
            };
            i += 1;
        }
        Ok(BasisStride::of(scale, basis))
    }

    pub(crate) const fn of(scale: i64, basis: Basis) -> BasisStride {
        let mut out = BasisStride::ZERO;
        if scale != 0 {
            let _ = out.terms.push(Scaled { scale, basis });
        }
        out
    }

    pub(crate) const fn same(&self, other: &BasisStride) -> bool {
        let mut i = 0;
        while i < self.terms.len() && i < other.terms.len() {
            let (a, b) = (self.terms.at(i), other.terms.at(i));
            if a.scale != b.scale || !a.basis.same(b.basis) {
                return false;
            }
            i += 1;
        }
        self.terms.len() == other.terms.len()
    }

    /// Whether this goes nowhere.
    pub const fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The integer that this is, if it goes along no mode.
    pub const fn as_integer(&self) -> Option<i64> {
        match self.terms() {
            [] => Some(0),
            [Scaled { scale, basis }] if basis.len() == 0 => Some(*scale),
            _ => None,
        }
    }

    pub(crate) const fn terms(&self) -> &[Scaled] {
        self.terms.as_slice()
    }

    /// How far it goes at this place.
    pub(crate) const fn scale_at(&self, basis: Basis) -> i64 {
        let mut i = 0;
        while i < self.terms.len() {
            if self.terms.at(i).basis.same(basis) {
                return self.terms.at(i).scale;
            }
            i += 1;
        }
        0
    }

    /// The sum.
    ///
    /// # Errors
    /// [`Overflow`](ErrorKind::Overflow); [`Unsupported`](ErrorKind::Unsupported) for a sum of more
    /// than 4 basis elements.
    pub const fn add(&self, other: &BasisStride) -> Result<BasisStride, Error> {
        let (mut out, mut i, mut k) = (BasisStride::ZERO, 0, 0);
        while i < self.terms.len() || k < other.terms.len() {
            let order = if i == self.terms.len() {
                core::cmp::Ordering::Greater
            } else if k == other.terms.len() {
                core::cmp::Ordering::Less
            } else {
                self.terms.at(i).basis.compare(other.terms.at(k).basis)
            };
            let mut next = if order.is_gt() { other.terms.at(k) } else { self.terms.at(i) };
            if order.is_eq() {
                next.scale = match next.scale.checked_add(other.terms.at(k).scale) {
                    Some(sum) => sum,
                    None => return Err(Error::overflow(Op::Basis, "stride")),
                };
            }
            i += order.is_le() as usize;
            k += order.is_ge() as usize;
            if next.scale != 0 && !out.terms.push(next) {
                let what = "a stride that adds up more than 4 basis elements";
                return Err(Error::new(Op::Basis, ErrorKind::Unsupported { what }));
            }
        }
        Ok(out)
    }

    /// The multiple by an integer.
    ///
    /// # Errors
    /// [`Overflow`](ErrorKind::Overflow).
    pub const fn scale(&self, by: i64) -> Result<BasisStride, Error> {
        let (mut out, mut i) = (BasisStride::ZERO, 0);
        while by != 0 && i < self.terms.len() {
            let Scaled { scale, basis } = self.terms.at(i);
            let Some(scale) = scale.checked_mul(by) else {
                return Err(Error::overflow(Op::Basis, "stride"));
            };
            let _ = out.terms.push(Scaled { scale, basis });
            i += 1;
        }
        Ok(out)
    }
}

impl BasisStride {
    /// The smallest profile with all the places that the strides name.
    pub(crate) const fn coprofile(strides: &[BasisStride]) -> Result<Profile, Error> {
        let mut out = Tuple::leaf(0).nothing();
        tri!(push_places(strides, Basis::WHOLE, &mut out));
        Ok(out.profile)
    }
}

/// Appends the tree of places at and inside `here`.
const fn push_places(strides: &[BasisStride], here: Basis, out: &mut Tuple) -> Result<(), Error> {
    let (mut ends, mut rank, mut i) = (false, 0, 0);
    while i < strides.len() {
        let (terms, mut k) = (strides[i].terms(), 0);
        while k < terms.len() {
            let basis = terms[k].basis;
            if here.contains(basis) {
                if basis.len() == here.len() {
                    ends = true;
                } else if basis.step(here.len()) >= rank {
                    rank = basis.step(here.len()) + 1;
                }
            }
            k += 1;
        }
        i += 1;
    }
    if rank == 0 {
        return out.push(&Tuple::leaf(0));
    }
    if ends {
        let what = "a stride along a whole mode together with one inside it, such as 1@0 and 1@1@0";
        return Err(Error::new(Op::Layout, ErrorKind::Unsupported { what }));
    }
    tri!(out.open());
    let mut i = 0;
    while i < rank {
        // No deeper than the basis element that is inside.
        if let Some(inside) = here.then(i) {
            tri!(push_places(strides, inside, out));
        }
        i += 1;
    }
    out.close()
}

impl PartialEq for BasisStride {
    fn eq(&self, other: &Self) -> bool {
        self.terms() == other.terms()
    }
}

impl Eq for BasisStride {}

impl core::hash::Hash for BasisStride {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.terms().hash(state);
    }
}

impl fmt::Display for BasisStride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (i, Scaled { scale, basis }) in self.terms().iter().enumerate() {
            write!(f, "{}{scale}", if i == 0 { "" } else { "+" })?;
            for step in (0..basis.len()).rev() {
                write!(f, "@{}", basis.step(step))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for BasisStride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
