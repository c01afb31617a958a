//! The arguments of operations about hardware, and their refusals.

use tilework_hardware::tiled::TiledError;

use crate::operations::arguments::{Arguments, Fault};
use crate::operations::atom::{Atom, Tiled, TiledCopy, TiledMma};
use crate::operations::hardware::tiles;
use crate::operations::value::Value;
use crate::text::diagnostic::{Diagnostic, Span, kind_name};

/// The diagnostic of an error of the hardware.
pub(crate) fn refusal(error: impl Into<tilework_hardware::Error>, span: &Span) -> Diagnostic {
    let error = error.into();
    let kind = match &error {
        tilework_hardware::Error::Layout(error) => kind_name(error),
        error => error.name(),
    };
    Diagnostic::new(kind, span.clone(), error.to_string())
}

impl Arguments<'_> {
    /// What is wrong with the call as a whole.
    pub(crate) fn refused(&self, error: impl Into<tilework_hardware::Error>) -> Fault {
        refusal(error, &self.span).into()
    }

    /// What is wrong with argument `i`.
    pub(crate) fn refused_at(&self, i: usize, error: impl Into<tilework_hardware::Error>) -> Fault {
        let span = self.values.get(i).map_or(&self.span, |(_, span)| span);
        refusal(error, span).into()
    }

    /// The bits of an element.
    pub(crate) fn bits(&self, i: usize) -> Result<u32, Fault> {
        match &self.get(i)?.0 {
            Value::Integer(bits) => match u32::try_from(*bits) {
                Ok(bits @ 1..=1024) => Ok(bits),
                _ => self.wrong(i, "1 to 1024 bits"),
            },
            _ => self.mismatch(i),
        }
    }

    /// The atom of an MMA.
    pub(crate) fn mma_atom(&self, i: usize) -> Result<&Atom, Fault> {
        match &self.get(i)?.0 {
            Value::Atom(atom) if atom.is_mma() => Ok(atom),
            _ => self.mismatch(i),
        }
    }

    /// The atom of a copy.
    pub(crate) fn copy_atom(&self, i: usize) -> Result<&Atom, Fault> {
        match &self.get(i)?.0 {
            Value::Atom(atom) if !atom.is_mma() => Ok(atom),
            _ => self.mismatch(i),
        }
    }

    /// A tiled MMA; an atom is one of a single atom.
    pub(crate) fn tiled_mma(&self, i: usize) -> Result<Box<TiledMma>, Fault> {
        match &self.get(i)?.0 {
            Value::Tiled(Tiled::Mma(mma)) => Ok(mma.clone()),
            Value::Thread(thread) if let Tiled::Mma(mma) = &thread.of => Ok(mma.clone()),
            Value::Atom(atom) if let Some(whole) = whole_mma(atom) => {
                whole.map_err(|error| self.refused_at(i, error))
            }
            _ => self.mismatch(i),
        }
    }

    /// A tiled copy.
    pub(crate) fn tiled_copy(&self, i: usize) -> Result<&TiledCopy, Fault> {
        match &self.get(i)?.0 {
            Value::Tiled(Tiled::Copy(copy)) => Ok(copy),
            Value::Thread(thread) if let Tiled::Copy(copy) = &thread.of => Ok(copy),
            _ => self.mismatch(i),
        }
    }

    /// The thread that an operation is asked for: its last argument, or that of its first.
    pub(crate) fn thread(&self, last: usize) -> Result<i64, Fault> {
        match &self.get(0)?.0 {
            Value::Thread(thread) if self.len() <= last => Ok(thread.thread),
            _ if self.len() <= last => {
                let message = format!("`{}` needs a thread", self.operation.name);
                let help = self.operation.usage();
                Err(Diagnostic::new("usage", self.span.clone(), message).help(help).into())
            }
            _ => self.integer(last),
        }
    }
}

/// The tiled MMA of a single atom; `None` for the atom of a copy.
pub(crate) fn whole_mma(atom: &Atom) -> Option<Result<Box<TiledMma>, TiledError>> {
    let layouts = atom.atom.mma()?;
    let made = tiles::tiled_mma(atom.atom, &layouts, &tiles::ONE_ATOM, &tiles::no_permutation());
    Some(made.map(Box::new))
}
