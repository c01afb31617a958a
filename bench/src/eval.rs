//! Every way to evaluate a layout beside hand-written loops: `cargo xtask bench eval`.

use std::fmt::Write;
use std::hint::black_box;

use tilework::types::{BlockedProduct, Static, Swizzled};
use tilework::{Layout, Tuple, static_layout};
use tilework_bench::beside::{SPREAD, header};
use tilework_bench::figure::{Figure, ratio};
use tilework_bench::machine;
use tilework_bench::options::Options;
use tilework_bench::turns::{self, Contestant, Rounds};

const COMMAND: &str = "cargo xtask bench eval";

/// Indices in no order, few enough for the first cache.
const INDICES: usize = 2048;

type Way = fn(&Layout) -> Contestant;

/// One cell of the table: the time for one index.
fn cell<T>(elements: usize, f: impl Fn() -> T + 'static) -> Contestant {
    Contestant::calling(f).of(elements)
}

/// A row: one way to evaluate, for each layout.
struct Row {
    title: &'static str,
    cells: Vec<Contestant>,
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
fn textbook(layout: &Layout) -> Contestant {
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

fn chained(layout: &Layout) -> Contestant {
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

fn at_index(layout: &Layout) -> Contestant {
    let (layout, indices) = (*layout, indices(layout.size()));
    cell(INDICES, move || {
        let layout = black_box(&layout);
        indices.iter().map(|&i| layout.at_index(i).unwrap_or_default()).sum::<i64>()
    })
}

fn prepared(layout: &Layout) -> Contestant {
    let (ready, indices) = (layout.prepare(), indices(layout.size()));
    cell(INDICES, move || {
        let ready = black_box(&ready);
        indices.iter().map(|&i| ready.at(i)).sum::<i64>()
    })
}

fn prepare(layout: &Layout) -> Contestant {
    let layout = *layout;
    cell(1, move || black_box(&layout).prepare())
}

fn inverse(layout: &Layout) -> Contestant {
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

fn nest_sum(layout: &Layout) -> Contestant {
    let modes = numbers(layout);
    cell(layout.size() as usize, move || {
        let mut sum = 0;
        nest(black_box(&modes), |offset| sum ^= offset);
        sum
    })
}

fn odometer_sum(layout: &Layout) -> Contestant {
    let layout = *layout;
    cell(layout.size() as usize, move || black_box(&layout).offsets().fold(0, |sum, x| sum ^ x))
}

fn nest_write(layout: &Layout) -> Contestant {
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

fn odometer_write(layout: &Layout) -> Contestant {
    let (layout, size) = (*layout, layout.size() as usize);
    let out = std::cell::RefCell::new(vec![0_i64; size]);
    cell(size, move || {
        let mut out = out.borrow_mut();
        for (place, offset) in out.iter_mut().zip(black_box(&layout).offsets()) {
            *place = offset;
        }
    })
}

fn bulk<T: tilework::eval::Lane + Default + 'static>(layout: &Layout) -> Contestant {
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

/// The rows of one table with what was measured.
struct Table {
    titles: Vec<&'static str>,
    names: Vec<&'static str>,
    /// By column, which is a group: its cells are compared.
    columns: Vec<Vec<Contestant>>,
}

impl Table {
    fn measure(rounds: Rounds, names: &[&'static str], rows: Vec<Row>) -> Result<Table, String> {
        let titles = rows.iter().map(|row| row.title).collect();
        let mut columns: Vec<Vec<Contestant>> = names.iter().map(|_| vec![]).collect();
        for row in rows {
            columns.iter_mut().zip(row.cells).for_each(|(column, cell)| column.push(cell));
        }
        turns::take(rounds, &mut columns)?;
        Ok(Table { titles, names: names.to_vec(), columns })
    }

    fn show(&self, cell: impl Fn(&Figure) -> String) -> String {
        let mut out = header("", &self.names);
        for (at, title) in self.titles.iter().enumerate() {
            let cells: Vec<String> =
                self.columns.iter().map(|column| cell(&column[at].each())).collect();
            writeln!(out, "| {title} | {} |", cells.join(" | ")).unwrap();
        }
        out
    }

    /// How the rows compare, by the beginnings of their titles.
    fn ratios(&self, pairs: &[[&str; 3]]) -> String {
        let find = |title: &str| self.titles.iter().position(|one| one.starts_with(title));
        let mut out = header("", &self.names);
        for [title, over, under] in pairs {
            let (Some(over), Some(under)) = (find(over), find(under)) else { continue };
            let times = |column: &Vec<Contestant>| {
                ratio(column[over].each().median() / column[under].each().median())
            };
            let cells: Vec<String> = self.columns.iter().map(times).collect();
            writeln!(out, "| {title} | {} |", cells.join(" | ")).unwrap();
        }
        out
    }
}

const RATIOS: [[&str; 3]; 5] = [
    ["textbook / `prepare().at(i)`", "textbook", "`prepare().at"],
    ["chained division / `prepare().at(i)`", "chained", "`prepare().at"],
    ["`offsets()` / loop nest, folded", "in order, folded: `off", "in order, folded: loop"],
    ["`offsets()` / loop nest, written", "in order, written: `off", "in order, written: loop"],
    [
        "`fill` of `i64` / loop nest",
        "in order, written: `fill` of `i64`",
        "in order, written: loop",
    ],
];

fn main() -> Result<(), String> {
    let options = Options::read()?;
    let rounds = options.rounds();
    let machine = machine::description();
    machine::stay();
    let layouts = layouts();
    let names: Vec<&str> = layouts.iter().map(|&(name, _)| name).collect();
    let dynamic = Table::measure(rounds, &names, rows(&layouts))?;
    let names = ["64x64, tiled and swizzled", "4 odd modes"];
    let in_types = Table::measure(rounds, &names, static_rows())?;

    let mut out = format!("# Evaluation\n\n`{COMMAND}` on {machine}.\n\n");
    writeln!(
        out,
        "Time for one index (for `prepare()`: one call) of row-major layouts, which do not coalesce. {} \
         All stay on one processor.\n",
        rounds.method()
    )
    .unwrap();
    let tables = [
        &dynamic.show(Figure::text),
        "\n",
        &dynamic.ratios(&RATIOS),
        "\nA layout in a type:\n\n",
        &in_types.show(Figure::text),
        SPREAD,
        &dynamic.show(Figure::quartiles),
        "\n",
        &in_types.show(Figure::quartiles),
    ];
    options.publish("eval", &(out + &tables.concat()))
}
