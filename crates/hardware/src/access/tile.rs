//! Accesses to all of a tile: by rows, by columns, by `ldmatrix`.

use tilework::{Layout, LayoutRef};

use crate::access::error::AccessError;
use crate::access::{Access, Matrices};
use crate::machine::Direction;

impl Access {
    /// Warps of `lanes` over a whole tile, the lanes along mode `along` in vectors of `width_bytes`, then along the other of
    /// the first two modes; what is left of the tile are iterations.
    ///
    /// `along = 1` is what the command calls `row`, `along = 0` what it calls `column`.
    ///
    /// Where the vectors of a row and the lanes of a warp do not divide one another, one iteration is the fewest whole
    /// rows that are whole warps, or the whole tile.
    ///
    /// # Errors
    /// [`AccessError::Tile`] for a tile without that mode, [`AccessError::Divide`] where its extent is no whole
    /// number of vectors, [`AccessError::Vectors`] where a vector is no whole number of elements.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_hardware::access::Access;
    /// use tilework_hardware::machine::Direction;
    ///
    /// let tile = layout!((64,64):(64,1));
    /// let rows = Access::along(&tile, 1, 16, 16, Direction::Store, 32)?;
    /// assert_eq!(rows.threads(), &layout!((8,4):(512,1)));
    /// assert_eq!(rows.values(), &layout!(8:64));
    /// assert_eq!(rows.iterations(), &layout!(16:4));
    /// # Ok::<(), tilework_hardware::access::AccessError>(())
    /// ```
    pub fn along<'a>(
        tile: impl Into<LayoutRef<'a>>,
        along: usize,
        bits: u32,
        width_bytes: u32,
        direction: Direction,
        lanes: u32,
    ) -> Result<Access, AccessError> {
        let tile = Tile::new(tile.into(), along)?;
        let vector = vector(bits, width_bytes)?;
        let vectors = tile.divided(along, tile.extent, vector)?;
        let (step, lanes) = (vector * tile.step, i64::from(lanes.max(1)));
        let (threads, iterations) = if vectors % lanes == 0 {
            let more = vectors / lanes;
            (
                Layout::new(lanes, step)?,
                tile.rest(&[(more, lanes * step), (tile.other_extent, tile.other_step)])?,
            )
        } else {
            // The fewest rows that are whole warps, or all.
            let rows = lanes / gcd(vectors, lanes);
            let rows = if tile.other_extent % rows == 0 { rows } else { tile.other_extent };
            let (others, next) = (tile.other_extent / rows, rows * tile.other_step);
            (modes(&[(vectors, step), (rows, tile.other_step)])?, tile.rest(&[(others, next)])?)
        };
        let values = Layout::new(vector, tile.step)?;
        let tv = Layout::concat(&[threads, values, iterations])?;
        Access::vectors(&tv, width_bytes, direction)
    }

    /// `ldmatrix` (a load) or `stmatrix` (a store) over a whole tile, with rows of 16 bytes along mode `along`: 8 rows
    /// for `.x1`, 16 for `.x2`, 16 rows and two blocks of columns for `.x4`; what is left of the tile are iterations.
    ///
    /// # Errors
    /// As [`along`](Access::along).
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_hardware::access::{Access, Matrices};
    /// use tilework_hardware::machine::Direction;
    ///
    /// let tile = layout!((64,64):(64,1));
    /// let access = Access::matrices_along(&tile, 1, 16, Matrices::X4, Direction::Load)?;
    /// assert_eq!(access.threads(), &layout!((16,2):(1,512)));
    /// assert_eq!(access.iterations(), &layout!((4,4):(16,1024)));
    /// # Ok::<(), tilework_hardware::access::AccessError>(())
    /// ```
    pub fn matrices_along<'a>(
        tile: impl Into<LayoutRef<'a>>,
        along: usize,
        bits: u32,
        matrices: Matrices,
        direction: Direction,
    ) -> Result<Access, AccessError> {
        let tile = Tile::new(tile.into(), along)?;
        let vector = vector(bits, Matrices::ROW_BYTES)?;
        let rows = i64::from(matrices.rows().min(16));
        let blocks = i64::from(matrices.rows()) / rows;
        let others = tile.divided(1 - along, tile.other_extent, rows)?;
        let more = tile.divided(along, tile.extent, vector * blocks)?;
        let step = vector * tile.step;
        let threads = modes(&[(rows, tile.other_step), (blocks, step)])?;
        let rest = tile.rest(&[(others, rows * tile.other_step), (more, blocks * step)])?;
        let tv = Layout::concat(&[threads, Layout::new(vector, tile.step)?, rest])?;
        Access::matrices(&tv, matrices, direction)
    }
}

/// The first two modes of a tile, as steps of its index.
struct Tile {
    extent: i64,
    step: i64,
    other_extent: i64,
    other_step: i64,
    /// What further modes have, all together.
    further: i64,
    /// The index step of the first of them.
    further_step: i64,
}

impl Tile {
    fn new(tile: LayoutRef<'_>, along: usize) -> Result<Tile, AccessError> {
        let (inner, rank) = (tile.inner(), tile.rank());
        if along > 1 || rank <= along {
            return Err(AccessError::Tile { rank, needed: along.min(1) + 1 });
        }
        let size = |i: usize| if i < rank { inner.mode(i).map(|mode| mode.size()) } else { Ok(1) };
        let (first, second) = (size(0)?, size(1)?);
        let two = first * second;
        let (step, other_step) = if along == 0 { (1, first) } else { (first, 1) };
        let (extent, other_extent) = if along == 0 { (first, second) } else { (second, first) };
        Ok(Tile {
            extent,
            step,
            other_extent,
            other_step,
            further: inner.size() / two,
            further_step: two,
        })
    }

    fn divided(&self, mode: usize, extent: i64, step: i64) -> Result<i64, AccessError> {
        if extent % step != 0 {
            return Err(AccessError::Divide { mode, extent, step });
        }
        Ok(extent / step)
    }

    /// These modes, and the further ones of the tile.
    fn rest(&self, first: &[(i64, i64)]) -> Result<Layout, AccessError> {
        let further = (self.further, self.further_step);
        match *first {
            [a] => modes(&[a, further]),
            [a, b] => modes(&[a, b, further]),
            _ => modes(&[further]),
        }
    }
}

/// The elements of a vector.
fn vector(bits: u32, width_bytes: u32) -> Result<i64, AccessError> {
    let wide = width_bytes.saturating_mul(8);
    if bits == 0 {
        return Err(AccessError::Bits { bits });
    }
    if wide == 0 || !wide.is_multiple_of(bits) {
        return Err(AccessError::Vectors { values: 1, bits, width_bytes });
    }
    Ok(i64::from(wide / bits))
}

/// The layout with these modes, without those of extent 1.
fn modes(modes: &[(i64, i64)]) -> Result<Layout, AccessError> {
    let (mut out, mut count) = ([Layout::UNIT; 3], 0);
    for &(extent, stride) in modes {
        if extent > 1 && count < out.len() {
            out[count] = Layout::new(extent, stride)?;
            count += 1;
        }
    }
    Ok(match count {
        0 => Layout::new(1, 0)?,
        1 => out[0],
        _ => Layout::concat(&out[..count])?,
    })
}

const fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
