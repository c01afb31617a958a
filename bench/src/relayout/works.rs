//! What is moved: the works, each with two layouts, a definition by hand and the goals.

use tilework::Layout;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    U8,
    U16,
    F32,
    F64,
}

impl Element {
    pub(crate) const fn bytes(self) -> usize {
        match self {
            Element::U8 => 1,
            Element::U16 => 2,
            Element::F32 => 4,
            Element::F64 => 8,
        }
    }

    /// As numpy calls it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Element::U8 => "uint8",
            Element::U16 => "uint16",
            Element::F32 => "float32",
            Element::F64 => "float64",
        }
    }
}

/// How fast it should be: in units of `memcpy`, of a non-temporal copy and of the best peer.
#[derive(Clone, Copy, Default)]
pub(crate) struct Goals {
    pub(crate) libc: Option<f64>,
    pub(crate) streaming: Option<f64>,
    pub(crate) peer: Option<f64>,
}

pub(crate) struct Work {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) element: Element,
    pub(crate) dst: Layout,
    pub(crate) src: Layout,
    /// Which element of the source belongs at an offset of the destination, without any algebra.
    pub(crate) definition: fn(usize) -> usize,
    pub(crate) goals: Goals,
}

/// One loop of the movement, as the peers are told it: an extent and two strides, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) extent: usize,
    pub(crate) dst: usize,
    pub(crate) src: usize,
}

impl Work {
    pub(crate) fn is_small(&self) -> bool {
        self.dst.size() < 1 << 16
    }

    /// The bytes of the elements that are moved: as many are read and as many written.
    pub(crate) fn bytes(&self) -> usize {
        self.dst.size() as usize * self.element.bytes()
    }

    pub(crate) fn dst_bytes(&self) -> usize {
        self.dst.cosize() as usize * self.element.bytes()
    }

    pub(crate) fn src_bytes(&self) -> usize {
        self.src.cosize() as usize * self.element.bytes()
    }

    /// The movement in the order of the destination, outermost first: its array is row-major, and
    /// what is contiguous on both sides is one axis. Thus every peer gets its best case.
    pub(crate) fn axes(&self) -> Vec<Axis> {
        let mut modes = common(&self.dst, &self.src);
        modes.sort_by_key(|axis| axis.dst);
        let mut axes: Vec<Axis> = vec![];
        for axis in modes {
            match axes.last_mut() {
                Some(last)
                    if axis.dst == last.extent * last.dst && axis.src == last.extent * last.src =>
                {
                    last.extent *= axis.extent;
                }
                _ => axes.push(axis),
            }
        }
        axes.reverse();
        axes
    }
}

/// The modes of two layouts, cut so that they agree: the extents of the works divide each other.
fn common(dst: &Layout, src: &Layout) -> Vec<Axis> {
    let modes = |layout: &Layout| -> Vec<(usize, usize)> {
        let modes = layout.leaf_modes().iter();
        modes.rev().map(|mode| (mode.extent as usize, mode.stride as usize)).collect()
    };
    let (mut to, mut from) = (modes(dst), modes(src));
    let mut axes = vec![];
    while let (Some((n, d)), Some((m, s))) = (to.pop(), from.pop()) {
        let extent = n.min(m);
        assert!(n % extent == 0 && m % extent == 0, "{dst} and {src} have no common refinement");
        if n > extent {
            to.push((n / extent, d * extent));
        }
        if m > extent {
            from.push((m / extent, s * extent));
        }
        if extent > 1 {
            axes.push(Axis { extent, dst: d, src: s });
        }
    }
    axes
}

fn layout(text: &str) -> Layout {
    text.parse().expect("the works are well-formed")
}

/// A matrix stored as tiles: each tile contiguous, the tiles one after the other.
fn blocked(tile: &str, tiles: &str) -> Layout {
    layout(tile).blocked_product(&layout(tiles)).expect("the works are well-formed")
}

/// The same, but a tile has elements from everywhere in the matrix.
fn raked(tile: &str, tiles: &str) -> Layout {
    layout(tile).raked_product(&layout(tiles)).expect("the works are well-formed")
}

