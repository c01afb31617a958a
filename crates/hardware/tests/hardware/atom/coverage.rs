//! Coverage from the modes of a layout, against counting.

use std::collections::HashMap;

use proptest::prelude::*;
use tilework::{Layout, layout};
use tilework_hardware::atom::{self, Coverage, Extra, Gap, MmaAtom, Operand};

use crate::vectors::of_kind;

/// The index of every thread and of every value; the index of a pair is their sum.
fn sides(layout: &Layout) -> [Vec<i64>; 2] {
    [0, 1].map(|i| {
        let part = layout.mode(i).unwrap();
        part.leaf_modes().iter().fold(vec![0], |before, mode| {
            let step = |i: i64| before.iter().map(move |offset| offset + i * mode.stride);
            (0..mode.extent).flat_map(step).collect()
        })
    })
}

/// (thread, value) of every value, by index.
fn table(layout: &Layout) -> HashMap<i64, Vec<(i64, i64)>> {
    let [threads, values] = sides(layout);
    let mut owners: HashMap<i64, Vec<(i64, i64)>> = HashMap::new();
    for (t, thread) in threads.iter().enumerate() {
        for (v, value) in values.iter().enumerate() {
            owners.entry(thread + value).or_default().push((t as i64, v as i64));
        }
    }
    owners
}

/// What counting says of a matrix of so many elements, of which each value stands for `group`, one every `rows`.
fn counted(layout: &Layout, size: i64, group: i64, rows: i64) -> Option<usize> {
    let mut counts = vec![0; size as usize];
    let [threads, values] = sides(layout);
    for thread in &threads {
        for value in &values {
            for i in 0..group {
                let place = usize::try_from(thread + value + i * rows).ok()?;
                *counts.get_mut(place)? += 1;
            }
        }
    }
    counts.iter().all(|count| *count == counts[0] && *count > 0).then(|| counts[0])
}

fn law(layout: &Layout, extents: [i64; 2], coverage: Result<Coverage, Gap>, blocks: i64) {
    let [rows, columns] = extents;
    let size = rows * columns * blocks;
    let all = counted(layout, size, 1, rows);
    let threads = layout.mode(0).unwrap().size();
    match coverage {
        Ok(Coverage::Once) => assert_eq!(all, Some(1), "{layout}"),
        Ok(Coverage::Copies { copies }) => assert_eq!(all, Some(copies as usize), "{layout}"),
        Ok(Coverage::Every { threads: every }) => {
            assert_eq!((all, every), (Some(threads as usize), threads), "{layout}");
            // Every thread has the same.
            assert!(sides(layout)[0].iter().all(|offset| *offset == 0), "{layout}");
        }
        Ok(Coverage::Groups { elements }) => {
            assert_eq!(all, None, "{layout}");
            assert_eq!(counted(layout, size, elements, rows), Some(1), "{layout}");
        }
        Err(gap) => {
            assert_eq!(all, None, "{layout} of {extents:?}: {gap}");
            let owners = table(layout);
            match gap {
                Gap::Hole { index, at } => {
                    assert!(!owners.contains_key(&index), "{layout}: {gap}");
                    assert!(
                        (0..index).all(|before| owners.contains_key(&before)),
                        "{layout}: {gap}"
                    );
                    assert_eq!((at, index < size), ([index % rows, index / rows], true));
                }
                Gap::Twice { index, at, first, second } => {
                    let both = &owners[&index];
                    assert_ne!(first, second);
                    assert!(both.contains(&first) && both.contains(&second), "{layout}: {gap}");
                    assert_eq!(at, [index % rows, index / rows]);
                    // The two are no copies of one another by a stride of 0 alone: others have fewer owners.
                    let fewest = owners.values().map(Vec::len).min().unwrap();
                    assert!(both.len() > fewest, "{layout}: {gap}");
                }
                Gap::Outside { index, owner, .. } => {
                    assert!(!(0..size).contains(&index), "{layout}: {gap}");
                    assert!(owners[&index].contains(&owner), "{layout}: {gap}");
                }
                other => panic!("{layout}: {other}"),
            }
        }
        other => panic!("{layout}: {other:?}"),
    }
}

/// A, B and C of all 3,058 cover their matrices: once, in whole copies, or by each thread.
#[test]
fn every_atom_covers_its_matrices() {
    let mut checked = HashMap::new();
    for atom in atom::all() {
        let Some(mma) = atom.mma() else { continue };
        for operand in Operand::ALL {
            let (layout, extents) = (mma.operand(operand), operand.extents(mma.shape));
            let coverage = mma.coverage(operand);
            assert!(coverage.is_ok(), "{atom} {operand}: {coverage:?}");
            let grouped = matches!(coverage, Ok(Coverage::Groups { .. }));
            assert_eq!(
                grouped,
                atom.to_string().starts_with("v_s") && operand == Operand::A,
                "{atom}"
            );
            checked.entry((layout.to_string(), extents, mma.blocks())).or_insert(coverage);
        }
        for extra in Extra::ALL {
            let (Some(layout), Some(coverage)) = (atom.extra(extra), atom.extra_coverage(extra))
            else {
                continue;
            };
            assert!(coverage.is_ok(), "{atom} {extra:?}: {coverage:?}");
            let extents = extra.operand().extents(mma.shape);
            checked.entry((layout.to_string(), extents, 1)).or_insert(coverage);
        }
    }
    for ((layout, extents, blocks), coverage) in checked {
        law(&layout.parse().unwrap(), extents, coverage, blocks);
    }
}

