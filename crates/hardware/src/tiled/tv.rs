//! Thread-value layouts of a TiledMMA: by definition, by CuTe's formula, and CuTe's own where that is wrong.

use tilework::{Error, Layout};

use crate::atom::Operand;
use crate::tiled::error::{TiledError, held, step};
use crate::tiled::map::TileMap;
use crate::tiled::mma::TiledMma;
use crate::tiled::positions::Positions;
use crate::tiled::threads::copies;
use crate::tiled::thrfrg::Thrfrg;

/// How the thread-value layout of an operand comes about: the layout after each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TvSteps {
    /// The tile, leftmost fastest.
    pub tile: Layout,
    /// The tile cut into threads and fragments.
    pub thrfrg: Thrfrg,
    /// Mode 0 of that, `(ThrV,(ThrX,ThrY))`, with the threads along the mode that the operand does not have,
    /// as copies.
    pub copies: Layout,
    /// From the thread to the index of (V, M, N, K).
    pub thread_to_vmnk: Layout,
    /// From (thread, value) to the index of the element in the tile.
    pub tv: Layout,
}

impl TvSteps {
    /// The steps after those of [`Thrfrg::named`].
    pub fn named(&self) -> [(&'static str, Layout); 4] {
        [
            ("the tile, leftmost fastest", self.tile),
            ("threads, with copies along the mode that the operand does not have", self.copies),
            ("from the thread to (V,M,N,K)", self.thread_to_vmnk),
            ("compose mode 0 with that", self.tv),
        ]
    }
}

impl TiledMma {
    /// Which thread holds which element of an operand's tile: CuTe's `get_layoutA_TV`, `get_layoutB_TV`,
    /// `get_layoutC_TV`, and both directions of it.
    ///
    /// Where atoms are tiled in K, threads along K are copies for C. CuTe forgets that, and its layout leaves
    /// the tile: [`cute_layout_c`](TiledMma::cute_layout_c).
    ///
    /// # Errors
    /// [`Step`](TiledError::Step) when a step has no layout.
    #[doc(alias("get_layoutA_TV", "get_layoutB_TV", "get_layoutC_TV"))]
    pub fn map(&self, operand: Operand) -> Result<TileMap, TiledError> {
        let tv = match self.direct(operand) {
            Ok(tv) => tv,
            // The steps say why.
            Err(_) => match self.tv_steps(operand) {
                Ok(steps) => steps.tv,
                Err(error) => self.recovered(operand).ok_or(error)?,
            },
        };
        TileMap::of_threads(&tv, &self.tile_of(operand), self.threads())
    }

    /// The thread-value layout by its definition: in a mode, position `a + atom * (b + atoms * r)` is that
    /// of element `a` of the atom of thread coordinate `b` in repetition `r`, and the permutation
    /// says which element of the tile lies there.
    fn direct(&self, operand: Operand) -> Result<Layout, Error> {
        let [i, j] = operand.axes();
        held!(x = self.positions(i, 1));
        held!(y = self.positions(j, self.tile[i]));
        held!(atom = x.beside(y, 0));
        held!(tv = atom.compose(self.atom.operand(operand)));
        held!(v = tv.mode(0));
        held!(mnk = x.threads(y, operand, self.threads.atoms));
        held!(vmnk = mnk.prepend(v));
        let to_vmnk = self.threads.to_vmnk.as_ref().map_err(|error| *error)?;
        held!(threads = vmnk.compose(to_vmnk));
        held!(rest = x.beside(y, 2));
        held!(values = tv.mode(1));
        held!(fragment = Layout::concat(&[*values, *rest]));
        Layout::concat(&[*threads, *fragment])
    }

    /// The thread-value layout where a step to it has none: read from the elements.
    fn recovered(&self, operand: Operand) -> Option<Layout> {
        let to_vmnk = self.threads.to_vmnk.as_ref().ok()?;
        let lane = |thread| {
            let [v, mnk @ ..] = self.threads.at(to_vmnk.at_index(thread)?);
            Ok((v, operand.axes().map(|i| mnk[i])))
        };
        self.formula(operand).recovered_tv(self.threads(), lane).ok().flatten()
    }

