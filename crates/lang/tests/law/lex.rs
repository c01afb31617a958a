//! Rightmost fastest: what the laws of all operations leave to the language itself, from the definition.

use tilework::{Layout, Order, Tuple};
use tilework_lang::operations::{self, Lex};
use tilework_lang::{Outcome, Scope, Value};

use crate::operands::Random;
use crate::oracle::{Fun, count_in, join, split};

fn run(order: Order, text: &str) -> Result<Value, String> {
    match Scope::in_order(order).run(text) {
        Ok(Outcome::Value(value)) => Ok(value),
        Ok(other) => panic!("{text}: {other:?}"),
        Err(refusal) => Err(refusal.message),
    }
}

fn lex(text: &str) -> Option<Value> {
    run(Order::Lex, text).ok()
}

fn leaves(value: &Value) -> Vec<i64> {
    match value {
        Value::Integer(value) => vec![*value],
        Value::Tuple(tuple) => tuple.leaves().to_vec(),
        other => panic!("{other}"),
    }
}

/// The modes of a plain layout, each by its size.
fn sizes(fun: &Fun) -> Vec<i64> {
    fun.modes.iter().map(|mode| mode.iter().map(|leaf| leaf.0).product()).collect()
}

/// A compact layout of one to three modes.
fn compact(random: &mut Random) -> Layout {
    loop {
        let layout = random.layout(false);
        let mut table = Fun::plain(&layout).table();
        table.sort_unstable();
        if table.iter().copied().eq(0..layout.size()) {
            return layout;
        }
    }
}

/// Operations that count modes by their place do the same in both orders.
#[test]
fn places_stay() {
    let mut random = Random(7);
    let mut answered = 0;
    for _ in 0..300 {
        let (a, b) = (random.layout(true), random.layout(false));
        let (rank, i) = (a.rank(), random.below(a.rank() as i64));
        let ones = format!("({})", vec!["1"; a.length()].join(","));
        let marks = a.stride();
        let slicer: Vec<&str> = (0..rank as i64).map(|j| if i == j { "_" } else { "0" }).collect();
        for text in [
            format!("make_layout_left({a})"),
            format!("make_layout_right({a})"),
            format!("make_identity_layout({})", a.shape()),
            format!("size({a})"),
            format!("rank({a})"),
            format!("depth({a})"),
            format!("length({a})"),
            format!("shape({a})"),
            format!("stride({a})"),
            format!("get({a}, {i})"),
            format!("{a}[{i}]"),
            format!("select({a}, ({i},0))"),
            format!("take({a}, {i}, -1)"),
            format!("flatten({a})"),
            format!("unflatten({a}, {ones})"),
            format!("group({a}, {i}, {rank})"),
            format!("append({a}, {b})"),
            format!("prepend({a}, {b})"),
            format!("append_n({a}, {}, {b})", rank + 2),
            format!("prepend_n({a}, {})", rank + 1),
            format!("replace({a}, {i}, {b})"),
            format!("replace({a}, {rank}, {b})"),
            format!("remove({a}, {i})"),
            format!("make_layout({a}, {b}, {a})"),
            format!("({a}, {b})"),
            format!("make_layout({}, {marks})", a.shape()),
            format!("filter_zeros({a})"),
            format!("filter_zeros({a}, {marks})"),
            format!("dice(({}), {a})", slicer.join(",")),
            format!("congruent({a}, {b})"),
            format!("weakly_congruent({a}, {b})"),
            format!("compatible({a}, {b})"),
            format!("weakly_compatible({a}, {b})"),
            format!("evenly_divides({a}, {b})"),
            format!("cosize({a})"),
            format!("is_injective({a})"),
            format!("is_contiguous({a})"),
            format!("pair({a}, {b})"),
        ] {
            let (left, right) = (run(Order::Colex, &text), run(Order::Lex, &text));
            answered += u32::from(left.is_ok());
            assert_eq!(left, right, "{text}");
        }
    }
    assert!(answered > 10_000, "{answered}");
    // Those have nothing to do with indices.
    for operation in operations::all().iter().filter(|operation| operation.lex == Lex::Same) {
        let text = operation.example;
        assert_eq!(run(Order::Colex, text), run(Order::Lex, text), "{text}");
    }
}

