//! Every plan against its definition, `dst[D(i)] = src[S(i)]`: all widths, all instruction sets, with
//! and without buffers.
//!
//! Small enough for Miri, without threads: `cargo +nightly miri test --no-default-features`.

use std::fmt::Debug;

use proptest::prelude::*;
use tilework::{Layout, Mode};
use tilework_relayout::{Error, NoUninit, Plan, Side};

use super::ways::ways;

/// The definition, element by element.
fn by_definition<T: Copy>(dst: &mut [T], dl: &Layout, src: &[T], sl: &Layout) {
    let (to, from) = (-dl.min_offset(), -sl.min_offset());
    for (d, s) in dl.offsets().zip(sl.offsets()) {
        dst[(to + d) as usize] = src[(from + s) as usize];
    }
}

/// A way to run a plan: on this thread, or on several.
type Run<T> = fn(&Plan, &mut [T], &[T]) -> Result<(), Error>;

fn check_elements<T: NoUninit + PartialEq + Debug + Send + Sync>(
    dl: &Layout,
    sl: &Layout,
    element: impl Fn(usize) -> T,
) {
    let runs: &[Run<T>] = &[
        Plan::run,
        #[cfg(feature = "parallel")]
        Plan::run_parallel,
    ];
    for tuning in ways() {
        let plan = Plan::tuned(dl, sl, size_of::<T>(), tuning).expect("a plan");
        let (to, from) = (plan.span(Side::Destination), plan.span(Side::Source));
        // A misaligned destination, and something around it that must stay.
        for lead in [0, 3] {
            let src: Vec<T> = (0..from).map(&element).collect();
            let untouched: Vec<T> = (0..to + 7).map(|i| element(1_000_000 + i)).collect();
            let mut expected = untouched.clone();
            by_definition(&mut expected[lead..lead + to], dl, &src, sl);
            for run in runs {
                let mut found = untouched.clone();
                run(&plan, &mut found[lead..lead + to], &src).expect("the slices fit");
                assert!(found == expected, "{dl} from {sl}, {tuning:?}, {plan:?}");
            }
        }
    }
}

fn scatter(i: usize) -> u64 {
    (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (i as u64) << 17
}

fn check(dl: &Layout, sl: &Layout) {
    check_elements(dl, sl, |i| scatter(i) as u8);
    check_elements(dl, sl, |i| scatter(i) as u16);
    check_elements(dl, sl, |i| scatter(i) as u32);
    check_elements(dl, sl, scatter);
    check_elements(dl, sl, |i| u128::from(scatter(i)) << 31);
    check_elements(dl, sl, |i| [scatter(i) as u8, 1, i as u8]);
    check_elements(dl, sl, |i| [scatter(i) as u16; 3]);
    check_elements(dl, sl, |i| [scatter(i) as u32, 5, 9, i as u32, 3]);
    check_elements(dl, sl, |i| [scatter(i); 4]);
}

/// Strides for the modes in an order, each at least as large as what the ones before reach.
fn strides(extents: &[i64], order: &[usize], gaps: &[i64], turned: &[bool]) -> Vec<Mode> {
    let mut modes = vec![Mode::UNIT; extents.len()];
    let mut next = 1;
    for &k in order {
        next += gaps[k];
        modes[k] = Mode::new(extents[k], if turned[k] { -next } else { next });
        next *= extents[k];
    }
    modes
}

fn layout(modes: &[Mode]) -> Layout {
    let (shape, stride): (Vec<usize>, Vec<isize>) =
        modes.iter().map(|mode| (mode.extent as usize, mode.stride as isize)).unzip();
    Layout::from_strides(&shape, &stride).expect("a layout")
}

/// A domain, and two arrangements of it.
fn pairs(extents: impl Strategy<Value = Vec<i64>>) -> impl Strategy<Value = (Layout, Layout)> {
    let side = |n: usize| {
        (
            Just((0..n).collect::<Vec<_>>()).prop_shuffle(),
            prop::collection::vec(prop_oneof![5 => Just(0), 1 => 1..4_i64], n),
            prop::collection::vec(prop::bool::weighted(0.15), n),
        )
    };
    extents
        .prop_flat_map(move |extents| {
            let n = extents.len();
            let zeros = prop::collection::vec(prop::bool::weighted(0.1), n);
            (Just(extents), side(n), side(n), zeros)
        })
        .prop_map(|(extents, dst, src, zeros)| {
            let dl = strides(&extents, &dst.0, &dst.1, &dst.2);
            let mut sl = strides(&extents, &src.0, &src.1, &src.2);
            for (mode, zero) in sl.iter_mut().zip(zeros) {
                if zero {
                    mode.stride = 0;
                }
            }
            (layout(&dl), layout(&sl))
        })
}

fn small() -> impl Strategy<Value = Vec<i64>> {
    let (extent, modes) = if cfg!(miri) { (4_i64, 3) } else { (9, 5) };
    prop::collection::vec(1..=extent, 1..=modes)
}

/// Two or three modes, long enough for vectors, with odd edges.
fn long() -> impl Strategy<Value = Vec<i64>> {
    let extent = prop_oneof![1..=5_i64, 30..=70_i64, Just(64_i64), Just(16_i64)];
    prop::collection::vec(extent, 2..=3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 1500 }))]

    #[test]
    fn small_layouts((dl, sl) in pairs(small())) {
        check(&dl, &sl);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    #[cfg_attr(miri, ignore = "large")]
    fn long_layouts((dl, sl) in pairs(long())) {
        check(&dl, &sl);
    }
}

