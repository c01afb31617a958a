//! Division by a number known beforehand, as a multiplication.

/// Divides any `x < 2^63` by `n`.
///
/// With `2^(l-1) < n <= 2^l` take `m = ceil(2^(63+l) / n)`, which is below `2^64`. Then
/// `m*n = 2^(63+l) + e` with `0 <= e < n <= 2^l`, so
///
/// ```text
/// x*m / 2^(63+l) = x/n + x*e / (n * 2^(63+l)),     and the second term is below 1/n for x < 2^63:
/// ```
///
/// it never reaches the next multiple of `1/n`, so the floor is that of `x/n`.
#[derive(Clone, Copy)]
pub(crate) struct Reciprocal {
    pub(crate) m: u64,
    pub(crate) shift: u32,
}

impl Reciprocal {
    /// Of `n >= 2`.
    pub(crate) const fn new(n: u64) -> Reciprocal {
        let l = u64::BITS - (n - 1).leading_zeros();
        let m = (1_u128 << (63 + l)).div_ceil(n as u128);
        Reciprocal { m: m as u64, shift: l - 1 }
    }

    #[inline(always)]
    pub(crate) const fn divide(self, x: u64) -> u64 {
        high(x, self.m) >> self.shift
    }
}

/// The upper half of a product.
#[inline(always)]
pub(crate) const fn high(x: u64, m: u64) -> u64 {
    ((x as u128 * m as u128) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::Reciprocal;

    #[test]
    fn divides_exactly() {
        let around = |x: u64| x.saturating_sub(2)..=x.saturating_add(2).min((1 << 63) - 1);
        let powers = (1..63).flat_map(|bit| around(1 << bit));
        let divisors = (2..2000).chain(powers).chain([3 << 60, 5_000_000_029, (1 << 63) - 25]);
        for n in divisors.filter(|&n| n >= 2) {
            let reciprocal = Reciprocal::new(n);
            let top = ((1 << 63) - 1) / n;
            let multiples = [0, 1, 2, 3, top / 2, top - 1, top]
                .into_iter()
                .flat_map(|k: u64| around(k.min(top) * n));
            for x in multiples.chain([(1 << 63) - 1]) {
                assert_eq!(reciprocal.divide(x), x / n, "{x} / {n}");
            }
        }
    }
}
