//! `serde`: what is written is read again as the same value, and what is not a value is refused.

use std::fmt::{Debug, Display};

use proptest::prelude::*;
use serde::de::{Deserialize, DeserializeOwned};
use serde::ser::Serialize;
use serde_json::{from_str, to_string};
use tilework::{
    AnyLayout, BasisStride, ComposedLayout, CoordLayout, Coverage, Layout, LayoutRef, LinearDim,
    LinearLayout, Mode, Nested, Order, Outer, Profile, Slicer, Swizzle, Tiler, Tuple, TvLayout,
    Vector, Window, XorMap, layout, slicer, tuple,
};
use tilework_testing::bits::{any_composed, any_outer, any_swizzle, swizzles};
use tilework_testing::forms::tree;
use tilework_testing::{layout, small_layouts};

/// Written and read again, in two formats.
fn again<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = to_string(value).unwrap();
    assert_eq!(from_str::<T>(&json).unwrap(), *value, "{json}");
    let tree = serde_json::to_value(value).unwrap();
    assert_eq!(serde_json::from_value::<T>(tree).unwrap(), *value, "{json}");
    json
}

/// The same, and what is written is the notation.
fn text<T: Serialize + DeserializeOwned + PartialEq + Display + Debug>(value: &T) {
    assert_eq!(again(value), format!("\"{value}\""));
}

/// Everything that a plain layout is made of or asked for.
fn all_of(a: &Layout) {
    text(a);
    text(&a.shape());
    text(&a.stride());
    text(&a.shape().to_slicer());
    text(&Tiler::from(a));
    text(&AnyLayout::from(*a));
    text(&Outer::Layout(*a));
    a.leaf_modes().iter().for_each(text);
    again(&a.shape().profile());
    again(&a.vector());
    if let Ok(window) = LayoutRef::from(a).window(4) {
        again(&window);
    }
    if let Ok(tv) = TvLayout::new(a, &tuple!((2, 3))) {
        again(&tv);
        again(&tv.coverage().unwrap());
    }
}

#[test]
fn small() {
    let mut tv = 0;
    for a in small_layouts(3, 1..=3, -1..=2) {
        all_of(&a);
        tv += usize::from(a.rank() == 2);
    }
    assert!(tv > 100, "{tv}");
    for swizzle in swizzles(3, 4, 5) {
        text(&swizzle);
        text(&Outer::Swizzle(swizzle));
        text(&XorMap::from(swizzle));
    }
    text(&slicer!((_, (2, _))));
    text(&slicer!(_));
    text(&tuple!(()));
    for order in [Order::Colex, Order::Lex] {
        again(&order);
    }
}

/// The largest and the smallest numbers, the most modes, the deepest nesting.
#[test]
fn extremes() {
    all_of(&layout!(9223372036854775807:1));
    all_of(&layout!((1,1):(-9223372036854775808,9223372036854775807)));
    // One leaf inside as many parentheses as fit.
    let mut depth = 0;
    let nested = |depth: usize| {
        let tuple = |leaf: &str| format!("{}{leaf}{}", "(".repeat(depth), ")".repeat(depth));
        format!("{}:{}", tuple("2"), tuple("-1")).parse::<Layout>()
    };
    while let Ok(deep) = nested(depth) {
        all_of(&deep);
        depth += 1;
    }
    assert_eq!(depth, 64);
    let flat = format!("({})", ["1"; 32].join(","));
    all_of(&format!("{flat}:{flat}").parse().unwrap());
    text(&XorMap::new(&[i64::MAX; 63]).unwrap());
    again(&Coverage::Unowned { cell: i64::MIN });
    again(&Coverage::Exact);
    again(&Coverage::Twice { cell: 1, first: (0, i64::MAX), second: (2, -1) });
    again(&Coverage::Outside { cell: i64::MAX, owner: (3, 4) });
    again(&Vector::along(layout!(8:1).vector(), &[7; 64]));
}

