//! Moving data beside its peers: `cargo xtask bench relayout`.
//!
//! Arguments: the names of the works to measure, all if there are none; `--rounds N`; `--alone` for
//! Tilework and the copies only; `--small-pages` for buffers as most programs have them; `--fastest`
//! for the fastest round instead of the median, where other programs disturb; `--python P`, the Python
//! that has the peers; `--quick` for few rounds; `--keep` if the results are to become those of this kind of
//! machine, which needs that all is measured, and in no other way.

#[cfg(feature = "peers")]
mod crates;
mod memory;
mod peers;
mod python;
mod report;
mod works;

use std::time::Instant;

use memory::{Buffer, last_cache};
use peers::{Contestant, LIBC, PLANNING, STREAMING, THREADS, contestants};
use python::Python;
use tilework_bench::figure::Figure;
use tilework_bench::machine::stay_on;
use tilework_bench::results;
use tilework_bench::turns::Rounds;
use works::{Work, works};

const ROUNDS: usize = 9;
/// So many times as many for what stays wide.
const PATIENCE: usize = 2;
/// Who takes so many times as long as Tilework is no rival, and has few rounds.
pub(crate) const FAR: f64 = 3.0;
pub(crate) const FAR_ROUNDS: usize = 3;
/// Small works are repeated until the clock can see them.
const SAMPLE_NS: f64 = 5e4;

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn shuffle<T>(&mut self, values: &mut [T]) {
        for n in (1..values.len()).rev() {
            values.swap(n, (self.next() % (n as u64 + 1)) as usize);
        }
    }
}

/// What one contestant did with one work.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) threads: usize,
    /// What the rounds took; none if the answer is wrong.
    pub(crate) figure: Figure,
    /// Nanoseconds of a call, from all rounds.
    pub(crate) ns: Option<f64>,
}

#[derive(Default)]
struct Options {
    works: Vec<String>,
    rounds: usize,
    alone: bool,
    small_pages: bool,
    fastest: bool,
    quick: bool,
    keep: bool,
    python: Option<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options { rounds: ROUNDS, ..Options::default() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--rounds" => {
                let text = value()?;
                options.rounds = text.parse().map_err(|why| format!("--rounds {text}: {why}"))?;
            }
            "--alone" => options.alone = true,
            "--small-pages" => options.small_pages = true,
            "--fastest" => options.fastest = true,
            "--python" => options.python = Some(value()?),
            "--quick" => options.quick = true,
            "--keep" => options.keep = true,
            _ if arg.starts_with('-') => return Err(format!("no option is called {arg}")),
            _ => options.works.push(arg),
        }
    }
    if options.rounds == 0 {
        return Err("--rounds 0 measures nothing".into());
    }
    Ok(options)
}

fn main() -> Result<(), String> {
    let options = options()?;
    let mut works = works();
    for name in &options.works {
        if !works.iter().any(|work| work.name == name) {
            let names: Vec<_> = works.iter().map(|work| work.name).collect();
            return Err(format!("no work is called {name}; there are {}", names.join(", ")));
        }
    }
    if !options.works.is_empty() {
        works.retain(|work| options.works.iter().any(|name| name == work.name));
    }
    // The system may leave two threads on one processor for longer than a run takes.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(THREADS).start_handler(stay_on);
    let pool = pool.build();
    let pool = pool.map_err(|why| why.to_string())?;
    // Twice the last cache.
    let flush = (2 * last_cache()).max(128 << 20);
    let mut bench = Bench {
        pool,
        random: Random(1),
        flush: Buffer::random(flush, 2, true),
        rounds: if options.quick {
            Rounds::QUICK
        } else {
            Rounds { least: options.rounds, most: PATIENCE * options.rounds }
        },
        alone: options.alone,
        large_pages: !options.small_pages,
        fastest: options.fastest,
        python: match options.python {
            Some(python) if !options.alone => {
                Some(Python::start(&python, flush, !options.small_pages)?)
            }
            _ => None,
        },
    };
    let mut results = vec![];
    for work in &works {
        eprintln!("{}: {}", work.name, work.title);
        results.push(bench.measure(work)?);
    }
    let document = report::document(&works, &results, &bench);
    print!("{document}");
    let other = options.alone || options.small_pages || options.fastest || options.quick;
    if options.keep && options.works.is_empty() && !other {
        results::keep("relayout", &document)?;
    }
    Ok(())
}

pub(crate) struct Bench {
    pool: rayon::ThreadPool,
    random: Random,
    flush: Buffer,
    rounds: Rounds,
    alone: bool,
    large_pages: bool,
    fastest: bool,
    python: Option<Python>,
}

