//! Pictures beside tensor-layouts (matplotlib): `cargo xtask bench draw`.

use std::fmt::Write;
use std::process::Command;
use std::rc::Rc;

use tilework::{Layout, layout};
use tilework_bench::figure::{Figure, ratio};
use tilework_bench::machine;
use tilework_bench::options::Options;
use tilework_bench::peer::Peer;
use tilework_bench::turns::{self, Contestant};
use tilework_draw::{
    Banks, ColorDepth, Coloring, Limits, Theme, View, grid, html, png, svg, terminal, tikz,
};

const COMMAND: &str = "cargo xtask bench draw";

/// One line of the table.
struct Case {
    /// What bench/peers/draw.py calls it, if it has it.
    name: &'static str,
    title: &'static str,
    /// From the layout to the number of bytes.
    run: Rc<dyn Fn() -> usize>,
}

fn case(name: &'static str, title: &'static str, run: impl Fn() -> usize + 'static) -> Case {
    Case { name, title, run: Rc::new(run) }
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
    let options = Options::read()?;
    let cases = cases();
    let peer = options.python.as_ref();
    let peer = peer.map(|python| Peer::start(Command::new(python).arg("bench/peers/draw.py")));
    let peer = peer.transpose()?;
    let group = |case: &Case| {
        let run = Rc::clone(&case.run);
        let mut group = vec![Contestant::calling(move || run())];
        group.extend(peer.as_ref().and_then(|peer| peer.contestant(case.name)));
        group
    };
    let mut groups: Vec<Vec<Contestant>> = cases.iter().map(group).collect();
    turns::take(options.rounds(), &mut groups)?;

    let version = peer.as_ref().map_or("not measured", |peer| &peer.version);
    let mut out = format!(
        "# Pictures beside tensor-layouts\n\n`{COMMAND}` on {}.\ntensor-layouts: {version}.\n",
        machine::description(),
    );
    if let Some(peak) = peak() {
        let _ = writeln!(out, "The most memory that the process used: {peak} MB.");
    }
    let _ = writeln!(
        out,
        "\nFrom the layout to the bytes of the file. {}\n\n\
         | picture | Tilework | quartiles | bytes | tensor-layouts | its quartiles | ratio |\n\
         |---|--:|--:|--:|--:|--:|--:|",
        options.rounds().method()
    );
    for (case, group) in cases.iter().zip(&groups) {
        let own = &group[0].figure;
        let theirs = group.get(1).map(|one| &one.figure);
        let cell = |text: fn(&Figure) -> String| theirs.map_or("-".to_owned(), text);
        let times =
            theirs.map_or("-".to_owned(), |theirs| ratio(theirs.median() / own.median()) + "x");
        let (title, bytes) = (case.title, (case.run)());
        let _ = writeln!(
            out,
            "| {title} | {} | {} | {bytes} | {} | {} | {times} |",
            own.text(),
            own.quartiles(),
            cell(Figure::text),
            cell(Figure::quartiles)
        );
    }
    options.publish("draw", &out)
}

/// The most memory that this process has had at once, in MB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes / 1000)
}