/// Two arrangements of one box with strides rounded up, to lines or to pages: then rows crowd in the
/// cache, tiles lap over one another, and runs have more than one axis.
fn padded() -> impl Strategy<Value = (Layout, Layout)> {
    let extent = prop::sample::select(&[2_i64, 3, 5, 8, 16, 17, 33, 64, 100, 128, 200, 700]);
    let side = |n: usize| {
        let round = prop::sample::select(&[1_i64, 1, 1, 2, 64, 4096]);
        (Just((0..n).collect::<Vec<_>>()).prop_shuffle(), prop::collection::vec(round, n))
    };
    prop::collection::vec(extent, 2..=4)
        .prop_filter("not too large", |extents| extents.iter().product::<i64>() <= 100_000)
        .prop_flat_map(move |extents| {
            let n = extents.len();
            (Just(extents), side(n), side(n))
        })
        .prop_map(|(extents, dst, src)| {
            let strides = |(order, round): (Vec<usize>, Vec<i64>)| {
                let (mut modes, mut next) = (vec![Mode::UNIT; extents.len()], 1_i64);
                let mut left: i64 = extents.iter().product();
                for k in order {
                    let stride = (next as u64).next_multiple_of(round[k] as u64) as i64;
                    // No more memory than a test should take.
                    let stride = if stride * left > 400_000 { next } else { stride };
                    modes[k] = Mode::new(extents[k], stride);
                    next = stride * extents[k];
                    left /= extents[k];
                }
                layout(&modes)
            };
            (strides(dst), strides(src))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    #[cfg_attr(miri, ignore = "large")]
    fn padded_layouts((dl, sl) in padded()) {
        check_elements(&dl, &sl, |i| scatter(i) as u8);
        check_elements(&dl, &sl, |i| scatter(i) as u32);
        check_elements(&dl, &sl, |i| [scatter(i) as u8; 3]);
    }
}

/// Many tiny modes, most of them even: cells that shuffle, that lap over one another, and tiles without any.
fn tiny() -> impl Strategy<Value = Vec<i64>> {
    let extent = prop::sample::select(&[2_i64, 2, 2, 2, 3, 4, 4, 5, 8]);
    prop::collection::vec(extent, 4..=11)
        .prop_filter("not too large", |extents| extents.iter().product::<i64>() <= 40_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    #[cfg_attr(miri, ignore = "large")]
    fn tiny_modes((dl, sl) in pairs(tiny())) {
        check(&dl, &sl);
    }
}

/// Tiny modes in any order without gaps, so that all of them are side by side.
fn digits() -> impl Strategy<Value = (Layout, Layout)> {
    let most = if cfg!(miri) { 300 } else { 100_000 };
    let extent = prop::sample::select(&[2_i64, 2, 2, 2, 2, 4, 4, 3]);
    prop::collection::vec(extent, 5..=15)
        .prop_map(move |mut extents| {
            while extents.iter().product::<i64>() > most {
                extents.pop();
            }
            extents
        })
        .prop_flat_map(|extents| {
            let order = Just((0..extents.len()).collect::<Vec<_>>()).prop_shuffle();
            let turned = prop::collection::vec(prop::bool::weighted(0.03), extents.len());
            (Just(extents), order, turned)
        })
        .prop_map(|(extents, order, turned)| {
            let (n, plain) = (extents.len(), vec![0; extents.len()]);
            let forwards: Vec<usize> = (0..n).collect();
            let dl = layout(&strides(&extents, &forwards, &plain, &vec![false; n]));
            (dl, layout(&strides(&extents, &order, &plain, &turned)))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 200 }))]

    #[test]
    fn digits_in_any_order((dl, sl) in digits()) {
        check_elements(&dl, &sl, |i| scatter(i) as u8);
        check_elements(&dl, &sl, |i| scatter(i) as u16);
        check_elements(&dl, &sl, |i| scatter(i) as u32);
        check_elements(&dl, &sl, scatter);
    }
}

/// Bits in the opposite order, of which a tile is a part; and runs that are a multiple of a page apart.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn more_bits_than_a_tile_has() {
    for (base, digits) in [(2, 20), (4, 10), (3, 12), (7, 7)] {
        let extents = vec![base; digits];
        let forwards: Vec<usize> = (0..digits).collect();
        let backwards: Vec<usize> = (0..digits).rev().collect();
        let plain =
            |order| layout(&strides(&extents, order, &vec![0; digits], &vec![false; digits]));
        let (dl, sl) = (plain(&forwards), plain(&backwards));
        check_elements(&dl, &sl, |i| scatter(i) as u8);
        check_elements(&dl, &sl, |i| scatter(i) as u32);
    }
}

