//! Descriptors of operands in shared memory, or why there is none and what would fit.

use tilework::AnyLayout;
use tilework_hardware::canonical::Major;
use tilework_hardware::descriptor::{Descriptor, DescriptorError, Operand, Remedy, Unit};

use crate::operations::answers::Answer;
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::record::Record;
use crate::operations::value::Value;

/// The layout and the operand that a descriptor is asked for.
pub(crate) fn asked(a: &Arguments<'_>) -> Result<(AnyLayout, Operand), Fault> {
    let (layout, major, bits) = (a.any(0)?, major(a, 1)?, a.bits(2)?);
    let [mn, k] = match a.len() {
        // What one wgmma reads.
        3 => [64, 256 / i64::from(bits)],
        _ => match a.numbers(3)?[..] {
            [mn, k] => [mn, k],
            _ => return a.wrong(3, "the extents (mn,k) of an operand"),
        },
    };
    Ok((layout, Operand { major, bits, mn, k }))
}

/// `descriptor(A, major, bits, (mn,k))`.
pub(crate) fn descriptor(a: &Arguments<'_>) -> Answer {
    let ((layout, operand), unit) = (asked(a)?, Unit::Wgmma);
    let record = match Descriptor::find(&layout, &operand, unit) {
        Ok(found) => described(&found),
        Err(error @ DescriptorError::NoMode(_)) => {
            let remedy = Remedy::find(&layout, &operand, unit);
            let text = match &remedy {
                Some(remedy) => format!("none; {remedy}"),
                None => "none".to_owned(),
            };
            Record::new("descriptor", text)
                .with("mode", None::<&str>)
                .with("because", error.to_string())
                .with("remedy", remedy.map(|remedy| remedy.to_string()))
        }
        Err(error) => return Err(a.refused(error)),
    };
    Ok(Value::Record(Box::new(record)))
}

fn described(found: &Descriptor) -> Record {
    // The bits for an operand at address 0; that of another one has its 16-byte units in the lowest 14.
    let value = found.value(0, Unit::Wgmma).ok().map(|bits| format!("{bits:#018x}"));
    Record::new("descriptor", found.to_string())
        .with("mode", found.mode.name())
        .with("lbo", found.lbo_bytes)
        .with("sbo", found.sbo_bytes)
        .with("value", value)
}

/// Which coordinate is contiguous.
fn major(a: &Arguments<'_>, i: usize) -> Result<Major, Fault> {
    match &a.get(i)?.0 {
        Value::Word(word) if word == "K" => Ok(Major::K),
        Value::Word(word) if word == "MN" => Ok(Major::Mn),
        _ => a.mismatch(i),
    }
}
