//! TiledMMA against its definition: tables of random configurations.

use proptest::prelude::*;
use tilework::{AnyLayout, Layout, Shape, Tiler};
use tilework_hardware::atom::MmaAtom;
use tilework_hardware::tiled::{Coverage, Operand, TiledCopy, TiledMma};

use super::atoms::{COPY, MMA, copy, mma};
use super::oracle::{self, at_any, is_layout, size};
use super::random::Choices;

/// An atom, the atom layout, and the permutation.
#[derive(Debug)]
struct Config {
    atom: MmaAtom,
    atoms: Layout,
    order: [Option<Layout>; 3],
    perm: Tiler,
}

impl Config {
    fn random(choices: &mut Choices<'_>) -> Config {
        let atom = mma(&choices.one(&MMA));
        let counts = choices.one(&[
            [1, 1, 1],
            [2, 2, 1],
            [4, 1, 1],
            [1, 4, 1],
            [2, 1, 2],
            [2, 2, 2],
            [1, 1, 3],
            [3, 2, 1],
            [4, 2, 1],
            [5, 1, 1],
            [1, 6, 1],
        ]);
        let split = choices.rarely(4);
        let mut atoms = choices.compact(&counts, split);
        if choices.rarely(4) {
            // Gaps between the atoms, even ones and others.
            let by = choices.one(&[2, 2, 3]);
            let modes: Vec<Layout> = atoms
                .modes()
                .map(|mode| if choices.below(2) == 0 { mode } else { mode.scale(by).unwrap() })
                .collect();
            let spread = Layout::concat(&modes).unwrap();
            if spread.is_injective() == Ok(true) {
                atoms = spread;
            }
        }
        let mut order = [None; 3];
        let tilers = [0, 1, 2].map(|i| {
            let block = atom.shape[i] * counts[i] * choices.one(&[1, 2, 2, 3, 4]);
            order[i] = match choices.below(5) {
                0 | 1 => None,
                2 => Some(Layout::new(block, 1).unwrap()),
                _ => Some(choices.compact(&[block], true).mode(0).unwrap()),
            };
            order[i].map_or(Tiler::keep(), Tiler::layout)
        });
        Config { atom, atoms, order, perm: Tiler::by_mode(&tilers).unwrap() }
    }

    fn oracle(&self) -> oracle::Mma<'_> {
        let table = |order: Layout| (0..size(&order)).map(|i| oracle::at(&order, i)).collect();
        oracle::Mma {
            shape: self.atom.shape,
            thr_id: &self.atom.thr_id,
            atoms: &self.atoms,
            order: self.order.map(|order| order.map(table)),
        }
    }

    fn tv(&self, operand: Operand) -> &Layout {
        match operand {
            Operand::A => &self.atom.a,
            Operand::B => &self.atom.b,
            Operand::C => &self.atom.c,
        }
    }
}

/// What was answered, and what was refused: the second is looked at below.
#[derive(Default, Debug)]
struct Tally {
    configurations: usize,
    maps: usize,
    /// Maps that are layouts, although a step to them is none.
    without_steps: usize,
    refused_maps: usize,
    /// Of these, how many are layouts all the same: none, or an answer was missed.
    lost_maps: usize,
    refused_threads: usize,
    lost_threads: usize,
    cuts: usize,
    refused_cuts: usize,
    lost_cuts: usize,
    parts: usize,
    refused_parts: usize,
    lost_parts: usize,
    retiled: usize,
    refused_retiled: usize,
    lost_retiled: usize,
}

/// From (v, m, n, k) to the thread: the layout of the table, if that is one.
fn check_threads(config: &Config, mma: &TiledMma, tally: &mut Tally) {
    let oracle = config.oracle();
    let ([m, n, k], table) = (oracle.counts(), oracle.in_order());
    match mma.thr_vmnk() {
        Ok(vmnk) => assert!(vmnk.offsets().eq(table)),
        Err(_) => {
            tally.refused_threads += 1;
            let lost = is_layout(&[size(&config.atom.thr_id), m, n, k], &table);
            tally.lost_threads += usize::from(lost);
        }
    }
}

