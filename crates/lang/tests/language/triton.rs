//! Layouts of Triton against its definitions, written out: where each register of each lane of each warp is, and which
//! offset each element of shared memory has.

use proptest::prelude::*;
use tilework::{AnyLayout, Layout};
use tilework_lang::{Dialect, Document, Outcome, Reply, Scope, Value, print};

fn run(text: &str) -> Result<Value, tilework_lang::Diagnostic> {
    match Scope::new().run(text)? {
        Outcome::Value(value) | Outcome::Bound(_, value) => Ok(value),
        other => panic!("{text}: {other:?}"),
    }
}

fn read(text: &str) -> Value {
    run(text).unwrap_or_else(|error| panic!("{}", error.render(text)))
}

/// The tile, and for each thread the cells of its values.
fn owners(value: &Value) -> (Vec<i64>, Vec<Vec<i64>>) {
    let Value::Tv(tv) = value else { panic!("{value}") };
    let cells =
        |thread| (0..tv.values()).map(|value| tv.layout().at((thread, value)).unwrap()).collect();
    (tv.tile().leaves().to_vec(), (0..tv.threads()).map(cells).collect())
}

/// The coordinate of an index, the first axis of `order` fastest.
fn delinearize(mut index: i64, shape: &[i64], order: &[usize]) -> Vec<i64> {
    let mut out = vec![0; shape.len()];
    for &axis in order {
        out[axis] = index % shape[axis];
        index /= shape[axis];
    }
    out
}

/// The index of a cell, the first axis fastest.
fn cell(coordinate: &[i64], shape: &[i64]) -> i64 {
    coordinate.iter().zip(shape).rev().fold(0, |index, (c, extent)| index * extent + c)
}

/// A blocked layout, by arithmetic: a thread has a block of its own in each tile that all threads cover together,
/// tiles follow one another, and coordinates beyond the tensor wrap around.
fn blocked(sizes: [&[i64]; 3], order: &[usize], shape: &[i64]) -> Vec<Vec<i64>> {
    let [registers, lanes, warps] = sizes;
    let axes = 0..shape.len();
    let tile: Vec<i64> = axes.clone().map(|i| registers[i] * lanes[i] * warps[i]).collect();
    let tiles: Vec<i64> = axes.clone().map(|i| (shape[i] / tile[i]).max(1)).collect();
    let count = |sizes: &[i64]| sizes.iter().product::<i64>();
    let mut out = Vec::new();
    for thread in 0..count(lanes) * count(warps) {
        let lane = delinearize(thread % count(lanes), lanes, order);
        let warp = delinearize(thread / count(lanes), warps, order);
        let mut cells = Vec::new();
        for value in 0..count(registers) * count(&tiles) {
            let register = delinearize(value % count(registers), registers, order);
            let tile_number = delinearize(value / count(registers), &tiles, order);
            let coordinate: Vec<i64> = axes
                .clone()
                .map(|i| {
                    let inside = (warp[i] * lanes[i] + lane[i]) * registers[i] + register[i];
                    (tile_number[i] * tile[i] + inside) % shape[i]
                })
                .collect();
            cells.push(cell(&coordinate, shape));
        }
        out.push(cells);
    }
    out
}

fn blocked_text(sizes: [&[i64]; 3], order: &[usize]) -> String {
    let [registers, lanes, warps] = sizes;
    format!(
        "#ttg.blocked<{{sizePerThread = {registers:?}, threadsPerWarp = {lanes:?}, warpsPerCTA = {warps:?}, \
         order = {order:?}}}>"
    )
}

fn is_blocked(sizes: [&[i64]; 3], order: &[usize], shape: &[i64]) {
    let dims: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    let text = format!("tensor<{dims}f16, {}>", blocked_text(sizes, order));
    let found = owners(&read(&text));
    assert_eq!(found, (shape.to_vec(), blocked(sizes, order, shape)), "{text}");
    // Alone, it is that of the tile that all threads cover once.
    let tile: Vec<i64> =
        (0..shape.len()).map(|i| sizes.iter().map(|level| level[i]).product()).collect();
    let own = owners(&read(&blocked_text(sizes, order)));
    assert_eq!(own, (tile.clone(), blocked(sizes, order, &tile)), "{text}");
    // And what is printed reads as the same owners.
    if let Ok(printed) = print(&read(&text), Dialect::Triton) {
        assert_eq!(owners(&read(&printed)), found, "{printed}");
    }
}

