//! The gallery: layouts, operations, hardware.

use super::{Page, Section, asked, figure};

pub(super) const PAGE: Page =
    Page { path: "docs/gallery.md", introduction: INTRODUCTION, sections: GALLERY };

const INTRODUCTION: &str = "\
# Gallery

Every picture is drawn by the command below it, as SVG with light and dark colours. With `-o picture.html`,
`.tex`, `.png` or `.txt` the same command writes HTML that highlights the cells that belong together, TikZ,
PNG or text. The colours are those of Okabe and Ito, which colour-blind readers can tell apart, in tints on
which labels have a contrast of at least 4.5; the lightness of the ramp for offsets is monotonic.

`cargo xtask figures` draws all of them again; `cargo xtask figures --check` lists those that are not current.
";

/// The sections of the gallery.
const GALLERY: &[Section] = &[
    (
        "Layouts",
        &[
            figure(
                "row-major",
                &["(4,8):(8,1)"],
                "A row-major matrix: each cell shows its offset, and so does its shade.",
            ),
            figure(
                "nested",
                &["((2,2),(2,4)):((1,4),(2,8))"],
                "Nested modes are tiles, with borders and colours of their own, and their coordinates outside.",
            ),
            figure("rank-4", &["(4,4,2,2):(1,4,16,32)"], "Modes past the second are panels."),
            figure(
                "broadcast",
                &["(4,8):(1,0)", "--color-by", "offset"],
                "Stride 0 broadcasts: equal offsets have equal colours.",
            ),
            figure(
                "summary",
                &["(4096,65536):(1,4096)"],
                "A layout that is too large is drawn in blocks, each with its lowest and highest offset.",
            ),
        ],
    ),
    (
        "Colours, labels, marks",
        &[
            figure(
                "by-row",
                &["(8,8):(8,1)", "--color-by", "row", "--labels", "coord"],
                "Coloured by row, labelled by coordinate.",
            ),
            figure(
                "by-mode",
                &["((2,4),(4,2)):((1,8),(2,32))", "--color-by", "mode=1.0"],
                "Coloured by the coordinate in mode 1.0.",
            ),
            figure(
                "by-layout",
                &["(8,8):(8,1)", "--color-by", "layout=((2,4),(2,4)):((0,1),(0,4))"],
                "Coloured by the value of a second layout.",
            ),
            figure(
                "by-bank",
                &["(8,32):(33,1)", "--color-by", "bank=4"],
                "Coloured by memory bank, for elements of 4 bytes: with rows padded to 33, a column has no bank conflicts.",
            ),
            figure("slice", &["(8,8):(8,1)", "--slice", "(_,3)"], "A slice, marked."),
            figure(
                "bits",
                &["Sw<3,0,3> o 0 o (8,8):(8,1)", "--bits"],
                "The bits of the offset, made of those of the two modes: a swizzle as a matrix over XOR.",
            ),
            figure(
                "strip",
                &["(4,3):(2,3)", "--strip"],
                "The codomain: how often each offset occurs.",
            ),
            figure(
                "threads",
                &["((4,8),(2,2)):((32,1),(16,8))", "--tv", "(16,8)"],
                "A thread-value layout: which thread owns which element of a 16 x 8 tile, as which value.",
            ),
        ],
    ),
    (
        "Operations",
        &[
            figure(
                "composition",
                &["(6,2):(8,2) o (4,3):(3,1)"],
                "Composition: B selects elements of A.",
            ),
            figure(
                "coalesce",
                &["coalesce((2,(1,6)):(1,(6,2)))"],
                "Coalescing keeps the function: the same index has the same colour.",
            ),
            figure(
                "right-inverse",
                &["right_inverse((4,8):(8,1))"],
                "A right inverse maps offsets back to indices.",
            ),
            figure(
                "left-inverse",
                &["left_inverse((4,4):(1,6))"],
                "A left inverse: offsets that A does not have are not coloured.",
            ),
            figure(
                "swizzle",
                &["Sw<3,0,3> o 0 o (8,8):(8,1)"],
                "A swizzle, before and after: the colour is the value of the bits that it changes.",
            ),
            figure(
                "swizzle-slice",
                &["slice((3,_), Sw<3,0,3> o 0 o (8,8):(8,1))"],
                "A row of a swizzled layout is a plain layout again.",
            ),
            figure(
                "identity",
                &["make_identity_layout((4,(2,3)))"],
                "A layout whose values are coordinates.",
            ),
            figure(
                "layout-tv",
                &["make_layout_tv((4,8):(8,1), (2,2):(2,1))"],
                "A thread-value layout, made from a layout of threads and a layout of values.",
            ),
            figure(
                "thread",
                &["((4,8),(2,2)):((32,1),(16,8)) on (16,8)", "--thread", "5"],
                "The elements of one thread of a tensor-core fragment.",
            ),
            figure(
                "both-maps",
                &["make_layout_tv((2,3):(3,1), (2,1):(1,0))", "--both"],
                "Both maps of a thread-value layout: which cell a thread has, and which thread has a cell.",
            ),
            figure(
                "partition",
                &["partition((8,6):(1,8), ((3,2),2):((4,2),1) on (4,3), 5)"],
                "What a thread holds of a larger layout, and where.",
            ),
            figure(
                "local-tile",
                &["local_tile((7,6):(1,7), <4,3>, (1,0))"],
                "The tile of a block that overhangs.",
            ),
            figure(
                "flat-divide",
                &["flat_divide((8,8):(1,8), <4,4>)"],
                "A flat divide: rank 4, with a panel for each tile.",
            ),
        ],
    ),
    (
        "Hardware",
        &[
            asked(
                "bank-conflict",
                "bank",
                &["(64,64):(64,1)", "--bits", "16", "--access", "ldmatrix.x4"],
                "The matrices of `ldmatrix.x4`: eight rows of each, and all in the same banks.",
            ),
            asked(
                "swizzle-before-after",
                "swizzle",
                &[
                    "(64,64):(64,1)",
                    "--bits",
                    "16",
                    "--access",
                    "store:row:16B",
                    "--access",
                    "ldmatrix.x4",
                ],
                "An access without and with the swizzle that was found.",
            ),
            asked(
                "tiled-mma",
                "mma",
                &["SM80_16x8x16_F32F16F16F32_TN", "--atoms", "(2,2,1):(1,2,0)", "--thread", "22"],
                "A TiledMMA of 2 x 2 warps over its tile, one thread isolated.",
            ),
            asked(
                "tiled-copy",
                "copy",
                &[
                    "UniversalCopy<uint64_t>",
                    "--bits",
                    "16",
                    "--thr",
                    "(4,4):(4,1)",
                    "--val",
                    "(1,4)",
                ],
                "Source and destination of a TiledCopy.",
            ),
            asked(
                "sectors",
                "global",
                &[
                    "(128,100):(100,1)",
                    "--tv",
                    "((16,2),4):((512,1),128)",
                    "--bits",
                    "16",
                    "--width",
                    "8",
                ],
                "The sectors of a global access: rows that do not start on sectors.",
            ),
        ],
    ),
    (
        "The figures of CuTe's documentation",
        &[
            figure(
                "composition1",
                &["(12,(4,8)):(59,(13,1)) o <3:4,8:2>"],
                "composition1: a sublayout by mode.",
            ),
            figure(
                "composition2",
                &["(12,(4,8)):(59,(13,1)) o <3,8>"],
                "composition2: a shape as tiler.",
            ),
            figure(
                "complement1",
                &["complement((2,2):(1,6), 24)"],
                "complement1: A in grey, its copies in colours.",
            ),
            figure(
                "divide1",
                &["logical_divide((4,2,3):(2,1,8), 4:2)"],
                "divide1: six tiles of four elements.",
            ),
            figure(
                "divide2",
                &["logical_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)"],
                "divide2: tiles by mode.",
            ),
            figure(
                "divide3",
                &["zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)"],
                "divide3: the same tiles, each in a column.",
            ),
            figure(
                "product1",
                &["logical_product((2,2):(4,1), 6:1)"],
                "product1: six copies of A.",
            ),
            figure(
                "product2",
                &["logical_product((2,2):(4,1), (4,2):(2,1))"],
                "product2: eight copies, in the order of B.",
            ),
            figure(
                "product2d",
                &["logical_product((2,5):(5,1), <3:5,4:6>)"],
                "product2d: a product by mode.",
            ),
            figure(
                "productblocked2d",
                &["blocked_product((2,5):(5,1), (3,4):(1,3))"],
                "productblocked2d: copies of A as blocks, arranged like B.",
            ),
            figure(
                "productraked2d",
                &["raked_product((2,5):(5,1), (3,4):(1,3))"],
                "productraked2d: the same copies, interleaved.",
            ),
        ],
    ),
];
