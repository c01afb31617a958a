//! Integers: greatest common divisors, inverses and the prime factorisation of any `u64`.
//!
//! Recovery from a function (section 3.2 of DESIGN.md) walks the divisors of a size, so it needs the
//! primes of numbers up to 2^64. Sizes met in practice are smooth and end in the trial division;
//! Miller-Rabin and Pollard's rho are there so that no size is slow. All of it is deterministic.

/// The greatest common divisor; `gcd(0, b) = b`.
pub(crate) const fn gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    // Binary: subtraction and shift instead of Euclid's division.
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = if a < b { (a, b - a) } else { (b, a - b) };
    }
    a << twos
}

/// The inverse of `a` modulo `m`, below `m`. Meaningful when `gcd(a, m) = 1`; 0 when `m <= 1`.
pub(crate) const fn inverse_mod(a: u64, m: u64) -> u64 {
    if m <= 1 {
        return 0;
    }
    // Euclid, with x_i * a = r_i (mod m). Every |x_i| is at most m < 2^64, so i128 holds products.
    let (mut r0, mut r1) = (m, a % m);
    let (mut x0, mut x1) = (0i128, 1i128);
    while r1 != 0 {
        let q = r0 / r1;
        (r0, r1) = (r1, r0 - q * r1);
        (x0, x1) = (x1, x0 - q as i128 * x1);
    }
    x0.rem_euclid(m as i128) as u64
}

/// A prime factorisation: `(prime, exponent)` with ascending primes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factors {
    len: usize,
    items: [(u64, u32); 16],
}

impl Factors {
    /// The pairs, smallest prime first; empty for 1.
    pub(crate) const fn as_slice(&self) -> &[(u64, u32)] {
        self.items.split_at(self.len).0
    }

    /// Counts one more `p`, keeping the primes ascending. The product of the 16 smallest primes
    /// exceeds 2^64, so at most 15 distinct ones arrive and the list has room.
    const fn push(&mut self, p: u64) {
        let mut i = 0;
        while i < self.len && self.items[i].0 < p {
            i += 1;
        }
        if i == self.len || self.items[i].0 != p {
            let mut j = self.len;
            while j > i {
                self.items[j] = self.items[j - 1];
                j -= 1;
            }
            self.items[i] = (p, 0);
            self.len += 1;
        }
        self.items[i].1 += 1;
    }
}

/// Trial division stops here: what is left has prime factors above it, at most seven of them.
const SMALL: u64 = 256;

/// The prime factorisation of `n`; empty for 1, and by convention for 0.
pub(crate) const fn factorize(mut n: u64) -> Factors {
    let items = [(0, 0); 16];
    let mut found = Factors { len: 0, items };
    if n == 0 {
        return found;
    }
    while n.is_multiple_of(2) {
        found.push(2);
        n /= 2;
    }
    // Composite candidates never divide: their primes are already gone.
    let mut p = 3;
    while p < SMALL && p * p <= n {
        while n.is_multiple_of(p) {
            found.push(p);
            n /= p;
        }
        p += 2;
    }
    split(n, &mut found);
    found
}

/// Factors `n`, which has no prime factor below `SMALL` unless it is itself prime (or 1).
const fn split(n: u64, found: &mut Factors) {
    if n == 1 {
        return;
    }
    if n < SMALL * SMALL || passes_miller_rabin(n) {
        found.push(n);
    } else {
        let d = divisor(n);
        split(d, found);
        split(n / d, found);
    }
}

/// Whether `n` is prime.
pub(crate) const fn is_prime(n: u64) -> bool {
    if n < 4 || n.is_multiple_of(2) {
        return n == 2 || n == 3;
    }
    let mut p = 3;
    while p < SMALL && p * p <= n {
        if n.is_multiple_of(p) {
            return false;
        }
        p += 2;
    }
    n < SMALL * SMALL || passes_miller_rabin(n)
}

