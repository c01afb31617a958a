//! The package for Python beside its peers: `cargo xtask bench python`.

use std::fmt::Write;
use std::process::{Command, Stdio};
use std::rc::Rc;

use tilework_bench::beside::{Case, Contest, Entry, OURS, header, same_function};
use tilework_bench::figure::{Figure, ratio, time};
use tilework_bench::options::Options;
use tilework_bench::peer::Peer;
use tilework_bench::turns::{self, Contestant};

const SCRIPT: &str = "bench/peers/python.py";
const DSL: &str = "CuTe DSL";

/// The calls: what the script calls them, what the tables do, and how long they should take, in nanoseconds.
const CALLS: [(&str, &str, Option<f64>); 16] = [
    ("composition", "`A @ B`, `(6,2):(8,2) o (4,3):(3,1)`", Some(200.0)),
    ("composition function", "the same, `composition(A, B)`", None),
    ("composition texts", "the same of two texts", None),
    ("refusal", "`(6,2):(1,7) o (3,2):(2,3)`, refused and caught", Some(2e3)),
    ("make", "`Layout((6,2), (8,2))`", None),
    ("read", "`Layout(\"(6,2):(8,2)\")`", None),
    ("write", "`str(A)`", None),
    ("complement", "`complement((2,2):(1,6), 24)`", None),
    ("logical_divide", "`logical_divide((4,2,3):(2,1,8), 4:2)`", None),
    ("coalesce", "`coalesce((2,(1,6)):(1,(6,2)))`", None),
    ("right_inverse", "`right_inverse` of an 8-mode permutation", None),
    ("index", "`A(i)` of a 64x64 tiled layout", Some(60.0)),
    ("coordinate", "`A(i, j)` of it", None),
    ("offsets", "its 4,096 offsets, `A.offsets()`", Some(4.5e3)),
    ("bank", "`bank` of `ldmatrix.x4`", None),
    ("swizzle", "`swizzle` for two accesses", None),
];

/// What is moved: what the script calls it, what the table does, and its bytes.
const MOVED: [(&str, &str, usize); 8] = [
    ("a", "4096x4096 `f32` transposed", 4 << 24),
    ("b", "4096x4096 `f64` transposed", 8 << 24),
    ("c", "NCHW to NHWC, 32x64x56x56 `f32`", 4 * 32 * 64 * 56 * 56),
    ("d", "(32,32,32,32,8) `f32` permuted by (4,2,0,3,1)", 4 << 23),
    ("e", "4096x4096 `f32` packed into 128x64 tiles", 4 << 24),
    ("f", "`f32` pixels of 4 deinterleaved", 4 << 24),
    ("g", "RGB pixels of `u8` to planes", 3 << 24),
    ("h", "64x64 `f32` transposed", 4 << 12),
];
const WAYS: [&str; 4] = ["tilework", "tilework all", "numpy", "torch"];

/// How long `import tilework` should take.
const IMPORT_NS: f64 = 30e6;

fn main() -> Result<(), String> {
    let options = Options::read()?;
    let python =
        options.python.as_deref().ok_or("--python has to have the package and its peers")?;
    let (moved, moved_spread) = moving(&options, python)?;
    let (imports, without) = imports(&options, python)?;

    let peers: &[&str] = match Peer::start(Command::new(python).args([SCRIPT, DSL])) {
        Ok(_) => &["pycute", "tensor-layouts", DSL],
        Err(why) => {
            eprintln!("{DSL}: not measured ({why})");
            &["pycute", "tensor-layouts"]
        }
    };
    let contest = Contest {
        title: "The package for Python beside its peers",
        command: "cargo xtask bench python",
        script: SCRIPT,
        python: peers,
        cute: false,
        verdict: same_function,
        absence: |_: &Case, _: &Entry| String::new(),
    };
    // After the movements, which are not kept on one processor: their threads have all.
    let ours = Rc::new(Peer::start(Command::new(python).args([SCRIPT, OURS]))?);
    let cases: Result<_, String> =
        CALLS.iter().map(|(name, title, _)| Case::of(&ours, name, title)).collect();
    let outcome = contest.run(&options, cases?)?;

    let mut page = format!("{}\n{}", outcome.head, outcome.table(outcome.rows.len()));
    page += "\n## Aims\n\n| | takes | at most | |\n|---|--:|--:|---|\n";
    let figures = outcome.rows.iter().map(|row| row.entries[0].figure.as_ref());
    for ((_, title, aim), figure) in CALLS.iter().zip(figures) {
        if let (Some(aim), Some(figure)) = (aim, figure) {
            page += &aimed(title, figure, *aim);
        }
    }
    page += &aimed("`import tilework`", &imports, IMPORT_NS);
    writeln!(
        page,
        "| `import tilework` without numpy | {without} | | {} |",
        tick(without == "yes")
    )
    .unwrap();
    write!(page, "{moved}{}{moved_spread}", outcome.spread()).unwrap();
    options.publish("python", &page)
}

