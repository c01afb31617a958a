//! Figures: a median, and how far the rounds are apart.

/// A figure is wide if its quartiles are farther apart than this part of the median.
pub const WIDE: f64 = 0.1;

/// The times of one contestant, one of each round, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// In order.
    times: Vec<f64>,
}

impl Figure {
    /// Adds the time of a round.
    pub fn add(&mut self, ns: f64) {
        let at = self.times.partition_point(|&time| time < ns);
        self.times.insert(at, ns);
    }

    /// How many rounds there were.
    pub fn rounds(&self) -> usize {
        self.times.len()
    }

    /// The fastest round.
    pub fn fastest(&self) -> f64 {
        self.times.first().copied().unwrap_or(f64::NAN)
    }

    /// The middle of the rounds; of an even number, the upper one.
    pub fn median(&self) -> f64 {
        self.quarter(2)
    }

    fn quarter(&self, quarters: usize) -> f64 {
        self.times.get(self.times.len() * quarters / 4).copied().unwrap_or(f64::NAN)
    }

    /// Whether the quartiles are too far apart for the median to be believed.
    pub fn is_wide(&self) -> bool {
        self.spread() > WIDE
    }

    /// How far the quartiles are apart, as a part of the median.
    pub fn spread(&self) -> f64 {
        (self.quarter(3) - self.quarter(1)) / self.median()
    }

    /// The time of one of so many elements.
    #[must_use]
    pub fn each(&self, elements: usize) -> Figure {
        Figure { times: self.times.iter().map(|time| time / elements as f64).collect() }
    }

    /// The median as text; a tilde in front says that the figure is wide.
    pub fn text(&self) -> String {
        self.show(time)
    }

    /// What `show` makes of the median, with a tilde in front if the figure is wide.
    pub fn show(&self, show: impl Fn(f64) -> String) -> String {
        format!("{}{}", if self.is_wide() { "~" } else { "" }, show(self.median()))
    }

    /// The quartiles as parts of the median and the number of rounds, as in `-1 % +3 % (15)`.
    pub fn quartiles(&self) -> String {
        let part = |quarters| 100.0 * (self.quarter(quarters) / self.median() - 1.0).abs();
        format!("-{:.0} % +{:.0} % ({})", part(1), part(3), self.rounds())
    }
}

/// A time in the unit in which it reads best.
pub fn time(ns: f64) -> String {
    match ns {
        ..10.0 => format!("{ns:.2} ns"),
        ..1e3 => format!("{ns:.0} ns"),
        ..1e6 => format!("{:.1} µs", ns / 1e3),
        ..1e9 => format!("{:.2} ms", ns / 1e6),
        _ => format!("{:.1} s", ns / 1e9),
    }
}

/// A ratio with as many digits as one wants to read.
pub fn ratio(ratio: f64) -> String {
    match ratio {
        ..10.0 => format!("{ratio:.2}"),
        ..1e6 => format!("{ratio:.0}"),
        _ => format!("{ratio:.0e}"),
    }
}
