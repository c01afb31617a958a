//! The operations on composed layouts, in the language: what they say is true of every element.

use tilework_lang::{Outcome, Scope, Value, operations};

fn value(text: &str) -> Value {
    match Scope::new().run(text) {
        Ok(Outcome::Value(value)) => value,
        other => panic!("{text}: {other:?}"),
    }
}

fn is(text: &str, expected: &str) {
    assert_eq!(value(text).to_string(), expected, "{text}");
}

#[test]
fn known_cases() {
    is("Sw<5,0,6>(65)", "64");
    is("(Sw<3,4,3> o 0 o (32,8):(1,32))(0,1)", "32");
    is("(Sw<3,2,3> o 0 o (32,8):(1,32))(0,1)", "36");
    is("Sw<2,1,3> o Sw<1,3,3>", "Sw<3,1,3>");
    is("Sw<3,0,3> o Sw<1,2,1>", "Xor<1,2,4,13,18,36>");
    is(
        "tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (128,64))",
        "Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))",
    );
    is("(Sw<3,4,3> o 0 o (10,2):(2,1))(_,0)", "(10):(2)");
    is("slice_and_offset((3,_), Sw<3,0,3> o 0 o (8,8):(8,1))", "((4,2)):((-1,4)) at 27");
    is("cosize(Sw<3,0,3> o 0 o (8,2):(8,1))", "64");
    is("upcast(Sw<3,4,3> o 0 o (8,128):(128,1), 2)", "Sw<3,3,3> o 0 o (8,64):(64,1)");
    is("recast(Sw<3,3,3> o 0 o (8,64):(64,1), 16, 8)", "Sw<3,4,3> o 0 o (8,128):(128,1)");
    is("compose_any((6,2):(1,7), (3,2):(2,3))", "(6,2):(1,7) o 0 o (3,2):(2,3)");
    is("compose_any((6,2):(8,2), (4,3):(3,1))", "((2,2),3):((24,2),8)");
    is("to_layout(to_xor_map(Sw<3,0,3> o 0 o (8,8):(8,1)))", "Sw<3,0,3> o 0 o (8,8):(8,1)");
    is("Sw<3,0,3> o 0 o (8,8):(8,1) ~ Xor<9,18,36,1,2,4> o 0 o 64:1", "true");
    is("right_inverse(Sw<3,0,3> o 0 o (8,8):(8,1))", "(8,8):(8,1) o 0 o Sw<3,0,3> o 0 o 64:1");
    is(
        "zipped_divide(Sw<3,3,3> o 0 o (16,64):(64,1), <8,8>)",
        "Sw<3,3,3> o 0 o ((8,8),(2,8)):((64,1),(512,8))",
    );
    // What is plain behind its maps, is read as that where strides are needed.
    is("complement(Xor<2,1> o 0 o 2:1, 8)", "(2,2):(1,4)");
    is("(8,8):(8,1) o (Xor<2,1> o 0 o 4:1)", "(8,8):(8,1) o 0 o Xor<2,1> o 0 o 4:1");
}

/// Composition is associative: maps stand in front of what is a function, layout or not.
#[test]
fn association() {
    let (map, l, b) = ("Sw<0,2,3> o 20", "(2,4,2,4):(1,8,32,2)", "(6,6):(4,3)");
    let grouped = value(&format!("({map} o {l}) o {b}"));
    assert_eq!(value(&format!("{map} o {l} o {b}")), grouped);
    assert_eq!(
        value(&format!("Sw<1,0,1> o 3 o Xor<1,2> o {map} o {l} o {b} o 2:1")).kind(),
        "a composed layout"
    );
    let why = tilework_lang::explain(&Scope::new(), &format!("{map} o {l} o {b}")).unwrap();
    assert_eq!((why.result, why.refusal), (Some(grouped), None));
    // Where nothing helps, the refusal is that of what was typed.
    let error = Scope::new().run("Sw<1,0,1> o 2 o (6,2):(1,7) o 3:-1").unwrap_err();
    assert_eq!(error.kind, "negative-stride");
}

