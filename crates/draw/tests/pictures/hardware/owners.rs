//! Who holds what: labels, keys and marks against tables of all pairs (thread, value).

use std::collections::BTreeMap;

use proptest::prelude::*;
use tilework::{Layout, Tiler, Tuple, layout};
use tilework_draw::*;
use tilework_hardware::atom::{self, CopyAtom, MmaAtom};
use tilework_hardware::tiled::{Operand, Side, TiledCopy, TiledMma};

fn view() -> View {
    View::within(Limits::PICTURE.rows(4096).columns(4096).labels(1 << 20).row(32).blocks(1))
}

/// All owners of every element, in the order of (thread, value).
type Table = BTreeMap<i64, Vec<(i64, i64)>>;

fn table(tv: &Layout) -> Table {
    let mut out = Table::new();
    let threads = tv.mode(0).unwrap().size();
    for value in 0..tv.size() / threads {
        for thread in 0..threads {
            out.entry(tv.at((thread, value)).unwrap()).or_default().push((thread, value));
        }
    }
    out
}

/// What a cell with these owners says: the one that stands out, or else the first.
fn expected(owners: &[(i64, i64)], names: &Layout, thread: Option<i64>) -> String {
    let chosen = owners.iter().find(|owner| Some(owner.0) == thread).or(owners.first());
    let Some((thread, value)) = chosen else { return String::new() };
    let more = if owners.len() > 1 { "+" } else { "" };
    format!("T{}{more}\nV{value}", names.at_index(*thread).unwrap())
}

/// The panel of a matrix of `rows` x `columns` elements, which are drawn transposed or not.
fn check_matrix(
    panel: &Panel,
    tv: &Layout,
    [rows, columns]: [i64; 2],
    names: &Layout,
    transposed: bool,
    thread: Option<i64>,
    by_element: bool,
) {
    let table = table(tv);
    let threads = tv.mode(0).unwrap();
    let everyone = threads.size() > 1 && threads.leaf_modes().iter().all(|mode| mode.stride == 0);
    let (down, across) = if transposed { (columns, rows) } else { (rows, columns) };
    // Blocks of independent products are beside one another.
    let blocks = panel.columns() as i64 / across;
    assert_eq!((panel.rows() as i64, panel.columns() as i64), (down, across * blocks));
    for (i, j, cell) in panel.places() {
        let (i, j) = (i as i64, j as i64);
        let (block, j) = (j / across, j % across);
        let (row, column) = if transposed { (j, i) } else { (i, j) };
        let element = row + rows * column + rows * columns * block;
        assert_eq!(cell.index, element);
        let owners = table.get(&element).map_or(&[][..], Vec::as_slice);
        if everyone {
            let fill = if owners.is_empty() { Fill::Empty } else { Fill::Grey };
            assert_eq!((cell.fill, &*cell.label), (fill, ""));
            continue;
        }
        assert_eq!(*cell.label, *expected(owners, names, thread));
        let held = owners.iter().any(|owner| Some(owner.0) == thread);
        assert_eq!(cell.marked, held);
        let coloured = if thread.is_some() { held } else { !owners.is_empty() };
        assert_eq!(cell.fill != Fill::Empty, coloured);
        if by_element {
            assert_eq!(*cell.keys, [u32::try_from(element).unwrap()]);
        } else if owners.len() <= 32 {
            let threads: Vec<u32> = owners.iter().map(|owner| owner.0 as u32).collect();
            assert_eq!(*cell.keys, *threads);
            let first = owners.iter().find(|owner| Some(owner.0) == thread).or(owners.first());
            if let (Some(owner), true) = (first, coloured) {
                assert_eq!(cell.fill, Fill::tile(owner.0));
            }
        } else {
            assert!(cell.keys.is_empty());
        }
    }
}

fn check_mma(atom: &MmaAtom, scene: &Scene, thread: Option<i64>) {
    let [[b], [a, c]] = [&scene.rows[0][..], &scene.rows[1][..]] else { panic!("three panels") };
    let [m, n, k] = atom.shape;
    check_matrix(a, &atom.a, [m, k], &atom.thr_id, false, thread, false);
    check_matrix(b, &atom.b, [n, k], &atom.thr_id, true, thread, false);
    check_matrix(c, &atom.c, [m, n], &atom.thr_id, false, thread, false);
}