/// Shapes of one size that do not refine one another.
#[test]
fn no_common_loops() {
    let shapes: [&[i64]; 7] =
        [&[60], &[6, 10], &[4, 15], &[2, 3, 10], &[5, 12], &[3, 4, 5], &[10, 2, 3]];
    let shapes = if cfg!(miri) { &shapes[1..3] } else { &shapes[..] };
    for &a in shapes {
        for &b in shapes {
            let plain = |n: usize| vec![0; n];
            let dst: Vec<usize> = (0..a.len()).rev().collect();
            let src: Vec<usize> = (0..b.len()).rev().collect();
            let dl = layout(&strides(a, &dst, &plain(a.len()), &vec![false; a.len()]));
            let sl = layout(&strides(b, &src, &plain(b.len()), &vec![true; b.len()]));
            check(&dl, &sl);
        }
    }
}

fn transposed((m, n): (i64, i64)) -> (Layout, Layout) {
    (layout(&[Mode::new(m, 1), Mode::new(n, m)]), layout(&[Mode::new(m, n), Mode::new(n, 1)]))
}

/// Sizes with more than one tile in every direction, and edges.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn many_tiles() {
    for size in [(300, 333), (512, 256), (257, 1030), (1, 4096), (4100, 3), (2, 5000), (4, 3000)] {
        let (dl, sl) = transposed(size);
        check(&dl, &sl);
    }
}

/// The smallest such, for elements of one width.
#[test]
fn four_tiles() {
    let (dl, sl) = transposed((130, 70));
    check_elements(&dl, &sl, scatter);
}

/// Tiles that lap over one another along an axis that is also part of the runs of the source, of bytes
/// whose rows are a multiple of a page apart: planar colours of a narrow image to interleaved ones.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn laps_in_runs_of_the_source() {
    for (i, rows, columns, apart) in [(3, 1056, 128, 0), (16, 101, 200, 280), (33, 96, 128, 0)] {
        let dl = layout(&[Mode::new(i, 1), Mode::new(rows, i), Mode::new(columns, i * rows)]);
        let plane = rows * columns + apart;
        assert_eq!(plane % 4096, 0);
        let sl = layout(&[Mode::new(i, plane), Mode::new(rows, columns), Mode::new(columns, 1)]);
        check_elements(&dl, &sl, |i| scatter(i) as u8);
    }
}

/// Blocks whose rows are a multiple of a page apart, and shorter than a cache line, beside other blocks.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn blocks_that_share_lines() {
    for (rows, columns, blocks) in [(32, 8, 32), (33, 8, 31), (64, 4, 64), (40, 6, 9)] {
        let (dst_k, src_l) = (rows, columns * blocks);
        let (dst_l, dst_j) = (dst_k * blocks, 3 * dst_k * blocks);
        let dl = [(rows, 1), (columns, dst_j), (blocks, dst_k), (3, dst_l)];
        let sl = [(rows, 4096), (columns, 1), (blocks, columns), (3, src_l)];
        let [dl, sl] = [dl, sl].map(|modes| layout(&modes.map(|(n, d)| Mode::new(n, d))));
        check_elements(&dl, &sl, |i| scatter(i) as u16);
        check_elements(&dl, &sl, |i| scatter(i) as u32);
        check_elements(&dl, &sl, scatter);
    }
}

/// Pixels to planes and back, for few channels and more; in one row, and in rows with room between.
#[test]
fn channels() {
    for c in if cfg!(miri) { vec![3] } else { vec![2, 3, 4, 5, 8, 16] } {
        for n in if cfg!(miri) { vec![19] } else { vec![1, 2, 31, 100, 1027] } {
            let row = c * n + 7;
            let pixels = layout(&[Mode::new(c, 1), Mode::new(n, c), Mode::new(2, c * n)]);
            let rows = layout(&[Mode::new(c, 1), Mode::new(n, c), Mode::new(2, row)]);
            // Cache lines start at different places in the planes, or at the same ones.
            for plane in [2 * n + 5, (2 * n + 5) / 64 * 64 + 64] {
                let planes = layout(&[Mode::new(c, plane), Mode::new(n, 1), Mode::new(2, n)]);
                for pixels in [pixels, rows] {
                    check(&planes, &pixels);
                    check(&pixels, &planes);
                }
            }
        }
    }
}

