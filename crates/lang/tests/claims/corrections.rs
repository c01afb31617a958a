//! Corrections change what is beyond doubt, and nothing else.

use std::ops::Range;

use proptest::prelude::*;
use tilework_lang::Scope;
use tilework_lang::claims::{Format, Outcome, Verdict, correct, scan};

use crate::robust::part;
use crate::{corrected, read};

/// Why the claims that stay wrong are left as they are.
fn left(text: &str) -> Vec<String> {
    let corrections = correct(text, Format::Markdown, &Scope::new()).into_iter();
    corrections
        .filter_map(|it| match it.outcome {
            Outcome::Left(why) => Some(why),
            _ => None,
        })
        .collect()
}

#[test]
fn what_is_beyond_doubt_is_written() {
    for (wrong, right) in [
        ("size(4:1) = 5\n", "size(4:1) = 4\n"),
        ("5 = size(4:1)\n", "4 = size(4:1)\n"),
        ("A = 20:2\r\n`A o 5:4` is `5:9`\r\n", "A = 20:2\r\n`A o 5:4` is `5:8`\r\n"),
        ("\u{feff}size(4:1) = 5\n", "\u{feff}size(4:1) = 4\n"),
        ("`20:2 o 5:4`\n\n1. ` = 5:9`.\n", "`20:2 o 5:4`\n\n1. ` = 5:8`.\n"),
        ("```cpp\nauto a = make_layout(4); // 4:2\n", "```cpp\nauto a = make_layout(4); // 4:1\n"),
        (">>> size(Layout(4))\n5\n", ">>> size(Layout(4))\n4\n"),
        ("```layout\nsize(4:1) # 5\nand an error\n", "```layout\nsize(4:1) # 4\nand an error\n"),
    ] {
        assert_eq!(corrected(wrong), right);
    }
}

#[test]
fn conclusions_from_wrong_premises_stay() {
    // The result that the second claim stands on is corrected first, and then the second holds.
    let text = "Take `B = complement(4:2, 24) = (2,4):(1,8)`; `size(B) = 6`.\n";
    assert_eq!(corrected(text), text.replace("(2,4)", "(2,3)"));
    // In words, either may be wrong; what follows from it stays.
    let text = "Complement of `4:2` under `24` is `C = (2,4):(1,8)`, so `size(C) = 6`.\n";
    assert_eq!(corrected(text), text);
    assert_eq!(
        left(text),
        ["it is stated in words, any of which may be wrong", "what it depends on is wrong"]
    );
    // A step on the way is wrong: so may be what it leads to.
    let text = "A = 20:2\nA(7) = A(8) = 16\n";
    assert_eq!(corrected(text), text);
    assert_eq!(left(text), ["the result is itself an expression", "what it depends on is wrong"]);
    let text = "A = 20:2\nA(7) = A(six) = 16\n";
    assert_eq!(corrected(text), text);
    assert_eq!(left(text), ["a step before it cannot be read"]);
}

#[test]
fn values_and_words_stay() {
    for (text, why) in [
        ("`(4,8):(1,4)` has cosize `33`\n", "it is stated in words, any of which may be wrong"),
        ("`8:1 = (2,4):(1,3)`\n", "both sides are values, and either may be wrong"),
        ("`Sw<1,0,2> o 0 o 8:1 = 8:1`\n", "both sides are values, and either may be wrong"),
        ("`(6,2):(1,7) o (3,2):(2,3) = 6:1`\n", "there is no result that could be written"),
        ("`4:1 o 2:2` is not a layout\n", "it says that there is no result"),
        ("Here `(4,(2):2,(1))`.\n", "it is stated in words, any of which may be wrong"),
        (
            "```cpp\nauto a = make_layout(make_shape(2, 4)); // (4,2)\n```\n",
            "it only gives the sizes of modes",
        ),
    ] {
        assert_eq!(corrected(text), text);
        assert_eq!(left(text), [why], "{text}");
    }
    // A swizzle and an equals sign are no claim.
    for text in ["under `Sw<3,3,3>` = `(8,8):(8,1)`\n", "under Sw<3,3,3> = (8,8):(8,1)\n"] {
        assert_eq!(read(text), Vec::<String>::new());
    }
}

#[test]
fn what_holds_is_not_broken() {
    let text = "```layout\nA = 20:2\nA(3) = 8\nA(4) = 8\n```\n";
    assert_eq!(corrected(text), text.replace("A(3) = 8", "A(3) = 6"));
    // With a shape for `B`, the third line would no longer be read, but the fourth would: as many
    // claims, and one that held is gone.
    let text = "A = 8:1\nB = 5:8 = shape((2,4):(1,2))\nB[0] = 5:8\nA o B:(1,2) = (2,4):(1,2)\n";
    assert_eq!(corrected(text), text);
    assert_eq!(left(text), ["claims that hold now would no longer hold"]);
    let text = "`size(4:1) = A = 5`, `A = 5`, and `size(A:1) = 5`.\n";
    let after = corrected(text);
    assert_eq!(corrected(&after), after);
}

#[test]
fn what_follows_from_a_corrected_premise_is_corrected() {
    // With the wrong `B` there is no composition at all; with the right one there is.
    let text = "```text\nA = 4\nB = 8 = A(1)\nauto A = make_layout((6,2):(8,2)); // 4\n\
                (6,2):(8,2) o B = 4 = 4\n```\n";
    assert_eq!(read(text)[1], "(6,2):(8,2) o B = 4 but refused: not-a-layout");
    let after = text.replace("B = 8", "B = 1").replace("B = 4 = 4", "B = 1:0 = 1:0");
    assert_eq!(corrected(text), after);
    law(text).unwrap();
    // With a premise that stays wrong, so does what follows from it.
    let text = "A = 4\nB = 8 = A(1)\n(6,2):(8,2) o B = 4\nsize(B) = 8\n";
    assert_eq!(corrected(text), text);
    law(text).unwrap();
}

