//! The threads of a TiledMMA: from (V, M, N, K) to their numbers, and back.

use tilework::{Error, Layout, Mode, Shape, Tiler};

use crate::tiled::error::{TiledError, held, step};

/// The step to the threads of all atoms.
const VMNK: &str = "ThrLayoutVMNK = tiled_product(ThrID, atom layout)";

/// Atoms tiled over threads: CuTe's `ThrLayoutVMNK`.
///
/// Thread `(v,m,n,k)` is `ThrID(v)` plus the gap that the atom layout gives to atom `(m,n,k)`, where the gaps
/// are the offsets at which copies of the atom's threads do not touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Threads {
    /// From (V, M, N, K) to the thread. None where the gaps of the atoms have no strides: those of a quad pair
    /// are 0, 4, 8, 12, 32, ..., and six atoms are neither four nor eight.
    pub(crate) vmnk: Result<Layout, Error>,
    /// The threads of an atom.
    thr_id: Layout,
    /// From (M, N, K) to the number of the gap.
    mnk: Layout,
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
        let why = step(VMNK);
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
        let to_vmnk = match &vmnk {
            Ok(vmnk) => to_vmnk(vmnk),
            Err(error) => Err(*error),
        };
        let threads = Threads { vmnk, thr_id: *thr_id, mnk: *mnk, atoms, to_vmnk };
        if let Err(error) = vmnk {
            // Without a gap for every atom there are no threads at all.
            threads.gaps().ok().flatten().ok_or(why(error))?;
        }
        Ok(threads)
    }

    /// From (V, M, N, K) to the thread: CuTe's `ThrLayoutVMNK`.
    pub(crate) fn vmnk(&self) -> Result<&Layout, TiledError> {
        self.vmnk.as_ref().map_err(|error| step(VMNK)(*error))
    }

    /// From the number of a gap to its offset, for all gaps with an atom; as these rise, so does the layout.
    fn gaps(&self) -> Result<Option<Layout>, Error> {
        let (first, last) = (self.mnk.min_offset(), self.mnk.max_offset());
        let cosize = self.thr_id.max_offset().saturating_add(1);
        let gaps = self.thr_id.complement(last.saturating_add(1).saturating_mul(cosize))?;
        Ok((first >= 0 && last < gaps.size()).then_some(gaps))
    }

    /// How many threads there are, copies included.
    pub(crate) fn count(&self) -> i64 {
        match (&self.to_vmnk, &self.vmnk) {
            (Ok(all), _) => all.size(),
            (_, Ok(vmnk)) => vmnk.max_offset() + 1,
            _ => {
                let last = |gaps: Layout| gaps.at_index(self.mnk.max_offset()).ok();
                let last = self.gaps().ok().flatten().and_then(last).unwrap_or(0);
                last.saturating_add(self.thr_id.max_offset()).saturating_add(1)
            }
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
        let index = match (&self.to_vmnk, &self.vmnk) {
            (Ok(all), _) => all.at_index(thread).map(Some),
            (_, Ok(vmnk)) => vmnk.preimage(thread),
            _ => self.in_gap(thread),
        };
        match index.map_err(step("thread"))? {
            Some(index) => Ok(self.at(index)),
            None => Err(TiledError::IdleThread { thread }),
        }
    }

    /// The index of (V, M, N, K) of a thread, by its lane and its gap.
    fn in_gap(&self, thread: i64) -> Result<Option<i64>, Error> {
        let lanes = self.thr_id.size();
        let Some(gaps) = self.gaps()? else { return Ok(None) };
        let Some(index) = Layout::concat(&[self.thr_id, gaps])?.preimage(thread)? else {
            return Ok(None);
        };
        let atom = self.mnk.preimage(index / lanes)?;
        Ok(atom.map(|atom| index % lanes + lanes * atom))
    }

    /// The coordinate (v, m, n, k) of an index.
    pub(crate) fn at(&self, index: i64) -> [i64; 4] {
        let ([m, n, _], lanes) = (self.atoms, self.thr_id.size());
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
        _ => thr_id.tiled_product(&Tiler::layout(*mnk)).or_else(|error| {
            // Modes of atoms that are nested otherwise than the gaps: 6 atoms, written as (3,2), are (2,3) of a quad pair.
            regrouped(thr_id, mnk).map_err(|_| error)
        }),
    }
}

/// `(ThrID, gaps o mnk)`, with M, N and K nested as the gaps are.
fn regrouped(thr_id: &Layout, mnk: &Layout) -> Result<Layout, Error> {
    let [last, lanes] = [mnk, thr_id].map(|layout| layout.max_offset().saturating_add(1));
    let gaps = thr_id.complement(last.saturating_mul(lanes))?.compose_flat(mnk)?;
    let gaps = gaps.with_shape(&Shape::from_slice(&extents(mnk)?)?)?;
    gaps.prepend(thr_id).map(|vmnk| vmnk.normalize_units())
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