/// Elements that no kernel is made for, and such as are runs of their own.
#[test]
fn wide_elements() {
    let dl = layout(&[Mode::new(37, 1), Mode::new(29, 40)]);
    let sl = layout(&[Mode::new(37, 29), Mode::new(29, -1)]);
    check_elements(&dl, &sl, |i| [scatter(i) as u8; 12]);
    check_elements(&dl, &sl, |i| [scatter(i); 5]);
    check_elements(&dl, &sl, |i| [scatter(i) as u32; 25]);
    check_elements(&dl, &sl, |i| [scatter(i) as u8; 255]);
    check_elements(&dl, &sl, |i| [scatter(i) as u32; 75]);
}

/// As many modes as there may be: bits in the opposite order, and modes of one step with any stride.
#[test]
fn many_modes() {
    let bits = if cfg!(miri) { 4 } else { 14 };
    let far = |k: i64| Mode::new(1, i64::MAX - k);
    let modes = |stride: &dyn Fn(i64) -> i64| -> Vec<Mode> {
        let ends = (0..(32 - bits) / 2).map(far);
        ends.clone().chain((0..bits).map(|k| Mode::new(2, stride(k)))).chain(ends).collect()
    };
    let forwards = layout(&modes(&|k| 1 << k));
    let backwards = layout(&modes(&|k| 1 << (bits - 1 - k)));
    let downwards = layout(&modes(&|k| -(1 << (bits - 1 - k))));
    let sparse = layout(&modes(&|k| 3 << (k / 2 * 2) >> (k % 2)));
    check(&forwards, &backwards);
    check(&backwards, &forwards);
    check(&downwards, &forwards);
    check(&forwards, &sparse);
}

/// Plans for a few elements that are as far apart as can be.
#[test]
fn the_largest_spans() {
    const FAR: i64 = i64::MAX / 2;
    let wide = [
        layout(&[Mode::new(2, FAR), Mode::new(2, 1)]),
        layout(&[Mode::new(2, 1), Mode::new(2, -FAR)]),
        layout(&[Mode::new(2, FAR / 2), Mode::new(2, -FAR)]),
        layout(&[Mode::new(2, FAR), Mode::new(2, 0)]),
    ];
    for dl in &wide[..3] {
        for sl in &wide {
            for tuning in ways() {
                let plan = Plan::tuned(dl, sl, 1, tuning).expect("a plan");
                assert!(plan.run(&mut [0_u8; 9], &[0; 9]).is_err());
                assert!(!plan.explain().to_string().is_empty());
            }
        }
    }
}

/// Small permutations that repeat, so often that they are moved by patterns: batches of matrices, every n-th element,
/// channels, fields of structures, backwards too; in destinations with and without gaps.
#[test]
fn patterns() {
    let many = if cfg!(miri) { 20 } else { 150 };
    for (dst, src) in [
        ("(5,7,N):(1,5,35)", "(5,7,N):(7,1,35)"),
        ("(3,3,N):(1,3,9)", "(3,3,N):(3,1,9)"),
        ("(4,4,N):(1,4,16)", "(4,4,N):(4,1,16)"),
        ("(3,4,2,N):(1,3,12,24)", "(3,4,2,N):(8,2,1,24)"),
        ("(5,7,N):(1,5,35)", "(5,7,N):(7,1,-35)"),
        ("(5,7,N):(1,5,36)", "(5,7,N):(7,1,35)"),
        ("(5,7,N,3):(1,5,35,10000)", "(5,7,N,3):(7,1,40,7000)"),
        ("N:1", "N:2"),
        ("N:1", "N:5"),
        ("N:1", "N:-3"),
        ("(2,N):(1,2)", "(2,N):(1,5)"),
        ("(N,3):(1,200)", "(N,3):(3,1)"),
        ("(N,8):(1,200)", "(N,8):(8,1)"),
        ("(2,N):(1,2)", "(2,N):(200,1)"),
        ("(6,N):(1,6)", "(6,N):(200,1)"),
        ("(8,N):(1,8)", "(8,N):(200,1)"),
    ] {
        let layout = |text: &str| -> Layout {
            text.replace('N', &many.to_string()).parse().expect("a layout")
        };
        check(&layout(dst), &layout(src));
    }
}
