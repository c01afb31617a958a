//! What is printed in a dialect reads back as the same value.

use proptest::prelude::*;
use tilework::{Layout, Slicer, Tiler, Tuple};
use tilework_lang::{Dialect, Dtype, Notation, Outcome, Scope, Value, print};

fn read(text: &str) -> Value {
    match Scope::new().run(text) {
        Ok(Outcome::Value(value)) => value,
        Ok(other) => panic!("{text}: {other:?}"),
        Err(error) => panic!("{}", error.render(text)),
    }
}

/// A nested tuple as text, with leaves from `leaf`.
fn nested(leaf: impl Strategy<Value = String> + Clone + 'static) -> BoxedStrategy<String> {
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop::collection::vec(inner, 1..4).prop_map(|items| format!("({})", items.join(",")))
    })
    .boxed()
}

fn layout() -> impl Strategy<Value = Layout> {
    let shape = nested((1_i64..40).prop_map(|extent| extent.to_string()));
    (shape, prop::collection::vec(-50_i64..5000, 32)).prop_map(|(shape, strides)| {
        let shape: Tuple = shape.parse().unwrap();
        let flat = Tuple::from_slice(&strides[..shape.length()]).unwrap();
        Layout::from_tuples(&shape, &flat.unflatten(&shape).unwrap()).unwrap()
    })
}

fn tiler() -> impl Strategy<Value = Tiler> {
    let leaf = prop_oneof![
        Just("_".to_owned()),
        (1_i64..99).prop_map(|extent| extent.to_string()),
        layout().prop_map(|layout| layout.to_string()),
    ];
    leaf.prop_recursive(2, 4, 3, |inner| {
        prop::collection::vec(inner, 1..4).prop_map(|items| format!("<{}>", items.join(",")))
    })
    .prop_filter_map("too many modes", |text| format!("<{text},4>").parse().ok())
}

/// What a value reads back as that was printed in a dialect; none where the dialect has no notation for it.
fn expected(value: &Value, dialect: Dialect) -> Option<Value> {
    let (layout, offset) = match value {
        Value::Layout(layout) => (**layout, 0),
        Value::Slice(layout, offset) => (**layout, *offset),
        _ if dialect == Dialect::Cpp && matches!(value, Value::List(_) | Value::Xor(_)) => {
            return None;
        }
        Value::Integer(_) | Value::Tuple(_) | Value::Truth(_) | Value::List(_) | Value::Nothing => {
            return Some(value.clone());
        }
        _ => {
            let arrays = [Dialect::Numpy, Dialect::Torch, Dialect::Memref];
            return (!arrays.contains(&dialect)).then(|| value.clone());
        }
    };
    let modes = layout.leaf_modes();
    let lowest: i64 = modes.iter().map(|mode| (mode.stride * (mode.extent - 1)).min(0)).sum();
    let (nested, below) = (layout.depth() > 1, lowest + offset < 0);
    let has = match dialect {
        Dialect::Numpy => !nested && !below,
        Dialect::Torch => !nested && !below && modes.iter().all(|mode| mode.stride >= 0),
        Dialect::Memref => !nested,
        _ => return Some(value.clone()),
    };
    // PyTorch and MLIR do not tell a leaf from a tuple of one.
    let tuple = layout.depth() == 0 && dialect != Dialect::Numpy;
    let layout = if tuple { Layout::concat(&[layout]).unwrap() } else { layout };
    has.then_some(if offset == 0 {
        Value::from(layout)
    } else {
        Value::Slice(Box::new(layout), offset)
    })
}

fn round_trips(value: &Value) {
    for (name, dialect) in Dialect::ALL {
        // It has no modes: what is read is the same function, which `triton.rs` tests.
        if dialect == Dialect::Triton {
            continue;
        }
        let typed = matches!(dialect, Dialect::Numpy | Dialect::Memref);
        for dtype in if typed { &["f32", "bf16"][..] } else { &["f32"] } {
            let notation = Notation { dialect, dtype: Dtype::named(dtype).unwrap() };
            match (print(value, notation), expected(value, dialect)) {
                (Ok(text), Some(again)) => {
                    assert_eq!(read(&text), again, "{value} as {name}: {text}")
                }
                (Err(error), None) => {
                    assert_eq!(error.kind, "unsupported", "{error}");
                    assert!(error.help.is_some(), "{error}");
                }
                (printed, again) => panic!("{value} as {name}: {printed:?}, not {again:?}"),
            }
        }
    }
}

