//! Requests about the choice of a swizzle: `swizzle`, `padding`.

use serde_json::{Value as Json, json};
use tilework::{AnyLayout, Layout, Swizzle};
use tilework_hardware::swizzle::{Options, PaddingOptions, solve, solve_padding};

use super::access;
use super::fields::{Answer, Fields, refused};
use super::machine::machine;

/// All best swizzles for the accesses given.
pub(super) fn swizzle(fields: Fields<'_>) -> Answer {
    let (layout, bits) = (fields.layout("layout")?, fields.count("bits")?);
    let accesses = access::list(fields, &layout)?;
    let options = Options { negative: fields.truth_or("signed", false)? };
    machine(fields)?.with(|machine| {
        let solution = solve(&layout, &accesses, bits, machine, &options)
            .map_err(|error| refused(error.name(), &error))?;
        Ok(json!({
            "best": solution.wavefronts,
            "ideal": solution.ideal,
            "count": solution.count,
            "least": numbers(solution.least),
            "all": solution.all().map(numbers).collect::<Vec<_>>(),
        }))
    })
}

fn numbers(swizzle: Swizzle) -> Json {
    json!([swizzle.bits(), swizzle.base(), swizzle.shift()])
}

/// The least padding of a row-major matrix for the accesses given.
pub(super) fn padding(fields: Fields<'_>) -> Answer {
    let (rows, columns) = (fields.integer("rows")?, fields.integer("cols")?);
    let bits = fields.count("bits")?;
    let layout = Layout::new((rows, columns), (columns, 1))
        .map_err(|error| refused("layout", &error))?;
    let accesses = access::list(fields, &AnyLayout::Plain(layout))?;
    let options = PaddingOptions {
        step_bytes: Some(fields.count_or("step_bytes", 16)?),
        most_bytes: Some(fields.count_or("max_pad_bytes", 128)?),
    };
    machine(fields)?.with(|machine| {
        let padding = solve_padding(&layout, &accesses, bits, machine, &options)
            .map_err(|error| refused(error.name(), &error))?;
        Ok(json!({
            "best": padding.wavefronts,
            "pad_bytes": padding.pad_bytes,
            "ideal": padding.ideal,
        }))
    })
}