/// Every operation of the table takes a composed layout where its example has a plain one, and gives
/// the same function, or says why not.
#[test]
fn every_operation_behind_a_map_that_does_nothing() {
    let mut scope = Scope::new();
    let mut same = 0;
    for operation in operations::all() {
        let Some((name, rest)) = operation.example.split_once('(') else { continue };
        let arguments = tilework_lang::parse(operation.example);
        let Ok(tilework_lang::Statement::Expression(node)) = arguments else { panic!("{name}") };
        let tilework_lang::Expr::Call(_, _, parts) = &node.expr else { continue };
        // The first argument that is a layout, behind `Xor<>`.
        let layout = parts
            .iter()
            .find(|part| matches!(part.expr, tilework_lang::Expr::Layout(..)) && !rest.is_empty());
        let Some(layout) = layout else { continue };
        let (before, after) = operation.example.split_at(layout.span.start);
        let (written, after) = after.split_at(layout.span.len());
        let text = format!("{before}Xor<> o 0 o {written}{after}");
        match (scope.run(&text), scope.run(operation.example)) {
            (Ok(Outcome::Value(ours)), Ok(Outcome::Value(plain))) => {
                let offsets = |value: &Value| match value {
                    Value::Layout(_) | Value::Composed(_) => {
                        match scope.clone().run(&format!("offsets({value})")) {
                            // A left inverse has values where nothing is to be inverted.
                            Ok(Outcome::Value(Value::List(mut list)))
                                if name.starts_with("left_inverse") =>
                            {
                                list.truncate(if name == "left_inverse" { 39 } else { 6 });
                                Value::List(list)
                            }
                            Ok(Outcome::Value(list)) => list,
                            other => panic!("{value}: {other:?}"),
                        }
                    }
                    Value::Slice(layout, base) => {
                        Value::List(layout.offsets().map(|offset| offset + base).collect())
                    }
                    Value::Tv(tv) => Value::List(tv.layout().offsets().collect()),
                    Value::Pair(both) => {
                        Value::List(both.iter().flat_map(|layout| layout.offsets()).collect())
                    }
                    // What the numbers are of; the sentence also names what a layout is.
                    Value::Record(record) => {
                        let numbers = record.parts.iter().map(|part| record.integer(part.0));
                        Value::List(numbers.flatten().collect())
                    }
                    other => other.clone(),
                };
                assert_eq!(offsets(&ours), offsets(&plain), "{text}");
                same += 1;
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(same > 60, "{same}");
}

#[test]
fn in_the_dialects() {
    use tilework_lang::{Dialect, print};
    let value = value("Sw<3,3,3> o 0 o (8,64):(64,1)");
    for (dialect, text) in [
        (Dialect::Cute, "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)"),
        (Dialect::Dsl, "Sw<3,3,3> o 0 o (8,64):(64,1)"),
        (Dialect::Python, "ComposedLayout(Swizzle(3, 3, 3), 0, Layout((8, 64), (64, 1)))"),
        (
            Dialect::Cpp,
            "make_composed_layout(Swizzle<3,3,3>{}, Int<0>{}, \
             make_layout(make_shape(Int<8>{}, Int<64>{}), make_stride(Int<64>{}, Int<1>{})))",
        ),
        (
            Dialect::CppTypes,
            "ComposedLayout<Swizzle<3,3,3>,_0,Layout<Shape<_8,_64>,Stride<_64,_1>>>",
        ),
    ] {
        assert_eq!(print(&value, dialect).unwrap(), text);
    }
    for text in [
        "Sw<1,0,1> o 2 o (4,4):(1,6) o 3 o (3,3):(1,2)",
        "Sw<1,0,1> o 0 o Xor<1,3> o -1 o 4:1",
        "Xor<1,3>",
    ] {
        for (_, dialect) in Dialect::ALL {
            let value = self::value(text);
            // Arrays have no maps, and CuTe has no XOR map but swizzles.
            let array = matches!(dialect, Dialect::Numpy | Dialect::Torch | Dialect::Memref);
            if dialect == Dialect::Triton {
                continue;
            }
            match print(&value, dialect) {
                Ok(printed) => assert_eq!(self::value(&printed), value, "{text}"),
                Err(error) => {
                    assert_eq!(error.kind, "unsupported");
                    assert!(array || text.contains("Xor") && dialect == Dialect::Cpp, "{text}");
                }
            }
        }
    }
}

/// Explanations of composed layouts hold, line by line.
#[test]
fn explained() {
    for text in [
        "Sw<3,3,3>",
        "Xor<1,2,5>",
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "Sw<3,3,3> o (8,64):(64,1) o 8:64",
        "(Sw<3,3,3> o 4 o (8,64):(64,1))(1,2)",
        "Sw<3,3,3>(65)",
        "zipped_divide(Sw<3,3,3> o 0 o (16,64):(64,1), <8,8>)",
        "coalesce(Sw<3,3,3> o 0 o (2,4):(1,2))",
        "to_layout(Sw<3,0,3> o 24 o 8:1)",
        "to_layout(Sw<3,3,3> o 0 o (8,64):(64,1))",
        "cosize(Sw<3,0,3> o 0 o (8,2):(8,1))",
        "is_injective(Sw<3,0,3> o 0 o (8,2):(8,1))",
        "upcast(Sw<3,4,3> o 0 o (8,128):(128,1), 2)",
        "right_inverse(Sw<3,0,3> o 0 o (8,8):(8,1))",
        "(Sw<3,0,3> o 0 o (8,8):(8,1))(3,_)",
        "(8,8):(8,1) o (Sw<1,0,1> o 0 o 4:1)",
        "complement(Xor<2,1> o 0 o 2:1, 8)",
        "Sw<2,1,3> o Sw<1,3,3>",
        "logical_product(Sw<1,0,2> o 0 o 8:1, 3:1)",
        "4:1 o 1 o 3:1 ~ 3:1",
        "offsets(Sw<1,0,1> o 0 o 4:1)",
    ] {
        match tilework_lang::explain(&Scope::new(), text) {
            Ok(why) => {
                for step in &why.steps {
                    for equation in &step.equations {
                        assert_eq!(why.holds(equation), Ok(true), "{text}: {equation}");
                    }
                }
                assert_eq!(why.result.is_none(), why.refusal.is_some(), "{text}");
            }
            Err(error) => panic!("{text}: {error:?}"),
        }
    }
    let why =
        tilework_lang::explain(&Scope::new(), "(Sw<3,3,3> o 4 o (8,64):(64,1))(1,2)").unwrap();
    assert_eq!(
        why.to_string(),
        "(Sw<3,3,3> o 4 o (8,64):(64,1))(1,2)
  A = Sw<3,3,3> o 4 o (8,64):(64,1)
  1. the layout inside:  B = (8,64):(64,1), eval_coord(B, (1,2)) = 66
  2. the offset:         4 + 66 = 70
  3. the map:            Sw<3,3,3>(70) = 78
  = 78"
    );
}
