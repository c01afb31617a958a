//! Bulk evaluation writes what `offsets` yields, from any index on, in any type that can hold it.

use proptest::prelude::*;
use tilework::eval::Lane;
use tilework::{ErrorKind, Layout, layout};
use tilework_testing::{layout, offsets};

fn from<T: Lane + TryFrom<i64> + PartialEq + std::fmt::Debug>(
    a: &Layout,
    table: &[i64],
    start: usize,
    end: usize,
) where
    T::Error: std::fmt::Debug,
{
    let zero = || T::try_from(0).unwrap();
    let mut out: Vec<T> = (start..end).map(|_| zero()).collect();
    a.prepare().fill(start as i64, &mut out).unwrap();
    let expected = table[start..end].iter().map(|&offset| T::try_from(offset).unwrap());
    assert!(expected.eq(out), "{a} from {start} to {end}");
}

/// The law, for the whole domain and for parts of it.
fn law(a: &Layout, parts: &[(usize, usize)]) {
    let (size, table) = (a.size() as usize, &offsets(a)[..]);
    from::<i64>(a, table, 0, size);
    from::<i32>(a, table, 0, size);
    for &(start, len) in parts {
        let start = start % (size + 1);
        from::<i32>(a, table, start, size.min(start + len));
        from::<i64>(a, table, start, size.min(start + len));
        if a.min_offset() >= 0 {
            from::<u32>(a, table, start, size.min(start + len));
            from::<usize>(a, table, start, size.min(start + len));
        }
    }
}

#[test]
fn by_hand() {
    let parts = [(0, 0), (0, 1), (1, 511), (510, 4), (512, 600), (1, 5000), (4095, 9)];
    for a in [
        layout!(1:0),
        layout!(5000:-3),
        layout!((3,1777):(1777,1)),
        layout!((511,13):(13,1)),
        layout!((513,11):(11,1)),
        layout!((2,3,5,7,11,3):(3465,1155,231,33,3,1)),
        layout!(((8,8),(8,8)):((8,512),(1,64))),
        layout!((600,2,5):(0,-7,1)),
    ] {
        law(&a, &parts);
    }
}

#[test]
fn refuses() {
    let a = layout!((4,8):(1,4)).prepare();
    let mut out = [7_i32; 4];
    let bounds = ErrorKind::OutOfBounds { coordinate: 32, extent: 32 };
    assert_eq!(a.fill(29, &mut out).unwrap_err().kind(), bounds);
    let negative = ErrorKind::NegativeCoordinate { value: -1 };
    assert_eq!(a.fill(-1, &mut out).unwrap_err().kind(), negative);
    assert!(a.fill(i64::MAX, &mut out).is_err());
    let overflow = ErrorKind::Overflow { what: "offset" };
    let far = layout!((2,2):(1,2147483647)).prepare();
    assert_eq!(far.fill(0, &mut out).unwrap_err().kind(), overflow);
    assert_eq!(layout!(4:-1).prepare().fill(0, &mut [0_u64; 4]).unwrap_err().kind(), overflow);
    assert_eq!(out, [7; 4]);
    far.fill(0, &mut [0_u32; 4]).unwrap();
}

#[test]
fn at_the_far_end() {
    // Some 2^62 indices: the last thousand of them, and the largest offsets there are.
    let a = layout!((3,1537228672809129301):(3074457345618258601,2));
    let mut out = [0_i64; 1000];
    let start = a.size() - 1000;
    a.prepare().fill(start, &mut out).unwrap();
    for (i, offset) in out.into_iter().enumerate() {
        assert_eq!(a.at_index(start + i as i64), Ok(offset));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random(
        a in layout(1..=6, 1..=7, -40..=40),
        parts in prop::collection::vec((0..10000_usize, 0..3000_usize), 3),
    ) {
        law(&a, &parts);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_long(
        a in layout(1..=2, 1..=700, -9..=40),
        parts in prop::collection::vec((any::<usize>(), 0..3000_usize), 2),
    ) {
        law(&a, &parts);
    }
}
