//! Sectors, lines and widths against sets of bytes.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, Layout, Swizzle, layout};
use tilework_hardware::access::{Access, AccessError, Matrices};
use tilework_hardware::global::{
    Fraction, Reason, Report, Side, report, report_iteration, widest, widest_of_copy, worst_base,
};
use tilework_hardware::machine::{Direction, Machine};

use crate::vectors::{number, of_kind, text};

#[test]
fn recorded() {
    for vector in of_kind("coalesce") {
        let memory: AnyLayout = text(&vector, "gmem").parse().unwrap();
        let tv: Layout = text(&vector, "tv").parse().unwrap();
        let access = Access::load(&tv, number(&vector, "width")).unwrap();
        let access = access.based_at(number(&vector, "base").into());
        let expected = &vector["expect"];
        match report(&memory, &access, number(&vector, "bits"), &Machine::NVIDIA) {
            Ok(found) => {
                let fields = [
                    ("instructions", found.instructions),
                    ("sectors", found.sectors),
                    ("lines", found.lines),
                    ("bytes", found.bytes),
                    ("ideal", found.ideal),
                ];
                for (name, value) in fields {
                    assert_eq!(expected[name], value, "{name} of {vector}");
                }
                let Fraction { numerator, denominator } = found.efficiency;
                assert_eq!(expected["efficiency"], serde_json::json!([numerator, denominator]));
                let first = serde_json::json!([found.first.sectors, found.first.lines]);
                assert_eq!(expected["first"], first);
                assert_eq!(expected["same"], found.same);
            }
            Err(error) => assert_eq!(expected["error"], error.name(), "{vector}"),
        }
    }
}

#[test]
fn recorded_widths() {
    for vector in of_kind("vector_width") {
        let memory: AnyLayout = text(&vector, "mem").parse().unwrap();
        let tv: Layout = text(&vector, "tv").parse().unwrap();
        let (bits, base) = (number(&vector, "bits"), number(&vector, "base"));
        let widths = Machine::NVIDIA.global_widths_bytes;
        let found = widest(&memory, &tv, bits, base.into(), widths).unwrap();
        assert_eq!(vector["expect"]["bytes"], found.width_bytes, "{vector}");
        assert_eq!(found.limit.is_none(), found.width_bytes == 32);
    }
}

/// An offset by its definition.
fn at(memory: &AnyLayout, index: i64) -> Option<i64> {
    (0..memory.size()).contains(&index).then(|| memory.at(index).unwrap())
}

/// Whether an access has this fault, of those that it has: it may have several, and any of them may be named.
fn has_fault(
    memory: &AnyLayout,
    tv: &Layout,
    bits: i64,
    width: i64,
    base: i64,
    name: &str,
) -> bool {
    match vectors(memory, tv, bits, width, base) {
        Ok(_) => false,
        Err("not-contiguous") if name == "misaligned" => {
            // Of the first elements alone.
            let (threads, values) = (tv.mode(0).unwrap().size(), tv.mode(1).unwrap().size());
            let firsts = (0..values).step_by((width * 8 / bits) as usize);
            let mut starts = firsts
                .flat_map(|value| (0..threads).map(move |thread| thread + threads * value))
                .filter_map(|index| at(memory, tv.at(index).unwrap()));
            starts.any(|start| start * bits % 8 != 0 || (start * bits / 8 + base) % width != 0)
        }
        Err(fault) => fault == name,
    }
}

