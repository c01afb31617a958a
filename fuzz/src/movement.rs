//! Moving data: every plan does what its definition says, and touches nothing else.

use tilework::{AnyLayout, ComposedLayout, Layout, Swizzle};
use tilework_relayout::{Error, Isa, Plan, Side, Tuning};

use crate::bytes::Bytes;
use crate::oracle::{at, swizzled, table};

/// More elements than this take too long to be worth it, and more bytes.
const MOST: i64 = 1 << 13;
const MOST_BYTES: usize = 1 << 20;

/// What is around the destination.
const AROUND: u8 = 0xA5;

/// A plan for two layouts of any strides, perhaps behind swizzles, on bytes that start anywhere, on one thread or
/// on several: the definition, or a reason that is true.
pub fn relayout(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let isa = Isa::ALL[bytes.number() as usize % Isa::ALL.len()];
    let kind = bytes.number();
    let choose = |bit: i64, least| if kind & bit == 0 { least } else { usize::MAX };
    let tuning = Tuning::default().isa(isa).stream_from(choose(1, 0)).share_from(choose(2, 1));
    let tuning = if kind & 4 == 0 { tuning.near(0) } else { tuning };
    let tuning = if kind & 8 == 0 { tuning.stage_from(0) } else { tuning };
    let element = [1, 2, 3, 4, 8, 12, 16, 32, 64, 100, 300, 0][bytes.number() as usize % 12];
    let (lead, from_lead) = (bytes.number() as usize % 64, bytes.number() as usize % 64);
    let (dst, src) = layouts(&mut bytes);
    if dst.size().max(src.size()) > MOST {
        return;
    }
    let (dst, to) = behind(&mut bytes, dst);
    let (src, from) = behind(&mut bytes, src);
    let plan = match Plan::tuned(&dst, &src, element, tuning) {
        Ok(plan) => plan,
        Err(Error::Sizes { .. }) => return assert_ne!(dst.size(), src.size()),
        Err(Error::Aliased { x, y, offset }) => {
            assert_ne!(x, y, "{dst}");
            return assert_eq!((to[x as usize], to[y as usize]), (offset, offset), "{dst}");
        }
        // Behind maps there are questions that nobody can answer in time.
        Err(Error::Layout { error, side }) if error.is_undecided() => {
            let asked = if side == Side::Source { &src } else { &dst };
            return assert!(matches!(asked, AnyLayout::Composed(_)), "{asked}: {error}");
        }
        Err(error) => panic!("{dst} from {src}: {error}"),
    };
    let (first, second) = (least(&to), least(&from));
    let span = |offsets: &[i64], least: i64| offsets.iter().fold(0, |m, &x| m.max(x)) - least + 1;
    assert_eq!(plan.span(Side::Destination) as i64, span(&to, first), "{dst}");
    assert_eq!(plan.span(Side::Source) as i64, span(&from, second), "{src}");
    let (written, read) = (plan.span(Side::Destination), plan.span(Side::Source));
    if (written + read) * element > MOST_BYTES {
        return;
    }
    let source = (0..from_lead + read * element).map(|i| (i * 31 + i / 251) as u8);
    let source = source.collect::<Vec<u8>>();
    let source = &source[from_lead..];
    let mut found = vec![AROUND; 64 + lead + written * element];
    let start = found.as_ptr().align_offset(64) + lead;
    found.truncate(start + written * element);
    let mut expected = found.clone();
    for (d, s) in to.iter().zip(&from) {
        let (d, s) = (start + (d - first) as usize * element, (s - second) as usize * element);
        expected[d..d + element].copy_from_slice(&source[s..s + element]);
    }
    let run = if kind & 4 == 0 { Plan::run_bytes } else { Plan::run_bytes_parallel };
    run(&plan, &mut found[start..], source).expect("the slices fit");
    assert!(found == expected, "{dst} from {src}, {element} bytes at {lead}, {tuning:?}, {plan:?}");
}

fn least(offsets: &[i64]) -> i64 {
    offsets.iter().fold(0, |least, &offset| least.min(offset))
}

/// Two layouts of one size, in most cases: one shape, cut in two ways.
fn layouts(bytes: &mut Bytes<'_>) -> (Layout, Layout) {
    let dst = bytes.layout(4, 40, -40..=400);
    let src = bytes.layout(4, 40, -40..=400);
    let (shape, kind) = (dst.shape(), bytes.number() % 6);
    let compact = |row_major| match row_major {
        true => Layout::row_major(&shape).unwrap_or(dst),
        false => Layout::col_major(&shape).unwrap_or(dst),
    };
    let arranged = |strides: &Layout| {
        let modes = dst.leaf_modes().iter().zip(strides.leaf_modes().iter().cycle());
        let modes = modes.map(|(size, mode)| Layout::new(size.extent, mode.stride).unwrap());
        Layout::concat(&modes.collect::<Vec<_>>()).unwrap()
    };
    match kind {
        0 => (dst, src),
        1 => (dst, arranged(&src)),
        2 => (compact(true), arranged(&src)),
        3 => (compact(false), compact(true)),
        // Runs on both sides, behind whatever maps there are.
        4 => (compact(false), compact(false)),
        _ => (dst, dst),
    }
}

/// A layout as it is, or behind a swizzle, two of them, or another layout; and its offsets.
fn behind(bytes: &mut Bytes<'_>, inner: Layout) -> (AnyLayout, Vec<i64>) {
    let mut offsets = table(&inner);
    let kind = bytes.number() % 8;
    if kind < 4 {
        return (inner.into(), offsets);
    }
    let (bits, base) = (bytes.number() as u32 % 5, bytes.number() as u32 % 6);
    let (shift, by) = (bytes.number() as i32 % 15 - 7, bytes.number() * 4 - 512);
    let Ok(swizzle) = Swizzle::new(bits, base, shift) else { return (inner.into(), offsets) };
    let mut layout = ComposedLayout::new(swizzle, by, &inner).unwrap();
    offsets.iter_mut().for_each(|x| *x = swizzled(bits, base, shift, *x + by));
    if kind == 6 {
        layout = layout.after(&swizzle.inverse().into(), 64).unwrap();
        offsets.iter_mut().for_each(|x| *x = swizzled(bits, base, shift, *x + 64));
    }
    // Where a layout is, indices are not negative.
    if kind == 7 && offsets.iter().all(|&x| x >= 0) {
        let outer = bytes.layout(2, 9, 0..=40);
        layout = layout.after(&outer.into(), 0).unwrap();
        offsets.iter_mut().for_each(|x| *x = at(&outer, *x));
    }
    (layout.into(), offsets)
}
