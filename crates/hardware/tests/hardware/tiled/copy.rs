//! TiledCopy against its definition: tables of random configurations.

use proptest::prelude::*;
use tilework::{AnyLayout, Layout, Shape, tiler};
use tilework_hardware::atom::CopyAtom;
use tilework_hardware::tiled::{Coverage, Operand, Side, TiledCopy, TiledError, TiledMma};

use super::atoms::{COPY, MMA, copy, mma};
use super::oracle::{self, Table, at_any, counts, in_elements, is_layout, size};
use super::random::Choices;

/// What was answered, and what was refused: the second is looked at below.
#[derive(Default, Debug)]
struct Tally {
    copies: usize,
    refused_copies: usize,
    lost_copies: usize,
    parts: usize,
    refused_parts: usize,
    lost_parts: usize,
}

/// Whether a table is a layout from (thread, (value of the atom, rest)) to the index in its tile.
fn as_layout(table: &Table, tile: &[i64], of_atom: i64) -> bool {
    let [threads, values] = counts(table);
    let index = |coord: &[i64]| coord.iter().zip(tile).rev().fold(0, |index, (c, t)| index * t + c);
    let list: Option<Vec<i64>> = (0..threads * values)
        .map(|i| table.get(&(i % threads, i / threads)).map(|c| index(c)))
        .collect();
    list.is_some_and(|list| list[0] == 0 && is_layout(&[threads, of_atom, values / of_atom], &list))
}

fn check_table(layout: &Layout, table: &Table, tile: &[i64]) {
    let [threads, values] = counts(table);
    assert_eq!(oracle::sizes(layout), [threads, values], "{layout}");
    for (&(thread, value), coord) in table {
        let mut index = oracle::at(layout, thread + threads * value);
        for (c, t) in coord.iter().zip(tile) {
            assert_eq!(index % t, *c, "thread {thread}, value {value} of {layout}");
            index /= t;
        }
    }
}

/// A copy with random threads and values, or for an operand of an MMA; and the table of its reference.
fn random(
    choices: &mut Choices<'_>,
    atom: &CopyAtom,
    bits: i64,
) -> Option<(Result<TiledCopy, TiledError>, Table, Vec<i64>)> {
    if choices.rarely(4) {
        let (atom_mma, operand) = (mma(&choices.one(&MMA)), choices.one(&Operand::ALL));
        let counts =
            choices.one(&[[1, 1, 1], [2, 2, 1], [4, 1, 1], [2, 1, 2], [1, 1, 3], [3, 2, 1]]);
        let atoms = choices.compact(&counts, false);
        let made = TiledMma::new(&atom_mma, &atoms, &tiler!(<_,_,_>)).ok()?;
        let oracle = oracle::Mma {
            shape: atom_mma.shape,
            thr_id: &atom_mma.thr_id,
            atoms: &atoms,
            order: [None, None, None],
        };
        let tv = [&atom_mma.a, &atom_mma.b, &atom_mma.c][operand as usize];
        let (tile, repeats) = oracle.tile(operand.axes());
        let mut table = Table::new();
        if oracle.coordinates().len() as i64 * size(tv) > 1 << 16 {
            return None;
        }
        for (thread, coord) in (0..).zip(oracle.coordinates()) {
            let held = oracle.held(operand.axes(), tv, coord?, repeats);
            table.extend((0..).zip(held).map(|(v, element)| ((thread, v), element.to_vec())));
        }
        let copy = TiledCopy::for_operand(atom, bits, &made, operand);
        return Some((copy, table, tile.to_vec()));
    }
    let threads: &[&[i64]] = &[
        &[32],
        &[4, 8],
        &[8, 4],
        &[16, 8],
        &[32, 4],
        &[2, 3],
        &[8, 16],
        &[4, 2, 4],
        &[6],
        &[1, 1],
    ];
    let values: &[&[i64]] =
        &[&[8], &[1, 8], &[8, 1], &[2, 4], &[4, 2], &[2, 2], &[1, 4], &[3, 2], &[1, 1], &[2, 2, 2]];
    let (threads, values) = (choices.one(threads), choices.one(values));
    let (nested_threads, nested_values) = (choices.rarely(2), choices.rarely(3));
    let thr = choices.compact(threads, nested_threads);
    let val = choices.compact(values, nested_values);
    let (table, tile) = oracle::tile_of(&thr, &val)?;
    Some((TiledCopy::new(atom, bits, &thr, &val), table, tile))
}

