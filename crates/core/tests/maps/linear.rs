//! Linear layouts with named inputs and outputs, as Triton has them.

use tilework::{AnyLayout, ErrorKind, LinearDim, LinearLayout, Tuple, XorMap, layout, tuple};

/// A blocked layout: registers along dim1, lanes and warps over both.
fn blocked() -> LinearLayout<'static> {
    LinearLayout::new(
        &[
            ("register", &[&[0, 1], &[0, 2]]),
            ("lane", &[&[0, 4], &[0, 8], &[1, 0], &[2, 0], &[4, 0]]),
            ("warp", &[&[8, 0]]),
            ("block", &[]),
        ],
        &[("dim0", 16), ("dim1", 16)],
    )
    .unwrap()
}

/// A swizzled shared-memory layout: offset to (row, column), columns XORed with rows.
fn swizzled() -> LinearLayout<'static> {
    LinearLayout::new(
        &[("offset", &[&[0, 1], &[0, 2], &[0, 4], &[1, 1], &[2, 2], &[4, 4]])],
        &[("dim0", 8), ("dim1", 8)],
    )
    .unwrap()
}

#[test]
fn by_bits() {
    let a = blocked();
    for register in 0..4 {
        for lane in 0..32 {
            for warp in 0..2 {
                let (column, row) = (register + 4 * (lane % 4), lane / 4 + 8 * warp);
                assert_eq!(a.at(&[register, lane, warp, 0]), Ok(Tuple::of((row, column)).unwrap()));
            }
        }
    }
    assert_eq!(a.basis(1, 2), Some(tuple!((1, 0))));
    assert_eq!((a.basis(1, 5), a.basis(4, 0)), (None, None));
    assert!(a.is_injective() && a.is_surjective());
    assert_eq!(a.map().bits(), 8);
}

#[test]
fn as_layouts() {
    let a = blocked();
    let layout = a.to_layout().unwrap();
    assert_eq!(layout, AnyLayout::Plain(layout!((4,(4,8),2,1):(16,(64,1),8,0))));
    let names = ["register", "lane", "warp", "block"];
    assert_eq!(LinearLayout::from_layout(&layout, &names, a.outs()), Ok(a));

    // Behind one swizzle: dim0 + 8 * dim1, where dim1 is XORed with dim0.
    let s = swizzled();
    let layout = s.to_layout().unwrap();
    assert_eq!(layout.to_string(), "Sw<3,0,-3> o 0 o ((8,8)):((8,1))");
    assert_eq!(LinearLayout::from_layout(&layout, &["offset"], s.outs()), Ok(s));
    for x in 0..64 {
        let (row, column) = (x / 8, (x % 8) ^ (x / 8));
        assert_eq!(s.at(&[x]), Ok(Tuple::of((row, column)).unwrap()));
        assert_eq!(layout.at(x), Ok(row + 8 * column));
    }

    // Where no swizzle is enough, the map itself: also for what repeats.
    let bases: &[(&str, &[&[i64]])] = &[("lane", &[&[3], &[6], &[5]]), ("register", &[&[1]])];
    let a = LinearLayout::new(bases, &[("dim0", 8)]).unwrap();
    let layout = a.to_layout().unwrap();
    assert_eq!(layout.to_string(), "Xor<3,6,5,1> o 0 o (8,2):(1,8)");
    assert_eq!(LinearLayout::from_layout(&layout, &["lane", "register"], a.outs()), Ok(a));
    assert!(
        !a.is_injective() && !LinearLayout::new(bases, &[("dim0", 16)]).unwrap().is_surjective()
    );
}

/// All maps of four bits come back from their layouts.
#[test]
fn round_trips() {
    let outs = [LinearDim { name: "x", bits: 2 }, LinearDim { name: "y", bits: 2 }];
    for code in 0..1 << 16_i64 {
        let columns = [code & 15, code >> 4 & 15, code >> 8 & 15, code >> 12];
        let map = XorMap::new(&columns).unwrap();
        let b = |i: usize| [columns[i] & 3, columns[i] >> 2];
        let (b0, b1, b2, b3) = (b(0), b(1), b(2), b(3));
        let a = LinearLayout::new(&[("a", &[&b0, &b1, &b2]), ("b", &[&b3])], &[("x", 4), ("y", 4)])
            .unwrap();
        assert_eq!(a.map(), &map);
        let layout = a.to_layout().unwrap();
        assert!((0..16).all(|x| layout.at(x) == Ok(map.apply(x))), "{layout}");
        assert_eq!(LinearLayout::from_layout(&layout, &["a", "b"], &outs), Ok(a), "{layout}");
    }
}

