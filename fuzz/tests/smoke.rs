//! The fuzz targets without a fuzzer: random bytes, the same in every run.

const RUNS: usize = 100_000;

/// xorshift64*: no dependency is worth these four lines.
fn random(state: &mut u64) -> u8 {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 56) as u8
}

fn feed(target: fn(&[u8])) {
    let mut state = 1;
    for run in 0..RUNS {
        let data: Vec<u8> = (0..run % 48).map(|_| random(&mut state)).collect();
        target(&data);
    }
}

#[test]
fn compose() {
    feed(tilework_fuzz::compose);
}

#[test]
fn compose_huge() {
    feed(tilework_fuzz::compose_huge);
}

#[test]
fn complement() {
    feed(tilework_fuzz::complement);
}

#[test]
fn divide() {
    feed(tilework_fuzz::divide);
}

#[test]
fn recover() {
    feed(tilework_fuzz::recover);
}

#[test]
fn relayout() {
    feed(tilework_fuzz::relayout);
}

#[test]
fn parse() {
    feed(tilework_fuzz::parse);
    // Random bytes are hardly ever notation; random notation sometimes is.
    feed(|data| {
        let alphabet = b"0123456789(((())))),,,,::<>_ -";
        let text: Vec<u8> = data.iter().map(|&b| alphabet[b as usize % alphabet.len()]).collect();
        tilework_fuzz::parse(&text);
    });
}

/// Headers out of the words of headers, and their ends cut off.
#[test]
fn npy() {
    #[rustfmt::skip]
    const WORDS: &[&str] = &[
        "{", "}", "(", ")", "[", "]", ",", ",", ":", ":", "'descr'", "'fortran_order'", "'shape'", "True", "False",
        "'<f4'", "'|O'", "'<U3'", "'<M8[ns]'", "\"a\"", "'\\''", "2", "3L", "0", "99999999999999999999", " ", "\n", "é",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", "[('a', '<f4'), ('b', '<i2', (2,))]",
        "{'descr': ", "'fortran_order': True", "'shape': (",
    ];
    feed(tilework_fuzz::npy);
    feed(|data| {
        let Some((&version, words)) = data.split_first() else { return };
        let version = version % 4;
        let words = words.iter().map(|&byte| WORDS[usize::from(byte) % WORDS.len()]);
        let text: String = words.take(1 + usize::from(version) * 5).collect();
        let length = (text.len() as u32).to_le_bytes();
        let length = &length[..if version == 1 { 2 } else { 4 }];
        let file = [b"\x93NUMPY", &[version, 0][..], length, text.as_bytes(), b"data"].concat();
        tilework_fuzz::npy(&file);
        tilework_fuzz::npy(&file[..file.len() / 2]);
    });
}

/// Soup of the language's own words.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "(", "(", "(", ")", ")", ")", ",", ",", ",", ":", ":", "<", ">", "[", "]", ";", " o ", " == ", " ~ ", "=", "_",
    "1", "2", "3", "4", "8", "0", "12", "-1", "_4", "9223372036854775807", "A", "B", "T", "(4,8):(1,4)", "(2,2):(1,3)",
    "4:2", "8:1", "<2,4>", "(4,8)", "(_,1)", "[0,1,2]", "Layout(", "Layout<", "Shape<", "Int<4>{}", "cute::", "cute.",
    "smem_ptr[16b](0x7f) o ", "Sw<3,3,3>", "?", "1@0", "\"", "!", "{}", ".", " at ", " and ", "None", "X", "size<0>(",
    "stride=", "#", "\n", "∘", "é", "Tensor<", "Tile<", "make_shape(", "make_tile(",
];

#[rustfmt::skip]
const VALUES: &[&str] = &[
    "A", "B", "4:2", "(4,8):(1,4)", "(2,2):(1,3)", "(4,8)", "8", "3", "0", "-1", "<2,4>", "<_,4:1>", "(_,1)", "[0,1]",
    "(6,2):(1,7)", "(3,2):(2,3)", "1", "2", "24", "((2,2),3):((24,2),8)", "(2,4):(0,1)", "4:-1", "()",
    "(8,(6,2)):(1,(8,100))",
];

