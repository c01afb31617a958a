//! What is wrong in the published documents of `docs/errata.md`, claim by claim.
//!
//! The texts are not ours, so only the lines with the claims stand here. Where the documents
//! themselves lie beside the checkout, they are read as a whole, and the lists must agree.

use std::fs;
use std::path::Path;

use tilework_lang::Scope;
use tilework_lang::claims::{Format, Verdict, scan};

struct Wrong {
    /// Which document, and the line in it.
    document: usize,
    line: usize,
    /// The claim, with what it stands on.
    text: &'static str,
    printed: &'static str,
    right: &'static str,
}

/// How many claims are read in each document.
const CLAIMS: [usize; 5] = [128, 132, 2, 92, 0];

const DIVIDE: &str = "A = (4,2,3):(2,1,8)\nB = 4:2\nB* = (2,3):(1,8)\n\nA o (B,B*) = (A o B, A o B*, ...)\n = ((2,2),(2,3):(4,1),(2,8))";
const ROWS: &str = "Ar = (4,8):(13,1)\nBr = (2,4):(1,8)\nBr* = 4:2\n\nAr o (Br,Br*) = (Ar o Br, Ar o Br*)\n = ((2,4),(2,2):(13,2),(26,1))";
const PRODUCT: &str = "```\nA = (2,2):(4,1)\nB = 6:1\nA* = (2,3):(2,8)\nConcatenate A and A* o B:\n((2,2),(2,3):(4,1),(2,8))\n```";
const MODES: &str = "B = (3,4):(1,3)\nA* = (12:10)\nA* o B = (12:10) o (3,4):(1,3)\n = ((12:10) o (3,1), (12:10) o (4,3))";
const HOLES: &str = "`complement(4:2, 24)` is `(2,4):(1,8)`. Note that `(4,(2,4)):(2,(1,8))` has cosize `24`. The \"hole\" in `4:2` is filled with `2:1` first, then everything is repeated 4 times with `4:8`.";
const UNIQUE: &str =
    "Note that `((2,4),(2,2)):((1,6),(2,12))` has cosize `24` and produces unique indices.";
const SHAPE: &str = "```cpp\n// (8, 3)\nauto tiler = make_shape(Int<3>{}, Int<8>{});\n```";
const TILES: &str = "Complement of `B = 4:2` is `B* = (2,3):(1,8)`. Composition of `A = (2,4,3):(4,1,8)` with `(B,B*)` is then `((2,2),(2,3)):((4,1),(2,8))`.";
const SUBLAYOUT: &str = "`A = (9,(4,8)):(59,(13,1))`, `B = <3:3, (2,4):(1,8)>`: the sublayout `(3,(2,4)):(236,(13,52))` and is precisely the result we would have received if we had applied `composition` instead";
const STEP: &str = "`(10,2):(16,4)  o  (5,4):(1,5)`\n\n5. ` = (5,(2,2))):(16,(80,4))`.";