/// Every atom of the list that has a picture of some thousand cells.
#[test]
fn all_atoms() {
    let mut drawn = 0;
    for (i, atom) in atom::all().enumerate() {
        let Some(mma_atom) = atom.mma() else { continue };
        let [m, n, k] = mma_atom.shape;
        // The large ones differ from the small ones of their family in one extent.
        if m * n > 2048 || k > 64 || i % 7 != 0 {
            continue;
        }
        let scene = mma(&mma_atom, "", ByOwner::Thread, &view()).unwrap();
        check_mma(&mma_atom, &scene, None);
        let last = mma_atom.thr_id.size() - 1;
        let name = mma_atom.thr_id.at_index(last).unwrap();
        let scene = mma(&mma_atom, "", Owners::default().thread(name), &view()).unwrap();
        check_mma(&mma_atom, &scene, Some(last));
        drawn += 1;
    }
    assert!(drawn > 60, "{drawn}");
}

/// Every copy atom: a cell of the source leads to the cell of the destination that has its element.
#[test]
fn all_copies() {
    for atom in atom::all() {
        let Some(copy_atom) = atom.copy() else { continue };
        if copy_atom.src.size().max(copy_atom.dst.size()) > 1 << 18 {
            continue;
        }
        for bits in [8, 16, 32] {
            let Ok(scene) = copy(&copy_atom, bits, "", ByOwner::Thread, &view()) else { continue };
            check_flow(&copy_atom, bits, &scene);
        }
    }
}

fn check_flow(atom: &CopyAtom, bits: i64, scene: &Scene) {
    // An element begins where its first bit is.
    let elements = |tv: &Layout| -> BTreeMap<(i64, i64), i64> {
        let threads = tv.mode(0).unwrap().size();
        let values = tv.size() / threads / bits;
        let pairs = (0..threads).flat_map(|thread| (0..values).map(move |value| (thread, value)));
        pairs.map(|(t, v)| ((t, v), tv.at((t, v * bits)).unwrap() / bits)).collect()
    };
    let sides = [elements(&atom.src), elements(&atom.dst)];
    for (i, panel) in scene.rows[0].iter().enumerate() {
        let (own, other) = (&sides[i], &sides[1 - i]);
        // Which pairs have an element, by value and then by thread.
        let mut owners = Table::new();
        for ((thread, value), element) in other {
            owners.entry(*element).or_default().push((*thread, *value));
        }
        owners
            .values_mut()
            .for_each(|pairs| pairs.sort_by_key(|(thread, value)| (*value, *thread)));
        let one = |pairs: &BTreeMap<(i64, i64), i64>| {
            let tv = if std::ptr::eq(pairs, &sides[0]) { &atom.src } else { &atom.dst };
            let threads = tv.mode(0).unwrap();
            threads.size() > 1 && threads.leaf_modes().iter().all(|mode| mode.stride == 0)
        };
        let (own_is_one, other_is_one) = (one(own), one(other));
        let columns = panel.columns() as i64;
        let mut count = 0;
        for (row, column, cell) in panel.places() {
            let (row, column) = (row as i64, column as i64);
            let pair = if own_is_one { (0, row * columns + column) } else { (row, column) };
            let element = own[&pair];
            assert_eq!((cell.index, cell.offset), (element, pair.1));
            assert_eq!(*cell.keys, [u32::try_from(element).unwrap()]);
            let there = owners.get(&element).map_or(&[][..], Vec::as_slice);
            let label = match there {
                [(_, value), ..] if other_is_one => format!("V{value}"),
                there => expected(there, &atom.thr_id, None),
            };
            assert_eq!(*cell.label, *label);
            count += 1;
        }
        let threads =
            if own_is_one { own.keys().map(|(thread, _)| thread + 1).max().unwrap() } else { 1 };
        assert_eq!(count * threads, own.len() as i64);
    }
}

