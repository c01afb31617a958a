//! The threads of a TiledMMA: from (V, M, N, K) to their numbers, and back.

use tilework::{Error, Layout, Mode, Tiler};

use crate::tiled::error::{TiledError, held, step};

/// Atoms tiled over threads: CuTe's `ThrLayoutVMNK`.
///
/// Thread `(v,m,n,k)` is `ThrID(v)` plus the gap that the atom layout gives to atom `(m,n,k)`, where the gaps
/// are the offsets at which copies of the atom's threads do not touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Threads {
    /// From (V, M, N, K) to the thread.
    pub(crate) vmnk: Layout,
    /// The atoms in M, N and K.
    pub(crate) atoms: [i64; 3],
    /// From the thread to the index of (V, M, N, K), for all threads up to the last one; those that no
    /// atom has are copies. None where the gaps are not filled by copies.
    pub(crate) to_vmnk: Result<Layout, Error>,
}

impl Threads {
    pub(crate) fn new(thr_id: &Layout, atom_layout: &Layout) -> Result<Threads, TiledError> {
        if atom_layout.rank() > 3 {
            return Err(TiledError::AtomLayoutRank { rank: atom_layout.rank() });
        }
        check_injective("ThrID of the atom", thr_id)?;
        check_injective("the atom layout", atom_layout)?;
        let why = step("ThrLayoutVMNK = tiled_product(ThrID, atom layout)");
        // Modes that are not named have one atom.
        let filled;
        let mnk = if atom_layout.rank() == 3 {
            atom_layout
        } else {
            filled = atom_layout.append_n(3, &Layout::UNIT).map_err(why)?;
            &filled
        };
        let atoms = extents(mnk).map_err(why)?;
        let vmnk = tiled(thr_id, mnk);
        let vmnk = vmnk.as_ref().map_err(|error| why(*error))?;
        Ok(Threads { vmnk: *vmnk, atoms, to_vmnk: to_vmnk(vmnk) })
    }

    /// How many threads there are, copies included.
    pub(crate) fn count(&self) -> i64 {
        match &self.to_vmnk {
            Ok(all) => all.size(),
            Err(_) => self.vmnk.max_offset() + 1,
        }
    }

    /// The coordinate (v, m, n, k) of a thread: CuTe's `get_slice`, which takes `(thread / stride) mod extent`
    /// in every mode.
    ///
    /// That is the coordinate of the thread, or of the one that it is a copy of, where every mode
    /// begins at a multiple of the one below. Elsewhere the thread is looked up.
    pub(crate) fn coordinate(&self, thread: i64) -> Result<[i64; 4], TiledError> {
        let threads = self.count();
        if thread < 0 || thread >= threads {
            return Err(TiledError::NoThread { thread, threads });
        }
        let index = match &self.to_vmnk {
            Ok(all) => all.at_index(thread).map_err(step("thread"))?,
            Err(_) => match self.vmnk.preimage(thread).map_err(step("thread"))? {
                Some(index) => index,
                None => return Err(TiledError::IdleThread { thread }),
            },
        };
        Ok(self.at(index))
    }

    /// The coordinate (v, m, n, k) of an index.
    pub(crate) fn at(&self, index: i64) -> [i64; 4] {
        let [m, n, k] = self.atoms;
        let lanes = self.vmnk.size() / (m * n * k);
        let atom = index / lanes;
        [index % lanes, atom % m, atom / m % n, atom / m / n]
    }
}

/// The extents of a layout with three modes.
fn extents(mnk: &Layout) -> Result<[i64; 3], Error> {
    if let [m, n, k] = mnk.leaf_modes() {
        return Ok([m.extent, n.extent, k.extent]);
    }
    let mut extents = [1; 3];
    for (i, slot) in extents.iter_mut().enumerate() {
        *slot = mnk.mode(i)?.size();
    }
    Ok(extents)
}

/// `tiled_product(ThrID, mnk)`: where the threads of an atom are the first ones, copies of them lie side by side.
fn tiled(thr_id: &Layout, mnk: &Layout) -> Result<Layout, Error> {
    match thr_id.leaf_modes() {
        [Mode { extent, stride: 1 }] if mnk.min_offset() >= 0 => {
            held!(gaps = mnk.scale(*extent));
            held!(vmnk = gaps.prepend(thr_id));
            Ok(vmnk.normalize_units())
        }
        _ => thr_id.tiled_product(&Tiler::layout(*mnk)),
    }
}

/// `(|ThrVMNK|,copies):(1,0) o right_inverse((ThrVMNK, complement(ThrVMNK)))`.
fn to_vmnk(vmnk: &Layout) -> Result<Layout, Error> {
    let own = vmnk.right_inverse();
    if own.size() == vmnk.size() {
        return Ok(own);
    }
    let gaps = vmnk.complement_default()?;
    let all = Layout::concat(&[*vmnk, gaps])?.right_inverse();
    // Modes of the gaps count copies of a thread.
    let copies = Layout::new((vmnk.size(), gaps.size()), (1, 0))?;
    copies.compose_strict(&all)
}

fn check_injective(of: &'static str, layout: &Layout) -> Result<(), TiledError> {
    let Some((x, y)) = layout.collision().map_err(step(of))? else { return Ok(()) };
    let (first, second) = (x.min(y), x.max(y));
    let number = layout.at_index(first).map_err(step(of))?;
    Err(TiledError::SameThreads { of, first, second, number })
}

/// The step that makes threads along the mode which an operand does not have copies of one another: composed with
/// the threads `(ThrV,(ThrX,ThrY))` of the operand.
pub(crate) fn copies(missing: usize, atoms: [i64; 3]) -> Result<Tiler, Error> {
    let [m, n, k] = atoms;
    let pair = |a: Mode, b: Mode| {
        Layout::concat(&[Layout::of_mode(a)?, Layout::of_mode(b)?]).map(Tiler::layout)
    };
    let keep = Tiler::keep();
    let both = match missing {
        // A: threads along N do not move it.
        1 => [pair(Mode::new(m, 1), Mode::new(n, 0))?, keep],
        // B: nor those along M.
        0 => [pair(Mode::new(m, 0), Mode::new(n, 1))?, keep],
        // C: nor those along K.
        _ => [keep, pair(Mode::new(n, 1), Mode::new(k, 0))?],
    };
    Tiler::by_mode(&[keep, Tiler::by_mode(&both)?])
}
