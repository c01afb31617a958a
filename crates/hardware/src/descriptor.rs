//! Descriptors of operands in shared memory, as wgmma and tcgen05 read them.

use core::fmt;

/// Why there is no descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DescriptorError {}

impl DescriptorError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match *self {}
    }
}

impl fmt::Display for DescriptorError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