fn goals(libc: f64, streaming: f64, peer: f64) -> Goals {
    let some = |goal: f64| (goal > 0.0).then_some(goal);
    Goals { libc: some(libc), streaming: some(streaming), peer: some(peer) }
}

/// The offset in a row-major `4096 x 4096` matrix.
fn at(i: usize, j: usize) -> usize {
    4096 * i + j
}

/// Row and column of the k-th element of `4096 x 4096` stored as row-major tiles of `R x C`.
fn tile<const R: usize, const C: usize>(k: usize) -> (usize, usize) {
    let (tile, within) = (k / (R * C), k % (R * C));
    let across = 4096 / C;
    (tile / across * R + within / C, tile % across * C + within % C)
}

/// Where an element of the matrix is in those tiles.
fn tile_offset<const R: usize, const C: usize>(i: usize, j: usize) -> usize {
    (i / R * (4096 / C) + j / C) * (R * C) + i % R * C + j % C
}

pub(crate) fn works() -> Vec<Work> {
    use Element::{F32, F64, U8, U16};
    let rows = "(4096,4096):(4096,1)";
    let columns = "(4096,4096):(1,4096)";
    let transposed: fn(usize) -> usize = |k| at(k % 4096, k / 4096);
    let (tall, tiles) = ("(128,64):(64,1)", "(32,64):(64,1)");
    let tall_columns = "(128,64):(1,128)";
    let (core, cores) = ("(8,8):(8,1)", "(512,512):(512,1)");
    let (nchw, nhwc) = ("(32,64,56,56):(200704,3136,56,1)", "(32,64,56,56):(200704,1,3584,64)");
    let to_nhwc: fn(usize) -> usize = |k| k / 200704 * 200704 + k % 64 * 3136 + k / 64 % 3136;
    let pixels = "(4194304,4):(4,1)";
    let planes = "(4194304,4):(1,4194304)";
    let rgb = "(16777216,3):(3,1)";
    let rgb_planes = "(16777216,3):(1,16777216)";
    let work =
        |name, title, element, dst: &str, src: &str, definition: fn(usize) -> usize, goals| Work {
            name,
            title,
            element,
            dst: layout(dst),
            src: layout(src),
            definition,
            goals,
        };
    let pack = |name, title, dst: Layout, definition: fn(usize) -> usize, goals| Work {
        name,
        title,
        element: F32,
        dst,
        src: layout(rows),
        definition,
        goals,
    };
    let unpack = |name, title, src: Layout, definition: fn(usize) -> usize, goals| Work {
        name,
        title,
        element: F32,
        dst: layout(rows),
        src,
        definition,
        goals,
    };
    vec![
        work("a", "4096x4096 transpose", F32, columns, rows, transposed, goals(1.1, 0.65, 1.8)),
        work(
            "b",
            "8192x8192 transpose",
            F32,
            "(8192,8192):(1,8192)",
            "(8192,8192):(8192,1)",
            |k| k % 8192 * 8192 + k / 8192,
            goals(0.0, 0.65, 1.8),
        ),
        work("c", "NCHW to NHWC, 32x64x56x56", F32, nhwc, nchw, to_nhwc, goals(1.1, 0.6, 1.25)),
        work(
            "d",
            "(32,32,32,32,8) permuted by (4,2,0,3,1)",
            F32,
            "(32,32,32,32,8):(1024,1,32768,32,1048576)",
            "(32,32,32,32,8):(262144,8192,256,8,1)",
            |k| {
                let (i1, i3, i0) = (k % 32, k / 32 % 32, k / 1024 % 32);
                let (i2, i4) = (k / 32768 % 32, k / 1048576);
                i0 * 262144 + i1 * 8192 + i2 * 256 + i3 * 8 + i4
            },
            goals(1.0, 0.55, 1.4),
        ),
        pack(
            "e1",
            "pack into 128x64 tiles",
            blocked(tall, tiles),
            |k| {
                let (i, j) = tile::<128, 64>(k);
                at(i, j)
            },
            goals(1.45, 0.85, 1.6),
        ),
        pack(
            "e2",
            "pack into 8x8 core matrices",
            blocked(core, cores),
            |k| {
                let (i, j) = tile::<8, 8>(k);
                at(i, j)
            },
            goals(1.4, 0.8, 1.25),
        ),
        pack(
            "e3",
            "pack into column-major 128x64 tiles",
            blocked(tall_columns, tiles),
            |k| {
                let (tile, within) = (k / 8192, k % 8192);
                at(tile / 64 * 128 + within % 128, tile % 64 * 64 + within / 128)
            },
            goals(1.1, 0.6, 1.35),
        ),
        unpack(
            "f1",
            "unpack 128x64 tiles",
            blocked(tall, tiles),
            |k| tile_offset::<128, 64>(k / 4096, k % 4096),
            goals(1.45, 0.85, 1.6),
        ),
        unpack(
            "f2",
            "unpack 8x8 core matrices",
            blocked(core, cores),
            |k| tile_offset::<8, 8>(k / 4096, k % 4096),
            goals(1.4, 0.8, 1.25),
        ),
        unpack(
            "f3",
            "unpack column-major 128x64 tiles",
            blocked(tall_columns, tiles),
            |k| {
                let (i, j) = (k / 4096, k % 4096);
                (i / 128 * 64 + j / 64) * 8192 + j % 64 * 128 + i % 128
            },
            goals(1.35, 0.7, 2.0),
        ),
        work(
            "g1",
            "deinterleave by 4",
            F32,
            planes,
            pixels,
            |k| k % 4194304 * 4 + k / 4194304,
            goals(1.1, 0.6, 1.0),
        ),
        work(
            "g2",
            "interleave by 4",
            F32,
            pixels,
            planes,
            |k| k % 4 * 4194304 + k / 4,
            goals(1.4, 0.75, 1.2),
        ),
        pack(
            "g3",
            "pack into raked 128x64 tiles",
            raked(tall, tiles),
            |k| {
                let (tile, within) = (k / 8192, k % 8192);
                at(within / 64 * 32 + tile / 64, within % 64 * 64 + tile % 64)
            },
            goals(1.25, 0.65, 1.9),
        ),
        work(
            "h1",
            "RGB pixels of u8 to planes",
            U8,
            rgb_planes,
            rgb,
            |k| k % 16777216 * 3 + k / 16777216,
            Goals::default(),
        ),
        work(
            "h2",
            "planes to RGB pixels of u8",
            U8,
            rgb,
            rgb_planes,
            |k| k % 3 * 16777216 + k / 3,
            Goals::default(),
        ),
        work(
            "i",
            "leading dimension 4100 to 4096",
            F32,
            rows,
            "(4096,4096):(4100,1)",
            |k| k / 4096 * 4100 + k % 4096,
            goals(1.5, 0.95, 1.4),
        ),
        work(
            "odd",
            "4001x4003 transpose",
            F32,
            "(4001,4003):(1,4001)",
            "(4001,4003):(4003,1)",
            |k| k % 4001 * 4003 + k / 4001,
            goals(0.75, 0.0, 1.2),
        ),
        work("a-u8", "a in u8", U8, columns, rows, transposed, goals(0.75, 0.0, 3.0)),
        work("a-u16", "a in u16", U16, columns, rows, transposed, goals(0.85, 0.0, 4.0)),
        work("a-f64", "a in f64", F64, columns, rows, transposed, goals(0.95, 0.0, 1.2)),
        work("c-f64", "c in f64", F64, nhwc, nchw, to_nhwc, Goals::default()),
        work(
            "64x64",
            "64x64 transpose",
            F32,
            "(64,64):(1,64)",
            "(64,64):(64,1)",
            |k| k % 64 * 64 + k / 64,
            Goals::default(),
        ),
        work(
            "16x16",
            "16x16 transpose",
            F32,
            "(16,16):(1,16)",
            "(16,16):(16,1)",
            |k| k % 16 * 16 + k / 16,
            Goals::default(),
        ),
    ]
}
