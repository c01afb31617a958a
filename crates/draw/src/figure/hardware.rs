//! What the hardware makes of layouts.

// Why there is no picture.
pub(crate) mod error;

// Who holds which element.
mod owned;

pub(crate) mod copy;
pub(crate) mod mma;

// Which lanes touch which bytes.
pub(crate) mod instruction;

// Memory as rows of which few are touched.
mod rows;

// How shared memory serves them.
mod served;
mod tile;

pub(crate) mod banks;
pub(crate) mod swizzled;

pub(crate) mod sectors;
