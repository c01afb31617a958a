//! The algebra beside its Python peers: `cargo xtask bench core`.
//!
//! Arguments: the Python that has the peers, and the file for the table. Without them Tilework
//! runs alone and the table is only printed.

use std::fmt::Write;
use std::hint::black_box;

use tilework::{Error, Layout, Tiler};
use tilework_bench::{Peer, machine, measure, median, time};

const PEERS: [&str; 2] = ["pycute", "tensor-layouts"];
const ROUNDS: usize = 3;
const COMMAND: &str = "cargo xtask bench core";

/// One line of the table.
struct Case {
    /// What bench/peers/core.py calls it.
    name: &'static str,
    title: &'static str,
    /// How many elements one run treats; times are given for one of them.
    elements: usize,
    answer: String,
    run: Box<dyn Fn() -> f64>,
    times: Vec<f64>,
}

fn case<T: Answer>(
    name: &'static str,
    title: &'static str,
    elements: usize,
    f: impl Fn() -> T + 'static,
) -> Case {
    let answer = f().text();
    Case { name, title, elements, answer, run: Box::new(move || measure(&f)), times: vec![] }
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
    let args: Vec<String> = std::env::args().skip(1).collect();
    let python = args.first();
    let mut cases = cases();
    let mut peers = PEERS.map(|_| Peer::default());
    // In turns, so that a slow spell of the machine meets all of them.
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        for case in &mut cases {
            let ns = (case.run)();
            case.times.push(ns);
        }
        if let Some(python) = python {
            for (name, peer) in PEERS.iter().zip(&mut peers) {
                peer.round(python, "bench/peers/core.py", name)?;
            }
        }
    }
    let peers = if python.is_some() { &peers[..] } else { &[] };
    let table = table(&cases, peers);
    print!("{table}");
    if let Some(file) = args.get(1) {
        std::fs::write(file, table).map_err(|why| format!("{file}: {why}"))?;
    }
    Ok(())
}

fn table(cases: &[Case], peers: &[Peer]) -> String {
    let mut out = format!("# The algebra beside its peers\n\n`{COMMAND}` on {}.\n", machine());
    for (name, peer) in PEERS.iter().zip(peers) {
        writeln!(out, "{name}: {}.", peer.version).unwrap();
    }
    let rounds = format!("Median time of one call, or of one element, over {ROUNDS} rounds");
    writeln!(out, "{rounds} in turns; x: how many times longer the peer takes.\n").unwrap();

    out += "| case | tilework |";
    for name in &PEERS[..peers.len()] {
        write!(out, " {name} | x | its answer |").unwrap();
    }
    writeln!(out, "\n|---|--:|{}", "--:|--:|---|".repeat(peers.len())).unwrap();
    for case in cases {
        let ours = median(case.times.clone()) / case.elements as f64;
        write!(out, "| {} | {}", case.title, each(ours, case.elements)).unwrap();
        if case.elements > 1 {
            write!(out, ", {:.0} M/s", 1e3 / ours).unwrap();
        }
        out += " |";
        for peer in peers {
            let Some((times, answer)) = peer.cases.get(case.name) else {
                write!(out, " n/a | | {} |", absence(case, peer)).unwrap();
                continue;
            };
            let theirs = median(times.clone()) / case.elements as f64;
            let ratio = match theirs / ours {
                ratio if ratio < 1e6 => format!("{ratio:.0}"),
                ratio => format!("{ratio:.0e}"),
            };
            let verdict = verdict(&case.answer, answer);
            write!(out, " {} | {ratio} | {verdict} |", each(theirs, case.elements)).unwrap();
        }
        out.push('\n');
    }
    out
}

fn each(ns: f64, elements: usize) -> String {
    time(ns) + if elements > 1 { " each" } else { "" }
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
