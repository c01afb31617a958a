//! Requests about tensor maps: `tma`.

use serde_json::json;
use tilework_hardware::tma::{ElementType, Interleave, TensorMap, TmaSwizzle};

use super::fields::{Answer, Fields, refused, wrong};

/// The rules that a tensor map breaks, each once.
pub(super) fn tma(fields: Fields<'_>) -> Answer {
    // One dimension more than legal, so that the rank is what is refused.
    let list = |name: &str| fields.integers(name, 16);
    let (dims, strides) = (list("global_dim")?, list("global_stride_bytes")?);
    let box_dims = list("box")?;
    let element_strides = match fields.get("element_strides") {
        Some(_) => list("element_strides")?,
        None => vec![1; dims.len()],
    };
    let swizzle = fields.text_or("swizzle", "NONE")?;
    let interleave = fields.text_or("interleave", "NONE")?;
    let map = TensorMap {
        element: ElementType::from_bits(fields.count("bits")?)
            .map_err(|error| refused(error.name(), &error))?,
        address: fields.integer_or("address", 0)?,
        dims: &dims,
        strides_bytes: &strides,
        box_dims: &box_dims,
        element_strides: &element_strides,
        interleave: Interleave::from_name(interleave)
            .ok_or_else(|| wrong("interleave", "`NONE`, `16B` or `32B`", &interleave.into()))?,
        swizzle: TmaSwizzle::from_name(swizzle).ok_or_else(|| {
            wrong("swizzle", "`NONE`, `32B`, `64B`, `128B` or `128B_ATOM_...`", &swizzle.into())
        })?,
    };
    let mut names: Vec<&str> = Vec::new();
    for rule in map.broken().map_err(|error| refused(error.name(), &error))? {
        if !names.contains(&rule.name()) {
            names.push(rule.name());
        }
    }
    Ok(json!({ "broken": names }))
}
