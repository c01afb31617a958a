//! The formula of `thrfrg_A`, `_B`, `_C`: a tensor cut into threads and fragments, step by step.

use tilework::{Error, Layout, Mode, Slicer, Tiler};

use crate::tiled::error::{TiledError, step};
use crate::tiled::part::{Cut, blanks, pair};

/// What `thrfrg` does with one operand.
pub(crate) struct Formula<'a> {
    /// The permutations of the operand's two modes, where they move anything ...
    pub(crate) permutation: [Option<&'a Layout>; 2],
    /// ... and the extents of their blocks.
    pub(crate) block: [i64; 2],
    /// The atom's extents in these modes ...
    pub(crate) atom: [i64; 2],
    /// ... how many atoms lie side by side ...
    pub(crate) atoms: [i64; 2],
    /// ... and the atom's layout from (thread, value) to elements.
    pub(crate) tv: &'a Layout,
}

/// A tensor, cut by `thrfrg`: the layout after each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thrfrg<L = Layout> {
    /// The tensor in the order of the permutation: `logical_divide(tensor, (PermX,PermY))`.
    pub permuted: L,
    /// Atoms and the rest: `zipped_divide(permuted, (AtomX,AtomY))`, which is
    /// `((AtomX,AtomY),(RestX,RestY,...))`.
    pub atoms: L,
    /// The atom as threads and values: mode 0 composed with the atom's layout, which is
    /// `((ThrV,FrgV),(RestX,RestY,...))`.
    pub values: L,
    /// The rest as threads and repetitions: `zipped_divide(values, (_,(ThrX,ThrY)))`, which is
    /// `((ThrV,(ThrX,ThrY)),(FrgV,(RestX,RestY,...)))`: CuTe's `thrfrg`.
    pub threads: L,
}

impl Thrfrg {
    /// The steps by the names that CuTe's source gives to them.
    pub fn named(&self) -> [(&'static str, Layout); 4] {
        [
            ("logical_divide(tensor, PermutationMNK)", self.permuted),
            ("zipped_divide(_, atom)", self.atoms),
            ("compose mode 0 with the atom's (thread, value) layout", self.values),
            ("zipped_divide(_, (_, atoms))", self.threads),
        ]
    }
}

fn line(extent: i64) -> Result<Tiler, Error> {
    Layout::of_mode(Mode::new(extent, 1)).map(Tiler::layout)
}

fn lines(extents: [i64; 2]) -> Result<Tiler, Error> {
    Tiler::by_mode(&[line(extents[0])?, line(extents[1])?])
}

impl Formula<'_> {
    /// The first two steps: the atoms of a tensor, in the order of the permutation.
    fn atoms<L: Cut>(&self, tensor: &L) -> Result<(L, L), TiledError> {
        let why = step("logical_divide(tensor, PermutationMNK)");
        let shape = tensor.shape();
        let mut tilers = [Tiler::keep(), Tiler::keep()];
        let mut moved = false;
        for (i, slot) in tilers.iter_mut().enumerate() {
            let extent = shape.mode(i).and_then(|mode| mode.product()).map_err(why)?;
            *slot = match self.permutation[i] {
                Some(permutation) => Tiler::layout(*permutation),
                // Whole blocks in their own order need no division.
                None if extent % self.block[i] == 0 => continue,
                None => line(self.block[i]).map_err(why)?,
            };
            moved = true;
        }
        let permuted = if moved {
            tensor.logical_divide(&Tiler::by_mode(&tilers).map_err(why)?).map_err(why)?
        } else {
            *tensor
        };
        let why = step("zipped_divide(tensor, atom)");
        let atoms = permuted.zipped_divide(&lines(self.atom).map_err(why)?).map_err(why)?;
        Ok((permuted, atoms))
    }

    /// All steps.
    pub(crate) fn steps<L: Cut>(&self, tensor: &L) -> Result<Thrfrg<L>, TiledError> {
        let (permuted, atoms) = self.atoms(tensor)?;
        let why = step("the atom's (thread, value) layout in the tensor");
        let tv = atoms.mode(0).and_then(|tile| tile.compose(self.tv)).map_err(why)?;
        let values = L::pair(tv, atoms.mode(1).map_err(why)?).map_err(why)?;
        let why = step("zipped_divide(tensor, (_,atoms))");
        let rest = self.threads(&atoms.mode(1).map_err(why)?)?;
        let half = |i| L::pair(tv.mode(i)?, rest.mode(i)?);
        let threads = half(0).and_then(|thr| L::pair(thr, half(1)?)).map_err(why)?;
        Ok(Thrfrg { permuted, atoms, values, threads })
    }

