//! Every way to evaluate a layout beside hand-written loops: `cargo xtask bench eval`.
//!
//! The argument is the file for the tables; without it they are only printed.

use std::fmt::Write;
use std::hint::black_box;

use tilework::types::{BlockedProduct, Static, Swizzled};
use tilework::{Layout, Tuple, static_layout};
use tilework_bench::{machine, measure, time};

const ROUNDS: usize = 8;
/// They are to be the same, so more is asked of the clock.
const STATIC_ROUNDS: usize = 40;
const COMMAND: &str = "cargo xtask bench eval";

/// Indices in no order, few enough for the first cache.
const INDICES: usize = 2048;

type Run = Box<dyn Fn() -> f64>;
type Way = fn(&Layout) -> Cell;

/// One cell of the table: the time for one index.
///
/// The least median of all rounds: whatever else the machine does only adds to it, and it may do so
/// for longer than a round.
struct Cell {
    run: Run,
    least: f64,
}

fn cell<T>(elements: usize, f: impl Fn() -> T + 'static) -> Cell {
    Cell { run: Box::new(move || measure(&f) / elements as f64), least: f64::INFINITY }
}

/// A row: one way to evaluate, for each layout.
struct Row {
    title: &'static str,
    cells: Vec<Cell>,
}

/// Row-major, so that nothing coalesces: 2, 4 and 8 modes, powers of two and odd extents.
fn layouts() -> Vec<(&'static str, Layout)> {
    let shapes: [(&str, &[i64]); 6] = [
        ("2 modes, 2^k", &[64, 64]),
        ("4 modes, 2^k", &[8, 8, 8, 8]),
        ("8 modes, 2^k", &[2, 4, 2, 4, 2, 4, 2, 4]),
        ("2 modes, odd", &[61, 67]),
        ("4 modes, odd", &[7, 9, 11, 5]),
        ("8 modes, odd", &[3, 5, 3, 3, 5, 3, 3, 5]),
    ];
    let layout = |shape| {
        let shape = Tuple::from_slice(shape).expect("few modes");
        Layout::row_major(&shape).expect("small extents")
    };
    shapes.map(|(name, shape)| (name, layout(shape))).into()
}

/// The extents and strides as plain numbers, for what is written by hand.
fn numbers(layout: &Layout) -> Vec<(u64, u64)> {
    layout.leaf_modes().iter().map(|mode| (mode.extent as u64, mode.stride as u64)).collect()
}

fn indices(size: i64) -> Vec<i64> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as i64 % size
    };
    (0..INDICES).map(|_| next()).collect()
}

/// As in a textbook: digit k is `i / prefix % extent`.
fn textbook(layout: &Layout) -> Cell {
    let mut prefix = 1;
    let mut modes = vec![];
    for (extent, stride) in numbers(layout) {
        modes.push((prefix, extent, stride));
        prefix *= extent;
    }
    let indices = indices(layout.size());
    cell(INDICES, move || {
        let modes = black_box(&modes[..]);
        let at = |i: u64| modes.iter().map(|&(p, n, d)| i / p % n * d).sum::<u64>();
        indices.iter().map(|&i| at(i as u64)).sum::<u64>()
    })
}

fn chained(layout: &Layout) -> Cell {
    let (modes, indices) = (numbers(layout), indices(layout.size()));
    cell(INDICES, move || {
        let modes = black_box(&modes[..]);
        let at = |i: u64| {
            let mut rest = i;
            let mut offset = 0;
            for &(extent, stride) in modes {
                offset += rest % extent * stride;
                rest /= extent;
            }
            offset
        };
        indices.iter().map(|&i| at(i as u64)).sum::<u64>()
    })
}

fn at_index(layout: &Layout) -> Cell {
    let (layout, indices) = (*layout, indices(layout.size()));
    cell(INDICES, move || {
        let layout = black_box(&layout);
        indices.iter().map(|&i| layout.at_index(i).unwrap_or_default()).sum::<i64>()
    })
}

fn prepared(layout: &Layout) -> Cell {
    let (ready, indices) = (layout.prepare(), indices(layout.size()));
    cell(INDICES, move || {
        let ready = black_box(&ready);
        indices.iter().map(|&i| ready.at(i)).sum::<i64>()
    })
}

fn prepare(layout: &Layout) -> Cell {
    let layout = *layout;
    cell(1, move || black_box(&layout).prepare())
}