fn tick(reached: bool) -> &'static str {
    if reached { "✓" } else { "✗" }
}

fn aimed(title: &str, figure: &Figure, aim: f64) -> String {
    let reached = tick(figure.median() <= aim);
    format!("| {title} | {} | {} | {reached} |\n", figure.text(), time(aim))
}

/// Moves data in every way that there is: a table of times, and one of quartiles.
fn moving(options: &Options, python: &str) -> Result<(String, String), String> {
    let peer = Peer::start(Command::new(python).args([SCRIPT, "moving"]))?;
    let mut groups: Vec<Vec<Contestant>> = Vec::new();
    let mut names: Vec<Vec<&str>> = Vec::new();
    for (work, ..) in MOVED {
        let right = peer.answers.get(&format!("{work} numpy"));
        let of = |way| Some((way, peer.contestant(&format!("{work} {way}"))?));
        let (ways, group): (Vec<&str>, Vec<_>) = WAYS.into_iter().filter_map(of).unzip();
        for way in &ways {
            if peer.answers.get(&format!("{work} {way}")) != right {
                return Err(format!("{work}: {way} moves other data than numpy"));
            }
        }
        groups.push(group);
        names.push(ways);
    }
    turns::take(options.rounds(), &mut groups)?;

    let present: Vec<&str> =
        WAYS.into_iter().filter(|way| names.iter().any(|names| names.contains(way))).collect();
    let mut out = format!(
        "\n## Moving data\n\n{}. `tw.relayout(a, src, dst, out)`, planning included, on one thread and on all of \
         them; `numpy.copyto(out, view)`, `out.copy_(view)` of torch on one thread. GB/s: bytes that are moved. x: beside tilework on one thread.\n\n\
         | |",
        peer.version
    );
    for way in &present {
        let title = if *way == "tilework all" { "tilework, all threads" } else { way };
        write!(out, " {title} |{}", if *way == OURS { " GB/s |" } else { " x |" }).unwrap();
    }
    writeln!(out, "\n|---|{}", "--:|--:|".repeat(present.len())).unwrap();
    let mut spread = format!("\n{}", header("moved", &present));
    for (((_, title, bytes), group), names) in MOVED.iter().zip(&groups).zip(&names) {
        let figure = |way: &str| {
            let at = names.iter().position(|name| *name == way)?;
            Some(&group[at].figure)
        };
        let ours = figure(OURS).map_or(f64::NAN, Figure::median);
        write!(out, "| {title} |").unwrap();
        write!(spread, "| {title} |").unwrap();
        for way in &present {
            let beside = |figure: &Figure| match *way {
                OURS => format!("{:.1}", *bytes as f64 / figure.median()),
                _ => ratio(figure.median() / ours),
            };
            let (time, times) = figure(way).map(|f| (f.text(), beside(f))).unwrap_or_default();
            write!(out, " {time} | {times} |").unwrap();
            let quartiles = figure(way).map(Figure::quartiles).unwrap_or_default();
            write!(spread, " {quartiles} |").unwrap();
        }
        out.push('\n');
        spread.push('\n');
    }
    Ok((out, spread))
}

/// How long the import takes in a new interpreter, and whether it does without numpy.
fn imports(options: &Options, python: &str) -> Result<(Figure, &'static str), String> {
    let run = |code: &str| {
        let run = Command::new(python).args(["-c", code]).stderr(Stdio::inherit()).output();
        let run = run.map_err(|why| format!("{python}: {why}"))?;
        Ok::<_, String>(String::from_utf8_lossy(&run.stdout).trim().to_owned())
    };
    let with = run("import sys, tilework; print('numpy' in sys.modules)")?;
    let clock = "import time; start = time.perf_counter_ns(); import tilework; \
                 print(time.perf_counter_ns() - start)";
    let mut figure = Figure::default();
    let rounds = options.rounds();
    while rounds.wanted(&figure) {
        let told = run(clock)?;
        figure.add(told.parse().map_err(|why| format!("{told:?}: {why}"))?);
    }
    Ok((figure, if with == "False" { "yes" } else { "no" }))
}
