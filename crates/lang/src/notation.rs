//! What can be written besides operations: notation, operators and statements, as one table.
//!
//! Help and the page of the language read it.

/// A notation, what it means, and an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// How it is written.
    pub written: &'static str,
    /// Other words to ask for it: a sign alone, or what it looks like.
    pub words: &'static [&'static str],
    /// What it means.
    pub meaning: &'static str,
    /// A statement with it, in which [`NAMES`] have their values.
    pub example: &'static str,
}

const fn row(
    written: &'static str,
    words: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
) -> Row {
    Row { written, words, meaning, example }
}

/// Layouts for the examples that need names.
pub const NAMES: [&str; 2] = ["A = (4,8):(8,1)", "B = ((2,2),8):((8,16),1)"];

/// All of it, in the order of the page: notation, operators and statements.
///
/// ```
/// use tilework_lang::notation;
///
/// assert!(notation::all().any(|row| row.written == "A ~ B"));
/// ```
pub fn all() -> impl Iterator<Item = &'static Row> {
    [NOTATION, OPERATORS, STATEMENTS].into_iter().flatten()
}

/// What a word or a sign can mean.
///
/// ```
/// use tilework_lang::notation;
///
/// let meanings: Vec<_> = notation::find("==").map(|row| row.written).collect();
/// assert_eq!(meanings, ["a == b"]);
/// assert_eq!(notation::find("quux").count(), 0);
/// ```
pub fn find(word: &str) -> impl Iterator<Item = &'static Row> {
    let word = word.trim().to_owned();
    all().filter(move |row| row.written == word || row.words.contains(&word.as_str()))
}

/// What values look like.
pub const NOTATION: &[Row] = &[
    row(
        "(a,b,...)",
        &["()", "(..)", "tuple"],
        "a tuple of integers, which may nest: a shape, a stride, a coordinate",
        "(4,(2,3))",
    ),
    row("(a,)", &["(,)"], "a tuple of one", "(4,)"),
    row("shape:stride", &[":", "layout"], "a layout", "(4,8):(8,1)"),
    row(
        "shape",
        &[],
        "where a layout is needed, the compact layout of that shape, leftmost fastest",
        "size((4,8))",
    ),
    row(
        "<a,b,...>",
        &["<>", "<..>", "<...>", "tiler"],
        "a tiler, one layout or extent for each mode; `_` keeps a mode as it is",
        "<4,(2,4):(1,8)>",
    ),
    row("_", &["blank"], "in a coordinate: keep this mode", "(_,2)"),
    row(
        "n@i",
        &["@", "1@0"],
        "a stride into component i of a coordinate, for layouts whose values are coordinates",
        "(4,8):(1@0,1@1)",
    ),
    row(
        "Sw<bits,base,shift>",
        &["Sw", "Sw<>", "Sw<..>", "Sw<B,M,S>", "Swizzle"],
        "a swizzle, CuTe's `Swizzle`",
        "Sw<3,3,3>",
    ),
    row(
        "Xor<a,b,...>",
        &["Xor", "Xor<>", "Xor<..>"],
        "a map of bits, by the values of bits 0, 1, 2, ...",
        "Xor<1,3,5>",
    ),
    row(
        "map o offset o layout",
        &["o", "∘"],
        "a composed layout: a layout behind a map",
        "Sw<2,0,2> o 0 o (4,4):(4,1)",
    ),
    row(
        "_4, Int<4>, C<4>{}",
        &["_4", "Int", "Int<>", "Int<4>", "C<4>{}"],
        "an integer as C++ prints or writes it",
        "(_4,Int<8>):(_8,_1)",
    ),
    row(
        "Layout<Shape<...>,Stride<...>>",
        &[],
        "a layout as a C++ type",
        "Layout<Shape<_4,_8>,Stride<_8,_1>>",
    ),
    row("Layout((...), (...))", &[], "a layout as Python writes it", "Layout((4, 8), (8, 1))"),
    row(
        "shape=(...) strides=(...) dtype=...",
        &[],
        "an array of numpy, whose strides count bytes; also `itemsize=4`, `__array_interface__`, `np.ndarray(...)`",
        "shape=(4, 8) strides=(32, 4) dtype=float32",
    ),
    row(
        "torch.Size([...]) (...)",
        &[],
        "a tensor of PyTorch, whose strides count elements; also `size=(...) stride=(...)`, `torch.empty_strided(...)`",
        "torch.Size([4, 8]) (8, 1)",
    ),
    row(
        "as_strided(x, size, stride, offset)",
        &[],
        "a part of a tensor of PyTorch",
        "torch.as_strided(x, (4, 8), (8, 1), 3)",
    ),
    row(
        "memref<4x8xf32, ...>",
        &[],
        "a memref of MLIR; also with `affine_map<...>` that is linear",
        "memref<4x8xf32, strided<[1, 4], offset: 3>>",
    ),
    row(
        "#ttg.blocked<{...}>",
        &["#ttg", "ttg", "Triton"],
        "threads and values of Triton, on the tile they cover once; also `linear`, `slice`, and tables of bases",
        "#ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0]], warp = [], block = []}>",
    ),
    row(
        "tensor<8x4xf16, #ttg...>",
        &["#ttg", "ttg", "Triton"],
        "an encoding of Triton for a shape: it repeats in registers, or broadcasts",
        "tensor<8x4xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 1], warpsPerCTA = [1, 1], order = [1, 0]}>>",
    ),
    row(
        "!ttg.memdesc<8x8xf16, #ttg...>",
        &["#ttg", "ttg", "Triton"],
        "shared memory of Triton: `swizzled_shared`, `shared_linear`",
        "!ttg.memdesc<8x8xf16, #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>>",
    ),
    row(
        "!cute.layout<\"...\">",
        &[],
        "a layout as MLIR prints it",
        "!cute.layout<\"(4,8):(8,1)\">",
    ),
    row(
        "ptr[32b](0x...) o A",
        &[],
        "a tensor as CuTe prints it: its layout",
        "gmem_ptr[32b](0x7f00) o (4,8):(8,1)",
    ),
];

