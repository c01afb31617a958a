//! The prepared evaluator is `at_index`, at every index.

use proptest::prelude::*;
use tilework::{Error, Layout, Tuple, layout};
use tilework_testing::{layout, offsets};

/// The law: the same number at every index of the domain, nothing outside.
fn law(a: &Layout) {
    let ready = a.prepare();
    for (index, &offset) in offsets(a).iter().enumerate() {
        assert_eq!(ready.at(index as i64), offset, "{a} at {index}");
    }
    outside(a);
}

fn outside(a: &Layout) {
    let ready = a.prepare();
    assert_eq!(ready.size(), a.size());
    for index in [-1, i64::MIN, a.size(), i64::MAX] {
        assert_eq!(ready.get(index), None, "{a} at {index}");
    }
}

/// The law where the domain is too large to walk: around every carry, and at both ends.
fn law_at_carries(a: &Layout) {
    let (ready, mut place) = (a.prepare(), 1_i64);
    let mut indices = vec![0, a.size() - 1];
    for mode in a.leaf_modes() {
        place *= mode.extent;
        for times in [1, 2, 3, a.size() / place / 2, a.size() / place] {
            indices.extend((-2..=2).map(|d| place.saturating_mul(times).saturating_add(d)));
        }
    }
    for index in indices.into_iter().filter(|index| (0..a.size()).contains(index)) {
        assert_eq!(Ok(ready.at(index)), a.at_index(index), "{a} at {index}");
    }
    outside(a);
}

#[test]
fn by_hand() {
    for a in [
        layout!(1:0),
        layout!(7:-3),
        layout!((3,5,7):(35,7,1)),
        layout!((4,8,2):(16,2,1)),
        layout!((3,1,5):(-5,99,1)),
        layout!(((2,3),(5,1,7)):((0,7),(-11,5,0))),
        layout!((2,2,2,2,2,2,2,2):(128,1,64,2,32,4,16,8)),
    ] {
        law(&a);
    }
}

/// Sizes up to and past 2^16, over all indices: each way to divide, up to the last index for which
/// it is exact. The strides are such that a wrong digit never stays unseen.
#[test]
fn around_the_limits_of_size() {
    for shape in [
        &[2_i64, 32768][..],
        &[65535, 2],
        &[2, 2, 16384],
        &[3, 5, 4369],
        &[2, 3, 10922],
        &[255, 257, 1],
        &[255, 2, 128],
        &[16, 17, 241],
        &[3, 7, 11, 283],
        &[32767, 1, 2],
        &[5, 13, 1008],
        &[2, 32768, 3],
        &[3, 21845, 2],
        &[7, 9363, 3],
        &[2, 2, 2, 8193],
        &[4, 8, 16, 32, 4],
        &[2; 16],
        &[2; 17],
    ] {
        let shape = Tuple::from_slice(shape).unwrap();
        law(&Layout::row_major(&shape).unwrap());
        let ends = shape.leaves().iter().map(|n| n - 1);
        let backwards: Vec<i64> =
            ends.scan(1, |d, n| Some(core::mem::replace(d, -*d * (n + 1)))).collect();
        law(&flat(shape.leaves(), &backwards).unwrap());
    }
}

/// Factors `c` at both ends of what fits into 33 bits, and past them.
#[test]
fn around_the_limits_of_factors() {
    for c in [1_i64 << 31, 1 << 32, 1 << 33].into_iter().flat_map(|c| [c, -c]) {
        for c in c - 2..=c + 2 {
            // The first factor is the stride, the others are c: d' = n*d + c.
            for first in [0, 1, -7] {
                let (second, third) = (3 * first + c, 5 * (3 * first + c) + c);
                law(&flat(&[3, 5, 7, 2], &[first, second, third, 7 * third - c]).unwrap());
            }
        }
    }
}

#[test]
fn huge() {
    for a in [
        layout!((3,3074457345618258602):(3074457345618258602,1)),
        layout!((2,4611686018427387903):(4611686018427387903,1)),
        layout!((4294967297,5,3):(1,4294967297,-4294967297)),
        layout!((1024,2048):(2048,1)),
        layout!((3,699050):(699050,1)),
        layout!((2097143,1):(1,0)),
        layout!((2,1048575):(1048575,1)),
        layout!((1048573,2):(2,1)),
        layout!((1048577,2):(2,1)),
        layout!((2097149,2047):(2047,1)),
        layout!((65536,65537):(65537,1)),
        layout!((65535,65537):(65537,1)),
        layout!((1000003,1000033,1009):(1009033297,1009,1)),
        layout!((3,2):(0,9223372036854775806)),
        layout!((3,2):(-3074457345618258601,3074457345618258600)),
    ] {
        law_at_carries(&a);
    }
}

/// Extents of any number of bits, as long as the size and the span fit.
fn wide() -> impl Strategy<Value = Layout> {
    let mode = (1..=40_u32, any::<u64>(), 0..=62_u32, any::<i64>());
    prop::collection::vec(mode, 1..=8).prop_map(|modes| {
        let (mut shape, mut stride) = (vec![], vec![]);
        for (bits, extent, stride_bits, step) in modes {
            shape.push((extent >> (64 - bits)) as i64 + 1);
            stride.push(step >> (63 - stride_bits));
            while flat(&shape, &stride).is_err() {
                let last = shape.len() - 1;
                (shape[last], stride[last]) = ((shape[last] / 2).max(1), stride[last] / 2);
                if shape[last] == 1 {
                    shape.pop();
                    stride.pop();
                    break;
                }
            }
        }
        if shape.is_empty() { Layout::UNIT } else { flat(&shape, &stride).unwrap() }
    })
}

fn flat(shape: &[i64], stride: &[i64]) -> Result<Layout, Error> {
    Layout::from_tuples(&Tuple::from_slice(shape)?, &Tuple::from_slice(stride)?)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn random(a in layout(1..=6, 1..=7, -40..=40)) {
        law(&a);
    }

    #[test]
    fn random_huge(a in wide(), indices in prop::collection::vec(any::<u64>(), 30)) {
        law_at_carries(&a);
        let ready = a.prepare();
        for index in indices {
            let index = (index % a.size() as u64) as i64;
            prop_assert_eq!(Ok(ready.at(index)), a.at_index(index), "{} at {}", a, index);
        }
    }
}

#[test]
#[should_panic(expected = "index 6 is not in 0..6")]
fn outside_is_a_panic() {
    layout!((2,3):(3,1)).prepare().at(6);
}

#[test]
fn in_constants() {
    const AT: i64 = layout!((3,5,7):(35,7,1)).prepare().at(52);
    assert_eq!(Ok(AT), layout!((3,5,7):(35,7,1)).at(52));
}
