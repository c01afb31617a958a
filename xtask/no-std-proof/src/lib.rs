//! Builds only if `tilework` needs neither `std` nor an allocator, and computes in constants.
#![no_std]

use tilework::{Layout, layout};

/// Composed by the compiler.
const COMPOSED: Layout = match layout!((6,2):(8,2)).compose(&layout!((4,3):(3,1))) {
    Ok(layout) => layout,
    Err(_) => panic!("(6,2):(8,2) o (4,3):(3,1) is a layout"),
};
const _: () = assert!(COMPOSED.same_function(&layout!(((2,2),3):((24,2),8))));

/// Keeps the evaluation of a layout in the library.
#[unsafe(no_mangle)]
pub extern "C" fn offset(index: i64) -> i64 {
    COMPOSED.at_index(index).unwrap_or(-1)
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
