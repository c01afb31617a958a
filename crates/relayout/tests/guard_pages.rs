//! Memory between two pages that nobody may touch: a plan that reads or writes outside of its slices ends the
//! program.
//!
//! The address sanitizer does not see non-temporal stores, which the compiler takes for assembly. The machine
//! sees every access. With `-- --nocapture`, the last line says which plan was run.
#![cfg(all(unix, not(miri)))]
#![allow(unsafe_code)]

#[path = "moving/ways.rs"]
mod ways;

use proptest::prelude::*;
use tilework::{AnyLayout, Layout};
use tilework_relayout::{Plan, Side, fill, transpose_in_place};
use ways::ways;

/// Where the bytes lie: right after the page before them, or right before the page after them.
#[derive(Clone, Copy, Debug)]
enum Place {
    First,
    Last,
}

const PLACES: [(Place, Place); 4] = [
    (Place::First, Place::First),
    (Place::First, Place::Last),
    (Place::Last, Place::First),
    (Place::Last, Place::Last),
];

/// What is around the bytes in their pages.
const AROUND: u8 = 0xA5;

/// Bytes in pages of their own, with one page before and one after that cannot be touched.
struct Guarded {
    start: *mut u8,
    page: usize,
    pages: usize,
    at: usize,
    len: usize,
}

impl Guarded {
    fn new(len: usize, place: Place) -> Guarded {
        // SAFETY: a question.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let pages = len.div_ceil(page).max(1);
        // SAFETY: new memory, at an address that the system chooses.
        let start = unsafe {
            let kind = libc::MAP_PRIVATE | libc::MAP_ANON;
            libc::mmap(std::ptr::null_mut(), (pages + 2) * page, libc::PROT_NONE, kind, -1, 0)
        };
        assert_ne!(start, libc::MAP_FAILED);
        let at = match place {
            Place::First => page,
            Place::Last => page + pages * page - len,
        };
        let guarded = Guarded { start: start.cast(), page, pages, at, len };
        guarded.protect(libc::PROT_READ | libc::PROT_WRITE);
        // SAFETY: the pages in the middle can be written.
        unsafe { guarded.start.add(page).write_bytes(AROUND, pages * page) };
        guarded
    }

    /// Bytes that can be read only.
    fn source(bytes: &[u8], place: Place) -> Guarded {
        let mut guarded = Guarded::new(bytes.len(), place);
        guarded.bytes_mut().copy_from_slice(bytes);
        guarded.protect(libc::PROT_READ);
        guarded
    }

    /// What can be done with the pages in the middle.
    fn protect(&self, rights: i32) {
        // SAFETY: pages of this memory, which nobody borrows.
        let error = unsafe {
            libc::mprotect(self.start.add(self.page).cast(), self.pages * self.page, rights)
        };
        assert_eq!(error, 0);
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: inside the pages in the middle, which can be read.
        unsafe { std::slice::from_raw_parts(self.start.add(self.at), self.len) }
    }

    /// Of memory that is no source.
    fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: inside the pages in the middle, which can be written.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(self.at), self.len) }
    }

    /// The bytes as elements of `W` bytes.
    fn elements<const W: usize>(&mut self) -> &mut [[u8; W]] {
        self.bytes_mut().as_chunks_mut().0
    }

    /// Whether nothing in the pages has changed but the bytes, and those are as expected.
    fn is(&self, expected: &[u8]) -> bool {
        // SAFETY: the pages in the middle can be read.
        let all = unsafe {
            std::slice::from_raw_parts(self.start.add(self.page), self.pages * self.page)
        };
        let (before, rest) = all.split_at(self.at - self.page);
        let (bytes, after) = rest.split_at(self.len);
        bytes == expected && before.iter().chain(after).all(|&byte| byte == AROUND)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: all of the memory, which nobody borrows any more.
        unsafe { libc::munmap(self.start.cast(), (self.pages + 2) * self.page) };
    }
}

/// Runs the plans for two layouts, in every way, on one thread and on several, from and to memory that starts and ends at guards.
fn check(dst: &AnyLayout, src: &AnyLayout, element: usize) {
    for tuning in ways() {
        let plan = Plan::tuned(dst, src, element, tuning).expect("a plan");
        let bytes = |side| plan.span(side) * element;
        let from: Vec<u8> = (0..bytes(Side::Source)).map(|i| (i * i / 7 + i) as u8).collect();
        let mut expected = vec![AROUND; bytes(Side::Destination)];
        let base = |layout: &AnyLayout| -layout.min_offset().expect("a bound").min(0);
        for (d, s) in dst.offsets().zip(src.offsets()) {
            let (d, s) = ((d + base(dst)) as usize * element, (s + base(src)) as usize * element);
            expected[d..d + element].copy_from_slice(&from[s..s + element]);
        }
        for (to, from_place) in PLACES {
            println!("{dst} from {src}, {element} bytes, {tuning:?}, {to:?} from {from_place:?}");
            let from = Guarded::source(&from, from_place);
            let mut found = Guarded::new(expected.len(), to);
            plan.run_bytes(found.bytes_mut(), from.bytes()).expect("the slices fit");
            assert!(found.is(&expected), "{plan:?}");
            #[cfg(feature = "parallel")]
            {
                let mut found = Guarded::new(expected.len(), to);
                plan.run_bytes_parallel(found.bytes_mut(), from.bytes()).expect("the slices fit");
                assert!(found.is(&expected), "{plan:?}, on several threads");
            }
        }
    }
}

