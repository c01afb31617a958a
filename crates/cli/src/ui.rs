//! What people see: the screen, pictures, progress, errors and the prompt.

pub(crate) mod screen;
pub(crate) mod refusal;
pub(crate) mod picture;
pub(crate) mod progress;
pub(crate) mod prompt;
