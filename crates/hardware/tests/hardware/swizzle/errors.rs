//! Questions without an answer say why.

use tilework::{Layout, layout};
use tilework_hardware::access::{Access, AccessError, Matrices};
use tilework_hardware::machine::{Direction, Machine, MachineError};
use tilework_hardware::swizzle::{Options, SwizzleError, solve, solve_xor};

fn refused(layout: &Layout, accesses: &[Access], bits: u32, machine: &Machine<'_>) -> SwizzleError {
    let error = solve(layout, accesses, bits, machine, &Options::default()).unwrap_err();
    assert_eq!(solve_xor(layout, accesses, bits, machine, &Options::default()).unwrap_err(), error);
    error
}

#[test]
fn what_has_no_answer() {
    let (tile, nvidia) = (layout!((32,32):(32,1)), &Machine::NVIDIA);
    let column = Access::load(&layout!((32,1):(1,0)), 4).unwrap();
    assert_eq!(refused(&tile, &[], 32, nvidia), SwizzleError::NoAccess);
    let error = refused(&tile, &[column], 24, nvidia);
    assert_eq!((error, error.name()), (SwizzleError::ElementBits { bits: 24 }, "element-bits"));
    let addresses = Access::addresses(&layout!(32:4), 4, Direction::Load);
    let error = refused(&tile, &[column, addresses], 32, nvidia);
    assert_eq!((error, error.name()), (SwizzleError::Addresses { access: 1 }, "addresses"));

    let outside = Access::load(&layout!((32,1):(64,0)), 4).unwrap();
    let error = refused(&tile, &[column, outside], 32, nvidia);
    assert_eq!(error.name(), "outside");
    assert!(error.to_string().starts_with("access 1: lane 16: index 1024 is outside"), "{error}");

    let none = Machine { banks: 0, ..Machine::CUSTOM };
    let error = refused(&tile, &[column], 32, &none);
    let machine = AccessError::Machine(MachineError::Banks { banks: 0 });
    assert_eq!(error, SwizzleError::Access { access: 0, error: machine });
    let rows = Access::rows(&layout!(32:1), Matrices::X4, Direction::Load).unwrap();
    assert_eq!(refused(&tile, &[rows], 32, &Machine::CDNA3).name(), "no-matrices");

    // Three elements apart: no vector, behind whatever swizzle.
    let apart = Access::load(&layout!((8,2):(1,96)), 8).unwrap();
    let error = refused(&tile, &[apart], 32, nvidia);
    assert_eq!(error.name(), "none-keeps-vectors");
    assert_eq!(
        error.to_string(),
        "no swizzle keeps the vectors whole. Without one, access 0: lane 0: element 1 of the vector is at offset 3, \
         not next to the others at 1"
    );

    let huge = Layout::new((1_i64 << 20, 64), (64, 1)).unwrap();
    let error = refused(&huge, &[column], 32, nvidia);
    assert_eq!((error, error.name()), (SwizzleError::TooLarge { offset_bits: 26 }, "too-large"));
}

/// Every question ends: too many iterations to read, and too many to judge one by one, are refused.
#[test]
fn budgets() {
    let tile = layout!((1024,2048):(2048,1));
    let many = Access::load(&layout!((32,1,(32,2048)):(1,0,(32,1024))), 4).unwrap();
    assert!(solve(&tile, &[many], 32, &Machine::NVIDIA, &Options::default()).is_ok());
    let error = refused(&tile, &[many, many, many], 32, &Machine::NVIDIA);
    assert_eq!(error.name(), "budget");

    // Nothing here is linear over XOR.
    let tile = layout!((999,1001):(1001,1));
    let many = Access::load(&layout!((27,1,(37,1001)):(1,0,(27,999))), 4).unwrap();
    assert_eq!(refused(&tile, &[many], 32, &Machine::NVIDIA).name(), "budget");
}