fn check_texts(dst: &str, src: &str, elements: &[usize]) {
    let layout = |text: &str| text.parse::<AnyLayout>().expect("a layout");
    for &element in elements {
        check(&layout(dst), &layout(src), element);
    }
}

/// Elements with kernels of their own, and others.
const ELEMENTS: [usize; 14] = [1, 2, 3, 4, 5, 8, 12, 16, 24, 32, 48, 64, 96, 300];

#[test]
fn transposed() {
    for (m, n) in [(1, 1), (5, 3), (16, 16), (37, 53), (64, 64), (130, 70)] {
        let (columns, rows) = (format!("({m},{n}):(1,{m})"), format!("({m},{n}):({n},1)"));
        check_texts(&columns, &rows, &ELEMENTS);
        check_texts(&format!("({m},{n}):(1,{})", m + 3), &rows, &ELEMENTS[..8]);
        check_texts(&columns, &format!("({m},{n}):(-{n},1)"), &ELEMENTS[..8]);
    }
    // Elements that are moved as wider ones, with rows and columns beyond a lane, and such as end in it.
    for (m, n) in [(8, 8), (18, 17), (33, 70)] {
        let (columns, rows) = (format!("({m},{n}):(1,{})", m + 1), format!("({m},{n}):({n},1)"));
        check_texts(&columns, &rows, &[3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15]);
    }
    check_texts("(300,333):(1,300)", "(300,333):(333,1)", &[3, 5, 12]);
    // Several tiles, and rows a page apart.
    check_texts("(300,333):(1,300)", "(300,333):(333,1)", &[1, 4, 32]);
    check_texts("(40,128):(1,40)", "(40,128):(4096,1)", &[1, 2, 8]);
    // Tiles that lap over one another.
    check_texts("(3,352,128):(1,3,1056)", "(3,352,128):(45056,128,1)", &[1]);
}

#[test]
fn packed() {
    let (rows, cores) = ("(8,6,8,10):(80,640,1,8)", "(8,6,8,10):(8,640,1,64)");
    check_texts(rows, cores, &[1, 2, 4, 8, 16]);
    check_texts(cores, rows, &[1, 2, 4, 8, 16]);
}

#[test]
fn pixels_and_planes() {
    for channels in [2, 3, 4, 5, 6, 8, 16] {
        for count in [1, 31, 515] {
            let pixels = format!("({channels},{count}):(1,{channels})");
            let planes = format!("({channels},{count}):({},1)", count + 5);
            check_texts(&pixels, &planes, &[1, 2, 3, 4, 8]);
            check_texts(&planes, &pixels, &[1, 2, 3, 4, 8]);
        }
    }
}

#[test]
fn patterns() {
    for (dst, src) in [
        ("(5,7,90):(1,5,35)", "(5,7,90):(7,1,35)"),
        ("(3,3,200):(1,3,9)", "(3,3,200):(3,1,9)"),
        ("(4,4,90):(1,4,16)", "(4,4,90):(4,1,-16)"),
        ("(3,400,3):(1,3,1300)", "(3,400,3):(-1,7,3000)"),
        ("1500:1", "1500:2"),
        ("1500:1", "1500:-5"),
    ] {
        check_texts(dst, src, &ELEMENTS[..8]);
    }
}