fn soup(data: &[u8]) -> String {
    let operations = tilework_lang::operations::all();
    let mut out = String::new();
    for &byte in data {
        match usize::from(byte).checked_sub(WORDS.len()) {
            None => out += WORDS[usize::from(byte)],
            Some(i) => out += &format!("{}(", operations[i % operations.len()].name),
        }
    }
    out
}

/// Calls that are well formed more often than not.
fn call(data: &[u8]) -> String {
    let operations = tilework_lang::operations::all();
    let mut bytes = data.iter().map(|&byte| usize::from(byte));
    let mut next = |below: usize| bytes.next().unwrap_or(0) % below;
    let operation = &operations[next(operations.len())];
    let form = &operation.forms[next(operation.forms.len())];
    let count = (form.least + next(2)).min(form.most);
    let arguments: Vec<&str> = (0..count).map(|_| VALUES[next(VALUES.len())]).collect();
    let text = format!("{}({})", operation.name, arguments.join(", "));
    match next(4) {
        0 => format!("coalesce({text}) o {}", VALUES[next(VALUES.len())]),
        _ => text,
    }
}

#[test]
fn lang_parse() {
    feed(tilework_fuzz::lang_parse);
    feed(|data| tilework_fuzz::lang_parse(soup(data).as_bytes()));
}

#[test]
fn lang_evaluate() {
    feed(|data| tilework_fuzz::lang_evaluate(soup(data).as_bytes()));
    feed(|data| tilework_fuzz::lang_evaluate(call(data).as_bytes()));
}

/// Questions of every kind, with any text in them.
#[test]
fn request() {
    #[rustfmt::skip]
    const KINDS: &[(&str, &str)] = &[
        ("evaluate", "input"), ("explain", "input"), ("recover", "table"), ("solve", "input"), ("check", "text"),
        ("help", "name"), ("compare", "b"), ("complete", "input"), ("paste", "text"), ("", ""),
    ];
    feed(tilework_fuzz::request);
    feed(|data| {
        let Some((&kind, rest)) = data.split_first() else { return };
        let (ask, field) = KINDS[usize::from(kind) % KINDS.len()];
        let text = if kind % 2 == 0 { soup(rest) } else { call(rest) };
        let request = serde_json::json!({ "ask": ask, field: text });
        let mut request = request.as_object().cloned().unwrap_or_default();
        if ask == "compare" {
            request.insert("a".into(), "(4,8):(1,4)".into());
        }
        if ask == "complete" {
            request.insert("cursor".into(), rest.len().into());
        }
        tilework_fuzz::request(serde_json::Value::from(request).to_string().as_bytes());
    });
}

