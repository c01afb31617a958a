//! Padding against the definition: rows of a table moved apart one by one.

use tilework::{Layout, layout};
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::machine::{Direction, Machine};
use tilework_hardware::swizzle::{Options, PaddingOptions, SwizzleError, solve, solve_padding};
use tilework_testing::offsets;

use super::oracle::{TestAccess, TestProblem};
use super::sample::{Random, machine};

/// The offsets of a layout with `pad` elements behind each run of `row`.
fn padded(layout: &Layout, row: i64, pad: i64) -> Vec<i64> {
    offsets(layout).into_iter().map(|offset| offset + offset.div_euclid(row) * pad).collect()
}

/// Tiles with rows of `row` elements: by rows and by columns, nested, in blocks, with three modes, padded already.
fn tiles(random: &mut Random) -> (Layout, i64) {
    let (m, n) = (random.pick(&[4, 6, 8, 16]), random.pick(&[4, 8, 16, 24]));
    match random.below(6) {
        0 => (Layout::new((m, n), (n, 1)).unwrap(), n),
        1 => (Layout::new((m, n), (1, m)).unwrap(), m),
        2 => (Layout::new(((2, m), n), ((n, 2 * n), 1)).unwrap(), n),
        3 => (Layout::new((2, m, n), (m * n, n, 1)).unwrap(), n),
        4 => (Layout::new(((4, 2), (8, 2)), ((8, 64), (1, 32))).unwrap(), 8),
        _ => (Layout::new((m, n), (n + 8, 1)).unwrap(), n + 8),
    }
}

#[test]
fn random_tiles() {
    let mut random = Random(7);
    let mut answered = 0;
    for _ in 0..200 {
        let (tile, row) = tiles(&mut random);
        let (machine, bits) = (machine(&mut random), random.pick(&[8, 16, 32]));
        let accesses = (0..1 + random.below(2)).map(|_| access(&mut random, &tile, bits, &machine));
        let accesses: Vec<TestAccess> = accesses.collect();
        let test = TestProblem::new(tile.into(), bits, machine, accesses);
        let widest = test.accesses.iter().map(|access| access.width_bytes).max().unwrap();
        let banks =
            test.accesses.iter().map(|access| super::oracle::phases(&machine, access).1).max();
        let most = banks.unwrap() as u32 * machine.bank_bytes;
        let mut best = None;
        for i in 0..=most / widest {
            let pad = i64::from(i * widest * 8 / bits);
            let mut moved = test.clone();
            moved.table = padded(&tile, row, pad);
            let total = moved.enumerated().unwrap().judge(usize::MAX, |x| x);
            if let Some(total) = total
                && best.is_none_or(|(best, _, _)| total.0 < best)
            {
                best = Some((total.0, total.1, i * widest));
            }
        }
        let found =
            solve_padding(&tile, &test.accesses(), bits, &machine, &PaddingOptions::default());
        match best {
            None => assert!(matches!(found, Err(SwizzleError::NoneKeepsVectors { .. })), "{tile}"),
            Some(best) => {
                let found = found.unwrap();
                assert_eq!((found.wavefronts, found.ideal, found.pad_bytes), best, "{test:?}");
                let pad = i64::from(found.pad_bytes * 8 / bits);
                assert_eq!(offsets(&found.layout), padded(&tile, row, pad), "{tile}");
                assert_eq!(found.rows, offsets(&tile).iter().max().unwrap() / row + 1, "{tile}");
                assert_eq!(found.lost_bytes, found.rows * i64::from(found.pad_bytes));
                answered += 1;
            }
        }
    }
    assert!(answered > 100, "{answered}");
}

/// Lanes over the tile in a random order of its first two modes.
fn access(random: &mut Random, tile: &Layout, bits: u32, machine: &Machine<'_>) -> TestAccess {
    let leaves = tile.leaf_modes();
    let place = |i: usize| leaves[..i].iter().map(|mode| mode.extent).product::<i64>();
    let along = leaves.iter().position(|mode| mode.stride == 1).unwrap();
    let widths: Vec<u32> = machine.widths_bytes.iter().copied().filter(|w| w * 8 >= bits).collect();
    let width_bytes = random.pick(&widths).min(leaves[along].extent as u32 * bits / 8);
    let per = i64::from(width_bytes * 8 / bits);
    let per = (1..=per).rev().find(|n| leaves[along].extent % n == 0 && per % n == 0).unwrap();
    let per = 1 << per.ilog2();
    let mut modes: Vec<(i64, i64)> = vec![(leaves[along].extent / per, per * place(along))];
    for i in (0..leaves.len()).filter(|&i| i != along) {
        modes.push((leaves[i].extent, place(i)));
    }
    for i in (1..modes.len()).rev() {
        modes.swap(i, random.below(i as u64 + 1) as usize);
    }
    let parts: Vec<Layout> = modes.iter().map(|&(n, d)| Layout::new(n, d).unwrap()).collect();
    TestAccess {
        threads: Layout::concat(&parts).unwrap(),
        values: Layout::new(per, place(along)).unwrap(),
        iterations: layout!(1:0),
        start: 0,
        width_bytes: per as u32 * bits / 8,
        direction: random.pick(&[Direction::Load, Direction::Store]),
        active: u64::MAX,
        matrices: None,
    }
}

/// Rows of 64 bytes: padding cannot serve both accesses, a swizzle can.
#[test]
fn padding_fails_where_a_swizzle_works() {
    let tile = layout!((64,32):(32,1));
    let accesses = [
        Access::along(&tile, 1, 16, 16, Direction::Store, 32).unwrap(),
        Access::matrices_along(&tile, 1, 16, Matrices::X4, Direction::Load).unwrap(),
    ];
    let options = PaddingOptions::default();
    let padding = solve_padding(&tile, &accesses, 16, &Machine::NVIDIA, &options).unwrap();
    let swizzle = solve(&tile, &accesses, 16, &Machine::NVIDIA, &Options::default()).unwrap();
    assert_eq!((padding.wavefronts, padding.ideal, padding.pad_bytes), (96, 64, 16));
    assert_eq!((swizzle.wavefronts, swizzle.least.to_string().as_str()), (64, "Sw<2,3,3>"));
}

#[test]
fn layouts_without_rows() {
    let pad = |tile: &Layout, options: PaddingOptions| {
        let access = Access::load(&layout!((4,1):(1,0)), 4).unwrap();
        solve_padding(tile, &[access], 32, &Machine::NVIDIA, &options).unwrap_err()
    };
    let options = PaddingOptions::default();
    let error = pad(&layout!(16:1), options);
    assert_eq!((error, error.name()), (SwizzleError::NoRows { stride: 0, row: 0 }, "no-rows"));
    let error = pad(&layout!((4,4,2):(1,4,18)), options);
    assert_eq!(
        error.to_string(),
        "the stride 18 is no multiple of the 4 elements from row to row, so that padded rows would not move it by \
         whole rows"
    );
    let error = pad(&layout!((4,2,4):(1,0,2)), options);
    assert_eq!(error.name(), "not-injective");
    let error =
        pad(&layout!((4,4):(1,4)), PaddingOptions { step_bytes: Some(2), most_bytes: None });
    assert_eq!(error.to_string(), "a step of 2 bytes is no whole number of elements of 32 bits");
    let many = PaddingOptions { step_bytes: Some(4), most_bytes: Some(u32::MAX) };
    assert_eq!(pad(&layout!((4,4):(1,4)), many).name(), "budget");
}
