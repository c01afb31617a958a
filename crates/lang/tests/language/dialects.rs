//! What is printed in a dialect reads back as the same value.

use proptest::prelude::*;
use tilework::{Layout, Slicer, Tiler, Tuple};
use tilework_lang::{Dialect, Outcome, Scope, Value, print};

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

proptest! {
    #[test]
    fn layouts(layout in layout()) {
        for (name, dialect) in Dialect::ALL {
            let text = print(&Value::Layout(layout), dialect);
            prop_assert_eq!(read(&text), Value::Layout(layout), "{}: {}", name, text);
        }
    }

    #[test]
    fn tuples(text in nested((-9_i64..99).prop_map(|value| value.to_string()))) {
        let tuple: Tuple = text.parse().unwrap();
        let value = if tuple.is_leaf() { Value::Integer(tuple.leaves()[0]) } else { Value::Tuple(tuple) };
        for (name, dialect) in Dialect::ALL {
            let text = print(&value, dialect);
            prop_assert_eq!(read(&text), value.clone(), "{}: {}", name, text);
        }
    }

    #[test]
    fn slicers(text in nested(prop_oneof![Just("_".to_owned()), (0_i64..99).prop_map(|value| value.to_string())])) {
        let slicer: Slicer = text.parse().unwrap();
        prop_assume!(slicer.leaves().contains(&None));
        for (name, dialect) in Dialect::ALL {
            let text = print(&Value::Slicer(slicer), dialect);
            prop_assert_eq!(read(&text), Value::Slicer(slicer), "{}: {}", name, text);
        }
    }

    #[test]
    fn tilers(tiler in tiler()) {
        for (name, dialect) in Dialect::ALL {
            let text = print(&Value::Tiler(tiler), dialect);
            prop_assert_eq!(read(&text), Value::Tiler(tiler), "{}: {}", name, text);
        }
    }
}

#[test]
fn each_kind_of_value() {
    let show = |text: &str| -> Vec<String> {
        Dialect::ALL.iter().map(|(_, dialect)| print(&read(text), *dialect)).collect()
    };
    assert_eq!(
        show("(4,8):(1,4)"),
        [
            "(_4,_8):(_1,_4)",
            "(4,8):(1,4)",
            "Layout((4, 8), (1, 4))",
            "Layout<Shape<_4,_8>,Stride<_1,_4>>"
        ]
    );
    assert_eq!(
        show("<3:3,_,(2,4):(1,8)>"),
        [
            "<_3:_3,_,(_2,_4):(_1,_8)>",
            "<3:3,_,(2,4):(1,8)>",
            "(Layout(3, 3), None, Layout((2, 4), (1, 8)))",
            "Tile<Layout<_3,_3>,Underscore,Layout<Shape<_2,_4>,Stride<_1,_8>>>"
        ]
    );
    assert_eq!(show("(_,2)"), ["(_,_2)", "(_,2)", "(None, 2)", "Coord<Underscore,_2>"]);
    assert_eq!(show("(4)"), ["(_4)", "(4)", "(4,)", "Shape<_4>"]);
    assert_eq!(show("size(4:1)"), ["4"; 4]);
    assert_eq!(show("4:1 == 4:1"), ["true", "true", "True", "true"]);
    assert_eq!(show("[1,2]"), ["[1,2]", "[1,2]", "[1, 2]", "[1,2]"]);
    for (name, dialect) in Dialect::ALL {
        assert_eq!((Dialect::find(name), dialect.to_string().as_str()), (Some(dialect), name));
        for text in ["()", "():()", "(4):(1) at 8", "2:1 and 3:2", "4:1 == 4:1", "[]", "none", "_"]
        {
            assert_eq!(read(&print(&read(text), dialect)), read(text), "{text} as {name}");
        }
    }
}