/// Copies read and write every bit that the reference has, and nothing else.
#[test]
fn copies_move_the_bits_of_the_reference() {
    for atom in atom::all() {
        let Some(copy) = atom.copy() else { continue };
        let image = |layout: &Layout| {
            let mut offsets: Vec<i64> = layout.coalesce().offsets().collect();
            offsets.sort_unstable();
            offsets.dedup();
            offsets
        };
        // The largest have 2^22 pairs of thread and bit; their layouts differ from smaller ones by a factor.
        if copy.src.size().max(copy.dst.size()) > 1 << 20 {
            continue;
        }
        let reference = image(&copy.reference);
        // What goes to several warps is read once.
        let source = image(&copy.src);
        let once = !atom.instruction().to_string().contains(".warpx");
        assert!(source == reference || !once && reference.starts_with(&source), "{atom}");
        assert_eq!(image(&copy.dst), reference, "{atom}");
        let threads = atom.thr_id().size();
        for side in [copy.src, copy.dst, copy.reference] {
            assert_eq!(side.mode(0).unwrap().size(), threads, "{atom}");
        }
    }
}

/// A layout of (thread, value) with small modes, among them copies, gaps and overlaps.
fn any_tv() -> impl Strategy<Value = Layout> {
    let stride = prop_oneof![
        Just(0),
        Just(1),
        Just(2),
        Just(3),
        Just(4),
        Just(6),
        Just(8),
        Just(12),
        -2_i64..0
    ];
    let mode = (1_i64..=4, stride);
    let side = || prop::collection::vec(mode.clone(), 1..=3);
    (side(), side()).prop_map(|(threads, values)| {
        let part = |modes: Vec<(i64, i64)>| {
            let (shape, stride): (Vec<_>, Vec<_>) = modes.into_iter().unzip();
            let text = |numbers: Vec<i64>| {
                numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
            };
            (text(shape), text(stride))
        };
        let ((t, dt), (v, dv)) = (part(threads), part(values));
        format!("(({t}),({v})):(({dt}),({dv}))").parse().unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn coverage_is_what_counting_says(layout in any_tv(), rows in 1_i64..7, columns in 1_i64..9) {
        let shape = [rows, 1, columns];
        let atom = MmaAtom {
            shape,
            thr_id: layout!(1:0),
            a: layout,
            b: layout!((1,1):(0,0)),
            // One block.
            c: Layout::new((1, rows), (0, 1)).unwrap(),
        };
        let coverage = atom.coverage(Operand::A);
        law(&layout, [rows, columns], coverage, 1);
        if coverage.is_ok_and(|coverage| !matches!(coverage, Coverage::Groups { .. })) {
            let all = table(&layout);
            for column in -1..=columns {
                for row in -1..=rows {
                    let owners: Vec<_> = atom.owners(Operand::A, row, column).unwrap().collect();
                    let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
                    let expected = if inside { all[&(row + rows * column)].clone() } else { vec![] };
                    prop_assert_eq!(owners, expected, "{}", layout);
                }
            }
        }
    }
}

#[test]
fn odd_shapes_are_refused() {
    let good = atom::find("SM80_16x8x16_F32F16F16F32_TN").unwrap().mma().unwrap();
    let shapes = [[0, 8, 16], [-16, 8, 16], [i64::MAX, i64::MAX, i64::MAX], [16, 8, i64::MIN]];
    for shape in shapes {
        let atom = MmaAtom { shape, ..good };
        assert_eq!(atom.coverage(Operand::A), Err(Gap::Shape), "{shape:?}");
        assert!(atom.owners(Operand::A, 0, 0).is_err());
        let _ = atom.cell(Operand::A, 0, 0);
    }
    let atom = MmaAtom { a: layout!(256:1), ..good };
    assert_eq!(atom.coverage(Operand::A), Err(Gap::Rank { rank: 1 }));
    assert_eq!(atom.cell(Operand::A, 0, 0), None);
    // Past the end, and one short of it.
    let atom = MmaAtom { shape: [16, 8, 15], ..good };
    assert!(matches!(atom.coverage(Operand::A), Err(Gap::Outside { index: 255, .. })));
    let atom = MmaAtom { shape: [16, 8, 17], ..good };
    assert!(matches!(atom.coverage(Operand::A), Err(Gap::Hole { index: 256, at: [0, 16] })));
}

#[test]
fn recorded_answers() {
    let mut count = 0;
    for vector in of_kind("atom") {
        count += 1;
        let text = |field: &str| vector[field].as_str().unwrap();
        let number = |field: &str| vector[field].as_i64().unwrap();
        let expect = &vector["expect"];
        let atom = atom::find(text("atom")).unwrap().mma().unwrap();
        let operand =
            Operand::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(text("operand")));
        let operand = operand.unwrap();
        let [row, column] = atom.cell(operand, number("thread"), number("value")).unwrap();
        assert_eq!([row, column], ["row", "col"].map(|field| expect[field].as_i64().unwrap()));
        let owners: Vec<_> = atom.owners(operand, row, column).unwrap().collect();
        assert_eq!(owners.len() as i64, expect["owner_count"].as_i64().unwrap());
        let recorded: Vec<(i64, i64)> = serde_json::from_value(expect["owners"].clone()).unwrap();
        assert_eq!(owners, recorded);
    }
    assert_eq!(count, 27);
}
