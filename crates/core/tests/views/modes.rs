//! Modes in another order, and modes of one element.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, layout};
use tilework_testing::layout;

/// The modes at the top.
fn modes(a: &Layout) -> Vec<Layout> {
    if a.length() == 0 { Vec::new() } else { a.modes().collect() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn laws(a in layout(1..=5, 1..=3, -9..=9), seed in any::<usize>()) {
        let (all, rank) = (modes(&a), a.rank());
        // Some permutation.
        let mut axes: Vec<usize> = (0..rank).collect();
        axes.rotate_left(seed % rank);
        axes.swap(0, (seed >> 8) % rank);
        let turned = a.permute(&axes).unwrap();
        prop_assert!(modes(&turned).iter().zip(&axes).all(|(mode, &axis)| *mode == all[axis]));
        let mut back = vec![0; rank];
        axes.iter().enumerate().for_each(|(i, &axis)| back[axis] = i);
        prop_assert_eq!(modes(&turned.permute(&back).unwrap()), all.clone());

        let (i, j) = ((seed >> 16) % rank, (seed >> 24) % rank);
        let mut swapped = all.clone();
        swapped.swap(i, j);
        prop_assert_eq!(modes(&a.swap_dims(i, j).unwrap()), swapped);

        let kept: Vec<Layout> = all.iter().filter(|mode| mode.size() > 1).copied().collect();
        prop_assert_eq!(modes(&a.squeeze()), kept.clone());
        let units: Vec<usize> = (0..rank).filter(|&i| all[i].size() == 1).collect();
        prop_assert_eq!(modes(&a.squeeze_modes(&units).unwrap()), kept);
        for (i, mode) in all.iter().enumerate().filter(|(_, mode)| mode.size() > 1) {
            let error = a.squeeze_modes(&[i]).unwrap_err();
            prop_assert_eq!(error.kind(), ErrorKind::NotUnit { size: mode.size() });
            prop_assert!(error.mode_path().eq([i]));
        }

        let at = seed % (rank + 1);
        let wider = a.unsqueeze(at).unwrap();
        let mut expected = all;
        expected.insert(at, Layout::UNIT);
        prop_assert_eq!(modes(&wider), expected);
        prop_assert_eq!(modes(&wider.squeeze_modes(&[at]).unwrap()), modes(&a));
    }
}

#[test]
fn refusals() {
    let a = layout!((2,3,1):(3,1,0));
    let kind = |r: Result<Layout, tilework::Error>| r.unwrap_err().kind();
    assert_eq!(kind(a.permute(&[0, 1])), ErrorKind::RankMismatch { left: 2, right: 3 });
    assert_eq!(kind(a.permute(&[0, 1, 0])), ErrorKind::RepeatedMode { mode: 0 });
    assert_eq!(kind(a.permute(&[0, 1, 3])), ErrorKind::NoSuchMode { mode: 3, rank: 3 });
    assert_eq!(kind(a.permute(&[0; 40])), ErrorKind::RankMismatch { left: 40, right: 3 });
    assert_eq!(kind(a.swap_dims(0, 3)), ErrorKind::NoSuchMode { mode: 3, rank: 3 });
    assert_eq!(kind(a.swap_dims(7, 3)), ErrorKind::NoSuchMode { mode: 7, rank: 3 });
    assert_eq!(kind(a.squeeze_modes(&[2, 2])), ErrorKind::RepeatedMode { mode: 2 });
    assert_eq!(kind(a.squeeze_modes(&[5])), ErrorKind::NoSuchMode { mode: 5, rank: 3 });
    assert_eq!(kind(a.unsqueeze(4)), ErrorKind::NoSuchMode { mode: 4, rank: 4 });
    let full = Layout::concat(&[Layout::UNIT; 32]).unwrap();
    assert!(matches!(kind(full.unsqueeze(0)), ErrorKind::TooManyModes { .. }));
    assert_eq!(full.squeeze(), layout!(()));
    assert_eq!(layout!(()).unsqueeze(0), Ok(layout!((1):(0))));
    assert_eq!(layout!(()).squeeze(), layout!(()));
    assert_eq!(layout!(4:2).unsqueeze(1), Ok(layout!((4,1):(2,0))));
}
