//! Descriptors against the addresses that the hardware computes from them.

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, Layout};
use tilework_hardware::canonical::{CanonicalAtom, Major, SwizzleMode};
use tilework_hardware::descriptor::{Descriptor, DescriptorError, Operand, Remedy, Unit, Why};

use crate::vectors::{number, of_kind, text};

fn major(name: &str) -> Major {
    if name == "K" { Major::K } else { Major::Mn }
}

#[test]
fn recorded() {
    for vector in of_kind("descriptor") {
        let shared: AnyLayout = text(&vector, "smem").parse().unwrap();
        let operand = Operand {
            major: major(text(&vector, "major")),
            bits: number(&vector, "bits"),
            mn: number(&vector, "mma_mn").into(),
            k: number(&vector, "mma_k").into(),
        };
        let found = Descriptor::find(&shared, &operand, Unit::Wgmma);
        let expected = &vector["expect"];
        match found {
            Ok(found) => {
                assert_eq!(expected["mode"], found.mode.name(), "{vector}");
                assert_eq!(expected["lbo"], found.lbo_bytes, "{vector}");
                assert_eq!(expected["sbo"], found.sbo_bytes, "{vector}");
                assert_eq!(Descriptor::find(&shared, &operand, Unit::Tcgen05), Ok(found));
            }
            Err(error) => {
                assert!(expected.is_null(), "{vector}");
                assert_eq!(error.name(), "no-descriptor");
            }
        }
    }
}

/// The address in bits that the hardware reads for an element: start and offsets in bytes, the swizzle on the address.
fn address(
    mode: SwizzleMode,
    operand: &Operand,
    [start, lbo, sbo]: [i64; 3],
    mn: i64,
    k: i64,
) -> i64 {
    let bits = i64::from(operand.bits);
    let row = i64::from(mode.row_bytes());
    let rows = if mode == SwizzleMode::Sw128Base32 { 4 } else { 8 };
    let linear = match (operand.major, mode) {
        (Major::K, SwizzleMode::Inter) => {
            mn % 8 * 128 + mn / 8 * sbo * 8 + k * bits % 128 + k * bits / 128 * lbo * 8
        }
        (Major::K, _) => mn % 8 * row * 8 + mn / 8 * sbo * 8 + k * bits,
        (Major::Mn, SwizzleMode::Inter) => {
            mn * bits % 128 + mn * bits / 128 * sbo * 8 + k % 8 * 128 + k / 8 * lbo * 8
        }
        (Major::Mn, _) => {
            let across = row * 8;
            mn * bits % across
                + mn * bits / across * lbo * 8
                + k % rows * across
                + k / rows * sbo * 8
        }
    };
    let at = start * 8 + linear;
    let (byte, rest) = (at.div_euclid(8), at.rem_euclid(8));
    let moved = match mode {
        SwizzleMode::Inter => byte,
        SwizzleMode::Sw32 => byte ^ ((byte >> 7 & 1) << 4),
        SwizzleMode::Sw64 => byte ^ ((byte >> 7 & 3) << 4),
        SwizzleMode::Sw128 => byte ^ ((byte >> 7 & 7) << 4),
        SwizzleMode::Sw128Base32 => byte ^ ((byte >> 7 & 3) << 5),
    };
    moved * 8 + rest
}

/// The bit offset of each element of the operand, (mn, k) by columns.
fn table(layout: &AnyLayout, operand: &Operand) -> Vec<i64> {
    let elements = (0..operand.k).flat_map(|k| (0..operand.mn).map(move |mn| (mn, k)));
    elements.map(|(mn, k)| at(layout, mn, k) * i64::from(operand.bits)).collect()
}

/// Where the layout has an element; more modes than MN and K stay at their beginning.
fn at(layout: &AnyLayout, mn: i64, k: i64) -> i64 {
    layout.at(mn + layout.inner().mode(0).unwrap().size() * k).unwrap()
}

fn reads(mode: SwizzleMode, operand: &Operand, fields: [i64; 3], table: &[i64]) -> bool {
    reads_part(mode, operand, fields, table, operand.mn, operand.k)
}

