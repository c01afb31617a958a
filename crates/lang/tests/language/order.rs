//! Indices that count rightmost fastest: values by hand, and refusals in the words of what was typed.

use tilework::Order;
use tilework_lang::{Answered, Outcome, Scope, explain};

fn lex() -> Scope {
    Scope::in_order(Order::Lex)
}

#[test]
fn by_hand() {
    for (text, expected) in [
        ("(4,8)(9)", "9"),
        ("(4,8):(1,4)(9)", "5"),
        ("(4,8):(1,4)(1,1)", "5"),
        ("(2,(2,3)):(1,(10,100))(0,4)", "110"),
        ("offsets((2,3):(10,1))", "[0,1,2,10,11,12]"),
        ("eval1d((2,3):(3,1), 8)", "[0,1,2,3,4,5,6,7]"),
        ("(4,8) == (4,8):(8,1)", "true"),
        ("(4,8):(8,1) ~ 32:1", "true"),
        ("make_layout((4,8), 3:1)", "((4,8),3):((8,1),1)"),
        ("make_layout(4:1, (2,3), 5:7)", "(4,(2,3),5):(1,(3,1),7)"),
        ("(2,6):(2,8) o (3,4):(1,3)", "(3,(2,2)):(8,(2,24))"),
        ("logical_divide((3,2,4):(8,1,2), 4:2)", "((2,2),(3,2)):((1,4),(8,2))"),
        ("flat_divide((3,2,4):(8,1,2), 4:2)", "(2,2,3,2):(1,4,8,2)"),
        ("zipped_divide((12,32), <4,8>)", "((4,8),(3,4)):((32,1),(128,8))"),
        ("logical_divide((12,32,2), <4,_>)", "((4,3),32,2):((64,256),2,1)"),
        ("inner_partition((12,32), <4,8>, 5)", "(4,8):(32,1) at 136"),
        ("local_partition((8,12), (2,4):(4,1), 6)", "(4,3):(24,4) at 14"),
        ("make_layout_tv((2,3), (2,1))", "((2,3),2):((6,1),3) on (4,3)"),
        ("owner(make_layout_tv((2,3), (2,1)), (3,1))", "(4,1)"),
        ("blocked_product((2,5), (3,4))", "((3,2),(4,5)):((40,5),(10,1))"),
        ("compose_any((2,6):(7,1), (2,3):(3,2))", "(2,6):(7,1) o 0 o (2,3):(3,2)"),
        ("compose_any((2,6):(7,1), (2,3):(3,2))(5)", "8"),
        ("first_difference((4,8):(8,1), (4,8):(1,4))", "1"),
    ] {
        let value = match lex().run(text) {
            Ok(Outcome::Value(value)) => value.to_string(),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(value, expected, "{text}");
    }
}

#[test]
fn claims_and_notes() {
    let Ok(Answered { outcome: Outcome::Claim(_, _, true), order: Order::Lex, .. }) =
        lex().run_with_notes("make_layout((4,8)) = (4,8)")
    else {
        panic!()
    };
    let notes = lex().run_with_notes("(2,3):(3,1) o 8:1").unwrap().notes;
    assert_eq!(
        notes,
        [
            "8:1 reaches index 7 of (2,3):(3,1), which has 6: past its end it continues on its first mode; \
          compose_strict refuses that"
        ]
    );
}

/// Names keep their values when the order changes.
#[test]
fn a_layout_has_no_order() {
    let mut scope = Scope::new();
    scope.run("A = (4,8):(8,1)").unwrap();
    let at = |scope: &mut Scope| scope.run("A(1)").unwrap();
    let leftmost = at(&mut scope);
    scope.set_order(Order::Lex);
    let rightmost = at(&mut scope);
    assert_ne!(leftmost, rightmost);
}

#[test]
fn refusals() {
    let mut out = String::new();
    for text in [
        "(2,6):(7,1) o (2,3):(3,2)",
        "composition((4,(2,6)):(12,(7,1)), <2,(2,3):(3,2)>)",
        "complement((2,2):(3,1), 6)",
        "left_inverse((2,2):(3,2))",
        "(4,8):(1,4)(1,2,3)",
        "(4,8):(1,4)(-1,2)",
        "((4,2),8):(1,4,2)",
        "logical_divide((4,2,3):(2,1,8), 4:2)",
        "select((4,8), (0,3))",
        "replace((4,8), 2, 4:1)",
        "make_layout((0,4))",
        "coalesce(<4,8>)",
        "tile_to_shape((8,64):(64,1), (12,128))",
        "inner_partition((12,32), <4,8>, (1,2,3))",
        "recover([0,1,2,5,6,9])",
        "left_inverse(Sw<2,0,2> o 0 o (4,(2,3)):(4,(5,1)))",
        "stride((2,6):(7,1) o 0 o (2,3):(3,2))",
    ] {
        match lex().run(text) {
            Ok(outcome) => panic!("{text} is not an error: {outcome:?}"),
            Err(error) => out += &format!("[{}] {}\n", error.kind, error.render(text)),
        }
    }
    insta::assert_snapshot!("order", out);
    let refusal = explain(&lex(), "4:1 o 2:2").unwrap_err();
    assert_eq!(
        refusal.message,
        "`explain` counts indices leftmost fastest, and not in lexicographic order"
    );
}
