//! What other programs print can be pasted as it is, and what has no meaning is refused by name.

use tilework_lang::{Outcome, Scope, Value};

fn run(text: &str) -> Result<Value, tilework_lang::Diagnostic> {
    match Scope::new().run(text)? {
        Outcome::Value(value) => Ok(value),
        other => panic!("{text}: {other:?}"),
    }
}

fn reads(text: &str, as_: &str) {
    match run(text) {
        Ok(value) => assert_eq!(value.to_string(), as_, "{text}"),
        Err(error) => panic!("{}", error.render(text)),
    }
}

#[test]
fn one_layout_in_every_dialect() {
    for text in [
        "(4,8):(1,4)",
        "(4, 8) : (1, 4)",
        " ( 4 ,8 ): (1, 4)\n",
        "(_4,_8):(_1,_4)",
        "(_4,8):(_1,4)",
        "((4,8):(1,4))",
        "(4,8,):(1,4,)",
        "(4,8):(1,4) # a comment",
        "make_layout((4,8))",
        "make_layout(make_shape(Int<4>{},Int<8>{}), make_stride(Int<1>{}, Int<4>{}))",
        "make_layout(make_shape(_4{}, _8{}))",
        "make_layout(make_shape(_4{}, _8{}), make_stride(_1{}, _4{}))",
        "cute::make_layout(cute::make_shape(cute::Int<4>{}, cute::C<8>{}), cute::make_stride(1, 4))",
        "make_layout(Shape<_4,_8>{}, Stride<_1,_4>{})",
        "make_layout(Shape<_4,_8>{}, LayoutLeft{})",
        "cute.make_layout((4, 8), stride=(1, 4))",
        "cute.make_layout(shape=(4, 8), stride=(1, 4))",
        "make_layout(4:1, 8:4)",
        "Layout((4, 8), (1, 4))",
        "Layout((4, 8),(1, 4))",
        "pycute.Layout((4, 8), (1, 4))",
        "Layout((4, 8))",
        "Layout<Shape<_4,_8>,Stride<_1,_4>>{}",
        "Layout<Shape<_4,_8>,Stride<_1,_4>>",
        "Layout<Shape<Int<4>, Int<8>>, Stride<Int<1>, Int<4>>>",
        "Layout<Shape<_4,_8>>",
        "cute::Layout<cute::tuple<cute::C<4>, cute::C<8> >, cute::tuple<cute::C<1>, cute::C<4> > >",
        "Layout<tuple<integral_constant<int,4>,constant<int,8>>,tuple<C<1>,C<4>>>",
        "smem_ptr[16b](0x7f5a3c000000) o (4,8):(1,4)",
        "smem_ptr[16b](0x..) o (_4,_8):(_1,_4)",
        "gmem_ptr[32b](0x7f..) o (4,8):(1,4)",
        "gmem_ptr<float*>(0x0) o (4,8):(1,4)",
        "ptr[32b](nil) o (4,8):(1,4)",
        "ptr[32b](0x55d0c0ffee) o (4,8):(1,4)",
        "raw_ptr(0x00000000079f5cc0: f32, gmem, align<16>) o (4,8):(1,4)",
        "counting_iter(0) o (4,8):(1,4)",
        "ArithTuple(_0,_0) o (4,8):(1,4)",
        "(0,0) o (4,8):(1,4)",
        "_0 o (_4,_8):(_1,_4)",
        "Tensor<0x7f..@gmem o (4,8):(1,4)>",
        "Tensor<0x7f00@gmem o (4, 8):(1, 4)>",
        "tensor<ptr<f32, gmem> o (4,8):(1,4)>",
        "tensor<ptr<f32, gmem, align<16>> o (4,8):(1,4)>",
        "Tensor<ViewEngine<gmem_ptr<float*>>, Layout<Shape<_4,_8>,Stride<_1,_4>>>",
        "!cute.layout<\"(4,8):(1,4)\">",
        "!cute.memref<f32, gmem, align<16>, \"(4,8):(1,4)\">",
        "\"(4,8):(1,4)\"",
        "'(4,8):(1,4)'",
        "32:1 ∘ (4,8):(1,4)",
    ] {
        reads(text, "(4,8):(1,4)");
    }
}

