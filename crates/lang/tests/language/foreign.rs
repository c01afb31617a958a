//! What numpy, PyTorch and MLIR print can be pasted, and what has no meaning is refused by name.

use tilework_lang::{Outcome, Scope, Value};

fn run(text: &str) -> Result<Value, tilework_lang::Diagnostic> {
    match Scope::new().run(text)? {
        Outcome::Value(value) | Outcome::Bound(_, value) => Ok(value),
        other => panic!("{text}: {other:?}"),
    }
}

fn reads(cases: &[(&str, &str)]) {
    for (text, value) in cases {
        match run(text) {
            Ok(found) => assert_eq!(found.to_string(), *value, "{text}"),
            Err(error) => panic!("{}", error.render(text)),
        }
    }
}

/// The kind of the refusal and the part of the text that it points at.
fn refuses(cases: &[(&str, &str, &str)]) {
    for (text, kind, part) in cases {
        let error = run(text).expect_err(text);
        assert_eq!((error.kind, &text[error.span()]), (*kind, *part), "{}", error.render(text));
    }
}

#[test]
fn numpy() {
    reads(&[
        ("shape=(4, 8) strides=(32, 4) itemsize=4", "(4,8):(8,1)"),
        ("shape=(4, 8) strides=(32, 4) itemsize 4", "(4,8):(8,1)"),
        ("shape=(4, 8), strides=(4, 16), dtype=float32", "(4,8):(1,4)"),
        ("shape=(4,) strides=(32,) dtype='U8'", "(4):(1)"),
        ("shape=(4,) strides=(32,) dtype='u2'", "(4):(16)"),
        ("a.shape, a.strides, a.dtype -> ((4, 8), (32, 4), dtype('float32'))", "(4,8):(8,1)"),
        ("a.shape, a.strides -> ((4, 8), (32, 4), dtype('float32'))", "(4,8):(8,1)"),
        ("shape = (4, 8)\nstrides = (4, 16)\ndtype = float32", "(4,8):(1,4)"),
        ("shape: (4, 8), strides: (4, 16), dtype: float32", "(4,8):(1,4)"),
        (
            "shape: (4, 8) # rows and columns\nstrides: (4, 16)\ndtype: dtype('float32')",
            "(4,8):(1,4)",
        ),
        ("a.shape = (4, 8) a.strides = (32, 4) a.dtype = dtype('float32')", "(4,8):(8,1)"),
        ("a.shape, a.strides, a.itemsize -> (4, 8) (32, 4) 4", "(4,8):(8,1)"),
        ("a.shape, a.strides, a.dtype = (4, 8), (32, 4), np.float32", "(4,8):(8,1)"),
        ("a.shape, a.strides, a.dtype -> ((4, 8), (32, 4), dtype('float32'))", "(4,8):(8,1)"),
        ("(4, 8) (32, 4) float32", "(4,8):(8,1)"),
        ("((4, 8), (32, 4), dtype('float32'))", "(4,8):(8,1)"),
        ("(8,) (-2,) int16", "(8):(-1)"),
        ("A = shape=(4, 8) strides=(32, 4) dtype=float32", "(4,8):(8,1)"),
        ("strides=(16, 8) shape=(3, 2) dtype='<c8'", "(3,2):(2,1)"),
        ("{'shape': (4, 8), 'strides': None, 'typestr': '<f4'}", "(4,8):(8,1)"),
        (
            "{'shape': (4, 8), 'strides': (4, 16), 'typestr': '<f4', 'data': (1, False), 'version': 3}",
            "(4,8):(1,4)",
        ),
        (
            "{'data': (94046867240784, False), 'strides': None, 'descr': [('', '<f4')], 'typestr': '<f4', \
             'shape': (4, 8), 'version': 3}",
            "(4,8):(8,1)",
        ),
        ("np.ndarray((4, 8), np.float32, data, strides=(4, 16))", "(4,8):(1,4)"),
        ("np.ndarray((4,), np.float32, data, offset=12, strides=(-4,))", "(4):(-1) at 3"),
        ("np.ndarray(8, 'V2', data, strides=2)", "8:1"),
        ("numpy.ndarray(shape=(2, 3), dtype=float, order='F')", "(2,3):(1,2)"),
        ("np.zeros((2, 3))", "(2,3):(3,1)"),
        ("np.empty((2, 3), np.int8, order='F')", "(2,3):(1,2)"),
        ("np.zeros(())", "():()"),
        // What an axis of one element has for a stride never matters.
        ("shape=(1, 8) strides=(3, 4) itemsize=4", "(1,8):(0,1)"),
        ("coalesce(np.zeros((2, 3), order='F'))", "6:1"),
        ("np.zeros((4, 8)) o 8:4", "8:1"),
    ]);
    refuses(&[
        ("shape=(4, 8) strides=(32, 4)", "unsupported", "(32, 4)"),
        ("shape=(4, 8) strides=(32, 6) itemsize=4", "unsupported", "6"),
        ("shape=(4, 8) strides=(32, 4) dtype=i8", "unsupported", "i8"),
        ("shape=(4, 8) strides=(32, 4) dtype=foo", "unsupported", "foo"),
        ("shape=(4, 8) strides=(32, 4, 1) itemsize=4", "usage", "(32, 4, 1)"),
        ("shape=(4, n) strides=(32, 4) itemsize=4", "unsupported", "n"),
        ("shape=(4, 0) strides=(32, 4) itemsize=4", "bad-extent", "0"),
        ("shape=(4, 8) strides=(32, 4) itemsize=0", "syntax", "0"),
        ("shape=(4, 8) shape=(4, 8) strides=(32, 4)", "syntax", "(4, 8)"),
        (
            "np.lib.stride_tricks.as_strided(x, (4, 8), (4, 16))",
            "unsupported",
            "np.lib.stride_tricks.as_strided(x, (4, 8), (4, 16))",
        ),
        ("np.ndarray((4,), np.float32, data, offset=3, strides=(4,))", "unsupported", "3"),
        ("np.zeros((4, 8)", "syntax", "("),
        ("np.zeros((4, 8), order=x)", "unsupported", "x"),
        ("np.zeros((4, 8))[0]", "unsupported", "["),
        ("{'shape': (4, 8), 'colour': 3}", "syntax", "3"),
    ]);
}

