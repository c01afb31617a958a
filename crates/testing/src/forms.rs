//! Tilers as trees that a test can look into, and the four forms of a divide or product, put
//! together from the definition.

// Layouts are large and inline by design.
#![allow(clippy::large_enum_variant)]

use proptest::prelude::*;
use tilework::{Layout, Tiler};

/// What a [`Tiler`] is made of.
#[derive(Clone, Debug)]
pub enum Tree {
    /// The mode stays as it is.
    Keep,
    /// A layout for the mode.
    Layout(Layout),
    /// Mode by mode.
    Tuple(Vec<Tree>),
}

impl Tree {
    /// The tiler itself.
    pub fn tiler(&self) -> Tiler {
        match self {
            Tree::Keep => Tiler::keep(),
            Tree::Layout(layout) => layout.into(),
            Tree::Tuple(trees) => {
                let tilers: Vec<Tiler> = trees.iter().map(Tree::tiler).collect();
                Tiler::by_mode(&tilers).unwrap()
            }
        }
    }

    /// Whether some mode stays as it is.
    pub fn keeps_a_mode(&self) -> bool {
        match self {
            Tree::Keep => true,
            Tree::Layout(_) => false,
            Tree::Tuple(trees) => trees.iter().any(Tree::keeps_a_mode),
        }
    }

    /// `op` at every layout of the tiler, on the mode that it stands for; `None` when `op` has no
    /// answer, or when a mode is named that is not there.
    pub fn apply(
        &self,
        a: &Layout,
        op: &dyn Fn(&Layout, &Layout) -> Option<Layout>,
    ) -> Option<Layout> {
        let named = match self {
            Tree::Keep => return Some(*a),
            Tree::Layout(tile) => return op(a, tile),
            Tree::Tuple(named) => named,
        };
        let mut all = modes(a);
        for (i, tree) in named.iter().enumerate() {
            *all.get_mut(i)? = tree.apply(all.get(i)?, op)?;
        }
        Layout::concat(&all).ok()
    }

    /// The halves of all pairs that [`apply`](Tree::apply) made, firsts and seconds.
    pub fn unzip(&self, pairs: &Layout) -> (Layout, Layout) {
        let named = match self {
            Tree::Keep => return (Layout::UNIT, *pairs),
            Tree::Layout(_) => return (pairs.mode(0).unwrap(), pairs.mode(1).unwrap()),
            Tree::Tuple(named) => named,
        };
        let all = modes(pairs);
        let (firsts, mut seconds): (Vec<_>, Vec<_>) =
            named.iter().zip(&all).map(|(tree, pair)| tree.unzip(pair)).unzip();
        seconds.extend(&all[named.len()..]);
        (Layout::concat(&firsts).unwrap(), Layout::concat(&seconds).unwrap())
    }

    /// The zipped, the tiled and the flat form of `pairs`.
    pub fn forms(&self, pairs: &Layout) -> [Layout; 3] {
        let unpacked = |l: &Layout| if l.rank() == 1 { vec![*l] } else { modes(l) };
        let (firsts, seconds) = self.unzip(pairs);
        let concat = |modes: &[Layout]| Layout::concat(modes).unwrap();
        [
            concat(&[firsts, seconds]),
            concat(&[vec![firsts], unpacked(&seconds)].concat()),
            concat(&[unpacked(&firsts), unpacked(&seconds)].concat()),
        ]
    }
}

/// The modes of a layout; a single mode is its own.
pub fn modes(a: &Layout) -> Vec<Layout> {
    (0..a.rank()).map(|i| a.mode(i).unwrap()).collect()
}

/// Random tilers, nested up to two deep.
pub fn tree(leaf: impl Strategy<Value = Layout> + 'static) -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![1 => Just(Tree::Keep), 4 => leaf.prop_map(Tree::Layout)];
    leaf.prop_recursive(2, 6, 3, |tree| prop::collection::vec(tree, 1..=3).prop_map(Tree::Tuple))
}
