//! Answers that others have published or asked for.

use tilework::{AnyLayout, Layout, layout};
use tilework_hardware::access::{Access, AccessError, Matrices, Request};
use tilework_hardware::machine::{Confidence, Direction, Fact, Machine};
use tilework_hardware::shared::{Argument, Race, Report, count, prove, report};

fn column(text: &str) -> Report {
    let tile: AnyLayout = text.parse().unwrap();
    let access = Access::along(&tile, 0, 32, 4, Direction::Load, 32).unwrap();
    let report = report(&tile, &access, 32, &Machine::NVIDIA).unwrap();
    // Whatever is said of the first column holds for all.
    let proof = prove(&tile, &access, 32, &Machine::NVIDIA).unwrap();
    assert_eq!((proof.first, proof.ways), (report, report.ways));
    assert_eq!(proof.wavefronts, proof.iterations as u128 * u128::from(report.wavefronts));
    report
}

/// Down a column of f32: the row stride decides.
#[test]
fn t39_columns_by_row_stride() {
    for (stride, ways) in [(32, 32), (64, 32), (16, 16), (33, 1)] {
        assert_eq!(column(&format!("(32,32):({stride},1)")).ways, ways, "{stride}");
    }
}

/// Down a column with a row stride of 32: the swizzle decides.
#[test]
fn t40_columns_by_swizzle() {
    for (bits, ways) in [(5, 1), (3, 4), (2, 8)] {
        let report = column(&format!("Sw<{bits},0,5> o 0 o (32,32):(32,1)"));
        assert_eq!(report.ways, ways, "{bits}");
    }
}

/// A stride of s words, on 32 banks: `ceil(lanes / (32 / gcd(s, 32)))` ways.
#[test]
fn strided_columns() {
    let gcd = |a: i64, b: i64| (1..=b).rev().find(|d| a % d == 0 && b % d == 0).unwrap();
    for stride in 1..200 {
        for lanes in 1..=32_i64 {
            let access =
                Access::addresses(&Layout::new(lanes, 4 * stride).unwrap(), 4, Direction::Load);
            let report = report(&Layout::UNIT, &access, 8, &Machine::NVIDIA).unwrap();
            let reached = 32 / gcd(stride, 32);
            assert_eq!(i64::from(report.ways), (lanes + reached - 1) / reached, "{stride} {lanes}");
        }
    }
}

#[test]
fn the_witness_of_a_column() {
    let worst = column("(32,32):(32,1)").worst.unwrap();
    assert_eq!((worst.instruction, worst.warp, worst.phase, worst.bank), (0, 0, 0, 0));
    assert_eq!(worst.lanes, 0xffff_ffff);
    assert!(worst.words().eq((0..32).map(|lane| (lane, 32 * i64::from(lane)))));
    assert_eq!(worst.pair(), Some([(0, 0), (1, 32)]));
}

/// Store rows of 16 bytes, load by ldmatrix.x4: 8 wavefronts for one of each, 128 for the tile.
#[test]
fn store_rows_and_load_matrices() {
    let tile: AnyLayout = "Sw<3,3,3> o 0 o (64,64):(64,1)".parse().unwrap();
    let rows = Access::along(&tile, 1, 16, 16, Direction::Store, 32).unwrap();
    let matrices = Access::matrices_along(&tile, 1, 16, Matrices::X4, Direction::Load).unwrap();
    let proofs =
        [rows, matrices].map(|access| prove(&tile, &access, 16, &Machine::NVIDIA).unwrap());
    assert!(proofs.iter().all(|proof| proof.is_conflict_free()));
    assert!(proofs.iter().all(|proof| matches!(proof.argument, Argument::Rank(_))));
    assert_eq!(proofs.iter().map(|proof| proof.first.wavefronts).sum::<u64>(), 8);
    assert_eq!(proofs.iter().map(|proof| proof.wavefronts).sum::<u128>(), 128);
    // Without the swizzle each row of a matrix is in the same banks.
    let plain = prove(&layout!((64,64):(64,1)), &matrices, 16, &Machine::NVIDIA).unwrap();
    assert_eq!((plain.ways, plain.wavefronts, plain.conflicting), (8, 512, 16));
}

