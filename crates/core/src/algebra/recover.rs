//! Recovery: the layout of a table, in one pass.
//!
//! Reading from the left there is never a choice: below any index at most one coalesced
//! layout agrees with the table. Where the table leaves it, a new mode must start, which
//! needs the index to be a multiple of where the last mode started and a divisor of the
//! size; else that index is the first that no layout agrees with (section "Recovery" in
//! DESIGN.md).
//!
//! The check itself compares whole runs: when `[0, p)` agrees with the layout and `p` is
//! a multiple of where its last mode starts, then `L(p + r) = L(p) + L(r)`, so `[p, 2p)`
//! must be `[0, p)` plus a constant. Each entry is read about twice, without branches.

use crate::algebra::floor_form::not_a_layout;
use crate::ground::error::{Error, ErrorKind, Op, Why};
use crate::ground::integers::factorize;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::nested::too_many;
use crate::layout::layout::Layout;
use crate::layout::runs::push_coalesced;

/// The coalesced layout whose offsets are the entries of `table`, in order.
///
/// # Errors
/// - [`Empty`](ErrorKind::Empty) for a table without entries.
/// - [`NonZeroOrigin`](ErrorKind::NonZeroOrigin) when it does not start with 0.
/// - [`NotALayout`](ErrorKind::NotALayout) with the first index that no layout of this size
///   agrees with, what every layout that agrees below it has there, and why.
/// - [`Overflow`](ErrorKind::Overflow) when two entries lie further apart than a layout allows.
///
/// ```
/// use tilework::{layout, recover};
///
/// assert_eq!(recover(&[0, 2, 4, 7, 9, 11])?, layout!((3,2):(2,7)));
/// assert_eq!(recover(&[0, 1, 5, 9]).unwrap_err().witness(), Some(3));
/// # Ok::<(), tilework::Error>(())
/// ```
#[doc(alias = "from_offsets")]
pub const fn recover(table: &[i64]) -> Result<Layout, Error> {
    let op = Op::Recover;
    if table.is_empty() {
        return Err(Error::new(op, ErrorKind::Empty));
    }
    if table[0] != 0 {
        return Err(Error::new(op, ErrorKind::NonZeroOrigin { value: table[0] }));
    }
    let size = table.len();
    let mut modes = List::new(Mode::VACANT);
    // The last mode so far starts at index `chain`, and [0, known) agrees.
    let (mut chain, mut known) = (1, 1);
    while known < size {
        // L(known) as the last mode continues; the table need not follow.
        let steps = (known / chain) as i128;
        let ahead = table[chain] as i128 * steps;
        let end = if known < size - known { 2 * known } else { size };
        let x = first_mismatch(table, known, end, ahead);
        if x == end {
            known = end;
            continue;
        }
        let why = if !x.is_multiple_of(chain) {
            Some(Why::Increment { chain: chain as i64 })
        } else if !size.is_multiple_of(x) {
            Some(Why::Break { size: size as i64 })
        } else {
            None
        };
        if let Some(why) = why {
            let expected = ahead + table[x - known] as i128;
            return Err(not_a_layout(op, x as i64, expected, table[x] as i128, why));
        }
        if !modes.push(Mode::new((x / chain) as i64, table[chain])) {
            return Err(too_many(op));
        }
        (chain, known) = (x, x);
    }
    if size > 1 && !modes.push(Mode::new((size / chain) as i64, table[chain])) {
        return Err(too_many(op));
    }
    Layout::from_flat(op, modes)
}

/// The first `x` in `[from, to)` with `table[x] != table[x - from] + ahead`; `to` if none.
const fn first_mismatch(table: &[i64], from: usize, to: usize, ahead: i128) -> usize {
    const BLOCK: usize = 32;
    let (below, above) = table.split_at(from);
    let len = to - from;
    let small = ahead > i64::MIN as i128 / 2 && ahead < i64::MAX as i128 / 2;
    let mut i = 0;
    if small {
        // Whole blocks without a branch inside, which compiles to vector code. A sum that
        // wraps differs from the entry by 2^64 at least, so it is no match; but the wrapped one
        // could be, so entries that large leave it to the exact loop.
        let ahead = ahead as i64;
        while i + BLOCK <= len {
            let (mut differ, mut k) = (0_i64, 0);
            let (low, high) = (below.split_at(i).1, above.split_at(i).1);
            let (low, high) = (low.split_at(BLOCK).0, high.split_at(BLOCK).0);
            while k < BLOCK {
                let sum = low[k].wrapping_add(ahead);
                let wrapped = (low[k] ^ sum) & (ahead ^ sum);
                differ |= (sum ^ high[k]) | (wrapped & i64::MIN);
                k += 1;
            }
            if differ != 0 {
                break;
            }
            i += BLOCK;
        }
    }
    while i < len {
        if below[i] as i128 + ahead != above[i] as i128 {
            return from + i;
        }
        i += 1;
    }
    to
}

/// The coalesced layout of a function on `[0, size)` that is *promised* to be a layout, from
/// few evaluations: in the order of the number of its modes times the square of the number of
/// prime factors of the size.
///
/// If the promise is broken, the result is some layout; compare it, or use [`recover`].
///
/// # Errors
/// [`NotPositive`](ErrorKind::NotPositive) for a size below 1,
/// [`NonZeroOrigin`](ErrorKind::NonZeroOrigin), [`Overflow`](ErrorKind::Overflow).
///
/// ```
/// use tilework::{layout, recover_with};
///
/// let mut calls = 0;
/// let found = recover_with(1 << 40, |i| {
///     calls += 1;
///     i % 1024 * 3 + i / 1024 * 7
/// })?;
/// assert_eq!(found, layout!((1024,1073741824):(3,7)));
/// assert!(calls < 500);
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn recover_with(size: i64, mut f: impl FnMut(i64) -> i64) -> Result<Layout, Error> {
    let op = Op::Recover;
    if size < 1 {
        return Err(Error::new(op, ErrorKind::NotPositive { what: "the size", value: size }));
    }
    match f(0) {
        0 => {}
        value => return Err(Error::new(op, ErrorKind::NonZeroOrigin { value })),
    }
    // Enough for any size: it has at most 62 prime factors.
    let mut modes: List<Mode, 64> = List::new(Mode::VACANT);
    let (mut place, mut rest) = (1_i64, size);
    while rest > 1 {
        let stride = f(place);
        // The first break is the least D > 1 dividing the rest such that the increment at D
        // is not the stride; dividing out prime powers finds it without missing one, even
        // where later modes happen to have the same increment again.
        let mut extent = rest;
        let mut found = true;
        while found {
            found = false;
            'primes: for &(prime, exponent) in factorize(extent as u64).as_slice() {
                let prime = prime as i64;
                let mut smaller = extent;
                for _ in 0..exponent {
                    smaller /= prime;
                }
                // From the largest power taken out to the smallest.
                for _ in 0..exponent {
                    let at = place * smaller;
                    if smaller > 1 && f(at).wrapping_sub(f(at - place)) != stride {
                        extent = smaller;
                        found = true;
                        break 'primes;
                    }
                    smaller *= prime;
                }
            }
        }
        push_coalesced(&mut modes, Mode::new(extent, stride));
        place *= extent;
        rest /= extent;
    }
    let mut leaves = List::new(Mode::VACANT);
    if !leaves.extend(modes.as_slice()) {
        return Err(too_many(op));
    }
    Layout::from_flat(op, leaves)
}
