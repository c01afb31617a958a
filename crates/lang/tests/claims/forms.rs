//! One small document for every form.

use tilework_lang::claims::{Format, Kind, Verdict, scan, scan_in};
use tilework_lang::{Scope, Value};

use crate::{read, read_as};

#[test]
fn lines() {
    assert_eq!(read("coalesce((2,4):(1,2)) = 8:1"), ["coalesce((2,4):(1,2)) = 8:1"]);
    assert_eq!(
        read("Words.\n\n- size((4,8)) = 31\n> 3. rank((4,8)) = 2.\n"),
        ["size((4,8)) = 31 but 32", "rank((4,8)) = 2"]
    );
    assert_eq!(read("24 = size((4,6))"), ["size((4,6)) = 24"]);
}

#[test]
fn chains_compare_with_their_first_part() {
    assert_eq!(
        read(
            "A = (6,2):(8,2)\nB = (4,3):(3,1)\nR( 1) = A(B( 1)) = A(B(1,0)) = A( 3) = A(3,0) = 25\n"
        ),
        ["A(B( 1)) = A(B(1,0))", "A(B( 1)) = A( 3)", "A(B( 1)) = A(3,0)", "A(B( 1)) = 25 but 24",]
    );
}

#[test]
fn columns() {
    let line = "A = (6,2):(8,2)     B = (4,3):(3,1)     A o B = ((2,2),3):((24,2),8)\n";
    assert_eq!(read(&format!("```text\n{line}```")), ["A o B = ((2,2),3):((24,2),8)"]);
    assert_eq!(
        read("(6,2) / 12 = (1,1)       (6,2) % 12 = (6,3)"),
        ["(6,2) / 12 = (1,1)", "(6,2) % 12 = (6,3) but (6,2)"]
    );
}

#[test]
fn definitions_wait_for_their_names() {
    let text = "Composition, R := A o B\n\nA = (6,2):(8,2)\nB = (4,3):(3,1)\nR = ((2,2),3):((24,2),9)\nR(1) = 24\n";
    assert_eq!(read(text), ["R = ((2,2),3):((24,2),9) but ((2,2),3):((24,2),8)", "R(1) = 24"]);
}

#[test]
fn names_belong_to_their_section() {
    let text = "# One\nA = 4:2\nsize(A) = 4\n## Inner\nsize(A) = 5\n# Two\nsize(A) = 6\n";
    assert_eq!(read(text), ["size(A) = 4", "size(A) = 5 but 4"]);
}

#[test]
fn inline_code() {
    assert_eq!(
        read(
            "It is `(12,(4,8)):(59,(13,1)) o <3, 8> = (_3,(2,4)):(236,(26,1))`, and `size(4:2)=4`."
        ),
        [
            "(12,(4,8)):(59,(13,1)) o <3, 8> = (_3,(2,4)):(236,(26,1)) but (3,(4,2)):(59,(13,1))",
            "size(4:2) = 4"
        ]
    );
    assert_eq!(
        read("With `B* = (2,3):(1,8)`: ``(4:2,B*) = (4,(2,3)):(2,(1,8))``"),
        ["(4:2,B*) = (4,(2,3)):(2,(1,8))"]
    );
}

#[test]
fn arithmetic() {
    let text = "A = (2,5):(5,1)\nB = (3,4):(1,3)\nsize(A)*cosize(B)=10*(2*1+3*3+1)=121\n24/5 = 4\n";
    assert_eq!(
        read(text),
        ["size(A)*cosize(B) = 10*(2*1+3*3+1)", "size(A)*cosize(B) = 121 but 120"]
    );
}

#[test]
fn dividing_and_modding_out() {
    let text = "* `(6,2) /  3 => (2,2)`\n* `(3,6,2,8) % 9 => (3,3,2,1)`\n* `(6,2):(8,2) / 3` -> `(2,2):(24,2)`\n* `(6,2):(8,2) % 3` -> `3:9`\n";
    assert_eq!(
        read(text),
        [
            "(6,2) / 3 = (2,2)",
            "(3,6,2,8) % 9 = (3,3,2,1) but (3,3,1,1)",
            "(6,2):(8,2) / 3 = (2,2):(24,2)",
            "(6,2):(8,2) % 3 = 3:9 but 3:8"
        ]
    );
}

