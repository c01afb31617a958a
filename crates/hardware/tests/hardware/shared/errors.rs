//! What is refused, and with which numbers.

use tilework::{AnyLayout, Layout, layout};
use tilework_hardware::access::{Access, AccessError, Matrices, Place, Plan, Request};
use tilework_hardware::machine::{Direction, Machine};
use tilework_hardware::shared::{prove, report, report_iteration};

fn refused(memory: &str, tv: &str, bits: u32, width: u32) -> AccessError {
    let memory: AnyLayout = memory.parse().unwrap();
    let access = Access::load(&tv.parse().unwrap(), width).unwrap();
    let error = report(&memory, &access, bits, &Machine::NVIDIA).unwrap_err();
    // The proof says the same.
    assert_eq!(prove(&memory, &access, bits, &Machine::NVIDIA).unwrap_err().name(), error.name());
    error
}

const fn at(thread: i64, lane: u32, value: i64) -> Place {
    Place { iteration: 0, thread, lane, value }
}

#[test]
fn misaligned_vectors() {
    let error = refused("(32,64):(66,1)", "(32,8):(1,32)", 16, 16);
    let expected = AccessError::Misaligned { at: at(1, 1, 0), address_bytes: 132, width_bytes: 16 };
    assert_eq!(error, expected);
    assert_eq!(error.name(), "misaligned");
    assert_eq!(error.to_string(), "lane 1: address 132 is not a multiple of 16 bytes");
    // A second vector of the second warp.
    let error = refused("(64,16):(16,1)", "(64,(4,2)):(1,(64,192))", 16, 8);
    assert_eq!(
        error,
        AccessError::Misaligned { at: at(0, 0, 4), address_bytes: 6, width_bytes: 8 }
    );
    // The memory itself begins between two vectors.
    let access = Access::load(&layout!((32,4):(4,1)), 16).unwrap().based_at(4);
    let error = report(&layout!(128:1), &access, 32, &Machine::NVIDIA).unwrap_err();
    assert_eq!(error.name(), "misaligned");
    // Half a byte.
    let error = refused("(32,8):(9,1)", "(32,2):(1,32)", 4, 1);
    assert_eq!(error, AccessError::SplitByte { at: at(1, 1, 0), address_bits: 36 });
    assert_eq!(error.name(), "misaligned");
}

#[test]
fn a_misaligned_iteration() {
    let access = Access::load(&layout!((32,4,(3,5)):(4,1,(128,127))), 16).unwrap();
    let memory = layout!(2048:1);
    assert!(report_iteration(&memory, &access, 32, &Machine::NVIDIA, 2).is_ok());
    let error = prove(&memory, &access, 32, &Machine::NVIDIA).unwrap_err();
    let place = Place { iteration: 3, ..at(0, 0, 0) };
    assert_eq!(error, AccessError::Misaligned { at: place, address_bytes: 508, width_bytes: 16 });
    assert_eq!(error.to_string(), "lane 0, iteration 3: address 508 is not a multiple of 16 bytes");
    assert!(report_iteration(&memory, &access, 32, &Machine::NVIDIA, 15).is_err());
}

#[test]
fn vectors_that_are_none() {
    let error = refused("(64,64):(1,64)", "(32,8):(1,64)", 16, 16);
    let expected = AccessError::NotContiguous { at: at(0, 0, 0), first: 0, element: 1, offset: 64 };
    assert_eq!(error, expected);
    assert_eq!(
        error.to_string(),
        "lane 0: element 1 of the vector is at offset 64, not next to the others at 1"
    );
    // Also where an earlier one is misaligned.
    let error = refused("(4,64):(66,1)", "((4,2),8):((1,0),4)", 16, 16);
    assert_eq!(error.name(), "misaligned");
    let error = refused("(4,8):(66,2)", "(4,8):(1,4)", 16, 16);
    assert_eq!(error.name(), "not-contiguous");
    for (tv, bits, width, values) in
        [("(32,3):(3,1)", 32, 16, 3), ("(32,4):(4,1)", 24, 8, 4), ("(32,4):(4,1)", 32, 2, 4)]
    {
        let error = refused("128:1", tv, bits, width);
        assert_eq!(error, AccessError::Vectors { values, bits, width_bytes: width });
    }
    assert_eq!(refused("128:1", "32:1", 0, 4), AccessError::Bits { bits: 0 });
}

#[test]
fn indices_outside() {
    let error = refused("(8,8):(8,1)", "(48,2):(1,32)", 32, 4);
    assert_eq!(error, AccessError::Outside { at: at(32, 0, 1), index: 64, size: 64 });
    assert_eq!(
        error.to_string(),
        "thread 32 (lane 0), value 1: index 64 is outside the layout, whose indices are 0 to 63"
    );
    let refused = |tv: &str| {
        let access = Access::load(&tv.parse().unwrap(), 4).unwrap();
        prove(&layout!((8,8):(8,1)), &access, 32, &Machine::NVIDIA).unwrap_err()
    };
    // Threads 0 to 31, and from iteration 2 on outside.
    let error = refused("(32,1,3):(1,0,32)");
    let place = Place { iteration: 2, ..at(0, 0, 0) };
    assert_eq!(error, AccessError::Outside { at: place, index: 64, size: 64 });
    assert_eq!(
        error.to_string(),
        "lane 0, iteration 2: index 64 is outside the layout, whose indices are 0 to 63"
    );
    let error = refused("(40,1):(-1,0)");
    assert_eq!(error, AccessError::Outside { at: at(1, 1, 0), index: -1, size: 64 });
    // Lanes that do not take part may be outside.
    let access = Access::load(&layout!((32,1,2):(8,0,1)), 4).unwrap().active(0xff);
    assert!(prove(&layout!((8,8):(8,1)), &access, 32, &Machine::NVIDIA).is_ok());
    // So may the rows of lanes that ldmatrix.x2 ignores.
    let rows = Access::rows(&layout!((16,2):(1,512)), Matrices::X2, Direction::Load).unwrap();
    let memory = layout!((16,8):(8,1));
    assert!(prove(&memory, &rows, 16, &Machine::NVIDIA).is_ok());
    let rows = Access::rows(&layout!((16,2):(1,512)), Matrices::X4, Direction::Load).unwrap();
    let error = prove(&memory, &rows, 16, &Machine::NVIDIA).unwrap_err();
    assert_eq!(error, AccessError::Outside { at: at(16, 16, 0), index: 512, size: 128 });
}

