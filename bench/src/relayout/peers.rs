//! Who moves the data: Tilework, the two copies and, in `crates`, the crates that can.

use tilework_relayout::{Plan, relayout};

use crate::memory::{Bits, Buffer, copy, copy_streaming, has_streaming};
use crate::works::{Work, of_element};

pub(crate) const OURS: &str = "tilework";
pub(crate) const LIBC: &str = "memcpy";
pub(crate) const STREAMING: &str = "NT copy";
/// Not a movement: how long it takes to find one.
pub(crate) const PLANNING: &str = "planning alone";
/// With a plan that was made before.
pub(crate) const PLANNED: &str = "planned before";

/// How many threads there are at most; the tables are for one and for all of them.
pub(crate) const THREADS: usize = 2;

pub(crate) type Run = Box<dyn Fn(&mut Buffer, &Buffer) + Send + Sync>;

/// One way to do a work in this process.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    pub(crate) threads: usize,
    pub(crate) run: Run,
}

/// Tilework and the copies, and everyone else in this process who can do the work unless `alone`.
pub(crate) fn contestants(work: &Work, alone: bool) -> Vec<Contestant> {
    let mut all = of_element!(work.element, tilework(work));
    all.extend(copies(work));
    #[cfg(feature = "peers")]
    if !alone {
        all.extend(crate::crates::contestants(work));
    }
    #[cfg(not(feature = "peers"))]
    let _ = alone;
    all
}

pub(crate) fn contestant<T: Bits>(
    name: &'static str,
    threads: usize,
    run: impl Fn(&mut [T], &[T]) + Send + Sync + 'static,
) -> Contestant {
    let run = move |dst: &mut Buffer, src: &Buffer| run(dst.slice_mut(), src.slice());
    Contestant { name, threads, run: Box::new(run) }
}

fn tilework<T: Bits>(work: &Work) -> Vec<Contestant> {
    let (dst, src) = (work.dst, work.src);
    let plan = Plan::new(&dst, &src, size_of::<T>()).expect("the works are well-formed");
    let (run, in_parallel) = (plan.clone(), plan);
    let moved = "the buffers have the size of the layouts";
    if work.is_small() {
        let fresh = move |to: &mut [T], from: &[T]| {
            relayout(to, &dst, from, &src).expect(moved);
        };
        let planning = move |_: &mut [T], _: &[T]| {
            let (dst, src) = std::hint::black_box((&dst, &src));
            let plan = Plan::new(dst, src, size_of::<T>());
            std::hint::black_box(&plan);
        };
        return vec![
            contestant(OURS, 1, fresh),
            contestant(PLANNED, 1, move |to: &mut [T], from| run.run(to, from).expect(moved)),
            contestant(PLANNING, 1, planning),
        ];
    }
    let parallel = move |to: &mut [T], from: &[T]| in_parallel.run_parallel(to, from).expect(moved);
    vec![
        contestant(OURS, 1, move |to: &mut [T], from| run.run(to, from).expect(moved)),
        contestant(OURS, THREADS, parallel),
    ]
}

/// Copies of as many bytes as the work moves, each thread a part.
fn copies(work: &Work) -> Vec<Contestant> {
    let bytes = work.bytes();
    let split = move |dst: &mut [u8], src: &[u8], copy: fn(&mut [u8], &[u8])| {
        // At a line, so that the second part can stream all of its lines.
        let half = (bytes / 2).next_multiple_of(64).min(bytes);
        let (left, right) = dst[..bytes].split_at_mut(half);
        rayon::join(|| copy(left, src), || copy(right, &src[half..]));
    };
    let mut all = vec![contestant(LIBC, 1, move |dst, src| copy(&mut dst[..bytes], src))];
    if work.is_small() {
        return all;
    }
    all.push(contestant(LIBC, THREADS, move |dst, src| split(dst, src, copy)));
    if has_streaming() {
        let one = move |dst: &mut [u8], src: &[u8]| copy_streaming(&mut dst[..bytes], src);
        all.push(contestant(STREAMING, 1, one));
        all.push(contestant(STREAMING, THREADS, move |dst, src| split(dst, src, copy_streaming)));
    }
    all
}
