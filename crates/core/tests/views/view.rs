//! `can_view` and `reshape`: the same elements in the same order, or the first index that shows why not.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Order, Tuple, layout, tuple};
use tilework_testing::{Truth, chains, fits, layout, refines, small_layouts, truth};

use crate::oracle::{counted, shapes, table};

const ORDERS: [Order; 2] = [Order::Colex, Order::Lex];

/// The one flat layout of a shape that can have a table: a stride is the offset of the coordinate that is 1
/// in its mode and 0 in all others.
fn forced(table: &[i64], shape: &Tuple, order: Order) -> (Vec<i64>, Vec<i64>) {
    let coords = counted(shape.leaves(), order);
    let stride = |leaf: usize| {
        let one =
            |digits: &[i64]| digits.iter().enumerate().all(|(i, &x)| x == i64::from(i == leaf));
        coords.iter().position(|digits| one(digits)).map_or(0, |index| table[index])
    };
    let strides: Vec<i64> = (0..shape.length()).map(stride).collect();
    let offset = |digits: &Vec<i64>| digits.iter().zip(&strides).map(|(x, d)| x * d).sum();
    let offsets = coords.iter().map(offset).collect();
    (strides, offsets)
}

/// The law: strides if there are some, else the first index at which there are none, with the modes there.
fn law(a: &Layout, shape: &Tuple, order: Order) {
    let elements = table(a, order);
    let (strides, offsets) = forced(&elements, shape, order);
    let first = (0..elements.len()).find(|&x| elements[x] != offsets[x]);
    let mirror = |t: &Tuple| if order == Order::Lex { t.mirrored() } else { *t };
    let compact = Layout::col_major(&mirror(shape)).unwrap();
    let nested = fits(&elements, &compact);
    match (a.can_view(shape, order), first) {
        (Ok(view), None) => {
            assert_eq!(view.shape(), *shape, "{a} as {shape}");
            assert_eq!(view.stride().leaves(), strides, "{a} as {shape}");
            assert_eq!(table(&view, order), elements, "{a} as {shape}");
        }
        (Err(error), Some(x)) => {
            let ErrorKind::NeedsCopy { index, expected, found, last, next, new, nested: says } =
                error.kind()
            else {
                panic!("{a} as {shape}: {error}");
            };
            assert_eq!((index, expected, found), (x as i64, offsets[x], elements[x]), "{error}");
            assert_eq!(says, nested, "{error}");
            assert_eq!(error.witness(), Some(index));
            // The modes of A on both sides, by their digits.
            let extents: Vec<i64> = a.leaf_modes().iter().map(|mode| mode.extent).collect();
            let digits = counted(&extents, order);
            for (i, &digit) in digits[x].iter().enumerate() {
                assert_eq!(digit, i64::from(i == next), "{error}");
            }
            assert!(digits[x - 1][last] == extents[last] - 1 && extents[last] > 1, "{error}");
            let between = if order == Order::Lex { next + 1..last } else { last + 1..next };
            assert!(between.into_iter().all(|i| extents[i] == 1), "{error}");
            // The index is inside the mode of the shape: it moves there, and something slower would start.
            let digits = counted(shape.leaves(), order);
            assert!(digits[x][new] > 0, "{error}");
            let faster = |i: usize| if order == Order::Lex { i > new } else { i < new };
            let start =
                digits.iter().position(|d| (0..d.len()).all(|i| d[i] == i64::from(i == new)));
            assert!(start.is_some_and(|start| start < x), "{error}");
            assert!(
                (0..shape.length()).all(|i| i == new || faster(i) || digits[x][i] == 0),
                "{error}"
            );
        }
        (answer, first) => panic!("{a} as {shape}, {order:?}: {answer:?}, but {first:?}"),
    }
    match a.reshape(shape, order) {
        Ok(view) => {
            assert!(nested, "{a} as {shape}: {view}");
            assert!(refines(shape, &view.shape()), "{a} as {shape}: {view}");
            assert_eq!(table(&view, order), elements, "{a} as {shape}: {view}");
            if first.is_none() {
                assert_eq!(Ok(view), a.can_view(shape, order));
            }
            if order == Order::Colex {
                assert_eq!(Ok(view), a.with_shape(shape));
            }
        }
        Err(error) => {
            assert!(!nested, "{error}");
            let ErrorKind::NeedsCopy { index, expected, found, nested: false, .. } = error.kind()
            else {
                panic!("{a} as {shape}: {error}");
            };
            // Of all chains of modes that refine the shape, none agrees there, and some do below.
            let mut ends = vec![1];
            mirror(shape)
                .leaves()
                .iter()
                .for_each(|n| ends.push(ends[ends.len() - 1] * *n as usize));
            let refining: Vec<Vec<usize>> = chains(elements.len())
                .into_iter()
                .filter(|chain| chain.iter().all(|b| ends.iter().all(|e| b % e == 0 || e % b == 0)))
                .collect();
            assert_eq!(truth(&refining, &elements), Truth::Witness(index as usize), "{error}");
            assert_eq!(
                (expected, found),
                (
                    tilework_testing::forced(&refining, &elements, index as usize),
                    elements[index as usize]
                ),
                "{error}"
            );
        }
    }
}

