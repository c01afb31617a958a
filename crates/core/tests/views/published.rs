//! Cases from the issue trackers of Rust's tensor libraries.

use tilework::{Layout, Order, layout, tuple};

use crate::oracle::table;

/// `(3,2,1)` with strides `(1,3,6)` is `[1,3,2]` without a copy. A kernel that took the stride of the axis
/// of one element for a real one read offset 9 of 6.
#[test]
fn cubecl_1670() {
    let a = layout!((3,2,1):(1,3,6));
    let view = a.can_view(&tuple!((1, 3, 2)), Order::Lex).unwrap();
    assert_eq!(view, layout!((1,3,2):(0,1,3)));
    assert_eq!(table(&view, Order::Lex), [0, 3, 1, 4, 2, 5]);
    assert!((view.min_offset(), view.max_offset()) == (0, 5));
}

/// `[3,4,1].swap_dims(1,2)`, summed over its last axis: the sums are those of the rows.
#[test]
fn burn_5613() {
    let a = Layout::row_major(&tuple!((3, 4, 1))).unwrap().swap_dims(1, 2).unwrap();
    let rows = a.can_view(&tuple!((3, 4)), Order::Lex).unwrap();
    let sums: Vec<i64> = table(&rows, Order::Lex).chunks(4).map(|row| row.iter().sum()).collect();
    assert_eq!(sums, [6, 22, 38]);
}

/// A transposed matrix in one row needs a copy; a matrix of one row or column never does.
#[test]
fn candle_1948_ndarray_1205() {
    let a = layout!((2,3):(1,2));
    assert!(a.can_view(&tuple!(6), Order::Lex).is_err());
    assert_eq!(a.can_view(&tuple!(6), Order::Colex), Ok(layout!(6:1)));
    for row in [layout!((1,6):(1,1)), layout!((6,1):(1,100)), layout!((1,6,1):(-3,1,9))] {
        assert_eq!(row.can_view(&tuple!((2, 3)), Order::Lex), Ok(layout!((2,3):(3,1))));
    }
}

/// Reversed, and with gaps: a stride of any size can be split and merged.
#[test]
fn ndarray_441() {
    let reversed = layout!((2,3):(-3,-1));
    assert_eq!(reversed.can_view(&tuple!(6), Order::Lex), Ok(layout!(6:-1)));
    let columns = layout!((4,2):(4,2));
    assert_eq!(columns.can_view(&tuple!(8), Order::Lex), Ok(layout!(8:2)));
    let rows = layout!((4,3):(4,1));
    assert!(rows.can_view(&tuple!(12), Order::Lex).is_err());
    assert_eq!(rows.can_view(&tuple!((2, 2, 3)), Order::Lex), Ok(layout!((2,2,3):(8,4,1))));
}