impl Bench {
    fn measure(&mut self, work: &Work) -> Result<Vec<Entry>, String> {
        let src = Buffer::random(work.src_bytes(), 3, self.large_pages);
        let mut dst = Buffer::random(work.dst_bytes(), 4, self.large_pages);
        let want = expected(work, &src);
        let contestants = contestants(work, self.alone);
        let entry = |name, threads| Entry { name, threads, figure: Figure::default(), ns: None };
        let mut entries = vec![];
        let mut order = vec![];
        for (at, one) in contestants.iter().enumerate() {
            if self.answers(one, &mut dst, &src, &want) {
                order.push(at);
            } else if one.name == peers::OURS {
                return Err(format!("{}: Tilework's answer is wrong", work.name));
            }
            entries.push(entry(one.name, one.threads));
        }
        if let Some(python) = &mut self.python {
            for peer in python.begin(work, src.slice(), &want)? {
                if peer.right {
                    order.push(entries.len());
                }
                entries.push(entry(peer.name, peer.threads));
            }
        }
        let small = work.is_small();
        let each = |one: &Contestant| if small { batch(one, &mut dst, &src) } else { 1 };
        let batches: Vec<u64> = contestants.iter().map(each).collect();
        loop {
            order.retain(|&at: &usize| !is_far(&entries[at], &entries));
            if !order.iter().any(|&at| self.rounds.wanted(&entries[at].figure)) {
                break;
            }
            self.random.shuffle(&mut order);
            for &at in &order {
                let entry = &mut entries[at];
                let ns = match (contestants.get(at), &mut self.python) {
                    (Some(one), _) if small => sample(one, batches[at], &mut dst, &src),
                    (Some(one), _) => {
                        self.flush();
                        self.within(one, || sample(one, 1, &mut dst, &src))
                    }
                    (None, Some(python)) => python.run(entry.name, entry.threads)?,
                    (None, None) => unreachable!("the others are in Python"),
                };
                entry.figure.add(ns);
            }
        }
        for entry in entries.iter_mut().filter(|entry| entry.figure.rounds() > 0) {
            let Entry { figure, ns, .. } = entry;
            *ns = Some(if self.fastest { figure.fastest() } else { figure.median() });
        }
        Ok(entries)
    }

    /// Whether the contestant does the work; a copy does another.
    fn answers(&self, one: &Contestant, dst: &mut Buffer, src: &Buffer, want: &[u8]) -> bool {
        if [LIBC, STREAMING, PLANNING].contains(&one.name) {
            return true;
        }
        // Nothing of an answer before it.
        dst.slice_mut::<u8>().iter_mut().zip(want).for_each(|(to, right)| *to = !right);
        self.within(one, || {
            (one.run)(dst, src);
            0.0
        });
        dst.slice::<u8>() == want
    }

    /// In the pool, if it is for more than one thread; the clock runs inside.
    fn within(&self, one: &Contestant, f: impl FnOnce() -> f64 + Send) -> f64 {
        if one.threads > 1 { self.pool.install(f) } else { f() }
    }

    /// Puts other data into the caches. It is only read, so that no one has to write it back.
    fn flush(&self) {
        let words = self.flush.slice::<u64>();
        let sum = words.iter().step_by(8).fold(0_u64, |sum, word| sum ^ word);
        std::hint::black_box(sum);
    }
}

/// Whether enough rounds have shown that Tilework needs but a fraction of the time.
fn is_far(entry: &Entry, entries: &[Entry]) -> bool {
    let ours = entries.iter().find(|one| one.name == peers::OURS && one.threads == entry.threads);
    let ours = ours.map_or(f64::NAN, |ours| ours.figure.median());
    entry.figure.rounds() >= FAR_ROUNDS && entry.figure.median() > FAR * ours
}

/// The answer by the definition.
fn expected(work: &Work, src: &Buffer) -> Vec<u8> {
    let (bytes, src) = (work.element.bytes(), src.slice::<u8>());
    let mut want = Vec::with_capacity(work.dst_bytes());
    for k in 0..work.dst.cosize() as usize {
        let at = (work.definition)(k) * bytes;
        want.extend_from_slice(&src[at..at + bytes]);
    }
    want
}

/// Nanoseconds of one call.
fn sample(one: &Contestant, batch: u64, dst: &mut Buffer, src: &Buffer) -> f64 {
    let start = Instant::now();
    for _ in 0..batch {
        (one.run)(std::hint::black_box(dst), std::hint::black_box(src));
    }
    start.elapsed().as_nanos() as f64 / batch as f64
}

/// How many calls the clock can see.
fn batch(one: &Contestant, dst: &mut Buffer, src: &Buffer) -> u64 {
    let mut batch = 1;
    while sample(one, batch, dst, src) * (batch as f64) < SAMPLE_NS {
        batch *= 2;
    }
    batch
}
