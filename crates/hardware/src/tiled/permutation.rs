//! PermutationMNK: in which order the elements of a mode are dealt out to atoms.

use tilework::{Layout, Tiler};

use crate::tiled::error::{TiledError, step};

/// The names of the modes.
pub(crate) const MNK: [char; 3] = ['M', 'N', 'K'];

/// For M, N and K: which elements lie at positions 0, 1, ... of a block; `None` leaves the order alone,
/// with the smallest block.
pub(crate) type Permutation = [Option<Layout>; 3];

/// Reads `<32,(8,2,2):(1,16,8),_>`. Modes that are not named are left alone.
pub(crate) fn read(tiler: &Tiler) -> Result<Permutation, TiledError> {
    let mut modes = [None; 3];
    if *tiler == Tiler::keep() {
        return Ok(modes);
    }
    if !tiler.is_by_mode() || tiler.rank() > 3 {
        return Err(TiledError::PermutationRank { rank: tiler.rank() });
    }
    for (i, slot) in modes.iter_mut().enumerate().take(tiler.rank()) {
        let mode = tiler.mode(i).map_err(step("PermutationMNK"))?;
        if mode.is_by_mode() {
            return Err(TiledError::PermutationMode { mode: MNK[i] });
        }
        *slot = mode.as_layout();
    }
    Ok(modes)
}

/// The extent of a block: that of the permutation, or of all atoms side by side.
pub(crate) fn extent(
    mode: char,
    permutation: Option<&Layout>,
    atom: i64,
    atoms: i64,
) -> Result<i64, TiledError> {
    let block = atom.checked_mul(atoms).ok_or(TiledError::Overflow { what: "the extent of the tile" })?;
    let Some(permutation) = permutation else { return Ok(block) };
    let extent = permutation.size();
    if !permutation.is_bijective() {
        let why = step("PermutationMNK");
        return Err(match permutation.collision().map_err(why)? {
            Some((first, second)) => {
                let position = permutation.at_index(first).map_err(why)?;
                TiledError::PermutationTwice { mode, first, second, position }
            }
            None => {
                let position = permutation.mex().map_err(why)?;
                TiledError::PermutationHole { mode, position, extent }
            }
        });
    }
    if extent % block != 0 {
        return Err(TiledError::PermutationExtent { mode, extent, atom, atoms });
    }
    Ok(extent)
}

/// Whether a permutation leaves every element where it is.
pub(crate) fn is_identity(permutation: &Layout) -> bool {
    permutation.coalesce().leaf_modes().iter().all(|mode| mode.stride == 1 || mode.extent == 1)
}
