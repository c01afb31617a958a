//! Taking turns: rounds in which everyone is measured once, so that a slow spell of the machine meets
//! all of them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::figure::{Figure, WIDE};

/// Long beside the clock's resolution, short beside the scheduler's slice.
const SAMPLE_NS: f64 = 1e6;
/// How many samples a turn has, if there is time for them.
const SAMPLES: usize = 9;
const TURN: Duration = Duration::from_millis(12);
/// Who is as slow as this varies less, and has few rounds.
const SLOW_NS: f64 = 1e9;
const SLOW_ROUNDS: usize = 3;

/// How many rounds there are: figures that are wide after the least number go on up to the most.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// For all figures.
    pub least: usize,
    /// For those that stay wide.
    pub most: usize,
}

impl Rounds {
    /// Enough for figures that are kept.
    pub const FULL: Rounds = Rounds { least: 15, most: 60 };
    /// Enough to see that everything works.
    pub const QUICK: Rounds = Rounds { least: 3, most: 3 };

    /// Whether a figure needs another round.
    pub fn wanted(self, figure: &Figure) -> bool {
        let rounds = figure.rounds();
        if is_slow(figure) {
            return rounds < self.least.min(SLOW_ROUNDS);
        }
        rounds < self.least || (rounds < self.most && figure.is_wide())
    }

    /// How the figures were made, for the head of a page.
    pub fn method(self) -> String {
        let Rounds { least, most } = self;
        if least == most {
            return format!("Medians of {least} rounds, in turns.");
        }
        format!(
            "Medians of {least} rounds or more, in turns. A figure whose quartiles are more than {:.0} % of \
             it apart is measured in up to {most} rounds, together with those that it is compared with; a \
             tilde marks the ones that stay so. Whoever needs more than a second has {} rounds.",
            100.0 * WIDE,
            least.min(SLOW_ROUNDS),
        )
    }
}

type Sample = Box<dyn FnMut(u64) -> Result<f64, String>>;

/// Someone who is measured.
pub struct Contestant {
    /// The time of a call, as far as it was measured.
    pub figure: Figure,
    elements: usize,
    sample: Sample,
    /// How many calls make a sample; found in the first turn.
    batch: u64,
}

impl Contestant {
    /// Whoever can be called so many times, and says how many nanoseconds one call took.
    pub fn new(sample: impl FnMut(u64) -> Result<f64, String> + 'static) -> Contestant {
        Contestant { figure: Figure::default(), elements: 1, sample: Box::new(sample), batch: 0 }
    }

    /// A function of this program.
    pub fn calling<T>(mut f: impl FnMut() -> T + 'static) -> Contestant {
        Contestant::new(move |calls| {
            // By reference: a layout is large, and moving it would be measured too.
            Ok(clock(calls, || {
                black_box(&f());
            }))
        })
    }

    /// The contestant, if a call treats so many elements.
    #[must_use]
    pub fn of(mut self, elements: usize) -> Contestant {
        self.elements = elements;
        self
    }

    /// The time of one element.
    pub fn each(&self) -> Figure {
        self.figure.each(self.elements)
    }

    /// A round of this contestant: the median of some samples.
    fn turn(&mut self) -> Result<(), String> {
        let start = Instant::now();
        let mut samples = Figure::default();
        if self.batch == 0 {
            self.calibrate(&mut samples)?;
        } else if self.batch > 1 {
            // Not counted: caches and predictions are those of whoever had the turn before.
            (self.sample)(self.batch)?;
        }
        while samples.rounds() == 0 || (samples.rounds() < SAMPLES && start.elapsed() < TURN) {
            samples.add((self.sample)(self.batch)?);
        }
        self.figure.add(samples.median());
        Ok(())
    }

    /// Finds out how many calls make a sample. A single call that takes long is one.
    fn calibrate(&mut self, samples: &mut Figure) -> Result<(), String> {
        self.batch = 1;
        loop {
            let ns = (self.sample)(self.batch)?;
            if ns > SLOW_NS {
                samples.add(ns);
            }
            if ns * self.batch as f64 >= SAMPLE_NS {
                return Ok(());
            }
            self.batch *= 2;
        }
    }
}

/// Whether so few rounds are enough.
fn is_slow(figure: &Figure) -> bool {
    figure.median() > SLOW_NS
}

/// Nanoseconds of one of so many calls.
pub fn clock(calls: u64, mut f: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        f();
    }
    start.elapsed().as_nanos() as f64 / calls as f64
}

/// Measures everyone. Those in one group are compared with each other: if one of them needs another
/// round, all of them have it. Every other round runs backwards, so that nobody always follows the same.
pub fn take(rounds: Rounds, groups: &mut [Vec<Contestant>]) -> Result<(), String> {
    let mut left: Vec<&mut Vec<Contestant>> = groups.iter_mut().collect();
    for round in 1.. {
        left.retain(|group| group.iter().any(|one| rounds.wanted(&one.figure)));
        if left.is_empty() {
            break;
        }
        eprintln!("round {round}: {} figures", left.iter().map(|group| group.len()).sum::<usize>());
        for group in &mut left {
            // Whoever is slow does not wait for the others.
            let turn = |one: &&mut Contestant| !is_slow(&one.figure) || rounds.wanted(&one.figure);
            let mut turns: Vec<&mut Contestant> = group.iter_mut().filter(turn).collect();
            if round % 2 == 0 {
                turns.reverse();
            }
            turns.into_iter().try_for_each(Contestant::turn)?;
        }
        left.reverse();
    }
    Ok(())
}
