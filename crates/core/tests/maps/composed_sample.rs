//! Random composed layouts of up to 2^18 elements, and every question about them: the answers are those
//! of a table, and hardly a question ends undecided.

use std::collections::BTreeMap;

use tilework::{ComposedLayout, Error, ErrorKind, Layout, Outer, Swizzle, XorMap};
use tilework_testing::bits;
use tilework_testing::{nest, offsets, refines};

/// The largest size of the sample.
const LARGEST: i64 = 1 << 18;

/// A generator of its own, so that the sample stays the same: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// From 0 on, below `n`.
    fn below(&mut self, n: i64) -> i64 {
        (self.next() % n as u64) as i64
    }

    fn one_in(&mut self, n: i64) -> bool {
        self.below(n) == 0
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as i64 + 1) as usize);
        }
    }

    fn extent(&mut self) -> i64 {
        match self.below(4) {
            0 => 1 << self.below(9),
            1 => 1 + self.below(8),
            2 => 3 << self.below(6),
            _ => 1 + self.below(130),
        }
    }

    fn stride(&mut self) -> i64 {
        match self.below(4) {
            0 => self.below(80),
            1 => 1 << self.below(20),
            2 => 8 * self.below(1 << 12),
            _ => self.next() as i64 >> 24 & ((1 << 40) - 1),
        }
    }

    /// Modes, rather compact with some padding, or with any strides.
    fn modes(&mut self, rank: usize, largest: i64) -> Vec<(i64, i64)> {
        let (mut extents, mut size) = (Vec::new(), 1);
        while extents.len() < rank {
            let extent = self.extent().min(largest / size);
            extents.push(extent);
            size *= extent;
        }
        let mut order: Vec<usize> = (0..extents.len()).collect();
        if self.one_in(2) {
            self.shuffle(&mut order);
        }
        let mut strides = vec![0; extents.len()];
        if self.one_in(3) {
            strides.iter_mut().for_each(|stride| *stride = self.stride());
        } else {
            let mut next = 1 << self.below(4);
            for k in order {
                strides[k] = next;
                next = next * extents[k] + [0, 0, 0, 1, 4, 8][self.below(6) as usize];
            }
        }
        extents.into_iter().zip(strides).collect()
    }

    /// The layout inside.
    fn inner(&mut self) -> Layout {
        let (rank, less) = (1 + self.below(7) as usize, self.below(10).min(self.below(10)));
        let mut modes = self.modes(rank, LARGEST >> less);
        for (_, stride) in &mut modes {
            match self.below(24) {
                0 => *stride = 0,
                1 | 2 => *stride = -*stride,
                _ => {}
            }
        }
        nest(&modes, self.next())
    }

    fn swizzle(&mut self) -> Swizzle {
        let (bits, base, more) = (self.below(5), self.below(8), self.below(5));
        let shift = (bits + more) as i32;
        let shift = if self.one_in(4) { -shift } else { shift };
        Swizzle::new(bits as u32, base as u32, shift).unwrap()
    }

    fn outer(&mut self) -> Outer {
        match self.below(6) {
            0 => {
                // Any columns: most often it has no inverse.
                let bits = 1 + self.below(12);
                let columns: Vec<i64> = (0..bits).map(|_| self.below(1 << bits)).collect();
                Outer::Xor(XorMap::new(&columns).unwrap())
            }
            1 => {
                // A triangle, in any order: it has one.
                let bits = 1 + self.below(16);
                let mut columns: Vec<i64> =
                    (0..bits).map(|i| 1 << i | self.below(1 << i)).collect();
                self.shuffle(&mut columns);
                Outer::Xor(XorMap::new(&columns).unwrap())
            }
            2 => {
                let rank = 1 + self.below(4) as usize;
                Outer::Layout(nest(&self.modes(rank, 1 << 24), self.next()))
            }
            _ => Outer::Swizzle(self.swizzle()),
        }
    }

    fn offset(&mut self) -> i64 {
        match self.below(4) {
            0 => self.below(1 << 14),
            1 => self.below(64) - 32,
            _ => 0,
        }
    }

    fn composed(&mut self) -> ComposedLayout {
        loop {
            let inner = self.inner();
            let mut made = ComposedLayout::new(self.outer(), self.offset(), &inner);
            for _ in 0..(self.below(7) - 3).max(0) {
                made = made.and_then(|a| a.after(&self.outer(), self.offset()));
            }
            // Some are not defined everywhere.
            if let Ok(a) = made {
                return a;
            }
        }
    }
}

