//! `cargo xtask figures`: the pictures of the documents, drawn by the command from their
//! expressions, and the gallery that shows them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::process::{cargo, command, output, read, root, run, target_dir, text, write};

/// A picture: its name, the arguments of `tilework draw`, and its caption.
struct Figure {
    name: &'static str,
    args: &'static [&'static str],
    caption: &'static str,
}

const fn figure(
    name: &'static str,
    args: &'static [&'static str],
    caption: &'static str,
) -> Figure {
    Figure { name, args, caption }
}

/// The sections of the gallery.
const GALLERY: &[(&str, &[Figure])] = &[
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

const FOLDER: &str = "docs/figures";
const PAGE: &str = "docs/gallery.md";

const INTRODUCTION: &str = "\
# Gallery

Every picture is drawn by the command below it, as SVG with light and dark colours. With `-o picture.html`,
`.tex`, `.png` or `.txt` the same command writes HTML that highlights the cells that belong together, TikZ,
PNG or text. The colours are those of Okabe and Ito, which colour-blind readers can tell apart, in tints on
which labels have a contrast of at least 4.5; the lightness of the ramp for offsets is monotonic.

`cargo xtask figures` draws all of them again; `cargo xtask figures --check` lists those that are not current.
";

/// Draws all figures and writes the gallery; or only says which would change.
pub(crate) fn figures(check: bool) -> Result<(), String> {
    run(&mut cargo("build --quiet --release --package tilework-cli"))?;
    let files = draw(&target_dir().join("release").join("tilework"))?;
    if check { current(&files) } else { write_all(&files) }
}

/// Whether all figures are what this command draws.
pub(crate) fn check(tool: &Path) -> Result<(), String> {
    current(&draw(tool)?)
}

/// All files, with their contents.
fn draw(tool: &Path) -> Result<Vec<(String, String)>, String> {
    let mut page = INTRODUCTION.to_owned();
    let mut files = Vec::new();
    for (section, figures) in GALLERY {
        let _ = write!(page, "\n## {section}\n");
        for Figure { name, args, caption } in *figures {
            let mut draw = command(tool, "draw --format svg");
            draw.args(*args);
            let svg = output(&mut draw).ok_or_else(|| text(&draw))?;
            files.push((format!("{FOLDER}/{name}.svg"), svg));
            let typed: Vec<_> = args.iter().map(|arg| quoted(arg)).collect();
            let typed = typed.join(" ");
            let _ = write!(
                page,
                "\n{caption}\n\n![{name}](figures/{name}.svg)\n\n```sh\ntilework draw {typed} -o {name}.svg\n```\n"
            );
        }
    }
    files.push((PAGE.to_owned(), page));
    Ok(files)
}

/// As one types it in a shell.
fn quoted(arg: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-=._".contains(c);
    if arg.chars().all(plain) { arg.to_owned() } else { format!("\"{arg}\"") }
}

fn write_all(files: &[(String, String)]) -> Result<(), String> {
    let folder = root().join(FOLDER);
    // What is no longer drawn goes.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
    for (path, text) in files {
        write(path, text)?;
    }
    println!("{} files written", files.len());
    Ok(())
}

fn current(files: &[(String, String)]) -> Result<(), String> {
    let is = |path: &str, text: &str| read(path).is_ok_and(|old| old == text);
    let mut stale: Vec<&str> = files
        .iter()
        .filter(|(path, text)| !is(path, text))
        .map(|(path, _)| path.as_str())
        .collect();
    let drawn = |path: &Path| files.iter().any(|(file, _)| root().join(file) == path);
    let folder = fs::read_dir(root().join(FOLDER)).map_err(|why| format!("{FOLDER}: {why}"))?;
    if folder.flatten().any(|entry| !drawn(&entry.path())) {
        stale.push("a file that nothing draws");
    }
    match stale.as_slice() {
        [] => Ok(()),
        stale => Err(format!("not current, run `cargo xtask figures`: {}", stale.join(", "))),
    }
}
