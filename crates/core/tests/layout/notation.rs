//! Notation: what is printed can be read again, and what cannot be read says where.

use std::fmt::Display;
use std::str::FromStr;

use proptest::prelude::*;
use tilework::{
    Error, ErrorKind, Layout, Nested, Slicer, Tiler, Tuple, layout, slicer, tiler, tuple,
};
use tilework_testing::forms::tree;
use tilework_testing::layout;

/// `parse(print(x)) = x`, also with spaces everywhere.
fn round_trip<T: Display + FromStr<Err = Error> + PartialEq + std::fmt::Debug>(value: &T) {
    let text = value.to_string();
    assert!(!text.contains(char::is_whitespace), "{text:?}");
    assert_eq!(text.parse::<T>().as_ref(), Ok(value), "{text}");
    assert_eq!(format!("{value:?}"), text);
    let mut spaced = String::from(" ");
    for c in text.chars() {
        spaced.push(c);
        // Not inside a number, and not between `_` and what follows.
        if !c.is_ascii_digit() && c != '_' {
            spaced.push_str(" \t\n");
        }
    }
    assert_eq!(spaced.parse::<T>().as_ref(), Ok(value), "{spaced}");
}

/// Reads the text as everything; nothing panics, and errors point into the text.
fn read_all(text: &str) {
    let errors = [
        text.parse::<Tuple>().err(),
        text.parse::<Slicer>().err(),
        text.parse::<Layout>().err(),
        text.parse::<Tiler>().err(),
    ];
    for error in errors.into_iter().flatten() {
        if let ErrorKind::Parse { at, expected } = error.kind() {
            assert!(at <= text.len() && !expected.is_empty(), "{text:?}: {error}");
        }
        let _ = error.to_string();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn layouts(a in layout(1..=6, 1..=1000, i64::from(i32::MIN)..=i64::from(i32::MAX))) {
        round_trip(&a);
        round_trip(&a.shape());
        round_trip(&a.stride());
        round_trip(&Tiler::layout(a));
    }

    #[test]
    fn slicers(a in layout(1..=6, 1..=1000, -9..=9)) {
        let leaf = |d: &i64| Nested::leaf((*d < 0).then_some(-*d));
        let flat = a.stride().leaves().iter().fold(slicer!(()), |all, d| all.append(&leaf(d)).unwrap());
        round_trip(&flat.unflatten(&a.shape()).unwrap());
    }

    #[test]
    fn tilers(tree in tree(layout(1..=4, 1..=30, -30..=30))) {
        round_trip(&tree.tiler());
    }

    #[test]
    fn any_text(text in "\\PC*") {
        read_all(&text);
    }

    #[test]
    fn almost_notation(text in "[()<>,:_\\- 0123456789o]{0,40}") {
        read_all(&text);
    }

    /// One byte of a layout replaced, doubled or lost.
    #[test]
    fn misspelt(a in layout(1..=5, 1..=99, -99..=99), at in any::<prop::sample::Index>(), with in "[()<>,:_\\- 0-9o]{0,2}") {
        let mut text = a.to_string();
        let at = at.index(text.len());
        text.replace_range(at..=at, &with);
        read_all(&text);
        if let Ok(read) = text.parse::<Layout>() {
            round_trip(&read);
        }
    }
}

/// What is written.
#[test]
fn spelling() {
    assert_eq!(layout!(((2,4),8):((1,-16),0)).to_string(), "((2,4),8):((1,-16),0)");
    assert_eq!(layout!((4,):(1,)).to_string(), "(4):(1)");
    assert_eq!(layout!(4).to_string(), "4:1");
    assert_eq!(slicer!((_, (2, _))).to_string(), "(_,(2,_))");
    assert_eq!(tiler!(<3:3,_,<4,(2,4):(1,8)>>).to_string(), "<3:3,_,<4:1,(2,4):(1,8)>>");
    assert_eq!(format!("{:?}", layout!(((2, 4), 8)).profile()), "((*,*),*)");
}

/// What is read besides what is written.
#[test]
fn other_spellings() {
    for (text, expected) in [
        ("(4,8)", layout!((4,8):(1,4))),
        ("7", layout!(7:1)),
        ("((2,3),4)", layout!(((2,3),4):((1,2),6))),
        ("(_4,_8):(_1,_4)", layout!((4,8):(1,4))),
        ("(32,):(1,)", layout!((32):(1))),
        ("(4,8,) : (1,4,)", layout!((4,8):(1,4))),
        ("  ( 4 , 8 )\n:\t( 1 , 4 ) ", layout!((4,8):(1,4))),
        ("4:-_2", layout!(4:-2)),
        ("04:007", layout!(4:7)),
        ("()", layout!(())),
        ("1:-9223372036854775808", layout!(1:-9223372036854775808)),
    ] {
        assert_eq!(text.parse(), Ok(expected), "{text}");
    }
    for (text, expected) in [
        ("<3:3,(2,4):(1,8)>", tiler!(<3:3,(2,4):(1,8)>)),
        ("< 32 , _ , 40 >", tiler!(<32:1,_,40:1>)),
        ("<_4,_>", tiler!(<4:1,_>)),
        ("(4,8)", tiler!(<4:1,8:1>)),
        ("(4,(8,2))", tiler!(<4:1,<8:1,2:1>>)),
        ("<4,8,>", tiler!(<4,8>)),
        ("4", tiler!(4:1)),
        ("_", Tiler::keep()),
    ] {
        assert_eq!(text.parse(), Ok(expected), "{text}");
    }
    assert_eq!("( _ , ( 2 , _ ) , _3 )".parse(), Ok(slicer!((_, (2, _), 3))));
    assert_ne!(tiler!((4,8):(1,4)), tiler!(<4,8>), "the most common mistake in this field");
}

/// The position points at the byte that has no place there.
#[test]
fn positions() {
    let number = "an integer or `(`";
    for (text, at, expected) in [
        ("", 0, number),
        ("   ", 3, number),
        ("x", 0, number),
        ("(4,8", 4, "`,` or `)`"),
        ("(4 8)", 3, "`,` or `)`"),
        ("(4,8]:1", 4, "`,` or `)`"),
        ("(4,8))", 5, "the end of the text"),
        ("(4,8):(1,4) o 4:1", 12, "the end of the text"),
        ("(4,,8)", 3, number),
        ("(,4)", 1, number),
        ("(4,())", 4, number),
        ("(())", 2, number),
        ("4:", 2, number),
        ("4::1", 2, number),
        (":4", 0, number),
        ("-", 1, number),
        ("--4", 1, number),
        ("(4,_):(1,4)", 4, number),
        ("4.5", 1, "the end of the text"),
        ("(4, 99999999999999999999)", 4, "an integer of at most 64 bits"),
        ("9223372036854775808", 0, "an integer of at most 64 bits"),
        ("4:-9223372036854775809", 2, "an integer of at most 64 bits"),
        ("(4,\u{fc})", 3, number),
    ] {
        let error = text.parse::<Layout>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Parse { at, expected }, "{text:?}");
    }
    for (text, at, expected) in [
        ("<3,4", 4, "`,` or `>`"),
        ("<3 4>", 3, "`,` or `>`"),
        ("<3,,4>", 3, "a layout, a shape, `_` or `<`"),
        ("<3:3,(2,4>", 9, "`,` or `)`"),
        ("<3>>", 3, "the end of the text"),
        ("_ 4", 2, "the end of the text"),
    ] {
        let error = text.parse::<Tiler>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Parse { at, expected }, "{text:?}");
    }
    for (text, at, expected) in [("(_,)x", 4, "the end of the text"), ("(_ _)", 3, "`,` or `)`")] {
        let error = text.parse::<Slicer>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Parse { at, expected }, "{text:?}");
    }
}

