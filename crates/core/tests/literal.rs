//! Literals have a reader of their own: it accepts what the reader of texts accepts, and no more.

mod common;

use common::layout;
use proptest::prelude::*;
use tilework::parse::literal;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn layouts(a in layout(1..=6, 1..=700, -400..=400)) {
        prop_assert_eq!(literal::layout(&a.to_string()), a);
        prop_assert_eq!(literal::layout(&a.to_string().replace(',', ", ")), a);
    }

    #[test]
    fn texts(text in "[(),: 0-9_-]{0,14}", shape in "\\(?[0-9]{1,3}(,[0-9]{1,2}){0,2}\\)?") {
        for text in [format!("{shape}:{shape}"), format!("{shape}:{text}"), text] {
            let literal = std::panic::catch_unwind(|| literal::layout(&text)).ok();
            prop_assert_eq!(literal, tilework::parse_layout(&text).ok(), "{}", text);
        }
    }
}
