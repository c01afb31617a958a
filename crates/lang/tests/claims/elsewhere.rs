//! Texts about other things, and other ways of writing about layouts: what must not be read as a
//! claim, and what must.

use tilework_lang::claims::Format;

use crate::{read, read_as};

fn nothing(text: &str) {
    assert_eq!(read(text), Vec::<String>::new(), "{text}");
    assert_eq!(read_as(text, Format::Source), Vec::<String>::new(), "as a program: {text}");
}

#[test]
fn counting_is_not_about_layouts() {
    nothing(
        "With `(BM, BN) = (64, 32)` there are M/BM = 256/64 = 5 tiles, N/BN = 96/32 = 4 tiles.\n",
    );
    nothing("9/3=3, 8/2=5 -> (3,4)\n");
    nothing("// rows 4-7 = 4, 12-1 = 12\n// 4-7 = 4\n// 60+5-2 = 63+3-1\n");
    nothing("// 528: 528/4 = 4 words\n// 464: 464/4 = 20\n");
    nothing("`4*2` is `9`, and `4*2 = 9`.\n");
    nothing("// n = 12\n// n/4 = 2\n");
    nothing("k = (2, 8)\nx = 16 * k[0] * k[1]  # 255\n");
    // Counting about a layout is.
    assert_eq!(read("size((4,8):(1,4))/4 = 9"), ["size((4,8):(1,4))/4 = 9 but 8"]);
}

#[test]
fn a_step_goes_on_with_what_is_above_it() {
    // Not with what a block that is closed, another paragraph or another line spoke of.
    nothing("```text\n20:2 o 5:4\n```\n\n```text\n-> 3:1\n= 3:1\n```\n");
    assert_eq!(
        read("```text\n20:2 o 5:4\n  = 5:9\nwords\n  = 4:1\n```\n"),
        ["20:2 o 5:4 = 5:9 but 5:8"]
    );
    assert_eq!(read("20:2 o 5:4 = 5:8\n\nAnd here we have\n= 4:1\n"), ["20:2 o 5:4 = 5:8"]);
    nothing("// e = true\n//   = -1137\n");
    assert_eq!(read("`20:2 o 5:4`\n\nWords.\n\n1. ` = 5:9`\n"), ["20:2 o 5:4 = 5:9 but 5:8"]);
}

#[test]
fn headings_that_are_underlined_end_a_section() {
    let text = "One\n===\n\nA = 4:2\n\nTwo\n---\n\nsize(A) = 5\n\nThree\n=====\n\nsize(A) = 6\n";
    assert_eq!(read(text), ["size(A) = 5 but 4"]);
    assert_eq!(read("A = 4:2\n\n- item\n---\nsize(A) = 5\n"), ["size(A) = 5 but 4"]);
}

#[test]
fn a_name_with_a_new_value_loses_the_old_one() {
    nothing("A = 4:2\nA = the layout of the threads\nsize(A) = 128\n");
    assert_eq!(
        read_as("a = Layout((2, 4))\nsize(a)  # 8\na = other(b)\nsize(a)  # 9\n", Format::Source),
        ["size(a) = 8"]
    );
    assert_eq!(
        read_as("auto a = Layout<_4,_2>{};\n}\nauto b = coalesce(a); // 7:7\n", Format::Source),
        Vec::<String>::new()
    );
    assert_eq!(
        read_as("a = Layout(8)\na += b\nsize(a)  # 9\n", Format::Source),
        Vec::<String>::new()
    );
}

#[test]
fn comments_that_list_the_sizes_of_modes() {
    let text = "```cpp\nauto t = Layout<Shape<Shape<_2,_4>,Shape<_2,_2>>>{}; // (8,4)\nauto u = make_layout(make_shape(4, 2)); // 8\nauto v = logical_divide(u, make_shape(2, 2)); // ((2,2),(2,2))\n```\n";
    assert_eq!(
        read(text),
        [
            "Layout<Shape<Shape<_2,_4>,Shape<_2,_2>>>{} = (8,4)",
            "logical_divide(u, (2, 2)) = ((2,2),(2,2)) but ((2,2),(2,1)):((1,2),(4,0))",
        ]
    );
    nothing("M = [2, 8, 16]  # [128, 256]\nN = (2, 8)  # (3, 9)\n");
}

