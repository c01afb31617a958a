//! `A o X = C`: which selection of A gives C?

use std::collections::HashMap;

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, layout};
use tilework_testing::{chains, eval, layout, offsets, refines, small_layouts};

/// All indices of A, past its end too, that can matter for C, by their offsets.
fn indices(a: &Layout, c: &[i64]) -> HashMap<i64, Vec<i64>> {
    let modes = a.leaf_modes();
    let (last, lower) = modes.split_last().unwrap();
    let place: i64 = lower.iter().map(|mode| mode.extent).product();
    let lower: i64 = lower.iter().map(|mode| (mode.extent - 1) * mode.stride.abs()).sum();
    let most = c.iter().map(|y| y.abs()).max().unwrap();
    // Beyond this digit of the last mode, offsets have left those of C for good.
    let digit = if last.stride == 0 { 1 } else { (most + lower) / last.stride.abs() + 1 };
    let mut out: HashMap<i64, Vec<i64>> = HashMap::new();
    for x in 0..(place * (digit + 1)).max(a.size()) {
        out.entry(eval(modes, x)).or_default().push(x);
    }
    out
}

/// Tries every layout X of the size of C with offsets up to `limit`, by all chains of extents and
/// all indices that their strides can be.
struct BruteForce<'a> {
    a: &'a Layout,
    c: &'a [i64],
    indices: &'a HashMap<i64, Vec<i64>>,
    limit: i64,
    /// The least index below which no X agrees with C to the end, so far.
    fails: usize,
}

impl BruteForce<'_> {
    /// `table`: X so far, up to the start of the mode after `chain[..level]`.
    fn extend(&mut self, chain: &[usize], level: usize, table: &[i64]) -> bool {
        if table.len() == self.c.len() {
            return true;
        }
        self.fails = self.fails.max(table.len());
        let end = chain.get(level + 1).copied().unwrap_or(self.c.len());
        for &stride in self.indices.get(&self.c[chain[level]]).into_iter().flatten() {
            let mut longer = table.to_vec();
            let agrees = (table.len()..end).all(|i| {
                let x = (i / chain[level]) as i64 * stride + table[i % chain[level]];
                longer.push(x);
                let holds = x <= self.limit && eval(self.a.leaf_modes(), x) == self.c[i];
                self.fails = self.fails.max(if holds { 0 } else { i });
                holds
            });
            if agrees && self.extend(chain, level + 1, &longer) {
                return true;
            }
        }
        false
    }

    fn run(mut self) -> Result<(), usize> {
        let all = chains(self.c.len());
        if all.iter().any(|chain| self.extend(chain, 0, &[0])) { Ok(()) } else { Err(self.fails) }
    }
}

/// What the law leaves to be counted.
#[derive(Default, Debug)]
struct Counts {
    inside: usize,
    past: usize,
    none: usize,
    undecided: usize,
}

/// The law of `solve_right`: an X, inside of A where there is one; else the first index that no X
/// reaches, and whether A has an index for it.
fn law(a: &Layout, c: &Layout, counts: &mut Counts) {
    let table = offsets(c);
    let indices = indices(a, &table);
    let exists = |limit| BruteForce { a, c: &table, indices: &indices, limit, fails: 0 }.run();
    match a.solve_right(c) {
        Ok(x) => {
            let found = offsets(&x);
            assert_eq!(found.len(), table.len(), "{a} o {x} = {c}");
            for (x, c) in found.iter().zip(&table) {
                assert_eq!(eval(a.leaf_modes(), *x), *c, "{a} o {x} = {c}");
            }
            if x.max_offset() < a.size() {
                counts.inside += 1;
            } else {
                counts.past += 1;
                assert!(exists(a.size() - 1).is_err(), "{a} o {x} = {c}: there is one inside of A");
            }
        }
        Err(error) => match error.kind() {
            ErrorKind::Undecided { .. } => counts.undecided += 1,
            kind => {
                counts.none += 1;
                let Err(fails) = exists(i64::MAX) else { panic!("{error}, but there is one") };
                let index = match kind {
                    ErrorKind::NoSolution { index: Some(index) } => {
                        assert!(!indices.contains_key(&table[index as usize]), "{error}");
                        index
                    }
                    ErrorKind::NoChoice { index } => {
                        assert!(indices.contains_key(&table[index as usize]), "{error}");
                        index
                    }
                    _ => panic!("{error}"),
                };
                assert_eq!(index, fails as i64, "{error}");
            }
        },
    }
}