/// Coordinates in lexicographic order are sorted as lists.
#[test]
fn coordinates() {
    count_in(Order::Lex);
    let mut random = Random(8);
    for _ in 0..200 {
        let (from, to) = (random.layout(false), random.layout(false));
        let (from, to) = (from.shape(), to.shape());
        let size = from.product().unwrap();
        for index in 0..size {
            let coord = lex(&format!("idx2crd({index}, {from})")).unwrap();
            assert_eq!(leaves(&coord), split(index, from.leaves()), "{index} of {from}");
            let back = lex(&format!("crd2idx({coord}, {from})")).unwrap();
            assert_eq!(back, Value::Integer(index), "{coord} of {from}");
            let text = format!("crd2crd({coord}, {from}, {size})");
            assert_eq!(lex(&text), Some(Value::Integer(index)), "{text}");
            let text = format!("crd2crd({index}, {size}, {to})");
            assert_eq!(leaves(&lex(&text).unwrap()), split(index, to.leaves()), "{text}");
        }
    }
}

/// Elements of a shape count from the right.
#[test]
fn shapes() {
    count_in(Order::Lex);
    let mut random = Random(9);
    let mut answered = 0;
    for _ in 0..1000 {
        let shape: Tuple = random.layout(false).shape();
        let (extents, n) = (shape.leaves(), 1 + random.below(16));
        let size: i64 = extents.iter().product();
        // The first n elements are a box.
        if let Some(first) = lex(&format!("shape_mod({shape}, {n})"))
            && size % n == 0
        {
            let kept = leaves(&first);
            let inside = |i: &i64| split(*i, extents).iter().zip(&kept).all(|(x, e)| x < e);
            assert!(
                (0..n).all(|i| inside(&i)) && kept.iter().product::<i64>() == n,
                "{shape} % {n}"
            );
            if let Some(rest) = lex(&format!("shape_div({shape}, {n})")) {
                answered += 1;
                let product: Vec<i64> =
                    leaves(&rest).iter().zip(&kept).map(|(a, b)| a * b).collect();
                assert_eq!(product, extents, "{shape} / {n}");
            }
        }
        let (mut by, mut expected) = (n, extents.to_vec());
        for extent in expected.iter_mut().rev() {
            let here = (*extent + by - 1) / by;
            by = (by + *extent - 1) / *extent;
            *extent = here;
        }
        let rounded = lex(&format!("ceil_div({shape}, {n})")).unwrap();
        assert_eq!(leaves(&rounded), expected, "ceil_div({shape}, {n})");
    }
    assert!(answered > 100, "{answered}");
    for (text, expected) in [
        ("ceil_div((7,8), (2))", "(4,8)"),
        ("domain_distribute((14,15), 6)", "(2,3):(15,1)"),
        ("make_ordered_layout((7,5,3), (1,0,2))", "(7,5,3):(5,1,35)"),
        ("make_ordered_layout((2,(3,5)), (0,1))", "(2,(3,5)):(1,(10,2))"),
        ("make_layout_like((3,8,4):(0,1,100))", "(3,8,4):(0,1,8)"),
        ("sort((2,3,5):(6,1,2))", "(2,5,3):(6,2,1)"),
    ] {
        assert_eq!(lex(text).unwrap().to_string(), expected, "{text}");
    }
}

/// The shortest layout with the same function, and the layout of a table.
#[test]
fn normal_forms() {
    count_in(Order::Lex);
    let mut random = Random(10);
    for _ in 0..1000 {
        let a = random.layout(true);
        let table = Fun::plain(&a).table();
        let Some(Value::Layout(short)) = lex(&format!("coalesce({a})")) else { panic!("{a}") };
        assert_eq!(Fun::plain(&short).table(), table, "{a}");
        for two in short.leaf_modes().windows(2) {
            let merges = two[0].stride == two[1].extent * two[1].stride;
            assert!(!merges && two.iter().all(|mode| mode.extent > 1), "coalesce({a}) = {short}");
        }
        let list = lex(&format!("offsets({a})")).unwrap();
        assert_eq!(list, Value::List(table), "{a}");
        let found = lex(&format!("recover({list})")).unwrap();
        assert_eq!(found, Value::Layout(short), "{a}");
    }
}