    /// What the thread at lane `v` of the atom at `at` has of a tensor.
    pub(crate) fn part<L: Cut>(
        &self,
        tensor: &L,
        v: i64,
        at: [i64; 2],
    ) -> Result<(L, L::Origin), TiledError> {
        let why = step("slice of the thread");
        let error = match self.steps(tensor) {
            Ok(steps) => {
                let rest = tensor.shape().rank();
                return slicer(v, at, rest)
                    .and_then(|slicer| steps.threads.slice(&slicer))
                    .map_err(why);
            }
            Err(error) => error,
        };
        // What one thread has may be a layout where that of all together is none.
        self.alone(tensor, v, at).map_err(|_| error)
    }

    /// [`part`](Formula::part) without the other threads, by the definition: in a mode, position
    /// `a + atom * (b + atoms * r)` is element `a` of repetition `r` of the thread at `b`.
    fn alone<L: Cut>(
        &self,
        tensor: &L,
        v: i64,
        at: [i64; 2],
    ) -> Result<(L, L::Origin), TiledError> {
        let mine = || -> Result<(L, L::Origin), Error> {
            let (x, from_x) = self.axis(tensor, 0, at[0])?;
            let (y, from_y) = self.axis(tensor, 1, at[1])?;
            let lane = pair(&Slicer::leaf(Some(v)), &Slicer::leaf(None))?;
            let (values, first) = self.tv.slice(&lane)?;
            let atom = L::pair(x.mode(0)?, y.mode(0)?)?;
            let held = atom.compose_at(first, &values.mode(0)?)?;
            let mut part = L::pair(held, x.mode(1)?)?.append(&y.mode(1)?)?;
            for i in 2..tensor.shape().rank() {
                part = part.append(&tensor.mode(i)?)?;
            }
            Ok((part, L::sum(L::sum(from_x, from_y)?, atom.at_index(first)?)?))
        };
        mine().map_err(step("what one thread holds"))
    }

    /// What the thread at `b` has of a mode of a tensor: (inside the atom, repetitions), and where it begins.
    fn axis<L: Cut>(&self, tensor: &L, i: usize, b: i64) -> Result<(L, L::Origin), Error> {
        let (atom, atoms, block) = (self.atom[i], self.atoms[i], self.block[i]);
        let mode = tensor.mode(i)?;
        let blocks = (mode.shape().product()? - 1) / block + 1;
        let line = |extent, stride| Layout::of_mode(Mode::new(extent, stride));
        // The permutation, block after block.
        let order = match self.permutation[i] {
            Some(order) => Layout::concat(&[*order, line(blocks, block)?])?,
            None => line(block, 1)?,
        };
        let repeats = (block / (atom * atoms)).saturating_mul(blocks);
        let positions = Layout::concat(&[line(atom, 1)?, line(repeats, atom * atoms)?])?;
        let elements = order.compose_at(atom * b, &positions)?;
        let first = order.at_index(atom * b)?;
        Ok((mode.compose_at(first, &elements)?, mode.at_index(first)?))
    }

    /// The rest of the atoms as threads and repetitions: `((ThrX,ThrY),(RestX,RestY,...))`.
    fn threads<L: Cut>(&self, rest: &L) -> Result<L, TiledError> {
        let why = step("zipped_divide(tensor, (_,atoms))");
        rest.zipped_divide(&lines(self.atoms).map_err(why)?).map_err(why)
    }
}

/// `((v,(x,y)),(_,(_,_,...)))`.
fn slicer(v: i64, at: [i64; 2], rest: usize) -> Result<Slicer, Error> {
    let [x, y] = at.map(|i| Slicer::leaf(Some(i)));
    let thread = pair(&Slicer::leaf(Some(v)), &pair(&x, &y)?)?;
    pair(&thread, &pair(&Slicer::leaf(None), &blanks(rest)?)?)
}