#[test]
fn all_small_layouts() {
    let mut cases = 0;
    for a in [small_layouts(2, 1..=6, -2..=6), small_layouts(3, 1..=3, -1..=3)].concat() {
        for shape in shapes(a.size(), 3) {
            for order in ORDERS {
                law(&a, &shape, order);
                cases += 1;
            }
        }
    }
    assert!(cases > 100_000, "{cases}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Nested layouts and nested shapes, among them many that merge.
    #[test]
    fn random(
        a in layout(1..=5, 1..=4, -8..=24),
        b in layout(1..=5, 1..=4, 0..=0),
        seed in any::<u64>(),
        compact in any::<bool>(),
    ) {
        let a = if compact { Layout::row_major(&a.shape()).unwrap() } else { a };
        let all = shapes(a.size(), 4);
        let shape = all[seed as usize % all.len()];
        let shape = if b.length() == shape.length() { shape.unflatten(&b.shape()).unwrap() } else { shape };
        for order in ORDERS {
            law(&a, &shape, order);
        }
    }
}

#[test]
fn an_extent_that_is_left_out() {
    let a = layout!((4,6):(6,1));
    assert_eq!(a.can_view(&tuple!((2, -1)), Order::Lex), Ok(layout!((2,12):(12,1))));
    assert_eq!(a.can_view(&tuple!((-1)), Order::Lex), Ok(layout!((24):(1))));
    assert_eq!(a.reshape(&tuple!((24, -1)), Order::Lex), Ok(layout!((24,1):(1,0))));
    let kind = |shape: Tuple| a.can_view(&shape, Order::Lex).unwrap_err().kind();
    assert_eq!(kind(tuple!((5, -1))), ErrorKind::NotDivisible { value: 24, by: 5 });
    assert!(matches!(kind(tuple!((-1, -1))), ErrorKind::Unsupported { .. }));
    assert_eq!(kind(tuple!((4, -2))), ErrorKind::BadExtent { leaf: 1, extent: -2 });
    assert_eq!(kind(tuple!((0, -1))), ErrorKind::BadExtent { leaf: 0, extent: 0 });
    assert_eq!(kind(tuple!((4, 5))), ErrorKind::SizeMismatch { left: 24, right: 20 });
    let large = tuple!((4294967296, 4294967296, -1));
    assert_eq!(kind(large), ErrorKind::Overflow { what: "size" });
}

#[test]
fn messages() {
    let say = |a: Layout, shape: Tuple| a.can_view(&shape, Order::Lex).unwrap_err().to_string();
    assert_eq!(
        say(layout!((2,3):(1,4)), tuple!(6)),
        "can_view of (2,3):(1,4) as 6, row-major: a copy is needed: at index 3 the offset is 1, but \
         with one stride for mode 0 it is 12 (inside mode 0 of the shape, mode 1 of A ends, and mode 0 \
         does not continue it); reshape gives it as a nested layout"
    );
    assert_eq!(
        say(layout!((3,2):(1,3)), tuple!((2, 3))),
        "can_view of (3,2):(1,3) as (2,3), row-major: a copy is needed: at index 2 the offset is 1, \
         but in any layout of this shape that agrees up to there it is 6 (inside mode 1 of the shape, \
         mode 1 of A ends, and mode 0 does not continue it)"
    );
    let error = layout!((3,2):(1,3)).reshape(&tuple!((2, 3)), Order::Lex).unwrap_err();
    assert!(error.to_string().starts_with("reshape of (3,2):(1,3) as (2,3), row-major: a copy"));
    assert_eq!(
        layout!((4,4):(4,1)).with_shape(&tuple!((8, 3))).unwrap_err().to_string(),
        "with_shape of (4,4):(4,1) as (8,3): the sizes 16 and 24 differ"
    );
}

/// At compile time too, and without axes.
#[test]
fn constants() {
    const VIEW: Layout = match layout!((3,2,1):(1,3,6)).can_view(&tuple!((1, 3, 2)), Order::Lex) {
        Ok(view) => view,
        Err(error) => error.raise(),
    };
    assert_eq!(VIEW, layout!((1,3,2):(0,1,3)));
    assert_eq!(layout!(()).can_view(&tuple!((1, 1)), Order::Lex), Ok(layout!((1,1):(0,0))));
    assert_eq!(layout!((1,1):(7,7)).can_view(&tuple!(()), Order::Lex), Ok(layout!(())));
    assert_eq!(layout!((1,1):(7,7)).reshape(&tuple!(-1), Order::Colex), Ok(layout!(1:0)));
}

/// As many modes as fit, and one more.
#[test]
fn limits() {
    let ones = Layout::concat(&[Layout::UNIT; 32]).unwrap();
    assert_eq!(ones.can_view(&tuple!(1), Order::Lex), Ok(Layout::UNIT));
    let bits = Layout::row_major(&Tuple::from_slice(&[2; 32]).unwrap()).unwrap();
    assert_eq!(bits.can_view(&tuple!(-1), Order::Lex), Ok(layout!(4294967296:1)));
    let turned = bits.mirrored();
    let error = turned.can_view(&tuple!(-1), Order::Lex).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NeedsCopy { index: 2, nested: true, .. }));
    assert_eq!(turned.reshape(&tuple!(-1), Order::Lex).unwrap().length(), 32);
    let shape = turned.shape().replace(0, &tuple!((2, 1))).unwrap_err();
    assert!(matches!(shape.kind(), ErrorKind::TooManyModes { .. }));
    // An offset past the end that has no number.
    let far = layout!((2,2):(1,4611686018427387904));
    let error = far.can_view(&tuple!(4), Order::Lex).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NeedsCopy { expected: i64::MAX, found: 1, .. }));
}