/// A line with a claim, right or wrong, or something else.
fn line() -> impl Strategy<Value = String> {
    let layouts = ["4:2", "20:2", "(4,8):(1,4)", "(6,2):(8,2)", "A", "B"];
    let results = ["4", "8", "5:8", "(2,2):(24,2)", "4:2", "(2,3):(1,8)", "20:2", "2:6", "A(1)"];
    let layout = || prop::sample::select(layouts.to_vec());
    let result = || prop::sample::select(results.to_vec());
    (0..17_usize, layout(), layout(), result(), result()).prop_map(
        |(form, a, b, r, s)| match form {
            0 => format!("A = {r}"),
            1 => format!("B = {r} = {s}"),
            2 => format!("size({a}) = {r}"),
            3 => format!("`complement({a}, 24)` is `{r}`, and `{b}` has cosize `{s}`."),
            4 => format!("{a} o {b} = {r} = {s}"),
            5 => format!("  = {r}"),
            6 => format!("Complement of `{a}` under `24` is `B = {r}`."),
            7 => format!("`{a} o 2:3 => {r}`"),
            8 => "```text".to_owned(),
            9 => "```".to_owned(),
            10 => format!("auto A = make_layout({a}); // {r}"),
            11 => format!("{a}(3) = {r} = {s}"),
            12 => format!(">>> rank({a})"),
            // Whether these are read depends on what `B` is.
            13 => format!("B = {r} = shape({a})"),
            14 => format!("B[0] = {r}"),
            15 => format!("{a} o B:1 = {r}"),
            _ => r.to_owned(),
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn lines_of_claims(lines in prop::collection::vec((line(), any::<bool>()), 0..14)) {
        let end = |crlf: &bool| if *crlf { "\r\n" } else { "\n" };
        let text: String = lines.iter().map(|(line, crlf)| format!("{line}{}", end(crlf))).collect();
        law(&text)?;
    }

    #[test]
    fn parts_of_claims(parts in prop::collection::vec(part(), 0..40)) {
        law(&parts.concat())?;
    }
}

/// A correction changes wrong results and nothing else, breaks nothing, and is done at once.
fn law(text: &str) -> Result<(), TestCaseError> {
    let verdicts = |text: &str| -> Vec<(Range<usize>, Verdict)> {
        let claims = scan(text, Format::Markdown).into_iter();
        claims.map(|claim| (claim.span.clone(), claim.verdict(&Scope::new()))).collect()
    };
    let corrections = correct(text, Format::Markdown, &Scope::new());
    let written: Vec<(Range<usize>, &str)> = corrections
        .iter()
        .filter_map(|it| match &it.outcome {
            Outcome::Written(result) => Some((it.span.clone(), result.as_str())),
            _ => None,
        })
        .collect();
    // The text with some of the results written, and where a place of the text is then.
    let splice = |edits: &[(Range<usize>, &str)]| {
        let mut out = text.to_owned();
        edits.iter().rev().for_each(|(span, result)| out.replace_range(span.clone(), result));
        out
    };
    let moved = |edits: &[(Range<usize>, &str)], at: usize| {
        let before = edits.iter().filter(|(span, _)| span.end <= at);
        before.fold(at, |at, (span, result)| at + result.len() - span.len())
    };
    // The rest of the text is as it was.
    let (before, after) = (verdicts(text), corrected(text));
    prop_assert_eq!(&splice(&written), &after);
    for end in ["\n", "\r\n"] {
        prop_assert_eq!(text.matches(end).count(), after.matches(end).count());
    }
    // The claims are the same ones, and those that held do.
    let again = verdicts(&after);
    prop_assert_eq!(before.len(), again.len());
    for ((span, was), (place, is)) in before.iter().zip(&again) {
        prop_assert_eq!(moved(&written, span.start), place.start, "{:?} became {:?}", text, after);
        prop_assert!(*was != Verdict::Holds || *is == Verdict::Holds, "{text:?} broke {after:?}");
    }
    // There is one outcome for each claim that does not hold, and it is what happened.
    let wrong = before.iter().zip(&again).filter(|((_, was), _)| *was != Verdict::Holds);
    prop_assert_eq!(wrong.clone().count(), corrections.len());
    for (((span, _), (_, is)), it) in wrong.zip(&corrections) {
        prop_assert_eq!(span, &it.span);
        let left = matches!(it.outcome, Outcome::Left(_));
        prop_assert_eq!(*is != Verdict::Holds, left, "{:?} became {:?}", text, after);
    }
    // With all others in their places, what was there fails, and what is written is the result. It
    // need not fail before that: what it depends on may have been wrong, and even refused.
    for (span, result) in &written {
        let others: Vec<_> = written.iter().filter(|(other, _)| other != span).cloned().collect();
        let start = moved(&others, span.start);
        let fails = |(place, verdict): &(Range<usize>, Verdict)| {
            let found = matches!(verdict, Verdict::Fails { found } if found.to_string() == *result);
            *place == (start..start + span.len()) && found
        };
        let but = splice(&others);
        prop_assert!(verdicts(&but).iter().any(fails), "{result} is written in {but:?}");
    }
    prop_assert_eq!(corrected(&after), after.clone());
    Ok(())
}
