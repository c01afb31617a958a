//! Pictures beside tensor-layouts (matplotlib): `cargo xtask bench draw`.
//!
//! Arguments: the Python that has the peer, and the file for the table. Without them Tilework runs
//! alone and the table is only printed.

use std::fmt::Write;
use std::time::Instant;

use tilework::{Layout, layout};
use tilework_bench::{Peer, machine, median, time};
use tilework_draw::{
    Banks, ColorDepth, Coloring, Limits, Theme, View, grid, html, png, svg, terminal, tikz,
};

const ROUNDS: usize = 3;
const COMMAND: &str = "cargo xtask bench draw";

/// One line of the table.
struct Case {
    /// What bench/peers/draw.py calls it, if it has it.
    name: &'static str,
    title: &'static str,
    run: Box<dyn Fn() -> usize>,
    times: Vec<f64>,
    bytes: usize,
}

fn case(name: &'static str, title: &'static str, run: impl Fn() -> usize + 'static) -> Case {
    Case { name, title, run: Box::new(run), times: vec![], bytes: 0 }
}

/// From the layout to the bytes of the file: scene and rendering.
fn cases() -> Vec<Case> {
    const SMALL: Layout = layout!((64,64):(64,1));
    const LARGE: Layout = layout!((1024,1024):(1024,1));
    let scene = |layout: &Layout, coloring: Coloring, limits: Limits| {
        let view = View::within(limits).coloring(coloring);
        grid(layout, &layout.to_string(), &view)
    };
    let small = move |limits| scene(&SMALL, Coloring::Auto, limits);
    vec![
        case("svg", "64x64, SVG", move || svg(&small(Limits::PICTURE), None).len()),
        case("png", "64x64, PNG", move || {
            png(&small(Limits::PICTURE), Theme::Light, 1.0).expect("it is small").len()
        }),
        case("", "64x64, HTML", move || html(&small(Limits::PAGE)).len()),
        case("", "64x64, TikZ", move || tikz(&small(Limits::TIKZ)).len()),
        case("", "64x64, terminal", move || {
            terminal(&small(Limits::TERMINAL), ColorDepth::True, 400).len()
        }),
        case("", "1024x1024, PNG, by offset", move || {
            png(&scene(&LARGE, Coloring::Offset, Limits::PICTURE), Theme::Light, 1.0)
                .expect("it fits")
                .len()
        }),
        case("", "1024x1024, PNG, by bank", move || {
            let banks = Coloring::Bank(Banks::shared_memory(4));
            png(&scene(&LARGE, banks, Limits::PICTURE), Theme::Light, 1.0).expect("it fits").len()
        }),
    ]
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut cases = cases();
    let mut peer = Peer::default();
    for _ in 0..ROUNDS {
        for case in &mut cases {
            // A picture takes long enough to be timed alone.
            let samples = (0..5).map(|_| {
                let start = Instant::now();
                case.bytes = (case.run)();
                start.elapsed().as_nanos() as f64
            });
            case.times.push(median(samples.collect()));
        }
        if let Some(python) = args.first() {
            peer.round(python, "bench/peers/draw.py", "tensor-layouts")?;
        }
    }
    let table = table(&cases, &peer);
    print!("{table}");
    match args.get(1) {
        Some(path) => std::fs::write(path, table).map_err(|why| format!("{path}: {why}")),
        None => Ok(()),
    }
}

fn table(cases: &[Case], peer: &Peer) -> String {
    let mut out = String::from("# Pictures beside tensor-layouts\n\n");
    let _ = writeln!(out, "`{COMMAND}` writes this file. {}.\n", machine());
    let _ = writeln!(
        out,
        "From the layout to the bytes of the file; medians of {ROUNDS} rounds, in turns. Peer: {}.",
        if peer.version.is_empty() { "not measured" } else { &peer.version }
    );
    if let Some(peak) = peak() {
        let _ = writeln!(out, "The most memory that the process used: {peak} MB.");
    }
    out.push_str(
        "\n| picture | Tilework | bytes | tensor-layouts | ratio |\n|---|---:|---:|---:|---:|\n",
    );
    for case in cases {
        let own = median(case.times.clone());
        let (theirs, ratio) = match peer.cases.get(case.name) {
            Some((times, _)) => {
                let theirs = median(times.clone());
                (time(theirs), format!("{:.0}x", theirs / own))
            }
            None => ("-".to_owned(), "-".to_owned()),
        };
        let Case { title, bytes, .. } = case;
        let _ = writeln!(out, "| {title} | {} | {bytes} | {theirs} | {ratio} |", time(own));
    }
    out
}

/// The most memory that this process has had at once, in MB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes / 1000)
}