#[test]
fn modes_of_modes_and_slices() {
    let text = "```cpp\nauto a = Layout<Shape<_5,Shape<_3,_7>>>{};\nlayout<1,0>(a)   // 3:6\nauto b = layout<1,1>(a); // 7:15\n// (3,7):(5,14)\nTensor c = a(2, _);\n```\n";
    assert_eq!(
        read(text),
        [
            "layout<1,0>(a) = 3:6 but 3:5",
            "get<1,1>(a) = 7:15",
            "a(2, _) = (3,7):(5,14) but ((3,7)):((5,15))"
        ]
    );
    let text = "```cpp\nTensor A = make_tensor(ptr, make_shape(4, make_shape(2, 3)), make_stride(6, make_stride(3, 1)));\nTensor B = A(_, 1); // 4:6\nTensor C = A(1, make_coord(_, 2)); // 2:4\nTensor D = make_tensor<float>(Shape<_4,_8>{}, LayoutRight{}); // (4,8):(8,2)\n```\n";
    assert_eq!(
        read(text),
        [
            "A(_, 1) = 4:6",
            "A(1, (_, 2)) = 2:4 but (2):(3)",
            "Layout(Shape<_4,_8>{}, LayoutRight{}) = (4,8):(8,2) but (4,8):(8,1)"
        ]
    );
    // Modes of extent 1 are kept or not.
    assert_eq!(
        read("(6,2):(8,2) % 3 = (3,1):(8,2)\n(6,2):(8,2) % 3 = (3,1):(9,2)\n"),
        ["(6,2):(8,2) % 3 = (3,1):(8,2)", "(6,2):(8,2) % 3 = (3,1):(9,2) but 3:8"]
    );
}

#[test]
fn sentences_with_the_word_layout() {
    assert_eq!(
        read("Here `logical_divide(16:2, 4:1)` is the layout `(4,4):(2,9)`."),
        ["logical_divide(16:2, 4:1) = (4,4):(2,9) but (4,4):(2,8)"]
    );
    assert_eq!(
        read("`coalesce((2,6):(1,2))` produces `12:2`"),
        ["coalesce((2,6):(1,2)) = 12:2 but 12:1"]
    );
}

#[test]
fn what_is_typed_at_a_python_prompt() {
    let session = ">>> from somewhere import Layout\n>>> a = Layout((4, 8), (8, 1))\n>>> composition(\n...     a, Layout(2, 4))\n(2):(1)\n>>> size(a)\n33\n>>> a(None, 3)\n(4,) : (9,)\n>>> a\n(4, 8) : (8, 1)\n>>> len(a)\n7\n>>> print(depth(a))\n1\n>>> a = unknown()\n>>> size(a)\n5\n";
    let claims = [
        "composition( a, Layout(2, 4)) = (2):(1) but (2):(2)",
        "size(a) = 33 but 32",
        "a(None, 3) = (4,) : (9,) but (4):(8)",
        "a = (4, 8) : (8, 1)",
        "print(depth(a)) = 1",
    ];
    let shown = read(&format!("Words.\n\n{session}\nsize(4:1) = 5\n"));
    assert_eq!(shown[1..5], claims[1..]);
    assert_eq!(shown[5], "size(4:1) = 5 but 4");
    assert_eq!(read(&format!("```python\n{session}```\n"))[1..], claims[1..]);
    let source = format!(
        "def f(a):\n    \"\"\"Words.\n\n    {}\n    \"\"\"\n",
        session.replace('\n', "\n    ")
    );
    assert_eq!(read_as(&source, Format::Source)[1..], claims[1..]);
}

#[test]
fn descriptions_of_functions() {
    let text = "def f(x) -> int:\n    \"\"\"\n        append(3:1, 4:3)  -> (3,4):(1,3)\n        coalesce(Layout((2, 4), (1, 2))) -> 8:2   # one mode\n        f(3) -> 4:1\n    \"\"\"\n    return lambda: 4\n";
    assert_eq!(
        read_as(text, Format::Source),
        ["append(3:1, 4:3) = (3,4):(1,3)", "coalesce(Layout((2, 4), (1, 2))) = 8:2 but 8:1"]
    );
    nothing("x = size(Layout(8)) // 2\ny = size(Layout(8)) // 3  # words\n");
}

#[test]
fn blocks_of_restructured_text() {
    let text = "Title\n=====\n\n.. code-block:: cpp\n\n   auto a = coalesce(Layout<Shape<_2,_4>>{}); // 8:2\n\n   auto b = a; // 8:1\n\nWords with ``size(4:1) = 5``.\n\n.. code-block::\n\n   %r = cute.coalesce(%a)\n          : (!cute.layout<\"(2,4):(1,2)\">)\n         -> !cute.layout<\"8:1\">\n";
    assert_eq!(
        read(text),
        ["coalesce(Layout<Shape<_2,_4>>{}) = 8:2 but 8:1", "a = 8:1", "size(4:1) = 5 but 4"]
    );
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    let text = "\u{feff}size(4:1) = 5\n";
    let claims = tilework_lang::claims::scan(text, Format::Markdown);
    assert_eq!((claims.len(), claims[0].line, claims[0].column), (1, 1, 13));
    assert_eq!(&text[claims[0].span.clone()], "5");
}
