//! Words, banks, sectors: every byte of every lane, against what the cells say.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, Layout, Swizzle, layout};
use tilework_draw::*;
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::machine::{Direction, Machine};

/// A memory, and one instruction on it.
#[derive(Clone, Debug)]
struct Case {
    memory: AnyLayout,
    bits: u32,
    width: u32,
    /// (thread, value, iteration).
    tv: Layout,
    direction: Direction,
    active: u64,
    base: i64,
    at: At,
}

impl Case {
    fn access(&self) -> Access {
        let access = Access::vectors(&self.tv, self.width, self.direction).unwrap();
        access.active(self.active).based_at(self.base)
    }

    /// Where the vector of each lane begins.
    fn addresses(&self, lanes: u32) -> BTreeMap<u32, i64> {
        let vector = i64::from(self.width * 8 / self.bits);
        let threads = self.tv.mode(0).unwrap().size();
        let lanes = (0..lanes).filter(|lane| self.active >> lane & 1 == 1);
        let lanes = lanes.map(|lane| (lane, i64::from(lane) + 32 * self.at.warp));
        let lanes = lanes.filter(|(_, thread)| *thread < threads);
        let address = |thread: i64| {
            let place = (thread, self.at.instruction * vector, self.at.iteration);
            let offset = self.memory.at_index(self.tv.at(place).unwrap()).unwrap();
            self.base + offset * i64::from(self.bits) / 8
        };
        lanes.map(|(lane, thread)| (lane, address(thread))).collect()
    }
}

/// Rows of a tile, padded, swizzled or not, and lanes anywhere in it, in vectors along a row.
fn cases() -> impl Strategy<Value = Case> {
    let sizes = (3_u32..7, 0_u32..5, 2_i64..50, 1_i64..6, 0_i64..3);
    let lanes = (1_i64..9, 1_i64..9, 0_usize..4, 0_usize..4, 1_i64..3);
    let place = (any::<bool>(), any::<u64>(), any::<bool>(), 0_i64..3, 0_i64..2);
    let swizzle = prop::option::of((1_u32..4, 1_i32..4));
    (sizes, lanes, place, swizzle).prop_filter_map("legal", |(sizes, lanes, place, swizzle)| {
        let (bits, wide, rows, columns, pad) = sizes;
        let (bits, width) = (1_u32 << bits, 1_u32 << wide);
        let vector = i64::from(width * 8 / bits);
        if width > 16 || vector == 0 {
            return None;
        }
        let (x, y, s, t, vectors) = lanes;
        let (store, mask, all, base, iteration) = place;
        let columns = columns * vectors * vector;
        let plain = Layout::new((rows, columns), (columns + pad * vector, 1)).ok()?;
        let memory: AnyLayout = match swizzle {
            None => plain.into(),
            Some((count, shift)) => {
                let base = vector.trailing_zeros();
                let swizzle = Swizzle::new(count, base, shift.max(count as i32)).ok()?;
                ComposedLayout::new(swizzle, 0, &plain).ok()?.into()
            }
        };
        let strides = [0, 1, 2, rows * vector * vectors];
        // Down a column, lanes and the second iteration stay in it.
        let down =
            |count: i64, which: usize| if which < 3 { (count - 1) * strides[which] } else { 0 };
        if down(x, s) + down(y, t) + 1 >= rows {
            return None;
        }
        let tv = Layout::new(
            ((x, y), (vector, vectors), 2),
            ((strides[s], strides[t]), (rows, rows * vector), 1),
        );
        let tv = tv.ok().filter(|tv| tv.cosize() <= rows * columns)?;
        Some(Case {
            memory,
            bits,
            width,
            tv,
            direction: if store { Direction::Store } else { Direction::Load },
            active: if all { u64::MAX } else { mask },
            base: base * 16,
            at: At { iteration, instruction: vectors - 1, warp: 0 },
        })
    })
}

fn view() -> View {
    View::within(Limits::PICTURE.rows(4096).columns(4096).labels(1 << 20))
}