/// The first bytes of all vectors, by instruction and thread, or how they fail.
fn vectors(
    memory: &AnyLayout,
    tv: &Layout,
    bits: i64,
    width: i64,
    base: i64,
) -> Result<Vec<Vec<i64>>, &'static str> {
    let (threads, values) = (tv.mode(0).unwrap().size(), tv.mode(1).unwrap().size());
    let per = width * 8 / bits;
    if width * 8 % bits != 0 || values % per != 0 || per == 0 {
        return Err("vectors");
    }
    let mut misaligned = None;
    let mut all = vec![];
    for first in (0..values).step_by(per as usize) {
        let mut row = vec![];
        for thread in 0..threads {
            let offset =
                |value| at(memory, tv.at(thread + threads * value).unwrap()).ok_or("outside");
            let start = offset(first)?;
            for k in 1..per {
                if offset(first + k)? != start + k {
                    return Err("not-contiguous");
                }
            }
            if start * bits % 8 != 0 || (start * bits / 8 + base) % width != 0 {
                misaligned = Some("misaligned");
            }
            row.push((start * bits).div_euclid(8) + base);
        }
        all.push(row);
    }
    misaligned.map_or(Ok(all), Err)
}

/// Sums of sectors, lines, bytes and ideal over all instructions of all warps.
fn sums(rows: &[Vec<i64>], width: i64, lanes: usize, sector: i64, line: i64) -> [u64; 5] {
    let mut sum = [0; 5];
    for warp in rows.iter().flat_map(|row| row.chunks(lanes)) {
        let bytes: BTreeSet<i64> = warp.iter().flat_map(|start| *start..start + width).collect();
        let blocks =
            |n: i64| bytes.iter().map(|byte| byte.div_euclid(n)).collect::<BTreeSet<_>>().len();
        let ideal = (bytes.len() as i64 + sector - 1) / sector;
        let new = [1, blocks(sector) as u64, blocks(line) as u64, bytes.len() as u64, ideal as u64];
        sum.iter_mut().zip(new).for_each(|(sum, new)| *sum += new);
    }
    sum
}

fn summary(found: &Report) -> [u64; 5] {
    [found.instructions, found.sectors, found.lines, found.bytes, found.ideal]
}

/// A memory and a (thread, value) layout into it, mostly with vectors.
fn question() -> impl Strategy<Value = (AnyLayout, Layout)> {
    let rows = prop_oneof![Just(16_i64), Just(32), Just(64)];
    let columns = prop_oneof![Just(64_i64), Just(48), Just(30)];
    let pitch = prop_oneof![2 => Just(0_i64), 1 => -3_i64..9];
    let swizzle = prop_oneof![
        3 => Just(None),
        1 => (1_u32..4, 0_u32..5, 3_i32..5).prop_map(Some)
    ];
    let values = prop_oneof![Just(1_i64), Just(2), Just(4), Just(6), Just(8), Just(16)];
    let kinds = (any::<bool>(), any::<bool>(), 0_i64..5, any::<bool>());
    (rows, columns, pitch, swizzle, values, kinds).prop_map(
        |(rows, columns, pitch, swizzle, values, (row_major, negative, shape, offset))| {
            let sign = if negative && pitch != 0 { -1 } else { 1 };
            let inner = match row_major {
                true => Layout::new((rows, columns), (columns + pitch, sign)),
                false => Layout::new((rows, columns), (sign, rows + pitch)),
            };
            let inner = inner.unwrap();
            let memory = match swizzle {
                Some((b, m, s)) => {
                    let swizzle = Swizzle::new(b, m, s).unwrap();
                    let offset = if offset { 4 } else { 0 };
                    AnyLayout::Composed(ComposedLayout::new(swizzle, offset, &inner).unwrap())
                }
                None => AnyLayout::Plain(inner),
            };
            // Along rows, along columns, broadcast, and a mixture.
            let across = columns / values.min(columns);
            let tv = match shape {
                0 => Layout::new(((across, rows), values), ((rows * values, 1), rows)),
                1 => Layout::new((rows, values), (1, rows)),
                2 => Layout::new((32, values), (0, rows)),
                3 => Layout::new((rows, values), (values, 1)),
                _ => Layout::new(((2, 3, 5), values), ((1, rows, 2), 2)),
            };
            (memory, tv.unwrap())
        },
    )
}

