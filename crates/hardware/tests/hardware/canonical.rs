//! Canonical atoms against the permutation of chunks that they are.

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, Layout, Swizzle};
use tilework_hardware::canonical::{CanonicalAtom, CanonicalError, Major, SwizzleMode};

/// The bytes of a row, the rows, the bytes of a chunk, and how many rows share a permutation.
fn facts(mode: SwizzleMode) -> (i64, i64, i64, i64) {
    match mode {
        SwizzleMode::Inter => (16, 8, 16, 8),
        SwizzleMode::Sw32 => (32, 8, 16, 4),
        SwizzleMode::Sw64 => (64, 8, 16, 2),
        SwizzleMode::Sw128 => (128, 8, 16, 1),
        SwizzleMode::Sw128Base32 => (128, 4, 32, 1),
    }
}

/// The bit offset of bit `x` of row `y`: the chunk's number, XORed with that of the group of rows.
fn bit_offset(mode: SwizzleMode, x: i64, y: i64) -> i64 {
    let (row, rows, chunk, share) = facts(mode);
    let (block, y) = (y / rows, y % rows);
    let chunk_bits = chunk * 8;
    let permuted = (x / chunk_bits) ^ (y / share);
    block * row * rows * 8 + y * row * 8 + permuted * chunk_bits + x % chunk_bits
}

fn atoms() -> impl Iterator<Item = CanonicalAtom> {
    let all = [Major::K, Major::Mn].into_iter().flat_map(|major| {
        SwizzleMode::ALL
            .into_iter()
            .flat_map(move |mode| (0..8).map(move |power| (major, mode, 1 << power)))
    });
    all.filter_map(|(major, mode, bits)| CanonicalAtom::new(major, mode, bits).ok())
}

#[test]
fn every_element_of_every_atom() {
    assert_eq!(atoms().count(), 4 * 2 * 8 + 8);
    for atom in atoms() {
        let (row, rows, ..) = facts(atom.mode());
        let bits = i64::from(atom.bits());
        let span = row * 8 / bits;
        assert_eq!((atom.row_elements(), atom.size()), (span, span * rows));
        let layout = atom.layout();
        for x in 0..span {
            for y in 0..rows {
                let at = match atom.major() {
                    Major::K => layout.at((y, x)),
                    Major::Mn => layout.at((x, y)),
                };
                assert_eq!(at.unwrap() * bits, bit_offset(atom.mode(), x * bits, y), "{atom:?}");
            }
        }
        assert_eq!(layout.plain().is_some(), atom.mode() == SwizzleMode::Inter);
        assert_eq!(
            CanonicalAtom::of(&layout, atom.bits()).map(|found| found.mode()),
            Some(atom.mode())
        );
        if !atom.swizzle().is_identity() {
            let in_bits = [(atom.swizzle(), bits), (atom.mode().swizzle_on_bytes(), 8)]
                .map(|(swizzle, bits)| swizzle.downcast(bits).unwrap());
            assert_eq!(in_bits[0], in_bits[1]);
        }
    }
}

#[test]
fn every_name() {
    for atom in atoms() {
        let stem = format!("Layout_{}_{}_Atom", atom.major().name(), atom.mode().name());
        for name in [stem.clone(), format!("UMMA::{stem}"), stem.replace("Layout_", "")] {
            assert_eq!(CanonicalAtom::find(&name, Some(atom.bits())), Ok(atom));
        }
        let in_bits = CanonicalAtom::find(&format!("{stem}_Bits"), None).unwrap();
        assert_eq!((in_bits.bits(), in_bits.mode()), (1, atom.mode()));
    }
    let find = |name| CanonicalAtom::find(name, None);
    assert_eq!(find("GMMA::Layout_K_SW128_Atom<half_t>").unwrap().bits(), 16);
    assert_eq!(find("Layout_K_SW128_Atom< cutlass::float_e4m3_t >").unwrap().bits(), 8);
    assert_eq!(find("Layout_K_SW128_32B_Atom<float>"), Err(CanonicalError::MnMajorOnly));
    assert_eq!(find("Layout_K_SW128_Atom<quarter_t>"), Err(CanonicalError::UnknownType));
    for name in
        ["", "<", "K", "Layout_Q_SW128_Atom<half_t>", "Layout_K_SW256_Atom<half_t>", "K_SW128<"]
    {
        assert_eq!(find(name), Err(CanonicalError::UnknownName), "{name}");
    }
}