/// All offsets, from the parts.
fn table(a: &ComposedLayout) -> Vec<i64> {
    let mut table = offsets(a.inner());
    for i in (0..a.stages()).rev() {
        let (map, offset) = a.stage(i).unwrap();
        table.iter_mut().for_each(|y| *y = bits::outer(&map, offset + *y));
    }
    table
}

/// What brute force knows of a table.
struct Facts {
    table: Vec<i64>,
    sorted: Vec<i64>,
}

impl Facts {
    fn of(a: &ComposedLayout) -> Facts {
        let table = table(a);
        let mut sorted = table.clone();
        sorted.sort_unstable();
        Facts { table, sorted }
    }

    fn has(&self, offset: i64) -> bool {
        self.sorted.binary_search(&offset).is_ok()
    }

    fn least(&self) -> i64 {
        self.sorted[0]
    }

    fn most(&self) -> i64 {
        self.sorted[self.sorted.len() - 1]
    }

    fn repeats(&self) -> bool {
        self.sorted.windows(2).any(|two| two[0] == two[1])
    }

    fn has_holes(&self) -> bool {
        self.sorted.windows(2).any(|two| two[1] - two[0] > 1)
    }

    /// Where the modes of the layout start, or the first index at which no layout of this size agrees:
    /// by the coefficients of the floor form, whose sum over the divisors of x is the step to x.
    fn layout(&self) -> Result<Vec<usize>, usize> {
        let size = self.table.len();
        let steps = self.table.windows(2).map(|two| two[1].wrapping_sub(two[0]));
        let mut coefficients: Vec<i64> = [0].into_iter().chain(steps).collect();
        let mut chain = vec![1];
        for n in 1..size {
            let c = coefficients[n];
            if c == 0 {
                continue;
            }
            (2 * n..size)
                .step_by(n)
                .for_each(|x| coefficients[x] = coefficients[x].wrapping_sub(c));
            if n > 1 {
                if n % chain[chain.len() - 1] != 0 || !size.is_multiple_of(n) {
                    return Err(n);
                }
                chain.push(n);
            }
        }
        Ok(chain)
    }

    /// The layout with modes that start at `chain`, relative to the first offset.
    fn follows(&self, chain: &[usize]) -> Layout {
        let size = self.table.len();
        let ends = chain.iter().skip(1).copied().chain([size]);
        let stride = |start: usize| if size > 1 { self.table[start] - self.table[0] } else { 0 };
        let modes = chain.iter().zip(ends);
        let modes: Vec<(i64, i64)> =
            modes.map(|(&start, end)| ((end / start) as i64, stride(start))).collect();
        nest(&modes, 1).flatten()
    }
}

/// How often each question was asked, and how often it was not decided.
#[derive(Default)]
struct Count {
    questions: BTreeMap<&'static str, (u32, u32)>,
    /// The layouts with a question that was not decided.
    layouts: u32,
}

impl Count {
    /// The answer, if there is one.
    fn ask<T>(
        &mut self,
        question: &'static str,
        answer: Result<T, Error>,
    ) -> Option<Result<T, Error>> {
        let (asked, undecided) = self.questions.entry(question).or_default();
        *asked += 1;
        match answer {
            Err(error) if error.is_undecided() => {
                *undecided += 1;
                None
            }
            answer => Some(answer),
        }
    }

    fn undecided(&self) -> u32 {
        self.questions.values().map(|(_, undecided)| undecided).sum()
    }

    /// The answer to a question that always has one.
    fn known<T>(&mut self, question: &'static str, answer: Result<T, Error>) -> Option<T> {
        self.ask(question, answer)
            .map(|answer| answer.unwrap_or_else(|e| panic!("{question}: {e}")))
    }
}