#[test]
fn everything_else() {
    // Runs, one run, repeated, backwards, in small pieces, without common loops, behind swizzles.
    check_texts("(300,40):(1,300)", "(300,40):(1,307)", &[1, 3, 16]);
    check_texts("9001:1", "9001:1", &[1, 4, 300]);
    check_texts("(33,17):(17,1)", "(33,17):(0,1)", &ELEMENTS);
    check_texts("(33,17):(1,33)", "(33,17):(1,0)", &ELEMENTS);
    check_texts("(37,29):(-1,-40)", "(37,29):(29,-1)", &ELEMENTS);
    check_texts("700:-1", "700:2", &ELEMENTS);
    let bits = "2,2,2,2,2,2,2,2,2,2";
    let (up, down) = ("1,2,4,8,16,32,64,128,256,512", "512,256,128,64,32,16,8,4,2,1");
    check_texts(&format!("({bits}):({up})"), &format!("({bits}):({down})"), &ELEMENTS);
    // Digits in other orders: whole cells, shuffled ones, and such as lap over one another.
    check_texts("(4,4,4,4,4):(1,4,16,64,256)", "(4,4,4,4,4):(256,64,16,4,1)", &ELEMENTS);
    check_texts("(3,3,3,3,3,3):(1,3,9,27,81,243)", "(3,3,3,3,3,3):(243,81,27,9,3,1)", &ELEMENTS);
    check_texts(
        &format!("({bits}):({up})"),
        &format!("({bits}):(4,32,1,64,2,512,8,256,128,16)"),
        &ELEMENTS,
    );
    check_texts("(6,10):(10,1)", "(4,15):(15,1)", &ELEMENTS);
    for tile in [
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "Sw<2,3,3> o 0 o (32,32):(1,32)",
        "Sw<2,1,3> o 3 o (4,5,6):(30,6,1)",
        "Sw<2,2,2> o -20 o (8,8):(8,1)",
        "Sw<2,0,2> o 0 o Sw<2,2,2> o 0 o (16,4):(1,16)",
        // Many of them.
        "Sw<1,0,1> o 0 o 1024:1",
        "Sw<2,0,3> o 5 o (40,64):(1,40)",
        "Sw<2,0,2> o 0 o (16,64):(64,1)",
    ] {
        let size = tile.parse::<AnyLayout>().expect("a layout").size();
        check_texts(tile, &format!("{size}:1"), &[1, 2, 4, 12, 16]);
        check_texts(&format!("{size}:1"), tile, &[1, 2, 4, 12, 16]);
        check_texts(&format!("{size}:-1"), tile, &[1, 2, 4, 12, 16]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Boxes in any two orders, with gaps.
    #[test]
    fn permuted(
        extents in prop::collection::vec(prop::sample::select(&[2_usize, 3, 4, 8, 16, 31]), 2..=4),
        orders in (Just([0, 1, 2, 3]).prop_shuffle(), Just([0, 1, 2, 3]).prop_shuffle()),
        gaps in (0..3_isize, 0..3_isize),
        element in prop::sample::select(&ELEMENTS[..]),
    ) {
        prop_assume!(extents.iter().product::<usize>() * element <= 1 << 18);
        let arranged = |order: [usize; 4], gap: isize| {
            let (mut strides, mut next) = (vec![0; extents.len()], 1);
            for k in order.into_iter().filter(|&k| k < extents.len()) {
                strides[k] = next;
                next = next * extents[k] as isize + gap;
            }
            AnyLayout::from(Layout::from_strides(&extents, &strides).expect("a layout"))
        };
        check(&arranged(orders.0, gaps.0), &arranged(orders.1, gaps.1), element);
    }
}

fn in_place<const W: usize>() {
    for n in (1..40).chain([64, 65, 130]) {
        let before: Vec<u8> = (0..n * n * W).map(|i| (i * i / 7 + i) as u8).collect();
        let element = |k: usize| &before[k % n * n * W + k / n * W..][..W];
        let expected: Vec<u8> = (0..n * n).flat_map(element).copied().collect();
        for place in [Place::First, Place::Last] {
            println!("a square of {n} rows, {W} bytes, {place:?}");
            let mut square = Guarded::new(before.len(), place);
            square.bytes_mut().copy_from_slice(&before);
            transpose_in_place(square.elements::<W>(), n).expect("a square");
            assert!(square.is(&expected));
        }
    }
}

#[test]
fn squares_in_their_places() {
    in_place::<1>();
    in_place::<2>();
    in_place::<3>();
    in_place::<4>();
    in_place::<8>();
    in_place::<16>();
    in_place::<40>();
}

fn filled<const W: usize>() {
    for text in ["1:0", "700:1", "(3,5):(-1,7)", "(33,70):(100,1)", "(4,6):(1,2)", "(9,8):(0,3)"] {
        let layout: Layout = text.parse().expect("a layout");
        let span = (layout.max_offset() - layout.min_offset()) as usize + 1;
        let mut expected = vec![AROUND; span * W];
        for offset in layout.offsets() {
            expected[(offset - layout.min_offset()) as usize * W..][..W].fill(9);
        }
        for place in [Place::First, Place::Last] {
            println!("{text}, filled with {W} bytes, {place:?}");
            let mut found = Guarded::new(expected.len(), place);
            fill(found.elements::<W>(), &layout, [9; W]).expect("the slice fits");
            assert!(found.is(&expected));
        }
    }
}

#[test]
fn fills() {
    filled::<1>();
    filled::<3>();
    filled::<4>();
    filled::<16>();
    filled::<40>();
}
