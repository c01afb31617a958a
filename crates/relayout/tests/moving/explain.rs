//! Plans in words: each way to move data, and numbers of one.

use tilework::{ComposedLayout, Layout};
use tilework_relayout::{Isa, Plan, Tuning};

fn explain(dst: &str, src: &str, element: usize, stream_from: usize) -> String {
    let (dl, sl): (Layout, Layout) = (dst.parse().unwrap(), src.parse().unwrap());
    let tuning = Tuning::default().isa(Isa::Portable).stream_from(stream_from).near(0);
    Plan::tuned(&dl, &sl, element, tuning).unwrap().explain().to_string()
}

#[test]
fn runs() {
    assert_eq!(
        explain("1:0", "1:0", 1, usize::MAX),
        "1 element of 1 byte, 1 byte in all\n1 element of 1 byte\nrun by run\n"
    );
    assert_eq!(
        explain("(100,2):(1,100)", "(100,2):(1,200)", 4, usize::MAX),
        "200 elements of 4 bytes, 800 bytes in all
2 elements of 400 bytes, in loops of
  2, 400 bytes apart in the destination and 800 in the source
run by run\n"
    );
}

#[test]
fn blocks() {
    assert_eq!(
        explain("(2,3):(1,2)", "(2,3):(3,1)", 1, usize::MAX),
        "6 elements of 1 byte, 6 bytes in all
6 elements of 1 byte, in loops of
  2, 1 byte apart in the destination and 3 in the source
  3, 2 bytes apart in the destination and 1 in the source
in blocks of 2 by 3, transposed with portable\n"
    );
}

#[test]
fn tiles() {
    let text = explain("(40,50):(1,40)", "(40,50):(50,1)", 2, 0);
    // How large they are is up to the machine.
    assert!(text.contains("\nin tiles of "), "{text}");
    assert!(text.contains("\nruns of "), "{text}");
    // Blocks of 2 by 2, many of them.
    let text = |element| explain("(2,2,1000):(1,2,4)", "(2,2,1000):(2,1,4)", element, usize::MAX);
    assert!(text(4).contains(", in cells, transposed with portable\n"), "{}", text(4));
    assert!(text(3).contains(", one by one\n"), "{}", text(3));
    // Cells need two elements at least on each side.
    let text = explain("(3,2,1000):(1,3,6)", "(3,2,1000):(2,1,6)", 4, usize::MAX);
    assert!(text.contains(", one by one\n"), "{text}");
}

/// Runs of both sides are long where they can be, but tiny loops have long ones in the source.
#[test]
fn runs_of_tiles() {
    let text = |dst: &str, src: &str, element, tile| {
        let tuning = Tuning::default().stream_from(0).near(0).tile(tile).run(1024);
        let (dl, sl): (Layout, Layout) = (dst.parse().unwrap(), src.parse().unwrap());
        Plan::tuned(&dl, &sl, element, tuning).unwrap().explain().to_string()
    };
    let (dst, src) = ("(4096,4096):(1,4096)", "(4096,4096):(4096,1)");
    for (element, tile, to, from) in [
        (1, 128 << 10, 512, 512),
        (2, 128 << 10, 512, 512),
        (4, 128 << 10, 1024, 512),
        (8, 128 << 10, 1024, 1024),
        (4, 64 << 10, 512, 512),
        (4, 256 << 10, 1024, 1024),
    ] {
        let text = text(dst, src, element, tile);
        let runs = format!("runs of {to} bytes in the destination and {from} in the source");
        assert!(text.contains(&runs), "{element} bytes, tiles of {tile}: {text}");
    }
    let text = text("(32,8,32):(1,1024,32)", "(32,8,32):(256,1,8)", 4, 128 << 10);
    assert!(text.contains(" and 1024 in the source"), "{text}");
}

#[test]
fn wide_elements_without_a_buffer() {
    let tuning = Tuning::default().isa(Isa::Avx2).stream_from(0).near(0);
    if !tuning.isa.is_available() {
        return;
    }
    let (dl, sl): (Layout, Layout) =
        ("(40,50):(1,40)".parse().unwrap(), "(40,50):(50,1)".parse().unwrap());
    let text = |element| Plan::tuned(&dl, &sl, element, tuning).unwrap().explain().to_string();
    assert!(text(32).contains("directly if the destination is aligned"), "{}", text(32));
    assert!(!text(16).contains("directly"), "{}", text(16));
}

/// Pixels to planes, and back.
#[test]
fn pixels() {
    let tuning = Tuning::default().isa(Isa::Avx2).stream_from(0).near(0);
    if !tuning.isa.is_available() {
        return;
    }
    let (planes, pixels): (Layout, Layout) =
        ("(1000,3):(1,1000)".parse().unwrap(), "(1000,3):(3,1)".parse().unwrap());
    let text =
        |dl, sl, element| Plan::tuned(dl, sl, element, tuning).unwrap().explain().to_string();
    assert_eq!(
        text(&planes, &pixels, 4),
        "3000 elements of 4 bytes, 12000 bytes in all
3000 elements of 4 bytes, in loops of
  1000, 4 bytes apart in the destination and 12 in the source
  3, 4000 bytes apart in the destination and 4 in the source
cache line by cache line where lines start between pixels, else 640 pixels at a time, transposed with AVX2, with non-temporal stores\n"
    );
    assert_eq!(
        text(&pixels, &planes, 2),
        "3000 elements of 2 bytes, 6000 bytes in all
3000 elements of 2 bytes, in loops of
  3, 2 bytes apart in the destination and 2000 in the source
  1000, 6 bytes apart in the destination and 2 in the source
cache line by cache line where lines start between pixels, else 1344 pixels at a time, transposed with AVX2, with non-temporal stores\n"
    );
}

