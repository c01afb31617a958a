//! Plans in words: one for each way to move data.

use tilework::{ComposedLayout, layout};
use tilework_relayout::{Isa, Operand, Plan, Tuning};

fn explained<'a>(
    dst: impl Into<Operand<'a>>,
    src: impl Into<Operand<'a>>,
    stream_from: usize,
) -> String {
    let tuning = Tuning { isa: Isa::Portable, stream_from };
    Plan::tuned(dst, src, 4, tuning).unwrap().explain().to_string()
}

#[test]
fn a_copy() {
    assert_eq!(
        explained(&layout!((4,8):(1,4)), &layout!(32:1), usize::MAX),
        "32 elements of 4 bytes, 128 bytes in all\n\
         1 element of 128 bytes\n\
         run by run\n"
    );
}

#[test]
fn long_runs() {
    assert_eq!(
        explained(&layout!((100,3):(1,100)), &layout!((100,3):(1,128)), usize::MAX),
        "300 elements of 4 bytes, 1200 bytes in all\n\
         3 elements of 400 bytes, in loops of\n  \
           3, 400 bytes apart in the destination and 512 in the source\n\
         run by run\n"
    );
}

#[test]
fn a_block() {
    assert_eq!(
        explained(&layout!((64,64):(1,64)), &layout!((64,64):(64,1)), usize::MAX),
        "4096 elements of 4 bytes, 16384 bytes in all\n\
         4096 elements of 4 bytes, in loops of\n  \
           64, 4 bytes apart in the destination and 256 in the source\n  \
           64, 256 bytes apart in the destination and 4 in the source\n\
         in blocks of 64 by 64, transposed with portable\n"
    );
}

#[test]
fn tiles() {
    assert_eq!(
        explained(&layout!((512,512):(1,512)), &layout!((512,512):(512,1)), 0),
        "262144 elements of 4 bytes, 1048576 bytes in all\n\
         262144 elements of 4 bytes, in loops of\n  \
           512, 4 bytes apart in the destination and 2048 in the source\n  \
           512, 2048 bytes apart in the destination and 4 in the source\n\
         in tiles of 128 by 128, transposed with portable\n\
         runs of 512 bytes in the destination and 512 in the source, through a buffer of 73728 bytes\n"
    );
}

#[test]
fn a_swizzle() {
    let tile: ComposedLayout = "Sw<3,3,3> o 0 o (64,8):(1,64)".parse().unwrap();
    assert_eq!(
        explained(&layout!(512:1), &tile, 0),
        "512 elements of 4 bytes, 2048 bytes in all\n\
         no loops describe both sides: by offset, 8 elements at a time\n"
    );
}

#[test]
fn plans_are_small_and_can_be_shared() {
    fn check<T: Send + Sync + Clone>() {}
    check::<Plan>();
    assert!(size_of::<Plan>() <= 256);
    let plan = Plan::new(&layout!(4:1), &layout!(4:-1), 1).unwrap();
    assert_eq!(
        format!("{plan:?}"),
        "Plan(4 elements of 1 bytes, 4 bytes in all; 4 elements of 1 bytes, in loops of;   \
         4, 1 bytes apart in the destination and -1 in the source; in blocks of 4 by 1, one by one)"
    );
}