proptest! {
    #[test]
    fn plain(a in layout(1..=5, 1..=99, -99..=99), tree in tree(layout(1..=3, 1..=9, -9..=9))) {
        all_of(&a);
        text(&tree.tiler());
    }

    #[test]
    fn mapped(a in any_composed(layout(1..=3, 1..=8, 0..=40)), outer in any_outer(), sw in any_swizzle()) {
        text(&outer);
        text(&sw);
        if let Some(a) = a {
            text(&a);
            text(&AnyLayout::from(a));
            if let Ok(vector) = LayoutRef::from(&a).vector() {
                again(&vector);
            }
        }
    }

    #[test]
    fn coordinates(a in layout(1..=4, 1..=9, -9..=9), places in prop::collection::vec((0..3_usize, 0..3_usize), 8)) {
        // Each stride at a place of its own, some at two.
        let scales = a.stride();
        let strides = scales.leaves().iter().zip(&places).map(|(&scale, &(x, y))| {
            let stride = BasisStride::new(scale, &[x]).unwrap();
            if y == x { stride } else { stride.add(&BasisStride::new(1, &[y]).unwrap()).unwrap() }
        });
        let texts: Vec<String> = strides.inspect(text).map(|stride| stride.to_string()).collect();
        let flat = format!("({})", texts.join(","));
        let strides: Nested<BasisStride> = flat.parse().unwrap();
        prop_assert_eq!(strides.to_string(), flat);
        let strides = strides.unflatten(&a.shape()).unwrap();
        text(&strides);
        text(&CoordLayout::new(&a.shape(), &strides).unwrap());
    }

    #[test]
    fn linear(
        bits in prop::collection::vec(0..4_usize, 0..=8),
        outs in prop::collection::vec(0..4_u32, 0..=8),
        seed in any::<u64>(),
    ) {
        const NAMES: [&str; 8] = ["register", "lane", "warp", "block", "", "é", "a b", "dim(0)"];
        let sizes: Vec<i64> = outs.iter().map(|bits| 1 << bits).collect();
        let basis = |i: usize| -> Vec<i64> {
            sizes.iter().enumerate().map(|(k, size)| (seed >> ((7 * i + k) % 60)) as i64 & (size - 1)).collect()
        };
        let bases: Vec<Vec<Vec<i64>>> =
            bits.iter().enumerate().map(|(d, &n)| (0..n).map(|b| basis(4 * d + b)).collect()).collect();
        let slices: Vec<Vec<&[i64]>> =
            bases.iter().map(|dim| dim.iter().map(Vec::as_slice).collect()).collect();
        let ins: Vec<_> = NAMES.into_iter().zip(slices.iter().map(Vec::as_slice)).collect();
        let outs: Vec<_> = NAMES.into_iter().rev().zip(sizes.iter().copied()).collect();
        let a = LinearLayout::new(&ins, &outs).unwrap();
        let json = to_string(&a).unwrap();
        prop_assert_eq!(from_str::<LinearLayout<'_>>(&json).unwrap(), a);
        for dim in a.ins().iter().chain(a.outs()) {
            let json = to_string(dim).unwrap();
            prop_assert_eq!(from_str::<LinearDim<'_>>(&json).unwrap(), *dim);
        }
    }

    /// Whatever stands there, nothing panics, and what is read is written as something that reads the same.
    #[test]
    fn any_text(words in prop::collection::vec(prop::sample::select(WORDS), 0..12)) {
        let joined = words.concat();
        let json = to_string(&joined).unwrap();
        for input in [json.as_str(), joined.as_str()] {
            hostile(input);
        }
    }
}

const WORDS: &[&str] = &[
    "(",
    ")",
    ",",
    ":",
    "_",
    "-",
    "@",
    "+",
    "<",
    ">",
    "Sw<",
    "Xor<",
    " o ",
    "0",
    "1",
    "4",
    "8",
    "63",
    "9223372036854775807",
    "9223372036854775808",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "null",
    "é",
    "\u{0}",
];

/// Reads the input as everything.
fn hostile(input: &str) {
    fn read<T: Serialize + DeserializeOwned + PartialEq + Debug>(input: &str) {
        if let Ok(value) = from_str::<T>(input) {
            again(&value);
        }
    }
    read::<Tuple>(input);
    read::<Slicer>(input);
    read::<Layout>(input);
    read::<Mode>(input);
    read::<Tiler>(input);
    read::<Swizzle>(input);
    read::<XorMap>(input);
    read::<Outer>(input);
    read::<ComposedLayout>(input);
    read::<AnyLayout>(input);
    read::<BasisStride>(input);
    read::<Nested<BasisStride>>(input);
    read::<CoordLayout>(input);
    read::<Profile>(input);
    read::<TvLayout>(input);
    read::<Vector>(input);
    read::<Window>(input);
    read::<Order>(input);
    read::<Coverage>(input);
    if let Ok(a) = from_str::<LinearLayout<'_>>(input) {
        assert_eq!(from_str::<LinearLayout<'_>>(&to_string(&a).unwrap()).unwrap(), a);
    }
}

/// What is wrong is refused, and the message says what it is.
#[track_caller]
fn refused<'a, T: Deserialize<'a> + Debug>(json: &'a str, why: &str) {
    let error = from_str::<T>(json).expect_err(json).to_string();
    assert!(error.contains(why), "{json}: {error}");
}

#[test]
fn written_as() {
    let tv = TvLayout::make(&layout!((2,3):(3,1)), &layout!((2,1):(1,0))).unwrap();
    assert_eq!(again(&tv), r#"{"layout":"((3,2),2):((4,2),1)","tile":"(4,3)"}"#);
    assert_eq!(again(&layout!((128,32):(40,1)).vector()), r#"{"width":32,"aligned":8,"path":[1]}"#);
    let window = LayoutRef::from(&layout!(4:-2)).window(4).unwrap();
    assert_eq!(again(&window), r#"{"base":6,"span":7}"#);
    assert_eq!(again(&tuple!((1, (2, 3))).profile()), r#""(_,(_,_))""#);
    assert_eq!(again(&Mode::new(4, -8)), r#""4:-8""#);
    assert_eq!(again(&Order::Lex), r#""lex""#);
    let twice = Coverage::Twice { cell: 3, first: (0, 1), second: (2, 0) };
    assert_eq!(again(&twice), r#"{"twice":{"cell":3,"first":[0,1],"second":[2,0]}}"#);
    let a = LinearLayout::new(&[("lane", &[&[1, 0], &[0, 1]])], &[("x", 2), ("y", 2)]).unwrap();
    assert_eq!(
        to_string(&a).unwrap(),
        r#"{"ins":[{"name":"lane","bits":2}],"outs":[{"name":"x","bits":1},{"name":"y","bits":1}],"map":"Xor<1,2>"}"#
    );
}

#[test]
fn refusals() {
    refused::<Layout>("\"(4,8\"", "at byte 4");
    refused::<Layout>("48", "the notation");
    refused::<Layout>("\"(0,8):(1,4)\"", "extent");
    refused::<Mode>("\"(4,8):(1,4)\"", "one extent and one stride");
    refused::<Mode>("\"0:1\"", "extent");
    refused::<Mode>("\"()\"", "one extent and one stride");
    refused::<Mode>("\"4:1 \\u0000\"", "at byte");
    refused::<Outer>("\"Sw<3,0,1>\"", "overlap");
    refused::<Outer>("\"Sw<3,3,3> o 8:1\"", "at byte");
    refused::<Profile>("\"(_,4)\"", "`_`");
    refused::<Nested<BasisStride>>("\"(1@0,\"", "at byte");
    let deep = format!("\"{}\"", "(".repeat(100_000));
    hostile(&deep);
    refused::<Nested<BasisStride>>(&deep, "modes");

    refused::<TvLayout>(r#"{"layout":"8:1","tile":"8"}"#, "1 modes on one side and 2");
    refused::<TvLayout>(r#"{"layout":"(4,2):(1,4)","tile":"(0,8)"}"#, "extent");
    refused::<TvLayout>(r#"{"layout":"(4,2):(1,4)"}"#, "missing field `tile`");
    refused::<TvLayout>(r#"{"layout":"(4,2):(1,4)","tile":"8","tiles":"8"}"#, "unknown field");
    refused::<TvLayout>(r#"{"layout":"(4,2):(1,4)","tile":"8","tile":"8"}"#, "duplicate field");

    for (width, aligned) in [(0, 0), (0, 1), (8, 0), (8, 3), (-8, -8), (8, -8), (4, 8)] {
        let json = format!(r#"{{"width":{width},"aligned":{aligned},"path":[]}}"#);
        refused::<Vector>(&json, "divides the width");
    }
    let lowest = format!(r#"{{"width":{},"aligned":-1,"path":[]}}"#, i64::MIN);
    refused::<Vector>(&lowest, "divides the width");
    refused::<Vector>(r#"{"width":8,"aligned":8,"path":[256]}"#, "256");
    let long = format!(r#"{{"width":8,"aligned":8,"path":{:?}}}"#, [0; 65]);
    refused::<Vector>(&long, "at most 64");

    refused::<Window>(r#"{"base":7,"span":7}"#, "offset 0");
    refused::<Window>(r#"{"base":0,"span":18446744073709551615}"#, "a slice");
    refused::<Window>(r#"{"base":-1,"span":7}"#, "-1");
    refused::<Order>("\"row\"", "unknown variant");
    refused::<Coverage>(r#"{"unowned":{}}"#, "missing field `cell`");
    refused::<Coverage>(r#"{"twice":{"cell":1,"first":[0],"second":[0,1]}}"#, "length 1");
}

#[test]
fn linear_refusals() {
    let dim = |bits: u64| format!(r#"{{"name":"x","bits":{bits}}}"#);
    let json = |ins: &str, outs: &str, map: &str| {
        format!(r#"{{"ins":[{ins}],"outs":[{outs}],"map":"{map}"}}"#)
    };
    from_str::<LinearLayout<'_>>(&json(&dim(2), &dim(1), "Xor<1,0>")).unwrap();
    for (ins, outs, map, why) in [
        (dim(1), dim(1), "Xor<1,0>", "the sizes 4 and 2 differ"),
        (dim(3), dim(1), "Xor<1,0>", "the sizes 4 and 8 differ"),
        (dim(2), dim(1), "Xor<1,2>", "2"),
        (dim(2), dim(1), "Xor<1,-2>", "bit"),
        (dim(63), dim(1), "Xor<>", "bit"),
        (dim(2), dim(63), "Xor<1,0>", "bit"),
        (dim(2), dim(u64::from(u32::MAX)), "Xor<1,0>", "bit"),
        (dim(1 << 32), dim(1), "Xor<1,0>", "4294967296"),
        (dim(0), vec![dim(0); 9].join(","), "Xor<>", "at most 8"),
    ] {
        refused::<LinearLayout<'_>>(&json(&ins, &outs, map), why);
    }
    let most = format!("Xor<{}>", ["0"; 63].join(","));
    refused::<LinearLayout<'_>>(&json(&dim(2), &dim(1), &most), "differ");
    // A name that is not in the input as it is cannot be borrowed.
    refused::<LinearDim<'_>>(r#"{"name":"a\nb","bits":1}"#, "borrowed");
}