#[test]
fn printed() {
    assert_eq!(
        blocked().to_string(),
        " - register=1 -> (0, 1)\n   register=2 -> (0, 2)\n - lane=1 -> (0, 4)\n   lane=2 -> (0, 8)\n   \
         lane=4 -> (1, 0)\n   lane=8 -> (2, 0)\n   lane=16 -> (4, 0)\n - warp=1 -> (8, 0)\n \
         - block is a size 1 dimension\nwhere out dims are: [dim0 (size 16), dim1 (size 16)]"
    );
}

#[test]
fn read_back() {
    for a in [blocked(), swizzled()] {
        let text = a.to_string();
        assert_eq!(LinearLayout::parse(&text), Ok(a));
        let spaced = format!("\n{}\n\n", text.replace('\n', "\n\n"));
        assert_eq!(LinearLayout::parse(&spaced), Ok(a));
    }
    let outs = "where out dims are: [dim0 (size 4)]";
    assert_eq!(LinearLayout::parse(outs).unwrap().map().bits(), 0);
    for (text, at) in [
        ("", 0),
        (" - lane=1 -> (1)", 0),
        (" - lane=2 -> (1)\n", 0),
        (" - lane=1 -> (1)\n   warp=2 -> (2)\n", 17),
        (" - lane=1 -> (1)\n   lane=4 -> (2)\n", 17),
        (" - lane=1 -> 1\n", 0),
        (" - lane=1 -> (x)\n", 0),
    ] {
        let whole = if text.ends_with('\n') { format!("{text}{outs}") } else { text.to_owned() };
        let error = LinearLayout::parse(&whole).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::Parse { at: found, .. } if found == at),
            "{error}"
        );
    }
    let error = LinearLayout::parse(" - lane=1 -> (4)\nwhere out dims are: [dim0 (size 4)]");
    assert!(matches!(error.unwrap_err().kind(), ErrorKind::OutOfBounds { .. }));
    let error = LinearLayout::parse(" - lane=1 -> (1, 1)\nwhere out dims are: [dim0 (size 4)]");
    assert!(matches!(error.unwrap_err().kind(), ErrorKind::RankMismatch { .. }));
}

#[test]
fn refusals() {
    let kind = |bases: &[&[i64]], outs: &[(&'static str, i64)]| {
        LinearLayout::new(&[("lane", bases)], outs).unwrap_err().kind()
    };
    assert!(matches!(kind(&[&[1]], &[("dim0", 6)]), ErrorKind::NotPowerOfTwo { value: 6, .. }));
    assert_eq!(kind(&[&[1, 0]], &[("dim0", 4)]), ErrorKind::RankMismatch { left: 2, right: 1 });
    assert_eq!(kind(&[&[4]], &[("dim0", 4)]), ErrorKind::OutOfBounds { coordinate: 4, extent: 4 });
    assert_eq!(
        kind(&[&[-1]], &[("dim0", 4)]),
        ErrorKind::OutOfBounds { coordinate: -1, extent: 4 }
    );
    assert!(matches!(kind(&[&[0][..]; 64], &[("dim0", 4)]), ErrorKind::NoSuchBit { bit: 63, .. }));
    assert!(matches!(kind(&[], &[("a", 1 << 40), ("b", 1 << 40)]), ErrorKind::NoSuchBit { .. }));
    let a = AnyLayout::Plain(layout!((4,3):(1,4)));
    assert!(LinearLayout::from_layout(&a, &["x", "y"], &[]).is_err());
    let a = AnyLayout::Plain(layout!((4,2):(1,4)));
    let outs = [LinearDim { name: "x", bits: 2 }];
    let error = LinearLayout::from_layout(&a, &["x", "y"], &outs).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfBounds { coordinate: 4, extent: 4 });
    let error = LinearLayout::from_layout(&a, &["x"], &outs).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RankMismatch { left: 2, right: 1 });
}