fn extents(count: &mut Count, a: &ComposedLayout, facts: &Facts) {
    let (least, most) = (facts.least(), facts.most());
    for (question, answer, expected) in [
        ("cosize", a.cosize(), most - least + 1),
        ("min_offset", a.min_offset(), least),
        ("max_offset", a.max_offset(), most),
        ("mex", a.mex(), (0..).find(|&y| !facts.has(y)).unwrap()),
    ] {
        if let Some(found) = count.known(question, answer) {
            assert_eq!(found, expected, "{question} of {a}");
        }
    }
    let (once, whole) = (!facts.repeats(), !facts.has_holes());
    for (question, answer, expected) in [
        ("is_injective", a.is_injective(), once),
        ("is_surjective", a.is_surjective(), whole),
        ("is_contiguous", a.is_contiguous(), once && whole),
        ("is_bijective", a.is_bijective(), once && whole && least == 0),
    ] {
        if let Some(found) = count.known(question, answer) {
            assert_eq!(found, expected, "{question} of {a}");
        }
    }
    if let Some(found) = count.known("collision", a.collision()) {
        assert_eq!(found.is_none(), once, "{a}");
        if let Some((x, y)) = found {
            assert!(x != y && facts.table[x as usize] == facts.table[y as usize], "{a}: {x}, {y}");
        }
    }
}

fn preimages(count: &mut Count, random: &mut Random, a: &ComposedLayout, facts: &Facts) {
    let taken = facts.table[random.below(a.size()) as usize];
    for y in [0, taken, taken + 1, facts.least() - 1, facts.most() + 1, facts.least() + 3] {
        if let Some(found) = count.known("preimage", a.preimage(y)) {
            match found {
                Some(x) => assert_eq!(facts.table[x as usize], y, "{a}"),
                None => assert!(!facts.has(y), "preimage of {y} under {a}"),
            }
        }
    }
}

fn layouts(count: &mut Count, a: &ComposedLayout, facts: &Facts) {
    let truth = facts.layout();
    if let Some(found) = count.ask("to_layout_flat", a.to_layout_flat()) {
        match (&found, &truth) {
            (Ok((layout, base)), Ok(chain)) => {
                assert_eq!(
                    (*layout, *base),
                    (facts.follows(chain).coalesce(), facts.table[0]),
                    "{a}"
                );
            }
            (Err(error), Err(x)) => {
                assert!(matches!(error.kind(), ErrorKind::NotALayout { .. }), "{error}");
                assert_eq!(error.witness(), Some(*x as i64), "{a}: {error}");
            }
            _ => panic!("{a}: {found:?}, but {truth:?}"),
        }
    }
    if let Some(found) = count.ask("to_layout", a.to_layout()) {
        match (&found, &truth) {
            (Ok((layout, base)), Ok(chain)) => {
                assert_eq!(
                    (layout.coalesce(), *base),
                    (facts.follows(chain).coalesce(), facts.table[0])
                );
                assert!(refines(&a.shape(), &layout.shape()), "{a}: {layout}");
            }
            (Err(error), Ok(chain)) => {
                assert!(matches!(error.kind(), ErrorKind::NotCompatible { .. }), "{a}: {error}");
                let mut end = 1;
                let fits = a.inner().leaf_modes().iter().all(|mode| {
                    end *= mode.extent as usize;
                    chain.iter().all(|&start| start % end == 0 || end % start == 0)
                });
                assert!(!fits, "{a}: {error}");
            }
            (Err(error), Err(x)) => assert_eq!(error.witness(), Some(*x as i64), "{a}: {error}"),
            _ => panic!("{a}: {found:?}, but {truth:?}"),
        }
    }
}

fn matrices(count: &mut Count, a: &ComposedLayout, facts: &Facts) {
    let Some(found) = count.ask("to_xor_map", a.to_xor_map()) else { return };
    let (table, size) = (&facts.table, facts.table.len());
    let columns = || (0..size.ilog2()).map(|i| table[1 << i]);
    let possible = size.is_power_of_two() && table[0] == 0 && columns().all(|y| y >= 0);
    let odd = (1..size).find(|&x| {
        let top = 1 << x.ilog2();
        possible && table[x] != table[x - top] ^ table[top]
    });
    match found {
        Ok(map) => {
            assert!(possible && odd.is_none(), "{a}: {map}");
            assert!(columns().eq(map.columns().iter().copied()), "{a}: {map}");
        }
        Err(error) => match (error.kind(), odd) {
            (ErrorKind::NotLinear { a: low, b: high, found, .. }, Some(x)) => {
                assert_eq!((low + high, found), (x as i64, table[x]), "{a}: {error}");
            }
            _ => assert!(!possible, "{a}: {error}, {odd:?}"),
        },
    }
}

