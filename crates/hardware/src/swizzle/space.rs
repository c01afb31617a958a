//! Subspaces over F2: offsets as vectors of bits, with XOR as their sum.

/// The most dimensions of a subspace. Offsets here have at most 24 bits and a sign, vectors in a bank fewer.
const DIMENSIONS: usize = 32;

/// A subspace of the 64-bit vectors, by the one basis in which the highest bit of each vector is set in no
/// other one, highest first. So `==` compares subspaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Space {
    basis: [u64; DIMENSIONS],
    len: usize,
}

impl Space {
    /// The subspace of 0 alone.
    pub(crate) const ZERO: Space = Space { basis: [0; DIMENSIONS], len: 0 };

    /// The least subspace with these vectors.
    pub(crate) fn spanned(vectors: impl IntoIterator<Item = u64>) -> Space {
        let mut out = Space::ZERO;
        for vector in vectors {
            out.insert(vector);
        }
        out
    }

    /// The basis, highest bit first.
    pub(crate) fn basis(&self) -> &[u64] {
        &self.basis[..self.len]
    }

    /// The number of dimensions.
    pub(crate) fn dim(&self) -> u32 {
        self.len as u32
    }

    /// What is left of a vector when the basis is taken out of it; 0 exactly for vectors of the subspace.
    pub(crate) fn reduce(&self, mut vector: u64) -> u64 {
        for &pivot in self.basis() {
            vector = vector.min(vector ^ pivot);
        }
        vector
    }

    /// Whether the vector is in it.
    pub(crate) fn contains(&self, vector: u64) -> bool {
        self.reduce(vector) == 0
    }

    /// Adds a vector, and says whether it was new.
    pub(crate) fn insert(&mut self, vector: u64) -> bool {
        let vector = self.reduce(vector);
        if vector == 0 || self.len == DIMENSIONS {
            return false;
        }
        let top = vector.ilog2();
        let place = self.basis().iter().take_while(|&&pivot| pivot > vector).count();
        for pivot in &mut self.basis[..place] {
            *pivot ^= (*pivot >> top & 1) * vector;
        }
        self.basis.copy_within(place..self.len, place + 1);
        self.basis[place] = vector;
        self.len += 1;
        true
    }

    /// The vectors of the subspace whose image under a linear map is 0.
    ///
    /// Each basis vector is carried along with its image; where the images of some add up to 0, so do the vectors
    /// to one of the kernel, and elimination finds a basis of all of these.
    pub(crate) fn kernel(&self, map: impl Fn(u64) -> u64) -> Space {
        let (mut pivots, mut len) = ([(0, 0); DIMENSIONS], 0);
        let mut out = Space::ZERO;
        for &vector in self.basis() {
            let (mut image, mut of) = (map(vector), vector);
            for &(pivot, made_of) in &pivots[..len] {
                if image ^ pivot < image {
                    (image, of) = (image ^ pivot, of ^ made_of);
                }
            }
            if image == 0 {
                out.insert(of);
            } else {
                // Highest first, so that one pass reduces the next image.
                let place = pivots[..len].iter().take_while(|&&(pivot, _)| pivot > image).count();
                pivots.copy_within(place..len, place + 1);
                pivots[place] = (image, of);
                len += 1;
            }
        }
        out
    }

    /// The vectors that are in both.
    pub(crate) fn meet(&self, other: &Space) -> Space {
        self.kernel(|vector| other.reduce(vector))
    }

    /// The image under a linear map.
    pub(crate) fn image(&self, map: impl Fn(u64) -> u64) -> Space {
        Space::spanned(self.basis().iter().map(|&vector| map(vector)))
    }
}

/// The number of independent vectors among these, which are overwritten.
pub(crate) fn rank(vectors: &mut [u64]) -> u32 {
    let mut rank = 0;
    for i in 0..vectors.len() {
        let pivot = vectors[i];
        if pivot == 0 {
            continue;
        }
        rank += 1;
        let low = pivot & pivot.wrapping_neg();
        for vector in &mut vectors[i + 1..] {
            if *vector & low != 0 {
                *vector ^= pivot;
            }
        }
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::{Space, rank};
    use std::collections::BTreeSet;
    use std::vec::Vec;

    /// All sums of these vectors, by the definition.
    fn sums(vectors: &[u64]) -> BTreeSet<u64> {
        let mut out = BTreeSet::from([0]);
        for &vector in vectors {
            let more: Vec<u64> = out.iter().map(|sum| sum ^ vector).collect();
            out.extend(more);
        }
        out
    }

    /// All lists of three vectors of 4 bits against all lists of two.
    #[test]
    fn subspaces_are_sets_of_sums() {
        for all in 0..1_u64 << 12 {
            let vectors = [all & 15, all >> 4 & 15, all >> 8];
            let (space, members) = (Space::spanned(vectors), sums(&vectors));
            assert_eq!(1 << space.dim(), members.len());
            assert_eq!(rank(&mut vectors.clone()), space.dim());
            assert!((0..16).all(|x| space.contains(x) == members.contains(&x)));
            assert_eq!(sums(space.basis()), members);
            for other in 0..1_u64 << 8 {
                let pair = [other & 15, other >> 4];
                let (second, its) = (Space::spanned(pair), sums(&pair));
                assert_eq!(space == second, members == its);
                let meet: BTreeSet<u64> = members.intersection(&its).copied().collect();
                assert_eq!(sums(space.meet(&second).basis()), meet);
            }
            let kernel: BTreeSet<u64> = members.iter().filter(|&&x| x & 6 == 0).copied().collect();
            assert_eq!(sums(space.kernel(|x| x & 6).basis()), kernel);
            let image: BTreeSet<u64> = members.iter().map(|x| x & 6).collect();
            assert_eq!(sums(space.image(|x| x & 6).basis()), image);
        }
    }
}
