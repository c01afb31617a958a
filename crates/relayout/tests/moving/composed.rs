//! Data behind swizzles and other maps, from and to.

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, Layout, Swizzle, layout};
use tilework_relayout::{Plan, Side};

use super::ways::ways;

fn check(dl: &AnyLayout, sl: &AnyLayout) {
    for tuning in ways() {
        let plan = Plan::tuned(dl, sl, 4, tuning).expect("a plan");
        let src: Vec<u32> = (0..plan.span(Side::Source) as u32).map(|i| i * 7 + 3).collect();
        let mut expected = vec![u32::MAX; plan.span(Side::Destination)];
        let (to, from) = (-dl.min_offset().unwrap().min(0), -sl.min_offset().unwrap().min(0));
        for i in 0..dl.size() {
            let (d, s) = (dl.at(i).unwrap() + to, sl.at(i).unwrap() + from);
            expected[d as usize] = src[s as usize];
        }
        let untouched = vec![u32::MAX; expected.len()];
        let mut found = untouched.clone();
        plan.run(&mut found, &src).unwrap();
        assert_eq!(found, expected, "{dl} from {sl}, {tuning:?}");
        #[cfg(feature = "parallel")]
        {
            found = untouched;
            plan.run_parallel(&mut found, &src).unwrap();
            assert_eq!(found, expected, "{dl} from {sl}, {tuning:?}, on several threads");
        }
    }
}

#[test]
fn shared_memory_tiles() {
    let tiles = [
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "Sw<3,4,3> o 0 o (64,64):(64,1)",
        "Sw<2,3,3> o 0 o (32,32):(1,32)",
        "Sw<3,0,3> o 0 o (8,8):(8,1)",
        "Sw<3,3,3> o 8 o (8,64):(64,1)",
        "Sw<3,3,3> o 4 o (8,32):(64,1)",
        "Sw<2,2,-3> o 0 o (16,16):(16,1)",
        "Sw<2,1,3> o 3 o (4,5,6):(30,6,1)",
        // Not a swizzle of powers of two, and two maps.
        "(6,2):(1,7) o 0 o (3,2):(2,3)",
        "Sw<2,0,2> o 0 o Sw<2,2,2> o 0 o (16,4):(1,16)",
        // A plain layout after all.
        "Sw<3,4,3> o 32 o (8,8):(1,8)",
        // Offsets on one side of 0 only, and on both.
        "Sw<3,3,3> o 4096 o (8,64):(64,1)",
        "Sw<3,3,3> o -4096 o (8,64):(64,1)",
        "Sw<2,2,2> o -900 o (8,5):(-16,-1)",
        "Sw<2,2,2> o -20 o (8,8):(8,1)",
        "Sw<3,4,3> o -320 o (8,8):(1,8)",
    ];
    for tile in tiles {
        let tile: ComposedLayout = tile.parse().expect("a composed layout");
        let size = tile.size();
        if cfg!(miri) && size > 40 {
            continue;
        }
        let plain = Layout::new(size, 1).unwrap();
        // In index order, and backwards.
        for other in [plain, Layout::new(size, -1).unwrap()] {
            check(&other.into(), &tile.into());
            if tile.is_injective().unwrap() {
                check(&tile.into(), &other.into());
            }
        }
        let shape = tile.shape();
        let row_major = Layout::row_major(&shape).unwrap();
        check(&row_major.into(), &tile.into());
        check(&AnyLayout::Composed(tile), &row_major.into());
    }
}

/// Many tiles behind a map, so that their offsets are in a table: from and to all of them, in both orders, with
/// offsets before the maps, negative strides, and rows that are no multiple of the period.
#[test]
fn periods() {
    let maps = [
        "Sw<1,0,1> o 0 o",
        "Sw<1,0,1> o 3 o",
        "Sw<1,0,-1> o -5 o",
        "Sw<1,1,1> o 1000 o",
        "Sw<3,0,3> o 0 o",
        "Sw<2,3,3> o 0 o",
        "Sw<1,0,1> o 2 o Sw<1,1,1> o 1 o",
        "Xor<2,1,12> o 3 o",
        "(4,1024):(1,4) o 4 o",
    ];
    let inner = [
        "1024:1",
        "(64,16):(16,1)",
        "(16,64):(-64,-1)",
        "(4,31,8):(8,32,1)",
        "(3,4,100):(512,1,8)",
    ];
    for map in maps {
        for inner in inner {
            let Ok(tile) = format!("{map} {inner}").parse::<ComposedLayout>() else { continue };
            let shape = tile.shape();
            if cfg!(miri) && (inner != "1024:1" || !map.contains('1')) {
                continue;
            }
            for plain in [Layout::row_major(&shape), Layout::col_major(&shape)] {
                let plain = plain.unwrap();
                check(&plain.into(), &tile.into());
                if let Ok(true) = tile.is_injective() {
                    check(&tile.into(), &plain.into());
                }
            }
        }
    }
    // Two maps of different periods.
    let (a, b): (ComposedLayout, ComposedLayout) = (
        "Sw<1,0,1> o 0 o (32,64):(64,1)".parse().unwrap(),
        "Sw<2,1,2> o 7 o (32,64):(1,32)".parse().unwrap(),
    );
    check(&a.into(), &b.into());
    check(&b.into(), &a.into());
}

