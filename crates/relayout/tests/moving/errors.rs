//! What is refused, and with which numbers. Nothing is written then.

use tilework::{ComposedLayout, Layout, LayoutRef, layout};
use tilework_relayout::{Error, Plan, Side, relayout};

#[test]
fn sizes_must_be_equal() {
    let error = Plan::new(&layout!((2,3):(1,2)), &layout!((2,4):(1,2)), 4).unwrap_err();
    assert_eq!(error, Error::Sizes { destination: 6, source: 8 });
    assert_eq!(error.to_string(), "relayout: the destination has 6 elements and the source 8");
}

#[test]
fn a_destination_must_be_injective() {
    let cases = [
        layout!((4,2):(1,3)),
        layout!((4,8):(1,0)),
        layout!((2,2,2,2):(3,5,6,14)),
        layout!((3,3):(1,-1)),
    ];
    for dl in cases {
        let size = dl.size();
        let sl = Layout::new(size, 1).unwrap();
        let error = Plan::new(&dl, &sl, 4).unwrap_err();
        let Error::Aliased { x, y, offset } = error else { panic!("{dl}: {error}") };
        assert_ne!(x, y);
        assert_eq!((dl.at(x), dl.at(y)), (Ok(offset), Ok(offset)), "{dl}");
        // Also where there is nothing to overwrite.
        assert!(matches!(Plan::new(&dl, &sl, 0), Err(Error::Aliased { .. })));
        // A source may be.
        assert!(Plan::new(&sl, &dl, 4).is_ok());
    }
}

#[test]
fn a_swizzled_destination_is_injective_where_it_is() {
    let swizzled: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse().unwrap();
    assert!(Plan::new(&swizzled, &layout!(16:1), 4).is_ok());
    let folded: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,0)".parse().unwrap();
    assert!(matches!(Plan::new(&folded, &layout!(16:1), 4), Err(Error::Aliased { .. })));
}

#[test]
fn slices_must_be_long_enough() {
    let (dl, sl) = (layout!((2,3):(1,4)), layout!((2,3):(-3,1)));
    let plan = Plan::new(&dl, &sl, 2).unwrap();
    assert_eq!((plan.span(Side::Destination), plan.span(Side::Source)), (10, 6));
    let (mut dst, src) = ([7_u16; 10], [1_u16, 2, 3, 4, 5, 6]);
    let short = plan.run(&mut dst[..9], &src);
    assert_eq!(short, Err(Error::TooShort { side: Side::Destination, len: 9, span: 10 }));
    let short = plan.run(&mut dst, &src[1..]);
    assert_eq!(short, Err(Error::TooShort { side: Side::Source, len: 5, span: 6 }));
    #[cfg(feature = "parallel")]
    assert_eq!(plan.run_parallel(&mut dst, &src[1..]), short);
    assert_eq!(dst, [7; 10]);
    assert_eq!(
        short.unwrap_err().to_string(),
        "relayout: the source has 5 elements, its layout spans 6"
    );
    plan.run(&mut dst, &src).unwrap();
    assert_eq!(dst, [4, 1, 7, 7, 5, 2, 7, 7, 6, 3]);
}

#[test]
fn elements_must_be_of_the_size_planned_for() {
    let plan = Plan::new(&layout!(4:1), &layout!(4:1), 4).unwrap();
    let error = plan.run(&mut [0_u64; 4], &[1; 4]).unwrap_err();
    assert_eq!(error, Error::Element { planned: 4, given: 8 });
}

#[test]
fn layouts_must_fit_into_memory() {
    let huge = Layout::new((2, 2), (1_i64 << 62, 1)).unwrap();
    let error = Plan::new(&layout!(4:1), &huge, 4).unwrap_err();
    let span = (1 << 62) + 2;
    assert_eq!(error, Error::TooLarge { side: Side::Source, span, element: 4 });
    assert_eq!(
        error.to_string(),
        "relayout: the layout of the source spans 4611686018427387906 elements of 4 bytes, more than a \
         slice can have"
    );
    // The largest that fits is planned, and refused only for want of memory.
    let plan = Plan::new(&layout!(4:1), &huge, 1).unwrap();
    assert!(matches!(plan.run(&mut [0_u8; 4], &[0; 4]), Err(Error::TooShort { .. })));
}

/// Whether the modes agree as they are, after a refinement, or not at all.
#[test]
fn the_first_reason_is_the_one_that_is_given() {
    const FAR: i64 = 1 << 58;
    let far = |m: i64, n: i64| Layout::new((m, n), (FAR, FAR)).unwrap();
    for (dl, sl) in [(far(2, 6), far(2, 6)), (far(2, 6), far(6, 2)), (far(2, 6), far(3, 4))] {
        let tell = |dl: &Layout, sl: &Layout| Plan::new(dl, sl, 64).unwrap_err();
        let too_large = |side, layout: &Layout| {
            let span = layout.cosize() as u64;
            Error::TooLarge { side, span, element: 64 }
        };
        let sizes = Error::Sizes { destination: 12, source: 13 };
        assert_eq!(tell(&dl, &layout!(13:1)), sizes);
        // Some indices have the same offset, too.
        assert_eq!(tell(&dl, &sl), too_large(Side::Destination, &dl));
        assert_eq!(tell(&layout!((2,6):(1,1)), &sl), too_large(Side::Source, &sl));
    }
}

/// The least windows that have offset 0, whatever the plan takes from the loops.
#[test]
fn spans_are_those_of_the_windows() {
    let layouts = [
        layout!((4,6):(6,1)),
        layout!((4,6):(-6,1)),
        layout!((4,6):(1,-4)),
        layout!((2,12):(-13,-1)),
        layout!((4,1,6):(7,1000,30)),
        layout!((3,8):(8,1)),
        layout!(24:-3),
        layout!((2,2,6):(12,24,2)),
    ];
    for dl in &layouts {
        for sl in &layouts {
            let plan = Plan::new(dl, sl, 4).unwrap();
            for (side, layout) in [(Side::Destination, dl), (Side::Source, sl)] {
                let window = LayoutRef::from(layout).window(4).unwrap();
                assert_eq!(plan.span(side), window.span, "{dl} from {sl}");
            }
            assert_eq!(plan.size(), 24);
        }
    }
}

#[test]
fn a_map_must_stay_inside_the_source() {
    let error = Plan::through(&layout!(4:1), &layout!(4:2), &layout!(6:1), 4).unwrap_err();
    assert!(matches!(error, Error::Layout { side: Side::Source, .. }), "{error}");
}

#[test]
fn elements_without_bytes_are_moved_for_nothing() {
    let mut dst = [(); 6];
    relayout(&mut dst, &layout!((2,3):(1,2)), &[(); 6], &layout!((2,3):(3,1))).unwrap();
    // As many as there may be, also where no loops describe both sides.
    const MANY: i64 = 1 << 50;
    let (dl, sl) = (Layout::new((3, MANY), (MANY, 1)), Layout::new((MANY, 3), (3, 1)));
    let plan = Plan::new(&dl.unwrap(), &sl.unwrap(), 0).unwrap();
    plan.run(&mut [(); 3 << 50], &[(); 3 << 50]).unwrap();
    plan.run_bytes(&mut [], &[]).unwrap();
}