/// Every other element, and small matrices.
#[test]
fn patterns_that_repeat() {
    let tuning = Tuning::default().isa(Isa::Avx2).stream_from(0).near(16 << 10);
    if !tuning.isa.is_available() {
        return;
    }
    let text = |dst: &str, src: &str, element| {
        let (dl, sl): (Layout, Layout) = (dst.parse().unwrap(), src.parse().unwrap());
        Plan::tuned(&dl, &sl, element, tuning).unwrap().explain().to_string()
    };
    assert_eq!(
        text("1000:1", "1000:2", 4),
        "1000 elements of 4 bytes, 4000 bytes in all
1000 elements of 4 bytes, in loops of
  1000, 4 bytes apart in the destination and 8 in the source
vector by vector, each from 2 windows of the source, by a pattern that repeats, with non-temporal stores\n"
    );
    assert_eq!(
        text("(3,3,1000):(1,3,9)", "(3,3,1000):(3,1,9)", 4),
        "9000 elements of 4 bytes, 36000 bytes in all
9000 elements of 4 bytes, in loops of
  3, 4 bytes apart in the destination and 12 in the source
  3, 12 bytes apart in the destination and 4 in the source
  1000, 36 bytes apart in the destination and 36 in the source
vector by vector, each from 2 windows of the source, by a pattern that repeats\n"
    );
    // Places that are further apart than what is near.
    let far = text("(3,3,1000):(1,3,9)", "(3,3,1000):(10000,5000,1)", 4);
    assert!(!far.contains("pattern"), "{far}");
}

#[test]
fn offsets() {
    assert_eq!(
        explain("(2,3):(3,1)", "(3,2):(2,1)", 8, usize::MAX),
        "6 elements of 8 bytes, 48 bytes in all
no loops describe both sides: by offset, 1 element at a time\n"
    );
    // In any order of the domain.
    for (plain, swizzled) in [
        ("64:1", "Sw<2,2,2> o 0 o (16,4):(1,16)"),
        ("(4,16):(16,1)", "Sw<2,2,2> o 0 o (4,16):(16,1)"),
    ] {
        let (plain, swizzled): (Layout, ComposedLayout) =
            (plain.parse().unwrap(), swizzled.parse().unwrap());
        assert_eq!(
            format!("{:?}", Plan::new(&plain, &swizzled, 4).unwrap()),
            "Plan(64 elements of 4 bytes, 256 bytes in all; \
             no loops describe both sides: by offset, 4 elements at a time)"
        );
    }
}

/// Elements that are no power of two are made wider, where there is an instruction for it.
#[test]
fn odd_elements() {
    let (dl, sl): (Layout, Layout) =
        ("(40,50):(1,40)".parse().unwrap(), "(40,50):(50,1)".parse().unwrap());
    let text = |isa, element| {
        let tuning = Tuning::default().isa(isa).stream_from(usize::MAX);
        Plan::tuned(&dl, &sl, element, tuning).unwrap().explain().to_string()
    };
    assert!(text(Isa::Portable, 5).ends_with("in blocks of 40 by 50, one by one\n"));
    if Isa::Avx2.is_available() {
        assert!(text(Isa::Avx2, 5).ends_with("in blocks of 40 by 50, transposed with AVX2\n"));
        assert!(text(Isa::Avx2, 20).ends_with("in blocks of 40 by 50, one by one\n"));
    }
}

/// Offsets that repeat are in a table.
#[test]
fn tables() {
    for (plain, swizzled, by) in [
        ("4096:1", "Sw<3,0,3> o 0 o 4096:1", "a table of 256 offsets, 1 element at a time"),
        (
            "(64,64):(64,1)",
            "Sw<1,3,3> o 0 o (64,64):(64,1)",
            "a table of 32 offsets, 8 elements at a time",
        ),
        // Too large a tile, and a loop that ends inside one.
        ("4096:1", "Sw<3,0,7> o 0 o 4096:1", "offset, 1 element at a time"),
        ("4097:1", "Sw<3,0,3> o 0 o 4097:1", "offset, 1 element at a time"),
    ] {
        let (plain, swizzled): (Layout, ComposedLayout) =
            (plain.parse().unwrap(), swizzled.parse().unwrap());
        let text = Plan::new(&plain, &swizzled, 4).unwrap().explain().to_string();
        assert!(text.ends_with(&format!("\nno loops describe both sides: by {by}\n")), "{text}");
    }
    let (columns, rows): (Layout, ComposedLayout) =
        ("(1024,8):(1,1024)".parse().unwrap(), "Sw<2,0,3> o 0 o (1024,8):(8,1)".parse().unwrap());
    let tuning = Tuning::default().isa(Isa::Avx2).stream_from(0);
    if tuning.isa.is_available() {
        let text = Plan::tuned(&columns, &rows, 4, tuning).unwrap().explain().to_string();
        assert!(text.ends_with("at a time, with non-temporal stores\n"), "{text}");
    }
}

#[test]
fn plans_are_small_and_can_be_shared() {
    fn check<T: Send + Sync + Clone>() {}
    check::<Plan>();
    assert!(size_of::<Plan>() <= 256);
}