fn inverse(layout: &Layout) -> Cell {
    let (inverse, offsets) = (layout.prepare_inverse(), indices(layout.size()));
    let inverse = inverse.expect("row-major layouts have one");
    cell(INDICES, move || {
        let inverse = black_box(&inverse);
        offsets.iter().map(|&i| inverse.index_of(i).unwrap_or_default()).sum::<i64>()
    })
}

/// The loops that one would write, around a use of the offset.
fn nest(modes: &[(u64, u64)], mut with: impl FnMut(u64)) {
    fn around(modes: &[(u64, u64)], base: u64, with: &mut impl FnMut(u64)) {
        match *modes {
            [] => with(base),
            [(n0, d0)] => (0..n0).for_each(|i| with(base + i * d0)),
            [(n0, d0), (n1, d1)] => {
                for j in 0..n1 {
                    for i in 0..n0 {
                        with(base + j * d1 + i * d0);
                    }
                }
            }
            [ref inner @ .., (n2, d2), (n3, d3)] => {
                for l in 0..n3 {
                    for k in 0..n2 {
                        around(inner, base + l * d3 + k * d2, with);
                    }
                }
            }
        }
    }
    around(modes, 0, &mut with);
}

fn nest_sum(layout: &Layout) -> Cell {
    let modes = numbers(layout);
    cell(layout.size() as usize, move || {
        let mut sum = 0;
        nest(black_box(&modes), |offset| sum ^= offset);
        sum
    })
}

fn odometer_sum(layout: &Layout) -> Cell {
    let layout = *layout;
    cell(layout.size() as usize, move || black_box(&layout).offsets().fold(0, |sum, x| sum ^ x))
}

fn nest_write(layout: &Layout) -> Cell {
    let (modes, size) = (numbers(layout), layout.size() as usize);
    let out = std::cell::RefCell::new(vec![0_i64; size]);
    cell(size, move || {
        let mut out = out.borrow_mut();
        let mut places = out.iter_mut();
        nest(black_box(&modes), |offset| {
            if let Some(place) = places.next() {
                *place = offset as i64;
            }
        });
    })
}

fn odometer_write(layout: &Layout) -> Cell {
    let (layout, size) = (*layout, layout.size() as usize);
    let out = std::cell::RefCell::new(vec![0_i64; size]);
    cell(size, move || {
        let mut out = out.borrow_mut();
        for (place, offset) in out.iter_mut().zip(black_box(&layout).offsets()) {
            *place = offset;
        }
    })
}

fn bulk<T: tilework::eval::Lane + Default + 'static>(layout: &Layout) -> Cell {
    let (ready, size) = (layout.prepare(), layout.size() as usize);
    let out = std::cell::RefCell::new(vec![T::default(); size]);
    cell(size, move || {
        let mut out = out.borrow_mut();
        black_box(&ready).fill(0, black_box(&mut out[..])).expect("as long as the layout");
    })
}

fn rows(layouts: &[(&str, Layout)]) -> Vec<Row> {
    let ways: [(&str, Way); 12] = [
        ("textbook, `i / prefix % extent`", textbook),
        ("chained division", chained),
        ("`at_index(i)`, checked", at_index),
        ("`prepare().at(i)`", prepared),
        ("`prepare_inverse().index_of(x)`", inverse),
        ("`prepare()`, once", prepare),
        ("in order, folded: loop nest by hand", nest_sum),
        ("in order, folded: `offsets()`", odometer_sum),
        ("in order, written: loop nest by hand", nest_write),
        ("in order, written: `offsets()`", odometer_write),
        ("in order, written: `fill` of `i64`", bulk::<i64>),
        ("in order, written: `fill` of `i32`", bulk::<i32>),
    ];
    let cells = |way: Way| layouts.iter().map(|(_, a)| way(a)).collect();
    ways.map(|(title, way)| Row { title, cells: cells(way) }).into()
}

static_layout!(struct Tile = (8,8):(8,1));
static_layout!(struct Tiles = (8,8):(8,1));
static_layout!(struct Odd = (3,5,7,9):(315,1,45,5));

type Smem = Swizzled<3, 3, 3, BlockedProduct<Tile, Tiles>>;

fn sum(indices: &[i64], at: impl Fn(usize) -> i64) -> i64 {
    indices.iter().map(|&i| at(i as usize)).sum()
}