/// The lanes of each phase, as the vendors state or others have measured them.
fn phases(machine: &Machine, width: u32, direction: Direction) -> Vec<Vec<u32>> {
    let neighbours = |each: u32| {
        let starts = (0..machine.lanes).step_by(each as usize);
        starts.map(|start| (start..start + each).collect()).collect()
    };
    match (width, direction) {
        (16, Direction::Load) if machine.name == "cdna3" => {
            let groups = [[0, 20], [4, 16], [8, 28], [12, 24]];
            let groups = [0, 32].into_iter().flat_map(|base| groups.map(|group| (base, group)));
            let fours = |start: u32| start..start + 4;
            groups
                .map(|(base, group)| group.into_iter().flat_map(|at| fours(base + at)).collect())
                .collect()
        }
        (16, _) => neighbours(8),
        (8, _) => neighbours(16),
        _ => neighbours(32),
    }
}

fn said(lanes: &BTreeSet<u32>) -> String {
    let (Some(first), Some(last)) = (lanes.first(), lanes.last()) else { return String::new() };
    match (lanes.len(), last - first + 1) {
        (1, _) => first.to_string(),
        (count, span) if count == span as usize => format!("{first}-{last}"),
        _ => format!("{first}+"),
    }
}

/// The lanes that touch each piece of `bytes` bytes.
fn pieces(addresses: &BTreeMap<u32, i64>, width: u32, bytes: i64) -> BTreeMap<i64, BTreeSet<u32>> {
    let mut out: BTreeMap<i64, BTreeSet<u32>> = BTreeMap::new();
    for (lane, address) in addresses {
        for byte in *address..address + i64::from(width) {
            out.entry(byte.div_euclid(bytes)).or_default().insert(*lane);
        }
    }
    out
}

fn keys(lanes: &BTreeSet<u32>) -> Vec<u32> {
    lanes.iter().copied().collect()
}

/// One phase: each of its words is there, once, with its lanes, and marked if its bank has several.
fn check_phase(panel: &Panel, words: &BTreeMap<i64, BTreeSet<u32>>, lanes: &BTreeSet<u32>) {
    let mut in_bank: BTreeMap<i64, usize> = BTreeMap::new();
    words.keys().for_each(|word| *in_bank.entry(word.rem_euclid(32)).or_default() += 1);
    let mut seen = BTreeSet::new();
    let none = BTreeSet::new();
    for (_, column, cell) in panel.places() {
        let bank = cell.index.rem_euclid(32);
        assert_eq!((bank, cell.offset), (column as i64, 4 * cell.index));
        let lanes = words.get(&cell.index).unwrap_or(&none);
        assert_eq!(*cell.label, *said(lanes));
        assert_eq!(*cell.keys, *keys(lanes));
        assert_eq!(cell.marked, !lanes.is_empty() && in_bank[&bank] > 1);
        let fill = if lanes.is_empty() { Fill::Empty } else { Fill::tile(bank) };
        assert_eq!(cell.fill, fill);
        assert!(seen.insert(cell.index));
    }
    assert!(words.keys().all(|word| seen.contains(word)));
    let ways = in_bank.values().max().unwrap();
    let said = if *ways > 1 { format!("{ways}-way conflict") } else { "no conflict".to_owned() };
    assert!(panel.caption.ends_with(&format!(": {said}")), "{} {ways}", panel.caption);
    let named: BTreeSet<u32> = panel.caption.split([' ', ':']).nth(3).map(listed).unwrap();
    assert_eq!(&named, lanes);
}

/// `0-3,20-23` as lanes.
fn listed(text: &str) -> BTreeSet<u32> {
    let ranges = text.split(',').map(|range| range.split_once('-').unwrap_or((range, range)));
    let number = |text: &str| text.parse::<u32>().unwrap();
    ranges.flat_map(|(first, last)| number(first)..=number(last)).collect()
}