/// Blocks side by side, interleaved, and over a shape.
#[test]
fn blocks() {
    count_in(Order::Lex);
    let mut random = Random(11);
    for _ in 0..300 {
        let (a, b) = (compact(&mut random), compact(&mut random));
        let (block, grid) = (Fun::plain(&a), Fun::plain(&b));
        let rank = a.rank().max(b.rank());
        let padded = |fun: &Fun| {
            let mut sizes = sizes(fun);
            sizes.resize(rank, 1);
            sizes
        };
        let (inner, outer) = (padded(&block), padded(&grid));
        let whole: Vec<i64> = inner.iter().zip(&outer).map(|(x, y)| x * y).collect();
        let offset = |coord: &[i64], blocked: bool| {
            let parts = coord.iter().zip(inner.iter().zip(&outer));
            let (low, high): (Vec<i64>, Vec<i64>) = parts
                .map(|(x, (a, b))| if blocked { (x % a, x / a) } else { (x / b, x % b) })
                .unzip();
            let [low, high] = [(&block, low), (&grid, high)]
                .map(|(fun, at)| fun.at_modes(&at[..fun.modes.len()]).unwrap());
            low + block.size() * high
        };
        for (name, blocked) in [("blocked_product", true), ("raked_product", false)] {
            let text = format!("{name}({a}, {b})");
            let Some(Value::Layout(found)) = lex(&text) else { panic!("{text}") };
            let fun = Fun::plain(&found);
            assert_eq!(sizes(&fun), whole, "{text} = {found}");
            for x in 0..fun.size() {
                let expected = offset(&split(x, &whole), blocked);
                assert_eq!(fun.at(x), Some(expected), "{text} = {found} at {x}");
            }
        }
        // The blocks in order fill the shape; a shape without modes is one mode.
        if a.rank() < rank || rank == 1 {
            continue;
        }
        let shape: Vec<String> = whole.iter().map(i64::to_string).collect();
        let text = format!("tile_to_shape({a}, ({}))", shape.join(","));
        let Some(Value::Layout(found)) = lex(&text) else { panic!("{text}") };
        let fun = Fun::plain(&found);
        for x in 0..fun.size() {
            let at = split(x, &whole);
            let low: Vec<i64> = at.iter().zip(&inner).map(|(x, a)| x % a).collect();
            let high: Vec<i64> = at.iter().zip(&inner).map(|(x, a)| x / a).collect();
            let expected = block.at_modes(&low).unwrap() + block.size() * join(&high, &outer);
            assert_eq!(fun.at(x), Some(expected), "{text} = {found} at {x}");
        }
    }
}

/// Layouts into coordinates: the coordinates keep their components, the indices count from the right.
#[test]
fn layouts_into_coordinates() {
    for (text, expected) in [
        ("make_identity_layout((4,8))(9)", "(1,1)"),
        ("make_identity_layout((4,8)) o 4:8", "4:1@0"),
        ("coalesce((4,8):(8@0,1@0))", "32:1@0"),
        ("right_inverse((4,8):(1@0,1@1))", "(4,8):(8,1)"),
        ("left_inverse((2,(4,3)):(3@0,(1@1,1@0)))", "((2,3),4):((12,1),3)"),
        (
            "zipped_divide(make_identity_layout((4,8)), <2,4>)",
            "((2,4),(2,2)):((1@0,1@1),(2@0,4@1))",
        ),
        ("local_tile(make_identity_layout((4,8)), <2,4>, 1)", "(2,4):(1@0,1@1) at (0,4)"),
        ("preimage((4,8):(1@0,1@1), (1,1))", "9"),
    ] {
        let value = run(Order::Lex, text).map(|value| value.to_string());
        assert_eq!(value.as_deref(), Ok(expected), "{text}");
    }
    let refusal = run(Order::Lex, "complement((2,2):(1@0,1@1), (4,4))").unwrap_err();
    assert_eq!(
        refusal,
        "`complement` counts the components of coordinates leftmost fastest, and not in lexicographic order"
    );
}