proptest! {
    #[test]
    fn layouts(layout in layout(), offset in -100_i64..10_000) {
        round_trips(&Value::from(layout));
        round_trips(&Value::from(layout.flatten()));
        round_trips(&Value::Slice(Box::new(layout), offset));
        round_trips(&Value::Slice(Box::new(layout.flatten()), offset));
    }

    #[test]
    fn tuples(text in nested((-9_i64..99).prop_map(|value| value.to_string()))) {
        let tuple: Tuple = text.parse().unwrap();
        let value = if tuple.is_leaf() { Value::Integer(tuple.leaves()[0]) } else { Value::from(tuple) };
        round_trips(&value);
    }

    #[test]
    fn slicers(text in nested(prop_oneof![Just("_".to_owned()), (0_i64..99).prop_map(|value| value.to_string())])) {
        let slicer: Slicer = text.parse().unwrap();
        prop_assume!(slicer.leaves().contains(&None));
        round_trips(&Value::from(slicer));
    }

    #[test]
    fn tilers(tiler in tiler()) {
        round_trips(&Value::from(tiler));
    }
}

/// Every layout with up to two modes, small extents and small strides, from a few offsets on.
#[test]
fn small_layouts() {
    let mut modes = Vec::new();
    for extent in 1..4 {
        for stride in -2..4 {
            modes.push(Layout::new(extent, stride).unwrap());
        }
    }
    let mut layouts = modes.clone();
    layouts.extend(modes.iter().map(|mode| Layout::concat(&[*mode]).unwrap()));
    for left in &modes {
        for right in &modes {
            let both = Layout::concat(&[*left, *right]).unwrap();
            layouts.extend([both, Layout::concat(&[both]).unwrap()]);
        }
    }
    for layout in layouts {
        round_trips(&Value::from(layout));
        for offset in [-1, 0, 4] {
            round_trips(&Value::Slice(Box::new(layout), offset));
        }
    }
}

#[test]
fn elements_have_types() {
    let print = |dialect, dtype: &str| {
        let notation = Notation { dialect, dtype: Dtype::named(dtype).unwrap() };
        print(&read("(4,8):(8,1)"), notation)
    };
    assert_eq!(
        print(Dialect::Numpy, "f64").unwrap(),
        "np.ndarray((4, 8), np.float64, data, strides=(64, 8))"
    );
    assert_eq!(
        print(Dialect::Numpy, "bfloat16").unwrap(),
        "np.ndarray((4, 8), 'V2', data, strides=(16, 2))"
    );
    assert_eq!(print(Dialect::Memref, "<f2").unwrap(), "memref<4x8xf16, strided<[8, 1]>>");
    assert_eq!(print(Dialect::Memref, "c64").unwrap(), "memref<4x8xcomplex<f32>, strided<[8, 1]>>");
    assert_eq!(print(Dialect::Numpy, "i4").unwrap_err().kind, "unsupported");
    assert!(Dtype::named("float").is_err());
}