/// All elements of the tile that a lane touches are there, with the lane and the colour of the bank.
fn check_tile(panel: &Panel, case: &Case, addresses: &BTreeMap<u32, i64>) {
    let bits = i64::from(case.bits);
    let lanes_of = |offset: i64| -> BTreeSet<u32> {
        let (first, last) =
            ((offset * bits).div_euclid(8), (offset * bits + bits - 1).div_euclid(8));
        let touches = |address: i64| {
            address < case.base + last + 1 && case.base + first < address + i64::from(case.width)
        };
        addresses.iter().filter(|(_, address)| touches(**address)).map(|(lane, _)| *lane).collect()
    };
    let mut found = 0;
    for (.., cell) in panel.places() {
        let lanes = lanes_of(cell.offset);
        assert_eq!(Ok(cell.offset), case.memory.at_index(cell.index));
        assert_eq!(*cell.label, *said(&lanes));
        assert_eq!((cell.marked, &*cell.keys), (!lanes.is_empty(), &*keys(&lanes)));
        let byte = case.base + (cell.offset * bits).div_euclid(8);
        assert_eq!(cell.fill, Fill::tile(byte.div_euclid(4).rem_euclid(32)));
        found += usize::from(cell.marked);
    }
    let offsets = (0..case.memory.size()).map(|index| case.memory.at_index(index).unwrap());
    assert_eq!(found, offsets.filter(|offset| !lanes_of(*offset).is_empty()).count());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn words_are_in_their_phase(case in cases(), cdna in any::<bool>()) {
        let machine = if cdna { Machine::CDNA3 } else { Machine::NVIDIA };
        if !machine.has_width(case.width) {
            return Ok(());
        }
        let scene = banks(&case.memory, &case.access(), case.bits, &machine, Some(case.at), "", &view());
        let scene = scene.unwrap();
        let addresses = case.addresses(machine.lanes);
        let memory: Vec<&Panel> = scene.panels().filter(|panel| panel.shape.is_none()).collect();
        let mut shown = memory.iter();
        let all = phases(&machine, case.width, case.direction);
        let active = all.iter().filter(|lanes| lanes.iter().any(|lane| addresses.contains_key(lane)));
        let several = active.count() > 1;
        for (number, lanes) in all.iter().enumerate() {
            let mine = |lane: &u32| lanes.contains(lane);
            let mine: BTreeMap<u32, i64> =
                addresses.iter().filter(|(lane, _)| mine(lane)).map(|(lane, at)| (*lane, *at)).collect();
            if mine.is_empty() {
                continue;
            }
            let panel = shown.next().unwrap();
            let start = format!("phase {number}, lanes ");
            prop_assert!(panel.caption.starts_with(&start));
            prop_assert_eq!(panel.step.is_some(), several);
            check_phase(panel, &pieces(&mine, case.width, 4), &mine.keys().copied().collect());
        }
        prop_assert!(shown.next().is_none());
        // A tile in one row continues in the next; all others are as their modes are.
        if let Some(tile) = scene.panels().find(|panel| panel.shape.is_some()) {
            check_tile(tile, &case, &addresses);
        }
    }

    /// Before and after are the same lanes of the same elements, each with its own cost.
    #[test]
    fn before_and_after(case in cases()) {
        let plain = Layout::col_major(&case.memory.shape()).unwrap();
        let (access, machine) = (case.access(), Machine::NVIDIA);
        let both = [(&case.memory).into(), (&plain).into()];
        let scene = swizzled(both, &access, case.bits, &machine, Some(case.at), "", &view());
        // Down its columns, vectors along a row are none.
        let Ok(scene) = scene else { return Ok(()) };
        let one = |memory: &AnyLayout| banks(memory, &access, case.bits, &machine, Some(case.at), "", &view());
        let (before, after) = (one(&case.memory).unwrap(), one(&plain.into()).unwrap());
        let tiles: Vec<&Panel> = scene.panels().filter(|panel| panel.shape.is_some()).collect();
        for (tile, alone) in tiles.iter().zip([&before, &after]) {
            let alone = alone.panels().next().unwrap();
            prop_assert_eq!(&tile.cells, &alone.cells);
            let start = format!("{}: ", alone.caption);
            prop_assert!(tile.caption.starts_with(&start));
        }
        let labels = |panel: &Panel| -> Vec<(i64, Box<str>)> {
            panel.places().map(|(.., cell)| (cell.index, cell.label.clone())).collect()
        };
        let labelled: Vec<_> = tiles.iter().map(|tile| labels(tile)).collect();
        if case.memory.size() <= 32 {
            prop_assert_eq!(&labelled[0], &labelled[1]);
        }
    }

    #[test]
    fn sectors_of_bytes(case in cases()) {
        let scene = sectors(&case.memory, &case.access(), case.bits, &Machine::NVIDIA, Some(case.at), "", &view());
        let panel = &scene.unwrap().rows[0][0].clone();
        let addresses = case.addresses(32);
        let unit = i64::from(case.width.min(4));
        let touched = pieces(&addresses, case.width, unit);
        let sectors: BTreeSet<i64> = touched.keys().map(|piece| (piece * unit).div_euclid(32)).collect();
        let lines: BTreeSet<i64> = touched.keys().map(|piece| (piece * unit).div_euclid(128)).collect();
        let bytes = pieces(&addresses, case.width, 1).len();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let same = addresses.len() > 1 && addresses.values().collect::<BTreeSet<_>>().len() == 1;
        let ideal = if same { "broadcast".to_owned() } else { format!("ideal {}", bytes.div_ceil(32)) };
        let cost = format!(
            "{} sector{}, {ideal}; {} line{}",
            sectors.len(), plural(sectors.len()), lines.len(), plural(lines.len())
        );
        prop_assert_eq!(&panel.caption, &cost);
        prop_assert_eq!(panel.cells.len() as i64, lines.len() as i64 * 128 / unit);
        let none = BTreeSet::new();
        for (_, column, cell) in panel.places() {
            prop_assert!(lines.contains(&cell.offset.div_euclid(128)));
            prop_assert_eq!(column as i64, cell.offset.rem_euclid(128) / unit);
            prop_assert_eq!(cell.index, cell.offset.div_euclid(32));
            let lanes = touched.get(&cell.offset.div_euclid(unit)).unwrap_or(&none);
            prop_assert_eq!(&*cell.label, said(lanes));
            let fill = match lanes.first() {
                Some(lane) => Fill::tile(i64::from(*lane)),
                None if sectors.contains(&cell.index) => Fill::Grey,
                None => Fill::Empty,
            };
            prop_assert_eq!(cell.fill, fill);
        }
    }

    /// However narrow the output, every word is there, as long as there are rows for it.
    #[test]
    fn folded_rows(case in cases(), columns in 1_usize..40) {
        let view = View::within(Limits::PICTURE.rows(1 << 20).columns(columns));
        let scene = banks(&case.memory, &case.access(), case.bits, &Machine::NVIDIA, Some(case.at), "", &view);
        let whole = banks(&case.memory, &case.access(), case.bits, &Machine::NVIDIA, Some(case.at), "", &self::view());
        let memory = |scene: &Scene| -> Vec<Vec<Cell>> {
            scene.panels().filter(|panel| panel.shape.is_none()).map(|panel| panel.cells.clone()).collect()
        };
        let scene = scene.unwrap();
        prop_assert!(scene.panels().all(|panel| panel.columns() <= columns));
        prop_assert_eq!(memory(&scene), memory(&whole.unwrap()));
    }
}

