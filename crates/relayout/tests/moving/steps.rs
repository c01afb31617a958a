//! Plans that are run step by step: each step writes what belongs there and nothing else, and all together everything.

use tilework::{AnyLayout, Layout};
use tilework_relayout::{Error, Plan, Side, Steps};

use super::ways::ways;

fn any(text: &str) -> AnyLayout {
    text.parse().expect("a layout")
}

/// Long runs, small data, staged tiles, swizzled data, single elements, negative strides, gaps, overlapping sources.
const PAIRS: &[(&str, &str)] = &[
    ("1:0", "1:0"),
    ("(3,1):(1,3)", "(3,1):(-1,0)"),
    ("(8,6):(1,8)", "(8,6):(6,1)"),
    ("(512,4):(1,512)", "(512,4):(1,600)"),
    ("(64,48):(1,64)", "(64,48):(48,1)"),
    ("(5,7,9):(63,9,1)", "(5,7,9):(1,5,35)"),
    ("(16,16):(1,40)", "(16,16):(0,1)"),
    ("Sw<3,0,3> o 0 o (8,8):(8,1)", "(8,8):(1,8)"),
    ("(64,64):(64,1)", "Sw<3,3,3> o 0 o (64,64):(64,1)"),
];

/// A way to take one step.
type Take = fn(&mut Steps<'_>) -> Option<usize>;

#[test]
fn every_step_moves_its_part() {
    let takes: &[Take] = &[
        |steps| steps.step(),
        #[cfg(feature = "parallel")]
        |steps| steps.step_parallel(),
    ];
    for &(to, from) in PAIRS {
        let (dl, sl) = (any(to), any(from));
        for element in [1, 2, 3, 4, 16] {
            for tuning in ways() {
                let plan = Plan::tuned(&dl, &sl, element, tuning).expect("a plan");
                let bytes = |side| plan.span(side) * element;
                let src: Vec<u8> =
                    (0..bytes(Side::Source)).map(|i| (i * 31 % 250) as u8 + 1).collect();
                let mut expected = vec![0; bytes(Side::Destination)];
                let base = |l: &AnyLayout| l.min_offset().unwrap().min(0);
                for i in 0..dl.size() {
                    let d = (dl.at(i).unwrap() - base(&dl)) as usize * element;
                    let s = (sl.at(i).unwrap() - base(&sl)) as usize * element;
                    expected[d..d + element].copy_from_slice(&src[s..s + element]);
                }
                for take in takes {
                    for step in [1, 100, usize::MAX] {
                        let mut found = vec![0; expected.len()];
                        let mut steps = plan.steps(&mut found, &src, step).unwrap();
                        let (total, mut moved, mut taken) = (steps.total(), 0, 0);
                        assert_eq!(total, dl.size() as usize * element);
                        while let Some(now) = take(&mut steps) {
                            assert!(moved <= now && now <= total);
                            (moved, taken) = (now, taken + 1);
                        }
                        assert_eq!(moved, total);
                        assert!(taken >= 1 && (step < usize::MAX || taken == 1));
                        assert_eq!(take(&mut steps), None);
                        assert_eq!(found, expected, "{to} from {from}, steps of {step}");
                    }
                }
            }
        }
    }
}

/// One who stops has some elements as they were, and the others as they will be.
#[test]
fn who_stops_has_a_part() {
    let (to, from) = ("(512,4):(1,512)", "(512,4):(1,600)");
    let plan = Plan::new(&Layout::parse(to).unwrap(), &Layout::parse(from).unwrap(), 4).unwrap();
    let src = vec![1; plan.span(Side::Source) * 4];
    let mut dst = vec![0; plan.span(Side::Destination) * 4];
    let mut steps = plan.steps(&mut dst, &src, 2048).unwrap();
    let moved = steps.step().unwrap();
    assert!(moved < steps.total());
    let written = dst.iter().filter(|&&byte| byte == 1).count();
    assert!(0 < written && written < dst.len());
}

#[test]
fn what_is_too_short_is_refused_before_the_first_step() {
    let plan =
        Plan::new(&Layout::parse("4:1").unwrap(), &Layout::parse("4:2").unwrap(), 2).unwrap();
    let mut dst = [0; 8];
    let refused = plan.steps(&mut dst, &[0; 13], 1).map(|_| ());
    assert_eq!(refused, Err(Error::TooShort { side: Side::Source, len: 6, span: 7 }));
    let refused = plan.steps(&mut dst[..6], &[0; 14], 1).map(|_| ());
    assert_eq!(refused, Err(Error::TooShort { side: Side::Destination, len: 3, span: 4 }));
}
