//! The algebra beside its Python peers: `cargo xtask bench core`.

use std::hint::black_box;

use tilework::{Error, Layout, Tiler};
use tilework_bench::beside::{Case, Contest};
use tilework_bench::{Peer, median};

const CONTEST: Contest = Contest {
    title: "The algebra beside its peers",
    command: "cargo xtask bench core",
    script: "bench/peers/core.py",
    peers: &["pycute", "tensor-layouts"],
    verdict,
    absence,
};

fn case<T: Answer>(
    name: &'static str,
    title: &'static str,
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

fn compose(name: &'static str, title: &'static str, a: &str, b: &str) -> Case {
    let (a, b) = (layout(a), layout(b));
    case(name, title, 1, move || black_box(&a).compose(black_box(&b)))
}

fn divide(name: &'static str, title: &'static str, a: &str, t: &str) -> Case {
    let (a, t) = (layout(a), t.parse::<Tiler>().expect("the cases are well-formed"));
    case(name, title, 1, move || black_box(&a).logical_divide(black_box(&t)))
}

fn recover(title: &'static str, from: &str) -> Case {
    let table: Vec<i64> = layout(from).offsets().collect();
    case("recover", title, table.len(), move || tilework::recover(black_box(&table)))
}

fn injective(name: &'static str, title: &'static str, a: &str) -> Case {
    let a = layout(a);
    case(name, title, 1, move || black_box(&a).is_injective())
}

fn cases() -> Vec<Case> {
    let c = layout("(2,2):(1,6)");
    let (block, tiles) = (layout("(2,5):(5,1)"), layout("(3,4):(1,3)"));
    let g = layout("(2,(1,6)):(1,(6,2))");
    let h = layout("(2,2,2,2,2,2,2,2):(128,1,64,2,32,4,16,8)");
    let tiled = layout("((8,8),(8,8)):((8,512),(1,64))");
    vec![
        compose("composition", "`(6,2):(8,2) o (4,3):(3,1)`", "(6,2):(8,2)", "(4,3):(3,1)"),
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
        case("complement", "`complement((2,2):(1,6), 24)`", 1, move || {
            black_box(&c).complement(black_box(24))
        }),
        divide(
            "logical_divide 1-D",
            "`logical_divide((4,2,3):(2,1,8), 4:2)`",
            "(4,2,3):(2,1,8)",
            "4:2",
        ),
        divide(
            "logical_divide 2-D",
            "`logical_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)`",
            "(9,(4,8)):(59,(13,1))",
            "<3:3,(2,4):(1,8)>",
        ),
        case("blocked_product", "`blocked_product((2,5):(5,1), (3,4):(1,3))`", 1, move || {
            black_box(&block).blocked_product(black_box(&tiles))
        }),
        case("coalesce", "`coalesce((2,(1,6)):(1,(6,2)))`", 1, move || black_box(&g).coalesce()),
        case("right_inverse", "`right_inverse` of an 8-mode permutation", 1, move || {
            black_box(&h).right_inverse()
        }),
        case("evaluate sum", "a 64x64 tiled layout, summed, `offsets()`", 4096, move || {
            black_box(&tiled).offsets().sum::<i64>()
        }),
        case("evaluate", "the same into a list, `offsets()`", 4096, move || {
            black_box(&tiled).offsets().collect::<Vec<i64>>()
        }),
        case("evaluate", "the same into a list, `at_index(i)`", 4096, move || {
            let tiled = black_box(&tiled);
            (0..4096).map(|i| tiled.at_index(i)).collect::<Result<Vec<i64>, Error>>()
        }),
        recover("`recover` 2^20 entries, one mode", "1048576:3"),
        recover(
            "`recover` 2^20 entries, `(32,32,32,32)` permuted",
            "(32,32,32,32):(1024,1,32768,32)",
        ),
        recover(
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
    CONTEST.run(cases())
}

/// The peer's answer in the light of ours.
fn verdict(ours: &str, theirs: &str) -> String {
    let theirs = theirs.replace(' ', "");
    if theirs.starts_with("error:") {
        return if ours.starts_with("error:") { "refuses too" } else { "refuses" }.into();
    }
    let same = match (ours.parse::<Layout>(), theirs.parse::<Layout>()) {
        (Ok(ours), Ok(theirs)) => ours.same_function(&theirs),
        _ => ours.replace(' ', "").eq_ignore_ascii_case(&theirs),
    };
    if same { "same".into() } else { format!("differs: `{theirs:.40}`") }
}

/// Why a cell is empty, where there is more to say than that the peer lacks the operation.
fn absence(case: &Case, peer: &Peer) -> String {
    match peer.cases.get("injective 100^3") {
        Some((times, _)) if case.name == "injective 1000^3" => {
            let hours = 1000.0 * median(times.clone()) / 3.6e12;
            format!("does not finish: 10^9 offsets, {hours:.1} h at the pace of 100^3")
        }
        _ => String::new(),
    }
}
