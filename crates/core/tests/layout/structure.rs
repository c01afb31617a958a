//! Rearranging modes, against the same on trees of vectors.

use proptest::prelude::*;
use tilework::limits::MAX_MODES;
use tilework::{ErrorKind, Layout, Mode, Tuple, layout, tuple};
use tilework_testing::{eval, layout, offsets};

/// A layout as a tree.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Leaf(Mode),
    Node(Vec<Tree>),
}
use Tree::{Leaf, Node};

impl Tree {
    /// Read from the printed shape, so that nothing of the structure under test is used.
    fn of(a: &Layout) -> Tree {
        let (mut stack, mut leaves) = (vec![vec![]], a.leaf_modes().iter());
        let mut before = ' ';
        for c in a.shape().to_string().chars() {
            if c == '(' {
                stack.push(vec![]);
            } else if c == ')' {
                let node = Node(stack.pop().unwrap());
                stack.last_mut().unwrap().push(node);
            } else if c.is_ascii_digit() && !before.is_ascii_digit() {
                stack.last_mut().unwrap().push(Leaf(*leaves.next().unwrap()));
            }
            before = c;
        }
        stack[0][0].clone()
    }

    /// The modes; a leaf is its own.
    fn modes(&self) -> Vec<Tree> {
        match self {
            Leaf(_) => vec![self.clone()],
            Node(modes) => modes.clone(),
        }
    }

    fn leaves(&self) -> Vec<Mode> {
        match self {
            Leaf(mode) => vec![*mode],
            Node(modes) => modes.iter().flat_map(Tree::leaves).collect(),
        }
    }

    fn depth(&self) -> usize {
        match self {
            Leaf(_) => 0,
            Node(modes) => 1 + modes.iter().map(Tree::depth).max().unwrap_or(0),
        }
    }

    fn map(&self, f: &impl Fn(Mode) -> Mode) -> Tree {
        match self {
            Leaf(mode) => Leaf(f(*mode)),
            Node(modes) => Node(modes.iter().map(|mode| mode.map(f)).collect()),
        }
    }

    /// The tree of a profile with these leaves.
    fn like(&self, leaves: &mut impl Iterator<Item = Mode>) -> Tree {
        match self {
            Leaf(_) => Leaf(leaves.next().unwrap()),
            Node(modes) => Node(modes.iter().map(|mode| mode.like(leaves)).collect()),
        }
    }
}

/// The result is the tree `expected`, as `Display` shows it too.
fn check(result: Result<Layout, tilework::Error>, expected: &Tree) {
    let result = result.unwrap();
    assert_eq!(Tree::of(&result), *expected);
    assert_eq!(result.leaf_modes(), expected.leaves());
    assert_eq!((result.length(), result.depth()), (expected.leaves().len(), expected.depth()));
    assert_eq!(result.rank(), expected.modes().len());
}

fn no_mode(result: Result<Layout, tilework::Error>) -> bool {
    matches!(result.unwrap_err().kind(), ErrorKind::NoSuchMode { .. })
}