/// What stands between values, or behind one.
pub const OPERATORS: &[Row] = &[
    row("A o B", &["o", "∘"], "composition, also `A ∘ B`", "(6,2):(8,2) o (4,3):(3,1)"),
    row("A o <...>", &["o", "∘", "A o <>"], "composition by mode", "(12,32):(1,12) o <4,8>"),
    row("A(c)", &["A()", "A(..)"], "the offset at a coordinate or an index", "A(1,2)"),
    row("A(_,c)", &["A()", "A(..)", "A(_)"], "a slice", "A(_,2)"),
    row("A[i]", &["[]", "A[]", "A[..]"], "a mode; `A[i,j]` a mode in a mode", "A[0]"),
    row("a == b", &["==", "A == B"], "whether both are written alike, nesting included", "A == B"),
    row("A ~ B", &["~"], "whether both are the same function", "A ~ B"),
    row("A at n", &["at"], "a layout and the offset at which it starts", "A(_,2) at 8"),
    row(
        "A on tile",
        &["on"],
        "a layout from (thread, value) to the cells of a tile; where a layout is needed, that layout",
        "A on (4,8)",
    ),
    row("A and B", &["and"], "two layouts", "A and B"),
    row(
        "P.name",
        &[".", "P.layout", "P.tile"],
        "a member: `.layout`, `.tile`, `.threads` and `.values` of a layout on a tile, `.layout` of a layout",
        "(A on (4,8)).tile",
    ),
    row(
        "A.name, A.name(...)",
        &["."],
        "an operation with A as its first argument, as C++ and Python write it",
        "A.compose(32:1)",
    ),
];

/// What a line can be.
pub const STATEMENTS: &[Row] = &[
    row("expression", &[], "is evaluated", "coalesce(B)"),
    row("name = expression", &["="], "gives a name a value", "C = A o 32:1"),
    row(
        "name : expression",
        &[],
        "the same, as programs print it; where the name has an integer or a tuple, a layout",
        "tCgC : ptr[32b](0x7f00) o 8:2",
    ),
    row(
        "auto name = expression;",
        &["auto", "using", "constexpr"],
        "the same, as C++ declares it; also `using`, `constexpr`, `Tensor`",
        "auto C = make_layout(make_shape(Int<4>{}, _8{}), LayoutRight{});",
    ),
    row("expression = expression", &["=", "claim"], "a claim, which is decided", "A o 4:1 = 4:8"),
    row(
        "# ..., // ...",
        &["#", "//", "comment"],
        "a comment, up to the end of the line",
        "A[1] # the columns",
    ),
];