/// One ldmatrix alone looks conflict free with `Sw<4,2,4>`; over the tile it breaks rows.
#[test]
fn a_swizzle_that_breaks_rows() {
    let tile: AnyLayout = "Sw<4,2,4> o 0 o (64,128):(128,1)".parse().unwrap();
    let alone = Access::rows(&layout!((16,2):(1,512)), Matrices::X4, Direction::Load).unwrap();
    assert_eq!(report(&tile, &alone, 16, &Machine::NVIDIA).unwrap().ways, 1);
    let step = Access::neighbour_step(&tile);
    let whole = alone.row_step(step).over(&layout!((4,8):(16,1024)));
    let error = prove(&tile, &whole, 16, &Machine::NVIDIA).unwrap_err();
    assert_eq!(error.name(), "not-contiguous");
    let good: AnyLayout = "Sw<3,3,4> o 0 o (64,128):(128,1)".parse().unwrap();
    assert!(prove(&good, &whole, 16, &Machine::NVIDIA).unwrap().is_conflict_free());
}

/// 64 lanes of MI300X, 16 bytes each and 128 apart: 64 wavefronts of ideal 8, as its counters say.
#[test]
fn measured_on_mi300x() {
    let access = Access::addresses(&layout!(64:128), 16, Direction::Load);
    let report = report(&Layout::UNIT, &access, 8, &Machine::CDNA3).unwrap();
    assert_eq!((report.wavefronts, report.ideal, report.conflicts, report.ways), (64, 8, 56, 8));
    assert_eq!(report.certainty.confidence, Confidence::A);
}

/// Rows of 64 bytes whose 16-byte chunks are XORed by row/2, read as MFMA does: conflict free.
#[test]
fn a_perfect_swizzle_of_mi300x() {
    // Sw<2,4,3> on bytes: bits 7, 8 onto bits 4, 5.
    let tile: AnyLayout = "Sw<2,4,3> o 0 o (16,64):(64,1)".parse().unwrap();
    let access = Access::load(&layout!(((16,4),16):((1,256),16)), 16).unwrap();
    let report = report(&tile, &access, 8, &Machine::CDNA3).unwrap();
    assert_eq!((report.wavefronts, report.ideal), (8, 8));
}

/// 32 lanes of 8 or 16 contiguous bytes take 2 or 4 passes, and conflict in none.
#[test]
fn wide_vectors_are_no_conflict() {
    for (width, phases) in [(8, 2), (16, 4)] {
        let lanes = Layout::new(32, i64::from(width)).unwrap();
        let access = Access::addresses(&lanes, width, Direction::Load);
        let report = report(&Layout::UNIT, &access, 8, &Machine::NVIDIA).unwrap();
        assert_eq!((report.wavefronts, report.ideal, report.needed), (phases, phases, phases));
        assert_eq!(report.certainty.confidence, Confidence::B);
    }
}

/// A broadcast is conflict free, and leaves banks idle.
#[test]
fn a_broadcast() {
    let access = Access::addresses(&layout!(32:0), 16, Direction::Load);
    let all = report(&Layout::UNIT, &access, 8, &Machine::NVIDIA).unwrap();
    assert_eq!((all.wavefronts, all.ideal, all.needed, all.words), (4, 4, 1, 16));
    // Volta joins the phases of uniform loads.
    let merged = report(&Layout::UNIT, &access.merging(true), 8, &Machine::VOLTA).unwrap();
    assert_eq!((merged.wavefronts, merged.ideal), (2, 2));
    // There it is measured, so that the phases are the weaker fact; elsewhere one source says so.
    assert_eq!(merged.certainty.confidence, Confidence::B);
    let merged = report(&Layout::UNIT, &access.merging(true), 8, &Machine::AMPERE).unwrap();
    assert_eq!((merged.certainty.confidence, merged.certainty.fact), (Confidence::C, Fact::Merge));
}