#[test]
fn derivations() {
    let text = "`(10,2):(16,4) o (5,4):(1,5)`\n\n1. ` = (10,2):(16,4) o (5:1,4:5)`.\n\n    * `(10,2):(16,4) o 5:1 => (5,1):(16,4)`.\n\n2. ` = ((5,1):(16,4), (2,2):(80,4))`.\n3. ` = (5,(2,2))):(16,(80,4))`.\n4. ` = (5,4):(16,4)`\n";
    assert_eq!(
        read(text),
        [
            "(10,2):(16,4) o (5,4):(1,5) = (10,2):(16,4) o (5:1,4:5)",
            "(10,2):(16,4) o 5:1 = (5,1):(16,4)",
            "(10,2):(16,4) o (5,4):(1,5) = ((5,1):(16,4), (2,2):(80,4))",
            "(10,2):(16,4) o (5,4):(1,5) = (5,(2,2))):(16,(80,4)) but (5,(2,2)):(16,(80,4))",
            "(10,2):(16,4) o (5,4):(1,5) = (5,4):(16,4) but (5,(2,2)):(16,(80,4))",
        ]
    );
    let text =
        "```\nA = 20:2\nA o (5,4):(4,1) = (A o B_0, ...)\n   = (5:8, 4:2)\n   = (5,4):(8,3)\n```";
    assert_eq!(
        read(text),
        ["A o (5,4):(4,1) = (5:8, 4:2)", "A o (5,4):(4,1) = (5,4):(8,3) but (5,4):(8,2)"]
    );
}

#[test]
fn sentences() {
    assert_eq!(
        read("`complement(4:2, 24)` is `(2,4):(1,8)`."),
        ["complement(4:2, 24) = (2,4):(1,8) but (2,3):(1,8)"]
    );
    assert_eq!(
        read("Note that `(4,(2,4)):(2,(1,8))` has cosize\n`24` and produces unique indices."),
        ["cosize((4,(2,4)):(2,(1,8))) = 24 but 32", "is_injective((4,(2,4)):(2,(1,8))) = true"]
    );
    assert_eq!(
        read("`complement(2:5, 12) = (5,2):(1,10)` has cosize 14"),
        ["complement(2:5, 12) = (5,2):(1,10)", "cosize((5,2):(1,10)) = 14 but 15"]
    );
    assert_eq!(
        read("Complement of `B = 4:2` under `6*4 = 24` is `B* = (2,3):(1,8)`."),
        ["complement(4:2, 24) = (2,3):(1,8)"]
    );
    assert_eq!(
        read("Composition of `A = 20:2` with `(5,4):(4,1)` is then `(5,4):(8,3)`"),
        ["20:2 o (5,4):(4,1) = (5,4):(8,3) but (5,4):(8,2)"]
    );
    assert_eq!(
        read("`(2,4):(1,2)` acts identically to `8:2`"),
        ["(2,4):(1,2) ~ 8:2 = true but false"]
    );
    assert_eq!(
        read("$A = (10) : (3)$ and $B = (2, 5) : (3, 6)$ share the same function"),
        ["(10) : (3) ~ (2, 5) : (3, 6) = true"]
    );
    assert_eq!(
        read("combine `(2,2):(24,2)` and `3:8` together to `((2,2),3):((24,2),9)`"),
        ["((2,2):(24,2), 3:8) = ((2,2),3):((24,2),9) but ((2,2),3):((24,2),8)"]
    );
    assert_eq!(
        read("`(6,2):(1,7) o (3,2):(2,3)` is not a layout, `4:1 o 2:2` is not a layout"),
        ["(6,2):(1,7) o (3,2):(2,3) = ", "4:1 o 2:2 =  but 2:2"]
            .map(|shown| shown.trim_end_matches(" = "))
    );
}