/// Layouts in types beside the expression that one would write.
fn static_rows() -> Vec<Row> {
    let (tiles, odd) = (indices(4096), indices(945));
    let (tiles_too, odd_too) = (tiles.clone(), odd.clone());
    let by_hand = vec![
        cell(INDICES, move || {
            sum(black_box(&tiles), |i| {
                let offset = i % 8 * 8 + i / 8 % 8 * 512 + i / 64 % 8 + i / 512 * 64;
                (offset ^ ((offset & 0b111_000_000) >> 3)) as i64
            })
        }),
        cell(INDICES, move || {
            sum(black_box(&odd), |i| {
                (i % 3 * 315 + i / 3 % 5 + i / 15 % 7 * 45 + i / 105 * 5) as i64
            })
        }),
    ];
    let in_types = vec![
        cell(INDICES, move || sum(black_box(&tiles_too), |i| Static::<Smem>::new().at(i))),
        cell(INDICES, move || sum(black_box(&odd_too), |i| Static::<Odd>::new().at(i))),
    ];
    vec![
        Row { title: "by hand", cells: by_hand },
        Row { title: "`Static::at(i)`", cells: in_types },
    ]
}

/// Each cell once in a round, and every other round backwards: no cell always follows the same one.
fn run(rows: &mut [Row], rounds: usize) {
    let mut cells: Vec<&mut Cell> = rows.iter_mut().flat_map(|row| &mut row.cells).collect();
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        for cell in &mut cells {
            cell.least = (cell.run)().min(cell.least);
        }
        cells.reverse();
    }
}

fn main() -> Result<(), String> {
    let layouts = layouts();
    let names: Vec<&str> = layouts.iter().map(|&(name, _)| name).collect();
    let (mut rows, mut static_rows) = (rows(&layouts), static_rows());
    run(&mut rows, ROUNDS);
    run(&mut static_rows, STATIC_ROUNDS);
    let mut out = format!("# Evaluation\n\n`{COMMAND}` on {}.\n", machine());
    let what = "Time for one index (for `prepare()`: one call)";
    let how = format!("the least median of {ROUNDS} rounds in turns");
    writeln!(out, "{what}, {how}. Row-major layouts, which do not coalesce.\n").unwrap();
    table(&mut out, &names, &rows);
    ratios(&mut out, &names, &rows);
    let names = ["64x64, tiled and swizzled", "4 odd modes"];
    writeln!(out, "\nA layout in a type, {STATIC_ROUNDS} rounds:\n").unwrap();
    table(&mut out, &names, &static_rows);
    print!("{out}");
    match std::env::args().nth(1) {
        Some(file) => std::fs::write(&file, out).map_err(|why| format!("{file}: {why}")),
        None => Ok(()),
    }
}

fn header(out: &mut String, names: &[&str]) {
    writeln!(out, "| | {} |", names.join(" | ")).unwrap();
    writeln!(out, "|---|{}", "--:|".repeat(names.len())).unwrap();
}

fn table(out: &mut String, names: &[&str], rows: &[Row]) {
    header(out, names);
    for row in rows {
        write!(out, "| {} |", row.title).unwrap();
        for cell in &row.cells {
            write!(out, " {} |", time(cell.least)).unwrap();
        }
        out.push('\n');
    }
}

/// How the rows compare.
fn ratios(out: &mut String, names: &[&str], rows: &[Row]) {
    let find = |title: &str| rows.iter().find(|row| row.title.starts_with(title));
    out.push('\n');
    header(out, names);
    for (title, over, under) in [
        ("textbook / `prepare().at(i)`", "textbook", "`prepare().at"),
        ("chained division / `prepare().at(i)`", "chained", "`prepare().at"),
        ("`offsets()` / loop nest, folded", "in order, folded: `off", "in order, folded: loop"),
        ("`offsets()` / loop nest, written", "in order, written: `off", "in order, written: loop"),
        (
            "`fill` of `i64` / loop nest",
            "in order, written: `fill` of `i64`",
            "in order, written: loop",
        ),
    ] {
        let (Some(over), Some(under)) = (find(over), find(under)) else { continue };
        write!(out, "| {title} |").unwrap();
        for (over, under) in over.cells.iter().zip(&under.cells) {
            write!(out, " {:.2} |", over.least / under.least).unwrap();
        }
        out.push('\n');
    }
}