#[test]
fn exhaustive() {
    let all_a = small_layouts(2, 1..=4, -2..=5);
    let all_c = small_layouts(2, 1..=3, -1..=5);
    let mut counts = Counts::default();
    all_a.iter().for_each(|a| all_c.iter().for_each(|c| law(a, c, &mut counts)));
    println!("{counts:?}");
    assert_eq!(counts.undecided, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn random(a in layout(1..=4, 1..=4, -4..=9), c in layout(1..=3, 1..=4, -4..=9)) {
        let mut counts = Counts::default();
        law(&a, &c, &mut counts);
        // Few are beyond the budget, as ((3,(3,4)),1):((0,(0,4)),-1) o X = ((4,2),3):((0,0),5) is.
        prop_assume!(counts.undecided == 0);
    }

    /// C is a selection of A, so there is an answer.
    #[test]
    fn selections(a in layout(1..=4, 1..=4, -3..=9), b in layout(1..=3, 1..=4, 0..=12)) {
        if let Ok(c) = a.compose(&b) {
            let mut counts = Counts::default();
            law(&a, &c, &mut counts);
            prop_assert_eq!(counts.inside + counts.past, 1, "{} o X = {}", a, c);
            let x = a.solve_right(&c).unwrap();
            prop_assert!(refines(&c.shape(), &x.shape()), "{} o {} = {}", a, x, c);
        }
    }
}

#[test]
fn hand_picked() {
    for (a, c, x) in [
        // The strides of A interleave.
        (layout!((6,2):(2,8)), layout!(2:2), layout!(2:1)),
        // Past the end of A.
        (layout!(4:1), layout!(3:3), layout!(3:3)),
        // Broadcasts, and strides of both signs.
        (layout!((2,4):(0,1)), layout!((4,2):(1,0)), layout!((4,2):(2,0))),
        (layout!((4,4):(1,-1)), layout!(4:-1), layout!(4:4)),
        (layout!((8,6):(6,1)), layout!((8,3,2):(3,1,24)), layout!(((2,4),3,2):((24,1),8,4))),
        (layout!(4:1), layout!(1:7), layout!(1:0)),
    ] {
        assert_eq!(a.solve_right(&c), Ok(x), "{a} o X = {c}");
    }
    let error = layout!(4:2).solve_right(&layout!(3:3)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSolution { index: Some(1) });
    assert_eq!(
        error.to_string(),
        "solve: 4:2 o X = 3:3: there is no solution: A has no index for the offset of C at index 1, not even past its end"
    );
    // Offsets 3 and 6 are at indices 3 and 4, and no layout goes 0, 3, 4.
    let error = layout!((4,2):(1,6)).solve_right(&layout!(3:3)).unwrap_err();
    assert_eq!((error.kind(), error.witness()), (ErrorKind::NoChoice { index: 2 }, Some(2)));
    assert_eq!(
        error.to_string(),
        "solve: (4,2):(1,6) o X = 3:3: there is no solution: A has indices for the offset at index 2, but no layout \
         that solves it below index 2 continues to one of them"
    );
}

/// The sizes may be as large as they like where the modes are few.
#[test]
fn huge() {
    let n = 1_i64 << 20;
    let a = Layout::new((n, n, n), (n * n, 1, n)).unwrap();
    let every = Layout::new(n, n * n).unwrap();
    assert_eq!(a.solve_right(&every), Ok(Layout::new(n, 1).unwrap()));
    assert_eq!(a.solve_right(&a).unwrap().size(), a.size());
    // The last mode goes on.
    let (next, past) = (Layout::new(2, n * n * n).unwrap(), Layout::new(2, n * n * n));
    assert_eq!(layout!(1:1).solve_right(&next), past);
    let broadcast = Layout::new((n, n), (0, 1)).unwrap();
    assert_eq!(broadcast.solve_right(&layout!(1024:3)), Ok(Layout::new(1024, 3 * n).unwrap()));
    let both = Layout::new((n, n), (1, -1)).unwrap();
    assert!(both.solve_right(&layout!((512,512):(-3,5))).is_ok());
}
