//! How much of the machine is used.

use crate::machine::Tuning;

/// How much of the machine a [`Job`](super::Job) may use. The result is the same with any.
///
/// ```
/// use tilework_relayout::files::Limits;
///
/// let limits = Limits::default().memory(256 << 20).threads(1);
/// assert_eq!((limits.memory, limits.threads), (256 << 20, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// About how many bytes of the files are in memory at a time; 1 GB by default.
    pub memory: u64,
    /// How many threads work; 0, the default, means as many as there are processors.
    pub threads: usize,
    /// With which settings data are moved.
    pub tuning: Tuning,
}

impl Limits {
    /// The same, with another limit of memory.
    pub const fn memory(self, bytes: u64) -> Limits {
        Limits { memory: bytes, ..self }
    }

    /// The same, with another number of threads.
    pub const fn threads(self, threads: usize) -> Limits {
        Limits { threads, ..self }
    }

    /// The same, with other settings for moving data.
    pub const fn tuning(self, tuning: Tuning) -> Limits {
        Limits { tuning, ..self }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 1 << 30, threads: 0, tuning: Tuning::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Isa;

    /// Each setter changes its field and no other.
    #[test]
    fn setters() {
        let default = Limits::default();
        assert_eq!(default.tuning, Tuning::default());
        let tuning = Tuning::default().isa(Isa::Portable).tile(12345);
        let limits = default.tuning(tuning).memory(1).threads(2);
        assert_eq!(limits, Limits { memory: 1, threads: 2, tuning });
        let order = default.threads(2).memory(1).tuning(tuning);
        assert_eq!(order, limits);
    }
}