/// Whether `n`, odd and above 37, is prime: Miller-Rabin to the first twelve prime bases, which is
/// a proof below 3.18e23 (Sorenson and Webster, 2015).
const fn passes_miller_rabin(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let ring = Ring::new(n);
    let minus_one = n - ring.one;
    let twos = (n - 1).trailing_zeros();
    let mut i = 0;
    while i < BASES.len() {
        let mut x = ring.pow(ring.enter(BASES[i]), (n - 1) >> twos);
        let mut squarings = 1;
        // A prime has no square root of 1 except 1 and -1.
        if x != ring.one {
            while x != minus_one {
                if squarings == twos {
                    return false;
                }
                x = ring.mul(x, x);
                squarings += 1;
            }
        }
        i += 1;
    }
    true
}

/// A proper divisor of the odd composite `n`: Pollard's rho as Brent runs it.
///
/// The walk `y -> y^2 + c` falls into a cycle modulo the least prime `p` of `n` after about
/// `sqrt(p) < 2^16` steps, most likely sooner than modulo the rest of `n`. A `c` for which both
/// close in the same step is replaced by the next.
const fn divisor(n: u64) -> u64 {
    let ring = Ring::new(n);
    let mut c = 1;
    while c < SMALL {
        let d = rho(&ring, c);
        if d != n {
            return d;
        }
        c += 1;
    }
    // No `n` is known to come here; with it, the search ends for every composite.
    let mut p = SMALL + 1;
    while !n.is_multiple_of(p) {
        p += 2;
    }
    p
}

/// A divisor above 1 of `ring.n`, possibly `ring.n` itself.
const fn rho(ring: &Ring, c: u64) -> u64 {
    // One gcd for this many steps.
    const BATCH: u64 = 128;
    let mut y = 2;
    // The walk has repeated modulo p <= 2^32 before `length` passes 2^33: doubling it is safe.
    let mut length = 1;
    loop {
        let x = y;
        let mut walked = 0;
        while walked < length {
            let checkpoint = y;
            let mut product = ring.one;
            let mut i = 0;
            while i < BATCH && walked < length {
                y = ring.mul_add(y, y, c);
                product = ring.mul(product, x.abs_diff(y));
                i += 1;
                walked += 1;
            }
            let mut d = gcd(product, ring.n);
            if d == ring.n {
                // All primes met within one batch; retake its steps singly.
                y = checkpoint;
                d = 1;
                while d == 1 {
                    y = ring.mul_add(y, y, c);
                    d = gcd(x.abs_diff(y), ring.n);
                }
            }
            if d != 1 {
                return d;
            }
        }
        length *= 2;
    }
}

/// The integers modulo an odd `n > 1` in Montgomery's form: `a` stands for `a / 2^64`, which
/// turns the division of a product by `n` into two multiplications.
struct Ring {
    n: u64,
    /// `1 / n` modulo 2^64.
    inverse: u64,
    /// The form of 1.
    one: u64,
}

