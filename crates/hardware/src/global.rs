//! Global memory: the sectors and lines of an access, and the widest vector.