fn powers(rank: usize, most: u32) -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec((0..=most).prop_map(|bits| 1_i64 << bits), rank)
}

proptest! {
    #[test]
    fn blocked_layouts(
        (registers, lanes, warps, shape, order) in (1_usize..4).prop_flat_map(|rank| {
            let order = Just((0..rank).collect::<Vec<usize>>()).prop_shuffle();
            (powers(rank, 2), powers(rank, 2), powers(rank, 1), powers(rank, 5), order)
        })
    ) {
        is_blocked([&registers, &lanes, &warps], &order, &shape);
    }

    #[test]
    fn linear_layouts(
        bits in prop::collection::vec((0_i64..16, 0_i64..8), 8),
        split in (0_usize..4, 0_usize..3, 0_usize..2),
    ) {
        // The extents are half of the largest bases, or more than that.
        let (registers, rest) = bits.split_at(split.0);
        let (lanes, rest) = rest.split_at(split.1);
        let (warps, blocks) = rest.split_at(split.2);
        let list = |bases: &[(i64, i64)]| {
            let items: Vec<String> = bases.iter().map(|(a, b)| format!("[{a}, {b}]")).collect();
            format!("[{}]", items.join(", "))
        };
        let text = format!(
            "#ttg.linear<{{register = {}, lane = {}, warp = {}, block = {}}}>",
            list(registers), list(lanes), list(warps), list(blocks)
        );
        let extent = |values: Vec<i64>| {
            (0..).map(|bits| 1_i64 << bits).find(|&size| values.iter().all(|&value| value < size)).unwrap()
        };
        let shape = vec![
            extent(bits.iter().map(|basis| basis.0).collect()),
            extent(bits.iter().map(|basis| basis.1).collect()),
        ];
        let threads: Vec<(i64, i64)> = [lanes, warps, blocks].concat();
        let of = |bases: &[(i64, i64)], index: usize| {
            bases.iter().enumerate().filter(|(bit, _)| index >> bit & 1 == 1)
                .fold((0, 0), |sum, (_, basis)| (sum.0 ^ basis.0, sum.1 ^ basis.1))
        };
        let expected: Vec<Vec<i64>> = (0..1_usize << threads.len())
            .map(|thread| {
                (0..1_usize << registers.len())
                    .map(|value| {
                        let (t, v) = (of(&threads, thread), of(registers, value));
                        cell(&[t.0 ^ v.0, t.1 ^ v.1], &shape)
                    })
                    .collect()
            })
            .collect();
        let value = read(&text);
        prop_assert_eq!(owners(&value), (shape, expected), "{}", text);
        // Blocks become warps: threads are threads.
        let printed = print(&value, Dialect::Triton).unwrap();
        prop_assert_eq!(owners(&read(&printed)), owners(&value), "{}", printed);
    }
}

/// Every blocked layout of two axes with few threads, for tensors that are smaller and larger.
#[test]
fn small_blocked_layouts() {
    for bits in 0..64 {
        let pair = |at: u32| [1_i64 << (bits >> at & 1), 1_i64 << (bits >> (at + 1) & 1)];
        let (registers, lanes, warps) = (pair(0), pair(2), pair(4));
        for shape in [[1, 1], [1, 8], [2, 4], [4, 4], [8, 2], [16, 16]] {
            for order in [[0, 1], [1, 0]] {
                is_blocked([&registers, &lanes, &warps], &order, &shape);
            }
        }
    }
}

