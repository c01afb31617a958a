//! Strides that are given, over memory that is there; and modes from their ends.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Order, layout, tuple};
use tilework_testing::{image, layout};

use crate::oracle::{counted, offset};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Accepted exactly when every element is between the first and the last of the memory.
    #[test]
    fn as_strided(
        memory in layout(1..=3, 1..=4, -6..=9),
        view in layout(1..=3, 1..=4, -4..=4),
        at in -12_i64..=30,
    ) {
        let taken = image(&memory);
        let inside = taken[0]..=taken[taken.len() - 1];
        let fits = image(&view).iter().all(|x| inside.contains(&(at + x)));
        match memory.as_strided(&view.shape(), &view.stride(), at) {
            Ok(made) => prop_assert!(fits && made == view, "{} in {} at {}", view, memory, at),
            Err(error) => {
                prop_assert!(!fits, "{}", error);
                let offsets = image(&view);
                let first = at + offsets[0] - taken[0];
                let last = at + offsets[offsets.len() - 1] - taken[0];
                let len = memory.cosize() as usize;
                prop_assert_eq!(error.kind(), ErrorKind::OutsideData { first, last, len });
            }
        }
    }

    /// Digit `x` of a flipped mode is digit `n - 1 - x` of it.
    #[test]
    fn flip(a in layout(1..=5, 1..=4, -9..=9), seed in any::<u32>()) {
        let modes: Vec<usize> = (0..a.rank()).filter(|i| seed >> i & 1 == 1).collect();
        let (flipped, start) = a.flip(&modes).unwrap();
        prop_assert_eq!(flipped.shape(), a.shape());
        // Which leaves are in which mode.
        let owner: Vec<usize> =
            a.modes().enumerate().flat_map(|(i, mode)| vec![i; mode.length()]).collect();
        let extents: Vec<i64> = a.leaf_modes().iter().map(|mode| mode.extent).collect();
        for digits in counted(&extents, Order::Lex) {
            let turned: Vec<i64> = (0..digits.len())
                .map(|i| if modes.contains(&owner[i]) { extents[i] - 1 - digits[i] } else { digits[i] })
                .collect();
            prop_assert_eq!(start + offset(&flipped, &digits), offset(&a, &turned));
        }
        // Twice is not at all.
        let (again, back) = flipped.flip(&modes).unwrap();
        prop_assert_eq!((again, start + back), (a, 0));
    }
}

#[test]
fn refusals() {
    let a = layout!((2,3):(3,1));
    let kind = |r: Result<(Layout, i64), tilework::Error>| r.unwrap_err().kind();
    assert_eq!(kind(a.flip(&[2])), ErrorKind::NoSuchMode { mode: 2, rank: 2 });
    assert_eq!(kind(a.flip(&[1, 1])), ErrorKind::RepeatedMode { mode: 1 });
    assert_eq!(a.flip(&[]), Ok((a, 0)));
    assert_eq!(layout!(()).flip(&[]), Ok((layout!(()), 0)));
    // A stride that has no negative, where it does not matter.
    let far = Layout::new((1, 2), (i64::MIN, 1)).unwrap();
    assert_eq!(far.flip(&[0, 1]).unwrap().1, 1);
    let strided = |at| a.as_strided(&tuple!((2, 2)), &tuple!((2, 1)), at);
    assert!(
        strided(0).is_ok() && strided(2).is_ok() && strided(3).is_err() && strided(-1).is_err()
    );
    assert!(strided(i64::MAX).is_err() && strided(i64::MIN).is_err());
    let error = a.as_strided(&tuple!((2, 2)), &tuple!((2)), 0).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::NotCongruent { .. })
            && error.to_string().starts_with("as_strided")
    );
}