/// Whether the first `mn` x `k` elements are read.
fn reads_part(
    mode: SwizzleMode,
    operand: &Operand,
    fields: [i64; 3],
    table: &[i64],
    mn: i64,
    k: i64,
) -> bool {
    let entry = |mn, k| table[(mn + operand.mn * k) as usize];
    (0..k).all(|k| (0..mn).all(|mn| entry(mn, k) == address(mode, operand, fields, mn, k)))
}

/// Whether any descriptor of any mode with offsets up to `most` bytes reads the operand.
fn exists(operand: &Operand, unit: Unit, table: &[i64], most: i64) -> bool {
    if table[0] % 128 != 0 {
        return false;
    }
    unit.modes().iter().any(|mode| {
        if (*mode, operand.major) == (SwizzleMode::Sw128Base32, Major::K) {
            return false;
        }
        let (row, atom) = (i64::from(mode.row_bytes()), i64::from(mode.atom_bytes()));
        // In the first row of a pattern the swizzle changes nothing.
        let start = table[0] / 8;
        if *mode != SwizzleMode::Inter && start.rem_euclid(atom) >= row {
            return false;
        }
        // Along each coordinate alone only one of the two offsets counts: those that suit one coordinate, and then all
        // pairs of them.
        let swapped = operand.major == Major::Mn && *mode != SwizzleMode::Inter;
        let reads = |[along_mn, along_k]: [i64; 2], mn, k| {
            let (lbo, sbo) = if swapped { (along_mn, along_k) } else { (along_k, along_mn) };
            reads_part(*mode, operand, [start, lbo, sbo], table, mn, k)
        };
        // Extents that do not repeat suit all of them: one stands for all.
        let all = |read: &dyn Fn(i64) -> bool| -> Vec<i64> {
            let suitable: Vec<_> =
                (0..most / 16).map(|n| n * 16).filter(|offset| read(*offset)).collect();
            if suitable.len() as i64 == most / 16 { vec![0] } else { suitable }
        };
        let along_mn = all(&|offset| reads([offset, 0], operand.mn, 1));
        let along_k = all(&|offset| reads([0, offset], 1, operand.k));
        let mut pairs = along_mn.iter().flat_map(|mn| along_k.iter().map(move |k| [*mn, *k]));
        pairs.any(|pair| reads(pair, operand.mn, operand.k))
    })
}

fn check(layout: &AnyLayout, operand: &Operand, unit: Unit, most: Option<i64>) {
    let table = table(layout, operand);
    match Descriptor::find(layout, operand, unit) {
        Ok(found) => {
            let fields = [found.start_bytes, found.lbo_bytes, found.sbo_bytes];
            assert!(reads(found.mode, operand, fields, &table), "{layout} {operand:?} {found:?}");
            for mn in 0..operand.mn {
                for k in 0..operand.k {
                    assert_eq!(found.offset(mn, k), Some(at(layout, mn, k)));
                }
            }
            for bytes in [found.lbo_bytes, found.sbo_bytes] {
                assert!(bytes % 16 == 0 && (0..1 << 18).contains(&bytes));
            }
        }
        Err(DescriptorError::NoMode(misfits)) => {
            if let Some(most) = most {
                assert!(!exists(operand, unit, &table, most), "{layout} {operand:?} {misfits}");
            }
            assert_eq!(misfits.iter().count(), unit.modes().len());
            for misfit in misfits.iter() {
                if let Why::Differs { mn, k, found, expected } = misfit.why {
                    assert_eq!(at(layout, mn.into(), k.into()), found);
                    assert_ne!(found, expected);
                }
                assert!(misfit.agreeing <= (operand.mn * operand.k) as u32);
            }
            let nearest = misfits.nearest().unwrap();
            assert!(misfits.iter().all(|other| other.agreeing <= nearest.agreeing));
            if let Some(remedy) = Remedy::find(layout, operand, unit) {
                remedied(layout, operand, unit, &remedy);
            }
        }
        Err(error) => panic!("{layout} {operand:?}: {error}"),
    }
}

