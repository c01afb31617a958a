//! How large things may be, and how much a question may cost.
//!
//! Layouts live inline and need no allocator, so there is a largest one. Some questions are NP-complete, so
//! each has a budget; a question that needs more ends in
//! [`Undecided`](crate::ErrorKind::Undecided), never in a wrong answer.

/// How many leaf modes a layout, tuple or tiler may have.
pub const MAX_MODES: usize = 32;

/// How many maps a composed layout holds. All their modes (two words each) and columns (one word
/// each) together fit into 64 words.
pub const MAX_STAGES: usize = 4;

/// How many elementary steps one question may take before it ends in
/// [`Undecided`](crate::ErrorKind::Undecided).
///
/// An elementary step is about one multiplication; all of them take some 50 milliseconds. Layouts
/// that occur in practice need none, or a few thousand. The budget holds for one call of an
/// operation with everything that it searches: a tiler that composes ten modes, or an inverse that
/// verifies hundreds of candidates, has it once.
///
/// ```
/// use tilework::limits::WORK_BUDGET;
/// use tilework::{ErrorKind, Layout};
///
/// // Which of thirty numbers add up to a given one?
/// let mut number = 1_i64;
/// let modes = [(); 30].map(|()| {
///     number = number * 48_271 % 2_147_483_647;
///     Layout::new(2, number)
/// });
/// let modes = modes.into_iter().collect::<Result<Vec<_>, _>>()?;
/// let error = Layout::concat(&modes)?.preimage(12_345_678_901).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Undecided { budget: WORK_BUDGET });
/// # Ok::<(), tilework::Error>(())
/// ```
pub const WORK_BUDGET: u64 = 1 << 25;

/// How many offsets are read one by one where no proof applies: questions about composed layouts of at
/// most that many elements are decided; about larger ones they may end in
/// [`Undecided`](crate::ErrorKind::Undecided), unless a proof or the first offsets give the answer.
///
/// Reading takes a few nanoseconds per offset, so that a question ends within some tens of
/// milliseconds. [`collision`](crate::ComposedLayout::collision) reads them repeatedly where the maps do not
/// keep all values apart, and is always decided up to 2^18 elements.
pub const ENUMERATION_BUDGET: u64 = 1 << 20;