fn check_map(config: &Config, mma: &TiledMma, operand: Operand, tally: &mut Tally) {
    let oracle = config.oracle();
    let coordinates = oracle.coordinates();
    let (tile, repeats) = oracle.tile(operand.axes());
    let held = |coord| oracle.held(operand.axes(), config.tv(operand), coord, repeats);
    let tables: Vec<_> = coordinates.iter().map(|coord| coord.map(held)).collect();
    assert_eq!(mma.tile_of(operand).leaves(), tile);
    assert_eq!(mma.threads(), tables.len() as i64);
    let map = match mma.map(operand) {
        Ok(map) => map,
        Err(_) => {
            tally.refused_maps += 1;
            if tables.iter().all(Option::is_some) {
                let values = tables[0].as_ref().unwrap().len();
                let all = (0..values).flat_map(|v| {
                    tables.iter().map(move |table| {
                        let [x, y] = table.as_ref().unwrap()[v];
                        x + tile[0] * y
                    })
                });
                let lost = is_layout(
                    &[
                        tables.len() as i64,
                        values as i64 / repeats[0] / repeats[1],
                        repeats[0],
                        repeats[1],
                    ],
                    &all.collect::<Vec<_>>(),
                );
                tally.lost_maps += usize::from(lost);
            }
            return;
        }
    };
    tally.maps += 1;
    match mma.tv_steps(operand) {
        Ok(steps) => assert_eq!(steps.tv, *map.layout(), "the steps are those to the layout"),
        Err(_) => tally.without_steps += 1,
    }
    assert_eq!(map.threads(), tables.len() as i64);
    let mut counts = vec![0; (tile[0] * tile[1]) as usize];
    let mut looked_up = Vec::new();
    for (thread, table) in (0..).zip(&tables) {
        let table = table.as_ref().expect("an idle thread has no place in a layout");
        assert_eq!(map.values(), table.len() as i64);
        for (value, &[x, y]) in (0..).zip(table) {
            let index = oracle::at(map.layout(), thread + map.threads() * value);
            assert_eq!(
                [index % tile[0], index / tile[0]],
                [x, y],
                "thread {thread}, value {value}"
            );
            counts[index as usize] += 1;
            if index % 997 == 5 {
                looked_up.push((index, value, thread));
            }
        }
    }
    // Both maps, at a few places.
    looked_up.sort();
    for &(index, value, thread) in looked_up.iter().take(40) {
        let element = (index % tile[0], index / tile[0]);
        let found: Vec<_> = map.owners(element).unwrap().collect();
        let owners = looked_up.iter().filter(|place| place.0 == index);
        assert_eq!(found, owners.map(|place| (place.2, place.1)).collect::<Vec<_>>());
        assert_eq!(map.element(thread, value).unwrap().leaves(), [element.0, element.1]);
    }
    assert!(counts.iter().all(|&count| count == counts[0]), "atoms cover their tile evenly");
    assert_eq!(map.coverage().unwrap(), Coverage::Times(counts[0]));
    let same = tables.iter().filter(|table| **table == tables[0]).count();
    assert_eq!(map.copies(), same as i64, "threads that hold the same");
}