#[test]
fn results_of_what_a_paragraph_speaks_of() {
    assert_eq!(
        read("For `(6,2):(8,2) o 3:1`:\n\n1. some steps\n\nThe result is `3:9`\n"),
        ["(6,2):(8,2) o 3:1 = 3:9 but 3:8"]
    );
    let text = "## D\nTake `A = (9,(4,8)):(59,(13,1))` and `B = <3:3, (2,4):(1,8)>`.\n\nThe first mode is `(3,(2,4)):(236,(13,52))` and is the result we had if we had applied `composition` instead.\n";
    assert_eq!(read(text), ["A o B = (3,(2,4)):(236,(13,52)) but (3,(2,4)):(177,(13,2))"]);
    let text = "`complement(4:2, 24)` is `(2,3):(1,8)`. The hole is filled with `2:1`, then everything is repeated 4 times with `4:8`.";
    assert_eq!(
        read(text),
        [
            "complement(4:2, 24) = (2,3):(1,8)",
            "complement(4:2, 24)[0] = 2:1",
            "size(the last mode of complement(4:2, 24)) = 4 but 3",
            "the last mode of complement(4:2, 24) = 4:8 but 3:8"
        ]
    );
}

#[test]
fn code_with_comments() {
    let text = "The code prints `((5,1),(2,2)):((16,4),(80,4))`.\n\n```cpp\n// (10,2):(16,4)\nLayout a = make_layout(make_shape (Int<10>{}, Int<2>{}),\n                       make_stride(Int<16>{}, Int<4>{}));\nauto b = make_layout(make_shape ( 5, 4), make_stride( 1, 5)); // (5,4):(1,6)\nauto t = make_tile(Layout<_3,_4>{},  // Apply 3:4\n                   Layout<_2,_2>{}); // <3:4,2:2>\nLayout c = composition(a, b);\nprint(c);\n// with shape (5,8)\nauto s = a;\n```\n`size(a) = 3`\n";
    assert_eq!(
        read(text),
        [
            "c = ((5,1),(2,2)):((16,4),(80,4))",
            "make_layout((Int<10>{}, Int<2>{}), (Int<16>{}, Int<4>{})) = (10,2):(16,4)",
            "make_layout(( 5, 4), ( 1, 5)) = (5,4):(1,6) but (5,4):(1,5)",
            "<Layout<_3,_4>{}, Layout<_2,_2>{}> = <3:4,2:2>",
            "a = (5,8) but (10,2):(16,4)",
        ]
    );
    let text = "print(find_layout(np.array([0, 2, 4, 7, 9, 11])))  # (3,2) : (2,8)\nx = 5\n# A note with `size((4,8)) = 31`.\nmatch x { _ => 3 }\n";
    assert_eq!(
        read_as(text, Format::Source),
        [
            "print(find_layout(np.array([0, 2, 4, 7, 9, 11]))) = (3,2) : (2,8) but (3,2):(2,7)",
            "size((4,8)) = 31 but 32"
        ]
    );
}

#[test]
fn statements() {
    let text = "```layout\nA = (6,2):(8,2)   # a matrix\n\n# nothing\nA o (4,3):(3,1)   # ((2,2),3):((24,2),9)\nsize(A)  // 12\nrank(A) -> 3\nmake_layout(A,\n  4:1) = ((6,2),4):((8,2),1)\nA\nA o (4,3):(3,1)\n  = ((2,2),3):((24,2),8)\n```\n";
    assert_eq!(
        read(text),
        [
            "A o (4,3):(3,1) = ((2,2),3):((24,2),9) but ((2,2),3):((24,2),8)",
            "size(A) = 12",
            "rank(A) = 3 but 2",
            "make_layout(A, 4:1) = ((6,2),4):((8,2),1)",
            "A",
            "A o (4,3):(3,1)",
            "A o (4,3):(3,1) = ((2,2),3):((24,2),8)",
        ]
    );
}