/// An arrangement of a box, compact or with gaps, behind a swizzle or not.
fn side(extents: &[usize], order: &[usize], gap: isize, swizzle: Option<Sw>) -> Option<AnyLayout> {
    let (mut strides, mut next) = (vec![0; extents.len()], 1);
    for &k in order {
        strides[k] = next;
        next = next * extents[k] as isize + gap;
    }
    let plain = Layout::from_strides(extents, &strides).ok()?;
    let Some((bits, base, shift, offset)) = swizzle else { return Some(plain.into()) };
    let swizzle = Swizzle::new(bits, base, shift).ok()?;
    Some(ComposedLayout::new(swizzle, offset, &plain).ok()?.into())
}

/// Bits, base and shift, and the offset before it.
type Sw = (u32, u32, i32, i64);

fn swizzles() -> impl Strategy<Value = Option<Sw>> {
    let offset = prop::sample::select(&[0_i64, 0, 0, 8, 64, 1024, 5, -64, -512]);
    prop::option::weighted(0.7, (0..4_u32, 0..5_u32, -5..=5_i32, offset))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Boxes in two orders, behind swizzles: what stays side by side is moved as one.
    #[test]
    #[cfg_attr(miri, ignore = "large")]
    fn arranged_and_swizzled(
        extents in prop::collection::vec(prop::sample::select(&[2_usize, 3, 4, 8, 16]), 4),
        dst in (Just(vec![0, 1, 2, 3]).prop_shuffle(), prop::sample::select(&[0_isize, 0, 16]), swizzles()),
        src in (Just(vec![0, 1, 2, 3]).prop_shuffle(), prop::sample::select(&[0_isize, 0, 3]), swizzles()),
    ) {
        let (dl, sl) = (side(&extents, &dst.0, dst.1, dst.2), side(&extents, &src.0, src.1, src.2));
        if let (Some(dl), Some(sl)) = (dl, sl) {
            check(&dl, &sl);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "larger than the tiles above")]
fn from_one_swizzle_to_another() {
    let a: ComposedLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse().unwrap();
    let b: ComposedLayout = "Sw<2,3,3> o 0 o (8,64):(1,8)".parse().unwrap();
    check(&a.into(), &b.into());
    check(&b.into(), &a.into());
}

#[test]
fn a_map_of_a_swizzled_source() {
    let tile: ComposedLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse().unwrap();
    let (map, dl) = (layout!((4,8):(2,64)), layout!((4,8):(8,1)));
    let plan = Plan::through(&dl, &map, &tile, 2).unwrap();
    let src: Vec<u16> = (0..512).collect();
    let mut dst = [0; 32];
    plan.run(&mut dst, &src).unwrap();
    for i in 0..32 {
        let from = tile.at(map.at(i).unwrap()).unwrap();
        assert_eq!(i64::from(dst[dl.at(i).unwrap() as usize]), from);
    }
}

/// The data are those of the whole source, also where the part has none of its first or last offsets.
#[test]
fn maps_of_sources_around_zero() {
    let sources = [
        "Sw<2,2,2> o -900 o (8,8):(-16,-1)",
        "Sw<2,2,2> o -20 o (8,8):(8,1)",
        "Sw<2,2,2> o 900 o (8,8):(8,1)",
        "Sw<3,4,3> o -320 o (8,8):(1,8)",
        "(8,8):(-8,1)",
        "(8,8):(-1,-8)",
        "64:0",
    ];
    let maps = ["(2,3):(1,2)", "(2,3):(24,8)", "(3,2):(0,63)", "(3,2):(16,31)", "1:0"];
    let step = if cfg!(miri) { 4 } else { 1 };
    for source in sources.into_iter().step_by(step) {
        let whole: AnyLayout = source.parse().unwrap();
        let from = -whole.min_offset().unwrap().min(0);
        for map in maps.into_iter().step_by(step) {
            let map: Layout = map.parse().unwrap();
            let dl = Layout::new(map.size(), -1).unwrap();
            let plan = Plan::through(&dl, &map, &whole, 2).unwrap();
            let src: Vec<u16> = (0..plan.span(Side::Source) as u16).collect();
            let mut dst = vec![0; map.size() as usize];
            plan.run(&mut dst, &src).unwrap();
            let offsets = map.offsets().map(|i| (whole.at(i).unwrap() + from) as u16);
            let expected: Vec<u16> = offsets.collect::<Vec<_>>().into_iter().rev().collect();
            assert_eq!(dst, expected, "{map} of {source}");
        }
    }
}

#[test]
fn plans_are_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Plan>();
}
