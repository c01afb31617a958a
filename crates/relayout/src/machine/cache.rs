//! Sizes of caches, and how far ahead of its use memory is prefetched.

/// The bytes of a cache line.
pub(crate) const LINE: usize = 64;

/// The part of a cache line that one vector store writes.
pub(crate) const PART_OF_LINE: usize = 32;

/// Rows that are this many bytes apart, or a multiple of it, fall into the same sets of the L1 cache.
pub(crate) const PAGE: usize = 4 << 10;

/// How many lines of one set the L1 cache holds.
pub(crate) const WAYS: usize = 8;

/// How far ahead the source is prefetched where runs are copied that are shorter than this, in bytes.
pub(crate) const PREFETCH_RUNS: usize = 4 << 10;

/// How far ahead the source is prefetched inside a long run.
pub(crate) const PREFETCH_RUN: usize = 2 << 10;

/// How many bytes of the next tile are prefetched at a time, between parts of rows that are written.
pub(crate) const PREFETCH_TILE: usize = 1 << 10;
