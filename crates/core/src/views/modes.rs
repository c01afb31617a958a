//! Modes in another order, and modes of one element: what numpy calls transposing, squeezing and expanding.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::MAX_MODES;
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, no_mode};
use crate::layout::layout::Layout;

impl<T: Copy> Nested<T> {
    /// All modes, in the order that `axes` names.
    pub(crate) const fn permute(&self, axes: &[usize]) -> Result<Self, Error> {
        if axes.len() != self.rank() {
            let kind = ErrorKind::RankMismatch { left: axes.len(), right: self.rank() };
            return Err(Error::new(Op::Permute, kind));
        }
        tri!(distinct(Op::Permute, axes, self.rank()));
        match self.select(axes) {
            Ok(tree) => Ok(tree),
            Err(error) => Err(error.within(Op::Permute)),
        }
    }

    /// The modes at which `keep` is true.
    pub(crate) const fn keep(&self, keep: &[bool; MAX_MODES]) -> Result<Self, Error> {
        let (mut kept, mut i) = (List::<usize>::new(0), 0);
        if self.length() == 0 {
            return Ok(*self);
        }
        while i < self.rank() {
            if keep[i] {
                // No more than there are modes.
                let _ = kept.push(i);
            }
            i += 1;
        }
        if kept.len() == self.rank() { Ok(*self) } else { self.select(kept.as_slice()) }
    }

    /// `mode` as mode `i`; the modes from there on come after it.
    pub(crate) const fn insert(&self, i: usize, mode: &Self) -> Result<Self, Error> {
        let rank = if self.length() == 0 { 0 } else { self.rank() };
        if i > rank {
            return Err(no_mode(Op::Unsqueeze, i, rank + 1));
        }
        let mut out = self.nothing();
        tri!(out.open());
        if rank > 0 {
            let (first, end) = (self.first_child(self.root()), self.child(self.root(), rank));
            let at = self.child(self.root(), i);
            tri!(out.push_nodes(self, first, at));
            tri!(out.push(mode));
            tri!(out.push_nodes(self, at, end));
        } else {
            tri!(out.push(mode));
        }
        tri!(out.close());
        Ok(out)
    }
}

/// Modes that exist, each named once.
pub(crate) const fn distinct(op: Op, modes: &[usize], rank: usize) -> Result<(), Error> {
    let (mut seen, mut i) = ([false; MAX_MODES], 0);
    while i < modes.len() {
        let mode = modes[i];
        if mode >= rank {
            return Err(no_mode(op, mode, rank));
        }
        if seen[mode] {
            return Err(Error::new(op, ErrorKind::RepeatedMode { mode }));
        }
        seen[mode] = true;
        i += 1;
    }
    Ok(())
}

/// # Axes, as numpy and PyTorch rearrange them
impl Layout {
    /// All modes in another order: mode `i` of the result is mode `axes[i]` of this one. numpy's `transpose`.
    ///
    /// # Errors
    /// [`RankMismatch`](ErrorKind::RankMismatch) unless every mode is named,
    /// [`RepeatedMode`](ErrorKind::RepeatedMode), [`NoSuchMode`](ErrorKind::NoSuchMode).
    /// [`select`](Layout::select) takes some of the modes, and any of them twice.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,3,5):(15,5,1)).permute(&[2, 0, 1])?, layout!((5,2,3):(1,15,5)));
    /// assert!(layout!((2,3,5):(15,5,1)).permute(&[2, 0]).is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "transpose")]
    pub const fn permute(&self, axes: &[usize]) -> Result<Layout, Error> {
        self.rearranged(Op::Permute, self.tree.permute(axes))
    }

    /// Two modes exchanged. PyTorch's `transpose(i, j)`, numpy's `swapaxes`.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((3,4,1):(4,1,1)).swap_dims(1, 2)?, layout!((3,1,4):(4,1,1)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "swapaxes")]
    pub const fn swap_dims(&self, i: usize, j: usize) -> Result<Layout, Error> {
        let (rank, mut axes, mut k) = (self.rank(), List::<usize>::new(0), 0);
        while k < rank {
            let _ = axes.push(if k == i {
                j
            } else if k == j {
                i
            } else {
                k
            });
            k += 1;
        }
        let missing = if i >= rank { i } else { j };
        if missing >= rank {
            return Err(no_mode(Op::Permute, missing, rank).on(self.text()));
        }
        self.permute(axes.as_slice())
    }

    /// Without the modes of one element.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((1,3,1,2):(0,1,7,3)).squeeze(), layout!((3,2):(1,3)));
    /// assert_eq!(layout!((1,1):(5,5)).squeeze(), layout!(()));
    /// ```
    pub const fn squeeze(&self) -> Layout {
        let (mut keep, mut i) = ([true; MAX_MODES], 0);
        while i < self.length() && i < self.rank() {
            keep[i] = match self.mode(i) {
                Ok(mode) => mode.size() != 1,
                Err(_) => true,
            };
            i += 1;
        }
        match self.tree.keep(&keep) {
            Ok(tree) => Layout { tree },
            // Some of the modes that are there always fit.
            Err(_) => *self,
        }
    }

    /// Without these modes, each of one element, as numpy's `squeeze(axis)`.
    ///
    /// # Errors
    /// [`NotUnit`](ErrorKind::NotUnit) for a mode of more elements, where PyTorch keeps it silently;
    /// [`NoSuchMode`](ErrorKind::NoSuchMode), [`RepeatedMode`](ErrorKind::RepeatedMode).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!((1,3,1,2):(0,1,7,3));
    /// assert_eq!(a.squeeze_modes(&[2])?, layout!((1,3,2):(0,1,3)));
    /// assert_eq!(
    ///     a.squeeze_modes(&[1]).unwrap_err().to_string(),
    ///     "squeeze in mode 1 of (1,3,1,2):(0,1,7,3): it has 3 elements, not one",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn squeeze_modes(&self, modes: &[usize]) -> Result<Layout, Error> {
        let op = Op::Squeeze;
        if let Err(error) = distinct(op, modes, self.rank()) {
            return Err(error.on(self.text()));
        }
        let (mut keep, mut i) = ([true; MAX_MODES], 0);
        while i < modes.len() {
            let size = tri!(self.mode(modes[i])).size();
            if size != 1 {
                let error = Error::new(op, ErrorKind::NotUnit { size });
                return Err(error.in_mode(modes[i]).on(self.text()));
            }
            keep[modes[i]] = false;
            i += 1;
        }
        self.rearranged(op, self.tree.keep(&keep))
    }

    /// With one more mode `1:0`, as mode `i`. numpy's `expand_dims`.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when `i` is larger than the rank,
    /// [`TooManyModes`](ErrorKind::TooManyModes).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((3,2):(1,3)).unsqueeze(1)?, layout!((3,1,2):(1,0,3)));
    /// assert_eq!(layout!((3,2):(1,3)).unsqueeze(2)?, layout!((3,2,1):(1,3,0)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "expand_dims")]
    pub const fn unsqueeze(&self, i: usize) -> Result<Layout, Error> {
        self.rearranged(Op::Unsqueeze, self.tree.insert(i, &Nested::leaf(Mode::UNIT)))
    }
}