#[test]
fn torch() {
    reads(&[
        ("torch.Size([4, 8])", "(4,8)"),
        ("torch.Size([4, 8])[1]", "8"),
        ("size(torch.Size([4, 8]))", "32"),
        ("torch.Size([4, 8]) (8, 1)", "(4,8):(8,1)"),
        ("torch.Size([4, 8]), (8, 1)", "(4,8):(8,1)"),
        ("(torch.Size([4, 8]), (8, 1))", "(4,8):(8,1)"),
        ("torch.Size([4, 8]) (8, 1) 3", "(4,8):(8,1) at 3"),
        ("torch.Size([4, 8]) stride=(8, 1)", "(4,8):(8,1)"),
        // Only numpy counts bytes.
        ("shape: torch.Size([4, 2]), strides: (8, 4), dtype: float32", "(4,2):(8,4)"),
        ("shape: (4, 2), strides: (8, 4), dtype: torch.float32", "(4,2):(8,4)"),
        ("shape: torch.Size([4, 2]), strides: (8, 4)", "(4,2):(8,4)"),
        ("size=(4,8) stride=(8,1)", "(4,8):(8,1)"),
        ("size=(4,8) stride=(8,1) storage_offset=3", "(4,8):(8,1) at 3"),
        ("size=torch.Size([4, 8]), stride=(1, 4), dtype=torch.float16", "(4,8):(1,4)"),
        ("x.shape torch.Size([4, 8]) x.stride() (8, 1)", "(4,8):(8,1)"),
        ("x.shape: torch.Size([4, 8]), x.stride(): (8, 1)", "(4,8):(8,1)"),
        ("x.size() = torch.Size([4, 8]) x.stride() = (8, 1) x.storage_offset() = 0", "(4,8):(8,1)"),
        ("torch.empty_strided((4, 8), (8, 1))", "(4,8):(8,1)"),
        ("torch.empty_strided(size=(4, 8), stride=(1, 4), dtype=torch.float32)", "(4,8):(1,4)"),
        ("torch.as_strided(x, (4, 8), (8, 1), 3)", "(4,8):(8,1) at 3"),
        ("torch.as_strided(x, (4, 8), (8, 1))", "(4,8):(8,1)"),
        ("as_strided(x, (4,8), (8,1), 3)", "(4,8):(8,1) at 3"),
        ("x.as_strided((4, 8), (0, 1))", "(4,8):(0,1)"),
        ("torch.zeros(4, 8)", "(4,8):(8,1)"),
        ("torch.randn((4, 8), device='cuda')", "(4,8):(8,1)"),
        ("torch.empty(4)", "(4):(1)"),
        ("A = torch.empty_strided((4, 8), (8, 1))", "(4,8):(8,1)"),
        ("coalesce(torch.zeros(4, 8))", "(4,8):(8,1)"),
    ]);
    refuses(&[
        ("as_strided(x, (4, 8), (8, 1))", "unsupported", "as_strided(x, (4, 8), (8, 1))"),
        (
            "torch.empty(2, 3, 4, 4, memory_format=torch.channels_last)",
            "unsupported",
            "torch.channels_last",
        ),
        ("torch.empty_strided((4, 8), (8,))", "usage", "(8,)"),
        ("torch.empty_strided((4, 8))", "syntax", "torch.empty_strided((4, 8))"),
        ("torch.zeros(batch, 8)", "unsupported", "batch"),
        ("torch.zeros(4, 8)[0]", "unsupported", "["),
        ("torch.Size([4, 8)", "syntax", ")"),
    ]);
}