#[test]
fn bits_that_do_not_fill_chunks() {
    for bits in [0, 3, 6, 12, 24, 129, 256, u32::MAX] {
        let error = CanonicalAtom::new(Major::K, SwizzleMode::Sw64, bits).unwrap_err();
        assert_eq!(error, CanonicalError::ElementBits { bits });
        assert!(error.to_string().contains(&bits.to_string()));
        assert_eq!(CanonicalAtom::of(&"(8,8):(8,1)".parse::<Layout>().unwrap(), bits), None);
    }
}

/// Whether every element lies where a copy of the atom at a multiple of its size has it.
fn is_tiled(layout: &AnyLayout, atom: &CanonicalAtom, extents: [i64; 2]) -> bool {
    let (row, rows) = (atom.row_elements(), i64::from(atom.mode().rows()));
    let (a, b) = match atom.major() {
        Major::K => (rows, row),
        Major::Mn => (row, rows),
    };
    let inside = atom.layout();
    extents[0] % a == 0
        && extents[1] % b == 0
        && (0..extents[0]).all(|m| {
            (0..extents[1]).all(|k| {
                let origin = layout.at((m / a * a, k / b * b)).unwrap();
                let at = inside.at((m % a, k % b)).unwrap();
                origin % atom.size() == 0 && layout.at((m, k)).unwrap() == origin + at
            })
        })
}

/// Pairs of modes that often, but not always, make tiles.
fn mode(main: i64) -> impl Strategy<Value = (Vec<i64>, Vec<i64>)> {
    let stride = prop_oneof![
        Just(1),
        Just(4),
        Just(8),
        Just(16),
        Just(32),
        Just(64),
        Just(main),
        Just(2 * main),
        Just(8 * main),
        Just(16 * main),
        Just(-8 * main),
        Just(0)
    ];
    prop::collection::vec(
        (prop_oneof![Just(main), Just(8), Just(2), Just(1), Just(3)], stride),
        1..4,
    )
    .prop_map(|modes| modes.into_iter().unzip())
}

fn nested(modes: &(Vec<i64>, Vec<i64>)) -> Layout {
    let flat: Vec<_> =
        modes.0.iter().zip(&modes.1).map(|(n, d)| Layout::new(*n, *d).unwrap()).collect();
    Layout::concat(&flat).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn tiles_are_recognised_and_nothing_else(
        (main, which) in prop_oneof![Just((8, 3)), Just((16, 2)), Just((32, 1)), Just((64, 0))],
        (a, b) in (mode(32), mode(8)),
        offset in prop_oneof![Just(0_i64), Just(512), Just(64)],
        standard in any::<bool>(),
        swap in any::<bool>(),
    ) {
        let mode = SwizzleMode::ALL[which];
        let (mut a, mut b) = (nested(&a), nested(&b));
        if standard {
            // An atom first, then something that may or may not be whole atoms.
            let prefix = |n, d, rest: &Layout| Layout::concat(&[Layout::new(n, d).unwrap(), *rest]).unwrap();
            (a, b) = (prefix(main, 1, &a), prefix(8, main, &b));
        }
        if swap {
            (a, b) = (b, a);
        }
        let extents = [a.size(), b.size()];
        if extents[0] * extents[1] > 1 << 14 {
            return Ok(());
        }
        let inner = Layout::concat(&[a, b]).unwrap();
        let swizzle = mode.swizzle_on_elements(16).unwrap();
        let layout = AnyLayout::Composed(ComposedLayout::new(swizzle, offset, &inner).unwrap());
        let found = CanonicalAtom::of(&layout, 16);
        let expected = [Major::K, Major::Mn]
            .map(|major| CanonicalAtom::new(major, mode, 16).unwrap())
            .into_iter()
            .find(|atom| is_tiled(&layout, atom, extents));
        prop_assert_eq!(found, expected, "{}", layout);
    }
}

#[test]
fn swizzles_by_bits() {
    for bits in [1, 4, 8, 16, 32, 64, 128] {
        for (b, m, s) in
            (0..4).flat_map(|b| (0..9).flat_map(move |m| (3..5).map(move |s| (b, m, s))))
        {
            let swizzle = Swizzle::new(b, m, s).unwrap();
            let bytes = (1_i64 << m) * i64::from(bits);
            let expected = match (b, s) {
                (0, _) => Some(SwizzleMode::Inter),
                (1, 3) if bytes == 128 => Some(SwizzleMode::Sw32),
                (2, 3) if bytes == 128 => Some(SwizzleMode::Sw64),
                (3, 3) if bytes == 128 => Some(SwizzleMode::Sw128),
                _ => None,
            };
            assert_eq!(SwizzleMode::of_swizzle(&swizzle, bits), expected, "{swizzle} {bits}");
        }
    }
}