    /// The positions of mode `i`, with elements that are `stride` apart in the tile.
    fn positions(&self, i: usize, stride: i64) -> Result<Positions, Error> {
        let (atom, atoms) = (self.atom.shape[i], self.threads.atoms[i]);
        let extents = [atom, atoms, self.tile[i] / (atom * atoms)];
        Positions::new(extents, stride, self.permutation[i].as_ref())
    }

    /// The steps to the thread-value layout of an operand.
    ///
    /// # Errors
    /// As [`map`](TiledMma::map).
    pub fn tv_steps(&self, operand: Operand) -> Result<TvSteps, TiledError> {
        let (tile, thrfrg) = self.tile_steps(operand)?;
        let why = step("threads, with copies");
        let missing = 3 - operand.axes()[0] - operand.axes()[1];
        let threads = thrfrg.threads.mode(0).map_err(why)?;
        // For C, CuTe has no such step, and none is needed while K has one atom.
        let copies = if missing == 2 && self.threads.atoms[2] == 1 {
            threads
        } else {
            copies(missing, self.threads.atoms)
                .and_then(|tiler| threads.compose_tiler(&tiler))
                .map_err(why)?
        };
        let why = step("from the thread to (V,M,N,K)");
        let thread_to_vmnk = self.threads.to_vmnk.map_err(why)?;
        let tv = with_threads(&thrfrg.threads, &copies, &thread_to_vmnk).map_err(why)?;
        Ok(TvSteps { tile, thrfrg, copies, thread_to_vmnk, tv })
    }

    fn tile_steps(&self, operand: Operand) -> Result<(Layout, Thrfrg), TiledError> {
        let tile = Layout::col_major(&self.tile_of(operand)).map_err(step("tile"))?;
        let thrfrg = self.formula(operand).steps(&tile)?;
        Ok((tile, thrfrg))
    }

    /// The thread-value layout of C as CuTe computes it, if that is wrong: with atoms tiled in K the threads
    /// along K continue past the tile. CuTe's `print_latex` and `make_tiled_copy_C` use it; `partition_C`
    /// does not.
    ///
    /// # Errors
    /// As [`map`](TiledMma::map).
    ///
    /// ```
    /// # use tilework::{layout, tiler};
    /// # use tilework_hardware::atom::MmaAtom;
    /// # use tilework_hardware::tiled::{Operand, TiledMma};
    /// # let atom = MmaAtom {
    /// #     shape: [16, 8, 16],
    /// #     thr_id: layout!(32:1),
    /// #     a: layout!(((4,8),(2,2,2)):((32,1),(16,8,128))),
    /// #     b: layout!(((4,8),(2,2)):((16,1),(8,64))),
    /// #     c: layout!(((4,8),(2,2)):((32,1),(16,8))),
    /// # };
    /// let mma = TiledMma::new(&atom, &layout!((2,2,2):(1,2,4)), &tiler!(<_,_,_>))?;
    /// let wrong = mma.cute_layout_c()?.unwrap();
    /// assert_eq!(wrong, layout!(((4,8,2,4),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))));
    /// // Thread 128 is a copy of thread 0; CuTe gives it element 512 of a tile of 512.
    /// assert_eq!((wrong.at((128, 0)), mma.tile()), (Ok(512), [32, 16, 32]));
    /// assert_eq!(mma.map(Operand::C)?.layout().at((128, 0)), Ok(0));
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    pub fn cute_layout_c(&self) -> Result<Option<Layout>, TiledError> {
        if self.threads.atoms[2] == 1 {
            return Ok(None);
        }
        let why = step("CuTe's get_layoutC_TV");
        let (_, thrfrg) = self.tile_steps(Operand::C)?;
        let threads = thrfrg.threads.mode(0).map_err(why)?;
        let to_vmnk = self.threads.to_vmnk.map_err(why)?;
        with_threads(&thrfrg.threads, &threads, &to_vmnk).map(Some).map_err(why)
    }
}

/// `tensor` with `threads o to_vmnk` as its threads.
fn with_threads(tensor: &Layout, threads: &Layout, to_vmnk: &Layout) -> Result<Layout, Error> {
    Layout::concat(&[threads.compose(to_vmnk)?, tensor.mode(1)?])
}
