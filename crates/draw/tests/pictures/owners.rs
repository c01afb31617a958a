//! Threads and values, and the parts that they have: what stands out, against going through all cells.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, Error, Layout, Slicer, Swizzle, Tiler, Tuple};
use tilework_draw::*;

fn view() -> View {
    View::within(Limits::PICTURE.rows(4096).columns(4096).labels(1 << 16).row(64).blocks(1))
}

/// Threads and values behind a swizzle or not.
fn pairs() -> impl Strategy<Value = AnyLayout> {
    let strides = (0_i64..6, 0_i64..6);
    (1_i64..5, 1_i64..5, strides, any::<bool>()).prop_map(|(t, v, strides, swizzled)| {
        let layout = Layout::new((t, v), strides).unwrap();
        let swizzle = Swizzle::new(1, 0, 2).unwrap();
        match ComposedLayout::new(swizzle, 0, &layout) {
            Ok(composed) if swizzled => composed.into(),
            _ => layout.into(),
        }
    })
}

fn marked(panel: &Panel) -> BTreeSet<i64> {
    panel.places().filter(|(.., cell)| cell.marked).map(|(.., cell)| cell.index).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// What is marked, and only that is coloured, are the cells of the thread and the value.
    #[test]
    fn one_thread_stands_out(
        tv in pairs(), (m, n) in (1_i64..6, 1_i64..6), thread in prop::option::of(0_i64..4), value in prop::option::of(0_i64..4),
        both in any::<bool>(),
    ) {
        let (tile, shape) = (Tuple::of((m, n)).unwrap(), tv.shape());
        let [threads, values] = [shape.leaves()[0], shape.leaves()[1]];
        let mut show = Owners::default();
        (show.thread, show.value, show.both) = (thread, value, both);
        let scene = threads_scene(&tv, &tile, show);
        let there = thread.is_none_or(|t| t < threads) && value.is_none_or(|v| v < values);
        prop_assert_eq!(scene.is_ok(), there);
        let Ok(scene) = scene else { return Ok(()) };
        let cells: Vec<((i64, i64), i64)> =
            (0..threads * values).map(|i| ((i % threads, i / threads), tv.at_index(i).unwrap())).collect();
        let chosen = |(t, v): (i64, i64)| thread.is_none_or(|only| only == t) && value.is_none_or(|only| only == v);
        let panels: Vec<&Panel> = scene.panels().collect();
        prop_assert_eq!(panels.len(), 1 + usize::from(both));
        let grid = panels[panels.len() - 1];
        if thread.is_some() || value.is_some() {
            let expected: BTreeSet<i64> =
                cells.iter().filter(|(owner, cell)| chosen(*owner) && *cell < m * n).map(|(_, cell)| *cell).collect();
            prop_assert_eq!(marked(grid), expected);
            for (.., cell) in grid.places() {
                prop_assert_eq!(cell.fill != Fill::Empty, cell.marked);
            }
        }
        if both {
            // A pair and its cell belong together, and the pair says which cell that is.
            for (.., pair) in panels[0].places() {
                let cell = cells[pair.index as usize].1;
                let label = if cell < m * n { format!("({},{})", cell % m, cell / m) } else { "outside".into() };
                prop_assert_eq!(&*pair.label, label);
                for (.., other) in grid.places() {
                    let linked = other.keys.iter().any(|key| pair.keys.contains(key));
                    prop_assert_eq!(linked, other.index == cell);
                }
            }
        }
    }

    /// What is marked in A are the elements of the part, each linked to its own in the part.
    #[test]
    fn parts_are_where_they_are(
        (m, n) in (1_i64..8, 1_i64..8), (s, t) in (0_i64..9, 0_i64..9), (p, q) in (1_i64..4, 1_i64..4),
        (x, y) in (0_i64..3, 0_i64..3), outer in any::<bool>(), swizzled in any::<bool>(),
    ) {
        let layout = Layout::new((m, n), (s, t)).unwrap();
        let swizzle = Swizzle::new(2, 0, 2).unwrap();
        let a: AnyLayout = match swizzled {
            true => ComposedLayout::new(swizzle, 0, &layout).unwrap().into(),
            false => layout.into(),
        };
        let tiler = Tiler::shape(&Tuple::of((p, q)).unwrap()).unwrap();
        // A place of the tile, or a tile.
        let ends = if outer { [p, q] } else { [(m + p - 1) / p, (n + q - 1) / q] };
        let (x, y) = (x % ends[0], y % ends[1]);
        let coord = Slicer::leaf(None).select(&[]).unwrap();
        let coord = coord.append(&Slicer::leaf(Some(x))).unwrap().append(&Slicer::leaf(Some(y))).unwrap();
        let of = |layout: &AnyLayout| -> Result<(AnyLayout, i64), Error> {
            if outer { layout.outer_partition(&tiler, &coord) } else { layout.local_tile(&tiler, &coord) }
        };
        let scene = part(&a, &tiler, of, "", &view()).unwrap();
        let panels: Vec<&Panel> = scene.panels().collect();
        let mine = |i: i64, j: i64| match outer {
            true => i % p == x && j % q == y,
            false => i / p == x && j / q == y,
        };
        let expected: BTreeSet<i64> =
            (0..m * n).filter(|index| mine(index % m, index / m)).collect();
        prop_assert_eq!(marked(panels[0]), expected.clone());
        let (part, _) = of(&a).unwrap();
        for (.., cell) in panels[0].places().filter(|(.., cell)| cell.marked) {
            let linked: Vec<&Cell> = panels[1].places().map(|(.., c)| c).filter(|c| c.keys == cell.keys).collect();
            prop_assert_eq!(linked.len(), 1);
            prop_assert_eq!(linked[0].offset, cell.offset);
        }
        let out = panels[1].places().filter(|(.., cell)| &*cell.label == "out").count() as i64;
        prop_assert_eq!(out, part.size() - expected.len() as i64);
        prop_assert_eq!(scene.notes.iter().any(|note| note.starts_with("out: ")), out > 0);
    }

    /// Cells of a division that are in no element of A say so.
    #[test]
    fn what_overhangs_says_so((m, n) in (1_i64..8, 1_i64..8), (p, q) in (1_i64..4, 1_i64..4)) {
        let a: AnyLayout = Layout::new((m, n), (n, 1)).unwrap().into();
        let tiler = Tiler::shape(&Tuple::of((p, q)).unwrap()).unwrap();
        let result = a.zipped_divide(&tiler).unwrap();
        let scene = divide(Divide::Zipped, &a, &tiler, &result, "", &view()).unwrap();
        let panel = scene.panels().last().unwrap();
        for (.., cell) in panel.places() {
            let (tile, rest) = (cell.index % (p * q), cell.index / (p * q));
            let rows = (m + p - 1) / p;
            let (i, j) = (tile % p + p * (rest % rows), tile / p + q * (rest / rows));
            prop_assert_eq!(&*cell.label == "out", i >= m || j >= n);
        }
    }
}

fn threads_scene(tv: &AnyLayout, tile: &Tuple, show: Owners) -> Result<Scene, Error> {
    threads(tv, tile, "", show, &view())
}