impl Ring {
    const fn new(n: u64) -> Ring {
        // Newton: n is its own inverse modulo 8, and every round doubles the number of right bits.
        let mut inverse = n;
        let mut bits = 3;
        while bits < 64 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(inverse)));
            bits *= 2;
        }
        let one = ((1u128 << 64) % n as u128) as u64;
        Ring { n, inverse, one }
    }

    /// The form of `a`.
    const fn enter(&self, a: u64) -> u64 {
        (((a as u128) << 64) % self.n as u128) as u64
    }

    /// The form of the product.
    const fn mul(&self, a: u64, b: u64) -> u64 {
        self.mul_add(a, b, 0)
    }

    /// `a * b / 2^64 + c`, all below `n`. Subtracting the multiple of `n` that has the same low
    /// word as `a * b` leaves a difference of high words, both below `n`.
    const fn mul_add(&self, a: u64, b: u64, c: u64) -> u64 {
        let product = a as u128 * b as u128;
        let m = (product as u64).wrapping_mul(self.inverse);
        let cancel = ((m as u128 * self.n as u128) >> 64) as u64;
        // Adding c to this half keeps it off the critical path.
        let high = self.sub((product >> 64) as u64, self.n - c);
        self.sub(high, cancel)
    }

    /// `a - b` modulo `n`, for `a < n` and `b <= n`: a negative difference wraps up, then down.
    const fn sub(&self, a: u64, b: u64) -> u64 {
        let (difference, negative) = a.overflowing_sub(b);
        difference.wrapping_add(if negative { self.n } else { 0 })
    }

    /// `a^e`.
    const fn pow(&self, mut a: u64, mut e: u64) -> u64 {
        let mut power = self.one;
        while e > 0 {
            if e & 1 == 1 {
                power = self.mul(power, a);
            }
            a = self.mul(a, a);
            e >>= 1;
        }
        power
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_prime_slowly(n: u64) -> bool {
        let mut divisors = (2..).take_while(|d| d * d <= n);
        n > 1 && divisors.all(|d| !n.is_multiple_of(d))
    }

    /// The law: ascending primes whose powers multiply to `n`.
    fn law(n: u64, prime: fn(u64) -> bool) {
        let factors = factorize(n);
        let items = factors.as_slice();
        let product: u64 = items.iter().map(|&(p, e)| p.pow(e)).product();
        assert_eq!(product, n, "{items:?}");
        assert!(items.is_sorted_by(|a, b| a.0 < b.0), "{items:?}");
        assert!(items.iter().all(|&(p, e)| e > 0 && prime(p)), "{items:?}");
    }

    #[test]
    fn small_numbers() {
        assert!(factorize(0).as_slice().is_empty());
        (1..50_000).for_each(|n| law(n, is_prime_slowly));
        for n in (39..200_000).step_by(2) {
            assert_eq!(passes_miller_rabin(n), is_prime_slowly(n), "{n}");
        }
        (0..200_000).for_each(|n| assert_eq!(is_prime(n), is_prime_slowly(n), "{n}"));
    }

    #[test]
    fn large_numbers() {
        // The largest primes below 2^64, 2^63, 2^61, 2^32 and 2^31.
        let (p32, p31) = ((1 << 32) - 5, (1 << 31) - 1);
        for p in [u64::MAX - 58, (1 << 63) - 25, (1 << 61) - 1, p32, p31] {
            assert_eq!(factorize(p).as_slice(), [(p, 1)]);
        }
        assert_eq!(factorize(p31 * p32).as_slice(), [(p31, 1), (p32, 1)]);
        for (p, e) in [(2, 63), (257, 7), (65_537, 3), (2_097_143, 3), (p32, 2)] {
            assert_eq!(factorize(p.pow(e)).as_slice(), [(p, e)]);
        }
        // The longest list: the product of the first 15 primes.
        assert_eq!(factorize(614_889_782_588_491_410).as_slice().len(), 15);
        // Strong pseudoprimes to the first 4, 8 and 11 prime bases; neighbours of 2^60 and 2^64.
        let liars = [3_215_031_751, 341_550_071_728_321, 3_825_123_056_546_413_051];
        assert!(!liars.into_iter().any(is_prime));
        let near = (0..300).flat_map(|i| [(1 << 60) - 150 + i, u64::MAX - i]);
        near.chain(liars).for_each(|n| law(n, |p| p < SMALL || is_prime(p)));
    }

    #[test]
    fn gcd_and_inverse() {
        for (a, b) in (0..40_000).map(|i| (i / 200, i % 200)) {
            let divides = |d: &u64| a % d == 0 && b % d == 0;
            let g = (1..=a.max(b)).rev().find(divides).unwrap_or(0);
            assert_eq!(gcd(a, b), g, "{a} {b}");
            assert!(g != 1 || b < 2 || a * inverse_mod(a, b) % b == 1, "{a} {b}");
        }
        assert_eq!(gcd(1 << 63, 3 << 62), 1 << 62);
        for (a, m) in [(1 << 63, u64::MAX), (u64::MAX - 1, u64::MAX), (3, 1 << 63)] {
            let product = u128::from(a) * u128::from(inverse_mod(a, m));
            assert_eq!(product % u128::from(m), 1);
        }
    }

    #[test]
    fn at_compile_time() {
        const F: Factors = factorize(12 * 1_000_003 * 1_000_033);
        const G: u64 = gcd(1 << 40, 6 << 20);
        assert_eq!(F.as_slice(), [(2, 2), (3, 1), (1_000_003, 1), (1_000_033, 1)]);
        assert_eq!(G, 1 << 21);
    }
}