/// Questions about hardware, with any text in their fields, and accesses.
#[test]
fn hardware() {
    #[rustfmt::skip]
    const WORDS: &[&str] = &[
        "load:", "store:", "row", "column", "tv=", "addresses=", "copy=", "ldmatrix", "stmatrix", ".x4", ".x2", ".trans",
        ":16B", ":4B", ":0B", ";", "A", "C", "32:128", "(8,4):(512,1)", "((8,4),8):((512,1),64)", "<32,32,16>",
        "SM75_U32x4_LDSM_N", "SM80_16x8x16_F32F16F16F32_TN", "UniversalCopy<uint128_t>", "(2,2,1)", "=", ",", "(", ")",
        "nvidia", "cdna3", "Sw<3,3,3> o 0 o (64,64):(64,1)", "9223372036854775807:1", "4:-1", "\u{202e}",
    ];
    #[rustfmt::skip]
    const KINDS: &[&str] = &[
        "bank", "ldmatrix", "addresses", "coalesce", "vector_width", "swizzle", "padding", "closed_form", "atom",
        "descriptor", "tma", "tma_box", "tiled_copy", "tiled_mma", "tiled_copy_A", "tiled_copy_C", "",
    ];
    #[rustfmt::skip]
    const FIELDS: &[&str] = &[
        "smem", "gmem", "mem", "layout", "tv", "rows", "addresses", "tensor", "a", "b", "c", "thr_layout", "val_layout",
        "atom_layout", "perm", "mma", "machine", "major", "operand",
    ];
    const NUMBERS: &[&str] =
        &["bits", "width", "thread", "value", "num", "lanes", "mma_mn", "mma_k", "cols", "base"];
    feed(tilework_fuzz::hardware);
    feed(|data| {
        let words = data.iter().map(|&byte| WORDS[usize::from(byte) % WORDS.len()]);
        tilework_fuzz::hardware(words.collect::<String>().as_bytes());
    });
    feed(|data| {
        let Some((&kind, rest)) = data.split_first() else { return };
        let mut request = serde_json::Map::new();
        let at = |list: &[&str], byte: u8| list[usize::from(byte) % list.len()].to_owned();
        request.insert("kind".into(), at(KINDS, kind).into());
        request.insert("atom".into(), "SM80_16x8x16_F32F16F16F32_TN".into());
        request.insert("dir".into(), (if kind % 2 == 0 { "ld" } else { "st" }).into());
        for three in rest.chunks_exact(3) {
            request.insert(at(FIELDS, three[0]), at(WORDS, three[1]).into());
            request.insert(at(NUMBERS, three[1]), (i64::from(three[2]) - 1).into());
        }
        tilework_fuzz::hardware(serde_json::Value::from(request).to_string().as_bytes());
    });
}

/// Lines of prints, in any order.
#[test]
fn document() {
    #[rustfmt::skip]
    const LINES: &[&str] = &[
        "TiledCopy", "a: TiledCopy", "  ThrID: _32:_1", "  Tiler_MN: (_4,_8)", "  Tiler MN: (4:1,_)", "A : (4,8):(1,4)",
        "A:", "A", "S = (4,8)", "S:(1,4)", "S : (1,4)", "(4,", "8)", "", "# a", "// b", "auto b = 4:1;", "using C =",
        "Layout<Shape<_4,_8>,", "Stride<_1,_4>>;", "  0 1", "  +-+-+", "0 |0|2|", "1 |1|3|", "|5|", "---", "words",
        "smem_ptr[16b](0x0) o 4:1", "Sw<3,4,3>_smem_ptr[16b](0x0) o 8:1", "size(A)", "tensor(", "]", "\u{202e}", "4;4",
        "ptr[32b](0x7f) o (2,3):(3,1):",
    ];
    feed(tilework_fuzz::document);
    feed(|data| tilework_fuzz::document(soup(data).as_bytes()));
    feed(|data| {
        let lines = data.iter().map(|&byte| LINES[usize::from(byte) % LINES.len()]);
        let text = lines.collect::<Vec<_>>().join("\n");
        tilework_fuzz::document(text.as_bytes());
    });
}

/// What libFuzzer starts from is kept for each target, and holds.
#[test]
fn seeds() {
    use tilework_fuzz::*;

    let kept: [(&str, &[fn(&[u8])]); 12] = [
        ("parse", &[parse]),
        ("compose", &[compose]),
        ("compose_huge", &[compose_huge]),
        ("complement", &[complement]),
        ("divide", &[divide]),
        ("recover", &[recover]),
        ("relayout", &[relayout]),
        ("npy", &[npy]),
        ("lang", &[lang_parse, lang_evaluate]),
        ("request", &[request]),
        ("document", &[document]),
        ("hardware", &[hardware]),
    ];
    for (name, targets) in kept {
        let folder = format!("{}/corpus-seeds/{name}", env!("CARGO_MANIFEST_DIR"));
        let mut count = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            let data = std::fs::read(entry.unwrap().path()).unwrap();
            targets.iter().for_each(|target| target(&data));
            count += 1;
        }
        assert!(count >= 20, "{folder} has {count}");
    }
}
