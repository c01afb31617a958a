//! Requests for the descriptor of an operand in shared memory: `descriptor`.

use serde_json::json;
use tilework_hardware::canonical::Major;
use tilework_hardware::descriptor::{Descriptor, Operand, Remedy, Unit};

use super::fields::{Answer, Fields, refused, wrong};

/// The mode and the offsets of an operand's descriptor.
pub(super) fn descriptor(fields: Fields<'_>) -> Answer {
    let layout = fields.layout("smem")?;
    let major = match fields.text("major")? {
        "K" => Major::K,
        "MN" | "M" | "N" => Major::Mn,
        _ => return Err(wrong("major", "`K` or `MN`", fields.need("major")?)),
    };
    let unit = match fields.text_or("unit", "wgmma")? {
        "wgmma" => Unit::Wgmma,
        "tcgen05" => Unit::Tcgen05,
        _ => return Err(wrong("unit", "`wgmma` or `tcgen05`", fields.need("unit")?)),
    };
    let (mn, k) = (fields.integer("mma_mn")?, fields.integer("mma_k")?);
    let operand = Operand { major, bits: fields.count("bits")?, mn, k };
    match Descriptor::find(&layout, &operand, unit) {
        Ok(found) => Ok(json!({
            "mode": found.mode.name(),
            "lbo": found.lbo_bytes,
            "sbo": found.sbo_bytes,
        })),
        Err(error) => {
            let mut out = refused(error);
            out.help = Remedy::find(&layout, &operand, unit).map(|remedy| remedy.to_string());
            Err(out)
        }
    }
}