/// Without a place, the instruction with the most ways, and the one with the most sectors.
#[test]
fn the_worst_instruction() {
    // The second vector of each lane is in one bank, the first is not.
    let memory = layout!((32,(2,8)):(1,(32,64)));
    let tv = layout!(((8,4),2):((32,1),2));
    let uneven: AnyLayout =
        "Sw<2,0,5> o 0 o (32,16):(1,32)".parse::<ComposedLayout>().unwrap().into();
    for memory in [AnyLayout::from(memory), uneven] {
        let access = Access::load(&tv, 4).unwrap();
        let machine = Machine::NVIDIA;
        let ways = |at| {
            let scene = banks(&memory, &access, 32, &machine, at, "", &view()).unwrap();
            scene.panels().last().unwrap().caption.clone()
        };
        let all: Vec<String> =
            (0..2).map(|instruction| ways(Some(At { instruction, ..At::default() }))).collect();
        let number = |caption: &String| {
            caption
                .split(": ")
                .nth(1)
                .unwrap()
                .split('-')
                .next()
                .unwrap()
                .parse::<u32>()
                .unwrap_or(1)
        };
        assert_eq!(number(&ways(None)), all.iter().map(number).max().unwrap());
    }
    // The second column begins inside a sector.
    let columns = Access::load(&layout!((32,2):(1,32)), 4).unwrap();
    let scene = sectors(&layout!((32,2):(1,36)), &columns, 32, &Machine::NVIDIA, None, "", &view());
    assert_eq!(scene.unwrap().rows[0][0].caption, "5 sectors, ideal 4; 2 lines");
}

