//! Requests about TMA: `tma`, whether a tensor map is legal, and `tma_box`, the largest box of two layouts.

use serde_json::json;
use tilework_hardware::tma::{ElementType, Interleave, LargestBox, TensorMap, TmaSwizzle};

use super::access::plain;
use super::fields::{Answer, Fields, refused, wrong};

/// The most numbers of each kind that are read; more than a tensor map has.
const MOST: usize = 16;

/// The rules that a tensor map breaks.
pub(super) fn check(fields: Fields<'_>) -> Answer {
    let element = match fields.get("element") {
        Some(json) => match ElementType::from_name(fields.text("element")?) {
            Some(element) => element,
            None => {
                return Err(wrong("element", "a type of elements such as `16U4_ALIGN8B`", json));
            }
        },
        None => ElementType::from_bits(fields.count("bits")?).map_err(refused)?,
    };
    let dims = fields.integers("global_dim", MOST)?;
    let strides_bytes = fields.integers("global_stride_bytes", MOST)?;
    let box_dims = fields.integers("box", MOST)?;
    let element_strides = match fields.get("element_strides") {
        Some(_) => fields.integers("element_strides", MOST)?,
        None => vec![1; dims.len()],
    };
    let swizzle = match fields.get("swizzle") {
        None => TmaSwizzle::None,
        Some(json) => TmaSwizzle::from_name(fields.text("swizzle")?)
            .ok_or_else(|| wrong("swizzle", "`NONE`, `32B`, `64B`, `128B`, ...", json))?,
    };
    let interleave = match fields.get("interleave") {
        None => Interleave::None,
        Some(json) => Interleave::from_name(fields.text("interleave")?)
            .ok_or_else(|| wrong("interleave", "`NONE`, `16B` or `32B`", json))?,
    };
    let map = TensorMap {
        element,
        address: fields.integer_or("address", 0)?,
        dims: &dims,
        strides_bytes: &strides_bytes,
        box_dims: &box_dims,
        element_strides: &element_strides,
        interleave,
        swizzle,
    };
    let mut broken: Vec<&str> = Vec::new();
    for rule in map.broken().map_err(refused)? {
        // Each rule once, whichever dimensions break it.
        if !broken.contains(&rule.name()) {
            broken.push(rule.name());
        }
    }
    Ok(json!({ "broken": broken }))
}

/// The largest box that moves a tile.
pub(super) fn largest(fields: Fields<'_>) -> Answer {
    let (shared, global) = (fields.layout("smem")?, plain(fields, "gmem")?);
    let found = LargestBox::new(&shared, &global, fields.count("bits")?).map_err(refused)?;
    let map = found.tensor_map();
    Ok(json!({
        "global_dim": map.dims,
        "global_stride_bytes": map.strides_bytes,
        "box": map.box_dims,
        "swizzle": map.swizzle.name(),
        "elements": found.elements,
        "instructions": found.instructions,
        "limit": found.limit.map(|limit| limit.to_string()),
    }))
}
