//! Packing a matrix into tiles and back, and into rows without gaps.

use tilework::Layout;

use super::Element::F32;
use super::{Work, layout, work};

pub(super) fn works() -> Vec<Work> {
    let (tall, tiles) = ("(128,64):(64,1)", "(32,64):(64,1)");
    let tall_columns = "(128,64):(1,128)";
    let (core, cores) = ("(8,8):(8,1)", "(512,512):(512,1)");
    vec![
        pack("e1", "pack into 128x64 tiles", blocked(tall, tiles), |k| {
            let (i, j) = tile::<128, 64>(k);
            at(i, j)
        }),
        pack("e2", "pack into 8x8 core matrices", blocked(core, cores), |k| {
            let (i, j) = tile::<8, 8>(k);
            at(i, j)
        }),
        pack("e3", "pack into column-major 128x64 tiles", blocked(tall_columns, tiles), |k| {
            let (tile, within) = (k / 8192, k % 8192);
            at(tile / 64 * 128 + within % 128, tile % 64 * 64 + within / 128)
        }),
        unpack("f1", "unpack 128x64 tiles", blocked(tall, tiles), |k| {
            tile_offset::<128, 64>(k / 4096, k % 4096)
        }),
        unpack("f2", "unpack 8x8 core matrices", blocked(core, cores), |k| {
            tile_offset::<8, 8>(k / 4096, k % 4096)
        }),
        unpack("f3", "unpack column-major 128x64 tiles", blocked(tall_columns, tiles), |k| {
            let (i, j) = (k / 4096, k % 4096);
            (i / 128 * 64 + j / 64) * 8192 + j % 64 * 128 + i % 128
        }),
        pack("g3", "pack into raked 128x64 tiles", raked(tall, tiles), |k| {
            let (tile, within) = (k / 8192, k % 8192);
            at(within / 64 * 32 + tile / 64, within % 64 * 64 + tile % 64)
        }),
        unpack("i", "leading dimension 4100 to 4096", layout("(4096,4096):(4100,1)"), |k| {
            k / 4096 * 4100 + k % 4096
        }),
    ]
}

/// From row-major `4096 x 4096`.
fn pack(name: &'static str, title: &str, dst: Layout, definition: fn(usize) -> usize) -> Work {
    work(name, title, F32, dst, rows(), definition).reaching(0.8)
}

/// To row-major `4096 x 4096`.
fn unpack(name: &'static str, title: &str, src: Layout, definition: fn(usize) -> usize) -> Work {
    work(name, title, F32, rows(), src, definition).reaching(0.8)
}

fn rows() -> Layout {
    layout("(4096,4096):(4096,1)")
}

/// A matrix stored as tiles: each tile contiguous, the tiles one after the other.
fn blocked(tile: &str, tiles: &str) -> Layout {
    layout(tile).blocked_product(&layout(tiles)).expect("the works are well-formed")
}

/// The same, but a tile has elements from everywhere in the matrix.
fn raked(tile: &str, tiles: &str) -> Layout {
    layout(tile).raked_product(&layout(tiles)).expect("the works are well-formed")
}

/// The offset in a row-major `4096 x 4096` matrix.
fn at(i: usize, j: usize) -> usize {
    4096 * i + j
}

/// Row and column of the k-th element of `4096 x 4096` stored as row-major tiles of `R x C`.
fn tile<const R: usize, const C: usize>(k: usize) -> (usize, usize) {
    let (tile, within) = (k / (R * C), k % (R * C));
    let across = 4096 / C;
    (tile / across * R + within / C, tile % across * C + within % C)
}

/// Where an element of the matrix is in those tiles.
fn tile_offset<const R: usize, const C: usize>(i: usize, j: usize) -> usize {
    (i / R * (4096 / C) + j / C) * (R * C) + i % R * C + j % C
}