/// The element of a row and a column, by Triton's description: vectors of a row are exchanged by the phase of the row.
#[test]
fn swizzled_shared_memory() {
    for (rows, columns) in [(8, 8), (16, 32), (64, 64), (4, 16)] {
        for vec in [1, 2, 4, 8] {
            for per_phase in [1, 2, 4] {
                for max_phase in [1, 2, 4, 8] {
                    if vec * max_phase > columns {
                        continue;
                    }
                    for transposed in [false, true] {
                        let (order, shape) = match transposed {
                            false => ("[1, 0]", [rows, columns]),
                            true => ("[0, 1]", [columns, rows]),
                        };
                        let text = format!(
                            "!ttg.memdesc<{}x{}xf16, #ttg.swizzled_shared<{{vec = {vec}, perPhase = {per_phase}, \
                             maxPhase = {max_phase}, order = {order}}}>, #ttg.shared_memory, mutable>",
                            shape[0], shape[1]
                        );
                        let layout = any(&read(&text));
                        for row in 0..rows {
                            for column in 0..columns {
                                let phase = row / per_phase % max_phase;
                                let offset =
                                    row * columns + ((column / vec) ^ phase) * vec + column % vec;
                                let at = if transposed { (column, row) } else { (row, column) };
                                assert_eq!(layout.at(at).unwrap(), offset, "{text} {at:?}");
                            }
                        }
                        let printed = print(&layout.into(), Dialect::Triton).unwrap();
                        assert!(any(&read(&printed)).same_function(&layout).unwrap(), "{printed}");
                    }
                }
            }
        }
    }
}

fn any(value: &Value) -> AnyLayout {
    match value {
        Value::Layout(layout) => (**layout).into(),
        Value::Composed(composed) => (**composed).into(),
        other => panic!("{other}"),
    }
}

/// A layout has a notation exactly if it is a permutation of offsets that is linear over XOR; then the same function of
/// the same extents is read.
#[test]
fn memory_layouts() {
    let extents = [1_i64, 2, 3, 4];
    let strides = [-1, 0, 1, 2, 3, 4, 8];
    let mut printed = 0;
    for a in extents {
        for b in extents {
            for s in strides {
                for t in strides {
                    let layout = Layout::new((a, b), (s, t)).unwrap();
                    let size = a * b;
                    let table: Vec<i64> = layout.offsets().collect();
                    let mut sorted = table.clone();
                    sorted.sort_unstable();
                    let linear = (0..size).all(|x| {
                        (0..size).all(|y| {
                            let at = |index: i64| table.get(index as usize).copied();
                            size.count_ones() != 1
                                || at(x ^ y) == Some(table[x as usize] ^ table[y as usize])
                        })
                    });
                    let powers = [a, b].iter().all(|extent| extent.count_ones() == 1);
                    let has = powers && linear && size > 1 && sorted.into_iter().eq(0..size);
                    match print(&Value::from(layout), Dialect::Triton) {
                        Ok(text) => {
                            assert!(has, "{layout}: {text}");
                            let again = any(&read(&text));
                            assert!(again.offsets().eq(table), "{layout}: {text}");
                            assert_eq!(again.shape().product_each().unwrap().leaves(), [a, b]);
                            printed += 1;
                        }
                        Err(error) => {
                            assert!(!has, "{layout}: {error}");
                            assert!(error.kind == "unsupported" && error.help.is_some(), "{error}");
                        }
                    }
                }
            }
        }
    }
    assert!(printed > 10);
}

const BLOCKED: &str = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>";

