//! Pictures of refusals: what they mark proves that there is no answer.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout};
use tilework_draw::{Cell, Limits, Scene, View, not_a_layout, refused};
use tilework_lang::Scope;

/// The value of a flat layout at an index, digit by digit; the last mode goes on past the end.
fn value(modes: &[(i64, i64)], mut index: i64) -> i64 {
    let mut out = 0;
    for (i, (extent, stride)) in modes.iter().enumerate() {
        let digit = if i + 1 == modes.len() { index } else { index % extent };
        out += digit * stride;
        index /= extent;
    }
    out
}

fn marked(scene: &Scene, panel: usize) -> Vec<&Cell> {
    let panel = scene.panels().nth(panel).unwrap();
    panel.cells.iter().filter(|cell| cell.marked).collect()
}

/// Every refusal of a composition is drawn: the marked cells are the index, the element of A there, and the value
/// that the function has and a layout has not.
fn law(a: &[(i64, i64)], b: &[(i64, i64)]) -> bool {
    let layout = |modes: &[(i64, i64)]| {
        let modes: Vec<Layout> = modes.iter().map(|&(n, d)| Layout::new(n, d).unwrap()).collect();
        Layout::concat(&modes).unwrap()
    };
    let (left, right) = (layout(a), layout(b));
    let Err(error) = left.compose(&right) else { return false };
    let ErrorKind::NotALayout { index, expected, found, .. } = error.kind() else { return false };
    let scene = not_a_layout(&left.into(), &right, &error, "", &View::default()).unwrap();
    let element = value(b, index);
    // Past the end of A there is no cell to mark.
    for cell in marked(&scene, 0) {
        assert_eq!((cell.index, cell.offset), (element, value(a, element)));
    }
    assert_eq!(marked(&scene, 0).len(), usize::from(element < left.size()));
    assert_eq!(marked(&scene, 1).iter().map(|cell| cell.index).collect::<Vec<_>>(), [index]);
    let [proof] = marked(&scene, 2)[..] else { panic!("one cell") };
    assert_eq!((proof.index, proof.offset), (index, value(a, element)));
    assert_eq!(&*proof.label, format!("{found} ≠ {expected}"));
    assert_eq!(found, value(a, element));
    let panel = scene.panels().nth(2).unwrap();
    assert!(panel.cells.iter().all(|cell| cell.offset == value(a, value(b, cell.index))));
    true
}

#[test]
fn compositions() {
    let mut refusals = 0;
    for (n, m, d, e) in (2..5).flat_map(|n| {
        (2..4).flat_map(move |m| (1..4).flat_map(move |d| (1..8).map(move |e| (n, m, d, e))))
    }) {
        for (k, l, f, g) in [(2, 2, 1, 3), (3, 2, 2, 3), (2, 3, 3, 1), (4, 2, 1, 5)] {
            refusals += u32::from(law(&[(n, d), (m, e)], &[(k, f), (l, g)]));
        }
    }
    assert!(refusals > 50, "{refusals}");
}

proptest! {
    #[test]
    fn every_refusal_of_a_composition(
        a in prop::collection::vec((1_i64..7, -3_i64..12), 1..4),
        b in prop::collection::vec((1_i64..5, 0_i64..9), 1..4),
    ) {
        law(&a, &b);
    }

    /// Any text: a picture or none, and never a panic.
    #[test]
    fn any_text(text in "[A-C0-9(),:<>o _]{0,24}|(complement|left_inverse|zipped_divide|coverage)\\([0-9(),:<>]{0,16}\\)") {
        let scope = Scope::new();
        if let Err(why) = scope.clone().run(&text) {
            let _ = refused(&scope, &text, &why, &text, Limits::TERMINAL);
        }
    }
}

/// The marked cells of a refusal, as indices, with its last note.
fn proof(text: &str) -> (Vec<i64>, String) {
    let scope = Scope::new();
    let why = scope.clone().run(text).unwrap_err();
    let scene = refused(&scope, text, &why, text, Limits::PICTURE).unwrap();
    let cells = scene.panels().flat_map(|panel| &panel.cells).filter(|cell| cell.marked);
    (cells.map(|cell| cell.index).collect(), scene.notes.last().cloned().unwrap_or_default())
}

#[test]
fn other_operations() {
    let (cells, note) = proof("left_inverse((2,2):(1,0))");
    assert_eq!((cells, &*note), (vec![0, 2], "marked: indices 0 and 2 have the same offset, 0"));
    let (cells, note) = proof("complement((4,6):(1,6), 24)");
    assert_eq!((cells, &*note), (vec![4], "marked: no copy that fits reaches offset 4"));
    // The tile of a mode, not A.
    let (_, note) = proof("zipped_divide((6,24):(1,7), <2,(4,6):(1,6)>)");
    assert_eq!(note, "marked: no copy that fits reaches offset 4");
    let (cells, _) = proof("size((6,2):(1,7) o (3,2):(2,3))");
    assert_eq!(cells, [7, 5, 5]);
    let (cells, _) = proof("((6,2),4):((1,7),20) o <(3,2):(2,3),2>");
    assert_eq!(cells, [7, 5, 5]);
    // A syntax error has no cells.
    let scope = Scope::new();
    let why = scope.clone().run("4:").unwrap_err();
    assert!(refused(&scope, "4:", &why, "", Limits::PICTURE).is_none());
}