/// Against the same function in other parts, and against one that differs somewhere.
fn differences(count: &mut Count, random: &mut Random, a: &ComposedLayout, facts: &Facts) {
    let identity = Outer::Layout(Layout::new(LARGEST, 1).unwrap());
    let other = Outer::Swizzle(random.swizzle());
    for b in [a.after(&identity, 0), a.after(&other, 0), a.after(&other, 1 << random.below(20))] {
        let Ok(b) = b else { continue };
        let theirs = table(&b);
        let first = (0..facts.table.len()).find(|&x| facts.table[x] != theirs[x]);
        if let Some(found) = count.known("first_difference", a.first_difference(&b)) {
            assert_eq!(found, first.map(|x| x as i64), "{a} and {b}");
        }
        if let Some(found) = count.known("same_function", a.same_function(&b)) {
            assert_eq!(found, first.is_none(), "{a} and {b}");
        }
    }
}

fn inverses(count: &mut Count, a: &ComposedLayout, facts: &Facts) {
    if let Some(Ok(inverse)) = count.ask("right_inverse", a.right_inverse()) {
        for i in 0..inverse.size().min(1 << 12) {
            let x = bits::at(&inverse, i);
            assert_eq!(facts.table[x as usize], i, "{a}: {inverse}");
        }
    }
    if let Some(Ok(inverse)) = count.ask("left_inverse", a.left_inverse()) {
        for (x, &y) in facts.table.iter().enumerate().take(1 << 12) {
            assert_eq!(bits::at(&inverse, y), x as i64, "{a}: {inverse}");
        }
    }
}

/// All questions about one layout.
fn questions(count: &mut Count, random: &mut Random, a: &ComposedLayout) {
    let (facts, before) = (Facts::of(a), count.undecided());
    layouts(count, a, &facts);
    extents(count, a, &facts);
    preimages(count, random, a, &facts);
    matrices(count, a, &facts);
    differences(count, random, a, &facts);
    inverses(count, a, &facts);
    count.layouts += u32::from(count.undecided() > before);
}

#[test]
fn hardly_anything_is_undecided() {
    const LAYOUTS: u32 = 500;
    let (mut random, mut count) = (Random(7), Count::default());
    for _ in 0..LAYOUTS {
        let a = random.composed();
        questions(&mut count, &mut random, &a);
    }
    for (question, (asked, undecided)) in &count.questions {
        println!("{question}: {undecided} of {asked} undecided");
    }
    println!("any question: {} of {LAYOUTS} layouts undecided", count.layouts);
    for (question, (asked, undecided)) in count.questions {
        assert!(100 * undecided < asked, "{question}: {undecided} of {asked} undecided");
    }
    assert!(100 * count.layouts < LAYOUTS, "{} of {LAYOUTS} layouts undecided", count.layouts);
}

/// The layouts that stand for a whole kind each.
#[test]
fn known() {
    let (mut random, mut count) = (Random(1), Count::default());
    for text in [
        // No map of 14 bits or less, and the first witness at 774.
        "Sw<1,3,7> o 0 o (3,128,3,64):(1,4,512,4616)",
        // Offset 0 is not there.
        "Xor<1,3,4,8> o 3530 o (32,6,8,128):(1,64,384,9224)",
        // Outer layouts that go on past their end, on a last mode of extent 1, and on one with stride 0.
        "(4,1):(1,100) o 0 o (6,3):(1,2)",
        "(1,4,1,1):(9,1,50,100) o 2 o (60,60):(1,61)",
        "(5,3):(1,0) o 0 o Sw<2,0,3> o 1 o (7,9):(1,8)",
        // The maps repeat offsets, but not those of this layout, which are far apart.
        "(1048576,2):(1099511627776,1099511627776) o 0 o (512,512):(1,600)",
        "Xor<1,2,4,8,1> o 0 o (16,512,32):(1,32,1000000)",
        // The first mode would not fit if it went on to the end.
        "Sw<1,0,3> o 0 o (2,131072):(140737488355328,1)",
        // They repeat one, far out.
        "(200000,2):(3,599997) o 0 o 200001:1",
    ] {
        let a = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        questions(&mut count, &mut random, &a);
    }
    assert_eq!(count.undecided(), 0, "{:?}", count.questions);
}