fn check_part(
    config: &Config,
    mma: &TiledMma,
    operand: Operand,
    choices: &mut Choices<'_>,
    tally: &mut Tally,
) {
    let oracle = config.oracle();
    let coordinates = oracle.coordinates();
    let (axes, (tile, repeats)) = (operand.axes(), oracle.tile(operand.axes()));
    let mut extents: Vec<i64> = tile.iter().map(|t| t * choices.one(&[1, 1, 2, 3])).collect();
    if choices.rarely(4) {
        let i = choices.below(2);
        extents[i] = (extents[i] - choices.one(&[1, 3, 5])).max(1);
    }
    if choices.rarely(4) {
        extents.push(choices.one(&[1, 3]));
    }
    let tensor = choices.tensor(&extents);
    let thread = choices.below(coordinates.len()) as i64;
    let Some(coord) = coordinates[thread as usize] else {
        assert_eq!(mma.partition(operand, &tensor, thread).unwrap_err().name(), "idle-thread");
        return;
    };
    assert_eq!(mma.thread(thread).unwrap(), coord);
    let rest = [0, 1].map(|i| (extents[i] + tile[i] - 1) / tile[i] * repeats[i]);
    let held = oracle.held(axes, config.tv(operand), coord, rest);
    let deep = extents.get(2).copied().unwrap_or(1);
    let places: Vec<Vec<i64>> = (0..deep)
        .flat_map(|z| held.iter().map(move |&[x, y]| vec![x, y, z]))
        .map(|mut place| {
            place.truncate(extents.len());
            place
        })
        .collect();
    let want: Vec<i64> = places.iter().map(|place| at_any(&tensor, place)).collect();
    match mma.partition(operand, &tensor, thread) {
        Ok((part, offset)) => {
            tally.parts += 1;
            let found: Vec<i64> = part.offsets().map(|x| x + offset).collect();
            assert_eq!(found, want, "thread {thread} of {operand} of {tensor}");
            assert_eq!(part.rank(), 1 + extents.len());
            if let AnyLayout::Composed(_) = part {
                assert_eq!(offset, 0);
            }
        }
        Err(_) => {
            tally.refused_parts += 1;
            let values = held.len() as i64 / rest[0] / rest[1];
            let lost = is_layout(&[values, rest[0], rest[1], deep], &want);
            tally.lost_parts += usize::from(lost);
        }
    }
    if let AnyLayout::Plain(tensor) = &tensor {
        check_cut(config, mma, operand, tensor, rest, tally);
    }
    let shape = Shape::from_slice(&extents).unwrap();
    let outside = |place: &[i64]| place.iter().zip(&extents).any(|(x, extent)| x >= extent);
    if let Ok(predicate) = mma.predicate(operand, &shape, thread) {
        for (index, place) in (0..).zip(&places).step_by(1 + places.len() / 100) {
            assert_eq!(predicate.coord(index).unwrap().leaves(), place);
            assert_eq!(predicate.is_inside(index).unwrap(), !outside(place));
        }
        if places.len() < 2000 {
            let count = places.iter().filter(|place| outside(place)).count();
            assert_eq!(predicate.outside().unwrap(), count as i64);
        }
    }
    let overhang = mma.overhang(operand, &shape).unwrap();
    let whole: Vec<i64> = (0..extents.len())
        .map(|i| tile.get(i).map_or(extents[i], |t| (extents[i] + t - 1) / t * t))
        .collect();
    assert_eq!(overhang.covered.leaves(), whole);
    let inside: i64 = extents.iter().product();
    assert_eq!(overhang.elements, whole.iter().product::<i64>() - inside);
}

/// A tensor cut into threads and fragments: what the atom at every coordinate has of it.
fn check_cut(
    config: &Config,
    mma: &TiledMma,
    operand: Operand,
    tensor: &Layout,
    rest: [i64; 2],
    tally: &mut Tally,
) {
    let (oracle, axes, lanes) = (config.oracle(), operand.axes(), size(&config.atom.thr_id));
    let atoms = axes.map(|i| oracle.counts()[i]);
    let deep = oracle::sizes(tensor).get(2).copied().unwrap_or(1);
    let values = size(config.tv(operand)) / lanes;
    let extents = [lanes, atoms[0], atoms[1], values, rest[0], rest[1], deep];
    if extents.iter().product::<i64>() > 1 << 14 {
        return;
    }
    let held: Vec<Vec<[i64; 2]>> = (0..lanes * atoms[0] * atoms[1])
        .map(|i| {
            let mut coord = [i % lanes, 0, 0, 0];
            coord[1 + axes[0]] = i / lanes % atoms[0];
            coord[1 + axes[1]] = i / lanes / atoms[0];
            oracle.held(axes, config.tv(operand), coord, rest)
        })
        .collect();
    let any = AnyLayout::Plain(*tensor);
    let mut want = Vec::new();
    for z in 0..deep {
        for j in 0..held[0].len() {
            want.extend(held.iter().map(|of| {
                let [x, y] = of[j];
                at_any(&any, &[x, y, z][..tensor.rank()])
            }));
        }
    }
    match mma.threads_and_fragments(operand, tensor) {
        Ok(cut) => {
            tally.cuts += 1;
            assert!(cut.offsets().eq(want), "{operand} of {tensor}");
            assert_eq!(cut.rank(), 2);
        }
        Err(_) => {
            tally.refused_cuts += 1;
            tally.lost_cuts += usize::from(is_layout(&extents, &want));
        }
    }
}

