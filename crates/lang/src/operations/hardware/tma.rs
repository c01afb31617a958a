//! Tensor maps of TMA: whether one is legal, and the largest box of two layouts.

use tilework_hardware::tma::{ElementType, Interleave, LargestBox, TensorMap, TmaSwizzle};

use crate::operations::answers::Answer;
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::hardware::words::count;
use crate::operations::record::Record;
use crate::operations::value::Value;

/// `tma_check(bits, dims, strides_bytes, box, swizzle_bytes)`.
pub(crate) fn tma_check(a: &Arguments<'_>) -> Answer {
    let element = ElementType::from_bits(a.bits(0)?).map_err(|error| a.refused_at(0, error))?;
    let (dims, strides, box_dims) = (a.numbers(1)?, a.numbers(2)?, a.numbers(3)?);
    let swizzle = if a.len() > 4 { swizzle(a, 4)? } else { TmaSwizzle::None };
    let element_strides = vec![1; dims.len()];
    let map = TensorMap {
        element,
        address: 0,
        dims: &dims,
        strides_bytes: &strides,
        box_dims: &box_dims,
        element_strides: &element_strides,
        interleave: Interleave::None,
        swizzle,
    };
    let broken: Vec<_> = map.broken().map_err(|error| a.refused(error))?.collect();
    let told = |show: fn(&_) -> String| broken.iter().map(show).collect::<Vec<_>>().join("; ");
    let text = match broken.as_slice() {
        [] => "legal".to_owned(),
        _ => told(|rule: &tilework_hardware::tma::Broken| rule.to_string()),
    };
    let rules = told(|rule: &tilework_hardware::tma::Broken| rule.name().to_owned());
    let record = Record::new("tma_check", text).with("legal", broken.is_empty());
    Ok(Value::Record(Box::new(record.with("broken", rules))))
}

/// The bytes of a swizzle: 0, 32, 64 or 128.
fn swizzle(a: &Arguments<'_>, i: usize) -> Result<TmaSwizzle, Fault> {
    Ok(match a.integer(i)? {
        0 => TmaSwizzle::None,
        32 => TmaSwizzle::B32,
        64 => TmaSwizzle::B64,
        128 => TmaSwizzle::B128,
        _ => return a.wrong(i, "the bytes of a swizzle, 0, 32, 64 or 128,"),
    })
}

/// `tma_box(shared, global, bits)`.
pub(crate) fn tma_box(a: &Arguments<'_>) -> Answer {
    let found = LargestBox::new(&a.any(0)?, &a.layout(1)?, a.bits(2)?);
    let found = found.map_err(|error| a.refused(error))?;
    let map = found.tensor_map();
    let tuple = |numbers: &[i64]| {
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        format!("({})", numbers.join(","))
    };
    let mut text = format!(
        "box {} of {}, strides {} bytes, swizzle {}",
        tuple(map.box_dims),
        tuple(map.dims),
        tuple(map.strides_bytes),
        map.swizzle.name()
    );
    match found.instructions {
        Some(boxes) => text += &format!("; {}", count(boxes.unsigned_abs(), "instruction")),
        None => text += "; other boxes do not move the rest",
    }
    if let Some(limit) = &found.limit {
        text += &format!("; not larger: {limit}");
    }
    let record = Record::new("tma_box", text)
        .with("box", map.box_dims.to_vec())
        .with("dims", map.dims.to_vec())
        .with("strides_bytes", map.strides_bytes.to_vec())
        .with("swizzle", map.swizzle.name())
        .with("elements", found.elements)
        .with("instructions", found.instructions);
    Ok(Value::Record(Box::new(record)))
}