fn machines() -> impl Strategy<Value = Machine<'static>> {
    let own = Machine { sector_bytes: 48, line_bytes: 96, ..Machine::CUSTOM };
    prop_oneof![3 => Just(Machine::NVIDIA), 1 => Just(Machine::CDNA3), 1 => Just(own)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn reports_are_sets_of_bytes(
        (memory, tv) in question(),
        bits in prop_oneof![Just(4_u32), Just(8), Just(16), Just(32), Just(64)],
        power in 0_u32..6,
        base in prop_oneof![Just(0_i64), Just(64), Just(16), 0_i64..300, Just(-32)],
        machine in machines(),
    ) {
        let width = 1 << power;
        let access = Access::load(&tv, width).unwrap().based_at(base);
        let expected = vectors(&memory, &tv, bits.into(), width.into(), base);
        let (sector, line) = (i64::from(machine.sector_bytes), i64::from(machine.line_bytes));
        match (report(&memory, &access, bits, &machine), expected) {
            (Err(AccessError::Width { .. }), _) => prop_assert!(!machine.global_widths_bytes.contains(&width)),
            (Err(error), Err(_)) => prop_assert!(
                has_fault(&memory, &tv, bits.into(), width.into(), base, error.name()), "{}", error
            ),
            (Ok(found), Ok(rows)) => {
                let lanes = machine.lanes as usize;
                let sum = sums(&rows, width.into(), lanes, sector, line);
                prop_assert_eq!(summary(&found), sum);
                let Fraction { numerator, denominator } = found.efficiency;
                prop_assert_eq!(numerator * sum[1] * sector as u64, denominator * sum[3]);
                let each: Vec<_> = rows.iter().flat_map(|row| row.chunks(lanes))
                    .map(|warp| sums(&[warp.to_vec()], width.into(), lanes, sector, line)).collect();
                prop_assert_eq!(found.same, each.iter().all(|one| *one == each[0]));
                prop_assert_eq!(found.coalesced, each.iter().all(|one| one[1] == one[4]));
                prop_assert_eq!([u64::from(found.first.sectors), u64::from(found.first.lines)], [each[0][1], each[0][2]]);
                let beyond = each.iter().map(|one| one[1] - one[4]).max().unwrap();
                let worst = found.worst.map_or(0, |worst| worst.counts.sectors - worst.counts.ideal);
                prop_assert_eq!(u64::from(worst), beyond);
                let broadcast = rows.iter().flat_map(|row| row.chunks(lanes))
                    .all(|warp| warp.len() > 1 && warp.iter().all(|start| *start == warp[0]));
                prop_assert_eq!(found.broadcast, broadcast);
            }
            (found, expected) => prop_assert!(false, "{} {}: {:?} {:?}", memory, tv, found, expected),
        }
    }

}