#[test]
fn accesses_that_are_none() {
    let four = layout!((2,2,2,2):(1,2,4,8));
    assert_eq!(Access::load(&four, 4).unwrap_err(), AccessError::Rank { rank: 4 });
    let error = Access::rows(&layout!(16:1), Matrices::X4, Direction::Load).unwrap_err();
    assert_eq!(error, AccessError::Rows { rows: 16, needed: 32 });
    let tile = layout!((24,20):(20,1));
    let error = Access::along(&tile, 1, 16, 16, Direction::Load, 32).unwrap_err();
    assert_eq!(error, AccessError::Divide { mode: 1, extent: 20, step: 8 });
    let error = Access::matrices_along(&tile, 0, 16, Matrices::X4, Direction::Load).unwrap_err();
    assert_eq!(error, AccessError::Divide { mode: 1, extent: 20, step: 16 });
    let error = Access::along(&layout!(32:1), 1, 16, 2, Direction::Load, 32).unwrap_err();
    assert_eq!(error, AccessError::Tile { rank: 1, needed: 2 });
    let error = Access::along(&tile, 7, 16, 2, Direction::Load, 32).unwrap_err();
    assert_eq!(error.name(), "tile");
    let error = Access::along(&tile, 0, 24, 2, Direction::Load, 32).unwrap_err();
    assert_eq!(error.name(), "vectors");
    let error = Request::new(&[Some(0); 65], 4, Direction::Load).unwrap_err();
    assert_eq!(error, AccessError::Lanes { lanes: 65, limit: 64 });
    assert_eq!(Request::new(&[Some(0)], 0, Direction::Load).unwrap_err().name(), "width");
}

/// Numbers at the ends of their types: an error, never a panic.
#[test]
fn extremes() {
    let most = i64::MAX;
    let error = Request::new(&[Some(most & !3)], 4, Direction::Load).unwrap_err();
    assert_eq!(error, AccessError::Overflow);
    let far: Layout = format!("2:{}", most - 1).parse().unwrap();
    let access = Access::load(&layout!((2,1):(1,0)), 4).unwrap();
    assert_eq!(report(&far, &access, 32, &Machine::NVIDIA).unwrap_err(), AccessError::Overflow);
    let many: Layout = format!("({most},1):(0,0)").parse().unwrap();
    let access = Access::load(&many, 4).unwrap();
    for answer in [
        report(&layout!(1:0), &access, 32, &Machine::NVIDIA).map(|_| ()),
        prove(&layout!(1:0), &access, 32, &Machine::NVIDIA).map(|_| ()),
    ] {
        assert_eq!(answer.unwrap_err().name(), "budget");
    }
    // As many iterations as there are indices.
    let long = Layout::new(most / 32, 0).unwrap();
    let access = Access::load(&layout!((32,1):(1,0)), 4).unwrap().over(&long);
    let proof = prove(&layout!(32:1), &access, 32, &Machine::NVIDIA).unwrap();
    assert_eq!((proof.iterations, proof.wavefronts), (most / 32, most as u128 / 32));
    for stride in [i64::MIN, most] {
        let iterations = Layout::new(2, stride).unwrap_or(Layout::UNIT);
        let access = Access::load(&layout!((32,1):(1,0)), 4).unwrap().over(&iterations);
        let _ = prove(&layout!(32:1), &access, 32, &Machine::NVIDIA);
        let access = Access::addresses(&iterations, 4, Direction::Store).over(&iterations);
        let _ = prove(&layout!(32:1), &access, 32, &Machine::NVIDIA);
    }
    for base in [i64::MIN, -4, most] {
        let access = Access::load(&layout!((32,1):(1,0)), 4).unwrap().based_at(base);
        let _ = prove(&layout!(32:1), &access, 32, &Machine::NVIDIA);
    }
    let access = Access::rows(&layout!(32:0), Matrices::X4, Direction::Load).unwrap();
    let access = access.row_step(most);
    assert!(prove(&layout!(32:1), &access, 16, &Machine::NVIDIA).is_err());
    assert!(Plan::new(&access, &layout!(32:1), 16, 0).is_err());
    assert!(Plan::new(&access, &layout!(32:1), 5000, 32).is_err());
    let plan = Plan::new(&access, &layout!(32:1), 16, 32).unwrap();
    for (iteration, vector, warp) in
        [(-1, 0, 0), (most, 0, 0), (0, most, 0), (0, -1, 0), (0, 0, most), (0, 0, -1)]
    {
        let _ = plan.request(iteration, vector, warp);
    }
}
