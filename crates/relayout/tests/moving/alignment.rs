//! Destinations that start anywhere in a line of the cache: where lines begin decides which tile writes
//! them, and with which stores.

use proptest::prelude::*;
use tilework::Layout;
use tilework_relayout::{Plan, Side};

use super::ways::ways;

/// The size of a line.
const LINE: usize = 64;

/// Elements of so many bytes, from so many bytes after the start of a line on, against the definition.
fn check(dst: &Layout, src: &Layout, element: usize, start: usize) {
    for tuning in ways() {
        let plan = Plan::tuned(dst, src, element, tuning).expect("a plan");
        let from: Vec<u8> =
            (0..plan.span(Side::Source) * element).map(|i| (i * i / 7 + i) as u8).collect();
        let mut found = vec![0xEE; plan.span(Side::Destination) * element + 3 * LINE];
        let start = found.as_ptr().align_offset(LINE) + start;
        let mut expected = found.clone();
        for (d, s) in dst.offsets().zip(src.offsets()) {
            let (d, s) = (start + d as usize * element, s as usize * element);
            expected[d..d + element].copy_from_slice(&from[s..s + element]);
        }
        plan.run_bytes(&mut found[start..], &from).expect("the slices fit");
        assert!(found == expected, "{dst} from {src}, {element} bytes, from {start} on, {plan:?}");
    }
}

fn layout(text: String) -> Layout {
    text.parse().expect("a layout")
}

/// A transposition of elements that are parts of lines, and of such as are not.
#[test]
fn transposed() {
    let (m, n) = if cfg!(miri) { (20, 9) } else { (150, 70) };
    let columns = layout(format!("({m},{n}):(1,{m})"));
    let padded = layout(format!("({m},{n}):(1,{})", m + 10));
    let rows = layout(format!("({m},{n}):({n},1)"));
    let elements = [4, 12, 16, 24, 32, 64, 96, 128, 160, 192, 224];
    for element in if cfg!(miri) { &elements[2..5] } else { &elements[..] } {
        for start in [0, 4, 16, 32, 33] {
            check(&columns, &rows, *element, start);
            check(&padded, &rows, *element, start);
        }
    }
}

/// Blocks of 8 x 8, packed and unpacked: runs of several loops.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn core_matrices() {
    let rows = layout("(8,12,8,20):(160,1280,1,8)".into());
    let cores = layout("(8,12,8,20):(8,1280,1,64)".into());
    for element in [2, 4, 8, 16] {
        for start in [0, 8, 16, 32, 48] {
            check(&rows, &cores, element, start);
            check(&cores, &rows, element, start);
        }
    }
}

/// Planes to pixels of 16 bytes, which are written with non-temporal stores as they come.
#[test]
fn pixels() {
    let count = if cfg!(miri) { 19 } else { 1027 };
    for channels in [2, 4, 8, 16] {
        let pixels = layout(format!("({channels},{count}):(1,{channels})"));
        let planes = layout(format!("({channels},{count}):({},1)", count + 5));
        for start in [0, 16, 32, 48, 3] {
            check(&pixels, &planes, 16 / channels, start);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 200 }))]

    /// Boxes in any two orders.
    #[test]
    fn permuted(
        extents in prop::collection::vec(prop::sample::select(&[2_i64, 3, 4, 8, 16, 31]), 2..=4),
        order in Just([0, 1, 2, 3]).prop_shuffle(),
        element in prop::sample::select(&[1_usize, 2, 4, 6, 8, 16, 32, 48, 64, 96, 128]),
        start in 0..LINE,
    ) {
        let axes: Vec<usize> = order.into_iter().filter(|&k| k < extents.len()).collect();
        let shape: Vec<usize> = extents.iter().map(|&extent| extent as usize).collect();
        let compact = |order: &mut dyn Iterator<Item = usize>| {
            let (mut strides, mut next) = (vec![0; shape.len()], 1);
            for k in order {
                strides[k] = next;
                next *= shape[k] as isize;
            }
            Layout::from_strides(&shape, &strides).expect("a layout")
        };
        let most = if cfg!(miri) { 1 << 12 } else { 1 << 20 };
        prop_assume!(shape.iter().product::<usize>() * element <= most);
        let dst = compact(&mut (0..shape.len()));
        check(&dst, &compact(&mut axes.into_iter()), element, start);
        // Where the start is that of an element, as it is for most data.
        check(&dst, &compact(&mut (0..shape.len()).rev()), element, start / 16 * 16);
    }
}