/// Lanes that store to one word.
#[test]
fn races() {
    let race = |stride: i64, width, direction| {
        let lanes = Layout::new(32, stride).unwrap();
        let access = Access::addresses(&lanes, width, direction);
        report(&Layout::UNIT, &access, 8, &Machine::NVIDIA).unwrap().race
    };
    assert_eq!(race(4, 4, Direction::Store), None);
    assert_eq!(race(0, 4, Direction::Load), None);
    let lanes = [0, 1];
    let same = Race { instruction: 0, warp: 0, lanes, word: 0, same_bytes: true };
    assert_eq!(race(0, 4, Direction::Store), Some(same));
    // Two halves of a word are written together.
    let halves = Race { same_bytes: false, ..same };
    assert_eq!(race(2, 2, Direction::Store), Some(halves));
    // The same word in different phases: lanes 0 and 8 of 16-byte stores.
    let lanes: Layout = "(8,4):(16,0)".parse().unwrap();
    let access = Access::addresses(&lanes, 16, Direction::Store);
    let report = report(&Layout::UNIT, &access, 8, &Machine::NVIDIA).unwrap();
    assert_eq!(report.race, Some(Race { lanes: [0, 8], ..same }));
    assert_eq!(report.ways, 1);
}

/// Shared memory of Intel's Gen9: lanes that write to one address conflict too.
#[test]
fn stores_that_do_not_share() {
    let slm = Machine { name: "slm", lanes: 16, banks: 16, store_merge: false, ..Machine::CUSTOM };
    let request = |direction| Request::new(&[Some(64); 16], 4, direction).unwrap();
    assert_eq!(count(&request(Direction::Load), &slm).unwrap().ways, 1);
    assert_eq!(count(&request(Direction::Store), &slm).unwrap().ways, 16);
}

/// 12 bytes a lane: nobody has published the phases; the bounds hold whichever they are.
#[test]
fn bounds_of_b96() {
    let bounds = |stride: i64| {
        let lanes = Layout::new(64, stride).unwrap();
        let access = Access::addresses(&lanes, 12, Direction::Load);
        match report(&Layout::UNIT, &access, 8, &Machine::CDNA3).unwrap_err() {
            AccessError::UnknownPhases { width_bytes: 12, at_least, at_most } => {
                (at_least, at_most)
            }
            error => panic!("{error}"),
        }
    };
    // 64 lanes x 3 words in 32 banks; all words of 3 banks; one broadcast.
    assert_eq!(bounds(12), (6, 64));
    assert_eq!(bounds(128), (64, 64));
    assert_eq!(bounds(0), (1, 64));
    // NVIDIA has no such accesses.
    let access = Access::addresses(&layout!(32:12), 12, Direction::Load);
    let error = report(&Layout::UNIT, &access, 8, &Machine::NVIDIA).unwrap_err();
    assert_eq!(error, AccessError::Width { width_bytes: 12, nearest_bytes: 8 });
}

/// Whole tiles, by row, by column and by matrices: every element is touched once.
#[test]
fn tiles_are_covered() {
    for (m, n) in [(64, 64), (32, 8), (8, 96), (128, 96), (7, 24), (1, 64), (24, 40)] {
        for lanes in [32, 64] {
            for (along, width) in [(0, 2), (1, 2), (0, 4), (1, 16), (0, 16)] {
                let tile: Layout = format!("({m},{n},2):({n},1,{})", m * n).parse().unwrap();
                let Ok(access) = Access::along(&tile, along, 16, width, Direction::Load, lanes)
                else {
                    let extent = if along == 0 { m } else { n };
                    assert_ne!(extent % (i64::from(width) / 2), 0);
                    continue;
                };
                covers(&access, tile.size());
                // One iteration is whole warps, or everything.
                let threads = access.threads().size();
                let whole = threads % i64::from(lanes) == 0;
                assert!(whole || access.iterations().size() <= 2, "{tile} {along}");
            }
        }
    }
    for matrices in [Matrices::X1, Matrices::X2, Matrices::X4, Matrices::M16X1, Matrices::M16X2] {
        for along in [0, 1] {
            let tile = layout!((64,32):(32,1));
            let access = Access::matrices_along(&tile, along, 8, matrices, Direction::Store);
            covers(&access.unwrap(), tile.size());
        }
    }
}

fn covers(access: &Access, size: i64) {
    let parts = [*access.threads(), *access.values(), *access.iterations()];
    let mut all: Vec<i64> = Layout::concat(&parts).unwrap().offsets().collect();
    all.sort_unstable();
    assert!(all.into_iter().eq(0..size), "{access:?}");
}
