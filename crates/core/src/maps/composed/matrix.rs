//! The bit matrix of a composed layout.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::maps::composed::ComposedLayout;
use crate::maps::swizzle::power_of_two;
use crate::maps::xor_map::XorMap;

impl ComposedLayout {
    /// The XOR map that is this function on its indices.
    ///
    /// # Errors
    /// As [`XorMap::from_layout`], [`NonZeroOrigin`](ErrorKind::NonZeroOrigin), and
    /// [`Undecided`](ErrorKind::Undecided) for more than [`ENUMERATION_BUDGET`] elements when the layout
    /// inside is not linear itself.
    ///
    /// ```
    /// use tilework::{ComposedLayout, XorMap};
    ///
    /// let a: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// assert_eq!(a.to_xor_map()?, XorMap::new(&[5, 10, 1, 2])?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn to_xor_map(&self) -> Result<XorMap, Error> {
        self.bit_matrix().map_err(|error| error.on(self.text()))
    }

    /// The XOR map, where the parts show that there is one.
    pub(super) fn proven_matrix(&self) -> Option<XorMap> {
        // Linear maps after one another are linear.
        let linear = |i| !self.chain.is_layout(i) && self.chain.offset(i) == 0;
        let all = (0..self.stages()).all(linear) && XorMap::from_layout(self.inner()).is_ok();
        if all { self.matrix_of_powers().ok() } else { None }
    }

    /// The only XOR map that this can be: from its values at the powers of two.
    fn matrix_of_powers(&self) -> Result<XorMap, Error> {
        let op = Op::XorMap;
        let bits = power_of_two(op, "the size", self.size())?;
        match self.at_index(0)? {
            0 => {}
            value => return Err(Error::new(op, ErrorKind::NonZeroOrigin { value })),
        }
        let mut columns = [0; 63];
        for (i, column) in columns.iter_mut().enumerate().take(bits as usize) {
            *column = self.at_index(1 << i)?;
        }
        let columns = &columns[..bits as usize];
        if let Some(&stride) = columns.iter().find(|&&column| column < 0) {
            return Err(Error::new(op, ErrorKind::NegativeStride { stride }));
        }
        XorMap::new(columns)
    }

    fn bit_matrix(&self) -> Result<XorMap, Error> {
        let op = Op::XorMap;
        if let Some(map) = self.proven_matrix() {
            return Ok(map);
        }
        let (map, ready) = (self.matrix_of_powers()?, self.ready());
        let most = ENUMERATION_BUDGET as usize;
        match (0..).zip(ready.values().take(most)).find(|&(x, found)| map.apply(x) != found) {
            None if self.size() as u64 <= ENUMERATION_BUDGET => Ok(map),
            None => Err(Error::new(op, ErrorKind::Undecided { budget: ENUMERATION_BUDGET })),
            Some((x, found)) => {
                // Below the highest bit it still was linear.
                let b = 1_i64 << x.ilog2();
                let kind = ErrorKind::NotLinear { a: x - b, b, expected: map.apply(x), found };
                Err(Error::new(op, kind))
            }
        }
    }
}
