//! What people read when something is wrong: each message alone says what, where and what to do.

use tilework_lang::Scope;

/// All messages of a group of texts, as `Diagnostic::render` shows them.
fn messages(texts: &[&str]) -> String {
    let mut out = String::new();
    for text in texts {
        let mut scope = Scope::new();
        scope.run("tile = (3,2):(2,3)").unwrap();
        match scope.run(text) {
            Ok(outcome) => panic!("{text} is not an error: {outcome:?}"),
            Err(error) => out += &format!("[{}] {}\n", error.kind, error.render(text)),
        }
    }
    out
}

macro_rules! snapshot {
    ($name:ident: $($text:expr),* $(,)?) => {
        #[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), messages(&[$($text),*]));
        }
    };
}

snapshot!(syntax:
    "", "(4,8):", "(4,8):(1,4", "[1,2", "<4,8", "\"(4,8):(1,4)", "(4,8)):(1,4)", "(4 8):(1,4)",
    "(4,8):(1,4) 3", "4:1:2", "4,8", "tile.compose(4:1)", "4 + 4", "A = tile = 4:1", "(4,8) o",
    "99999999999999999999:1", "-9223372036854775809", "16b", "§", "(4,-):(1,4)", "Int<>", "Layout<_4,_1,_2>",
    "!cute.layout", "Tensor<0x0@gmem>", "first line\n(4,8):(1,4",
);

snapshot!(names:
    "colaesce((4,8))", "logcal_divide((4,8), 2)", "tiel o 4:1", "A o B", "quux(3)", "size", "size = 4:1",
    "Frob<4>", "make_layout((4,8), order=(1,0))",
);

snapshot!(arguments:
    "size(4:1, 2)", "complement()", "coalesce(<4,8>)", "logical_divide(4:1, [1,2])", "get(4:1, 4:1)",
    "take(4:1, -2, 1)", "same_function(4:1, true)", "group((4,8):(1,4), 2, 1)", "offsets((4096,4096))",
    "(<4>,3)", "[1,(2,3)]", "(4,8):(1,_)", "((),3)", "images_meet(4:1, 0, 4:1)", "<true>",
);

snapshot!(layouts:
    "(0,8):(1,4)", "(4,8):(1,4,2)", "((4,8)):(1,4)", "make_layout((4,8), (1,(2,2)))", "size((9223372036854775807,2))",
    "(4,8):(9223372036854775807,1)", "(4,8):(1,4)(1,2,3)", "(4,8):(1,4)(-1,2)", "(4,8):(1,4)((1,2),3)",
    "(4,8):(1,4)[2]", "(4,(2,8)):(1,(4,8))[1,4]", "select(tile, (0,3))", "slice((_,2,3), tile)",
    "make_ordered_layout((4,8), (1,2,3))", "tile_to_shape((8,64):(64,1), (12,128))",
    "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)",
);

snapshot!(algebra:
    "(6,2):(1,7) o (3,2):(2,3)", "(6,2):(1,7) o tile", "(4,6,8):(2,3,5) o 6:3", "(10,4):(1,4) o (2,3):(5,16)",
    "composition((4,(6,2)):(1,(1,7)), <2,(3,2):(2,3)>)", "4:1 o 4:-1", "compose_strict(12:5, 3:8)",
    "complement((2,2):(1,3), 6)", "complement(tile, 24)", "complement(4:2, 0)", "complement_exact(4:2, 20)",
    "left_inverse((2,2):(2,3))", "left_inverse(4:0)", "recover([0,1,2,5,6,9])", "recover([1,2,3])", "recover([])",
    "solve((4,2):(2,4), 4:3)", "solve((4,2):(1,6), 3:3)", "nullspace((2,2,2):(1,1,-1))", "compose_at(2:1, 2, 4:-1)",
    "2:9223372036854775807", "truncate((4,8):(1,100), 5)", "upcast((7,4):(1,7), 2)", "downcast((4,4):(2,8), 2)",
    "recast(8:1, 0, 4)", "shape_div((6,2), 4)",
);

snapshot!(divides_and_products:
    "logical_divide((3,4):(4,1), 2:1)", "zipped_divide((12,(4,8)):(7,(1,30)), 128)",
    "zipped_divide((8,(6,4)):(1,(8,100)), <4,4>)", "logical_divide((12,32):(1,12), <4:1,(2,2):(1,3)>)",
    "logical_divide((12,32):(1,12), <4,8,2>)", "tiled_divide((8,12):(1,8), <4,tile>)",
    "logical_product((2,2):(1,3), 4:1)", "blocked_product(tile, (2,2):(1,2))",
);

snapshot!(no_meaning_here:
    "Sw<3,4,3>_smem_ptr[16b](0x210) o (8,64):(64,1)", "Sw<3,4,3> o smem_ptr(0x0) o (8,64):(64,1)", "4:1 o smem_ptr[16b](0x0) o 4:1", "(?,8):(1,4)", "(4,8):(1,?{div=16})", "Layout<Shape<int,_8>,Stride<_1,_4>>",
);

snapshot!(beyond_strides:
    "Sw<3,0,1>", "Sw<3>", "Sw<3,60,3>", "Sw<-1,0,3>", "make_swizzle(5, 24)", "Xor<1,2", "Sw<3,3,3> o 0 o Sw<1,0,1>",
    "stride(Sw<1,0,1> o 0 o 4:1)", "complement(Sw<1,0,2> o 4 o 4:1, 8)", "upcast(Sw<3,0,3> o 0 o (8,8):(8,1), 2)",
    "inverse(Xor<3,1,2>)", "to_xor_map(4:3)", "to_layout(Sw<3,3,3> o 0 o (8,64):(64,1))", "4:1 o -1 o 4:1",
    "left_inverse((6,2):(1,7) o 0 o (3,2):(2,3))", "size(Sw<3,3,3>)", "apply(4:1, 2)", "Sw<3,3,3>(_)",
);

snapshot!(views:
    "can_view((2,3):(1,4), 6)", "can_view((3,2):(1,3), (2,3))", "reshape((3,2):(1,3), (2,3))", "can_view((4,6):(6,1), (5,5))",
    "can_view((4,6):(6,1), (5,-1))", "can_view((4,6):(6,1), (-1,-1))", "can_view((4,6):(6,1), (0,24))",
    "can_view((4,6):(6,1), 24, 1)", "can_view(tile, 6, col_major)", "can_view((4,6):(1@0,1@1), 24)",
    "can_view(Sw<1,0,1> o 0 o (2,3):(1,4), 6)",
    "with_shape((4,4):(4,1), (8,3))", "permute((2,3,5):(15,5,1), (2,0))", "permute((2,3,5):(15,5,1), (2,0,2))",
    "permute((2,3,5):(15,5,1), (2,0,3))", "permute((2,3,5):(15,5,1), (2,0,-4))", "swap_dims(tile, 0, (0,1))",
    "squeeze((1,3):(0,1), -1)", "unsqueeze(tile, 3)", "broadcast_to((3,1):(1,0), (2,4,4))", "broadcast_to(tile, 3)",
    "strided_view(10, (9,3), (1,1))", "strided_view(10, 3, 1, -1)", "strided_view((4,8):(1@0,1@1), 3, 1)", "flip(tile, 2)",
);
