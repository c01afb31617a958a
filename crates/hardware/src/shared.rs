//! Shared memory: which banks an access touches, how often, and whether that is so for every tile and iteration.