#[test]
fn mlir() {
    reads(&[
        ("memref<4x8xf32>", "(4,8):(8,1)"),
        ("memref<4x8xf32, strided<[1, 4]>>", "(4,8):(1,4)"),
        ("memref<4x8xf32, strided<[1, 4], offset: 0>>", "(4,8):(1,4)"),
        ("memref<4x8xf32, strided<[1,4], offset: 3>, 3>", "(4,8):(1,4) at 3"),
        (
            "memref<4x8xf16, strided<[1, 4], offset: 0>, #gpu.address_space<workgroup>>",
            "(4,8):(1,4)",
        ),
        ("memref<4xf32, \"shared\">", "(4):(1)"),
        ("memref<4xf32, 1 : i32>", "(4):(1)"),
        ("memref<4x8xf32, affine_map<(d0, d1) -> (d0, d1)>>", "(4,8):(8,1)"),
        ("memref<4x8xf32, affine_map<(d0,d1) -> (d0 + d1*4)>>", "(4,8):(1,4)"),
        ("memref<4x8xf32, affine_map<(d0, d1) -> (d0 * 16 + d1 * 2 + 5)>, 1>", "(4,8):(16,2) at 5"),
        ("memref<4x8xf32, affine_map<(i, j) -> (2 * (i - 3 * j) - -4)>>", "(4,8):(2,-6) at 4"),
        ("memref<2x3x4xvector<4xf32>>", "(2,3,4):(12,4,1)"),
        ("memref<4x!llvm.ptr<i8>>", "(4):(1)"),
        ("memref<f32>", "():()"),
        ("memref<f32, strided<[]>>", "():()"),
        ("memref<4x8xf32, strided<[-1, 4], offset: 3>>", "(4,8):(-1,4) at 3"),
        ("coalesce(memref<4x8xf32, strided<[1, 4]>>)", "32:1"),
        ("memref<4x8xf32, strided<[1, 4]>>(1,2)", "9"),
        // CuTe's own memrefs.
        ("!cute.memref<f32, gmem, align<16>, \"(4,8):(1,4)\">", "(4,8):(1,4)"),
    ]);
    refuses(&[
        ("memref<?x8xf32>", "unsupported", "?"),
        ("memref<4x8xf32, strided<[?, 1]>>", "unsupported", "?"),
        ("memref<4x8xf32, strided<[8, 1], offset: ?>>", "unsupported", "?"),
        ("memref<*xf32>", "unsupported", "*"),
        ("memref<4x8xf32, #map>", "unsupported", "#map"),
        ("memref<4x8xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>>", "unsupported", "s0"),
        (
            "memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>",
            "unsupported",
            "<(d0, d1) -> (d1, d0)>",
        ),
        (
            "memref<4x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2 + d1)>>",
            "unsupported",
            "floordiv",
        ),
        ("memref<4x8xf32, affine_map<(d0) -> (d0)>>", "usage", "affine_map<(d0) -> (d0)>"),
        ("memref<4x8xf32, strided<[1]>>", "usage", "[1]"),
        ("memref<4x8xf32, strided<[1, 4]>", "syntax", "<"),
        ("memref<4x0xf32>", "bad-extent", "0"),
    ]);
}

/// What is not of these notations keeps its meaning.
#[test]
fn our_own_language_stays_as_it_is() {
    reads(&[
        ("strides = (1,4)", "(1,4)"),
        ("offset = 3", "3"),
        ("(4,8)(1,2)", "9"),
        ("make_layout(shape=(4,8), stride=(1,4))", "(4,8):(1,4)"),
        ("cute.make_layout((4, 8), stride=(1, 4))", "(4,8):(1,4)"),
        ("((4,8),(1,4))", "((4,8),(1,4))"),
        ("(4,8):(1,4) #ttg is not here", "(4,8):(1,4)"),
    ]);
    let mut scope = Scope::new();
    scope.run("half = 4:2").unwrap();
    assert_eq!(
        scope.run("(8,1):(1,0) o half").unwrap(),
        Outcome::Value(Value::from(tilework::layout!(4:2)))
    );
}

/// Any bytes have an answer, in time that is in proportion to their number.
#[test]
fn long_texts() {
    for part in [
        "memref<",
        "memref<a'",
        "memref<4x",
        "np.zeros(",
        "torch.Size([",
        "a.",
        "shape=(",
        "{'",
        "(",
        "((4,",
        "affine_map<(",
    ] {
        for start in ["", "shape=(4,8) strides=", "memref<4xf32, affine_map<(d0) -> ("] {
            let text = format!("{start}{}", part.repeat(20_000));
            assert!(run(&text).is_err(), "{part}");
        }
    }
    let many = 60_000;
    let map = format!("({}) -> ({})", "d, ".repeat(many), "0, ".repeat(many));
    let error = run(&format!("memref<4xf32, affine_map<{map}>>")).unwrap_err();
    assert_eq!(error.kind, "too-many-modes");
    let names = format!("a.shape, a.strides, {} -> (4, 8) (32, 4) ", "data, ".repeat(many));
    assert!(run(&(names + &"1 ".repeat(many))).is_err());
    let bases = "[1], ".repeat(many);
    let linear = format!("#a = #ttg.linear<{{register = [{bases}]}}>");
    assert!(run(&(linear + &" #b = #a".repeat(many))).is_err());
    let order = format!("order = [{}]", "0, ".repeat(many));
    let error = run(&format!("#ttg.blocked<{{{order}}}>")).unwrap_err();
    assert!(error.message.len() < 400);
}