/// Registers of a copy for an operand, by definition: the place in the MMA's fragment of the element that the
/// copy has there.
fn check_retile(
    config: &Config,
    mma: &TiledMma,
    operand: Operand,
    choices: &mut Choices<'_>,
    tally: &mut Tally,
) {
    use tilework_hardware::tiled::Side;
    let (oracle, bits) = (config.oracle(), choices.one(&[8, 16, 32]));
    let atom = copy(&choices.one(&COPY));
    let Ok(copy) = TiledCopy::for_operand(&atom, bits, mma, operand) else { return };
    let coordinates = oracle.coordinates();
    let (axes, (tile, repeats)) = (operand.axes(), oracle.tile(operand.axes()));
    let times = [0, 1].map(|_| choices.one(&[1, 2, 3]));
    let extents = [0, 1].map(|i| tile[i] * times[i]);
    let thread = choices.below(coordinates.len()) as i64;
    let Some(coord) = coordinates[thread as usize] else { return };
    let rest = [0, 1].map(|i| repeats[i] * times[i]);
    let fragment = oracle.held(axes, config.tv(operand), coord, rest);
    // The values of the reference: those of the MMA's tile, and then tile by tile.
    let one = oracle.held(axes, config.tv(operand), coord, repeats);
    let table = (0..).zip(&one).map(|(v, element)| ((0, v), element.to_vec())).collect();
    let order = oracle::part(&table, &tile, &extents, 0);
    let want: Vec<i64> = order
        .iter()
        .map(|element| fragment.iter().position(|x| element == x).unwrap() as i64)
        .collect();
    // With an element twice in a fragment, the first place stands for both.
    let mut distinct = fragment.clone();
    distinct.sort();
    distinct.dedup();
    let shape = Shape::from_slice(&extents).unwrap();
    let Ok(layout) = mma.fragment(operand, &shape) else { return };
    assert_eq!(size(&layout), fragment.len() as i64);
    for side in Side::ALL {
        match copy.retile(side, &layout) {
            Ok(retiled) if distinct.len() == fragment.len() => {
                tally.retiled += 1;
                let found: Vec<i64> =
                    (0..size(&retiled)).map(|i| oracle::at(&retiled, i)).collect();
                assert_eq!(found, want, "retile of {layout} to {retiled}");
            }
            Ok(_) => {}
            Err(error) if error.name() == "not-registers" => {}
            Err(_) => {
                tally.refused_retiled += 1;
                let (values, of_atom) =
                    (one.len() as i64, oracle::sizes(&copy.atom().reference)[1]);
                let lost = is_layout(&[of_atom, values / of_atom, times[0], times[1]], &want);
                tally.lost_retiled += usize::from(lost);
            }
        }
    }
}

fn check(numbers: &[u32], tally: &mut Tally) {
    let mut choices = Choices::new(numbers);
    let config = Config::random(&mut choices);
    let mma = TiledMma::new(&config.atom, &config.atoms, &config.perm)
        .unwrap_or_else(|error| panic!("{config:?}: {error}"));
    check_threads(&config, &mma, tally);
    tally.configurations += 1;
    let operand = choices.one(&Operand::ALL);
    let [x, y] = operand.axes().map(|i| mma.tile()[i]);
    if x * y > 1 << 15 || mma.threads() * size(config.tv(operand)) > 1 << 23 {
        return;
    }
    check_map(&config, &mma, operand, tally);
    for _ in 0..2 {
        check_part(&config, &mma, operand, &mut choices, tally);
    }
    check_retile(&config, &mma, operand, &mut choices, tally);
}

#[test]
fn random_configurations() {
    let tally = std::cell::RefCell::new(Tally::default());
    let numbers = proptest::collection::vec(any::<u32>(), 96);
    let config = ProptestConfig {
        cases: 3000,
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
    assert_eq!((tally.lost_maps, tally.lost_parts, tally.lost_retiled), (0, 0, 0), "{tally:#?}");
    assert_eq!((tally.lost_threads, tally.lost_cuts), (0, 0), "{tally:#?}");
    assert!(tally.refused_threads > 0 && tally.refused_cuts > 0 && tally.cuts > 500, "{tally:#?}");
    assert!(tally.maps > 1000 && tally.parts > 2000 && tally.retiled > 1000, "{tally:#?}");
    assert!(tally.refused_maps > 0 && tally.refused_parts > 0, "{tally:#?}");
}