#[test]
fn tilers_and_coordinates_in_every_dialect() {
    for text in [
        "<3:3,(2,4):(1,8)>",
        "[3:3;(2,4):(1,8)]",
        "make_tile(3:3, (2,4):(1,8))",
        "make_tile(Layout<_3,_3>{}, Layout<Shape<_2,_4>,Stride<_1,_8>>{})",
        "Tile<Layout<_3,_3>,Layout<Shape<_2,_4>,Stride<_1,_8>>>",
        "tuple<Layout<_3,_3>,Layout<Shape<_2,_4>,Stride<_1,_8>>>",
        "(Layout(3, 3), Layout((2, 4), (1, 8)))",
        "!cute.tile<\"[3:3;(2,4):(1,8)]\">",
    ] {
        reads(text, "<3:3,(2,4):(1,8)>");
    }
    reads("[4:1;_]", "<4:1,_>");
    reads("[(4,2):(1,4);_]", "<(4,2):(1,4),_>");
    reads("[4:1]", "<4:1>");
    reads("(Layout(4, 1),)", "<4:1>");
    reads("(Layout(4, 1), None, (2, 2))", "<4:1,_,<2:1,2:1>>");
    reads("Tile<_32,Underscore,_40>", "<32:1,_,40:1>");
    for tiler in ["<32,_,40>", "(32,_,40)", "(32, None, 40)", "[32;_;40]", "make_tile(32, _, 40)"] {
        let text = format!("zipped_divide((64,50,80):(16000,160,1), {tiler})");
        reads(&text, "((32,1,40),(2,50,2)):((16000,0,1),(512000,160,40))");
    }
    reads("(32,)", "(32)");
    reads("(_,2)", "(_,2)");
    reads("(None, 2)", "(_,2)");
    reads("make_coord(_,2)", "(_,2)");
    reads("Step<_1,X,_1>", "(1,_,1)");
    reads("_-3", "-3");
    reads("Int<-3>{}", "-3");
    reads("-9223372036854775808", "-9223372036854775808");
    reads("(4,8):(_-1,_4)", "(4,8):(-1,4)");
}

#[test]
fn calls_as_cpp_writes_them() {
    reads("get<1>((4,8):(1,4))", "8:4");
    reads("get<1,0>((4,(2,8)):(1,(4,8)))", "2:4");
    reads("size<0>((4,8):(1,4))", "4");
    reads("size<1,1>((4,(2,8)):(1,(4,8)))", "8");
    reads("shape<1>((4,(2,8)):(1,(4,8)))", "(2,8)");
    reads("select<1,0>((4,8):(1,4))", "(8,4):(4,1)");
    reads("take<0,2>((2,3,5):(1,2,6))", "(2,3):(1,2)");
    reads("group<0,2>((2,3,5):(1,2,6))", "((2,3),5):((1,2),6)");
    reads("upcast<2>(16:1)", "8:1");
    reads("append<3>(3:1)", "(3,1,1):(1,0,0)");
    reads("replace<1>((2,3):(1,2), 4:6)", "(2,4):(1,6)");
    reads("coalesce((2,(1,6)):(1,(6,2)), Step<_1,_1>{})", "(2,6):(1,2)");
    reads("make_ordered_layout((3,5,7), order=(2,0,1))", "(3,5,7):(35,1,5)");
}

#[test]
fn swizzles_and_composed_layouts_in_every_dialect() {
    for text in [
        "Sw<3,4,3>",
        "S<3,4,3>",
        "Swizzle<3,4,3>",
        "Swizzle<3,4,3>{}",
        "Swizzle<3,4>{}",
        "Swizzle(3, 4, 3)",
        "make_swizzle(3,4,3)",
        "make_swizzle(896, 112)",
        "make_swizzle<896,112>()",
        "!cute.swizzle<\"S<3,4,3>\">",
        "Sw<_3,_4,_3>",
    ] {
        reads(text, "Sw<3,4,3>");
    }
    for text in [
        "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)",
        "S<3,3,3> o 0 o (8,64):(64,1)",
        "Sw<3,3,3> o (8,64):(64,1)",
        "composition(Swizzle<3,3,3>{}, (8,64):(64,1))",
        "make_composed_layout(Swizzle<3,3,3>{}, 0, (8,64):(64,1))",
        "ComposedLayout(Swizzle(3, 3, 3), 0, Layout((8, 64), (64, 1)))",
        "ComposedLayout<Swizzle<3,3,3>,_0,Layout<Shape<_8,_64>,Stride<_64,_1>>>",
        "!cute.composed_layout<\"S<3,3,3> o 0 o (8,64):(64,1)\">",
    ] {
        reads(text, "Sw<3,3,3> o 0 o (8,64):(64,1)");
    }
    for text in [
        "Xor<1,2,5>",
        "Sw<2,1,-3> o -4 o (4,2):(1,4)",
        "4:1 o 5 o 3:1",
        "(4,8):(1,4) o 0 o 4:1",
        "Sw<1,0,1> o 2 o (4,4):(1,6) o 3 o (3,3):(1,2)",
        "Sw<1,0,1> o 0 o Sw<1,1,1> o 1 o Sw<1,2,1> o 2 o 16:1",
        "Xor<1,2,5> o 0 o (2,4):(4,1)",
    ] {
        reads(text, text);
    }
    reads("(Sw<3,3,3> o 0 o (8,64):(64,1)) o 8:8", "Sw<3,3,3> o 0 o 8:1");
}

