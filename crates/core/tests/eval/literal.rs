//! Literals have a reader of their own: it accepts what the reader of texts accepts, and no more.

use proptest::prelude::*;
use tilework::{Layout, layout_literal};
use tilework_testing::layout;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn layouts(a in layout(1..=6, 1..=700, -400..=400)) {
        prop_assert_eq!(layout_literal(&a.to_string()), a);
        prop_assert_eq!(layout_literal(&a.to_string().replace(',', ", ")), a);
    }

    #[test]
    fn texts(text in "[(),: 0-9_-]{0,14}", shape in "\\(?[0-9]{1,3}(,[0-9]{1,2}){0,2}\\)?") {
        for text in [format!("{shape}:{shape}"), format!("{shape}:{text}"), text] {
            let literal = std::panic::catch_unwind(|| layout_literal(&text)).ok();
            prop_assert_eq!(literal, Layout::parse(&text).ok(), "{}", text);
        }
    }
}

/// Where the plain form of a literal ends: in numbers, and in the size.
#[test]
fn limits() {
    let numbers =
        [0, 1, 2, 3, 32767, 32768, (1 << 30) - 1, 1 << 30, (1 << 30) + 1, 1 << 31, 1 << 33];
    let numbers = numbers.into_iter().chain([1_i64 << 60, i64::MAX]);
    let all: Vec<i64> = numbers.flat_map(|n| [n, -n]).collect();
    for &extent in &all {
        for &stride in &all {
            for text in [
                format!("{extent}:{stride}"),
                format!("(32768,{extent}):(1,{stride})"),
                format!("({extent},32768,2):({stride},-{},7)", stride.unsigned_abs()),
            ] {
                let literal = std::panic::catch_unwind(|| layout_literal(&text)).ok();
                assert_eq!(literal, Layout::parse(&text).ok(), "{text}");
            }
        }
    }
}
