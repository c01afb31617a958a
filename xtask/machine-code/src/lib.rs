//! Layouts in types beside the arithmetic one would write: `cargo xtask test` compares the machine
//! code of each pair `type_*` and `hand_*`.

#![allow(missing_docs)]

use tilework::types::{BlockedProduct, Mixed, Static, Swizzled, ZippedDivide};
use tilework::{mixed_layout, static_layout, static_tiler};

static_layout!(pub struct Tile = (8,8):(8,1));
static_layout!(pub struct Tiles = (8,8):(8,1));
static_layout!(pub struct Odd = (3,5,7,9):(315,1,45,5));
mixed_layout!(pub struct Matrix = (M,N):(1,ld));
static_tiler!(pub struct Block = <8,4>);

/// 64 by 64 elements in tiles of 8 by 8, swizzled.
pub type Smem = Swizzled<3, 3, 3, BlockedProduct<Tile, Tiles>>;

#[unsafe(no_mangle)]
pub fn type_index(i: usize) -> i64 {
    Static::<Smem>::new().at(i)
}

#[unsafe(no_mangle)]
pub fn hand_index(i: usize) -> i64 {
    let offset = i % 8 * 8 + i / 8 % 8 * 512 + i / 64 % 8 + i / 512 * 64;
    (offset ^ ((offset & 0b111_000_000) >> 3)) as i64
}

#[unsafe(no_mangle)]
pub fn type_row_column(i: usize, j: usize) -> i64 {
    Static::<Smem>::new().at((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_row_column(i: usize, j: usize) -> i64 {
    let offset = i % 8 * 8 + i / 8 * 512 + j % 8 + j / 8 * 64;
    (offset ^ ((offset & 0b111_000_000) >> 3)) as i64
}

#[unsafe(no_mangle)]
pub fn type_odd(i: usize) -> i64 {
    Static::<Odd>::new().at(i)
}

#[unsafe(no_mangle)]
pub fn hand_odd(i: usize) -> i64 {
    (i % 3 * 315 + i / 3 % 5 + i / 15 % 7 * 45 + i / 105 * 5) as i64
}

#[unsafe(no_mangle)]
pub fn type_mixed(a: &Mixed<ZippedDivide<Matrix, Block>>, i: usize, k: usize, l: usize) -> i64 {
    a.at((i, (k, l)))
}

/// The stride from block to block is kept, not computed: one multiplication less than with `ld` alone.
#[unsafe(no_mangle)]
pub fn hand_mixed(strides: &[usize; 2], i: usize, k: usize, l: usize) -> i64 {
    (i % 8 + i / 8 * strides[0] + k * 8 + l * strides[1]) as i64
}