/// Too large to be read, and decided all the same.
#[test]
fn large() {
    let parse = |text: &str| text.parse::<ComposedLayout>().unwrap();
    // The first witness is near, whatever comes later.
    let a = parse("Sw<1,0,16> o 0 o (3,128,3,10000000):(1,4,512,65537) o 0 o 10000000:1");
    let facts = Facts { table: (0..20_000).map(|x| bits::at(&a, x)).collect(), sorted: Vec::new() };
    let first = facts.layout().unwrap_err();
    assert_eq!(a.to_layout().unwrap_err().witness(), Some(first as i64));

    // Whole blocks stay whole.
    let a = parse("Sw<3,4,3> o 0 o (1024,1048576):(1048576,1)");
    assert_eq!((a.mex(), a.is_bijective(), a.is_surjective()), (Ok(1 << 30), Ok(true), Ok(true)));
    let a = parse("Sw<3,4,3> o 4096 o (1024,1048576):(1048576,1)");
    assert_eq!((a.mex(), a.is_bijective(), a.is_contiguous()), (Ok(0), Ok(false), Ok(true)));
    assert_eq!(parse("Sw<1,0,2> o 0 o (100,100000000):(7,1000)").mex(), Ok(1));

    // An injective layout as outer map keeps all apart, and leads back.
    let a = parse("(4000,4000):(4000,1) o 0 o Sw<3,4,3> o 0 o (1000000,16):(16,1)");
    assert_eq!((a.collision(), a.is_injective()), (Ok(None), Ok(true)));
    for x in [0, 1, 77_777, 15_999_999] {
        assert_eq!(a.preimage(bits::at(&a, x)), Ok(Some(x)));
    }
    // One that does not is found out early.
    let a = parse("(4000,4000):(4000,0) o 0 o Sw<3,4,3> o 0 o (1000000,16):(16,1)");
    let (x, y) = a.collision().unwrap().unwrap();
    assert!(x != y && bits::at(&a, x) == bits::at(&a, y));

    // Swizzles after one another, and the map that they are.
    let a = parse("Sw<3,0,3> o 64 o Sw<1,2,1> o 0 o (1000003,6):(8,9000000)");
    let b = parse("Sw<3,0,3> o 64 o Xor<1,2,4,12> o 0 o (1000003,2,3):(8,9000000,18000000)");
    assert_eq!((a.first_difference(&b), a.same_function(&b)), (Ok(None), Ok(true)));
    let c = parse("Sw<2,0,3> o 64 o Xor<1,2,4,12> o 0 o (1000003,6):(8,9000000)");
    let first = (0..).find(|&x| bits::at(&a, x) != bits::at(&c, x));
    assert_eq!((a.first_difference(&c), a.same_function(&c)), (Ok(first), Ok(false)));

    // The span comes from the ends, through offsets between maps and layouts that rise or fall.
    let a = parse("Sw<2,3,4> o 77 o Xor<1,3,6> o -5 o (100000,1000):(3,70001)");
    // Steps of 70001 are far more than the maps move.
    let last = 100_000_000 - 1_000_000..100_000_000;
    assert_eq!(a.max_offset(), Ok(last.map(|x| bits::at(&a, x)).max().unwrap()));
    let b = a.after(&Outer::Layout("(10,7):(-2,-19)".parse().unwrap()), 1000).unwrap();
    assert_eq!((b.min_offset(), b.max_offset()), {
        let at = |y: Result<i64, Error>| {
            -2 * ((y.unwrap() + 1000) % 10) - 19 * ((y.unwrap() + 1000) / 10)
        };
        (Ok(at(a.max_offset())), Ok(at(a.min_offset())))
    });
}
