//! Places in texts, what is wrong there, and texts from others as they can be shown.

pub(crate) mod visible;
pub(crate) mod diagnostic;
