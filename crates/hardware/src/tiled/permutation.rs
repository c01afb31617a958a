//! PermutationMNK: in which order the elements of a mode are dealt out to atoms.

use tilework::{Layout, Tiler, tiler};

use crate::tiled::error::{TiledError, step};

/// The names of the modes.
pub(crate) const MNK: [char; 3] = ['M', 'N', 'K'];

/// For M, N and K: which elements lie at positions 0, 1, ... of a block; `None` where they lie in their
/// own order.
pub(crate) type Permutation = [Option<Layout>; 3];

/// No permutation at all.
const NONE: Tiler = tiler!(<_,_,_>);

/// Reads `<32,(8,2,2):(1,16,8),_>` for atoms of shape `atom`, of which `atoms` lie side by side: the
/// permutation and the extents of the block. Modes that are not named are left alone.
pub(crate) fn read(
    tiler: &Tiler,
    atom: [i64; 3],
    atoms: [i64; 3],
) -> Result<(Permutation, [i64; 3]), TiledError> {
    let (mut orders, mut block) = ([None; 3], [1; 3]);
    let named = if *tiler == NONE || *tiler == Tiler::keep() { 0 } else { tiler.rank() };
    if named > 0 && (!tiler.is_by_mode() || named > 3) {
        return Err(TiledError::PermutationRank { rank: named });
    }
    for (i, order) in orders.iter_mut().enumerate() {
        let mode = MNK[i];
        if i < named {
            let part = tiler.mode(i);
            let part = part.as_ref().map_err(|error| step("PermutationMNK")(*error))?;
            if part.is_by_mode() {
                return Err(TiledError::PermutationMode { mode });
            }
            *order = part.as_layout();
        }
        block[i] = extent(mode, order.as_ref(), atom[i], atoms[i])?;
        if order.as_ref().is_some_and(is_identity) {
            *order = None;
        }
    }
    Ok((orders, block))
}

/// The extent of a block: that of the permutation, or of all atoms side by side.
fn extent(
    mode: char,
    permutation: Option<&Layout>,
    atom: i64,
    atoms: i64,
) -> Result<i64, TiledError> {
    let block =
        atom.checked_mul(atoms).ok_or(TiledError::Overflow { what: "the extent of the tile" })?;
    let Some(permutation) = permutation else { return Ok(block) };
    let extent = permutation.size();
    if !is_identity(permutation) && !permutation.is_bijective() {
        let why = step("PermutationMNK");
        return Err(match permutation.collision().map_err(why)? {
            Some((x, y)) => {
                let (first, second) = (x.min(y), x.max(y));
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
fn is_identity(permutation: &Layout) -> bool {
    let one = |layout: &Layout| matches!(layout.leaf_modes(), [mode] if mode.stride == 1 || mode.extent == 1);
    one(permutation) || one(&permutation.coalesce())
}