#[test]
fn in_a_block_of_statements_everything_must_be_one() {
    let text = "```tilework\nsize(X) = 4\nplease compute\nB = 4:1 o\n(6,2):(1,7) o (3,2):(2,3)\n(6,2):(1,7) o (3,2):(2,3) = refused\n```\n";
    assert_eq!(
        read(text),
        [
            "size(X) = 4 but refused: unknown-name",
            "please compute =  but refused: syntax",
            "4:1 o =  but refused: syntax",
            "(6,2):(1,7) o (3,2):(2,3) =  but refused: not-a-layout",
            "(6,2):(1,7) o (3,2):(2,3) = refused",
        ]
    );
}

#[test]
fn misplaced_parentheses() {
    assert_eq!(
        read("We get `(4,(2):2,(1))`, and `(6,(5,4):5,(1,30))`."),
        [
            "misplaced parentheses = (4,(2):2,(1)) but (4,(2)):(2,(1))",
            "misplaced parentheses = (6,(5,4):5,(1,30)) but (6,(5,4)):(5,(1,30))"
        ]
    );
    // These are as they should be, or cannot be put right.
    assert!(
        read("`(12:10)`, `((3,3):(177,59))`, `(4, 8:2)`, `(2:1,3:2)`, `((4,2)`, `4:`").is_empty()
    );
}

#[test]
fn what_is_no_claim() {
    let text = "# 1 = 2\nLet x = 4, then L(x) = f(x).\n`A o B = A o (B_0, B_1, ...) = (A o B_0, A o B_1)`, `B = s:d`, `R(c) = k`, `x = y = z`.\n\
        `s0:d0  ++  _1:d1  =>  s0:d0`, `8:1` -> `8:0`, `4` is `5`, `A` is `4:2`.\n\
        date: 2023-12-31\n=====\n3 = 12\n0 (0) = 00\nif `rank(A) == 2`\n<p align=\"center\">\n\
        ```sh\nsize(4:1) = 5\n```\n```console\n$ tilework \"size(4:1) = 5\"\n```\n\
        ```rust\nassert_eq!(a, b);\nlet x = 4;\nmatch x { None => false, _ => 4 }\n```\n";
    assert_eq!(read(text), Vec::<String>::new());
}

#[test]
fn switched_off() {
    let text = "size(4:1) = 5\n<!-- tilework: off -->\nsize(4:1) = 6\n```layout\nnonsense\n```\n<!-- tilework: on -->\nsize(4:1) = 7\n";
    assert_eq!(read(text), ["size(4:1) = 5 but 4", "size(4:1) = 7 but 4"]);
    let text = "<!-- tilework: off in column printed -->\n\n| printed | right |\n|---|---|\n| `size(4:1) = 5` | `size(4:1) = 4` |\n";
    assert_eq!(read(text), ["size(4:1) = 4"]);
    assert_eq!(
        read_as("// size(4:1) = 5\n// tilework: off\n// size(4:1) = 6\n", Format::Source),
        ["size(4:1) = 5 but 4"]
    );
}

#[test]
fn places() {
    let text = "ü\r\n  `rank(4:2)=1` and ü `size(4:1) = 5`\r\n";
    let claims = scan(text, Format::Markdown);
    let places: Vec<_> = claims.iter().map(|c| (c.line, c.column, &text[c.span.clone()])).collect();
    assert_eq!(places, [(2, 14, "1"), (2, 36, "5")]);
    assert_eq!((claims[1].kind, claims[1].left.as_str()), (Kind::Inline, "size(4:1)"));
    let error = scan("```layout\nsize(4:1) = rank(4,)\n", Format::Markdown).remove(0);
    let text = "```layout\n(6,2):(1,7) o (3,2):(2,3)\n```";
    let Verdict::Refused(refusal) = scan(text, Format::Markdown)[0].verdict(&Scope::new()) else {
        panic!("{error:?}")
    };
    assert_eq!(&text[refusal.span()], "(6,2):(1,7) o (3,2):(2,3)");
}

#[test]
fn names_from_outside() {
    let mut scope = Scope::new();
    scope.bind("T", Value::Integer(24));
    let claims = scan_in("complement(4:2, T) = (2,3):(1,8)", Format::Markdown, &scope);
    assert_eq!(claims[0].verdict(&scope), Verdict::Holds);
    assert!(scan("complement(4:2, T) = (2,3):(1,8)", Format::Markdown).is_empty());
}