#[test]
fn pasted() {
    for (text, value) in [
        (BLOCKED, "((4,32),4):((128,1),32) on (32,16)"),
        (&format!("#blocked = {BLOCKED}"), "((4,32),4):((128,1),32) on (32,16)"),
        (&format!("A = {BLOCKED}"), "((4,32),4):((128,1),32) on (32,16)"),
        (&BLOCKED.replace("ttg.", "triton_gpu."), "((4,32),4):((128,1),32) on (32,16)"),
        (
            &BLOCKED.replace(
                ", order = [1, 0]",
                ", order = [1, 0], CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]",
            ),
            "((4,32),4):((128,1),32) on (32,16)",
        ),
        // Two blocks share the rows.
        (
            &BLOCKED.replace(
                ", order = [1, 0]",
                ", order = [1, 0], CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], CTAOrder = [1, 0]",
            ),
            "((4,64),4):((256,1),64) on (64,16)",
        ),
        (
            &BLOCKED.replace(", order = [1, 0]", ", order = [1, 0], CGALayout = [[1, 0]]"),
            "((4,64),4):((256,1),64) on (64,16)",
        ),
        // Two blocks with the same data.
        (
            &BLOCKED.replace(
                ", order = [1, 0]",
                ", order = [1, 0], CTAsPerCGA = [2, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]",
            ),
            "((4,32,2),4):((128,1,0),32) on (32,16)",
        ),
        (
            &format!("tensor<64x32xf16, {BLOCKED}>"),
            "((4,32),(4,2,2)):((256,1),(64,1024,32)) on (64,32)",
        ),
        (
            &format!("tensor<64x32x!tt.ptr<f16>, {BLOCKED}>"),
            "((4,32),(4,2,2)):((256,1),(64,1024,32)) on (64,32)",
        ),
        (
            &format!(
                "#blocked = {BLOCKED}\n#smem = #ttg.shared_memory\ntensor<64x32xf16, #blocked>"
            ),
            "((4,32),(4,2,2)):((256,1),(64,1024,32)) on (64,32)",
        ),
        (&format!("coverage({BLOCKED})"), "true"),
        (&format!("#ttg.slice<{{dim = 1, parent = {BLOCKED}}}>"), "((4,32),1):((0,1),0) on (32)"),
        (
            &format!(
                "#blocked = {BLOCKED}\ntensor<128xf32, #ttg.slice<{{dim = 1, parent = #blocked}}>>"
            ),
            "((4,32),4):((0,1),32) on (128)",
        ),
        (
            "#linear = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>",
            "(128,2):(2,1) on (256)",
        ),
        (
            "tensor<16x8xf16, #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], \
             warp = [], block = []}>>",
            "((4,8),(2,2)):((32,1),(16,8)) on (16,8)",
        ),
        (
            "- register=1 -> (0, 1)\n   register=2 -> (8, 0)\n - lane=1 -> (0, 2)\n   lane=2 -> (0, 4)\n   \
             lane=4 -> (1, 0)\n   lane=8 -> (2, 0)\n   lane=16 -> (4, 0)\n - warp is a size 1 dimension\n - block is a \
             size 1 dimension\nwhere out dims are: [dim0 (size 16), dim1 (size 8)]",
            "((4,8),(2,2)):((32,1),(16,8)) on (16,8)",
        ),
        (
            " - offset=1 -> (0, 1)\n   offset=2 -> (1, 1)\nwhere out dims are: [dim0 (size 2), dim1 (size 2)]",
            "Sw<1,0,1> o 0 o (2,2):(2,1)",
        ),
        (" - i=1 -> (2)\n - j=1 -> (1)\nwhere out dims are: [x (size 4)]", "(2,2):(2,1)"),
        (
            "#shared = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]]}, alignment = 16>",
            "Sw<1,1,2> o 0 o (4,4):(4,1)",
        ),
        (
            "!ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #smem, mutable>",
            "Sw<3,3,3> o 0 o (64,64):(64,1)",
        ),
        (
            "!triton_gpu.memdesc<64x64xf16, #triton_gpu.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1], \
             hasLeadingOffset = false}>>",
            "(64,64):(1,64)",
        ),
        ("(4,8):(1,4) # ttg.blocked", "(4,8):(1,4)"),
        ("(4,8):(1,4) #ttg.shared_memory", "(4,8):(1,4)"),
    ] {
        assert_eq!(read(text).to_string(), value, "{text}");
    }
}