/// What reads well but is no layout is refused by what refuses it elsewhere.
#[test]
fn well_spelt() {
    let kind = |text: &str| text.parse::<Layout>().unwrap_err().kind();
    assert_eq!(kind("(4,8):(1,4,2)"), ErrorKind::NotCongruent { left: 2, right: 3 });
    assert_eq!(kind("(4,8):((1,4))"), ErrorKind::NotCongruent { left: 2, right: 2 });
    assert_eq!(kind("(4,0):(1,4)"), ErrorKind::BadExtent { leaf: 1, extent: 0 });
    assert!(matches!(kind("(4294967296,4294967296)"), ErrorKind::Overflow { .. }));
    let error = "<4,-8>".parse::<Tiler>().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::BadExtent { extent: -8, .. }), "{error}");
}

/// However deep the brackets, reading ends, and the stack holds.
#[test]
fn deep_brackets() {
    for bracket in ["(", "<", "<(", "-", "_", " "] {
        let text = bracket.repeat(100_000);
        read_all(&text);
        read_all(&format!("{text}4"));
    }
    let nested = |depth: usize| format!("{}4{}", "<".repeat(depth), ">".repeat(depth));
    round_trip(&nested(60).parse::<Tiler>().unwrap());
    assert!(nested(64).parse::<Tiler>().is_err());
}

/// Without modes: a tuple has a notation, a tiler does not exist.
#[test]
fn without_modes() {
    round_trip(&layout!(()));
    round_trip(&tuple!(()));
    round_trip(&slicer!(()));
    round_trip(&Tiler::layout(layout!(())));
    for nothing in [Tiler::by_mode(&[]), Tiler::shape(&tuple!(())), "()".parse()] {
        let error = nothing.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }), "{error}");
    }
    assert!("<>".parse::<Tiler>().is_err());
}

/// The message quotes the text byte by byte, `?` for what is not ASCII.
#[test]
fn quoted_text() {
    for text in ["(4,\u{20ac})", "\u{1f980}", &"\u{e9}".repeat(100), &"(4,".repeat(60)] {
        let message = text.parse::<Layout>().unwrap_err().to_string();
        let start: String =
            text.bytes().take(40).map(|b| if b.is_ascii() { b as char } else { '?' }).collect();
        assert!(message.contains(&start), "{message:?} does not quote {text:?}");
    }
}
