//! The odometer gives every offset in order, whichever way it is asked, and from wherever it stands.

mod common;

use common::{layout, offsets};
use proptest::prelude::*;
use tilework::Layout;

fn law(a: &Layout, skip: usize) {
    let table = offsets(a);
    assert!(a.offsets().eq(table.iter().copied()), "{a}");
    let mut rest = a.offsets();
    let skip = skip % (table.len() + 1);
    assert!(rest.by_ref().take(skip).eq(table[..skip].iter().copied()), "{a}");
    assert_eq!(rest.len(), table.len() - skip, "{a}");
    let folded = rest.fold(vec![], |mut all, offset| {
        all.push(offset);
        all
    });
    assert_eq!(folded, table[skip..], "{a} from {skip}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn random(a in layout(1..=6, 1..=6, -40..=40), skip in any::<usize>()) {
        law(&a, skip);
        law(&a, 0);
        law(&a, a.size() as usize);
    }
}