#[test]
fn printed_values_read_back() {
    for text in ["(4):(1) at 8", "2:1 and 3:2", "true", "false", "none", "[0,3,1]", "()", "():()"] {
        reads(text, text);
    }
}

/// What stands before a pointer counts bytes.
#[test]
fn swizzled_pointers() {
    for (text, value) in [
        ("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
        ("Sw<3,4,3>_smem_ptr[16b](0x0) o (_8,_64):(_64,_1)", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
        ("Sw<3,4,3>_smem_ptr[32b](0x7f0400) o (8,32):(32,1)", "Sw<3,2,3> o 0 o (8,32):(32,1)"),
        ("Sw<2,4,3> o smem_ptr[8b](unset) o (8,64):(64,1)", "Sw<2,4,3> o 0 o (8,64):(64,1)"),
        ("Sw<3,4,3> o smem_ptr[4b](unset) o (8,256):(256,1)", "Sw<3,5,3> o 0 o (8,256):(256,1)"),
    ] {
        reads(text, value);
        let noted = Scope::new().run_with_notes(text).map_or(0, |answered| answered.notes.len());
        assert_eq!(noted, usize::from(!text.contains("[8b]")), "{text}");
    }
    // A bit that is moved inside of an element.
    assert_eq!(run("Sw<1,0,3> o smem_ptr[16b](unset) o 8:1").unwrap_err().kind, "splits-element");
}

#[test]
fn no_meaning_is_said_so() {
    for (text, part) in [
        ("Sw<3,4,3>_smem_ptr[16b](0x210) o (8,64):(64,1)", "0x210"),
        ("Sw<3,4,3> o smem_ptr(0x0) o (8,64):(64,1)", "Sw<3,4,3>"),
        ("tensor<ptr<f16, smem, align<1024>, S<3,4,3>> o (8,64):(64,1)>", "S<3,4,3>"),
        ("(?,8):(1,4)", "?"),
        ("(4,8):(1,?{div=16})", "?{div=16}"),
        ("Tensor<0x0@gmem o (?,32768):(32768,1)>", "?"),
        ("!cute.layout<\"(?,8):(1,?{i64 div=8})\">", "?"),
        ("Layout<Shape<int,_8>,Stride<_1,int>>", "int"),
    ] {
        let error = run(text).expect_err(text);
        assert_eq!((error.kind, &text[error.span()]), ("unsupported", part), "{text}: {error}");
    }
}

/// What stands before a tensor of coordinates or numbers is where its values begin.
#[test]
fn origins_of_values() {
    for (text, value) in [
        ("ArithTuple(2,3) o (4,8):(_1@0,_1@1)", "(4,8):(1@0,1@1) at (2,3)"),
        ("ArithTuple(_0,_0) o (4,8):(_1@0,_1@1)", "(4,8):(1@0,1@1)"),
        ("counting_iter(5) o 8:1", "8:1 at 5"),
        ("gmem_ptr[32b](0x7f) o 8:1", "8:1"),
    ] {
        reads(text, value);
    }
}

#[test]
fn modes_as_templates() {
    reads("layout<1>((4,8):(8,1))", "8:1");
    reads("layout<0>((8,4):(4,1))", "8:4");
    assert!(run("layout<1>(8:3)").is_err());
}

/// A layout is no coordinate, and a tile has no strides of its own: neither is read as its shape.
#[test]
fn shapes_that_were_not_meant() {
    for text in [
        "(4,8):(1,4)((2,3):(7,9))",
        "crd2idx((2,3):(7,9), (4,8))",
        "owner((2,2):(1,2) on 4, (1,1):(5,5))",
        "(2,2):(1,2) on (4:2,1)",
        "(2,2):(1,2) on <4:2,1>",
        "partition((8,6):(1,8), (2,2):(1,2), 4:2, 1)",
    ] {
        assert_eq!(run(text).unwrap_err().kind, "usage", "{text}");
    }
    reads("(2,2):(1,2) on (2,2):(1,2)", "(2,2):(1,2) on (2,2)");
}
