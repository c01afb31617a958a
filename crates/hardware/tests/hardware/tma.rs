//! Tensor maps: the rules one by one, and boxes against the copy that TMA makes.

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, Layout, Outer, layout};
use tilework_hardware::canonical::{CanonicalAtom, Major, SwizzleMode};
use tilework_hardware::tma::{
    Broken, ElementType, Interleave, LargestBox, Limit, TensorMap, TmaError, TmaSwizzle,
};

use crate::vectors::{integers, number, of_kind, text};

/// The names of the rules, each once.
fn names(map: &TensorMap<'_>) -> Vec<&'static str> {
    let mut names: Vec<_> = map.broken().unwrap().map(|broken| broken.name()).collect();
    names.dedup();
    names
}

#[test]
fn recorded() {
    for vector in of_kind("tma") {
        let lists = ["global_dim", "global_stride_bytes", "box", "element_strides"]
            .map(|field| integers(&vector, field));
        let map = TensorMap {
            element: ElementType::from_bits(number(&vector, "bits")).unwrap(),
            address: number(&vector, "address").into(),
            dims: &lists[0],
            strides_bytes: &lists[1],
            box_dims: &lists[2],
            element_strides: &lists[3],
            interleave: Interleave::from_name(text(&vector, "interleave")).unwrap(),
            swizzle: TmaSwizzle::from_name(text(&vector, "swizzle")).unwrap(),
        };
        let expected: Vec<_> = vector["expect"]["broken"].as_array().unwrap().to_vec();
        assert_eq!(names(&map), expected, "{}", vector["id"]);
    }
}

/// The rules as the specification lists them, for types that are not packed.
fn definition(map: &TensorMap<'_>, bits: i64) -> Vec<&'static str> {
    let mut broken = vec![];
    let mut rule = |holds: bool, name| {
        if !holds {
            broken.push(name);
        }
    };
    let rank = map.dims.len();
    let (none, wide) = (map.interleave == Interleave::None, map.interleave == Interleave::B32);
    let multiple = if wide { 32 } else { 16 };
    rule((1..6).contains(&rank), "rank");
    rule(none || rank >= 3, "rank with interleave");
    rule(map.address % multiple == 0, "address");
    rule(map.dims.iter().all(|dim| *dim >= 1 && *dim <= 4294967296), "dim");
    rule(
        map.strides_bytes.iter().all(|n| n % multiple == 0 && *n >= 0 && *n < 1099511627776),
        "stride",
    );
    rule(map.box_dims.iter().all(|n| *n >= 1 && *n <= 256), "box");
    rule(!none || map.box_dims[0] * bits % 128 == 0, "inner box");
    rule(map.element_strides.iter().all(|n| *n >= 1 && *n <= 8), "element stride");
    let span = match map.swizzle {
        TmaSwizzle::None => i64::MAX,
        TmaSwizzle::B32 => 32,
        TmaSwizzle::B64 => 64,
        _ => 128,
    };
    rule(!none || map.box_dims[0] * bits / 8 <= span, "inner box exceeds swizzle span");
    rule(!wide || map.swizzle == TmaSwizzle::B32, "interleave 32B needs swizzle 32B");
    broken
}

fn rarely<T: Clone + std::fmt::Debug + 'static>(
    usual: impl Strategy<Value = T> + 'static,
    rare: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = T> {
    prop_oneof![8 => usual, 1 => rare]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn the_rules_of_plain_types(
        rank in 1_usize..7,
        bits in prop_oneof![Just(8_i64), Just(16), Just(32), Just(64)],
        dims in prop::collection::vec(rarely(1_i64..5000, prop_oneof![Just(0), Just(-1), Just((1 << 32) + 1), Just(1 << 32)]), 7),
        strides in prop::collection::vec(
            rarely((0_i64..2000).prop_map(|n| n * 32), prop_oneof![0_i64..100, Just(1 << 40), Just((1 << 40) - 16), Just(-16)]),
            6,
        ),
        boxes in prop::collection::vec(rarely((1_i64..17).prop_map(|n| n * 8), prop_oneof![0_i64..300, Just(-1)]), 7),
        element_strides in prop::collection::vec(rarely(1_i64..9, prop_oneof![Just(0), Just(9)]), 7),
        interleave in rarely(Just(Interleave::None), prop::sample::select(&Interleave::ALL[..])),
        swizzle in prop::sample::select(&TmaSwizzle::ALL[..]),
        address in rarely(Just(0_i64), 0_i64..64),
    ) {
        let map = TensorMap {
            element: ElementType::from_bits(bits as u32).unwrap(),
            address,
            dims: &dims[..rank],
            strides_bytes: &strides[..rank - 1],
            box_dims: &boxes[..rank],
            element_strides: &element_strides[..rank],
            interleave,
            swizzle,
        };
        prop_assert_eq!(names(&map), definition(&map, bits));
        for broken in map.broken().unwrap() {
            repaired(&map, &broken)?;
        }
    }
}

/// The nearest number that a broken rule names keeps it.
fn repaired(map: &TensorMap<'_>, broken: &Broken) -> Result<(), TestCaseError> {
    let Some(nearest) = broken.nearest() else { return Ok(()) };
    prop_assert!(format!("{broken:#}").contains(&nearest.to_string()), "{broken:#}");
    let (mut dims, mut strides) = (map.dims.to_vec(), map.strides_bytes.to_vec());
    let (mut boxes, mut element_strides) = (map.box_dims.to_vec(), map.element_strides.to_vec());
    let mut address = map.address;
    match *broken {
        Broken::Address { .. } => address = nearest,
        Broken::Dim { dim, .. } => dims[dim] = nearest,
        Broken::Stride { dim, .. } => strides[dim - 1] = nearest,
        Broken::Box { dim, .. } => boxes[dim] = nearest,
        Broken::InnerBox { .. } | Broken::InnerBoxExceedsSpan { .. } => boxes[0] = nearest,
        Broken::ElementStride { dim, .. } => element_strides[dim] = nearest,
        _ => return Ok(()),
    }
    let after = TensorMap {
        dims: &dims,
        strides_bytes: &strides,
        box_dims: &boxes,
        element_strides: &element_strides,
        address,
        ..*map
    };
    let mut still = after.broken().unwrap();
    prop_assert!(
        !still.any(|other| core::mem::discriminant(&other) == core::mem::discriminant(broken)
            && place(&other) == place(broken))
    );
    Ok(())
}

fn place(broken: &Broken) -> usize {
    match *broken {
        Broken::Dim { dim, .. }
        | Broken::Stride { dim, .. }
        | Broken::Box { dim, .. }
        | Broken::ElementStride { dim, .. } => dim,
        _ => 0,
    }
}

#[test]
fn packed_types() {
    let map = |element, dim0, box0, swizzle, interleave, address| {
        let (dims, boxes) = ([dim0, 64, 8], [box0, 8, 1]);
        let map = TensorMap {
            element,
            address,
            dims: &dims,
            strides_bytes: &[1024, 65536],
            box_dims: &boxes,
            element_strides: &[1, 1, 1],
            interleave,
            swizzle,
        };
        names(&map)
    };
    let none = Interleave::None;
    use ElementType::{U4Align8, U4Align16, U6Align16};
    use TmaSwizzle::{B32, B64, B128, B128Atom32, B128Atom32Flip8, B128Atom64};
    assert_eq!(map(U4Align8, 256, 256, B128, none, 16), [""; 0]);
    assert_eq!(map(U4Align8, 255, 256, B128, none, 0), ["dim of packed type"]);
    assert_eq!(map(U4Align8, 256, 96, B128, none, 0), [""; 0]);
    assert_eq!(map(U4Align8, 256, 33, B128, none, 0), ["inner box"]);
    for element in [U4Align16, U6Align16] {
        assert_eq!(map(element, 256, 128, B128, none, 0), [""; 0]);
        assert_eq!(map(element, 256, 128, TmaSwizzle::None, none, 0), [""; 0]);
        assert_eq!(map(element, 256, 128, B128Atom32, none, 0), [""; 0]);
        assert_eq!(map(element, 256, 128, B128, none, 16), ["address"]);
        assert_eq!(
            map(element, 200, 64, B128, none, 0),
            ["dim of packed type", "box of packed type"]
        );
        assert_eq!(
            map(element, 256, 128, B64, none, 0),
            ["inner box exceeds swizzle span", "swizzle of packed type"]
        );
        assert_eq!(map(element, 256, 128, B128Atom32Flip8, none, 0), ["swizzle of packed type"]);
    }
    assert_eq!(map(U6Align16, 256, 128, B128Atom64, none, 0), [""; 0]);
    assert_eq!(map(U4Align16, 256, 128, B128Atom64, none, 0), ["swizzle of packed type"]);
    assert_eq!(
        map(U6Align16, 256, 128, B32, Interleave::B32, 0),
        ["packed type with interleave", "swizzle of packed type"]
    );
    let wide = TensorMap {
        element: U4Align16,
        address: 0,
        dims: &[128, 8],
        strides_bytes: &[80],
        box_dims: &[128, 8],
        element_strides: &[1, 1],
        interleave: none,
        swizzle: B128,
    };
    assert_eq!(
        wide.broken().unwrap().next(),
        Some(Broken::Stride { dim: 1, bytes: 80, multiple: 32 })
    );
    assert_eq!(wide.shared_bytes(), Some(1024));
    for name in ["16U4_ALIGN8B", "CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B", "16U6_ALIGN16B"] {
        let element = ElementType::from_name(name).unwrap();
        assert!(name.ends_with(element.name()));
    }
}

#[test]
fn lists_of_other_lengths() {
    let map = TensorMap {
        element: ElementType::Bits16,
        address: 0,
        dims: &[64, 64],
        strides_bytes: &[128, 128],
        box_dims: &[8, 8],
        element_strides: &[1, 1],
        interleave: Interleave::None,
        swizzle: TmaSwizzle::None,
    };
    let error = map.broken().err().unwrap();
    assert_eq!(error, TmaError::Length { what: "strides", found: 2, expected: 1 });
    let none =
        TensorMap { dims: &[], strides_bytes: &[], box_dims: &[], element_strides: &[], ..map };
    assert_eq!(names(&none), ["rank"]);
    let huge = TensorMap { strides_bytes: &[128], box_dims: &[i64::MAX, i64::MIN], ..map };
    assert_eq!(names(&huge), ["box", "inner box"]);
    assert_eq!(huge.shared_bytes(), None);
}

/// What TMA does to the chunks of a row, as the header says it in words.
fn permuted(swizzle: TmaSwizzle, byte: i64) -> i64 {
    let (row, x) = (byte / 128, byte % 128);
    match swizzle {
        TmaSwizzle::None => byte,
        // Chunks of 16 bytes; of 32- and 64-byte spans four and two rows lie in 128 bytes.
        TmaSwizzle::B32 => ((byte / 16) ^ (row % 2)) * 16 + x % 16,
        TmaSwizzle::B64 => ((byte / 16) ^ (row % 4)) * 16 + x % 16,
        TmaSwizzle::B128 => ((byte / 16) ^ (row % 8)) * 16 + x % 16,
        TmaSwizzle::B128Atom32 => ((byte / 32) ^ (row % 4)) * 32 + x % 32,
        TmaSwizzle::B128Atom32Flip8 => {
            let moved = ((byte / 32) ^ (row % 4)) * 32 + x % 32;
            if row % 2 == 0 { moved } else { ((moved / 8) ^ 1) * 8 + moved % 8 }
        }
        TmaSwizzle::B128Atom64 => unreachable!(),
    }
}

#[test]
fn swizzles_on_bytes() {
    for swizzle in TmaSwizzle::ALL {
        let Some(map) = swizzle.map_on_bytes() else {
            assert_eq!(swizzle, TmaSwizzle::B128Atom64);
            continue;
        };
        let period = (0..4096).map(|byte| match map {
            Outer::Swizzle(map) => map.apply(byte),
            Outer::Xor(map) => map.apply(byte),
            Outer::Layout(_) => unreachable!(),
        });
        let table: Vec<_> = period.collect();
        for (byte, offset) in table.iter().enumerate() {
            assert_eq!(*offset, permuted(swizzle, byte as i64), "{swizzle:?} {byte}");
        }
        // It repeats at the alignment, and not before, where that is more than TMA demands.
        let repeats = |n: usize| (n..4096).all(|byte| table[byte] == table[byte - n] + n as i64);
        let least = (1..13).map(|power| 1 << power).find(|n| repeats(*n)).unwrap() as i64;
        assert_eq!(swizzle.alignment_bytes(), least.max(128), "{swizzle:?}");
    }
}

/// Copies the box as TMA does and compares each element with the two layouts.
fn copies(found: &LargestBox, shared: &AnyLayout, global: &Layout, bits: i64) {
    let map = found.tensor_map();
    assert_eq!(names(&map), [""; 0], "{shared} {global}");
    let shape: Vec<i64> = shared.inner().modes().map(|mode| mode.size()).collect();
    let coords = |mut index: i64| -> Vec<i64> {
        let digits = shape.iter().map(|n| {
            let digit = index % n;
            index /= n;
            digit
        });
        digits.collect()
    };
    // The index of the tile at each element of shared memory.
    let base = match shared {
        AnyLayout::Plain(_) => 0,
        AnyLayout::Composed(composed) => composed.offset(),
    };
    let table: std::collections::BTreeMap<i64, Vec<i64>> =
        (0..shared.size()).map(|index| (shared.at(index).unwrap() - base, coords(index))).collect();
    let count: i64 = map.box_dims.iter().product();
    assert_eq!((count, found.bytes() * 8), (found.elements, count * bits));
    for number in 0..found.instructions.unwrap_or(1) {
        let start = number * count;
        let origin = dims_of(found, global, &table[&element_at(found.swizzle, start, bits)]);
        for position in 0..count {
            let (mut index, mut at) = (position, 0);
            let mut inside = true;
            for (i, n) in map.box_dims.iter().enumerate() {
                let stride = if i == 0 { bits } else { map.strides_bytes[i - 1] * 8 };
                let x = origin[i] + index % n;
                inside &= x < map.dims[i];
                at += x * stride;
                index /= n;
            }
            let coord = &table[&element_at(found.swizzle, start + position, bits)];
            let offsets =
                coord.iter().zip(global.modes()).map(|(x, mode)| mode.at_index(*x).unwrap());
            assert_eq!(
                at,
                offsets.sum::<i64>() * bits,
                "{shared} {global} at {start} + {position}"
            );
            // What TMA takes to be outside the tensor is filled with zeros.
            let within = coord.iter().zip(global.modes()).all(|(x, mode)| *x < mode.size());
            assert!(inside || !within, "{shared} {global} at {start} + {position}");
        }
    }
}

/// Where TMA writes an element of a box that begins at 0. Whole elements move together, so that a byte of it tells.
fn element_at(swizzle: TmaSwizzle, position: i64, bits: i64) -> i64 {
    permuted(swizzle, position * bits / 8) * 8 / bits + position * bits % 8 / bits
}

/// The coordinate of the tensor map at a coordinate of the tensor: largest steps first.
fn dims_of(found: &LargestBox, global: &Layout, coord: &[i64]) -> Vec<i64> {
    let modes = found.modes();
    let mut order: Vec<usize> = (0..modes.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(modes[*i].step));
    let mut out = vec![0; modes.len()];
    for (mode, x) in coord.iter().enumerate() {
        // A mode that is nested is more than one: there only the first box is asked for.
        assert!(*x == 0 || global.mode(mode).unwrap().coalesce().length() == 1);
        let mut rest = *x;
        for i in order.iter().filter(|i| modes[**i].mode == mode) {
            out[*i] = rest / modes[*i].step;
            rest %= modes[*i].step;
        }
        assert_eq!(rest, 0);
    }
    out
}

#[test]
fn boxes_of_canonical_tiles() {
    for bits in [4, 8, 16, 32, 64] {
        for major in [Major::K, Major::Mn] {
            for mode in SwizzleMode::ALL {
                let Ok(atom) = CanonicalAtom::new(major, mode, bits) else { continue };
                let row = atom.row_elements();
                let rows = i64::from(mode.rows());
                let (m, k) = match major {
                    Major::K => (4 * rows, 2 * row),
                    Major::Mn => (2 * row, 4 * rows),
                };
                let shape = tilework::Tuple::of((m, k)).unwrap();
                let tile = atom.layout().tile_to_shape(&shape, None).unwrap();
                let global = match major {
                    Major::K => Layout::new((4096, 4096), (4096, 1)).unwrap(),
                    Major::Mn => Layout::new((4096, 4096), (1, 4096)).unwrap(),
                };
                let found = LargestBox::new(&tile, &global, bits).unwrap();
                copies(&found, &tile, &global, bits.into());
                assert_eq!((found.elements, found.instructions), (m * k, Some(1)), "{tile}");
                assert_eq!((found.limit, found.ragged), (None, None));
                assert_eq!(found.alignment_bytes(), i64::from(mode.atom_bytes()).max(128));
            }
        }
    }
}

#[test]
fn reasons() {
    let find = |shared: &str, global: &str, bits| {
        let shared: AnyLayout = shared.parse().unwrap();
        let global: Layout = global.parse().unwrap();
        let found = LargestBox::new(&shared, &global, bits);
        if let Ok(found) = &found {
            copies(found, &shared, &global, bits.into());
        }
        found
    };
    // Padded rows: the box is one row.
    let padded = find("(16,64):(72,1)", "(1024,1024):(1024,1)", 16).unwrap();
    assert_eq!((padded.elements, padded.limit), (64, Some(Limit::Gap { offset: 64 })));
    assert_eq!(padded.instructions, None);
    // A transposing copy.
    let error = find("(64,64):(1,64)", "(64,64):(64,1)", 16).unwrap_err();
    assert_eq!(error, TmaError::InnerStride { mode: Some(0), stride: 64 });
    assert!(error.to_string().contains("64 elements apart in mode 0"));
    // Rows of 100 bytes.
    let error = find("(16,32):(32,1)", "(50,50):(50,1)", 16).unwrap_err();
    assert_eq!(error, TmaError::Broken(Broken::Stride { dim: 1, bytes: 100, multiple: 16 }));
    // Four elements of two bytes.
    let error = find("(16,4):(4,1)", "(64,64):(64,1)", 16).unwrap_err();
    assert_eq!(error, TmaError::Broken(Broken::InnerBox { inner_bits: 64, bits: 16 }));
    // A swizzle that TMA has not, one on other elements, and another map.
    let error = find("Sw<3,3,4> o 0 o (64,64):(64,1)", "(64,64):(64,1)", 16).unwrap_err();
    assert_eq!(error.name(), "no-such-swizzle");
    assert!(error.to_string().contains("Sw<3,3,3>"));
    assert_eq!(
        find("Sw<3,3,3> o 0 o (64,64):(64,1)", "(64,64):(64,1)", 32).unwrap_err().name(),
        "no-such-swizzle"
    );
    let error = find("(64,64):(64,1) o 0 o (8,8):(1,64)", "(64,64):(64,1)", 16).unwrap_err();
    assert_eq!(error, TmaError::OtherMaps);
    let error = find("Sw<3,3,3> o 64 o (8,64):(64,1)", "(64,64):(64,1)", 16).unwrap_err();
    assert_eq!(error, TmaError::InsidePattern { offset: 64, pattern: 512 });
    // Rows of 256 bytes behind SW128: three modes.
    let wide = find("Sw<3,3,3> o 0 o (64,128):(128,1)", "(512,512):(512,1)", 16).unwrap();
    assert_eq!(wide.tensor_map().box_dims, [64, 2, 64]);
    assert_eq!(wide.instructions, Some(1));
    // Rows of 64 bytes behind SW128: one row, since the place of the next is not documented.
    let narrow = find("Sw<3,3,3> o 0 o (64,32):(32,1)", "(512,512):(512,1)", 16).unwrap();
    assert_eq!(narrow.limit, Some(Limit::NarrowRows { row_bytes: 64, span_bytes: 128 }));
    // 512 rows: two modes along one.
    let long = find("(512,64):(64,1)", "(4096,64):(64,1)", 16).unwrap();
    assert_eq!((long.tensor_map().box_dims, long.instructions), (&[64, 256, 2][..], Some(1)));
    assert_eq!((long.tensor_map().dims, long.ragged), (&[64, 256, 16][..], None));
    let prime = find("(257,64):(64,1)", "(4096,64):(64,1)", 16).unwrap();
    assert_eq!((prime.elements, prime.limit), (64, Some(Limit::Indivisible { extent: 257 })));
    assert_eq!(prime.instructions, Some(257));
    // A matrix whose width is no multiple of 64, in two chunks of 64.
    let ragged = find("((8,8),(64,2)):((64,512),(1,4096))", "(4096,1000):(1000,1)", 16).unwrap();
    assert_eq!(ragged.ragged, Some(1));
    // Six modes in global memory.
    let error =
        find("(8,8,1,1,1,1):(8,1,0,0,0,0)", "(8,8,2,2,2,2):(8,1,64,128,256,512)", 16).unwrap_err();
    assert_eq!(error, TmaError::TooManyModes { modes: 6 });
    // Five of which the tile takes two.
    let five = find("(8,8,1,1,1):(8,1,0,0,0)", "(8,8,2,2,2):(8,1,64,128,256)", 16).unwrap();
    assert_eq!(five.tensor_map().box_dims, [8, 8, 1, 1, 1]);
    // Two of which would be six dimensions.
    let split = find(
        "((8,8),(8,2),1,1,1):((8,128),(1,64),0,0,0)",
        "(64,64,2,2,2):(64,1,4096,8192,16384)",
        16,
    )
    .unwrap();
    assert_eq!(split.limit, Some(Limit::Rank { rank: 6 }));
    assert_eq!((split.tensor_map().box_dims, split.instructions), (&[8, 8, 1, 1, 1][..], Some(16)));
    let error = find("(64,64):(64,1)", "(64,(8,8),2):(64,(1,8),4096)", 16).unwrap_err();
    assert_eq!(error, TmaError::Ranks { shared: 2, global: 3 });
    assert_eq!(find("(64,64):(64,1)", "(64,64):(64,1)", 12).unwrap_err().name(), "element-bits");
    assert_eq!(find("(64,64):(64,1)", "(64,64):(64,1)", 6).unwrap_err().name(), "gaps");
    assert_eq!(find("1:0", "1:0", 16).unwrap_err().name(), "broken-rule");
}

/// The most elements that the modes of the two layouts, taken from the start of shared memory, allow.
fn most(shared: &AnyLayout, global: &Layout, bits: i64, swizzle: TmaSwizzle) -> i64 {
    // The coordinate of each offset, as far as there is one.
    let shape: Vec<i64> = shared.inner().modes().map(|mode| mode.size()).collect();
    let mut run = vec![None; shared.size() as usize];
    for index in 0..shared.inner().size() {
        let at = shared.inner().at(index).unwrap();
        if let Some(slot) = run.get_mut(at as usize)
            && slot.is_none()
        {
            let mut rest = index;
            let coord: Vec<i64> = shape
                .iter()
                .map(|n| {
                    let x = rest % n;
                    rest /= n;
                    x
                })
                .collect();
            *slot = Some(coord);
        }
    }
    let run: Vec<_> = run.into_iter().map_while(|coord| coord).collect();
    let strides: Vec<i64> = global.leaf_modes().iter().map(|mode| mode.stride).collect();
    let dims: Vec<i64> = global.leaf_modes().iter().map(|mode| mode.extent).collect();
    // What a box leaves of the run must be more such boxes.
    let repeats = |n: usize| {
        let sum = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| a + b).collect::<Vec<_>>();
        run.len().is_multiple_of(n)
            && (0..run.len()).all(|p| run[p] == sum(&run[p / n * n], &run[p % n]))
    };
    let legal = |n: &usize| repeats(*n) && boxed(&run[..*n], &strides, &dims, bits, swizzle);
    (1..=run.len()).rev().find(legal).unwrap_or(0) as i64
}

/// An extent of the box, along which mode, and by which steps.
type Dimension = (i64, usize, i64);

/// Whether these coordinates are a box of some legal map: tries all extents, dimension by dimension.
fn boxed(run: &[Vec<i64>], strides: &[i64], dims: &[i64], bits: i64, swizzle: TmaSwizzle) -> bool {
    fn go(
        run: &[Vec<i64>],
        done: usize,
        chosen: &mut Vec<Dimension>,
        check: &dyn Fn(&[Dimension]) -> bool,
    ) -> bool {
        if done == run.len() {
            return check(chosen);
        }
        if chosen.len() == 5 {
            return false;
        }
        for extent in
            (2..=256.min(run.len() / done)).filter(|n| (run.len() / done).is_multiple_of(*n))
        {
            // The step must be along one mode, and all elements its multiples.
            let step = &run[done];
            let along: Vec<_> = (0..step.len()).filter(|i| step[*i] != 0).collect();
            let [mode] = along[..] else { return false };
            let linear = (0..done * extent).all(|p| {
                let (low, high) = (p % done, (p / done) as i64);
                (0..step.len()).all(|i| run[p][i] == run[low][i] + high * step[i])
            });
            if !linear {
                continue;
            }
            chosen.push((extent as i64, mode, step[mode]));
            if go(run, done * extent, chosen, check) {
                return true;
            }
            chosen.pop();
        }
        false
    }
    let check = |chosen: &[Dimension]| {
        let Some((inner, mode, step)) = chosen.first().copied() else { return false };
        if strides[mode] * step != 1 || inner * bits % 128 != 0 {
            return false;
        }
        let span = match swizzle {
            TmaSwizzle::None => None,
            TmaSwizzle::B32 => Some(32),
            TmaSwizzle::B64 => Some(64),
            _ => Some(128),
        };
        if span.is_some_and(|span| {
            inner * bits / 8 > span || chosen.len() > 1 && inner * bits / 8 < span
        }) {
            return false;
        }
        let mut rank = 0;
        for i in 0..dims.len() {
            let mut steps: Vec<_> =
                chosen.iter().filter(|c| c.1 == i).map(|c| (c.2, c.0)).collect();
            steps.sort();
            if steps.windows(2).any(|w| w[1].0 % w[0].0 != 0 || w[0].0 * w[0].1 > w[1].0) {
                return false;
            }
            let between = steps.first().map_or(dims[i] > 1, |first| first.0 > 1);
            rank += steps.len() + usize::from(between);
            let needed = steps.iter().map(|s| s.0).chain(between.then_some(1));
            let outer = needed.filter(|step| (i, *step) != (mode, 1));
            if outer.into_iter().any(|step| step * strides[i] * bits % 128 != 0) {
                return false;
            }
        }
        rank <= 5
    };
    go(run, 1, &mut vec![], &check)
}

/// Layouts of a tile of two modes: a permutation of powers of two, sometimes padded.
fn tile() -> impl Strategy<Value = (Layout, i64)> {
    let leaves = prop::collection::vec(
        (0_usize..2, prop_oneof![Just(2_i64), Just(4), Just(8), Just(16), Just(3)]),
        2..7,
    );
    (leaves, any::<u64>(), 0_usize..16).prop_map(|(mut leaves, seed, pad)| {
        let mut order: Vec<usize> = (0..leaves.len()).collect();
        let mut state = seed;
        for i in (1..order.len()).rev() {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            order.swap(i, (state >> 33) as usize % (i + 1));
        }
        // Mostly the contiguous elements are neighbours in the tile too, and enough for a box.
        if seed % 8 > 0 {
            let first = leaves.iter().position(|leaf| leaf.0 == leaves[order[0]].0).unwrap();
            let place = order.iter().position(|i| *i == first).unwrap();
            order.swap(0, place);
            leaves[first].1 *= [1, 4, 8, 16][seed as usize / 8 % 4];
        }
        let (mut strides, mut next) = (vec![0; leaves.len()], 1);
        for (rank, i) in order.iter().enumerate() {
            strides[*i] = next;
            next *= leaves[*i].1 + i64::from(pad == rank + 1);
        }
        let part = |which| {
            let modes: Vec<_> = leaves
                .iter()
                .zip(&strides)
                .filter(|(leaf, _)| leaf.0 == which)
                .map(|(leaf, stride)| Layout::new(leaf.1, *stride).unwrap())
                .collect();
            if modes.is_empty() { Layout::UNIT } else { Layout::concat(&modes).unwrap() }
        };
        (Layout::concat(&[part(0), part(1)]).unwrap(), next)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2500))]

    #[test]
    fn boxes_copy_and_none_is_larger(
        (inner, _) in tile(),
        which in 0_usize..8,
        bits in prop_oneof![Just(8_u32), Just(16), Just(32)],
        transposed in prop::bool::weighted(0.1),
        extents in (prop_oneof![Just(64_i64), Just(100), Just(96)], prop_oneof![Just(64_i64), Just(48), Just(60)]),
    ) {
        let (m, k) = extents;
        let along_k = inner.mode(1).unwrap().leaf_modes().iter().any(|leaf| leaf.stride == 1);
        let row_major = along_k != transposed;
        let global = if row_major { Layout::new((m, k), (k, 1)) } else { Layout::new((m, k), (1, m)) }.unwrap();
        let shared = match SwizzleMode::ALL.get(which) {
            Some(mode) => {
                let swizzle = mode.swizzle_on_elements(bits).unwrap();
                AnyLayout::Composed(ComposedLayout::new(swizzle, 0, &inner).unwrap())
            }
            None => AnyLayout::Plain(inner),
        };
        if shared.size() > 1 << 12 {
            return Ok(());
        }
        let found = LargestBox::new(&shared, &global, bits);
        let swizzle = SwizzleMode::ALL.get(which).map_or(TmaSwizzle::None, |mode| TmaSwizzle::of_mode(*mode));
        let expected = most(&shared, &global, bits.into(), swizzle);
        match found {
            Ok(found) => {
                copies(&found, &shared, &global, bits.into());
                prop_assert_eq!(found.elements, expected, "{} {} {} {:?}", shared, global, bits, found);
                prop_assert_eq!(found.limit.is_none(), found.elements == shared.size());
            }
            Err(error) => prop_assert_eq!(expected, 0, "{} {} {} {}", shared, global, bits, error),
        }
    }
}

#[test]
fn tiles_that_stick_out_or_repeat() {
    // More rows than the tensor has: what is outside is filled with zeros.
    let found = LargestBox::new(&layout!((16,64):(64,1)), &layout!((10,64):(64,1)), 16).unwrap();
    assert_eq!(found.tensor_map().dims, [64, 10]);
    assert_eq!((found.elements, found.instructions), (1024, Some(1)));
    // Every element of shared memory once, although the tile repeats them.
    let found = LargestBox::new(&layout!((16,64):(0,1)), &layout!((16,64):(64,1)), 16).unwrap();
    assert_eq!((found.elements, found.instructions), (64, None));
    // Backwards in shared memory.
    let error =
        LargestBox::new(&layout!((16,64):(64,-1)), &layout!((16,64):(64,1)), 16).unwrap_err();
    assert_eq!(error.name(), "broken-rule");
    // Nested modes of global memory: the tile ends inside one.
    let found =
        LargestBox::new(&layout!((8,48):(48,1)), &layout!((8,(32,4)):(32,(1,256))), 16).unwrap();
    assert_eq!(found.elements, 24);
    assert_eq!(found.limit.map(|limit| limit.to_string().contains("no single mode")), Some(true));
}