/// `ldmatrix`: the addresses of the rows, phase by phase, and the marks of the first figure of every talk.
#[test]
fn matrices() {
    let plain = layout!((64,64):(64,1));
    let access = Access::matrices_along(&plain, 1, 16, Matrices::X4, Direction::Load).unwrap();
    let scene = banks(&plain, &access, 16, &Machine::NVIDIA, None, "", &view()).unwrap();
    let captions: Vec<&str> = scene.panels().map(|panel| &*panel.caption).collect();
    assert_eq!(
        captions,
        [
            "(64,64):(64,1)",
            "phase 0, lanes 0-7: 8-way conflict",
            "phase 1, lanes 8-15: 8-way conflict",
            "phase 2, lanes 16-23: 8-way conflict",
            "phase 3, lanes 24-31: 8-way conflict",
        ]
    );
    assert_eq!(scene.steps(), 4);
    for panel in &scene.rows[1] {
        assert_eq!(panel.cells.iter().filter(|cell| cell.marked).count(), 8 * 4);
    }
    // The tile is cut to the 16 x 16 elements that are touched, with their own coordinates beside them.
    let tile = &scene.rows[0][0];
    assert_eq!(
        (tile.rows(), tile.columns(), tile.down.levels[0][15].text.as_str()),
        (16, 16, "15")
    );
}

/// What is misaligned has no picture, but a reason.
#[test]
fn refused() {
    let access = Access::load(&layout!((32,2):(3,1)), 8).unwrap();
    let why = banks(&layout!(128:1), &access, 32, &Machine::NVIDIA, None, "", &view()).unwrap_err();
    assert_eq!(why.name(), "misaligned");
}

/// An instruction in which no lane takes part touches nothing, and can be drawn all the same.
#[test]
fn nobody() {
    let tile = layout!((4,4):(4,1));
    let access = Access::load(&layout!((4,1):(1,0)), 4).unwrap().active(0);
    let machine = Machine::NVIDIA;
    for scene in [
        banks(&tile, &access, 32, &machine, None, "", &view()).unwrap(),
        sectors(&tile, &access, 32, &machine, None, "", &view()).unwrap(),
        swizzled([(&tile).into(); 2], &access, 32, &machine, None, "", &view()).unwrap(),
    ] {
        assert!(scene.panels().flat_map(|panel| &panel.cells).all(|cell| !cell.marked));
        assert!(svg(&scene, None).ends_with("</svg>\n"));
        assert!(tikz(&scene).ends_with("\\end{document}\n"));
        assert!(html(&scene).ends_with("</html>\n"));
        assert!(!terminal(&scene, ColorDepth::None, 80).is_empty());
    }
}
