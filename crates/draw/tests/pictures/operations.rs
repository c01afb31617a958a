//! What belongs together in the picture of an operation, against the operation itself.

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, Layout, Slicer, Swizzle, Tiler};
use tilework_draw::*;

use crate::results::{divided, inverted, multiplied};

fn layouts() -> impl Strategy<Value = Layout> {
    let leaf = (1_i64..6, 0_i64..12);
    prop::collection::vec(leaf, 1..4).prop_map(|modes| {
        let modes: Vec<_> = modes.iter().map(|&(n, d)| Layout::new(n, d).unwrap()).collect();
        Layout::concat(&modes).unwrap()
    })
}

/// Plain layouts, and some behind a swizzle.
fn any_layouts() -> impl Strategy<Value = AnyLayout> {
    (layouts(), 0_u32..3, 0_u32..2, 2_i32..4, any::<bool>()).prop_map(
        |(layout, bits, base, shift, swizzled)| {
            let swizzle = Swizzle::new(bits, base, shift).unwrap();
            match ComposedLayout::new(swizzle, 0, &layout) {
                Ok(composed) if swizzled => composed.into(),
                _ => layout.into(),
            }
        },
    )
}

fn tilers() -> impl Strategy<Value = Tiler> {
    let leaf = (1_i64..5, 1_i64..5).prop_map(|(n, d)| Tiler::from(Layout::new(n, d).unwrap()));
    prop_oneof![
        layouts().prop_map(Tiler::from),
        prop::collection::vec(leaf, 1..3).prop_map(|parts| Tiler::by_mode(&parts).unwrap()),
    ]
}

fn view() -> View {
    View::within(Limits::PICTURE.rows(4096).columns(4096).labels(1 << 16).row(64).blocks(1))
}

/// The panels of a scene: operands first, the result last.
fn panels(scene: &Scene) -> Vec<&Panel> {
    scene.panels().collect()
}