/// The proposal is true, by the addresses.
fn remedied(layout: &AnyLayout, operand: &Operand, unit: Unit, remedy: &Remedy) {
    let (other, operand) = match *remedy {
        Remedy::Swizzle { swizzle, .. } => {
            let composed = ComposedLayout::new(swizzle, 0, layout.inner()).unwrap();
            (AnyLayout::Composed(composed), *operand)
        }
        Remedy::Major { descriptor } => (*layout, Operand { major: descriptor.major, ..*operand }),
        Remedy::Tile { layout, .. } => (layout, *operand),
        _ => unreachable!(),
    };
    let found = remedy.descriptor();
    assert_eq!(Descriptor::find(&other, &operand, unit).as_ref(), Ok(found));
    let fields = [found.start_bytes, found.lbo_bytes, found.sbo_bytes];
    assert!(reads(found.mode, &operand, fields, &table(&other, &operand)), "{remedy}");
}

#[test]
fn tiles_of_atoms() {
    for bits in [4, 8, 16, 32, 64] {
        for major in [Major::K, Major::Mn] {
            for mode in SwizzleMode::ALL {
                let Ok(atom) = CanonicalAtom::new(major, mode, bits) else { continue };
                for order in [(0, 1), (1, 0)] {
                    let shape = tilework::Tuple::of((256, 256)).unwrap();
                    let order = tilework::Tuple::of(order).unwrap();
                    let tile = atom.layout().tile_to_shape(&shape, Some(&order)).unwrap();
                    let k = i64::from(256 / bits);
                    let operand = Operand { major, bits, mn: 64, k };
                    check(&tile, &operand, Unit::Tcgen05, None);
                    let found = Descriptor::find(&tile, &operand, Unit::Tcgen05).unwrap();
                    assert_eq!(found.mode, mode, "{tile}");
                }
            }
        }
    }
}

#[test]
fn slices_along_k_start_inside_a_row() {
    // The second and later instructions of a K-major SW128 tile start 32 bytes further on.
    for step in 0..4 {
        let layout: AnyLayout =
            format!("Sw<3,3,3> o {} o ((8,8),16):((64,512),1)", 16 * step).parse().unwrap();
        let operand = Operand { major: Major::K, bits: 16, mn: 64, k: 16 };
        check(&layout, &operand, Unit::Wgmma, None);
        let found = Descriptor::find(&layout, &operand, Unit::Wgmma).unwrap();
        assert_eq!(
            (found.mode, found.start_bytes, found.sbo_bytes),
            (SwizzleMode::Sw128, 32 * step, 1024)
        );
        assert_eq!(found.value(1024, Unit::Wgmma).unwrap() & 0x3fff, (64 + 2 * step) as u64);
    }
    // Four rows further on: where the hardware begins to count is not documented.
    let layout: AnyLayout = "Sw<3,3,3> o 256 o ((8,8),16):((64,512),1)".parse().unwrap();
    let operand = Operand { major: Major::K, bits: 16, mn: 64, k: 16 };
    let error = Descriptor::find(&layout, &operand, Unit::Wgmma).unwrap_err();
    let DescriptorError::NoMode(misfits) = error else { panic!("{error}") };
    assert_eq!(misfits.nearest().unwrap().why, Why::InsidePattern { start: 256, pattern: 512 });
}

#[test]
fn reasons() {
    let find = |layout: &str, operand: &Operand| {
        let layout: AnyLayout = layout.parse().unwrap();
        check(&layout, operand, Unit::Wgmma, None);
        let remedy = Remedy::find(&layout, operand, Unit::Wgmma).map(|remedy| remedy.to_string());
        (Descriptor::find(&layout, operand, Unit::Wgmma).unwrap_err().to_string(), remedy)
    };
    let k = Operand { major: Major::K, bits: 16, mn: 64, k: 16 };
    let (_, remedy) = find("Sw<3,3,3> o 0 o (64,64):(1,64)", &k);
    assert_eq!(remedy.unwrap(), "as MN-major: SW128, LBO 0, SBO 1024");
    let (_, remedy) = find("Sw<2,3,3> o 0 o (64,64):(64,1)", &k);
    assert_eq!(remedy.unwrap(), "with Sw<3,3,3>: SW128, LBO 16, SBO 1024");
    let (_, remedy) = find("Sw<3,3,3> o 0 o (64,8):(8,1)", &Operand { k: 8, ..k });
    assert_eq!(remedy.unwrap(), "without a swizzle: INTER, LBO 0, SBO 128");
    let (text, remedy) = find("(64,61):(61,1)", &k);
    assert!(text.contains("element (1,0) lies at 61"), "{text}");
    assert_eq!(remedy, None);
    // Rows of 16 bytes, eight of them contiguous, and then 4 bytes more.
    let (text, _) = find("((8,8),16):((8,66),1)", &Operand { k: 8, ..k });
    assert!(text.contains("SBO 132, which is no multiple of 16"), "{text}");
    let (text, _) = find("((8,8),16):((8,-64),1)", &Operand { k: 8, ..k });
    assert!(text.contains("SBO -128"), "{text}");
    let (text, _) = find("((8,2),16):((8,131072),1)", &Operand { k: 8, mn: 16, ..k });
    assert!(text.contains("SBO 262144"), "{text}");
    let (text, _) = find("Sw<0,0,0> o 4 o ((8,8),16):((8,64),1)", &Operand { k: 8, ..k });
    assert!(text.contains("begins at element 4"), "{text}");
}

