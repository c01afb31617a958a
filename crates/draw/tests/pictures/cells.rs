//! What the cells of a panel say, against the layout itself: every index is there once, with its
//! offset, and blocks say the range of what they stand for.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tilework::{Layout, Tuple};
use tilework_draw::*;

/// Layouts of rank 1 to 5, some of their modes nested.
fn layouts() -> impl Strategy<Value = Layout> {
    let leaf =
        (1_i64..6, -7_i64..20).prop_map(|(extent, stride)| Layout::new(extent, stride).unwrap());
    let mode = prop_oneof![
        leaf.clone(),
        prop::collection::vec(leaf, 1..4).prop_map(|leaves| Layout::concat(&leaves).unwrap()),
    ];
    prop::collection::vec(mode, 1..6)
        .prop_map(|modes| Layout::concat(&modes).unwrap())
        .prop_filter("small", |layout| layout.size() <= 2000)
}

fn drawn(layout: &Layout, limits: Limits) -> Panel {
    let scene = grid(layout, "", &View::within(limits));
    scene.rows[0][0].clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_index_once(layout in layouts()) {
        let panel = drawn(&layout, Limits::PICTURE.rows(4096).columns(4096).labels(4096).row(64).blocks(1));
        let mut seen = vec![0; usize::try_from(layout.size()).unwrap()];
        for (_, _, cell) in panel.places() {
            seen[usize::try_from(cell.index).unwrap()] += 1;
            prop_assert_eq!(Ok(cell.offset), layout.at_index(cell.index));
            prop_assert_eq!(&*cell.label, cell.offset.to_string());
        }
        prop_assert!(seen.iter().all(|count| *count == 1));
    }

    #[test]
    fn down_the_rows_only_mode_0(layout in layouts()) {
        let panel = drawn(&layout, Limits::PICTURE);
        if layout.rank() == 2 {
            let rows = layout.mode(0).unwrap().size();
            prop_assert_eq!(panel.rows() as i64, rows);
            for (row, column, cell) in panel.places() {
                prop_assert_eq!(cell.index, row as i64 + rows * column as i64);
            }
        }
    }

    #[test]
    fn blocks_say_their_range(layout in layouts(), blocks in 1_usize..5) {
        let limits = Limits::PICTURE.rows(3).columns(3).labels(4096).row(4096).blocks(blocks);
        let panel = drawn(&layout, limits);
        prop_assert!(panel.rows() <= 3.max(blocks) && panel.columns() <= 3.max(blocks));
        // The elements of a block are those from its first index on, up to the next on each axis.
        let indices = Layout::col_major(&layout.shape()).unwrap();
        let mut range: BTreeMap<(usize, usize), (i64, i64)> = BTreeMap::new();
        for index in 0..layout.size() {
            let place = block(&panel, &indices, index);
            let offset = layout.at_index(index).unwrap();
            let entry = range.entry(place).or_insert((offset, offset));
            *entry = (entry.0.min(offset), entry.1.max(offset));
        }
        let whole = panel.cells.len() as i64 == layout.size();
        for (row, column, cell) in panel.places() {
            let (low, high) = range[&(row, column)];
            let label = if whole { low.to_string() } else { format!("{low}..{high}") };
            prop_assert_eq!(&*cell.label, label, "{} {},{}", layout, row, column);
        }
    }

    #[test]
    fn borders_are_where_modes_end(layout in layouts()) {
        let panel = drawn(&layout, Limits::PICTURE);
        for axis in [&panel.down, &panel.across] {
            prop_assert_eq!(axis.borders.len() + 1, axis.len().max(1));
            for level in &axis.levels {
                let end = level.iter().map(|tick| tick.len).sum::<usize>();
                prop_assert!(level.is_empty() || end == axis.len());
            }
        }
    }
}

/// The block of an index: the last position on each axis whose part of the index is at most that
/// of the index, found by undoing the sum on the axis's own modes.
fn block(panel: &Panel, indices: &Layout, index: i64) -> (usize, usize) {
    let rank = indices.rank();
    let down: Vec<usize> = match rank {
        1 => vec![],
        3 => vec![0],
        _ => (0..rank).step_by(2).collect(),
    };
    let part = |down_axis: bool| -> i64 {
        (0..rank)
            .filter(|mode| down.contains(mode) == down_axis)
            .map(|mode| {
                let layout = indices.mode(mode).unwrap();
                let first =
                    layout.leaf_modes().iter().map(|leaf| leaf.stride.max(1)).min().unwrap();
                index / first % layout.size() * first
            })
            .sum()
    };
    let find = |axis: &Axis, part: i64| {
        // Later modes have larger steps, so positions are in the order of their parts.
        axis.positions.iter().rposition(|position| position.index <= part).unwrap()
    };
    (find(&panel.down, part(true)), find(&panel.across, part(false)))
}

#[test]
fn huge_layouts_are_drawn() {
    for text in [
        "(4611686018427387904,1):(1,0)",
        "(1,4611686018427387904):(0,-1)",
        "((2,2147483647),(2,1073741823)):((1,2),(3,5))",
        "9223372036854775807:1",
        "(1073741824,4,4):(0,0,0)",
    ] {
        let layout: Layout = text.parse().unwrap();
        for limits in [Limits::PICTURE, Limits::PAGE, Limits::TIKZ, Limits::TERMINAL] {
            let scene = grid(&layout, text, &View::within(limits));
            assert!(scene.notes.iter().any(|note| note.contains("in blocks of")), "{text}");
            let lines = terminal(&scene, ColorDepth::None, 80);
            assert!(lines.contains(".."), "{lines}");
        }
        strip(&layout, text, &View::within(Limits::TERMINAL));
        threads(&layout, &Tuple::leaf(8), text, ByOwner::Thread, &View::within(Limits::TERMINAL))
            .unwrap();
    }
}

#[test]
fn many_cells_have_no_labels() {
    let layout: Layout = "(256,256):(1,256)".parse().unwrap();
    let scene = grid(&layout, "", &View::default());
    assert!(!scene.rows[0][0].has_labels());
    assert_eq!(scene.notes, ["too many cells for labels"]);
}