const DIVIDES: [Divide; 4] = [Divide::Logical, Divide::Zipped, Divide::Tiled, Divide::Flat];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// A key of A's cell x is an index i of the result with B(i) = x; so both show one offset.
    #[test]
    fn composition_links_what_b_chooses(a in any_layouts(), b in tilers()) {
        let Ok(result) = a.compose_tiler(&b) else { return Ok(()) };
        let scene = composition(&a, &b, &result, "", &view()).unwrap();
        let panels = panels(&scene);
        let result = panels.last().unwrap();
        let mut linked = 0;
        for (.., cell) in panels[0].places() {
            prop_assert_eq!(cell.marked, !cell.keys.is_empty());
            for key in &cell.keys {
                let there = result.places().find(|(.., cell)| cell.keys.contains(key)).unwrap().2;
                prop_assert_eq!(there.offset, cell.offset);
                prop_assert_eq!(there.index, i64::from(*key));
                linked += 1;
            }
        }
        if let Some(b) = b.as_layout() {
            let inside = b.offsets().filter(|offset| *offset < a.size()).count();
            prop_assert_eq!(linked, inside);
        }
    }

    /// A cell of the result and the cell of A that it comes from share key, colour and offset; and
    /// a colour is a tile.
    #[test]
    fn divide_keeps_the_colour_of_a_tile(a in any_layouts(), t in tilers(), form in 0_usize..4) {
        let Ok(result) = divided(DIVIDES[form], &a, &t) else { return Ok(()) };
        let scene = divide(DIVIDES[form], &a, &t, &result, "", &view()).unwrap();
        let panels = panels(&scene);
        let operand = panels[0];
        for (.., cell) in panels[1].places() {
            for key in &cell.keys {
                if let Some((.., from)) = operand.places().find(|(.., from)| from.keys.contains(key)) {
                    prop_assert_eq!((from.offset, from.fill), (cell.offset, cell.fill));
                }
            }
        }
        if DIVIDES[form] == Divide::Zipped {
            let tile = a.zipped_divide(&t).unwrap().mode(0).unwrap().size();
            for (.., cell) in panels[1].places() {
                if cell.fill != Fill::Empty {
                    prop_assert_eq!(cell.fill, Fill::tile(cell.index / tile));
                }
            }
        }
    }

    /// The offset of a cell is that of its element of A plus that of the start of its copy.
    #[test]
    fn product_names_element_and_copy(a in layouts(), b in layouts(), form in 0_usize..6) {
        let form = [
            Product::Logical, Product::Zipped, Product::Tiled,
            Product::Flat, Product::Blocked, Product::Raked,
        ][form];
        let tiler = Tiler::from(b);
        let Ok(result) = multiplied(form, &a.into(), &tiler) else { return Ok(()) };
        let scene = product(form, &a.into(), &tiler, &result, "", &view()).unwrap();
        let starts = a.logical_product(&tiler).unwrap().mode(1).unwrap();
        for (.., cell) in panels(&scene).last().unwrap().places() {
            let (element, copy) = (i64::from(cell.keys[0] / 2), i64::from(cell.keys[1] / 2));
            let sum = a.at_index(element).unwrap() + starts.at_index(copy).unwrap();
            prop_assert_eq!(cell.offset, sum, "{:?} of {} and {}", form, a, b);
            prop_assert_eq!(cell.fill, Fill::tile(copy));
        }
    }

    #[test]
    fn product_by_mode_names_element_and_copy(a in layouts(), parts in prop::collection::vec((1_i64..4, 1_i64..3), 2..3)) {
        let parts: Vec<_> = parts.iter().map(|&(n, d)| Tiler::from(Layout::new(n, d).unwrap())).collect();
        let tiler = Tiler::by_mode(&parts).unwrap();
        let Ok(result) = a.logical_product(&tiler) else { return Ok(()) };
        let scene = product(Product::Logical, &a.into(), &tiler, &result.into(), "", &view()).unwrap();
        for (.., cell) in panels(&scene).last().unwrap().places() {
            let (element, copy) = (i64::from(cell.keys[0] / 2), i64::from(cell.keys[1] / 2));
            // The first copy is A itself, element by element.
            if copy == 0 {
                prop_assert_eq!(Ok(cell.offset), a.at_index(element));
            }
        }
    }

    /// Every offset of the strip belongs to the copy and the element that it says.
    #[test]
    fn complement_covers_with_copies(a in layouts(), m in 1_i64..80) {
        let Ok(rest) = a.complement(m) else { return Ok(()) };
        let scene = complement(&a, &rest, "", &view());
        for (.., cell) in scene.rows[1][0].places() {
            if let [element, copy] = *cell.keys {
                let (element, copy) = (i64::from(element / 2), i64::from(copy / 2));
                let sum = a.at_index(element).unwrap() + rest.at_index(copy).unwrap();
                prop_assert_eq!(cell.offset, sum);
            }
        }
    }

    /// A cell of the slice and the cell of A that it is share key and offset, whether the slice comes
    /// with its offset or without.
    #[test]
    fn slice_shows_the_offsets_of_a(a in any_layouts(), fixed in 0_usize..4, at in 0_i64..6, with in any::<bool>()) {
        let coordinate = |mode: usize| if mode == fixed { (at % a.mode(mode).unwrap().size()).to_string() } else { "_".to_owned() };
        let modes: Vec<_> = (0..a.rank()).map(coordinate).collect();
        let slicer: Slicer = format!("({},)", modes.join(",")).parse().unwrap();
        let (result, offset) = a.slice_and_offset(&slicer).unwrap();
        let subject = Subject::from(&result).at_offset(if with { offset } else { 0 });
        let scene = slice(&a, &slicer, subject, "", &view()).unwrap();
        let panels = panels(&scene);
        for (.., cell) in panels[1].places() {
            let (.., from) = panels[0].places().find(|(.., from)| from.keys == cell.keys).unwrap();
            prop_assert!(from.marked);
            prop_assert_eq!(from.offset, cell.offset);
        }
        prop_assert_eq!(panels[0].places().filter(|(.., cell)| cell.marked).count() as i64, result.size());
    }

    #[test]
    fn inverse_links_there_and_back(a in layouts(), right in any::<bool>()) {
        let which = if right { Inverse::Right } else { Inverse::Left };
        let Ok(result) = inverted(which, &a.into()) else { return Ok(()) };
        let scene = inverse(which, &a.into(), &result, "", &view());
        let panels = panels(&scene);
        let mut linked = 0;
        for (.., cell) in panels[1].places() {
            if !cell.keys.is_empty() {
                // The inverse leads to the element, and the element leads back.
                prop_assert_eq!(a.at_index(cell.offset), Ok(cell.index));
                linked += 1;
            }
        }
        if right {
            prop_assert_eq!(linked, a.right_inverse().size());
        } else {
            let elements = panels[0].places().filter(|(.., cell)| !cell.keys.is_empty()).count();
            prop_assert_eq!(elements as i64, a.size());
        }
    }
}