#[test]
fn questions_that_make_no_sense() {
    let layout: Layout = "(64,64):(64,1)".parse().unwrap();
    let find = |layout: &Layout, mn, k, bits| {
        let operand = Operand { major: Major::K, bits, mn, k };
        let error = Descriptor::find(layout, &operand, Unit::Tcgen05).unwrap_err();
        if error.name() != "no-descriptor" {
            assert_eq!(Remedy::find(layout, &operand, Unit::Tcgen05), None);
        }
        error.name()
    };
    assert_eq!(find(&layout, 128, 16, 16), "tile");
    assert_eq!(find(&layout, 64, 65, 16), "tile");
    for (mn, k) in [(0, 16), (64, 0), (-1, -1), (i64::MAX, i64::MAX), (1 << 20, 1)] {
        assert_eq!(find(&layout, mn, k, 16), "size");
    }
    assert_eq!(find(&layout, 64, 16, 6), "element-bits");
    assert_eq!(find(&layout, 64, 16, 0), "element-bits");
    assert_eq!(find(&Layout::new(64, 1).unwrap(), 64, 1, 16), "rank");
    let huge: Layout = "(64,64):(144115188075855872,1)".parse().unwrap();
    assert_eq!(find(&huge, 8, 16, 16), "no-descriptor");
}

#[test]
fn bits_of_the_value() {
    let layout: AnyLayout = "Sw<1,3,3> o 0 o ((16,8),(8,8)):((1,128),(16,1024))".parse().unwrap();
    let operand = Operand { major: Major::Mn, bits: 16, mn: 64, k: 16 };
    let found = Descriptor::find(&layout, &operand, Unit::Wgmma).unwrap();
    let fields =
        |value: u64| [value & 0x3fff, value >> 16 & 0x3fff, value >> 32 & 0x3fff, value >> 49 & 7];
    let wgmma = found.value(0x2000, Unit::Wgmma).unwrap();
    assert_eq!((fields(wgmma), wgmma >> 62), ([0x200, 16, 128, 0], 3));
    assert_eq!(wgmma >> 46 & 3, 0);
    let tcgen05 = found.value(0x2000, Unit::Tcgen05).unwrap();
    assert_eq!((fields(tcgen05), tcgen05 >> 61, tcgen05 >> 46 & 3), ([0x200, 16, 128, 0], 6, 1));
    // 128 bytes into a pattern of 256.
    assert_eq!(fields(found.value(0x2080, Unit::Wgmma).unwrap()), [0x208, 16, 128, 1]);
    assert_eq!(found.value(0x2010, Unit::Wgmma).unwrap_err().name(), "address");
    assert_eq!(found.value(1 << 18, Unit::Wgmma).unwrap_err().name(), "start-address");
    assert_eq!(found.value(-128, Unit::Wgmma).unwrap_err().name(), "start-address");
    assert_eq!(found.value(i64::MAX - 127, Unit::Wgmma).unwrap_err().name(), "start-address");
    let kinds = |mode: SwizzleMode| {
        let atom = CanonicalAtom::new(Major::Mn, mode, 32).unwrap();
        let operand = Operand { major: Major::Mn, bits: 32, mn: atom.row_elements(), k: 4 };
        let found = Descriptor::find(&atom.layout(), &operand, Unit::Tcgen05).unwrap();
        assert_eq!(found.mode, mode);
        [Unit::Wgmma, Unit::Tcgen05].map(|unit| found.value(0, unit).map(|value| value >> 61).ok())
    };
    assert_eq!(kinds(SwizzleMode::Inter), [Some(0), Some(0)]);
    assert_eq!(kinds(SwizzleMode::Sw128), [Some(2), Some(2)]);
    assert_eq!(kinds(SwizzleMode::Sw64), [Some(4), Some(4)]);
    assert_eq!(kinds(SwizzleMode::Sw32), [Some(6), Some(6)]);
    assert_eq!(kinds(SwizzleMode::Sw128Base32), [None, Some(1)]);
}

