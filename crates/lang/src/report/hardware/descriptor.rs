//! Requests about descriptors: `descriptor`.

use serde_json::json;
use tilework_hardware::canonical::Major;
use tilework_hardware::descriptor::{Descriptor, Operand, Unit};

use super::fields::{Answer, Fields, refused, wrong};

/// The descriptor of an operand in shared memory.
pub(super) fn descriptor(fields: Fields<'_>) -> Answer {
    let major = match fields.text("major")? {
        "K" => Major::K,
        "MN" => Major::Mn,
        _ => return Err(wrong("major", "`K` or `MN`", fields.need("major")?)),
    };
    let unit = match fields.text_or("unit", "wgmma")? {
        "wgmma" => Unit::Wgmma,
        "tcgen05" => Unit::Tcgen05,
        _ => return Err(wrong("unit", "`wgmma` or `tcgen05`", fields.need("unit")?)),
    };
    let operand = Operand {
        major,
        bits: fields.count("bits")?,
        mn: fields.integer("mma_mn")?,
        k: fields.integer("mma_k")?,
    };
    let found = Descriptor::find(&fields.layout("smem")?, &operand, unit)
        .map_err(|error| refused(error.name(), &error))?;
    Ok(json!({ "mode": found.mode.name(), "lbo": found.lbo_bytes, "sbo": found.sbo_bytes }))
}
