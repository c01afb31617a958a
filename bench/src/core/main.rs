//! The algebra beside its peers: `cargo xtask bench core`.

mod scaling;

use std::cell::RefCell;
use std::hint::black_box;

use tilework::{Error, Layout, Tiler};
use tilework_bench::beside::{CUTE, Case, Contest, Entry, SERVE, same_function};
use tilework_bench::options::Options;
use tilework_bench::peer;

const CONTEST: Contest = Contest {
    title: "The algebra beside its peers",
    command: "cargo xtask bench core",
    script: "bench/peers/core.py",
    python: &["pycute", "tensor-layouts"],
    cute: true,
    verdict: same_function,
    absence,
};

fn case<T: Answer>(
    name: impl Into<String>,
    title: impl Into<String>,
    elements: usize,
    f: impl Fn() -> T + 'static,
) -> Case {
    let answer = f().text();
    Case::new(name, title, elements, answer, f)
}

/// A result as the peers print it.
trait Answer {
    fn text(&self) -> String;
}

impl Answer for Layout {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Answer for bool {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Answer for i64 {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Answer for Vec<i64> {
    fn text(&self) -> String {
        format!("{self:?}")
    }
}

impl<T: Answer> Answer for Result<T, Error> {
    fn text(&self) -> String {
        match self {
            Ok(value) => value.text(),
            Err(error) => format!("error: {error}"),
        }
    }
}

fn layout(text: &str) -> Layout {
    text.parse().expect("the cases are well-formed")
}

fn tiler(text: &str) -> Tiler {
    text.parse().expect("the cases are well-formed")
}

fn compose(name: &str, title: &str, a: &str, b: &str) -> Case {
    let (a, b) = (layout(a), layout(b));
    case(name, title, 1, move || black_box(&a).compose(black_box(&b)))
}

/// A composition into a layout that is there already.
fn compose_into(name: &str, title: &str, a: &str, b: &str) -> Case {
    let (a, b, out) = (layout(a), layout(b), RefCell::new(Layout::UNIT));
    Case::new(name, title, 1, a.compose(&b).text(), move || {
        black_box(&a).compose_into(black_box(&b), black_box(&mut out.borrow_mut())).is_ok()
    })
}

/// A division into a layout that is there already.
fn divide_into(name: &str, title: &str, a: &str, t: &str) -> Case {
    let (a, t, out) = (layout(a), tiler(t), RefCell::new(Layout::UNIT));
    Case::new(name, title, 1, a.logical_divide(&t).text(), move || {
        black_box(&a).logical_divide_into(black_box(&t), black_box(&mut out.borrow_mut())).is_ok()
    })
}

fn complement(name: &str, title: &str, a: &str, size: i64) -> Case {
    let a = layout(a);
    case(name, title, 1, move || black_box(&a).complement(black_box(size)))
}

fn divide(name: &str, title: &str, a: &str, t: &str) -> Case {
    let (a, t) = (layout(a), tiler(t));
    case(name, title, 1, move || black_box(&a).logical_divide(black_box(&t)))
}

fn recover(name: &str, title: &str, from: &str) -> Case {
    let table: Vec<i64> = layout(from).offsets().collect();
    case(name, title, table.len(), move || tilework::recover(black_box(&table)))
}

fn injective(name: &str, title: &str, a: &str) -> Case {
    let a = layout(a);
    case(name, title, 1, move || black_box(&a).is_injective())
}

/// The cases of the first table.
fn cases() -> Vec<Case> {
    let (block, tiles) = (layout("(2,5):(5,1)"), layout("(3,4):(1,3)"));
    let (mode, times) = (layout("4:2"), Tiler::from(layout("6:1")));
    let g = layout("(2,(1,6)):(1,(6,2))");
    let h = layout("(2,2,2,2,2,2,2,2):(128,1,64,2,32,4,16,8)");
    let tiled = layout("((8,8),(8,8)):((8,512),(1,64))");
    let prepared = tiled.prepare();
    vec![
        compose("composition", "`(6,2):(8,2) o (4,3):(3,1)`", "(6,2):(8,2)", "(4,3):(3,1)")
            .at_most(2.7, CUTE, "composition"),
        compose_into(
            "composition in place",
            "the same, `compose_into`",
            "(6,2):(8,2)",
            "(4,3):(3,1)",
        )
        .at_most(2.7, CUTE, "composition"),
        compose(
            "composition huge",
            "`(5,2,2,2,9):(1,4,9,17,35) o 1099511627776:8`",
            "(5,2,2,2,9):(1,4,9,17,35)",
            "1099511627776:8",
        ),
        compose(
            "composition refused",
            "`(6,2):(1,7) o (3,2):(2,3)`, not a layout",
            "(6,2):(1,7)",
            "(3,2):(2,3)",
        ),
        complement("complement", "`complement((2,2):(1,6), 24)`", "(2,2):(1,6)", 24),
        complement("complement rank 1", "`complement(4:2, 24)`", "4:2", 24).at_most(
            18.0,
            CUTE,
            "complement rank 1",
        ),
        complement(
            "complement refused",
            "`complement((2,2):(1,3), 24)`, not a layout",
            "(2,2):(1,3)",
            24,
        ),
        divide(
            "logical_divide 1-D",
            "`logical_divide((4,2,3):(2,1,8), 4:2)`",
            "(4,2,3):(2,1,8)",
            "4:2",
        )
        .at_most(2.0, CUTE, "logical_divide 1-D"),
        divide_into(
            "logical_divide 1-D in place",
            "the same, `logical_divide_into`",
            "(4,2,3):(2,1,8)",
            "4:2",
        )
        .at_most(2.0, CUTE, "logical_divide 1-D"),
        divide(
            "logical_divide 2-D rank 1",
            "`logical_divide((9,(4,8)):(59,(13,1)), <3:3,8:4>)`",
            "(9,(4,8)):(59,(13,1))",
            "<3:3,8:4>",
        )
        .at_most(5.6, CUTE, "logical_divide 2-D rank 1"),
        divide(
            "logical_divide 2-D",
            "`logical_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)`",
            "(9,(4,8)):(59,(13,1))",
            "<3:3,(2,4):(1,8)>",
        ),
        case("logical_product", "`logical_product(4:2, 6:1)`", 1, move || {
            black_box(&mode).logical_product(black_box(&times))
        }),
        case("blocked_product", "`blocked_product((2,5):(5,1), (3,4):(1,3))`", 1, move || {
            black_box(&block).blocked_product(black_box(&tiles))
        }),
        case("coalesce", "`coalesce((2,(1,6)):(1,(6,2)))`", 1, move || black_box(&g).coalesce()),
        case("right_inverse", "`right_inverse` of an 8-mode permutation", 1, move || {
            black_box(&h).right_inverse()
        }),
        case("layout(i)", "one index of a 64x64 tiled layout, `at_index(i)`", 1, move || {
            black_box(&tiled).at_index(black_box(1234))
        }),
        case("layout(i) prepared", "the same, `prepare()` before and `at(i)`", 1, move || {
            black_box(&prepared).at(black_box(1234))
        }),
        case("evaluate sum", "all of them summed, `offsets()`", 4096, move || {
            black_box(&tiled).offsets().sum::<i64>()
        }),
        case("evaluate", "all of them into a list, `offsets()`", 4096, move || {
            black_box(&tiled).offsets().collect::<Vec<i64>>()
        }),
        case("evaluate by index", "all of them into a list, `at_index(i)`", 4096, move || {
            let tiled = black_box(&tiled);
            (0..4096).map(|i| tiled.at_index(i)).collect::<Result<Vec<i64>, Error>>()
        }),
        recover("recover 1", "`recover` 2^20 entries, one mode", "1048576:3"),
        recover(
            "recover 4",
            "`recover` 2^20 entries, `(32,32,32,32)` permuted",
            "(32,32,32,32):(1024,1,32768,32)",
        ),
        recover(
            "recover 20",
            "`recover` 2^20 entries, 20 modes of 2 shuffled",
            "(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(4096,8,262144,1,512,65536,32,16384,2,524288,\
             128,2048,16,131072,4,1024,32768,64,8192,256)",
        ),
        injective(
            "injective 100^3",
            "injective? `(100,100,100):(1,101,10203)`",
            "(100,100,100):(1,101,10203)",
        ),
        injective(
            "injective 1000^3",
            "injective? `(1000,1000,1000):(1,1001,1002003)`",
            "(1000,1000,1000):(1,1001,1002003)",
        ),
    ]
}

fn main() -> Result<(), String> {
    let options = Options::read()?;
    let mut cases = cases();
    let first = cases.len();
    cases.extend(scaling::cases());
    if options.names == [SERVE] {
        return peer::serve(&cases);
    }
    let outcome = CONTEST.run(&options, cases)?;
    let mut page = format!("{}\n{}", outcome.head, outcome.table(first));
    page += &format!("\n## Goals\n\nAs ratios, in this run.\n\n{}", outcome.goals());
    page += "\n## From 1 to 32 modes\n\n";
    page += &scaling::times(&outcome);
    if let Some(table) = outcome.instructions(first) {
        page += "\n## Instructions\n\nOf one call, or of one element, as callgrind counts them: the same in every run, but for copies, which depend on addresses.\n\n";
        page += &table;
        page += "\n## Instructions from 1 to 32 modes\n\n";
        page += &scaling::instructions(&outcome);
    }
    page += &outcome.spread();
    options.publish("core", &page)
}

/// Why a cell is empty, where there is more to say than that the peer lacks the operation.
fn absence(case: &Case, entry: &Entry) -> String {
    // What CuTe has for strides that the compiler knows.
    let types = [
        "complement",
        "complement refused",
        "logical_divide 2-D",
        "blocked_product",
        "right_inverse",
    ];
    match (entry.name, case.name.as_str()) {
        (CUTE, name) if types.contains(&name) => "needs strides in types".to_owned(),
        ("tensor-layouts", "injective 1000^3") => {
            "does not finish: 10^9 offsets, a thousand times as many as for 100^3".to_owned()
        }
        _ => String::new(),
    }
}
