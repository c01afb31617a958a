//! Tensor maps of TMA: whether one is legal, and the largest box of two layouts.

use tilework_hardware::tma::{ElementType, Interleave, LargestBox, TensorMap, TmaSwizzle};

use crate::operations::answers::Answer;
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::hardware::words::count;
use crate::operations::record::Record;
use crate::operations::value::Value;

/// A tensor map that is checked: the numbers that it refers to.
pub(crate) struct Checked {
    pub(crate) bits: u32,
    element: ElementType,
    dims: Vec<i64>,
    strides_bytes: Vec<i64>,
    box_dims: Vec<i64>,
    element_strides: Vec<i64>,
    swizzle: TmaSwizzle,
}

impl Checked {
    pub(crate) fn map(&self) -> TensorMap<'_> {
        TensorMap {
            element: self.element,
            address: 0,
            dims: &self.dims,
            strides_bytes: &self.strides_bytes,
            box_dims: &self.box_dims,
            element_strides: &self.element_strides,
            interleave: Interleave::None,
            swizzle: self.swizzle,
        }
    }
}

/// The tensor map of the arguments.
pub(crate) fn checked(a: &Arguments<'_>) -> Result<Checked, Fault> {
    let bits = a.bits(0)?;
    let element = ElementType::from_bits(bits).map_err(|error| a.refused_at(0, error))?;
    let (dims, strides_bytes, box_dims) = (a.numbers(1)?, a.numbers(2)?, a.numbers(3)?);
    let swizzle = if a.len() > 4 { swizzle(a, 4)? } else { TmaSwizzle::None };
    let element_strides = vec![1; dims.len()];
    Ok(Checked { bits, element, dims, strides_bytes, box_dims, element_strides, swizzle })
}

/// `tma_check(bits, dims, strides, box, swizzle)`.
pub(crate) fn tma_check(a: &Arguments<'_>) -> Answer {
    let checked = checked(a)?;
    let map = checked.map();
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
