//! Moving data: every plan does what its definition says, and touches nothing else.

use tilework::Layout;
use tilework_relayout::{Error, Isa, Plan, Side, Tuning};

use crate::bytes::Bytes;
use crate::oracle::table;

/// A plan for two layouts of any strides, on bytes: the definition, or a reason that is true.
pub fn relayout(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let isa = Isa::ALL[bytes.number() as usize % Isa::ALL.len()];
    let stream_from = if bytes.number() % 2 == 0 { 0 } else { usize::MAX };
    let element = [1, 2, 3, 4, 8, 12, 16, 32, 100, 0][bytes.number() as usize % 10];
    let (dst, src) = layouts(&mut bytes);
    let (to, from) = (table(&dst), table(&src));
    let plan = match Plan::tuned(&dst, &src, element, Tuning { isa, stream_from }) {
        Ok(plan) => plan,
        Err(Error::Sizes { .. }) => return assert_ne!(dst.size(), src.size()),
        Err(Error::Aliased { x, y, offset }) => {
            assert_ne!(x, y, "{dst}");
            return assert_eq!((to[x as usize], to[y as usize]), (offset, offset), "{dst}");
        }
        Err(error) => panic!("{dst} from {src}: {error}"),
    };
    let (written, read) = (plan.span(Side::Destination), plan.span(Side::Source));
    let source: Vec<u8> = (0..read * element).map(|i| (i * 31 + i / 251) as u8).collect();
    let mut expected = vec![0xA5; written * element];
    let least = |offsets: &[i64]| offsets.iter().copied().min().unwrap_or(0).min(0);
    let (first, second) = (least(&to), least(&from));
    for (d, s) in to.iter().zip(&from) {
        let (d, s) = ((d - first) as usize * element, (s - second) as usize * element);
        expected[d..d + element].copy_from_slice(&source[s..s + element]);
    }
    let mut found = vec![0xA5; written * element];
    plan.run_bytes(&mut found, &source).expect("the slices fit");
    assert!(found == expected, "{dst} from {src}, {element} bytes, {plan:?}");
}

/// Two layouts of one size, in most cases: one shape, cut in two ways.
fn layouts(bytes: &mut Bytes<'_>) -> (Layout, Layout) {
    let dst = bytes.layout(4, 20, -40..=400);
    let src = bytes.layout(4, 20, -40..=400);
    let (shape, kind) = (dst.shape(), bytes.number() % 4);
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
        _ => (compact(false), compact(true)),
    }
}