/// Every operation on one layout, with `mode` as the mode to add.
fn law(a: &Layout, mode: &Layout) {
    let (tree, new) = (Tree::of(a), Tree::of(mode));
    let (modes, rank) = (tree.modes(), a.rank());
    check(Ok(*a), &tree);

    let flat = tree.leaves().into_iter().map(Leaf).collect();
    check(Ok(a.flatten()), &if tree.depth() == 0 { tree.clone() } else { Node(flat) });
    check(a.append(mode), &Node([&modes[..], std::slice::from_ref(&new)].concat()));
    check(a.prepend(mode), &Node([std::slice::from_ref(&new), &modes[..]].concat()));
    check(a.append_n(rank, mode), &tree);
    check(a.prepend_n(rank, mode), &tree);
    let more = vec![new.clone(); 3];
    check(a.append_n(rank + 3, mode), &Node([&modes[..], &more].concat()));
    check(a.prepend_n(rank + 3, mode), &Node([&more, &modes[..]].concat()));
    for too_low in [a.append_n(rank - 1, mode), a.prepend_n(rank - 1, mode)] {
        let kind = ErrorKind::RankTooLarge { rank, limit: rank - 1 };
        assert_eq!(too_low.unwrap_err().kind(), kind);
    }

    for i in 0..rank {
        check(a.mode(i), &modes[i]);
        let mut replaced = modes.clone();
        replaced[i] = new.clone();
        check(a.replace(i, mode), &if tree.depth() == 0 { new.clone() } else { Node(replaced) });
        let mut rest = modes.clone();
        rest.remove(i);
        check(a.remove(i), &Node(rest));
        check(
            a.select(&[i, rank - 1, i]),
            &Node(vec![modes[i].clone(), modes[rank - 1].clone(), modes[i].clone()]),
        );
        assert_eq!(a.group(i, i), Ok(*a), "an empty range");
        assert!(matches!(a.take(i, i).unwrap_err().kind(), ErrorKind::Unsupported { .. }));
        for end in i + 1..=rank {
            check(a.take(i, end), &Node(modes[i..end].to_vec()));
            let group = Node(modes[i..end].to_vec());
            check(a.group(i, end), &Node([&modes[..i], &[group], &modes[end..]].concat()));
            assert!(no_mode(a.group(end, i)) && no_mode(a.take(end, i)));
        }
    }
    assert!(no_mode(a.mode(rank)) && no_mode(a.remove(rank)) && no_mode(a.replace(rank, mode)));
    assert!(
        no_mode(a.select(&[0, rank]))
            && no_mode(a.take(0, rank + 1))
            && no_mode(a.group(0, rank + 1))
    );
    check(Layout::concat(&[*a, *mode, *a]), &Node(vec![tree.clone(), new, tree.clone()]));

    let mut sorted = tree.leaves();
    sorted.sort_by_key(|mode| mode.stride);
    assert_eq!(a.sort_by_stride().leaf_modes(), sorted);
    assert!(a.sort_by_stride().depth() <= 1);

    let unit = |mode: Mode| if mode.stride == 0 { Mode::UNIT } else { mode };
    check(Ok(a.filter_zeros()), &tree.map(&unit));
    assert_eq!(a.filter(), a.filter_zeros().coalesce());
    let normal = |mode: Mode| if mode.extent == 1 { Mode::UNIT } else { mode };
    check(Ok(a.normalize_units()), &tree.map(&normal));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_operation(a in layout(1..=6, 1..=4, -3..=9), mode in layout(1..=3, 1..=4, 0..=3)) {
        law(&a, &mode);
    }

    /// Leaves under another profile, and the path to each mode.
    #[test]
    fn profiles(a in layout(4..=4, 1..=9, -9..=9), like in layout(4..=4, 1..=1, 0..=0), other in layout(1..=3, 1..=1, 0..=0)) {
        let expected = Tree::of(&like).like(&mut a.leaf_modes().iter().copied());
        check(a.unflatten(&like.shape()), &expected);
        prop_assert_eq!(a.unflatten(&like.shape()).unwrap().unflatten(&a.shape()), Ok(a));
        let kind = ErrorKind::NotCongruent { left: 4, right: other.length() };
        prop_assert_eq!(a.unflatten(&other.shape()).unwrap_err().kind(), kind);

        for (i, mode) in Tree::of(&a).modes().iter().enumerate().filter(|(_, mode)| mode.depth() > 0) {
            for (k, part) in mode.modes().iter().enumerate() {
                check(a.mode_at(&[i, k]), part);
            }
            prop_assert!(no_mode(a.mode_at(&[i, mode.modes().len()])));
        }
        prop_assert_eq!(a.mode_at(&[]), Ok(a));
        prop_assert!(no_mode(a.mode_at(&[a.rank()])));
    }

    /// Every offset of the filtered layout is one of the layout, with repetitions left out.
    #[test]
    fn filters(a in layout(1..=5, 1..=3, 0..=2), marks in layout(1..=5, 1..=1, 0..=1)) {
        prop_assert_eq!(tilework_testing::image(&a.filter()), tilework_testing::image(&a));
        prop_assert!(a.filter().leaf_modes().iter().all(|mode| mode.stride != 0) || a.filter() == Layout::UNIT);

        // Marks 0 shrink their modes. `marks` has its strides for marks.
        let answer = a.filter_zeros_by(&marks.stride());
        match fits(&Tree::of(&marks), &Tree::of(&a)) {
            Some(zeros) => {
                let leaves: Vec<Mode> = a.leaf_modes().iter().zip(zeros)
                    .map(|(mode, zero)| if zero { Mode::new(1, mode.stride) } else { *mode }).collect();
                check(answer, &Tree::of(&a).like(&mut leaves.into_iter()));
            }
            None => {
                let kind = ErrorKind::NotCongruent { left: a.length(), right: marks.length() };
                prop_assert_eq!(answer.unwrap_err().kind(), kind);
            }
        }

        let by = a.filter_by(&marks.shape());
        prop_assert_eq!(by.is_ok(), a.coalesce_by(&marks.shape()).is_ok());
        if let Ok(by) = by {
            prop_assert_eq!(by, filter_named(&a, &marks.shape()));
        }
    }

    /// The same function of the index under another shape of the same size, or the first index that has none.
    #[test]
    fn other_shapes(a in layout(1..=3, 1..=4, -5..=20), shape in layout(1..=3, 1..=4, 0..=0), seed in any::<usize>()) {
        if shape.size() != a.size() {
            let kind = ErrorKind::SizeMismatch { left: a.size(), right: shape.size() };
            prop_assert_eq!(a.with_shape(&shape.shape()).unwrap_err().kind(), kind);
        }
        // Two extents that have its size, and so often change where it does not.
        let factors: Vec<i64> = (1..=a.size()).filter(|n| a.size() % n == 0).collect();
        let first = factors[seed % factors.len()];
        let shape = Layout::new((first, a.size() / first), (0, 0)).unwrap();
        let table: Vec<i64> = (0..shape.size()).map(|x| eval(a.leaf_modes(), x)).collect();
        let compact = Layout::col_major(&shape.shape()).unwrap();
        match a.with_shape(&shape.shape()) {
            Ok(r) => {
                prop_assert_eq!(offsets(&r), table);
                prop_assert!(tilework_testing::refines(&shape.shape(), &r.shape()));
            }
            Err(error) => prop_assert!(!tilework_testing::fits(&table, &compact), "{}", error),
        }
    }
}