fn check(numbers: &[u32], tally: &mut Tally) {
    let mut choices = Choices::new(numbers);
    let (atom, bits) = (copy(&choices.one(&COPY)), choices.one(&[16, 8, 32, 4, 64]));
    let Some((made, table, tile)) = random(&mut choices, &atom, bits) else { return };
    let elements = [&atom.src, &atom.dst, &atom.reference].map(|layout| in_elements(layout, bits));
    let [Some(source), Some(destination), Some(reference)] = elements else {
        assert_eq!(made.unwrap_err().name(), "split-element");
        return;
    };
    let [threads, values] = counts(&table);
    let [atom_threads, atom_values] = counts(&reference);
    if threads % atom_threads != 0 || values % atom_values != 0 {
        let name = if threads % atom_threads != 0 { "too-few-threads" } else { "too-few-values" };
        assert_eq!(made.unwrap_err().name(), name);
        return;
    }
    let sides = [&source, &destination].map(|side| oracle::side(&table, side, &reference).unwrap());
    let made = match made {
        Ok(made) => made,
        Err(_) => {
            tally.refused_copies += 1;
            let lost = as_layout(&table, &tile, atom_values)
                && as_layout(&sides[0], &tile, counts(&source)[1])
                && as_layout(&sides[1], &tile, counts(&destination)[1]);
            tally.lost_copies += usize::from(lost);
            return;
        }
    };
    tally.copies += 1;
    assert_eq!(made.tile().leaves(), tile);
    check_table(made.tv(), &table, &tile);
    for (side, table) in Side::ALL.into_iter().zip(&sides) {
        check_table(made.side_tv(side), table, &tile);
        assert_eq!(made.side_steps(side).unwrap().tv, *made.side_tv(side));
        let map = made.map(side).unwrap();
        let mut owned = std::collections::BTreeMap::<&[i64], i64>::new();
        for coord in table.values() {
            *owned.entry(coord).or_default() += 1;
        }
        let cells: i64 = tile.iter().product();
        let want = match owned.values().next() {
            Some(first) if owned.len() as i64 == cells && owned.values().all(|n| n == first) => {
                Some(Coverage::Times(*first))
            }
            _ => None,
        };
        assert_eq!(Some(map.coverage().unwrap()), want, "atoms cover their tile evenly");
    }
    let (side, table) = choices.one(&[(Side::Source, &sides[0]), (Side::Destination, &sides[1])]);
    let mut extents: Vec<i64> = tile.iter().map(|t| t * choices.one(&[1, 1, 2, 3])).collect();
    if choices.rarely(4) {
        let i = choices.below(extents.len());
        extents[i] = (extents[i] - choices.one(&[1, 3, 5])).max(1);
    }
    if choices.rarely(4) {
        extents.push(choices.one(&[1, 3]));
    }
    let tensor = choices.tensor(&extents);
    let thread = choices.below(threads as usize) as i64;
    let places = oracle::part(table, &tile, &extents, thread);
    let want: Vec<i64> = places.iter().map(|place| at_any(&tensor, place)).collect();
    match made.partition(side, &tensor, thread) {
        Ok((part, offset)) => {
            tally.parts += 1;
            let found: Vec<i64> = part.offsets().map(|x| x + offset).collect();
            assert_eq!(found, want, "thread {thread}, {side}, of {tensor}");
            assert_eq!(part.rank(), 1 + extents.len());
            if let AnyLayout::Plain(plain) = &tensor
                && let Ok(all) = made.tidfrg(side, plain)
            {
                assert_eq!(all.mode(0).unwrap().size(), threads);
                let of_thread: Vec<i64> = (0..want.len() as i64)
                    .map(|i| oracle::at(&all, thread + threads * i))
                    .collect();
                assert_eq!(of_thread, want);
            }
        }
        Err(_) => {
            tally.refused_parts += 1;
            let of_atom = counts(if side == Side::Source { &source } else { &destination })[1];
            let mut modes = vec![of_atom, counts(table)[1] / of_atom];
            modes.extend(
                (0..extents.len())
                    .map(|i| tile.get(i).map_or(extents[i], |t| (extents[i] + t - 1) / t)),
            );
            let lost = is_layout(&modes, &want);
            tally.lost_parts += usize::from(lost);
        }
    }
    let shape = Shape::from_slice(&extents).unwrap();
    if let Ok(predicate) = made.predicate(side, &shape, thread) {
        let outside = |place: &[i64]| place.iter().zip(&extents).any(|(x, extent)| x >= extent);
        let count = places.iter().filter(|place| outside(place)).count();
        assert_eq!(predicate.outside().unwrap(), count as i64);
        let last = places.len() - 1;
        assert_eq!(predicate.coord(last as i64).unwrap().leaves(), places[last]);
    }
}

#[test]
fn random_configurations() {
    let tally = std::cell::RefCell::new(Tally::default());
    let numbers = proptest::collection::vec(any::<u32>(), 64);
    let config = ProptestConfig {
        cases: 4000,
        max_shrink_iters: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest::test_runner::TestRunner::new(config)
        .run(&numbers, |numbers| {
            check(&numbers, &mut tally.borrow_mut());
            Ok(())
        })
        .unwrap();
    let tally = tally.into_inner();
    assert_eq!((tally.lost_copies, tally.lost_parts), (0, 0), "{tally:#?}");
    assert!(tally.copies > 800 && tally.parts > 800, "{tally:#?}");
}