#[rustfmt::skip]
const WRONG: &[Wrong] = &[
    Wrong { document: 0, line: 72, text: "`(6,2):(8,2) / 3` -> `3:8`, because", printed: "3:8", right: "(2,2):(24,2)" },
    Wrong { document: 0, line: 119, text: "It's `(12,(4,8)):(59,(13,1)) o <3, 8> = (_3,(2,4)):(236,(26,1))`, there", printed: "(_3,(2,4)):(236,(26,1))", right: "(3,(4,2)):(59,(13,1))" },
    Wrong { document: 0, line: 142, text: "a layout like `(4,(2):2,(1))`, the", printed: "(4,(2):2,(1))", right: "(4,(2)):(2,(1))" },
    Wrong { document: 0, line: 185, text: DIVIDE, printed: "((2,2),(2,3):(4,1),(2,8))", right: "((2,2),(2,3)):((4,1),(2,8))" },
    Wrong { document: 0, line: 220, text: ROWS, printed: "((2,4),(2,2):(13,2),(26,1))", right: "((2,4),(2,2)):((13,2),(26,1))" },
    Wrong { document: 0, line: 228, text: "```\n((3,3),(2,4),(2,2):(177,59),(13,2),(26,1))\n```", printed: "((3,3),(2,4),(2,2):(177,59),(13,2),(26,1))", right: "((3,3),(2,4),(2,2)):((177,59),(13,2),(26,1))" },
    Wrong { document: 0, line: 275, text: PRODUCT, printed: "((2,2),(2,3):(4,1),(2,8))", right: "((2,2),(2,3)):((4,1),(2,8))" },
    Wrong { document: 0, line: 298, text: MODES, printed: "((12:10) o (3,1), (12:10) o (4,3))", right: "refused" },
    Wrong { document: 0, line: 302, text: "```\n((2,5),(3,4):(5,1),(10,30))\n```", printed: "((2,5),(3,4):(5,1),(10,30))", right: "((2,5),(3,4)):((5,1),(10,30))" },
    Wrong { document: 0, line: 305, text: "```\n(6,(5,4):5,(1,30))\n```", printed: "(6,(5,4):5,(1,30))", right: "(6,(5,4)):(5,(1,30))" },
    Wrong { document: 1, line: 228, text: STEP, printed: "(5,(2,2))):(16,(80,4))", right: "(5,(2,2)):(16,(80,4))" },
    Wrong { document: 1, line: 287, text: SHAPE, printed: "(8, 3)", right: "(3,8)" },
    Wrong { document: 1, line: 344, text: HOLES, printed: "(2,4):(1,8)", right: "(2,3):(1,8)" },
    Wrong { document: 1, line: 344, text: HOLES, printed: "24", right: "32" },
    Wrong { document: 1, line: 344, text: HOLES, printed: "4", right: "3" },
    Wrong { document: 1, line: 344, text: HOLES, printed: "4:8", right: "3:8" },
    Wrong { document: 1, line: 348, text: UNIQUE, printed: "24", right: "34" },
    Wrong { document: 1, line: 348, text: UNIQUE, printed: "true", right: "false" },
    Wrong { document: 1, line: 396, text: TILES, printed: "((2,2),(2,3)):((4,1),(2,8))", right: "(4,(2,3)):(1,(4,8))" },
    Wrong { document: 1, line: 416, text: SUBLAYOUT, printed: "(3,(2,4)):(236,(13,52))", right: "(3,(2,4)):(177,(13,2))" },
    Wrong { document: 3, line: 72, text: "`(6,2):(8,2) / 3` -> `3:8`, because", printed: "3:8", right: "(2,2):(24,2)" },
];

/// Line, what is printed, and what is right, of every claim that does not hold.
fn wrong(text: &str) -> Vec<(usize, String, String)> {
    let claims = scan(text, Format::Markdown).into_iter();
    claims
        .filter_map(|claim| match claim.verdict(&Scope::new()) {
            Verdict::Holds => None,
            Verdict::Fails { found } => Some((claim.line, claim.right, found.to_string())),
            Verdict::Refused(_) => Some((claim.line, claim.right, "refused".to_owned())),
            other => panic!("line {}: {other:?}", claim.line),
        })
        .collect()
}

#[test]
fn the_wrong_claims_are_found() {
    for case in WRONG {
        // A text with several stands in several rows.
        let rows: Vec<_> = WRONG
            .iter()
            .filter(|other| (other.document, other.text) == (case.document, case.text))
            .map(|other| (other.printed.to_owned(), other.right.to_owned()))
            .collect();
        let found: Vec<_> =
            wrong(case.text).into_iter().map(|(_, printed, right)| (printed, right)).collect();
        assert_eq!(found, rows, "document {}, line {}", case.document, case.line);
    }
}

#[test]
fn the_right_claims_pass() {
    let right = "`complement(4:1, 24)` is `6:4`. Note that `(4,6):(1,4)` has cosize `24`. The layout `4:1` is effectively repeated 6 times with `6:4`.\n\n`complement((2,2):(1,6), 24)` is `(3,2):(2,12)`. Note that `((2,2),(3,2)):((1,6),(2,12))` has cosize `24` and produces unique indices.\n";
    assert_eq!(scan(right, Format::Markdown).len(), 7);
    assert_eq!(wrong(right), []);
}

#[test]
fn the_documents_themselves() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/seeds");
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    for (document, file) in files.iter().enumerate().take(CLAIMS.len()) {
        let Ok(text) = fs::read_to_string(file) else { continue };
        let rows = WRONG.iter().filter(|case| case.document == document);
        let rows: Vec<_> =
            rows.map(|case| (case.line, case.printed.to_owned(), case.right.to_owned())).collect();
        assert_eq!(wrong(&text), rows, "document {document}");
        assert_eq!(scan(&text, Format::Markdown).len(), CLAIMS[document], "document {document}");
    }
}
