//! Whatever is asked, there is an answer or a reason: nothing panics, and nothing takes long.

use proptest::prelude::*;
use tilework::{Layout, Shape, Tiler};
use tilework_hardware::atom::{CopyAtom, MmaAtom};
use tilework_hardware::tiled::{Operand, Side, TileMap, TiledCopy, TiledMma};

use super::atoms::{COPY, MMA, copy, mma};
use super::random::Choices;

const EXTENTS: [i64; 10] = [1, 2, 3, 4, 8, 7, 32, 1 << 20, 1 << 40, i64::MAX];
const STRIDES: [i64; 12] = [1, 0, 2, 4, 8, 16, 32, 3, -1, 1 << 30, 1 << 61, i64::MIN];

fn wild_mode(choices: &mut Choices<'_>) -> Layout {
    let (extent, stride) = (choices.one(&EXTENTS), choices.one(&STRIDES));
    Layout::new(extent, stride).unwrap_or(Layout::UNIT)
}

fn wild(choices: &mut Choices<'_>, rank: usize) -> Layout {
    let modes: Vec<Layout> = (0..rank)
        .map(|_| match choices.below(3) {
            0 => Layout::concat(&[wild_mode(choices), wild_mode(choices)]).unwrap_or(Layout::UNIT),
            _ => wild_mode(choices),
        })
        .collect();
    Layout::concat(&modes).unwrap_or(Layout::UNIT)
}

fn wild_mma(choices: &mut Choices<'_>) -> Option<TiledMma> {
    let mut atom: MmaAtom = mma(&choices.one(&MMA));
    match choices.below(8) {
        0 => atom.shape[choices.below(3)] = choices.one(&EXTENTS),
        1 => atom.thr_id = wild(choices, 1),
        2 => atom.a = wild(choices, 2),
        3 => {
            let both = wild(choices, 2);
            atom = MmaAtom {
                shape: [1 << 20; 3],
                thr_id: both.mode(0).ok()?,
                a: both,
                b: both,
                c: both,
            };
        }
        _ => {}
    }
    let rank = choices.one(&[3, 3, 3, 2, 1, 4]);
    let atoms =
        if choices.rarely(2) { choices.compact(&[2, 2, 1], false) } else { wild(choices, rank) };
    let tilers = [0; 3].map(|_| match choices.below(4) {
        0 | 1 => Tiler::keep(),
        2 => Tiler::layout(wild_mode(choices)),
        _ => Tiler::layout(wild(choices, 2)),
    });
    TiledMma::new(&atom, &atoms, &Tiler::by_mode(&tilers).unwrap()).ok()
}

fn ask_map(map: &TileMap, choices: &mut Choices<'_>) {
    let _ = (map.coverage(), map.copies(), map.values());
    let _ = map.element(choices.one(&EXTENTS) - 1, choices.one(&EXTENTS) - 1);
    if let Ok(owners) = map.owners((choices.one(&EXTENTS) - 1, choices.one(&EXTENTS) - 1)) {
        let _ = owners.take(1000).count();
    }
}

fn ask(numbers: &[u32]) {
    let mut choices = Choices::new(numbers);
    let made = wild_mma(&mut choices);
    let rank = choices.one(&[2, 2, 3, 1]);
    let tensor = wild(&mut choices, rank);
    let thread = choices.one(&[0, 1, 31, 64, -1, i64::MAX]);
    let bits = choices.one(&[16, 8, 1, 0, i64::MAX]);
    let mut atom: CopyAtom = copy(&choices.one(&COPY));
    if choices.rarely(4) {
        let wilder = wild(&mut choices, 2);
        atom = CopyAtom {
            thr_id: wilder.mode(0).unwrap(),
            src: wilder,
            dst: wilder,
            reference: wilder,
        };
    }
    let mut copies = Vec::new();
    if let Some(mma) = made {
        for operand in Operand::ALL {
            if let Ok(map) = mma.map(operand) {
                ask_map(&map, &mut choices);
            }
            let _ = (mma.tv_steps(operand), mma.cute_layout_c(), mma.thrfrg(operand, &tensor));
            let _ = mma.partition(operand, &tensor.into(), thread);
            let _ = mma.overhang(operand, &tensor.shape());
            let _ = mma.fragment(operand, &tensor.shape());
            if let Ok(predicate) = mma.predicate(operand, &tensor.shape(), thread) {
                let _ = (predicate.outside(), predicate.is_inside(choices.one(&EXTENTS)));
            }
            copies.push(TiledCopy::for_operand(&atom, bits, &mma, operand));
        }
    }
    let (thr, val) = (wild(&mut choices, 2), wild(&mut choices, 2));
    copies.push(TiledCopy::new(&atom, bits, &thr, &val));
    let tile = Shape::from_slice(&[choices.one(&EXTENTS), choices.one(&EXTENTS)]).unwrap();
    copies.push(TiledCopy::with_tv(&atom, bits, &wild(&mut choices, 2), &tile));
    for copy in copies.into_iter().flatten() {
        let fragment = wild(&mut choices, 3);
        for side in Side::ALL {
            if let Ok(map) = copy.map(side) {
                ask_map(&map, &mut choices);
            }
            let _ = (copy.tidfrg(side, &tensor), copy.vector(side, &tensor.into()));
            let _ = (copy.partition(side, &tensor.into(), thread), copy.atom_bits(side));
            let _ = (copy.overhang(&tensor.shape()), copy.retile(side, &fragment));
            if let Ok(predicate) = copy.predicate(side, &tensor.shape(), thread) {
                let _ = (predicate.outside(), predicate.is_inside(choices.one(&EXTENTS)));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(numbers in proptest::collection::vec(any::<u32>(), 96)) {
        ask(&numbers);
    }
}