/// Layouts near canonical ones: an atom's modes, repeated and sometimes changed.
fn near_canonical() -> impl Strategy<Value = (AnyLayout, Operand)> {
    let modes =
        (0_usize..6, 0_usize..5, any::<bool>(), prop_oneof![Just(8_u32), Just(16), Just(32)]);
    let strides = (
        prop_oneof![2 => Just(0_i64), 1 => -2_i64..9],
        prop_oneof![2 => Just(0_i64), 1 => -2_i64..9],
    );
    (modes, strides, 0_i64..3, 1_i64..4, 0_usize..20).prop_map(
        |((swizzled, shaped, k_major, bits), (first, second), unit, repeats, odd)| {
            let shape = SwizzleMode::ALL[shaped];
            let row = i64::from(shape.row_bytes() * 8 / bits);
            let rows = i64::from(shape.rows());
            let chunk = i64::from(128 / bits);
            // Repetitions next to the atom, or at some multiple of a chunk.
            let next = row * rows;
            let stride =
                |n: i64| if n == 0 { next * repeats } else { n * [chunk, next, 1][unit as usize] };
            let inner = if k_major {
                let text = format!(
                    "(({rows},2),({row},2)):(({row},{}),(1,{}))",
                    stride(first),
                    stride(second)
                );
                text
            } else {
                format!("(({row},2),({rows},2)):((1,{}),({row},{}))", stride(first), stride(second))
            };
            let inner: Layout = inner.parse().unwrap();
            let offset = match odd {
                0 => 4,
                1 => chunk,
                2 => next,
                3 => row,
                _ => 0,
            };
            let layout = match SwizzleMode::ALL.get(swizzled) {
                Some(mode) => {
                    let swizzle = mode.swizzle_on_elements(bits).unwrap();
                    AnyLayout::Composed(ComposedLayout::new(swizzle, offset, &inner).unwrap())
                }
                None => AnyLayout::Plain(inner),
            };
            let major = if k_major { Major::K } else { Major::Mn };
            let (all_mn, all_k) = (inner.mode(0).unwrap().size(), inner.mode(1).unwrap().size());
            let k = (i64::from(256 / bits)).min(all_k);
            (layout, Operand { major, bits, mn: all_mn.min(if odd == 5 { 8 } else { 64 }), k })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn found_ones_read_and_others_do_not_exist((layout, operand) in near_canonical(), tcgen05 in any::<bool>()) {
        let unit = if tcgen05 { Unit::Tcgen05 } else { Unit::Wgmma };
        // Every offset of a layout of this size is below.
        check(&layout, &operand, unit, Some(4096 + 1024));
    }

    #[test]
    fn of_any_layout(
        layout in tilework_testing::layout(2..=4, 1..=8, -64..=64),
        which in 0_usize..6,
        k_major in any::<bool>(),
    ) {
        prop_assume!(layout.rank() >= 2);
        let layout = match SwizzleMode::ALL.get(which) {
            Some(mode) => {
                let swizzle = mode.swizzle_on_elements(16).unwrap();
                AnyLayout::Composed(ComposedLayout::new(swizzle, 0, &layout).unwrap())
            }
            None => AnyLayout::Plain(layout),
        };
        let (mn, k) = (layout.inner().mode(0).unwrap().size(), layout.inner().mode(1).unwrap().size());
        let operand = Operand { major: if k_major { Major::K } else { Major::Mn }, bits: 16, mn, k };
        check(&layout, &operand, Unit::Tcgen05, Some(1024));
    }
}
