//! Swizzles: what they do to bits, composition, casts, notation.

use proptest::prelude::*;
use tilework::{ErrorKind, Swizzle, XorMap};
use tilework_testing::bits::{any_swizzle, swizzle, swizzles};

#[test]
fn bit_by_bit() {
    for s in swizzles(4, 4, 6) {
        for x in -600..600 {
            let y = s.apply(x);
            assert_eq!(y, swizzle(&s, x), "{s}({x})");
            assert_eq!(s.inverse().apply(y), x, "{s}({x})");
            assert_eq!((y < 0, y & !(s.z_mask() as i64)), (x < 0, x & !(s.z_mask() as i64)));
        }
        assert_eq!(Swizzle::from_masks(s.y_mask(), s.z_mask()).unwrap().bits(), s.bits());
        if s.bits() > 0 {
            assert_eq!(Swizzle::from_masks(s.y_mask(), s.z_mask()), Ok(s));
        }
        assert_eq!(s.to_string().parse(), Ok(s));
    }
}

#[test]
fn at_the_ends() {
    let s = Swizzle::new(31, 0, 32).unwrap();
    assert_eq!(s.apply(i64::MAX), i64::MAX ^ (i64::MAX >> 32));
    assert_eq!(s.apply(i64::MIN), i64::MIN);
    assert_eq!(s.apply(-1), swizzle(&s, -1));
    assert_eq!(Swizzle::new(31, 1, 31).unwrap().apply(1 << 62), 1 << 62 | 1 << 31);
    assert_eq!(Swizzle::new(0, 63, 0).unwrap().apply(-7), -7);
}

/// What users and documents say.
#[test]
fn known() {
    assert_eq!(Swizzle::new(5, 0, 6).unwrap().apply(65), 64);
    for (text, same) in [
        ("Sw<3,4,3>", Swizzle::new(3, 4, 3)),
        ("S<3,4,3>", Swizzle::new(3, 4, 3)),
        ("Swizzle<3,4>", Swizzle::new(3, 4, 3)),
        ("Swizzle<3,4,-3>", Swizzle::new(3, 4, -3)),
        (" Sw < _3 , _4 , _3 > ", Swizzle::new(3, 4, 3)),
    ] {
        assert_eq!(text.parse::<Swizzle>(), same, "{text}");
    }
}

#[test]
fn refusals() {
    let kind = |result: Result<Swizzle, tilework::Error>| result.unwrap_err().kind();
    assert_eq!(kind(Swizzle::new(3, 0, 1)), ErrorKind::SwizzleOverlap { bits: 3, shift: 1 });
    assert_eq!(kind(Swizzle::new(3, 0, -2)), ErrorKind::SwizzleOverlap { bits: 3, shift: -2 });
    assert_eq!(kind(Swizzle::new(3, 58, 3)), ErrorKind::NoSuchBit { bit: 63, limit: 63 });
    assert!(Swizzle::new(u32::MAX, u32::MAX, i32::MIN).is_err());
    assert!(matches!(kind(Swizzle::from_masks(0b101, 0b11000)), ErrorKind::Unsupported { .. }));
    assert!(matches!(kind(Swizzle::from_masks(0b11, 0b1000)), ErrorKind::Unsupported { .. }));
    assert!(matches!(kind(Swizzle::from_masks(0b11, 0b110)), ErrorKind::SwizzleOverlap { .. }));
    assert!(Swizzle::from_masks(u64::MAX, u64::MAX).is_err());
    for text in
        ["Sw<3>", "Sw<3,4,3", "Sw<3,4,3,1>", "Sw<-1,0,3>", "Sw", "Xor<1>", "Sw<1,0,99999999999>"]
    {
        assert!(text.parse::<Swizzle>().is_err(), "{text}");
    }
    let error = Swizzle::new(3, 0, 3).unwrap().upcast(2).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SplitsElement { bit: 0, factor: 2 });
    assert_eq!(
        error.to_string(),
        "upcast of Sw<3,0,3>: it moves bit 0, which lies inside an element of 2; the largest factor is 1"
    );
    let error = Swizzle::new(3, 4, 3).unwrap().upcast(6).unwrap_err();
    assert_eq!(
        error.to_string(),
        "upcast of Sw<3,4,3>: the factor is 6, which is not a power of two; the nearest are 4 and 8"
    );
}

