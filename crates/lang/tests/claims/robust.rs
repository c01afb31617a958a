//! Any text can be read, and corrections are right.

use proptest::prelude::*;

use crate::{corrected, read};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text(text in any::<String>()) {
        read(&text);
    }

    /// Texts of what claims are made of.
    #[test]
    fn almost_claims(parts in prop::collection::vec(part(), 0..40)) {
        let text = parts.concat();
        read(&text);
        corrected(&text);
    }

    /// What is corrected holds; and nothing but the result changes.
    #[test]
    fn corrections_hold(
        a in prop::sample::select(vec!["(4,8):(1,4)", "20:2", "(6,2):(8,2)", "4:2"]),
        b in prop::sample::select(vec!["2:1", "(2,2):(1,2)", "4:1"]),
        said in prop::sample::select(vec!["3:1", "(2,2):(1,2)", "((2,2),3:(1,2),4)", "7"]),
        form in 0..4_usize,
    ) {
        let expression = format!("{a} o {b}");
        let (before, after) = match form {
            0 => (format!("{expression} = "), ".\n".to_owned()),
            1 => (format!("as `{expression}` is `"), "`, so\n".to_owned()),
            2 => (format!("```layout\n{expression}  # "), "\n```\n".to_owned()),
            _ => (format!("`{expression} = "), "` or".to_owned()),
        };
        let text = corrected(&format!("{before}{said}{after}"));
        prop_assert!(text.starts_with(&before) && text.ends_with(&after), "{}", text);
        let claims = read(&text);
        prop_assert_eq!(claims.len(), 1);
        prop_assert!(!claims[0].contains(" but "), "{:?}", claims);
    }
}

pub(crate) fn part() -> impl Strategy<Value = String> {
    let words = vec![
        "`",
        "```",
        "```layout\n",
        "$",
        "\n",
        "\n\n",
        " ",
        "   ",
        "# ",
        "* ",
        "1. ",
        "// ",
        "| ",
        "> ",
        "=",
        " = ",
        ":=",
        "=>",
        "->",
        ":",
        "(",
        ")",
        ",",
        "<",
        ">",
        "{}",
        "*",
        "/",
        "%",
        "+",
        "-",
        ".",
        "A",
        "B*",
        "R",
        "_",
        "4",
        "24",
        "0",
        "4:2",
        "(2,3):(1,8)",
        "(6,2)",
        "((2,2),3:(24,2),8)",
        "complement(4:2, 24)",
        "size(A)",
        " o ",
        "is",
        " has cosize ",
        "produces unique indices",
        "auto a = ",
        ";",
        "make_tile(",
        "make_shape(",
        "get<0>(",
        "Layout<_3,_4>",
        "Complement of ",
        " under ",
        "repeated 3 times with ",
        "filled with ",
        "For ",
        "The result is ",
        " prints ",
        "é",
        "<!-- tilework: off -->\n",
        "<!-- tilework: on -->\n",
        "99999999999999999999",
        "print(",
        "np.array(",
        "applied ",
        "the result ",
        "composition",
        "Concatenate A and ",
        " and ",
        "together to ",
        "refused",
    ];
    prop::sample::select(words).prop_map(str::to_owned)
}

/// Long texts take time in proportion: these would not end otherwise.
#[test]
fn long_texts() {
    for (part, times) in [
        ("(", 1_000_000),
        ("= ", 300_000),
        ("`", 1_000_000),
        ("` ", 300_000),
        ("$ ", 300_000),
        ("1 = ", 100_000),
        ("`4*2=8` is ", 20_000),
        ("R := A o B\n", 20_000),
        ("```cpp\nauto x = f(\n", 20_000),
        ("a = 1   ", 50_000),
        ("1+", 500_000),
    ] {
        read(&part.repeat(times));
        read(&format!("```layout\n{}\n```", part.repeat(times)));
    }
}