/// Which leaves of `a` a mark of 0 covers; `None` when the marks are not `a`, or coarser.
fn fits(marks: &Tree, a: &Tree) -> Option<Vec<bool>> {
    match (marks, a) {
        (Leaf(mark), _) => Some(vec![mark.stride == 0; a.leaves().len()]),
        (Node(marks), Node(modes)) if marks.len() == modes.len() => {
            let parts: Option<Vec<_>> = marks.iter().zip(modes).map(|(m, a)| fits(m, a)).collect();
            Some(parts?.concat())
        }
        _ => None,
    }
}

/// `filter_by` by its definition, for a profile that fits.
fn filter_named(a: &Layout, profile: &Tuple) -> Layout {
    if profile.is_leaf() {
        return a.filter();
    }
    let mode = |i| {
        let mode = a.mode(i).unwrap();
        if i < profile.rank() { filter_named(&mode, &profile.mode(i).unwrap()) } else { mode }
    };
    Layout::concat(&(0..a.rank()).map(mode).collect::<Vec<_>>()).unwrap()
}

/// 32 leaves fit, 33 do not, wherever they come from.
#[test]
fn too_many_modes() {
    let too_many = |r: Result<Layout, tilework::Error>| {
        r.unwrap_err().kind() == ErrorKind::TooManyModes { limit: MAX_MODES }
    };
    let unit = Layout::UNIT;
    let full = Layout::concat(&[unit; MAX_MODES]).unwrap();
    assert_eq!((full.length(), full.rank()), (32, 32));
    assert!(too_many(Layout::concat(&[unit; MAX_MODES + 1])));
    assert!(too_many(full.append(&unit)) && too_many(full.prepend(&unit)));
    assert!(too_many(full.append_n(33, &unit)) && too_many(full.prepend_n(33, &unit)));
    assert!(too_many(full.replace(31, &layout!((1,1):(0,0)))));
    assert!(too_many(full.select(&[0; 33])));
    assert!(too_many(layout!((1, 1)).append_n(usize::MAX, &unit)));
    assert_eq!(full.replace(31, &layout!((1):(0))).unwrap().length(), 32);
    assert_eq!(full.group(0, 32).unwrap().length(), 32);
    assert_eq!(full.remove(0).unwrap().length(), 31);
    assert!(Tuple::from_slice(&[1; 33]).is_err());
    let text = format!("({})", ["1"; 33].join(","));
    assert!(too_many(text.parse()));
}

/// Parentheses are limited too: 64 pairs, one of which each leaf takes.
#[test]
fn too_deep() {
    let deep = |depth: usize| format!("{}7{}", "(".repeat(depth), ")".repeat(depth));
    let deepest: Tuple = deep(63).parse().unwrap();
    assert_eq!((deepest.depth(), deepest.length(), deepest.rank()), (63, 1, 1));
    assert_eq!(deepest.to_string(), deep(63));
    let error = deep(64).parse::<Tuple>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooManyModes { limit: MAX_MODES });
    let layout = Layout::from_tuples(&deepest, &deepest).unwrap();
    assert_eq!(layout.at(3), Ok(21));
    assert_eq!(layout.coalesce(), layout!(7:7));
    assert_eq!(layout.mode_at(&[0; 63]), Ok(layout!(7:7)));
    assert!(layout.group(0, 1).is_err());
    assert!(layout.append(&Layout::UNIT).is_err());
    assert_eq!(layout.compose(&layout!(7:1)), Ok(layout!(7:7)));
}

/// What is a layout alone may be too large together.
#[test]
fn overflow() {
    let half = layout!(4294967296:1);
    let overflow = |r: Result<Layout, tilework::Error>| {
        matches!(r.unwrap_err().kind(), ErrorKind::Overflow { .. })
    };
    assert!(overflow(half.append(&half)) && overflow(half.prepend(&half)));
    assert!(overflow(Layout::concat(&[half, half])) && overflow(half.append_n(2, &half)));
    assert!(overflow(layout!((2, 4294967296)).replace(0, &half)));
    assert!(overflow(layout!((2, 4294967296)).select(&[1, 1])));
    assert!(overflow(layout!(2:6000000000000000000).append(&layout!(2:6000000000000000000))));
}

/// The tuple without modes is what is left when everything is taken away.
#[test]
fn nothing_left() {
    let nothing = layout!((4):(1)).remove(0).unwrap();
    assert_eq!(nothing.to_string(), "():()");
    assert_eq!((nothing.size(), nothing.length(), nothing.cosize()), (1, 0, 1));
    assert_eq!(nothing, layout!(4:1).select(&[]).unwrap());
    assert_eq!(nothing.append(&layout!(4:1)), Ok(layout!((4):(1))));
    assert_eq!(nothing.coalesce(), Layout::UNIT);
    assert_eq!(tuple!(()).depth(), 1);
    assert_eq!(tuple!(()).rank(), 0);
}