/// The composite of two swizzles, exactly: a swizzle if and only if one of all has its columns.
#[test]
fn composition() {
    let all = swizzles(3, 2, 4);
    let table = |s: &Swizzle| -> Vec<i64> { (0..12).map(|i| swizzle(s, 1 << i)).collect() };
    let tables: Vec<_> = swizzles(6, 5, 6).iter().map(table).collect();
    let mut single = 0;
    for a in &all {
        for b in &all {
            let map = XorMap::of(a).compose(&XorMap::of(b));
            (0..512).for_each(|x| assert_eq!(map.apply(x), swizzle(a, swizzle(b, x))));
            let columns: Vec<i64> = (0..12).map(|i| swizzle(a, swizzle(b, 1 << i))).collect();
            match a.compose(b) {
                Some(s) => assert_eq!(table(&s), columns, "{a} o {b} = {s}"),
                None => assert!(!tables.contains(&columns), "{a} o {b}"),
            }
            single += usize::from(a.compose(b).is_some());
        }
    }
    assert!(single > 100, "{single}");
    // No single swizzle: it must stay a function.
    let (a, b) = (Swizzle::new(3, 0, 3).unwrap(), Swizzle::new(1, 2, 1).unwrap());
    assert_eq!(a.compose(&b), None);
    // Equal ones cancel.
    assert_eq!(a.compose(&a), Some(Swizzle::IDENTITY));
}

/// A part of a list of swizzles commutes with going to larger or smaller elements.
#[test]
fn casts() {
    for s in swizzles(3, 4, 5) {
        for power in 0..4 {
            let n = 1_i64 << power;
            let down = s.downcast(n).unwrap();
            assert_eq!(down.upcast(n).unwrap().apply(77), s.apply(77));
            for x in 0..256 {
                (0..n).for_each(|r| assert_eq!(down.apply(n * x + r), n * s.apply(x) + r));
            }
            let exact = |up: &dyn Fn(i64) -> i64| {
                (0..256).all(|x| (0..n).all(|r| s.apply(n * x + r) == n * up(x) + r))
            };
            match s.upcast(n) {
                Ok(up) => assert!(exact(&|x| up.apply(x)), "{s} by {n}"),
                // No function at all does it.
                Err(_) => assert!(!exact(&|x| s.apply(n * x) / n), "{s} by {n}"),
            }
        }
    }
    assert!(Swizzle::new(3, 54, 3).unwrap().downcast(16).is_err());
}

#[test]
fn at_compile_time() {
    const SWIZZLE: Swizzle = match Swizzle::new(3, 3, 3) {
        Ok(swizzle) => swizzle,
        Err(error) => error.raise(),
    };
    const SWIZZLED: i64 = SWIZZLE.apply(0b101_000_000);
    assert_eq!(SWIZZLED, 0b101_101_000);
}

/// Bank conflicts, counted: 32 lanes go down a column of 4-byte elements in 32 banks.
#[test]
fn banks() {
    let ways = |offset: &dyn Fn(i64) -> i64| {
        let mut count = [0; 32];
        (0..32).for_each(|lane| count[(offset(lane) % 32) as usize] += 1);
        count.into_iter().max().unwrap()
    };
    for (stride, expected) in [(32, 32), (64, 32), (16, 16), (33, 1)] {
        assert_eq!(ways(&|lane| stride * lane), expected, "stride {stride}");
    }
    for (bits, expected) in [(5, 1), (3, 4), (2, 8)] {
        let swizzle = Swizzle::new(bits, 0, 5).unwrap();
        assert_eq!(ways(&|lane| swizzle.apply(32 * lane)), expected, "{swizzle}");
    }
}

proptest! {
    #[test]
    fn composites_of_random_ones(a in any_swizzle(), b in any_swizzle(), x in any::<i64>()) {
        let map = XorMap::of(&a).compose(&XorMap::of(&b));
        prop_assert_eq!(map.apply(x), a.apply(b.apply(x)));
        if let Some(s) = a.compose(&b) {
            prop_assert_eq!(s.apply(x), map.apply(x));
        }
    }
}