#[test]
fn each_kind_of_value() {
    let show = |text: &str| -> Vec<String> {
        let printed = Dialect::ALL.iter().map(|(_, dialect)| print(&read(text), *dialect));
        printed.map(|printed| printed.unwrap_or_else(|error| error.to_string())).collect()
    };
    assert_eq!(
        show("(4,8):(1,4)"),
        [
            "(_4,_8):(_1,_4)",
            "(4,8):(1,4)",
            "Layout((4, 8), (1, 4))",
            "Layout<Shape<_4,_8>,Stride<_1,_4>>",
            "make_layout(make_shape(Int<4>{}, Int<8>{}), make_stride(Int<1>{}, Int<4>{}))",
            "np.ndarray((4, 8), np.float32, data, strides=(4, 16))",
            "torch.empty_strided((4, 8), (1, 4))",
            "memref<4x8xf32, strided<[1, 4]>>",
            "#ttg.shared_linear<{offset = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]]}, alignment = 16>",
        ]
    );
    assert_eq!(
        show("(4):(1) at 8"),
        [
            "(_4):(_1) at 8",
            "(4):(1) at 8",
            "Layout((4,), (1,)) at 8",
            "Layout<Shape<_4>,Stride<_1>> at 8",
            "make_tuple(make_layout(make_shape(Int<4>{}), make_stride(Int<1>{})), Int<8>{})",
            "np.ndarray((4,), np.float32, data, offset=32, strides=(4,))",
            "torch.as_strided(x, (4,), (1,), 8)",
            "memref<4xf32, strided<[1], offset: 8>>",
            "Triton has no notation for a slice",
        ]
    );
    assert_eq!(
        show("<3:3,_,(2,4):(1,8)>"),
        [
            "<_3:_3,_,(_2,_4):(_1,_8)>",
            "<3:3,_,(2,4):(1,8)>",
            "(Layout(3, 3), None, Layout((2, 4), (1, 8)))",
            "Tile<Layout<_3,_3>,Underscore,Layout<Shape<_2,_4>,Stride<_1,_8>>>",
            "make_tile(make_layout(Int<3>{}, Int<3>{}), _, \
             make_layout(make_shape(Int<2>{}, Int<4>{}), make_stride(Int<1>{}, Int<8>{})))",
            "an array of numpy is made of a shape and strides, and not of a tiler",
            "a tensor of PyTorch is made of a shape and strides, and not of a tiler",
            "a memref is made of a shape and strides, and not of a tiler",
            "Triton has no notation for a tiler",
        ]
    );
    let cute = |text: &str| show(text)[..5].to_vec();
    assert_eq!(
        cute("(_,2)"),
        ["(_,_2)", "(_,2)", "(None, 2)", "Coord<Underscore,_2>", "make_coord(_, Int<2>{})"]
    );
    assert_eq!(cute("(4)"), ["(_4)", "(4)", "(4,)", "Shape<_4>", "make_shape(Int<4>{})"]);
    assert_eq!(
        show("(4,(2,3)):(1@0,(4@0,-2@1@1))")[4],
        "make_layout(make_shape(Int<4>{}, make_shape(Int<2>{}, Int<3>{})), \
         make_stride(E<0>{}, make_stride(ScaledBasis<Int<4>,0>{}, ScaledBasis<Int<-2>,1,1>{})))"
    );
    assert_eq!(show("size(4:1)"), ["4"; 9]);
    assert_eq!(
        show("4:1 == 4:1"),
        ["true", "true", "True", "true", "true", "True", "True", "true", "true"]
    );
    assert_eq!(cute("[1,2]")[..4], ["[1,2]", "[1,2]", "[1, 2]", "[1,2]"]);
    for (name, dialect) in Dialect::ALL {
        assert_eq!((Dialect::find(name), dialect.to_string().as_str()), (Some(dialect), name));
    }
    for text in [
        "()",
        "():()",
        "(4):(1) at 8",
        "2:1 and 3:2",
        "2:1 and Sw<1,0,1> o 0 o 4:1",
        "4:1 == 4:1",
        "[]",
        "none",
        "_",
        "Sw<3,3,3>",
        "Xor<1,2,5>",
        "((3,2),2):((4,2),1) on (4,3)",
        "Sw<1,0,1> o 0 o ((2,2),2):((4,2),1) on (4,2)",
        "(4,8):(1@0,1@1)",
        "(4,(2,3)):(1@0,(4@0,-2@1@1))",
        "(1@0,3@1@0)",
    ] {
        let value = read(text);
        // Two layouts, each in its notation.
        if let Value::Pair(both) = &value {
            for dialect in [Dialect::Cpp, Dialect::Python] {
                assert_eq!(read(&print(&value, dialect).unwrap()), value, "{text}");
            }
            both.iter().for_each(|layout| round_trips(&(*layout).into()));
        } else {
            round_trips(&value);
        }
    }
    for text in ["(4,8):(1@0+1@1,1@1)", "slice_and_offset((_,2), (4,8):(1@0,1@1))"] {
        assert_eq!(print(&read(text), Dialect::Cpp).unwrap_err().kind, "unsupported", "{text}");
    }
}