/// Over all pairs of maps of few bits, where outputs are met by name and may be smaller than the inputs they are.
#[test]
fn one_after_the_other() {
    let (x, y) = (LinearDim { name: "x", bits: 2 }, LinearDim { name: "y", bits: 1 });
    let small = LinearDim { name: "x", bits: 1 };
    let (outer_out, lane) = (LinearDim { name: "z", bits: 3 }, LinearDim { name: "lane", bits: 2 });
    for outer in 0..1 << 9_i64 {
        let columns = [outer & 7, outer >> 3 & 7, outer >> 6];
        let map = XorMap::new(&columns).unwrap();
        let outer = LinearLayout::from_map(&[x, y], &[outer_out], map).unwrap();
        for inner in 0..16 {
            let map = XorMap::new(&[inner & 3, inner >> 2]).unwrap();
            let inner = LinearLayout::from_map(&[lane], &[y, small], map).unwrap();
            let both = outer.compose(&inner).unwrap();
            assert_eq!((both.ins(), both.outs()), (inner.ins(), outer.outs()));
            for i in 0..4 {
                let met = inner.at(&[i]).unwrap();
                let &[y, x] = met.leaves() else { panic!("two outputs") };
                assert_eq!(both.at(&[i]), outer.at(&[x, y]));
            }
        }
    }
}

/// An inverse is one exactly where the map is a bijection, which is counted.
#[test]
fn and_back() {
    let ins = [LinearDim { name: "a", bits: 1 }, LinearDim { name: "b", bits: 2 }];
    let outs = [LinearDim { name: "x", bits: 2 }, LinearDim { name: "y", bits: 1 }];
    for code in 0..1 << 9_i64 {
        let map = XorMap::new(&[code & 7, code >> 3 & 7, code >> 6]).unwrap();
        let a = LinearLayout::from_map(&ins, &outs, map).unwrap();
        let values: std::collections::HashSet<_> = (0..8).map(|i| map.apply(i)).collect();
        match a.inverse() {
            Ok(inverse) => {
                assert_eq!((inverse.ins(), inverse.outs(), values.len()), (&outs[..], &ins[..], 8));
                for i in 0..8 {
                    let out = a.at(&[i & 1, i >> 1]).unwrap();
                    assert_eq!(inverse.at(out.leaves()).unwrap().leaves(), [i & 1, i >> 1]);
                }
            }
            Err(error) => {
                let ErrorKind::Singular { kernel } = error.kind() else { panic!("{error}") };
                assert!(values.len() < 8 && kernel != 0 && map.apply(kernel) == 0);
            }
        }
    }
    let wide = LinearDim { name: "y", bits: 4 };
    let a = LinearLayout::from_map(&ins, &[wide], XorMap::new(&[1, 2, 4]).unwrap()).unwrap();
    assert_eq!(a.inverse().unwrap_err().kind(), ErrorKind::SizeMismatch { left: 8, right: 16 });
}

#[test]
fn what_does_not_follow() {
    let dim = |name, bits| LinearDim { name, bits };
    let one = |ins: &[LinearDim<'static>], outs: &[LinearDim<'static>], columns: &[i64]| {
        LinearLayout::from_map(ins, outs, XorMap::new(columns).unwrap()).unwrap()
    };
    let outer = one(&[dim("x", 1), dim("y", 1)], &[dim("z", 2)], &[1, 2]);
    let kind = |inner: &LinearLayout<'static>| outer.compose(inner).unwrap_err().kind();
    let lane = [dim("lane", 2)];
    assert_eq!(
        kind(&one(&lane, &[dim("x", 2)], &[1, 2])),
        ErrorKind::RankMismatch { left: 2, right: 1 }
    );
    assert_eq!(
        kind(&one(&lane, &[dim("x", 1), dim("w", 1)], &[1, 2])),
        ErrorKind::NoSuchInput { output: 1 }
    );
    assert_eq!(
        kind(&one(&lane, &[dim("x", 1), dim("x", 1)], &[1, 2])),
        ErrorKind::RepeatedMode { mode: 1 }
    );
    assert_eq!(
        kind(&one(&lane, &[dim("x", 2), dim("y", 1)], &[1, 2])),
        ErrorKind::OutOfBounds { coordinate: 2, extent: 2 }
    );
    // Larger, but never beyond.
    assert!(outer.compose(&one(&lane, &[dim("x", 2), dim("y", 1)], &[1, 4])).is_ok());
    let mismatch = LinearLayout::from_map(&lane, &[dim("z", 2)], XorMap::new(&[1]).unwrap());
    assert_eq!(mismatch.unwrap_err().kind(), ErrorKind::SizeMismatch { left: 2, right: 4 });
}