/// The first thread that is named so; the same layouts in another order of threads.
fn small_atoms() -> impl Strategy<Value = MmaAtom> {
    let stride = 0_i64..5;
    let tv = (stride.clone(), stride.clone(), stride);
    (1_i64..5, 1_i64..4, tv.clone(), tv.clone(), tv, prop::array::uniform3(1_i64..5)).prop_map(
        |(threads, values, a, b, c, shape)| {
            let tv = |(s, t, _): (i64, i64, i64)| Layout::new((threads, values), (s, t)).unwrap();
            let thr_id = Layout::new(threads, 3).unwrap();
            MmaAtom { shape, thr_id, a: tv(a), b: tv(b), c: tv(c) }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Whether or not the layouts cover their matrices, and where they leave them.
    #[test]
    fn any_atom(atom in small_atoms(), thread in prop::option::of(0_i64..5)) {
        let shown = Owners::default();
        let shown = thread.map_or(shown, |thread| shown.thread(3 * thread));
        let scene = mma(&atom, "", shown, &view());
        let there = thread.is_none_or(|thread| thread < atom.thr_id.size());
        prop_assert_eq!(scene.is_ok(), there);
        if let Ok(scene) = scene {
            check_mma(&atom, &scene, thread);
        }
    }

    #[test]
    fn tiled_mmas(
        (m, n, k) in (1_i64..4, 1_i64..4, 1_i64..3), (p, q) in (1_i64..3, 1_i64..3),
        which in 0_usize..3, thread in prop::option::of(0_i64..1000),
    ) {
        let names = ["UniversalFMA<float>", "SM70_8x8x4_F32F16F16F32_TN", "SM80_16x8x8_F32F16F16F32_TN"];
        let one = atom::find(names[which]).unwrap().mma().unwrap();
        let atoms = Layout::col_major(&Tuple::of((m, n, k)).unwrap()).unwrap();
        let extent = |i: i64| Tiler::from(Layout::new(i, 1).unwrap());
        let [x, y, _] = one.shape;
        let order = Tiler::by_mode(&[extent(x * m * p), extent(y * n * q)]).unwrap();
        let Ok(tiled) = TiledMma::new(&one, &atoms, &order) else { return Ok(()) };
        let thread = thread.map(|thread| thread % tiled.threads());
        let shown = thread.map_or(Owners::default(), |thread| Owners::default().thread(thread));
        let scene = tiled_mma(&tiled, "", shown, &view());
        // Quad pairs that do not repeat evenly leave threads idle.
        let has_maps = Operand::ALL.iter().all(|operand| tiled.map(*operand).is_ok());
        prop_assert_eq!(scene.is_ok(), has_maps);
        let Ok(scene) = scene else { return Ok(()) };
        let tv = |operand| *tiled.map(operand).unwrap().layout();
        let whole = MmaAtom {
            shape: tiled.tile(),
            thr_id: Layout::new(tiled.threads(), 1).unwrap(),
            a: tv(Operand::A), b: tv(Operand::B), c: tv(Operand::C),
        };
        check_mma(&whole, &scene, thread);
    }

    #[test]
    fn tiled_copies((m, n) in (1_i64..5, 1_i64..5), (v, w) in (1_i64..3, 0_u32..3), thread in prop::option::of(0_i64..16)) {
        let one = atom::find("UniversalCopy<uint32_t>").unwrap().copy().unwrap();
        let threads = Layout::new((m, n), (n, 1)).unwrap();
        let values = Layout::new((v, 2 << w), (2 << w, 1)).unwrap();
        let Ok(tiled) = TiledCopy::new(&one, 16, &threads, &values) else { return Ok(()) };
        let thread = thread.map(|thread| thread % (m * n));
        let shown = thread.map_or(Owners::default(), |thread| Owners::default().thread(thread));
        let scene = tiled_copy(&tiled, "", shown, &view()).unwrap();
        let tile = [m * v, n * (2 << w)];
        for (panel, side) in scene.rows[0].iter().zip(Side::ALL) {
            check_matrix(panel, tiled.side_tv(side), tile, &layout!(1000:1), false, thread, true);
        }
    }
}

/// What is too large is drawn in blocks, or refused with the limit.
#[test]
fn large_tiles() {
    let atom = atom::find("SM80_16x8x16_F32F16F16F32_TN").unwrap().mma().unwrap();
    let tiled = |m: i64, n: i64| {
        let extent = |i: i64| Tiler::from(Layout::new(i, 1).unwrap());
        let order = Tiler::by_mode(&[extent(m), extent(n)]).unwrap();
        TiledMma::new(&atom, &layout!((2,2,1):(1,2,0)), &order).unwrap()
    };
    let scene =
        tiled_mma(&tiled(256, 256), "", ByOwner::Thread, &View::within(Limits::PAGE)).unwrap();
    for panel in scene.panels() {
        assert!(panel.rows() <= 128 && panel.columns() <= 128);
    }
    assert!(
        scene.notes.iter().any(|note| note.contains("C (m,n): blocks of 16 x 16")),
        "{:?}",
        scene.notes
    );
    let error = tiled_mma(&tiled(4096, 4096), "", ByOwner::Thread, &View::default()).unwrap_err();
    assert_eq!(error.name(), "too-large");
    assert_eq!(
        error.to_string(),
        "16777216 elements of C are too many for a picture, which may have 1048576"
    );
    let error = mma(&atom, "", Owners::default().thread(32), &View::default()).unwrap_err();
    assert_eq!(error.to_string(), "there is no thread 32 among the 32 threads");
}