#[test]
fn refused() {
    for (text, part) in [
        ("tensor<64x32xf16, #blocked>", "#blocked"),
        ("tensor<64x32xf16>", "tensor<64x32xf16"),
        ("tensor<64x?xf16, #ttg.blocked<{}>>", "?"),
        ("tensor<6x8xf16, #blocked>", "6"),
        (&BLOCKED.replace("[1, 4]", "[1, 3]"), &BLOCKED.replace("[1, 4]", "[1, 3]")),
        (
            "#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1]}>",
            "#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1]}>",
        ),
        (
            "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
            "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
        ),
        (
            "#ttg.shared_linear<{offset = [[0, 1], [0, 0], [1, 0]]}, alignment = 16>",
            "#ttg.shared_linear<{offset = [[0, 1], [0, 0], [1, 0]]}, alignment = 16>",
        ),
        (
            "#ttg.linear<{register = [], lane = [], warp = [], block = []}>",
            "#ttg.linear<{register = [], lane = [], warp = [], block = []}>",
        ),
        (
            "tensor<8x8xf16, #ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = []}>>",
            "tensor<8x8xf16, #ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = []}>>",
        ),
    ] {
        let error = run(text).expect_err(text);
        assert_eq!(
            (error.kind, &text[error.span()]),
            ("unsupported", part),
            "{}",
            error.render(text)
        );
        assert!(error.help.is_some(), "{error}");
    }
    for text in [
        "#ttg.blocked<{}>",
        "#ttg.blocked<{order = [0, 0]}>",
        &BLOCKED.replace("order = [1, 0]", "order = [1, 1]"),
        "#ttg.linear<{register = [[0, 1], [1]]}>",
        "#ttg.linear<{register = [[0, -1]]}>",
        "#ttg.blocked<",
        "tensor<4x4xf16, ",
        "#a = #ttg.blocked",
        &"#ttg.slice<{dim = 0, parent = ".repeat(20_000),
        &(String::from("#a = #ttg.linear<{lane = [[1]]}>\n")
            + &"#a = #ttg.slice<{dim = 0, parent = #a}>\n".repeat(2_000)),
        &format!("#ttg.linear<{{lane = [{}]}}>", "[4611686018427387904],".repeat(100)),
        &format!("#ttg.blocked<{{order = [{}]}}>", "0,".repeat(20_000)),
    ] {
        assert!(run(text).is_err(), "{text}");
    }
}

/// A table is one value among the lines of a document, and lines that only begin like one are lines.
#[test]
fn tables_in_documents() {
    let table = " - register=1 -> (0, 1)\n   register=2 -> (8, 0)\n - lane=1 -> (0, 2)\n   lane=2 -> (0, 4)\n   \
                 lane=4 -> (1, 0)\n   lane=8 -> (2, 0)\n   lane=16 -> (4, 0)\n - warp is a size 1 dimension\n\
                 where out dims are: [dim0 (size 16), dim1 (size 8)]";
    let text = format!("A = 4:1\n{table}\nsize(A)\n - register=1 -> (0, 1)\nsize(A)");
    let mut document = Document::new();
    let mut scope = Scope::new();
    let mut replies: Vec<_> =
        text.lines().flat_map(|line| document.line(&mut scope, line)).collect();
    replies.extend(document.end(&mut scope));
    let values: Vec<String> = replies
        .iter()
        .map(|reply| match &reply.came {
            Reply::Did(answered) => match &answered.outcome {
                Outcome::Value(value) => format!("{}: {value}", reply.line),
                _ => "bound".to_owned(),
            },
            _ => format!("{}: none", reply.line),
        })
        .collect();
    let table = "2: ((4,8),(2,2)):((32,1),(16,8)) on (16,8)";
    assert_eq!(values, ["bound", table, "11: 4", "12: none", "13: 4"]);
}

/// Bases are bits of coordinates, which count leftmost fastest: in the other order they are refused.
#[test]
fn only_leftmost_fastest() {
    let mut lex = Scope::in_order(tilework::Order::Lex);
    let text = "#ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0]], warp = [], block = []}>";
    assert_eq!(lex.run(text).unwrap_err().kind, "usage");
    assert_eq!(lex.run(&format!("P = {text}")).unwrap_err().kind, "usage");
    let request = r#"{"ask": "evaluate", "input": "4:1", "as": "triton", "order": "lex"}"#;
    assert!(tilework_lang::report::respond(&mut lex, request).json.contains("lexicographic"));
}
