//! The odometer gives every offset in order, whichever way it is asked, and from wherever it stands.

use proptest::prelude::*;
use tilework::{Layout, Tuple};
use tilework_testing::{layout, offsets};

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

/// More modes than an iterator keeps at hand, from a stand in each of them.
#[test]
fn many_modes() {
    for shape in [&[2_i64; 12][..], &[3, 2, 3, 2, 2, 3, 2, 2, 3], &[2, 3, 2, 2, 2, 5]] {
        let a = Layout::row_major(&Tuple::from_slice(shape).unwrap()).unwrap();
        let mut place = 1;
        for extent in shape {
            place *= extent;
            for skip in place - 1..=place + 1 {
                law(&a, skip as usize);
            }
        }
    }
}