proptest! {
    // Each case enumerates 128 bases.
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn the_worst_base_is_the_worst_of_all(
        (memory, tv) in question(),
        bits in prop_oneof![Just(8_u32), Just(16), Just(32)],
        power in 0_u32..5,
        align in prop_oneof![Just(1_u32), Just(4), Just(8), Just(16), Just(24), Just(32), Just(64), Just(96), Just(256)],
        machine in machines(),
    ) {
        let width = 1 << power;
        let access = Access::load(&tv, width).unwrap();
        let (sector, line) = (i64::from(machine.sector_bytes), i64::from(machine.line_bytes));
        let found = worst_base(&memory, &access, bits, &machine, align);
        let all: Result<Vec<_>, &str> = (0..128).map(|i| i * i64::from(align)).map(|base| {
            let rows = vectors(&memory, &tv, bits.into(), width.into(), base)?;
            Ok::<_, &str>(sums(&rows, width.into(), machine.lanes as usize, sector, line))
        }).collect();
        match (found, all) {
            (Ok(found), Ok(all)) => {
                let most = all.iter().max_by_key(|sum| (sum[1], sum[2])).unwrap();
                prop_assert_eq!((found.report.sectors, found.report.lines), (most[1], most[2]));
                prop_assert_eq!(found.least_sectors, all.iter().map(|sum| sum[1]).min().unwrap());
                let rows = vectors(&memory, &tv, bits.into(), width.into(), 0).unwrap();
                let moved: Vec<Vec<_>> = rows.iter().map(|row| row.iter().map(|n| n + found.base_bytes).collect()).collect();
                prop_assert_eq!(summary(&found.report), sums(&moved, width.into(), machine.lanes as usize, sector, line));
            }
            (Err(error), Err(_)) => {
                let fault = |base| has_fault(&memory, &tv, bits.into(), width.into(), base, error.name());
                prop_assert!((0..128).any(|i| fault(i * i64::from(align))), "{}", error);
            }
            (found, all) => prop_assert!(false, "{:?} {:?}", found, all),
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_widest_vector_and_what_limits_it(
        (memory, tv) in question(),
        bits in prop_oneof![Just(4_u32), Just(8), Just(16), Just(32), Just(64), Just(12)],
        base in prop_oneof![Just(256_i64), Just(0), Just(8), Just(4)],
    ) {
        let widths = Machine::NVIDIA.global_widths_bytes;
        let legal = |width: u32| vectors(&memory, &tv, bits.into(), width.into(), base);
        let Ok(found) = widest(&memory, &tv, bits, base, widths) else {
            prop_assert!(widths.iter().any(|width| legal(*width) == Err("outside")));
            return Ok(());
        };
        let expected = [32, 16, 8, 4, 2, 1].into_iter().find(|width| legal(*width).is_ok());
        prop_assert_eq!(found.width_bytes, expected.unwrap_or(0), "{} {}", memory, tv);
        match found.limit {
            None => prop_assert_eq!(found.width_bytes, 32),
            Some((next, reason)) => {
                if found.width_bytes > 0 {
                    prop_assert_eq!(next, 2 * found.width_bytes);
                }
                limited(&memory, &tv, bits.into(), base, next.into(), &reason)?;
            }
        }
    }
}

/// What the reason says is so, and speaks against the width.
fn limited(
    memory: &AnyLayout,
    tv: &Layout,
    bits: i64,
    base: i64,
    width: i64,
    reason: &Reason,
) -> Result<(), TestCaseError> {
    let fails = |name| has_fault(memory, tv, bits, width, base, name);
    let plain = AnyLayout::Plain(*memory.inner());
    match *reason {
        Reason::Values { values, .. } => {
            prop_assert!(fails("vectors"));
            prop_assert_eq!(values, tv.mode(1).unwrap().size());
        }
        Reason::Base { base_bytes } => prop_assert!(base_bytes == base && base % width != 0),
        Reason::Swizzle { swizzle, group_bits } => {
            prop_assert!(vectors(&plain, tv, bits, width, base).is_ok());
            prop_assert_eq!(group_bits, bits << swizzle.base());
            prop_assert!(group_bits < width * 8);
        }
        Reason::Offset { element, .. } => {
            prop_assert!(vectors(&plain, tv, bits, width, base).is_ok());
            prop_assert!(element * bits % (8 * width) != 0);
        }
        Reason::Stride { stride_bits, mode, .. } => {
            prop_assert!(fails("misaligned"));
            prop_assert!(stride_bits % (8 * width) != 0, "{}", stride_bits);
            if let Some(mode) = mode {
                let own = memory.inner().mode(mode).unwrap();
                prop_assert!(own.leaf_modes().iter().any(|leaf| leaf.stride * bits == stride_bits));
            }
        }
        Reason::Apart { at: place, element, first, offset } => {
            prop_assert!(fails("not-contiguous"));
            let threads = tv.mode(0).unwrap().size();
            let index = |value: i64| tv.at(place.thread + threads * value).unwrap();
            prop_assert_eq!(at(memory, index(place.value)), Some(first));
            prop_assert_eq!(at(memory, index(place.value + element)), Some(offset));
            prop_assert!(offset != first + element);
        }
        Reason::Address { at: place, address_bits } => {
            prop_assert!(fails("misaligned"));
            let threads = tv.mode(0).unwrap().size();
            let offset = at(memory, tv.at(place.thread + threads * place.value).unwrap()).unwrap();
            let known = i128::from(offset * bits);
            prop_assert!(address_bits == known || address_bits == known + i128::from(base) * 8);
            prop_assert!(address_bits % i128::from(8 * width) != 0);
        }
        _ => prop_assert!(false, "{:?}", reason),
    }
    Ok(())
}

#[test]
fn sentences() {
    let widths = Machine::NVIDIA.global_widths_bytes;
    let say = |memory: &str, tv: &str, bits, base| {
        let (memory, tv): (AnyLayout, Layout) = (memory.parse().unwrap(), tv.parse().unwrap());
        widest(&memory, &tv, bits, base, widths).unwrap().to_string()
    };
    let rows = "((8,4),8):((512,1),64)";
    assert_eq!(
        say("(64,66):(66,1)", rows, 16, 256),
        "widest vector 4 bytes: rows of 132 bytes are not multiples of 8"
    );
    assert_eq!(
        say("(66,64):(1,66)", "((8,4),8):((8,66),1)", 16, 256),
        "widest vector 4 bytes: columns of 132 bytes are not multiples of 8"
    );
    assert_eq!(say("(64,64):(64,1)", "(32,16):(1,64)", 16, 256), "widest vector 32 bytes");
    assert_eq!(
        say("(64,64):(64,1)", rows, 16, 256),
        "widest vector 16 bytes: 8 values of 2 bytes are no whole number of vectors of 32"
    );
    assert_eq!(
        say("Sw<3,2,3> o 0 o (64,64):(64,1)", rows, 16, 256),
        "widest vector 8 bytes: Sw<3,2,3> moves groups of 8 bytes"
    );
    assert_eq!(
        say("Sw<3,3,3> o 4 o (64,64):(64,1)", "((8,4),4):((512,1),64)", 16, 256),
        "widest vector 8 bytes: 4 values of 2 bytes are no whole number of vectors of 16"
    );
    assert_eq!(
        say("Sw<3,3,3> o 4 o (64,64):(64,1)", rows, 16, 256),
        "widest vector 8 bytes: the layout begins at 8 bytes, no multiple of 16"
    );
    assert_eq!(
        say("4096:1", "(32,16):(16,1)", 8, 8),
        "widest vector 8 bytes: the base 8 is no multiple of 16"
    );
    assert_eq!(
        say("4096:1", "(32,4):(6,1)", 16, 256),
        "widest vector 4 bytes: steps of 12 bytes from thread to thread are not multiples of 8"
    );
    assert_eq!(
        say("(64,64):(1,64)", rows, 16, 256),
        "widest vector 2 bytes: lane 0: values 0 and 1 lie at offsets 0 and 64"
    );
    assert_eq!(say("4096:1", "(32,1):(1,0)", 64, 4), "no vector: the base 4 is no multiple of 8");
    assert_eq!(
        say("4096:1", "(32,4):(4,1)", 24, 256),
        "widest vector 4 bytes: elements of 3 bytes do not fill vectors of 8"
            .replace("widest vector 4 bytes", "no vector")
            .replace("vectors of 8", "vectors of 4")
    );
}

#[test]
fn a_broadcast_says_so() {
    let access = Access::load(&layout!((32,1):(0,0)), 4).unwrap();
    let found = report(&layout!(64:1), &access, 32, &Machine::NVIDIA).unwrap();
    assert_eq!(found.to_string(), "1 sector, broadcast; 1 line");
    assert_eq!(found.efficiency, Fraction::new(1, 8));
    let alone = Access::load(&layout!((32,1):(1,0)), 4).unwrap().active(1);
    let found = report(&layout!(64:1), &alone, 32, &Machine::NVIDIA).unwrap();
    assert_eq!(found.to_string(), "1 sector, ideal 1 (1/8); 1 line");
    let nobody = alone.active(0);
    let found = report(&layout!(64:1), &nobody, 32, &Machine::NVIDIA).unwrap();
    assert_eq!((found.sectors, found.bytes, found.efficiency), (0, 0, Fraction::new(0, 1)));
}

#[test]
fn iterations_and_refusals() {
    let tiles = Access::load(&layout!((32,1,4):(1,0,32)), 4).unwrap();
    let memory = layout!(128:3);
    for iteration in 0..4 {
        let found = report_iteration(&memory, &tiles, 32, &Machine::NVIDIA, iteration).unwrap();
        assert_eq!((found.sectors, found.lines), (12, 3));
    }
    assert!(report_iteration(&memory, &tiles, 32, &Machine::NVIDIA, 4).is_err());
    let wide = Access::load(&layout!((32,8):(8,1)), 32).unwrap();
    let refused = report(&layout!(256:1), &wide, 32, &Machine::HOPPER).unwrap_err();
    assert_eq!(refused, AccessError::Width { width_bytes: 32, nearest_bytes: 16 });
    assert!(report(&layout!(256:1), &wide, 32, &Machine::BLACKWELL).is_ok());
    let rows = Access::rows(&layout!(32:64), Matrices::X4, Direction::Load).unwrap();
    assert_eq!(
        report(&layout!(4096:1), &rows, 16, &Machine::NVIDIA).unwrap_err().name(),
        "no-matrices"
    );
    let many = Access::load(&layout!((8388608,1):(1,0)), 4).unwrap();
    let huge = layout!(8388608:1);
    assert_eq!(report(&huge, &many, 32, &Machine::NVIDIA).unwrap_err().name(), "budget");
    let widths = Machine::NVIDIA.global_widths_bytes;
    assert_eq!(
        widest(&huge, &layout!((8388608,1):(1,0)), 32, 0, widths).unwrap_err().name(),
        "budget"
    );
    assert_eq!(
        widest(&layout!(8:1), &layout!((8,2):(2,1)), 32, 0, widths).unwrap_err().name(),
        "outside"
    );
    assert_eq!(
        widest(&layout!(8:1), &layout!((4,2):(2,1)), 0, 0, widths).unwrap_err().name(),
        "bits"
    );
    let none = widest(&layout!(8:1), &layout!((4,2):(2,1)), 32, 0, &[]).unwrap();
    assert_eq!((none.width_bytes, none.limit), (0, None));
    let far = Access::load(&layout!((2,1):(1,0)), 4).unwrap().based_at(i64::MAX - 7);
    assert!(report(&layout!(8:1), &far, 32, &Machine::NVIDIA).is_err());
    let zero = Machine { sector_bytes: 0, ..Machine::CUSTOM };
    assert_eq!(report(&memory, &tiles, 32, &zero).unwrap_err().name(), "machine");
}

#[test]
fn copies_take_the_narrower_side() {
    let tv = layout!(((8,4),8):((512,1),64));
    let (wide, narrow) = (layout!((64,64):(64,1)), layout!((64,66):(66,1)));
    let side = |memory| Side { memory, tv: &tv, base_bytes: 256, widths_bytes: &[1, 2, 4, 8, 16] };
    let (wide, narrow) = (side((&wide).into()), side((&narrow).into()));
    let found = widest_of_copy(&wide, &narrow, 16).unwrap();
    assert_eq!((found.width_bytes, found.source.width_bytes), (4, 16));
    assert!(found.to_string().starts_with("destination: widest vector 4 bytes: rows of 132"));
    let found = widest_of_copy(&narrow, &wide, 16).unwrap();
    assert!(found.to_string().starts_with("source: widest vector 4 bytes"));
    assert_eq!(widest_of_copy(&wide, &wide, 16).unwrap().limiting().limit, None);
}
