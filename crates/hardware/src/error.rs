//! Why a question has no answer: an error of the algebra, or one of the part that was asked.

use core::fmt;

use crate::access::AccessError;
use crate::atom::AtomError;
use crate::canonical::CanonicalError;
use crate::descriptor::DescriptorError;
use crate::machine::MachineError;
use crate::swizzle::SwizzleError;
use crate::tiled::TiledError;
use crate::tma::TmaError;

/// Why a question has no answer.
///
/// Each part has an error type of its own, with the condition that failed and its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The algebra has no such layout.
    Layout(tilework::Error),
    /// A record that is not a machine.
    Machine(MachineError),
    /// An access that the machine cannot make, or that leaves its tile.
    Access(AccessError),
    /// No such canonical layout of shared memory.
    Canonical(CanonicalError),
    /// No such swizzle.
    Swizzle(SwizzleError),
    /// No such atom, or one that is not what it should be.
    Atom(AtomError),
    /// No such tiled copy or MMA.
    Tiled(TiledError),
    /// No such tensor map.
    Tma(TmaError),
    /// No such descriptor.
    Descriptor(DescriptorError),
}

impl Error {
    /// The kind of error, as programs read it: `misaligned`, `unknown-atom`.
    pub const fn name(&self) -> &'static str {
        match self {
            Error::Layout(_) => "layout",
            Error::Machine(error) => error.name(),
            Error::Access(error) => error.name(),
            Error::Canonical(error) => error.name(),
            Error::Swizzle(error) => error.name(),
            Error::Atom(error) => error.name(),
            Error::Tiled(error) => error.name(),
            Error::Tma(error) => error.name(),
            Error::Descriptor(error) => error.name(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Layout(error) => error.fmt(f),
            Error::Machine(error) => error.fmt(f),
            Error::Access(error) => error.fmt(f),
            Error::Canonical(error) => error.fmt(f),
            Error::Swizzle(error) => error.fmt(f),
            Error::Atom(error) => error.fmt(f),
            Error::Tiled(error) => error.fmt(f),
            Error::Tma(error) => error.fmt(f),
            Error::Descriptor(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for Error {}

macro_rules! from {
    ($($variant:ident($error:ty)),* $(,)?) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Error {
                Error::$variant(error)
            }
        }
    )*};
}

from! {
    Layout(tilework::Error),
    Machine(MachineError),
    Access(AccessError),
    Canonical(CanonicalError),
    Swizzle(SwizzleError),
    Atom(AtomError),
    Tiled(TiledError),
    Tma(TmaError),
    Descriptor(DescriptorError),
}
