//! Names of the hardware: atoms, canonical layouts of shared memory, machines.

use tilework_hardware::atom::AtomError;
use tilework_hardware::canonical::CanonicalAtom;
use tilework_hardware::machine::Machine;

use crate::operations::value::Value;
use crate::operations::{Id, Operation, atom};
use crate::text::diagnostic::{Diagnostic, Span, quote};

/// The value of a name that nothing else has; `None` if it does not look like a name of the hardware.
///
/// # Errors
/// That it looks like one, and is none.
// Not inlined, and neither is `atom`: evaluation is recursive, and its frames have to stay small.
#[inline(never)]
pub(crate) fn named(name: &str, span: &Span) -> Option<Result<Value, Diagnostic>> {
    if atom::is_name(name, false) {
        return Some(atom(name, span));
    }
    if let Ok(canonical) = CanonicalAtom::find(name, None) {
        return Some(Ok(canonical.layout().into()));
    }
    Machine::find(name).map(|machine| Ok(Value::Machine(machine)))
}

/// The value of a name with template arguments, or of an instruction.
///
/// # Errors
/// That it has none, with the nearest.
#[inline(never)]
pub(crate) fn atom(name: &str, span: &Span) -> Result<Value, Diagnostic> {
    let refused = |error: tilework_hardware::Error| {
        let message = format!("{}: {error}", quote(name));
        let (kind, label) = match error {
            tilework_hardware::Error::Atom(AtomError::Shared { .. }) => (error.name(), "ambiguous"),
            _ => ("unknown-name", "unknown"),
        };
        Diagnostic::new(kind, span.clone(), message).labelled(label)
    };
    if let "K" | "MN" = name {
        return Ok(Value::Word(name.to_owned()));
    }
    if name.starts_with("Layout_") {
        let canonical = CanonicalAtom::find(name, None).map_err(|error| refused(error.into()))?;
        return Ok(canonical.layout().into());
    }
    atom::find(name).map(Value::Atom).map_err(|error| refused(error.into()))
}

/// The operation that is meant by these operands: `partition_A` of a thread-value layout is `partition`.
pub(crate) fn meant(
    operation: &'static Operation,
    operands: &[(Value, Span)],
) -> &'static Operation {
    let by_layout = match operands {
        [_, (Value::Tv(_), _), _] => true,
        _ => operands.len() == 4,
    };
    match operation.id {
        Id::PartitionA | Id::PartitionB | Id::PartitionC | Id::PartitionS | Id::PartitionD
            if by_layout =>
        {
            Id::Partition.operation()
        }
        _ => operation,
    }
}
